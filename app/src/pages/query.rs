//! A query's page: its pool, one's own labels, and what was done to it.

use domain::id::QueryId;
use domain::operation::{Action, HistoryEntry};
use domain::query::Answerable;
use domain::scale::Judgement;
use domain::settle::DisputedChunk;
use domain::text::{Terms, fold};
use leptos::prelude::*;
use leptos_router::hooks::use_params_map;

use crate::Error;
use crate::api::disputes::{Dispute, dispute};
use crate::api::queries::{QueryPage as Content, query_page};
use crate::root::TopBar;
use crate::ui::{GradeMark, MarkedText, PageTitle, loading, mark_of};

/// `/sets/{set}/queries/{query}`.
#[component]
pub fn QueryPage() -> impl IntoView {
    let set = super::set_in_address();
    let params = use_params_map();
    let query = Memo::new(move |_| params.read().get("query").and_then(|id| id.parse::<QueryId>().ok()));
    let content = loading(
        move || (set.get(), query.get()),
        |(set, query)| async move {
            match query {
                Some(query) => query_page(set, query).await,
                None => Err(Error::NotFound("query".into())),
            }
        },
    );
    super::page(content, move |content: Content| view! { <QueryDocument name=set.get_untracked() content /> })
}

#[component]
fn QueryDocument(name: String, content: Content) -> impl IntoView {
    let Content { title, query, pool, labels, answer, history, everybody, .. } = content;
    let terms = Terms::of(&query.text);
    let may_settle = crate::api::members::viewer().is_some_and(|viewer| viewer.role.may(domain::role::Permission::Adjudicate));
    let card = |entry: domain::pool::PoolChunk| {
        let judgement = labels.iter().find(|label| label.chunk == entry.chunk.id).and_then(|label| label.judgement);
        let shown = fold(&entry.chunk.text, &terms, 230);
        view! {
            <li>
                <p class="card-head">
                    <GradeMark mark=mark_of(judgement) />
                    <span class="card-number">{entry.number}</span>
                    <bdi class="card-title">{domain::text::visible(&entry.chunk.title)}</bdi>
                    <code>
                        <bdi>{domain::text::visible(&entry.chunk.external_id)}</bdi>
                    </code>
                </p>
                <p class="chunk-text">
                    <MarkedText text=entry.chunk.text terms=terms.clone() evidence=Vec::new() shown />
                </p>
            </li>
        }
    };
    let given = match answer.answerable {
        Answerable::No => "You said that the corpus has no answer.".to_owned(),
        _ if answer.text.is_empty() => "You have not written one.".to_owned(),
        _ => domain::text::visible(&answer.text),
    };
    view! {
        <PageTitle text=format!("Query · {title}") />
        <TopBar trail=vec![
            ("Sets".into(), Some("/".into())),
            (title, Some(format!("/sets/{name}"))),
            ("Queries".into(), Some(format!("/sets/{name}/queries"))),
            ("Query".into(), None),
        ] />
        <main id="main" class="document">
            <h1 class="query-text" dir="auto">
                {domain::text::visible(&query.text)}
            </h1>
            <p class="facts">
                {format!("{} · {} · seen {}×", query.status.word(), query.style.word(), query.seen)} " · " <code>
                    <bdi>{domain::text::visible(&query.external_id)}</bdi>
                </code>
            </p>
            <p>
                <a class="button primary" href=format!("/sets/{name}/label?q={}", query.id)>
                    "Label this query"
                </a>
            </p>
            {(may_settle).then(|| view! { <Settle name=name.clone() query=query.id /> })}
            <h2>"Your answer"</h2>
            <p class="answer-text" dir="auto">
                {given}
            </p>
            <h2>"Pool"</h2>
            <ol class="found">{pool.into_iter().map(card).collect_view()}</ol>
            <h2>{if everybody { "History" } else { "What you did" }}</h2>
            <History history />
        </main>
    }
}

/// What labellers dispute, and the form that settles it; nothing where nothing is disputed.
#[component]
fn Settle(name: String, query: QueryId) -> impl IntoView {
    let of = name.clone();
    let asked = loading(move || of.clone(), move |set| dispute(set, query));
    crate::ui::load(asked, move |dispute: Option<Dispute>| {
        let name = name.clone();
        dispute.map(move |dispute| view! { <SettleForm action=format!("/sets/{name}/queries/{query}/settle") dispute /> })
    })
}

