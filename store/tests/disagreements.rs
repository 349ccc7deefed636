//! The queue of disagreements: in order, in pages, by filters; what labellers are asked again, and what is settled many at a time.

use domain::adjudication::{Resolution, Verdict};
use domain::assigning::NotTakenBack;
use domain::disagreement::{BulkRule, CaseFilter, Cursor, Kind, State, Subject};
use domain::golden_set::Settings;
use domain::id::UserId;
use domain::operation::Action;
use domain::query::{QueryStatus, Style};
use domain::role::Role;
use domain::scale::{Grade, Judgement};
use store::{Asked, Error, Freezing, NewBulk, NewQuestion, PrelabelRow, Store};

use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SeededSet, SetBuilder, id, keep, labeller, member};

on_both_databases! {
    the_queue_comes_in_order_in_pages_and_by_filters,
    a_case_tells_all_that_a_reviewer_looks_at,
    the_queue_says_where_a_case_stands_what_is_before_it_and_how_it_is_marked,
    who_is_asked_to_label_a_query_is_not_told_of_its_disagreements,
    a_judge_is_told_apart_and_holds_nothing_up,
    a_query_that_is_sent_back_leaves_the_queue_until_all_who_were_asked_completed_it_again,
    a_question_that_is_taken_back_leaves_everything_as_it_was,
    only_those_who_can_label_are_asked_and_where_none_can_nothing_is_written,
    a_question_is_asked_once_and_another_one_under_its_id_is_refused,
    many_are_settled_at_once_as_the_preview_says_and_taken_back_but_for_what_was_decided_since,
    a_resolution_settles_what_it_can_and_a_change_of_it_works_everything_out_anew,
    a_query_is_frozen_without_its_disputed_chunks_where_that_is_asked_for,
}

/// Grades of a query's chunks, and completes it.
async fn label(store: &Store, set: &SeededSet, actor: UserId, query: usize, grades: &[i16]) {
    for (chunk, grade) in grades.iter().enumerate() {
        let mut operation = set.grade(query, chunk, *grade, 0);
        operation.actor = actor;
        keep(store, operation).await;
    }
    keep(store, set.operation(actor, set.queries[query], COMPLETE, NOW)).await;
}

/// Three queries with three chunks, which lena and omar grade apart; and the reviewer rosa.
async fn apart(store: &Store) -> (SeededSet, UserId, UserId) {
    let set = SetBuilder::new().queries(3).chunks(3).overlap(2).create(store).await;
    let (omar, rosa) = (labeller(store, "omar").await, labeller(store, "rosa").await);
    grade_apart(store, &set, [set.labeller, omar]).await;
    (set, omar, rosa)
}

/// The same, labelled by anna and omar, who can sign in.
async fn members_apart(store: &Store) -> (SeededSet, [UserId; 2], UserId) {
    let set = SetBuilder::new().queries(3).chunks(3).overlap(2).create(store).await;
    let labellers = [member(store, "anna").await, member(store, "omar").await];
    grade_apart(store, &set, labellers).await;
    (set, labellers, labeller(store, "rosa").await)
}

async fn grade_apart(store: &Store, set: &SeededSet, labellers: [UserId; 2]) {
    for (query, grades) in [(0, [[3, 2, 0], [3, 3, 0]]), (1, [[0, 3, 1], [3, 1, 1]]), (2, [[1, 1, 1], [2, 0, 1]])] {
        for (labeller, grades) in labellers.into_iter().zip(grades) {
            label(store, set, labeller, query, &grades).await;
        }
    }
}

async fn status(store: &Store, set: &SeededSet, query: usize) -> QueryStatus {
    store.query(set.id, set.queries[query]).await.expect("read").expect("the query").status
}

