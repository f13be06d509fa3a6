//! The report's tables as lines, each with the query that leads to its documents.

use crate::census::Verdict;
use crate::output::table::{percentage, thousands};
use crate::published::AgreementReport;
use crate::spec::specification;
use crate::text;
use crate::totals::{Report, RouteTotals, percent};

/// A table of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Valid, invalid and the rest.
    Verdicts,
    /// By attribution route.
    Routes,
    /// Faults by field.
    Fields,
    /// What grading everything against 1.0 converts.
    Newest,
    /// Sensitivity to the attribution.
    Transitions,
    /// Published against computed.
    Agreement,
    /// The denominators.
    Frame,
    /// Unclassified documents one by one.
    Unclassified,
}

impl Section {
    /// Its heading.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Verdicts => "Required-field structural conformance",
            Self::Routes => "By attribution route",
            Self::Fields => "Documents per violated field",
            Self::Newest => "Grading everything against 1.0",
            Self::Transitions => "The verdict under the version not assigned",
            Self::Agreement => "Published against computed",
            Self::Frame => "Frame",
            Self::Unclassified => "Unclassified documents, one by one",
        }
    }

    /// The word whose explanation is the section's.
    #[must_use]
    pub fn topic(self) -> &'static str {
        match self {
            Self::Verdicts => "valid",
            Self::Routes => "inferred",
            Self::Fields => "violation",
            Self::Newest => "newest",
            Self::Transitions => "alternative",
            Self::Agreement => "agreement",
            Self::Frame => "frame",
            Self::Unclassified => "unclassified",
        }
    }
}

/// What stands on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The start of a table.
    Heading(&'static str),
    /// A remark.
    Sentence(String),
    /// A number of documents with a bar for its part of `most`.
    Count {
        /// What is counted.
        label: String,
        /// Documents.
        count: u64,
        /// The count that fills the bar; 0 for no bar.
        most: u64,
        /// A percentage; empty for none.
        note: String,
    },
    /// A route: valid and invalid in one bar.
    Stack {
        /// The route.
        label: &'static str,
        /// Its documents.
        totals: RouteTotals,
        /// The count that fills the bar.
        most: u64,
    },
    /// From the assigned to the alternative verdict.
    Flow {
        /// `0.3 invalid`.
        from: String,
        /// The alternative verdict.
        to: Verdict,
        /// Documents.
        count: u64,
        /// The count that fills the bar.
        most: u64,
        /// Whether the verdict changes.
        changes: bool,
    },
    /// Something with a value that is no number of documents. Untrusted text.
    Figure {
        /// What it is.
        label: String,
        /// Its value.
        value: String,
    },
    /// Room between two tables.
    Blank,
}

/// A line of the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The table it belongs to.
    pub section: Section,
    /// What stands on it.
    pub content: Content,
    /// The documents it is about, as a query to add to the filter; `None` for no group of them.
    pub query: Option<String>,
    /// Columns of the widest label of its table.
    pub label_width: usize,
}

impl Line {
    /// What the line is about, without its figures.
    #[must_use]
    pub fn label(&self) -> &str {
        match &self.content {
            Content::Heading(text) => text,
            Content::Sentence(text) => text,
            Content::Count { label, .. } | Content::Figure { label, .. } => label,
            Content::Stack { label, .. } => label,
            Content::Flow { from, .. } => from,
            Content::Blank => "",
        }
    }

    /// The line as text: label and figures, apart by tabs.
    #[must_use]
    pub fn text(&self) -> String {
        match &self.content {
            Content::Count {
                label, count, note, ..
            } => format!("{label}\t{count}\t{note}").trim_end().to_owned(),
            Content::Stack { label, totals, .. } => format!(
                "{label}\t{}\tvalid {}\tinvalid {}",
                totals.n, totals.valid, totals.invalid
            ),
            Content::Flow {
                from, to, count, ..
            } => format!("{from}\t{to}\t{count}"),
            Content::Figure { label, value } => format!("{label}\t{value}"),
            _ => self.label().to_owned(),
        }
    }

