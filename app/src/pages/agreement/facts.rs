//! What stands under the heading: what was compared, how much of it is settled, and what the reader does not see.

use domain::agreement::{AgreementFilter, Items, Seen};
use domain::disagreement::{CaseCounts, CaseFilter, State};
use domain::role::Permission;
use domain::text::{counted, thousands};
use leptos::prelude::*;

use super::Place;
use crate::pages::disagreements::address::{of_list, of_queue};

#[component]
pub fn Facts(place: Place) -> impl IntoView {
    let lines = [left_out(&place), place.missing_raters()].into_iter().flatten();
    let line = |words| view! { <p class="facts">{words}</p> };
    view! {
        {(place.content.report.all.items > 0).then(|| view! { <Compared place=place.clone() /> })}
        <AfterSeeing place=place.clone() />
        <Settled place=place.clone() />
        {lines.map(line).collect_view()}
    }
}

/// What was compared, and how it turned out.
#[component]
fn Compared(place: Place) -> impl IntoView {
    let report = &place.content.report;
    let all = &report.all;
    let queries = counted(all.queries, "query", "queries");
    let across = match report.filter.items {
        Items::Labels => format!(", of which {} across the cut-off", thousands(all.across)),
        Items::Answerable => String::new(),
    };
    let missing = match report.filter.items {
        Items::Labels => "times somebody could not tell, not counted",
        Items::Answerable => "times somebody completed a query and did not say, not counted",
    };
    let more = [(all.single, "rated by one, not counted"), (report.cant_tell, missing)];
    let said = more.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!(" · {} {what}", thousands(count)));
    let more = said.collect::<Vec<_>>().concat();
    view! {
        <p class="facts">
            <b>{place.items(all.items)}</b>
            {format!(
                " of {queries} that two people or more rated: {} alike, {} not{across}{more}",
                thousands(all.alike),
                thousands(all.items - all.alike),
            )}
        </p>
    }
}

/// What was said by who could see before what others said, and the way to count it or to leave it out.
#[component]
fn AfterSeeing(place: Place) -> impl IntoView {
    let domain::agreement::AfterSeeing { labels, queries } = place.content.report.after_seeing;
    let what = match place.content.report.filter.items {
        Items::Labels => counted(labels, "label", "labels"),
        Items::Answerable => counted(labels, "answer", "answers"),
    };
    let (stand, words, other) = match place.shown.filter.seen {
        Seen::LeftOut => ("left out", "Count them too", Seen::Counted),
        Seen::Counted => ("counted", "Leave them out", Seen::LeftOut),
    };
    let said = format!("{what} of {}, given after seeing the others’, {stand}. ", counted(queries, "query", "queries"));
    let address = place.shown.filtered(AgreementFilter { seen: other, ..place.shown.filter }).address(&place.set);
    (labels > 0).then(|| {
        view! {
            <p class="facts">
                {said} <a id="seen" href=address>
                    {words}
                </a>
            </p>
        }
    })
}

/// How much of what labellers say differently is settled, for who settles it, and the guidelines that would make it less.
#[component]
fn Settled(place: Place) -> impl IntoView {
    let counts = place.content.cases.clone().map(|counts| view! { <Cases set=place.set.clone() counts /> });
    let guidelines = match place.content.guideline {
        0 => "No guidelines yet".to_owned(),
        number => format!("Guidelines, version {number}"),
    };
    view! { <p class="facts">{counts} <a href=format!("/sets/{}/guidelines", place.set)>{guidelines}</a></p> }
}

#[component]
fn Cases(set: String, counts: CaseCounts) -> impl IntoView {
    let link = |state: State, words: &str| {
        let filter = CaseFilter { state, ..CaseFilter::default() };
        let to = if state == State::Open { of_queue(&set, &filter) } else { of_list(&set, &filter) };
        let words = format!("{} {words}", thousands(counts.among_labellers(state)));
        view! { <a href=to>{words}</a> }
    };
    let by_rule = (counts.among_labellers(State::ByRule) > 0).then(|| (", ", link(State::ByRule, "settled by the set’s rule")));
    view! {
        "Disagreements: "
        {link(State::Open, "open")}
        ", "
        {link(State::Settled, "settled")}
        {by_rule}
        " · "
    }
}

/// What the reader does not see, and why.
fn left_out(place: &Place) -> Option<String> {
    let (content, left_out) = (&place.content, place.content.report.left_out);
    if content.is_personal() && content.role.may(Permission::Label) {
        Some("Of the queries that you completed; of others you see nothing until you complete them.".to_owned())
    } else {
        let queries = || counted(left_out, "query that you are asked to label is", "queries that you are asked to label are");
        (left_out > 0).then(|| format!("{} left out.", queries()))
    }
}
