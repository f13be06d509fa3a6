//! Everything that needs the whole program, or more than one of its modules.

/// The order of the house.
mod architecture;
/// Display columns, held against the drawing library.
mod columns;
/// The fast checker, held against a JSON Schema validator.
mod conformance;
mod dissent_log;