    /// Whether the words are part of it, upper and lower case alike.
    #[must_use]
    pub fn has(&self, words: &str) -> bool {
        let text = self.text().to_lowercase();
        !words.is_empty() && text.contains(&words.to_lowercase())
    }
}

/// Rows of an open-ended table that are shown; the JSON of the report has all.
const LISTED: usize = 100;

struct Page {
    lines: Vec<Line>,
    section: Section,
}

/// All tables as lines.
#[must_use]
pub fn lines(report: &Report, has_filter: bool) -> Vec<Line> {
    let mut page = Page {
        lines: Vec::new(),
        section: Section::Verdicts,
    };
    page.verdicts(report, has_filter);
    page.routes(report);
    page.fields(report);
    page.newest(report);
    page.transitions(report);
    page.agreement(report, has_filter);
    page.frame(report, has_filter);
    page.unclassified(report);
    page.lines
}

impl Page {
    fn push(&mut self, content: Content, query: Option<String>) {
        self.lines.push(Line {
            section: self.section,
            content,
            query,
            label_width: 0,
        });
    }

    fn begin(&mut self, section: Section) {
        self.end();
        if !self.lines.is_empty() {
            self.push(Content::Blank, None);
        }
        self.section = section;
        self.push(Content::Heading(section.title()), None);
    }

    /// Gives every line of the table that ends here the width of its widest label.
    fn end(&mut self) {
        let section = self.section;
        let own = |line: &&Line| {
            line.section == section
                && !matches!(line.content, Content::Heading(_) | Content::Sentence(_))
        };
        let widest = self
            .lines
            .iter()
            .rev()
            .take_while(|line| line.section == section)
            .filter(own)
            .map(|line| text::width(line.label()))
            .max()
            .unwrap_or(0);
        for line in self.lines.iter_mut().rev() {
            if line.section != section {
                break;
            }
            line.label_width = widest;
        }
    }

    fn sentence(&mut self, text: impl Into<String>) {
        self.push(Content::Sentence(text.into()), None);
    }

    fn count(&mut self, (label, count, most): (&str, u64, u64), note: String, query: &str) {
        let content = Content::Count {
            label: label.to_owned(),
            count,
            most,
            note,
        };
        self.push(content, (!query.is_empty()).then(|| query.to_owned()));
    }

    fn figure(&mut self, label: impl Into<String>, value: impl Into<String>) {
        let content = Content::Figure {
            label: label.into(),
            value: value.into(),
        };
        self.push(content, None);
    }

    fn verdicts(&mut self, report: &Report, has_filter: bool) {
        let (verdicts, states) = (report.totals.verdicts, report.totals.states);
        self.begin(Section::Verdicts);
        let whose = if has_filter {
            "The documents that pass the filter."
        } else {
            "All documents."
        };
        self.sentence(format!(
            "{whose} Valid: passes the structural check; never: is compliant."
        ));
        let all = verdicts.documents;
        for (label, count, query) in [
            ("valid", verdicts.valid, "verdict:valid"),
            ("invalid", verdicts.invalid, "verdict:invalid"),
            (
                "no recognised A2A claim",
                verdicts.unclassified,
                "route:unclassified",
            ),
            ("unparseable", states.unparseable, "state:unparseable"),
            ("no body", states.no_body, "state:no-body"),
        ] {
            self.count((label, count, all), percentage(percent(count, all)), query);
        }
        self.count(("all documents", all, 0), String::new(), "");
    }

