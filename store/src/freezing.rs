//! Freezing: one transaction, so that a version is absent or whole.

use std::collections::HashMap;

use domain::golden_set::GoldenSet;
use domain::id::{ChunkId, ChunkingId, SetId, UserId, VersionId};
use domain::lint::{Candidate as LintCandidate, Finding, Linter};
use domain::timestamp::Timestamp;
use domain::version::{Counts, HEAD_SCHEMA, HashedItem, Head, Item, RootHash, item_hash, sha256};
use sqlx::QueryBuilder;

use crate::frozen::{FrozenItem, to_text};
use crate::settling::{self, Gathered};
use crate::{Error, Result, Rule, Store};

/// How many queries are settled and written at a time.
const BATCH: usize = 200;
/// How many warnings a version keeps.
const KEPT_WARNINGS: usize = 1000;

/// A version that is to be frozen.
#[derive(Debug, Clone)]
pub struct NewVersion {
    /// Its id.
    pub id: VersionId,
    /// What its author wants to say about it.
    pub note: String,
    /// Who freezes it; none from the command line.
    pub author: Option<UserId>,
    /// Now.
    pub created_at: Timestamp,
    /// What happens to queries with errors.
    pub errors: OnErrors,
    /// Makes the salt of an item's hash.
    pub new_salt: fn() -> String,
}

/// What happens to a query that the linter finds an error in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnErrors {
    /// Nothing is frozen.
    Refuse,
    /// The query is left out.
    LeaveOut,
}

/// What came of a freeze.
#[derive(Debug, Clone, PartialEq)]
pub enum Freezing {
    /// The version is on the disk.
    Frozen(Box<Head>),
    /// Nothing was kept: these errors are in the way, or, without any, no query is settled.
    Refused(Vec<Finding>),
}

/// The items of a version that comes from elsewhere; an error says in words what is wrong with one.
pub type Items = Box<dyn Iterator<Item = std::result::Result<HashedItem, String>> + Send>;

/// What became of a version that was to be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddedVersion {
    /// It is new.
    New,
    /// The same version was here.
    Known,
}

/// Writes the hash and the frozen form of an item.
struct Insert {
    hash: String,
    kept: Option<Kept>,
}

/// What an erasure takes away.
struct Kept {
    external_id: String,
    salt: String,
    frozen: FrozenItem,
}

/// What is kept about the parts of a version while it is made.
struct Making {
    root: RootHash,
    counts: Counts,
    position: i64,
}

impl Store {
    /// Checks what would be frozen now.
    pub async fn lint(&self, set: &GoldenSet) -> Result<Vec<Finding>> {
        use crate::pool::Pool;
        let (id, cutoff) = (set.id, set.settings.cutoff);
        match &self.pool {
            Pool::Sqlite { readers, .. } => sqlite::lint(&mut *readers.begin().await?, id, cutoff).await,
            Pool::Postgres(pool) => postgres::lint(&mut *pool.begin().await?, id, cutoff).await,
        }
    }

    /// Freezes what is settled, in one transaction: labels that arrive meanwhile are in the next version.
    pub async fn freeze(&self, set: &GoldenSet, new: NewVersion) -> Result<Freezing> {
        let (set, chunking) = (set.clone(), self.chunking_names(set.chunking).await?);
        let frozen = write!(self, both, |connection| { both::freeze(connection, &set, chunking, &new).await });
        fail::fail_point!("freeze-committed");
        frozen
    }

    /// Keeps a version that was exported elsewhere, in one transaction. All of its chunks and queries must be here already.
    ///
    /// # Errors
    /// [`Rule::VersionOnce`] when the set has another version of this number.
    pub async fn add_version(
        &self,
        set: SetId,
        chunking: Option<ChunkingId>,
        id: VersionId,
        head: Head,
        items: Items,
    ) -> Result<AddedVersion> {
        if let Some(known) = self.version(set, head.version).await? {
            let same = known.head == head;
            return if same { Ok(AddedVersion::Known) } else { Err(Error::Conflict(Rule::VersionOnce)) };
        }
        write!(self, both, |connection| { both::add_version(connection, (set, chunking, id), &head, items).await })?;
        Ok(AddedVersion::New)
    }

    /// The names of a chunking's corpus and of itself; empty for none.
    async fn chunking_names(&self, chunking: Option<ChunkingId>) -> Result<(String, String)> {
        let Some(id) = chunking else { return Ok(Default::default()) };
        Ok(self.chunking(id).await?.map(|chunking| (chunking.corpus_name.to_string(), chunking.name.to_string())).unwrap_or_default())
    }
}

