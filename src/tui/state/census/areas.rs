//! Where the parts of the place stand: a pure function of the body.
//!
//! ```text
//! ╭ route ───╮╭ transition ╮╭ fields ──╮
//! ╰──────────╯╰────────────╯╰──────────╯
//!   list: a line of column names, then rows
//! ╭ open document ─────────────────────╮
//! ╰────────────────────────────────────╯
//! ```

use crate::tui::layout::Area;

/// A part of the place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// A filter pane, from 0.
    Pane(usize),
    /// The document list.
    #[default]
    List,
    /// The open document.
    Document,
}

impl Focus {
    const ALL: [Self; 5] = [
        Self::Pane(0),
        Self::Pane(1),
        Self::Pane(2),
        Self::List,
        Self::Document,
    ];

    /// The next part, around.
    #[must_use]
    pub fn next(self) -> Self {
        self.step(1)
    }

    /// The part before, around.
    #[must_use]
    pub fn previous(self) -> Self {
        self.step(Self::ALL.len() - 1)
    }

    fn step(self, by: usize) -> Self {
        let at = Self::ALL
            .iter()
            .position(|&focus| focus == self)
            .unwrap_or(0);
        Self::ALL[(at + by) % Self::ALL.len()]
    }
}

/// Areas of all parts; empty where a part is not on screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Areas {
    /// The filter panes, borders included.
    pub panes: [Area; 3],
    /// The list with its line of column names.
    pub list: Area,
    /// The open document, border included.
    pub document: Area,
}

impl Areas {
    /// The rows of the list, without the line of column names.
    #[must_use]
    pub fn list_rows(&self) -> Area {
        self.list.split_top(1).1
    }

    /// The part at a cell.
    #[must_use]
    pub fn at(&self, column: u16, row: u16) -> Option<Focus> {
        let pane = self
            .panes
            .iter()
            .position(|area| area.contains(column, row));
        if let Some(pane) = pane {
            return Some(Focus::Pane(pane));
        }
        if self.list.contains(column, row) {
            return Some(Focus::List);
        }
        self.document
            .contains(column, row)
            .then_some(Focus::Document)
    }
}

/// Divides the body; with `alone` the part that has the keys gets all of it.
#[must_use]
pub fn areas(body: Area, focus: Focus, alone: bool) -> Areas {
    let mut areas = Areas::default();
    if alone {
        match focus {
            Focus::Pane(pane) => areas.panes[pane.min(2)] = body,
            Focus::List => areas.list = body,
            Focus::Document => areas.document = body,
        }
        return areas;
    }
    // Six buckets are the least that is of use; a third of a tall screen is enough.
    let panes_height = (body.height / 3).clamp(8, 20);
    let (panes, rest) = body.split_top(panes_height);
    let columns = panes.columns(&[31, 35, 39]);
    for (area, column) in areas.panes.iter_mut().zip(columns) {
        *area = column;
    }
    // The part a person works in gets the larger share of what is left.
    let share = if focus == Focus::Document { 3 } else { 5 };
    let list_height = (u32::from(rest.height) * share / 10).clamp(4, 400) as u16;
    let (list, document) = rest.split_top(list_height);
    areas.list = list;
    areas.document = document;
    areas
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::layout::Size;

    #[test]
    fn parts_fill_the_body_without_overlap_at_every_size() {
        for width in 0..140 {
            for height in 0..60 {
                let body = Area::new(3, 2, Size::new(width, height));
                for focus in Focus::ALL {
                    for alone in [true, false] {
                        let areas = areas(body, focus, alone);
                        let all = areas.panes.iter().chain([&areas.list, &areas.document]);
                        let cells: u32 = all
                            .map(|area| u32::from(area.width) * u32::from(area.height))
                            .sum();
                        assert_eq!(
                            cells,
                            u32::from(width) * u32::from(height),
                            "{width}×{height}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn tab_goes_round_all_parts_both_ways() {
        let mut focus = Focus::List;
        for _ in 0..5 {
            focus = focus.next();
        }
        assert_eq!(focus, Focus::List);
        assert_eq!(focus.next().previous(), focus);
    }
}
