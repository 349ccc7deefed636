//! Who could see what others said before they said the same thing themselves: agreement tells their labels apart.

use domain::assigning::NotOpened;
use domain::assignment::AssignmentStatus;
use domain::id::UserId;
use domain::operation::Action;
use domain::role::Role;
use domain::scale::{Grade, Judgement};
use store::{Asked, ChangedBy, NewAssignments, NewQuestion, Store};

use crate::databases::on_both_databases;
use crate::seed::{COMPLETE, NOW, SeededSet, SetBuilder, id, keep, labeller, member};

on_both_databases! {
    a_reviewer_who_takes_a_query_that_another_completed_could_see_their_labels,
    a_labeller_who_takes_a_query_that_needs_them_saw_nothing,
    who_left_a_query_that_was_completed_meanwhile_could_see_what_others_said,
    who_takes_a_query_as_a_reviewer_is_told_apart_in_agreement,
    who_completes_a_query_and_labels_it_then_could_see_the_others_labels,
    who_opens_a_query_again_could_see_what_was_said_until_then,
    a_label_that_stays_as_it_was_is_independent_still,
    what_was_there_to_see_was_seen_whatever_its_labeller_did_to_it_later,
    who_is_asked_again_could_see_what_the_others_said,
    who_comes_back_a_second_time_could_see_what_was_said_since_the_first,
    who_had_left_a_query_has_left_it_after_it_was_given_and_taken_back,
    a_file_says_nothing_of_what_its_labeller_saw,
}

async fn saw_others(store: &Store, set: &SeededSet, person: UserId) -> bool {
    let all = store.assignments(set.id, set.queries[0]).await.expect("read");
    all.into_iter().find(|known| known.labeller == person).expect("an assignment").saw_others
}

async fn open(store: &Store, set: &SeededSet, person: UserId) -> Result<AssignmentStatus, NotOpened> {
    store.lease_query(set.id, set.queries[0], person, NOW).await.expect("an answer").map(|opened| opened.status)
}

/// Each label of the first query that agreement hears: who gave it, which grade, and whether they could see another's before.
async fn heard(store: &Store, set: &SeededSet) -> Vec<(String, Judgement, bool)> {
    let heard = store.heard_labels(set.id).await.expect("read");
    let name = |place: u32| heard.labellers[place as usize].name.clone();
    let mut labels: Vec<_> =
        heard.queries[0].labels.iter().map(|label| (name(label.labeller), label.judgement, label.saw_others)).collect();
    labels.sort_by_key(|(name, judgement, _)| (name.clone(), judgement.grade()));
    labels
}

fn gave(name: &str, grade: i16, saw: bool) -> (String, Judgement, bool) {
    (name.to_owned(), Judgement::Grade(Grade(grade)), saw)
}

async fn act(store: &Store, set: &SeededSet, person: UserId, action: Action) {
    keep(store, set.operation(person, set.queries[0], action, NOW)).await;
}

async fn grade(store: &Store, set: &SeededSet, person: UserId, chunk: usize, grade: i16, base: i64) {
    act(store, set, person, set.grade(0, chunk, grade, base).operation.action).await;
}

/// A query of overlap 2 that Lena completed, and somebody with this role in the set.
async fn half_done(store: &Store, role: Role) -> (SeededSet, UserId) {
    let set = SetBuilder::new().overlap(2).completed(0, "lena", 3, "So [1].").create(store).await;
    let person = member(store, "rosa").await;
    store.give_role(ChangedBy::CommandLine, set.id, person, Some(role)).await.expect("given");
    (set, person)
}

