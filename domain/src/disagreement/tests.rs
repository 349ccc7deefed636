use super::*;
use crate::adjudication::{Decision, Reason, Resolution, Said, SaidLabel, Verdict};
use crate::answer::Answer;
use crate::id::{ChunkId, QueryId, UserId, uuid_v7};
use crate::query::Answerable;
use crate::scale::{Grade, Judgement};
use crate::timestamp::Timestamp;

const AGREED: Rules = Rules { resolution: Resolution::Agreed, cutoff: Grade(2) };

fn chunk(n: u64) -> ChunkId {
    ChunkId(uuid_v7(n, &[0; 10]))
}

fn labeller(n: u64) -> UserId {
    UserId(uuid_v7(n, &[1; 10]))
}

/// What labellers said who graded chunks 1, 2, … in turn; `None` is "can't tell".
fn graded(chunks: &[&[Option<i16>]]) -> Said {
    let label = |of: u64, by: u64, grade: Option<i16>| {
        let judgement = grade.map_or(Judgement::CantTell, |grade| Judgement::Grade(Grade(grade)));
        SaidLabel { labeller: labeller(by), chunk: chunk(of), judgement, evidence: vec![] }
    };
    let of_chunk =
        |(grades, of): (&&[Option<i16>], u64)| (1..).zip(*grades).map(move |(by, grade)| label(of, by, *grade)).collect::<Vec<_>>();
    Said { overlap_met: true, labels: chunks.iter().zip(1..).flat_map(of_chunk).collect(), ..Said::default() }
}

fn found(said: &Said, judged: &[JudgedChunk]) -> Vec<(Subject, Kind)> {
    disagreements(said, judged, AGREED).into_iter().map(|found| (found.subject, found.kind)).collect()
}

#[test]
fn the_queue_begins_with_flips_of_relevance_the_greatest_distance_and_then_the_most_pairs_first() {
    let said = graded(&[
        &[Some(0), Some(1), Some(0)],
        &[Some(1), Some(2), Some(1)],
        &[Some(0), Some(3), Some(0)],
        &[Some(3), Some(2), Some(3)],
        &[Some(2), Some(2), Some(2)],
        &[Some(1), Some(2), None],
    ]);
    let order: Vec<_> =
        [(3, Kind::RelevanceFlip), (2, Kind::RelevanceFlip), (6, Kind::RelevanceFlip), (1, Kind::GradesApart), (4, Kind::GradesApart)]
            .map(|(of, kind)| (Subject::Chunk(chunk(of)), kind))
            .into();
    assert_eq!(found(&said, &[]), order);
}

#[test]
fn cant_tell_and_a_single_grade_are_no_disagreement() {
    assert_eq!(found(&graded(&[&[Some(3), None], &[None, None], &[Some(0)]]), &[]), []);
}

#[test]
fn answers_differ_on_whether_there_is_one_or_in_what_they_say() {
    let answer = |by: u64, text: &str, answerable| (labeller(by), Answer { text: text.into(), answerable, ..Answer::default() });
    let said = |answers| Said { overlap_met: true, answers, ..Said::default() };
    let pull = answer(1, "Pull the lever.", Answerable::Yes);
    let kind = |other| found(&said(vec![pull.clone(), other]), &[]).first().map(|(_, kind)| *kind);
    assert_eq!(kind(answer(2, "", Answerable::No)), Some(Kind::Answerable));
    assert_eq!(kind(answer(2, "Read chapter nine.", Answerable::Yes)), Some(Kind::Answers));
    assert_eq!(kind(answer(2, "pull the lever", Answerable::Yes)), None);
    assert_eq!(kind(answer(2, "", Answerable::Unknown)), None, "who did not say does not differ");
}

#[test]
fn of_a_query_whose_overlap_is_not_met_a_reviewer_sees_its_flags_only() {
    let mut early = graded(&[&[Some(0), Some(3)]]);
    early.overlap_met = false;
    early.flags.push((labeller(1), "two products".into()));
    assert_eq!(found(&early, &[]), [(Subject::Flag, Kind::Flagged)]);
}

#[test]
fn a_judge_differs_from_labellers_who_agree_and_a_flip_comes_first() {
    let said = graded(&[&[Some(0), Some(0)], &[Some(2), Some(2)], &[Some(3), Some(3)], &[Some(0), Some(3)], &[None, None]]);
    let judged = [(1, 1), (2, 1), (3, 3), (4, 3), (5, 3)].map(|(of, grade)| JudgedChunk { chunk: chunk(of), grade: Grade(grade) });
    let expected = [(4, Kind::RelevanceFlip), (2, Kind::Judge), (1, Kind::Judge)];
    assert_eq!(found(&said, &judged), expected.map(|(of, kind)| (Subject::Chunk(chunk(of)), kind)));
    assert!(crate::adjudication::settle(&graded(&[&[Some(0), Some(0)]]), Resolution::Agreed).is_ok(), "a judge never holds a query up");
}

