//! API tokens; only their hashes are kept.

use domain::id::{SetId, TokenId};
use domain::timestamp::Timestamp;
use domain::token::{Scope, Token};
use sqlx::types::Json;

use crate::{Result, Store};

/// How often the last use is written down, in seconds.
const TOUCH_SECONDS: i64 = 60;

#[derive(sqlx::FromRow)]
pub(crate) struct TokenRow {
    id: TokenId,
    set_id: SetId,
    name: String,
    scopes: Json<Vec<Scope>>,
    created_at: Timestamp,
    expires_at: Timestamp,
    last_used_at: Option<Timestamp>,
    revoked_at: Option<Timestamp>,
}

impl From<TokenRow> for Token {
    fn from(row: TokenRow) -> Self {
        Self {
            id: row.id,
            set: row.set_id,
            name: row.name,
            scopes: row.scopes.0,
            created_at: row.created_at,
            expires_at: row.expires_at,
            last_used_at: row.last_used_at,
            revoked_at: row.revoked_at,
        }
    }
}

impl Store {
    /// Keeps a new token under the hash of its secret.
    pub async fn add_token(&self, token: Token, token_hash: Vec<u8>) -> Result<()> {
        transact!(self, tokens::add_token(&token, &token_hash))
    }

    /// The token of this hash, whatever became of it; that it is used is written down, at most once a minute.
    pub async fn token(&self, token_hash: &[u8], now: Timestamp) -> Result<Option<Token>> {
        let Some(token) = read!(self, tokens::token(token_hash))?.map(Token::from) else { return Ok(None) };
        if token.last_used_at.is_none_or(|last| last.plus_seconds(TOUCH_SECONDS) < now) {
            let id = token.id;
            transact!(self, tokens::touch_token(id, now))?;
        }
        Ok(Some(token))
    }

    /// The set's newest hundred tokens, the newest first.
    pub async fn tokens(&self, set: SetId) -> Result<Vec<Token>> {
        Ok(read!(self, tokens::tokens(set))?.into_iter().map(Token::from).collect())
    }

    /// Revokes a token of a set; `false`: the set has no such token that still works.
    pub async fn revoke_token(&self, set: SetId, id: TokenId, now: Timestamp) -> Result<bool> {
        transact!(self, tokens::revoke_token(set, id, now))
    }
}
