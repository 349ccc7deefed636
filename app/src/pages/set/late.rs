//! What came after its sender's lease had ended, for reviewers: it is kept, and somebody else may have labelled the query too.

use domain::assigning::LateSubmit;
use leptos::prelude::*;

use crate::ui::Column::{Numbers, Words};
use crate::ui::{GivenText, Table, WideTable};

#[component]
pub fn Late(name: String, late: Vec<LateSubmit>) -> impl IntoView {
    let row = move |late: LateSubmit| {
        view! {
            <tr>
                <td>
                    <a class="row-link" href=format!("/sets/{name}/queries/{}", late.query)>
                        <GivenText text=late.text />
                    </a>
                </td>
                <td>
                    <GivenText text=late.labeller />
                </td>
                <td class="number">{late.operations}</td>
                <td>{late.at.to_string()}</td>
            </tr>
        }
    };
    (!late.is_empty()).then(|| {
        view! {
            <h2>"Came late"</h2>
            <p>
                "It was sent after its labeller's half hour had ended. It is kept, and the query may have one labeller more than it needs."
            </p>
            <WideTable label="What came late">
                <Table columns=[
                    Words("Query"),
                    Words("Labeller"),
                    Numbers("Entries"),
                    Words("Last (UTC)"),
                ]>{late.into_iter().map(row).collect_view()}</Table>
            </WideTable>
        }
    })
}
