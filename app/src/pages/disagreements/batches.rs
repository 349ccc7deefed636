//! What the reviewer settled at once before, each with the way back.

use domain::disagreement::{Batch, BulkRule};
use domain::id::UserId;
use domain::text::{thousands, visible};
use leptos::prelude::*;

use super::many_done::UndoForm;

#[component]
pub fn Batches(name: String, batches: Vec<Batch>, labellers: Vec<(UserId, String)>) -> impl IntoView {
    let row = |batch: Batch| view! { <BatchRow name=name.clone() batch labellers=labellers.clone() /> };
    let rows = batches.iter().copied().filter(|batch| batch.settled > 0).map(row).collect_view();
    (!batches.is_empty()).then(|| {
        view! {
            <h2 id="batches">"What you settled at once"</h2>
            <ul class="batches">{rows}</ul>
        }
    })
}

#[component]
fn BatchRow(name: String, batch: Batch, labellers: Vec<(UserId, String)>) -> impl IntoView {
    let undo = (batch.last > 0).then(|| {
        let words = if batch.last == batch.settled { "Undo".to_owned() } else { format!("Undo the {} that stand", thousands(batch.last)) };
        view! { <UndoForm action=format!("/sets/{name}/disagreements/many") batch=batch.operation words /> }
    });
    let gone = (batch.last == 0).then_some("all were decided anew or taken back");
    view! {
        <li>
            <span>
                <b>{thousands(batch.settled)}</b>
                {format!(" · {} · {} · {} UTC", batch.kind.in_words(), rule_in_words(batch.rule, &labellers), batch.at)}
            </span>
            {undo}
            {gone}
        </li>
    }
}

fn rule_in_words(rule: BulkRule, labellers: &[(UserId, String)]) -> String {
    match rule {
        BulkRule::Labeller(of) => match labellers.iter().find(|(labeller, _)| *labeller == of) {
            Some((_, name)) => format!("the grade, or the answer, of {}", visible(name)),
            None => rule.in_words().to_owned(),
        },
        rule => rule.in_words().to_owned(),
    }
}
