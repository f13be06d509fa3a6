//! A person's own readings of documents, and the file they are kept in.
//!
//! The rule of attribution is a choice, and some documents it leaves without any verdict. A
//! [`Reading`] says what one person makes of one document instead: a family it should be read as,
//! that it is no A2A card, or that it cannot be told. Readings never change what is published or
//! computed; they stand beside it, as a third fact.
//!
//! Comes in: documents by identity, their [`crate::census::Facts`], and the file. Goes out: the
//! current reading of a document ([`Readings`], [`Column`]), what it makes of a verdict
//! ([`as_read`]), totals ([`Tallies`]), and what several people's readings have in common
//! ([`merge`], [`agreement`]). It knows no terminal and no command line, and reads no clock: the
//! time of a reading is given to it.
//!
//! # The file
//!
//! Readings are kept in a file of their own, beside the corpus: `CORPUS.dissent.jsonl`, where
//! `CORPUS` is the whole name of the corpus (`cards.jsonl.gz.dissent.jsonl`). It is UTF-8 text, one
//! JSON object a line, each line one reading, in the order in which they were given:
//!
//! ```json
//! {"host":"a.example","path":"/.well-known/agent-card.json","sha256":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","reader":"ada","reading":"0.3","reason":"url and skills are those of 0.3","tags":["wrapper"],"time":"2026-10-12T08:30:00Z","program":"cardex 0.1.0","rules":"paper"}
//! ```
//!
//! | key | meaning |
//! | --- | --- |
//! | `host`, `path` | where the document was found; empty where that is not known |
//! | `sha256` | of the document's exact bytes, in hexadecimal; empty where it has no body |
//! | `reader` | who reads |
//! | `reading` | `0.2`, `0.3`, `1.0`, `not-a-card`, `cannot-tell`, or `withdrawn` |
//! | `reason` | why; required where the verdict as read is not the verdict computed |
//! | `tags` | any words, to find readings again |
//! | `time` | when, RFC 3339, UTC |
//! | `program` | which program and version wrote the line |
//! | `rules` | the rule of attribution the person had before them: `paper`, or its switches |
//!
//! `reader`, `reading`, `time` and either `host` or `sha256` must be there, the rest may be missing;
//! keys beyond these are ignored and left alone. Lines are only ever added. The last line of a reader
//! about a document counts; earlier ones are its history. Taking a reading back adds a line too:
//! `withdrawn`, or the reading that stood before. So files can be joined with `cat`, kept under
//! version control, and corrected with an editor.
//!
//! A reading is about one version of a document. Where the bytes at a host and path have changed
//! since, it is shown as *about an earlier version* and counted nowhere.
//!
//! # What is promised about it
//!
//! * [`Log::append`] returns only when the lines, and the file's entry in its directory, have been
//!   handed to the disk (`fsync`). What it acknowledged survives a kill at any later moment.
//! * A file that has lines of which none is a reading is something else, and is refused: nothing is
//!   ever added to it, cut off it or moved from it.
//! * A last line that broke off in the middle is reported when the file is opened, and moved to
//!   `FILE.torn` when it is written next; whoever only reads never changes the file. It never swallows the line after it: where it cannot be moved, the next
//!   record begins on a line of its own.
//! * A line in the middle that cannot be read stays in the file and is reported with its number.
//! * When a write fails half-way (disk full, size limit), the file is cut back to where it was.
//! * Two programs may write to one file: each write happens under an advisory lock, after reading
//!   what others have added. The lock is the standard library's [`std::fs::File::try_lock`]. On a
//!   file system without locks that is reported, lines are still added whole, and nothing is ever
//!   cut off or moved.

mod agreement;
mod column;
mod journal;
mod location;
mod log;
mod merge;
mod reading;
mod readings;
mod record;
mod storage;
mod tally;
mod verdict;
mod voices;

pub use agreement::{Agreement, CLASSES, agreement};
pub use column::{Cell, CellCounts, Column};
pub use journal::{Journal, Step};
pub use location::{Origin, SUFFIX, log_path};
pub use log::{Change, Log, News, Problem, read, save_elsewhere};
pub use merge::{Conflict, Merged, Side, Source, merge};
pub use reading::{
    DocumentRef, Draft, Identity, NotAReading, PROGRAM, Reading, Says, Sha256, Signature,
};
pub use readings::{Counts, Given, Kept, Readings, Record, RecordId, Standing};
pub use record::Stored;
pub use tally::{Class, Tallied, Tallies, Tally};
pub use verdict::{
    AsRead, Consequence, MissingReason, as_read, check_reason, consequence, grade_as_read,
};
pub use voices::Voices;

/// Whose readings they are where neither the person nor the system says it.
pub const NOBODY: &str = "anonymous";