async fn the_queue_comes_in_order_in_pages_and_by_filters(store: Store) {
    let (set, omar, _) = apart(&store).await;
    let order = [
        (1, set.chunk(0), Kind::RelevanceFlip),
        (1, set.chunk(1), Kind::RelevanceFlip),
        (2, set.chunk(0), Kind::RelevanceFlip),
        (0, set.chunk(1), Kind::GradesApart),
        (2, set.chunk(1), Kind::GradesApart),
    ];
    assert_eq!(set.queue(&store, State::Open).await, order);
    let (mut paged, mut after) = (Vec::new(), None);
    loop {
        let page = store.disagreements(set.id, CaseFilter::default(), after, 2).await.expect("read");
        let Some(last) = page.last() else { break };
        after = Some(last.cursor());
        paged.extend(page.into_iter().map(|case| (case.query, case.subject, case.kind)));
    }
    let beyond =
        Cursor { weight: i64::MIN, ..store.disagreements(set.id, CaseFilter::default(), None, 1).await.expect("read")[0].cursor() };
    let after = store.disagreements(set.id, CaseFilter::default(), Some(beyond), 9).await.expect("read");
    assert_eq!(after.len(), 2, "after all of its kind");
    assert_eq!(paged, order.map(|(query, subject, kind)| (set.queries[query], subject, kind)));

    let count = async |filter| store.disagreements(set.id, filter, None, 100).await.expect("read").len();
    let any = CaseFilter::default();
    assert_eq!(count(CaseFilter { kind: Some(Kind::GradesApart), ..any.clone() }).await, 2);
    assert_eq!(count(CaseFilter { query: Some(set.queries[1]), ..any.clone() }).await, 2);
    assert_eq!(count(CaseFilter { labeller: Some(omar), ..any.clone() }).await, 5);
    assert_eq!(count(CaseFilter { labeller: Some(id()), ..any.clone() }).await, 0);
    assert_eq!(count(CaseFilter { style: Some(Style::Identifier), ..any.clone() }).await, 0);
    assert_eq!(count(CaseFilter { state: State::Settled, ..any }).await, 0);
    let counts = store.disagreement_counts(set.id).await.expect("counts");
    assert_eq!((counts.of(State::Open, Kind::RelevanceFlip), counts.total(State::Open), counts.total(State::ByRule)), (3, 5, 0));
    let number = store.disagreements(set.id, CaseFilter::default(), None, 2).await.expect("read")[1].number;
    assert_eq!(number, Some(2));
}

async fn the_queue_says_where_a_case_stands_what_is_before_it_and_how_it_is_marked(store: Store) {
    let (set, _, rosa) = apart(&store).await;
    let filter = CaseFilter::default();
    let all = store.disagreements(set.id, filter.clone(), None, 100).await.expect("read");
    for (place, case) in all.iter().enumerate() {
        let before = store.count_disagreements_before(set.id, &filter, case.cursor()).await.expect("counted");
        assert_eq!(usize::try_from(before).expect("few"), place);
        let nearest = store.disagreements_before(set.id, &filter, case.cursor(), 2).await.expect("read");
        assert_eq!(nearest, all[place.saturating_sub(2)..place]);
    }
    assert_eq!(store.count_disagreements(set.id, &filter).await.expect("counted"), 5);
    let marks = store.grades_of_cases(&[set.queries[1], set.queries[2]]).await.expect("read");
    assert_eq!(marks[&(set.queries[1], set.chunks[0])], (Grade(0), Grade(3)));
    assert_eq!(marks[&(set.queries[2], set.chunks[1])], (Grade(0), Grade(1)));
    assert_eq!(store.settled_grades(set.queries[1]).await.expect("read"), [(set.chunks[2], Grade(1))]);
    set.settle_grade(&store, rosa, 1, 0, 2).await;
    assert_eq!(store.settled_grades(set.queries[1]).await.expect("read"), [(set.chunks[0], Grade(2)), (set.chunks[2], Grade(1))]);
}

