//! Waiting and failing, once for all pages.

use leptos::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Error;
use crate::api::RefusedForm;

/// Something that a page loads while the server renders it.
pub type Loading<T> = Resource<Result<T, Error>>;

/// Begins to load what `ask` gives for what `on` says.
pub fn loading<S, T, F>(on: impl Fn() -> S + Send + Sync + 'static, ask: impl Fn(S) -> F + Send + Sync + 'static) -> Loading<T>
where
    S: PartialEq + Clone + Send + Sync + 'static,
    T: Serialize + DeserializeOwned + Clone + Send + Sync + 'static,
    F: Future<Output = Result<T, Error>> + Send + 'static,
{
    Resource::new(on, ask)
}

/// Shows what a resource gives, or its error where it arose.
pub fn load<T, V>(resource: Loading<T>, show: impl Fn(T) -> V + Clone + Send + Sync + 'static) -> impl IntoView
where
    T: Clone + Send + Sync + 'static,
    V: IntoView + 'static,
{
    load_or(resource, show, |error| view! { <ErrorNote error /> }.into_any())
}

/// Shows what a resource gives, or what `fail` makes of its error.
pub fn load_or<T, V>(
    resource: Loading<T>,
    show: impl Fn(T) -> V + Clone + Send + Sync + 'static,
    fail: fn(Error) -> AnyView,
) -> impl IntoView
where
    T: Clone + Send + Sync + 'static,
    V: IntoView + 'static,
{
    let content = move || {
        let show = show.clone();
        Suspend::new(async move {
            match resource.await {
                Ok(value) => show(value).into_any(),
                Err(error) => fail(error),
            }
        })
    };
    view! { <Transition fallback=|| view! { <p class="waiting">"Loading…"</p> }>{content}</Transition> }
}

/// An error in words, with what to do.
#[component]
pub fn ErrorNote(error: Error) -> impl IntoView {
    crate::api::answer_with(&error);
    let sign_in = (error == Error::SignedOut).then(|| {
        view! {
            " "
            <a href="/sign-in" rel="external">
                "Sign in"
            </a>
        }
    });
    view! {
        <p class="error-note" role="alert">
            {sentence(&error.to_string())}
            {sign_in}
        </p>
    }
}

/// What was refused of a form of this page, and why; nothing where the page was only asked for.
#[component]
pub fn RefusedNote() -> impl IntoView {
    use_context::<RefusedForm>().map(|refused| view! { <ErrorNote error=refused.error /> })
}

/// A fragment of an error as a sentence.
pub fn sentence(fragment: &str) -> String {
    let mut chars = domain::text::visible(fragment).chars().collect::<Vec<_>>();
    if let Some(first) = chars.first_mut() {
        *first = first.to_uppercase().next().unwrap_or(*first);
    }
    chars.push('.');
    chars.into_iter().collect()
}