/// Lets the linter see a query; gives the candidate when it can be frozen, and whether an error stands in its way.
fn look(linter: &mut Linter, gathered: &Gathered) -> bool {
    match &gathered.outcome {
        Err(why) => {
            linter.unsettled(&gathered.external_id, why);
            false
        }
        Ok(candidate) => {
            let seen = LintCandidate { item: &candidate.item, dangling: &candidate.dangling, retrievers: gathered.retrievers };
            !linter.look(seen)
        }
    }
}

fn hashed(item: &Item, frozen: FrozenItem, new_salt: fn() -> String) -> Insert {
    let salt = new_salt();
    Insert { hash: item_hash(&salt, &item.line()), kept: Some(Kept { external_id: item.query_id.clone(), salt, frozen }) }
}

on_both! {
    use settling::Candidate;

    pub(super) async fn lint(connection: &mut Connection, set: SetId, cutoff: domain::scale::Grade) -> Result<Vec<Finding>> {
        let mut linter = Linter::new(cutoff);
        let ids = gathering::settleable(connection, set).await?;
        unfinished(connection, set, ids.len(), &mut linter).await?;
        for part in ids.chunks(BATCH) {
            for gathered in gathering::gather(connection, set, part).await? {
                look(&mut linter, &gathered);
            }
        }
        Ok(linter.finish())
    }

    /// Tells the linter of the queries that are not completed, all at once.
    async fn unfinished(connection: &mut Connection, set: SetId, settleable: usize, linter: &mut Linter) -> Result<i64> {
        let all: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM queries WHERE set_id = $1").bind(set).fetch_one(connection).await?;
        let left = all - i64::try_from(settleable).unwrap_or(i64::MAX);
        linter.unfinished(left);
        Ok(all)
    }

    pub(super) async fn freeze(connection: &mut Connection, set: &GoldenSet, chunking: (String, String), new: &NewVersion) -> Result<Freezing> {
        if <Database as sqlx::Database>::NAME == "PostgreSQL" {
            // All that is read is of one moment. SQLite has one writer, and this is it.
            sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ").execute(&mut *connection).await?;
        }
        let last: Option<i32> = sqlx::query_scalar("SELECT MAX(number) FROM versions WHERE set_id = $1").bind(set.id).fetch_one(&mut *connection).await?;
        let number = last.unwrap_or(0) + 1;
        let sql = "INSERT INTO versions (id, set_id, number, head, chunking_id, author_id, created_at) VALUES ($1, $2, $3, '{}', $4, $5, $6)";
        let insert = sqlx::query(sql).bind(new.id).bind(set.id).bind(number).bind(set.chunking).bind(new.author).bind(new.created_at);
        insert.execute(&mut *connection).await.map_err(Error::of)?;
        fail::fail_point!("freeze-begun");
        let (made, findings) = freeze_items(connection, set, new).await?;
        fail::fail_point!("freeze-items");
        if made.position == 0 || (new.errors == OnErrors::Refuse && findings.iter().any(Finding::is_error)) {
            undo(connection, new.id).await?;
            return Ok(Freezing::Refused(findings.into_iter().filter(Finding::is_error).collect()));
        }
        let head = Head {
            schema: HEAD_SCHEMA.into(),
            set: set.name.clone(),
            title: set.settings.title.clone(),
            version: number,
            note: new.note.clone(),
            created_at: new.created_at,
            parent: last,
            root_hash: made.root.finish(),
            counts: made.counts,
            corpus: chunking.0,
            chunking: chunking.1,
            scale: set.settings.scale.0.iter().map(|grade| grade.name.clone()).collect(),
            cutoff: set.settings.cutoff,
            guidelines_sha256: sha256(set.settings.guidelines.as_bytes()),
            judges: judges(connection, set.id).await?,
            warnings: findings.into_iter().take(KEPT_WARNINGS).collect(),
        };
        sqlx::query("UPDATE versions SET head = $2 WHERE id = $1").bind(new.id).bind(to_text(&head)).execute(connection).await?;
        fail::fail_point!("freeze-head");
        Ok(Freezing::Frozen(Box::new(head)))
    }

    async fn freeze_items(connection: &mut Connection, set: &GoldenSet, new: &NewVersion) -> Result<(Making, Vec<Finding>)> {
        let mut linter = Linter::new(set.settings.cutoff);
        let ids = gathering::settleable(connection, set.id).await?;
        let all = unfinished(connection, set.id, ids.len(), &mut linter).await?;
        let mut making = Making { root: RootHash::default(), counts: Counts::default(), position: 0 };
        for part in ids.chunks(BATCH) {
            let gathered = gathering::gather(connection, set.id, part).await?;
            let whole: Vec<Candidate> = gathered.into_iter().filter(|one| look(&mut linter, one)).filter_map(|one| one.outcome.ok()).collect();
            let mut inserts = Vec::with_capacity(whole.len());
            for Candidate { item, frozen, .. } in whole {
                making.counts.add(&item, set.settings.cutoff);
                inserts.push(hashed(&item, frozen, new.new_salt));
            }
            insert_items(connection, new.id, &mut making, inserts).await?;
        }
        making.counts.left_out = all - making.counts.queries;
        Ok((making, linter.finish()))
    }

    async fn insert_items(connection: &mut Connection, version: VersionId, making: &mut Making, inserts: Vec<Insert>) -> Result<()> {
        if inserts.is_empty() {
            return Ok(());
        }
        let mut query: QueryBuilder<Database> = QueryBuilder::new("INSERT INTO version_items (version_id, position, external_id, hash, salt, item) ");
        query.push_values(inserts, |mut row, insert| {
            making.position += 1;
            making.root.push(&insert.hash);
            let (external_id, salt, frozen) = insert.kept.map(|kept| (kept.external_id, kept.salt, to_text(&kept.frozen))).map_or((None, None, None), |(a, b, c)| (Some(a), Some(b), Some(c)));
            row.push_bind(version).push_bind(making.position).push_bind(external_id).push_bind(insert.hash).push_bind(salt).push_bind(frozen);
        });
        query.build().execute(connection).await?;
        Ok(())
    }

    pub(super) async fn add_version(connection: &mut Connection, (set, chunking, id): (SetId, Option<ChunkingId>, VersionId), head: &Head, mut items: Items) -> Result<()> {
        let sql = "INSERT INTO versions (id, set_id, number, head, chunking_id, created_at) VALUES ($1, $2, $3, $4, $5, $6)";
        let insert = sqlx::query(sql).bind(id).bind(set).bind(head.version).bind(to_text(head)).bind(chunking).bind(head.created_at);
        insert.execute(&mut *connection).await.map_err(Error::of)?;
        let mut making = Making { root: RootHash::default(), counts: Counts::default(), position: 0 };
        loop {
            let batch: Vec<HashedItem> = items.by_ref().take(BATCH).collect::<std::result::Result<_, _>>().map_err(Error::Unusable)?;
            if batch.is_empty() {
                break;
            }
            let inserts = thawed(connection, chunking, batch).await?;
            insert_items(connection, id, &mut making, inserts).await?;
        }
        if making.root.finish() == head.root_hash { Ok(()) } else { Err(Error::Unusable("the version's items do not have its root hash".into())) }
    }

    /// Items with their chunks' ids here instead of the chunks.
    async fn thawed(connection: &mut Connection, chunking: Option<ChunkingId>, batch: Vec<HashedItem>) -> Result<Vec<Insert>> {
        let names: Vec<&str> = batch.iter().filter_map(|hashed| hashed.item.as_ref()).flat_map(|(_, item)| item.labels.iter().map(|label| label.chunk_id.as_str()).chain(item.citations.iter().map(String::as_str))).collect();
        let mut ids: HashMap<String, ChunkId> = HashMap::with_capacity(names.len());
        for part in names.chunks(1000) {
            let mut query: QueryBuilder<Database> = QueryBuilder::new("SELECT external_id, id FROM chunks WHERE chunking_id = ");
            query.push_bind(chunking).push(" AND external_id IN (");
            let mut list = query.separated(", ");
            for name in part {
                list.push_bind(*name);
            }
            query.push(")");
            let rows: Vec<(String, ChunkId)> = query.build_query_as().fetch_all(&mut *connection).await?;
            ids.extend(rows);
        }
        let insert = |hashed: HashedItem| {
            let HashedItem { hash, item } = hashed;
            let kept = item.map(|(salt, item)| Ok::<_, Error>(Kept { external_id: item.query_id.clone(), salt, frozen: FrozenItem::thaw(item, &ids)? })).transpose()?;
            Ok(Insert { hash, kept })
        };
        batch.into_iter().map(insert).collect()
    }

    async fn undo(connection: &mut Connection, version: VersionId) -> Result<()> {
        sqlx::query("DELETE FROM version_items WHERE version_id = $1").bind(version).execute(&mut *connection).await?;
        sqlx::query("DELETE FROM versions WHERE id = $1").bind(version).execute(connection).await?;
        Ok(())
    }

    async fn judges(connection: &mut Connection, set: SetId) -> Result<Vec<String>> {
        let sql = "SELECT name, prompt_version FROM judges WHERE set_id = $1 ORDER BY id LIMIT 100";
        let judges: Vec<(String, String)> = sqlx::query_as(sql).bind(set).fetch_all(connection).await?;
        let named = |(name, prompt): (String, String)| if prompt.is_empty() { name } else { format!("{name} {prompt}") };
        Ok(judges.into_iter().map(named).collect())
    }
}
