//! Who completed a query once is heard from then on: their labels stand until they change them, whatever is asked of whom later.

use domain::disagreement::{Case, Kind, State};
use domain::doubt::Doubt;
use domain::operation::{Action, Outcome};
use domain::pool::ChunkStanding;
use domain::query::{Answerable, QueryStatus};
use domain::scale::{Grade, Judgement};
use store::Store;

use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SeededSet, SetBuilder, keep, labeller};
use crate::sql::{Sql, on_both_databases_with_sql};

on_both_databases! {
    holes_that_are_sent_to_labelling_lose_no_earlier_label,
    who_completes_again_without_a_change_changes_nothing,
    a_label_that_differs_from_an_earlier_one_is_a_disagreement_of_all_who_were_heard,
    an_earlier_labeller_gets_their_labels_back_and_only_the_new_chunk_is_open,
    a_new_labeller_is_asked_for_what_fewer_than_the_overlap_judged,
    completing_with_nothing_new_judged_is_asked_about,
    one_voice_more_is_asked_for_every_chunk,
}

on_both_databases_with_sql! {
    who_reopens_or_skips_a_query_that_they_completed_is_heard_as_before,
}

async fn status(store: &Store, set: &SeededSet) -> QueryStatus {
    store.query(set.id, set.queries[0]).await.expect("read").expect("the query").status
}

/// The disagreement about a chunk of the first query, as a reviewer sees it.
async fn case(store: &Store, set: &SeededSet, chunk: usize) -> Case {
    let rosa = labeller(store, "rosa").await;
    set.case(store, rosa, 0, set.chunk(chunk)).await.expect("a case")
}

/// Who gave what.
fn given(case: &Case) -> Vec<(&str, Judgement)> {
    case.given.iter().map(|given| (given.name.as_str(), given.judgement)).collect()
}

/// Whether a labeller is asked to judge the chunks of the first query.
async fn standings(store: &Store, set: &SeededSet, labeller: domain::id::UserId) -> Vec<ChunkStanding> {
    store.chunk_standings(set.queries[0], labeller).await.expect("read").into_iter().map(|(_, standing)| standing).collect()
}

/// Sends what nobody judged to labelling.
async fn send_holes(store: &Store, set: &SeededSet) -> (u64, u64) {
    let run = store.runs(set.id).await.expect("runs")[0].id;
    store.reopen_for_holes(set.id, run, set.queries.clone(), 20).await.expect("sent")
}

/// Grades a chunk that was not graded before.
async fn grade(store: &Store, set: &SeededSet, actor: domain::id::UserId, chunk: usize, grade: i16) {
    let mut operation = set.grade(0, chunk, grade, 0);
    operation.actor = actor;
    keep(store, operation).await;
}

async fn complete(store: &Store, set: &SeededSet, actor: domain::id::UserId) {
    keep(store, set.operation(actor, set.queries[0], COMPLETE, NOW.plus_seconds(60))).await;
}

/// Lena and omar grade the first of two chunks 3, and the second becomes a hole.
async fn with_a_hole(store: &Store) -> (SeededSet, domain::id::UserId, domain::id::UserId) {
    let set =
        SetBuilder::new().chunks(2).overlap(2).completed(0, "lena", 3, "So [1].").completed(0, "omar", 3, "So [1].").create(store).await;
    assert_eq!(status(store, &set).await, QueryStatus::Completed);
    assert_eq!(send_holes(store, &set).await, (1, 1));
    assert_eq!(status(store, &set).await, QueryStatus::Open, "it is not settled before somebody looked at what is new");
    let (omar, noor) = (labeller(store, "omar").await, labeller(store, "noor").await);
    (set, omar, noor)
}

