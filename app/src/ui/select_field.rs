//! A choice among words in a form, of which one may be chosen.

use leptos::prelude::*;

#[component]
pub fn SelectField(
    name: &'static str,
    label: &'static str,
    /// What stands for no choice; none where one has to be made.
    #[prop(optional)]
    any: Option<&'static str>,
    /// What each sends, and what it is called.
    options: Vec<(String, String)>,
    /// What is sent by the one that is chosen; empty for none.
    #[prop(into)]
    chosen: String,
) -> impl IntoView {
    let option = |(value, words): (String, String)| {
        let selected = value == chosen;
        view! {
            <option value=value selected=selected>
                {words}
            </option>
        }
    };
    view! {
        <label>
            {label} " "
            <select name=name>
                {any.map(|any| view! { <option value="">{any}</option> })} {options.into_iter().map(option).collect_view()}
            </select>
        </label>
    }
}
