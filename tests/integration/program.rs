//! A running program without a terminal: keys in, screens out. Every assertion prints the screen.

use cardex::corpus::{Corpus, LoadOptions, Progress, Source, load};
use cardex::published::{Frame, Join, join, read_frame, read_verdicts};
use cardex::query::fuzzy;
use cardex::tui::app::Setup;
use cardex::tui::headless::{Headless, plain_text};
use cardex::tui::keymap::{Key, PlaceName, keys};
use cardex::tui::layout::Size;
use cardex::tui::message::{LoadProgress, Msg};
use cardex::tui::session::Start;
use cardex::tui::state::Places;
use cardex::tui::state::census::facets;
use cardex::tui::state::workspace::{Data, View, Workspace};
use cardex::tui::theme::{GlyphSet, Glyphs, ThemeName};
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// A file of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Documents from the text of a JSONL file.
pub(crate) fn corpus(jsonl: &str) -> Corpus {
    let bytes = Cursor::new(jsonl.as_bytes().to_vec());
    let source = Source::from_reader("cards.jsonl".into(), None, bytes).expect("memory opens");
    load(vec![source], &LoadOptions::default(), &Progress::default())
}

/// The sample with its tables, read once from the repository's files.
pub(crate) fn sample() -> &'static (Corpus, Arc<Join>, Arc<Frame>) {
    static SAMPLE: OnceLock<(Corpus, Arc<Join>, Arc<Frame>)> = OnceLock::new();
    SAMPLE.get_or_init(|| {
        let open = |name: &str| {
            Source::open(&repository("sample-data").join(name)).expect("the sample is there")
        };
        let options = LoadOptions::default();
        let corpus = load(
            vec![open("census.jsonl.gz")],
            &options,
            &Progress::default(),
        );
        let verdicts = read_verdicts(open("verdicts.csv"), &options.mapping).expect("verdicts");
        let frame = read_frame(open("frame.csv"), &options.mapping).expect("a frame");
        let published = Arc::new(join(&corpus, Arc::new(verdicts)));
        (corpus, published, Arc::new(frame))
    })
}

fn rank(pattern: &str, names: &[&str]) -> Vec<usize> {
    let found = fuzzy::rank(pattern, names, names.len());
    found.into_iter().map(|found| found.index).collect()
}

/// How a program looks.
#[derive(Clone, Copy)]
pub(crate) struct Looks {
    pub(crate) size: (u16, u16),
    pub(crate) theme: ThemeName,
    pub(crate) glyphs: GlyphSet,
}

impl Looks {
    /// The terminal's own colours and all characters.
    pub(crate) fn usual(width: u16, height: u16) -> Self {
        Self {
            size: (width, height),
            theme: ThemeName::Auto,
            glyphs: GlyphSet::Unicode,
        }
    }
}

/// The program.
pub(crate) struct Program {
    inner: Headless,
    pressed: String,
}

impl Program {
    /// On the sample census.
    pub(crate) fn on_sample(looks: Looks) -> Self {
        let (corpus, published, frame) = sample();
        Self::open(
            Data {
                corpus: corpus.clone(),
                published: Some(Arc::clone(published)),
                frame: Some(Arc::clone(frame)),
                title: "census.jsonl.gz".to_owned(),
                arguments: vec!["census.jsonl.gz".to_owned()],
                loading: Some(LoadProgress::default()),
            },
            looks,
        )
    }

    /// On the text of a JSONL file.
    pub(crate) fn on(jsonl: &str, looks: Looks) -> Self {
        Self::open(
            Data {
                corpus: corpus(jsonl),
                title: "cards.jsonl".to_owned(),
                arguments: vec!["cards.jsonl".to_owned()],
                loading: Some(LoadProgress::default()),
                ..Data::default()
            },
            looks,
        )
    }

    fn open(data: Data, looks: Looks) -> Self {
        let setup = Setup {
            size: Size::new(looks.size.0, looks.size.1),
            place: PlaceName::Census,
            theme: looks.theme,
            glyphs: looks.glyphs,
            mouse: false,
            rank,
        };
        let start = Start {
            workspace: Workspace::new(data, View::default(), facets()),
            places: Places::with_marks(Glyphs::of(looks.glyphs).marks),
            ..Start::default()
        };
        Self {
            inner: Headless::new(setup, start),
            pressed: String::new(),
        }
    }

    /// Presses keys, named as help names them; other words are typed letter by letter.
    pub(crate) fn press(&mut self, text: &str) -> &mut Self {
        self.pressed.push_str(text);
        self.pressed.push(' ');
        self.inner.press(keys(text));
        self
    }

    /// Types text letter by letter, blanks included.
    pub(crate) fn type_text(&mut self, text: &str) -> &mut Self {
        self.pressed.push_str(text);
        self.inner.press(text.chars().map(Key::Char));
        self
    }

    pub(crate) fn paste(&mut self, text: &str) -> &mut Self {
        self.inner.send(Msg::Paste(text.to_owned()));
        self
    }

    pub(crate) fn resize(&mut self, width: u16, height: u16) -> &mut Self {
        self.inner.send(Msg::Resized(Size::new(width, height)));
        self
    }

    pub(crate) fn workspace(&self) -> &Workspace {
        self.inner.app().workspace()
    }

    pub(crate) fn app(&self) -> &cardex::tui::app::App {
        self.inner.app()
    }

    pub(crate) fn buffer(&self) -> Buffer {
        self.inner.screen()
    }

    pub(crate) fn screen(&self) -> String {
        plain_text(&self.buffer())
    }

    /// The rows that hold a text, from 0.
    pub(crate) fn rows_with(&self, text: &str) -> Vec<u16> {
        let screen = self.screen();
        let rows = screen.lines().zip(0..);
        rows.filter(|(line, _)| line.contains(text))
            .map(|(_, row)| row)
            .collect()
    }

    /// The style of the first cell of a text; the text must be on screen once.
    #[track_caller]
    pub(crate) fn style_of(&self, text: &str) -> Style {
        let rows = self.rows_with(text);
        assert_eq!(rows.len(), 1, "'{text}' is not on one row\n{self}");
        let screen = self.screen();
        let line = screen.lines().nth(usize::from(rows[0])).expect("a row");
        let before = line.split(text).next().expect("what stands before");
        let column = u16::try_from(cardex::text::width(before)).expect("a column");
        let buffer = self.buffer();
        buffer.cell((column, rows[0])).expect("on screen").style()
    }

    #[track_caller]
    pub(crate) fn shows(&self, text: &str) -> &Self {
        assert!(self.screen().contains(text), "'{text}' is missing\n{self}");
        self
    }

    #[track_caller]
    pub(crate) fn hides(&self, text: &str) -> &Self {
        assert!(!self.screen().contains(text), "'{text}' is there\n{self}");
        self
    }

    /// Whether any cell has a modifier.
    pub(crate) fn has_modifier(&self, modifier: Modifier) -> bool {
        let buffer = self.buffer();
        buffer
            .content()
            .iter()
            .any(|cell| cell.modifier.contains(modifier))
    }
}

impl std::fmt::Display for Program {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            out,
            "after '{}':\n{}",
            self.pressed.trim_end(),
            self.screen()
        )
    }
}
