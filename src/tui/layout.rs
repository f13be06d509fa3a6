//! Divides the screen: a pure function from a size to rectangles.
//!
//! Both `update` (page sizes, mouse hits) and `view` (where to draw) call it, so neither can
//! disagree with the other and no first frame is needed to know the layout.
//!
//! ```text
//!  header   what is open, how much of it, under which rule
//!  tabs      1 Census  2 Compare  …
//!  body     the place
//!  filter   the active filter, shown / total; prompts are typed here
//!  hints    keys that work here, or the latest notice
//! ```

use ratatui::layout::Rect;

use crate::text;

/// From this size on a place shows all its panes.
pub const WHOLE: Size = Size {
    width: 80,
    height: 24,
};
/// Below this size one line says that the terminal is too small.
pub const SMALLEST: Size = Size {
    width: 40,
    height: 10,
};

/// A number of columns and rows; any of them may be 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

impl Size {
    /// A size of `width` columns and `height` rows.
    #[must_use]
    pub const fn new(width: u16, height: u16) -> Self {
        Self { width, height }
    }

    /// Whether this many cells are enough for `least` in both directions.
    #[must_use]
    pub const fn holds(self, least: Self) -> bool {
        self.width >= least.width && self.height >= least.height
    }
}

/// A rectangle of cells. Nothing outside this file computes with raw coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Area {
    /// Leftmost column.
    pub x: u16,
    /// Topmost row.
    pub y: u16,
    /// Columns; 0 means nothing is drawn.
    pub width: u16,
    /// Rows; 0 means nothing is drawn.
    pub height: u16,
}

impl Area {
    /// The rectangle at (`x`, `y`) of the given size.
    #[must_use]
    pub const fn new(x: u16, y: u16, size: Size) -> Self {
        Self {
            x,
            y,
            width: size.width,
            height: size.height,
        }
    }

    /// Whether it has no cell.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// Whether the cell is inside.
    #[must_use]
    pub const fn contains(self, column: u16, row: u16) -> bool {
        column >= self.x
            && row >= self.y
            && column.saturating_sub(self.x) < self.width
            && row.saturating_sub(self.y) < self.height
    }

    /// What remains inside a border of one cell; empty when there is no room for one.
    #[must_use]
    pub const fn inside_border(self) -> Self {
        if self.width < 2 || self.height < 2 {
            return Self {
                width: 0,
                height: 0,
                ..self
            };
        }
        Self {
            x: self.x + 1,
            y: self.y + 1,
            width: self.width - 2,
            height: self.height - 2,
        }
    }

    /// The first `rows` rows, and the rest below them.
    #[must_use]
    pub fn split_top(self, rows: u16) -> (Self, Self) {
        let rows = rows.min(self.height);
        let top = Self {
            height: rows,
            ..self
        };
        (
            top,
            Self {
                y: self.y.saturating_add(rows),
                height: self.height - rows,
                ..self
            },
        )
    }

    /// Everything but the last `rows` rows, and those rows.
    #[must_use]
    pub fn split_bottom(self, rows: u16) -> (Self, Self) {
        self.split_top(self.height.saturating_sub(rows))
    }

    /// The first `columns` columns, and the rest to the right of them.
    #[must_use]
    pub fn split_left(self, columns: u16) -> (Self, Self) {
        let columns = columns.min(self.width);
        let left = Self {
            width: columns,
            ..self
        };
        (
            left,
            Self {
                x: self.x.saturating_add(columns),
                width: self.width - columns,
                ..self
            },
        )
    }

    /// Side by side parts with widths in proportion to `shares`, together exactly as wide as `self`.
    #[must_use]
    pub fn columns(self, shares: &[u16]) -> Vec<Self> {
        let total: u32 = shares.iter().map(|share| u32::from(*share)).sum();
        let mut seen = 0_u32;
        let mut x = 0_u16;
        let mut parts = Vec::with_capacity(shares.len());
        for share in shares {
            seen += u32::from(*share);
            let end = (u32::from(self.width) * seen)
                .checked_div(total)
                .unwrap_or(0);
            let end = u16::try_from(end).unwrap_or(self.width);
            parts.push(Self {
                x: self.x.saturating_add(x),
                width: end - x,
                ..self
            });
            x = end;
        }
        parts
    }

