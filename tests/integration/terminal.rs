//! The binary in a pseudo-terminal: keys in, bytes out, and the terminal as it was.
//!
//! Nothing here sleeps: a reader thread feeds a terminal emulator, and a test waits on a condition
//! until it holds or a deadline passes.

#![cfg(unix)]

use crate::program::{repository, sample};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

/// The longest a test waits for anything; a loaded machine is slow.
const PATIENCE: Duration = Duration::from_secs(40);

/// What has come from the program.
struct Heard {
    emulator: vt100::Parser,
    bytes: Vec<u8>,
    has_ended: bool,
}

struct Terminal {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    heard: Arc<(Mutex<Heard>, Condvar)>,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols: columns,
        pixel_width: 0,
        pixel_height: 0,
    }
}

fn cells(count: u16) -> NonZero<u16> {
    NonZero::new(count).expect("a terminal has cells")
}

/// The binary with a clean environment.
fn cardex(arguments: &[&str]) -> CommandBuilder {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_cardex"));
    command.args(arguments);
    prepare(&mut command);
    command
}

fn prepare(command: &mut CommandBuilder) {
    command.env_clear();
    command.env("TERM", "xterm-256color");
    command.env("PATH", std::env::var("PATH").unwrap_or_default());
    command.env("HOME", "/nonexistent");
    command.env("LC_ALL", "C.UTF-8");
    command.cwd(repository("."));
}

const SAMPLE: [&str; 3] = [
    "sample-data/census.jsonl.gz",
    "sample-data/verdicts.csv",
    "sample-data/frame.csv",
];

fn on_sample(more: &[&str]) -> Terminal {
    let arguments: Vec<&str> = SAMPLE.iter().chain(more).copied().collect();
    Terminal::start(cardex(&arguments), (120, 40))
}

