//! Statements for a list of values, a part of the list at a time.

use sqlx::{Encode, FromRow, QueryBuilder, Type};

use super::{Connection, Driver};
use crate::Result;

/// How many values one statement lists at the most.
const LISTED: usize = 1000;

/// The rows of a statement for all values. `begin` writes the statement up to the column that ` IN (…)` follows.
pub(crate) async fn rows_in<T, V>(
    connection: &mut Connection,
    begin: impl Fn(&mut QueryBuilder<Driver>) + Send + Sync,
    values: &[V],
) -> Result<Vec<T>>
where
    T: for<'r> FromRow<'r, <Driver as sqlx::Database>::Row> + Send + Unpin,
    V: for<'q> Encode<'q, Driver> + Type<Driver> + Sync,
{
    let rows = raw_rows_in(connection, begin, values).await?;
    Ok(rows.iter().map(T::from_row).collect::<std::result::Result<_, _>>()?)
}

/// The same, for who reads the rows one by one.
pub(crate) async fn raw_rows_in<V>(
    connection: &mut Connection,
    begin: impl Fn(&mut QueryBuilder<Driver>) + Send + Sync,
    values: &[V],
) -> Result<Vec<<Driver as sqlx::Database>::Row>>
where
    V: for<'q> Encode<'q, Driver> + Type<Driver> + Sync,
{
    let mut rows = Vec::with_capacity(values.len());
    for part in values.chunks(LISTED) {
        rows.extend(statement(&begin, part).build().fetch_all(&mut *connection).await?);
    }
    Ok(rows)
}

/// Runs a statement that gives no rows for all values.
pub(crate) async fn execute_in<V>(
    connection: &mut Connection,
    begin: impl Fn(&mut QueryBuilder<Driver>) + Send + Sync,
    values: &[V],
) -> Result<()>
where
    V: for<'q> Encode<'q, Driver> + Type<Driver> + Sync,
{
    for part in values.chunks(LISTED) {
        statement(&begin, part).build().execute(&mut *connection).await?;
    }
    Ok(())
}

fn statement<V>(begin: impl Fn(&mut QueryBuilder<Driver>), values: &[V]) -> QueryBuilder<Driver>
where
    V: for<'q> Encode<'q, Driver> + Type<Driver>,
{
    let mut query = QueryBuilder::new("");
    begin(&mut query);
    query.push(" IN (");
    let mut list = query.separated(", ");
    for value in values {
        list.push_bind(value);
    }
    query.push(")");
    query
}
