//! The language and its meaning, on small corpora worked out by hand, and properties of any query
//! on a synthetic corpus.

use super::*;
use crate::census::{Judgement, Rules, Verdict};
use crate::corpus::{Corpus, DocumentId, LoadOptions, Progress, Source, load};
use crate::error::ErrorKind;
use crate::sample::{generated, jsonl_line};
use proptest::prelude::*;
use std::io::Cursor;
use std::sync::OnceLock;

fn load_named(inputs: &[(&str, &str)]) -> Corpus {
    let sources = inputs.iter().map(|(name, text)| {
        let reader = Cursor::new(text.as_bytes().to_vec());
        Source::from_reader((*name).to_owned(), None, reader).expect("opens")
    });
    load(
        sources.collect(),
        &LoadOptions::default(),
        &Progress::default(),
    )
}

/// Line 1: declared 0.3, valid. 2: inferred 1.0, invalid (an interface without protocolVersion, a
/// skill with null tags), valid under neither. 3: inferred 0.3, lacks only protocolVersion. 4: like
/// 3 and lacks defaultInputModes, of which it has a near miss. 5: unclassified. 6: unparseable.
/// 7: no body. 8: conflict, valid under 1.0, with an RLO and a duplicate key. 9: an array.
const LINES: [&str; 9] = [
    r#"{"host":"a.example","path":"/p","status":200,"body":"{\"protocolVersion\":\"0.3.0\",\"url\":\"u\",\"name\":\"Alpha\",\"description\":\"d\",\"version\":\"1\",\"capabilities\":{\"streaming\":true},\"defaultInputModes\":[],\"defaultOutputModes\":[\"text/plain\"],\"skills\":[],\"big\":9007199254740993}"}"#,
    r#"{"host":"b.example","path":"/q","status":404,"body":"{\"supportedInterfaces\":[{\"url\":\"u\",\"protocolBinding\":\"JSONRPC\"}],\"name\":\"Beta Weather\",\"description\":\"d\",\"version\":\"1\",\"capabilities\":{\"streaming\":false},\"defaultInputModes\":[],\"defaultOutputModes\":[],\"skills\":[{\"id\":\"s\",\"name\":\"n\",\"description\":\"d\",\"tags\":null}]}"}"#,
    r#"{"host":"c.test","path":"/p","status":200,"body":"{\"url\":\"u\",\"name\":\"Gamma\",\"description\":\"caf\\u00e9 au lait\",\"version\":\"1\",\"capabilities\":{},\"defaultInputModes\":[],\"defaultOutputModes\":[],\"skills\":[{\"id\":\"s\",\"name\":\"n\",\"description\":\"d\",\"tags\":[\"x\",\"y\"]}]}"}"#,
    r#"{"host":"d.test","path":"/p","body":"{\"url\":\"u\",\"name\":\"Delta, Inc.\",\"description\":\"d\",\"version\":\"1\",\"capabilities\":{},\"default_input_modes\":[],\"defaultOutputModes\":[],\"skills\":[]}"}"#,
    r#"{"host":"e.example","path":"/p","status":200,"body":"{\"name\":\"\",\"foo\":1.0}"}"#,
    r#"{"host":"f.example","path":"/p","status":200,"body":"{oops"}"#,
    r#"{"host":"g.example","path":"/p","status":500,"body":null}"#,
    r#"{"host":"a.example","path":"/q","status":200,"body":"{\"protocolVersion\":\"1.0\",\"supportedInterfaces\":[],\"name\":\"x\",\"name\":\"Eta\u202e\",\"description\":\"d\",\"version\":\"2\",\"capabilities\":{},\"defaultInputModes\":[],\"defaultOutputModes\":[],\"skills\":[]}"}"#,
    r#"{"host":"i.example","path":"/p","status":200,"body":"[1]"}"#,
];

fn small() -> &'static Corpus {
    static CORPUS: OnceLock<Corpus> = OnceLock::new();
    CORPUS.get_or_init(|| load_named(&[("in", &LINES.join("\n"))]))
}

fn large() -> &'static Corpus {
    static CORPUS: OnceLock<Corpus> = OnceLock::new();
    CORPUS.get_or_init(|| {
        let mut lines: Vec<String> = generated(7)
            .take(150)
            .map(|document| jsonl_line(&document))
            .collect();
        lines.extend(LINES.map(str::to_owned));
        load_named(&[("large", &lines.join("\n"))])
    })
}

