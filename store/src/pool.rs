//! The two databases behind one type, and the macros that write SQL once for both.

use sqlx::{PgPool, SqlitePool};

use crate::writer::Writer;

/// Everything that is kept.
#[derive(Clone)]
pub struct Store {
    pub(crate) pool: Pool,
    /// Held for the life of the process: one process a data directory.
    pub(crate) _lock: Option<std::sync::Arc<std::fs::File>>,
}

#[derive(Clone)]
pub(crate) enum Pool {
    Sqlite { readers: SqlitePool, writer: Writer },
    Postgres(PgPool),
}

/// Runs a read on whichever database there is.
macro_rules! read {
    ($store:expr, |$pool:ident| $body:expr) => {
        match &$store.pool {
            $crate::pool::Pool::Sqlite { readers: $pool, .. } => $body,
            $crate::pool::Pool::Postgres($pool) => $body,
        }
    };
}

/// Runs a transaction on whichever database there is: all of it is kept, or, on an error, none. On SQLite it shares its
/// commit with others that are waiting. With `both`, `both::f` in the body is the function `f` of the module's `on_both!`.
macro_rules! write {
    ($store:expr, $(both $comma:tt)? |$connection:ident| $body:block) => {
        match &$store.pool {
            $crate::pool::Pool::Sqlite { writer, .. } => {
                write!(@import sqlite $($comma)?);
                writer.run(move |$connection: &mut sqlx::SqliteConnection| Box::pin(async move { $body })).await
            }
            $crate::pool::Pool::Postgres(pool) => {
                write!(@import postgres $($comma)?);
                let mut transaction = pool.begin().await?;
                let done = {
                    let $connection: &mut sqlx::PgConnection = &mut transaction;
                    $crate::pool::typed(async move { $body }).await
                };
                match done {
                    Ok(value) => {
                        transaction.commit().await?;
                        Ok(value)
                    }
                    Err(error) => {
                        transaction.rollback().await?;
                        Err(error)
                    }
                }
            }
        }
    };
    (@import $driver:ident ,) => { use self::$driver as both; };
    (@import $driver:ident) => {};
}

/// Compiles functions once for each driver, as `sqlite::f` and `postgres::f`; `Connection` is the driver's.
macro_rules! on_both {
    ($($code:tt)*) => {
        pub(crate) mod sqlite {
            #[allow(unused_imports)]
            use super::*;
            #[allow(dead_code)]
            type Connection = sqlx::SqliteConnection;
            #[allow(dead_code)]
            type Database = sqlx::Sqlite;
            #[allow(unused_imports)]
            use $crate::assignments::sqlite as assign;
            #[allow(unused_imports)]
            use $crate::settling::sqlite as gathering;
            #[allow(unused_imports)]
            use $crate::operations::sqlite as history;
            $($code)*
        }
        pub(crate) mod postgres {
            #[allow(unused_imports)]
            use super::*;
            #[allow(dead_code)]
            type Connection = sqlx::PgConnection;
            #[allow(dead_code)]
            type Database = sqlx::Postgres;
            #[allow(unused_imports)]
            use $crate::assignments::postgres as assign;
            #[allow(unused_imports)]
            use $crate::settling::postgres as gathering;
            #[allow(unused_imports)]
            use $crate::operations::postgres as history;
            $($code)*
        }
    };
}

/// Tells the compiler what an async block of a transaction gives.
pub(crate) fn typed<T, F: Future<Output = crate::Result<T>>>(future: F) -> F {
    future
}
