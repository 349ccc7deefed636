//! A reviewer settles one subject of a query, seeing it as it is; whatever is said about it later opens it again.

use domain::adjudication::{Party, Verdict};
use domain::disagreement::{Kind, State, Subject};
use domain::doubt::Doubt;
use domain::finding::Rule;
use domain::id::UserId;
use domain::operation::Action;
use domain::query::{Answerable, QueryStatus};
use domain::role::Role;
use domain::scale::{Grade, Judgement};
use store::{ChangedBy, Error, NewAdjudication, Settling, Store};

use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SeededSet, SetBuilder, id, keep, labeller, member};

on_both_databases! {
    what_labellers_dispute_is_left_out_until_a_reviewer_settles_it,
    a_flag_is_settled_before_the_overlap_is_met_and_nothing_else_is_seen,
    whatever_is_said_after_a_decision_opens_its_own_case_again_and_no_other,
    what_does_not_count_leaves_a_decision_in_force,
    of_reviewers_who_settle_a_case_at_once_one_does,
    the_same_operation_twice_is_one_decision,
    a_decision_about_what_the_reviewer_did_not_see_is_not_kept,
    a_decision_that_is_taken_back_leaves_the_case_open,
    a_second_decision_that_is_taken_back_leaves_the_first_in_force,
    nobody_settles_their_own_case_while_another_reviewer_could,
    what_cannot_be_decided_so_is_refused_and_nothing_is_written,
}

/// A query of which lena grades the first chunk 3 and the second 3, and omar 0 and 1, with answers that differ; and the reviewer rosa.
async fn disputed(store: &Store) -> (SeededSet, UserId, UserId) {
    let set = SetBuilder::new().chunks(3).overlap(2).create(store).await;
    let (omar, rosa) = (labeller(store, "omar").await, labeller(store, "rosa").await);
    for (actor, grade, answer) in [(set.labeller, 3, "Pull the lever [1]."), (omar, 1, "Read chapter nine [2].")] {
        let mut second = set.grade(0, 1, grade, 0);
        second.actor = actor;
        keep(store, second).await;
        set.complete(store, actor, 0, if grade == 3 { 3 } else { 0 }, answer).await;
    }
    (set, omar, rosa)
}

async fn status(store: &Store, set: &SeededSet) -> QueryStatus {
    store.query(set.id, set.queries[0]).await.expect("read").expect("the query").status
}

/// What is open, in the order of the queue.
async fn open(store: &Store, set: &SeededSet) -> Vec<Subject> {
    set.queue(store, State::Open).await.into_iter().map(|(_, subject, _)| subject).collect()
}

async fn settle_all(store: &Store, set: &SeededSet, reviewer: UserId, omar: UserId) {
    for subject in open(store, set).await {
        let verdict = match subject {
            Subject::Chunk(_) => Verdict::Grade(Grade(2)),
            Subject::Answer => Verdict::AnswerOf(omar),
            Subject::Flag => Verdict::Seen,
        };
        set.settle(store, reviewer, 0, subject, verdict).await;
    }
    assert_eq!((status(store, set).await, open(store, set).await), (QueryStatus::Completed, vec![]));
}

