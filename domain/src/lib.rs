//! Touchstone's nouns and the pure functions over them.
//!
//! Nothing here awaits, reads a clock or knows how it is kept or shown: values in, values out.
//!
//! | word | module |
//! |---|---|
//! | golden set: scale, cut-off, k, overlap, and its queries | [`golden_set`] |
//! | guideline: a version of how the set is to be labelled | [`guideline`] |
//! | corpus, and chunking: one ingestion of it into chunks | [`corpus`], [`chunk`], [`chunker`] |
//! | query: text that a person sent, with its source, style and how often it was seen | [`query`] |
//! | run: one retriever's ranked lists; hit: query, rank, chunk, score | [`run`] |
//! | pool: the chunks that are shown for a query, each with its provenance | [`pool`] |
//! | pre-label: a judge's grade, never a label | [`prelabel`] |
//! | label: a labeller's judgement of (query, chunk), with evidence spans and a note | [`label`] |
//! | answer: a labeller's reference answer, citing chunks | [`answer`] |
//! | assignment: a query given to a labeller, under a lease or by hand | [`assignment`], [`assigning`] |
//! | overlap: how many labellers each query needs | [`overlap`] |
//! | metric: recall@k, nDCG and the others | [`metric`] |
//! | evaluation: a run scored against a version, two of them compared, the gate | [`evaluation`] |
//! | disagreement: what labellers, or a labeller and a judge, say differently about a query | [`disagreement`] |
//! | adjudication: a reviewer's decision about a disagreement; how labels become one grade | [`adjudication`] |
//! | version: a numbered, hashed snapshot of what is settled; diff: what changed between two | [`version`], [`diff`] |
//! | lint: what is wrong or odd about a set before it is frozen; finding: one such thing | [`lint`], [`finding`] |
//! | export: what a version looks like downstream | [`export`] |
//! | member: a user as a set knows them, with the role that they have in it | [`member`], [`user`], [`role`] |
//! | blind: what is hidden from who is asked to label a query | [`blind`] |
//! | doubt: what is rarely meant, so that a labeller is asked before it is taken | [`doubt`] |
//! | operation: one thing that a labeller did, sent once, kept for ever | [`operation`] |

pub mod adjudication;
pub mod agreement;
pub mod answer;
pub mod assigning;
pub mod assignment;
pub mod blind;
pub mod chunk;
pub mod chunker;
pub mod corpus;
pub mod diff;
pub mod disagreement;
pub mod doubt;
pub mod error;
pub mod evaluation;
pub mod export;
pub mod finding;
pub mod format;
pub mod golden_set;
pub mod guideline;
pub mod hash;
pub mod id;
pub mod invitation;
pub mod job;
pub mod label;
pub mod lint;
pub mod lint_report;
pub mod member;
pub mod metric;
pub mod operation;
pub mod overlap;
pub mod page;
pub mod pool;
pub mod prelabel;
pub mod query;
pub mod report;
pub mod role;
pub mod run;
pub mod scale;
pub mod share;
pub mod text;
pub mod timestamp;
pub mod token;
pub mod user;
pub mod version;

pub use error::Invalid;
