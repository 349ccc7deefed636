//! The bar of a set, on every page of it: which pages there are, and which one this is.

use domain::role::{Permission, Role};
use leptos::prelude::*;
use leptos_router::components::Outlet;
use leptos_router::hooks::use_location;

use crate::api::sets::{SetHeading, set_heading};
use crate::ui::load::load_or;
use crate::ui::{Account, Brand, DemoNote, FollowSet, heading_count, loading};

/// A page that the bar lists.
struct Entry {
    word: &'static str,
    /// What follows the set in the address of the page. Pages under the others stand under this one.
    segments: &'static [&'static str],
    permission: Permission,
    /// Who may do this has its pages under another entry.
    unless: Option<Permission>,
}

impl Entry {
    const fn new(word: &'static str, segments: &'static [&'static str], permission: Permission) -> Self {
        Self { word, segments, permission, unless: None }
    }

    fn is_for(&self, role: Role) -> bool {
        role.may(self.permission) && !self.unless.is_some_and(|unless| role.may(unless))
    }
}

/// The pages about what labellers say differently: under one entry, which leads to the first that the viewer may use.
const REVIEW: &[&str] = &["disagreements", "agreement", "guidelines"];
const READ_REVIEW: &[&str] = &["agreement", "guidelines"];

static ENTRIES: &[Entry] = &[
    Entry::new("Overview", &[""], Permission::Read),
    Entry::new("Label", &["label"], Permission::Label),
    Entry::new("Queries", &["queries"], Permission::Read),
    Entry::new("Review", REVIEW, Permission::Adjudicate),
    Entry { unless: Some(Permission::Adjudicate), ..Entry::new("Agreement", READ_REVIEW, Permission::Read) },
    Entry::new("Import", &["import"], Permission::Import),
    Entry::new("Versions", &["versions", "diff"], Permission::Read),
    Entry::new("Evaluation", &["evaluation"], Permission::Read),
    Entry::new("Members", &["members"], Permission::Label),
    Entry::new("Settings", &["settings"], Permission::Configure),
];

/// The frame of a set's pages: the bar, and below it the page.
#[component]
pub fn SetFrame() -> impl IntoView {
    view! {
        <header class="top-bar">
            <SetBar />
        </header>
        <Outlet />
    }
}

/// What stands in the bar. Where there is no room it is a menu.
#[component]
pub fn SetBar() -> impl IntoView {
    let set = super::set_in_address();
    let heading = loading(move || set.get(), set_heading);
    load_or(
        heading,
        move |heading: SetHeading| {
            let home = format!("/sets/{}", set.get_untracked());
            view! {
                <Brand />
                <a class="set-name" href=home.clone() data-grades=heading.grades>
                    <bdi>{domain::text::visible(&heading.title)}</bdi>
                </a>
                <button type="button" class="button menu-button" popovertarget="set-menu">
                    "Menu"
                </button>
                <div class="set-menu" id="set-menu" popover="auto">
                    <SetPages home heading=heading.clone() />
                    <Account />
                </div>
                <DemoNote />
                <FollowSet set=set.get_untracked() given=heading.given />
            }
        },
        |_| {
            view! {
                <Brand />
                <a class="set-name" href="/">
                    "Sets"
                </a>
                <Account />
                <DemoNote />
            }
            .into_any()
        },
    )
}

/// The pages that the viewer may use.
#[component]
fn SetPages(home: String, heading: SetHeading) -> impl IntoView {
    let SetHeading { waiting, cases, role, .. } = heading;
    let path = use_location().pathname.get_untracked();
    let link = move |entry: &'static Entry| {
        let current = entry.current(&path);
        let count = match entry.word {
            _ if current.is_some() => None,
            "Label" => Some(view! { <Waiting waiting /> }.into_any()),
            "Review" => Some(view! { <OpenCases cases /> }.into_any()),
            _ => None,
        };
        view! { <SetPageLink entry home=home.clone() current count /> }
    };
    view! {
        <nav class="set-pages" aria-label="The set">
            <ul>{ENTRIES.iter().filter(|entry| entry.is_for(role)).map(link).collect_view()}</ul>
        </nav>
    }
}

