//! The pairs of labellers, of which one is chosen.

use domain::agreement::{PairReport, Raters};
use domain::text::{counted, thousands, visible};
use leptos::prelude::*;

use super::Place;
use super::figures::{absence, figure, interval};
use super::one_pair::PairMeasures;

/// How many labellers the matrix has at the most: those with most items in common with others. The list has the rest.
const IN_MATRIX: usize = 8;
/// How many pairs the list has at the most.
const LISTED: usize = 50;

#[component]
pub fn Pairs(place: Place, chosen: usize) -> impl IntoView {
    let pairs = place.content.report.pairs.clone();
    let more = place.content.report.more_pairs + pairs.len().saturating_sub(LISTED);
    let named = if place.content.is_personal() { vec![] } else { people(&pairs) };
    let matrix = (!named.is_empty()).then(|| view! { <PairMatrix place=place.clone() people=named.clone() chosen /> });
    // Where the matrix has all of them the list is there for its numbers.
    let open = matrix.is_none() || named.len() > IN_MATRIX;
    view! {
        <section class="block w-3" aria-labelledby="pairs">
            <div class="block-head">
                <h2 id="pairs">{if place.content.is_personal() { "You and others" } else { "By pair" }}</h2>
                <p>"κ quadratic; pick one"</p>
            </div>
            {matrix}
            <PairMeasures pair=pairs[chosen].clone() />
            <details class="below" open=open>
                <summary>{counted(pairs.len(), "pair", "pairs")}</summary>
                <PairList place chosen />
                {(more > 0)
                    .then(|| view! { <p class="facts">{format!("and {more} more, in the JSON and with `touchstone agreement`")}</p> })}
            </details>
        </section>
    }
}

/// The labellers, those in the pairs with most items first.
fn people(pairs: &[PairReport]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in pairs.iter().flat_map(|pair| [&pair.a, &pair.b]) {
        if !found.contains(name) {
            found.push(name.clone());
        }
    }
    found
}

#[component]
fn PairMatrix(place: Place, people: Vec<String>, chosen: usize) -> impl IntoView {
    let people: Vec<String> = people.into_iter().take(IN_MATRIX).collect();
    let (rows, columns) = (people[..people.len() - 1].to_vec(), people[1..].to_vec());
    let heads = columns
        .iter()
        .map(|name| {
            view! {
                <th scope="col">
                    <bdi>{visible(name)}</bdi>
                </th>
            }
        })
        .collect_view();
    let row = move |(at, name): (usize, String)| {
        let cell = |(column, other): (usize, &String)| match find(&place, &name, other) {
            Some(found) if column >= at => view! { <PairCell place=place.clone() pair=found current=found == chosen /> }.into_any(),
            _ => view! { <td class="none"></td> }.into_any(),
        };
        let cells = columns.iter().enumerate().map(cell).collect_view();
        view! {
            <tr>
                <th scope="row">
                    <bdi>{visible(&name)}</bdi>
                </th>
                {cells}
            </tr>
        }
    };
    view! {
        <div class="wide-table" role="region" aria-label="Pairs" tabindex="0">
            <table class="heat pairs" aria-labelledby="pairs">
                <thead>
                    <tr>
                        <td class="none corner"></td>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows.into_iter().enumerate().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
}

/// The place of the pair of two labellers.
fn find(place: &Place, a: &str, b: &str) -> Option<usize> {
    let is = |pair: &PairReport| (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a);
    place.content.report.pairs.iter().position(is)
}

/// The address that chooses a pair.
fn address(place: &Place, pair: &PairReport) -> String {
    place.shown.choosing(Raters::Pair { a: pair.a.clone(), b: pair.b.clone() }).address(&place.set)
}

#[component]
fn PairCell(place: Place, pair: usize, current: bool) -> impl IntoView {
    let pair = &place.content.report.pairs[pair];
    let kappa = &pair.agreement.cohen_quadratic;
    let value = kappa.value().map_or_else(|| "undefined".to_owned(), figure);
    view! {
        <td class=format!("h{}", heat(kappa.value())) aria-current=current.then_some("true")>
            <a href=address(&place, pair) title=absence(kappa)>
                <span>
                    <span class="visually-hidden">{format!("{} and {} ", visible(&pair.a), visible(&pair.b))}</span>
                    <b>{value}</b>
                    <small>{kappa.value().map(|_| interval(kappa))}</small>
                </span>
            </a>
        </td>
    }
}

/// How dark a κ is, from 0 to 5.
fn heat(kappa: Option<f64>) -> usize {
    kappa.map_or(0, |kappa| [0.4, 0.6, 0.7, 0.8, 0.85].iter().filter(|least| kappa >= **least).count())
}

#[component]
fn PairList(place: Place, chosen: usize) -> impl IntoView {
    let row = |(at, pair): (usize, &PairReport)| {
        let kappa = &pair.agreement.cohen_quadratic;
        let value = kappa.value().map_or_else(|| "undefined".to_owned(), figure);
        view! {
            <tr>
                <td>
                    <a class="row-link" href=address(&place, pair) aria-current=(at == chosen).then_some("true")>
                        <bdi>{visible(&pair.a)}</bdi>
                        ", "
                        <bdi>{visible(&pair.b)}</bdi>
                    </a>
                </td>
                <td class="number" title=absence(kappa)>
                    {value}
                </td>
                <td class="number dim">{kappa.value().map(|_| interval(kappa))}</td>
                <td class="number dim">{thousands(pair.agreement.n)}</td>
            </tr>
        }
    };
    let rows = place.content.report.pairs.iter().take(LISTED).enumerate().map(row).collect_view();
    view! {
        <table class="bare list" aria-label="Pairs, with quadratic κ, its interval and the number of items">
            <tbody>{rows}</tbody>
        </table>
    }
}
