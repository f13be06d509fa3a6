//! The log on a disk that can be made to fail at any byte, and on real files.

use super::*;
use crate::dissent::readings::fixtures::{draft, signature, standing};
use crate::dissent::{Kept, Readings, Says};
use proptest::prelude::*;
use std::fs;
use std::sync::{Arc, Mutex, MutexGuard};

/// How writing goes wrong once the bytes that may still be written are used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// No room: writing fails, everything else works.
    Full,
    /// No room, and nothing can be cut off either.
    FullAndStuck,
    /// The writer is killed: nothing it does has any effect from here on.
    Killed,
}

#[derive(Clone, Debug, Default)]
struct Content {
    exists: bool,
    bytes: Vec<u8>,
    torn: Vec<u8>,
    /// What a power cut leaves.
    synced: Vec<u8>,
    is_name_synced: bool,
    /// Which file stands under the name.
    inode: u64,
}

#[derive(Debug, Default)]
struct State {
    content: Content,
    has_no_locks: bool,
    is_read_only: bool,
    cannot_set_aside: bool,
    cannot_sync: bool,
    fault: Option<(Fault, u64)>,
    is_dead: bool,
}

/// A disk with one log on it, shared by everyone who opens it.
#[derive(Clone, Default)]
struct Disk(Arc<Mutex<State>>);

impl Disk {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0
            .lock()
            .expect("no test panics while it holds the disk")
    }

    fn holding(bytes: impl AsRef<[u8]>) -> Self {
        let disk = Self::default();
        disk.put(bytes);
        disk
    }

    /// Puts another file in the place of the log.
    fn put(&self, bytes: impl AsRef<[u8]>) {
        let mut state = self.state();
        let bytes = bytes.as_ref().to_vec();
        state.content.synced.clone_from(&bytes);
        state.content.bytes = bytes;
        state.content.exists = true;
        state.content.inode += 1;
    }

    fn fail_after(&self, fault: Fault, bytes: u64) {
        self.state().fault = Some((fault, bytes));
    }

    /// Another day: the dead process is gone, there is room again.
    fn recover(&self) {
        let mut state = self.state();
        state.fault = None;
        state.is_dead = false;
    }

    fn bytes(&self) -> Vec<u8> {
        self.state().content.bytes.clone()
    }

    fn open(&self) -> (Log, News) {
        Log::open_in(Box::new(self.clone()), "x.dissent.jsonl".to_owned()).expect("it can be read")
    }

    fn hosts(&self) -> Vec<String> {
        hosts(&self.open().1)
    }
}

fn no_room() -> io::Error {
    io::ErrorKind::StorageFull.into()
}

fn dead() -> io::Error {
    io::Error::other("killed")
}

impl Storage for Disk {
    fn open_to_read(&self) -> io::Result<Option<Box<dyn Handle>>> {
        let state = self.state();
        let inode = state.content.inode;
        let opened = || {
            Box::new(Open {
                disk: self.clone(),
                inode,
                locked: false,
            }) as Box<dyn Handle>
        };
        Ok(state.content.exists.then(opened))
    }

    fn open_to_append(&self) -> io::Result<Box<dyn Handle>> {
        let mut state = self.state();
        if state.is_read_only {
            return Err(io::ErrorKind::ReadOnlyFilesystem.into());
        }
        if state.is_dead {
            return Err(dead());
        }
        if !state.content.exists {
            state.content.exists = true;
            state.content.inode += 1;
            state.content.bytes.clear();
        }
        let (inode, locked) = (state.content.inode, !state.has_no_locks);
        Ok(Box::new(Open {
            disk: self.clone(),
            inode,
            locked,
        }))
    }

    fn sync_name(&self) -> io::Result<()> {
        let mut state = self.state();
        if state.is_dead {
            return Err(dead());
        }
        state.content.is_name_synced = true;
        Ok(())
    }
}

struct Open {
    disk: Disk,
    inode: u64,
    locked: bool,
}

impl Handle for Open {
    fn is_locked(&self) -> bool {
        self.locked
    }

    fn is_current(&self) -> bool {
        self.disk.state().content.inode == self.inode
    }

