//! The guidelines in the settings: a text that becomes the next version.

use domain::guideline::{AddedGuideline, Guideline};
use leptos::html::Textarea;
use leptos::prelude::*;

use crate::api::guidelines::add_guideline;
use crate::ui::{GivenText, Sending};

/// A text and the number of the version that it is made from. What somebody else added meanwhile is shown beside it.
#[island]
pub fn GuidelinesForm(set: String, text: String, number: i32) -> impl IntoView {
    let field = NodeRef::<Textarea>::new();
    let (base, theirs) = (RwSignal::new(number), RwSignal::new(None));
    let save = Sending::new();
    let page = format!("/sets/{set}/guidelines");
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let (set, written) = (set.clone(), field.get().map(|field| field.value()).unwrap_or_default());
        save.send(async move { Ok(taken(add_guideline(set, written, base.get_untracked()).await?, base, theirs)) });
    };
    view! {
        <form class="fields" id="guidelines" on:submit=submit>
            <label>"Guidelines (Markdown)" <textarea node_ref=field name="guidelines" rows="10" prop:value=text></textarea></label>
            <div>
                <button class="button primary">"Save the guidelines"</button>
                " "
                <a href=page>"Versions"</a>
            </div>
            <p role="status">{move || save.answer()}</p>
            {save.failure()}
            {move || theirs.get().map(|theirs| view! { <Theirs theirs /> })}
        </form>
    }
}

/// What became of a text, in words.
fn taken(added: AddedGuideline, base: RwSignal<i32>, theirs: RwSignal<Option<Guideline>>) -> String {
    let (number, other, words) = match added {
        AddedGuideline::New(number) => (number, None, format!("Saved: labels are given under version {number} from now on.")),
        AddedGuideline::Known(0) => (0, None, "Nothing to save: the text is empty.".to_owned()),
        AddedGuideline::Known(number) => (number, None, format!("Nothing to save: version {number} says the same.")),
        AddedGuideline::Outdated(other) => {
            let number = other.as_ref().map_or(0, |other| other.number);
            (number, other, format!("Not saved: version {number} was added meanwhile."))
        }
    };
    base.set(number);
    theirs.set(other);
    words
}

/// What somebody else wrote meanwhile.
#[component]
fn Theirs(theirs: Guideline) -> impl IntoView {
    let Guideline { number, text, author, .. } = theirs;
    view! {
        <div class="theirs" role="group" aria-label="The version that was added meanwhile">
            <p>
                {format!("Version {number}, by ")} <GivenText text=author.unwrap_or_else(|| "the command line".into()) />
                ". What you wrote stands in the field; to save again puts it in the place of this:"
            </p>
            <p class="answer-text" dir="auto">
                {domain::text::visible(&text)}
            </p>
        </div>
    }
}
