//! How far labellers agree, with each other and with judges.

mod address;
mod anchoring;
mod axis;
mod cases;
pub mod command;
mod confusion;
mod empty;
mod facts;
mod figures;
mod filters;
mod guidelines;
mod judges;
mod keyboard;
mod measure_table;
mod measures;
mod one_pair;
mod pairs;
mod plots;
mod styles;
mod week_plot;
mod weeks;

use domain::agreement::{Items, PairReport, Raters};
use domain::disagreement::State;
use domain::role::Permission;
use domain::text::{thousands, visible};
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use self::address::Shown;
use self::cases::Cases;
use self::empty::NothingToCompare;
use self::facts::Facts;
use self::filters::Filters;
use self::judges::Judges;
use self::keyboard::AgreementKeys;
use self::measures::Measures;
use self::one_pair::OnePair;
use self::pairs::Pairs;
use self::styles::Styles;
use self::weeks::Weeks;
use super::review_nav::{ReviewNav, ReviewPage};
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
    let compared = content.report.all.items > 0;
    let guidelines = content.report.guidelines.len() > 1;
    let cells = compared || !content.report.judges.is_empty();
    let chosen = place.chosen_pair();
    let disagreements = content.role.may(Permission::Adjudicate).then(|| format!("/sets/{}/disagreements", place.set));
    // The cases of a cell stand below its matrix.
    let of_pair = matches!(shown.raters, Some(Raters::Pair { .. }));
    let open = content.cases.as_ref().map(|counts| counts.among_labellers(State::Open).into());
    view! {
        <PageTitle text=format!("Agreement · {}", content.title) />
        <ReviewNav set=place.set.clone() here=ReviewPage::Agreement open />
        <main id="main" class="agreement">
            <header class="page-head">
                <div>
                    <h1>"Agreement"</h1>
                    <Facts place=place.clone() />
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
                    })} {of_pair.then(|| view! { <Cases place=place.clone() /> })} <Judges place=place.clone() />
                {(!of_pair).then(|| view! { <Cases place=place.clone() /> })}
                {compared
                    .then(|| {
                        view! {
                            <Styles place=place.clone() />
                            <Weeks place />
                        }
                    })}
            </div>
        </main>
        <AgreementKeys disagreements guidelines cells />
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
        let named = self.shown.raters.as_ref().and_then(|raters| pairs.iter().position(|pair| is_of(pair, raters)));
        let kappa = |at: &usize| pairs[*at].agreement.cohen_quadratic.value();
        let least = || {
            (0..pairs.len())
                .filter(|at| kappa(at).is_some())
                .min_by(|a, b| f64::total_cmp(&kappa(a).unwrap_or(1.0), &kappa(b).unwrap_or(1.0)))
        };
        named.or_else(least).or_else(|| (!pairs.is_empty()).then_some(0))
    }

    /// Who the address names and nothing is known of here, so that others are shown in their place; in words.
    fn missing_raters(&self) -> Option<String> {
        let report = &self.content.report;
        match self.shown.raters.as_ref()? {
            raters @ Raters::Pair { a, b } => {
                let missing = !self.content.is_personal() && !report.pairs.iter().any(|pair| is_of(pair, raters));
                let [_, items] = report.items_in_words();
                missing.then(|| format!("{} and {} rated no {items} in common here.", visible(a), visible(b)))
            }
            raters @ Raters::Judge { judge, prompt } => {
                let missing = !report.judges.iter().any(|known| address::judge(known) == *raters);
                missing.then(|| format!("{} with prompt “{}” is none of the judges here.", visible(judge), visible(prompt)))
            }
        }
    }

    /// How a grade is written beside its mark.
    fn grade(&self, grade: usize) -> String {
        match self.shown.filter.items {
            Items::Labels => grade.to_string(),
            Items::Answerable => self.content.report.scale.grades.get(grade).cloned().unwrap_or_default(),
        }
    }

    /// What one item is called, and more.
    fn items(&self, count: u64) -> String {
        let [one, more] = self.content.report.items_in_words();
        format!("{} {}", thousands(count), if count == 1 { one } else { more })
    }
}

fn is_of(pair: &PairReport, raters: &Raters) -> bool {
    matches!(raters, Raters::Pair { a, b } if pair.a == *a && pair.b == *b)
}