    fn stamp(&self) -> Option<Stamp> {
        Some((0, self.inode))
    }

    fn size(&mut self) -> io::Result<u64> {
        Ok(self.disk.state().content.bytes.len() as u64)
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let state = self.disk.state();
        let rest = state
            .content
            .bytes
            .get(offset as usize..)
            .unwrap_or_default();
        // Short reads are allowed, and must not matter.
        let count = rest.len().min(buffer.len()).min(7);
        buffer[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }

    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.disk.state();
        if state.is_dead {
            return Err(dead());
        }
        let Some((fault, room)) = state.fault else {
            state.content.bytes.extend_from_slice(bytes);
            return Ok(());
        };
        if bytes.len() as u64 <= room {
            state.content.bytes.extend_from_slice(bytes);
            state.fault = Some((fault, room - bytes.len() as u64));
            return Ok(());
        }
        state
            .content
            .bytes
            .extend_from_slice(&bytes[..room as usize]);
        state.fault = Some((fault, 0));
        state.is_dead = fault == Fault::Killed;
        Err(no_room())
    }

    fn truncate(&mut self, size: u64) -> io::Result<()> {
        let mut state = self.disk.state();
        if state.is_dead || matches!(state.fault, Some((Fault::FullAndStuck, _))) {
            return Err(dead());
        }
        state.content.bytes.truncate(size as usize);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        let mut state = self.disk.state();
        if state.is_dead || state.cannot_sync {
            return Err(dead());
        }
        let content = &mut state.content;
        content.synced.clone_from(&content.bytes);
        Ok(())
    }

    fn set_aside(&mut self, offset: u64) -> io::Result<String> {
        let mut state = self.disk.state();
        if state.is_dead || state.cannot_set_aside {
            return Err(dead());
        }
        let tail = state.content.bytes[offset as usize..].to_vec();
        state.content.torn.extend_from_slice(&tail);
        state.content.torn.push(b'\n');
        Ok("x.dissent.jsonl.torn".to_owned())
    }
}

fn reading(host: &str) -> Reading {
    draft(host, Says::NotACard).sign(&signature("ada"))
}

fn line(host: &str) -> String {
    String::from_utf8(line_of(&reading(host))).expect("JSON is UTF-8")
}

fn hosts(news: &News) -> Vec<String> {
    let records = news.records.iter();
    records
        .map(|stored| stored.reading.document.host.replace(".example", ""))
        .collect()
}

#[test]
fn nothing_is_written_before_the_first_record() {
    let disk = Disk::default();
    let (mut log, news) = disk.open();
    assert!(news.is_empty());
    assert!(log.poll().expect("nothing to read").is_empty());
    assert_eq!(
        log.append(&[]).expect("nothing to write"),
        Vec::<u64>::new()
    );
    assert!(!disk.state().content.exists);
    assert_eq!(
        log.append(&[reading("a"), reading("b")])
            .expect("there is room"),
        [1, 2]
    );
    assert_eq!(
        String::from_utf8(disk.bytes()).expect("JSON"),
        line("a") + &line("b")
    );
}

#[test]
fn what_is_acknowledged_is_on_the_disk_with_its_name() {
    let disk = Disk::default();
    let (mut log, _) = disk.open();
    for host in ["a", "b"] {
        log.append(&[reading(host)]).expect("there is room");
        let content = disk.state().content.clone();
        assert_eq!(content.synced, content.bytes);
        assert!(content.is_name_synced);
    }
}

#[test]
fn what_cannot_be_synced_is_not_acknowledged_and_not_left_behind() {
    let disk = Disk::holding(line("a"));
    let (mut log, _) = disk.open();
    disk.state().cannot_sync = true;
    log.append(&[reading("b")]).expect_err("it is on no disk");
    assert_eq!(disk.bytes(), line("a").as_bytes());
}

