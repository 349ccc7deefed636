use super::*;
use crate::answer::Citation;
use crate::id::{UserId, uuid_v7};
use crate::query::Answerable;
use crate::scale::Scale;

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

/// Lets a reviewer decide on what was said.
fn decide(said: &mut Said, grades: &[(u64, i16)], answer_of: Option<u64>) {
    let grades = grades.iter().map(|(of, grade)| (chunk(*of), Grade(*grade))).collect();
    let decision = Adjudication { grades, answer_of: answer_of.map(labeller) };
    said.decided = Some(Decided { decision, said: said.hash() });
}

#[test]
fn a_query_is_not_settled_before_its_overlap_is_met() {
    assert_eq!(settle(&Said::default()), Err(Unsettled::NotCompleted));
}

#[test]
fn a_flag_waits_for_a_reviewer() {
    let mut flagged = said(vec![]);
    flagged.flags.push((labeller(1), "look".into()));
    assert_eq!(settle(&flagged), Err(Unsettled::Flagged { note: "look".into() }));
    decide(&mut flagged, &[], None);
    assert!(settle(&flagged).is_ok());
}

#[test]
fn two_grades_of_one_chunk_are_a_dispute_until_a_reviewer_settles_it() {
    let mut differ = said(vec![label(1, 1, GRADE(3)), label(2, 1, GRADE(0)), label(1, 2, GRADE(1)), label(2, 2, GRADE(1))]);
    assert_eq!(settle(&differ), Err(Unsettled::GradesDiffer { chunks: vec![chunk(1)] }));
    decide(&mut differ, &[(1, 2)], None);
    let grades: Vec<Grade> = settle(&differ).expect("settled").labels.into_values().map(|(grade, _)| grade).collect();
    assert_eq!(grades, [Grade(2), Grade(1)]);
}

#[test]
fn cant_tell_is_missing_and_no_dispute() {
    let settled = settle(&said(vec![label(1, 1, Judgement::CantTell), label(2, 1, GRADE(2)), label(1, 2, Judgement::CantTell)]));
    let labels = settled.expect("settled").labels;
    assert_eq!(labels.into_iter().map(|(chunk, (grade, _))| (chunk, grade)).collect::<Vec<_>>(), [(chunk(1), Grade(2))]);
}

#[test]
fn the_evidence_is_of_those_who_gave_the_settled_grade() {
    let mut two = said(vec![label(1, 1, GRADE(3)), label(2, 1, GRADE(0))]);
    two.labels[0].evidence = vec![Span { start: 0, end: 4 }];
    two.labels[1].evidence = vec![Span { start: 5, end: 9 }];
    decide(&mut two, &[(1, 3)], None);
    assert_eq!(settle(&two).expect("settled").labels[&chunk(1)].1, [Span { start: 0, end: 4 }]);
}

#[test]
fn answers_that_are_alike_are_one_and_the_first_stands() {
    let mut alike = said(vec![]);
    alike.answers =
        vec![answer(1, "Pull the amber lever twice.", Answerable::Yes), answer(2, "pull the amber lever two times", Answerable::Yes)];
    assert_eq!(settle(&alike).expect("settled").answer.text, "Pull the amber lever twice.");
    alike.answers[1].1.text = "Read chapter nine.".into();
    assert_eq!(settle(&alike), Err(Unsettled::AnswersDiffer));
    alike.answers[1].1.answerable = Answerable::No;
    assert_eq!(settle(&alike), Err(Unsettled::AnswerableDiffers));
}

#[test]
fn who_did_not_say_whether_there_is_an_answer_does_not_differ_from_who_did() {
    for order in [[0, 1], [1, 0]] {
        let mut one_said = said(vec![]);
        let both = [answer(1, "", Answerable::Unknown), answer(2, "Pull the lever.", Answerable::Yes)];
        one_said.answers = order.map(|at| both[at].clone()).into();
        let settled = settle(&one_said).expect("nothing is disputed").answer;
        assert_eq!((settled.text.as_str(), settled.answerable), ("Pull the lever.", Answerable::Yes));
    }
}

#[test]
fn the_answer_that_a_reviewer_chose_holds_and_without_a_choice_the_first() {
    let mut differ = said(vec![]);
    differ.answers = vec![answer(1, "Pull the lever.", Answerable::Yes), answer(2, "Read chapter nine.", Answerable::Yes)];
    let mut chosen = |answer_of| {
        decide(&mut differ, &[], answer_of);
        settle(&differ).expect("settled").answer.text
    };
    assert_eq!(chosen(Some(2)), "Read chapter nine.");
    assert_eq!(chosen(None), "Pull the lever.");
}

