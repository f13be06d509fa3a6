//! The paper's tables for any selection of documents under any rule.
//!
//! Comes in: the facts of documents and the [`Rules`]. Goes out: [`Totals`], whose serialised form
//! is the one published counts come in. Screen, report and export show these and nothing they
//! counted themselves, so a figure is the same wherever it stands. Counts are of documents.

use crate::census::{Facts, Judgement, Route, Rules, State, Verdict, judge};
use crate::corpus::{Corpus, DocumentId};
use crate::spec::{Family, FieldId, JsonType, specification};
use serde::{Serialize, Serializer};

mod difference;
mod report;

pub use difference::{Figure, difference};
pub use report::{Report, ReportInput};

/// Valid, invalid and the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct VerdictTotals {
    /// All documents, unparseable ones and those without a body included.
    pub documents: u64,
    /// Pass the check under the family they are held to.
    pub valid: u64,
    /// Do not pass it.
    pub invalid: u64,
    /// Have a route but no verdict.
    pub unclassified: u64,
}

/// One route's part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RouteTotals {
    /// Documents of this route.
    pub n: u64,
    /// Of these, valid.
    pub valid: u64,
    /// Of these, invalid.
    pub invalid: u64,
}

impl RouteTotals {
    /// Part of the verdicts that is invalid, in percent; `None` without a verdict.
    #[must_use]
    pub fn invalid_percent(&self) -> Option<f64> {
        percent(self.invalid, self.valid + self.invalid)
    }
}

/// `part` of `whole` in percent; `None` when there is no whole.
#[must_use]
pub fn percent(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 * 100.0 / whole as f64)
}

/// The routes that receive a verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RoutesTotals {
    /// The version is named.
    pub declared: RouteTotals,
    /// It is named, and the shape is 1.0's.
    pub conflict: RouteTotals,
    /// It is concluded from the shape.
    pub inferred: RouteTotals,
}

/// What the invalid inferred documents lack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct InferredInvalid {
    /// A missing `protocolVersion` is among their violations.
    #[serde(rename = "include_missing_protocolVersion")]
    pub include_missing_protocol_version: u64,
    /// A missing `protocolVersion` is their only violation.
    #[serde(rename = "nothing_but_protocolVersion")]
    pub nothing_but_protocol_version: u64,
}

/// Valid under the assigned family, and not under 1.0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FailsNewest {
    /// Of any family.
    pub total: u64,
    /// Held to 0.3.
    #[serde(rename = "0.3")]
    pub v0_3: u64,
    /// Held to 0.2.
    #[serde(rename = "0.2")]
    pub v0_2: u64,
}

/// One row of the transition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition {
    /// The family assigned.
    pub assigned: Family,
    /// The verdict under it.
    pub assigned_verdict: Verdict,
    /// The verdict under the family not assigned.
    pub alternative_verdict: Verdict,
    /// Documents.
    pub n: u64,
}

impl Serialize for Transition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut out = serializer.serialize_struct("Transition", 4)?;
        out.serialize_field("assigned", self.assigned.as_str())?;
        out.serialize_field("assigned_verdict", self.assigned_verdict.as_str())?;
        out.serialize_field("alternative_verdict", self.alternative_verdict.as_str())?;
        out.serialize_field("n", &self.n)?;
        out.end()
    }
}

/// The verdicts under the family not assigned, for inferred and conflict documents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Alternative {
    /// Documents that have an alternative.
    pub documents: u64,
    /// Of these, those whose verdict changes under it.
    pub changed: u64,
    /// Every transition that occurs, by assigned family, then assigned and alternative verdict,
    /// valid first.
    pub table: Vec<Transition>,
}

/// Documents per violated field, most frequent first, ties by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldTotals(pub Vec<(FieldId, u64)>);

impl Serialize for FieldTotals {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = specification();
        serializer.collect_map(
            self.0
                .iter()
                .map(|(field, n)| (names.field_name(*field), n)),
        )
    }
}

/// Documents per state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StateTotals {
    /// JSON objects.
    pub card: u64,
    /// Other JSON.
    #[serde(rename = "not-an-object")]
    pub not_an_object: u64,
    /// Not JSON.
    pub unparseable: u64,
    /// Without a body.
    #[serde(rename = "no-body")]
    pub no_body: u64,
}

/// The paper's tables for some documents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// The headline.
    pub verdicts: VerdictTotals,
    /// By attribution route.
    pub routes: RoutesTotals,
    /// What drives the inferred failures.
    pub inferred_invalid: InferredInvalid,
    /// Documents that a single missing `protocolVersion` keeps from being valid.
    pub tolerant_valid_changes: u64,
    /// Faults by field.
    pub documents_per_violated_field: FieldTotals,
    /// What grading everything against 1.0 converts.
    #[serde(rename = "valid_but_fails_1.0")]
    pub fails_newest: FailsNewest,
    /// Sensitivity to the attribution.
    pub alternative: Alternative,
    /// What the bodies turned out to be.
    pub states: StateTotals,
}

