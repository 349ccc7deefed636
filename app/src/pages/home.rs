//! All sets.

use domain::role::Permission;
use leptos::prelude::*;

use crate::api::members::viewer;
use crate::api::sets::{SetLine, add_set, set_list};
use crate::ui::Column::{Numbers, Unseen, Words};
use crate::ui::{GivenText, PageTitle, Sending, Table, TopBar, field_value, load, loading};

/// `/`: the sets, each with how far it is.
#[component]
pub fn HomePage() -> impl IntoView {
    let sets = loading(|| (), |()| set_list());
    view! {
        <PageTitle text="Sets · Touchstone" />
        <TopBar />
        <main id="main" class="document">
            <h1>"Golden sets"</h1>
            {load(sets, |sets: Vec<SetLine>| view! { <SetTable sets /> })}
            {viewer().filter(|viewer| viewer.role.may(Permission::Configure)).map(|_| view! { <NewSetForm /> })}
        </main>
    }
}

#[component]
fn SetTable(sets: Vec<SetLine>) -> impl IntoView {
    if sets.is_empty() {
        return view! {
            <p>
                "There is no set yet. A set holds queries that real people sent, the chunks that answer them, and reference answers. "
                "Make one below, then import its queries and a run."
            </p>
        }
        .into_any();
    }
    let row = |set: SetLine| {
        let address = format!("/sets/{}", set.name);
        view! {
            <tr>
                <td>
                    <a class="row-link" href=address.clone()>
                        <GivenText text=set.title />
                    </a>
                </td>
                <td class="number">{set.queries}</td>
                <td class="number">{set.waiting}</td>
                <td>{set.role.may(Permission::Label).then(|| view! { <a href=format!("{address}/label")>"Label"</a> })}</td>
            </tr>
        }
    };
    view! {
        <Table columns=[
            Words("Set"),
            Numbers("Queries"),
            Numbers("To label"),
            Unseen("Label"),
        ]>{sets.into_iter().map(row).collect_view()}</Table>
    }
    .into_any()
}

/// The form that makes a set, for who may.
#[island]
fn NewSetForm() -> impl IntoView {
    let make = Sending::new();
    Effect::new(move |_| {
        if let Some(name) = make.answer() {
            let _ = location().set_href(&format!("/sets/{name}/import"));
        }
    });
    let (name, title) = (NodeRef::<leptos::html::Input>::new(), NodeRef::<leptos::html::Input>::new());
    let (scale, names, cutoff) = (RwSignal::new("0-3".to_owned()), RwSignal::new(String::new()), RwSignal::new(String::new()));
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let scale = if scale.get_untracked() == OWN { names.get_untracked() } else { scale.get_untracked() };
        make.send(add_set(field_value(name), field_value(title), scale, cutoff.get_untracked().parse().ok()));
    };
    view! {
        <form class="fields needs-live" on:submit=submit>
            <h2>"New set"</h2>
            <label>
                "Name in addresses and commands"
                <input name="name" node_ref=name required pattern="[A-Za-z0-9][A-Za-z0-9._\\-]*" maxlength="64" autocomplete="off" />
            </label>
            <label>"Title" <input name="title" node_ref=title maxlength="200" autocomplete="off" /></label>
            <ScaleFields scale names cutoff />
            <button class="button primary">"Make the set"</button>
            {make.failure()}
        </form>
    }
}

/// The choice of a scale that is spelled out.
const OWN: &str = "own";

/// The grades, which a set keeps for ever, and which of them are relevant.
#[component]
fn ScaleFields(scale: RwSignal<String>, names: RwSignal<String>, cutoff: RwSignal<String>) -> impl IntoView {
    let choice = move |value: &'static str, words: &'static str| {
        view! {
            <label class="check">
                <input type="radio" name="scale" value=value checked=value == "0-3" on:change=move |_| scale.set(value.to_owned()) />
                {words}
            </label>
        }
    };
    let own = move || {
        (scale.get() == OWN).then(|| {
            view! {
                <label>
                    "Names of 2 to 10 grades, the lowest first, separated by commas"
                    <input required placeholder="Bad, Fair, Good, Excellent, Perfect" autocomplete="off" bind:value=names />
                </label>
            }
        })
    };
    view! {
        <fieldset>
            <legend>"Grades"</legend>
            {choice("0-3", "0 not relevant · 1 related · 2 in part · 3 answers")}
            {choice("binary", "0 not relevant · 1 relevant")}
            {choice(OWN, "others")}
            {own}
            <label>
                "Relevant from this grade up; the middle of the scale where nothing is said"
                <input type="number" min="1" max="9" autocomplete="off" bind:value=cutoff />
            </label>
        </fieldset>
    }
}
