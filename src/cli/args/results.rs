//! Arguments of the commands about a whole corpus, and of those about none.

use super::{InputArguments, OutputArguments, ReadingArguments, ViewArguments};
use crate::census::Rules;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Form of a verdict file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum GradeFormat {
    /// CSV with a header
    #[default]
    Csv,
    /// A JSON object a line
    Jsonl,
}

/// Arguments of `cardex grade`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  cardex grade cards.jsonl.gz -o verdicts.csv\n  \
cardex grade cards.jsonl.gz --where 'route:conflict' --rules order=declaration\n  \
cardex grade - --format jsonl < cards.jsonl | jq -c 'select(.valid == false)'\n\n\
Streams: memory does not depend on the corpus' size. --sort, and a query about published verdicts or readings, load all \
documents first.\n\
The columns are host, path, sha256, state, version, version_source, declared_version, valid, tolerant_valid, violations, \
alternative_version, alternative_valid, valid_newest, schema."
)]
pub struct GradeArguments {
    /// What to read.
    #[command(flatten)]
    pub inputs: InputArguments,
    /// Which documents, in which order, under which rule.
    #[command(flatten)]
    pub view: ViewArguments,
    /// Whose readings a query is about.
    #[command(flatten)]
    pub readings: ReadingArguments,
    /// Form of the verdict file
    #[arg(long, value_enum, default_value_t)]
    pub format: GradeFormat,
    /// Where to write.
    #[command(flatten)]
    pub output: OutputArguments,
    /// Exit with 2 when some document written is invalid or unparseable
    #[arg(long)]
    pub fail_on_defect: bool,
}

/// Form of a result for people or programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TextFormat {
    /// Tables for a terminal
    #[default]
    Text,
    /// One JSON object
    Json,
    /// Tables to paste into a document
    Markdown,
}

/// Arguments of `cardex report`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  cardex report cards.jsonl.gz verdicts.csv frame.csv\n  \
cardex report cards.jsonl.gz --where route:inferred --format json\n  \
cardex report cards.jsonl.gz --rules paper --against order=declaration,agreeing-1.0=declared\n\n\
--where selects the documents of the tables; frame and agreement stay statements about the whole files. --sort orders the \
unclassified documents that are listed."
)]
pub struct ReportArguments {
    /// What to read.
    #[command(flatten)]
    pub inputs: InputArguments,
    /// Which documents, in which order, under which rule.
    #[command(flatten)]
    pub view: ViewArguments,
    /// Whose readings a query is about.
    #[command(flatten)]
    pub readings: ReadingArguments,
    /// Count under this rule as well, and say what differs from --rules
    #[arg(long, value_name = "SWITCH=SETTING,…")]
    pub against: Option<Rules>,
    /// Form of the report
    #[arg(long, value_enum, default_value_t)]
    pub format: TextFormat,
    /// Where to write.
    #[command(flatten)]
    pub output: OutputArguments,
    /// Exit with 2 when some document is invalid or unparseable
    #[arg(long)]
    pub fail_on_defect: bool,
    /// With --against: exit with 4 when some figure differs
    #[arg(long, requires = "against")]
    pub fail_on_change: bool,
}

/// Form of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// Aligned columns for a terminal
    #[default]
    Text,
    /// CSV with a header, texts exact
    Csv,
    /// A JSON object a line, texts exact
    Jsonl,
}

/// Arguments of `cardex list`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  cardex list cards.jsonl.gz --where 'route:inferred verdict:invalid field:skills'\n  \
cardex list cards.jsonl.gz --sort -faults,host --columns address,violations\n  \
cardex list cards.jsonl.gz verdicts.csv --where agree:no --format csv -o disagree.csv"
)]
pub struct ListArguments {
    /// What to read.
    #[command(flatten)]
    pub inputs: InputArguments,
    /// Which documents, in which order, under which rule.
    #[command(flatten)]
    pub view: ViewArguments,
    /// Whose readings a query or a column is about.
    #[command(flatten)]
    pub readings: ReadingArguments,
    /// Columns, in this order; 'help' names them all
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub columns: Vec<String>,
    /// Form of the list
    #[arg(long, value_enum, default_value_t)]
    pub format: ListFormat,
    /// Where to write.
    #[command(flatten)]
    pub output: OutputArguments,
    /// Exit with 2 when some document listed is invalid or unparseable
    #[arg(long)]
    pub fail_on_defect: bool,
}

/// Form of a field inventory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FieldsFormat {
    /// Aligned columns for a terminal
    #[default]
    Text,
    /// CSV with a header
    Csv,
    /// One JSON object
    Json,
    /// Tables to paste into a document
    Markdown,
}

/// Arguments of `cardex fields`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cardex fields cards.jsonl.gz\n  \
cardex fields cards.jsonl.gz --split route --where 'version:1.0'\n  \
cardex fields cards.jsonl.gz --category outside --order documents --format csv\n\n\
--split takes a key of the query language, such as route, version, verdict, published or shape.")]
pub struct FieldsArguments {
    /// What to read.
    #[command(flatten)]
    pub inputs: InputArguments,
    /// Only documents that pass this query; 'cardex explain query' lists its keys
    #[arg(long = "where", value_name = "QUERY")]
    pub filter: Option<String>,
    /// The rule of attribution: 'paper', or the switches that differ from it
    #[arg(long, value_name = "SWITCH=SETTING,…", default_value_t = Rules::default())]
    pub rules: Rules,
    /// Whose readings a query or a split is about.
    #[command(flatten)]
    pub readings: ReadingArguments,
    /// Counts side by side for every value of this facet
    #[arg(long, value_name = "FACET")]
    pub split: Option<String>,
    /// Only this category: required, 1.0, legacy, optional or outside
    #[arg(long, value_name = "NAME")]
    pub category: Option<String>,
    /// Order: specification, documents, occurrences or path
    #[arg(
        long,
        visible_alias = "order",
        value_name = "ORDER",
        default_value = "specification"
    )]
    pub sort: String,
    /// Form of the inventory
    #[arg(long, value_enum, default_value_t)]
    pub format: FieldsFormat,
    /// Where to write.
    #[command(flatten)]
    pub output: OutputArguments,
}

/// Arguments of `cardex sample`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  cardex sample --out sample-data\n\n\
The census is synthetic: shaped to published counts, not the published documents. The same program writes the \
same bytes every time.")]
pub struct SampleArguments {
    /// Directory to write into; made when it is not there
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Replace files that are there
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `cardex explain`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  cardex explain skills[].tags\n  cardex explain 'rule 2' tolerant\n  \
cardex explain query flip: order\n  cardex explain"
)]
pub struct ExplainArguments {
    /// Fields, rules, words, switches of the rule or keys of a query ('query' lists these); without
    /// any, the words that can be explained are listed
    #[arg(value_name = "FIELD|RULE|WORD|SWITCH|KEY")]
    pub names: Vec<String>,
}
