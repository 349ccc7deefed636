//! The queue of disagreements.

pub mod command;