async fn a_reviewer_who_takes_a_query_that_another_completed_could_see_their_labels(store: Store) {
    let (set, rosa) = half_done(&store, Role::Reviewer).await;
    keep(&store, set.operation(rosa, set.queries[0], Action::Skip, NOW)).await;
    assert_eq!(open(&store, &set, rosa).await, Ok(AssignmentStatus::Leased));
    assert!(saw_others(&store, &set, rosa).await, "by its link");
    let (by_next, mia) = (SetBuilder::new().named("next").overlap(2).completed(0, "lena", 3, "So [1].").create(&store).await, rosa);
    store.give_role(ChangedBy::CommandLine, by_next.id, mia, Some(Role::Reviewer)).await.expect("given");
    assert_eq!(store.next_query(by_next.id, mia, vec![], NOW).await.expect("an answer"), Some(by_next.queries[0]));
    assert!(saw_others(&store, &by_next, mia).await, "by next");
    let by_hand = SetBuilder::new().named("hand").overlap(2).completed(0, "lena", 3, "So [1].").create(&store).await;
    store.give_role(ChangedBy::CommandLine, by_hand.id, mia, Some(Role::Reviewer)).await.expect("given");
    let new = NewAssignments { set: by_hand.id, labeller: mia, by: by_hand.labeller, queries: by_hand.queries.clone() };
    assert!(store.assign(new).await.expect("an answer").iter().all(|(_, given)| given.is_ok()));
    assert!(saw_others(&store, &by_hand, mia).await, "by hand");
    let first = SetBuilder::new().named("first").overlap(2).create(&store).await;
    store.give_role(ChangedBy::CommandLine, first.id, mia, Some(Role::Reviewer)).await.expect("given");
    assert_eq!(open(&store, &first, mia).await, Ok(AssignmentStatus::Leased));
    first.complete(&store, first.labeller, 0, 3, "So [1].").await;
    first.complete(&store, mia, 0, 3, "So [1].").await;
    assert!(!saw_others(&store, &first, mia).await, "she had it before there was anything to see");
}

async fn a_labeller_who_takes_a_query_that_needs_them_saw_nothing(store: Store) {
    let (set, rosa) = half_done(&store, Role::Labeller).await;
    keep(&store, set.operation(rosa, set.queries[0], Action::Skip, NOW)).await;
    assert_eq!(open(&store, &set, rosa).await, Ok(AssignmentStatus::Leased));
    keep(&store, set.operation(rosa, set.queries[0], COMPLETE, NOW)).await;
    assert!(!saw_others(&store, &set, rosa).await);
}

async fn who_left_a_query_that_was_completed_meanwhile_could_see_what_others_said(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let [omar, noor, kim] = [labeller(&store, "omar").await, labeller(&store, "noor").await, labeller(&store, "kim").await];
    for (person, action) in [(omar, Action::Skip), (noor, Action::HandBack { note: String::new() })] {
        keep(&store, set.operation(person, set.queries[0], action, NOW)).await;
    }
    keep(&store, set.grade(0, 0, 3, 0)).await;
    assert!(!saw_others(&store, &set, omar).await, "it needs somebody still");
    keep(&store, set.operation(set.labeller, set.queries[0], COMPLETE, NOW)).await;
    set.put_overlap(&store, 4).await;
    for person in [omar, noor, kim] {
        assert_eq!(open(&store, &set, person).await, Ok(AssignmentStatus::Leased));
        grade(&store, &set, person, 0, 2, 0).await;
        keep(&store, set.operation(person, set.queries[0], COMPLETE, NOW)).await;
    }
    assert!(saw_others(&store, &set, omar).await && saw_others(&store, &set, noor).await);
    assert!(!saw_others(&store, &set, kim).await && !saw_others(&store, &set, set.labeller).await);
}

async fn who_takes_a_query_as_a_reviewer_is_told_apart_in_agreement(store: Store) {
    let (set, rosa) = half_done(&store, Role::Reviewer).await;
    set.complete(&store, rosa, 0, 2, "So [1].").await;
    for heard in [store.heard_labels(set.id).await.expect("read"), store.heard_answerability(set.id).await.expect("read")] {
        let mut saw: Vec<_> = heard.queries[0].labels.iter().map(|label| (label.labeller, label.saw_others)).collect();
        saw.sort_unstable();
        assert_eq!(saw, [(0, false), (1, true)], "lena, then rosa");
    }
}

/// Omar completed a query of two chunks with nothing judged, after Lena had judged the first of them.
async fn completed_with_nothing_judged(store: &Store) -> (SeededSet, UserId) {
    let set = SetBuilder::new().chunks(2).overlap(2).create(store).await;
    let omar = labeller(store, "omar").await;
    assert_eq!(open(store, &set, omar).await, Ok(AssignmentStatus::Leased));
    grade(store, &set, set.labeller, 0, 3, 0).await;
    act(store, &set, set.labeller, COMPLETE).await;
    act(store, &set, omar, Action::Complete { confirmed: Some(domain::doubt::Doubt::NothingJudged) }).await;
    (set, omar)
}

