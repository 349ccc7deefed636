//! What agreement reads of a set: what those who completed a query once said of it, whether they can tell or not.

use domain::agreement::{Heard, HeardLabel};
use domain::doubt::Doubt;
use domain::id::UserId;
use domain::operation::Action;
use domain::scale::{Grade, Judgement};
use store::{PrelabelRow, Store};

use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SeededSet, SetBuilder, id, keep, labeller};

on_both_databases! {
    labels_of_those_who_completed_a_query_once_are_heard,
    answerability_is_what_the_answers_say_and_who_did_not_say_is_counted,
    a_judges_prelabels_are_those_of_the_same_chunks,
    a_members_assignments_say_where_they_stand,
}

/// Two queries of two chunks: Lena completed both, Omar the first, and Noor has it.
async fn labelled(store: &Store) -> (SeededSet, UserId, UserId) {
    let set = SetBuilder::new().queries(2).chunks(2).overlap(3).create(store).await;
    let (omar, noor) = (labeller(store, "omar").await, labeller(store, "noor").await);
    let judge = |chunk: usize, judgement, prelabel_visible| Action::Judge {
        chunk: set.chunks[chunk],
        judgement,
        evidence: vec![],
        note: String::new(),
        prelabel_visible,
        base: 0,
    };
    let grade = |grade| Some(Judgement::Grade(Grade(grade)));
    let done = [
        (set.labeller, 0, judge(0, grade(3), true)),
        (set.labeller, 0, judge(1, Some(Judgement::CantTell), false)),
        (set.labeller, 0, set.answer("So [1].", None)),
        (set.labeller, 0, COMPLETE),
        (set.labeller, 1, judge(0, grade(0), false)),
        (set.labeller, 1, COMPLETE),
        (omar, 0, judge(0, grade(1), false)),
        (omar, 0, judge(1, grade(2), false)),
        (omar, 0, set.answer("", Some(Doubt::NoAnswerBesideRelevant))),
        (omar, 0, COMPLETE),
        (noor, 0, judge(0, grade(0), false)),
    ];
    for (actor, query, action) in done {
        keep(store, set.operation(actor, set.queries[query], action, NOW)).await;
    }
    (set, omar, noor)
}

fn said(heard: &Heard, query: usize) -> Vec<(String, Judgement, bool)> {
    let told = |label: &HeardLabel| (heard.labellers[label.labeller as usize].name.clone(), label.judgement, label.prelabel_visible);
    let mut said: Vec<_> = heard.queries[query].labels.iter().map(told).collect();
    said.sort_by_key(|(name, judgement, _)| (name.clone(), judgement.grade()));
    said
}

async fn labels_of_those_who_completed_a_query_once_are_heard(store: Store) {
    let (set, omar, _) = labelled(&store).await;
    let heard = store.heard_labels(set.id).await.expect("read");
    let grade = |grade| Judgement::Grade(Grade(grade));
    let gave = |name: &str, judgement, visible| (name.to_owned(), judgement, visible);
    assert_eq!(heard.queries.iter().map(|query| query.id).collect::<Vec<_>>(), set.queries);
    assert_eq!(
        said(&heard, 0),
        [
            gave("lena", Judgement::CantTell, false),
            gave("lena", grade(3), true),
            gave("omar", grade(1), false),
            gave("omar", grade(2), false)
        ]
    );
    assert_eq!(said(&heard, 1), [gave("lena", grade(0), false)]);
    let items: Vec<u32> = heard.queries[0].labels.iter().map(|label| label.item).collect();
    assert_eq!(items, [0, 0, 1, 1], "by chunk");
    assert!(heard.queries[0].labels.iter().all(|label| label.at == NOW && label.guideline == 0));

    keep(&store, set.operation(omar, set.queries[0], Action::Reopen, NOW)).await;
    assert_eq!(said(&store.heard_labels(set.id).await.expect("read"), 0).len(), 4, "who reopens a query is heard as before");
    let back =
        Action::Judge { chunk: set.chunks[0], judgement: None, evidence: vec![], note: String::new(), prelabel_visible: false, base: 1 };
    keep(&store, set.operation(omar, set.queries[0], back, NOW)).await;
    assert_eq!(said(&store.heard_labels(set.id).await.expect("read"), 0).len(), 3, "what was taken back is not there");
}

async fn answerability_is_what_the_answers_say_and_who_did_not_say_is_counted(store: Store) {
    let (set, ..) = labelled(&store).await;
    let heard = store.heard_answerability(set.id).await.expect("read");
    let of = |query| said(&heard, query).into_iter().map(|(name, judgement, _)| (name, judgement)).collect::<Vec<_>>();
    assert_eq!(of(0), [("lena".to_owned(), Judgement::Grade(Grade(1))), ("omar".to_owned(), Judgement::Grade(Grade(0)))]);
    assert_eq!(of(1), [("lena".to_owned(), Judgement::CantTell)], "she completed it without a word about it");
    let nothing = &heard.queries[1].labels[0];
    assert_eq!((nothing.guideline, nothing.at), (0, NOW));
}

async fn a_judges_prelabels_are_those_of_the_same_chunks(store: Store) {
    let (set, ..) = labelled(&store).await;
    for (prompt, grade) in [("1", 0), ("2", 3)] {
        let judge = store.ensure_judge(id(), set.id, "judge".into(), prompt.into()).await.expect("a judge");
        let row = |query| PrelabelRow { query, chunk: set.chunks[0], judge, grade: Grade(grade), rationale: "r".into(), evidence: vec![] };
        store.add_prelabels(set.queries.iter().map(|query| row(*query)).collect()).await.expect("added");
    }
    let heard = store.heard_labels(set.id).await.expect("read");
    assert_eq!(heard.judges.iter().map(|judge| judge.prompt_version.as_str()).collect::<Vec<_>>(), ["1", "2"]);
    let mut prelabels: Vec<_> = heard.queries[0].prelabels.iter().map(|prelabel| (prelabel.judge, prelabel.grade.0)).collect();
    prelabels.sort_unstable();
    assert_eq!(prelabels, [(0, 0), (1, 3)]);
    let first = heard.queries[0].labels.iter().find(|label| label.judgement == Judgement::Grade(Grade(3))).expect("Lena's");
    assert!(heard.queries[0].prelabels.iter().all(|prelabel| prelabel.item == first.item), "of the chunk that Lena graded 3");
}

async fn a_members_assignments_say_where_they_stand(store: Store) {
    use domain::assignment::AssignmentStatus::{Completed, Leased};
    let (set, omar, noor) = labelled(&store).await;
    assert_eq!(store.assignment_statuses(set.id, omar).await.expect("read"), [(set.queries[0], Completed)]);
    assert_eq!(store.assignment_statuses(set.id, noor).await.expect("read"), [(set.queries[0], Leased)]);
}
