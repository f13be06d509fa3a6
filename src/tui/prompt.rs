//! Edits one line of text: filter, find, palette, names of files.
//!
//! Pure state. The cursor stands between grapheme clusters (UAX #29), so no key can split a
//! character. A paste is one insertion; line ends and control characters in it stay what they are
//! and are shown as marks, because what is searched for must be what was pasted. Suggestions and
//! errors come from outside: this file knows nothing of queries.

use unicode_segmentation::UnicodeSegmentation;

use crate::tui::cursor::{Extent, ListCursor};
use crate::tui::keymap::{Edit, Move};

/// Most suggestions shown at once.
pub const SUGGESTION_ROWS: usize = 8;

/// A line being typed, with its history and suggestions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prompt {
    text: String,
    /// Byte offset, always at the start of a grapheme cluster or at the end.
    cursor: usize,
    /// Oldest first.
    history: Vec<String>,
    /// Which line of the history is shown, and what was typed before looking at it.
    recalled: Option<(usize, String)>,
    suggestions: Vec<Suggestion>,
    chosen: ListCursor,
    /// Whether the person moved into the suggestions; only then do up and down stay there.
    is_choosing: bool,
    fault: Option<Fault>,
}

/// A way to go on typing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// Byte offset from which `text` replaces the line up to the cursor.
    pub from: usize,
    /// The replacement.
    pub text: String,
    /// What it means, beside it; empty for none.
    pub note: String,
}

/// What is wrong with the line, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Byte offset into the line; at or beyond its end means "something is missing at the end".
    pub at: usize,
    /// One sentence.
    pub sentence: String,
}

/// What an edit did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The text is another one now.
    Text,
    /// At most the cursor or the chosen suggestion moved.
    Nothing,
}

impl Prompt {
    /// A prompt that begins with `text`, the cursor behind it, and lines typed before, oldest first.
    #[must_use]
    pub fn new(text: impl Into<String>, history: Vec<String>) -> Self {
        let text = text.into();
        Self {
            cursor: text.len(),
            text,
            history,
            ..Self::default()
        }
    }

    /// The line as typed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The part before the cursor, which is what a suggestion is about.
    #[must_use]
    pub fn before_cursor(&self) -> &str {
        self.halves().0
    }

    /// What is wrong with the line.
    #[must_use]
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// The suggestions for the line as it is.
    #[must_use]
    pub fn suggestions(&self) -> &[Suggestion] {
        &self.suggestions
    }

    /// The suggestion that [`Edit::Complete`] takes.
    #[must_use]
    pub fn chosen(&self) -> Option<usize> {
        self.chosen.selected(self.suggestions.len())
    }

    /// Whether the person has moved among the suggestions, so that taking the line means taking the
    /// chosen one first.
    #[must_use]
    pub fn is_choosing(&self) -> bool {
        self.is_choosing
    }

    /// The suggestions on screen when `rows` of them fit.
    #[must_use]
    pub fn visible_suggestions(&self, rows: usize) -> std::ops::Range<usize> {
        self.chosen
            .visible(Extent::new(self.suggestions.len(), rows))
    }

    /// Offers suggestions; they replace those before.
    pub fn suggest(&mut self, suggestions: Vec<Suggestion>) {
        self.suggestions = suggestions;
        self.chosen = ListCursor::default();
        self.is_choosing = false;
    }

    /// Marks what is wrong with the line, or nothing.
    pub fn blame(&mut self, fault: Option<Fault>) {
        self.fault = fault;
    }

    /// Puts text in at the cursor: a character typed, or a whole paste.
    pub fn insert(&mut self, text: &str) -> Change {
        if text.is_empty() {
            return Change::Nothing;
        }
        self.text.insert_str(self.cursor, text);
        self.cursor = self.boundary_at_or_after(self.cursor + text.len());
        self.touched()
    }

    /// Carries out an edit.
    pub fn edit(&mut self, edit: Edit) -> Change {
        match edit {
            Edit::Left => self.move_to(self.previous_boundary()),
            Edit::Right => self.move_to(self.next_boundary()),
            Edit::WordLeft => self.move_to(self.word_start()),
            Edit::WordRight => self.move_to(self.word_end()),
            Edit::Home => self.move_to(0),
            Edit::End => self.move_to(self.text.len()),
            Edit::Backspace => self.remove(self.previous_boundary(), self.cursor),
            Edit::Delete => self.remove(self.cursor, self.next_boundary()),
            Edit::KillWord => self.remove(self.word_start(), self.cursor),
            Edit::KillToStart => self.remove(0, self.cursor),
            Edit::KillToEnd => self.remove(self.cursor, self.text.len()),
            Edit::Older => self.older(),
            Edit::Newer => self.newer(),
            Edit::Complete => self.complete(),
        }
    }

    fn halves(&self) -> (&str, &str) {
        self.text
            .split_at_checked(self.cursor)
            .unwrap_or((&self.text, ""))
    }

