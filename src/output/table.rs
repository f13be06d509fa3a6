//! Tables for people: aligned text, or Markdown.

use crate::text::{clean, cut_middle, pad_end, pad_start, width};
use std::io::{self, Write};

/// How a column's cells stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Text.
    Left,
    /// Numbers.
    Right,
}

/// Columns in which a text can still be read; a table that is fitted to a screen leaves out
/// columns before texts get shorter.
const READABLE: usize = 30;
/// Columns that a text keeps however narrow the screen is.
const SHORTEST: usize = 8;

/// How a table is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableStyle {
    /// Columns aligned by spaces.
    Text,
    /// A Markdown table.
    Markdown,
}

/// A table being made. Cells and column names may be untrusted text; they are cleaned when written.
#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns and no row.
    #[must_use]
    pub fn new<const N: usize>(columns: [(&str, Align); N]) -> Self {
        Self::with_columns(
            columns
                .map(|(name, align)| (name.to_owned(), align))
                .to_vec(),
        )
    }

    /// A table with any number of columns and no row.
    #[must_use]
    pub fn with_columns(columns: Vec<(String, Align)>) -> Self {
        Self {
            columns,
            rows: Vec::new(),
        }
    }

    /// Adds a row; missing cells are empty, surplus ones are dropped.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let mut row: Vec<String> = cells.into_iter().collect();
        row.resize(self.columns.len(), String::new());
        self.rows.push(row);
    }

    /// Whether it has no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Columns of the screen that each of its columns takes in aligned text.
    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self.columns.iter().map(|(name, _)| shown(name)).collect();
        for row in &self.rows {
            for (widest, cell) in widths.iter_mut().zip(row) {
                *widest = (*widest).max(shown(cell));
            }
        }
        widths
    }

    /// Fits the aligned text to a screen: first leaves out columns, named by position and the least
    /// important first, as long as texts cannot be read at its width; then cuts the widest texts in
    /// their middle. Names of columns and numbers are never cut, so a narrow screen may stay too
    /// narrow. Returns the positions left out.
    pub fn fit(&mut self, screen: usize, least_first: &[usize]) -> Vec<usize> {
        let mut widths = self.widths();
        let mut kept = vec![true; widths.len()];
        let mut left_out = Vec::new();
        for &column in least_first {
            let readable = |(at, &width): (usize, &usize)| match self.columns[at].1 {
                Align::Left => width.min(READABLE.max(shown(&self.columns[at].0))),
                Align::Right => width,
            };
            let each = widths.iter().enumerate().filter(|(at, _)| kept[*at]);
            if line_width(each.map(readable)) <= screen {
                break;
            }
            if let Some(kept) = kept.get_mut(column) {
                *kept = false;
                left_out.push(column);
            }
        }
        keep(&mut self.columns, &kept);
        keep(&mut widths, &kept);
        self.rows.iter_mut().for_each(|row| keep(row, &kept));

        let least = |(name, align): &(String, Align)| match align {
            Align::Left => Some(shown(name).max(SHORTEST)),
            Align::Right => None,
        };
        let least: Vec<Option<usize>> = self.columns.iter().map(least).collect();
        let before = widths.clone();
        while line_width(widths.iter().copied()) > screen {
            let can_give =
                |&(at, &width): &(usize, &usize)| least[at].is_some_and(|least| width > least);
            let widest = widths
                .iter()
                .enumerate()
                .filter(can_give)
                .max_by_key(|(_, width)| **width);
            let Some((widest, _)) = widest else {
                break;
            };
            widths[widest] -= 1;
        }
        for row in &mut self.rows {
            for (column, cell) in row.iter_mut().enumerate() {
                if widths[column] < before[column] {
                    *cell = cut_middle(&clean(cell), widths[column]).into_owned();
                }
            }
        }
        left_out
    }

    /// Writes it.
    ///
    /// # Errors
    /// When the writer refuses.
    pub fn write(&self, style: TableStyle, out: &mut dyn Write) -> io::Result<()> {
        match style {
            TableStyle::Text => self.write_text(out),
            TableStyle::Markdown => self.write_markdown(out),
        }
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let rows: Vec<Vec<_>> = self
            .rows
            .iter()
            .map(|row| row.iter().map(|cell| clean(cell)).collect())
            .collect();
        let heads: Vec<_> = self.columns.iter().map(|(name, _)| clean(name)).collect();
        let widths = self.widths();
        let mut line = |cells: &mut dyn Iterator<Item = &str>| {
            let mut text = String::new();
            for ((cell, (_, align)), &width) in cells.zip(&self.columns).zip(&widths) {
                let padded = match align {
                    Align::Left => pad_end(cell, width),
                    Align::Right => pad_start(cell, width),
                };
                text.push_str(&padded);
                text.push_str("  ");
            }
            writeln!(out, "  {}", text.trim_end())
        };
        line(&mut heads.iter().map(AsRef::as_ref))?;
        rows.iter()
            .try_for_each(|row| line(&mut row.iter().map(AsRef::as_ref)))
    }

    fn write_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        let line = |cells: &mut dyn Iterator<Item = String>, out: &mut dyn Write| {
            let cells: Vec<_> = cells.collect();
            writeln!(out, "| {} |", cells.join(" | "))
        };
        line(
            &mut self.columns.iter().map(|(name, _)| markdown_cell(name)),
            out,
        )?;
        let rule = |(_, align): &(String, Align)| match align {
            Align::Left => "---".to_owned(),
            Align::Right => "---:".to_owned(),
        };
        line(&mut self.columns.iter().map(rule), out)?;
        self.rows
            .iter()
            .try_for_each(|row| line(&mut row.iter().map(|cell| markdown_cell(cell)), out))
    }
}

