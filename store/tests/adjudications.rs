//! What labellers dispute is told, and settled by a reviewer who saw it as it is.

use domain::adjudication::{Adjudication, DisputedChunk, Unsettled};
use domain::doubt::Doubt;
use domain::finding::Rule;
use domain::operation::Action;
use domain::query::{Answerable, QueryStatus};
use domain::scale::{Grade, Judgement};
use store::{Adjudicated, Error, Store};

use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SeededSet, SetBuilder, id, keep, labeller};

on_both_databases! {
    what_labellers_dispute_is_left_out_until_a_reviewer_settles_it,
    what_is_disputed_is_told_with_who_gave_what,
    whatever_is_said_after_a_decision_disputes_the_query_again,
    what_does_not_count_leaves_a_decision_in_force,
    of_reviewers_who_settle_a_query_at_once_one_does,
    a_decision_about_what_the_reviewer_did_not_see_is_not_kept,
    flags_are_told_while_the_overlap_is_not_met,
    ids_that_are_not_of_the_dispute_are_refused_and_nothing_is_written,
}

/// A query that lena grades 3 and omar 0, with a reviewer.
async fn disputed(store: &Store) -> (SeededSet, domain::id::UserId, domain::id::UserId) {
    let set = SetBuilder::new()
        .chunks(2)
        .overlap(2)
        .completed(0, "lena", 3, "Pull the lever [1].")
        .completed(0, "omar", 0, "Pull the lever [1].")
        .create(store)
        .await;
    let (omar, rosa) = (labeller(store, "omar").await, labeller(store, "rosa").await);
    (set, omar, rosa)
}

async fn status(store: &Store, set: &SeededSet) -> QueryStatus {
    store.query(set.id, set.queries[0]).await.expect("read").expect("the query").status
}

async fn flags_are_told_while_the_overlap_is_not_met(store: Store) {
    let set = SetBuilder::new().overlap(2).completed(0, "lena", 3, "Pull the lever [1].").create(&store).await;
    let flag = |note: &str| set.operation(set.labeller, set.queries[0], Action::Flag { note: note.into() }, NOW);
    let flags = async || store.early_flags(set.id, set.queries[0]).await.expect("read");
    assert_eq!(flags().await, []);
    keep(&store, flag("two products")).await;
    assert_eq!(status(&store, &set).await, QueryStatus::Flagged);
    assert_eq!(store.review(set.id, set.queries[0]).await.expect("read"), None);
    assert_eq!(flags().await, [("lena".to_owned(), "two products".to_owned())]);
    set.complete(&store, labeller(&store, "omar").await, 0, 3, "Pull the lever [1].").await;
    assert_eq!(flags().await, [], "the review tells them now");
    assert_eq!(store.review(set.id, set.queries[0]).await.expect("read").expect("a review").flags.len(), 1);
}

