//! The grade mark: a circle whose fill is the grade. Shape first, colour second.

use domain::scale::Judgement;
use leptos::prelude::*;

/// The word that the style sheet knows a judgement by.
pub fn mark_of(judgement: Option<Judgement>) -> String {
    match judgement {
        None => "none".into(),
        Some(Judgement::CantTell) => "cant-tell".into(),
        Some(Judgement::Grade(grade)) => grade.to_string(),
    }
}

#[component]
pub fn GradeMark(
    /// As [`mark_of`] gives it.
    #[prop(into)]
    mark: Signal<String>,
) -> impl IntoView {
    view! { <span class="grade-mark" data-grade=move || mark.get() aria-hidden="true"></span> }
}
