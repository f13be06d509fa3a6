//! Takes text to the person's clipboard, and says which way it went.
//!
//! Three ways: the clipboard of the desktop, the terminal's own (the escape sequence OSC 52, which
//! also works over SSH and inside tmux), or a file. The desktop's is asked on a thread of its own
//! with a time limit, because a display that hangs must not hang the program. On Linux the text
//! is served by the process that set it, so one clipboard lives as long as the program.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

/// How long the desktop's clipboard may take.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long the program waits at its end for the text to be handed over to the desktop.
const HANDOVER: Duration = Duration::from_millis(300);
/// The longest text sent to the terminal, in bytes: common terminals drop longer sequences
/// (100,000 characters of base64) without a word.
pub const OSC52_LIMIT: usize = 74_994;

/// Which way to take.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Way {
    /// The desktop's clipboard where there is one, else the terminal's, else a file.
    #[default]
    Auto,
    /// Only the desktop's clipboard.
    System,
    /// Only the terminal's.
    Osc52,
    /// Only a file: this one, or the usual one.
    File(Option<PathBuf>),
}

impl Way {
    /// Reads what stands after `--clipboard`: `system`, `osc52`, `file` or `file:PATH`.
    ///
    /// # Errors
    ///
    /// A sentence that says what was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            None if text == "auto" => Ok(Self::Auto),
            None if text == "system" => Ok(Self::System),
            None if text == "osc52" => Ok(Self::Osc52),
            None if text == "file" => Ok(Self::File(None)),
            Some(("file", path)) if !path.is_empty() => Ok(Self::File(Some(path.into()))),
            _ => Err(format!(
                "expected 'auto', 'system', 'osc52', 'file' or 'file:PATH', found '{text}'"
            )),
        }
    }
}

/// What the surroundings say about the ways there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Surroundings {
    /// The session came over SSH.
    pub is_remote: bool,
    /// There is a display (always so on macOS and Windows).
    pub has_display: bool,
    /// The terminal is tmux.
    pub is_tmux: bool,
}

impl Surroundings {
    /// Reads them from variables of the environment, by name.
    #[must_use]
    pub fn from_variables(is_set: impl Fn(&str) -> bool) -> Self {
        let own_display = cfg!(any(target_os = "macos", windows));
        let is_remote = is_set("SSH_CONNECTION") || is_set("SSH_TTY");
        Self {
            is_remote,
            has_display: is_set("DISPLAY")
                || is_set("WAYLAND_DISPLAY")
                || (own_display && !is_remote),
            is_tmux: is_set("TMUX"),
        }
    }
}

/// Text on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Load {
    /// The text, exact.
    pub text: String,
    /// What it is, for the sentence.
    pub what: String,
}

/// What the desktop's clipboard said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It has the text; a sentence says so.
    Taken(String),
    /// It did not take it: the text, and why.
    Refused(Load, String),
}

/// What to do next with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Ask the desktop's clipboard.
    AskSystem,
    /// Write these bytes to the terminal, between two frames.
    WriteToTerminal(Vec<u8>),
    /// Write the text to a file; the path, if one was given.
    WriteToFile(Option<PathBuf>),
    /// Give up, and say why.
    GiveUp(String),
}

/// The first step for a text.
#[must_use]
pub fn first_step(way: &Way, around: Surroundings, text: &str) -> Step {
    match way {
        Way::System => Step::AskSystem,
        Way::Auto if around.has_display => Step::AskSystem,
        Way::Auto => terminal_or_file(around, text),
        Way::Osc52 if text.len() > OSC52_LIMIT => Step::GiveUp(format!(
            "{} bytes are more than a terminal takes ({OSC52_LIMIT}); try --clipboard file",
            text.len()
        )),
        Way::Osc52 => Step::WriteToTerminal(osc52(text, around.is_tmux)),
        Way::File(path) => Step::WriteToFile(path.clone()),
    }
}