/// Line 1 is published as valid, 2 as valid too, 3 as a row without a verdict; 2 is marked; 5 is
/// read as no card by two readers.
struct Known;

impl Outside for Known {
    fn published(&self, document: DocumentId) -> Published {
        match document.0 {
            0 | 1 => Published::Given(Verdict::Valid),
            2 => Published::Blank,
            _ => Published::NoRow,
        }
    }

    fn agreement(&self, document: DocumentId, judgement: &Judgement) -> Option<bool> {
        match self.published(document) {
            Published::NoRow => None,
            Published::Blank => Some(judgement.verdict.is_none()),
            Published::Given(verdict) => Some(judgement.verdict == Some(verdict)),
        }
    }

    fn differs(&self, document: DocumentId, column: &str) -> bool {
        matches!((document.0, column), (1, "valid") | (2, "valid" | "schema"))
    }

    fn is_marked(&self, document: DocumentId) -> bool {
        document.0 == 1
    }

    fn reading(&self, document: DocumentId) -> Option<&str> {
        (document.0 == 4).then_some("not-a-card")
    }

    fn readers(&self, document: DocumentId) -> Vec<&str> {
        if document.0 == 4 {
            vec!["ann", "bob"]
        } else {
            Vec::new()
        }
    }

    fn tags(&self, document: DocumentId) -> Vec<&str> {
        if document.0 == 4 {
            vec!["odd one"]
        } else {
            Vec::new()
        }
    }
}

fn query(text: &str) -> Query {
    Query::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn scope(corpus: &Corpus) -> Scope<'_> {
    const PAPERS: Rules = {
        use crate::census::{Agreeing, All, BareUrl, Order, Tolerance, UnclassifiedCount};
        Rules {
            order: Order::Shape,
            agreeing: Agreeing::Conflict,
            bare_url: BareUrl::V0_3,
            unclassified: UnclassifiedCount::Apart,
            tolerant: Tolerance::Off,
            all: All::Off,
        }
    };
    Scope {
        corpus,
        rules: &PAPERS,
        outside: &Known,
    }
}

fn selected(corpus: &Corpus, query: &Query) -> Selection {
    evaluate(scope(corpus), query, &Work::default()).expect("nobody cancels")
}

/// Line numbers of the small corpus.
fn lines(text: &str) -> Vec<u32> {
    selected(small(), &query(text))
        .iter()
        .map(|id| id.0 + 1)
        .collect()
}

fn assert_lines(expected: &[(&str, &[u32])]) {
    for (text, wanted) in expected {
        assert_eq!(lines(text), *wanted, "{text}");
    }
}

