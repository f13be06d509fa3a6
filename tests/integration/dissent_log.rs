//! Readings outlive their writers: killed processes, crowded files, and a real size limit.
//!
//! The writers are this test program itself, started again with [`writer`] as its only test.

#![cfg(unix)]

use cardex::census::Rules;
use cardex::dissent::{Draft, Identity, Log, News, Reading, Says, Signature, read};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const FILE: &str = "CARDEX_TEST_LOG";
const NAME: &str = "CARDEX_TEST_WRITER";
const COUNT: &str = "CARDEX_TEST_COUNT";

fn reading(writer: &str, number: usize) -> Reading {
    let draft = Draft {
        document: Identity {
            host: format!("{writer}-{number}.example"),
            path: "/.well-known/agent-card.json".to_owned(),
            sha256: Some([7; 32]),
        },
        says: Says::NotACard,
        // Lines of many lengths, so that a cut falls everywhere.
        reason: "x".repeat(number * 37 % 400),
        tags: Vec::new(),
    };
    draft.sign(&Signature {
        reader: writer.to_owned(),
        time: "2026-10-12T08:30:00Z".to_owned(),
        rules: Rules::default(),
    })
}

/// Adds readings one by one and says `ack N` once the N-th is acknowledged.
#[test]
#[ignore = "a writer for the other tests, which start it"]
fn writer() {
    let path = std::env::var_os(FILE).expect("whoever starts a writer names its file");
    let name = std::env::var(NAME).expect("whoever starts a writer names it");
    let count = std::env::var(COUNT).expect("whoever starts a writer says how much");
    let count: usize = count.parse().expect("a number");
    let (mut log, _) = Log::open(Path::new(&path)).expect("readable");
    let mut out = std::io::stdout();
    for number in 0..count {
        match log.append(&[reading(&name, number)]) {
            Ok(_) => writeln!(out, "ack {number}").expect("the test listens"),
            Err(error) => {
                writeln!(out, "failed {error}").expect("the test listens");
                return;
            }
        }
    }
}

fn command() -> Command {
    let program = std::env::current_exe().expect("a test knows its program");
    let mut command = Command::new(program);
    command.args(["--exact", "dissent_log::writer", "--ignored", "--nocapture"]);
    command
}

fn start(mut command: Command, path: &Path, name: &str, count: usize) -> Child {
    command
        .env(FILE, path)
        .env(NAME, name)
        .env(COUNT, count.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the test program starts")
}

/// What a writer says of a number of its readings. The harness' own words share its lines.
fn acknowledged(line: &str) -> Option<usize> {
    line.split("ack ").nth(1)?.trim().parse().ok()
}

fn hosts(news: &News) -> Vec<&str> {
    let records = news.records.iter();
    records
        .map(|stored| stored.reading.document.host.as_str())
        .collect()
}

/// Numbers that look random and are the same every time (Marsaglia's xorshift).
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

#[test]
fn a_writer_killed_at_200_moments_loses_no_acknowledged_record() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let path = folder.path().join("x.dissent.jsonl");
    let mut seeded = Seeded(0x5eed);
    let mut expected: Vec<String> = Vec::new();
    for round in 0..200 {
        let name = format!("r{round}");
        let mut child = start(command(), &path, &name, usize::MAX);
        let out = child.stdout.take().expect("it was asked for");
        let mut lines = BufReader::new(out).lines();
        let wanted = usize::try_from(seeded.below(6)).expect("small");
        let mut acks = lines.by_ref().filter_map(|line| acknowledged(&line.ok()?));
        let mut last = acks.find(|number| *number >= wanted);
        // The moment within the next write, in steps far finer than one.
        let moment = Instant::now() + Duration::from_micros(seeded.below(400));
        while Instant::now() < moment {
            std::hint::spin_loop();
        }
        child.kill().expect("it runs until it is killed");
        child.wait().expect("it was killed");
        // What it said before it died counts.
        last = acks.last().or(last);
        let count = last.map_or(0, |number| number + 1);
        assert!(count > wanted, "round {round}: the writer never wrote");
        expected.extend((0..count).map(|number| format!("{name}-{number}.example")));

        let news = read(&path).expect("the file loads each time");
        let found = hosts(&news);
        let mut rest = found.iter();
        for host in &expected {
            assert!(
                rest.any(|found| found == host),
                "round {round}: {host} is lost: {found:?}"
            );
        }
    }
    let news = read(&path).expect("readable");
    assert!(
        !news
            .problems
            .iter()
            .any(|problem| problem.to_string().contains("left where it is:")),
        "no line in the middle is broken: {:?}",
        news.problems
    );
}

#[test]
fn two_processes_of_500_records_each_end_with_1000() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let path = folder.path().join("x.dissent.jsonl");
    let writers = ["left", "right"].map(|name| start(command(), &path, name, 500));
    for writer in writers {
        let output = writer.wait_with_output().expect("it ends");
        assert!(output.status.success());
    }
    let news = read(&path).expect("readable");
    assert_eq!(news.problems, []);
    for name in ["left", "right"] {
        let mine: Vec<_> = hosts(&news)
            .into_iter()
            .filter(|host| host.starts_with(name))
            .map(str::to_owned)
            .collect();
        let expected: Vec<_> = (0..500)
            .map(|number| format!("{name}-{number}.example"))
            .collect();
        assert_eq!(mine, expected);
    }
    assert_eq!(news.records.len(), 1000);
}

/// A limit on file size fails like a full disk once its signal is ignored: a short write, then an
/// error.
#[test]
fn a_size_limit_loses_nothing_acknowledged_and_leaves_whole_lines() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let path = folder.path().join("x.dissent.jsonl");
    let mut limited = Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$@\"", "sh"]);
    limited.arg(command().get_program());
    limited.args(command().get_args());
    let child = start(limited, &path, "w", 10_000);
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout);
    let count = said.lines().filter_map(acknowledged).count();
    assert!(
        said.contains("failed ") && said.contains("cannot write"),
        "{said}"
    );
    let expected: Vec<_> = (0..count)
        .map(|number| format!("w-{number}.example"))
        .collect();
    let news = read(&path).expect("readable");
    assert!(count > 10, "{said}");
    assert_eq!(
        (hosts(&news), news.problems.len()),
        (expected.iter().map(String::as_str).collect(), 0)
    );
    let (mut log, _) = Log::open(&path).expect("readable");
    log.append(&[reading("later", 1)])
        .expect("there is no limit any more");
    assert_eq!(read(&path).expect("readable").records.len(), count + 1);
}
