use super::*;
use crate::census::{Route, State, Verdict};
use crate::corpus::gzip::{GzipDamage, compress};
use crate::spec::Family;
use proptest::prelude::*;

const FULL: &str = "host,path,sha256,state,version,version_source,declared_version,valid,tolerant_valid,violations,\
                    alternative_version,alternative_valid,valid_newest,schema\n\
                    a.example,/p,,card,0.3,inferred,,false,true,protocolVersion:missing,1.0,false,false,a2a-0.3.0.json\n";

#[test]
fn every_column_of_a_row_is_read() {
    let file = verdicts(FULL);
    assert_eq!(file.len(), 1);
    let row = file.row(0);
    assert_eq!((row.host().as_str(), &*row.path()), ("a.example", "/p"));
    assert_eq!(row.sha256(), Cell::Empty);
    assert_eq!(row.state(), Cell::Is(State::Card));
    assert_eq!(row.family(), Cell::Is(Family::V0_3));
    assert_eq!(row.route(), Cell::Is(Route::Inferred));
    assert_eq!(row.text(Column::DeclaredVersion), "");
    assert_eq!(row.verdict(), Cell::Is(Verdict::Invalid));
    assert_eq!(row.tolerant(), Cell::Is(Verdict::Valid));
    assert_eq!(
        row.violations(),
        [Fault {
            path: "protocolVersion".into(),
            kind: Some(FaultKind::Missing)
        }]
    );
    assert_eq!(row.alternative_family(), Cell::Is(Family::V1_0));
    assert_eq!(row.alternative_verdict(), Cell::Is(Verdict::Invalid));
    assert_eq!(row.newest(), Cell::Is(Verdict::Invalid));
    assert_eq!(row.text(Column::Schema), "a2a-0.3.0.json");
    assert_eq!(row.line(), 2);
    assert_eq!(
        row.published(),
        PublishedVerdict {
            route: Some(Route::Inferred),
            family: Some(Family::V0_3),
            verdict: Some(Verdict::Invalid)
        }
    );
    assert_eq!(file.notes(), []);
    assert_eq!(file.sentences(), Vec::<String>::new());
}

#[test]
fn any_delimiter_line_end_and_mark_gives_the_same_rows() {
    let plain = "host,verdict,note\na.example,yes,\"x\ny\"\nb.example,no,\n";
    let semicolons = plain.replace(',', ";");
    let tabs = plain.replace(',', "\t");
    let windows = plain.replace('\n', "\r\n");
    let marked = format!("\u{feff}{plain}");
    let unended = plain.trim_end();
    for text in [plain, &semicolons, &tabs, &windows, &marked, unended] {
        let file = verdicts(text);
        assert_eq!(file.len(), 2, "{text:?}");
        let first = file.row(0);
        assert_eq!(first.host(), "a.example", "{text:?}");
        assert_eq!(first.verdict(), Cell::Is(Verdict::Valid), "{text:?}");
        let extras: Vec<_> = first.extras().collect();
        assert_eq!(extras.len(), 1, "{text:?}");
        assert_eq!(extras[0].0, "note");
        assert_eq!(extras[0].1.replace('\r', ""), "x\ny");
        assert_eq!(file.row(1).verdict(), Cell::Is(Verdict::Invalid));
    }
    let packed = verdicts(compress(plain.as_bytes()));
    assert_eq!(packed.len(), 2);
    assert!(!packed.is_damaged());
}

#[test]
fn lines_are_those_of_the_file() {
    for end in ["\n", "\r\n"] {
        let text = ["host,valid,x", "a,1,", "b,1,\"p", "q\"", "c,1,", "", "d,1,"].join(end);
        let file = verdicts(text);
        let lines: Vec<_> = file.rows().map(|row| row.line()).collect();
        assert_eq!(lines, [2, 3, 5, 7], "{end:?}");
    }
}

#[test]
fn a_value_that_is_not_understood_is_kept_and_noted() {
    let file = verdicts("host,valid\na,maybe\nb,true\nc,perhaps\n");
    assert_eq!(file.row(0).verdict(), Cell::Unread);
    assert_eq!(file.row(0).text(Column::Valid), "maybe");
    assert_eq!(file.row(0).published().verdict, None);
    assert_eq!(
        file.notes(),
        [Note {
            kind: NoteKind::Unread,
            column: "valid".into(),
            count: 2,
            line: 2,
            example: "maybe".into()
        }]
    );
    assert!(file.sentences()[0].contains("'maybe'"));
}

#[test]
fn ragged_rows_are_kept_and_noted() {
    let file = verdicts("host,valid,note\na\nb,true,x,more,still\nc,false,\n");
    assert_eq!(file.len(), 3);
    assert_eq!(file.row(0).host(), "a");
    assert_eq!(file.row(0).verdict(), Cell::Empty);
    let extras: Vec<_> = file.row(1).extras().map(|(_, text)| text).collect();
    assert_eq!(extras, ["x", "more", "still"]);
    let notes: Vec<_> = file
        .notes()
        .iter()
        .map(|note| (note.kind, note.count, note.line))
        .collect();
    assert_eq!(
        notes,
        [(NoteKind::ShortRow, 1, 2), (NoteKind::LongRow, 1, 3)]
    );
}

