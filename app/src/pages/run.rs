//! A run against a version: every query with its hits, what hurts most first; and how it compares with another run.

use domain::id::RunId;
use domain::query::Style;
use domain::run::Run;
use leptos::prelude::*;
use leptos_router::hooks::{use_params_map, use_query_map};

use super::evaluation::{number, run_name};
use crate::api::evaluations::{Compared, MEASURES, QueryScore, RunPage as Content, RunPageFilter, run_page};
use crate::ui::{GradeMark, PageTitle, Paging, loading};

/// `/sets/{set}/evaluation/{run}?version=…&with=…&style=…&page=…`.
#[component]
pub fn RunPage() -> impl IntoView {
    let set = super::set_in_address();
    let (params, address) = (use_params_map(), use_query_map());
    let run = move || params.read().get("run").and_then(|run| run.parse::<RunId>().ok()).unwrap_or(RunId(uuid::Uuid::nil()));
    let filter = Memo::new(move |_| {
        let map = address.read();
        let word = |key: &str| map.get(key).filter(|word| !word.is_empty());
        RunPageFilter {
            version: word("version").and_then(|number| number.parse().ok()),
            with: word("with").and_then(|run| run.parse().ok()),
            style: word("style").and_then(|style| Style::named(&style)),
            page: word("page").and_then(|page| page.parse().ok()).unwrap_or(1).clamp(1, 1_000_000),
        }
    });
    let content = loading(move || (set.get(), run(), filter.get()), |(set, run, filter)| run_page(set, run, filter));
    super::page(content, move |content: Content| view! { <RunDocument name=set.get_untracked() filter=filter.get_untracked() content/> })
}

#[component]
fn RunDocument(name: String, filter: RunPageFilter, content: Content) -> impl IntoView {
    let Content { title, head, evaluation, queries, styles, others, comparison, holes, may_send, .. } = content;
    let (run, version) = (evaluation.run.clone(), head.version);
    let (number_of_page, last, total) = (queries.number, queries.last(), queries.total);
    let here = format!("/sets/{name}/evaluation/{}", run.id);
    let address = {
        let (here, with, style) = (here.clone(), filter.with, filter.style);
        move |page: i64| {
            let with = with.map(|with| format!("&with={with}")).unwrap_or_default();
            let style = style.map(|style| format!("&style={}", style.word())).unwrap_or_default();
            format!("{here}?version={version}&page={page}{with}{style}")
        }
    };
    let facts = format!(
        "{} queries averaged, {} of them missing in the run and counted 0 · {} unanswerable left out · version {version}, relevant from grade {}",
        evaluation.n, evaluation.missing, evaluation.unanswerable, head.cutoff
    );
    view! {
        <PageTitle text=format!("{} · {title}", run_name(&run))/>
        <main id="main" class="document wide">
            <h1><bdi>{run_name(&run)}</bdi></h1>
            <p class="facts">{facts}</p>
            <Means means=evaluation.means styles/>
            <Holes here=here.clone() version holes may_send/>
            <CompareWith here=here.clone() version others with=filter.with/>
            {comparison.map(|(other, measures)| view! { <ComparedWith other measures/> })}
            <h2>"Queries, what hurts most first"</h2>
            <StyleFilter here version chosen=filter.style/>
            <QueryTable name rows=queries.rows/>
            <Paging number=number_of_page last total address/>
        </main>
    }
}

fn heads() -> impl IntoView {
    MEASURES.map(|measure| view! { <th class="number">{if measure == "rr" { "MRR" } else { measure }}</th> }).collect_view()
}

fn cells(values: &[f64]) -> impl IntoView + use<> {
    values.iter().map(|value| view! { <td class="number">{number(*value)}</td> }).collect_view()
}

