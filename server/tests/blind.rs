//! Who is asked to label a query gets nothing of what others said of it, by any endpoint, until they completed it.

mod asked;
mod counts;
mod pages;
mod statuses;
mod walk;
mod words;
mod world;
