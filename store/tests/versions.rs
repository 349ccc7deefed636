//! A version is absent or whole, and the same bytes for ever.

mod common;

use common::{Fixture, NOW, fixture, id, user};
use domain::adjudication::{Adjudication, DisputedChunk};
use domain::export::{Exporter, Format};
use domain::id::{TokenId, UserId, VersionId};
use domain::lint::Rule;
use domain::operation::Action;
use domain::query::Answerable;
use domain::scale::{Grade, Judgement};
use domain::token::{Scope, Token};
use domain::version::Head;
use store::{AddedLabel, Freezing, NewLabel, NewVersion, OnErrors, Store};

fn version(errors: OnErrors) -> NewVersion {
    NewVersion { id: id::<VersionId>(), note: "first".into(), author: None, created_at: NOW, errors, new_salt: || "5a17".into() }
}

async fn freeze(store: &Store, f: &Fixture) -> Head {
    match store.freeze(&f.set, version(OnErrors::Refuse)).await.expect("an answer") {
        Freezing::Frozen(head) => *head,
        Freezing::Refused(errors) => panic!("{errors:?}"),
    }
}

/// Labels a query whole: the first chunk with a grade, an answer that cites it, and complete.
async fn label(store: &Store, f: &Fixture, actor: UserId, query: usize, grade: i16, answer: &str) {
    let judge = Action::Judge {
        chunk: f.chunks[0],
        judgement: Some(Judgement::Grade(Grade(grade))),
        evidence: vec![domain::label::Span { start: 0, end: 4 }],
        note: String::new(),
        prelabel_visible: false,
        base: 0,
    };
    let answerable = if answer.is_empty() { Answerable::No } else { Answerable::Yes };
    let answer = Action::Answer { text: answer.into(), answerable, base: 0 };
    for action in [judge, answer, Action::Complete] {
        store.record(f.operation(actor, f.queries[query], action, NOW)).await.expect("kept");
    }
}

/// The native export, as text.
async fn export(store: &Store, f: &Fixture, number: i32) -> String {
    let version = store.version(f.set.id, number).await.expect("read").expect("the version");
    let mut exporter = Exporter::new(Format::TOUCHSTONE, &version.head);
    let (_, items) = store.version_items(version.id, 0).await.expect("items");
    items.iter().map(|item| exporter.item(item).remove(0)).collect()
}

