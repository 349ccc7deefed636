use domain::answer::Citation;
use domain::chunk::Chunk;
use domain::doubt::Doubt;
use domain::golden_set::Settings;
use domain::id::{ChunkId, uuid_v7};
use domain::label::{Label, Span};
use domain::operation::{Action, Operation};
use domain::pool::{ChunkStanding, Provenance};
use domain::query::{Answerable, QueryStatus, Style};
use domain::scale::{Grade, Scale};
use domain::timestamp::Timestamp;

use super::citing::Meaning;
use super::*;
use crate::pages::label::change::Step;

fn chunk(number: u8) -> ChunkId {
    uuid_v7(1, &[number; 10]).into()
}

fn session(cards: u8, mode: PrelabelMode) -> LabelSession {
    given_out(cards, mode, &[], Vec::new())
}

/// A session whose chunks stand to the labeller as is said, open where nothing is.
fn given_out(cards: u8, mode: PrelabelMode, standings: &[ChunkStanding], labels: Vec<Label>) -> LabelSession {
    begun(assigned(cards, standings, labels), mode)
}

fn begun(assignment: Assignment, mode: PrelabelMode) -> LabelSession {
    let settings = Settings { prelabels: mode, ..Settings::usual("t".into(), Scale::graded()) };
    LabelSession::new(assignment, &settings)
}

fn assigned(cards: u8, standings: &[ChunkStanding], labels: Vec<Label>) -> Assignment {
    let entry = |number: u8| PoolChunk {
        chunk: Chunk {
            id: chunk(number),
            external_id: format!("c{number}"),
            doc_id: "d".into(),
            ordinal: 0,
            title: String::new(),
            text: "some text".into(),
        },
        number: number.into(),
        provenance: Provenance::Run,
        score: None,
    };
    let prelabel = |number| Prelabel {
        chunk: chunk(number),
        judge: "j".into(),
        grade: Grade(2),
        rationale: String::new(),
        evidence: vec![Span { start: 0, end: 4 }],
    };
    let query = Query {
        id: uuid_v7(1, &[0; 10]).into(),
        external_id: "q".into(),
        text: "t".into(),
        style: Style::Keyword,
        source: String::new(),
        seen: 1,
        status: QueryStatus::Started,
        created_at: Timestamp(0),
    };
    Assignment {
        query,
        pool: (1..=cards).map(entry).collect(),
        standings: (1..=cards).map(chunk).zip(standings.iter().copied()).collect(),
        prelabels: vec![prelabel(1)],
        control: false,
        labels,
        answer: domain::answer::Answer::default(),
        draft: None,
        status: AssignmentStatus::Leased,
        assigned_by: None,
        flag: None,
        question: None,
    }
}

fn apply(session: &mut LabelSession, step: Option<Step>) -> Vec<Action> {
    let step = step.expect("a step");
    step.changes.iter().filter_map(|change| session.apply(change)).collect()
}

fn judgements(session: &LabelSession) -> Vec<Option<Judgement>> {
    session.cards.iter().map(|card| card.value.judgement).collect()
}

#[test]
fn a_grade_goes_on_to_the_next_that_is_not_judged_and_wraps_around() {
    let mut session = session(3, PrelabelMode::Shown);
    session.focus = 2;
    let step = session.judge(Judgement::Grade(Grade(3)));
    apply(&mut session, step);
    session.advance();
    assert_eq!((session.focus, session.judged()), (0, (1, 3)));
}

#[test]
fn what_a_reviewer_asks_about_is_at_hand_first_and_named() {
    let question = AskedAgain { subject: Subject::Chunk(chunk(2)), question: "Is plan B meant?".into() };
    let session = begun(Assignment { question: Some(question), ..assigned(3, &[], Vec::new()) }, PrelabelMode::Shown);
    assert_eq!((session.focus, session.asked_about().as_deref()), (1, Some("card 2")));
}

#[test]
fn one_undo_takes_all_of_the_rest_back_and_one_redo_does_it_again() {
    let mut session = session(3, PrelabelMode::Shown);
    let first = session.judge(Judgement::CantTell);
    apply(&mut session, first);
    let rest = session.rest();
    assert_eq!(apply(&mut session, rest.clone()).len(), 2);
    let zero = Some(Judgement::Grade(Grade(0)));
    assert_eq!(judgements(&session), [Some(Judgement::CantTell), zero, zero]);
    apply(&mut session, rest.clone().map(Step::reversed));
    assert_eq!(judgements(&session), [Some(Judgement::CantTell), None, None]);
    apply(&mut session, rest);
    assert_eq!(session.judged(), (3, 3));
}

