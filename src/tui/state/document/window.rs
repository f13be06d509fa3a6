//! A cursor over items of several rows each, and the rows of them on screen.
//!
//! Like [`crate::tui::cursor::ListCursor`] it knows numbers only; unlike there an item may take
//! many rows, even more than the screen has. Heights are asked for near the screen only, so a
//! move costs what is visible.

use crate::tui::keymap::Move;

/// The item under the cursor and the first row on screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Window {
    cursor: usize,
    top: usize,
    /// Rows of the top item above the screen.
    skip: usize,
}

/// What the window looks at.
#[derive(Clone, Copy)]
pub(super) struct Pane<'a> {
    /// Number of items.
    pub(super) len: usize,
    /// Rows on screen.
    pub(super) height: usize,
    /// Rows of an item.
    pub(super) rows: &'a dyn Fn(usize) -> usize,
}

impl Pane<'_> {
    fn rows(&self, item: usize) -> usize {
        (self.rows)(item).max(1)
    }

    /// The position so many rows before the start of an item.
    fn back(&self, mut item: usize, mut by: usize) -> (usize, usize) {
        while by > 0 && item > 0 {
            item -= 1;
            let rows = self.rows(item);
            if rows >= by {
                return (item, rows - by);
            }
            by -= rows;
        }
        (item, 0)
    }

    /// The position so many rows further on; at most the last row of all.
    fn on(&self, mut item: usize, mut skip: usize, mut by: usize) -> (usize, usize) {
        loop {
            let left = self.rows(item).saturating_sub(skip).max(1);
            if by < left {
                return (item, skip + by);
            }
            if item + 1 >= self.len {
                return (item, skip + left - 1);
            }
            by -= left;
            item += 1;
            skip = 0;
        }
    }

    /// Rows from a position to the end of item `to`, counted no further than `most`.
    fn until(&self, (mut item, skip): (usize, usize), to: usize, most: usize) -> usize {
        let mut sum = self.rows(item).saturating_sub(skip);
        while item < to && sum <= most {
            item += 1;
            sum += self.rows(item);
        }
        sum
    }
}

impl Window {
    /// The item under the cursor; `None` when there is none.
    pub(super) fn cursor(self, len: usize) -> Option<usize> {
        len.checked_sub(1).map(|last| self.cursor.min(last))
    }

    /// Made to fit: the cursor on screen, no empty rows below the end while rows are hidden above.
    pub(super) fn settled(self, pane: &Pane<'_>) -> Self {
        let Some(last) = pane.len.checked_sub(1) else {
            return Self::default();
        };
        let height = pane.height.max(1);
        let cursor = self.cursor.min(last);
        let own = pane.rows(cursor);
        let mut place = if self.top > cursor {
            (cursor, 0)
        } else {
            (self.top, self.skip.min(pane.rows(self.top) - 1))
        };
        if place.0 == cursor {
            place.1 = place.1.min(own.saturating_sub(height));
        } else if pane.until(place, cursor, height) > height {
            place = if own >= height {
                (cursor, 0)
            } else {
                pane.back(cursor, height - own)
            };
        }
        if pane.until(place, last, height) < height {
            place = pane.back(pane.len, height).min(place);
        }
        Self {
            cursor,
            top: place.0,
            skip: place.1,
        }
    }

    /// Puts the cursor on an item.
    pub(super) fn select(&mut self, item: usize, pane: &Pane<'_>) {
        self.cursor = item;
        *self = self.settled(pane);
    }

    /// Puts the cursor on an item and one of its rows on screen, about in the middle of a tall one.
    pub(super) fn select_row(&mut self, item: usize, row: usize, pane: &Pane<'_>) {
        self.select(item, pane);
        if pane.len > item && self.top == item && pane.rows(item) > pane.height {
            self.skip = row.saturating_sub(pane.height / 2);
            *self = self.settled(pane);
        }
    }

    /// Moves the cursor; an item taller than the screen is scrolled through first.
    pub(super) fn go(&mut self, step: Move, pane: &Pane<'_>) {
        *self = self.settled(pane);
        let Some(last) = pane.len.checked_sub(1) else {
            return;
        };
        let height = pane.height.max(1);
        let page = (height - 1).max(1);
        let own = pane.rows(self.cursor);
        let is_tall = self.top == self.cursor && own > height;
        match step {
            Move::Down if is_tall && self.skip + height < own => self.skip += 1,
            Move::Down => self.cursor = (self.cursor + 1).min(last),
            Move::Up if is_tall && self.skip > 0 => self.skip -= 1,
            Move::Up => self.arrive_at(self.cursor.saturating_sub(1), pane),
            Move::PageDown if is_tall && self.skip + height < own => {
                self.skip = (self.skip + page).min(own - height);
            }
            Move::PageDown => {
                let to = pane.on(self.cursor, 0, page).0.max(self.cursor + 1);
                (self.top, self.skip) = pane.on(self.top, self.skip, page);
                self.cursor = to.min(last);
            }
            Move::PageUp if is_tall && self.skip > 0 => {
                self.skip = self.skip.saturating_sub(page);
            }
            Move::PageUp => {
                let to = pane.back(self.cursor, page).0;
                let hidden = page.saturating_sub(self.skip);
                if page > self.skip {
                    (self.top, self.skip) = pane.back(self.top, hidden);
                } else {
                    self.skip -= page;
                }
                self.arrive_at(to.min(self.cursor.saturating_sub(1)), pane);
            }
            Move::First => *self = Self::default(),
            Move::Last => self.arrive_at(last, pane),
            Move::Left | Move::Right => {}
        }
        *self = self.settled(pane);
    }

