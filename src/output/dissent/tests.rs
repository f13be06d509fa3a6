//! What a person or a program finds in the files.

use super::*;
use crate::card::{Document, Tree};
use crate::census::{Facts, Rules, grade};
use crate::dissent::{
    Draft, Identity, News, Readings, Signature, Source, Stored, agreement, grade_as_read, merge,
};
use crate::spec::Family;

const AS_0_3: Says = Says::Family(Family::V0_3);
/// None of the telling keys.
const NAMELESS: &str = r#"{"name":"a"}"#;

fn reading(host: &str, reader: &str, says: Says) -> Reading {
    let draft = Draft {
        document: Identity {
            host: host.to_owned(),
            path: "/p".to_owned(),
            sha256: Some([0xab; 32]),
        },
        says,
        reason: "it has, \"skills\"|\u{1b}[2J".to_owned(),
        tags: vec!["wrapper".to_owned()],
    };
    draft.sign(&Signature {
        reader: reader.to_owned(),
        time: "2026-10-12T08:30:00Z".to_owned(),
        rules: Rules::default(),
    })
}

fn subject(digest: &[u8; 32]) -> Subject<'_> {
    Subject {
        host: "a.example",
        path: "/p",
        sha256: Some(digest),
        line: 1,
    }
}

fn text(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).expect("memory takes it");
    String::from_utf8(out).expect("text")
}

fn graded(says: Option<Says>) -> Graded {
    let tree = Tree::from_bytes(NAMELESS.as_bytes()).expect("the test's own JSON parses");
    let document = Document::new(NAMELESS.as_bytes(), &tree);
    let rules = Rules::default();
    let computed = grade(document, Facts::of(document), &rules);
    grade_as_read(Some(document), computed, &rules, says)
}

#[test]
fn the_verdict_file_keeps_its_columns_and_has_the_reading_after_them() {
    let digest = [0xab; 32];
    let computed = graded(None);
    let reading = reading("a.example", "ada", AS_0_3);
    let rows = [Some(&reading), None].map(|reading| Row {
        subject: subject(&digest),
        graded: &computed,
        reading,
    });
    let hex = "ab".repeat(32);
    assert_eq!(
        text(|out| write_csv(rows, out)),
        format!(
            "host,path,sha256,state,version,version_source,declared_version,valid,tolerant_valid,violations,\
             alternative_version,alternative_valid,valid_newest,schema,reader,reading,reason\n\
             a.example,/p,{hex},card,,unclassified,,,,,,,,,ada,0.3,\"it has, \"\"skills\"\"|\u{1b}[2J\"\n\
             a.example,/p,{hex},card,,unclassified,,,,,,,,,,,\n"
        )
    );
}

#[test]
fn a_verdict_as_read_has_the_violations_of_the_family_read() {
    let digest = [0xab; 32];
    let read = graded(Some(AS_0_3));
    let cells = cells(subject(&digest), &read);
    let faults = "capabilities:missing;defaultInputModes:missing;defaultOutputModes:missing;\
                  description:missing;protocolVersion:missing;skills:missing;url:missing;version:missing";
    assert_eq!(
        cells[4..].iter().map(String::as_str).collect::<Vec<_>>(),
        [
            "0.3",
            "unclassified",
            "",
            "false",
            "false",
            faults,
            "",
            "",
            "false",
            "a2a-0.3.0.json"
        ]
    );
    assert_eq!(graded(Some(Says::NotACard)).judgement.verdict, None);
    assert_eq!(graded(Some(Says::CannotTell)), graded(None));
}

#[test]
fn markdown_lists_readings_and_nothing_in_them_is_obeyed() {
    let digest = [0xab; 32];
    let computed = graded(None);
    let reading = reading("a.example", "ada", AS_0_3);
    let rows = [Some(&reading), None].map(|reading| Row {
        subject: subject(&digest),
        graded: &computed,
        reading,
    });
    let preface = Preface {
        corpus: "c_1.jsonl",
        reader: "ada",
        rules: "paper",
        tallies: &Tallies::default(),
    };
    let written = text(|out| write_markdown(&preface, rows, out));
    assert!(
        written.starts_with("# Readings of c\\_1.jsonl\n"),
        "{written}"
    );
    let last =
        "| a.example/p | abababababab | – | ada | 0.3 | it has, \"skills\"\\|␛\\[2J | wrapper |\n";
    assert!(written.ends_with(last), "{written}");
    assert!(!written.contains('\u{1b}'));
}

#[test]
fn differences_have_a_sign() {
    assert_eq!([3, -1200, 0].map(difference), ["+3", "−1,200", "0"]);
}

fn file(name: &str, readings: &[Reading]) -> Source {
    let records = readings.iter().cloned().zip(1..);
    Source {
        name: name.to_owned(),
        records: records
            .map(|(reading, line)| Stored { reading, line })
            .collect(),
    }
}

/// Both read a and b; they agree on a. po = 1/2, pe = (2/2·1/2) + (0·1/2) = 1/2, kappa = 0.
#[test]
fn agreement_is_a_table_two_figures_and_what_differs() {
    let records = [
        reading("a.example", "ada", AS_0_3),
        reading("a.example", "bob", AS_0_3),
        reading("b.example", "ada", AS_0_3),
        reading("b.example", "bob", Says::NotACard),
    ];
    let readings = Readings::of(&News {
        records: file("x", &records).records,
        ..News::default()
    });
    let written =
        text(|out| write_agreement(&agreement(&readings, "ada", "bob"), TableStyle::Text, out));
    assert_eq!(
        written,
        "2 documents read by both ada (rows) and bob (columns); 0 by ada alone, 0 by bob alone

                   0.2  0.3  1.0  not an A2A card  can't tell  all
  0.2                0    0    0                0           0    0
  0.3                0    1    0                1           0    2
  1.0                0    0    0                0           0    0
  not an A2A card    0    0    0                0           0    0
  can't tell         0    0    0                0           0    0
  all                0    1    0                1           0    2

agreement: 50.0% (1 of 2)
Cohen's kappa: 0.000

  differing    ada  bob
  b.example/p  0.3  not an A2A card
"
    );
}

#[test]
fn a_merge_lists_every_side_of_a_conflict_with_its_file() {
    let merged = merge(&[
        file("left.jsonl", &[reading("a.example", "ada", AS_0_3)]),
        file(
            "right.jsonl",
            &[reading("a.example", "bob", Says::NotACard)],
        ),
    ]);
    let written = text(|out| write_merge(&merged, TableStyle::Text, out));
    assert!(written.starts_with("2 records, 0 copies of them set aside; conflicts: 1\n"));
    for (reader, file) in [("ada", "left.jsonl"), ("bob", "right.jsonl")] {
        let row = written
            .lines()
            .find(|line| line.contains("a.example/p") && line.contains(reader));
        let row = row.unwrap_or_else(|| panic!("no row for {reader} in {written}"));
        assert!(row.contains(file) && row.ends_with("both stand"), "{row}");
        assert!(row.contains("|␛[2J"), "{row}");
    }
}