async fn who_is_asked_to_label_a_query_is_not_told_of_its_disagreements(store: Store) {
    let (set, _, rosa) = apart(&store).await;
    let filter = CaseFilter { reader: Some(rosa), ..CaseFilter::default() };
    let told = async || {
        let cases = store.disagreements(set.id, filter.clone(), None, 100).await.expect("read").len();
        let counts = store.disagreement_counts_for(set.id, rosa).await.expect("counted");
        assert_eq!(i64::try_from(cases).expect("few"), counts.total(State::Open));
        assert_eq!(store.count_disagreements(set.id, &filter).await.expect("counted"), counts.total(State::Open));
        cases
    };
    assert_eq!(told().await, 5);
    set.label_from_file(&store, rosa, 1, 0, Judgement::CantTell).await;
    assert_eq!(told().await, 3, "the two of the second query are hidden");
    keep(&store, set.operation(rosa, set.queries[1], COMPLETE, NOW)).await;
    assert_eq!(told().await, 5);
}

async fn a_case_tells_all_that_a_reviewer_looks_at(store: Store) {
    let (set, _, rosa) = apart(&store).await;
    set.settle_grade(&store, rosa, 1, 1, 2).await;
    let case = set.case(&store, rosa, 1, set.chunk(0)).await.expect("a case");
    assert_eq!((case.query.external_id.as_str(), case.kind, case.state), ("q1", Kind::RelevanceFlip, State::Open));
    assert_eq!(case.voices.iter().map(|voice| voice.name.as_str()).collect::<Vec<_>>(), ["lena", "omar"]);
    let strip: Vec<_> = case.strip.iter().map(|chunk| (chunk.number, chunk.state)).collect();
    assert_eq!(strip, [(1, Some(State::Open)), (2, Some(State::Settled)), (3, None)]);
    let grade = |grade| Some(Judgement::Grade(Grade(grade)));
    assert_eq!(case.strip[1].given, [grade(3), grade(1)]);
    assert_eq!(case.given.iter().map(|given| Some(given.judgement)).collect::<Vec<_>>(), [grade(0), grade(3)]);
    let chunk = case.chunk.expect("a chunk");
    assert_eq!((chunk.external_id.as_str(), chunk.text.as_str(), chunk.before, chunk.after), ("c0", "text 0", None, None));
    let settled = set.case(&store, rosa, 1, set.chunk(1)).await.expect("a case");
    assert_eq!((settled.decisions.len(), settled.decisions[0].in_force), (1, true));
    assert_eq!(settled.decisions[0].verdict, Some(Verdict::Grade(Grade(2))));
    assert_eq!(set.case(&store, rosa, 1, set.chunk(2)).await, None, "nobody differs on it");
    assert_eq!(store.disagreement(id(), set.queries[1], set.chunk(0), rosa).await.expect("read"), None, "of another set");
}