#[test]
fn each_operation_builds_on_the_one_before_it() {
    let mut session = session(1, PrelabelMode::Shown);
    let bases: Vec<i64> = [1, 2, 3]
        .into_iter()
        .flat_map(|grade| {
            let step = session.judge(Judgement::Grade(Grade(grade)));
            apply(&mut session, step)
        })
        .map(|action| match action {
            Action::Judge { base, .. } => base,
            _ => -1,
        })
        .collect();
    assert_eq!(bases, [0, 1, 2]);
}

#[test]
fn the_same_grade_again_is_no_step() {
    let mut session = session(1, PrelabelMode::Shown);
    let step = session.judge(Judgement::CantTell);
    apply(&mut session, step);
    assert_eq!(session.judge(Judgement::CantTell), None);
}

#[test]
fn a_prelabel_that_is_not_seen_cannot_be_accepted_and_is_not_recorded_as_visible() {
    for (mode, visible) in [(PrelabelMode::Shown, true), (PrelabelMode::After, false), (PrelabelMode::Off, false)] {
        let mut session = session(1, mode);
        assert_eq!(session.accept().is_some(), visible);
        let step = session.judge(Judgement::Grade(Grade(1)));
        let actions = apply(&mut session, step);
        assert!(matches!(actions[0], Action::Judge { prelabel_visible, .. } if prelabel_visible == visible), "{mode:?}");
    }
}

#[test]
fn after_grading_a_judge_who_differs_is_shown_and_a_change_is_recorded_as_made_after_seeing_it() {
    let mut session = session(2, PrelabelMode::After);
    let step = session.judge(Judgement::Grade(Grade(0)));
    apply(&mut session, step);
    assert!(session.reveals_difference());
    let step = session.judge(Judgement::Grade(Grade(2)));
    let actions = apply(&mut session, step);
    assert!(matches!(actions[0], Action::Judge { prelabel_visible: true, .. }));
    assert!(!session.reveals_difference());
}

#[test]
fn evidence_is_marked_and_marked_again_is_taken_off() {
    let mut session = session(1, PrelabelMode::Shown);
    let step = session.mark_quote();
    apply(&mut session, step);
    assert_eq!(session.cards[0].value.evidence, [Span { start: 0, end: 4 }]);
    let step = session.mark_quote();
    apply(&mut session, step);
    assert!(session.cards[0].value.evidence.is_empty());
}

#[test]
fn what_is_written_makes_the_query_answerable_and_no_answer_is_said_apart() {
    let mut session = session(1, PrelabelMode::Shown);
    session.written = "yes [1] ".into();
    let step = session.submit_answer();
    apply(&mut session, step);
    assert_eq!((session.answer.text.as_str(), session.answer.answerable), ("yes [1]", Answerable::Yes));
    assert_eq!(session.submit_answer(), None);
    let step = session.toggle_no_answer();
    apply(&mut session, step);
    assert_eq!((session.answer.answerable, session.submit_answer()), (Answerable::No, None), "completing does not take it back");
    session.written = "after all".into();
    let step = session.submit_answer();
    apply(&mut session, step);
    assert_eq!(session.answer.answerable, Answerable::Yes);
}

#[test]
fn what_waits_in_the_outbox_shows_after_a_reload_and_counts_on() {
    let mut before = session(2, PrelabelMode::Shown);
    let step = before.judge(Judgement::Grade(Grade(3)));
    let waiting = apply(&mut before, step);
    let mut after = session(2, PrelabelMode::Shown);
    for action in waiting {
        after.replay(&Operation { id: uuid_v7(1, &[9; 10]).into(), query: after.query.id, action });
    }
    assert_eq!((judgements(&after), after.cards[0].revision, after.focus), (judgements(&before), 1, 1));
}

#[test]
fn a_chunk_that_was_found_is_graded_at_once_and_cited_when_the_server_gave_it_a_number() {
    let mut session = session(2, PrelabelMode::Off);
    let found = Chunk { id: chunk(9), ..session.cards[0].chunk.clone() };
    session.add_found(found);
    let step = session.judge(Judgement::Grade(Grade(3)));
    assert!(matches!(apply(&mut session, step)[0], Action::Judge { chunk: judged, .. } if judged == chunk(9)));
    assert!(session.citations("So [3].").is_empty(), "another labeller's chunk may be number 3");
    assert!(session.put_number(chunk(9), 4));
    assert_eq!(session.citations("So [4], and [2]."), [(4, 9), (2, 2)].map(|(number, n)| Citation { number, chunk: chunk(n) }));
    assert!(!session.put_number(chunk(8), 5));
}