    fn routes(&mut self, report: &Report) {
        let totals = &report.totals;
        let routes = totals.routes;
        self.begin(Section::Routes);
        let rows = [
            ("declared", routes.declared),
            ("conflict", routes.conflict),
            ("inferred", routes.inferred),
        ];
        let most = rows.iter().map(|(_, route)| route.n).max().unwrap_or(0);
        for (label, totals) in rows {
            let content = Content::Stack {
                label,
                totals,
                most,
            };
            self.push(content, Some(format!("route:{label}")));
        }
        self.lacks(report);
    }

    /// What the inferred failures lack.
    fn lacks(&mut self, report: &Report) {
        let totals = &report.totals;
        let (failures, inferred) = (totals.routes.inferred.invalid, totals.inferred_invalid);
        for (label, count, query) in [
            (
                "inferred failures",
                failures,
                "route:inferred verdict:invalid",
            ),
            (
                "lack protocolVersion",
                inferred.include_missing_protocol_version,
                "route:inferred verdict:invalid missing:protocolVersion",
            ),
            (
                "lack nothing else",
                inferred.nothing_but_protocol_version,
                "route:inferred verdict:invalid tolerant:valid",
            ),
            (
                "valid if tolerant",
                totals.tolerant_valid_changes,
                "verdict:invalid tolerant:valid",
            ),
        ] {
            self.count((label, count, 0), String::new(), query);
        }
    }

    fn fields(&mut self, report: &Report) {
        let totals = &report.totals;
        let judged = totals.verdicts.valid + totals.verdicts.invalid;
        self.begin(Section::Fields);
        let fields = &totals.documents_per_violated_field.0;
        let most = fields.first().map_or(0, |(_, count)| *count);
        for (field, count) in fields {
            let name = specification().field_name(*field);
            let note = format!("{} of verdicts", percentage(percent(*count, judged)));
            self.count((name, *count, most), note, &format!("field:{name}"));
        }
        if fields.is_empty() {
            self.sentence("No violation.");
        }
    }

    fn newest(&mut self, report: &Report) {
        let fails = report.totals.fails_newest;
        self.begin(Section::Newest);
        let query = "verdict:valid newest:invalid";
        for (label, count, query) in [
            (
                "valid as attributed, fail at 1.0",
                fails.total,
                query.to_owned(),
            ),
            (
                "of these attributed 0.3",
                fails.v0_3,
                format!("{query} version:0.3"),
            ),
            (
                "of these attributed 0.2",
                fails.v0_2,
                format!("{query} version:0.2"),
            ),
        ] {
            self.count((label, count, fails.total), String::new(), &query);
        }
    }

    fn transitions(&mut self, report: &Report) {
        let alternative = &report.totals.alternative;
        self.begin(Section::Transitions);
        let counts = alternative.table.iter().map(|row| row.n);
        let most = counts.max().unwrap_or(0);
        for row in &alternative.table {
            let (verdict, to) = (row.assigned_verdict, row.alternative_verdict);
            let query = format!("version:{} verdict:{verdict} alt:{to}", row.assigned);
            let content = Content::Flow {
                from: format!("{} {verdict}", row.assigned),
                to,
                count: row.n,
                most,
                changes: verdict != to,
            };
            self.push(content, Some(query));
        }
        let (changed, all) = (alternative.changed, alternative.documents);
        self.count(
            ("verdict changes", changed, 0),
            format!(
                "{} of {}",
                percentage(percent(changed, all)),
                thousands(all)
            ),
            "flip:yes",
        );
    }

