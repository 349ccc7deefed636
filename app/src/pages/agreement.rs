//! How far labellers agree, with each other and with judges.

mod address;
mod axis;
mod cases;
pub mod command;
mod confusion;
mod empty;
mod figures;
mod filters;
mod guidelines;
mod judges;
mod keyboard;
mod measures;
mod one_pair;
mod pairs;
mod styles;
mod weeks;

use domain::agreement::Items;
use domain::role::Permission;
use domain::text::{counted, thousands};
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use self::address::Shown;
use self::cases::Cases;
use self::empty::NothingToCompare;
use self::filters::Filters;
use self::judges::Judges;
use self::keyboard::AgreementKeys;
use self::measures::Measures;
use self::one_pair::OnePair;
use self::pairs::Pairs;
use self::styles::Styles;
use self::weeks::Weeks;
use crate::api::agreement::{AgreementPage as Content, agreement_page};
use crate::ui::{PageTitle, loading};

/// `/sets/{set}/agreement`: filters, the pair and the cell that are looked at live in the address.
#[component]
pub fn AgreementPage() -> impl IntoView {
    let set = super::set_in_address();
    let address = use_query_map();
    let shown = Memo::new(move |_| Shown::of(&address.read()));
    let page = loading(
        move || (set.get(), shown.get()),
        |(set, shown)| async move {
            let Shown { filter, cell, .. } = shown?;
            agreement_page(set, filter, cell).await
        },
    );
    super::page(page, move |content: Content| {
        let shown = shown.get_untracked().unwrap_or_default();
        view! { <AgreementDocument set=set.get_untracked() shown content /> }
    })
}

#[component]
fn AgreementDocument(set: String, shown: Shown, content: Content) -> impl IntoView {
    let place = Place { set, shown: shown.clone(), content: content.clone() };
    let report = &content.report;
    let compared = report.all.items > 0;
    let chosen = place.chosen_pair();
    let disagreements = content.role.may(Permission::Adjudicate).then(|| format!("/sets/{}/disagreements", place.set));
    view! {
        <PageTitle text=format!("Agreement · {}", content.title) />
        <main id="main" class="agreement">
            <header class="page-head">
                <div>
                    <h1>"Agreement"</h1>
                    {compared.then(|| view! { <Facts place=place.clone() /> })}
                    {left_out(&content)}
                </div>
                <Filters place=place.clone() />
            </header>
            {(!compared).then(|| view! { <NothingToCompare place=place.clone() /> })}
            <div class="blocks">
                {compared.then(|| view! { <Measures place=place.clone() /> })}
                {chosen
                    .map(|chosen| {
                        view! {
                            <Pairs place=place.clone() chosen />
                            <OnePair place=place.clone() chosen />
                        }
                    })} <Cases place=place.clone() /> <Judges place=place.clone() />
                {compared
                    .then(|| {
                        view! {
                            <Styles place=place.clone() />
                            <Weeks place />
                        }
                    })}
            </div>
        </main>
        <AgreementKeys disagreements />
    }
}

/// What the blocks of the page are made from.
#[derive(Clone)]
struct Place {
    /// The set's name.
    set: String,
    /// What the address says.
    shown: Shown,
    content: Content,
}

impl Place {
    /// The place of the pair whose matrix is shown: that of the address, or the one that agrees least.
    fn chosen_pair(&self) -> Option<usize> {
        let pairs = &self.content.report.pairs;
        let named = |(a, b): &(String, String)| pairs.iter().position(|pair| pair.a == *a && pair.b == *b);
        let kappa = |at: &usize| pairs[*at].agreement.cohen_quadratic.value();
        let least = || {
            (0..pairs.len())
                .filter(|at| kappa(at).is_some())
                .min_by(|a, b| f64::total_cmp(&kappa(a).unwrap_or(1.0), &kappa(b).unwrap_or(1.0)))
        };
        self.shown.pair().as_ref().and_then(named).or_else(least).or_else(|| (!pairs.is_empty()).then_some(0))
    }

    /// What one item is called, and more.
    fn items(&self, count: u64) -> String {
        let [one, more] = self.content.report.items_in_words();
        format!("{} {}", thousands(count), if count == 1 { one } else { more })
    }
}

/// What was compared, and how it turned out.
#[component]
fn Facts(place: Place) -> impl IntoView {
    let report = &place.content.report;
    let all = &report.all;
    let queries = counted(all.queries, "query", "queries");
    let across = match report.filter.items {
        Items::Labels => format!(", of which {} across the cut-off", thousands(all.across)),
        Items::Answerable => String::new(),
    };
    let more = [(all.single, "rated by one, not counted"), (report.cant_tell, "times somebody could not tell, not counted")];
    let said = more.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!(" · {} {what}", thousands(count)));
    let more = said.collect::<Vec<_>>().concat();
    let disagreements = place.content.role.may(Permission::Adjudicate).then(|| {
        view! {
            " · "
            <a href=format!("/sets/{}/disagreements", place.set)>"disagreements"</a>
        }
    });
    view! {
        <p class="facts">
            <b>{place.items(all.items)}</b>
            {format!(
                " of {queries} that two people or more rated: {} alike, {} not{across}{more}",
                thousands(all.alike),
                thousands(all.items - all.alike),
            )}
            {disagreements}
        </p>
    }
}

/// What the reader does not see, and why.
fn left_out(content: &Content) -> Option<impl IntoView + use<>> {
    let left_out = content.report.left_out;
    let words = if content.is_personal() && content.role.may(Permission::Label) {
        "Of the queries that you completed; of others you see nothing until you complete them.".to_owned()
    } else if left_out > 0 {
        let queries = counted(left_out, "query that you are asked to label is", "queries that you are asked to label are");
        format!("{queries} left out.")
    } else {
        return None;
    };
    Some(view! { <p class="facts">{words}</p> })
}
