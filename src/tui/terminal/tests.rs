//! The terminal is restored whatever happens, seen from outside: a child process runs in a
//! pseudo terminal, takes it over, and comes to an end.
//!
//! The child is this test program itself, running one of the ignored tests below.

use std::io::Read;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

use super::*;

/// What a child wrote to its terminal until it ended.
fn ran(child: &str) -> String {
    let size = PtySize {
        rows: 24,
        cols: 80,
        pixel_width: 0,
        pixel_height: 0,
    };
    let pair = native_pty_system()
        .openpty(size)
        .expect("the system has pseudo terminals");
    let program = std::env::current_exe().expect("a running program has a path");
    let mut command = CommandBuilder::new(program);
    let name = format!("tui::terminal::tests::{child}");
    command.args(["--ignored", "--exact", "--nocapture", &name]);
    command.env("RUST_BACKTRACE", "0");
    let mut running = pair
        .slave
        .spawn_command(command)
        .expect("this program can be run");
    drop(pair.slave);
    let mut reader = pair
        .master
        .try_clone_reader()
        .expect("a terminal can be read");
    let mut written = Vec::new();
    // Linux reports the end of a pseudo terminal as an error; what was read before counts.
    let _ = reader.read_to_end(&mut written);
    let _ = running.wait();
    String::from_utf8_lossy(&written).into_owned()
}

const ENTERED: &str = "\u{1b}[?1049h";
const LEFT: &str = "\u{1b}[?1049l";
const CURSOR_SHOWN: &str = "\u{1b}[?25h";
const PASTE_OFF: &str = "\u{1b}[?2004l";
const MOUSE_OFF: &str = "\u{1b}[?1000l";

#[track_caller]
fn assert_restored_before(written: &str, later: &str) {
    let entered = written
        .find(ENTERED)
        .unwrap_or_else(|| panic!("not entered: {written:?}"));
    let said = written
        .find(later)
        .unwrap_or_else(|| panic!("'{later}' not said: {written:?}"));
    for sequence in [LEFT, CURSOR_SHOWN, PASTE_OFF, MOUSE_OFF] {
        let at = written
            .rfind(sequence)
            .unwrap_or_else(|| panic!("no {sequence:?}: {written:?}"));
        assert!(
            entered < at && at < said,
            "{sequence:?} comes too late: {written:?}"
        );
    }
}

#[test]
#[ignore = "runs only as the child of another test"]
fn child_whose_thread_panics() {
    guard_panics(|| ());
    let _claim = Claim::take(true).expect("the child has a terminal");
    let mut screen = ScreenWriter::default();
    screen
        .write_all(b"half a frame")
        .expect("a vector takes it");
    let worker = std::thread::spawn(|| panic!("the worker broke"));
    assert!(worker.join().is_err());
    screen.flush().expect("a flush after the end does nothing");
    assert!(!is_taken());
}

#[test]
fn a_panic_of_any_thread_restores_first_and_prints_then() {
    let written = ran("child_whose_thread_panics");
    assert_restored_before(&written, "the worker broke");
    assert!(!written.contains("half a frame"), "{written:?}");
}

#[test]
#[ignore = "runs only as the child of another test"]
fn child_that_ends_early() {
    fn fails() -> io::Result<()> {
        let _claim = Claim::take(false)?;
        Err(io::Error::other("early"))
    }
    let error = fails().expect_err("it always fails");
    let _ = writeln!(io::stdout(), "ended: {error}");
}

#[test]
fn an_early_return_restores_too() {
    assert_restored_before(&ran("child_that_ends_early"), "ended: early");
}

#[test]
#[ignore = "runs only as the child of another test"]
fn child_that_is_told_to_end() {
    let (inbox, events) = std::sync::mpsc::channel();
    let _watch = crate::tui::signals::watch(inbox).expect("signals can be watched");
    let claim = Claim::take(false).expect("the child has a terminal");
    signal_hook::low_level::raise(signal_hook::consts::SIGTERM).expect("a signal can be raised");
    let event = events.recv().expect("the signal becomes an event");
    drop(claim);
    let _ = writeln!(io::stdout(), "ended by {event:?}");
}

#[test]
fn a_signal_is_an_event_and_the_end_is_orderly() {
    assert_restored_before(&ran("child_that_is_told_to_end"), "ended by Stop(15)");
}

#[test]
#[ignore = "runs only as the child of another test"]
fn child_that_is_too_busy_to_end() {
    let (inbox, _events) = std::sync::mpsc::channel();
    let _watch = crate::tui::signals::watch(inbox).expect("signals can be watched");
    let _claim = Claim::take(false).expect("the child has a terminal");
    signal_hook::low_level::raise(signal_hook::consts::SIGTERM).expect("a signal can be raised");
    loop {
        std::thread::park();
    }
}

#[test]
fn a_program_that_is_too_busy_is_ended_with_its_terminal_restored() {
    let written = ran("child_that_is_too_busy_to_end");
    assert!(
        written.contains(ENTERED) && written.ends_with(CURSOR_SHOWN),
        "{written:?}"
    );
}
