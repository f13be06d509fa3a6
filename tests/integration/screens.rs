//! Whole screens of the census place, each beside assertions about what text cannot show.
//!
//! A changed snapshot is read before it is accepted (`INSTA_UPDATE=always cargo test screens`).

use crate::program::{Looks, Program, repository};
use cardex::tui::theme::{GlyphSet, ThemeName};
use insta::assert_snapshot;
use ratatui::style::{Color, Modifier};

fn sample(width: u16, height: u16) -> Program {
    Program::on_sample(Looks::usual(width, height))
}

/// The row with the pointer is drawn in reverse video from end to end, and no other is.
#[track_caller]
fn assert_selection_is_reversed(program: &Program, text: &str) {
    let rows = program.rows_with(text);
    let row = rows.first().copied().expect("the selected row");
    let buffer = program.buffer();
    let is_reversed = |column: u16, row: u16| {
        let cell = buffer.cell((column, row)).expect("on screen");
        cell.modifier.contains(Modifier::REVERSED)
    };
    for column in 0..buffer.area.width {
        assert!(is_reversed(column, row), "column {column}\n{program}");
        assert!(!is_reversed(column, row + 1), "column {column}\n{program}");
    }
}

#[test]
fn the_census_at_80_by_24() {
    let program = sample(80, 24);
    assert_selection_is_reversed(&program, "▸  chalk-1162");
    assert_snapshot!("census_80x24", program.screen());
}

#[test]
fn the_census_at_120_by_40() {
    let program = sample(120, 40);
    assert_selection_is_reversed(&program, "▸  chalk-1162");
    assert!(
        program
            .style_of("Route ─")
            .add_modifier
            .contains(Modifier::BOLD)
    );
    assert_snapshot!("census_120x40", program.screen());
}

#[test]
fn the_census_at_200_by_60() {
    let program = sample(200, 60);
    assert_selection_is_reversed(&program, "▸  chalk-1162");
    assert_snapshot!("census_200x60", program.screen());
}

#[test]
fn one_pane_at_a_time_at_60_by_15() {
    let mut program = sample(60, 15);
    assert_selection_is_reversed(&program, "▸  chalk-1162");
    assert_snapshot!("list_60x15", program.screen());
    program.press("tab tab");
    assert_snapshot!("route_60x15", program.screen());
    program.press("tab");
    assert_snapshot!("transitions_60x15", program.screen());
    program.press("tab");
    assert_snapshot!("fields_60x15", program.screen());
}

#[test]
fn everything_is_reached_at_40_by_10() {
    let mut program = sample(40, 10);
    program.shows("chalk-1162").shows("661 of 661");
    assert_snapshot!("list_40x10", program.screen());
    program.press("tab tab down down space");
    program.shows("[x] inferred").shows("296 of 661");
    program.press("tab").shows("assigned");
    program.press("tab").shows("protocolVersion");
}

#[test]
fn below_the_smallest_size_one_line_says_so_and_nothing_is_lost() {
    let mut program = sample(80, 24);
    program.press("/ route:conflict enter down down");
    let before = program.screen();
    program.resize(39, 9).shows("40").hides("Census");
    assert_eq!(program.screen().trim().lines().count(), 1, "{program}");
    program.resize(80, 24);
    assert_eq!(program.screen(), before);
}

#[test]
fn marked_and_chosen_rows_are_told_by_sign_and_by_style() {
    let mut program = sample(120, 40);
    program.press("space");
    program.shows(" ● chalk-1162");
    let style = program.style_of("● chalk-1162");
    assert!(style.add_modifier.contains(Modifier::BOLD), "{program}");
    program.press("tab tab down down space");
    program.shows("[x] inferred");
    assert_snapshot!("marked_and_chosen_120x40", program.screen());
}

#[test]
fn without_colour_no_cell_has_one_and_the_selection_is_reversed() {
    for keys in [
        "",
        "space tab tab space",
        "?",
        ":",
        "/ nonsense:",
        "6",
        "enter",
    ] {
        let mut program = Program::on_sample(Looks {
            theme: ThemeName::Mono,
            ..Looks::usual(120, 40)
        });
        program.press(keys);
        for cell in program.buffer().content() {
            assert_eq!(
                (cell.fg, cell.bg),
                (Color::Reset, Color::Reset),
                "{program}"
            );
        }
        assert!(program.has_modifier(Modifier::REVERSED), "{program}");
    }
}

#[test]
fn every_theme_shows_the_same_characters() {
    let usual = sample(120, 40).screen();
    for theme in ThemeName::ALL {
        let program = Program::on_sample(Looks {
            theme,
            ..Looks::usual(120, 40)
        });
        assert_eq!(program.screen(), usual, "{}", theme.name());
    }
}

