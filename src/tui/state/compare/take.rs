//! What a person takes away: values, paths, rows, the comparison.

use super::Compare;
use super::cell::Shown;
use super::sheet::Line;
use crate::output::compare::{
    CompareFormat, Shown as Written, ShownCells, ShownRows, row_markdown, write_comparison,
};
use crate::tui::keymap::Yank;
use crate::tui::message::Effect;
use crate::tui::state::workspace::Workspace;
use crate::tui::state::{Notice, Reply};

impl Compare {
    pub(super) fn pager(&self) -> Vec<Reply> {
        let Some(sheet) = &self.sheet else {
            return Vec::new();
        };
        let bytes = sheet.comparison.body(self.column()).to_vec();
        vec![Reply::Effect(Effect::OpenPager { bytes })]
    }

    pub(super) fn yank(&self, workspace: &Workspace, what: Yank) -> Vec<Reply> {
        match self.yanked(workspace, what) {
            Ok((text, what)) => vec![Reply::Effect(Effect::CopyText {
                text,
                what: what.to_owned(),
            })],
            Err(sentence) => vec![Reply::Notice(Notice::warning(sentence))],
        }
    }

    pub(super) fn yanked(
        &self,
        workspace: &Workspace,
        what: Yank,
    ) -> Result<(String, &'static str), &'static str> {
        let sheet = self.sheet.as_ref().ok_or("There is no comparison here.")?;
        let column = self.column();
        let line = self.current().ok_or("There is no line here.")?;
        let node = || {
            let Line::Row(id) = line else {
                return Err("Put the cursor on a field first.");
            };
            let cell = sheet.comparison.cell(id, column);
            cell.node().ok_or("This card does not have the field.")
        };
        let utf8 = |bytes: &[u8]| {
            std::str::from_utf8(bytes)
                .map(str::to_owned)
                .map_err(|_error| "It is not UTF-8 and cannot be copied as text.")
        };
        Ok(match what {
            Yank::Value => match line {
                Line::Row(_) => (utf8(node()?.raw())?, "value"),
                other => match sheet.cell(other, column, &self.show) {
                    Shown::Plain(text) => (text, "cell"),
                    _ => return Err("There is no value under the cursor."),
                },
            },
            Yank::Path => match line {
                Line::Row(_) | Line::Field(..) => (sheet.label(line), "path"),
                _ => return Err("Put the cursor on a field first."),
            },
            Yank::Pointer => (node()?.path().pointer(), "JSON Pointer"),
            Yank::Jq => (node()?.path().jq(), "jq expression"),
            Yank::Host => {
                let id = sheet
                    .documents
                    .get(column)
                    .ok_or("There is no card here.")?;
                (workspace.corpus().row(*id).host().to_owned(), "host")
            }
            Yank::Document => (utf8(sheet.comparison.body(column))?, "document"),
            Yank::Row => match line {
                Line::Row(id) => (row_markdown(&sheet.comparison, id), "row"),
                _ => return Err("Put the cursor on a field first."),
            },
            Yank::Comparison => {
                let mut text = Vec::new();
                let (form, shown) = (CompareFormat::Markdown, self.written());
                write_comparison(&sheet.comparison, form, shown, &mut text)
                    .map_err(|_error| "The comparison could not be written.")?;
                (utf8(&text)?, "comparison")
            }
        })
    }

    /// What is on screen, as a file has it.
    pub(super) fn written(&self) -> Written {
        Written {
            rows: if self.show.only_differences {
                ShownRows::Differing
            } else {
                ShownRows::All
            },
            cells: if self.show.presence_only {
                ShownCells::Presence
            } else {
                ShownCells::Values
            },
        }
    }
}