#[test]
fn bytes_that_are_not_utf8_are_kept_lossily_and_noted() {
    let file = verdicts(&b"host,valid,note\na,true,x\xFFy\n"[..]);
    let extras: Vec<_> = file.row(0).extras().collect();
    assert_eq!(extras, [("note", "x\u{fffd}y")]);
    let note = &file.notes()[0];
    assert_eq!(
        (note.kind, note.column.as_str(), note.line),
        (NoteKind::NotUtf8, "note", 2)
    );
}

#[test]
fn a_quote_that_is_never_closed_is_pointed_at() {
    let text = format!(
        "host,valid\na,true\nb,\"true\n{}",
        "c,false\n".repeat(2_000)
    );
    let file = verdicts(text);
    assert_eq!(file.len(), 2);
    let note = file
        .notes()
        .iter()
        .find(|note| note.kind == NoteKind::ManyLines)
        .expect("noted");
    assert_eq!(note.line, 3);
}

#[test]
fn a_cut_gzip_keeps_what_arrived_and_says_so() {
    let text: String = (0..20_000)
        .map(|n| format!("h{n:x}.example,{}\n", n % 7 == 0))
        .collect();
    let packed = compress(format!("host,valid\n{text}").as_bytes());
    let file = verdicts(&packed[..packed.len() / 2]);
    assert!(file.len() > 100 && file.len() < 20_000);
    assert!(file.is_damaged());
    assert!(matches!(file.damage(), Some(GzipDamage::Truncated { .. })));
    assert!(file.sentences()[0].contains("ends early"));
}

#[test]
fn verdicts_as_json_lines_read_like_the_table() {
    let file = verdicts(
        "{\"line\":1,\"host\":\"a.example\",\"route\":\"declared\",\"version\":\"1.0\",\"valid\":true,\"violations\":[]}\n\
         \n\
         {\"host\":\"b.example\",\"route\":null,\"valid\":false,\"violations\":[{\"path\":\"url\",\"kind\":\"missing\"}],\"late\":{\"x\":1}}\n",
    );
    assert_eq!(file.len(), 2);
    assert_eq!(file.row(0).route(), Cell::Is(Route::Declared));
    assert_eq!(file.row(0).verdict(), Cell::Is(Verdict::Valid));
    assert_eq!(file.row(0).violations(), []);
    let second = file.row(1);
    assert_eq!(second.line(), 3);
    assert_eq!(second.route(), Cell::Empty);
    assert_eq!(second.violations()[0].to_string(), "url:missing");
    assert_eq!(second.extras().collect::<Vec<_>>(), [("late", "{\"x\":1}")]);
    assert_eq!(second.tolerant(), Cell::Absent);
}

#[test]
fn a_broken_json_line_is_kept_and_damages_the_input() {
    let file = verdicts("{\"host\":\"a\",\"route\":\"declared\"}\n{\"host\":\n[1]\n");
    assert_eq!(file.len(), 3);
    assert!(file.is_damaged());
    let extras: Vec<_> = file.row(1).extras().map(|(_, text)| text).collect();
    assert_eq!(extras, ["{\"host\":"]);
    let broken = &file.notes()[0];
    assert_eq!(
        (broken.kind, broken.count, broken.line),
        (NoteKind::BrokenLine, 2, 2)
    );
}

#[test]
fn a_url_stands_for_host_and_path() {
    let file = verdicts("card_url,valid\nhttps://A.example:443/x/y?z,1\n");
    assert_eq!(file.row(0).host(), "a.example");
    assert_eq!(file.row(0).path(), "/x/y");
}

#[test]
fn a_row_that_names_nothing_is_noted() {
    let file = verdicts("host,sha256,valid\n,,1\n");
    assert_eq!(file.notes()[0].kind, NoteKind::Nameless);
}

#[test]
fn names_and_values_of_a_table_are_safe_in_sentences() {
    let file = verdicts("host,verdict\u{1b}[2J,valid\na,x,\u{202e}evil\n");
    for sentence in file.sentences() {
        assert!(!sentence.contains(['\u{1b}', '\u{202e}']), "{sentence:?}");
    }
    let error = refused("wo\u{1b}[2Jrd,other\n1,2\n").to_string();
    assert!(!error.contains('\u{1b}'), "{error:?}");
}

fn kind(text: &str) -> Kind {
    recognise(&source("x", text), &Mapping::default()).expect("something known")
}

