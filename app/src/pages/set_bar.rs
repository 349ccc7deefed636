//! The bar of a set, on every page of it: which pages there are, and which one this is.

use domain::role::Permission;
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
}

static ENTRIES: &[Entry] = &[
    Entry { word: "Overview", segments: &["", "guidelines"], permission: Permission::Read },
    Entry { word: "Label", segments: &["label"], permission: Permission::Label },
    Entry { word: "Queries", segments: &["queries"], permission: Permission::Read },
    Entry { word: "Review", segments: &["disagreements"], permission: Permission::Adjudicate },
    Entry { word: "Agreement", segments: &["agreement"], permission: Permission::Read },
    Entry { word: "Import", segments: &["import"], permission: Permission::Import },
    Entry { word: "Versions", segments: &["versions", "diff"], permission: Permission::Read },
    Entry { word: "Evaluation", segments: &["evaluation"], permission: Permission::Read },
    Entry { word: "Members", segments: &["members"], permission: Permission::Label },
    Entry { word: "Settings", segments: &["settings"], permission: Permission::Configure },
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
    let allowed = |entry: &&Entry| role.may(entry.permission);
    view! {
        <nav class="set-pages" aria-label="The set">
            <ul>{ENTRIES.iter().filter(allowed).map(link).collect_view()}</ul>
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
    use super::ENTRIES;

    #[test]
    fn a_page_marks_its_own_entry_and_no_other() {
        for (path, word, mark) in [
            ("/sets/s", "Overview", "page"),
            ("/sets/s/guidelines/2", "Overview", "true"),
            ("/sets/s/label", "Label", "page"),
            ("/sets/s/queries", "Queries", "page"),
            ("/sets/s/queries/0190", "Queries", "true"),
            ("/sets/s/versions/", "Versions", "page"),
            ("/sets/s/versions/1", "Versions", "true"),
            ("/sets/s/diff", "Versions", "true"),
            ("/sets/s/disagreements", "Review", "page"),
            ("/sets/s/disagreements/0190/answer", "Review", "true"),
            ("/sets/s/members", "Members", "page"),
            ("/sets/label/settings", "Settings", "page"),
        ] {
            let marked: Vec<_> = ENTRIES.iter().filter_map(|entry| Some((entry.word, entry.current(path)?))).collect();
            assert_eq!(marked, [(word, mark)], "{path}");
        }
    }
}
