//! Inputs of every form, whole and damaged, through the whole pipeline.

use super::gzip::{GzipDamage, compress};
use super::*;
use crate::census::State;
use std::io::Cursor;

const CARD: &str = r#"{"name":"n","url":"https://a.example"}"#;

fn load_with(bytes: impl Into<Vec<u8>>, options: &LoadOptions) -> Corpus {
    let source =
        Source::from_reader("in".to_owned(), None, Cursor::new(bytes.into())).expect("opens");
    load(vec![source], options, &Progress::default())
}

fn loaded(bytes: impl Into<Vec<u8>>) -> Corpus {
    load_with(bytes, &LoadOptions::default())
}

fn bodies(corpus: &Corpus) -> Vec<String> {
    let text = |row: Row<'_>| String::from_utf8_lossy(row.body().unwrap_or_default()).into_owned();
    corpus.rows().map(text).collect()
}

fn lines(corpus: &Corpus) -> Vec<u64> {
    corpus.rows().map(|row| row.line()).collect()
}

fn states(corpus: &Corpus) -> Vec<State> {
    corpus.rows().map(|row| row.facts().state).collect()
}

fn digests(corpus: &Corpus) -> Vec<String> {
    corpus.rows().map(|row| row.sha256_hex()).collect()
}

fn digest_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

#[test]
fn lines_are_records_whatever_their_ends_and_blank_ones_are_counted() {
    let corpus = loaded(format!("\n{CARD}\r\n \t\r\n[1]\n\n\"x\""));
    assert_eq!(bodies(&corpus), [CARD, "[1]", "\"x\""]);
    assert_eq!(lines(&corpus), [2, 4, 6]);
    assert_eq!(
        states(&corpus),
        [State::Card, State::NotAnObject, State::NotAnObject]
    );
    assert_eq!(corpus.reports()[0].blank_lines, 3);
    assert!(!corpus.reports()[0].is_damaged());
    assert_eq!(corpus.row(DocumentId(0)).host(), "a.example");
}

#[test]
fn a_mark_at_the_start_belongs_to_the_first_document() {
    let corpus = loaded(format!("\u{feff}{CARD}\n{CARD}\n"));
    let first = corpus.row(DocumentId(0));
    assert!(first.facts().had_bom);
    assert_eq!(
        first.sha256_hex(),
        digest_of(format!("\u{feff}{CARD}").as_bytes())
    );
    assert_eq!(
        corpus.row(DocumentId(1)).sha256_hex(),
        digest_of(CARD.as_bytes())
    );
}

#[test]
fn a_pretty_printed_file_is_one_document() {
    let text = "{\n  \"name\": \"n\",\n  \"url\": \"https://a.example\"\n}";
    for end in ["", "\n", "\r\n"] {
        let corpus = loaded(format!("{text}{end}"));
        assert_eq!(bodies(&corpus), [text], "{end:?}");
        assert!(corpus.reports()[0].is_whole);
    }
}

#[test]
fn an_array_is_a_record_per_element() {
    for text in [
        "[{\"a\":1}, [2],\n {\"b\" : 3}]",
        "[{\"a\":1},[2],{\"b\" : 3}]\n\n  \n",
    ] {
        let corpus = loaded(text);
        assert_eq!(
            bodies(&corpus),
            ["{\"a\":1}", "[2]", "{\"b\" : 3}"],
            "{text}"
        );
        assert_eq!(lines(&corpus), [1, 2, 3]);
    }
    // With another line behind it, it is a document of a JSONL file.
    assert_eq!(bodies(&loaded("[1]\n[2]\n")), ["[1]", "[2]"]);
}

#[test]
fn an_array_of_envelopes_is_opened() {
    let corpus = loaded(
        "[\n {\"host\":\"A.example\",\"path\":\"/p\",\"body\":\"{}\"},\n {\"host\":\"b\",\"body\":{ }}\n]",
    );
    let rows: Vec<_> = corpus.rows().map(|row| row.address()).collect();
    assert_eq!(rows, ["a.example/p", "b"]);
    assert_eq!(bodies(&corpus), ["{}", "{ }"]);
}