#[test]
fn files_are_told_apart_by_content() {
    for (text, expected) in [
        ("host,path,status,is_card\n", Kind::Frame),
        ("domain;status_code\n", Kind::Frame),
        ("host,path,status,is_card,source\n", Kind::Frame),
        ("host,path,status,is_card,version\n", Kind::Frame),
        ("url,parsed\n", Kind::Frame),
        ("host,path,status,valid\n", Kind::Verdicts),
        ("sha256\tverdict\n", Kind::Verdicts),
        ("host,attribution\n", Kind::Verdicts),
        ("host,source,version\n", Kind::Verdicts),
        ("\u{feff}\"host\",\"valid\"\n", Kind::Verdicts),
        (FULL, Kind::Verdicts),
        ("{\"host\":\"a\",\"route\":\"declared\"}\n", Kind::Verdicts),
        ("{\"sha256\":\"\",\"valid\":true}\n", Kind::Verdicts),
        ("{\"host\":\"a\",\"body\":\"{}\"}\n", Kind::Corpus),
        (
            "{\"host\":\"a\",\"valid\":true,\"body\":\"{}\"}\n",
            Kind::Corpus,
        ),
        (
            "{\"name\":\"n\",\"url\":\"u\",\"version\":\"1\"}\n",
            Kind::Corpus,
        ),
        ("{\"url\":\"u\",\"version\":\"1\"}\n", Kind::Corpus),
        ("{\n \"name\": 1\n}", Kind::Corpus),
        ("[{}]", Kind::Corpus),
    ] {
        assert_eq!(kind(text), expected, "{text:?}");
    }
}

#[test]
fn a_mapping_makes_unknown_columns_known() {
    let text = "where,ok\na.example,1\n";
    let mapping = mapping("host=where,valid=ok");
    assert_eq!(
        recognise(&source("x", text), &mapping).expect("known"),
        Kind::Verdicts
    );
    let file = read_verdicts(source("x", text), &mapping).expect("reads");
    assert_eq!(file.row(0).host(), "a.example");
    assert_eq!(file.row(0).verdict(), Cell::Is(Verdict::Valid));
    assert_eq!(
        file.sentences(),
        ["columns are read as host in 'where', valid in 'ok'"]
    );
}

#[test]
fn columns_that_fit_nothing_are_named_with_the_map_to_write() {
    let error = refused("where,ok\na,1\n").to_string();
    for part in [
        "v.csv:1: ",
        "'where', 'ok'",
        "--map host=COLUMN",
        "valid=COLUMN",
    ] {
        assert!(error.contains(part), "{part}: {error}");
    }
    let error = refused("host,ok\na,1\n").to_string();
    assert!(error.contains("--map version_source=COLUMN"), "{error}");
}

#[test]
fn a_file_given_for_something_else_is_named() {
    let error = refused("{\"host\":\"a\",\"body\":\"{}\"}\n").to_string();
    assert!(
        error.starts_with("v.csv:1: expected a verdict file"),
        "{error}"
    );
    assert!(error.contains("found a corpus"), "{error}");
    let error = refused("host,path,status,is_card\n").to_string();
    assert!(error.contains("found a frame file"), "{error}");
    let error = read_frame(source("f.csv", FULL), &Mapping::default())
        .expect_err("verdicts")
        .to_string();
    assert!(error.contains("found a verdict file"), "{error}");
    let error = refused("host,body\na,{}\n").to_string();
    assert!(error.contains("one JSON object on a line"), "{error}");
    let error = refused(&b"PK\x03\x04\x14\0"[..]).to_string();
    assert!(error.contains("zip archive"), "{error}");
    let error = refused(&b"\xFF\xFEh\0o\0s\0t\0"[..]).to_string();
    assert!(error.contains("UTF-8"), "{error}");
}

#[test]
fn an_empty_file_is_nothing_to_read() {
    for text in ["", " \n", "\u{feff}"] {
        let error = refused(text);
        assert!(
            matches!(error.kind, crate::error::ErrorKind::Nothing { .. }),
            "{text:?}: {error}"
        );
        assert!(recognise(&source("x", text), &Mapping::default()).is_err());
    }
}

proptest! {
    #[test]
    fn no_bytes_make_a_table_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400), kind in 0..4) {
        let header: &[u8] = match kind {
            0 => b"host,sha256,valid,violations\n",
            1 => b"host;status;is_card\r\n",
            2 => b"{\"host\":\"a\",\"route\":\"x\"}\n",
            _ => b"",
        };
        let whole = [header, &bytes].concat();
        let documents = envelopes(&[("a", "/p", "{}")]);
        if let Ok(file) = read_verdicts(source("v", whole.clone()), &Mapping::default()) {
            let file = Arc::new(file);
            for row in file.rows() {
                let _ = (row.violations(), row.extras().count());
            }
            let join = join(&documents, Arc::clone(&file));
            let report = agreement(&documents, &join, &crate::census::Rules::default());
            let accounted = report.joined
                + report.rows_without_document.len()
                + report.duplicate_rows.len()
                + report.ambiguous_rows.len();
            prop_assert_eq!(accounted, report.rows);
            let _ = file.sentences();
        }
        if let Ok(frame) = read_frame(source("f", whole), &Mapping::default()) {
            let report = frame_totals(&frame, Some(&documents));
            let requests: usize = report.outcomes.iter().map(|outcome| outcome.requests).sum();
            prop_assert_eq!(requests, report.totals.requests);
        }
    }
}
