//! The document list.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use crate::census::{Judgement, State, Verdict};
use crate::corpus::Row;
use crate::dissent::Cell;
use crate::output::table::thousands;
use crate::published::Agreement;
use crate::query::{Direction, SortKey};
use crate::spec::specification;
use crate::text::{pad_start, width};
use crate::tui::cursor::Extent;
use crate::tui::state::census::{Census, Focus, document_at, sorted_by};
use crate::tui::state::workspace::Workspace;
use crate::tui::theme::Look;
use crate::tui::view::{Pen, row};

/// The list with its line of column names.
#[derive(Debug, Clone, Copy)]
pub struct ListView<'a> {
    /// Where the person is.
    pub census: &'a Census,
    /// What is shown.
    pub workspace: &'a Workspace,
    /// Styles and characters.
    pub look: Look,
}

/// A column of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Document,
    Route,
    Version,
    Verdict,
    Alternative,
    Faults,
    Bytes,
    Tolerant,
    Published,
    Notes,
    Declared,
    Reading,
}

impl Column {
    /// In the order in which they are given room.
    const BY_NEED: [Self; 12] = [
        Self::Document,
        Self::Verdict,
        Self::Route,
        Self::Version,
        Self::Faults,
        Self::Reading,
        Self::Alternative,
        Self::Bytes,
        Self::Tolerant,
        Self::Published,
        Self::Notes,
        Self::Declared,
    ];
    /// In the order in which they stand.
    const BY_PLACE: [Self; 12] = [
        Self::Document,
        Self::Route,
        Self::Declared,
        Self::Version,
        Self::Verdict,
        Self::Alternative,
        Self::Tolerant,
        Self::Published,
        Self::Reading,
        Self::Faults,
        Self::Notes,
        Self::Bytes,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Route => "route",
            Self::Version => "version",
            Self::Verdict => "verdict",
            Self::Alternative => "alternative",
            Self::Faults => "faults",
            Self::Bytes => "bytes",
            Self::Tolerant => "tolerant",
            Self::Published => "published",
            Self::Notes => "notes",
            Self::Declared => "declared",
            Self::Reading => "reading",
        }
    }

    fn sort_key(self) -> Option<SortKey> {
        Some(match self {
            Self::Document => SortKey::Host,
            Self::Route => SortKey::Route,
            Self::Version => SortKey::Version,
            Self::Verdict => SortKey::Verdict,
            Self::Alternative => SortKey::Alternative,
            Self::Faults => SortKey::Faults,
            Self::Bytes => SortKey::Bytes,
            Self::Tolerant => SortKey::Tolerant,
            Self::Published => SortKey::Agree,
            Self::Notes => SortKey::Hidden,
            Self::Declared => SortKey::Declared,
            Self::Reading => SortKey::Reading,
        })
    }

    /// Least columns of the screen it is of use in, a space behind it included.
    fn least(self) -> usize {
        match self {
            Self::Document => 18,
            Self::Route => 13,
            Self::Version => 8,
            Self::Verdict => 10,
            Self::Alternative => 12,
            Self::Faults => 14,
            Self::Bytes => 8,
            Self::Tolerant => 10,
            Self::Published => 10,
            Self::Notes => 16,
            Self::Declared => 9,
            Self::Reading => 13,
        }
    }

    fn is_number(self) -> bool {
        self == Self::Bytes
    }
}