#[test]
fn a_case_is_open_or_settled_by_a_reviewer_or_by_the_resolution() {
    let mut said = graded(&[&[Some(0), Some(3), Some(3)], &[Some(0), Some(3)], &[Some(1), Some(1)]]);
    let judged = [JudgedChunk { chunk: chunk(3), grade: Grade(3) }];
    let states = |said: &Said, resolution| {
        let mut found = disagreements(said, &judged, Rules { resolution, cutoff: Grade(2) });
        found.sort_by_key(|found| found.subject);
        found.into_iter().map(|found| found.state).collect::<Vec<_>>()
    };
    assert_eq!(states(&said, Resolution::Agreed), [State::Open; 3]);
    assert_eq!(states(&said, Resolution::Majority), [State::ByRule, State::Open, State::Open]);
    assert_eq!(states(&said, Resolution::Median), [State::ByRule, State::ByRule, State::Open]);
    for (of, verdict) in [(1, Verdict::Grade(Grade(0))), (3, Verdict::Seen)] {
        let subject = Subject::Chunk(chunk(of));
        said.decided.push(Decision { subject, verdict, said: said.hash_of(subject), revision: 1, reason: None, at: Timestamp(0) });
    }
    assert_eq!(states(&said, Resolution::Majority), [State::Settled, State::Open, State::Settled]);
}

#[test]
fn a_rule_settles_what_it_decides_and_leaves_the_rest() {
    let said = graded(&[&[Some(0), Some(3), Some(3)], &[Some(0), Some(3)]]);
    let verdict = |rule: BulkRule, of| rule.verdict(&said, &[], Subject::Chunk(chunk(of)));
    assert_eq!(verdict(BulkRule::Majority, 1), Some(Verdict::Grade(Grade(3))));
    assert_eq!(verdict(BulkRule::Majority, 2), None);
    assert_eq!(verdict(BulkRule::Median, 2), Some(Verdict::Grade(Grade(1))));
    assert_eq!(BulkRule::Majority.verdict(&said, &[], Subject::Answer), None);
}

#[test]
fn words_of_addresses_are_read_strictly() {
    let cursor = Cursor { kind: Kind::Answers, weight: 730, query: QueryId(uuid_v7(4, &[2; 10])), subject: Subject::Chunk(chunk(9)) };
    assert_eq!(cursor.to_string().parse(), Ok(cursor));
    for subject in [Subject::Answer, Subject::Flag, Subject::Chunk(chunk(1))] {
        assert_eq!(subject.to_string().parse(), Ok(subject));
    }
    let braced = format!("{{{}}}", chunk(1));
    for wrong in ["", "Answer", "answers", "1", braced.as_str()] {
        assert!(wrong.parse::<Subject>().is_err(), "{wrong}");
    }
    for wrong in [String::new(), "judge".into(), format!("{cursor}.x"), cursor.to_string().replace("answers", "Answers")] {
        assert!(wrong.parse::<Cursor>().is_err(), "{wrong}");
    }
}

#[test]
fn one_labellers_grade_or_answer_settles_what_they_said_something_about() {
    let mut said = graded(&[&[Some(0), Some(3)], &[None, Some(1)]]);
    said.answers.push((labeller(1), Answer { text: "So.".into(), ..Answer::default() }));
    let verdict = |by, subject| BulkRule::Labeller(labeller(by)).verdict(&said, &[], subject);
    assert_eq!(verdict(1, Subject::Chunk(chunk(1))), Some(Verdict::Grade(Grade(0))));
    assert_eq!(verdict(2, Subject::Chunk(chunk(1))), Some(Verdict::Grade(Grade(3))));
    assert_eq!(verdict(1, Subject::Chunk(chunk(2))), None, "they could not tell");
    assert_eq!((verdict(1, Subject::Answer), verdict(2, Subject::Answer)), (Some(Verdict::AnswerOf(labeller(1))), None));
    assert_eq!(verdict(3, Subject::Chunk(chunk(1))), None);
}

#[test]
fn a_rule_is_written_as_it_is_read() {
    for rule in BulkRule::UNNAMED.into_iter().chain([BulkRule::Labeller(labeller(7))]) {
        assert_eq!(rule.to_string().parse(), Ok(rule));
    }
    for wrong in ["labeller", "labeller.", "labeller.lena", "labeller7", "best"] {
        assert!(wrong.parse::<BulkRule>().is_err(), "{wrong}");
    }
}

#[test]
fn a_disagreement_says_why_and_when_it_was_settled_while_that_holds() {
    let mut said = graded(&[&[Some(0), Some(3)]]);
    let subject = Subject::Chunk(chunk(1));
    let (verdict, reason, at) = (Verdict::Grade(Grade(3)), Some(Reason::Slip), Timestamp(5));
    said.decided.push(Decision { subject, verdict, said: said.hash_of(subject), revision: 1, reason, at });
    let of = |said: &Said| disagreements(said, &[], AGREED).first().map(|found| (found.state, found.settled_at, found.reason));
    assert_eq!(of(&said), Some((State::Settled, Some(at), reason)));
    said.labels[0].judgement = Judgement::Grade(Grade(1));
    assert_eq!(of(&said), Some((State::Open, None, None)));
}
