use super::*;
use crate::answer::Citation;
use crate::disagreement::{Rules, State, Subject, disagreements};
use crate::id::{UserId, uuid_v7};
use crate::query::Answerable;
use crate::scale::Scale;
use crate::timestamp::Timestamp;

const GRADE: fn(i16) -> Judgement = |grade| Judgement::Grade(Grade(grade));

fn chunk(n: u64) -> ChunkId {
    ChunkId(uuid_v7(n, &[0; 10]))
}

fn labeller(n: u64) -> UserId {
    UserId(uuid_v7(n, &[1; 10]))
}

fn label(by: u64, of: u64, judgement: Judgement) -> SaidLabel {
    SaidLabel { labeller: labeller(by), chunk: chunk(of), judgement, evidence: vec![] }
}

fn said(labels: Vec<SaidLabel>) -> Said {
    Said { overlap_met: true, labels, ..Said::default() }
}

fn answer(by: u64, text: &str, answerable: Answerable) -> (UserId, Answer) {
    (labeller(by), Answer { text: text.into(), answerable, ..Answer::default() })
}

/// Lets a reviewer decide about a subject of what was said.
fn decide(said: &mut Said, subject: Subject, verdict: Verdict) {
    said.decided.retain(|decision| decision.subject != subject);
    said.decided.push(Decision { subject, verdict, said: said.hash_of(subject), revision: 1, reason: None, at: Timestamp(0) });
}

fn decide_grade(said: &mut Said, of: u64, grade: i16) {
    decide(said, Subject::Chunk(chunk(of)), Verdict::Grade(Grade(grade)));
}

fn agreed(said: &Said) -> Result<Settled, Unsettled> {
    settle(said, Resolution::Agreed)
}

/// The grades of the settled chunks, in the order of their ids.
fn grades(settled: &Settled) -> Vec<i16> {
    settled.labels.values().map(|(grade, _)| grade.0).collect()
}

#[test]
fn a_query_is_not_settled_before_its_overlap_is_met() {
    assert_eq!(agreed(&Said::default()), Err(Unsettled::NotCompleted));
}

#[test]
fn a_flag_waits_for_a_reviewer_and_for_nothing_else() {
    let mut flagged = said(vec![label(1, 1, GRADE(2))]);
    flagged.flags.push((labeller(1), "look".into()));
    assert_eq!(agreed(&flagged), Err(Unsettled::Flagged { note: "look".into() }));
    decide(&mut flagged, Subject::Flag, Verdict::Seen);
    flagged.labels[0].judgement = GRADE(1);
    assert!(agreed(&flagged).is_ok(), "a label is nothing that the flag said");
    flagged.flags.push((labeller(2), "look again".into()));
    assert_eq!(agreed(&flagged), Err(Unsettled::Flagged { note: "look".into() }));
}

#[test]
fn grades_that_differ_wait_for_a_reviewer_who_decides_chunk_by_chunk() {
    let mut differ = said(vec![label(1, 1, GRADE(3)), label(2, 1, GRADE(0)), label(1, 2, GRADE(1)), label(2, 2, GRADE(2))]);
    assert_eq!(agreed(&differ), Err(Unsettled::GradesDiffer { chunks: vec![chunk(1), chunk(2)] }));
    decide_grade(&mut differ, 1, 2);
    assert_eq!(agreed(&differ), Err(Unsettled::GradesDiffer { chunks: vec![chunk(2)] }));
    decide_grade(&mut differ, 2, 1);
    assert_eq!(grades(&agreed(&differ).expect("settled")), [2, 1]);
}

#[test]
fn a_resolution_settles_grades_and_a_reviewer_what_is_left() {
    let three =
        said(vec![label(1, 1, GRADE(3)), label(2, 1, GRADE(3)), label(3, 1, GRADE(0)), label(1, 2, GRADE(3)), label(2, 2, GRADE(0))]);
    assert_eq!(settle(&three, Resolution::Agreed), Err(Unsettled::GradesDiffer { chunks: vec![chunk(1), chunk(2)] }));
    assert_eq!(settle(&three, Resolution::Majority), Err(Unsettled::GradesDiffer { chunks: vec![chunk(2)] }));
    assert_eq!(grades(&settle(&three, Resolution::Median).expect("settled")), [3, 1]);
    let mut decided = three;
    decide_grade(&mut decided, 1, 1);
    assert_eq!(grades(&settle(&decided, Resolution::Median).expect("settled")), [1, 1], "a reviewer's decision comes before the rule");
}