    fn agreement(&mut self, report: &Report, has_filter: bool) {
        let Some(agreement) = &report.agreement else {
            return;
        };
        self.begin(Section::Agreement);
        if has_filter {
            self.sentence("About the whole files, whatever the filter is.");
        }
        let joined = agreement.joined as u64;
        let rows = agreement.rows as u64;
        self.count(("rows of the verdict file", rows, 0), String::new(), "");
        self.count(("of these with a document", joined, 0), String::new(), "");
        let agree = agreement.agree as u64;
        let note = percentage(percent(agree, joined));
        self.count(
            ("route, version, verdict agree", agree, joined),
            note,
            "agree:yes",
        );
        for (column, count) in &agreement.by_column.0 {
            let label = format!("{} differs", column.name());
            let query = format!("differs:{}", column.name());
            self.count((&label, *count as u64, joined), String::new(), &query);
        }
        self.unjoined(agreement);
        for difference in agreement.disagree.iter().take(LISTED) {
            let value = format!(
                "{}: published '{}', computed '{}'",
                difference.column, difference.published, difference.computed
            );
            let content = Content::Figure {
                label: format!("{}{}", difference.host, difference.path),
                value,
            };
            self.push(content, sha_query(&difference.sha256));
        }
        self.more(agreement.disagree.len());
    }

    fn unjoined(&mut self, agreement: &AgreementReport) {
        for (label, rows) in [
            ("rows without a document", &agreement.rows_without_document),
            ("documents without a row", &agreement.documents_without_row),
            ("duplicate rows", &agreement.duplicate_rows),
            ("ambiguous rows", &agreement.ambiguous_rows),
        ] {
            let first: Vec<String> = rows
                .iter()
                .take(3)
                .map(|row| format!("{}{} (line {})", row.host, row.path, row.line))
                .collect();
            self.count((label, rows.len() as u64, 0), first.join(", "), "");
        }
    }

    fn frame(&mut self, report: &Report, has_filter: bool) {
        let Some(details) = &report.frame_details else {
            return;
        };
        self.begin(Section::Frame);
        if has_filter {
            self.sentence("About the whole files, whatever the filter is.");
        }
        let totals = &details.totals;
        for (label, count) in [
            ("hosts asked", Some(totals.hosts)),
            ("requests", Some(totals.requests)),
            ("cards at the current path", totals.current_path_cards),
            ("hosts asked at the legacy path", Some(totals.asked_legacy)),
            ("cards at the legacy path", totals.legacy_path_cards),
            ("hosts with a card", totals.hosts_with_card),
            ("parsed", totals.parsed),
            ("parsed from the current path", totals.parsed_current),
            ("parsed from the legacy path", totals.parsed_legacy),
            (
                "recognised, but not in the corpus",
                totals.recognised_but_not_in_corpus,
            ),
        ] {
            match count {
                Some(count) => {
                    let most = totals.hosts.max(totals.requests) as u64;
                    self.count((label, count as u64, most), String::new(), "");
                }
                None => self.figure(label, "–"),
            }
        }
        for pair in details.recognised_but_not_in_corpus.iter().take(LISTED) {
            self.figure("not in the corpus", format!("{}{}", pair.host, pair.path));
        }
        for outcome in details.outcomes.iter().take(LISTED) {
            let label = format!("{} {}", outcome.path, outcome.status);
            let value = format!(
                "{} requests, {} cards",
                thousands(outcome.requests as u64),
                thousands(outcome.cards as u64)
            );
            self.figure(label, value);
        }
    }

    fn unclassified(&mut self, report: &Report) {
        if report.unclassified.is_empty() {
            self.end();
            return;
        }
        self.begin(Section::Unclassified);
        for document in report.unclassified.iter().take(LISTED) {
            let address = format!("{}{}", document.host, document.path);
            let short = || document.sha256.chars().take(12).collect();
            let content = Content::Figure {
                label: if address.is_empty() { short() } else { address },
                value: document.top_level_keys.join(" "),
            };
            self.push(content, sha_query(&document.sha256));
        }
        self.more(report.unclassified.len());
        self.end();
    }

    fn more(&mut self, count: usize) {
        if count > LISTED {
            let more = thousands((count - LISTED) as u64);
            self.sentence(format!("and {more} more; w writes all of them as JSON."));
        }
    }
}

/// The document with this digest.
fn sha_query(digest: &str) -> Option<String> {
    (!digest.is_empty()).then(|| format!("sha:{digest}"))
}