#[test]
fn attribution_and_verdicts_are_found_by_their_words() {
    assert_lines(&[
        ("", &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
        ("route:declared", &[1]),
        ("route:inferred", &[2, 3, 4]),
        ("route:inferred-1.0", &[2]),
        ("route:inferred-1.0,conflict", &[2, 8]),
        ("route:unclassified", &[5, 9]),
        ("route:none", &[6, 7]),
        ("route:unparseable", &[6]),
        ("version:0.3", &[1, 3, 4]),
        ("family:1.0", &[2, 8]),
        ("version:none", &[5, 6, 7, 9]),
        ("verdict:valid", &[1, 8]),
        ("verdict:invalid", &[2, 3, 4]),
        ("VERDICT:Invalid", &[2, 3, 4]),
        ("verdict:none", &[5, 6, 7, 9]),
        ("alt:invalid", &[2, 3, 4, 8]),
        ("alt:valid", &[]),
        ("alt:none", &[1, 5, 6, 7, 9]),
        ("cell:0.3-invalid-invalid", &[3, 4]),
        ("cell:1.0-valid-any", &[8]),
        ("cell:none", &[1, 5, 6, 7, 9]),
        ("flip:yes", &[8]),
        ("flip:no", &[2, 3, 4]),
        ("tolerant:valid", &[1, 3, 8]),
        ("newest:valid", &[8]),
        (
            "route:inferred verdict:invalid -field:protocolVersion",
            &[2],
        ),
    ]);
}

#[test]
fn faults_are_found_by_field_and_kind() {
    assert_lines(&[
        ("field:protocolVersion", &[3, 4]),
        ("field:supportedInterfaces[].protocolVersion", &[2]),
        ("field:skills", &[]),
        ("field:skills*", &[2]),
        ("field:skills[].tags", &[2]),
        ("field:skills*=null", &[2]),
        ("field:skills*=missing", &[]),
        ("field:none", &[1, 5, 6, 7, 8, 9]),
        ("field:clean", &[1, 8]),
        ("field:unchecked", &[5, 6, 7, 9]),
        ("missing:defaultInputModes", &[4]),
        ("missing:skills*", &[]),
        ("missing:none", &[1, 5, 6, 7, 8, 9]),
        ("kind:missing", &[2, 3, 4]),
        ("kind:null", &[2]),
        ("kind:type", &[]),
        ("faults:2", &[2, 4]),
        ("faults:>=1", &[2, 3, 4]),
        ("faults:none", &[5, 6, 7, 9]),
        ("near:yes", &[4]),
        ("near:snake_case", &[4]),
        ("near:kebab-case", &[]),
        ("near:default_*", &[4]),
        ("near:none", &[1, 2, 3, 5, 6, 7, 8, 9]),
    ]);
}

#[test]
fn provenance_and_notes_are_found_by_their_columns() {
    assert_lines(&[
        ("host:*.example", &[1, 2, 5, 6, 7, 8, 9]),
        ("host:A.EXAMPLE,?.test", &[1, 3, 4, 8]),
        ("host:none", &[]),
        ("path:/q", &[2, 8]),
        ("name:*weather*", &[2]),
        ("name:\"Delta, Inc.\"", &[4]),
        ("name:none", &[5, 6, 7, 9]),
        ("declared:0.3*", &[1]),
        ("declared:none", &[2, 3, 4, 5, 6, 7, 9]),
        ("state:card", &[1, 2, 3, 4, 5, 8]),
        ("state:not-an-object,no-body", &[7, 9]),
        ("shape:1.0", &[2, 8]),
        ("shape:0.2", &[3, 4]),
        ("shape:none", &[6, 7, 9]),
        ("hidden:bidi", &[8]),
        ("hidden:any", &[8]),
        (
            "hidden:none -state:unparseable,no-body,not-an-object",
            &[1, 2, 3, 4, 5],
        ),
        ("note:duplicate-keys", &[8]),
        ("note:bom", &[]),
        ("status:>=400", &[2, 7]),
        ("status:200..499", &[1, 2, 3, 5, 6, 8, 9]),
        ("status:none", &[4]),
        ("bytes:3", &[9]),
        ("bytes:none", &[7]),
        ("line:17", &[]),
        ("#2,8", &[2, 8]),
        ("input:in", &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
        ("sha:none", &[7]),
    ]);
    let digest = small().row(DocumentId(2)).sha256_hex();
    let prefix: String = digest.chars().take(9).collect();
    assert_eq!(lines(&format!("sha:{}", prefix.to_uppercase())), [3]);
}

#[test]
fn what_is_known_outside_is_asked_there() {
    assert_lines(&[
        ("published:valid", &[1, 2]),
        ("published:blank", &[3]),
        ("published:no-row", &[4, 5, 6, 7, 8, 9]),
        ("published:none", &[3, 4, 5, 6, 7, 8, 9]),
        ("agree:yes", &[1]),
        ("agree:no", &[2, 3]),
        ("agree:none", &[4, 5, 6, 7, 8, 9]),
        ("differs:schema", &[3]),
        ("differs:valid,schema", &[2, 3]),
        ("differs:none", &[1, 4, 5, 6, 7, 8, 9]),
        ("mark:yes", &[2]),
        ("reading:not-a-card", &[5]),
        ("reading:none mark:no", &[1, 3, 4, 6, 7, 8, 9]),
        ("reader:b*", &[5]),
        ("reader:none", &[1, 2, 3, 4, 6, 7, 8, 9]),
        ("tag:\"odd one\"", &[5]),
    ]);
}

#[test]
fn words_look_at_names_and_quoted_ones_at_everything() {
    assert_lines(&[
        ("WEATHER", &[2]),
        ("alpha,gamma", &[1, 3]),
        ("example", &[1, 2, 5, 6, 7, 8, 9]),
        ("~bwthr", &[2]),
        ("~\"b w\"", &[2]),
        ("\"Café AU lait\"", &[3]),
        ("\"beta weather\"", &[2]),
        ("\"c.test\"", &[3]),
        ("\"{OOPS\"", &[6]),
        ("text/plain", &[]),
        ("\"text/plain\"", &[1]),
        ("-example", &[3, 4]),
    ]);
}

#[test]
fn paths_look_into_documents() {
    assert_lines(&[
        ("capabilities.streaming=true", &[1]),
        ("capabilities.streaming=false", &[2]),
        ("capabilities.streaming=true,false", &[1, 2]),
        ("capabilities.streaming!=true", &[2]),
        ("-capabilities.streaming=true", &[2, 3, 4, 5, 6, 7, 8, 9]),
        ("skills.length>0", &[2, 3]),
        ("skills.length=0", &[1, 4, 8]),
        ("skills.tags.length>=2", &[3]),
        ("skills.tags=x", &[3]),
        ("skills.tags=y,z", &[3]),
        ("supportedInterfaces.protocolBinding=JSON*", &[2]),
        ("supportedInterfaces.protocolBinding=json*", &[]),
        ("supportedInterfaces.protocolBinding=\"JSON*\"", &[]),
        ("big=9007199254740993", &[1]),
        ("big=9007199254740992", &[]),
        ("big>9007199254740992", &[1]),
        ("foo=1", &[5]),
        ("foo=\"1\"", &[]),
        ("version=1", &[1, 2, 3, 4]),
        ("version>0", &[]),
        ("version>\"0\"", &[1, 2, 3, 4, 8]),
        ("version=\"1\"", &[1, 2, 3, 4]),
        ("name>\"Delta\"", &[3, 4, 8]),
        ("name=Eta*", &[8]),
        ("has:foo", &[5]),
        ("has:skills[0].id,foo", &[2, 3, 5]),
        ("-has:name", &[6, 7, 9]),
        ("type:skills.tags=array", &[3]),
        ("type:skills.tags=null,array", &[2, 3]),
        ("type:big=number", &[1]),
        ("empty:name", &[5]),
        ("empty:skills,supportedInterfaces", &[1, 4, 8]),
        ("null:skills.tags", &[2]),
    ]);
}

#[test]
fn a_mistake_is_pointed_at_with_what_may_have_been_meant() {
    for (text, offset, length, suggestion) in [
        ("verdcit:valid", 0, 7, Some("verdict")),
        ("  route:infered", 8, 7, Some("inferred")),
        ("x -field:skils", 9, 5, Some("skills")),
        ("type:skills=objekt", 12, 6, Some("object")),
        ("localhost:8080", 0, 9, Some("host")),
        ("route:", 6, 0, None),
        ("route:declared,,b", 15, 0, None),
        ("host:\"a b", 5, 4, None),
        ("host:a\"b\"", 6, 1, None),
        ("host:\"a\"b", 8, 1, None),
        ("-", 0, 1, None),
        ("~", 1, 0, None),
        ("\"\"", 0, 2, None),
        ("skills.length>many", 14, 4, None),
        ("skills..x=1", 7, 0, None),
        ("=1", 0, 0, None),
        ("a=", 2, 0, None),
        ("has:skills.length", 4, 13, None),
        ("status:abc", 7, 3, None),
        ("sha:xyz", 4, 3, None),
        ("#1,x", 3, 1, None),
        ("type:object", 5, 6, None),
    ] {
        let error = Query::parse(text).expect_err(text);
        assert_eq!(
            (error.offset, error.length),
            (offset, length),
            "{text}: {error}"
        );
        assert_eq!(error.suggestion.as_deref(), suggestion, "{text}: {error}");
    }
    let error = Query::parse("verdict:vlaid").expect_err("no such word");
    assert!(
        error.to_string().ends_with("did you mean 'valid'?"),
        "{error}"
    );
}

#[test]
fn a_pane_edits_the_term_of_its_key_and_no_other() {
    let mut filter = query("weather route:declared skills.length>3");
    assert!(filter.toggle(Key::Route, "inferred"));
    assert!(filter.toggle(Key::Field, "skills"));
    assert_eq!(
        filter.to_string(),
        "weather route:declared,inferred skills.length>3 field:skills"
    );
    assert!(filter.is_chosen(Key::Route, "inferred"));
    assert!(filter.toggle(Key::Route, "declared"));
    assert!(filter.exclude(Key::Field, "skills"));
    assert_eq!(
        filter.to_string(),
        "weather route:inferred skills.length>3 -field:skills"
    );
    assert!(filter.is_left_out(Key::Field, "skills"));
    assert!(filter.exclude(Key::Field, "skills"));
    assert!(filter.toggle(Key::Route, "inferred"));
    assert_eq!(filter.to_string(), "weather skills.length>3");
    assert!(!filter.toggle(Key::Route, "nonsense"));
    assert!(filter.toggle(Key::Host, "a, \"b\" \\c"));
    assert_eq!(
        filter.to_string(),
        r#"weather skills.length>3 host:"a, \"b\" \\c""#
    );
}

#[test]
fn a_wide_word_is_narrowed_when_one_of_its_values_is_taken_back() {
    let mut filter = query("field:skills*");
    assert!(filter.is_chosen(Key::Field, "skills[].tags"));
    assert!(filter.toggle(Key::Field, "skills[].tags"));
    assert!(!filter.is_chosen(Key::Field, "skills[].tags"));
    assert!(filter.is_chosen(Key::Field, "skills[].id"));
    let mut filter = query("route:inferred");
    assert!(filter.is_chosen(Key::Route, "inferred-0.3"));
    assert!(filter.toggle(Key::Route, "inferred-0.3"));
    assert_eq!(filter.to_string(), "route:inferred-0.2,inferred-1.0");
}

const SINGLE: [Facet; 16] = [
    Facet::Route,
    Facet::RouteVersion,
    Facet::Of(Key::Version),
    Facet::Of(Key::Verdict),
    Facet::Of(Key::Published),
    Facet::Of(Key::Alternative),
    Facet::Of(Key::Cell),
    Facet::Of(Key::Flip),
    Facet::Of(Key::Tolerant),
    Facet::Of(Key::Newest),
    Facet::Of(Key::State),
    Facet::Of(Key::Shape),
    Facet::Of(Key::Agree),
    Facet::Of(Key::Mark),
    Facet::Of(Key::Host),
    Facet::Of(Key::Status),
];

fn counts(corpus: &Corpus, text: &str, facet: Facet) -> Vec<(String, usize)> {
    let found = survey(scope(corpus), &query(text), &[facet], &Work::default()).expect("done");
    let pane = &found.panes[0];
    let filled = pane.buckets.iter().filter(|bucket| bucket.count > 0);
    filled
        .map(|bucket| (bucket.value.clone(), bucket.count))
        .collect()
}

#[test]
fn a_pane_counts_under_every_other_filter_and_not_its_own() {
    let pairs = |list: &[(&str, usize)]| {
        let owned = list
            .iter()
            .map(|(value, count)| ((*value).to_owned(), *count));
        owned.collect::<Vec<_>>()
    };
    assert_eq!(
        counts(small(), "route:declared verdict:invalid", Facet::Route),
        pairs(&[("inferred", 3)])
    );
    assert_eq!(
        counts(
            small(),
            "route:declared verdict:invalid",
            Facet::Of(Key::Verdict)
        ),
        pairs(&[("valid", 1)])
    );
    assert_eq!(
        counts(small(), "", Facet::Route),
        pairs(&[
            ("declared", 1),
            ("conflict", 1),
            ("inferred", 3),
            ("unclassified", 2),
            ("unparseable", 1),
            ("no-body", 1)
        ])
    );
    assert_eq!(
        counts(small(), "", Facet::FIELD),
        pairs(&[
            ("protocolVersion", 2),
            ("defaultInputModes", 1),
            ("skills[].tags", 1),
            ("supportedInterfaces[].protocolVersion", 1),
            ("unchecked", 4),
            ("clean", 2)
        ])
    );
    assert_eq!(
        counts(small(), "", Facet::Of(Key::Near)),
        pairs(&[("none", 8), ("default_input_modes", 1)])
    );
    assert_eq!(
        counts(small(), "-host:a*", Facet::Of(Key::Declared)),
        pairs(&[("none", 7)])
    );
}

#[test]
fn the_transition_table_has_the_cells_of_its_pane() {
    let found = survey(
        scope(small()),
        &query("cell:none"),
        &[Facet::CELL],
        &Work::default(),
    );
    let pane = &found.expect("done").panes[0];
    let table = TransitionTable::of(pane).expect("the pane of cells");
    assert_eq!((table.total, table.changed, table.without.count), (4, 1, 5));
    assert!(table.without.is_chosen);
    let row = table
        .rows
        .iter()
        .find(|row| row.total() == 2)
        .expect("one row of two");
    assert_eq!(row.value(), "0.3-invalid-any");
    assert_eq!(row.cells[1].count, 2);
    assert_eq!(lines(&format!("cell:{}", row.value())), [3, 4]);
}

#[test]
fn each_term_has_a_count_of_its_own() {
    let both = query("route:inferred -verdict:valid skills.length>0");
    let found = term_counts(scope(small()), &both, &Work::default());
    assert_eq!(found, Some(vec![3, 7, 2]));
}

#[test]
fn cancelled_work_has_no_result() {
    let work = Work::default();
    work.cancel();
    assert_eq!(evaluate(scope(small()), &query("route:none"), &work), None);
    assert_eq!(fuzzy::rank_documents("a", small(), 3, &work), None);
}

#[test]
fn documents_are_sorted_by_several_keys_and_stay_in_order_where_they_tie() {
    let sorted = |text: &str| {
        let order: Sort = text.parse().expect("keys");
        let all = Selection::all(small().len());
        let ids = sort(scope(small()), &all, &order);
        ids.into_iter().map(|id| id.0 + 1).collect::<Vec<_>>()
    };
    assert_eq!(sorted(""), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(sorted("-line"), [9, 8, 7, 6, 5, 4, 3, 2, 1]);
    assert_eq!(sorted("host,-line"), [8, 1, 2, 3, 4, 5, 6, 7, 9]);
    assert_eq!(sorted("-host"), [9, 7, 6, 5, 4, 3, 2, 1, 8]);
    assert_eq!(sorted("faults"), [1, 8, 3, 2, 4, 5, 6, 7, 9]);
    assert_eq!(sorted("-faults"), [2, 4, 3, 1, 8, 5, 6, 7, 9]);
    assert_eq!(sorted("-name"), [3, 8, 4, 2, 1, 5, 6, 7, 9]);
    assert_eq!(sorted("route,-version"), [1, 8, 2, 3, 4, 5, 9, 6, 7]);
    assert_eq!(sorted("-status,mark"), [7, 2, 1, 3, 5, 6, 8, 9, 4]);
}

#[test]
fn an_order_is_written_and_read_back() {
    for text in ["", "host", "host,-bytes", "-faults,alt,-line"] {
        assert_eq!(text.parse::<Sort>().expect(text).to_string(), text);
    }
    let error = "host,-bites".parse::<Sort>().expect_err("no such key");
    assert_eq!((error.offset, error.suggestion), (5, Some("bytes")));
    let mut order: Sort = "host,-bytes".parse().expect("keys");
    order.lead_with(SortKey::Bytes);
    assert_eq!(order.to_string(), "bytes,host");
    order.lead_with(SortKey::Bytes);
    assert_eq!(order.to_string(), "-bytes,host");
}

#[test]
fn an_address_leads_to_one_document_or_says_why_not() {
    let at = |address: &str| resolve(small(), address).map(|id| id.0 + 1);
    for (address, line) in [
        ("#3", 3),
        ("in#3", 3),
        ("b.example", 2),
        ("B.EXAMPLE.", 2),
        ("a.example/q", 8),
        ("https://a.example/p?x", 1),
    ] {
        assert_eq!(at(address).ok(), Some(line), "{address}");
    }
    let digest = small().row(DocumentId(8)).sha256_hex();
    assert_eq!(at(&digest).ok(), Some(9));
    assert_eq!(
        at(&digest.chars().take(8).collect::<String>()).ok(),
        Some(9)
    );

    let error = at("a.example").expect_err("two of them");
    assert_eq!(
        error.to_string(),
        "'a.example' fits 2 documents: a.example/p, a.example/q"
    );
    let error = at("b.exmaple").expect_err("none");
    assert!(
        matches!(&error.kind, ErrorKind::NoSuch { nearest, .. } if nearest.first().is_some_and(|near| near == "b.example")),
        "{error}"
    );
    let error = at("b.example/zzz").expect_err("another path");
    assert!(
        error.to_string().ends_with("nearest: b.example/q"),
        "{error}"
    );
    assert!(at("#99").is_err());
    assert!(at("").is_err());
}

#[test]
fn equal_documents_are_told_apart_by_their_lines() {
    let line = LINES[0];
    let corpus = load_named(&[
        ("day/1.jsonl", line),
        ("day/2.jsonl", &format!("{line}\n{line}")),
    ]);
    let error = resolve(&corpus, "a.example").expect_err("three of them");
    assert!(
        error
            .to_string()
            .ends_with("day/1.jsonl#1, day/2.jsonl#1, day/2.jsonl#2"),
        "{error}"
    );
    assert_eq!(resolve(&corpus, "2.jsonl#2").ok(), Some(DocumentId(2)));
    assert!(resolve(&corpus, "#1").is_err());
}

#[test]
fn letters_find_hosts_and_names() {
    let found = fuzzy::rank_documents("bwea", small(), 9, &Work::default()).expect("done");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].document, DocumentId(1));
    assert_eq!(found[0].name, [0, 5, 6, 7]);
    assert_eq!(found[0].host, [0; 0]);
}

#[test]
fn a_prompt_is_offered_keys_values_fields_paths_and_hosts() {
    let offered = |line: &str| {
        let all = complete(line, line.len(), scope(small()));
        all.into_iter()
            .map(|way| (way.range.start, way.text))
            .collect::<Vec<_>>()
    };
    let has = |line: &str, from: usize, text: &str| {
        assert!(
            offered(line).contains(&(from, text.to_owned())),
            "{line}: {:?}",
            offered(line)
        );
    };
    has("verd", 0, "verdict:");
    has("x -rou", 3, "route:");
    has("route:inf", 6, "inferred");
    has("route:declared,inf", 15, "inferred");
    has("field:skills[].t", 6, "skills[].tags");
    has("host:b", 5, "b.example");
    has("name:delta", 5, "\"Delta, Inc.\"");
    has("has:provider.o", 4, "provider.organization");
    has("capabilities.str", 0, "capabilities.streaming");
    has("type:skills=ob", 5, "skills=object");
    has("near:sn", 5, "snake_case");
    has("route:declared,", 15, "inferred");
    has("name:\"Delta, I", 5, "\"Delta, Inc.\"");
    let again = (15, "declared".to_owned());
    assert!(
        !offered("route:declared,").contains(&again),
        "given already"
    );
    assert_eq!(offered("nothing:x"), []);
    assert_eq!(complete("ä", 1, scope(small())), [], "within a character");
}

#[test]
fn where_nothing_is_typed_every_key_is_offered_with_its_help() {
    for (line, from) in [("", 0), ("route:declared ", 15), ("-", 1)] {
        let all = complete(line, line.len(), scope(small()));
        let keys: Vec<_> = Key::ALL
            .map(|key| (from, format!("{key}:"), key.help().to_owned()))
            .into();
        let offered: Vec<_> = all
            .into_iter()
            .map(|way| (way.range.start, way.text, way.note))
            .collect();
        assert_eq!(offered, keys, "{line:?}");
    }
}

#[test]
fn a_key_is_found_by_what_it_asks() {
    let offered = |line: &str| -> Vec<String> {
        let all = complete(line, line.len(), scope(small()));
        all.into_iter().map(|way| way.text).collect()
    };
    assert_eq!(offered("chang"), ["flip:"]);
    assert_eq!(offered("hidden"), ["hidden:"]);
    assert_eq!(offered("fam")[0], "version:", "by its other name");
    let verd = offered("verd");
    assert_eq!(verd[0], "verdict:", "the beginning of a name comes first");
    assert!(verd.contains(&"newest:".to_owned()), "{verd:?}");
    assert!(!offered("ch").contains(&"flip:".to_owned()), "two letters");
}

/// Terms that mean something on the large corpus.
fn any_term() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("route:inferred".to_owned()),
        Just("route:declared,unparseable".to_owned()),
        Just("route:conflict,inferred-0.3".to_owned()),
        Just("verdict:invalid".to_owned()),
        Just("version:1.0,none".to_owned()),
        Just("alt:valid".to_owned()),
        Just("alt:none".to_owned()),
        Just("cell:1.0-valid-any,0.3-invalid-invalid".to_owned()),
        Just("field:skills*".to_owned()),
        Just("field:none".to_owned()),
        Just("kind:missing".to_owned()),
        Just("published:none".to_owned()),
        Just("agree:no,none".to_owned()),
        Just("state:card".to_owned()),
        Just("shape:0.3,0.2".to_owned()),
        Just("host:*a*".to_owned()),
        Just("status:200".to_owned()),
        Just("bytes:>2000".to_owned()),
        Just("skills.length>3".to_owned()),
        Just("capabilities.streaming=true".to_owned()),
        Just("has:provider".to_owned()),
        Just("near:yes".to_owned()),
        Just("agent".to_owned()),
        Just("\"agent\"".to_owned()),
        Just("~aex".to_owned()),
    ]
    .prop_flat_map(|term| {
        any::<bool>().prop_map(move |sign| format!("{}{term}", if sign { "-" } else { "" }))
    })
}

