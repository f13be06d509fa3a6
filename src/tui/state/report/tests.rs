use super::*;
use crate::corpus::{Corpus, LoadOptions, Progress, load};
use crate::tui::layout::{Size, divide};
use crate::tui::message::LoadProgress;
use crate::tui::state::workspace::{Data, View};

fn workspace() -> Workspace {
    let source = crate::sample::source().expect("the sample is in memory");
    let corpus: Corpus = load(vec![source], &LoadOptions::default(), &Progress::default());
    let data = Data {
        corpus,
        loading: None::<LoadProgress>,
        ..Data::default()
    };
    let facets = crate::tui::state::census::facets();
    let mut workspace = Workspace::new(data, View::default(), facets);
    assert_eq!(workspace.refresh(), []);
    workspace
}

fn line_with<'r>(report: &'r Report, query: &str) -> &'r Line {
    report
        .lines()
        .iter()
        .find(|line| line.query.as_deref() == Some(query))
        .expect("the row is there")
}

#[test]
fn every_query_of_a_row_leads_to_as_many_documents_as_the_row_counts() {
    let mut workspace = workspace();
    let mut report = Report::default();
    report.sync(&workspace);
    let mut tried = 0;
    for line in report.lines().to_vec() {
        let count = match (&line.content, &line.query) {
            (Content::Count { count, .. } | Content::Flow { count, .. }, Some(_)) => *count,
            (Content::Stack { totals, .. }, Some(_)) => totals.n,
            _ => continue,
        };
        let text = line.query.clone().unwrap_or_default();
        let query = Query::parse(&text).expect("a row's query is one");
        assert_eq!(workspace.change_query(query), []);
        assert_eq!(workspace.shown().order.len() as u64, count, "{text}");
        tried += 1;
    }
    assert!(tried > 20, "only {tried} rows lead anywhere");
}

#[test]
fn enter_adds_the_row_to_the_filter_and_goes_to_the_census() {
    let mut workspace = workspace();
    let query = Query::parse("verdict:invalid").expect("a query");
    assert_eq!(workspace.change_query(query), []);
    let mut report = Report::default();
    report.sync(&workspace);
    let layout = divide(Size::new(80, 24));
    let at = report
        .lines()
        .iter()
        .position(|line| line.query.as_deref() == Some("route:conflict"))
        .expect("the route is there");
    report.cursor.select(at, report.extent(&layout));
    let replies = report.update(&mut workspace, Input::Command(Command::Open), &layout);
    assert!(replies.contains(&Reply::Go(PlaceName::Census)));
    assert_eq!(
        workspace.view().query.to_string(),
        "verdict:invalid route:conflict"
    );
}

#[test]
fn sections_are_reached_forwards_backwards_and_around() {
    let workspace = workspace();
    let mut report = Report::default();
    report.sync(&workspace);
    let extent = Extent::new(report.lines.len(), 10_u16);
    let mut seen = Vec::new();
    for _ in 0..report.lines.len() {
        let line = report.current().expect("a line");
        if seen.contains(&line.section.title()) {
            break;
        }
        seen.push(line.section.title());
        report.step_section(true, extent);
    }
    assert_eq!(seen.first(), Some(&"Required-field structural conformance"));
    assert!(seen.contains(&"Documents per violated field"));
    assert_eq!(seen.last(), Some(&"Unclassified documents, one by one"));
    report.step_section(true, extent);
    report.step_section(false, extent);
    assert_eq!(
        report.current().map(|line| line.section),
        Some(Section::Verdicts)
    );
}

#[test]
fn the_end_of_a_files_name_decides_its_form() {
    assert_eq!(format_of(Path::new("r.JSON")), ReportFormat::Json);
    assert_eq!(format_of(Path::new("r.md")), ReportFormat::Markdown);
    assert_eq!(format_of(Path::new("md")), ReportFormat::Text);
}

#[test]
fn a_file_that_is_there_is_replaced_only_when_that_is_confirmed() {
    let mut workspace = workspace();
    let mut report = Report::default();
    report.sync(&workspace);
    let layout = divide(Size::new(80, 24));
    let accepted = Input::Accepted {
        purpose: Purpose::ReportName,
        text: " r.json ".to_owned(),
    };
    let replies = report.update(&mut workspace, accepted, &layout);
    let [
        Reply::Effect(Effect::WriteFile {
            path,
            bytes,
            overwrite,
        }),
    ] = replies.as_slice()
    else {
        panic!("{replies:?}");
    };
    assert_eq!(
        (path.as_path(), *overwrite),
        (Path::new("r.json"), Overwrite::Refuse)
    );
    let value: serde_json::Value = serde_json::from_slice(bytes).expect("JSON");
    assert_eq!(value["verdicts"]["documents"], 661);
    let refused = Msg::Written {
        path: path.clone(),
        outcome: Err("'r.json' is there already".to_owned()),
    };
    let replies = report.update(&mut workspace, Input::News(&refused), &layout);
    assert!(
        matches!(replies.as_slice(), [Reply::Confirm { .. }]),
        "{replies:?}"
    );
    let confirmed = Input::Confirmed(Purpose::ReplaceReport);
    let replies = report.update(&mut workspace, confirmed, &layout);
    assert!(matches!(
        replies.as_slice(),
        [Reply::Effect(Effect::WriteFile {
            overwrite: Overwrite::Replace,
            ..
        })]
    ));
}

#[test]
fn a_search_starts_below_the_cursor_and_says_when_it_wraps() {
    let mut workspace = workspace();
    let mut report = Report::default();
    report.sync(&workspace);
    assert_eq!(line_with(&report, "route:conflict").label(), "conflict");
    let layout = divide(Size::new(80, 24));
    let find = Input::Accepted {
        purpose: Purpose::Find,
        text: "CONFLICT".to_owned(),
    };
    let replies = report.update(&mut workspace, find, &layout);
    assert_eq!(report.current().map(Line::label), Some("conflict"));
    assert!(
        matches!(&replies[..], [Reply::Notice(notice)] if notice.sentence.starts_with("Hit 1 of "))
    );
}

#[test]
fn a_count_made_elsewhere_is_taken_once_and_only_when_it_was_ordered() {
    let mut workspace = workspace();
    let mut report = Report::default();
    let layout = divide(Size::new(80, 24));
    let counted = CountRequest::of(&workspace).run();
    let msg = Msg::Counted(Shared(Arc::new(counted)));
    report.update(&mut workspace, Input::News(&msg), &layout);
    assert!(report.report().is_none(), "nobody asked for it");
    report.pending = Some(workspace.shown().generation);
    report.update(&mut workspace, Input::News(&msg), &layout);
    assert!(report.report().is_some());
    assert!(!report.is_busy());
}
