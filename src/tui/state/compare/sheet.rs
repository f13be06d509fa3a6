//! A comparison with what is derived from it once: sums, lists of fields, the lines on screen.

use crate::corpus::DocumentId;
use crate::inventory::{
    Column, Comparison, MOST_COLUMNS, Options, RowId, RowState, Summary, compare,
};
use crate::spec::catalogue::Category;
use crate::tui::state::workspace::Workspace;
use std::collections::BTreeSet;

/// A stretch of lines under one heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// Who the cards are.
    Cards,
    /// What tells them apart, and what that costs a client.
    Costs,
    /// Field paths of a category.
    Fields(Category),
    /// Field paths that every card has.
    Everywhere,
    /// Field paths that one card has.
    OnOne,
    /// Fields of the specification that no card has.
    Nowhere,
}

impl Section {
    /// Every section, in the order in which they stand.
    pub const ALL: [Self; 10] = [
        Self::Cards,
        Self::Costs,
        Self::Fields(Category::RequiredCore),
        Self::Fields(Category::Era1_0),
        Self::Fields(Category::Legacy0x),
        Self::Fields(Category::Optional),
        Self::Fields(Category::OutsideSpec),
        Self::Everywhere,
        Self::OnOne,
        Self::Nowhere,
    ];

    /// Its heading.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Cards => "the cards",
            Self::Costs => "what tells them apart",
            Self::Fields(category) => category.label(),
            Self::Everywhere => "on every card",
            Self::OnOne => "on one card only",
            Self::Nowhere => "in the specification, on no card",
        }
    }
}

/// What is said of who a card is, a line each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// Where it was fetched from.
    Path,
    /// Bytes and digest.
    Size,
    /// The shape read off its keys.
    Shape,
    /// The versions of the protocol it declares, and where.
    Declares,
    /// The agent's own version.
    Version,
    /// Route, family and verdict.
    HeldTo,
    /// The verdict under each family.
    Under,
}

impl Identity {
    /// Every line, in order.
    pub const ALL: [Self; 7] = [
        Self::Path,
        Self::Size,
        Self::Shape,
        Self::Declares,
        Self::Version,
        Self::HeldTo,
        Self::Under,
    ];

    /// Its name.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Size => "bytes, sha256",
            Self::Shape => "shape of the keys",
            Self::Declares => "version declared",
            Self::Version => "the agent's version",
            Self::HeldTo => "held to",
            Self::Under => "under each family",
        }
    }
}

/// A line of the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The heading of a section.
    Section(Section),
    /// Two readings of one card that changed under one version.
    Silent(usize),
    /// Who the cards are.
    Identity(Identity),
    /// One way in which they can differ for a client.
    Axis(usize),
    /// A field path.
    Row(RowId),
    /// A path of the section's list of fields.
    Field(Section, usize),
}

/// What the person wants to see of the rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Show {
    /// Only rows that differ.
    pub only_differences: bool,
    /// Only whether a field is there.
    pub presence_only: bool,
    /// Values over as many lines as they need.
    pub whole: bool,
    /// Sections of which only the heading is shown.
    pub folded: BTreeSet<Section>,
}

/// A comparison, ready to be shown.
#[derive(Debug)]
pub struct Sheet {
    /// The documents, in column order.
    pub documents: Vec<DocumentId>,
    /// The comparison.
    pub comparison: Comparison,
    /// All rows by state.
    pub summary: Summary,
    /// Rows of each category by state, in the order of [`Category::ALL`].
    pub summaries: [Summary; 5],
    everywhere: Vec<String>,
    on_one: Vec<(String, usize)>,
    nowhere: Vec<&'static str>,
}

impl Sheet {
    /// Compares the marked documents, the first twelve of them; `None` when there are not two.
    #[must_use]
    pub fn of(workspace: &Workspace, options: &Options) -> Option<Self> {
        let marked = workspace.marks().order();
        let documents: Vec<DocumentId> = marked.iter().take(MOST_COLUMNS).copied().collect();
        let rows: Vec<_> = documents
            .iter()
            .map(|&id| workspace.corpus().row(id))
            .collect();
        // The path has a line of its own; where hosts are equal the comparison numbers them.
        let names: Vec<String> = rows
            .iter()
            .map(|row| match row.host() {
                "" => row.address(),
                host => host.to_owned(),
            })
            .collect();
        let columns: Vec<Column<'_>> = rows
            .iter()
            .zip(&names)
            .map(|(row, name)| Column {
                name,
                host: row.host(),
                path: row.path(),
                body: row.body().unwrap_or_default(),
                facts: Some(*row.facts()),
            })
            .collect();
        let comparison = compare(&columns, options).ok()?;
        Some(Self {
            documents,
            summary: comparison.summary(),
            summaries: Category::ALL.map(|category| comparison.category_summary(category)),
            everywhere: comparison.universal(),
            on_one: comparison.unique(),
            nowhere: comparison.unserved(),
            comparison,
        })
    }

    /// Number of cards.
    #[must_use]
    pub fn column_count(&self) -> usize {
        self.documents.len()
    }