async fn who_completes_a_query_and_labels_it_then_could_see_the_others_labels(store: Store) {
    let (set, omar) = completed_with_nothing_judged(&store).await;
    grade(&store, &set, omar, 0, 2, 0).await;
    grade(&store, &set, omar, 1, 1, 0).await;
    assert_eq!(
        heard(&store, &set).await,
        [gave("lena", 3, false), gave("omar", 1, false), gave("omar", 2, true)],
        "the second had no label"
    );
    assert!(saw_others(&store, &set, omar).await);
}

async fn who_opens_a_query_again_could_see_what_was_said_until_then(store: Store) {
    let (set, omar) = completed_with_nothing_judged(&store).await;
    act(&store, &set, omar, Action::Reopen).await;
    grade(&store, &set, set.labeller, 1, 0, 0).await;
    grade(&store, &set, omar, 0, 2, 0).await;
    grade(&store, &set, omar, 1, 1, 0).await;
    act(&store, &set, omar, COMPLETE).await;
    let expected = [gave("lena", 0, false), gave("lena", 3, false), gave("omar", 1, false), gave("omar", 2, true)];
    assert_eq!(heard(&store, &set).await, expected, "what lena said of the second chunk came when he was blind again");
}

async fn a_label_that_stays_as_it_was_is_independent_still(store: Store) {
    let set = SetBuilder::new().overlap(2).completed(0, "lena", 3, "So [1].").completed(0, "omar", 2, "So [1].").create(&store).await;
    let omar = labeller(&store, "omar").await;
    grade(&store, &set, omar, 0, 2, 1).await;
    assert_eq!(heard(&store, &set).await, [gave("lena", 3, false), gave("omar", 2, false)], "a note says nothing new");
    grade(&store, &set, omar, 0, 3, 2).await;
    assert_eq!(heard(&store, &set).await, [gave("lena", 3, false), gave("omar", 3, true)], "he came round to hers");
    grade(&store, &set, omar, 0, 2, 3).await;
    assert_eq!(heard(&store, &set).await, [gave("lena", 3, false), gave("omar", 2, true)], "and that stays so");
}

async fn a_file_says_nothing_of_what_its_labeller_saw(store: Store) {
    let (set, omar) = completed_with_nothing_judged(&store).await;
    set.label_from_file(&store, omar, 0, 0, Judgement::Grade(Grade(1))).await;
    assert_eq!(heard(&store, &set).await, [gave("lena", 3, false), gave("omar", 1, false)]);
}

async fn what_was_there_to_see_was_seen_whatever_its_labeller_did_to_it_later(store: Store) {
    for (touch, name) in [(Some(3), "a note"), (Some(2), "another grade"), (None, "taken back")] {
        let set = SetBuilder::new().named(&name.replace(' ', "-")).overlap(2).create(&store).await;
        let omar = labeller(&store, &format!("omar, {name}")).await;
        assert_eq!(open(&store, &set, omar).await, Ok(AssignmentStatus::Leased));
        set.complete(&store, set.labeller, 0, 3, "So [1].").await;
        set.complete(&store, omar, 0, 0, "So [1].").await;
        act(&store, &set, omar, Action::Reopen).await;
        let judgement = touch.map(|grade| Judgement::Grade(Grade(grade)));
        let (evidence, note) = (vec![], "In part.".to_owned());
        let again = Action::Judge { chunk: set.chunks[0], judgement, evidence, note, prelabel_visible: false, base: 1 };
        act(&store, &set, set.labeller, again).await;
        grade(&store, &set, omar, 0, 3, 1).await;
        act(&store, &set, omar, COMPLETE).await;
        assert!(saw_others(&store, &set, omar).await, "{name}");
        assert!(heard(&store, &set).await.contains(&gave(&format!("omar, {name}"), 3, true)), "{name}");
    }
}

