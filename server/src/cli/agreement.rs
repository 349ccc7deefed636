//! `touchstone agreement`.

use app::api::context::Reader;
use clap::Args;
use domain::agreement::{AgreementFilter, AgreementReport, Items, JudgeAgreement, Measured, Seen, TwoRaters};
use domain::query::Style;
use domain::text::{counted, thousands, visible};
use store::Store;

use super::said::Said;
use super::set::find_set;
use crate::{Error, agreement};

/// How far labellers agree, with each other and with judges.
#[derive(Debug, Args)]
pub struct AgreementOf {
    /// The set's name.
    #[arg(long)]
    set: String,
    /// What was rated: labels, which are of chunks, or answerable, whether the corpus can answer a query.
    #[arg(long, default_value = "labels", value_parser = items)]
    items: Items,
    /// Queries of this style only: keyword, identifier, question or ambiguous.
    #[arg(long, value_parser = style)]
    style: Option<Style>,
    /// Labels that were given under this version of the guideline only.
    #[arg(long)]
    guideline: Option<i32>,
    /// Labels that were given after seeing the others': left_out or counted.
    #[arg(long, default_value = "left_out", value_parser = seen)]
    seen: Seen,
}

fn items(word: &str) -> Result<Items, String> {
    Items::named(word).ok_or_else(|| "it is labels or answerable".to_owned())
}

fn seen(word: &str) -> Result<Seen, String> {
    Seen::named(word).ok_or_else(|| "it is left_out or counted".to_owned())
}

fn style(word: &str) -> Result<Style, String> {
    Style::named(word).ok_or_else(|| format!("it is one of {}", Style::ALL.map(Style::word).join(", ")))
}

pub(super) async fn run(store: &Store, command: AgreementOf) -> Result<Said, Error> {
    let set = find_set(store, &command.set).await?;
    let AgreementOf { items, style, guideline, seen, .. } = command;
    let filter = AgreementFilter { items, style, guideline, seen };
    let report = agreement::report(store, &set, filter, &Reader::Database).await?;
    let json = serde_json::value::to_raw_value(&report).map_err(|error| Error::Environment(error.to_string()))?;
    Ok(Said::raw(in_words(&report), json))
}

fn in_words(report: &AgreementReport) -> String {
    let mut lines = vec![facts(report), String::new()];
    lines.push(head("all labellers"));
    lines.extend(all(report).map(|(name, measured)| row(name, measured)));
    if !report.styles.is_empty() {
        lines.extend([String::new(), head("by style, alpha ordinal")]);
        lines.extend(report.styles.iter().map(|of| row(of.style.word(), &of.agreement.krippendorff.ordinal)));
    }
    if !report.guidelines.is_empty() {
        lines.extend([String::new(), head("by guideline, alpha ordinal")]);
        lines.extend(report.guidelines.iter().map(|of| row(&of.guideline.to_string(), &of.agreement.krippendorff.ordinal)));
    }
    for pair in &report.pairs {
        lines.extend([String::new(), head(&format!("{} and {}", visible(&pair.a), visible(&pair.b)))]);
        lines.extend(two(&pair.agreement));
    }
    if report.more_pairs > 0 {
        lines.push(format!("and {}", counted(report.more_pairs, "pair more", "pairs more")));
    }
    report.judges.iter().for_each(|judge| lines.extend(judge_lines(judge)));
    lines.join("\n")
}

fn facts(report: &AgreementReport) -> String {
    let [one, more] = report.items_in_words();
    let all = &report.all;
    let items = if all.items == 1 { one } else { more };
    let missing = match report.filter.items {
        Items::Labels => counted(report.cant_tell, "time a labeller could not tell", "times a labeller could not tell"),
        Items::Answerable => counted(report.cant_tell, "time a labeller did not say", "times a labeller did not say"),
    };
    format!(
        "{} {items} of {} that two labellers or more rated ({} labellers): {} alike, {} not, of which {} across the cut-off\n\
        {} rated by one; {missing}; {} given after seeing the others', {}",
        thousands(all.items),
        counted(all.queries, "query", "queries"),
        all.raters,
        thousands(all.alike),
        thousands(all.items - all.alike),
        thousands(all.across),
        thousands(all.single),
        counted(report.after_seeing.labels, "label", "labels"),
        report.filter.seen.word().replace('_', " "),
    )
}

fn all(report: &AgreementReport) -> [(&'static str, &Measured); 7] {
    let (all, alpha) = (&report.all, &report.all.krippendorff);
    [
        ("alpha, ordinal", &alpha.ordinal),
        ("alpha, nominal", &alpha.nominal),
        ("alpha, interval", &alpha.interval),
        ("alpha, relevant or not", &alpha.relevance),
        ("same grade", &all.percent),
        ("same side of the cut-off", &all.same_side),
        ("Fleiss' kappa", &all.fleiss),
    ]
}

fn two(raters: &TwoRaters) -> [String; 4] {
    [
        row("same grade", &raters.percent),
        row("Cohen's kappa", &raters.cohen),
        row("kappa, linear", &raters.cohen_linear),
        row("kappa, quadratic", &raters.cohen_quadratic),
    ]
}

fn judge_lines(judge: &JudgeAgreement) -> Vec<String> {
    let name = visible(&format!("{} {}", judge.judge, judge.prompt));
    let mut lines = vec![String::new(), head(&format!("{}, no pre-label in view", name.trim()))];
    lines.extend(two(&judge.hidden));
    lines.extend([row("false relevant", &judge.false_relevant), row("missed", &judge.missed)]);
    lines.push(head(&format!("{}, a pre-label in view", name.trim())));
    lines.extend(two(&judge.in_view));
    lines.push(row("anchoring, quadratic", &judge.anchoring));
    lines
}

fn head(name: &str) -> String {
    format!("{name:<44} {:>6}  {:<15} {:>8}", "value", "95 % interval", "n")
}

fn row(name: &str, measured: &Measured) -> String {
    match measured {
        Measured::Undefined { undefined } => format!("  {name:<42} undefined: {undefined}"),
        Measured::Value { value, n, interval_undefined, .. } => {
            let interval = match measured.interval() {
                Some((low, high)) => format!("[{low:.2}, {high:.2}]"),
                None => format!("none: {}", interval_undefined.as_deref().unwrap_or_default()),
            };
            format!("  {name:<42} {value:>6.2}  {interval:<15} {:>8}", thousands(n))
        }
    }
}
