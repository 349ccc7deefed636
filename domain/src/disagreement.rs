//! Disagreements: what labellers, or a labeller and a judge, say differently about a query. Each has a subject: a chunk, the answer,
//! or the flag; a reviewer settles each on its own. [`disagreements`] finds them, and the queue shows them in the order of [`Kind`].

mod batch;
mod bulk;
mod case;
mod detect;
mod kind;
mod queue;
mod subject;

#[cfg(test)]
mod tests;

pub use batch::Batch;
pub use bulk::{BulkOutcome, BulkRule};
pub use case::{Case, CaseChunk, CaseQuery, GivenAnswer, GivenFlag, GivenLabel, GivenPrelabel, MadeDecision, Neighbour, StripChunk, Voice};
pub use detect::{Disagreement, JudgedChunk, Rules, disagreements};
pub use kind::{Kind, State};
pub use queue::{AskedQuestion, CaseCounts, CaseFilter, Cursor, OpenQuestion, QueuedCase, SettledCounts};
pub use subject::Subject;
