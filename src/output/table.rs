//! Tables for people: aligned text, or Markdown.

use crate::text::{clean, pad_end, pad_start, width};
use std::io::{self, Write};

/// How a column's cells stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Text.
    Left,
    /// Numbers.
    Right,
}

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
        let mut widths: Vec<usize> = heads.iter().map(|name| width(name)).collect();
        for row in &rows {
            for (widest, cell) in widths.iter_mut().zip(row) {
                *widest = (*widest).max(width(cell));
            }
        }
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
