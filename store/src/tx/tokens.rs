//! API tokens.

use domain::id::{SetId, TokenId};
use domain::timestamp::Timestamp;
use domain::token::Token;
use sqlx::types::Json;

use super::Connection;
use crate::Result;
use crate::tokens::TokenRow;

pub(crate) async fn add_token(connection: &mut Connection, token: &Token, token_hash: &[u8]) -> Result<()> {
    let sql = "INSERT INTO tokens (id, set_id, name, token_hash, scopes, created_at, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let insert = sqlx::query(sql).bind(token.id).bind(token.set).bind(&token.name).bind(token_hash).bind(Json(&token.scopes));
    insert.bind(token.created_at).bind(token.expires_at).execute(connection).await?;
    Ok(())
}

/// The token of this hash, whatever became of it.
pub(crate) async fn token(connection: &mut Connection, token_hash: &[u8]) -> Result<Option<TokenRow>> {
    let sql = "SELECT id, set_id, name, scopes, created_at, expires_at, last_used_at, revoked_at
        FROM tokens
        WHERE token_hash = $1";
    Ok(sqlx::query_as(sql).bind(token_hash).fetch_optional(connection).await?)
}

pub(crate) async fn touch_token(connection: &mut Connection, id: TokenId, now: Timestamp) -> Result<()> {
    sqlx::query("UPDATE tokens SET last_used_at = $2 WHERE id = $1").bind(id).bind(now).execute(connection).await?;
    Ok(())
}

/// The set's newest hundred tokens, the newest first.
pub(crate) async fn tokens(connection: &mut Connection, set: SetId) -> Result<Vec<TokenRow>> {
    let sql = "SELECT id, set_id, name, scopes, created_at, expires_at, last_used_at, revoked_at
        FROM tokens
        WHERE set_id = $1
        ORDER BY id DESC
        LIMIT 100";
    Ok(sqlx::query_as(sql).bind(set).fetch_all(connection).await?)
}

pub(crate) async fn revoke_token(connection: &mut Connection, set: SetId, id: TokenId, now: Timestamp) -> Result<bool> {
    let sql = "UPDATE tokens
        SET revoked_at = $3
        WHERE set_id = $1 AND id = $2 AND revoked_at IS NULL";
    Ok(sqlx::query(sql).bind(set).bind(id).bind(now).execute(connection).await?.rows_affected() > 0)
}
