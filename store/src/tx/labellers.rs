//! Who may label in a set: this is the one place that the store asks.

use domain::assigning::Labeller;
use domain::id::{SetId, UserId};
use domain::role::{Permission, Role};

use super::Connection;
use crate::Result;

#[derive(sqlx::FromRow)]
struct SigningIn {
    #[sqlx(flatten)]
    labeller: Labeller,
    role: Role,
    /// What the set gives them.
    given: Option<Role>,
}

/// Those who can sign in and may label in a set, by name. Who gave labels in a file has no password and is not among them.
pub(crate) async fn labellers(connection: &mut Connection, set: SetId) -> Result<Vec<Labeller>> {
    let sql = "SELECT u.id, u.name, u.role, m.role AS given
        FROM users u
        LEFT JOIN set_members m ON m.user_id = u.id AND m.set_id = $1
        WHERE u.password_hash <> '' AND u.disabled_at IS NULL
        ORDER BY u.name, u.id";
    let users: Vec<SigningIn> = sqlx::query_as(sql).bind(set).fetch_all(connection).await?;
    Ok(users.into_iter().filter(|user| user.role.in_set(user.given).may(Permission::Label)).map(|user| user.labeller).collect())
}

/// Whether more than one person can label in a set.
pub(crate) async fn are_several(connection: &mut Connection, set: SetId) -> Result<bool> {
    Ok(labellers(connection, set).await?.len() > 1)
}

/// Whether this person can label in a set.
pub(crate) async fn may_label(connection: &mut Connection, set: SetId, labeller: UserId) -> Result<bool> {
    Ok(labellers(connection, set).await?.iter().any(|known| known.id == labeller))
}

/// Those who may not label in a set: they may only read it, or are shut out.
pub(crate) async fn may_not_label(connection: &mut Connection, set: SetId) -> Result<Vec<UserId>> {
    let sql = "SELECT u.id, u.role, m.role, u.disabled_at IS NOT NULL
        FROM users u
        LEFT JOIN set_members m ON m.user_id = u.id AND m.set_id = $1";
    let users: Vec<(UserId, Role, Option<Role>, bool)> = sqlx::query_as(sql).bind(set).fetch_all(connection).await?;
    let may = |(_, role, given, shut_out): &(UserId, Role, Option<Role>, bool)| !shut_out && role.in_set(*given).may(Permission::Label);
    Ok(users.into_iter().filter(|user| !may(user)).map(|(id, ..)| id).collect())
}

/// What a person is in a set; none when there is no such person.
pub(crate) async fn role_in(connection: &mut Connection, set: SetId, person: UserId) -> Result<Option<Role>> {
    let sql = "SELECT u.role, m.role
        FROM users u
        LEFT JOIN set_members m ON m.user_id = u.id AND m.set_id = $1
        WHERE u.id = $2";
    let roles: Option<(Role, Option<Role>)> = sqlx::query_as(sql).bind(set).bind(person).fetch_optional(connection).await?;
    Ok(roles.map(|(everywhere, given)| everywhere.in_set(given)))
}
