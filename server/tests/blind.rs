//! Who is asked to label a query gets nothing of what others said of it, by any endpoint, until they completed it.

use app::api::PERMISSIONS;
use domain::doubt::Doubt;
use domain::export::Format;
use domain::golden_set::Settings;
use domain::id::{ChunkId, RunId, UserId};
use domain::label::Span;
use domain::operation::{Action, Operation};
use domain::overlap::Overlap;
use domain::query::{Answerable, QueryStatus};
use domain::role::Role;
use domain::scale::{Grade, Judgement};
use serde_json::json;
use store::{NewAssignments, NewQuestion};

use crate::access::{FORMS, ID, arguments};
use crate::client::Client;
use crate::response::Response;
use crate::seed::{NOW, SeededSet, SetBuilder, chunk, id, keep, labeller};
use crate::test_app::TestApp;

/// Who labelled the query that others are asked to label, and a word that is in all that they wrote.
const CARLA: &str = "Carla CANARYNAME";
const WORD: &str = "CANARY";
/// Where the evidence starts that Carla marked, as programs and as pages say it.
const EVIDENCE: [&str; 2] = [r#""start":9731"#, r#"data-start="9731""#];

/// A server with the set `x`, whose first query Carla labelled, answered twice, and flagged; the answers are in two versions.
/// Then the overlap was raised, so the query needs one more labeller.
struct Blind {
    app: TestApp,
    set: SeededSet,
    run: RunId,
    /// A chunk with a long text, in which Carla marked evidence.
    long: ChunkId,
}

/// What somebody is told, and whether they asked about the query that Carla labelled.
struct Told {
    of_query: bool,
    answer: Response,
}

impl Blind {
    async fn start() -> Self {
        let app = TestApp::start().await;
        let set = SetBuilder::new().named("x").queries(2).chunks(2).completed(1, "lena", 3, "So [1].").create(&app.store).await;
        let store = &app.store;
        let (carla, long) = (labeller(store, CARLA).await, id());
        store.add_chunks(set.chunking, vec![(long, chunk("long", &"words ".repeat(2000)))]).await.expect("added");
        store.pool_chunks(set.queries[0], vec![long]).await.expect("in the pool");
        let blind = Self { run: store.runs(set.id).await.expect("runs")[0].id, app, set, long };
        blind.let_carla_label(carla).await;
        blind.put_overlap(2).await;
        blind
    }

    /// Lets each query need so many labellers.
    async fn put_overlap(&self, labellers: i32) {
        let set = self.app.store.set_by_id(self.set.id).await.expect("read").expect("the set");
        let settings = Settings { overlap: Overlap::exactly(labellers), ..set.settings };
        self.app.store.put_settings(set.id, set.revision, settings).await.expect("settings");
    }

    async fn let_carla_label(&self, carla: UserId) {
        let (set, store) = (&self.set, &self.app.store);
        let act = |action| set.operation(carla, set.queries[0], action, NOW);
        let judge = |chunk, note: &str, base| Action::Judge {
            chunk,
            judgement: Some(Judgement::Grade(Grade(2))),
            evidence: if chunk == self.long { vec![Span { start: 9731, end: 9736 }] } else { Vec::new() },
            note: note.into(),
            prelabel_visible: false,
            base,
        };
        keep(store, act(judge(self.long, "the CANARY note", 0))).await;
        set.complete(store, carla, 0, 3, "The CANARY answer [1].").await;
        set.freeze(store).await;
        let Action::Answer { citations, .. } = set.answer("The second CANARY answer [1].", None) else { panic!("an answer") };
        let text = "The second CANARY answer [1].".to_owned();
        keep(store, act(Action::Answer { text, citations, answerable: Answerable::Yes, confirmed: None, base: 1 })).await;
        keep(store, act(judge(set.chunks[0], "the second CANARY note", 1))).await;
        set.freeze(store).await;
        keep(store, act(Action::Flag { note: "the CANARY flag".into() })).await;
    }

    /// Asks everything that the server answers about the query, each in every way that could show it.
    async fn ask_all(&self, member: &Client<'_>) -> Vec<Told> {
        let mut told = self.read_pages(member).await;
        told.extend(self.call_functions(member).await);
        told.extend(self.send_what_does_not_fit(member).await);
        told.extend(self.send_forms(member).await);
        told
    }

    /// A path with every part that stands for something filled in.
    fn filled(&self, path: &str, number: &str) -> String {
        let filled = path.replace("{set}", "x").replace("{number}", number);
        let filled = ["{job}", "{user}", "{invitation}"].iter().fold(filled, |path, part| path.replace(part, ID));
        let filled = filled.replace("{query}", &self.set.queries[0].to_string()).replace("{run}", &self.run.to_string());
        let filled = filled.replace("{subject}", &self.set.chunks[0].to_string());
        assert!(!filled.contains('{'), "nothing stands for a part of {filled}");
        filled
    }

    async fn read_pages(&self, member: &Client<'_>) -> Vec<Told> {
        let mut told = Vec::new();
        for path in server::page_paths().chain(server::machine_api_paths()) {
            for number in ["1", "2"] {
                let address = format!("{}?from=1&to=2&version={number}&q={}", self.filled(path, number), self.set.queries[0]);
                let of_query = path.contains("{query}") || path.ends_with("/label");
                told.push(Told { of_query, answer: member.get(&address).await });
                if path.ends_with("/export") {
                    for format in Format::all() {
                        told.push(Told { of_query: true, answer: member.get(&format!("{address}&format={}", format.word())).await });
                    }
                }
            }
        }
        told
    }

    async fn call_functions(&self, member: &Client<'_>) -> Vec<Told> {
        let query = self.set.queries[0].to_string();
        let mut told = Vec::new();
        for (function, _) in PERMISSIONS {
            let id = if *function == "/api/run_page" { self.run.to_string() } else { query.clone() };
            for version in [r#""number":1"#, r#""number":2"#] {
                let arguments = arguments(function).replace(ID, &id).replace(r#""number":1"#, version);
                told.push(Told { of_query: arguments.contains(&query), answer: member.post_json(function, arguments).await });
            }
        }
        told
    }

    /// Operations that meet what is stored, so that what says no is asked too.
    async fn send_what_does_not_fit(&self, member: &Client<'_>) -> Vec<Told> {
        let (query, chunk) = (self.set.queries[0], self.long);
        let judge =
            |base| Action::Judge { chunk, judgement: None, evidence: Vec::new(), note: String::new(), prelabel_visible: false, base };
        let answer =
            |base| Action::Answer { text: String::new(), citations: vec![], answerable: Answerable::Unknown, confirmed: None, base };
        let actions = [judge(1), judge(2), answer(1), answer(2), Action::AddToPool { chunk }, Action::AddToPool { chunk: id() }];
        let mut told = Vec::new();
        for action in actions {
            let operation = Operation { id: id(), query, action };
            let sent = json!({ "set": "x", "operations": [operation] });
            told.push(Told { of_query: true, answer: member.post_json("/api/record", sent).await });
        }
        told
    }

    async fn send_forms(&self, member: &Client<'_>) -> Vec<Told> {
        let query = self.set.queries[0].to_string();
        let mut told = Vec::new();
        // The form of the labelling page completes the query, after which nothing of it is hidden.
        let mut paths: Vec<&str> = server::form_paths().collect();
        paths.sort_by_key(|path| path.ends_with("/label"));
        for path in paths {
            let (_, body, _) = FORMS.iter().find(|(form, ..)| crate::access::in_set_x(path) == *form).expect("a body for each form");
            // Who completes it sees what others said from then on.
            let body = body.replace(ID, &query).replace("act=complete", "act=none");
            let answer = member.post_form(&self.filled(path, "1"), &body).await;
            told.push(Told { of_query: path.contains("{query}"), answer });
        }
        told
    }

    /// Asks everything as a member, who is told nothing of what Carla said of the query.
    async fn shows_nothing_to(&self, member: &Client<'_>) {
        for Told { of_query, answer } in self.ask_all(member).await {
            assert!(!answer.status.is_server_error(), "{answer}");
            // Who the members are is no secret of a query; that one of them labelled it is.
            let answer = if of_query { answer.lacks(CARLA) } else { answer };
            let answer = answer.lacks("CANARY note").lacks("CANARY answer").lacks("CANARY flag").lacks("missing field");
            let answer = answer.lacks(r#""status":"flagged""#).lacks("<td>flagged</td>").lacks("flagged · ");
            EVIDENCE.iter().fold(answer, |answer, evidence| answer.lacks(evidence));
        }
    }

    /// Reads every stream while Carla labels on.
    async fn listen(&self, member: &Client<'_>) {
        let carla = labeller(&self.app.store, CARLA).await;
        for path in server::stream_paths() {
            let mut stream = member.listen(&self.filled(path, "1")).await;
            keep(&self.app.store, self.set.operation(carla, self.set.queries[0], Action::Flag { note: WORD.into() }, NOW)).await;
            assert_eq!(stream.within(4).await, "event: changed\ndata: {}", "{path}");
        }
    }
}

fn says(told: &[Told], words: &str) -> usize {
    told.iter().filter(|told| told.answer.text.contains(words)).count()
}

/// The states of being asked to label the query: who, by name, in which role, and how they came to be asked.
enum Asked {
    /// It needs somebody still.
    CouldBe,
    /// They opened it.
    Opened,
    /// They passed it on, and it needs somebody still.
    PassedOn,
}

async fn ask_to_label(blind: &Blind, member: &Client<'_>, asked: &Asked) {
    let query = blind.set.queries[0];
    if !matches!(asked, Asked::CouldBe) {
        member.post_json("/api/label_work", json!({ "set": "x", "query": query })).await.ok();
    }
    if matches!(asked, Asked::PassedOn) {
        let skip = Operation { id: id(), query, action: Action::Skip };
        member.post_json("/api/record", json!({ "set": "x", "operations": [skip] })).await.ok().contains("saved");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_endpoint_shows_others_work_on_a_query_that_one_is_asked_to_label() {
    let blind = Blind::start().await;
    let (app, viewer) = (&blind.app, blind.app.viewer());
    let seen = blind.ask_all(&viewer).await;
    assert!(says(&seen, WORD) > 4, "who labels nothing sees the versions");
    assert!(EVIDENCE.iter().any(|evidence| says(&seen, evidence) > 0), "and the evidence");
    let members = [
        (app.labeller("omar"), Asked::CouldBe),
        (app.labeller("olga"), Asked::PassedOn),
        (app.labeller("otto"), Asked::Opened),
        (app.reviewer("rosa"), Asked::Opened),
        (app.admin(), Asked::Opened),
    ];
    // So that there is a place for each of them.
    blind.put_overlap(10).await;
    for (member, asked) in &members {
        ask_to_label(&blind, member, asked).await;
        blind.shows_nothing_to(member).await;
        blind.listen(member).await;
    }
}

/// Where the queries of a list stand that a member asks for.
async fn listed(member: &Client<'_>, status: Option<QueryStatus>) -> Vec<String> {
    let filter = json!({ "search": "", "status": status, "style": null, "source": null, "page": 1 });
    let list = member.post_json("/api/query_list", json!({ "set": "x", "filter": filter })).await.ok().json();
    assert_eq!(list["page"]["total"], list["page"]["rows"].as_array().expect("rows").len());
    let rows = list["page"]["rows"].as_array().expect("rows").iter();
    rows.map(|row| row["status"].as_str().expect("a status").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_a_query_stands_tells_the_blind_only_whether_somebody_began_it() {
    let blind = Blind::start().await;
    let (omar, rosa) = (blind.app.labeller("omar"), blind.app.reviewer("rosa"));
    assert_eq!(listed(&rosa, None).await, ["flagged", "started"]);
    assert_eq!(listed(&rosa, Some(QueryStatus::Flagged)).await, ["flagged"]);
    rosa.post_json("/api/label_work", json!({ "set": "x", "query": blind.set.queries[0] })).await.ok();
    for member in [&omar, &rosa] {
        assert_eq!(listed(member, None).await, ["started", "started"]);
        for status in QueryStatus::ALL {
            let found = if status == QueryStatus::Started { 2 } else { 0 };
            assert_eq!(listed(member, Some(status)).await.len(), found, "{status:?}");
        }
        member.get("/sets/x/queries?status=flagged").await.ok().contains("No query fits");
        member.get(&format!("/sets/x/queries/{}", blind.set.queries[0])).await.ok().lacks("flagged · ").contains("started · ");
    }
    assert_eq!(listed(&blind.app.viewer(), Some(QueryStatus::Flagged)).await, ["flagged"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_a_query_again_because_a_reviewer_sent_it_back_is_blind_again() {
    let blind = Blind::start().await;
    let (dana, rosa) = (blind.app.labeller("dana"), blind.app.reviewer("rosa"));
    dana.get("/").await.ok();
    let (set, store) = (&blind.set, &blind.app.store);
    set.complete(store, blind.app.user_id("dana").await, 0, 0, "It is otherwise [1].").await;
    assert!(says(&blind.ask_all(&dana).await, WORD) > 4, "who completed it sees what others said");
    rosa.get("/").await.ok();
    let (subject, question) = (set.chunk(0), "Is it so?".to_owned());
    let reviewer = blind.app.user_id("rosa").await;
    let new = NewQuestion { id: id(), set: set.id, query: set.queries[0], subject, question, reviewer, at: NOW };
    assert_eq!(store.send_back(new).await.expect("answered"), store::Asked::Kept);
    let page = format!("/sets/x/label?q={}", set.queries[0]);
    dana.get(&page).await.ok().contains("Is it so?");
    blind.shows_nothing_to(&dana).await;
    blind.listen(&dana).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_was_given_a_query_by_hand_is_blind_before_they_open_it_and_after() {
    for role in [Role::Labeller, Role::Reviewer] {
        let blind = Blind::start().await;
        let hana = blind.app.member(role, "hana");
        hana.get("/").await.ok();
        let (labeller, query) = (blind.app.user_id("hana").await, blind.set.queries[0]);
        let new = NewAssignments { set: blind.set.id, labeller, by: blind.set.labeller, queries: vec![query] };
        let given = blind.app.store.assign(new).await.expect("answered");
        assert!(matches!(given.as_slice(), [(_, Ok(()))]), "{given:?}");
        for told in blind.call_functions(&hana).await {
            told.answer.lacks("CANARY note").lacks("CANARY answer").lacks("CANARY flag");
        }
        blind.shows_nothing_to(&hana).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_say_what_is_hidden_and_show_it_once_the_query_is_completed() {
    let blind = Blind::start().await;
    let omar = blind.app.labeller("omar");
    let query = blind.set.queries[0];
    let run = format!("/sets/x/evaluation/{}?version=1", blind.run);
    let export = "/api/v1/sets/x/versions/1/export";
    omar.get("/sets/x/versions/1").await.ok().contains("Hidden until you complete this query.").contains("once you are through with that");
    omar.get("/sets/x/diff?from=1&to=2")
        .await
        .ok()
        .contains("is hidden until you complete it")
        .contains("what is hidden is not counted")
        .lacks("Grades changed");
    omar.get(&run).await.ok().contains("hidden until you complete them").lacks("grades of the hits");
    omar.get(export).await.status(409).contains("you are asked to label 2 of this version's queries");
    for query in &blind.set.queries {
        let complete = Action::Complete { confirmed: Some(Doubt::NothingJudged) };
        let operation = blind.set.operation(labeller(&blind.app.store, "omar").await, *query, complete, NOW).operation;
        omar.post_json("/api/record", json!({ "set": "x", "operations": [operation] })).await.ok().contains("saved");
    }
    omar.get("/sets/x/versions/1").await.ok().contains("The CANARY answer").lacks("Hidden until");
    omar.get("/sets/x/diff?from=1&to=2").await.ok().contains("Grades changed").lacks("hidden until");
    omar.get(&run).await.ok().contains("grades of the hits");
    omar.get(export).await.ok().contains("The CANARY answer");
    // Others' history is for reviewers; who settles what others said is through with it too.
    let page = format!("/sets/x/queries/{query}");
    omar.get(&page).await.ok().lacks("CANARY");
    let rosa = blind.app.reviewer("rosa");
    rosa.get(&page).await.ok().contains("the CANARY note").contains("the CANARY flag");
    blind.put_overlap(3).await;
    rosa.post_json("/api/label_work", json!({ "set": "x", "query": query })).await.ok();
    rosa.get(&page).await.ok().lacks("CANARY").contains("What others did is hidden");
}
