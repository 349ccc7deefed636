//! Who labels a query: who has it, who could, and the forms that give it and take it back.

use domain::assigning::{Labeller, QueryAssignment};
use domain::assignment::AssignmentStatus;
use domain::id::QueryId;
use leptos::prelude::*;

use crate::api::assigning::{QueryLabellers, query_labellers};
use crate::ui::Column::{Unseen, Words};
use crate::ui::{GivenText, Table, load, loading};

/// Who labels a query, for those who assign.
#[component]
pub fn Labellers(name: String, query: QueryId) -> impl IntoView {
    let address = format!("/sets/{name}/queries/{query}");
    let asked = loading(move || name.clone(), move |set| query_labellers(set, query));
    view! {
        <h2 id="labellers">"Labellers"</h2>
        {load(asked, move |found: QueryLabellers| view! { <Found address=address.clone() found /> })}
    }
}

#[component]
fn Found(address: String, found: QueryLabellers) -> impl IntoView {
    let QueryLabellers { needed, assignments, labellers } = found;
    let has = |labeller: &Labeller| assignments.iter().any(|known| known.labeller == labeller.id && is_theirs(known.status));
    let free: Vec<Labeller> = labellers.into_iter().filter(|labeller| !has(labeller)).collect();
    let people = if needed == 1 { "one labeller".to_owned() } else { format!("{needed} labellers") };
    view! {
        <p>{format!("The query needs {people}.")}</p>
        <Assignments address=address.clone() assignments />
        <AssignForm address=address free />
    }
}

/// Whether a labeller with such an assignment cannot be given the query.
const fn is_theirs(status: AssignmentStatus) -> bool {
    matches!(status, AssignmentStatus::Assigned | AssignmentStatus::Leased | AssignmentStatus::Completed)
}

#[component]
fn Assignments(address: String, assignments: Vec<QueryAssignment>) -> impl IntoView {
    let row = move |assignment: QueryAssignment| {
        let stands = in_words(&assignment);
        let take_back = (assignment.status == AssignmentStatus::Assigned).then(|| {
            view! { <TakeBack address=address.clone() labeller=assignment.labeller.to_string() asked=assignment.asked /> }
        });
        view! {
            <tr>
                <td>
                    <GivenText text=assignment.name />
                </td>
                <td>{stands}</td>
                <td>{take_back}</td>
            </tr>
        }
    };
    (!assignments.is_empty()).then(|| {
        view! {
            <Table columns=[
                Words("Labeller"),
                Words("Stands"),
                Unseen("What can be done"),
            ]>{assignments.into_iter().map(row).collect_view()}</Table>
        }
    })
}

/// Where an assignment stands, and who gave it.
fn in_words(assignment: &QueryAssignment) -> String {
    let stands = match (assignment.status, assignment.lease_ends) {
        (AssignmentStatus::Assigned, None) => "not begun".to_owned(),
        (AssignmentStatus::Assigned, Some(_)) => "begun, then nothing for half an hour".to_owned(),
        (AssignmentStatus::Leased, ends) => format!("has it{}", ends.map(|ends| format!(" until {ends} UTC")).unwrap_or_default()),
        (AssignmentStatus::Expired, _) => "had it and can get it again".to_owned(),
        (AssignmentStatus::Skipped, _) => return "skipped it".to_owned(),
        (AssignmentStatus::HandedBack, _) => return "handed it back".to_owned(),
        (AssignmentStatus::Completed, _) => "completed it".to_owned(),
    };
    let stands = if assignment.saw_others { format!("{stands}, after seeing the others' labels") } else { stands };
    match &assignment.assigned_by {
        Some(by) if assignment.asked => format!("{stands}; asked about it by {}", domain::text::visible(by)),
        Some(by) => format!("{stands}; given by {}", domain::text::visible(by)),
        None => stands,
    }
}

#[component]
fn TakeBack(address: String, labeller: String, asked: bool) -> impl IntoView {
    let words = if asked { "Take the question back from all" } else { "Take back" };
    view! {
        <form method="post" action=format!("{address}/take-back")>
            <input type="hidden" name="labeller" value=labeller />
            <button class="button">{words}</button>
        </form>
    }
}

#[component]
fn AssignForm(address: String, free: Vec<Labeller>) -> impl IntoView {
    (!free.is_empty()).then(|| {
        view! {
            <form class="filters" method="post" action=format!("{address}/assign")>
                <LabellerField labellers=free />
                <button class="button">"Assign"</button>
            </form>
        }
    })
}

/// The field that chooses a labeller.
#[component]
pub fn LabellerField(labellers: Vec<Labeller>) -> impl IntoView {
    let option = |labeller: Labeller| {
        view! { <option value=labeller.id.to_string()>{domain::text::visible(&labeller.name)}</option> }
    };
    view! {
        <label>
            "Labeller " <select name="labeller" required>
                <option value="">"choose"</option>
                {labellers.into_iter().map(option).collect_view()}
            </select>
        </label>
    }
}
