//! A run against a version: every query with its hits, what hurts most first; and how it compares with another run.

mod comparison;

use domain::evaluation::score::TOP;
use domain::evaluation::{Scores, Slice};
use domain::id::RunId;
use domain::query::Style;
use domain::run::Run;
use domain::version::PlainHead;
use leptos::prelude::*;
use leptos_router::hooks::{use_params_map, use_query_map};

use self::comparison::ComparedWith;
use super::evaluation::{measure_cells, measure_heads, run_name};
use crate::api::evaluations::{QueryRow, RunPage as Content, RunPageFilter, RunScores, ShownScores, run_page};
use crate::ui::{GradeMark, HiddenNote, PageTitle, Paging, RefusedNote, VersionHidden, WideTable, loading};

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
    super::page(content, move |content: Content| view! { <RunDocument name=set.get_untracked() filter=filter.get_untracked() content /> })
}

#[component]
fn RunDocument(name: String, filter: RunPageFilter, content: Content) -> impl IntoView {
    let Content { title, head, run, scores } = content;
    let (head, page_title) = (head.plain(), format!("{} · {title}", run_name(&run)));
    let scores = match scores {
        RunScores::Shown(scores) => view! { <Scored name run=run.clone() head filter scores=*scores /> }.into_any(),
        RunScores::Hidden(hidden) => view! {
            <p class="facts">{format!("Version {}", head.version)}</p>
            <VersionHidden what="What the run scores on it is" head />
            <HiddenNote set=name hidden />
        }
        .into_any(),
    };
    view! {
        <PageTitle text=page_title />
        <main id="main" class="document wide">
            <h1>
                <bdi>{run_name(&run)}</bdi>
            </h1>
            {scores}
        </main>
    }
}

/// What it scores, query by query.
#[component]
fn Scored(name: String, run: Run, head: PlainHead, filter: RunPageFilter, scores: ShownScores) -> impl IntoView {
    let ShownScores { summary, queries, slices, others, comparison, holes, may_send } = scores;
    let version = head.version;
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
        "{} queries averaged, {} of them missing in the run and counted 0 · {} unanswerable left out · \
        version {version}, relevant from grade {}",
        summary.n,
        summary.missing_queries.len(),
        summary.unanswerable,
        head.cutoff
    );
    view! {
        <p class="facts">{facts}</p>
        <RefusedNote />
        <Means means=summary.measures n=summary.n slices />
        <Holes here=here.clone() version holes may_send />
        <CompareWith here=here.clone() version others with=filter.with />
        {comparison.map(|(other, measures)| view! { <ComparedWith other measures /> })}
        <h2>"Queries, what hurts most first"</h2>
        <StyleFilter here version chosen=filter.style />
        <QueryTable name rows=queries.rows />
        <Paging number=number_of_page last total address />
    }
}

/// The means, of all and of each style.
#[component]
fn Means(means: Scores, n: usize, slices: Vec<Slice>) -> impl IntoView {
    let row = |Slice { style, n, measures }: Slice| {
        view! {
            <tr>
                <td>{style.word()}</td>
                <td class="number">{n}</td>
                {measure_cells(&measures)}
            </tr>
        }
    };
    view! {
        <WideTable label="Measures of each style">
            <table>
                <thead>
                    <tr>
                        <th>"Style"</th>
                        <th class="number">"Queries"</th>
                        {measure_heads()}
                    </tr>
                </thead>
                <tbody>
                    <tr class="sum">
                        <td>"all"</td>
                        <td class="number">{n}</td>
                        {measure_cells(&means)}
                    </tr>
                    {slices.into_iter().map(row).collect_view()}
                </tbody>
            </table>
        </WideTable>
    }
}

/// What nobody judged, and the button that sends it to labelling.
#[component]
fn Holes(here: String, version: i32, holes: usize, may_send: bool) -> impl IntoView {
    (holes > 0).then(|| {
        let send = may_send.then(|| {
            view! {
                <form method="post" action=format!("{here}/holes")>
                    <input type="hidden" name="version" value=version.to_string() />
                    <button class="button">"Send them to labelling"</button>
                </form>
            }
        });
        view! {
            <div class="holes">
                <p>{format!("{holes} hits among the queries' top {TOP} are judged by nobody and count as not relevant.")}</p>
                {send}
            </div>
        }
    })
}

#[component]
fn CompareWith(here: String, version: i32, others: Vec<Run>, with: Option<RunId>) -> impl IntoView {
    let option = |run: &Run| {
        view! {
            <option value=run.id.to_string() selected=Some(run.id) == with>
                {run_name(run)}
            </option>
        }
    };
    (!others.is_empty()).then(|| {
        view! {
            <form class="filters" method="get" action=here>
                <input type="hidden" name="version" value=version.to_string() />
                <label>"Compare with " <select name="with">{others.iter().map(option).collect_view()}</select></label>
                " "
                <button class="button">"Compare"</button>
            </form>
        }
    })
}

#[component]
fn StyleFilter(here: String, version: i32, chosen: Option<Style>) -> impl IntoView {
    let link = |(word, style): (&'static str, Option<Style>)| {
        let address =
            style.map_or_else(|| format!("{here}?version={version}"), |style| format!("{here}?version={version}&style={}", style.word()));
        view! {
            <li>
                <a href=address aria-current=(style == chosen).then_some("true")>
                    {word}
                </a>
            </li>
        }
    };
    let styles = Style::ALL.map(|style| (style.word(), Some(style)));
    view! { <ul class="counts">{std::iter::once(("all", None)).chain(styles).map(link).collect_view()}</ul> }
}

#[component]
fn QueryTable(name: String, rows: Vec<QueryRow>) -> impl IntoView {
    let row = move |QueryRow { score, asked }: QueryRow| {
        let text = domain::text::visible(&asked.text);
        let text = match asked.query.map(|id| format!("/sets/{name}/queries/{id}")) {
            Some(address) => view! {
                <a class="row-link" href=address dir="auto">
                    {text}
                </a>
            }
            .into_any(),
            None => view! { <span dir="auto">{text}</span> }.into_any(),
        };
        view! {
            <tr>
                <td>{text}<Hits hits=score.top /></td>
                <td class="number">{score.relevant}</td>
                {measure_cells(&score.scores)}
            </tr>
        }
    };
    view! {
        <table class="run-queries">
            <thead>
                <tr>
                    <th>"Query, and its hits by grade"</th>
                    <th class="number">"Relevant"</th>
                    {measure_heads()}
                </tr>
            </thead>
            <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
}

/// The hits in their order, each by its grade; dotted where nobody judged.
#[component]
fn Hits(hits: Vec<Option<i32>>) -> impl IntoView {
    let word = |grade: Option<i32>, none: &str| grade.map_or_else(|| none.to_owned(), |grade| grade.to_string());
    let words: Vec<String> = hits.iter().map(|grade| word(*grade, "not judged")).collect();
    let label = if words.is_empty() { "no hits".to_owned() } else { format!("grades of the hits: {}", words.join(", ")) };
    let mark = |grade: Option<i32>| view! { <GradeMark mark=word(grade, "none") /> };
    view! {
        <span class="hits" role="img" aria-label=label>
            {hits.into_iter().map(mark).collect_view()}
        </span>
    }
}
