//! The scale on which measures are drawn.

use domain::agreement::Measured;
use leptos::prelude::*;

use super::figures::{figure, percent_of_width};

/// Krippendorff's two thresholds: below the first nothing should be concluded, from the second on it is reliable.
pub const THRESHOLDS: [f64; 2] = [0.67, 0.8];

/// A scale that ends at 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axis {
    low: f64,
}

impl Axis {
    /// The narrowest that holds all values and intervals.
    pub fn holding<'a>(measured: impl IntoIterator<Item = &'a Measured>) -> Self {
        let ends = measured.into_iter().filter_map(|measured| measured.interval().map(|(low, _)| low).or(measured.value()));
        let least = ends.fold(1.0, f64::min);
        Self { low: [0.5, 0.0].into_iter().find(|low| *low <= least).unwrap_or(-1.0) }
    }

    /// From 0.
    pub const WHOLE: Self = Self { low: 0.0 };

    pub fn low(self) -> f64 {
        self.low
    }

    /// Where a value stands, as a share of the width.
    pub fn share(self, value: f64) -> f64 {
        (value - self.low) / (1.0 - self.low)
    }

    /// What is written at it; the thresholds where they have room.
    fn ticks(self) -> Vec<f64> {
        let thresholds = if self.low < 0.0 { &[0.0, 0.8][..] } else { &THRESHOLDS[..] };
        [self.low].into_iter().chain(thresholds.iter().copied()).chain([1.0]).collect()
    }
}

/// The head of a column of plots.
#[component]
pub fn AxisHead(axis: Axis) -> impl IntoView {
    let ticks = axis.ticks();
    let last = ticks.len() - 1;
    let tick = |(at, value): (usize, f64)| {
        let anchor = if at == 0 {
            "start"
        } else if at == last {
            "end"
        } else {
            "middle"
        };
        let words =
            if value.fract() == 0.0 { format!("{value}").replace('-', "−") } else { figure(value).trim_end_matches('0').to_owned() };
        view! {
            <text class="tick" x=percent_of_width(axis.share(value)) y="11" text-anchor=anchor>
                {words}
            </text>
        }
    };
    view! {
        <svg class="interval" height="14" aria-hidden="true">
            {ticks.into_iter().enumerate().map(tick).collect_view()}
        </svg>
        <span class="visually-hidden">{format!("plot from {} to 1", axis.low())}</span>
    }
}