#[test]
fn a_query_can_be_settled_without_its_disputed_chunks_and_nothing_else_is_left_out() {
    let mut differ = said(vec![label(1, 1, GRADE(3)), label(2, 1, GRADE(0)), label(1, 2, GRADE(1)), label(2, 2, GRADE(1))]);
    let without = settle_without_disputed_chunks(&differ, Resolution::Agreed).expect("settled");
    assert_eq!((grades(&without), without.disputed), (vec![1], vec![chunk(1)]));
    differ.answers = vec![answer(1, "Pull the lever.", Answerable::Yes), answer(2, "Read chapter nine.", Answerable::Yes)];
    assert_eq!(settle_without_disputed_chunks(&differ, Resolution::Agreed), Err(Unsettled::AnswersDiffer));
}

#[test]
fn cant_tell_is_missing_and_no_dispute() {
    let settled = agreed(&said(vec![label(1, 1, Judgement::CantTell), label(2, 1, GRADE(2)), label(1, 2, Judgement::CantTell)]));
    let labels = settled.expect("settled").labels;
    assert_eq!(labels.into_iter().map(|(chunk, (grade, _))| (chunk, grade)).collect::<Vec<_>>(), [(chunk(1), Grade(2))]);
}

#[test]
fn the_evidence_is_of_those_who_gave_the_settled_grade() {
    let mut two = said(vec![label(1, 1, GRADE(3)), label(2, 1, GRADE(0))]);
    two.labels[0].evidence = vec![Span { start: 0, end: 4 }];
    two.labels[1].evidence = vec![Span { start: 5, end: 9 }];
    decide_grade(&mut two, 1, 3);
    assert_eq!(agreed(&two).expect("settled").labels[&chunk(1)].1, [Span { start: 0, end: 4 }]);
}

#[test]
fn answers_that_are_alike_are_one_and_the_first_stands() {
    let mut alike = said(vec![]);
    alike.answers =
        vec![answer(1, "Pull the amber lever twice.", Answerable::Yes), answer(2, "pull the amber lever two times", Answerable::Yes)];
    assert_eq!(agreed(&alike).expect("settled").answer.text, "Pull the amber lever twice.");
    alike.answers[1].1.text = "Read chapter nine.".into();
    assert_eq!(agreed(&alike), Err(Unsettled::AnswersDiffer));
    alike.answers[1].1.answerable = Answerable::No;
    assert_eq!(agreed(&alike), Err(Unsettled::AnswerableDiffers));
}

#[test]
fn answers_that_name_other_numbers_are_two_however_alike_they_are() {
    let both = |one: &str, other: &str| {
        let mut said = said(vec![]);
        said.answers = vec![answer(1, one, Answerable::Yes), answer(2, other, Answerable::Yes)];
        said.answers_apart().is_some()
    };
    assert!(both("You can return it within 30 days [1].", "You can return it within 60 days [1]."));
    assert!(both("It costs 12.50 a month.", "It costs 12.05 a month."));
    assert!(both("Version 2 supports it.", "The version supports it."));
    assert!(!both("Within 30 days, or 60 with a card [1].", "Within 30 days, with a card 60 [2, 3]."), "what is cited is no number");
    assert!(!both("After 30 days the 30 days end.", "After the 30 days end."));
}

#[test]
fn who_did_not_say_whether_there_is_an_answer_does_not_differ_from_who_did() {
    for order in [[0, 1], [1, 0]] {
        let mut one_said = said(vec![]);
        let both = [answer(1, "", Answerable::Unknown), answer(2, "Pull the lever.", Answerable::Yes)];
        one_said.answers = order.map(|at| both[at].clone()).into();
        let settled = agreed(&one_said).expect("nothing is disputed").answer;
        assert_eq!((settled.text.as_str(), settled.answerable), ("Pull the lever.", Answerable::Yes));
    }
}

