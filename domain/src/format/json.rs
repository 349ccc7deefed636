//! A JSON object of one line, its values kept as they were written.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::Invalid;

/// A JSON object whose ids keep their digits: `9007199254740993` is not rounded, `1.0` stays `1.0`.
#[derive(Debug)]
pub struct Object(BTreeMap<String, Box<RawValue>>);

impl Object {
    /// Reads one line.
    pub fn parse(line: &str) -> Result<Self, Invalid> {
        if !line.trim_start().starts_with('{') {
            return Err(Invalid::new("not a JSON object: a line must start with {"));
        }
        serde_json::from_str(line).map(Self).map_err(|error| Invalid::new(format!("not JSON: {error}")))
    }

    /// Takes the first of these keys that is there and not null.
    pub fn take(&mut self, keys: &[&str]) -> Option<Box<RawValue>> {
        let key = keys.iter().find(|key| self.0.get(**key).is_some_and(|value| value.get() != "null"))?;
        self.0.remove(*key)
    }

    /// Takes an id: a string, or a number with the digits that the file has.
    pub fn take_id(&mut self, keys: &[&str]) -> Result<Option<String>, Invalid> {
        self.take(keys).map(|raw| id(&raw, keys[0])).transpose()
    }

    /// Takes a string.
    pub fn take_text(&mut self, keys: &[&str]) -> Result<Option<String>, Invalid> {
        self.take_as(keys, "a string")
    }

    /// Takes a value of a type; `expected` says which in words.
    pub fn take_as<T: serde::de::DeserializeOwned>(&mut self, keys: &[&str], expected: &str) -> Result<Option<T>, Invalid> {
        let Some(raw) = self.take(keys) else { return Ok(None) };
        serde_json::from_str(raw.get()).map(Some).map_err(|_| Invalid::new(format!("{:?} is not {expected}", keys[0])))
    }

    /// What is left, as metadata.
    pub fn rest(self) -> serde_json::Map<String, serde_json::Value> {
        let value = |raw: &RawValue| serde_json::from_str(raw.get()).unwrap_or_else(|_| serde_json::Value::String(raw.get().to_owned()));
        self.0.iter().map(|(key, raw)| (key.replace('\0', "\u{FFFD}"), without_nul(value(raw)))).collect()
    }
}

fn without_nul(value: serde_json::Value) -> serde_json::Value {
    use serde_json::Value;
    match value {
        Value::String(text) => Value::String(text.replace('\0', "\u{FFFD}")),
        Value::Array(items) => Value::Array(items.into_iter().map(without_nul).collect()),
        Value::Object(map) => {
            Value::Object(map.into_iter().map(|(key, value)| (key.replace('\0', "\u{FFFD}"), without_nul(value))).collect())
        }
        other => other,
    }
}

fn id(raw: &RawValue, key: &str) -> Result<String, Invalid> {
    let text = raw.get();
    if text.starts_with('"') {
        serde_json::from_str(text).map_err(|error| Invalid::new(format!("{key:?} is not a string: {error}")))
    } else if text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
        Ok(text.to_owned())
    } else {
        Err(Invalid::new(format!("{key:?} is neither a string nor a number")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_beyond_64_bits_keeps_its_digits() {
        let mut object = Object::parse(r#"{"id":123456789012345678901234567890}"#).expect("an object");
        assert_eq!(object.take_id(&["_id", "id"]), Ok(Some("123456789012345678901234567890".into())));
    }

    #[test]
    fn what_is_no_object_is_refused_in_words() {
        for bad in ["[1]", "plain", "{\"a\":", "{\"a\":\"\\ud800\"}"] {
            let refused = Object::parse(bad).and_then(|mut object| object.take_text(&["a"]));
            assert!(refused.is_err(), "{bad}");
        }
    }

    #[test]
    fn a_hundred_thousand_brackets_are_refused_and_do_not_overflow() {
        let deep = format!("{{\"a\":{}", "[".repeat(100_000));
        assert!(Object::parse(&deep).is_err());
    }
}