impl ListView<'_> {
    /// The columns that fit, in their order, with their widths.
    fn columns(&self, room: usize) -> Vec<(Column, usize)> {
        let has_published = self.workspace.data().published.is_some();
        let counts = self.workspace.readings().voices();
        let counts = counts.column().counts();
        let has_readings = counts.read() + counts.earlier_version > 0;
        let mut left = room;
        let mut chosen = Vec::new();
        for column in Column::BY_NEED {
            if column == Column::Published && !has_published
                || column == Column::Reading && !has_readings
            {
                continue;
            }
            if column.least() <= left || chosen.is_empty() {
                chosen.push(column);
                left = left.saturating_sub(column.least());
            }
        }
        let faults = chosen.contains(&Column::Faults);
        // What is left goes to the two columns of free length.
        let to_document = if faults { (left * 2 / 3).min(26) } else { left };
        Column::BY_PLACE
            .into_iter()
            .filter(|column| chosen.contains(column))
            .map(|column| {
                let more = match column {
                    Column::Document => to_document,
                    Column::Faults => left - to_document,
                    _ => 0,
                };
                (column, column.least() + more)
            })
            .collect()
    }

    fn head(&self, columns: &[(Column, usize)], line: Rect, buffer: &mut Buffer) {
        let theme = self.look.theme;
        let mut pen = Pen::new(line, buffer, &self.look);
        pen.write("   ", theme.heading);
        for &(column, width) in columns {
            let direction = column
                .sort_key()
                .and_then(|key| sorted_by(&self.workspace.view().sort, key));
            let arrow = match direction {
                None => "",
                Some(Direction::Ascending) => self.look.glyphs.ascending,
                Some(Direction::Descending) => self.look.glyphs.descending,
            };
            let name = format!("{}{arrow}", column.name());
            if column.is_number() {
                pen.write(&pad_start(&name, width - 1), theme.heading)
                    .write(" ", theme.heading);
            } else {
                pen.column(&name, width, theme.heading);
            }
        }
    }

    fn row(
        &self,
        document: Row<'_>,
        columns: &[(Column, usize)],
        is_selected: bool,
        line: Rect,
        buffer: &mut Buffer,
    ) {
        let (theme, glyphs) = (self.look.theme, self.look.glyphs);
        let is_focused = self.census.focus() == Focus::List;
        let mut pen = Pen::new(line, buffer, &self.look);
        if is_selected {
            pen.ground(if is_focused {
                theme.selected
            } else {
                theme.selected_elsewhere
            });
        }
        let is_marked = self.workspace.marks().contains(document.id());
        pen.write(if is_selected { glyphs.pointer } else { " " }, Style::new());
        pen.write(if is_marked { glyphs.mark } else { " " }, theme.marked)
            .write(" ", Style::new());
        let judgement = document.judgement(self.workspace.rules());
        for &(column, width) in columns {
            let (text, style) = self.cell(column, document, &judgement);
            // On the selected row the ground's own colours keep the text readable.
            let style = if is_selected && is_focused {
                Style::new()
            } else {
                style
            };
            if column.is_number() {
                pen.write(&pad_start(&text, width - 1), style)
                    .write(" ", style);
            } else {
                pen.column(&text, width - 1, style).write(" ", Style::new());
            }
        }
    }

    fn cell(&self, column: Column, document: Row<'_>, judgement: &Judgement) -> (String, Style) {
        let theme = self.look.theme;
        let plain = |text: String| (text, Style::new());
        let none = || (self.look.glyphs.none.to_owned(), theme.dim);
        match column {
            Column::Document => {
                let is_hit = self.census.hits().contains(document.id());
                let host = document.host();
                (
                    if host.is_empty() {
                        document.address()
                    } else {
                        host.to_owned()
                    },
                    if is_hit { theme.hit } else { Style::new() },
                )
            }
            Column::Route => match judgement.route {
                Some(route) => plain(route.to_string()),
                None => (document.facts().state.to_string(), theme.warning),
            },
            Column::Version => judgement
                .family
                .map_or_else(none, |family| plain(family.to_string())),
            Column::Verdict => judgement
                .verdict
                .map_or_else(none, |verdict| self.verdict(verdict)),
            Column::Tolerant => judgement
                .tolerant
                .map_or_else(none, |verdict| self.verdict(verdict)),
            Column::Alternative => judgement
                .alternative
                .map_or_else(none, |(family, verdict)| {
                    let (text, style) = self.verdict(verdict);
                    let flip = if judgement.flips() { "!" } else { "" };
                    (
                        format!(
                            "{} {family}{flip}",
                            text.split(' ').next().unwrap_or_default()
                        ),
                        style,
                    )
                }),
            Column::Published => match self.workspace.data().published.as_ref() {
                None => none(),
                Some(join) => match join.agreement(document.id(), judgement) {
                    Agreement::Agrees => plain("agrees".to_owned()),
                    Agreement::Disagrees => ("differs".to_owned(), theme.warning),
                    Agreement::NoRow => none(),
                },
            },
            Column::Faults => self.faults(document, judgement),
            Column::Notes => (notes(document), theme.warning),
            Column::Reading => match self.workspace.readings().cell(document.id()) {
                Cell::Unread => none(),
                Cell::EarlierVersion => ("earlier".to_owned(), theme.dim),
                Cell::Read(says) => (says.as_str().to_owned(), theme.marked),
            },
            Column::Declared => match document.protocol_version() {
                "" => none(),
                version => plain(version.to_owned()),
            },
            Column::Bytes => document
                .body()
                .map_or_else(none, |body| plain(thousands(body.len() as u64))),
        }
    }

    fn verdict(&self, verdict: Verdict) -> (String, Style) {
        let (theme, glyphs) = (self.look.theme, self.look.glyphs);
        match verdict {
            Verdict::Valid => (format!("{} valid", glyphs.yes), theme.good),
            Verdict::Invalid => (format!("{} invalid", glyphs.no), theme.bad),
        }
    }

    /// The fields at fault; for what is no card the reason.
    fn faults(&self, document: Row<'_>, judgement: &Judgement) -> (String, Style) {
        let theme = self.look.theme;
        match document.facts().state {
            State::Card => {
                let names = judgement
                    .violated
                    .iter()
                    .map(|field| specification().field_name(field));
                (names.collect::<Vec<_>>().join(", "), theme.bad)
            }
            State::NotAnObject => ("JSON, but no object".to_owned(), theme.dim),
            State::NoBody => ("no body".to_owned(), theme.dim),
            State::Unparseable => {
                let problem = document.problem().map(ToString::to_string);
                (problem.unwrap_or_default(), theme.bad)
            }
        }
    }
}