#[component]
fn SettleForm(action: String, dispute: Dispute) -> impl IntoView {
    let Dispute { why, scale, chunks, answers } = dispute;
    let grades: Vec<(usize, String)> = scale.0.into_iter().map(|grade| domain::text::visible(&grade.name)).enumerate().collect();
    let chunk = move |(chunk, number, said): DisputedChunk| {
        let who = |(name, judgement): (String, Judgement)| {
            let grade = judgement.grade().map_or("can't tell".to_owned(), |grade| grade.to_string());
            format!("{} gave {grade}", domain::text::visible(&name))
        };
        let said: Vec<String> = said.into_iter().map(who).collect();
        let choice = |(grade, name): &(usize, String)| {
            view! {
                <label class="check">
                    <input type="radio" name=format!("grade-{chunk}") value=grade.to_string() required />
                    {format!("{grade} {name}")}
                </label>
            }
        };
        view! {
            <fieldset>
                <legend>{format!("Card {number}: {}", said.join(", "))}</legend>
                {grades.iter().map(choice).collect_view()}
            </fieldset>
        }
    };
    let one_answer = answers.len() < 2;
    let answer = |(at, (user, name, answer)): (usize, (domain::id::UserId, String, domain::answer::Answer))| {
        let text =
            if answer.answerable == Answerable::No { "The corpus has no answer.".to_owned() } else { domain::text::visible(&answer.text) };
        view! {
            <label class="check">
                <input type="radio" name="answer" value=user.to_string() checked=at == 0 />
                <span>
                    <bdi>{domain::text::visible(&name)}</bdi>
                    ": "
                    <bdi>{text}</bdi>
                </span>
            </label>
        }
    };
    let answers = (!one_answer).then(|| {
        view! {
            <fieldset>
                <legend>"Which answer holds"</legend>
                {answers.into_iter().enumerate().map(answer).collect_view()}
            </fieldset>
        }
    });
    view! {
        <h2>"Settle"</h2>
        <p>{crate::ui::load::sentence(&why)} " It is left out of versions until it is settled; the labels stay as they were given."</p>
        <form class="fields" method="post" action=action>
            {chunks.into_iter().map(chunk).collect_view()}
            {answers}
            <label>"Note" <input name="note" maxlength="500" autocomplete="off" /></label>
            <button class="button primary">"Settle"</button>
        </form>
    }
}

#[component]
fn History(history: Vec<HistoryEntry>) -> impl IntoView {
    if history.is_empty() {
        return view! { <p>"Nothing yet. Others' work shows here for reviewers who have completed the query."</p> }.into_any();
    }
    let row = |entry: HistoryEntry| {
        let late = if entry.late { "late" } else { "" };
        view! {
            <tr>
                <td>{entry.at.to_string()}</td>
                <td>
                    <bdi>{domain::text::visible(&entry.actor)}</bdi>
                </td>
                <td>{in_words(&entry)}</td>
                <td>{late}</td>
            </tr>
        }
    };
    view! {
        <table>
            <thead>
                <tr>
                    <th>"When (UTC)"</th>
                    <th>"Who"</th>
                    <th>"What"</th>
                    <th>
                        <span class="visually-hidden">"Late"</span>
                    </th>
                </tr>
            </thead>
            <tbody>{history.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}

/// What was said of a chunk, as a sentence would say it.
fn judged(card: &str, judgement: Option<Judgement>, evidence: usize, note: &str) -> String {
    let said = match judgement {
        Some(Judgement::Grade(grade)) => format!("graded {card} {grade}"),
        Some(Judgement::CantTell) => format!("could not tell about {card}"),
        None if evidence == 0 && note.is_empty() => format!("took the judgement of {card} back"),
        None => format!("marked {card}"),
    };
    let shown = if evidence == 0 { String::new() } else { format!(", with {evidence} piece(s) of evidence") };
    let noted = if note.is_empty() { String::new() } else { format!(", and noted: {}", domain::text::visible(note)) };
    said + &shown + &noted
}

/// What was done, as a sentence would say it.
fn in_words(entry: &HistoryEntry) -> String {
    let card = entry.number.map_or_else(|| "a chunk".to_owned(), |number| format!("card {number}"));
    match &entry.action {
        Action::Judge { judgement, evidence, note, .. } => judged(&card, *judgement, evidence.len(), note),
        Action::Answer { answerable: Answerable::No, .. } => "said that the corpus has no answer".into(),
        Action::Answer { text, .. } if text.is_empty() => "took the answer back".into(),
        Action::Answer { text, .. } => format!("answered: {}", domain::text::visible(text)),
        Action::AddToPool { .. } => format!("added {card} from a search"),
        Action::Flag { note } if note.is_empty() => "took the flag back".into(),
        Action::Flag { note } => format!("flagged: {}", domain::text::visible(note)),
        Action::Complete => "completed the query".into(),
        Action::Reopen => "reopened the query".into(),
        Action::Skip => "skipped the query".into(),
    }
}
