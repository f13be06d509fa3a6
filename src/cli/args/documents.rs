//! Arguments of the commands about single documents.

use super::{InputArguments, OutputArguments};
use crate::census::Rules;
use crate::corpus::{LoadOptions, Mapping};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Form of what is shown of one document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ShowFormat {
    /// Lines for a terminal
    #[default]
    Text,
    /// One JSON object
    Json,
}

/// Arguments of `cardex show`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  cardex show billing-0042.example cards.jsonl.gz verdicts.csv\n  \
cardex show '#17' cards.jsonl.gz --tree\n  cardex show 9f86d081 cards.jsonl.gz --raw | jq .\n\n\
An ADDRESS is HOST, HOST/PATH, #17 (the line), FILE#17 with several inputs, or at least four hex digits of the sha256."
)]
pub struct ShowArguments {
    /// Which document: HOST[/PATH] (or a URL), #17, FILE#17 or the beginning of its sha256
    #[arg(value_name = "ADDRESS")]
    pub address: String,
    /// Corpus and verdict CSV in any order, told apart by content; '-' is standard input
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// The verdict CSV, where its content does not tell
    #[arg(long, value_name = "FILE")]
    pub verdict_file: Option<PathBuf>,
    /// Which key or column plays which role: host=domain,body=payload
    #[arg(long, value_name = "ROLE=KEY,…")]
    pub map: Option<Mapping>,
    /// Longest line in bytes; a longer one is unparseable
    #[arg(long, value_name = "BYTES", default_value_t = LoadOptions::MAX_LINE)]
    pub max_line: usize,
    /// The exact bytes and nothing else
    #[arg(long, group = "part")]
    pub raw: bool,
    /// The document as a tree, violations on their lines
    #[arg(long, group = "part")]
    pub tree: bool,
    /// Identity, the rule's trace and every verdict; this is what is shown when nothing is said
    #[arg(long, group = "part")]
    pub verdicts: bool,
    /// The rule of attribution: 'paper', or the switches that differ from it
    #[arg(long, value_name = "SWITCH=SETTING,…", default_value_t = Rules::default())]
    pub rules: Rules,
    /// Form of the verdicts
    #[arg(long, value_enum, default_value_t, conflicts_with_all = ["raw", "tree"])]
    pub format: ShowFormat,
    /// Where to write.
    #[command(flatten)]
    pub output: OutputArguments,
}

impl ShowArguments {
    /// What is read.
    #[must_use]
    pub fn inputs(&self) -> InputArguments {
        InputArguments {
            inputs: self.inputs.clone(),
            verdicts: self.verdict_file.clone(),
            frame: None,
            map: self.map.clone(),
            max_line: self.max_line,
            max_size: LoadOptions::MAX_KEPT,
        }
    }
}

/// Form of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    /// Tables for a terminal
    #[default]
    Text,
    /// Tables to paste into a report
    Markdown,
    /// CSV: a row a field path, a column a card
    Csv,
    /// One JSON object
    Json,
}

/// Arguments of `cardex compare`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cardex compare mine.json theirs.json\n  \
cardex compare --in cards.jsonl.gz atlas-0007.example billing-0042.example '#17'\n  \
cardex compare --in monday.jsonl.gz --in tuesday.jsonl.gz atlas-0007.example\n  \
cardex compare mine.json theirs.json --only-differences --format markdown\n\n\
A CARD is a file, or in the corpora named by --in a HOST[/PATH] (or a URL), #17 or the beginning of a sha256. With several --in, one CARD \
is looked up in each of them, and of several CARDs each in the first that has it.")]
pub struct CompareArguments {
    /// The cards: files, or addresses in the corpora that --in names
    #[arg(value_name = "CARD", required = true)]
    pub cards: Vec<String>,
    /// A corpus in which cards are looked up; may be given several times
    #[arg(long = "in", value_name = "FILE")]
    pub corpora: Vec<PathBuf>,
    /// The card, counted from 1, that the others are held against
    #[arg(long, value_name = "NUMBER")]
    pub reference: Option<usize>,
    /// Leave out rows in which all cards are the same
    #[arg(long)]
    pub only_differences: bool,
    /// Say only which card has a field, not its value
    #[arg(long)]
    pub presence: bool,
    /// Do not cut long values in aligned text; other forms never do
    #[arg(long, conflicts_with = "presence")]
    pub whole: bool,
    /// Pair items of arrays by their place, not by what identifies them
    #[arg(long)]
    pub by_position: bool,
    /// The rule of attribution: 'paper', or the switches that differ from it
    #[arg(long, value_name = "SWITCH=SETTING,…", default_value_t = Rules::default())]
    pub rules: Rules,
    /// Which key of a corpus plays which role: host=domain,body=payload
    #[arg(long, value_name = "ROLE=KEY,…")]
    pub map: Option<Mapping>,
    /// Form of the comparison
    #[arg(long, value_enum, default_value_t)]
    pub format: CompareFormat,
    /// Where to write.
    #[command(flatten)]
    pub output: OutputArguments,
    /// Exit with 4 when some field differs
    #[arg(long)]
    pub fail_on_change: bool,
}

impl CompareArguments {
    /// How a corpus that `--in` names is read.
    #[must_use]
    pub fn inputs(&self, corpus: PathBuf) -> InputArguments {
        InputArguments {
            inputs: vec![corpus],
            verdicts: None,
            frame: None,
            map: self.map.clone(),
            max_line: LoadOptions::MAX_LINE,
            max_size: LoadOptions::MAX_KEPT,
        }
    }
}
