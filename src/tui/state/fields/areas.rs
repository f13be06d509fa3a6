//! Where the parts of the place stand: pure functions of the body.

use crate::tui::layout::Area;
use std::ops::Range;

/// Columns before the path: gutter and flag.
pub const LEAD: u16 = 3;
/// Columns of a count.
const COUNT: u16 = 10;
/// Columns of a population, its part in percent included.
const BUCKET: u16 = 14;
/// Columns for the versions that require a field.
const REQUIRED: u16 = 13;

/// Columns for the types where there is room for more.
const TYPES: u16 = 30;
/// Fewest columns for an example.
const LEAST_EXAMPLE: u16 = 14;

/// Areas of the parts; empty where a part is not on screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Areas {
    /// Names of the columns.
    pub head: Area,
    /// The lines.
    pub lines: Area,
    /// The field under the cursor in full, border included.
    pub detail: Area,
}

/// Divides the body; with `alone` the lines get all of it.
#[must_use]
pub fn areas(body: Area, alone: bool) -> Areas {
    let (head, rest) = body.split_top(1);
    let detail_height = if alone || body.height < 14 {
        0
    } else {
        (body.height / 4).clamp(5, 8)
    };
    let (lines, detail) = rest.split_bottom(detail_height);
    Areas {
        head,
        lines,
        detail,
    }
}

/// Widths of a line's columns; 0 for one that has no room. With populations side by side, which
/// of them are on screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// The path.
    pub path: u16,
    /// Documents that have it.
    pub documents: u16,
    /// Values of it.
    pub values: u16,
    /// JSON types with counts.
    pub types: u16,
    /// The versions that require it.
    pub required: u16,
    /// A value of it.
    pub example: u16,
    /// The populations on screen.
    pub buckets: Range<usize>,
    /// Columns for each.
    pub bucket: u16,
}

/// Divides a line of some width. `buckets` is 1 when nothing is split, and `cursor` the population
/// that has to be seen.
#[must_use]
pub fn grid(width: u16, buckets: usize, cursor: usize) -> Grid {
    let path = (u32::from(width) * 38 / 100).clamp(16, 60) as u16;
    let mut left = width.saturating_sub(LEAD).saturating_sub(path);
    let mut take = |wanted: u16, from: u16| {
        if width < from || left < wanted {
            return 0;
        }
        left -= wanted;
        wanted
    };
    let documents = take(COUNT, 36);
    if buckets > 1 {
        let fitting = usize::from(left / BUCKET).clamp(1, buckets);
        let cursor = cursor.min(buckets - 1);
        let start = (cursor + 1).saturating_sub(fitting);
        return Grid {
            path,
            documents,
            buckets: start..start + fitting,
            bucket: (left / fitting as u16).min(BUCKET + 8),
            ..Grid::default()
        };
    }
    let values = take(COUNT, 70);
    let required = take(REQUIRED, 100);
    // Less than a few words of an example are of no use.
    let types = if left < TYPES + LEAST_EXAMPLE {
        left
    } else {
        TYPES
    };
    Grid {
        path,
        documents,
        values,
        types,
        required,
        example: left - types,
        buckets: 0..1,
        bucket: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_never_take_more_than_the_line() {
        for width in 0..240 {
            for buckets in 1..=12 {
                for cursor in 0..buckets {
                    let grid = grid(width, buckets, cursor);
                    let shown = grid.buckets.len() as u16;
                    let sum = u32::from(grid.documents)
                        + u32::from(grid.values)
                        + u32::from(grid.types)
                        + u32::from(grid.required)
                        + u32::from(grid.example)
                        + u32::from(grid.bucket) * u32::from(shown);
                    let room = width.saturating_sub(LEAD + grid.path);
                    assert!(sum <= u32::from(room), "{width} {buckets}");
                    assert!(grid.buckets.contains(&cursor) && grid.buckets.end <= buckets);
                }
            }
        }
    }
}