/// What else is worth knowing of a document, in a few words.
fn notes(document: Row<'_>) -> String {
    let facts = document.facts();
    let mut notes = Vec::new();
    if facts.hidden_count > 0 {
        notes.push(format!("hidden {}", facts.hidden_count));
    }
    if facts.has_unrecognised_version() {
        notes.push("version?".to_owned());
    }
    if facts.shadowed_count > 0 {
        notes.push("duplicate keys".to_owned());
    }
    if facts.had_bom {
        notes.push("BOM".to_owned());
    }
    notes.join(", ")
}

impl Widget for &ListView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        if area.height == 0 {
            return;
        }
        let columns = self.columns(usize::from(area.width).saturating_sub(3));
        self.head(&columns, row(area, 0), buffer);
        let height = area.height - 1;
        let length = self.workspace.shown().order.len();
        let extent = Extent::new(length, height);
        let cursor = self.census.list_cursor(self.workspace, height);
        let selected = cursor.selected(length);
        for (line, position) in cursor.visible(extent).enumerate() {
            let Some(id) = document_at(self.workspace, position) else {
                break;
            };
            let document = self.workspace.corpus().row(id);
            let is_selected = selected == Some(position);
            self.row(document, &columns, is_selected, row(area, line + 1), buffer);
        }
        if length == 0 {
            let text = self.nothing();
            debug_assert!(width(&text) > 0);
            Pen::new(row(area, 1), buffer, &self.look).write(&text, self.look.theme.dim);
        }
    }
}

impl ListView<'_> {
    /// Why there is no row.
    fn nothing(&self) -> String {
        match (
            self.workspace.data().loading,
            self.workspace.corpus().is_empty(),
        ) {
            (Some(_), true) => "   waiting for data…".to_owned(),
            (None, true) => "   no document".to_owned(),
            _ => "   no document passes the filter; x clears it, u takes the last change back"
                .to_owned(),
        }
    }
}
