//! What two pages share and no noun owns.

pub mod account;
pub mod changes;
pub mod duration;
pub mod field;
pub mod given_text;
pub mod grade_mark;
pub mod hidden;
pub mod load;
pub mod markdown;
pub mod marked_text;
pub mod marked_words;
pub mod page_title;
pub mod paging;
pub mod role_options;
pub mod sending;
pub mod table;
pub mod top_bar;

pub use account::{Account, DemoNote};
pub use changes::{FollowSet, asked_again, heading_count};
pub use duration::{duration, pace};
pub use field::{field_value, focus_when_shown};
pub use given_text::{ExternalId, GivenText};
pub use grade_mark::{GradeMark, mark_of};
pub use hidden::{HiddenNote, HiddenUntilCompleted, VersionHidden};
pub use load::{ErrorNote, Loading, load, loading};
pub use markdown::Markdown;
pub use marked_text::MarkedText;
pub use marked_words::marked_words;
pub use page_title::PageTitle;
pub use paging::Paging;
pub use role_options::RoleOptions;
pub use sending::Sending;
pub use table::{Column, Table, WideTable};
pub use top_bar::{Brand, TopBar};