on_both_databases! {
    async fn a_version_holds_the_settled_queries_with_the_text_of_every_judged_chunk(store: Store) {
        let f = fixture(&store, 3, 2, 1).await;
        label(&store, &f, f.labeller, 1, 3, "It is so [1].").await;
        label(&store, &f, f.labeller, 0, 0, "").await;
        let head = freeze(&store, &f).await;
        assert_eq!((head.version, head.counts.queries, head.counts.labels, head.counts.relevant, head.counts.left_out), (1, 2, 2, 1, 1));
        let text = export(&store, &f, 1).await;
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with(r#"{"schema":"touchstone.golden/1","query_id":"q0","query":"query number 0""#), "{}", lines[0]);
        assert!(lines[1].contains(r#""answer":"It is so [1].","citations":["c0"],"labels":[{"chunk_id":"c0","doc_id":"c0","ordinal":0,"title":"","grade":3,"text":"text 0","evidence":[{"start":0,"end":4,"quote":"text"}]}]"#), "{}", lines[1]);
    }

    async fn labels_that_come_later_are_in_the_next_version_and_never_in_this_one(store: Store) {
        let f = fixture(&store, 2, 1, 1).await;
        label(&store, &f, f.labeller, 0, 3, "So [1].").await;
        let first = freeze(&store, &f).await;
        let before = export(&store, &f, 1).await;
        store.record(f.grade(0, 0, 2, 1)).await.expect("kept");
        label(&store, &f, f.labeller, 1, 3, "Thus [1].").await;
        let second = freeze(&store, &f).await;
        assert_eq!(export(&store, &f, 1).await, before);
        assert_eq!((second.version, second.parent, second.counts.queries), (2, Some(1), 2));
        assert_ne!(first.root_hash, second.root_hash);
        assert_eq!(store.versions(f.set.id, None).await.expect("versions").len(), 2);
    }

    async fn an_error_stops_the_freeze_unless_its_query_is_left_out(store: Store) {
        let f = fixture(&store, 2, 1, 1).await;
        label(&store, &f, f.labeller, 0, 0, "Wrong: nothing is relevant.").await;
        label(&store, &f, f.labeller, 1, 3, "So [1].").await;
        let Freezing::Refused(errors) = store.freeze(&f.set, version(OnErrors::Refuse)).await.expect("an answer") else { panic!("refused") };
        assert_eq!(errors.iter().map(|error| error.rule).collect::<Vec<_>>(), [Rule::AnswerableWithoutRelevant]);
        assert!(store.versions(f.set.id, None).await.expect("versions").is_empty());
        let Freezing::Frozen(head) = store.freeze(&f.set, version(OnErrors::LeaveOut)).await.expect("an answer") else { panic!("frozen") };
        assert_eq!((head.version, head.counts.queries, head.counts.left_out), (1, 1, 1));
    }

    async fn a_set_in_which_nothing_is_settled_gives_no_version(store: Store) {
        let f = fixture(&store, 1, 1, 1).await;
        store.record(f.grade(0, 0, 3, 0)).await.expect("kept");
        assert_eq!(store.freeze(&f.set, version(OnErrors::LeaveOut)).await.expect("an answer"), Freezing::Refused(vec![]));
    }

    async fn what_labellers_dispute_is_left_out_until_a_reviewer_settles_it(store: Store) {
        let f = fixture(&store, 2, 1, 2).await;
        let other = user(&store, "omar").await;
        for query in 0..2 {
            label(&store, &f, f.labeller, query, 3, "Pull the lever [1].").await;
        }
        label(&store, &f, other, 0, 3, "Pull the lever [1]").await;
        label(&store, &f, other, 1, 2, "Pull the lever [1]").await;
        let disputed: Vec<_> = store.lint(&f.set).await.expect("findings").into_iter().filter(|finding| finding.rule == Rule::NotSettled).collect();
        assert_eq!(disputed.len(), 1);
        assert_eq!(disputed[0].query_id.as_deref(), Some("q1"));
        assert_eq!(freeze(&store, &f).await.counts.queries, 1);

        let settled = Adjudication { grades: vec![(f.chunks[0], Grade(2))], answer_of: Some(other) };
        assert!(store.adjudicate(f.set.id, f.queries[1], other, settled, "the guideline says so".into(), NOW).await.expect("kept"));
        assert_eq!(freeze(&store, &f).await.counts.queries, 2);
        let text = export(&store, &f, 2).await;
        assert!(text.lines().nth(1).expect("q1").contains(r#""grade":2"#));
    }

    async fn a_query_that_was_erased_leaves_its_hash_and_the_root_hash_holds(store: Store) {
        let f = fixture(&store, 2, 1, 1).await;
        label(&store, &f, f.labeller, 0, 3, "So [1].").await;
        label(&store, &f, f.labeller, 1, 3, "Thus [1].").await;
        let head = freeze(&store, &f).await;
        assert!(store.erase_query(f.set.id, f.queries[0]).await.expect("erased"));
        let version = store.version(f.set.id, 1).await.expect("read").expect("the version");
        let (_, items) = store.version_items(version.id, 0).await.expect("items");
        let mut root = domain::version::RootHash::default();
        for item in &items {
            root.push(&item.hash);
        }
        assert_eq!(root.finish(), head.root_hash);
        assert_eq!((items[0].item.is_none(), store.erased(version.id).await.expect("count")), (true, 1));
        assert_eq!(store.query(f.set.id, f.queries[0]).await.expect("read"), None);
        assert!(store.history(f.set.id, f.queries[0], None, 0, 10).await.expect("history").is_empty());
        assert!(!store.erase_query(f.set.id, f.queries[0]).await.expect("nothing left"));
        assert_eq!(freeze(&store, &f).await.counts.queries, 1);
    }

    async fn many_queries_are_frozen_in_the_byte_order_of_their_ids(store: Store) {
        let f = fixture(&store, 450, 1, 1).await;
        for query in 0..450 {
            label(&store, &f, f.labeller, query, 3, "So [1].").await;
        }
        let head = freeze(&store, &f).await;
        assert_eq!(head.counts.queries, 450);
        let version = store.version(f.set.id, 1).await.expect("read").expect("the version");
        let (mut after, mut ids) = (0, Vec::new());
        loop {
            let (last, items) = store.version_items(version.id, after).await.expect("items");
            if items.is_empty() {
                break;
            }
            after = last;
            ids.extend(items.into_iter().filter_map(|hashed| hashed.item).map(|(_, item)| item.query_id));
        }
        assert_eq!(ids.len(), 450);
        assert!(ids.is_sorted_by(|a, b| a.as_bytes() < b.as_bytes()));
    }

    async fn what_is_disputed_is_told_with_who_gave_what(store: Store) {
        let f = fixture(&store, 1, 1, 2).await;
        label(&store, &f, f.labeller, 0, 3, "Pull the lever [1].").await;
        assert_eq!(store.disagreement(f.set.id, f.queries[0]).await.expect("read"), None, "others' labels are not told before the overlap is met");
        let other = user(&store, "omar").await;
        label(&store, &f, other, 0, 0, "Pull the lever [1].").await;
        let disputed = store.disagreement(f.set.id, f.queries[0]).await.expect("read").expect("a dispute");
        let said = vec![("lena".to_owned(), Judgement::Grade(Grade(3))), ("omar".to_owned(), Judgement::Grade(Grade(0)))];
        assert_eq!((disputed.chunks, disputed.answers.len()), (vec![DisputedChunk { chunk: f.chunks[0], number: 1, given: said }], 2));
        let settled = Adjudication { grades: vec![(f.chunks[0], Grade(3))], answer_of: None };
        store.adjudicate(f.set.id, f.queries[0], other, settled.clone(), String::new(), NOW).await.expect("kept");
        assert_eq!(store.disagreement(f.set.id, f.queries[0]).await.expect("read"), None);
        assert_eq!(store.adjudication(f.queries[0]).await.expect("read"), Some(settled));
    }

    async fn what_nobody_judged_in_a_run_goes_to_labelling_and_what_was_said_stays(store: Store) {
        let f = fixture(&store, 1, 3, 1).await;
        label(&store, &f, f.labeller, 0, 3, "So [1].").await;
        let run = store.runs(f.set.id).await.expect("runs")[0].id;
        assert_eq!(store.reopen_for_holes(f.set.id, run, f.queries.clone(), 20).await.expect("sent"), (2, 1));
        let again = store.take_next(f.set.id, f.labeller, vec![], NOW).await.expect("read");
        assert_eq!(again, Some(f.queries[0]), "the query is given out again");
        assert_eq!(store.labels(f.queries[0], f.labeller).await.expect("labels").len(), 1);
        assert_eq!(store.pool(f.queries[0]).await.expect("a pool").len(), 3, "what was in the pool is not there twice");
    }

    async fn a_token_is_found_by_its_hash_and_revoked_once(store: Store) {
        let f = fixture(&store, 1, 1, 1).await;
        let token = Token {
            id: id::<TokenId>(),
            set: f.set.id,
            name: "ci".into(),
            scopes: vec![Scope::ExportRead, Scope::Evaluate],
            created_at: NOW,
            expires_at: NOW.plus_seconds(60),
            last_used_at: None,
            revoked_at: None,
        };
        store.add_token(token.clone(), vec![7; 32]).await.expect("kept");
        assert_eq!(store.token(&[7; 32], NOW).await.expect("read"), Some(token.clone()));
        assert_eq!(store.tokens(f.set.id).await.expect("tokens")[0].last_used_at, Some(NOW), "that it is used is written down");
        assert_eq!(store.token(&[8; 32], NOW).await.expect("read"), None);
        assert!(store.revoke_token(f.set.id, token.id, NOW).await.expect("revoked"));
        assert!(!store.revoke_token(f.set.id, token.id, NOW).await.expect("once"));
    }

    async fn a_chunk_that_is_known_by_its_id_gets_its_text_later_and_a_version_keeps_it_without(store: Store) {
        let f = fixture(&store, 1, 1, 1).await;
        label(&store, &f, f.labeller, 0, 3, "So [1].").await;
        let bare = common::chunk("far", "");
        store.add_chunks(f.chunking, vec![(id(), bare)]).await.expect("added");
        let far = store.chunk_ids(f.chunking, &["far".into()]).await.expect("read")["far"];
        let new = NewLabel { operation: id(), query: f.queries[0], chunk: far, judgement: Judgement::Grade(Grade(2)), evidence: vec![], note: String::new() };
        assert_eq!(store.add_labels(f.set.id, f.labeller, vec![new], NOW).await.expect("added"), [AddedLabel::New]);
        assert_eq!(store.pool(f.queries[0]).await.expect("a pool").len(), 1, "labellers do not see it");
        freeze(&store, &f).await;
        let before = export(&store, &f, 1).await;
        assert!(before.contains(r#""chunk_id":"far","doc_id":"far","ordinal":0,"title":"","grade":2,"text":"""#), "{before}");
        let added = store.add_chunks(f.chunking, vec![(id(), common::chunk("far", "now known"))]).await.expect("added");
        assert_eq!(added, [store::AddedChunk::New]);
        assert_eq!(store.pool(f.queries[0]).await.expect("a pool").len(), 2);
        assert_eq!(export(&store, &f, 1).await, before, "the version stays as it was");
        assert_eq!(store.add_chunks(f.chunking, vec![(id(), common::chunk("far", "another"))]).await.expect("answered"), [store::AddedChunk::Differs]);
    }
}
