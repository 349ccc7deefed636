//! Settling many cases of one kind by a rule: chosen, looked at, applied, and taken back. Plain forms, of which the address is the state.

use domain::disagreement::{BulkRule, Kind, State};
use domain::id::UserId;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use leptos_router::params::ParamsMap;

use super::batches::Batches;
use super::many_done::{Done, DoneLine};
use super::many_preview::Preview;
use crate::Error;
use crate::api::disagreements::{ManyCases, many_cases};
use crate::pages::review_nav::{ReviewNav, ReviewPage};
use crate::ui::{PageTitle, RefusedNote, SelectField, loading};

/// `/sets/{set}/disagreements/many`.
#[component]
pub fn ManyCasesPage() -> impl IntoView {
    let set = crate::pages::set_in_address();
    let query = use_query_map();
    let chosen = Memo::new(move |_| chosen(&query.read()));
    let after = Memo::new(move |_| query.read().get("after").map(|after| after.parse()).transpose());
    let many = loading(
        move || (set.get(), chosen.get(), after.get()),
        |(set, chosen, after)| async move { many_cases(set, chosen?, after?).await },
    );
    crate::pages::page(many, move |many: ManyCases| {
        let done = query.with_untracked(Done::of);
        let chosen = chosen.get_untracked().ok().flatten();
        view! { <ManyDocument name=set.get_untracked() chosen done many /> }
    })
}

/// The kind and the rule that an address names.
fn chosen(query: &ParamsMap) -> Result<Option<(Kind, BulkRule)>, Error> {
    let word = |name: &str| query.get(name).filter(|word| !word.is_empty());
    match (word("kind"), word("rule")) {
        (Some(kind), Some(rule)) if rule == BulkRule::LABELLER => {
            let labeller = word("labeller").and_then(|id| id.parse().ok());
            let labeller = labeller.ok_or_else(|| Error::Invalid("choose whose grades are taken".into()))?;
            Ok(Some((kind.parse()?, BulkRule::Labeller(labeller))))
        }
        (Some(kind), Some(rule)) => Ok(Some((kind.parse()?, rule.parse()?))),
        _ => Ok(None),
    }
}

#[component]
fn ManyDocument(name: String, chosen: Option<(Kind, BulkRule)>, done: Option<Done>, many: ManyCases) -> impl IntoView {
    let ManyCases { title, scale, counts, labellers, batches, preview } = many;
    let open = Some(counts.among_labellers(State::Open).into());
    let of_kind = chosen.map_or(0, |(kind, _)| counts.of(State::Open, kind));
    let preview = chosen.zip(preview).map(|(chosen, preview)| {
        view! { <Preview name=name.clone() chosen preview scale labellers=labellers.clone() of_kind /> }
    });
    view! {
        <PageTitle text=format!("Settle many · {title}") />
        <ReviewNav set=name.clone() here=ReviewPage::Disagreements open />
        <main id="main" class="document">
            <h1>"Settle many of one kind"</h1>
            <p class="lead">
                "A rule settles every open case of a kind. The labels stay, each case says that it was settled so, and all of it can be \
                taken back together."
            </p>
            <RefusedNote />
            {done.map(|done| view! { <DoneLine name=name.clone() done /> })}
            <ChooseForm chosen labellers=labellers.clone() />
            {preview}
            <Batches name batches labellers />
        </main>
    }
}

#[component]
fn ChooseForm(chosen: Option<(Kind, BulkRule)>, labellers: Vec<(UserId, String)>) -> impl IntoView {
    let kinds = Kind::ALL.map(|kind| (kind.word().to_owned(), kind.in_words().to_owned())).into();
    let kind = chosen.map_or("", |(kind, _)| kind.word());
    let rule = chosen.map(|(_, rule)| rule);
    let rules = BulkRule::UNNAMED.into_iter().map(|of| rule_choice(of.word(), rule_in_words(of), rule == Some(of))).collect_view();
    view! {
        <form class="fields" method="get">
            <SelectField name="kind" label="Kind" options=kinds chosen=kind />
            <fieldset>
                <legend>"Rule"</legend>
                {rules}
                <LabellerChoice rule labellers />
            </fieldset>
            <button class="button">"Look at what it would settle"</button>
        </form>
    }
}

/// The rule that takes what one labeller said, and whose.
#[component]
fn LabellerChoice(rule: Option<BulkRule>, labellers: Vec<(UserId, String)>) -> impl IntoView {
    let chosen = match rule {
        Some(BulkRule::Labeller(labeller)) => labeller.to_string(),
        _ => String::new(),
    };
    let words = "the grade, or the answer, of one labeller; without one the case stays open".to_owned();
    let choice = rule_choice(BulkRule::LABELLER, words, !chosen.is_empty());
    let labellers = labellers.into_iter().map(|(id, name)| (id.to_string(), domain::text::visible(&name))).collect();
    view! { <div class="with-choice">{choice} <SelectField name="labeller" label="Labeller" options=labellers chosen /></div> }
}

fn rule_choice(word: &'static str, words: String, checked: bool) -> impl IntoView {
    view! {
        <label class="check">
            <input type="radio" name="rule" value=word checked=checked required />
            {words}
        </label>
    }
}

/// A rule as one chooses it: what it takes, and where it decides nothing.
fn rule_in_words(rule: BulkRule) -> String {
    let where_not = match rule {
        BulkRule::Majority | BulkRule::Judge | BulkRule::Labeller(_) => "; without one the case stays open",
        BulkRule::Seen => " (of flags, and against a judge)",
        BulkRule::Higher | BulkRule::Lower | BulkRule::Median => "",
    };
    format!("{}{where_not}", rule.in_words())
}