impl Terminal {
    fn start(command: CommandBuilder, (columns, rows): (u16, u16)) -> Self {
        let pair = native_pty_system()
            .openpty(size(columns, rows))
            .expect("a pseudo-terminal");
        let child = pair.slave.spawn_command(command).expect("cardex starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let writer = pair.master.take_writer().expect("a writer");
        let heard = Arc::new((
            Mutex::new(Heard {
                emulator: vt100::Parser::new(cells(rows), cells(columns), 0),
                bytes: Vec::new(),
                has_ended: false,
            }),
            Condvar::new(),
        ));
        let told = Arc::clone(&heard);
        std::thread::spawn(move || {
            let mut buffer = [0; 8192];
            loop {
                // The other end is closed when the program has ended; Linux says so as an error.
                let count = reader.read(&mut buffer).unwrap_or(0);
                let (heard, changed) = &*told;
                let mut heard = heard.lock().expect("nobody panics with the lock");
                heard.emulator.process(&buffer[..count]);
                heard.bytes.extend_from_slice(&buffer[..count]);
                heard.has_ended |= count == 0;
                changed.notify_all();
                if count == 0 {
                    return;
                }
            }
        });
        Self {
            master: pair.master,
            writer,
            child,
            heard,
        }
    }

    fn send(&mut self, keys: &str) -> &mut Self {
        self.writer.write_all(keys.as_bytes()).expect("keys arrive");
        self.writer.flush().expect("keys arrive");
        self
    }

    /// Waits until something holds.
    #[track_caller]
    fn wait(&self, what: &str, holds: impl Fn(&Heard) -> bool) -> &Self {
        let (heard, changed) = &*self.heard;
        let until = Instant::now() + PATIENCE;
        let mut heard = heard.lock().expect("the reader lives");
        while !holds(&heard) {
            let left = until.saturating_duration_since(Instant::now());
            assert!(
                !left.is_zero() && !heard.has_ended,
                "{what} did not happen; the screen:\n{}\nthe last bytes: {:?}",
                heard.emulator.screen().contents(),
                String::from_utf8_lossy(&heard.bytes[heard.bytes.len().saturating_sub(300)..])
            );
            heard = changed
                .wait_timeout(heard, left)
                .expect("the reader lives")
                .0;
        }
        self
    }

    #[track_caller]
    fn shows(&self, text: &str) -> &Self {
        self.wait(&format!("'{text}'"), |heard| {
            heard.emulator.screen().contents().contains(text)
        })
    }

    fn resize(&mut self, columns: u16, rows: u16) -> &mut Self {
        let (heard, _) = &*self.heard;
        heard
            .lock()
            .expect("the reader lives")
            .emulator
            .screen_mut()
            .set_size(cells(rows), cells(columns));
        self.master
            .resize(size(columns, rows))
            .expect("the terminal is resized");
        self
    }

    /// Waits for the end and returns the exit code and everything that was heard.
    #[track_caller]
    fn ended(mut self) -> (u32, String) {
        let (heard, changed) = &*self.heard;
        let until = Instant::now() + PATIENCE;
        let mut told = heard.lock().expect("the reader lives");
        while !told.has_ended {
            let left = until.saturating_duration_since(Instant::now());
            assert!(
                !left.is_zero(),
                "cardex does not end; the screen:\n{}",
                told.emulator.screen().contents()
            );
            told = changed
                .wait_timeout(told, left)
                .expect("the reader lives")
                .0;
        }
        let bytes = String::from_utf8_lossy(&told.bytes).into_owned();
        drop(told);
        let status = self.child.wait().expect("the end is known");
        (status.exit_code(), bytes)
    }
}

/// The terminal is as it was: main screen, cursor seen, no mouse, no paste mode.
#[track_caller]
fn assert_restored(bytes: &str) {
    for (on, off) in [
        ("\u{1b}[?1049h", "\u{1b}[?1049l"),
        ("\u{1b}[?25l", "\u{1b}[?25h"),
        ("\u{1b}[?2004h", "\u{1b}[?2004l"),
        ("\u{1b}[?1000h", "\u{1b}[?1000l"),
        ("\u{1b}[?1003h", "\u{1b}[?1003l"),
        ("\u{1b}[?1006h", "\u{1b}[?1006l"),
    ] {
        let last_on = bytes.rfind(on);
        let last_off = bytes.rfind(off);
        assert!(
            last_on.is_none() || last_off > last_on,
            "{on:?} stays in force"
        );
    }
    assert!(bytes.contains("\u{1b}[?1049h"), "it was taken at all");
    assert!(bytes.contains("\u{1b}[?25h"), "the cursor is shown");
}

#[test]
fn a_person_filters_by_each_pane_types_a_query_undoes_and_leaves() {
    let mut terminal = on_sample(&[]);
    terminal.shows("661 of 661 shown");
    // The first pane: the third route.
    terminal.send("\t\tjj ").shows("296 of 661 shown");
    // The transition table: right column of the second row.
    terminal.send("\tjl ").shows("220 of 661 shown");
    terminal.send("u").shows("296 of 661 shown");
    // The fields: the first one.
    terminal.send("\t ").shows("field:protocolVersion");
    terminal.send("x").shows("661 of 661 shown");
    terminal.send("/route:conflict\r").shows("98 of 661 shown");
    terminal.resize(80, 24).shows("98 of 661 shown");
    terminal.resize(39, 9).shows("40");
    terminal.resize(120, 40).shows("98 of 661 shown");
    terminal.send("u").shows("661 of 661 shown");
    terminal.send("m").shows("captured");
    terminal.send("q");
    let (code, bytes) = terminal.ended();
    assert_eq!(code, 0, "{bytes:?}");
    assert!(bytes.contains("\u{1b}[?1000h"), "the mouse was captured");
    assert_restored(&bytes);
}

#[test]
fn yanked_and_exported_bytes_are_those_of_the_corpus() {
    let folder = tempfile::tempdir().expect("a folder");
    let clipboard = folder.path().join("clipboard");
    let way = format!("file:{}", clipboard.display());
    let mut terminal = on_sample(&["--clipboard", &way]);
    terminal.shows("661 of 661 shown");
    // Into the open document and on to its bytes; what is copied is the document all the same.
    terminal
        .send("j\rl")
        .shows("observatory-0908.example/.well-known");
    terminal.send("yd").shows("Written to");
    let corpus = &sample().0;
    let row = corpus.rows().nth(1).expect("a second document");
    assert_eq!(
        std::fs::read(&clipboard).expect("it was copied"),
        row.body().expect("it has a body")
    );
    terminal
        .send("/route:unclassified\r")
        .shows("53 of 661 shown");
    terminal.send("Y").shows("command line");
    let lines = std::fs::read_to_string(&clipboard).expect("it was copied");
    assert!(
        lines.starts_with("cardex sample-data/census.jsonl.gz"),
        "{lines}"
    );
    assert!(lines.contains("--where route:unclassified"), "{lines}");
    let file = folder.path().join("out.jsonl");
    // The line holds a name already; it is replaced.
    terminal.send("ej\u{15}");
    terminal
        .send(&format!("{}\r", file.display()))
        .shows("53 documents are in");
    terminal.send("q");
    assert_eq!(terminal.ended().0, 0);
    let read = crate::program::corpus(&std::fs::read_to_string(&file).expect("it was written"));
    let wanted = corpus.rows().filter(|row| {
        row.judgement(&cardex::census::Rules::default()).route
            == Some(cardex::census::Route::Unclassified)
    });
    let bodies = |body: Option<&[u8]>| body.map(<[u8]>::to_vec);
    let wanted: Vec<_> = wanted
        .map(|row| (row.host().to_owned(), bodies(row.body())))
        .collect();
    let found: Vec<_> = read
        .rows()
        .map(|row| (row.host().to_owned(), bodies(row.body())))
        .collect();
    assert_eq!(found, wanted);
}

#[test]
fn a_signal_restores_the_terminal() {
    let terminal = on_sample(&["--mouse"]);
    terminal.shows("661 of 661 shown");
    let id = terminal.child.process_id().expect("it runs").to_string();
    let status = std::process::Command::new("kill")
        .args(["-TERM", &id])
        .status()
        .expect("kill runs");
    assert!(status.success());
    let (code, bytes) = terminal.ended();
    assert_ne!(code, 0);
    assert_restored(&bytes);
}

#[test]
fn keys_come_from_the_terminal_while_the_corpus_is_on_standard_input() {
    let binary = env!("CARGO_BIN_EXE_cardex");
    let mut command = CommandBuilder::new("sh");
    let line = format!("cat sample-data/census.jsonl.gz | '{binary}' -");
    command.args(["-c", &line]);
    prepare(&mut command);
    let mut terminal = Terminal::start(command, (100, 30));
    terminal.shows("661 of 661 shown");
    terminal.send("/verdict:valid\r").shows("311 of 661 shown");
    terminal.send("q");
    let (code, bytes) = terminal.ended();
    assert_eq!(code, 0, "{bytes:?}");
    assert_restored(&bytes);
}

#[test]
fn a_gzip_that_ends_early_shows_what_arrived_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cut.jsonl.gz");
    let whole = std::fs::read(repository("sample-data/census.jsonl.gz")).expect("the sample");
    std::fs::write(&path, &whole[..whole.len() / 2]).expect("written");
    let mut terminal = Terminal::start(cardex(&[text(&path)]), (120, 40));
    terminal.shows("ends early").shows("shown");
    terminal.send("q");
    let (_, bytes) = terminal.ended();
    assert_restored(&bytes);
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn without_colour_the_selection_is_in_reverse_video_and_nothing_undoes_it() {
    let mut command = cardex(&SAMPLE);
    command.env("NO_COLOR", "1");
    let mut terminal = Terminal::start(command, (120, 40));
    terminal.shows("661 of 661 shown");
    terminal.wait("a selected row in reverse video", |heard| {
        let screen = heard.emulator.screen();
        let (rows, _) = screen.size();
        (0..rows.get()).any(|row| {
            let is_pointer = |cell: &vt100::Cell| cell.contents() == "▸" && cell.inverse();
            screen.cell(row, 0).is_some_and(is_pointer)
                && screen.cell(row, 5).is_some_and(vt100::Cell::inverse)
        })
    });
    terminal.send("q");
    let (code, bytes) = terminal.ended();
    assert_eq!(code, 0);
    assert!(
        !bytes.contains("\u{1b}[;m"),
        "an empty colour undoes reverse video"
    );
    // Every style sequence is made of modifiers and of the way back to the terminal's own colours.
    for piece in bytes.split("\u{1b}[").skip(1) {
        let digits = |char: &char| char.is_ascii_digit() || *char == ';';
        let numbers: String = piece.chars().take_while(digits).collect();
        if piece.chars().nth(numbers.len()) == Some('m') {
            let is_plain = |number: &str| {
                matches!(
                    number,
                    "0" | "1" | "2" | "4" | "7" | "22" | "24" | "27" | "39" | "49" | "59"
                )
            };
            assert!(numbers.split(';').all(is_plain), "ESC[{numbers}m");
        }
    }
}

#[test]
fn a_terminal_of_one_cell_starts_grows_and_ends() {
    let mut terminal = Terminal::start(cardex(&SAMPLE), (1, 1));
    terminal.wait("the first frame", |heard| {
        String::from_utf8_lossy(&heard.bytes).contains("\u{1b}[?1049h")
    });
    terminal.resize(100, 30).shows("661 of 661 shown");
    terminal.send("q");
    let (code, bytes) = terminal.ended();
    assert_eq!(code, 0);
    assert_restored(&bytes);
}

#[test]
fn a_person_reads_all_unclassified_comes_back_changes_some_undoes_and_exports() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("readings.jsonl");
    let kept_text = kept.display().to_string();
    let arguments = [
        "--dissent",
        &kept_text,
        "--reader",
        "ada",
        "--place",
        "dissent",
    ];
    let records = || {
        let text = std::fs::read_to_string(&kept).unwrap_or_default();
        text.lines().count()
    };

