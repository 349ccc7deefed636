//! What labellers disagree about on a query, the form in which a reviewer settles it, and what was settled.

mod form;
mod made;

use std::collections::HashMap;

use domain::adjudication::Review;
use domain::id::{ChunkId, QueryId};
use domain::scale::Scale;
use leptos::prelude::*;

use self::form::AdjudicationForm;
use self::made::{Made, NotKept};
use crate::api::adjudications::{RefusedForm, ReviewedQuery, review};
use crate::ui::load::sentence;
use crate::ui::{ErrorNote, GivenText, load, loading};

/// What labellers disagree about and the form that settles it, or what was settled; nothing where they agree. `numbers` are those
/// of the cards.
#[component]
pub fn Adjudication(name: String, query: QueryId, numbers: HashMap<ChunkId, i32>) -> impl IntoView {
    let action = format!("/sets/{name}/queries/{query}/adjudicate");
    let asked = loading(move || name.clone(), move |set| review(set, query));
    load(asked, move |found: Option<ReviewedQuery>| {
        let (action, numbers) = (action.clone(), numbers.clone());
        let refused = use_context::<RefusedForm>();
        let error = refused.clone().map(|refused| view! { <ErrorNote error=refused.error /> });
        let open = found.as_ref().is_some_and(|found| found.review.unsettled.is_some());
        let lost = refused.clone().filter(|_| !open).map(|refused| view! { <NotKept refused numbers /> });
        let reviewed = found.map(|found| view! { <Reviewed action found refused /> });
        view! {
            {error}
            {reviewed}
            {lost}
        }
    })
}

#[component]
fn Reviewed(action: String, found: ReviewedQuery, refused: Option<RefusedForm>) -> impl IntoView {
    let ReviewedQuery { scale, review } = found;
    match review.unsettled {
        Some(_) => view! { <Disputed action scale review refused /> }.into_any(),
        None => review.made.map(|made| view! { <Made made /> }).into_any(),
    }
}

#[component]
fn Disputed(action: String, scale: Scale, review: Review, refused: Option<RefusedForm>) -> impl IntoView {
    let why = review.unsettled.as_ref().map(|why| sentence(&why.to_string()));
    view! {
        <h2>"Settle"</h2>
        <p>{why}" The query is left out of versions until it is settled; the labels stay as they were given."</p>
        <Flags flags=review.flags.clone() />
        {review.made.clone().map(|made| view! { <Made made /> })}
        <AdjudicationForm action scale review refused />
    }
}

/// Who flagged the query, and with what note.
#[component]
fn Flags(flags: Vec<(String, String)>) -> impl IntoView {
    let flag = |(name, note): (String, String)| {
        view! {
            <li>
                <GivenText text=name />
                " flagged it: "
                <GivenText text=note />
            </li>
        }
    };
    (!flags.is_empty()).then(|| view! { <ul class="flags">{flags.into_iter().map(flag).collect_view()}</ul> })
}

/// The flags of a query that cannot be settled yet, with what its reader can do; nothing when there is none.
#[component]
pub fn EarlyFlags(flags: Vec<(String, String)>) -> impl IntoView {
    (!flags.is_empty()).then(|| {
        view! {
            <h2>"Flagged"</h2>
            <Flags flags />
            <p>
                "It can be settled here once as many labellers as it needs have completed it. Until then you can label it yourself, or \
                answer whoever flagged it: an empty note takes a flag back."
            </p>
        }
    })
}
