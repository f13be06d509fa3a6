//! What strangers' text does to a screen: nothing but being seen.

use crate::program::{Looks, Program};
use cardex::tui::theme::GlyphSet;

/// Names that break other viewers, each with what must be read instead.
const NAMES: [(&str, &str); 14] = [
    ("\u{1b}[2Jcleared", "␛[2Jcleared"),
    ("\u{1b}]52;c;aGk=\u{7}copied", "␛]52;c;aGk=␇copied"),
    ("c1\u{9b}31m", "c1"),
    ("rtl\u{202e}gnp.exe", "rtl"),
    ("tags\u{e0068}\u{e0069}", "tags"),
    ("approved\rREJECT", "approved␍REJECT"),
    ("tab\tbed", "tab␉bed"),
    ("nul\u{0}byte", "nul␀byte"),
    ("line\nbreak", "line␊break"),
    ("[INFO] [red]", "[INFO] [red]"),
    ("{} %s {0}", "{} %s {0}"),
    ("<b>bold</b>", "<b>bold<"),
    ("日本語👩\u{200d}💻", "日本語"),
    ("zero\u{200b}width", "zero"),
];

fn jsonl() -> String {
    let mut out = String::new();
    for (number, (name, _)) in NAMES.iter().enumerate() {
        let body = serde_json::json!({
            "name": name, "description": name, "url": name, "version": name, "protocolVersion": name,
            "capabilities": {}, "skills": [{"id": name, "name": name, "description": name, "tags": [name]}],
            name.to_string(): name,
        });
        let record = serde_json::json!({
            "host": format!("{name}{number}.example"), "path": format!("/{name}"), "body": body.to_string(),
        });
        out.push_str(&record.to_string());
        out.push('\n');
    }
    out
}

/// Characters that must never reach a terminal.
fn is_dangerous(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}')
        || matches!(
            char,
            '\u{e0000}'..='\u{e007f}' | '\u{200b}' | '\u{2028}' | '\u{2029}' | '\u{feff}'
        )
}

#[track_caller]
fn assert_harmless(program: &Program) {
    for cell in program.buffer().content() {
        let found = cell.symbol().chars().find(|char| is_dangerous(*char));
        assert_eq!(found, None, "{program}");
    }
}

/// Every place and box a person gets to with a few keys.
const WAYS: [&str; 22] = [
    "",
    "enter",
    "enter tab",
    "enter tab tab",
    "enter l l l",
    "z",
    "?",
    ":",
    "!",
    "i",
    "y",
    "e",
    "f",
    "s",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "6 G",
    "enter i",
];

#[test]
fn hostile_text_is_seen_and_does_nothing_in_every_place_and_pane() {
    let jsonl = jsonl();
    for way in WAYS {
        for down in ["", "down down down", "G"] {
            let mut program = Program::on(&jsonl, Looks::usual(120, 40));
            program.press(down).press(way);
            assert_harmless(&program);
        }
    }
}

#[test]
fn every_byte_that_a_terminal_would_obey_has_a_mark_in_the_list() {
    let program = Program::on(&jsonl(), Looks::usual(200, 60));
    // Hosts are compared in lower case, and shown so.
    let screen = program.screen().to_lowercase();
    for (_, shown) in NAMES {
        assert!(
            screen.contains(&shown.to_lowercase()),
            "'{shown}'\n{program}"
        );
    }
    program
        .hides("approvedreject")
        .hides("tabbed")
        .hides("nulbyte");
    insta::assert_snapshot!("hostile_list_200x60", program.screen());
}

#[test]
fn hostile_text_in_a_filter_line_is_shown_and_not_obeyed() {
    for (name, _) in NAMES {
        let mut program = Program::on(&jsonl(), Looks::usual(100, 30));
        program.press("/").type_text("host:");
        // A paste may hold anything, line ends included.
        program.paste(name);
        assert_harmless(&program);
        program.press("enter");
        assert_harmless(&program);
        program.press("Esc");
        assert_harmless(&program);
    }
}

#[test]
fn hostile_text_is_ascii_where_ascii_is_asked_for() {
    for way in WAYS {
        let mut program = Program::on(
            &jsonl(),
            Looks {
                glyphs: GlyphSet::Ascii,
                ..Looks::usual(120, 40)
            },
        );
        program.press(way);
        assert_harmless(&program);
    }
}

#[test]
fn the_columns_stay_straight_whatever_the_names_are() {
    let program = Program::on(&jsonl(), Looks::usual(120, 60));
    let screen = program.screen();
    let head = screen
        .lines()
        .find(|line| line.contains("document "))
        .expect("the names of the columns");
    let column = head.split("verdict").next().map(cardex::text::width);
    let rows: Vec<&str> = screen
        .lines()
        .filter(|line| line.contains("✗ invalid"))
        .collect();
    assert!(rows.len() > 5, "{program}");
    for row in rows
        .iter()
        .filter(|row| row.contains(".example") || row.contains('…'))
    {
        let before = row.split("✗ invalid").next().map(cardex::text::width);
        assert_eq!(before, column, "{row}\n{program}");
    }
}
