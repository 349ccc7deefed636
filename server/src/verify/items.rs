//! The items of an export in the native format, held against their hashes while they are read.

use domain::Invalid;
use domain::export::{ERASED, Manifest};
use domain::version::{Counts, HashedItem, Item, RootHash, item_hash};

use super::ExportedFolder;
use super::file::ExportFile;
use crate::Error;
use crate::error::Result;

/// The longest line of `golden.jsonl`: a query with its judged chunks.
const LONGEST_ITEM: usize = 256 << 20;
/// The longest line of `hashes.tsv`.
const LONGEST_HASH: usize = 1 << 10;
/// How many problems are told.
const TOLD: usize = 20;

/// The items in their order, each with the hash that it was frozen with. When something is off, the last that comes is
/// [`Error::Unverified`]: who takes all of them has taken what the manifest says, or an error.
pub struct Items {
    files: Option<[ExportFile; 2]>,
    manifest: Manifest,
    found: Found,
}

#[derive(Default)]
struct Found {
    root: RootHash,
    counts: Counts,
    erased: i64,
    last: Option<String>,
    problems: Vec<String>,
}

impl Items {
    pub(super) fn open(exported: &ExportedFolder) -> Result<Self> {
        let open = |at: usize| ExportFile::open(&exported.path, &exported.manifest.files[at]).map_err(Error::unverified);
        Ok(Self { files: Some([open(0)?, open(1)?]), manifest: exported.manifest.clone(), found: Found::default() })
    }
}

impl Iterator for Items {
    type Item = Result<HashedItem>;

    fn next(&mut self) -> Option<Result<HashedItem>> {
        loop {
            match self.found.read(self.files.as_mut()?, self.manifest.head.cutoff) {
                Ok(Some(Ok(item))) => return Some(Ok(item)),
                Ok(Some(Err(problem))) => self.found.problems.push(problem.0),
                Ok(None) => break,
                Err(error) => {
                    self.found.problems.push(error.to_string());
                    break;
                }
            }
        }
        let problems = std::mem::take(&mut self.found).finish(self.files.take()?, &self.manifest);
        (!problems.is_empty()).then_some(Err(Error::Unverified(problems)))
    }
}

impl Found {
    /// The next item, or what is wrong with it; an error when the files cannot be read any further.
    fn read(
        &mut self,
        [golden, hashes]: &mut [ExportFile; 2],
        cutoff: domain::scale::Grade,
    ) -> Result<Option<std::result::Result<HashedItem, Invalid>>> {
        let Some(entry) = hashes.line(LONGEST_HASH)? else { return Ok(None) };
        let (hash, salt) = entry.split_once('\t').ok_or_else(|| Error::Input("hashes.tsv: a line has no tab".into()))?;
        self.root.push(hash);
        if salt == ERASED {
            self.erased += 1;
            return Ok(Some(Ok(HashedItem { hash: hash.to_owned(), item: None })));
        }
        let ends = || Error::Input("golden.jsonl: it ends before hashes.tsv".into());
        let line = golden.line(LONGEST_ITEM)?.ok_or_else(ends)?;
        let item = Item::parse(&line).map_err(|error| Error::Input(format!("golden.jsonl: {error}")))?;
        self.counts.add(&item, cutoff);
        Ok(Some(self.check(item, &line, hash, salt)))
    }

    fn check(&mut self, item: Item, line: &str, hash: &str, salt: &str) -> std::result::Result<HashedItem, Invalid> {
        let id = domain::text::visible(&item.query_id);
        if item_hash(salt, line) != hash || item.line() != line {
            return Err(Invalid::new(format!("golden.jsonl: the query {id} does not have the hash that it was frozen with")));
        }
        if self.last.replace(item.query_id.clone()).is_some_and(|last| last.as_bytes() >= item.query_id.as_bytes()) {
            return Err(Invalid::new(format!("golden.jsonl: the query {id} is not in order")));
        }
        Ok(HashedItem { hash: hash.to_owned(), item: Some((salt.to_owned(), item)) })
    }

    /// Everything that is off, the files first.
    fn finish(mut self, files: [ExportFile; 2], manifest: &Manifest) -> Vec<String> {
        let [mut golden, hashes] = files;
        if self.problems.is_empty() && golden.line(LONGEST_ITEM).is_ok_and(|line| line.is_some()) {
            self.problems.push("golden.jsonl: it has more lines than hashes.tsv".into());
        }
        let mut problems: Vec<String> =
            [golden, hashes].into_iter().filter_map(|file| file.finish().err()).map(|error| error.to_string()).collect();
        if self.problems.is_empty() {
            self.compare(manifest);
        }
        problems.append(&mut self.problems);
        problems.truncate(TOLD);
        problems
    }

    fn compare(&mut self, manifest: &Manifest) {
        let (head, erased) = (&manifest.head, self.erased);
        let root = std::mem::take(&mut self.root).finish(head);
        if root != head.root_hash {
            self.problems.push(format!("the root hash is {root}, and should be {}", head.root_hash));
        }
        if erased != manifest.erased {
            self.problems.push(format!("{erased} queries were erased, and the manifest says {}", manifest.erased));
        }
        self.counts.queries += erased;
        self.counts.left_out = head.counts.left_out;
        // What an erased query held is not known any more.
        let fits = if erased == 0 { self.counts == head.counts } else { self.counts.queries == head.counts.queries };
        if !fits {
            self.problems.push(format!("it holds {:?}, and the manifest says {:?}", self.counts, head.counts));
        }
    }
}
