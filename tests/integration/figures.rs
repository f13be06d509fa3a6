//! Filters, and the same figure wherever it stands.

use crate::program::{Looks, Program, sample};
use cardex::census::Rules;
use cardex::output::table::thousands;
use cardex::query::Facet;
use cardex::totals::Totals;
use cardex::tui::state::census::{FIRST, THIRD};

fn program() -> Program {
    Program::on_sample(Looks::usual(120, 40))
}

/// The tables of the documents shown, counted anew from their facts.
fn totals(program: &Program) -> Totals {
    let workspace = program.workspace();
    let facts = workspace.shown().order.iter();
    let facts = facts.map(|&id| workspace.corpus().row(id).facts());
    Totals::of(facts, &Rules::default())
}

#[test]
fn a_bucket_of_each_pane_filters_the_list_and_can_be_let_go_of() {
    let mut program = program();
    program.press("tab tab down down space");
    program.shows("route:inferred").shows("296 of 661 shown");
    assert_eq!(totals(&program).routes.inferred.n, 296);
    // The transition table: the row '0.3 invalid', its right column.
    program.press("tab down l space");
    let shown = program.workspace().shown().order.len();
    program
        .shows("cell:0.3-invalid-invalid")
        .shows("220 of 661 shown");
    assert_eq!(shown, 220);
    program.press("tab space").shows("field:protocolVersion");
    let fields = totals(&program).documents_per_violated_field.0;
    let shown = program.workspace().shown().order.len() as u64;
    assert_eq!(fields.iter().map(|(_, n)| *n).max(), Some(shown));
    program.press("space").hides("field:protocolVersion");
    program.press("u").shows("field:protocolVersion");
    program.press("x").shows("661 of 661 shown");
}

#[test]
fn excluding_keeps_documents_without_a_value() {
    let mut program = program();
    program
        .press("tab tab tab tab -")
        .shows("-field:protocolVersion");
    let lacking = sample().0.len() - 219;
    assert_eq!(program.workspace().shown().order.len(), lacking);
    program.shows("[-] protocolVersion");
}

#[test]
fn a_single_valued_pane_sums_to_the_documents_that_pass_the_other_filters() {
    let filters = [
        ("", None),
        ("field:skills", None),
        (
            "route:inferred,conflict verdict:invalid",
            Some("verdict:invalid"),
        ),
        ("-field:skills* bytes:>900", None),
        ("agree:no", Some("")),
        ("cell:1.0-invalid-valid", Some("")),
    ];
    for (filter, _) in filters {
        let mut program = program();
        program.press("/").type_text(filter).press("enter tab tab");
        // Every facet of the first pane, one after the other.
        for facet in FIRST {
            let pane = program.workspace().shown().panes[0].clone();
            assert_eq!(pane.facet, facet);
            if facet.is_single_valued() {
                let mut others = program.workspace().view().query.clone();
                others.clear(facet.key());
                let passing = passing(&program, &others.to_string());
                assert_eq!(pane.sum(), passing, "{facet:?} under '{filter}'\n{program}");
            }
            program.press("l");
        }
        let cells = &program.workspace().shown().panes[1];
        assert_eq!(cells.facet, Facet::CELL);
        let mut others = program.workspace().view().query.clone();
        others.clear(cells.facet.key());
        assert_eq!(
            cells.sum(),
            passing(&program, &others.to_string()),
            "{program}"
        );
    }
}

/// How many documents pass a filter, by a program of its own.
fn passing(like: &Program, filter: &str) -> usize {
    let mut other = program();
    other.press("/").type_text(filter).press("enter");
    assert_eq!(other.workspace().view().query.to_string(), filter, "{like}");
    other.workspace().shown().order.len()
}

#[test]
fn panes_report_and_totals_show_the_same_figures() {
    for filter in ["", "route:inferred", "verdict:invalid bytes:>1000"] {
        let mut program = program();
        program.press("/").type_text(filter).press("enter");
        let totals = totals(&program);
        let workspace = program.workspace();
        let panes = &workspace.shown().panes;
        let count = |pane: usize, value: &str| {
            let bucket = panes[pane].bucket(value).map(|bucket| bucket.count as u64);
            bucket.unwrap_or(0)
        };
        if filter.is_empty() {
            assert_eq!(count(0, "declared"), totals.routes.declared.n);
            assert_eq!(count(0, "conflict"), totals.routes.conflict.n);
            assert_eq!(count(0, "inferred"), totals.routes.inferred.n);
            assert_eq!(count(0, "unclassified"), totals.verdicts.unclassified);
        }
        for row in &totals.alternative.table {
            let value = format!(
                "{}-{}-{}",
                row.assigned, row.assigned_verdict, row.alternative_verdict
            );
            assert_eq!(count(1, &value), row.n, "{value}");
        }
        let names = cardex::spec::specification();
        for (field, n) in &totals.documents_per_violated_field.0 {
            assert_eq!(count(2, names.field_name(*field)), *n);
        }
        program.press("6");
        let report = program.app().places().report.report().cloned();
        let report = report.expect("the tables are counted");
        assert_eq!(report.totals, totals);
        let row = program.rows_with("all documents  ");
        let shown = program.screen();
        let line = shown.lines().nth(usize::from(row[0])).expect("a row");
        let count = line.split_whitespace().last();
        assert_eq!(
            count,
            Some(&*thousands(totals.verdicts.documents)),
            "{program}"
        );
    }
}

#[test]
fn the_third_pane_goes_through_its_facets_and_back() {
    let mut program = program();
    program.press("shift-tab");
    for facet in THIRD {
        assert_eq!(program.workspace().shown().panes[2].facet, facet);
        program.press("l");
    }
    assert_eq!(program.workspace().shown().panes[2].facet, THIRD[0]);
    program.press("h");
    assert_eq!(program.workspace().shown().panes[2].facet, THIRD[3]);
}

#[test]
fn back_and_forward_and_undo_say_what_they_did() {
    let mut program = program();
    program
        .press("/")
        .type_text("route:conflict")
        .press("enter");
    program
        .press("space")
        .press("u")
        .shows("Taken back: mark on");
    program
        .press("u")
        .shows("Taken back: filter route:conflict")
        .shows("661 of 661 shown");
    program.press("U").shows("98 of 661 shown");
    program.press("[").shows("661 of 661 shown");
    program.press("]").shows("98 of 661 shown");
    program
        .press("X")
        .shows("661 of 661 shown")
        .shows("held back");
    program.press("X").shows("98 of 661 shown");
}

#[test]
fn the_cursor_stays_with_its_document_through_filter_sort_and_size() {
    let mut program = program();
    program.press("down down down down");
    let at = program.workspace().cursor();
    program.press("s").type_text("-bytes").press("enter");
    assert_eq!(program.workspace().cursor(), at, "{program}");
    program.resize(80, 24).resize(200, 60);
    assert_eq!(program.workspace().cursor(), at);
    let document = program.workspace().current().expect("a document");
    let host = document.host().to_owned();
    program
        .press("/")
        .type_text("route:unclassified")
        .press("enter");
    assert_ne!(program.workspace().cursor(), at);
    program.press("!").shows(&format!("{host} is filtered out"));
}
