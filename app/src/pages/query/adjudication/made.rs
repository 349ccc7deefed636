//! What a reviewer settled, and what one wanted to settle that was not kept.

use std::collections::HashMap;

use domain::adjudication::MadeAdjudication;
use domain::id::ChunkId;
use leptos::prelude::*;

use crate::api::adjudications::RefusedForm;
use crate::ui::GivenText;

/// Who settled the query, when and how; said to be over once something changed.
#[component]
pub fn Made(made: MadeAdjudication) -> impl IntoView {
    let grades = made.grades.iter().map(|(number, grade)| format!("card {number} is {grade}"));
    let answer = made.answer_of.iter().map(|name| format!("the answer of {} holds", domain::text::visible(name)));
    let decided: Vec<String> = grades.chain(answer).collect();
    let decided = if decided.is_empty() { String::new() } else { format!(": {}", decided.join(", ")) };
    let party = if made.party { ", who labelled it too," } else { "" };
    let when = if made.in_force { "settled it" } else { "settled it earlier" };
    let note = (!made.note.is_empty()).then(|| {
        view! {
            " Note: "
            <GivenText text=made.note.clone() />
        }
    });
    let heading = made.in_force.then(|| view! { <h2 id="settled">"Settled"</h2> });
    view! {
        {heading}
        <p role="status" class="settled">
            <GivenText text=made.reviewer.clone() />
            {format!("{party} {when}, on {} UTC{decided}.", made.at)}
            {note}
        </p>
    }
}

/// What stood in a form that was not kept, where there is no form to put it back into.
#[component]
pub fn NotKept(refused: RefusedForm, numbers: HashMap<ChunkId, i32>) -> impl IntoView {
    let grade = |(field, value): &(String, String)| {
        let chunk = field.strip_prefix("grade-")?.parse().ok()?;
        Some(format!("card {} is {}", numbers.get(&chunk)?, domain::text::visible(value)))
    };
    let mut yours: Vec<String> = refused.fields.iter().filter_map(grade).collect();
    yours.extend(refused.field("note").filter(|note| !note.is_empty()).map(|note| format!("note: {}", domain::text::visible(note))));
    let yours = if yours.is_empty() { "nothing but to settle it".to_owned() } else { yours.join(", ") };
    view! { <p class="not-kept">{format!("What you had decided, which was not kept: {yours}.")}</p> }
}