    /// A rectangle of at most `size` in the middle of this one.
    #[must_use]
    pub fn centred(self, size: Size) -> Self {
        let width = size.width.min(self.width);
        let height = size.height.min(self.height);
        Self {
            x: self.x.saturating_add((self.width - width) / 2),
            y: self.y.saturating_add((self.height - height) / 2),
            width,
            height,
        }
    }

    /// The size without the position.
    #[must_use]
    pub const fn size(self) -> Size {
        Size::new(self.width, self.height)
    }

    /// The same rectangle for drawing.
    #[must_use]
    pub const fn rect(self) -> Rect {
        Rect {
            x: self.x,
            y: self.y,
            width: self.width,
            height: self.height,
        }
    }
}

impl From<Rect> for Area {
    fn from(rect: Rect) -> Self {
        Self {
            x: rect.x,
            y: rect.y,
            width: rect.width,
            height: rect.height,
        }
    }
}

/// How much of a place fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// All panes at once.
    Whole,
    /// One pane at a time.
    OnePane,
    /// Only a line that says which size is needed.
    TooSmall,
}

/// The screen, divided. In [`Shape::TooSmall`] all areas are empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// How much fits.
    pub shape: Shape,
    /// One line: what is open.
    pub header: Area,
    /// One line: the places.
    pub tabs: Area,
    /// Everything between: the place.
    pub body: Area,
    /// One line: the filter, or a prompt.
    pub filter: Area,
    /// One line: keys, or a notice.
    pub hints: Area,
    /// The whole screen.
    pub screen: Area,
}

/// Divides a screen of `size`.
#[must_use]
pub fn divide(size: Size) -> Layout {
    let screen = Area::new(0, 0, size);
    let shape = if size.holds(WHOLE) {
        Shape::Whole
    } else if size.holds(SMALLEST) {
        Shape::OnePane
    } else {
        let none = Area::default();
        return Layout {
            shape: Shape::TooSmall,
            header: none,
            tabs: none,
            body: none,
            filter: none,
            hints: none,
            screen,
        };
    };
    let (header, rest) = screen.split_top(1);
    let (tabs, rest) = rest.split_top(1);
    let (rest, hints) = rest.split_bottom(1);
    let (body, filter) = rest.split_bottom(1);
    Layout {
        shape,
        header,
        tabs,
        body,
        filter,
        hints,
        screen,
    }
}

/// Where each label of the line of tabs stands: label and area, cut off where the line ends.
///
/// On a narrow line only the current label is written out; the others keep their number, so that
/// every place stays one click or one key away.
#[must_use]
pub fn tabs<'a>(line: Area, labels: &[&'a str], current: usize) -> Vec<(&'a str, Area)> {
    let whole: usize = labels.iter().map(|label| text::width(label) + 3).sum();
    let short = whole > usize::from(line.width);
    let mut rest = line;
    let mut placed = Vec::with_capacity(labels.len());
    for (index, label) in labels.iter().enumerate() {
        let shown = if short && index != current {
            first_word(label)
        } else {
            label
        };
        let width = u16::try_from(text::width(shown) + 2).unwrap_or(u16::MAX);
        let (area, after) = rest.split_left(width);
        placed.push((shown, area));
        rest = after.split_left(u16::from(!short)).1;
    }
    placed
}