    /// The lines to show.
    #[must_use]
    pub fn lines(&self, show: &Show) -> Vec<Line> {
        let mut lines = Vec::new();
        for section in Section::ALL {
            lines.push(Line::Section(section));
            if !show.folded.contains(&section) {
                self.push_section(section, show, &mut lines);
            }
        }
        lines
    }

    fn push_section(&self, section: Section, show: &Show, lines: &mut Vec<Line>) {
        let differing = show.only_differences;
        match section {
            Section::Cards => {
                lines.extend((0..self.comparison.silent_changes().len()).map(Line::Silent));
                lines.extend(Identity::ALL.map(Line::Identity));
            }
            Section::Costs => {
                let axes = self.comparison.axes().iter().enumerate();
                let shown = axes.filter(|(_, axis)| !(differing && axis.agree));
                lines.extend(shown.map(|(axis, _)| Line::Axis(axis)));
            }
            Section::Fields(category) => {
                let rows = self.comparison.rows_in(category);
                let shown = rows.filter(|&id| !differing || self.differs(id, show));
                lines.extend(shown.map(Line::Row));
            }
            Section::Everywhere if differing => {}
            Section::Nowhere if differing => {}
            Section::Everywhere | Section::OnOne | Section::Nowhere => {
                let count = self.field_count(section);
                lines.extend((0..count).map(|field| Line::Field(section, field)));
            }
        }
    }

    /// Whether a row is one that differs, in what is asked of it.
    fn differs(&self, id: RowId, show: &Show) -> bool {
        if show.presence_only {
            self.comparison.presence(id).count() != self.column_count()
        } else {
            self.comparison.row(id).state != RowState::Same
        }
    }

    /// Length of a section's list of fields.
    #[must_use]
    pub fn field_count(&self, section: Section) -> usize {
        match section {
            Section::Everywhere => self.everywhere.len(),
            Section::OnOne => self.on_one.len(),
            Section::Nowhere => self.nowhere.len(),
            _ => 0,
        }
    }

    /// A path of a section's list. Untrusted.
    #[must_use]
    pub fn field(&self, section: Section, position: usize) -> &str {
        let found = match section {
            Section::Everywhere => self.everywhere.get(position).map(String::as_str),
            Section::OnOne => self.on_one.get(position).map(|(path, _)| path.as_str()),
            Section::Nowhere => self.nowhere.get(position).copied(),
            _ => None,
        };
        found.unwrap_or_default()
    }

    /// Whether a column has a path of a section's list.
    #[must_use]
    pub fn carries(&self, section: Section, position: usize, column: usize) -> bool {
        match section {
            Section::Everywhere => true,
            Section::OnOne => self
                .on_one
                .get(position)
                .is_some_and(|(_, carrier)| *carrier == column),
            _ => false,
        }
    }

    /// What a line is about: a path, or a name. Untrusted.
    #[must_use]
    pub fn label(&self, line: Line) -> String {
        match line {
            Line::Section(section) => section.title().to_owned(),
            Line::Silent(_) => "changed unsaid".to_owned(),
            Line::Identity(identity) => identity.label().to_owned(),
            Line::Axis(axis) => {
                let axis = self.comparison.axes().get(axis);
                axis.map(|axis| axis.label.to_owned()).unwrap_or_default()
            }
            Line::Row(id) => match self.comparison.path(id) {
                path if path.is_empty() => "(the document)".to_owned(),
                path => path,
            },
            Line::Field(section, position) => self.field(section, position).to_owned(),
        }
    }

    /// What a heading says of its section.
    #[must_use]
    pub fn tally(&self, section: Section) -> String {
        match section {
            Section::Cards => format!("{} side by side", self.column_count()),
            Section::Costs => {
                let axes = self.comparison.axes();
                let agree = axes.iter().filter(|axis| axis.agree).count();
                format!("{agree} of {} axes agree", axes.len())
            }
            Section::Fields(category) => {
                let position = Category::ALL.iter().position(|known| *known == category);
                summary_text(position.map(|at| self.summaries[at]).unwrap_or_default())
            }
            list => match self.field_count(list) {
                1 => "1 field".to_owned(),
                count => format!("{count} fields"),
            },
        }
    }
}

/// Rows by state in words: `24 rows: 20 same, 3 different, 1 only in some`.
#[must_use]
pub fn summary_text(summary: Summary) -> String {
    if summary.total() == 0 {
        return "no row".to_owned();
    }
    let states = RowState::ALL.into_iter();
    let parts: Vec<String> = states
        .filter(|&state| summary.count(state) > 0)
        .map(|state| {
            let name = match state {
                RowState::Only => "only in some",
                RowState::Type => "of another type",
                RowState::Order => "in another order",
                other => other.as_str(),
            };
            format!("{} {name}", summary.count(state))
        })
        .collect();
    let rows = if summary.total() == 1 { "row" } else { "rows" };
    format!("{} {rows}: {}", summary.total(), parts.join(", "))
}
