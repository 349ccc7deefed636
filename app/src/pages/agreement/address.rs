//! What the page's address says.

use domain::agreement::{AgreementFilter, Cell, CellPage, Items, JudgeAgreement, Raters, Seen};
use domain::query::Style;
use leptos_router::params::ParamsMap;

use crate::Error;
use crate::api::queries::percent;
use crate::pages::word_in_address;

/// What is looked at.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shown {
    pub filter: AgreementFilter,
    /// The pair or the judge, and perhaps a page of the cases of a cell of its matrix.
    pub raters: Option<Raters>,
    pub cell: Option<CellPage>,
}

/// A judge as addresses name it: by what it is called, not by where it stands, so that a link stays true.
pub fn judge(of: &JudgeAgreement) -> Raters {
    Raters::Judge { judge: of.judge.clone(), prompt: of.prompt.clone() }
}

impl Shown {
    /// # Errors
    /// [`Error::Invalid`] when the address names items, a style, a version of the guidelines or a cell that cannot be.
    pub fn of(address: &ParamsMap) -> Result<Self, Error> {
        let word = |key: &str| address.get(key).filter(|word| !word.is_empty());
        let place = |key: &str| word_in_address(address, key, |word| word.parse::<usize>().ok());
        let filter = AgreementFilter {
            items: word_in_address(address, "items", Items::named)?.unwrap_or_default(),
            style: word_in_address(address, "style", Style::named)?,
            guideline: word_in_address(address, "guideline", |word| word.parse().ok())?,
            seen: word_in_address(address, "seen", Seen::named)?.unwrap_or_default(),
        };
        let pair = word("a").zip(word("b")).map(|(a, b)| Raters::Pair { a, b });
        let judge = word("judge").map(|judge| Raters::Judge { judge, prompt: word("prompt").unwrap_or_default() });
        let raters = judge.or(pair);
        let page = word_in_address(address, "page", |word| word.parse().ok())?.unwrap_or(1);
        let cell = raters.clone().zip(place("row")?.zip(place("column")?));
        let cell = cell.map(|(raters, (row, column))| CellPage { cell: Cell { raters, row, column }, page });
        Ok(Self { filter, raters, cell })
    }

    /// The row and the column of the matrix of two raters whose cases are shown.
    pub fn cell_of(&self, raters: &Raters) -> Option<(usize, usize)> {
        let shown = self.cell.as_ref().map(|shown| &shown.cell);
        shown.filter(|cell| cell.raters == *raters).map(|cell| (cell.row, cell.column))
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
        Self { filter: self.filter, raters: Some(raters.clone()), cell: Some(CellPage { cell: Cell { raters, row, column }, page: 1 }) }
    }

    /// The same with another page of the cases.
    pub fn on_page(&self, page: i64) -> Self {
        Self { cell: self.cell.clone().map(|shown| CellPage { page, ..shown }), ..self.clone() }
    }

    /// The address of the page that shows this.
    pub fn address(&self, set: &str) -> String {
        let mut parts = filter_parts(&self.filter);
        match &self.raters {
            Some(Raters::Pair { a, b }) => parts.extend([format!("a={}", percent(a)), format!("b={}", percent(b))]),
            Some(Raters::Judge { judge, prompt }) => {
                parts.push(format!("judge={}", percent(judge)));
                parts.extend((!prompt.is_empty()).then(|| format!("prompt={}", percent(prompt))));
            }
            None => {}
        }
        if let Some(CellPage { cell, page }) = &self.cell {
            parts.extend([format!("row={}", cell.row), format!("column={}", cell.column)]);
            parts.extend((*page > 1).then(|| format!("page={page}")));
        }
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
    let seen = (filter.seen != Seen::LeftOut).then(|| format!("seen={}", filter.seen.word()));
    items.into_iter().chain(style).chain(guideline).chain(seen).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(address: &str) -> ParamsMap {
        let query = address.split_once('?').map_or("", |(_, query)| query).trim_end_matches("#cases");
        let plain = |value: &str| value.replace("%20", " ").replace("%26", "&").replace("%2F", "/");
        query.split('&').filter_map(|part| part.split_once('=')).map(|(key, value)| (key.to_owned(), plain(value))).collect()
    }

    #[test]
    fn an_address_leads_back_to_what_it_shows() {
        let filter = AgreementFilter { items: Items::Answerable, style: Some(Style::Keyword), guideline: Some(2), seen: Seen::Counted };
        let pair = Raters::Pair { a: "jo nas&".into(), b: "olu".into() };
        let judge = |prompt: &str| Raters::Judge { judge: "org/large".into(), prompt: prompt.into() };
        let of = |raters| Shown { filter, ..Shown::default() }.at(raters, 2, 1);
        let path = "/sets/s/agreement?items=answerable&style=keyword&guideline=2&seen=counted";
        for (shown, rest) in [
            (of(pair), "a=jo%20nas%26&b=olu&row=2&column=1#cases"),
            (of(judge("3 b")).on_page(2), "judge=org%2Flarge&prompt=3%20b&row=2&column=1&page=2#cases"),
            (of(judge("")).filtered(filter), "judge=org%2Flarge"),
        ] {
            let address = shown.address("s");
            assert_eq!(address, format!("{path}&{rest}"));
            assert_eq!(shown.json_address("s"), "/api/v1/sets/s/agreement?items=answerable&style=keyword&guideline=2&seen=counted");
            assert_eq!(Shown::of(&map(&address)), Ok(shown));
        }
    }

    #[test]
    fn an_address_that_names_what_is_not_there_is_refused() {
        for (key, value) in
            [("items", "foo"), ("style", "foo"), ("guideline", "two"), ("seen", "all"), ("row", "-1"), ("column", "x"), ("page", "last")]
        {
            let mut address = ParamsMap::new();
            address.insert(key, value.to_owned());
            assert!(matches!(Shown::of(&address), Err(Error::Invalid(why)) if why.contains(value)), "{key}");
        }
    }
}
