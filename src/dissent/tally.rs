//! Totals as published, as computed and as one person reads them, and what lies between.

use super::reading::Says;
use super::verdict::as_read;
use crate::census::{Facts, Route, Rules, State, Verdict};
use crate::published::PublishedVerdict;

/// Where a document counts. Each is in exactly one class, so a tally sums to its documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Passes the structural check.
    Valid,
    /// Does not pass it.
    Invalid,
    /// Has no version and no verdict.
    Unclassified,
    /// Is read as no A2A card.
    NotACard,
    /// Could not be judged: not JSON, or no body.
    Unjudged,
    /// The verdict file has no row for it.
    NoRow,
}

impl Class {
    /// Every class, in the order reports list them.
    pub const ALL: [Self; 6] = [
        Self::Valid,
        Self::Invalid,
        Self::Unclassified,
        Self::NotACard,
        Self::Unjudged,
        Self::NoRow,
    ];

    /// Its name on screen and in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Invalid => "invalid",
            Self::Unclassified => "unclassified",
            Self::NotACard => "not a card",
            Self::Unjudged => "not judged",
            Self::NoRow => "not in the file",
        }
    }

    /// Position in [`Class::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    pub(super) fn of_verdict(verdict: Verdict) -> Self {
        if verdict.is_valid() {
            Self::Valid
        } else {
            Self::Invalid
        }
    }

    /// The class of a route and a verdict.
    #[must_use]
    pub fn computed(route: Option<Route>, verdict: Option<Verdict>) -> Self {
        match (verdict, route) {
            (Some(verdict), _) => Self::of_verdict(verdict),
            (None, Some(_)) => Self::Unclassified,
            (None, None) => Self::Unjudged,
        }
    }
}

impl std::fmt::Display for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

/// One document of a selection.
#[derive(Clone, Copy, Debug)]
pub struct Tallied<'a> {
    /// What no rule changes.
    pub facts: &'a Facts,
    /// Its row in the verdict file; `None` where there is none.
    pub published: Option<PublishedVerdict>,
    /// What the reader says of exactly this document; `None` where nothing (an earlier version's
    /// reading is nothing).
    pub says: Option<Says>,
}

impl Tallied<'_> {
    fn classes(&self, rules: &Rules) -> Classes {
        let published = match self.published {
            None => Class::NoRow,
            Some(row) => self.published_class(row),
        };
        Classes {
            published,
            computed: as_read(self.facts, rules, None).class,
            read: as_read(self.facts, rules, self.says).class,
        }
    }

    /// A file need not have a column for the route, so what lacks a verdict is told apart by what
    /// the document is.
    fn published_class(&self, row: PublishedVerdict) -> Class {
        match row.verdict {
            Some(verdict) => Class::of_verdict(verdict),
            None if matches!(self.facts.state, State::Card | State::NotAnObject) => {
                Class::Unclassified
            }
            None => Class::Unjudged,
        }
    }
}

struct Classes {
    published: Class,
    computed: Class,
    read: Class,
}

/// Documents by [`Class::index`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many documents are in each class.
    pub by_class: [u64; Class::ALL.len()],
}

impl Tally {
    /// How many documents are in a class.
    #[must_use]
    pub fn of(&self, class: Class) -> u64 {
        self.by_class[class.index()]
    }

    /// How many documents there are.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.by_class.iter().sum()
    }

    /// How many more documents of each class there are here than in another tally, by
    /// [`Class::index`].
    #[must_use]
    pub fn minus(&self, other: &Self) -> [i64; Class::ALL.len()] {
        std::array::from_fn(|class| {
            self.by_class[class].cast_signed() - other.by_class[class].cast_signed()
        })
    }
}

/// The three totals of one selection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tallies {
    /// As the verdict file has them.
    pub published: Tally,
    /// As computed under the rule.
    pub computed: Tally,
    /// As the reader reads them: as computed where there is no reading.
    pub read: Tally,
    /// Documents by class as computed, then by class as read.
    pub moves: [[u64; Class::ALL.len()]; Class::ALL.len()],
}

