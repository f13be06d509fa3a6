use super::*;
use crate::census::Rules;
use crate::sample;

/// Valid under 0.3, declared.
const DECLARED: &str = r#"{"name":"n","description":"d","url":"u","version":"1","protocolVersion":"0.3.0","capabilities":{},"defaultInputModes":[],"defaultOutputModes":[],"skills":[]}"#;
/// Held to 0.3 for its `url`; lacks only the version.
const INFERRED: &str = r#"{"name":"n","description":"d","url":"u","version":"1","capabilities":{},"defaultInputModes":[],"defaultOutputModes":[],"skills":[]}"#;
const UNCLASSIFIED: &str = r#"{"x":1}"#;

fn report(corpus: &Corpus, csv: &str) -> AgreementReport {
    agreement(corpus, &joined(corpus, csv), &Rules::default())
}

fn states(corpus: &Corpus, csv: &str) -> Vec<Agreement> {
    let join = joined(corpus, csv);
    let rows = corpus.rows();
    rows.map(|row| join.agreement(row.id(), &row.judgement(&Rules::default())))
        .collect()
}

#[test]
fn the_three_columns_decide_and_unclassified_counts() {
    let corpus = envelopes(&[
        ("a", "", DECLARED),
        ("b", "", INFERRED),
        ("c", "", UNCLASSIFIED),
        ("d", "", "not JSON"),
        ("e", "", DECLARED),
        ("f", "", DECLARED),
    ]);
    let csv = "host,version_source,version,valid\n\
               a,declared,0.3,true\n\
               b,inferred,0.3,False\n\
               c,unclassified,,\n\
               d,,,\n\
               e,declared,0.3,maybe\n";
    use Agreement::{Agrees, Disagrees, NoRow};
    assert_eq!(
        states(&corpus, csv),
        [Agrees, Agrees, Agrees, Agrees, Disagrees, NoRow]
    );
    let report = report(&corpus, csv);
    assert_eq!((report.rows, report.joined, report.agree), (5, 5, 4));
    assert_eq!(
        report.disagree,
        [Difference {
            host: "e".into(),
            path: String::new(),
            sha256: digest(&corpus, 4),
            column: "valid",
            published: "maybe".into(),
            computed: "true".into(),
        }]
    );
    let without: Vec<_> = report
        .documents_without_row
        .iter()
        .map(|reference| (reference.host.as_str(), reference.line))
        .collect();
    assert_eq!(without, [("f", 6)]);
}

#[test]
fn each_of_the_three_columns_can_disagree() {
    let corpus = envelopes(&[("a", "", DECLARED)]);
    for (row, column) in [
        ("a,conflict,0.3,1", "version_source"),
        ("a,declared,0.2,1", "version"),
        ("a,declared,,1", "version"),
        ("a,declared,0.3,0", "valid"),
        ("a,declared,0.3,", "valid"),
        ("a,,0.3,1", "version_source"),
    ] {
        let csv = format!("host,route,version,valid\n{row}\n");
        let report = report(&corpus, &csv);
        assert_eq!(report.agree, 0, "{row}");
        let columns: Vec<_> = report.disagree.iter().map(|found| found.column).collect();
        assert_eq!(columns, [column], "{row}");
        assert_eq!(states(&corpus, &csv), [Agreement::Disagrees], "{row}");
    }
}

#[test]
fn other_columns_are_compared_and_do_not_decide() {
    let corpus = envelopes(&[("a", "", INFERRED)]);
    let csv = "host,state,valid,tolerant,errors,alt_version,alt_valid,valid_newest,declared_version,schema\n\
               a,card,0,no,url:missing,0.2,1,1,0.9,a2a-1.0.1.json\n";
    let report = report(&corpus, csv);
    assert_eq!(report.agree, 1);
    let differing: Vec<_> = report
        .disagree
        .iter()
        .map(|found| {
            (
                found.column,
                found.published.as_str(),
                found.computed.as_str(),
            )
        })
        .collect();
    assert_eq!(
        differing,
        [
            ("declared_version", "0.9", ""),
            ("tolerant_valid", "no", "true"),
            ("violations", "url:missing", "protocolVersion:missing"),
            ("alternative_version", "0.2", "1.0"),
            ("alternative_valid", "1", "false"),
            ("valid_newest", "1", "false"),
            ("schema", "a2a-1.0.1.json", "a2a-0.3.0.json"),
        ]
    );
    assert_eq!(report.by_column.get(Column::State), Some(0));
    assert_eq!(report.by_column.get(Column::Violations), Some(1));
    assert_eq!(report.by_column.get(Column::Version), None);
}