    let mut terminal = on_sample(&arguments);
    terminal.shows("0 of 53 read").shows("661 of 661 shown");
    for read in 1..=53 {
        terminal.send("a").shows(&format!("{read} of 53 read"));
    }
    terminal.send("q");
    let (code, bytes) = terminal.ended();
    assert_eq!(code, 0);
    assert_restored(&bytes);
    // What the screen counted as read is on disk.
    assert_eq!(records(), 53);

    let mut terminal = on_sample(&arguments);
    terminal.shows("53 of 53 read");
    terminal.send("g");
    for changed in 1..=5 {
        terminal
            .send("c")
            .wait("a changed reading on disk", |_| records() == 53 + changed);
        terminal.send("j");
    }
    for undone in 1..=2 {
        terminal
            .send("u")
            .wait("an undone reading on disk", |_| records() == 58 + undone);
        terminal.shows("Taken back");
    }
    let file = folder.path().join("as-read.csv");
    terminal.send("er\u{15}");
    terminal
        .send(&format!("{}\r", file.display()))
        .wait("the export", |_| file.exists());
    terminal.send("q");
    assert_eq!(terminal.ended().0, 0);

    let mut rows = csv::Reader::from_path(&file).expect("the export is CSV");
    let reading = rows
        .headers()
        .expect("it has heads")
        .iter()
        .position(|head| head == "reading")
        .expect("a column for readings");
    let mut counts = std::collections::BTreeMap::new();
    for row in rows.records() {
        let row = row.expect("a row");
        *counts.entry(row[reading].to_owned()).or_insert(0) += 1;
    }
    let said = |name: &str| counts.get(name).copied().unwrap_or(0);
    assert_eq!(
        (said("not-a-card"), said("cannot-tell")),
        (50, 3),
        "{counts:?}"
    );
}