fn first_word(label: &str) -> &str {
    label.split(' ').next().unwrap_or(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(area: Area) -> u32 {
        u32::from(area.width) * u32::from(area.height)
    }

    #[test]
    fn every_size_is_divided_without_gap_or_overlap() {
        for width in 0..130 {
            for height in 0..45 {
                let size = Size::new(width, height);
                let layout = divide(size);
                let parts = [
                    layout.header,
                    layout.tabs,
                    layout.body,
                    layout.filter,
                    layout.hints,
                ];
                let sum: u32 = parts.iter().map(|part| cells(*part)).sum();
                let expected = if layout.shape == Shape::TooSmall {
                    0
                } else {
                    cells(layout.screen)
                };
                assert_eq!(sum, expected, "{size:?}");
                let mut rows: Vec<(u16, u16)> = parts
                    .iter()
                    .map(|part| (part.y, part.y + part.height))
                    .collect();
                rows.sort_unstable();
                assert!(
                    rows.windows(2).all(|pair| pair[0].1 <= pair[1].0),
                    "{size:?}: {rows:?}"
                );
            }
        }
    }

    #[test]
    fn thresholds_are_80x24_and_40x10() {
        assert_eq!(divide(Size::new(80, 24)).shape, Shape::Whole);
        assert_eq!(divide(Size::new(79, 24)).shape, Shape::OnePane);
        assert_eq!(divide(Size::new(80, 23)).shape, Shape::OnePane);
        assert_eq!(divide(Size::new(40, 10)).shape, Shape::OnePane);
        assert_eq!(divide(Size::new(39, 10)).shape, Shape::TooSmall);
        assert_eq!(divide(Size::new(200, 9)).shape, Shape::TooSmall);
        assert_eq!(divide(Size::default()).shape, Shape::TooSmall);
    }

    #[test]
    fn the_body_takes_what_the_four_lines_leave() {
        let layout = divide(Size::new(80, 24));
        assert_eq!(
            layout.body,
            Area {
                x: 0,
                y: 2,
                width: 80,
                height: 20
            }
        );
        assert_eq!(layout.filter.y, 22);
        assert_eq!(layout.hints.y, 23);
    }

    #[test]
    fn columns_fill_the_width_whatever_the_shares() {
        for width in 0..50 {
            let area = Area::new(7, 0, Size::new(width, 3));
            let parts = area.columns(&[2, 3, 2]);
            assert_eq!(parts.iter().map(|part| part.width).sum::<u16>(), width);
            assert_eq!(parts[0].x, 7);
            assert_eq!(parts[1].x, 7 + parts[0].width);
        }
        assert!(Area::default().columns(&[]).is_empty());
        assert_eq!(
            Area::new(0, 0, Size::new(9, 1)).columns(&[0, 0])[1].width,
            0
        );
    }

    #[test]
    fn splits_at_the_far_edge_of_the_coordinates_do_not_overflow() {
        let far = Area {
            x: u16::MAX,
            y: u16::MAX,
            width: 3,
            height: 3,
        };
        assert_eq!(far.split_top(2).1.y, u16::MAX);
        assert_eq!(far.split_left(9).0.width, 3);
        assert!(far.contains(u16::MAX, u16::MAX));
        assert!(!far.contains(0, u16::MAX));
    }

    #[test]
    fn a_border_needs_two_cells_each_way() {
        assert!(Area::new(0, 0, Size::new(1, 5)).inside_border().is_empty());
        assert!(Area::new(0, 0, Size::new(2, 2)).inside_border().is_empty());
        let inside = Area::new(4, 5, Size::new(10, 3)).inside_border();
        assert_eq!(
            inside,
            Area {
                x: 5,
                y: 6,
                width: 8,
                height: 1
            }
        );
    }

    #[test]
    fn narrow_tabs_keep_every_number_and_the_current_name() {
        let labels = [
            "1 Census",
            "2 Compare",
            "3 Dissent",
            "4 Rules",
            "5 Fields",
            "6 Report",
        ];
        let line = Area::new(0, 1, Size::new(40, 1));
        let shown: Vec<&str> = tabs(line, &labels, 2).iter().map(|tab| tab.0).collect();
        assert_eq!(shown, ["1", "2", "3 Dissent", "4", "5", "6"]);
        let line = Area::new(0, 1, Size::new(80, 1));
        let wide = tabs(line, &labels, 2);
        assert_eq!(
            wide[1],
            (
                "2 Compare",
                Area {
                    x: 11,
                    y: 1,
                    width: 11,
                    height: 1
                }
            )
        );
    }
}