#[test]
fn the_answer_that_a_reviewer_chose_holds() {
    let mut differ = said(vec![]);
    differ.answers = vec![answer(1, "Pull the lever.", Answerable::Yes), answer(2, "Read chapter nine.", Answerable::Yes)];
    for (by, text) in [(1, "Pull the lever."), (2, "Read chapter nine.")] {
        decide(&mut differ, Subject::Answer, Verdict::AnswerOf(labeller(by)));
        assert_eq!(agreed(&differ).expect("settled").answer.text, text);
    }
}

/// A query with two disputed chunks, one that is agreed on, and answers that differ, all of it decided.
fn all_decided() -> Said {
    let mut all = said((1..=3).flat_map(|of| [label(1, of, GRADE(3)), label(2, of, GRADE(if of == 3 { 3 } else { 0 }))]).collect());
    all.answers = vec![answer(1, "Pull the lever.", Answerable::Yes), answer(2, "Read chapter nine.", Answerable::Yes)];
    decide_grade(&mut all, 1, 2);
    decide_grade(&mut all, 2, 1);
    decide(&mut all, Subject::Answer, Verdict::AnswerOf(labeller(2)));
    all
}

/// Something that is said later.
type Change = fn(&mut Said);

/// What is open of what was said.
fn open(said: &Said) -> Vec<Subject> {
    let rules = Rules { resolution: Resolution::Agreed, cutoff: Grade(2) };
    disagreements(said, &[], rules).into_iter().filter(|found| found.state == State::Open).map(|found| found.subject).collect()
}

#[test]
fn what_is_said_after_a_decision_opens_its_own_case_again_and_no_other() {
    assert!(agreed(&all_decided()).is_ok());
    let changes: [(Change, Subject); 7] = [
        (|said| said.labels[1].judgement = GRADE(1), Subject::Chunk(chunk(1))),
        (|said| said.labels[1].judgement = Judgement::CantTell, Subject::Chunk(chunk(1))),
        (|said| said.labels.push(label(3, 2, GRADE(2))), Subject::Chunk(chunk(2))),
        (|said| drop(said.labels.remove(2)), Subject::Chunk(chunk(2))),
        (|said| said.answers[1].1.text = "Read chapter ten, all of it.".into(), Subject::Answer),
        (|said| said.answers[1].1.answerable = Answerable::No, Subject::Answer),
        (|said| said.answers[1].1.citations.push(Citation { number: 1, chunk: chunk(1) }), Subject::Answer),
    ];
    for (change, subject) in changes {
        let mut later = all_decided();
        change(&mut later);
        assert_eq!((open(&later), agreed(&later)), (vec![subject], Err(Unsettled::ChangedSinceSettled)), "{later:?}");
    }
    let mut new_dispute = all_decided();
    new_dispute.labels[5].judgement = GRADE(0);
    assert_eq!(open(&new_dispute), [Subject::Chunk(chunk(3))]);
    assert_eq!(agreed(&new_dispute), Err(Unsettled::GradesDiffer { chunks: vec![chunk(3)] }), "nobody had settled this one");
    let mut same = all_decided();
    same.labels.reverse();
    same.labels[0].evidence = vec![Span { start: 0, end: 1 }];
    assert_eq!(open(&same), [], "the order and the evidence decide nothing");
}

#[test]
fn labellers_who_come_to_what_a_reviewer_decided_settle_it_and_to_something_else_do_not() {
    let mut decided = said(vec![label(1, 1, GRADE(3)), label(2, 1, GRADE(0))]);
    decide_grade(&mut decided, 1, 3);
    decided.labels[1].judgement = GRADE(3);
    assert_eq!((grades(&agreed(&decided).expect("all agree with it")), open(&decided)), (vec![3], vec![]));
    for label in &mut decided.labels {
        label.judgement = GRADE(0);
    }
    assert_eq!((agreed(&decided), open(&decided)), (Err(Unsettled::ChangedSinceSettled), vec![Subject::Chunk(chunk(1))]));
    decide_grade(&mut decided, 1, 0);
    assert_eq!((grades(&agreed(&decided).expect("settled again")), open(&decided)), (vec![0], vec![]));
}