async fn a_judge_is_told_apart_and_holds_nothing_up(store: Store) {
    let set = SetBuilder::new().chunks(2).create(&store).await;
    let rosa = labeller(&store, "rosa").await;
    label(&store, &set, set.labeller, 0, &[3, 1]).await;
    let judged = async |version: &str, grades: [i16; 2]| {
        let judge = store.ensure_judge(id(), set.id, "judge".into(), version.into()).await.expect("a judge");
        let row = |(chunk, grade): (usize, i16)| PrelabelRow {
            query: set.queries[0],
            chunk: set.chunks[chunk],
            judge,
            grade: Grade(grade),
            rationale: "because".into(),
            evidence: vec![],
        };
        store.add_prelabels(grades.into_iter().enumerate().map(row).collect()).await.expect("added");
    };
    judged("1", [0, 0]).await;
    assert_eq!(set.queue(&store, State::Open).await, [(0, set.chunk(0), Kind::Judge), (0, set.chunk(1), Kind::Judge)]);
    judged("2", [3, 0]).await;
    assert_eq!(set.queue(&store, State::Open).await, [(0, set.chunk(1), Kind::Judge)], "the latest prompt's grade counts");
    assert_eq!(status(&store, &set, 0).await, QueryStatus::Completed);
    let case = set.case(&store, rosa, 0, set.chunk(1)).await.expect("a case");
    let said: Vec<_> = case.prelabels.iter().map(|prelabel| (prelabel.prompt_version.as_str(), prelabel.grade.0)).collect();
    assert_eq!(said, [("1", 0), ("2", 0)]);
    set.settle(&store, rosa, 0, set.chunk(1), Verdict::Seen).await;
    assert_eq!(set.queue(&store, State::Settled).await, [(0, set.chunk(1), Kind::Judge)]);
    set.freeze(&store).await;
    assert!(set.export(&store, 1).await.contains(r#""grade":1"#), "what the labeller said stands");
}

fn question(set: &SeededSet, reviewer: UserId, query: usize, subject: Subject) -> NewQuestion {
    let question = "Is plan B meant?".to_owned();
    NewQuestion { id: id(), set: set.id, query: set.queries[query], subject, question, reviewer, at: NOW }
}

async fn a_query_that_is_sent_back_leaves_the_queue_until_all_who_were_asked_completed_it_again(store: Store) {
    let (set, [anna, omar], rosa) = members_apart(&store).await;
    let asked = question(&set, rosa, 1, set.chunk(0));
    assert_eq!(store.send_back(asked.clone()).await.expect("answered"), Asked::Kept);
    assert_eq!(store.send_back(asked).await.expect("answered"), Asked::Kept, "twice is once");
    assert_eq!(store.given_by_hand(set.id, omar).await.expect("a count"), 1, "he has not begun it");
    let again = question(&set, rosa, 1, set.chunk(0));
    assert_eq!(store.send_back(again).await.expect("answered"), Asked::NothingDisputed, "it is with them already");
    assert_eq!(status(&store, &set, 1).await, QueryStatus::Started);
    assert!(set.queue(&store, State::Open).await.iter().all(|(query, ..)| *query != 1));
    let open = store.open_questions(set.id).await.expect("questions");
    assert_eq!((open.len(), &open[0].waits_for, open[0].reviewer.as_str()), (1, &vec!["anna".to_owned(), "omar".to_owned()], "rosa"));
    assert_eq!(store.question(set.queries[1], omar).await.expect("read").as_deref(), Some("Is plan B meant?"));

    let next = store.next_query(set.id, omar, vec![], NOW).await.expect("taken");
    assert_eq!(next, Some(set.queries[1]), "it is given to them first");
    assert_eq!(store.given_by_hand(set.id, omar).await.expect("a count"), 0, "he has begun it");
    let mut changed = set.grade(1, 0, 0, 1);
    changed.actor = omar;
    keep(&store, changed).await;
    keep(&store, set.operation(omar, set.queries[1], COMPLETE, NOW)).await;
    assert_eq!(store.question(set.queries[1], omar).await.expect("read"), None);
    assert_eq!(store.open_questions(set.id).await.expect("questions")[0].waits_for, ["anna"]);
    assert!(set.queue(&store, State::Open).await.iter().all(|(query, ..)| *query != 1), "anna is asked still");
    keep(&store, set.operation(anna, set.queries[1], COMPLETE, NOW)).await;
    assert_eq!(store.open_questions(set.id).await.expect("questions"), []);
    let of_query: Vec<_> = set.queue(&store, State::Open).await.into_iter().filter(|(query, ..)| *query == 1).collect();
    assert_eq!(of_query, [(1, set.chunk(1), Kind::RelevanceFlip)], "they agree on the first chunk now");
}

async fn a_question_that_is_taken_back_leaves_everything_as_it_was(store: Store) {
    let (set, [anna, omar], rosa) = members_apart(&store).await;
    let before = set.queue(&store, State::Open).await;
    let asked = question(&set, rosa, 1, set.chunk(0));
    assert_eq!(store.send_back(asked.clone()).await.expect("answered"), Asked::Kept);
    assert!(store.assignments(set.id, set.queries[1]).await.expect("read").iter().all(|assignment| assignment.asked));
    store.set_disabled(omar, Some(NOW)).await.expect("shut out");
    assert_eq!(store.take_back(set.id, set.queries[1], anna, NOW).await.expect("answered"), Ok(()), "omar would never answer");
    assert_eq!((set.queue(&store, State::Open).await, store.open_questions(set.id).await.expect("questions")), (before, vec![]));
    let again = store.take_back(set.id, set.queries[1], omar, NOW).await.expect("answered");
    assert_eq!(again, Err(NotTakenBack::NotGiven), "it was taken back from all");
    let nowhere = NewQuestion { id: id(), query: id(), ..asked };
    assert_eq!(store.send_back(nowhere).await.expect("answered"), Asked::NoSuchQuery);
}

async fn only_those_who_can_label_are_asked_and_where_none_can_nothing_is_written(store: Store) {
    let (set, [anna, omar], rosa) = members_apart(&store).await;
    let waits_for = async || {
        let open = store.open_questions(set.id).await.expect("questions");
        open.into_iter().flat_map(|question| question.waits_for).collect::<Vec<_>>()
    };
    store.give_role(set.id, omar, Some(Role::Viewer)).await.expect("given");
    assert_eq!(store.send_back(question(&set, rosa, 1, set.chunk(0))).await.expect("answered"), Asked::Kept);
    assert_eq!(waits_for().await, ["anna"], "omar may only read");
    keep(&store, set.operation(anna, set.queries[1], COMPLETE, NOW)).await;
    assert!(set.queue(&store, State::Open).await.iter().any(|(query, ..)| *query == 1), "it is back");

    store.set_disabled(anna, Some(NOW)).await.expect("shut out");
    let before = set.queue(&store, State::Open).await;
    assert_eq!(store.send_back(question(&set, rosa, 1, set.chunk(0))).await.expect("answered"), Asked::NobodyCanAnswer);
    assert_eq!((set.queue(&store, State::Open).await, waits_for().await), (before, vec![]));
}

async fn a_question_is_asked_once_and_another_one_under_its_id_is_refused(store: Store) {
    let (set, _, rosa) = members_apart(&store).await;
    let asked = question(&set, rosa, 1, set.chunk(0));
    assert_eq!(store.send_back(asked.clone()).await.expect("answered"), Asked::Kept);
    assert_eq!(store.send_back(asked.clone()).await.expect("answered"), Asked::Kept);
    let others = [
        NewQuestion { question: "Is plan A meant?".into(), ..asked.clone() },
        NewQuestion { subject: set.chunk(1), ..asked.clone() },
        NewQuestion { reviewer: set.labeller, ..asked.clone() },
        NewQuestion { query: set.queries[2], ..asked },
    ];
    for other in others {
        let refused = store.send_back(other).await;
        assert!(matches!(&refused, Err(Error::Invalid(reason)) if reason.0.contains("an id of its own")), "{refused:?}");
    }
    assert_eq!(store.open_questions(set.id).await.expect("questions").len(), 1);
}

async fn many_are_settled_at_once_as_the_preview_says_and_taken_back_but_for_what_was_decided_since(store: Store) {
    let (set, omar, rosa) = apart(&store).await;
    let noor = labeller(&store, "noor").await;
    for (chunk, grade) in [0, 3, 1].into_iter().enumerate() {
        set.label_from_file(&store, noor, 1, chunk, Judgement::Grade(Grade(grade))).await;
    }
    keep(&store, set.operation(noor, set.queries[1], COMPLETE, NOW)).await;
    for reviewer in [rosa, omar] {
        store.give_role(set.id, reviewer, Some(Role::Reviewer)).await.expect("given");
    }
    let bulk = |reviewer, kind: Option<Kind>, rule| NewBulk {
        operation: id(),
        set: set.id,
        filter: CaseFilter { kind, ..CaseFilter::default() },
        rule,
        reviewer,
        note: String::new(),
        at: NOW,
    };
    let flips = bulk(rosa, Some(Kind::RelevanceFlip), BulkRule::Majority);
    let preview = store.preview_bulk(flips.clone()).await.expect("a preview");
    assert_eq!((preview.settled, preview.undecided, preview.own, preview.changed), (2, 1, 0, 0));
    assert_eq!(set.queue(&store, State::Settled).await, [], "nothing is written");
    assert_eq!(store.preview_bulk(NewBulk { reviewer: omar, ..flips.clone() }).await.expect("a preview").own, 2, "omar's own");
    assert_eq!(store.settle_many(flips.clone()).await.expect("settled"), preview);
    assert_eq!(store.settle_many(flips.clone()).await.expect("settled").settled, 0, "what is settled is settled");
    assert_eq!(set.queue(&store, State::Settled).await.len(), 2);

    set.settle_grade(&store, rosa, 1, 0, 1).await;
    assert_eq!(store.take_back_many(set.id, omar, flips.operation, id(), NOW).await.expect("nothing"), 0, "omar settled nothing");
    assert_eq!(store.take_back_many(set.id, rosa, flips.operation, id(), NOW).await.expect("taken back"), 1);
    assert_eq!(set.queue(&store, State::Settled).await, [(1, set.chunk(0), Kind::RelevanceFlip)], "it was decided anew");
    let again = store.settle_many(flips.clone()).await.expect("answered");
    assert_eq!((again.settled, again.changed), (0, 1), "what was taken back is not settled by the same operation again");
    assert_eq!(store.settled_at_once(set.id, rosa, flips.operation).await.expect("counted"), 2, "as many as it settled first");

    let wrong = [(None, BulkRule::Median, "one kind only"), (Some(Kind::Answers), BulkRule::Median, "does not settle")];
    for (kind, rule, words) in wrong {
        let refused = store.settle_many(bulk(rosa, kind, rule)).await;
        assert!(matches!(&refused, Err(Error::Invalid(reason)) if reason.0.contains(words)), "{refused:?}");
    }
}

async fn put(store: &Store, set: &SeededSet, change: impl Fn(&mut Settings)) {
    let now = store.set_by_id(set.id).await.expect("read").expect("the set");
    let mut settings = now.settings;
    change(&mut settings);
    store.put_settings(set.id, now.revision, settings).await.expect("changed");
}

async fn a_resolution_settles_what_it_can_and_a_change_of_it_works_everything_out_anew(store: Store) {
    let (set, ..) = apart(&store).await;
    assert_eq!(status(&store, &set, 0).await, QueryStatus::GradesDiffer);
    put(&store, &set, |settings| settings.resolution = Resolution::Median).await;
    assert_eq!((set.queue(&store, State::Open).await, set.queue(&store, State::ByRule).await.len()), (vec![], 5));
    assert_eq!(status(&store, &set, 0).await, QueryStatus::Completed);
    put(&store, &set, |settings| settings.resolution = Resolution::Majority).await;
    assert_eq!(set.queue(&store, State::Open).await.len(), 5, "two who differ are no majority");
    put(&store, &set, |settings| settings.cutoff = Grade(3)).await;
    let flips = set.queue(&store, State::Open).await.into_iter().filter(|(.., kind)| *kind == Kind::RelevanceFlip).count();
    assert_eq!(flips, 3, "q0 c1 flips at the cut-off 3, and q2 c0 does not");
}

async fn a_query_is_frozen_without_its_disputed_chunks_where_that_is_asked_for(store: Store) {
    let (set, _, rosa) = apart(&store).await;
    set.settle_grade(&store, rosa, 1, 0, 3).await;
    keep(&store, set.operation(set.labeller, set.queries[2], Action::Flag { note: "odd".into() }, NOW)).await;
    assert!(matches!(set.try_freeze(&store, store::OnErrors::Refuse).await, Freezing::Refused(errors) if errors.is_empty()));
    let Freezing::Frozen(head) = set.freeze_without_disputed_chunks(&store).await else { panic!("two queries are settled but for chunks") };
    assert_eq!((head.counts.queries, head.counts.labels, head.counts.disputed, head.counts.left_out), (2, 4, 2, 1));
    assert!(head.warnings.iter().any(|warning| warning.message.contains("frozen without 2 chunks of 2 queries")), "{:?}", head.warnings);
    assert_eq!(head.resolution, Resolution::Agreed);
    let lines = set.export(&store, 1).await;
    assert_eq!(lines.matches(r#""disputed":["c1"]"#).count(), 2, "{lines}");
    assert!(!lines.contains("odd"), "a flagged query is left out still");
}