/// Columns of the screen that a text takes, cleaned.
fn shown(text: &str) -> usize {
    width(&clean(text))
}

/// Columns of a line of aligned text: two before each column.
fn line_width(widths: impl Iterator<Item = usize>) -> usize {
    widths.map(|width| width + 2).sum()
}

/// Leaves out what is not kept; what `kept` does not reach stays.
fn keep<T>(items: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    items.retain(|_| kept.next().copied().unwrap_or(true));
}

/// Text for a Markdown table's cell: cleaned, and nothing in it is taken for markup.
#[must_use]
pub fn markdown_cell(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in clean(text).chars() {
        if matches!(character, '|' | '\\' | '`' | '*' | '_' | '<' | '[' | ']') {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

/// A number with its thousands set apart: `12,345`.
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A percentage with one decimal: `77.7%`; `–` when there is none.
#[must_use]
pub fn percentage(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.1}%"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(style: TableStyle) -> String {
        let mut table = Table::new([("name", Align::Left), ("n", Align::Right)]);
        table.row(["日本\u{1b}".to_owned(), "7".to_owned()]);
        table.row(["a|b".to_owned(), "12,345".to_owned()]);
        let mut out = Vec::new();
        table.write(style, &mut out).expect("memory takes it");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn columns_are_straight_whatever_the_script() {
        assert_eq!(
            written(TableStyle::Text),
            "  name        n\n  日本␛       7\n  a|b    12,345\n"
        );
    }

    fn wide() -> Table {
        let mut table = Table::new([
            ("address", Align::Left),
            ("route", Align::Left),
            ("n", Align::Right),
        ]);
        // 50 columns of text, so a line takes 2 + 50 + 2 + 8 + 2 + 1 = 65.
        let address = format!("{}{}", "a".repeat(25), "z".repeat(25));
        table.row([address, "inferred".to_owned(), "7".to_owned()]);
        table
    }

    fn lines(table: &Table) -> Vec<String> {
        let mut out = Vec::new();
        table
            .write(TableStyle::Text, &mut out)
            .expect("memory takes it");
        let text = String::from_utf8(out).expect("text");
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_table_that_fits_is_left_as_it_is() {
        let mut table = wide();
        assert!(table.fit(65, &[2, 1]).is_empty());
        assert_eq!(lines(&table), lines(&wide()));
    }

    #[test]
    fn texts_that_can_still_be_read_are_cut_in_the_middle_before_a_column_goes() {
        let mut table = wide();
        assert!(table.fit(45, &[2, 1]).is_empty());
        let row = format!("  {}…{}  inferred  7", "a".repeat(15), "z".repeat(14));
        assert_eq!(lines(&table)[1], row);
    }

    #[test]
    fn the_least_important_columns_go_first_where_texts_would_get_too_short() {
        // 30 readable columns need 45 with all three, 42 without the number, 32 alone.
        let mut table = wide();
        assert_eq!(table.fit(44, &[2, 1]), [2]);
        let lines = lines(&table);
        assert_eq!(
            lines[0].split_whitespace().collect::<Vec<_>>(),
            ["address", "route"]
        );
        assert_eq!(width(&lines[1]), 44);
    }

    #[test]
    fn a_screen_too_narrow_for_everything_keeps_names_and_numbers_whole() {
        let mut table = wide();
        assert!(table.fit(1, &[]).is_empty());
        assert_eq!(lines(&table)[1], "  aaaa…zzz  inferred  7");
    }

    #[test]
    fn a_strangers_text_at_the_head_of_a_column_is_cleaned_too() {
        let mut table = Table::with_columns(vec![("a\u{1b}".to_owned(), Align::Left)]);
        table.row(["x".to_owned()]);
        let mut out = Vec::new();
        table
            .write(TableStyle::Text, &mut out)
            .expect("memory takes it");
        assert_eq!(String::from_utf8(out).expect("text"), "  a␛\n  x\n");
    }

    #[test]
    fn a_bar_in_a_cell_does_not_end_it() {
        assert_eq!(
            written(TableStyle::Markdown),
            "| name | n |\n| --- | ---: |\n| 日本␛ | 7 |\n| a\\|b | 12,345 |\n"
        );
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(
            [0, 12, 999, 1000, 1_234_567].map(thousands),
            ["0", "12", "999", "1,000", "1,234,567"]
        );
    }
}
