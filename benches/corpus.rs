//! Loading and grading generated documents, in one run beside `gzip -dc` of the same file.
//!
//! `cargo bench --bench corpus` prints one line per measurement: wall time, peak memory and how it
//! compares. `CARDEX_BENCH_DOCUMENTS=1000000` makes it a larger corpus. The file is generated once
//! below `target/` and reused. Nothing here passes or fails; README states what was measured.

use cardex::corpus::gzip::{Finish, compressor};
use cardex::sample::{generated, jsonl_line};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let count = std::env::var("CARDEX_BENCH_DOCUMENTS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(100_000);
    let (file, bodies) = corpus(count)?;
    let packed = std::fs::metadata(&file)?.len();
    let mut out = std::io::stdout();
    writeln!(
        out,
        "{count} documents, {} MB of bodies, {} MB compressed",
        bodies / 1_000_000,
        packed / 1_000_000
    )?;
    let cardex = env!("CARGO_BIN_EXE_cardex");
    let runs: [(&str, &str, &[&str]); 3] = [
        ("gzip -dc", "gzip", &["-dc"]),
        ("cardex grade", cardex, &["grade"]),
        ("cardex report", cardex, &["report", "--format", "json"]),
    ];
    // Once unmeasured, so that every run finds the file in the system's cache.
    measure("gzip", &["-dc"], &file)?;
    let mut baseline = None;
    for (name, program, arguments) in runs {
        let mut best = measure(program, arguments, &file)?;
        for _ in 0..2 {
            let again = measure(program, arguments, &file)?;
            best.wall = best.wall.min(again.wall);
            best.memory = best.memory.max(again.memory);
        }
        let wall = best.wall.as_secs_f64();
        let baseline = *baseline.get_or_insert(wall);
        writeln!(
            out,
            "{name:<16} {wall:6.2} s  {:5.2} × gzip -dc  peak {:6.1} MiB  ({:.2} × bodies)",
            wall / baseline,
            best.memory as f64 / f64::from(1 << 20),
            best.memory as f64 / bodies as f64
        )?;
    }
    let explored = explore(cardex, &file)?;
    writeln!(
        out,
        "the explorer: first frame after {} ms, everything loaded after {:.2} s, peak {:.1} MiB ({:.2} × bodies)",
        explored.first_frame.as_millis(),
        explored.loaded.as_secs_f64(),
        explored.memory as f64 / f64::from(1 << 20),
        explored.memory as f64 / bodies as f64
    )?;
    Ok(())
}

/// Size of the pseudo terminal.
const ROWS: NonZeroU16 = NonZeroU16::new(40).expect("not 0");
const COLUMNS: NonZeroU16 = NonZeroU16::new(120).expect("not 0");

struct Explored {
    first_frame: Duration,
    loaded: Duration,
    memory: u64,
}

/// Opens the terminal on the file in a pseudo terminal and waits until everything is loaded.
fn explore(program: &str, file: &Path) -> Result<Explored, Box<dyn Error>> {
    let size = PtySize {
        rows: ROWS.get(),
        cols: COLUMNS.get(),
        pixel_width: 0,
        pixel_height: 0,
    };
    let pair = native_pty_system().openpty(size)?;
    let mut command = CommandBuilder::new(program);
    command.arg(file);
    command.env("TERM", "xterm-256color");
    let start = Instant::now();
    let mut child = pair.slave.spawn_command(command)?;
    drop(pair.slave);
    let mut output = pair.master.try_clone_reader()?;
    let (sender, screens) = channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 65_536];
        while let Ok(count @ 1..) = output.read(&mut bytes) {
            if sender.send(bytes[..count].to_vec()).is_err() {
                return;
            }
        }
    });
    let mut screen = vt100::Parser::new(ROWS, COLUMNS, 0);
    let (mut first_frame, mut memory) = (None, 0);
    let loaded = loop {
        if let Ok(bytes) = screens.recv_timeout(Duration::from_millis(5)) {
            screen.process(&bytes);
        }
        let text = screen.screen().contents();
        if text.contains("Census") {
            first_frame.get_or_insert(start.elapsed());
        }
        memory = memory.max(child.process_id().map_or(0, peak_memory));
        if text.contains(" documents") && !text.contains('≥') && !text.contains(" 0 documents") {
            break start.elapsed();
        }
        if start.elapsed() > Duration::from_secs(600) {
            return Err("the explorer did not finish loading within ten minutes".into());
        }
    };
    pair.master.take_writer()?.write_all(b"q")?;
    child.wait()?;
    Ok(Explored {
        first_frame: first_frame.unwrap_or(loaded),
        loaded,
        memory,
    })
}

/// The generated corpus, and how many bytes its bodies have.
fn corpus(count: usize) -> Result<(PathBuf, u64), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("generated-{count}.jsonl.gz"));
    let size = folder.join(format!("generated-{count}.size"));
    if let Ok(bodies) = std::fs::read_to_string(&size) {
        return Ok((file, bodies.trim().parse()?));
    }
    let mut bodies = 0;
    let mut writer = compressor(BufWriter::new(File::create(&file)?));
    for document in generated(1).take(count) {
        bodies += document.body.len() as u64;
        writeln!(writer, "{}", jsonl_line(&document))?;
    }
    writer.finish()?.flush()?;
    std::fs::write(size, bodies.to_string())?;
    Ok((file, bodies))
}

struct Measured {
    wall: Duration,
    /// Peak resident memory in bytes; 0 where the system does not tell.
    memory: u64,
}

fn measure(program: &str, arguments: &[&str], file: &Path) -> Result<Measured, Box<dyn Error>> {
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(arguments)
        .arg(file)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let mut memory = 0;
    loop {
        memory = memory.max(peak_memory(child.id()));
        if let Some(status) = child.try_wait()? {
            if !status.success() {
                return Err(format!("{program} failed: {status}").into());
            }
            return Ok(Measured {
                wall: start.elapsed(),
                memory,
            });
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Linux keeps a process' peak as `VmHWM` while it lives.
fn peak_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or(0) * 1024
}
