//! What the page's address says.

use domain::agreement::{AgreementFilter, Cell, Items, Raters};
use domain::query::Style;
use leptos_router::params::ParamsMap;

use crate::Error;
use crate::api::queries::percent;
use crate::pages::word_in_address;

/// What is looked at.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shown {
    pub filter: AgreementFilter,
    /// The pair or the judge, and perhaps a cell of its matrix.
    pub raters: Option<Raters>,
    pub cell: Option<Cell>,
}

impl Shown {
    /// # Errors
    /// [`Error::Invalid`] when the address names items, a style or a version of the guidelines that cannot be.
    pub fn of(address: &ParamsMap) -> Result<Self, Error> {
        let word = |key: &str| address.get(key).filter(|word| !word.is_empty());
        let number = |key: &str| word(key).and_then(|word| word.parse::<usize>().ok());
        let filter = AgreementFilter {
            items: word_in_address(address, "items", Items::named)?.unwrap_or_default(),
            style: word_in_address(address, "style", Style::named)?,
            guideline: word_in_address(address, "guideline", |word| word.parse().ok())?,
        };
        let pair = word("a").zip(word("b")).map(|(a, b)| Raters::Pair { a, b });
        let raters = number("judge").map(|judge| Raters::Judge { judge }).or(pair);
        let cell = raters.clone().zip(number("row").zip(number("column")));
        let cell = cell.map(|(raters, (row, column))| Cell { raters, row, column });
        Ok(Self { filter, raters, cell })
    }

    pub fn pair(&self) -> Option<(String, String)> {
        match self.raters.clone()? {
            Raters::Pair { a, b } => Some((a, b)),
            Raters::Judge { .. } => None,
        }
    }

    /// The judge, by its place in the report.
    pub fn judge(&self) -> usize {
        match self.raters {
            Some(Raters::Judge { judge }) => judge,
            _ => 0,
        }
    }

    /// The same with another filter.
    pub fn filtered(&self, filter: AgreementFilter) -> Self {
        Self { filter, cell: None, ..self.clone() }
    }

    /// The same with two raters chosen.
    pub fn choosing(&self, raters: Raters) -> Self {
        Self { filter: self.filter, raters: Some(raters), cell: None }
    }

    /// The same with a cell of their matrix.
    pub fn at(&self, raters: Raters, row: usize, column: usize) -> Self {
        Self { filter: self.filter, raters: Some(raters.clone()), cell: Some(Cell { raters, row, column }) }
    }

    /// The address of the page that shows this.
    pub fn address(&self, set: &str) -> String {
        let mut parts = filter_parts(&self.filter);
        match &self.raters {
            Some(Raters::Pair { a, b }) => parts.extend([format!("a={}", percent(a)), format!("b={}", percent(b))]),
            Some(Raters::Judge { judge }) => parts.push(format!("judge={judge}")),
            None => {}
        }
        parts.extend(self.cell.iter().flat_map(|cell| [format!("row={}", cell.row), format!("column={}", cell.column)]));
        let anchor = if self.cell.is_some() { "#cases" } else { "" };
        format!("{}{anchor}", with_parts(format!("/sets/{set}/agreement"), &parts))
    }

    /// The address of the same numbers as JSON.
    pub fn json_address(&self, set: &str) -> String {
        with_parts(format!("/api/v1/sets/{set}/agreement"), &filter_parts(&self.filter))
    }
}

fn with_parts(path: String, parts: &[String]) -> String {
    if parts.is_empty() { path } else { format!("{path}?{}", parts.join("&")) }
}

fn filter_parts(filter: &AgreementFilter) -> Vec<String> {
    let items = (filter.items != Items::Labels).then(|| format!("items={}", filter.items.word()));
    let style = filter.style.map(|style| format!("style={}", style.word()));
    let guideline = filter.guideline.map(|guideline| format!("guideline={guideline}"));
    items.into_iter().chain(style).chain(guideline).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_leads_back_to_what_it_shows() {
        let filter = AgreementFilter { items: Items::Answerable, style: Some(Style::Keyword), guideline: Some(2) };
        let pair = Raters::Pair { a: "jo nas&".into(), b: "olu".into() };
        let shown = Shown { filter, ..Shown::default() }.at(pair, 2, 1);
        assert_eq!(
            shown.address("s"),
            "/sets/s/agreement?items=answerable&style=keyword&guideline=2&a=jo%20nas%26&b=olu&row=2&column=1#cases"
        );
        assert_eq!(shown.json_address("s"), "/api/v1/sets/s/agreement?items=answerable&style=keyword&guideline=2");
        let mut read = ParamsMap::new();
        for (key, value) in [("items", "answerable"), ("style", "keyword"), ("guideline", "2"), ("a", "jo nas&"), ("b", "olu")] {
            read.insert(key, value.to_owned());
        }
        read.insert("row", "2".to_owned());
        read.insert("column", "1".to_owned());
        assert_eq!(Shown::of(&read), Ok(shown));
    }

    #[test]
    fn an_address_that_names_what_is_not_there_is_refused() {
        for (key, value) in [("items", "foo"), ("style", "foo"), ("guideline", "two")] {
            let mut address = ParamsMap::new();
            address.insert(key, value.to_owned());
            assert!(matches!(Shown::of(&address), Err(Error::Invalid(why)) if why.contains(value)), "{key}");
        }
    }
}
