//! What stands under the set's bar on the pages about what labellers say differently.

use leptos::prelude::*;

/// One of these pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewPage {
    Disagreements,
    Agreement,
    Guidelines,
}

/// The pages that the viewer may use, and beside them what is said of the one at hand.
#[component]
pub fn ReviewNav(
    set: String,
    here: ReviewPage,
    /// How many cases are open; none for who settles none.
    open: Option<Signal<i64>>,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let entry = |page: ReviewPage, segment: &str, content: AnyView| {
        view! {
            <li>
                <a href=format!("/sets/{set}/{segment}") aria-current=(page == here).then_some("page")>
                    {content}
                </a>
            </li>
        }
    };
    let disagreements = open.map(|open| {
        let content = view! {
            "Disagreements "
            <span class="count">{move || open.get()} <span class="visually-hidden">" open"</span></span>
        };
        entry(ReviewPage::Disagreements, "disagreements", content.into_any())
    });
    view! {
        <nav class="sub-nav" aria-label="Review">
            <ul>
                {disagreements} {entry(ReviewPage::Agreement, "agreement", "Agreement".into_any())}
                {entry(ReviewPage::Guidelines, "guidelines", "Guidelines".into_any())}
            </ul>
            {children.map(|children| view! { <p class="sub-right">{children()}</p> })}
        </nav>
    }
}
