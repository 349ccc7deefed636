//! What stands under the set's bar on the pages for reviewers.

use leptos::prelude::*;

/// A page for reviewers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewPage {
    Disagreements,
    Agreement,
}

/// The pages for reviewers, with how many cases are open, and beside them what is said of the page.
#[component]
pub fn ReviewNav(
    set: String,
    here: ReviewPage,
    /// How many cases are open.
    #[prop(into)]
    open: Signal<i64>,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let current = move |page| (page == here).then_some("page");
    view! {
        <nav class="sub-nav" aria-label="Review">
            <ul>
                <li>
                    <a href=format!("/sets/{set}/disagreements") aria-current=current(ReviewPage::Disagreements)>
                        "Disagreements "
                        <span class="count">{move || open.get()} <span class="visually-hidden">" open"</span></span>
                    </a>
                </li>
                <li>
                    <a href=format!("/sets/{set}/agreement") aria-current=current(ReviewPage::Agreement)>
                        "Agreement"
                    </a>
                </li>
            </ul>
            {children.map(|children| view! { <p class="sub-right">{children()}</p> })}
        </nav>
    }
}
