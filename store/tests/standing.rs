//! Where queries stand follows from one rule, whatever changed last: an assignment, a flag, the overlap, an adjudication.

use std::collections::BTreeSet;

use domain::adjudication::Verdict;
use domain::disagreement::{CaseFilter, QueuedCase, State, Subject};
use domain::doubt::Doubt;
use domain::finding::{Finding, Rule};
use domain::operation::{Action, Outcome};
use domain::query::{Answerable, QueryStatus};
use domain::scale::{Grade, Judgement};
use store::{QueryFilter, Store};

use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SeededSet, SetBuilder, keep, labeller};

on_both_databases! {
    an_overlap_that_goes_up_and_down_again_leaves_every_query_as_it_was,
    a_query_with_more_completions_than_the_overlap_is_completed,
    an_adjudication_takes_a_flagged_query_out_of_review,
    two_labellers_who_complete_a_query_at_once_complete_it,
    a_place_that_a_labeller_leaves_goes_to_who_has_the_query_beside_them,
    however_a_set_came_to_where_it_stands_it_stands_where_the_rule_puts_it,
    holes_are_sent_while_labellers_complete_and_reopen_and_nobody_waits_for_ever,
}

async fn statuses(store: &Store, set: &SeededSet) -> Vec<QueryStatus> {
    let mut statuses = Vec::new();
    for query in &set.queries {
        statuses.push(store.query(set.id, *query).await.expect("read").expect("the query").status);
    }
    statuses
}

async fn an_overlap_that_goes_up_and_down_again_leaves_every_query_as_it_was(store: Store) {
    let set = SetBuilder::new().queries(3).completed(0, "lena", 3, "So [1].").create(&store).await;
    keep(&store, set.grade(1, 0, 2, 0)).await;
    let before = statuses(&store, &set).await;
    assert_eq!(before, [QueryStatus::Completed, QueryStatus::Started, QueryStatus::Open]);

    set.put_overlap(&store, 2).await;
    assert_eq!(statuses(&store, &set).await, [QueryStatus::Started, QueryStatus::Started, QueryStatus::Open]);
    let omar = labeller(&store, "omar").await;
    assert_eq!(store.next_query(set.id, omar, vec![], NOW).await.expect("taken"), Some(set.queries[0]), "a second place is free");
    keep(&store, set.operation(omar, set.queries[0], Action::Skip, NOW)).await;

    set.put_overlap(&store, 1).await;
    assert_eq!(statuses(&store, &set).await, before);
    assert_eq!(store.next_query(set.id, omar, vec![], NOW).await.expect("taken"), Some(set.queries[2]));
}

async fn a_query_with_more_completions_than_the_overlap_is_completed(store: Store) {
    let set = SetBuilder::new().overlap(2).completed(0, "lena", 3, "So [1].").completed(0, "omar", 3, "So [1].").create(&store).await;
    set.put_overlap(&store, 1).await;
    assert_eq!(statuses(&store, &set).await, [QueryStatus::Completed]);
    assert_eq!(set.freeze(&store).await.counts.queries, 1);
}

async fn an_adjudication_takes_a_flagged_query_out_of_review(store: Store) {
    let set = SetBuilder::new().completed(0, "lena", 3, "So [1].").create(&store).await;
    keep(&store, set.operation(set.labeller, set.queries[0], Action::Flag { note: "odd".into() }, NOW)).await;
    assert_eq!(statuses(&store, &set).await, [QueryStatus::Flagged]);
    let reviewer = labeller(&store, "rosa").await;
    set.settle(&store, reviewer, 0, Subject::Flag, Verdict::Seen).await;
    assert_eq!(statuses(&store, &set).await, [QueryStatus::Completed]);
}

async fn two_labellers_who_complete_a_query_at_once_complete_it(store: Store) {
    let set = SetBuilder::new().queries(8).overlap(2).create(&store).await;
    let omar = labeller(&store, "omar").await;
    let complete = |actor, query| {
        let (store, operation) = (store.clone(), set.operation(actor, query, COMPLETE, NOW));
        tokio::spawn(async move { store.record(operation).await })
    };
    let completing: Vec<_> = set.queries.iter().flat_map(|query| [complete(set.labeller, *query), complete(omar, *query)]).collect();
    for task in completing {
        assert_eq!(task.await.expect("joined").expect("kept"), Outcome::Saved { revision: 0 });
    }
    assert_eq!(statuses(&store, &set).await, [QueryStatus::Completed; 8]);
}