/// Three additions of one, two and one records, the writer killed after every possible byte.
#[test]
fn a_writer_killed_at_any_byte_loses_nothing_acknowledged_and_spoils_nothing_after() {
    let batches = [vec!["a"], vec!["b", "c"], vec!["d"]];
    let total = (line("a").len() * 4) as u64;
    for (has_no_locks, cannot_set_aside) in [(false, false), (false, true), (true, false)] {
        for cut in 0..=total {
            let disk = Disk::default();
            {
                let mut state = disk.state();
                state.has_no_locks = has_no_locks;
                state.cannot_set_aside = cannot_set_aside;
            }
            disk.fail_after(Fault::Killed, cut);
            let (mut log, _) = disk.open();
            let mut acknowledged = Vec::new();
            for batch in &batches {
                let readings: Vec<_> = batch.iter().map(|host| reading(host)).collect();
                if log.append(&readings).is_ok() {
                    acknowledged.extend(batch.iter().map(ToString::to_string));
                }
            }
            disk.recover();
            let left = disk.bytes();
            let (mut log, news) = disk.open();
            let found = hosts(&news);
            assert!(found.starts_with(&acknowledged), "cut at {cut}: {found:?}");
            log.append(&[reading("z")]).expect("there is room again");
            let again = disk.hosts();
            assert_eq!(
                again,
                [found, vec!["z".to_owned()]].concat(),
                "cut at {cut}"
            );
            // Nothing is lost, not even what was torn.
            let content = disk.state().content.clone();
            let torn = left
                .rsplit(|byte| *byte == b'\n')
                .next()
                .unwrap_or_default();
            let kept = [content.bytes, content.torn].concat();
            assert!(
                kept.windows(torn.len().max(1))
                    .any(|part| torn.is_empty() || part == torn)
            );
        }
    }
}

#[test]
fn a_disk_full_at_any_byte_leaves_the_file_as_it_was() {
    for cut in 0..line("a").len() as u64 * 2 {
        let disk = Disk::holding(line("before"));
        let (mut log, _) = disk.open();
        disk.fail_after(Fault::Full, cut);
        let error = log
            .append(&[reading("a"), reading("b")])
            .expect_err("there is no room");
        assert_eq!(
            error.to_string(),
            "x.dissent.jsonl: cannot write: the disk is full"
        );
        assert_eq!(disk.bytes(), line("before").as_bytes(), "cut at {cut}");
        disk.recover();
        assert_eq!(
            log.append(&[reading("a")]).expect("there is room again"),
            [2]
        );
        assert!(log.poll().expect("readable").is_empty());
    }
}

#[test]
fn where_nothing_can_be_cut_off_the_next_record_begins_on_its_own_line() {
    for cannot_set_aside in [false, true] {
        for cut in 0..line("a").len() as u64 {
            let disk = Disk::holding(line("before"));
            let (mut log, _) = disk.open();
            disk.state().cannot_set_aside = cannot_set_aside;
            disk.fail_after(Fault::FullAndStuck, cut);
            log.append(&[reading("a")]).expect_err("there is no room");
            log.append(&[reading("a")])
                .expect_err("there is still no room");
            disk.recover();
            log.append(&[reading("b")]).expect("there is room again");
            let mut expected = vec!["before", "b"];
            if cut == line("a").len() as u64 - 1 {
                // All but the line's end was written: a whole record, though not acknowledged.
                expected.insert(1, "a");
            }
            assert_eq!(disk.hosts(), expected, "cut at {cut}");
        }
    }
}

#[test]
fn a_torn_last_line_is_moved_aside_and_reported() {
    let torn = r#"{"host":"half.exam"#;
    let disk = Disk::holding(line("a") + torn);
    let (_, news) = disk.open();
    assert_eq!(hosts(&news), ["a"]);
    let [problem] = &news.problems[..] else {
        panic!("expected one problem, found {:?}", news.problems);
    };
    assert_eq!(
        problem.to_string(),
        "line 2 broke off after 18 bytes and is no reading; it was moved to x.dissent.jsonl.torn"
    );
    assert_eq!(disk.bytes(), line("a").as_bytes());
    assert_eq!(disk.state().content.torn, format!("{torn}\n").as_bytes());
    assert!(disk.open().1.problems.is_empty());
}