#[component]
fn SetPageLink(entry: &'static Entry, home: String, current: Option<&'static str>, count: Option<AnyView>) -> impl IntoView {
    view! {
        <li>
            <a href=entry.address(&home) aria-current=current>
                {entry.word}
                {count}
            </a>
        </li>
    }
}

/// How many queries wait for the viewer, as they come and go.
#[island]
fn Waiting(waiting: i64) -> impl IntoView {
    let waiting = heading_count(waiting, |heading| heading.waiting);
    move || {
        let waiting = waiting.get();
        (waiting > 0).then(|| view! { <span class="count">{waiting} <span class="visually-hidden">" waiting for you"</span></span> })
    }
}

/// How many disagreements among labellers are open, as they come and go.
#[island]
fn OpenCases(cases: i64) -> impl IntoView {
    let cases = heading_count(cases, |heading| heading.cases);
    move || {
        let cases = cases.get();
        (cases > 0).then(|| view! { <span class="count">{cases} <span class="visually-hidden">" open"</span></span> })
    }
}

impl Entry {
    fn address(&self, home: &str) -> String {
        match self.segments[0] {
            "" => home.to_owned(),
            segment => format!("{home}/{segment}"),
        }
    }

    /// How a page marks this entry: as itself, as what it stands under, or not.
    fn current(&self, path: &str) -> Option<&'static str> {
        let mut below = path.trim_end_matches('/').split('/').skip(3);
        let segment = below.next().unwrap_or_default();
        let is_itself = segment == self.segments[0] && below.next().is_none();
        self.segments.contains(&segment).then_some(if is_itself { "page" } else { "true" })
    }
}

#[cfg(test)]
mod tests {
    use domain::role::Role;

    use super::ENTRIES;

    #[test]
    fn a_page_marks_its_own_entry_and_no_other() {
        for (path, word, mark) in [
            ("/sets/s", "Overview", "page"),
            ("/sets/s/label", "Label", "page"),
            ("/sets/s/queries", "Queries", "page"),
            ("/sets/s/queries/0190", "Queries", "true"),
            ("/sets/s/versions/", "Versions", "page"),
            ("/sets/s/versions/1", "Versions", "true"),
            ("/sets/s/diff", "Versions", "true"),
            ("/sets/s/disagreements", "Review", "page"),
            ("/sets/s/disagreements/0190/answer", "Review", "true"),
            ("/sets/s/agreement", "Review", "true"),
            ("/sets/s/guidelines/2", "Review", "true"),
            ("/sets/s/members", "Members", "page"),
            ("/sets/label/settings", "Settings", "page"),
        ] {
            let of_admin = ENTRIES.iter().filter(|entry| entry.is_for(Role::Admin));
            let marked: Vec<_> = of_admin.filter_map(|entry| Some((entry.word, entry.current(path)?))).collect();
            assert_eq!(marked, [(word, mark)], "{path}");
        }
    }

    #[test]
    fn agreement_is_an_entry_of_its_own_for_who_settles_nothing() {
        let marked = |role: Role, path: &str| -> Vec<_> {
            ENTRIES.iter().filter(|entry| entry.is_for(role)).filter_map(|entry| Some((entry.word, entry.current(path)?))).collect()
        };
        for role in [Role::Viewer, Role::Labeller] {
            assert_eq!(marked(role, "/sets/s/agreement"), [("Agreement", "page")]);
            assert_eq!(marked(role, "/sets/s/guidelines/2"), [("Agreement", "true")]);
        }
        assert_eq!(marked(Role::Reviewer, "/sets/s/agreement"), [("Review", "true")]);
    }
}
