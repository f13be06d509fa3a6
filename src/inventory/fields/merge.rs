//! Two inventories into one.

use super::{FieldInventory, FieldStep, MOST_MORE_PATHS, Wanted, WantedStep};

impl FieldInventory {
    /// Adds what another inventory counted of later documents. Both must have the same number of
    /// buckets; buckets that this one does not have are not added.
    ///
    /// Where the limits make both fold keys into `*`, documents that have several of these keys
    /// would count more than once; such a path then says that its documents are *at most* so many.
    pub fn merge(&mut self, other: &FieldInventory) {
        let mut here: Vec<Option<u32>> = Vec::with_capacity(other.nodes.len());
        let mut came_from: Vec<bool> = vec![false; self.nodes.len()];
        for theirs in &other.nodes {
            let found = match (&theirs.step, here.get(theirs.parent as usize)) {
                (FieldStep::Document, _) => Some(0),
                (step, Some(&Some(parent))) => self.intern(
                    parent,
                    &Wanted {
                        step: wanted(step),
                        place: theirs.place,
                    },
                ),
                _ => None,
            };
            here.push(found);
            match found {
                None => {
                    let counts = theirs.counts.iter();
                    self.more_occurrences += counts.map(|counts| counts.occurrences).sum::<u64>();
                }
                Some(found) => {
                    came_from.resize(self.nodes.len(), false);
                    let is_second = std::mem::replace(&mut came_from[found as usize], true);
                    self.absorb(found, theirs, is_second);
                }
            }
        }
        for (mine, theirs) in self.documents.iter_mut().zip(&other.documents) {
            *mine += theirs;
        }
        for &path in &other.more {
            if self.more.len() < MOST_MORE_PATHS {
                self.more.insert(path);
            } else if !self.more.contains(&path) {
                self.more_is_at_least = true;
            }
        }
        self.more_is_at_least |= other.more_is_at_least;
        self.more_occurrences += other.more_occurrences;
    }

    fn absorb(&mut self, found: u32, theirs: &super::FieldNode, is_second: bool) {
        let mine = &mut self.nodes[found as usize];
        for (mine, theirs) in mine.counts.iter_mut().zip(&theirs.counts) {
            mine.add(theirs);
        }
        mine.is_cut |= theirs.is_cut;
        mine.is_at_most |= theirs.is_at_most || is_second;
        for example in &theirs.examples {
            if mine.examples.len() < self.limits.examples && !mine.examples.contains(example) {
                mine.examples.push(example.clone());
            }
        }
    }
}

fn wanted(step: &FieldStep) -> WantedStep<'_> {
    match step {
        FieldStep::Key(key) => WantedStep::Key(key),
        FieldStep::Item => WantedStep::Item,
        FieldStep::AnyKey | FieldStep::Document => WantedStep::AnyKey,
    }
}