#[test]
fn a_torn_line_that_cannot_be_moved_is_left_and_told() {
    let disk = Disk::holding(line("a") + "{\"ho");
    disk.state().is_read_only = true;
    let (mut log, news) = disk.open();
    assert_eq!(hosts(&news), ["a"]);
    let torn = Problem::Torn {
        line: 2,
        bytes: 4,
        moved_to: None,
    };
    assert_eq!(news.problems, [torn]);
    let error = log.append(&[reading("b")]).expect_err("it is read-only");
    assert!(error.to_string().contains("read-only"), "{error}");
}

#[test]
fn without_locks_nothing_is_cut_off_or_moved() {
    let disk = Disk::holding(line("a") + "{\"ho");
    disk.state().has_no_locks = true;
    let (mut log, news) = disk.open();
    assert!(news.problems.contains(&Problem::NoLocks));
    log.append(&[reading("b")]).expect("there is room");
    let expected = line("a") + "{\"ho\n" + &line("b");
    assert_eq!(String::from_utf8(disk.bytes()).expect("text"), expected);
    let (_, news) = disk.open();
    assert_eq!(hosts(&news), ["a", "b"]);
    assert!(matches!(
        news.problems[..],
        [Problem::Unreadable { line: 2, .. }]
    ));
}

#[test]
fn a_whole_record_without_a_line_end_counts_and_gets_its_end() {
    let whole = line("b");
    let disk = Disk::holding(line("a") + whole.trim_end());
    let (mut log, news) = disk.open();
    assert_eq!(hosts(&news), ["a", "b"]);
    assert_eq!(news.problems, []);
    assert_eq!(log.append(&[reading("c")]).expect("there is room"), [3]);
    assert!(log.poll().expect("readable").is_empty(), "b is not news");
    assert_eq!(
        String::from_utf8(disk.bytes()).expect("text"),
        line("a") + &whole + &line("c")
    );
}

#[test]
fn lines_that_are_no_records_stay_and_are_reported_with_their_number() {
    let long = format!("{{\"host\":\"{}\"}}", "x".repeat(LINE_AT_MOST));
    let text = format!(
        "\u{feff}{}\r\n\nnot JSON\n{long}\n{}",
        line("a").trim_end(),
        line("b")
    );
    let disk = Disk::holding(&text);
    let (_, news) = disk.open();
    assert_eq!(hosts(&news), ["a", "b"]);
    assert_eq!(news.records[1].line, 5);
    let told: Vec<_> = news.problems.iter().map(ToString::to_string).collect();
    assert!(
        told[0].starts_with("line 3 is no reading and is left where it is: expected"),
        "{told:?}"
    );
    assert!(told[1].starts_with("line 4 is no reading"), "{told:?}");
    assert!(
        told[1].ends_with("expected at most 1048576 bytes, found 1048587"),
        "{told:?}"
    );
    assert_eq!(disk.bytes(), text.as_bytes());
}

#[test]
fn a_reading_that_could_not_be_read_again_is_refused() {
    let disk = Disk::default();
    let (mut log, _) = disk.open();
    let mut long = reading("a");
    long.reason = "x".repeat(LINE_AT_MOST);
    let error = log.append(&[long]).expect_err("nobody could read it");
    assert!(error.to_string().contains("shorten its reason"), "{error}");
    let mut nobody = reading("a");
    nobody.document.host.clear();
    nobody.document.sha256 = None;
    let error = log
        .append(&[reading("a"), nobody])
        .expect_err("nobody could find it again");
    assert!(error.to_string().contains("cannot be told"), "{error}");
    assert!(!disk.state().content.exists);
}

#[test]
fn each_sees_what_the_other_adds() {
    let disk = Disk::default();
    let (mut mine, _) = disk.open();
    let (mut other, _) = disk.open();
    assert_eq!(mine.append(&[reading("a")]).expect("room"), [1]);
    assert_eq!(hosts(&other.poll().expect("readable")), ["a"]);
    assert_eq!(other.append(&[reading("b")]).expect("room"), [2]);
    assert_eq!(
        mine.append(&[reading("c")]).expect("room"),
        [3],
        "after what the other wrote"
    );
    assert_eq!(hosts(&mine.poll().expect("readable")), ["b"]);
    assert_eq!(hosts(&other.poll().expect("readable")), ["c"]);
    assert!(mine.poll().expect("readable").is_empty());
}