/// Texts that are near the language.
fn near_queries() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        any_term(),
        r#"[-~#"\\:=<>!,.\[\] a-zé*?0-9\u{a0}]{0,12}"#,
        (
            proptest::sample::select(Key::ALL.to_vec()),
            r#"[a-z0-9"\\,=<>*. ]{0,8}"#
        )
            .prop_map(|(key, value)| format!("{key}:{value}")),
        r#"-?"([a-z ,é]|\\"|\\\\){1,6}""#,
        r#"["[a-z ,=]{0,4}"][=<>]{1,2}"?[0-9a-z]{1,4}"?"#,
    ];
    proptest::collection::vec(part, 0..4).prop_map(|parts| parts.join(" "))
}

proptest! {
    #[test]
    fn any_text_is_a_query_or_a_mistake_within_it(text in prop_oneof![near_queries(), any::<String>()]) {
        match Query::parse(&text) {
            Ok(query) => {
                let written = query.to_string();
                prop_assert_eq!(Query::parse(&written), Ok(query), "{}", written);
            }
            Err(error) => {
                prop_assert!(text.is_char_boundary(error.offset), "{:?}", error);
                prop_assert!(text.is_char_boundary(error.offset + error.length), "{:?}", error);
            }
        }
        for cursor in 0..=text.len() {
            for way in complete(&text, cursor, scope(small())) {
                prop_assert!(text.is_char_boundary(way.range.start) && way.range.end == cursor);
            }
        }
    }

    #[test]
    fn a_value_chosen_in_a_pane_is_read_back_from_the_text(value in any::<String>()) {
        let mut filter = Query::default();
        if filter.toggle(Key::Host, &value) {
            prop_assert_eq!(Query::parse(&filter.to_string()), Ok(filter.clone()));
            prop_assert!(filter.is_chosen(Key::Host, &value));
            filter.toggle(Key::Host, &value);
            prop_assert!(filter.is_empty());
        }
    }

    #[test]
    fn a_term_and_its_exclusion_part_the_corpus(term in any_term()) {
        let term = term.trim_start_matches('-');
        let with = selected(large(), &query(term));
        let without = selected(large(), &query(&format!("-{term}")));
        prop_assert_eq!(with.len() + without.len(), large().len());
        prop_assert!(with.intersection(&without).is_empty());
    }
}