impl Tallies {
    /// The totals of a selection under a rule.
    #[must_use]
    pub fn of<'a>(documents: impl IntoIterator<Item = Tallied<'a>>, rules: &Rules) -> Self {
        let mut tallies = Self::default();
        for document in documents {
            let classes = document.classes(rules);
            tallies.published.by_class[classes.published.index()] += 1;
            tallies.computed.by_class[classes.computed.index()] += 1;
            tallies.read.by_class[classes.read.index()] += 1;
            tallies.moves[classes.computed.index()][classes.read.index()] += 1;
        }
        tallies
    }

    /// The totals after the reading of one document of the selection became another, without
    /// looking at the rest. `document` has the reading that was counted before.
    pub fn reread(&mut self, document: Tallied<'_>, says: Option<Says>, rules: &Rules) {
        let before = document.classes(rules);
        let after = Tallied { says, ..document }.classes(rules);
        let (from, to) = (before.read.index(), after.read.index());
        self.read.by_class[from] = self.read.by_class[from].saturating_sub(1);
        self.read.by_class[to] += 1;
        let moves = &mut self.moves[before.computed.index()];
        moves[from] = moves[from].saturating_sub(1);
        moves[to] += 1;
    }

    /// How many documents are in another class as read than as computed.
    #[must_use]
    pub fn moved_count(&self) -> u64 {
        let stayed: u64 = (0..Class::ALL.len())
            .map(|class| self.moves[class][class])
            .sum();
        self.computed.total() - stayed
    }
}

#[cfg(test)]
pub(super) mod fixtures {
    //! Documents that several tests of readings share.

    use crate::card::{Document, Tree};
    use crate::census::{Facts, State};

    /// Complete for 0.3: declared and valid.
    pub(in crate::dissent) const COMPLETE_0_3: &str = r#"{"name":"a","description":"d","version":"1",
        "capabilities":{},"defaultInputModes":[],"defaultOutputModes":[],"skills":[],"url":"u",
        "protocolVersion":"0.3.0"}"#;

    /// None of the telling keys: unclassified.
    pub(in crate::dissent) const NAMELESS: &str = r#"{"name":"a"}"#;

    pub(in crate::dissent) fn facts(text: &str) -> Facts {
        let tree = Tree::from_bytes(text.as_bytes()).expect("the tests' own JSON parses");
        Facts::of(Document::new(text.as_bytes(), &tree))
    }

    pub(in crate::dissent) fn facts_without_tree(state: State) -> Facts {
        Facts::without_tree(state, b"")
    }
}

#[cfg(test)]
mod tests {
    use super::fixtures::{COMPLETE_0_3, NAMELESS, facts, facts_without_tree};
    use super::*;
    use crate::spec::Family;

    const ROW: Option<PublishedVerdict> = Some(PublishedVerdict {
        family: None,
        route: Some(Route::Declared),
        verdict: Some(Verdict::Valid),
    });

    #[test]
    fn three_totals_stand_beside_each_other_with_their_differences() {
        let (valid, none) = (facts(COMPLETE_0_3), facts(NAMELESS));
        let broken = facts_without_tree(State::Unparseable);
        let unclassified = Some(PublishedVerdict {
            family: None,
            route: Some(Route::Unclassified),
            verdict: None,
        });
        let documents = [
            Tallied {
                facts: &valid,
                published: ROW,
                says: None,
            },
            Tallied {
                facts: &valid,
                published: ROW,
                says: Some(Says::NotACard),
            },
            Tallied {
                facts: &none,
                published: unclassified,
                says: Some(Says::Family(Family::V0_3)),
            },
            Tallied {
                facts: &none,
                published: None,
                says: Some(Says::CannotTell),
            },
            Tallied {
                facts: &broken,
                published: Some(PublishedVerdict::default()),
                says: None,
            },
        ];
        let tallies = Tallies::of(documents, &Rules::default());
        // valid, invalid, unclassified, not a card, not judged, no row: counted by hand.
        assert_eq!(tallies.published.by_class, [2, 0, 1, 0, 1, 1]);
        assert_eq!(tallies.computed.by_class, [2, 0, 2, 0, 1, 0]);
        assert_eq!(tallies.read.by_class, [1, 1, 1, 1, 1, 0]);
        assert_eq!(tallies.read.minus(&tallies.computed), [-1, 1, -1, 1, 0, 0]);
        assert_eq!(tallies.moved_count(), 2);
        assert_eq!(
            tallies.moves[Class::Valid.index()][Class::NotACard.index()],
            1
        );
    }

    #[test]
    fn one_reading_more_needs_no_new_count() {
        let (valid, none) = (facts(COMPLETE_0_3), facts(NAMELESS));
        let rules = Rules::default();
        let with = |says| {
            [
                Tallied {
                    facts: &valid,
                    published: ROW,
                    says: None,
                },
                Tallied {
                    facts: &none,
                    published: None,
                    says,
                },
            ]
        };
        let choices = Says::CHOICES
            .map(Some)
            .into_iter()
            .chain([None, Some(Says::Withdrawn)]);
        for before in choices.clone() {
            for after in choices.clone() {
                let mut tallies = Tallies::of(with(before), &rules);
                tallies.reread(with(before)[1], after, &rules);
                assert_eq!(tallies, Tallies::of(with(after), &rules));
            }
        }
    }
}
