//! Arguments to values, without touching anything.

mod dissent;
mod documents;
mod results;
mod screen;

pub use dissent::{
    AddArguments, AgreeArguments, DissentArguments, DissentCommand, ExportArguments, ExportFormat,
    ListReadingsArguments, MergeArguments,
};
pub use documents::{CompareArguments, CompareFormat, ShowArguments, ShowFormat};
pub use results::{
    ExplainArguments, FieldsArguments, FieldsFormat, GradeArguments, GradeFormat, ListArguments,
    ListFormat, ReportArguments, SampleArguments, TextFormat,
};
pub use screen::{ScreenArguments, ScreenFormat};

use crate::census::Rules;
use crate::corpus::{LoadOptions, Mapping};
use crate::tui::clipboard::Way;
use crate::tui::theme::ThemeName;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Explore corpora of A2A agent cards: which version of the specification is a card held to, by
/// which route, and what does that decision do to its verdict?
#[derive(Debug, Parser)]
#[command(
    name = "cardex",
    version,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    after_help = "Without a command, cardex opens the files in the terminal; without files, the built-in sample census.\n\n\
Examples:\n  cardex\n  cardex cards.jsonl.gz verdicts.csv frame.csv\n  cardex cards/ --where 'route:inferred verdict:invalid field:skills'\n  \
curl -s https://agents.example/.well-known/agent-card.json | cardex -\n  cardex report cards.jsonl.gz verdicts.csv --format markdown\n\n\
Exit codes: 0 done · 1 the invocation or an input was wrong · 2 defects found (--fail-on-defect)\n            \
3 nothing could be read · 4 something changed (--fail-on-change)"
)]
pub struct Arguments {
    /// What to do; without it the terminal opens.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What to open in the terminal.
    #[command(flatten)]
    pub open: OpenArguments,
}

/// Everything the terminal can be opened with.
#[derive(Clone, Debug, Default, Args)]
pub struct OpenArguments {
    /// What to read.
    #[command(flatten)]
    pub inputs: InputArguments,
    /// Which documents, in which order, under which rule.
    #[command(flatten)]
    pub view: ViewArguments,
    /// Whose readings, and where.
    #[command(flatten)]
    pub readings: ReadingArguments,
    /// Open this document: HOST[/PATH], #17 or the beginning of its sha256
    #[arg(long = "open", value_name = "ADDRESS")]
    pub document: Option<String>,
    /// Mark this document for comparing; may be given several times
    #[arg(long, value_name = "ADDRESS")]
    pub mark: Vec<String>,
    /// Place to begin in
    #[arg(long, value_enum, default_value_t)]
    pub place: PlaceArgument,
    /// Colours: auto (the terminal's own), dark, light or mono; NO_COLOR means mono
    #[arg(long, value_name = "NAME", value_parser = theme)]
    pub theme: Option<ThemeName>,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub ascii: bool,
    /// Capture the mouse from the start; 'm' turns it on and off
    #[arg(long)]
    pub mouse: bool,
    /// Where copied text goes: auto, system, osc52, file or file:PATH
    #[arg(long, value_name = "WAY", value_parser = Way::parse)]
    pub clipboard: Option<Way>,
}

/// A place of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PlaceArgument {
    /// Filter panes, documents, the open document
    #[default]
    Census,
    /// Marked cards side by side
    Compare,
    /// Documents you may read differently
    Dissent,
    /// The attribution rule as switches
    Rules,
    /// Every field path
    Fields,
    /// The paper's tables
    Report,
}

fn theme(name: &str) -> Result<ThemeName, String> {
    ThemeName::parse(name).ok_or_else(|| {
        let names: Vec<_> = ThemeName::ALL.iter().map(|theme| theme.name()).collect();
        format!("expected {}, found '{name}'", names.join(", "))
    })
}