/// Counts while documents pass by; becomes [`Totals`].
#[derive(Clone, Debug)]
struct Counter {
    totals: Totals,
    fields: [u64; 64],
    transitions: [u64; 12],
    protocol_version: Option<FieldId>,
}

fn verdict_index(verdict: Verdict) -> usize {
    usize::from(!verdict.is_valid())
}

impl Counter {
    fn add(&mut self, facts: &Facts, judgement: &Judgement) {
        let totals = &mut self.totals;
        totals.verdicts.documents += 1;
        *match facts.state {
            State::Card => &mut totals.states.card,
            State::NotAnObject => &mut totals.states.not_an_object,
            State::Unparseable => &mut totals.states.unparseable,
            State::NoBody => &mut totals.states.no_body,
        } += 1;
        match judgement.verdict {
            Some(Verdict::Valid) => totals.verdicts.valid += 1,
            Some(Verdict::Invalid) => totals.verdicts.invalid += 1,
            None => totals.verdicts.unclassified += u64::from(judgement.route.is_some()),
        }
        for field in judgement.violated.iter() {
            self.fields[field.index()] += 1;
        }
        let (Some(family), Some(verdict), Some(route)) =
            (judgement.family, judgement.verdict, judgement.route)
        else {
            return;
        };
        let route_totals = match route {
            Route::Declared => &mut totals.routes.declared,
            Route::Conflict => &mut totals.routes.conflict,
            Route::Inferred | Route::Unclassified => &mut totals.routes.inferred,
        };
        route_totals.n += 1;
        *(if verdict.is_valid() {
            &mut route_totals.valid
        } else {
            &mut route_totals.invalid
        }) += 1;
        let outcome = facts.outcome(family);
        let is_forgiven = !outcome.passes() && outcome.passes_tolerantly();
        totals.tolerant_valid_changes += u64::from(is_forgiven);
        if route == Route::Inferred && !verdict.is_valid() {
            let lacks = self
                .protocol_version
                .is_some_and(|field| outcome.missing.contains(field));
            totals.inferred_invalid.include_missing_protocol_version += u64::from(lacks);
            totals.inferred_invalid.nothing_but_protocol_version += u64::from(is_forgiven);
        }
        if verdict.is_valid() && judgement.newest == Some(Verdict::Invalid) {
            totals.fails_newest.total += 1;
            match family {
                Family::V0_2 => totals.fails_newest.v0_2 += 1,
                Family::V0_3 => totals.fails_newest.v0_3 += 1,
                Family::V1_0 => {}
            }
        }
        if let Some((_, other)) = judgement.alternative {
            totals.alternative.documents += 1;
            totals.alternative.changed += u64::from(judgement.flips());
            self.transitions
                [family.index() * 4 + verdict_index(verdict) * 2 + verdict_index(other)] += 1;
        }
    }

    fn finish(self) -> Totals {
        let mut totals = self.totals;
        let mut fields: Vec<_> = specification()
            .fields()
            .map(|field| (field, self.fields[field.index()]))
            .filter(|(_, n)| *n > 0)
            .collect();
        fields.sort_by(|left, right| right.1.cmp(&left.1).then(left.0.cmp(&right.0)));
        totals.documents_per_violated_field = FieldTotals(fields);
        let verdicts = [Verdict::Valid, Verdict::Invalid];
        for assigned in Family::ALL {
            for assigned_verdict in verdicts {
                for alternative_verdict in verdicts {
                    let cell = assigned.index() * 4
                        + verdict_index(assigned_verdict) * 2
                        + verdict_index(alternative_verdict);
                    let n = self.transitions[cell];
                    if n > 0 {
                        totals.alternative.table.push(Transition {
                            assigned,
                            assigned_verdict,
                            alternative_verdict,
                            n,
                        });
                    }
                }
            }
        }
        totals
    }
}

impl Totals {
    /// Counts documents by their facts under a rule.
    pub fn of<'f>(documents: impl IntoIterator<Item = &'f Facts>, rules: &Rules) -> Self {
        let mut counter = Counter {
            totals: Self::default(),
            fields: [0; 64],
            transitions: [0; 12],
            protocol_version: specification().field_id("protocolVersion"),
        };
        for facts in documents {
            counter.add(facts, &judge(facts, rules));
        }
        counter.finish()
    }
}

/// An unclassified document, so that a reader can disagree with that one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnclassifiedDocument {
    /// Empty when unknown. Untrusted text.
    pub host: String,
    /// Empty when unknown. Untrusted text.
    pub path: String,
    /// Digest of the exact bytes.
    pub sha256: String,
    /// Its top-level keys in the order served; empty when it is no object. Untrusted text.
    pub top_level_keys: Vec<String>,
}

