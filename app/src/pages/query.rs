//! A query's page: its pool, one's own labels, and what was done to it.

mod cases;
mod history;
mod labellers;

use domain::id::QueryId;
use domain::pool::PoolChunk;
use domain::query::Answerable;
use domain::role::Permission;
use domain::scale::Judgement;
use domain::text::{Terms, fold};
use leptos::prelude::*;
use leptos_router::hooks::use_params_map;

use self::cases::Cases;
use self::history::History;
pub use self::labellers::LabellerField;
use self::labellers::Labellers;
use crate::Error;
use crate::api::queries::{QueryPage as Content, query_page};
use crate::ui::{ExternalId, GradeMark, HiddenUntilCompleted, MarkedText, PageTitle, RefusedNote, loading, mark_of};

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
    let Content { title, scale, query, pool, labels, answer, history, decisions, questions, cases, everybody, hidden, role } = content;
    let (id, terms) = (query.id, Terms::of(&query.text));
    let (may_label, may_assign) = (role.may(Permission::Label), role.may(Permission::Assign));
    let card = |entry: PoolChunk| {
        let judgement = labels.iter().find(|label| label.chunk == entry.chunk.id).and_then(|label| label.judgement);
        view! { <PoolCard entry judgement terms=terms.clone() /> }
    };
    let given = match answer.answerable {
        Answerable::No => "You said that the corpus has no answer.".to_owned(),
        _ if answer.text.is_empty() => "You have not written one.".to_owned(),
        _ => domain::text::visible(&answer.text),
    };
    view! {
        <PageTitle text=format!("Query · {title}") />
        <main id="main" class="document">
            <h1 class="query-text" dir="auto">
                {domain::text::visible(&query.text)}
            </h1>
            <p class="facts">
                {format!("{} · {} · seen {}×", query.status.in_words(), query.style.word(), query.seen)} " · "
                <ExternalId id=query.external_id />
            </p>
            <RefusedNote />
            {may_label
                .then(|| {
                    view! {
                        <p>
                            <a class="button primary" href=format!("/sets/{name}/label?q={}", query.id)>
                                "Label this query"
                            </a>
                        </p>
                    }
                })}
            <Cases name=name.clone() cases />
            {(may_assign && !hidden).then(|| view! { <Labellers name=name.clone() query=query.id /> })}
            <h2>"Your answer"</h2>
            <p class="answer-text" dir="auto">
                {given}
            </p>
            <h2>"Pool"</h2>
            <ol class="found">{pool.into_iter().map(card).collect_view()}</ol>
            <h2>{if everybody { "History" } else { "What you did" }}</h2>
            {hidden.then(|| view! { <HiddenUntilCompleted set=name query=id what="What others did is hidden" /> })}
            <History history decisions questions scale />
        </main>
    }
}

/// A chunk of the pool with one's own judgement.
#[component]
fn PoolCard(entry: PoolChunk, judgement: Option<Judgement>, terms: Terms) -> impl IntoView {
    let shown = fold(&entry.chunk.text, &terms, 230);
    view! {
        <li>
            <p class="card-head">
                <GradeMark mark=mark_of(judgement) />
                <span class="card-number">{entry.number}</span>
                <bdi class="card-title">{domain::text::visible(&entry.chunk.title)}</bdi>
                <ExternalId id=entry.chunk.external_id />
            </p>
            <p class="chunk-text">
                <MarkedText text=entry.chunk.text terms evidence=Vec::new() shown />
            </p>
        </li>
    }
}
