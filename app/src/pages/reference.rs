//! The machine API, to read: what programs can ask for.

use leptos::prelude::*;

use crate::api::reference::{Endpoint, reference};
use crate::ui::Column::Words;
use crate::ui::{PageTitle, Table, TopBar, loading};

/// `/reference`.
#[component]
pub fn ReferencePage() -> impl IntoView {
    let endpoints = loading(|| (), |()| reference());
    view! {
        <TopBar here="The API" />
        {super::page(endpoints, |endpoints: Vec<Endpoint>| view! { <ReferenceDocument endpoints /> })}
    }
}

#[component]
fn ReferenceDocument(endpoints: Vec<Endpoint>) -> impl IntoView {
    view! {
        <PageTitle text="The API · Touchstone" />
        <main id="main" class="document">
            <h1>"The API for programs"</h1>
            <p class="lead">
                "A token is for one set and until a day: " <code>"touchstone token create --set SET --name NAME --scope export:read"</code>
            </p>
            <p>
                "It goes in the header " <code>"Authorization: Bearer ts_…"</code>", never together with a cookie. The same as data: "
                <a href="/api/v1/openapi.json" rel="external">
                    "openapi.json"
                </a>
            </p>
            {endpoints.into_iter().map(|endpoint| view! { <EndpointEntry endpoint /> }).collect_view()}
        </main>
    }
}

#[component]
fn EndpointEntry(endpoint: Endpoint) -> impl IntoView {
    let row = |(name, what): (String, String)| {
        view! {
            <tr>
                <td>
                    <code>{name}</code>
                </td>
                <td>{what}</td>
            </tr>
        }
    };
    let Endpoint { method, path, summary, parameters, responses } = endpoint;
    let parameters = (!parameters.is_empty()).then(|| {
        view! { <Table columns=[Words("Parameter"), Words("What it says")]>{parameters.into_iter().map(row).collect_view()}</Table> }
    });
    view! {
        <h2>
            <code>{format!("{method} {path}")}</code>
        </h2>
        <p>{summary}</p>
        {parameters}
        <Table columns=[Words("Status"), Words("When")]>{responses.into_iter().map(row).collect_view()}</Table>
    }
}
