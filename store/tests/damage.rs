//! What is wrong with one query stops neither the linter nor a freeze of the others: it is an error of that query.

use domain::adjudication::Verdict;
use domain::disagreement::Subject;
use domain::finding::{Finding, Rule};
use domain::operation::Action;
use domain::query::QueryStatus;
use domain::scale::Judgement;
use sqlx::{Connection, Executor};
use store::{Freezing, OnErrors, Store};

use crate::databases;
use crate::seed::{NOW, SeededSet, SetBuilder, id, keep, labeller};

/// What can be wrong with a row of the first query's, as a statement of both databases.
const DAMAGES: [(&str, &str); 5] = [
    ("a style that is none", "UPDATE queries SET style = 'odd' WHERE external_id = 'q0'"),
    ("metadata of another shape", "UPDATE queries SET metadata = '[1]' WHERE external_id = 'q0'"),
    (
        "evidence of another shape",
        "UPDATE labels SET evidence = '{\"a\": 1}' WHERE query_id = (SELECT id FROM queries WHERE external_id = 'q0')",
    ),
    (
        "an answerable that is none",
        "UPDATE answers SET answerable = 'odd' WHERE query_id = (SELECT id FROM queries WHERE external_id = 'q0')",
    ),
    ("an adjudication of another shape", "UPDATE adjudications SET verdict = '{}'"),
];

/// Two completed queries; the first was flagged, and rosa settled it.
async fn settled(store: &Store) -> SeededSet {
    let set = SetBuilder::new().queries(2).completed(0, "lena", 3, "So [1].").completed(1, "lena", 3, "So [1].").create(store).await;
    keep(store, set.operation(set.labeller, set.queries[0], Action::Flag { note: "odd".into() }, NOW)).await;
    let rosa = labeller(store, "rosa").await;
    set.settle(store, rosa, 0, Subject::Flag, Verdict::Seen).await;
    assert_eq!(set.freeze(store).await.counts.queries, 2);
    set
}

async fn is_an_error_of_its_query(store: &Store, set: &SeededSet, what: &str) {
    let findings = store.lint(set.id, |_| ()).await.expect(what).findings;
    let errors: Vec<&Finding> = findings.iter().filter(|finding| finding.is_error()).collect();
    assert_eq!(errors.len(), 1, "{what}: {findings:?}");
    assert_eq!((errors[0].rule, errors[0].query_id.as_deref()), (Rule::DamagedQuery, Some("q0")), "{what}");
    let Freezing::Refused(errors) = set.try_freeze(store, OnErrors::Refuse).await else { panic!("{what} was frozen") };
    assert_eq!(errors.len(), 1, "{what}");
    let Freezing::Frozen(head) = set.try_freeze(store, OnErrors::LeaveOut).await else { panic!("{what} stops the others") };
    assert_eq!((head.counts.queries, head.counts.left_out), (1, 1), "{what}");
    // Labelling goes on, and where the query stands says what is wrong.
    let omar = labeller(store, "omar").await;
    set.label_from_file(store, omar, 0, 0, Judgement::CantTell).await;
    let status = store.query_counts(set.id).await.expect("counts").of(QueryStatus::Damaged);
    assert_eq!(status, i64::from(!what.contains("metadata") && !what.contains("style")), "{what}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_row_is_an_error_of_its_query_on_sqlite() {
    for (what, sql) in DAMAGES {
        let directory = tempfile::tempdir().expect("a directory");
        let store = databases::sqlite(&directory).await;
        let set = settled(&store).await;
        let file = format!("sqlite://{}", directory.path().join("touchstone.db").display());
        let mut connection = sqlx::SqliteConnection::connect(&file).await.expect("the database");
        connection.execute(sql).await.expect(what);
        is_an_error_of_its_query(&store, &set, what).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_row_is_an_error_of_its_query_on_postgres() {
    for (what, sql) in DAMAGES {
        let (store, address) = databases::postgres_at("damage").await;
        let set = settled(&store).await;
        let mut connection = sqlx::PgConnection::connect(&address).await.expect("the database");
        connection.execute(sql).await.expect(what);
        is_an_error_of_its_query(&store, &set, what).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_adjudication_of_a_chunk_that_is_gone_is_an_error_of_its_query() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = databases::sqlite(&directory).await;
    let set = settled(&store).await;
    let file = format!("sqlite://{}", directory.path().join("touchstone.db").display());
    let mut connection = sqlx::SqliteConnection::connect(&file).await.expect("the database");
    let chunk = id::<domain::id::ChunkId>();
    let said = domain::adjudication::Said::default().hash_of(Subject::Chunk(chunk));
    let sql = r#"INSERT INTO adjudications (operation_id, set_id, query_id, subject, verdict, said, reviewer_id, note, party, at)
        SELECT operation_id, set_id, query_id, $1, '{"grade":2}', $2, reviewer_id, note, party, at FROM adjudications"#;
    sqlx::query(sql).bind(chunk.to_string()).bind(said).execute(&mut connection).await.expect("damaged");
    is_an_error_of_its_query(&store, &set, "a chunk that is gone").await;
}
