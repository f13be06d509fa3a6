//! The sample as files, and as what the program opens when it is given none.
//!
//! The files in `sample-data/` are embedded; the generator writes the same bytes again, and a test
//! holds the two against each other.

use super::{census, clouds, frame_csv, to_jsonl};
use crate::census::Rules;
use crate::corpus::gzip::compress;
use crate::corpus::{LoadOptions, Progress, Source, load};
use crate::error::Result;
use crate::output::verdict::{Subject, VerdictFormat, VerdictWriter, write_header};

/// What the built-in census is called where a file name would stand.
pub const NAME: &str = "the built-in sample census (synthetic)";

const CORPUS: &[u8] = include_bytes!("../../sample-data/census.jsonl.gz");
const VERDICTS: &[u8] = include_bytes!("../../sample-data/verdicts.csv");
const FRAME: &[u8] = include_bytes!("../../sample-data/frame.csv");

/// The built-in corpus.
///
/// # Errors
/// Never: it is in memory.
pub fn source() -> Result<Source> {
    Source::from_bytes(NAME, CORPUS)
}

/// The built-in verdict file.
///
/// # Errors
/// Never: it is in memory.
pub fn verdict_source() -> Result<Source> {
    Source::from_bytes("the sample's verdicts.csv", VERDICTS)
}

/// The built-in frame file.
///
/// # Errors
/// Never: it is in memory.
pub fn frame_source() -> Result<Source> {
    Source::from_bytes("the sample's frame.csv", FRAME)
}

/// Every sample file by its path below `sample-data/`, made anew.
///
/// # Errors
/// Never in practice: everything happens in memory.
pub fn files() -> Result<Vec<(String, Vec<u8>)>> {
    let census = census();
    let jsonl = to_jsonl(&census.documents);
    let mut files = vec![
        ("census.jsonl.gz".to_owned(), compress(&jsonl)),
        ("verdicts.csv".to_owned(), verdicts(jsonl)?),
        ("frame.csv".to_owned(), frame_csv(&census.frame)),
    ];
    for (name, bytes) in clouds::files() {
        files.push((format!("clouds/{name}"), bytes));
    }
    for (name, documents) in [("day-1", clouds::day_1()), ("day-2", clouds::day_2())] {
        files.push((
            format!("clouds/{name}.jsonl.gz"),
            compress(&to_jsonl(&documents)),
        ));
    }
    Ok(files)
}

/// The verdict file of a corpus in memory, under the paper's rule.
fn verdicts(jsonl: Vec<u8>) -> Result<Vec<u8>> {
    let source = Source::from_reader(NAME.to_owned(), None, std::io::Cursor::new(jsonl))?;
    let corpus = load(vec![source], &LoadOptions::default(), &Progress::default());
    let mut out = Vec::new();
    write_header(VerdictFormat::Csv, &mut out).expect("memory takes every row");
    let mut writer = VerdictWriter::new(VerdictFormat::Csv, out);
    for row in corpus.rows() {
        writer
            .write(Subject::of_row(row), &row.grade(&Rules::default()))
            .expect("memory takes every row");
    }
    Ok(writer.finish().expect("memory takes every row"))
}
