//! Where the parts of the place stand: pure functions of the body.
//!
//! ```text
//!  names of the columns, one or two lines
//!  lines: state, path, a cell per column
//! ╭ the line under the cursor, in full ╮
//! ╰────────────────────────────────────╯
//! ```

use crate::tui::layout::Area;
use std::ops::Range;

/// Columns before the path: the gutter and the state's word.
pub const LEAD: u16 = 8;
/// Fewest columns of the screen for a card when all cards fit.
const LEAST_CELL: u16 = 16;
/// Fewest columns of the screen for a card when some have to scroll in.
const LEAST_OF_MANY: u16 = 20;

/// Areas of the parts; empty where a part is not on screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Areas {
    /// Names of the columns.
    pub head: Area,
    /// The lines.
    pub lines: Area,
    /// The line under the cursor in full, border included.
    pub detail: Area,
}

/// Divides the body; with `alone` the lines get all of it.
#[must_use]
pub fn areas(body: Area, alone: bool) -> Areas {
    let is_low = body.height < 14;
    let (head, rest) = body.split_top(if is_low { 1 } else { 2 });
    let detail_height = if alone || is_low {
        0
    } else {
        (body.height / 4).clamp(5, 12)
    };
    let (lines, detail) = rest.split_bottom(detail_height);
    Areas {
        head,
        lines,
        detail,
    }
}

/// How a line is divided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Columns of the screen for the path.
    pub path: u16,
    /// The cards on screen.
    pub cards: Range<usize>,
    /// Columns of the screen for each, the gap before it included.
    pub cell: u16,
}

impl Grid {
    /// The card at a column of the screen, counted from the start of the line.
    #[must_use]
    pub fn card_at(&self, column: u16) -> Option<usize> {
        let behind = column.checked_sub(LEAD.saturating_add(self.path))?;
        let card = self.cards.start + usize::from(behind.checked_div(self.cell)?);
        self.cards.contains(&card).then_some(card)
    }
}

/// Divides a line of some width among `count` cards, so that the card under the cursor is seen;
/// `first` is the first card shown before.
#[must_use]
pub fn grid(width: u16, count: usize, cursor: usize, first: usize) -> Grid {
    let path = (u32::from(width) * 25 / 100).clamp(14, 44) as u16;
    let room = width.saturating_sub(LEAD).saturating_sub(path);
    let fitting = if usize::from(room / LEAST_CELL) >= count {
        count.max(1)
    } else {
        usize::from(room / LEAST_OF_MANY).max(1)
    };
    let cursor = cursor.min(count.saturating_sub(1));
    let start = first
        .clamp((cursor + 1).saturating_sub(fitting), cursor)
        .min(count.saturating_sub(fitting));
    Grid {
        path,
        cards: start..(start + fitting).min(count),
        cell: room / u16::try_from(fitting).unwrap_or(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::layout::Size;

    #[test]
    fn parts_fill_the_body_at_every_size() {
        for width in [0, 1, 40, 80, 200] {
            for height in 0..70 {
                for alone in [true, false] {
                    let body = Area::new(2, 2, Size::new(width, height));
                    let areas = areas(body, alone);
                    let sum = areas.head.height + areas.lines.height + areas.detail.height;
                    assert_eq!(sum, height);
                }
            }
        }
    }

    #[test]
    fn the_card_under_the_cursor_is_always_on_screen() {
        for width in [0, 20, 40, 80, 120, 200] {
            for count in 1..=12 {
                for cursor in 0..count {
                    for first in 0..count {
                        let grid = grid(width, count, cursor, first);
                        assert!(grid.cards.contains(&cursor), "{width} {count} {cursor}");
                        assert!(grid.cards.end <= count);
                    }
                }
            }
        }
    }

    #[test]
    fn columns_share_the_line_and_scroll_sideways_when_there_are_more() {
        // 160 - 8 - 40 leaves 112: twelve of 16 do not fit, five of 22 do.
        assert_eq!(
            grid(160, 12, 7, 0),
            Grid {
                path: 40,
                cards: 3..8,
                cell: 22
            }
        );
        // 80 - 8 - 20 leaves 52: three of 17.
        assert_eq!(
            (grid(80, 3, 2, 0).cards, grid(80, 3, 2, 0).cell),
            (0..3, 17)
        );
        assert_eq!(grid(80, 2, 0, 0).cards, 0..2);
        assert_eq!(grid(80, 2, 0, 0).card_at(30), Some(0));
        assert_eq!(grid(80, 2, 0, 0).card_at(55), Some(1));
        assert_eq!(grid(80, 2, 0, 0).card_at(5), None);
    }
}
