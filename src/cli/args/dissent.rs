//! Arguments of `cardex dissent`.

use super::{InputArguments, OutputArguments, ReadingArguments, ViewArguments};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Arguments of `cardex dissent`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  cardex dissent add atlas-0007.example 0.3 cards.jsonl.gz --reason 'url and skills are those of 0.3'\n  \
cardex dissent list cards.jsonl.gz\n  cardex dissent export cards.jsonl.gz verdicts.csv --format markdown\n  \
cardex dissent merge ada.dissent.jsonl bob.dissent.jsonl -o both.dissent.jsonl\n  \
cardex dissent agree ada bob both.dissent.jsonl\n\n\
Readings are kept in CORPUS.dissent.jsonl beside the corpus; --dissent chooses another file."
)]
pub struct DissentArguments {
    /// What to do with readings.
    #[command(subcommand)]
    pub command: DissentCommand,
}

/// What to do with readings.
#[derive(Debug, Subcommand)]
pub enum DissentCommand {
    /// List readings and the totals as published, as computed and as read
    List(ListReadingsArguments),
    /// Read one document otherwise
    Add(AddArguments),
    /// Write documents with their readings as verdict CSV or Markdown
    Export(ExportArguments),
    /// Make one file of several readers' files, and list their conflicts
    Merge(MergeArguments),
    /// Say how far two readers agree: table, percentage and Cohen's kappa
    Agree(AgreeArguments),
}

/// Arguments of `cardex dissent list`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cardex dissent list cards.jsonl.gz\n  \
cardex dissent list cards.jsonl.gz verdicts.csv --reader ada --all")]
pub struct ListReadingsArguments {
    /// What to read.
    #[command(flatten)]
    pub inputs: InputArguments,
    /// Which documents, in which order, under which rule.
    #[command(flatten)]
    pub view: ViewArguments,
    /// Whose readings, and where.
    #[command(flatten)]
    pub readings: ReadingArguments,
    /// Every record of the file, earlier readings included
    #[arg(long)]
    pub all: bool,
    /// Where to write.
    #[command(flatten)]
    pub output: OutputArguments,
}

/// Arguments of `cardex dissent add`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
cardex dissent add atlas-0007.example 0.3 cards.jsonl.gz --reason 'url and skills are those of 0.3' --tag wrapper\n  \
cardex dissent add '#17' cannot-tell cards.jsonl.gz\n  cardex dissent add '#17' withdrawn cards.jsonl.gz\n\n\
A reason is required where the reading gives or takes away a verdict.")]
pub struct AddArguments {
    /// Which document: HOST[/PATH] (or a URL), #17, FILE#17 or the beginning of its sha256
    #[arg(value_name = "ADDRESS")]
    pub address: String,
    /// 0.2, 0.3, 1.0, not-a-card, cannot-tell, or withdrawn
    #[arg(value_name = "READING")]
    pub reading: String,
    /// What to read.
    #[command(flatten)]
    pub inputs: InputArguments,
    /// The rule of attribution: 'paper', or the switches that differ from it
    #[arg(long, value_name = "SWITCH=SETTING,…", default_value_t = crate::census::Rules::default())]
    pub rules: crate::census::Rules,
    /// Whose reading, and where it is kept.
    #[command(flatten)]
    pub readings: ReadingArguments,
    /// Why
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub reason: String,
    /// A word to find the reading again; may be given several times
    #[arg(long = "tag", value_name = "WORD")]
    pub tags: Vec<String>,
}

/// Form of exported readings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// The verdict file's columns, then reader, reading and reason; documents without a reading too
    #[default]
    Csv,
    /// Totals and a table of readings
    Markdown,
}

/// Arguments of `cardex dissent export`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  cardex dissent export cards.jsonl.gz -o mine.csv\n  \
cardex dissent export cards.jsonl.gz verdicts.csv --format markdown\n\n\
Verdicts are as read where there is a reading, else as computed."
)]
pub struct ExportArguments {
    /// What to read.
    #[command(flatten)]
    pub inputs: InputArguments,
    /// Which documents, in which order, under which rule.
    #[command(flatten)]
    pub view: ViewArguments,
    /// Whose readings, and where.
    #[command(flatten)]
    pub readings: ReadingArguments,
    /// Every reader's readings, not only yours
    #[arg(long)]
    pub all: bool,
    /// Form of the export
    #[arg(long, value_enum, default_value_t)]
    pub format: ExportFormat,
    /// Where to write.
    #[command(flatten)]
    pub output: OutputArguments,
}

/// Arguments of `cardex dissent merge`.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  cardex dissent merge ada.jsonl bob.jsonl -o both.jsonl\n\n\
Without -o only the conflicts are listed and nothing is written."
)]
pub struct MergeArguments {
    /// Files of readings
    #[arg(value_name = "FILE", required = true, num_args = 2..)]
    pub files: Vec<PathBuf>,
    /// Write Markdown tables
    #[arg(long)]
    pub markdown: bool,
    /// The file to write all readings to; the conflicts go to standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace FILE when it is there
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `cardex dissent agree`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  cardex dissent agree ada bob both.jsonl\n  \
cardex dissent agree ada bob ada.jsonl bob.jsonl --markdown"
)]
pub struct AgreeArguments {
    /// The reader in the rows of the table
    #[arg(value_name = "READER")]
    pub left: String,
    /// The reader in its columns
    #[arg(value_name = "READER")]
    pub right: String,
    /// Files of readings
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Write Markdown tables
    #[arg(long)]
    pub markdown: bool,
}
