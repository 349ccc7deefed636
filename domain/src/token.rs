//! API tokens: what a program may do, for one set, until a day.

use serde::{Deserialize, Serialize};

use crate::Invalid;
use crate::id::{SetId, TokenId};
use crate::timestamp::Timestamp;

/// What every token starts with, so that a scanner finds one that was committed.
pub const PREFIX: &str = "ts_";

/// What a token allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Scope {
    /// Read versions and their exports.
    #[serde(rename = "export:read")]
    ExportRead,
    /// Bring queries, runs, pre-labels and labels in.
    #[serde(rename = "import:write")]
    ImportWrite,
    /// Read and make evaluations.
    #[serde(rename = "evaluate")]
    Evaluate,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Self; 3] = [Self::ExportRead, Self::ImportWrite, Self::Evaluate];

    /// As it is written.
    pub const fn word(self) -> &'static str {
        match self {
            Self::ExportRead => "export:read",
            Self::ImportWrite => "import:write",
            Self::Evaluate => "evaluate",
        }
    }
}

impl std::str::FromStr for Scope {
    type Err = Invalid;

    fn from_str(word: &str) -> Result<Self, Invalid> {
        let unknown = || Invalid::new(format!("there is no scope {word:?}: use export:read, import:write or evaluate"));
        Self::ALL.into_iter().find(|scope| scope.word() == word).ok_or_else(unknown)
    }
}

/// A token, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Token {
    pub id: TokenId,
    /// The set that it is for.
    pub set: SetId,
    /// What it is called.
    pub name: String,
    /// What it allows.
    pub scopes: Vec<Scope>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it ends.
    pub expires_at: Timestamp,
    /// When it was used last.
    pub last_used_at: Option<Timestamp>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
}

impl Token {
    /// Whether it allows this for a set now.
    pub fn allows(&self, scope: Scope, set: SetId, now: Timestamp) -> bool {
        self.set == set && self.scopes.contains(&scope) && self.revoked_at.is_none() && now < self.expires_at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::uuid_v7;

    #[test]
    fn a_token_allows_its_scopes_for_its_set_until_it_ends_or_is_revoked() {
        let set = |n| SetId(uuid_v7(n, &[0; 10]));
        let token = Token {
            id: TokenId(uuid_v7(9, &[0; 10])),
            set: set(1),
            name: "ci".into(),
            scopes: vec![Scope::ExportRead],
            created_at: Timestamp(0),
            expires_at: Timestamp(100),
            last_used_at: None,
            revoked_at: None,
        };
        assert!(token.allows(Scope::ExportRead, set(1), Timestamp(99)));
        assert!(!token.allows(Scope::ImportWrite, set(1), Timestamp(99)));
        assert!(!token.allows(Scope::ExportRead, set(2), Timestamp(99)));
        assert!(!token.allows(Scope::ExportRead, set(1), Timestamp(100)));
        let revoked = Token { revoked_at: Some(Timestamp(5)), ..token };
        assert!(!revoked.allows(Scope::ExportRead, set(1), Timestamp(6)));
    }

    #[test]
    fn scopes_are_written_as_they_are_read() {
        let words = [(Scope::ExportRead, "export:read"), (Scope::ImportWrite, "import:write"), (Scope::Evaluate, "evaluate")];
        assert_eq!(words.map(|(scope, _)| scope), Scope::ALL);
        for (scope, word) in words {
            assert_eq!((scope.word(), word.parse()), (word, Ok(scope)));
            assert_eq!(serde_json::to_value(scope).expect("json"), word);
        }
        assert!("export".parse::<Scope>().is_err());
    }
}
