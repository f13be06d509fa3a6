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
/// Filters and figures of the running program.
mod figures;
mod grade;
/// What strangers' text does to a screen.
mod hostile;
mod inputs;
mod list;
/// Screens of two places that stand on many documents at once.
mod places;
/// A running program without a terminal.
mod program;
/// README, held against the program.
mod readme;
mod report;
/// Whole screens.
mod screens;
mod show;
/// Every size of the terminal.
mod sizes;
mod support;
/// The binary in a pseudo-terminal.
mod terminal;
