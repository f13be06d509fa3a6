//! x

mod columns;
