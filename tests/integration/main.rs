//! x

mod columns;
mod dissent_log;
