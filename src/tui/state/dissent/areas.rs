//! Where the parts of the place stand: a pure function of the body.
//!
//! ```text
//! ╭ queue ───────╮╭ evidence ─────────╮
//! ╰──────────────╯╰───────────────────╯
//! ╭ totals ──────────────────────────╮
//! ╰──────────────────────────────────╯
//! ```

use crate::tui::layout::Area;

/// A part of the place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// The documents to read.
    #[default]
    Queue,
    /// What is known of the document under the cursor.
    Evidence,
    /// The totals.
    Totals,
}

impl Focus {
    /// The next part, around.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Queue => Self::Evidence,
            Self::Evidence => Self::Totals,
            Self::Totals => Self::Queue,
        }
    }

    /// The part before, around.
    #[must_use]
    pub fn previous(self) -> Self {
        self.next().next()
    }
}

/// Areas of all parts, borders included; empty where a part is not on screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Areas {
    /// The documents to read.
    pub queue: Area,
    /// What is known of one.
    pub evidence: Area,
    /// The totals.
    pub totals: Area,
}

impl Areas {
    /// The part at a cell.
    #[must_use]
    pub fn at(&self, column: u16, row: u16) -> Option<Focus> {
        let parts = [
            (self.queue, Focus::Queue),
            (self.evidence, Focus::Evidence),
            (self.totals, Focus::Totals),
        ];
        let hit = parts
            .into_iter()
            .find(|(area, _)| area.contains(column, row));
        hit.map(|(_, focus)| focus)
    }
}

/// Rows of the totals with their border: a head, three totals, two differences.
const TOTALS: u16 = 8;

/// Divides the body; with `alone` the part that has the keys gets all of it.
#[must_use]
pub fn areas(body: Area, focus: Focus, alone: bool) -> Areas {
    let mut areas = Areas::default();
    if alone {
        match focus {
            Focus::Queue => areas.queue = body,
            Focus::Evidence => areas.evidence = body,
            Focus::Totals => areas.totals = body,
        }
        return areas;
    }
    let (top, totals) = body.split_bottom(TOTALS);
    let columns = top.columns(&[42, 58]);
    if let [queue, evidence] = columns.as_slice() {
        areas.queue = *queue;
        areas.evidence = *evidence;
    }
    areas.totals = totals;
    areas
}
