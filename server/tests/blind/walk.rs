//! Asking everything that the server answers about the query, as somebody.

use app::api::PERMISSIONS;
use domain::export::Format;
use domain::operation::{Action, Operation};
use domain::query::Answerable;
use serde_json::json;

use super::world::World;
use crate::access::{FORMS, ID, arguments};
use crate::client::Client;
use crate::response::Response;
use crate::seed::id;

/// What somebody is told, and whether they asked about the query that Carla labelled.
pub struct Told {
    pub of_query: bool,
    pub answer: Response,
}

impl World {
    /// Asks everything that the server answers about the query, each in every way that could show it.
    pub async fn ask_all(&self, member: &Client<'_>) -> Vec<Told> {
        let mut told = self.read_pages(member).await;
        told.extend(self.call_functions(member).await);
        told.extend(self.send_what_does_not_fit(member).await);
        told.extend(self.send_forms(member).await);
        told
    }

    /// A path with every part that stands for something filled in.
    pub fn filled(&self, path: &str, number: &str) -> String {
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

    pub async fn call_functions(&self, member: &Client<'_>) -> Vec<Told> {
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
        // Who completes the query is blind no more, so the form that can comes last.
        let (last, first): (Vec<&str>, Vec<&str>) = server::form_paths().partition(|path| path.ends_with("/label"));
        for path in first.into_iter().chain(last) {
            let (_, body, _) = FORMS.iter().find(|(form, ..)| crate::access::in_set_x(path) == *form).expect("a body for each form");
            let answer = member.post_form(&self.filled(path, "1"), &body.replace(ID, &query)).await;
            told.push(Told { of_query: path.contains("{query}"), answer });
        }
        told
    }
}

pub fn says(told: &[Told], words: &str) -> usize {
    told.iter().filter(|told| told.answer.text.contains(words)).count()
}