async fn a_place_that_a_labeller_leaves_goes_to_who_has_the_query_beside_them(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let [omar, rosa] = [labeller(&store, "omar").await, labeller(&store, "rosa").await];
    store.next_query(set.id, set.labeller, vec![], NOW).await.expect("taken");
    set.label_from_file(&store, omar, 0, 0, Judgement::CantTell).await;
    keep(&store, set.operation(set.labeller, set.queries[0], Action::Skip, NOW)).await;
    assert_eq!(store.next_query(set.id, rosa, vec![], NOW).await.expect("taken"), None, "omar has the only place");
    assert_eq!(statuses(&store, &set).await, [QueryStatus::Started]);
}

async fn holes_are_sent_while_labellers_complete_and_reopen_and_nobody_waits_for_ever(store: Store) {
    let set = SetBuilder::new().queries(4).chunks(3).overlap(3).create(&store).await;
    let run = store.runs(set.id).await.expect("runs")[0].id;
    let mut working = Vec::new();
    for labeller in [set.labeller, labeller(&store, "omar").await, labeller(&store, "rosa").await] {
        let actions = (0..20).map(|turn| (turn % 4, if turn % 8 < 4 { COMPLETE } else { Action::Reopen }));
        let operations: Vec<_> = actions.map(|(at, action)| set.operation(labeller, set.queries[at], action, NOW)).collect();
        let store = store.clone();
        working.push(tokio::spawn(async move {
            for operation in operations {
                keep(&store, operation).await;
            }
        }));
    }
    let (sending, queries, id) = (store.clone(), set.queries.iter().rev().copied().collect::<Vec<_>>(), set.id);
    working.push(tokio::spawn(async move {
        for _ in 0..20 {
            sending.reopen_for_holes(id, run, queries.clone(), 20).await.expect("sent");
        }
    }));
    for work in working {
        work.await.expect("joined");
    }
}

/// A number that looks random and is the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[usize::try_from(self.roll(of.len() as u64)).expect("small")]
    }
}

/// One step that somebody may take; one that cannot be taken is refused and changes nothing.
async fn step(store: &Store, set: &SeededSet, people: &[domain::id::UserId], dice: &mut Dice, turn: i64) {
    let (actor, at) = (dice.pick(people), NOW.plus_seconds(turn * 400));
    let place = usize::try_from(dice.roll(3)).expect("small");
    let query = set.queries[place];
    let action = match dice.roll(14) {
        0 => {
            store.next_query(set.id, actor, vec![], at).await.expect("taken");
            return;
        }
        1 => return set.put_overlap(store, dice.pick(&[1, 2, 3])).await,
        2 => {
            let run = store.runs(set.id).await.expect("runs")[0].id;
            store.reopen_for_holes(set.id, run, vec![query], 20).await.expect("sent");
            return;
        }
        3 | 4 => return settle_if_disputed(store, set, actor, place).await,
        5 => Action::Flag { note: dice.pick(&["", "", "odd"]).into() },
        6 => Action::Skip,
        7 => Action::Reopen,
        8 | 9 => COMPLETE,
        10 => {
            let base = store.answer(query, actor).await.expect("read").map_or(0, |answer| answer.revision);
            Action::Answer {
                text: String::new(),
                citations: vec![],
                confirmed: Some(Doubt::NoAnswerBesideRelevant),
                answerable: dice.pick(&[Answerable::No, Answerable::Yes]),
                base,
            }
        }
        _ => {
            let chunk = dice.pick(&set.chunks);
            let labels = store.labels(query, actor).await.expect("labels");
            let base = labels.iter().find(|label| label.chunk == chunk).map_or(0, |label| label.revision);
            let judgement = Some(Judgement::Grade(Grade(dice.pick(&[2, 3, 3, 3, 3, 3, 3]))));
            Action::Judge { chunk, judgement, evidence: vec![], note: String::new(), prelabel_visible: false, base }
        }
    };
    let outcome = store.record(set.operation(actor, query, action, at)).await.expect("answered");
    assert!(matches!(outcome, Outcome::Saved { .. } | Outcome::NoPlace { .. }), "{outcome:?}");
}