#[test]
fn values_are_compared_by_what_they_mean() {
    let corpus = envelopes(&[("a", "", r#"{"url":1,"protocolVersion":" v0.3.0"}"#)]);
    let row = "a,CARD,v0.3.0,Declared,v0.3.0,fail,no,schemas/A2A-0.3.0.json,\
               \"skills:missing, url:type, name:missing, description:missing, version:missing, capabilities:missing, \
               defaultInputModes:missing, defaultOutputModes:missing\"\n";
    let csv = format!(
        "host,state,version,version_source,declared_version,valid,tolerant,schema,violations\n{row}"
    );
    let report = report(&corpus, &csv);
    assert_eq!(report.disagree, []);
    assert_eq!(report.agree, 1);
    assert!(report.by_column.0.iter().all(|(_, count)| *count == 0));
    assert_eq!(report.by_column.0.len(), 8);
}

#[test]
fn violations_without_kinds_are_compared_by_path() {
    let corpus = envelopes(&[("a", "", INFERRED), ("b", "", INFERRED)]);
    let csv = "host,valid,violations\na,0,protocolVersion\nb,0,url\n";
    let report = report(&corpus, csv);
    assert_eq!(report.by_column.get(Column::Violations), Some(1));
    assert_eq!(report.disagree[0].host, "b");
}

#[test]
fn the_rule_decides_what_is_computed() {
    let corpus = envelopes(&[("a", "", INFERRED)]);
    let join = joined(&corpus, "host,valid\na,1\n");
    let tolerant: Rules = "tolerant=on".parse().expect("a rule");
    assert_eq!(agreement(&corpus, &join, &Rules::default()).agree, 0);
    assert_eq!(agreement(&corpus, &join, &tolerant).agree, 1);
}

#[test]
fn the_report_has_the_keys_that_are_documented() {
    let corpus = envelopes(&[("a", "", DECLARED), ("b", "/1", DECLARED)]);
    let report = report(&corpus, "host,valid,schema\na,0,a2a-0.3.0.json\nc,1,\n");
    let json = serde_json::to_value(&report).expect("serialises");
    let sha256 = digest(&corpus, 0);
    assert_eq!(
        json,
        serde_json::json!({
            "rows": 2, "joined": 1, "agree": 0,
            "by_column": {"valid": 1, "schema": 0},
            "disagree": [{"host": "a", "path": "", "sha256": sha256, "column": "valid", "published": "0", "computed": "true"}],
            "rows_without_document": [{"host": "c", "path": "", "sha256": "", "line": 3}],
            "documents_without_row": [{"host": "b", "path": "/1", "sha256": sha256, "line": 2}],
            "duplicate_rows": [],
            "ambiguous_rows": [],
        })
    );
}

/// What the program itself would publish of a corpus.
fn own_verdicts(corpus: &Corpus) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let names = Column::ALL.map(Column::name);
    writer.write_record(names).expect("memory takes all");
    for row in corpus.rows() {
        let graded = row.grade(&Rules::default());
        let texts = Column::ALL.map(|column| computed_text(column, row, &graded));
        writer.write_record(texts).expect("memory takes all");
    }
    String::from_utf8(writer.into_inner().expect("memory takes all")).expect("text")
}

#[test]
fn a_census_agrees_with_its_own_verdicts_in_every_column() {
    let census = sample::census();
    let corpus = corpus(sample::to_jsonl(&census.documents));
    let report = report(&corpus, &own_verdicts(&corpus));
    assert_eq!((report.rows, report.joined, report.agree), (661, 661, 661));
    assert_eq!(report.disagree, []);
    let all: Vec<_> = Column::COMPARED.iter().map(|&column| (column, 0)).collect();
    assert_eq!(report.by_column.0, all);
    assert_eq!(report.documents_without_row, []);
}

#[test]
fn many_documents_are_compared_in_the_order_of_the_corpus() {
    let hosts: Vec<String> = (0..5_000).map(|number| format!("h{number:04}")).collect();
    let documents: Vec<_> = hosts
        .iter()
        .map(|host| (host.as_str(), "", INFERRED))
        .collect();
    let corpus = envelopes(&documents);
    let rows: String = hosts
        .iter()
        .rev()
        .map(|host| format!("{host},1,\n"))
        .collect();
    let report = report(&corpus, &format!("host,valid,violations\n{rows}"));
    assert_eq!((report.joined, report.agree), (5_000, 0));
    let found: Vec<_> = report
        .disagree
        .iter()
        .filter(|found| found.column == "valid")
        .map(|found| found.host.clone())
        .collect();
    assert_eq!(found, hosts);
    assert_eq!(report.by_column.get(Column::Violations), Some(5_000));
}
