//! The plot of agreement by week.

use domain::agreement::{GuidelineAgreement, WeekAgreement};
use domain::text::thousands;
use domain::timestamp::Timestamp;
use leptos::prelude::*;

use super::axis::Axis;
use super::figures::{figure, interval, percent_of_width};
use super::guidelines::name;
use super::plots::line;

/// Where 1 and the low end of the axis are drawn, in pixels from above.
const TOP: f64 = 18.0;
const BOTTOM: f64 = 138.0;

pub struct Plot {
    weeks: Vec<WeekAgreement>,
    axis: Axis,
}

impl Plot {
    pub fn new(weeks: Vec<WeekAgreement>) -> Self {
        let axis = Axis::holding(weeks.iter().map(|week| &week.ordinal));
        Self { weeks, axis }
    }

    /// Whether there is a line to draw.
    pub fn is_line(&self) -> bool {
        self.weeks.len() > 1
    }

    /// Where a place among the weeks stands, as a share of the width.
    fn x(&self, at: f64) -> f64 {
        let last = self.weeks.len().saturating_sub(1);
        if last == 0 { 0.5 } else { 0.03 + 0.95 * at / number(last) }
    }

    fn y(&self, value: f64) -> f64 {
        BOTTOM - (BOTTOM - TOP) * self.axis.share(value).clamp(0.0, 1.0)
    }

    fn ticks(&self) -> Vec<f64> {
        (0..=5_u8).map(|step| self.axis.low() + (1.0 - self.axis.low()) * f64::from(step) / 5.0).collect()
    }

    pub fn scale(&self) -> impl IntoView + use<> {
        let tick = |value: f64| {
            let words = if value >= 1.0 { "1".to_owned() } else { figure(value).trim_end_matches('0').to_owned() };
            let words = if words == "." { "0".to_owned() } else { words };
            view! {
                <text class="tick" x="22" y=format!("{:.1}", self.y(value) + 4.0) text-anchor="end">
                    {words}
                </text>
            }
        };
        self.ticks().into_iter().map(tick).collect_view()
    }

    pub fn grid(&self) -> impl IntoView + use<> {
        let rule = |value: f64| {
            let y = format!("{:.1}", self.y(value));
            view! { <line class="rule" x1="0" x2="100%" y1=y.clone() y2=y></line> }
        };
        self.ticks().into_iter().map(rule).collect_view()
    }

    /// The weeks with how many items each has; every second where there are many.
    pub fn dates(&self) -> impl IntoView + use<> {
        let every = self.weeks.len().div_ceil(13).max(1);
        let date = |(at, week): (usize, &WeekAgreement)| {
            let class = if (at / every) % 2 == 1 { "tick second" } else { "tick" };
            let x = percent_of_width(self.x(number(at)));
            view! {
                <text class=class x=x.clone() y="154" text-anchor="middle">
                    {week.week.day_and_month()}
                </text>
                <text class=class x=x y="169" text-anchor="middle">
                    {thousands(week.items)}
                </text>
            }
        };
        self.weeks.iter().enumerate().filter(|(at, _)| at % every == 0).map(date).collect_view()
    }

    /// The weeks beside one another that have a value.
    fn stretches(&self) -> Vec<Vec<(f64, &WeekAgreement)>> {
        let placed: Vec<(f64, &WeekAgreement)> =
            self.weeks.iter().enumerate().map(|(at, week)| (100.0 * self.x(number(at)), week)).collect();
        let has_value = |week: &WeekAgreement| week.ordinal.value().is_some();
        placed
            .chunk_by(|first, second| has_value(first.1) == has_value(second.1))
            .filter(|run| has_value(run[0].1))
            .map(<[_]>::to_vec)
            .collect()
    }

    pub fn band_and_line(&self) -> impl IntoView + use<> {
        let point = |x: f64, value: f64| format!("{x:.1},{:.1}", self.y(value));
        let draw = |stretch: Vec<(f64, &WeekAgreement)>| {
            let values = stretch.iter().filter_map(|(x, week)| Some(point(*x, week.ordinal.value()?)));
            let path = values.collect::<Vec<_>>().join(" ");
            let ends: Vec<_> = stretch.iter().filter_map(|(x, week)| Some((*x, week.ordinal.interval()?))).collect();
            let above = ends.iter().map(|(x, (_, high))| point(*x, *high));
            let below = ends.iter().rev().map(|(x, (low, _))| point(*x, *low));
            let band = above.chain(below).collect::<Vec<_>>().join(" ");
            view! {
                <polygon class="band" points=band></polygon>
                <polyline class="ln" points=path></polyline>
            }
        };
        self.stretches().into_iter().map(draw).collect_view()
    }

    pub fn points(&self) -> impl IntoView + use<> {
        let few = self.weeks.len() <= 13;
        let point = |(at, week): (usize, &WeekAgreement)| {
            let value = week.ordinal.value()?;
            let (x, y) = (percent_of_width(self.x(number(at))), self.y(value));
            let text = few.then(|| {
                view! {
                    <text class="val" x=x.clone() y=format!("{:.1}", y - 8.0) text-anchor="middle">
                        {figure(value)}
                    </text>
                }
            });
            Some(view! {
                <circle class="pt" cx=x.clone() cy=format!("{y:.1}") r="4"></circle>
                {text}
            })
        };
        self.weeks.iter().enumerate().filter_map(point).collect_view()
    }

    /// A line where each version of the guideline but the first begins, if it begins in the weeks that are drawn.
    pub fn guidelines(&self, guidelines: &[GuidelineAgreement]) -> impl IntoView + use<> {
        let mark = |of: &GuidelineAgreement| {
            let x = percent_of_width(self.x(self.place_of(of.since)?));
            Some(view! {
                {line("axis", x.clone(), x.clone(), ["2", "138"])}
                <text class="tick" x=x dx="6" y="12">
                    {name(of.guideline)}
                </text>
            })
        };
        guidelines.iter().skip(1).filter_map(mark).collect_view()
    }

    /// Where a moment stands among the weeks.
    fn place_of(&self, moment: Timestamp) -> Option<f64> {
        const WEEK: f64 = 604_800_000.0;
        let at = self.weeks.iter().rposition(|week| week.week <= moment)?;
        let into = moment.0 - self.weeks[at].week.0;
        #[expect(clippy::cast_precision_loss, reason = "a part of a week, in milliseconds")]
        let into = (into as f64 / WEEK).min(1.0);
        Some((number(at) + into).min(number(self.weeks.len() - 1)))
    }

    pub fn in_words(&self, unit: &str) -> String {
        let phrase = |week: &WeekAgreement| {
            let value = week
                .ordinal
                .value()
                .map_or_else(|| "undefined".to_owned(), |value| format!("{}, interval {},", figure(value), interval(&week.ordinal)));
            format!("{} {value} of {} {unit}", week.week.day_and_month(), thousands(week.items))
        };
        let weeks: Vec<String> = self.weeks.iter().map(phrase).collect();
        format!("Ordinal α by week: {}", weeks.join(", "))
    }
}

fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(0.0, f64::from)
}