async fn holes_that_are_sent_to_labelling_lose_no_earlier_label(store: Store) {
    let (set, omar, noor) = with_a_hole(&store).await;
    grade(&store, &set, noor, 1, 0).await;
    complete(&store, &set, noor).await;
    assert_eq!(status(&store, &set).await, QueryStatus::Started, "the overlap is met anew");
    grade(&store, &set, omar, 1, 2).await;
    complete(&store, &set, omar).await;

    assert_eq!(status(&store, &set).await, QueryStatus::GradesDiffer);
    let gave = |name, grade| (name, Judgement::Grade(Grade(grade)));
    let open = set.queue(&store, State::Open).await;
    assert_eq!(open, [(0, set.chunk(1), Kind::RelevanceFlip)], "the first chunk is settled as it was");
    let said = case(&store, &set, 1).await;
    assert_eq!((said.chunk.as_ref().expect("a chunk").number, given(&said)), (2, vec![gave("omar", 2), gave("noor", 0)]));
    assert_eq!(said.answers.iter().map(|answer| answer.name.as_str()).collect::<Vec<_>>(), ["lena", "omar"]);

    let rosa = labeller(&store, "rosa").await;
    set.settle_grade(&store, rosa, 0, 1, 1).await;
    assert_eq!(set.freeze(&store).await.counts.labels, 2);
    let line = set.export(&store, 1).await;
    assert!(line.contains(r#""chunk_id":"c0","doc_id":"c0","ordinal":0,"title":"","grade":3"#), "{line}");
    assert!(line.contains(r#""chunk_id":"c1","doc_id":"c1","ordinal":0,"title":"","grade":1"#), "{line}");
}

async fn who_completes_again_without_a_change_changes_nothing(store: Store) {
    let set = SetBuilder::new().chunks(2).overlap(2).completed(0, "lena", 3, "So [1].").completed(0, "omar", 3, "So [1].");
    let set = set.create(&store).await;
    set.put_overlap(&store, 1).await;
    set.freeze(&store).await;
    send_holes(&store, &set).await;
    complete(&store, &set, labeller(&store, "noor").await).await;
    assert_eq!(status(&store, &set).await, QueryStatus::Completed);
    set.freeze(&store).await;
    assert_eq!(set.export(&store, 1).await, set.export(&store, 2).await);
}

async fn a_label_that_differs_from_an_earlier_one_is_a_disagreement_of_all_who_were_heard(store: Store) {
    let (set, omar, noor) = with_a_hole(&store).await;
    grade(&store, &set, noor, 0, 0).await;
    for labeller in [noor, omar] {
        grade(&store, &set, labeller, 1, 1).await;
        complete(&store, &set, labeller).await;
    }
    assert_eq!(set.queue(&store, State::Open).await, [(0, set.chunk(0), Kind::RelevanceFlip)]);
    let gave = |name, grade| (name, Judgement::Grade(Grade(grade)));
    assert_eq!(given(&case(&store, &set, 0).await), [gave("lena", 3), gave("omar", 3), gave("noor", 0)]);
}

async fn an_earlier_labeller_gets_their_labels_back_and_only_the_new_chunk_is_open(store: Store) {
    let (set, _, noor) = with_a_hole(&store).await;
    let [lena, query] = [set.labeller.0, set.queries[0].0];
    assert_eq!(store.next_query(set.id, set.labeller, vec![], NOW).await.expect("taken").map(|query| query.0), Some(query));
    let labels = store.labels(set.queries[0], lena.into()).await.expect("labels");
    assert_eq!(
        labels.iter().map(|label| (label.chunk, label.judgement)).collect::<Vec<_>>(),
        [(set.chunks[0], Some(Judgement::Grade(Grade(3))))]
    );
    assert_eq!(standings(&store, &set, set.labeller).await, [ChunkStanding::JudgedBefore, ChunkStanding::Open]);
    assert_eq!(store.next_query(set.id, noor, vec![], NOW).await.expect("taken").map(|query| query.0), Some(query));
    assert!(store.labels(set.queries[0], noor).await.expect("labels").is_empty(), "nobody sees another's");
    assert_eq!(set.queue(&store, State::Open).await, [], "nor does a reviewer, before it is completed again");
}

async fn a_new_labeller_is_asked_for_what_fewer_than_the_overlap_judged(store: Store) {
    let (set, _, noor) = with_a_hole(&store).await;
    assert_eq!(standings(&store, &set, noor).await, [ChunkStanding::JudgedByOthers, ChunkStanding::Open]);
    set.put_overlap(&store, 3).await;
    assert_eq!(standings(&store, &set, noor).await, [ChunkStanding::Open; 2], "it needs one voice more");
}

async fn completing_with_nothing_new_judged_is_asked_about(store: Store) {
    let (set, omar, noor) = with_a_hole(&store).await;
    let later = NOW.plus_seconds(60);
    for labeller in [set.labeller, noor] {
        let complete = async || {
            let complete = Action::Complete { confirmed: None };
            store.record(set.operation(labeller, set.queries[0], complete, later)).await.expect("answered")
        };
        let asked = complete().await;
        assert!(matches!(asked, Outcome::Unconfirmed { doubt: Doubt::NothingJudged, .. }), "{asked:?}");
        let grade = set.grade(0, 1, 1, 0).operation.action;
        keep(&store, set.operation(labeller, set.queries[0], grade, later)).await;
        assert!(matches!(complete().await, Outcome::Saved { .. }), "what is asked is judged");
    }
    assert_eq!(standings(&store, &set, omar).await, [ChunkStanding::JudgedBefore, ChunkStanding::JudgedByOthers]);
    let late = store.record(set.operation(omar, set.queries[0], Action::Reopen, later)).await.expect("answered");
    assert!(matches!(late, Outcome::NoPlace { .. }), "who has not come back in time is not needed: {late:?}");
}

async fn one_voice_more_is_asked_for_every_chunk(store: Store) {
    let set = SetBuilder::new().completed(0, "lena", 3, "So [1].").create(&store).await;
    let noor = labeller(&store, "noor").await;
    assert_eq!(standings(&store, &set, noor).await, [ChunkStanding::Open]);
    assert_eq!(standings(&store, &set, set.labeller).await, [ChunkStanding::Open], "she can complete it again");
}

async fn who_reopens_or_skips_a_query_that_they_completed_is_heard_as_before(store: Store, sql: Sql) {
    let set = SetBuilder::new().overlap(2).completed(0, "lena", 3, "So [1].").completed(0, "omar", 0, "So [1].").create(&store).await;
    set.put_overlap(&store, 1).await;
    assert_eq!(status(&store, &set).await, QueryStatus::GradesDiffer);
    let act = async |action| keep(&store, set.operation(set.labeller, set.queries[0], action, NOW)).await;
    act(Action::Reopen).await;
    assert_eq!(case(&store, &set, 0).await.given.len(), 2, "omar completed it, and both are heard");
    sql.end_leases().await;
    store.next_query(set.id, set.labeller, vec![], NOW).await.expect("their time is over");
    assert_eq!(case(&store, &set, 0).await.given.len(), 2);
    let mut changed = set.grade(0, 0, 0, 1);
    changed.at = NOW;
    keep(&store, changed).await;
    assert_eq!(status(&store, &set).await, QueryStatus::Completed, "she changed her label after her time, which is kept, so they agree");
    let answer = Action::Answer {
        text: String::new(),
        citations: vec![],
        confirmed: Some(Doubt::NoAnswerBesideRelevant),
        answerable: Answerable::No,
        base: 1,
    };
    act(answer).await;
    assert_eq!(status(&store, &set).await, QueryStatus::AnswerableDiffers);
    act(Action::Skip).await;
    assert_eq!(status(&store, &set).await, QueryStatus::AnswerableDiffers, "who skips what they completed is heard as before");
    let again = store.record(set.operation(set.labeller, set.queries[0], Action::Reopen, NOW)).await.expect("answered");
    assert!(matches!(again, Outcome::NoPlace { .. }), "the place is another's: {again:?}");
}
