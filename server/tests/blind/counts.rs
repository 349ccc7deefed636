//! Numbers tell what others said by subtraction: who is asked to label the query gets the same answers, byte for byte, whatever others
//! said of it. Each member asks everything of two servers that differ in nothing else.

use std::collections::{BTreeSet, HashMap};

use domain::role::Role;

use super::asked::Asked;
use super::walk::Told;
use super::world::{Says, World};
use crate::client::Client;

/// What is told to a member, each answer as it was asked for.
async fn told(world: &World, member: &Client<'_>) -> Vec<String> {
    let told = world.ask_all(member).await;
    let mut numbered = HashMap::new();
    let answer = |Told { answer, .. }: Told| {
        let location = answer.headers.get("location").map(|to| to.to_str().expect("text").to_owned()).unwrap_or_default();
        numbered_ids(&format!("{}: {} {location}\n{}", answer.asked, answer.status, answer.text), &mut numbered)
    };
    told.into_iter().map(answer).collect()
}

/// A text in which ids, hashes and nonces are numbered in the order in which they come: no two servers make the same ones.
fn numbered_ids(text: &str, numbered: &mut HashMap<String, usize>) -> String {
    let in_id = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(in_id) {
        let token = rest[start..].split(|c| !in_id(c)).next().unwrap_or_default();
        out += &rest[..start];
        rest = &rest[start + token.len()..];
        let secret = token.len() == 43 && token.contains(|c: char| c.is_ascii_digit());
        let hex =
            token.len() >= 12 && token.chars().all(|c| c.is_ascii_hexdigit() || c == '-') && token.contains(|c: char| c.is_ascii_digit());
        if hex || secret {
            let next = numbered.len();
            let number = numbered.entry(token.to_owned()).or_insert(next);
            out.extend(["id ", number.to_string().as_str()]);
        } else {
            out += token;
        }
    }
    in_order(&without_nonces(&(out + rest)))
}

/// A page with what its scripts hold once each and in an order of their own: it comes as the parts of the page are done, and again where
/// a part is made anew.
fn in_order(page: &str) -> String {
    let mut parts = page.split("<script");
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut held: BTreeSet<&str> = BTreeSet::new();
    for part in parts {
        let (script, rest) = part.split_once("</script>").unwrap_or((part, ""));
        if !script.contains("__PENDING_RESOURCES") {
            let numbered = script.split("__RESOLVED_RESOURCES[");
            held.extend(numbered.map(|held| held.trim_start_matches(|c: char| c.is_ascii_digit())));
        }
        text += rest;
    }
    text + &held.into_iter().collect::<String>()
}

fn without_nonces(text: &str) -> String {
    let mut parts = text.split("nonce=\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "nonce" + part.split_once('"').map_or("", |(_, rest)| rest))
}

/// Where two texts differ first, with what stands around it.
fn difference(a: &str, b: &str) -> String {
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let around =
        |text: &str| String::from_utf8_lossy(&text.as_bytes()[same.saturating_sub(200)..(same + 120).min(text.len())]).into_owned();
    format!("{}\n--- one says\n{}\n--- the other\n{}", a.lines().next().unwrap_or_default(), around(a), around(b))
}

/// The answers that differ.
fn differences(one: &[String], other: &[String]) -> Vec<String> {
    assert_eq!(one.len(), other.len(), "everybody is asked the same");
    one.iter().zip(other).filter(|(a, b)| a != b).map(|(a, b)| difference(a, b)).collect()
}

async fn differences_for(role: Role, asked: Asked) -> Vec<String> {
    let answers = async |says| {
        let world = World::in_which_carla(says).await;
        told(&world, &world.asked(role, asked).await).await
    };
    let (much, little) = tokio::join!(answers(Says::Much), answers(Says::Little));
    differences(&much, &little)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_is_counted_or_measured_tells_the_blind_what_others_said() {
    for (role, asked) in Asked::ALL {
        let differences = Box::pin(differences_for(role, asked)).await;
        assert!(differences.is_empty(), "{role:?}, {asked:?}: {}\n\n{}", differences.len(), differences.join("\n\n"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whether_others_agree_is_not_told_to_who_has_it() {
    for role in [Role::Labeller, Role::Reviewer, Role::Admin] {
        let answers = async |says| {
            let world = World::beside_two_voices(role, says).await;
            let mut told = told(&world, &world.app.member(role, "mona")).await;
            // Who freezes learns whether the query is settled: that it is in a version is told to everybody.
            told.retain(|answer| !answer.starts_with("POST /sets/x/versions as"));
            told
        };
        let (agree, differ) = tokio::join!(answers(Says::Much), answers(Says::Little));
        let differences = differences(&agree, &differ);
        assert!(differences.is_empty(), "{role:?}: {}\n\n{}", differences.len(), differences.join("\n\n"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_comparison_finds_what_a_viewer_is_told_and_nothing_where_nothing_differs() {
    let answers = async |says| {
        let world = World::in_which_carla(says).await;
        told(&world, &world.app.viewer()).await
    };
    let (much, again, little) = tokio::join!(answers(Says::Much), answers(Says::Much), answers(Says::Little));
    assert_eq!(differences(&much, &again), Vec::<String>::new());
    assert!(differences(&much, &little).len() > 20, "who is not blind is told of labels by many endpoints");
}
