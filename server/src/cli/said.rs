//! What a command says when it is done.

/// The object that `--json` prints.
pub enum Json {
    Value(serde_json::Value),
    Raw(Box<serde_json::value::RawValue>),
}

impl From<serde_json::Value> for Json {
    fn from(value: serde_json::Value) -> Self {
        Self::Value(value)
    }
}

impl std::fmt::Display for Json {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Raw(raw) => f.write_str(raw.get()),
        }
    }
}

/// What a command says when it is done, for people and for programs.
pub struct Said {
    pub words: String,
    pub json: Json,
    /// How the process ends: 0, or 1 when a check said no.
    pub code: u8,
}

impl Said {
    /// Done, with an object.
    pub fn new(words: String, json: serde_json::Value) -> Self {
        Self { words, json: Json::Value(json), code: 0 }
    }

    /// The same with one more line for people.
    pub fn with_words(mut self, line: Option<String>) -> Self {
        self.words.extend(line.map(|line| format!("\n{line}")));
        self
    }

    /// With an object that may be large, serialised already.
    pub fn raw(words: String, json: Box<serde_json::value::RawValue>) -> Self {
        Self { words, json: Json::Raw(json), code: 0 }
    }
}