/// The unclassified among some documents of a corpus, in the order given. Parses each of them.
#[must_use]
pub fn unclassified(
    corpus: &Corpus,
    documents: impl IntoIterator<Item = DocumentId>,
    rules: &Rules,
) -> Vec<UnclassifiedDocument> {
    documents
        .into_iter()
        .map(|id| corpus.row(id))
        .filter(|row| row.judgement(rules).route == Some(Route::Unclassified))
        .map(|row| UnclassifiedDocument {
            host: row.host().to_owned(),
            path: row.path().to_owned(),
            sha256: row.sha256_hex(),
            top_level_keys: top_level_keys(row),
        })
        .collect()
}

/// The top-level keys of a document in the order served; empty when it is no object.
#[must_use]
pub fn top_level_keys(row: crate::corpus::Row<'_>) -> Vec<String> {
    let (Some(tree), Some(body)) = (row.tree(), row.body()) else {
        return Vec::new();
    };
    let root = crate::card::Document::new(body, &tree).root();
    if root.kind() != JsonType::Object {
        return Vec::new();
    }
    root.children()
        .filter_map(|child| child.key())
        .map(std::borrow::Cow::into_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{LoadOptions, Progress, Source, load};

    fn corpus(text: String) -> Corpus {
        let source =
            Source::from_reader("in".into(), None, std::io::Cursor::new(text.into_bytes()));
        load(
            vec![source.expect("memory opens")],
            &LoadOptions::default(),
            &Progress::default(),
        )
    }

    fn totals(corpus: &Corpus, rules: &str) -> Totals {
        let rules = rules.parse().expect("a rule the test wrote");
        Totals::of(corpus.rows().map(|row| row.facts()), &rules)
    }

    fn sample() -> Corpus {
        let bytes = crate::sample::to_jsonl(&crate::sample::census().documents);
        corpus(String::from_utf8(bytes).expect("the sample is text"))
    }

    #[test]
    fn every_document_is_counted_once_whatever_its_state() {
        let corpus = corpus(
            [
                r#"{"url":"u"}"#,
                "[1]",
                "oops",
                r#"{"x":1}"#,
                r#"{"supportedInterfaces":[]}"#,
            ]
            .join("\n"),
        );
        let totals = totals(&corpus, "paper");
        assert_eq!(
            totals.verdicts,
            VerdictTotals {
                documents: 5,
                valid: 0,
                invalid: 2,
                unclassified: 2
            }
        );
        assert_eq!(
            totals.states,
            StateTotals {
                card: 3,
                not_an_object: 1,
                unparseable: 1,
                no_body: 0
            }
        );
    }

    /// The switches' effects on the sample, worked out from its plan: 78 conflicts declare 0.3 and
    /// are complete 0.3 cards; 20 declare 1.0, of which 15 are valid; 56 + 66 documents are valid
    /// at 1.0 at all.
    #[test]
    fn each_switch_has_the_effect_that_the_samples_plan_gives_it() {
        let corpus = sample();
        let paper = totals(&corpus, "paper");
        assert_eq!((paper.verdicts.valid, paper.verdicts.invalid), (311, 297));

        let order = totals(&corpus, "order=declaration");
        assert_eq!(order.routes.conflict, RouteTotals::default());
        let gained = |n: u64| paper.routes.declared.n + n;
        assert_eq!(order.routes.declared.n, gained(98));
        assert_eq!(
            order.routes.declared.valid,
            paper.routes.declared.valid + 78 + 15
        );

        let agreeing = totals(&corpus, "agreeing-1.0=declared");
        assert_eq!(agreeing.routes.declared.n, gained(20));
        assert_eq!(
            agreeing.routes.declared.valid,
            paper.routes.declared.valid + 15
        );

        let newest = totals(&corpus, "all=1.0");
        assert_eq!(newest.verdicts.valid, 122);
        assert_eq!(newest.verdicts.unclassified, 53);

        let bare = totals(&corpus, "bare-url=none");
        assert_eq!(
            (bare.routes.inferred.n, bare.verdicts.unclassified),
            (76, 53 + 220)
        );

        let fail = totals(&corpus, "unclassified=fail");
        assert_eq!(
            (fail.verdicts.invalid, fail.verdicts.unclassified),
            (297 + 53, 0)
        );

        let tolerant = totals(&corpus, "tolerant=on");
        assert_eq!(
            (tolerant.verdicts.valid, tolerant.verdicts.invalid),
            (311 + 95, 297 - 95)
        );

        assert_eq!(totals(&corpus, "paper"), paper);
    }

    #[test]
    fn the_unclassified_are_listed_with_their_keys() {
        let corpus = corpus([r#"{"x":1,"a b":2}"#, "[1]", r#"{"url":"u"}"#].join("\n"));
        let ids = corpus.rows().map(|row| row.id());
        let listed = unclassified(&corpus, ids, &Rules::default());
        let keys: Vec<_> = listed
            .iter()
            .map(|document| document.top_level_keys.clone())
            .collect();
        assert_eq!(keys, [vec!["x".to_owned(), "a b".to_owned()], vec![]]);
    }
}
