//! The members of a set: their roles in it, and how far they are. Per-person numbers are personal: who does not see
//! everybody's work sees their own.

use domain::member::{ListedMember, MemberWork, WorkLeft};
use domain::query::StatusCounts;
use domain::text::counted;
use leptos::prelude::*;

use super::members::invitations::InviteToSet;
use crate::api::members::{SetMembers, set_members};
use crate::ui::Column::{Numbers, Words};
use crate::ui::{Column, GivenText, LivePart, PageTitle, Paging, RefusedNote, RoleOptions, Table, WideTable, duration, loading, pace};

/// `/sets/{set}/members`.
#[component]
pub fn SetMembersPage() -> impl IntoView {
    let set = super::set_in_address();
    let page = super::page_in_address();
    let list = loading(move || (set.get(), page.get()), |(set, page)| set_members(set, page));
    super::page(list, move |members: SetMembers| view! { <SetMembersDocument name=set.get_untracked() members /> })
}

#[component]
fn SetMembersDocument(name: String, members: SetMembers) -> impl IntoView {
    let title = members.title.clone();
    let invite = members.next_invitation.map(|next| view! { <InviteToSet set=name.clone() next /> });
    let alone = members.left.is_none().then(|| view! { <p class="facts">"You see your own numbers. A reviewer sees everybody's."</p> });
    view! {
        <PageTitle text=format!("Members · {title}") />
        <main id="main" class="document wide">
            <h1>"Members"</h1>
            <RefusedNote />
            {alone}
            <LivePart id="members".to_owned()>
                <p class="lead">{how_far(&members.counts, members.left)}</p>
                <MemberTable name=name.clone() members />
            </LivePart>
            {invite}
        </main>
    }
}

/// `48 of 60 queries are settled; 30 more completions are needed, about 3 h at 2 min a query.`
fn how_far(counts: &StatusCounts, left: Option<WorkLeft>) -> String {
    let settled = format!("{} of {} queries are settled", counts.settled(), counts.total());
    match left {
        None => format!("{settled}."),
        Some(WorkLeft { completions: 0, .. }) => format!("{settled}; nothing is left to label."),
        Some(left) => {
            let needed = counted(left.completions, "more completion is needed", "more completions are needed");
            match (left.minutes_left(), left.median_seconds) {
                (Some(minutes), Some(seconds)) => {
                    format!("{settled}; {needed}, about {} of work at {}.", duration(minutes), pace(seconds))
                }
                _ => format!("{settled}; {needed}."),
            }
        }
    }
}

const COLUMNS: [Column; 9] = [
    Words("Name"),
    Words("Role in this set"),
    Numbers("Completed"),
    Numbers("Has now"),
    Numbers("Given by hand"),
    Numbers("Skipped or handed back"),
    Numbers("Late"),
    Words("Pace"),
    Words("Last seen (UTC)"),
];

#[component]
fn MemberTable(name: String, members: SetMembers) -> impl IntoView {
    let SetMembers { page, viewer, may_give, .. } = members;
    let (number, last, total) = (page.number, page.last(), page.total);
    let row = |member: ListedMember| {
        let action = format!("/sets/{name}/members/{}?page={number}", member.user.id);
        // An admin of everything is one here, and nobody changes their own role.
        let give = may_give && member.user.id != viewer && member.user.role != domain::role::Role::Admin;
        view! { <MemberRow member give=give.then_some(action) /> }
    };
    let rows = page.rows.into_iter().map(row).collect_view();
    view! {
        <WideTable label="Members of the set">
            <Table columns=COLUMNS>{rows}</Table>
        </WideTable>
        <Paging number last total address=move |page| format!("/sets/{name}/members?page={page}") />
    }
}

#[component]
fn MemberRow(
    member: ListedMember,
    /// Where another role is asked for; none where it cannot be.
    give: Option<String>,
) -> impl IntoView {
    let role = match give {
        Some(action) => view! { <GiveRoleForm member=member.clone() action /> }.into_any(),
        None => member.role().word().into_any(),
    };
    let shut_out = member.user.disabled_at.map(|_| view! { <span class="facts">" shut out"</span> });
    let MemberWork { completed, leased, assigned, skipped, late, median_seconds, .. } = member.work;
    let seen = member.user.last_seen.map_or_else(|| "never".to_owned(), |at| at.to_string());
    view! {
        <tr>
            <td>
                <GivenText text=member.user.name />
                {shut_out}
            </td>
            <td>{role}</td>
            <td class="number">{completed}</td>
            <td class="number">{leased}</td>
            <td class="number">{assigned}</td>
            <td class="number">{skipped}</td>
            <td class="number">{late}</td>
            <td>{median_seconds.map_or_else(|| "not known yet".to_owned(), pace)}</td>
            <td>{seen}</td>
        </tr>
    }
}

#[component]
fn GiveRoleForm(member: ListedMember, action: String) -> impl IntoView {
    let name = domain::text::visible(&member.user.name);
    view! {
        <form class="inline" method="post" action=action>
            <select name="role" aria-label=format!("Role of {name} in this set")>
                <option value="" selected=member.given.is_none()>
                    {format!("{}, as everywhere", member.user.role.word())}
                </option>
                <RoleOptions chosen=member.given />
            </select>
            <button class="button" aria-label=format!("Save the role of {name}")>
                "Save"
            </button>
        </form>
    }
}
