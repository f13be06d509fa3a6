//! Everything that needs the whole program, or more than one of its modules.

/// The order of the house.
mod architecture;
/// Display columns, held against the drawing library.
mod columns;
mod compare;
/// The fast checker, held against a JSON Schema validator.
mod conformance;
mod dissent;
mod dissent_log;
mod explain;
mod fields;
mod grade;
mod inputs;
mod list;
/// Screens of two places that stand on many documents at once.
mod places;
mod report;
mod show;
mod support;