async fn what_labellers_dispute_is_left_out_until_a_reviewer_settles_it(store: Store) {
    let (set, omar, rosa) = disputed(&store).await;
    assert_eq!(open(&store, &set).await, [set.chunk(0), set.chunk(1), Subject::Answer]);
    assert_eq!(status(&store, &set).await, QueryStatus::GradesDiffer);
    let findings = store.lint(set.id, |_| ()).await.expect("findings").findings;
    assert!(findings.iter().any(|finding| finding.rule == Rule::NotSettled && finding.query_id.as_deref() == Some("q0")));
    assert_eq!(store.query_counts(set.id).await.expect("counts").why_not_settled(), "1 grades differ");

    set.settle_grade(&store, rosa, 0, 0, 2).await;
    assert_eq!(status(&store, &set).await, QueryStatus::GradesDiffer, "one chunk is left");
    set.settle_grade(&store, rosa, 0, 1, 2).await;
    assert_eq!(status(&store, &set).await, QueryStatus::AnswersDiffer);
    set.settle(&store, rosa, 0, Subject::Answer, Verdict::AnswerOf(omar)).await;
    assert_eq!(set.freeze(&store).await.counts.queries, 1);
    let line = set.export(&store, 1).await;
    assert!(line.contains("Read chapter nine") && line.matches(r#""grade":2"#).count() == 2, "{line}");
    let settled = set.queue(&store, State::Settled).await;
    assert_eq!(settled.len(), 3, "what is settled is found under its filter");
}

async fn a_flag_is_settled_before_the_overlap_is_met_and_nothing_else_is_seen(store: Store) {
    let set = SetBuilder::new().overlap(2).completed(0, "lena", 3, "Pull the lever [1].").create(&store).await;
    let rosa = labeller(&store, "rosa").await;
    keep(&store, set.operation(set.labeller, set.queries[0], Action::Flag { note: "two products".into() }, NOW)).await;
    assert_eq!(set.queue(&store, State::Open).await, [(0, Subject::Flag, Kind::Flagged)]);
    let case = set.case(&store, rosa, 0, Subject::Flag).await.expect("a case");
    assert_eq!((case.flags.len(), case.flags[0].note.as_str()), (1, "two products"));
    assert!(case.voices.is_empty() && case.answers.is_empty() && case.strip.is_empty(), "{case:?}");
    set.settle(&store, rosa, 0, Subject::Flag, Verdict::Seen).await;
    assert_eq!(status(&store, &set).await, QueryStatus::Started, "it waits for its second labeller again");
}

async fn whatever_is_said_after_a_decision_opens_its_own_case_again_and_no_other(store: Store) {
    let (set, omar, rosa) = disputed(&store).await;
    let judge = |chunk: usize, grade: i16, base| Action::Judge {
        chunk: set.chunks[chunk],
        judgement: Some(Judgement::Grade(Grade(grade))),
        evidence: vec![],
        note: String::new(),
        prelabel_visible: false,
        base,
    };
    let answer = Action::Answer {
        text: "Read chapter ten [1], all of it.".into(),
        citations: vec![],
        confirmed: Some(Doubt::NoAnswerBesideRelevant),
        answerable: Answerable::Yes,
        base: 1,
    };
    let flag = Action::Flag { note: "look again".into() };
    let changes = [
        ("a label of a disputed chunk", judge(0, 1, 1), set.chunk(0), QueryStatus::ChangedSinceSettled),
        ("a label of a chunk that was not disputed", judge(2, 1, 0), set.chunk(2), QueryStatus::GradesDiffer),
        ("an answer", answer, Subject::Answer, QueryStatus::ChangedSinceSettled),
        ("a flag", flag, Subject::Flag, QueryStatus::Flagged),
    ];
    let mut third = set.grade(0, 2, 3, 0);
    third.actor = set.labeller;
    keep(&store, third).await;
    for (what, change, subject, expected) in changes {
        settle_all(&store, &set, rosa, omar).await;
        keep(&store, set.operation(omar, set.queries[0], change, NOW)).await;
        assert_eq!((status(&store, &set).await, open(&store, &set).await), (expected, vec![subject]), "{what}");
        let made = store.decisions(set.id, set.queries[0], 100).await.expect("decisions");
        let last = made.iter().find(|made| made.subject == subject);
        assert!(last.is_none_or(|made| !made.in_force && made.reviewer == "rosa"), "{what}: {made:?}");
    }
}

async fn what_does_not_count_leaves_a_decision_in_force(store: Store) {
    let (set, omar, rosa) = disputed(&store).await;
    let query = set.queries[0];
    settle_all(&store, &set, rosa, omar).await;
    let bystander = labeller(&store, "noor").await;
    set.label_from_file(&store, bystander, 0, 0, Judgement::Grade(Grade(0))).await;
    keep(&store, set.operation(omar, query, Action::Reopen, NOW)).await;
    assert_eq!(status(&store, &set).await, QueryStatus::Started, "it is being looked at again");
    keep(&store, set.operation(omar, query, COMPLETE, NOW)).await;
    assert_eq!(status(&store, &set).await, QueryStatus::Completed, "nothing was said that is new");
    keep(&store, set.operation(bystander, query, COMPLETE, NOW)).await;
    assert_eq!(status(&store, &set).await, QueryStatus::ChangedSinceSettled, "a third labeller is heard now");
    assert_eq!(open(&store, &set).await, [set.chunk(0)], "about the chunk that they graded");
}

async fn of_reviewers_who_settle_a_case_at_once_one_does(store: Store) {
    let (set, _, rosa) = disputed(&store).await;
    let mut settling = Vec::new();
    for n in 0..16 {
        settling.push(set.decision(&store, rosa, 0, set.chunk(0), Verdict::Grade(Grade(n % 4))).await);
    }
    let settle = |decision: NewAdjudication| {
        let store = store.clone();
        tokio::spawn(async move { (decision.verdict, store.settle(decision).await.expect("answered")) })
    };
    let settling: Vec<_> = settling.into_iter().map(settle).collect();
    let mut kept = Vec::new();
    for settled in settling {
        match settled.await.expect("joined") {
            (verdict, Settling::Kept { .. }) => kept.push(verdict),
            (_, became) => assert_eq!(became, Settling::Outdated),
        }
    }
    let made = store.decisions(set.id, set.queries[0], 100).await.expect("decisions");
    assert_eq!(made.iter().map(|made| made.verdict).collect::<Vec<_>>(), kept);
    assert_eq!(kept.len(), 1);
}

async fn the_same_operation_twice_is_one_decision(store: Store) {
    let (set, _, rosa) = disputed(&store).await;
    let decision = set.decision(&store, rosa, 0, set.chunk(0), Verdict::Grade(Grade(2))).await;
    let first = store.settle(decision.clone()).await.expect("answered");
    assert_eq!((store.settle(decision.clone()).await.expect("answered"), matches!(first, Settling::Kept { .. })), (first, true));
    assert_eq!(store.decisions(set.id, set.queries[0], 100).await.expect("decisions").len(), 1);
    let others = [
        NewAdjudication { verdict: Some(Verdict::Grade(Grade(1))), ..decision.clone() },
        NewAdjudication { note: "otherwise".into(), ..decision.clone() },
        NewAdjudication { reason: None, ..decision },
    ];
    for other in others {
        assert!(matches!(store.settle(other).await, Err(Error::Invalid(reason)) if reason.0.contains("another decision's")));
    }
}

async fn a_decision_about_what_the_reviewer_did_not_see_is_not_kept(store: Store) {
    let (set, omar, rosa) = disputed(&store).await;
    let looked = set.decision(&store, rosa, 0, set.chunk(0), Verdict::Grade(Grade(2))).await;
    let answer = set.decision(&store, rosa, 0, Subject::Answer, Verdict::AnswerOf(omar)).await;
    let mut later = set.grade(0, 0, 1, 1);
    later.actor = omar;
    keep(&store, later).await;
    assert_eq!(store.settle(looked.clone()).await.expect("answered"), Settling::Outdated);
    let kept = store.settle(answer).await.expect("answered");
    assert!(matches!(kept, Settling::Kept { .. }), "a label is nothing that an answer said: {kept:?}");
    let mut agrees = set.grade(0, 0, 3, 2);
    agrees.actor = omar;
    keep(&store, agrees).await;
    let base = domain::adjudication::Base { said: looked.base.said.clone(), revision: 0 };
    assert_eq!(set.case(&store, rosa, 0, set.chunk(0)).await, None);
    let settled = store.settle(NewAdjudication { base, ..looked.clone() }).await.expect("answered");
    assert_eq!(settled, Settling::Outdated);
    let nowhere = NewAdjudication { query: id(), ..looked };
    assert_eq!(store.settle(nowhere).await.expect("answered"), Settling::NoSuchQuery);
}

async fn a_decision_that_is_taken_back_leaves_the_case_open(store: Store) {
    let (set, _, rosa) = disputed(&store).await;
    let decision = set.decision(&store, rosa, 0, set.chunk(0), Verdict::Grade(Grade(2))).await;
    let Settling::Kept { revision } = store.settle(decision.clone()).await.expect("answered") else { panic!("it is kept") };
    let base = domain::adjudication::Base { revision, ..decision.base.clone() };
    let back = NewAdjudication { operation: id(), verdict: None, base, ..decision };
    let stale = NewAdjudication { operation: id(), base: domain::adjudication::Base { revision: 0, ..back.base.clone() }, ..back.clone() };
    assert_eq!(store.settle(stale).await.expect("answered"), Settling::Outdated);
    let taken = store.settle(back.clone()).await.expect("answered");
    assert!(matches!(taken, Settling::Kept { .. }), "{taken:?}");
    assert_eq!(open(&store, &set).await[0], set.chunk(0));
    let made = store.decisions(set.id, set.queries[0], 100).await.expect("decisions");
    let verdicts: Vec<_> = made.iter().map(|made| (made.verdict, made.in_force)).collect();
    assert_eq!(verdicts, [(None, false), (Some(Verdict::Grade(Grade(2))), false)], "both stay in the history");
}

async fn a_second_decision_that_is_taken_back_leaves_the_first_in_force(store: Store) {
    let (set, _, rosa) = disputed(&store).await;
    set.settle_grade(&store, rosa, 0, 0, 1).await;
    let again = set.decision(&store, rosa, 0, set.chunk(0), Verdict::Grade(Grade(2))).await;
    let Settling::Kept { revision } = store.settle(again.clone()).await.expect("answered") else { panic!("it is kept") };
    let base = domain::adjudication::Base { revision, ..again.base.clone() };
    let back = store.settle(NewAdjudication { operation: id(), verdict: None, base, ..again }).await.expect("answered");
    assert!(matches!(back, Settling::Kept { .. }), "{back:?}");
    let made = store.decisions(set.id, set.queries[0], 100).await.expect("decisions");
    let verdicts: Vec<_> = made.iter().map(|made| (made.verdict, made.in_force)).collect();
    let grade = |grade| Some(Verdict::Grade(Grade(grade)));
    assert_eq!(verdicts, [(None, false), (grade(2), false), (grade(1), true)]);
    assert!(!open(&store, &set).await.contains(&set.chunk(0)), "it is settled as it was before");
}

async fn nobody_settles_their_own_case_while_another_reviewer_could(store: Store) {
    let (set, omar, imported) = disputed(&store).await;
    store.give_role(ChangedBy::CommandLine, set.id, imported, Some(Role::Reviewer)).await.expect("given");
    let rosa = member(&store, "a reviewer who signs in").await;
    store.give_role(ChangedBy::CommandLine, set.id, omar, Some(Role::Reviewer)).await.expect("given");
    store.give_role(ChangedBy::CommandLine, set.id, rosa, Some(Role::Reviewer)).await.expect("given");
    let own = set.decision(&store, omar, 0, set.chunk(0), Verdict::Grade(Grade(2))).await;
    assert_eq!(set.case(&store, omar, 0, set.chunk(0)).await.expect("a case").party, Party::LeavesItToAnother);
    assert_eq!(set.case(&store, rosa, 0, set.chunk(0)).await.expect("a case").party, Party::No);
    assert_eq!(store.settle(own.clone()).await.expect("answered"), Settling::Party);
    store.give_role(ChangedBy::CommandLine, set.id, rosa, Some(Role::Labeller)).await.expect("given");
    assert_eq!(set.case(&store, omar, 0, set.chunk(0)).await.expect("a case").party, Party::SettlesTheirOwn);
    let kept = store.settle(own).await.expect("answered");
    assert!(matches!(kept, Settling::Kept { .. }), "nobody else who can sign in can: {kept:?}");
    assert!(store.decisions(set.id, set.queries[0], 100).await.expect("decisions")[0].party, "and it is kept with it");
}

async fn what_cannot_be_decided_so_is_refused_and_nothing_is_written(store: Store) {
    let (set, _, rosa) = disputed(&store).await;
    let wrong = [
        (set.chunk(0), Verdict::Grade(Grade(9)), "not on the scale"),
        (set.chunk(0), Verdict::Seen, "give it a grade"),
        (Subject::Answer, Verdict::AnswerOf(rosa), "gave no answer"),
        (Subject::Answer, Verdict::Seen, "choose the one"),
    ];
    for (subject, verdict, words) in wrong {
        let decision = set.decision(&store, rosa, 0, subject, verdict).await;
        match store.settle(decision).await {
            Err(Error::Invalid(reason)) => assert!(reason.0.contains(words), "{reason}"),
            other => panic!("{words}: {other:?}"),
        }
    }
    let decision = set.decision(&store, rosa, 0, set.chunk(0), Verdict::Grade(Grade(2))).await;
    for subject in [set.chunk(2), Subject::Chunk(id()), Subject::Flag] {
        let said = domain::adjudication::Said::default().hash_of(subject);
        let base = domain::adjudication::Base { said, revision: 0 };
        let settled = store.settle(NewAdjudication { subject, base, ..decision.clone() }).await.expect("answered");
        assert!(matches!(settled, Settling::NothingDisputed | Settling::Outdated), "{settled:?}");
    }
    assert_eq!(store.decisions(set.id, set.queries[0], 100).await.expect("decisions"), []);
}
