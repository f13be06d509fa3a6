//! Keys to switches, figures and the documents that moved.

use super::*;
use crate::tui::state::dissent::tests::Desk;

fn place(desk: &Desk) -> &RulesPlace {
    &desk.app.places().rules
}

fn figure(desk: &Desk, name: &str) -> (u64, u64) {
    let rows = place(desk).rows().iter();
    let mut found = rows.filter_map(|row| match row {
        FigureRow::Figure(figure) if figure.name == name => Some((figure.before, figure.after)),
        _ => None,
    });
    found.next().expect("the figure is in the tables")
}

/// Goes to a figure of the tables, from the first row.
fn go_to(desk: &mut Desk, name: &str) {
    let rows = place(desk).rows().iter();
    let position = rows
        .map(|row| matches!(row, FigureRow::Figure(figure) if figure.name == name))
        .position(|is_it| is_it)
        .expect("the figure is in the tables");
    desk.press("\tg");
    desk.press(&"j".repeat(position));
}

#[test]
fn a_flipped_switch_changes_the_figures_and_undo_takes_it_back() {
    let mut desk = Desk::new(PlaceName::Rules);
    assert_eq!(figure(&desk, "conflict"), (1, 1));
    desk.press(" ");
    assert_eq!(desk.says(), "order=declaration.");
    assert_eq!(figure(&desk, "conflict"), (1, 0));
    assert_eq!(figure(&desk, "declared"), (1, 2));
    desk.press("u");
    assert_eq!(desk.says(), "Taken back: order=declaration.");
    assert_eq!(figure(&desk, "conflict"), (1, 1));
}

#[test]
fn one_key_brings_the_papers_rule_back() {
    let mut desk = Desk::new(PlaceName::Rules);
    desk.press(" j j j j j ");
    assert_eq!(
        desk.app.workspace().rules().to_string(),
        "order=declaration,agreeing-1.0=declared,bare-url=none,unclassified=fail,tolerant=on,all=1.0"
    );
    desk.press("p");
    assert!(desk.app.workspace().rules().is_papers());
    assert_eq!(place(&desk).changed_count(), 0);
}

#[test]
fn enter_on_a_changed_figure_lists_exactly_the_documents_that_moved() {
    let mut desk = Desk::new(PlaceName::Rules);
    desk.press(" ");
    go_to(&mut desk, "declared");
    desk.press("\n");
    assert_eq!(desk.app.place(), PlaceName::Census);
    assert_eq!(desk.shown(), [4], "the conflict became a declaration");
    let filter = desk.app.workspace().filter_line();
    let only = "only the 1 document that moved in 'declared'".to_owned();
    assert_eq!(filter.terms, [(only, Some(1))]);
    desk.press("x");
    assert_eq!(desk.shown(), [0, 1, 2, 3, 4]);
    desk.press("u");
    assert_eq!(desk.shown(), [4]);
}

#[test]
fn documents_picked_one_by_one_have_a_command_line() {
    let mut desk = Desk::new(PlaceName::Rules);
    desk.press("jjj ");
    go_to(&mut desk, "invalid");
    desk.press("\n");
    assert_eq!(
        desk.shown(),
        [0, 1, 2],
        "unclassified count as failures now"
    );
    let lines = desk.app.workspace().command_lines(PlaceName::Census, false);
    assert_eq!(
        lines.expect("three can be named").list,
        "cardex list --where line:1,2,3 --rules unclassified=fail"
    );
}

#[test]
fn a_figure_that_stays_moves_nothing() {
    let mut desk = Desk::new(PlaceName::Rules);
    desk.press(" ");
    go_to(&mut desk, "card");
    desk.press("\n");
    assert_eq!(desk.app.place(), PlaceName::Rules);
    assert_eq!(desk.says(), "No document moves in 'card'.");
}