    fn touched(&mut self) -> Change {
        self.recalled = None;
        self.suggestions.clear();
        self.is_choosing = false;
        Change::Text
    }

    fn move_to(&mut self, cursor: usize) -> Change {
        self.cursor = cursor;
        Change::Nothing
    }

    fn remove(&mut self, from: usize, to: usize) -> Change {
        if from >= to {
            return Change::Nothing;
        }
        self.text.replace_range(from..to, "");
        // What is left on both sides may join into one cluster.
        self.cursor = self.boundary_at_or_after(from);
        self.touched()
    }

    fn boundary_at_or_after(&self, offset: usize) -> usize {
        self.text
            .grapheme_indices(true)
            .map(|(start, _)| start)
            .find(|start| *start >= offset)
            .unwrap_or(self.text.len())
    }

    fn previous_boundary(&self) -> usize {
        let last = self
            .text
            .grapheme_indices(true)
            .take_while(|(start, _)| *start < self.cursor);
        last.last().map_or(0, |(start, _)| start)
    }

    fn next_boundary(&self) -> usize {
        self.boundary_at_or_after(self.cursor.saturating_add(1))
    }

    /// Words are separated by white space, as terms of a filter are.
    fn word_start(&self) -> usize {
        let trimmed = self.halves().0.trim_end();
        trimmed
            .char_indices()
            .rev()
            .find(|(_, char)| char.is_whitespace())
            .map_or(0, |(start, char)| start + char.len_utf8())
    }

    fn word_end(&self) -> usize {
        let after = self.halves().1;
        let trimmed = after.trim_start();
        let blank = after.len() - trimmed.len();
        let word = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        self.cursor + blank + word
    }

    fn older(&mut self) -> Change {
        if self.is_choosing {
            return self.choose(Move::Up);
        }
        let position = match &self.recalled {
            Some((position, _)) => position.checked_sub(1),
            None => self.history.len().checked_sub(1),
        };
        position.map_or(Change::Nothing, |position| self.recall(position))
    }

    fn newer(&mut self) -> Change {
        let Some((position, typed)) = self.recalled.clone() else {
            return self.choose(Move::Down);
        };
        if position + 1 < self.history.len() {
            return self.recall(position + 1);
        }
        self.replace(typed)
    }

    fn recall(&mut self, position: usize) -> Change {
        let Some(line) = self.history.get(position).cloned() else {
            return Change::Nothing;
        };
        let typed = self
            .recalled
            .take()
            .map_or_else(|| self.text.clone(), |(_, typed)| typed);
        let change = self.replace(line);
        self.recalled = Some((position, typed));
        change
    }

    fn replace(&mut self, text: String) -> Change {
        self.text = text;
        self.cursor = self.text.len();
        self.touched()
    }

    fn choose(&mut self, step: Move) -> Change {
        let extent = Extent::new(self.suggestions.len(), SUGGESTION_ROWS);
        self.chosen.go(step, extent);
        self.is_choosing = !self.suggestions.is_empty();
        Change::Nothing
    }

    fn complete(&mut self) -> Change {
        let Some(taken) = self
            .chosen()
            .and_then(|chosen| self.suggestions.get(chosen))
        else {
            return Change::Nothing;
        };
        let (from, text) = (taken.from, taken.text.clone());
        if from > self.cursor || !self.text.is_char_boundary(from) {
            return Change::Nothing;
        }
        self.text.replace_range(from..self.cursor, &text);
        self.cursor = self.boundary_at_or_after(from + text.len());
        self.touched()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line with `|` at the cursor.
    fn shown(prompt: &Prompt) -> String {
        let (before, after) = prompt.halves();
        format!("{before}|{after}")
    }

    #[track_caller]
    fn edits(start: &str, steps: &[(Edit, &str)]) {
        let mut prompt = Prompt::new(start, Vec::new());
        for (number, (edit, expected)) in steps.iter().enumerate() {
            prompt.edit(*edit);
            assert_eq!(shown(&prompt), *expected, "step {number}: {edit:?}");
        }
    }

    #[test]
    fn moves_and_removals_keep_to_characters_as_people_see_them() {
        let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}";
        edits(
            &format!("a{family}e\u{301}"),
            &[
                (Edit::Left, &format!("a{family}|e\u{301}")),
                (Edit::Left, &format!("a|{family}e\u{301}")),
                (Edit::Delete, "a|e\u{301}"),
                (Edit::End, "ae\u{301}|"),
                (Edit::Backspace, "a|"),
                (Edit::Right, "a|"),
                (Edit::Backspace, "|"),
                (Edit::Backspace, "|"),
                (Edit::Delete, "|"),
            ],
        );
    }

