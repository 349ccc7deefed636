//! API tokens; only their hashes are kept.

use domain::id::{SetId, TokenId};
use domain::timestamp::Timestamp;
use domain::token::{Scope, Token};
use sqlx::types::Json;

use crate::{Result, Store};

/// How often the last use is written down, in seconds.
const TOUCH_SECONDS: i64 = 60;

#[derive(sqlx::FromRow)]
struct TokenRow {
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
        write!(self, |connection| {
            let sql =
                "INSERT INTO tokens (id, set_id, name, token_hash, scopes, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)";
            let insert = sqlx::query(sql).bind(token.id).bind(token.set).bind(token.name).bind(token_hash).bind(Json(token.scopes));
            insert.bind(token.created_at).bind(token.expires_at).execute(connection).await?;
            Ok(())
        })
    }

    /// The token of this hash, whatever became of it; that it is used is written down, at most once a minute.
    pub async fn token(&self, token_hash: &[u8], now: Timestamp) -> Result<Option<Token>> {
        let sql = "SELECT id, set_id, name, scopes, created_at, expires_at, last_used_at, revoked_at FROM tokens WHERE token_hash = $1";
        let row: Option<TokenRow> = read!(self, |pool| sqlx::query_as(sql).bind(token_hash).fetch_optional(pool).await)?;
        let Some(token) = row.map(Token::from) else { return Ok(None) };
        if token.last_used_at.is_none_or(|last| last.plus_seconds(TOUCH_SECONDS) < now) {
            let id = token.id;
            write!(self, |connection| {
                sqlx::query("UPDATE tokens SET last_used_at = $2 WHERE id = $1").bind(id).bind(now).execute(connection).await?;
                Ok(())
            })?;
        }
        Ok(Some(token))
    }

    /// The set's newest hundred tokens, the newest first.
    pub async fn tokens(&self, set: SetId) -> Result<Vec<Token>> {
        let sql = "SELECT id, set_id, name, scopes, created_at, expires_at, last_used_at, revoked_at FROM tokens WHERE set_id = $1
            ORDER BY id DESC LIMIT 100";
        let rows: Vec<TokenRow> = read!(self, |pool| sqlx::query_as(sql).bind(set).fetch_all(pool).await)?;
        Ok(rows.into_iter().map(Token::from).collect())
    }

    /// Revokes a token of a set; `false`: the set has no such token that still works.
    pub async fn revoke_token(&self, set: SetId, id: TokenId, now: Timestamp) -> Result<bool> {
        write!(self, |connection| {
            let sql = "UPDATE tokens SET revoked_at = $3 WHERE set_id = $1 AND id = $2 AND revoked_at IS NULL";
            Ok(sqlx::query(sql).bind(set).bind(id).bind(now).execute(connection).await?.rows_affected() > 0)
        })
    }
}
