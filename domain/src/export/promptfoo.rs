//! promptfoo: a test case a line. What it asserts is graded by the model that the user's configuration names.
//!
//! promptfoo renders a variable that is a string as a Nunjucks template, reads the file or runs the program that it names, and
//! takes a newline off its end; it does none of this to the members of a list, and shows a list of one text as that text.
//! So a text that it would not show as it is stands in a list, and `disableVarExpansion` keeps it from making test cases of
//! the list's members. What a test asserts is rendered in any case, once: there such a text is a string of the template.

use serde_json::{Value, json};

/// What a model is asked to see in an answer to a question that has none.
const ABSTAINS: &str = "Says that the question cannot be answered from what is known, and does not answer it.";

use super::{Exporter, ItemMetadata, answer, json_line};
use crate::query::Answerable;
use crate::version::Item;

pub fn write(exporter: &mut Exporter, item: &Item, files: &mut [String]) {
    let context: Vec<&str> = exporter.relevant(item).iter().map(|label| label.text.as_str()).collect();
    let assert: Vec<Value> = match (item.answerable, answer(item)) {
        (Answerable::No, _) => vec![json!({ "type": "llm-rubric", "value": ABSTAINS })],
        (_, Some(answer)) => vec![json!({ "type": "factuality", "value": expected(answer) })],
        (_, None) => Vec::new(),
    };
    files[0] = json_line(&json!({
        "description": item.query_id,
        "vars": { "query": variable(&item.query), "context": variable(&context.join("\n\n")) },
        "options": { "disableVarExpansion": true },
        "assert": assert,
        "metadata": ItemMetadata::of(exporter, item),
    }));
}

fn variable(text: &str) -> Value {
    if is_shown_as_it_is(text) { json!(text) } else { json!([text]) }
}

fn expected(text: &str) -> String {
    if is_shown_as_it_is(text) { text.to_owned() } else { format!("{{{{ {} }}}}", string_literal(text)) }
}

fn is_shown_as_it_is(text: &str) -> bool {
    !["{{", "{%", "{#"].iter().any(|tag| text.contains(tag)) && !text.ends_with('\n') && !names_a_scheme(text)
}

/// Whether it begins as `file:` and `package:` do; others may come to mean something.
fn names_a_scheme(text: &str) -> bool {
    text.trim_start().split_once(':').is_some_and(|(scheme, rest)| {
        !scheme.is_empty() && scheme.chars().all(|c| c.is_ascii_alphanumeric()) && !rest.starts_with(char::is_whitespace)
    })
}

/// A string of a Nunjucks template, which knows these escapes and no others.
fn string_literal(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_promptfoo_would_render_read_or_run_stands_in_a_list() {
        let traps = [
            "{{ .Values.image.tag }}",
            "A {# remark #}",
            "{% raw %}",
            "a {{",
            "file:///etc/hostname",
            "file://canary.js",
            " file://x",
            "package:@scope/name:run",
            "https://example.com",
            "a line\n",
        ];
        for text in traps {
            assert_eq!(variable(text), json!([text]));
        }
        for text in ["", "how?", "{ \"a\": { } }", "Note: this", "a: b", "see file://x", "}} %} #}", "100 %"] {
            assert_eq!(variable(text), json!(text));
            assert_eq!(expected(text), text);
        }
    }

    #[test]
    fn what_is_asserted_is_a_string_of_the_template() {
        assert_eq!(expected("{{ \"a\\\n\" }}"), "{{ \"{{ \\\"a\\\\\\n\\\" }}\" }}");
    }
}