/// What to read.
#[derive(Clone, Debug, Default, Args)]
pub struct InputArguments {
    /// Corpus (JSONL, JSON or a directory, gzipped or not), verdict CSV and frame CSV in any
    /// order, told apart by content; '-' is standard input
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// The verdict CSV, where its content does not tell
    #[arg(long, value_name = "FILE")]
    pub verdicts: Option<PathBuf>,
    /// The frame CSV, where its content does not tell
    #[arg(long, value_name = "FILE")]
    pub frame: Option<PathBuf>,
    /// Which key or column plays which role: host=domain,body=payload
    #[arg(long, value_name = "ROLE=KEY,…")]
    pub map: Option<Mapping>,
    /// Longest line in bytes; a longer one is listed as unparseable
    #[arg(long, value_name = "BYTES", default_value_t = LoadOptions::MAX_LINE)]
    pub max_line: usize,
    /// Most decompressed bytes of one input that are read
    #[arg(long, value_name = "BYTES", default_value_t = LoadOptions::MAX_KEPT)]
    pub max_size: u64,
}

impl InputArguments {
    /// Whether standard input is among the inputs: named, or piped where nothing is named.
    #[must_use]
    pub fn read_standard_input(&self) -> bool {
        let names_nothing =
            self.inputs.is_empty() && self.verdicts.is_none() && self.frame.is_none();
        let is_piped = names_nothing && !std::io::IsTerminal::is_terminal(&std::io::stdin());
        is_piped || self.inputs.iter().any(|path| path.as_os_str() == "-")
    }

    /// The words of a command line that name the same inputs; none for the built-in sample.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let text = |path: &PathBuf| path.display().to_string();
        let mut words: Vec<String> = self.inputs.iter().map(text).collect();
        let options = [("--verdicts", &self.verdicts), ("--frame", &self.frame)];
        for (name, path) in options {
            words.extend(path.iter().map(|path| format!("{name}={}", text(path))));
        }
        words.extend(self.map.as_ref().map(|map| format!("--map={map}")));
        words
    }

    /// How the inputs are to be read.
    #[must_use]
    pub fn load_options(&self) -> LoadOptions {
        LoadOptions {
            max_line: self.max_line,
            max_kept: self.max_size,
            is_eager: false,
            mapping: self.map.clone().unwrap_or_default(),
        }
    }
}

/// Which documents, in which order, under which rule.
#[derive(Clone, Debug, Default, Args)]
pub struct ViewArguments {
    /// Only documents that pass this query; 'cardex explain query' lists its keys
    #[arg(long = "where", value_name = "QUERY")]
    pub filter: Option<String>,
    /// Order, most important first; '-' turns one around: host,-bytes
    #[arg(long, value_name = "KEYS", allow_hyphen_values = true)]
    pub sort: Option<String>,
    /// The rule of attribution: 'paper', or the switches that differ from it
    #[arg(long, value_name = "SWITCH=SETTING,…", default_value_t = Rules::default())]
    pub rules: Rules,
}

/// Where a result goes.
#[derive(Clone, Debug, Default, Args)]
pub struct OutputArguments {
    /// Where to write; standard output when not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace FILE when it is there
    #[arg(long)]
    pub force: bool,
}

/// Whose readings, and where they are kept.
#[derive(Clone, Debug, Default, Args)]
pub struct ReadingArguments {
    /// The file of readings; without it the one beside the corpus, or in your data directory
    #[arg(long, value_name = "FILE")]
    pub dissent: Option<PathBuf>,
    /// Whose readings are yours; without it the user name of the system
    #[arg(long, value_name = "NAME")]
    pub reader: Option<String>,
}

/// What to do instead of opening the terminal.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write the verdict file: a row a document
    Grade(GradeArguments),
    /// Print the paper's tables for these files
    Report(ReportArguments),
    /// List documents, a row each
    List(ListArguments),
    /// Show one document: its verdicts, its tree or its exact bytes
    Show(ShowArguments),
    /// Lay cards side by side, field by field
    Compare(CompareArguments),
    /// Count every field path of a corpus
    Fields(FieldsArguments),
    /// Read documents otherwise: list, add, export, merge and compare readings
    Dissent(DissentArguments),
    /// Say what a field, a rule or a word means
    Explain(ExplainArguments),
    /// Write the built-in sample census as files
    Sample(SampleArguments),
    /// Print every key of the terminal as Markdown tables
    Keys,
    /// Print one screen of the terminal, as text or as a picture
    Screen(ScreenArguments),
    /// Print a completion script for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write a page for every command
    Man {
        /// Directory to write cardex.1, cardex-grade.1, … into; standard output gets the main page
        /// when it is not given
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}