#[test]
fn a_line_that_is_being_written_is_not_news_yet() {
    let disk = Disk::holding(line("a"));
    let (mut log, _) = disk.open();
    let next = line("b");
    disk.state()
        .content
        .bytes
        .extend_from_slice(&next.as_bytes()[..20]);
    assert!(log.poll().expect("readable").is_empty());
    disk.state()
        .content
        .bytes
        .extend_from_slice(&next.as_bytes()[20..]);
    assert_eq!(hosts(&log.poll().expect("readable")), ["b"]);
}

#[test]
fn a_file_that_was_cut_rewritten_or_replaced_is_read_anew() {
    let rewritten = line("x") + &line("y") + &line("z");
    for (content, is_other_file, change, expected) in [
        (line("a"), false, Change::Replaced, vec!["a"]),
        (
            rewritten.clone(),
            false,
            Change::Replaced,
            vec!["x", "y", "z"],
        ),
        (
            line("a") + &line("b") + &line("c"),
            true,
            Change::Replaced,
            vec!["a", "b", "c"],
        ),
        (String::new(), false, Change::Gone, vec![]),
    ] {
        let disk = Disk::holding(line("a") + &line("b"));
        let (mut log, _) = disk.open();
        if is_other_file {
            disk.put(&content);
        } else {
            disk.state().content.bytes = content.into_bytes();
        }
        let news = log.poll().expect("readable");
        assert_eq!(
            (news.change, hosts(&news)),
            (change, expected.iter().map(ToString::to_string).collect())
        );
        log.append(&[reading("new")]).expect("room");
        let mut all = expected;
        all.push("new");
        assert_eq!(disk.hosts(), all);
    }
}

#[test]
fn records_added_to_a_replaced_file_are_part_of_what_is_heard_of_it() {
    let disk = Disk::holding(line("a"));
    let (mut log, news) = disk.open();
    let mut readings = Readings::of(&news);
    disk.put(line("b"));
    let given = readings.give(vec![reading("c")]);
    let lines = log.append(&[reading("c")]).expect("room");
    readings.mark_saved(&given.ids, &lines);
    readings.take(&log.poll().expect("readable"));
    assert_eq!(standing(&readings, "a", "ada"), None);
    for host in ["b", "c"] {
        assert_eq!(standing(&readings, host, "ada"), Some(Says::NotACard));
    }
    assert_eq!(
        (readings.records().count(), readings.unsaved_count()),
        (2, 0)
    );
}

#[test]
fn a_deleted_file_is_told_and_its_readings_can_be_written_again() {
    let disk = Disk::holding(line("a"));
    let (mut log, news) = disk.open();
    let mut readings = Readings::of(&news);
    disk.state().content = Content::default();
    let news = log.poll().expect("there is nothing to fail");
    assert_eq!(news.change, Change::Gone);
    readings.take(&news);
    let unsaved: Vec<_> = readings
        .not_saved()
        .iter()
        .map(|record| Reading::clone(record.reading()))
        .collect();
    log.append(&unsaved).expect("room");
    assert_eq!(disk.hosts(), ["a"]);
}

/// One thing that happens to a log with two writers.
#[derive(Clone, Debug)]
enum Event {
    Append(usize, usize),
    Poll(usize),
    Restart(usize),
    Fault(Fault, u64),
    Recover,
}

fn event() -> impl Strategy<Value = Event> {
    let fault = prop_oneof![Just(Fault::Full), Just(Fault::FullAndStuck)];
    prop_oneof![
        4 => (0usize..2, 1usize..4).prop_map(|(writer, count)| Event::Append(writer, count)),
        2 => (0usize..2).prop_map(Event::Poll),
        1 => (0usize..2).prop_map(Event::Restart),
        2 => (fault, 0u64..700).prop_map(|(fault, bytes)| Event::Fault(fault, bytes)),
        2 => Just(Event::Recover),
    ]
}

