//! Everything the paper says of a census, in one value: what `report` prints and place Report shows.

use super::{Totals, UnclassifiedDocument, unclassified};
use crate::census::Rules;
use crate::corpus::{Corpus, DocumentId};
use crate::published::{
    AgreementReport, Frame, FrameReport, FrameTotals, Join, agreement, frame_totals,
};
use serde::Serialize;

/// All the paper's tables for some documents. Sections whose input is absent are `None`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The rule everything below was counted under, as `--rules` takes it.
    pub rules: String,
    /// The denominators, with a frame file.
    pub frame: Option<FrameTotals>,
    /// The tables.
    #[serde(flatten)]
    pub totals: Totals,
    /// The unclassified documents one by one.
    pub unclassified: Vec<UnclassifiedDocument>,
    /// Published against computed, with a verdict file.
    pub agreement: Option<AgreementReport>,
    /// The frame's details, for people.
    #[serde(skip)]
    pub frame_details: Option<FrameReport>,
}

/// What a report is about.
#[derive(Clone, Copy, Debug)]
pub struct ReportInput<'a> {
    /// The documents.
    pub corpus: &'a Corpus,
    /// Those of them that count, in the order in which they are listed; `None` for all.
    pub selection: Option<&'a [DocumentId]>,
    /// Published verdicts, joined to the whole corpus.
    pub published: Option<&'a Join>,
    /// The requests of the collection.
    pub frame: Option<&'a Frame>,
}

impl Report {
    /// Counts everything under a rule. Frame and agreement are about the whole corpus, whatever is
    /// selected: they are statements about files.
    #[must_use]
    pub fn of(input: ReportInput<'_>, rules: &Rules) -> Self {
        let corpus = input.corpus;
        let all;
        let ids = match input.selection {
            Some(ids) => ids,
            None => {
                all = corpus.rows().map(|row| row.id()).collect::<Vec<_>>();
                &all
            }
        };
        let facts = ids.iter().map(|&id| corpus.row(id).facts());
        let frame_details = input.frame.map(|frame| frame_totals(frame, Some(corpus)));
        Self {
            rules: rules.to_string(),
            frame: frame_details.as_ref().map(|details| details.totals.clone()),
            totals: Totals::of(facts, rules),
            unclassified: unclassified(corpus, ids.iter().copied(), rules),
            agreement: input.published.map(|join| agreement(corpus, join, rules)),
            frame_details,
        }
    }
}