/// Settles all that is disputed about a query, if anything is.
async fn settle_if_disputed(store: &Store, set: &SeededSet, reviewer: domain::id::UserId, place: usize) {
    let open = set.queue(store, State::Open).await;
    for (_, subject, _) in open.into_iter().filter(|(query, ..)| *query == place) {
        let case = set.case(store, reviewer, place, subject).await.expect("it is in the queue");
        let verdict = match subject {
            Subject::Chunk(_) => Verdict::Grade(Grade(1)),
            Subject::Answer => Verdict::AnswerOf(case.answers[0].labeller),
            Subject::Flag => Verdict::Seen,
        };
        set.settle(store, reviewer, place, subject, verdict).await;
    }
}

/// All that is disputed, in every state.
async fn disputed(store: &Store, set: &SeededSet) -> Vec<QueuedCase> {
    let mut cases = Vec::new();
    for state in State::ALL {
        cases.extend(store.disagreements(set.id, CaseFilter { state, ..CaseFilter::default() }, None, 1000).await.expect("read"));
    }
    cases
}

/// What is said of each query by the rule, worked out from all that was said, and not step by step.
async fn worked_out_anew(store: &Store, set: &SeededSet) -> (Vec<QueryStatus>, Vec<QueuedCase>) {
    let overlap = store.set_by_id(set.id).await.expect("read").expect("the set").settings.overlap.labellers;
    set.put_overlap(store, 9).await;
    set.put_overlap(store, overlap).await;
    (statuses(store, set).await, disputed(store, set).await)
}

async fn however_a_set_came_to_where_it_stands_it_stands_where_the_rule_puts_it(store: Store) {
    let mut met = BTreeSet::new();
    for walk in 1..=3 {
        let set = SetBuilder::new().named(&format!("walk-{walk}")).queries(3).chunks(2).create(&store).await;
        let people = [set.labeller, labeller(&store, "omar").await, labeller(&store, "noor").await];
        let mut dice = Dice(walk);
        for turn in 0..100 {
            step(&store, &set, &people, &mut dice, turn).await;
            let stands = statuses(&store, &set).await;
            let cases = disputed(&store, &set).await;
            assert_eq!(worked_out_anew(&store, &set).await, (stands.clone(), cases), "walk {walk} after turn {turn}");
            if turn % 5 == 0 {
                says_the_same_everywhere(&store, &set, &stands).await;
            }
            met.extend(stands);
        }
    }
    assert_eq!(met.len(), 6, "the walks led to {met:?} only");
}

/// The counts, the list, the linter and the next version agree on what is settled and why the rest is not.
async fn says_the_same_everywhere(store: &Store, set: &SeededSet, stands: &[QueryStatus]) {
    let counts = store.query_counts(set.id).await.expect("counts");
    assert_eq!(counts, stands.iter().map(|status| (*status, 1)).collect());
    for status in QueryStatus::ALL {
        let listed = store.queries(set.id, &QueryFilter { status: Some(status), ..QueryFilter::default() }).await.expect("list").total;
        assert_eq!(listed, counts.of(status), "{status:?}");
    }
    let findings = store.lint(set.id, |_| ()).await.expect("findings").findings;
    let unsettled = findings.iter().filter(|finding| finding.rule == Rule::NotSettled);
    let (of_queries, of_all): (Vec<&Finding>, Vec<&Finding>) = unsettled.partition(|finding| finding.query_id.is_some());
    assert_eq!(of_queries.len(), stands.iter().filter(|status| status.waits_for_a_reviewer()).count());
    let not_completed = format!("{} queries are not completed; they are left out", counts.not_completed());
    assert_eq!(of_all.first().map(|finding| finding.message.clone()), (counts.not_completed() > 0).then_some(not_completed));
}
