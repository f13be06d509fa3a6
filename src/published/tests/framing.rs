use super::*;
use crate::sample;

fn frame(text: impl Into<Vec<u8>>) -> Frame {
    read_frame(source("frame.csv", text), &Mapping::default()).expect("a frame file")
}

#[test]
fn the_sample_has_the_published_denominators() {
    let census = sample::census();
    let corpus = corpus(sample::to_jsonl(&census.documents));
    let frame = frame(sample::frame_csv(&census.frame));
    let report = frame_totals(&frame, Some(&corpus));
    assert_eq!(
        serde_json::to_value(&report.totals).expect("serialises"),
        serde_json::json!({
            "hosts": 2164,
            "requests": 3750,
            "current_path_cards": 578,
            "legacy_path_cards": 85,
            "hosts_with_card": 663,
            "asked_legacy": 1586,
            "parsed": 661,
            "parsed_current": 577,
            "parsed_legacy": 84,
            "recognised_but_not_in_corpus": 2
        })
    );
    let paths: Vec<_> = report
        .recognised_but_not_in_corpus
        .iter()
        .map(|pair| pair.path.as_str())
        .collect();
    assert!(paths.contains(&CURRENT_PATH) && paths.contains(&LEGACY_PATH));
    let requests: usize = report.outcomes.iter().map(|row| row.requests).sum();
    let cards: usize = report.outcomes.iter().map(|row| row.cards).sum();
    assert_eq!((requests, cards), (3_750, 663));
    assert_eq!(frame.notes(), []);
}

const LITTLE: &str = "hostname,well_known_path,http_status,recognised\n\
    A.example,/.well-known/agent-card.json,200.0,yes\n\
    a.example:443,/.well-known/agent-card.json,200,1\n\
    b.example,/.well-known/agent-card.json,404,no\n\
    b.example,/.well-known/agent.json,200,True\n\
    c.example,/.well-known/agent-card.json,timeout,False\n\
    c.example,/.well-known/agent.json,,False\n\
    c.example,/agent.json,200,valid\n\
    ,/agent.json,200,maybe\n";

#[test]
fn requests_are_counted_by_row_and_cards_by_host_and_path() {
    let frame = frame(LITTLE);
    let report = frame_totals(&frame, None);
    let expected = FrameTotals {
        hosts: 3,
        requests: 8,
        current_path_cards: Some(1),
        legacy_path_cards: Some(1),
        hosts_with_card: Some(3),
        asked_legacy: 2,
        parsed: None,
        parsed_current: None,
        parsed_legacy: None,
        recognised_but_not_in_corpus: None,
    };
    assert_eq!(report.totals, expected);
    let outcomes: Vec<_> = report
        .outcomes
        .iter()
        .map(|row| {
            (
                row.path.as_str(),
                row.status.as_str(),
                row.requests,
                row.cards,
            )
        })
        .collect();
    assert_eq!(
        outcomes,
        [
            (CURRENT_PATH, "200", 2, 2),
            (CURRENT_PATH, "404", 1, 0),
            (CURRENT_PATH, "timeout", 1, 0),
            (LEGACY_PATH, "200", 1, 1),
            (LEGACY_PATH, "", 1, 0),
            ("/agent.json", "200", 2, 1),
        ]
    );
    let notes: Vec<_> = frame
        .notes()
        .iter()
        .map(|note| (note.kind, note.line))
        .collect();
    assert_eq!(
        notes,
        [
            (NoteKind::Unread, 6),
            (NoteKind::Unread, 9),
            (NoteKind::Nameless, 9)
        ]
    );
}

#[test]
fn a_card_is_in_the_corpus_when_a_document_from_there_is_json() {
    let corpus = envelopes(&[
        ("a.example", CURRENT_PATH, "{}"),
        ("b.example", LEGACY_PATH, "no JSON"),
        ("c.example", "", "[]"),
    ]);
    let report = frame_totals(&frame(LITTLE), Some(&corpus));
    assert_eq!(report.totals.parsed, Some(2));
    assert_eq!(report.totals.parsed_current, Some(1));
    assert_eq!(report.totals.parsed_legacy, Some(0));
    assert_eq!(report.totals.recognised_but_not_in_corpus, Some(1));
    assert_eq!(
        report.recognised_but_not_in_corpus,
        [FramePair {
            host: "b.example".into(),
            path: LEGACY_PATH.into()
        }]
    );
}

#[test]
fn a_frame_that_does_not_say_what_was_a_card_counts_none() {
    let report = frame_totals(&frame("host,status\na,200\n"), Some(&Corpus::default()));
    assert_eq!(report.totals.hosts, 1);
    assert_eq!(report.totals.current_path_cards, None);
    assert_eq!(report.totals.hosts_with_card, None);
    assert_eq!(report.totals.parsed, Some(0));
    assert_eq!(report.totals.recognised_but_not_in_corpus, None);
}

#[test]
fn a_url_stands_for_the_host_and_path_of_a_request() {
    let text = format!("url,is_card\nhttps://A.example{LEGACY_PATH},1\n");
    let report = frame_totals(&frame(text), None);
    assert_eq!(report.totals.legacy_path_cards, Some(1));
    assert_eq!(report.totals.asked_legacy, 1);
}