proptest! {
    // Each case looks through the corpus some forty times.
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn single_valued_panes_sum_to_what_passes_the_other_filters(terms in proptest::collection::vec(any_term(), 0..4)) {
        let filter = query(&terms.join(" "));
        let mut facets = SINGLE.to_vec();
        facets.push(Facet::FIELD);
        let found = survey(scope(large()), &filter, &facets, &Work::default()).expect("nobody cancels");
        prop_assert_eq!(&found.selection, &selected(large(), &filter));
        for pane in &found.panes {
            let mut others = filter.clone();
            others.clear(pane.facet.key());
            let passing = selected(large(), &others);
            prop_assert_eq!(pane.total, passing.len(), "{:?}", pane.facet);
            if pane.facet.is_single_valued() {
                prop_assert_eq!(pane.sum(), pane.total, "{:?}", pane.facet);
            } else {
                prop_assert!(pane.sum() >= pane.total, "{:?}", pane.facet);
            }
            // What the next choice would give is what it gives.
            let Some(bucket) = pane.buckets.iter().max_by_key(|bucket| bucket.count) else {
                prop_assert_eq!(pane.total, 0);
                continue;
            };
            let mut chosen = others.clone();
            prop_assert!(chosen.toggle(pane.facet.key(), &bucket.value), "{:?}", bucket);
            prop_assert_eq!(selected(large(), &chosen).len(), bucket.count, "{}", chosen);
        }
    }
}

#[test]
fn value_missing_and_excluded_part_the_corpus() {
    for (with, none) in [
        ("alt:valid", "alt:none"),
        ("route:inferred", "route:none"),
        ("published:valid", "published:none"),
        ("field:skills*", "field:none"),
        ("status:200", "status:none"),
        ("declared:0.*", "declared:none"),
        ("reading:not-a-card", "reading:none"),
    ] {
        let parts = [with.to_owned(), none.to_owned(), format!("-{with} -{none}")];
        let sizes = parts.map(|part| selected(large(), &query(&part)).len());
        assert_eq!(
            sizes.iter().sum::<usize>(),
            large().len(),
            "{with} {sizes:?}"
        );
        let all = selected(large(), &query(&format!("{with} {none}")));
        assert!(all.is_empty(), "{with}");
    }
}