/// The means, of all and of each style.
#[component]
fn Means(means: Vec<f64>, styles: Vec<(Style, usize, Vec<f64>)>) -> impl IntoView {
    let row =
        |(style, n, means): (Style, usize, Vec<f64>)| view! { <tr><td>{style.word()}</td><td class="number">{n}</td>{cells(&means)}</tr> };
    let n: usize = styles.iter().map(|(_, n, _)| n).sum();
    view! {
        <table>
            <thead><tr><th>"Style"</th><th class="number">"Queries"</th>{heads()}</tr></thead>
            <tbody><tr class="sum"><td>"all"</td><td class="number">{n}</td>{cells(&means)}</tr>{styles.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
}

/// What nobody judged, and the button that sends it to labelling.
#[component]
fn Holes(here: String, version: i32, holes: usize, may_send: bool) -> impl IntoView {
    (holes > 0).then(|| {
        let send = may_send.then(|| {
            view! { <form method="post" action=format!("{here}/holes")><input type="hidden" name="version" value=version.to_string()/><button class="button">"Send them to labelling"</button></form> }
        });
        view! { <div class="holes"><p>{format!("{holes} hits among the queries' top 20 are judged by nobody and count as not relevant.")}</p>{send}</div> }
    })
}

#[component]
fn CompareWith(here: String, version: i32, others: Vec<Run>, with: Option<RunId>) -> impl IntoView {
    let option = |run: &Run| view! { <option value=run.id.to_string() selected=Some(run.id) == with>{run_name(run)}</option> };
    (!others.is_empty()).then(|| {
        view! {
            <form class="filters" method="get" action=here>
                <input type="hidden" name="version" value=version.to_string()/>
                <label>"Compare with " <select name="with">{others.iter().map(option).collect_view()}</select></label> <button class="button">"Compare"</button>
            </form>
        }
    })
}

/// The statistics of each measure.
#[component]
fn ComparedWith(other: Run, measures: Vec<Compared>) -> impl IntoView {
    let row = |Compared { measure, comparison: compared, bounds }: Compared| {
        let verdict = if bounds.undecidable { "undecidable" } else { "" };
        view! {
            <tr>
                <td>{if measure == "rr" { "MRR".to_owned() } else { measure }}</td><td class="number">{number(compared.from)}</td><td class="number">{number(compared.to)}</td>
                <td class="number">{format!("{:+.4}", compared.difference)}</td><td class="number">{format!("{:+.4} to {:+.4}", compared.low, compared.high)}</td>
                <td class="number">{format!("{:.4}", compared.p)}</td><td class="number">{format!("{} / {} / {}", compared.wins, compared.ties, compared.losses)}</td>
                <td class="number">{number(compared.detectable)}</td><td class="number">{format!("{:+.4} to {:+.4}", bounds.low, bounds.high)} " " <b>{verdict}</b></td>
            </tr>
        }
    };
    view! {
        <h2>"Compared with " <bdi>{run_name(&other)}</bdi></h2>
        <table>
            <thead><tr><th>"Measure"</th><th class="number">"Before"</th><th class="number">"This run"</th><th class="number">"Difference"</th><th class="number">"95 % interval"</th><th class="number">"p"</th><th class="number">"Better / same / worse"</th><th class="number">"Detectable"</th><th class="number">"Whatever is unjudged"</th></tr></thead>
            <tbody>{measures.into_iter().map(row).collect_view()}</tbody>
        </table>
        <p class="facts">{format!("Paired by query. Interval: bootstrap over queries, 10,000 resamples. p: two-sided randomisation test. Seed {}. Detectable: the smallest difference that this many queries would show in four of five tries. Whatever is unjudged: what the difference could be at the least and at the most; undecidable when the runs are judged to different shares and both signs are possible.", domain::comparison::SEED)}</p>
    }
}

#[component]
fn StyleFilter(here: String, version: i32, chosen: Option<Style>) -> impl IntoView {
    let link = |(word, style): (&'static str, Option<Style>)| {
        let address =
            style.map_or_else(|| format!("{here}?version={version}"), |style| format!("{here}?version={version}&style={}", style.word()));
        view! { <li><a href=address aria-current=(style == chosen).then_some("true")>{word}</a></li> }
    };
    let styles = Style::ALL.map(|style| (style.word(), Some(style)));
    view! { <ul class="counts">{std::iter::once(("all", None)).chain(styles).map(link).collect_view()}</ul> }
}

#[component]
fn QueryTable(name: String, rows: Vec<QueryScore>) -> impl IntoView {
    let row = move |query: QueryScore| {
        let text = domain::text::visible(&query.text);
        let text = match query.query {
            Some(id) => view! { <a class="row-link" href=format!("/sets/{name}/queries/{id}") dir="auto">{text}</a> }.into_any(),
            None => view! { <span dir="auto">{text}</span> }.into_any(),
        };
        view! {
            <tr>
                <td>{text}<Hits hits=query.hits.clone()/></td>
                <td class="number">{query.relevant}</td>
                {cells(&query.scores)}
            </tr>
        }
    };
    view! {
        <table class="run-queries">
            <thead><tr><th>"Query, and its hits by grade"</th><th class="number">"Relevant"</th>{heads()}</tr></thead>
            <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
}

/// The hits in their order, each by its grade; dotted where nobody judged.
#[component]
fn Hits(hits: Vec<Option<domain::scale::Grade>>) -> impl IntoView {
    let words: Vec<String> = hits.iter().map(|grade| grade.map_or("not judged".to_owned(), |grade| grade.to_string())).collect();
    let label = if words.is_empty() { "no hits".to_owned() } else { format!("grades of the hits: {}", words.join(", ")) };
    let mark = |grade: Option<domain::scale::Grade>| view! { <GradeMark mark=grade.map_or("none".to_owned(), |grade| grade.to_string())/> };
    view! { <span class="hits" role="img" aria-label=label>{hits.into_iter().map(mark).collect_view()}</span> }
}