#[test]
fn a_damaged_first_line_does_not_swallow_the_rest() {
    let corpus = loaded(format!("{{\"name\":\n{CARD}\n"));
    assert_eq!(states(&corpus), [State::Unparseable, State::Card]);
    // But a pretty-printed card with a mistake is one record, not one per line.
    let corpus = loaded("{\n  \"name\": \"n\",\n  \"url\": 1,,\n}\n");
    assert_eq!(states(&corpus), [State::Unparseable]);
    let corpus = loaded("{\n  \"name\": \"n\",\n");
    assert_eq!(states(&corpus), [State::Unparseable]);
    let problem = corpus.row(DocumentId(0)).problem().map(ToString::to_string);
    assert_eq!(
        problem.as_deref(),
        Some("the body is not JSON: ends at byte 16 where a key in quotes was expected")
    );
}

#[test]
fn a_broken_line_among_envelopes_is_kept_and_is_damage() {
    let envelope = r#"{"host":"a","body":"{}"}"#;
    let mut bytes = format!("{envelope}\nnot json\n").into_bytes();
    bytes.extend(b"{\"host\":\"b\xFF\",\"body\":\"{}\"}\n");
    let corpus = loaded(bytes);
    assert_eq!(
        states(&corpus),
        [State::Card, State::Unparseable, State::Unparseable]
    );
    assert_eq!(corpus.reports()[0].broken_lines, 2);
    assert!(corpus.reports()[0].is_damaged());
    let problem = corpus.row(DocumentId(2)).problem().map(ToString::to_string);
    assert_eq!(
        problem.as_deref(),
        Some("the line is not JSON: byte 10: not UTF-8: FF 22 2C 22")
    );
    // A body that is no JSON is data, not damage.
    assert!(
        !loaded(format!("{envelope}\n{{\"host\":\"a\",\"body\":\"oops\"}}")).reports()[0]
            .is_damaged()
    );
    assert!(!loaded(format!("{CARD}\nnot json\n")).reports()[0].is_damaged());
}

#[test]
fn a_line_beyond_the_limit_is_a_record_and_the_next_ones_load() {
    let options = LoadOptions {
        max_line: 2000,
        ..LoadOptions::default()
    };
    for long in [3000, 3_000_000] {
        let line = format!("\"{}\"", "x".repeat(long));
        let lf = load_with(format!("{CARD}\n{line}\n{CARD}\n"), &options);
        let corpus = load_with(format!("{CARD}\r\n{line}\r\n{CARD}\r\n"), &options);
        assert_eq!(digests(&lf), digests(&corpus), "{long}");
        assert_eq!(
            states(&corpus),
            [State::Card, State::Unparseable, State::Card],
            "{long}"
        );
        assert_eq!(lines(&corpus), [1, 2, 3]);
        let row = corpus.row(DocumentId(1));
        assert_eq!(row.sha256_hex(), digest_of(line.as_bytes()));
        assert_eq!(
            row.problem().map(ToString::to_string),
            Some(format!(
                "the line has {} bytes, more than --max-line allows (2000)",
                long + 2
            ))
        );
        assert_eq!(corpus.reports()[0].broken_lines, 1);
    }
}

#[test]
fn a_cut_gzip_keeps_what_arrived() {
    let text: String = (0..20_000)
        .map(|n| format!("{{\"name\":\"{:x}\"}}\n", n * 7_919 % 65_521))
        .collect();
    let packed = compress(text.as_bytes());
    let corpus = loaded(packed[..packed.len() / 2].to_vec());
    assert!(corpus.len() > 1000);
    assert!(corpus.reports()[0].is_damaged());
    assert!(matches!(
        corpus.reports()[0].damage,
        Some(GzipDamage::Truncated { .. })
    ));
    let cards = states(&corpus)
        .iter()
        .filter(|&&state| state == State::Card)
        .count();
    assert!(cards >= corpus.len() - 1);
    let mut trailing = compress(text.as_bytes());
    trailing.extend([0; 512]);
    let corpus = loaded(trailing);
    assert_eq!(corpus.len(), 20_000);
    assert!(!corpus.reports()[0].is_damaged());
    assert!(corpus.reports()[0].sentences()[0].contains("512 zero bytes"));
}

