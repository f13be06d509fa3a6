//! Searching the open document: the hits of what is typed, and the steps between them.

use crate::text::{self, Marks};
use crate::tui::layout::Area;
use crate::tui::state::Notice;
use crate::tui::state::document::DocumentReply;
use crate::tui::state::document::DocumentTab;
use crate::tui::state::document::Hits;
use crate::tui::state::document::OpenDocument;
use crate::tui::state::document::find;
use crate::tui::state::document::find::Search;

impl OpenDocument {
    /// Searches the current tab while a text is being typed: always from where the cursor was when
    /// typing began. An empty text ends the search.
    pub fn find(&mut self, needle: &str, area: Area) -> Option<Hits> {
        let anchor = self.anchor.unwrap_or_else(|| self.cursor().unwrap_or(0));
        self.anchor = Some(anchor);
        if needle.is_empty() {
            self.search = None;
            self.change_window(area, |window, pane| window.select(anchor, pane));
            return None;
        }
        let from = self.search_key(anchor);
        let mut search = match (self.tab, self.subject.document()) {
            (DocumentTab::Tree, Some(document)) => {
                let holding = document.nodes().filter(|node| {
                    let key = node
                        .key_bytes()
                        .is_some_and(|key| find::holds(&key, needle.as_bytes()));
                    let holds = key
                        || match node.text_bytes() {
                            Some(text) => find::holds(&text, needle.as_bytes()),
                            None => {
                                !node.is_container() && find::holds(node.raw(), needle.as_bytes())
                            }
                        };
                    holds || self.tree.hidden_line_holds(*node, needle)
                });
                Search::new(needle, holding.map(|node| node.id().0 as usize))
            }
            (DocumentTab::Raw, _) => {
                Search::new(needle, find::places(&self.subject.bytes, needle.as_bytes()))
            }
            (DocumentTab::Verdicts, _) => {
                let entries = self.verdicts.entries.iter().enumerate();
                let holding = entries.filter(|(_, entry)| {
                    find::holds(entry.text.whole().text().as_bytes(), needle.as_bytes())
                });
                Search::new(needle, holding.map(|(index, _)| index))
            }
            _ => Search::new(needle, std::iter::empty()),
        };
        let to = search.start(from);
        self.search = Some(search);
        match to {
            Some(to) => self.go_to_hit(to, area),
            None => self.change_window(area, |window, pane| window.select(anchor, pane)),
        }
        self.hits()
    }

    /// The search was typed and taken: the cursor stays where it is.
    pub fn end_find(&mut self) -> Option<Notice> {
        self.anchor = None;
        let search = self.search.as_ref()?;
        Some(found_notice(&search.hits()))
    }

    /// The search was given up: the cursor goes back to where it was.
    pub fn cancel_find(&mut self, area: Area) {
        self.search = None;
        if let Some(anchor) = self.anchor.take() {
            self.change_window(area, |window, pane| window.select(anchor, pane));
        }
    }

    /// What hits are compared with: the node, byte or line of an item.
    pub(super) fn search_key(&self, item: usize) -> usize {
        match self.tab {
            DocumentTab::Tree => self.tree.rows.get(item).map_or(0, |row| row.node as usize),
            DocumentTab::Raw => self.raw.range(item).map_or(0, |range| range.start),
            _ => item,
        }
    }

    pub(super) fn go_to_hit(&mut self, to: usize, area: Area) {
        let pane = Self::size(area);
        match self.tab {
            DocumentTab::Tree => {
                let node = u32::try_from(to).unwrap_or(u32::MAX);
                self.tree.reveal(&self.subject, node, pane);
            }
            DocumentTab::Raw => self.raw.reveal(&self.subject, to, pane),
            _ => self.change_window(area, |window, pane| window.select(to, pane)),
        }
    }

    pub(super) fn step_hit(&mut self, is_forward: bool, area: Area) -> DocumentReply {
        let here = self.search_key(self.cursor().unwrap_or(0));
        let raw_item = self.cursor();
        let Some(search) = &mut self.search else {
            return DocumentReply::NotMine;
        };
        // Several hits of the raw view may stand in what the cursor is on; then the last hit
        // tells where to go on from.
        let last = search.at.and_then(|at| search.places.get(at).copied());
        let is_in_raw = self.tab == DocumentTab::Raw;
        let from = match last {
            Some(last) if is_in_raw => {
                let item = raw_item.and_then(|item| self.raw.range(item));
                if item.is_some_and(|range| range.contains(&last)) {
                    last
                } else {
                    here
                }
            }
            _ => here,
        };
        let to = search.step(from, is_forward);
        let hits = search.hits();
        if let Some(to) = to {
            self.go_to_hit(to, area);
        }
        DocumentReply::Say(found_notice(&hits))
    }
}

fn found_notice(hits: &Hits) -> Notice {
    let needle = text::clean_cut(&hits.needle, 40, Marks::Unicode);
    match (hits.count, hits.wrapped) {
        (0, _) => Notice::warning(format!("'{needle}' is not in this view.")),
        (_, true) => Notice::done(format!("{hits} '{needle}', round the end")),
        (_, false) => Notice::done(format!("{hits} '{needle}'")),
    }
}
