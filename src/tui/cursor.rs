//! Keeps a selection and a scroll position in a list whose rows it never sees.
//!
//! A list of a million rows costs what a list of ten costs: the cursor knows positions, the caller
//! knows the length and the height, and only [`ListCursor::visible`] rows are ever asked for.
//! What "confirm" means is left to the owner.

use std::ops::Range;

use crate::tui::keymap::Move;

/// A selected position and the first row on screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ListCursor {
    selected: usize,
    offset: usize,
}

/// How long the list is and how many rows of it are on screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Rows in the list.
    pub length: usize,
    /// Rows on screen; 0 while there is no room.
    pub height: usize,
}

impl Extent {
    /// A list of `length` rows seen through a window of `height` rows.
    #[must_use]
    pub fn new(length: usize, height: impl Into<usize>) -> Self {
        Self {
            length,
            height: height.into(),
        }
    }
}

impl ListCursor {
    /// The selected position; `None` in an empty list.
    #[must_use]
    pub fn selected(&self, length: usize) -> Option<usize> {
        length.checked_sub(1).map(|last| self.selected.min(last))
    }

    /// The positions on screen.
    #[must_use]
    pub fn visible(&self, extent: Extent) -> Range<usize> {
        let offset = self.kept(extent).offset;
        offset..extent.length.min(offset.saturating_add(extent.height))
    }

    /// Selects a position (or the last, if there are fewer) and scrolls only as far as needed.
    pub fn select(&mut self, position: usize, extent: Extent) {
        self.selected = position;
        *self = self.kept(extent);
    }

    /// Moves the selection; left and right do nothing here.
    pub fn go(&mut self, step: Move, extent: Extent) {
        let page = extent.height.saturating_sub(1).max(1);
        let from = self.selected(extent.length).unwrap_or(0);
        let to = match step {
            Move::Up => from.saturating_sub(1),
            Move::Down => from.saturating_add(1),
            Move::PageUp => from.saturating_sub(page),
            Move::PageDown => from.saturating_add(page),
            Move::First => 0,
            Move::Last => usize::MAX,
            Move::Left | Move::Right => from,
        };
        self.select(to, extent);
    }

    /// Moves the window without moving the selection further than it must to stay in sight.
    pub fn scroll(&mut self, rows: isize, extent: Extent) {
        let most = extent.length.saturating_sub(extent.height);
        self.offset = self
            .kept(extent)
            .offset
            .saturating_add_signed(rows)
            .min(most);
        let last = self.offset.saturating_add(extent.height.saturating_sub(1));
        self.selected = self.selected.clamp(self.offset, last);
        *self = self.kept(extent);
    }

    /// The position under a row of the window; `None` below the last row of the list.
    #[must_use]
    pub fn at_row(&self, row: usize, extent: Extent) -> Option<usize> {
        let visible = self.visible(extent);
        visible
            .start
            .checked_add(row)
            .filter(|position| visible.contains(position))
    }

    /// The cursor made to fit: selection within the list and on screen, no empty space below the
    /// end while rows are hidden above.
    #[must_use]
    pub fn kept(self, extent: Extent) -> Self {
        let selected = self.selected(extent.length).unwrap_or(0);
        let height = extent.height.max(1);
        let lowest = selected.saturating_sub(height - 1);
        let most = extent.length.saturating_sub(height);
        let offset = self.offset.clamp(lowest, selected).min(most.max(lowest));
        Self { selected, offset }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(length: usize, height: usize) -> Extent {
        Extent { length, height }
    }

    #[track_caller]
    fn walk(steps: &[(Move, usize, usize)], extent: Extent) {
        let mut cursor = ListCursor::default();
        for (number, (step, selected, first)) in steps.iter().enumerate() {
            cursor.go(*step, extent);
            let found = (cursor.selected(extent.length), cursor.visible(extent).start);
            assert_eq!(found, (Some(*selected), *first), "step {number}: {step:?}");
        }
    }

    #[test]
    fn moves_scroll_only_when_the_selection_would_leave() {
        walk(
            &[
                (Move::Down, 1, 0),
                (Move::Down, 2, 0),
                (Move::Down, 3, 1),
                (Move::Up, 2, 1),
                (Move::Last, 9, 7),
                (Move::Down, 9, 7),
                (Move::PageUp, 7, 7),
                (Move::PageUp, 5, 5),
                (Move::First, 0, 0),
                (Move::Up, 0, 0),
                (Move::PageDown, 2, 0),
                (Move::PageDown, 4, 2),
                (Move::Left, 4, 2),
            ],
            extent(10, 3),
        );
    }

    #[test]
    fn a_million_rows_are_a_matter_of_numbers() {
        let extent = extent(1_000_000, 20);
        let mut cursor = ListCursor::default();
        cursor.go(Move::Last, extent);
        assert_eq!(cursor.visible(extent), 999_980..1_000_000);
        assert_eq!(cursor.selected(extent.length), Some(999_999));
    }

    #[test]
    fn an_empty_list_has_no_selection_and_no_rows() {
        let mut cursor = ListCursor::default();
        for step in [Move::Down, Move::Last, Move::PageDown, Move::Up] {
            cursor.go(step, extent(0, 5));
            assert_eq!(cursor.selected(0), None);
            assert_eq!(cursor.visible(extent(0, 5)), 0..0);
        }
    }

    #[test]
    fn a_window_without_rows_keeps_the_selection() {
        let mut cursor = ListCursor::default();
        cursor.select(4, extent(10, 3));
        assert_eq!(cursor.visible(extent(10, 0)).len(), 0);
        cursor.go(Move::Down, extent(10, 0));
        assert_eq!(cursor.selected(10), Some(5));
    }

    #[test]
    fn growing_the_window_at_the_end_leaves_no_empty_rows() {
        let mut cursor = ListCursor::default();
        cursor.go(Move::Last, extent(10, 3));
        assert_eq!(cursor.visible(extent(10, 8)), 2..10);
    }

    #[test]
    fn a_shrinking_list_takes_the_selection_along() {
        let mut cursor = ListCursor::default();
        cursor.select(9, extent(10, 3));
        assert_eq!(cursor.selected(4), Some(3));
        assert_eq!(cursor.visible(extent(4, 3)), 1..4);
    }

    #[test]
    fn scrolling_drags_the_selection_only_at_the_edge() {
        let mut cursor = ListCursor::default();
        cursor.select(1, extent(10, 4));
        cursor.scroll(1, extent(10, 4));
        assert_eq!(
            (cursor.selected(10), cursor.visible(extent(10, 4))),
            (Some(1), 1..5)
        );
        cursor.scroll(3, extent(10, 4));
        assert_eq!(
            (cursor.selected(10), cursor.visible(extent(10, 4))),
            (Some(4), 4..8)
        );
        cursor.scroll(-99, extent(10, 4));
        assert_eq!(
            (cursor.selected(10), cursor.visible(extent(10, 4))),
            (Some(3), 0..4)
        );
    }

    #[test]
    fn rows_below_the_end_are_no_position() {
        let cursor = ListCursor::default();
        assert_eq!(cursor.at_row(1, extent(2, 5)), Some(1));
        assert_eq!(cursor.at_row(2, extent(2, 5)), None);
        assert_eq!(cursor.at_row(usize::MAX, extent(2, 5)), None);
    }
}