#[test]
fn order_is_that_of_the_input_over_many_blocks_and_inputs() {
    let text: String = (0..60_000)
        .map(|n| {
            format!(
                "{{\"name\":\"card {n}\",\"padding\":\"{}\"}}\n",
                "y".repeat(40)
            )
        })
        .collect();
    let open = |name: &str, text: &str| {
        Source::from_reader(
            name.to_owned(),
            None,
            Cursor::new(text.to_owned().into_bytes()),
        )
        .expect("opens")
    };
    let corpus = load(
        vec![open("a", &text), open("b", CARD)],
        &LoadOptions::default(),
        &Progress::default(),
    );
    assert_eq!(corpus.len(), 60_001);
    for (row, n) in corpus.rows().zip(0..60_000_u64) {
        assert_eq!((row.name(), row.line()), (&*format!("card {n}"), n + 1));
    }
    let last = corpus.row(DocumentId(60_000));
    assert_eq!((last.input_name(), &*last.line_address()), ("b", "b#1"));
    let reports: Vec<_> = corpus
        .reports()
        .iter()
        .map(|report| report.records)
        .collect();
    assert_eq!(reports, [60_000, 1]);
}

#[test]
fn an_input_without_a_record_is_empty_and_no_crash() {
    for bytes in ["", "\n", "   ", "\r\n\r\n"] {
        assert!(loaded(bytes).is_empty(), "{bytes:?}");
    }
    assert_eq!(states(&loaded("[]")), []);
    assert_eq!(states(&loaded("\u{feff}")), [State::NoBody]);
}

#[test]
fn nesting_and_numbers_are_kept_as_written() {
    let deep = format!("{{\"x\":{}{}}}", "[".repeat(10_000), "]".repeat(10_000));
    let corpus = loaded(format!("{deep}\n{{\"n\":1e999,\"s\":\"\\ud800\"}}\n"));
    assert_eq!(states(&corpus), [State::Card, State::Card]);
    assert_eq!(bodies(&corpus)[1], "{\"n\":1e999,\"s\":\"\\ud800\"}");
}

#[test]
fn reading_stops_at_the_limit_and_says_so() {
    let options = LoadOptions {
        max_kept: 1_000_000,
        ..LoadOptions::default()
    };
    let corpus = load_with(format!("{CARD}\n").repeat(100_000), &options);
    assert!(!corpus.is_empty() && corpus.len() < 100_000);
    assert!(corpus.reports()[0].is_damaged());
}

/// Hands on one piece a read, as a slow pipe does.
struct Pieces(Vec<&'static [u8]>);

impl std::io::Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.0.is_empty() {
            return Ok(0);
        }
        let piece = self.0.remove(0);
        buffer[..piece.len()].copy_from_slice(piece);
        Ok(piece.len())
    }
}

#[test]
fn a_slow_input_gives_the_same_documents_whether_waited_for_or_not() {
    for is_eager in [false, true] {
        let pieces: Vec<&'static [u8]> = vec![
            b"\n",
            b"{\"host\":\"a\",\"body\":\"{}\"}\n{\"host\":",
            b"\"b\",\"body\":\"[]\"}\n\n",
            b"{\"host\":\"c\"}",
        ];
        let source = Source::from_reader("in".to_owned(), None, Pieces(pieces)).expect("opens");
        let options = LoadOptions {
            is_eager,
            ..LoadOptions::default()
        };
        let corpus = load(vec![source], &options, &Progress::default());
        let hosts: Vec<_> = corpus.rows().map(|row| row.host().to_owned()).collect();
        assert_eq!(hosts, ["a", "b", "c"], "{is_eager}");
        assert_eq!(lines(&corpus), [2, 3, 5], "{is_eager}");
    }
}