proptest! {
    #[test]
    fn whatever_fails_acknowledged_records_are_in_the_file_and_on_both_screens(
        events in prop::collection::vec(event(), 1..40), has_no_locks: bool,
    ) {
        let disk = Disk::default();
        disk.state().has_no_locks = has_no_locks;
        let mut writers: Vec<(Log, Readings)> = (0..2)
            .map(|_| { let (log, news) = disk.open(); (log, Readings::of(&news)) })
            .collect();
        let mut acknowledged = Vec::new();
        let mut number = 0;
        for event in events {
            match event {
                Event::Append(writer, count) => {
                    let (log, readings) = &mut writers[writer];
                    let new: Vec<_> = (0..count).map(|_| { number += 1; reading(&format!("h{number}")) }).collect();
                    let given = readings.give(new.clone());
                    match log.append(&new) {
                        Ok(lines) => {
                            readings.mark_saved(&given.ids, &lines);
                            acknowledged.extend(new);
                        }
                        Err(error) => readings.mark_not_saved(&given.ids, &error.to_string()),
                    }
                }
                Event::Poll(writer) => {
                    let (log, readings) = &mut writers[writer];
                    readings.take(&log.poll().expect("reading never fails here"));
                }
                Event::Restart(writer) => {
                    let (log, news) = disk.open();
                    writers[writer] = (log, Readings::of(&news));
                }
                Event::Fault(fault, bytes) => disk.fail_after(fault, bytes),
                Event::Recover => disk.recover(),
            }
        }
        disk.recover();
        // Whoever writes next gives a whole last line its end; until then it is no news to anyone.
        let (log, readings) = &mut writers[0];
        let given = readings.give(vec![reading("last")]);
        let lines = log.append(&[reading("last")]).expect("there is room again");
        readings.mark_saved(&given.ids, &lines);
        acknowledged.push(reading("last"));
        let (_, news) = disk.open();
        let in_file: Vec<&Reading> = news.records.iter().map(|stored| &stored.reading).collect();
        let mut rest = in_file.iter();
        for record in &acknowledged {
            prop_assert!(rest.any(|found| *found == record), "{record:?} is missing or out of order");
        }
        for (log, readings) in &mut writers {
            readings.take(&log.poll().expect("reading never fails here"));
            let on_disk = readings.records().filter(|record| matches!(record.kept(), Kept::OnDisk { .. }));
            prop_assert_eq!(on_disk.count(), in_file.len());
        }
    }
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("the system has a place for temporary files")
}

#[test]
fn a_real_file_is_made_with_its_folders_and_followed() {
    let folder = folder();
    let path = folder.path().join("data/readings/x.dissent.jsonl");
    let (mut log, news) = Log::open(&path).expect("nothing is there yet");
    assert!(news.is_empty() && !path.exists());
    assert_eq!(log.append(&[reading("a")]).expect("room"), [1]);
    let (mut other, _) = Log::open(&path).expect("it is there now");
    assert_eq!(other.append(&[reading("b")]).expect("room"), [2]);
    assert_eq!(hosts(&log.poll().expect("readable")), ["b"]);
    assert_eq!(
        fs::read_to_string(&path).expect("readable"),
        line("a") + &line("b")
    );
}

#[test]
fn a_real_torn_line_goes_to_a_real_file_and_a_second_one_joins_it() {
    let folder = folder();
    let path = folder.path().join("x.jsonl");
    for torn in ["{\"host", "{\"reader\":"] {
        let whole = fs::read_to_string(&path).unwrap_or_default();
        fs::write(&path, whole + &line("a") + torn).expect("writable");
        assert_eq!(
            read(&path).expect("readable").problems.len(),
            1,
            "only told"
        );
        Log::open(&path).expect("readable");
    }
    assert_eq!(
        fs::read_to_string(&path).expect("readable"),
        line("a") + &line("a")
    );
    let aside = fs::read_to_string(folder.path().join("x.jsonl.torn")).expect("it was moved here");
    assert_eq!(aside, "{\"host\n{\"reader\":\n");
}

