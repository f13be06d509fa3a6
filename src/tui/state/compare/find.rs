//! Finding a text in paths and values.

use super::Compare;
use super::sheet::{Line, Sheet};
use crate::tui::cursor::Extent;
use crate::tui::layout::Layout;
use crate::tui::state::{Notice, Reply};

impl Compare {
    pub(super) fn find(&mut self, is_next: bool, layout: &Layout) -> Vec<Reply> {
        let (Some(sheet), Some(here)) = (&self.sheet, self.selected()) else {
            return Vec::new();
        };
        let pattern = self.pattern.to_lowercase();
        let count = self.lines.len();
        let is_hit = |&at: &usize| {
            self.line(at)
                .is_some_and(|line| has_text(sheet, line, &pattern))
        };
        let found = if is_next {
            (here + 1..count).chain(0..=here).find(is_hit)
        } else {
            (0..here).rev().chain((here..count).rev()).find(is_hit)
        };
        let notice = match found {
            None => Notice::warning(format!(
                "'{}' is in no path and no value here.",
                self.pattern
            )),
            Some(position) => {
                let is_around = if is_next {
                    position <= here
                } else {
                    position >= here
                };
                let around = if is_around { ", around the end" } else { "" };
                let extent = Extent::new(count, self.areas(layout).lines.height);
                self.cursor.select(position, extent);
                Notice::done(format!("'{}' is here{around}; n goes on.", self.pattern))
            }
        };
        vec![Reply::Notice(notice)]
    }
}

/// Whether a line's path or one of its values holds a text that is in lower case.
fn has_text(sheet: &Sheet, line: Line, pattern: &str) -> bool {
    if matches!(line, Line::Section(_)) {
        return false;
    }
    if sheet.label(line).to_lowercase().contains(pattern) {
        return true;
    }
    let Line::Row(id) = line else {
        return false;
    };
    (0..sheet.column_count()).any(|column| {
        let value = sheet.comparison.cell(id, column).value();
        value.is_some_and(|value| value.to_lowercase().contains(pattern))
    })
}