#[test]
fn a_person_marks_three_clouds_compares_them_and_takes_the_comparison_away() {
    let folder = tempfile::tempdir().expect("a folder");
    let clipboard = folder.path().join("clipboard");
    let way = format!("file:{}", clipboard.display());
    let command = cardex(&["sample-data/clouds/day-2.jsonl.gz", "--clipboard", &way]);
    let mut terminal = Terminal::start(command, (160, 50));
    terminal.shows("3 of 3 shown");
    terminal.send(" ").shows("1 marked");
    terminal.send(" ").shows("2 marked");
    terminal.send(" ").shows("3 marked");
    terminal.send("c").shows("3 side by side");
    terminal.shows("hybrid").shows("shape");
    terminal.send("ym").shows("Written to");
    let copied = std::fs::read_to_string(&clipboard).expect("it was copied");
    // What tells the three apart stands in what a person takes away.
    for part in ["hybrid", "pushNotifications", "0.0.0.0:8080", "model:"] {
        assert!(copied.contains(part), "{part} in {copied}");
    }
    terminal.resize(80, 24).shows("hybrid");
    terminal.send("D").shows("differ");
    // From a field of the place beside it to the documents that carry it.
    terminal.send("5").shows("fields of 3 documents");
    terminal
        .send("fpreferredTransport\r")
        .shows("preferredTransport");
    terminal.send("j\r").shows("2 of 3 shown");
    terminal.send("q");
    let (code, bytes) = terminal.ended();
    assert_eq!(code, 0);
    assert_restored(&bytes);
}

#[test]
fn a_list_fits_the_terminal_it_is_written_to() {
    let list = ["list", SAMPLE[0], SAMPLE[1], "--where", "route:conflict"];
    let chosen = [&list[..], &["--columns", "address,sha256,bytes"]].concat();
    for (arguments, columns, head) in [
        (&list[..], 80, "address route version verdict faults agree"),
        (
            &list[..],
            150,
            "address route version verdict alternative tolerant faults bytes published agree",
        ),
        (&chosen[..], 60, "address sha256 bytes"),
    ] {
        let (code, bytes) = Terminal::start(cardex(arguments), (columns, 40)).ended();
        assert_eq!(code, 0);
        let rows: Vec<&str> = bytes
            .lines()
            .filter(|line| line.starts_with("  "))
            .map(str::trim_end)
            .collect();
        assert!(rows.len() > 1, "{bytes}");
        let words: Vec<&str> = rows[0].split_whitespace().collect();
        assert_eq!(words.join(" "), head);
        for row in rows {
            assert!(row.chars().count() <= usize::from(columns), "{row}");
        }
        let is_shortened = columns == 80;
        assert_eq!(
            bytes.contains("no room for the columns"),
            is_shortened,
            "{bytes}"
        );
    }
}