/// The step after the desktop's clipboard refused.
#[must_use]
pub fn next_step(way: &Way, around: Surroundings, text: &str, why: String) -> Step {
    match way {
        Way::Auto => terminal_or_file(around, text),
        _ => Step::GiveUp(why),
    }
}

fn terminal_or_file(around: Surroundings, text: &str) -> Step {
    if text.len() > OSC52_LIMIT {
        return Step::WriteToFile(None);
    }
    Step::WriteToTerminal(osc52(text, around.is_tmux))
}

/// The escape sequence that asks a terminal to take the text; wrapped so that tmux hands it on.
#[must_use]
pub fn osc52(text: &str, is_tmux: bool) -> Vec<u8> {
    let sequence = format!("\u{1b}]52;c;{}\u{7}", base64(text.as_bytes()));
    if !is_tmux {
        return sequence.into_bytes();
    }
    // tmux takes the plain sequence with `set-clipboard on` and hands on the wrapped one with
    // `allow-passthrough on`; each is ignored where its option is off.
    let wrapped = format!(
        "\u{1b}Ptmux;{}\u{1b}\\",
        sequence.replace('\u{1b}', "\u{1b}\u{1b}")
    );
    format!("{sequence}{wrapped}").into_bytes()
}

/// Base64 with padding, RFC 4648 section 4.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let mut bits = 0_u32;
        for index in 0..3 {
            bits = bits << 8 | u32::from(group.get(index).copied().unwrap_or(0));
        }
        for index in 0..4 {
            let digit = (bits >> (18 - 6 * index)) & 0x3f;
            let is_padding = index > group.len();
            out.push(if is_padding {
                '='
            } else {
                char::from(DIGITS[digit as usize])
            });
        }
    }
    out
}

/// The sentence for the terminal's clipboard. It never answers, so nothing more can be promised.
#[must_use]
pub fn sent_sentence(load: &Load) -> String {
    format!(
        "Sent to the terminal's clipboard (OSC 52): {}, {} bytes; if it does not arrive, try \
         --clipboard file.",
        load.what,
        load.text.len()
    )
}

/// Asks the desktop's clipboard, off the thread that draws.
#[derive(Debug)]
pub struct SystemClipboard {
    requests: Sender<(Load, Sender<Answer>)>,
    ended: Receiver<()>,
}

impl SystemClipboard {
    /// Starts the thread; the clipboard itself is opened with the first text.
    ///
    /// # Errors
    ///
    /// When the system refuses a thread.
    pub fn start() -> std::io::Result<Self> {
        let (requests, theirs) = mpsc::channel::<(Load, Sender<Answer>)>();
        let (at_end, ended) = mpsc::channel();
        thread::Builder::new()
            .name("clipboard".to_owned())
            .spawn(move || {
                let mut clipboard = None;
                for (load, reply) in theirs {
                    // Whoever asked may have stopped waiting; the text is on the clipboard all the same.
                    let _ = reply.send(set(&mut clipboard, load));
                }
                // Dropping it hands the text over to the desktop, where there is one that keeps it.
                drop(clipboard);
                let _ = at_end.send(());
            })?;
        Ok(Self { requests, ended })
    }

    /// Asks; `tell` gets the answer on another thread, at the latest after two seconds.
    pub fn ask(&self, load: Load, tell: impl FnOnce(Answer) + Send + 'static) {
        let (reply, answer) = mpsc::channel();
        let asked = self.requests.send((load.clone(), reply)).is_ok();
        let wait = move || {
            let late = "the system clipboard did not answer within 2 seconds";
            let answer = if asked {
                answer.recv_timeout(PATIENCE).ok()
            } else {
                None
            };
            tell(answer.unwrap_or_else(|| Answer::Refused(load, late.to_owned())));
        };
        // Without a thread there is no answer; the text may be on the clipboard all the same.
        let _ = thread::Builder::new()
            .name("clipboard wait".to_owned())
            .spawn(wait);
    }