#[test]
fn ascii_draws_nothing_but_ascii() {
    for keys in [
        "",
        "space tab tab space",
        "?",
        ":",
        "/ nonsense:",
        "/ rou",
        "6",
        "enter",
        "f",
        "e",
        "2",
        "space space c",
        "3",
        "3 d",
        "4",
        "4 space",
        "5",
        "enter .",
        "enter . .",
        "6 G",
        "i",
        "!",
        "y",
    ] {
        let mut program = Program::on_sample(Looks {
            glyphs: GlyphSet::Ascii,
            ..Looks::usual(120, 40)
        });
        program.press(keys);
        let screen = program.screen();
        let other = screen.chars().find(|char| !char.is_ascii());
        assert_eq!(other, None, "{program}");
    }
    let program = Program::on_sample(Looks {
        glyphs: GlyphSet::Ascii,
        ..Looks::usual(80, 24)
    });
    assert_snapshot!("census_ascii_80x24", program.screen());
}

#[test]
fn help_lists_the_keys_of_the_place_and_says_what_cannot_be_done() {
    let mut program = sample(100, 60);
    program.press("?").shows("Document list");
    assert_snapshot!("help_100x60", program.screen());
    program.press("Esc").hides("Document list");
}

#[test]
fn the_palette_finds_commands_by_a_part_of_their_name() {
    let mut program = sample(80, 24);
    program.press(":").type_text("clr");
    program.shows("clear filter");
    assert_snapshot!("palette_80x24", program.screen());
}

#[test]
fn the_filter_line_completes_and_points_at_what_is_wrong() {
    let mut program = sample(80, 24);
    program.press("/").type_text("route:inf");
    program.shows("inferred");
    assert_snapshot!("prompt_completion_80x24", program.screen());
    program
        .press("tab enter")
        .shows("route:inferred")
        .shows("296 of 661");
    program.press("/").type_text("verdikt:invalid");
    assert_snapshot!("prompt_error_80x24", program.screen());
    program.press("Esc").shows("296 of 661");
}

#[test]
fn the_report_at_100_by_50() {
    let mut program = sample(100, 50);
    program.press("6 down down");
    program.shows("By attribution route");
    assert_snapshot!("report_100x50", program.screen());
    program
        .press("Enter")
        .shows("verdict:valid")
        .shows("311 of 661");
}

#[test]
fn the_report_at_40_by_10_keeps_labels_and_numbers() {
    let mut program = sample(40, 10);
    program.press("6").shows("311").shows("297");
    assert_snapshot!("report_40x10", program.screen());
}

/// `sample-data/census-place.svg` is made by the command in README.
#[test]
fn the_picture_in_the_repository_is_what_the_command_draws() {
    let out = std::process::Command::new(env!("CARGO_BIN_EXE_cardex"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("NO_COLOR")
        .args(PICTURE)
        .output()
        .expect("cardex runs");
    let drawn = String::from_utf8(out.stdout).expect("a picture is text");
    let kept = std::fs::read_to_string(repository("sample-data/census-place.svg"));
    assert!(
        kept.expect("the picture is there") == drawn,
        "the screen has changed: 'cardex {} -o sample-data/census-place.svg --force' makes the picture anew\n{}",
        PICTURE.join(" "),
        String::from_utf8_lossy(&out.stderr)
    );
}

/// The command line of the picture.
const PICTURE: [&str; 9] = [
    "screen",
    "sample-data/census.jsonl.gz",
    "sample-data/verdicts.csv",
    "sample-data/frame.csv",
    "--size=120x40",
    "--theme=dark",
    "--where=route:inferred verdict:invalid field:skills",
    "--keys=enter",
    "--format=svg",
];

#[test]
fn a_screen_as_text_is_what_the_program_shows() {
    let out = std::process::Command::new(env!("CARGO_BIN_EXE_cardex"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args([
            "screen",
            "sample-data/census.jsonl.gz",
            "sample-data/verdicts.csv",
            "sample-data/frame.csv",
            "--size=120x40",
            "--keys=/ route:conflict enter tab tab",
        ])
        .output()
        .expect("cardex runs");
    let mut program = sample(120, 40);
    program.press("/ route:conflict enter tab tab");
    assert_eq!(String::from_utf8_lossy(&out.stdout), program.screen());
    assert_eq!(out.status.code(), Some(0));
}

#[test]
fn a_search_says_which_hit_of_how_many_and_wraps() {
    let mut program = sample(120, 40);
    program.press("f").type_text("billing").press("enter");
    program.shows("1 of ").shows("billing");
    let first = program.workspace().cursor();
    program.press("N n");
    assert_eq!(program.workspace().cursor(), first, "{program}");
}