#[test]
fn a_decision_fits_its_subject_or_is_refused_in_words() {
    let mut differ = said(vec![label(1, 1, GRADE(3)), label(2, 1, GRADE(0)), label(1, 2, GRADE(1))]);
    differ.answers = vec![answer(1, "Pull the lever.", Answerable::Yes), answer(2, "Read chapter nine.", Answerable::Yes)];
    let check = |subject, verdict| differ.check(subject, verdict, &Scale::graded()).map_err(|invalid| invalid.0);
    let (first, second) = (Subject::Chunk(chunk(1)), Subject::Chunk(chunk(2)));
    let fits = [(first, Verdict::Grade(Grade(3))), (second, Verdict::Seen), (Subject::Answer, Verdict::AnswerOf(labeller(2)))];
    for (subject, verdict) in fits.into_iter().chain([(Subject::Flag, Verdict::Seen)]) {
        assert_eq!(check(subject, verdict), Ok(()));
    }
    let refused = [
        (first, Verdict::Grade(Grade(4)), "not on the scale"),
        (first, Verdict::Seen, "give it a grade"),
        (first, Verdict::AnswerOf(labeller(1)), "by a grade"),
        (Subject::Answer, Verdict::AnswerOf(labeller(3)), "gave no answer"),
        (Subject::Answer, Verdict::Seen, "choose the one"),
        (Subject::Answer, Verdict::Grade(Grade(1)), "choose the one"),
        (Subject::Flag, Verdict::Grade(Grade(1)), "having seen it"),
    ];
    for (subject, verdict, words) in refused {
        let refusal = check(subject, verdict).expect_err(words);
        assert!(refusal.contains(words), "{refusal}");
    }
}

#[test]
fn a_decision_about_what_nobody_said_is_damage_and_no_guess() {
    let mut one = said(vec![label(1, 1, GRADE(3))]);
    decide_grade(&mut one, 7, 2);
    assert!(matches!(agreed(&one), Err(Unsettled::Damaged { what }) if what.contains("no labeller graded")));
    one.decided.clear();
    decide(&mut one, Subject::Answer, Verdict::AnswerOf(labeller(7)));
    assert!(matches!(agreed(&one), Err(Unsettled::Damaged { what }) if what.contains("gave no answer")));
}

#[test]
fn a_decision_that_is_taken_back_leaves_the_one_before_it() {
    let (verdict, said, reason, at) = (Verdict::AnswerOf(labeller(1)), String::new(), None, Timestamp(0));
    let made = |revision| Decision { subject: Subject::Answer, verdict, said: said.clone(), revision, reason, at };
    let stands = |steps: &[Option<i64>]| -> Vec<i64> {
        let all = steps.iter().map(|step| (Subject::Answer, step.map(made))).chain([(Subject::Flag, None)]);
        standing_decisions(all).into_iter().map(|decision| decision.revision).collect()
    };
    assert_eq!(stands(&[Some(1), Some(2), None]), [1]);
    assert_eq!(stands(&[Some(1), Some(2), None, Some(4)]), [4]);
    assert!(stands(&[Some(1), Some(2), None, None]).is_empty());
    assert!(stands(&[Some(1), None, None]).is_empty());
}

#[test]
fn answers_differ_whoever_gave_which_first() {
    let texts = ["Pull the amber lever twice, then wait.", "Pull the amber lever.", "Then wait until noon for the train."];
    let orders = [[0, 1, 2], [1, 0, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1], [2, 0, 1]];
    let apart = |order: [usize; 3]| {
        let mut one = said(vec![]);
        one.answers = order.iter().zip(1..).map(|(text, by)| answer(by, texts[*text], Answerable::Yes)).collect();
        one.answers_apart()
    };
    let first = apart(orders[0]);
    assert!(first.is_some());
    assert!(orders.iter().all(|order| apart(*order) == first));
}
