//! All sets.

use domain::role::Permission;
use leptos::prelude::*;

use crate::api::members::viewer;
use crate::api::sets::{SetLine, add_set, set_list};
use crate::root::TopBar;
use crate::ui::{PageTitle, Sending, load, loading};

/// `/`: the sets, each with how far it is.
#[component]
pub fn HomePage() -> impl IntoView {
    let sets = loading(|| (), |()| set_list());
    view! {
        <PageTitle text="Sets · Touchstone" />
        <TopBar trail=vec![("Sets".into(), None)] />
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
                "There is no set yet. A set holds queries that real people sent, the chunks that answer them, and reference answers. Make one below, then import its queries and a run."
            </p>
        }.into_any();
    }
    let row = |set: SetLine| {
        let address = format!("/sets/{}", set.name);
        view! {
            <tr>
                <td>
                    <a class="row-link" href=address.clone()>
                        <bdi>{domain::text::visible(&set.title)}</bdi>
                    </a>
                </td>
                <td class="number">{set.queries}</td>
                <td class="number">{set.completed}</td>
                <td>
                    <a href=format!("{address}/label")>"Label"</a>
                </td>
            </tr>
        }
    };
    view! {
        <table>
            <thead>
                <tr>
                    <th>"Set"</th>
                    <th class="number">"Queries"</th>
                    <th class="number">"Completed"</th>
                    <th>
                        <span class="visually-hidden">"Label"</span>
                    </th>
                </tr>
            </thead>
            <tbody>{sets.into_iter().map(row).collect_view()}</tbody>
        </table>
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
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        make.send(add_set(value(name), value(title), false));
    };
    view! {
        <form class="fields needs-live" on:submit=submit>
            <h2>"New set"</h2>
            <label>
                "Name in addresses and commands"
                <input name="name" node_ref=name required pattern="[A-Za-z0-9][A-Za-z0-9._\\-]*" maxlength="64" autocomplete="off" />
            </label>
            <label>"Title" <input name="title" node_ref=title maxlength="200" autocomplete="off" /></label>
            <button class="button primary">"Make the set"</button>
            {make.failure()}
        </form>
    }
}

fn value(field: NodeRef<leptos::html::Input>) -> String {
    field.get().map(|field| field.value()).unwrap_or_default()
}
