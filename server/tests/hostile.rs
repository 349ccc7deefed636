//! Whatever somebody sends in place of what is expected, the server answers that it cannot be, and never fails.

use app::api::PERMISSIONS;
use serde_json::{Value, json};
use store::Store;

use crate::access::{FORMS, ID, arguments, in_set_x};
use crate::databases;
use crate::response::Response;
use crate::seed::{SeededSet, SetBuilder};
use crate::test_app::TestApp;

/// A server over a store with the set `x`, which has a version.
async fn app_over(store: Store) -> (TestApp, SeededSet) {
    let set = SetBuilder::new().named("x").queries(2).completed(0, "lena", 3, "So [1].").create(&store).await;
    set.freeze(&store).await;
    (TestApp::over(store), set)
}

/// What is sent in place of a value: a zero byte, what changes the direction of text, a long text, numbers at the end of what there is.
fn hostile(value: &Value) -> Vec<Value> {
    match value {
        Value::String(_) => vec![json!("\0"), json!("a\0b"), json!("\u{202e}'\"<%_!"), json!("x".repeat(100_000)), json!("")],
        Value::Number(_) => [i64::MIN, -1, 0, i64::from(i32::MAX), i64::MAX].map(Value::from).into(),
        Value::Null => vec![json!("\0"), json!(0)],
        _ => Vec::new(),
    }
}

/// A document once for every hostile value in every place.
fn spoiled(document: &Value) -> Vec<Value> {
    let inner: Vec<(Value, Vec<Value>)> = match document {
        Value::Object(fields) => fields.iter().map(|(key, value)| (json!(key), spoiled(value))).collect(),
        Value::Array(values) => values.iter().enumerate().map(|(at, value)| (json!(at), spoiled(value))).collect(),
        leaf => return hostile(leaf),
    };
    let put = |place: &Value, value: Value| {
        let mut whole = document.clone();
        match place {
            Value::String(key) => whole[key] = value,
            place => whole[usize::try_from(place.as_u64().unwrap_or_default()).unwrap_or_default()] = value,
        }
        whole
    };
    inner.iter().flat_map(|(place, values)| values.iter().map(move |value| put(place, value.clone()))).collect()
}

#[track_caller]
fn is_no_fault(answer: &Response, sent: &str) {
    let sent: String = sent.chars().take(300).collect();
    assert!(!answer.status.is_server_error(), "{sent}\n{answer}");
}

/// Sends every function hostile arguments.
async fn functions_hold(store: Store) {
    let (app, set) = app_over(store).await;
    let admin = app.admin();
    for (function, _) in PERMISSIONS {
        let document: Value = serde_json::from_str(&arguments(function).replace(ID, &set.queries[0].to_string())).expect("JSON");
        for arguments in spoiled(&document) {
            let body = arguments.to_string();
            is_no_fault(&admin.post_json(function, &body).await, &body);
        }
    }
}

/// Sends every form hostile fields, and asks for every page by hostile addresses.
async fn forms_and_pages_hold(store: Store) {
    let (app, set) = app_over(store).await;
    let admin = app.admin();
    let query = set.queries[0].to_string();
    for (form, body, _) in FORMS {
        let fields: Vec<(&str, &str)> = body.split('&').filter_map(|field| field.split_once('=')).collect();
        for spoiled in 0..fields.len() {
            for value in ["%00", "a%00b", "%E2%80%AE%3C", &"x".repeat(100_000), "-9223372036854775808", "9223372036854775807", ""] {
                let field = |(at, (key, kept)): (usize, &(&str, &str))| format!("{key}={}", if at == spoiled { value } else { kept });
                let body = fields.iter().enumerate().map(field).collect::<Vec<_>>().join("&").replace(ID, &query);
                is_no_fault(&admin.post_form(&form.replace(ID, &query), &body).await, &body);
            }
        }
    }
    for path in server::page_paths().chain(server::machine_api_paths()) {
        for value in ["%00", "a%00b", "-1", "9223372036854775807"] {
            let in_path = path.replace("{set}", value).replace("{number}", value);
            let address = format!("{}?from={value}&to={value}&version={value}&page={value}&q={value}", in_set_x(path));
            let filters = format!("{}?search={value}&source={value}&status={value}&with={value}&labeller={value}", in_set_x(path));
            for address in [in_set_x(&in_path), address, filters] {
                is_no_fault(&admin.get(&address).await, &address);
            }
        }
    }
    app.anonymous().post_form("/sign-in", "name=%00&password=%00").await.redirects();
    app.anonymous().post_form("/invitation", "token=%00&name=%00&password=12345678").await.redirects();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn functions_hold_on_sqlite() {
    let directory = tempfile::tempdir().expect("a directory");
    functions_hold(databases::sqlite(&directory).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn functions_hold_on_postgres() {
    functions_hold(databases::postgres("functions_hold").await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forms_and_pages_hold_on_sqlite() {
    let directory = tempfile::tempdir().expect("a directory");
    forms_and_pages_hold(databases::sqlite(&directory).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forms_and_pages_hold_on_postgres() {
    forms_and_pages_hold(databases::postgres("forms_hold").await).await;
}