#[test]
fn whatever_is_said_after_a_decision_disputes_the_query_again() {
    let mut decided = said(vec![label(1, 1, GRADE(3)), label(2, 1, GRADE(0)), label(1, 2, GRADE(1)), label(2, 2, GRADE(1))]);
    decided.answers = vec![answer(1, "So.", Answerable::Yes), answer(2, "So.", Answerable::Yes)];
    decide(&mut decided, &[(1, 2)], None);
    assert!(settle(&decided).is_ok());
    let changes: [fn(&mut Said); 8] = [
        |said| said.labels[1].judgement = GRADE(3),
        |said| said.labels[3].judgement = GRADE(0),
        |said| said.labels[3].judgement = Judgement::CantTell,
        |said| said.labels.push(label(3, 2, GRADE(1))),
        |said| said.answers[1].1.text = "Thus.".into(),
        |said| said.answers[1].1.answerable = Answerable::No,
        |said| said.answers[1].1.citations.push(Citation { number: 1, chunk: chunk(1) }),
        |said| drop(said.labels.pop()),
    ];
    for change in changes {
        let mut later = decided.clone();
        change(&mut later);
        assert_eq!(settle(&later), Err(Unsettled::ChangedSinceSettled), "{later:?}");
    }
    let mut flagged = decided.clone();
    flagged.flags.push((labeller(2), "look again".into()));
    assert_eq!(settle(&flagged), Err(Unsettled::Flagged { note: "look again".into() }));
    let mut same = decided.clone();
    same.labels.reverse();
    same.labels[0].evidence = vec![Span { start: 0, end: 1 }];
    assert!(settle(&same).is_ok(), "the order and the evidence decide nothing");
}

#[test]
fn a_reviewer_grades_what_is_disputed_and_what_an_earlier_decision_graded_and_nothing_else() {
    let mut differ = said(vec![label(1, 1, GRADE(3)), label(2, 1, GRADE(0)), label(1, 2, GRADE(1)), label(2, 2, GRADE(1))]);
    let check = |said: &Said, grades: &[(u64, i16)]| {
        let grades = grades.iter().map(|(of, grade)| (chunk(*of), Grade(*grade))).collect();
        said.check(&Adjudication { grades, answer_of: None }, &Scale::graded()).map_err(|invalid| invalid.0)
    };
    assert_eq!(check(&differ, &[(1, 2)]), Ok(()));
    let refused = [(vec![], "0 of 1 disputed"), (vec![(1, 2), (2, 2)], "is not disputed"), (vec![(9, 2)], "is not disputed")];
    for (grades, words) in refused.into_iter().chain([(vec![(1, 2), (1, 3)], "twice"), (vec![(1, 4)], "not on the scale")]) {
        let refusal = check(&differ, &grades).expect_err(words);
        assert!(refusal.contains(words), "{refusal}");
    }
    decide(&mut differ, &[(1, 2)], None);
    differ.labels[1].judgement = GRADE(3);
    assert_eq!(differ.disputed_chunks(), [chunk(1)], "all agree now, but a reviewer had decided otherwise");
}

#[test]
fn an_answer_is_chosen_of_those_that_were_given_and_must_be_chosen_where_they_differ() {
    let mut differ = said(vec![]);
    differ.answers = vec![answer(1, "Pull the lever.", Answerable::Yes), answer(2, "Read chapter nine.", Answerable::Yes)];
    let check = |answer_of: Option<u64>| {
        let decision = Adjudication { grades: vec![], answer_of: answer_of.map(labeller) };
        differ.check(&decision, &Scale::graded()).map_err(|invalid| invalid.0)
    };
    assert_eq!(check(Some(2)), Ok(()));
    assert!(check(Some(3)).expect_err("nobody's").contains("gave no answer"));
    assert_eq!(check(None), Err("the answers differ: choose the one that holds".into()));
}

#[test]
fn a_decision_about_what_nobody_said_is_damage_and_no_guess() {
    let mut agreed = said(vec![label(1, 1, GRADE(3))]);
    decide(&mut agreed, &[(7, 2)], None);
    assert!(matches!(settle(&agreed), Err(Unsettled::Damaged { what }) if what.contains("no labeller graded")));
    decide(&mut agreed, &[], Some(7));
    assert!(matches!(settle(&agreed), Err(Unsettled::Damaged { what }) if what.contains("gave no answer")));
}