    /// The cursor on an item reached from below: of a tall one the end is shown.
    fn arrive_at(&mut self, item: usize, pane: &Pane<'_>) {
        let hidden = pane.rows(item).saturating_sub(pane.height.max(1));
        if hidden > 0 && item != self.cursor {
            (self.top, self.skip) = (item, hidden);
        }
        self.cursor = item;
    }

    /// Moves the rows on screen; the cursor only as far as it must to stay among them.
    pub(super) fn scroll(&mut self, rows: isize, pane: &Pane<'_>) {
        *self = self.settled(pane);
        if pane.len == 0 {
            return;
        }
        let by = rows.unsigned_abs();
        (self.top, self.skip) = if rows >= 0 {
            pane.on(self.top, self.skip, by)
        } else if by > self.skip {
            pane.back(self.top, by - self.skip)
        } else {
            (self.top, self.skip - by)
        };
        let height = pane.height.max(1);
        let end = pane.back(pane.len, height);
        if (self.top, self.skip) > end {
            (self.top, self.skip) = end;
        }
        let is_cut = self.skip > 0 && self.skip + height > pane.rows(self.top);
        let first = (self.top + usize::from(is_cut)).min(pane.len - 1);
        let bottom = pane.on(self.top, self.skip, height - 1);
        let is_whole = bottom.1 + 1 == pane.rows(bottom.0);
        let last = if is_whole || bottom.0 == first {
            bottom.0
        } else {
            bottom.0 - 1
        };
        self.cursor = self.cursor.clamp(first, last.max(first));
        *self = self.settled(pane);
    }

    /// The items on screen from the top: item, its first visible row, its visible rows.
    pub(super) fn visible(self, pane: &Pane<'_>) -> Vec<(usize, usize, usize)> {
        let settled = self.settled(pane);
        let mut seen = Vec::new();
        let (mut item, mut skip, mut room) = (settled.top, settled.skip, pane.height);
        while room > 0 && item < pane.len {
            let rows = pane.rows(item).saturating_sub(skip).min(room);
            seen.push((item, skip, rows));
            room -= rows;
            item += 1;
            skip = 0;
        }
        seen
    }

    /// The item under a row of the screen.
    pub(super) fn at_row(self, row: usize, pane: &Pane<'_>) -> Option<usize> {
        let mut left = row;
        self.visible(pane).into_iter().find_map(|(item, _, rows)| {
            if left < rows {
                return Some(item);
            }
            left -= rows;
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn walk(heights: &[usize], height: usize, steps: &[(Move, usize, (usize, usize))]) {
        let rows = |item: usize| heights[item];
        let pane = Pane {
            len: heights.len(),
            height,
            rows: &rows,
        };
        let mut window = Window::default();
        for (number, (step, cursor, top)) in steps.iter().enumerate() {
            window.go(*step, &pane);
            let found = (window.cursor, (window.top, window.skip));
            assert_eq!(found, (*cursor, *top), "step {number}: {step:?}");
        }
    }

    #[test]
    fn single_rows_move_like_a_list() {
        walk(
            &[1; 10],
            3,
            &[
                (Move::Down, 1, (0, 0)),
                (Move::Down, 2, (0, 0)),
                (Move::Down, 3, (1, 0)),
                (Move::Last, 9, (7, 0)),
                (Move::Up, 8, (7, 0)),
                (Move::PageUp, 6, (5, 0)),
                (Move::First, 0, (0, 0)),
                (Move::PageDown, 2, (2, 0)),
            ],
        );
    }

    #[test]
    fn a_tall_item_is_scrolled_through_before_it_is_left() {
        walk(
            &[1, 5, 1],
            3,
            &[
                (Move::Down, 1, (1, 0)),
                (Move::Down, 1, (1, 1)),
                (Move::Down, 1, (1, 2)),
                (Move::Down, 2, (1, 3)),
                (Move::Up, 1, (1, 2)),
                (Move::Up, 1, (1, 1)),
                (Move::PageUp, 1, (1, 0)),
                (Move::Up, 0, (0, 0)),
                (Move::Last, 2, (1, 3)),
            ],
        );
    }

    #[test]
    fn scrolling_drags_the_cursor_only_at_the_edge() {
        let rows = |_: usize| 2;
        let pane = Pane {
            len: 10,
            height: 4,
            rows: &rows,
        };
        let mut window = Window::default();
        window.scroll(1, &pane);
        assert_eq!((window.cursor, window.top, window.skip), (1, 0, 1));
        window.scroll(100, &pane);
        assert_eq!((window.cursor, window.top, window.skip), (8, 8, 0));
        window.scroll(-1, &pane);
        assert_eq!((window.cursor, window.top, window.skip), (8, 7, 1));
    }

    #[test]
    fn no_items_and_no_rows_are_no_trouble() {
        let rows = |_: usize| 7;
        for (len, height) in [(0, 0), (0, 5), (3, 0), (3, 1)] {
            let pane = Pane {
                len,
                height,
                rows: &rows,
            };
            let mut window = Window::default();
            for step in [
                Move::Down,
                Move::Last,
                Move::PageUp,
                Move::PageDown,
                Move::Up,
            ] {
                window.go(step, &pane);
                window.scroll(3, &pane);
                window.scroll(-2, &pane);
                assert!(window.visible(&pane).len() <= height);
            }
        }
    }

    #[test]
    fn a_row_of_the_screen_belongs_to_an_item() {
        let heights = [1, 3, 1];
        let rows = |item: usize| heights[item];
        let pane = Pane {
            len: 3,
            height: 5,
            rows: &rows,
        };
        let window = Window::default();
        let found: Vec<_> = (0..6).map(|row| window.at_row(row, &pane)).collect();
        assert_eq!(found, [Some(0), Some(1), Some(1), Some(1), Some(2), None]);
    }
}