    #[test]
    fn words_are_terms_between_spaces() {
        edits(
            "route:inferred  -field:x é",
            &[
                (Edit::WordLeft, "route:inferred  -field:x |é"),
                (Edit::WordLeft, "route:inferred  |-field:x é"),
                (Edit::WordLeft, "|route:inferred  -field:x é"),
                (Edit::WordRight, "route:inferred|  -field:x é"),
                (Edit::WordRight, "route:inferred  -field:x| é"),
                (Edit::KillWord, "route:inferred  | é"),
                (Edit::KillToStart, "| é"),
                (Edit::KillToEnd, "|"),
            ],
        );
    }

    #[test]
    fn a_combining_mark_joins_the_character_before_it() {
        let mut prompt = Prompt::new("e", Vec::new());
        prompt.insert("\u{301}");
        prompt.edit(Edit::Backspace);
        assert_eq!(prompt.text(), "");
    }

    #[test]
    fn removing_what_separates_two_halves_of_a_cluster_leaves_no_cursor_inside() {
        let mut prompt = Prompt::new("e \u{301}x", Vec::new());
        prompt.edit(Edit::Home);
        prompt.edit(Edit::Right);
        // The space carries the mark here, so it goes with it.
        prompt.edit(Edit::Delete);
        assert_eq!(shown(&prompt), "e|x");

        let mut prompt = Prompt::new("\u{1f1e9}x\u{1f1ea}", Vec::new());
        prompt.edit(Edit::Home);
        prompt.edit(Edit::Right);
        prompt.edit(Edit::Delete);
        // Two regional indicators now make one flag; the cursor may not stand between them.
        assert_eq!(shown(&prompt), "\u{1f1e9}\u{1f1ea}|");
    }

    #[test]
    fn a_paste_is_one_insertion_and_keeps_its_line_ends() {
        let mut prompt = Prompt::new("ab", Vec::new());
        prompt.edit(Edit::Left);
        assert_eq!(prompt.insert("x\r\ny\u{1b}[2J"), Change::Text);
        assert_eq!(shown(&prompt), "ax\r\ny\u{1b}[2J|b");
        assert_eq!(prompt.insert(""), Change::Nothing);
    }

    #[test]
    fn history_goes_back_and_returns_to_what_was_typed() {
        let mut prompt = Prompt::new("dra", vec!["one".into(), "two".into()]);
        assert_eq!(prompt.edit(Edit::Older), Change::Text);
        assert_eq!(shown(&prompt), "two|");
        prompt.edit(Edit::Older);
        assert_eq!(shown(&prompt), "one|");
        assert_eq!(prompt.edit(Edit::Older), Change::Nothing);
        assert_eq!(shown(&prompt), "one|");
        prompt.edit(Edit::Newer);
        assert_eq!(shown(&prompt), "two|");
        prompt.edit(Edit::Newer);
        assert_eq!(shown(&prompt), "dra|");
        assert_eq!(prompt.edit(Edit::Newer), Change::Nothing);
    }

    #[test]
    fn a_recalled_line_that_is_changed_becomes_the_line_typed() {
        let mut prompt = Prompt::new("", vec!["one".into(), "two".into()]);
        prompt.edit(Edit::Older);
        prompt.insert("!");
        prompt.edit(Edit::Older);
        prompt.edit(Edit::Newer);
        assert_eq!(shown(&prompt), "two!|");
    }

    fn suggestion(from: usize, text: &str) -> Suggestion {
        Suggestion {
            from,
            text: text.into(),
            note: String::new(),
        }
    }

    #[test]
    fn a_suggestion_replaces_the_word_up_to_the_cursor() {
        let mut prompt = Prompt::new("host:a rou", Vec::new());
        prompt.suggest(vec![suggestion(7, "route:"), suggestion(7, "rows:")]);
        assert_eq!(prompt.chosen(), Some(0));
        assert_eq!(prompt.edit(Edit::Complete), Change::Text);
        assert_eq!(shown(&prompt), "host:a route:|");
        assert_eq!(prompt.suggestions(), []);
        assert_eq!(prompt.edit(Edit::Complete), Change::Nothing);
    }

    #[test]
    fn down_moves_among_the_suggestions_and_up_stays_in_them() {
        let mut prompt = Prompt::new("r", vec!["old".into()]);
        prompt.suggest(vec![suggestion(0, "one"), suggestion(0, "two")]);
        assert_eq!((prompt.chosen(), prompt.is_choosing()), (Some(0), false));
        prompt.edit(Edit::Newer);
        assert_eq!((prompt.chosen(), prompt.is_choosing()), (Some(1), true));
        prompt.edit(Edit::Older);
        assert_eq!((prompt.chosen(), prompt.text()), (Some(0), "r"));
    }

    #[test]
    fn a_suggestion_that_does_not_fit_the_line_is_left_alone() {
        let mut prompt = Prompt::new("é", Vec::new());
        prompt.suggest(vec![suggestion(1, "x")]);
        assert_eq!(prompt.edit(Edit::Complete), Change::Nothing);
        prompt.suggest(vec![suggestion(9, "x")]);
        assert_eq!(prompt.edit(Edit::Complete), Change::Nothing);
        assert_eq!(prompt.text(), "é");
    }
}
