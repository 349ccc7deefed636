//! What two pages share and no noun owns.

pub mod grade_mark;
pub mod load;
pub mod markdown;
pub mod marked_text;
pub mod page_title;
pub mod paging;
pub mod sending;

pub use grade_mark::{GradeMark, mark_of};
pub use load::{ErrorNote, Loading, load, loading};
pub use markdown::Markdown;
pub use marked_text::MarkedText;
pub use page_title::PageTitle;
pub use paging::Paging;
pub use sending::Sending;