#[test]
fn an_answer_that_nobody_touched_cites_what_it_cited_whatever_numbers_came_meanwhile() {
    let mut session = session(1, PrelabelMode::Off);
    session.written = "See [1], not [2].".into();
    let step = session.submit_answer();
    let cited = vec![Citation { number: 1, chunk: chunk(1) }];
    assert!(matches!(&apply(&mut session, step)[0], Action::Answer { citations, .. } if *citations == cited));
    session.add_found(Chunk { id: chunk(2), ..session.cards[0].chunk.clone() });
    session.put_number(chunk(2), 2);
    assert_eq!((session.submit_answer(), session.citations("See [1], not [2].")), (None, cited));
    assert_eq!(session.meanings()[1], (2, Meaning::CameLater));
    session.write("See [1], not [2].".into());
    assert_eq!(session.meanings()[1], (2, Meaning::Cites("c1".into())), "who writes it again means the card");
    let step = session.submit_answer();
    assert!(matches!(&apply(&mut session, step)[0], Action::Answer { citations, .. } if citations.len() == 2));
    session.write("See [1], not [2].".into());
    assert_eq!(session.submit_answer(), None, "the same again is no step");
}

#[test]
fn what_is_rarely_meant_is_doubtful_until_it_is_confirmed() {
    let mut session = session(2, PrelabelMode::Off);
    assert_eq!(session.doubt_of_completion(), Some(Doubt::NothingJudged));
    let step = session.judge(Judgement::Grade(Grade(2)));
    apply(&mut session, step);
    assert_eq!(session.doubt_of_completion(), None);
    let step = session.toggle_no_answer().expect("a step");
    assert_eq!(session.doubt_of(&step), Some(Doubt::NoAnswerBesideRelevant));
    let step = step.confirmed(Doubt::NoAnswerBesideRelevant);
    assert_eq!(session.doubt_of(&step), None);
    apply(&mut session, Some(step.clone()));
    assert_eq!(session.doubt_of_completion(), None, "it is asked once");
    assert_eq!(session.doubt_of(&step.reversed()), None, "to take it back is not doubtful");
}

#[test]
fn a_grade_beside_no_answer_is_asked_about_when_the_query_is_completed() {
    let mut session = session(1, PrelabelMode::Off);
    let no_answer = session.toggle_no_answer();
    apply(&mut session, no_answer);
    let step = session.judge(Judgement::Grade(Grade(3)));
    apply(&mut session, step);
    assert_eq!(session.doubt_of_completion(), Some(Doubt::NoAnswerBesideRelevant));
    let step = session.stand(AssignmentStatus::Completed, session.doubt_of_completion());
    assert_eq!(apply(&mut session, step), [Action::Complete { confirmed: Some(Doubt::NoAnswerBesideRelevant) }]);
    assert_eq!(session.doubt_of_completion(), None, "it is completed");
}

fn earlier(number: u8) -> Label {
    let judgement = Some(Judgement::Grade(Grade(3)));
    Label { chunk: chunk(number), judgement, evidence: vec![], note: String::new(), prelabel_visible: false, guideline: 0, revision: 1 }
}

#[test]
fn of_a_query_that_was_given_out_again_only_what_is_new_is_open() {
    use ChunkStanding::{JudgedBefore, JudgedByOthers, Open};
    for (before, labels) in [(JudgedBefore, vec![earlier(1), earlier(2)]), (JudgedByOthers, vec![])] {
        let mut session = given_out(4, PrelabelMode::Off, &[before, before, Open, Open], labels);
        let numbers: Vec<_> = session.cards.iter().filter_map(|card| card.number).collect();
        assert_eq!((numbers, session.focus), (vec![3, 4, 1, 2], 0), "what is asked comes first");
        assert_eq!((session.judged(), session.asked()), ((0, 2), Some(2)));
        assert_eq!(session.doubt_of_completion(), Some(Doubt::NothingJudged), "none of what is new is judged");
        let earlier = judgements(&session)[2..].to_vec();
        let rest = session.rest();
        assert_eq!(apply(&mut session, rest).len(), 2, "the rest is what is asked");
        assert_eq!(judgements(&session)[2..], earlier);
        assert_eq!((session.judged(), session.doubt_of_completion()), ((2, 2), None));
    }
}

#[test]
fn what_need_not_be_judged_can_be() {
    let mut session = given_out(2, PrelabelMode::Off, &[ChunkStanding::JudgedByOthers, ChunkStanding::Open], vec![]);
    session.focus = 1;
    let step = session.judge(Judgement::Grade(Grade(1)));
    apply(&mut session, step);
    assert_eq!((session.judged(), session.doubt_of_completion()), ((0, 1), None), "something is judged");
}

#[test]
fn who_gets_a_query_back_when_others_judged_what_was_new_is_asked_nothing() {
    let session = given_out(1, PrelabelMode::Off, &[ChunkStanding::JudgedBefore], vec![earlier(1)]);
    assert_eq!((session.asked(), session.doubt_of_completion(), session.rest()), (Some(0), None, None));
}