    /// Ends the thread, with a short wait for the text to be handed over.
    pub fn finish(self) {
        drop(self.requests);
        let _ = self.ended.recv_timeout(HANDOVER);
    }
}

fn set(clipboard: &mut Option<arboard::Clipboard>, load: Load) -> Answer {
    let opened = match clipboard.take() {
        Some(open) => Ok(open),
        None => arboard::Clipboard::new(),
    };
    let taken = opened.and_then(|mut open| {
        open.set_text(load.text.as_str())?;
        *clipboard = Some(open);
        Ok(())
    });
    match taken {
        Ok(()) => Answer::Taken(format!(
            "Copied to the system clipboard: {}, {} bytes.",
            load.what,
            load.text.len()
        )),
        Err(error) => Answer::Refused(load, format!("the system clipboard is not there ({error})")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        // The test vectors of RFC 4648 section 10.
        for (text, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text.as_bytes()), expected);
        }
        assert_eq!(base64(&[0xfb, 0xff]), "+/8=");
    }

    #[test]
    fn the_sequence_is_doubled_for_tmux() {
        assert_eq!(osc52("f", false), b"\x1b]52;c;Zg==\x07");
        assert_eq!(
            osc52("f", true),
            b"\x1b]52;c;Zg==\x07\x1bPtmux;\x1b\x1b]52;c;Zg==\x07\x1b\\"
        );
    }

    #[test]
    fn no_text_can_end_the_sequence_early() {
        let hostile = "\u{7}\u{1b}\\\u{9c}";
        let sequence = osc52(hostile, false);
        assert_eq!(
            sequence
                .iter()
                .filter(|byte| **byte == 0x1b || **byte == 7)
                .count(),
            2
        );
    }

    #[test]
    fn over_ssh_without_a_display_the_terminal_is_asked_at_once() {
        let around = Surroundings::from_variables(|name| name == "SSH_TTY");
        assert_eq!(
            first_step(&Way::Auto, around, "f"),
            Step::WriteToTerminal(osc52("f", false))
        );
        let desk = Surroundings::from_variables(|name| name == "WAYLAND_DISPLAY");
        assert_eq!(first_step(&Way::Auto, desk, "f"), Step::AskSystem);
    }

    #[test]
    fn a_refusal_goes_on_to_the_terminal_only_when_no_way_was_chosen() {
        let around = Surroundings::default();
        let next = |way: &Way| next_step(way, around, "f", "no display".to_owned());
        assert_eq!(next(&Way::Auto), Step::WriteToTerminal(osc52("f", false)));
        assert_eq!(next(&Way::System), Step::GiveUp("no display".to_owned()));
    }

    #[test]
    fn text_a_terminal_would_drop_goes_to_a_file_or_is_refused_aloud() {
        let long = "x".repeat(OSC52_LIMIT + 1);
        let around = Surroundings::default();
        assert_eq!(
            first_step(&Way::Auto, around, &long),
            Step::WriteToFile(None)
        );
        let Step::GiveUp(why) = first_step(&Way::Osc52, around, &long) else {
            panic!("nothing else was allowed");
        };
        assert!(why.starts_with("74995 bytes are more"), "{why}");
    }

    #[test]
    fn the_way_is_read_from_the_command_line() {
        assert_eq!(Way::parse("osc52"), Ok(Way::Osc52));
        assert_eq!(Way::parse("file:a:b"), Ok(Way::File(Some("a:b".into()))));
        assert_eq!(Way::parse("file"), Ok(Way::File(None)));
        for wrong in ["", "file:", "xclip", "system:x"] {
            let sentence = Way::parse(wrong).expect_err("no such way");
            assert!(
                sentence.ends_with(&format!("found '{wrong}'")),
                "{sentence}"
            );
        }
    }
}