#[test]
fn two_writers_of_500_records_each_end_with_1000() {
    let folder = folder();
    let path = folder.path().join("x.jsonl");
    let write = |name: &'static str| {
        let path = path.clone();
        std::thread::spawn(move || {
            let (mut log, news) = Log::open(&path).expect("readable");
            let mut readings = Readings::of(&news);
            for number in 0..500 {
                let new = reading(&format!("{name}{number}"));
                let given = readings.give(vec![new.clone()]);
                let lines = log.append(&[new]).expect("room");
                readings.mark_saved(&given.ids, &lines);
                if number % 50 == 0 {
                    readings.take(&log.poll().expect("readable"));
                }
            }
            (log, readings)
        })
    };
    let writers = [write("left"), write("right")];
    let writers = writers.map(|writer| writer.join().expect("no writer panics"));
    let news = read(&path).expect("readable");
    assert_eq!((news.records.len(), news.problems.len()), (1000, 0));
    for (mut log, mut readings) in writers {
        readings.take(&log.poll().expect("readable"));
        let heard: std::collections::BTreeMap<u64, _> = readings
            .records()
            .map(|record| match record.kept() {
                Kept::OnDisk { line } => (*line, Reading::clone(record.reading())),
                other => panic!("expected it on the disk, found {other:?}"),
            })
            .collect();
        let written = news
            .records
            .iter()
            .map(|stored| (stored.line, stored.reading.clone()));
        assert_eq!(
            heard,
            written.collect(),
            "every line, and under its own number"
        );
    }
}

#[test]
fn a_file_replaced_while_a_writer_waits_gets_the_record() {
    let folder = folder();
    let path = folder.path().join("x.jsonl");
    fs::write(&path, line("a")).expect("writable");
    let (mut log, _) = Log::open(&path).expect("readable");
    let held = fs::File::open(&path).expect("readable");
    held.lock().expect("this system has locks");
    let (started, has_started) = std::sync::mpsc::channel();
    let waiting = std::thread::spawn(move || {
        started.send(()).expect("the test waits for it");
        log.append(&[reading("c")]).expect("room")
    });
    has_started.recv().expect("the writer starts");
    let new = folder.path().join("new");
    fs::write(&new, line("b")).expect("writable");
    fs::rename(&new, &path).expect("same folder");
    drop(held);
    assert_eq!(waiting.join().expect("it does not panic"), [2]);
    assert_eq!(
        fs::read_to_string(&path).expect("readable"),
        line("b") + &line("c")
    );
}

#[test]
fn where_nothing_can_be_written_the_readings_can_be_saved_elsewhere() {
    let folder = folder();
    let file = folder.path().join("file");
    fs::write(&file, "").expect("writable");
    // No folder can be made under a file, not even by a user who may write everywhere.
    let (mut log, news) =
        Log::open(&file.join("x.jsonl")).unwrap_or_else(|error| panic!("{error}"));
    let mut readings = Readings::of(&news);
    let given = readings.give(vec![reading("a"), reading("b")]);
    let error = log
        .append(&[reading("a"), reading("b")])
        .expect_err("there is no such place");
    readings.mark_not_saved(&given.ids, &error.to_string());

    let elsewhere = folder.path().join("elsewhere.jsonl");
    fs::write(&elsewhere, line("b") + &line("c")).expect("writable");
    let (mut log, news) = save_elsewhere(&elsewhere, &readings).expect("room");
    readings.take(&news);
    assert_eq!(
        (readings.unsaved_count(), readings.records().count()),
        (0, 3)
    );
    assert_eq!(
        fs::read_to_string(&elsewhere).expect("readable"),
        line("b") + &line("c") + &line("a"),
        "what was there stays, what it lacked is added"
    );
    assert_eq!(log.append(&[reading("d")]).expect("room"), [4]);
}

/// Files that are something else: with and without line ends, and what their first line looks like.
fn strangers() -> Vec<Vec<u8>> {
    let cards = r#"{"host":"a.example","path":"/p","body":"{}"}"#;
    vec![
        format!("{cards}\n").into_bytes(),
        format!("{cards}\n{{\"host\":\"b.exa").into_bytes(),
        // A corpus of one document without a line end is no torn record: it is whole.
        cards.as_bytes().to_vec(),
        b"name,url\na,b\n".to_vec(),
        b"\n\nsome text".to_vec(),
        b"{\"reader\":\"ada\",".to_vec(),
        vec![0x1f, 0x8b, 8, 0, 0x0a, 0xff, 0x0a, 0x80, 0x81],
    ]
}

fn is_refused(error: &Error) -> bool {
    matches!(error.kind, ErrorKind::WrongInput { .. }) && error.place.is_some()
}

