//! A writer per result and format.
//!
//! Comes in: a result that another module computed. Goes out: bytes to any [`std::io::Write`]. What
//! is written for machines (CSV, JSON) carries text exactly; what is written for people (text,
//! Markdown) passes [`crate::text::clean`] first.

pub mod compare;
pub mod dissent;
pub mod document;
pub mod export;
pub mod fields;
pub mod list;
pub mod report;
pub mod table;
pub mod verdict;