async fn who_is_asked_again_could_see_what_the_others_said(store: Store) {
    let set = SetBuilder::new().overlap(2).create(&store).await;
    let [anna, omar, rosa] = [member(&store, "anna").await, member(&store, "omar").await, member(&store, "rosa").await];
    set.complete(&store, anna, 0, 3, "So [1].").await;
    set.complete(&store, omar, 0, 0, "So [1].").await;
    let question = "Is plan B meant?".to_owned();
    let asked = NewQuestion { id: id(), set: set.id, query: set.queries[0], subject: set.chunk(0), question, reviewer: rosa, at: NOW };
    assert_eq!(store.send_back(asked).await.expect("answered"), Asked::Kept);
    grade(&store, &set, omar, 0, 3, 1).await;
    let no = Action::Answer {
        text: String::new(),
        citations: vec![],
        answerable: domain::query::Answerable::No,
        confirmed: Some(domain::doubt::Doubt::NoAnswerBesideRelevant),
        base: 1,
    };
    act(&store, &set, omar, no).await;
    for person in [anna, omar] {
        act(&store, &set, person, COMPLETE).await;
    }
    assert_eq!(heard(&store, &set).await, [gave("anna", 3, false), gave("omar", 3, true)]);
    let answers = store.heard_answerability(set.id).await.expect("read");
    let saw: Vec<_> = answers.queries[0].labels.iter().map(|label| label.saw_others).collect();
    assert_eq!(saw, [false, true], "his answer too");
}

async fn who_comes_back_a_second_time_could_see_what_was_said_since_the_first(store: Store) {
    let set = SetBuilder::new().chunks(2).overlap(2).create(&store).await;
    let [omar, tess] = [labeller(&store, "omar").await, labeller(&store, "tess").await];
    for person in [tess, omar] {
        grade(&store, &set, person, 0, 1, 0).await;
        act(&store, &set, person, Action::Complete { confirmed: None }).await;
    }
    act(&store, &set, tess, Action::Skip).await;
    grade(&store, &set, set.labeller, 1, 2, 0).await;
    act(&store, &set, set.labeller, COMPLETE).await;
    act(&store, &set, omar, Action::Skip).await;
    assert_eq!(open(&store, &set, tess).await, Ok(AssignmentStatus::Leased));
    grade(&store, &set, tess, 1, 2, 0).await;
    assert!(heard(&store, &set).await.contains(&gave("tess", 2, true)), "lena's label of the second chunk was there while she was out");
}

async fn who_had_left_a_query_has_left_it_after_it_was_given_and_taken_back(store: Store) {
    let set = SetBuilder::new().create(&store).await;
    let [mira, omar, rosa] = [member(&store, "mira").await, labeller(&store, "omar").await, member(&store, "rosa").await];
    for (leave, left) in
        [(Action::Skip, AssignmentStatus::Skipped), (Action::HandBack { note: String::new() }, AssignmentStatus::HandedBack)]
    {
        act(&store, &set, mira, leave).await;
        let new = NewAssignments { set: set.id, labeller: mira, by: rosa, queries: set.queries.clone() };
        assert_eq!(store.assign(new).await.expect("an answer"), [(set.queries[0], Ok(()))]);
        assert_eq!(store.take_back(set.id, set.queries[0], mira, NOW).await.expect("an answer"), Ok(()));
        let all = store.assignments(set.id, set.queries[0]).await.expect("read");
        assert_eq!(all.iter().find(|known| known.labeller == mira).map(|known| known.status), Some(left));
        assert_eq!(store.next_query(set.id, mira, vec![], NOW).await.expect("an answer"), None, "it is not offered to her again");
        assert_eq!(open(&store, &set, mira).await, Ok(AssignmentStatus::Leased), "but she may take it");
    }
    act(&store, &set, mira, Action::Skip).await;
    grade(&store, &set, omar, 0, 3, 0).await;
    act(&store, &set, omar, COMPLETE).await;
    act(&store, &set, omar, Action::Skip).await;
    let new = NewAssignments { set: set.id, labeller: mira, by: rosa, queries: set.queries.clone() };
    assert_eq!(store.assign(new).await.expect("an answer"), [(set.queries[0], Ok(()))]);
    assert_eq!(store.take_back(set.id, set.queries[0], mira, NOW).await.expect("an answer"), Ok(()));
    assert_eq!(open(&store, &set, mira).await, Ok(AssignmentStatus::Leased));
    grade(&store, &set, mira, 0, 3, 0).await;
    assert!(saw_others(&store, &set, mira).await, "what she could see is not forgotten");
}