#[test]
fn a_file_that_is_no_file_of_readings_is_refused_and_left_alone() {
    let folder = folder();
    let path = folder.path().join("cards.jsonl");
    let mut readings = Readings::default();
    readings.give(vec![reading("a")]);
    for content in strangers() {
        fs::write(&path, &content).expect("writable");
        let errors = [
            Log::open(&path).expect_err("it is no file of readings"),
            Log::look(&path).expect_err("it is no file of readings"),
            read(&path).expect_err("it is no file of readings"),
            save_elsewhere(&path, &readings).expect_err("it is no file of readings"),
        ];
        for error in &errors {
            assert!(is_refused(error), "{error}");
        }
        assert_eq!(fs::read(&path).expect("readable"), content);
    }
    let files = fs::read_dir(folder.path()).expect("readable").count();
    assert_eq!(files, 1, "nothing was moved beside it");
}

#[test]
fn the_refusal_names_the_file_what_was_expected_and_found_and_what_to_do() {
    let disk = Disk::holding([0x1f, 0x8b, 8, 0]);
    let error = Log::open_in(Box::new(disk), "c.jsonl.gz".to_owned()).expect_err("it is gzip");
    assert_eq!(
        error.to_string(),
        "c.jsonl.gz: expected a file of readings, a JSON object a line, found no reading in it; \
         line 1: compressed data (gzip); it is left as it is; name a file of readings, or one that \
         is not there yet"
    );
}

#[test]
fn a_first_record_torn_at_any_byte_is_still_a_file_of_readings() {
    let whole = line("a");
    for cut in 1..whole.len() - 1 {
        let disk = Disk::holding(&whole.as_bytes()[..cut]);
        let (mut log, news) = disk.open();
        assert!(matches!(news.problems[..], [Problem::Torn { line: 1, .. }]));
        assert_eq!(log.append(&[reading("b")]).expect("room"), [1]);
        assert_eq!(disk.hosts(), ["b"], "cut at {cut}");
    }
}

#[test]
fn an_empty_file_and_one_of_empty_lines_can_be_written_to() {
    for content in ["", "\n\n", "\u{feff}"] {
        let disk = Disk::holding(content);
        let (mut log, _) = disk.open();
        log.append(&[reading("a")]).expect("room");
        assert!(disk.bytes().starts_with(content.as_bytes()));
    }
}

#[test]
fn a_file_of_something_else_put_in_the_place_of_the_log_is_not_written_to() {
    for content in strangers() {
        let disk = Disk::holding(line("a"));
        let (mut log, _) = disk.open();
        disk.put(&content);
        let error = log.append(&[reading("b")]).expect_err("it is another file");
        assert!(is_refused(&error), "{error}");
        assert_eq!(disk.bytes(), content);
        assert_eq!(disk.state().content.torn, b"");
    }
}

#[test]
fn who_only_looks_changes_nothing_and_the_first_addition_moves_the_torn_line() {
    let folder = folder();
    let path = folder.path().join("x.jsonl");
    let aside = folder.path().join("x.jsonl.torn");
    let text = line("a") + "{\"host";
    fs::write(&path, &text).expect("writable");
    let (mut log, news) = Log::look(&path).expect("readable");
    assert_eq!(hosts(&news), ["a"]);
    let torn = Problem::Torn {
        line: 2,
        bytes: 6,
        moved_to: None,
    };
    assert_eq!(news.problems, [torn]);
    assert!(log.poll().expect("readable").is_empty());
    assert_eq!(fs::read_to_string(&path).expect("readable"), text);
    assert!(!aside.exists());
    assert_eq!(log.append(&[reading("b")]).expect("room"), [2]);
    let told = log.poll().expect("readable").problems;
    assert!(
        matches!(
            &told[..],
            [Problem::Torn {
                moved_to: Some(_),
                ..
            }]
        ),
        "{told:?}"
    );
    assert_eq!(
        fs::read_to_string(&path).expect("readable"),
        line("a") + &line("b")
    );
    assert_eq!(
        fs::read_to_string(&aside).expect("it was moved here"),
        "{\"host\n"
    );
}
