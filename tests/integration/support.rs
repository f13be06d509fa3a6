//! Runs the real program in a world of its own: a temporary folder and a cleaned environment.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A temporary folder in which the program runs.
pub(crate) struct World {
    folder: tempfile::TempDir,
}

impl World {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
        }
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file, and the folders it is in.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Self {
        let path = self.folder().join(name);
        if let Some(above) = path.parent() {
            std::fs::create_dir_all(above).expect("a folder can be made");
        }
        std::fs::write(path, bytes).expect("a file can be written");
        self
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.folder().join(name))
            .unwrap_or_else(|error| panic!("{name}: {error}; there is {:?}", self.files()))
    }

    pub(crate) fn files(&self) -> Vec<String> {
        let mut files = Vec::new();
        let mut folders = vec![self.folder().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("the folder can be listed") {
                let path = entry.expect("the folder can be listed").path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let below = path.strip_prefix(self.folder()).unwrap_or(&path);
                    files.push(below.display().to_string());
                }
            }
        }
        files.sort();
        files
    }

    /// The program with these arguments, not yet run.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardex"));
        command
            .args(arguments)
            .current_dir(self.folder())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.folder())
            .env("USER", "ada")
            .env("NO_COLOR", "1")
            .env("COLUMNS", "100");
        command
    }

    /// Runs the program with nothing on its standard input.
    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        self.run_with(arguments, b"")
    }

    /// Runs the program with these bytes on its standard input.
    pub(crate) fn run_with(&self, arguments: &[&str], input: &[u8]) -> Run {
        let mut command = self.command(arguments);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("it was asked for");
        let input = input.to_vec();
        // A program that does not read its input closes it, which is no fault of the test.
        let writer = std::thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
        let output = child.wait_with_output().expect("the program ends");
        writer.join().expect("writing does not panic");
        Run {
            arguments: arguments.iter().map(|text| (*text).to_owned()).collect(),
            files: self.files(),
            code: output.status.code(),
            stdout: output.stdout,
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// What a run came to.
pub(crate) struct Run {
    arguments: Vec<String>,
    files: Vec<String>,
    pub(crate) code: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Run {
    /// The run for a person, whatever it wrote.
    pub(crate) fn describe(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "command: cardex {}", self.arguments.join(" "));
        let _ = writeln!(text, "files:   {}", self.files.join(", "));
        let _ = writeln!(text, "code:    {:?}", self.code);
        let _ = writeln!(text, "stdout:\n{}", String::from_utf8_lossy(&self.stdout));
        let _ = write!(text, "stderr:\n{}", self.stderr);
        text
    }

    #[track_caller]
    pub(crate) fn code(&self, expected: i32) -> &Self {
        assert_eq!(self.code, Some(expected), "\n{}", self.describe());
        self
    }

    #[track_caller]
    pub(crate) fn ok(&self) -> &Self {
        self.code(0)
    }

    /// Whether every part stands in standard output.
    #[track_caller]
    pub(crate) fn says(&self, parts: &[&str]) -> &Self {
        for part in parts {
            assert!(
                self.text().contains(part),
                "expected {part:?} in\n{}",
                self.describe()
            );
        }
        self
    }

    /// Whether every part stands in standard error.
    #[track_caller]
    pub(crate) fn complains(&self, parts: &[&str]) -> &Self {
        for part in parts {
            assert!(
                self.stderr.contains(part),
                "expected {part:?} in\n{}",
                self.describe()
            );
        }
        self
    }

    #[track_caller]
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).expect("what is written for people is text")
    }

    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.stdout)
            .unwrap_or_else(|error| panic!("{error}\n{}", self.describe()))
    }

    /// Every line of standard output as JSON.
    #[track_caller]
    pub(crate) fn json_lines(&self) -> Vec<serde_json::Value> {
        let lines = self.text().lines().map(serde_json::from_str);
        lines
            .collect::<Result<_, _>>()
            .unwrap_or_else(|error| panic!("{error}\n{}", self.describe()))
    }

    /// Standard output as CSV, the header first.
    #[track_caller]
    pub(crate) fn csv(&self) -> Vec<Vec<String>> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(self.stdout.as_slice());
        let row = |row: csv::Result<csv::StringRecord>| {
            let row = row.unwrap_or_else(|error| panic!("{error}\n{}", self.describe()));
            row.iter().map(str::to_owned).collect()
        };
        reader.records().map(row).collect()
    }
}

/// A file of the repository.
pub(crate) fn repository(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// A file of the repository, as an argument.
pub(crate) fn argument(name: &str) -> String {
    let path: &OsStr = &repository(name).into_os_string();
    path.to_str()
        .expect("the repository's path is text")
        .to_owned()
}

/// The sample's corpus.
pub(crate) fn census() -> String {
    argument("sample-data/census.jsonl.gz")
}

/// The sample's verdict file.
pub(crate) fn verdicts() -> String {
    argument("sample-data/verdicts.csv")
}

/// The sample's frame file.
pub(crate) fn frame() -> String {
    argument("sample-data/frame.csv")
}

/// Bytes as gzip writes them.
pub(crate) fn gzipped(bytes: &[u8]) -> Vec<u8> {
    cardex::corpus::gzip::compress(bytes)
}

/// One envelope, as a line.
pub(crate) fn envelope(host: &str, body: &str) -> String {
    let value = serde_json::json!({
        "host": host,
        "path": "/.well-known/agent-card.json",
        "body": body,
    });
    format!("{value}\n")
}
