//! The description of the machine API, for its page.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::api::json::Json;

/// One thing that a program can ask for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Endpoint {
    /// `GET` or `POST`.
    pub method: String,
    pub path: String,
    /// What it gives.
    pub summary: String,
    /// Its parameters, with what each says.
    pub parameters: Vec<(String, String)>,
    /// Its statuses, with when each comes.
    pub responses: Vec<(String, String)>,
}

/// What programs can ask for.
#[server(prefix = "/api", endpoint = "reference", input = Json, output = Json)]
pub async fn reference() -> Result<Vec<Endpoint>, Error> {
    let (_, context) = super::context::allowed(domain::role::Permission::Read)?;
    Ok(endpoints(&context.services.openapi()))
}

#[cfg(feature = "ssr")]
fn endpoints(described: &serde_json::Value) -> Vec<Endpoint> {
    let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let mut found = Vec::new();
    for (path, methods) in described["paths"].as_object().into_iter().flatten() {
        for (method, of) in methods.as_object().into_iter().flatten() {
            let parameters = of["parameters"].as_array().into_iter().flatten();
            let responses = of["responses"].as_object().into_iter().flatten();
            found.push(Endpoint {
                method: method.to_uppercase(),
                path: path.clone(),
                summary: [word(&of["summary"]), word(&of["description"])].join(" ").trim().to_owned(),
                parameters: parameters.map(|parameter| (word(&parameter["name"]), word(&parameter["description"]))).collect(),
                responses: responses.map(|(status, response)| (status.clone(), word(&response["description"]))).collect(),
            });
        }
    }
    found
}
