//! A table of measures: each with its plot, its value, its interval and how many items it rests on, or why it is undefined.

use domain::agreement::Measured;
use domain::text::thousands;
use leptos::prelude::*;

use super::figures::{absence, figure, interval as interval_in_words};

/// Where the interval of a measure stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Interval {
    /// In a column of its own.
    #[default]
    Column,
    /// In the plot, and in words for who cannot see it.
    Plot,
}

/// The heads of the columns.
#[component]
pub fn MeasureHead(
    /// What the rows are.
    rows: &'static str,
    /// The head of the plots.
    plot: AnyView,
    /// What the values are.
    value: &'static str,
    #[prop(optional)] interval: Interval,
) -> impl IntoView {
    let number = |name: &'static str| {
        view! {
            <th scope="col" class="number">
                {name}
            </th>
        }
    };
    view! {
        <thead>
            <tr>
                <th scope="col">{rows}</th>
                <th scope="col" class="plot-cell">
                    {plot}
                </th>
                {number(value)}
                {(interval == Interval::Column).then(|| number("Interval"))}
                {number("n")}
            </tr>
        </thead>
    }
}

/// The cells of a measure after its name.
#[component]
pub fn MeasureCells(
    measured: Measured,
    /// None where the table draws nothing.
    #[prop(optional)]
    plot: Option<AnyView>,
    #[prop(optional)] interval: Interval,
    /// Whether it is what one looks at first.
    #[prop(optional)]
    first: bool,
) -> impl IntoView {
    let columns = 2 + usize::from(plot.is_some()) + usize::from(interval == Interval::Column);
    match &measured {
        Measured::Undefined { undefined } => view! {
            <td colspan=columns class="absence">
                {format!("undefined: {undefined}")}
            </td>
        }
        .into_any(),
        Measured::Value { value, n, .. } => {
            let (words, why) = (interval_in_words(&measured), absence(&measured));
            let (column, hidden) = match interval {
                Interval::Column => (Some(words), None),
                Interval::Plot => (None, Some(words)),
            };
            view! {
                {plot.map(|plot| view! { <td class="plot-cell">{plot}</td> })}
                <td class="number" class:first=first title=why.clone()>
                    {figure(*value)}
                    {hidden.map(|words| view! { <span class="visually-hidden">{format!(" interval {words}")}</span> })}
                </td>
                {column
                    .map(|words| {
                        view! {
                            <td class="number dim" title=why>
                                {words}
                            </td>
                        }
                    })}
                <td class="number dim">{thousands(n)}</td>
            }
            .into_any()
        }
    }
}
