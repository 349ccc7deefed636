//! What stands in the addresses of the queue: a case, and the filter that leads from one to the next.

use domain::disagreement::{CaseFilter, Kind, State};
use domain::query::Style;
use leptos_router::params::ParamsMap;

use crate::Error;
use crate::api::disagreements::{CaseAddress, CaseKey};
use crate::pages::word_in_address;

/// The filter that an address names; open cases of any kind where it names nothing.
pub fn filter_in(query: &ParamsMap) -> Result<CaseFilter, Error> {
    Ok(CaseFilter {
        state: word_in_address(query, "state", |word| word.parse().ok())?.unwrap_or_default(),
        kind: word_in_address(query, "kind", |word| word.parse().ok())?,
        style: word_in_address(query, "style", Style::named)?,
        labeller: word_in_address(query, "labeller", |word| word.parse().ok())?,
        query: word_in_address(query, "query", |word| word.parse().ok())?,
        reason: word_in_address(query, "reason", |word| word.parse().ok())?,
        ..CaseFilter::default()
    })
}

/// The case that an address names, and the filter.
pub fn case_in(params: &ParamsMap, query: &ParamsMap) -> Result<CaseAddress, Error> {
    let case = match (params.get("query"), params.get("subject")) {
        (Some(query), Some(subject)) => {
            let no_case = || Error::NotFound("case".into());
            Some(CaseKey { query: query.parse().map_err(|_| no_case())?, subject: subject.parse().map_err(|_| no_case())? })
        }
        _ => None,
    };
    Ok(CaseAddress { filter: filter_in(query)?, case, document: query.get("document").is_some() })
}

/// The filter as the end of an address: empty, or `?state=settled&kind=answers`.
pub fn of_filter(filter: &CaseFilter) -> String {
    let state = (filter.state != State::Open).then(|| format!("state={}", filter.state.word()));
    let kind = filter.kind.map(|kind| format!("kind={}", kind.word()));
    let style = filter.style.map(|style| format!("style={}", style.word()));
    let labeller = filter.labeller.map(|labeller| format!("labeller={labeller}"));
    let query = filter.query.map(|query| format!("query={query}"));
    let reason = filter.reason.map(|reason| format!("reason={}", reason.word()));
    let parts: Vec<String> = [state, kind, style, labeller, query, reason].into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
}

/// The page of a case.
pub fn of_case(set: &str, case: CaseKey, filter: &CaseFilter) -> String {
    format!("/sets/{set}/disagreements/{}/{}{}", case.query, case.subject, of_filter(filter))
}

/// The first case of a filter.
pub fn of_queue(set: &str, filter: &CaseFilter) -> String {
    format!("/sets/{set}/disagreements{}", of_filter(filter))
}

/// The list of a filter.
pub fn of_list(set: &str, filter: &CaseFilter) -> String {
    format!("/sets/{set}/disagreements/list{}", of_filter(filter))
}

/// The same filter for another kind.
pub fn with_kind(filter: &CaseFilter, kind: Option<Kind>) -> CaseFilter {
    CaseFilter { kind, ..filter.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(address: &str) -> ParamsMap {
        let parts = address.trim_start_matches('?').split('&').filter_map(|part| part.split_once('='));
        parts.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
    }

    #[test]
    fn a_filter_survives_its_address() {
        let query = "01a22b1b-ba7c-762d-adab-256587be83e5";
        let all = CaseFilter {
            state: State::Settled,
            kind: Some(Kind::Answers),
            style: Some(Style::Question),
            labeller: query.parse().ok(),
            query: query.parse().ok(),
            reason: Some(domain::adjudication::Reason::Slip),
            ..CaseFilter::default()
        };
        assert_eq!(filter_in(&map(&of_filter(&all))), Ok(all));
        assert_eq!(of_filter(&CaseFilter::default()), "");
    }

    #[test]
    fn a_word_that_means_nothing_is_refused_and_said() {
        let wrong = filter_in(&map("kind=all")).expect_err("no kind");
        assert_eq!(wrong.to_string(), "\"all\" is no kind: take it out of the address");
    }
}