async fn what_labellers_dispute_is_left_out_until_a_reviewer_settles_it(store: Store) {
    let set = SetBuilder::new().queries(2).overlap(2).create(&store).await;
    let other = labeller(&store, "omar").await;
    for query in 0..2 {
        set.complete(&store, set.labeller, query, 3, "Pull the lever [1].").await;
    }
    set.complete(&store, other, 0, 3, "Pull the lever [1]").await;
    set.complete(&store, other, 1, 2, "Pull the lever [1]").await;
    let disputed: Vec<_> = store
        .lint(set.id, |_| ())
        .await
        .expect("findings")
        .findings
        .into_iter()
        .filter(|finding| finding.rule == Rule::NotSettled)
        .collect();
    assert_eq!(disputed.len(), 1);
    assert_eq!(disputed[0].query_id.as_deref(), Some("q1"));
    assert_eq!(store.query_counts(set.id).await.expect("counts").why_not_settled(), "1 grades differ");
    assert_eq!(set.freeze(&store).await.counts.queries, 1);

    set.settle(&store, other, 1, &[(0, 2)], Some(other)).await;
    assert_eq!(set.freeze(&store).await.counts.queries, 2);
    let text = set.export(&store, 2).await;
    assert!(text.lines().nth(1).expect("q1").contains(r#""grade":2"#));
}

async fn what_is_disputed_is_told_with_who_gave_what(store: Store) {
    let set = SetBuilder::new().overlap(2).completed(0, "lena", 3, "Pull the lever [1].").create(&store).await;
    let review = async || store.review(set.id, set.queries[0]).await.expect("read");
    assert_eq!(review().await, None, "others' labels are not told before the overlap is met");
    let other = labeller(&store, "omar").await;
    set.complete(&store, other, 0, 0, "Pull the lever [1].").await;
    let disputed = review().await.expect("a dispute");
    let said = vec![("lena".to_owned(), Judgement::Grade(Grade(3))), ("omar".to_owned(), Judgement::Grade(Grade(0)))];
    assert_eq!((disputed.chunks, disputed.answers.len()), (vec![DisputedChunk { chunk: set.chunks[0], number: 1, given: said }], 2));
    set.settle(&store, other, 0, &[(0, 3)], None).await;
    let settled = review().await.expect("settled");
    let made = settled.made.expect("a decision");
    assert_eq!((settled.unsettled, settled.chunks, made.in_force, made.party), (None, vec![], true, true));
    assert_eq!((made.reviewer.as_str(), made.grades, made.note.as_str()), ("omar", vec![(1, Grade(3))], "as the guideline says"));
    assert_eq!(store.review(id(), set.queries[0]).await.expect("read"), None, "of another set");
}

async fn whatever_is_said_after_a_decision_disputes_the_query_again(store: Store) {
    let (set, omar, rosa) = disputed(&store).await;
    let query = set.queries[0];
    let judge = |chunk: usize, grade: i16, base| Action::Judge {
        chunk: set.chunks[chunk],
        judgement: Some(Judgement::Grade(Grade(grade))),
        evidence: vec![],
        note: String::new(),
        prelabel_visible: false,
        base,
    };
    let answer = Action::Answer {
        text: "Pull the lever [1], twice.".into(),
        citations: vec![],
        confirmed: Some(Doubt::NoAnswerBesideRelevant),
        answerable: Answerable::Yes,
        base: 1,
    };
    let flag = Action::Flag { note: "look again".into() };
    let changes = [
        ("a label of a disputed chunk", judge(0, 3, 1), QueryStatus::ChangedSinceSettled),
        ("a label of another chunk", judge(1, 1, 0), QueryStatus::ChangedSinceSettled),
        ("an answer", answer, QueryStatus::ChangedSinceSettled),
        ("a flag", flag, QueryStatus::Flagged),
    ];
    for (what, change, expected) in changes {
        set.settle(&store, rosa, 0, &[(0, 2)], None).await;
        assert_eq!(status(&store, &set).await, QueryStatus::Completed, "before {what}");
        keep(&store, set.operation(omar, query, change, NOW)).await;
        assert_eq!(status(&store, &set).await, expected, "{what}");
        let review = store.review(set.id, query).await.expect("read").expect("disputed again");
        let made = review.made.expect("the decision is shown as made before");
        assert_eq!((made.in_force, made.reviewer.as_str(), made.grades), (false, "rosa", vec![(1, Grade(2))]), "{what}");
        let findings = store.lint(set.id, |_| ()).await.expect("findings").findings;
        assert!(findings.iter().any(|finding| finding.rule == Rule::NotSettled && finding.query_id.as_deref() == Some("q0")), "{what}");
    }
}

async fn what_does_not_count_leaves_a_decision_in_force(store: Store) {
    let (set, omar, rosa) = disputed(&store).await;
    let query = set.queries[0];
    set.settle(&store, rosa, 0, &[(0, 2)], None).await;
    let bystander = labeller(&store, "noor").await;
    store.lease_query(set.id, query, bystander, NOW).await.expect("taken").expect("the query");
    let mut grade = set.grade(0, 1, 3, 0);
    grade.actor = bystander;
    keep(&store, grade).await;
    keep(&store, set.operation(omar, query, Action::Reopen, NOW)).await;
    assert_eq!(status(&store, &set).await, QueryStatus::Started, "it is being looked at again");
    keep(&store, set.operation(omar, query, COMPLETE, NOW)).await;
    assert_eq!(status(&store, &set).await, QueryStatus::Completed, "nothing was said that is new");
    keep(&store, set.operation(bystander, query, COMPLETE, NOW)).await;
    assert_eq!(status(&store, &set).await, QueryStatus::ChangedSinceSettled, "a third labeller is heard now");
}

async fn of_reviewers_who_settle_a_query_at_once_one_does(store: Store) {
    let (set, _, rosa) = disputed(&store).await;
    let mut settling = Vec::new();
    for n in 0..16 {
        let decision = Adjudication { grades: vec![(set.chunks[0], Grade(n % 4))], answer_of: None };
        let decision = set.decision(&store, rosa, 0, decision).await;
        settling.push(decision);
    }
    let settling: Vec<_> = settling
        .into_iter()
        .map(|decision| {
            let store = store.clone();
            tokio::spawn(async move { (decision.decision.grades[0].1, store.adjudicate(decision).await.expect("answered")) })
        })
        .collect();
    let mut kept = Vec::new();
    for settled in settling {
        match settled.await.expect("joined") {
            (grade, Adjudicated::Kept) => kept.push(grade),
            (_, became) => assert_eq!(became, Adjudicated::Outdated),
        }
    }
    let made = store.review(set.id, set.queries[0]).await.expect("read").and_then(|review| review.made).expect("a decision");
    assert_eq!(made.grades.iter().map(|(_, grade)| *grade).collect::<Vec<_>>(), kept);
    assert_eq!(kept.len(), 1);
}

async fn a_decision_about_what_the_reviewer_did_not_see_is_not_kept(store: Store) {
    let (set, omar, rosa) = disputed(&store).await;
    let looked = set.decision(&store, rosa, 0, Adjudication { grades: vec![(set.chunks[0], Grade(2))], answer_of: None }).await;
    let mut later = set.grade(0, 0, 1, 1);
    later.actor = omar;
    keep(&store, later).await;
    assert_eq!(store.adjudicate(looked.clone()).await.expect("answered"), Adjudicated::Outdated);
    set.settle(&store, rosa, 0, &[(0, 3)], None).await;
    let settled = set.decision(&store, rosa, 0, looked.decision).await;
    assert_eq!(store.adjudicate(settled.clone()).await.expect("answered"), Adjudicated::NothingDisputed);
    assert_eq!(store.adjudicate(store::NewAdjudication { query: id(), ..settled }).await.expect("answered"), Adjudicated::NoSuchQuery);
    let made = store.review(set.id, set.queries[0]).await.expect("read").and_then(|review| review.made).expect("a decision");
    assert_eq!(made.grades, [(1, Grade(3))]);
}

async fn ids_that_are_not_of_the_dispute_are_refused_and_nothing_is_written(store: Store) {
    let (set, omar, rosa) = disputed(&store).await;
    let [first, second] = [set.chunks[0], set.chunks[1]];
    let wrong = [
        (vec![], None, "0 of 1 disputed chunks have a grade"),
        (vec![(first, Grade(2)), (second, Grade(2))], None, "is not disputed"),
        (vec![(first, Grade(2)), (id(), Grade(2))], None, "is not disputed"),
        (vec![(first, Grade(2)), (first, Grade(3))], None, "graded twice"),
        (vec![(first, Grade(9))], None, "not on the scale"),
        (vec![(first, Grade(2))], Some(rosa), "gave no answer"),
        (vec![(first, Grade(2))], Some(id()), "gave no answer"),
    ];
    for (grades, answer_of, words) in wrong {
        let decision = set.decision(&store, rosa, 0, Adjudication { grades, answer_of }).await;
        match store.adjudicate(decision).await {
            Err(Error::Invalid(reason)) => assert!(reason.0.contains(words), "{reason}"),
            other => panic!("{words}: {other:?}"),
        }
    }
    let review = store.review(set.id, set.queries[0]).await.expect("read").expect("a dispute");
    assert!(matches!(review.unsettled, Some(Unsettled::GradesDiffer { .. })), "{review:?}");
    set.settle(&store, rosa, 0, &[(0, 2)], Some(omar)).await;
}
