//! Everything the census says of one document, in one value.

use super::attribution::{RuleStep, attribution_trace, context_version_text};
use super::conformance::{Violation, violations};
use super::rules::{Judgement, Rules, judge};
use super::{Facts, RuleNumber};
use crate::card::Document;
use crate::spec::{JsonType, specification};

/// The full answer for one document: what a verdict file's row and an open document show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graded {
    /// What no rule changes.
    pub facts: Facts,
    /// What the rule makes of it.
    pub judgement: Judgement,
    /// The version as declared, verbatim: of rule 1 the path segment, else the top-level
    /// `protocolVersion` when that is a string. Empty when there is none. Untrusted text.
    pub declared_version: String,
    /// Violations under the assigned family, sorted by path.
    pub violations: Vec<Violation>,
    /// File name of the schema that was applied; empty where there is no family.
    pub schema: &'static str,
}

impl Graded {
    /// Whether the declared version is none this program knows and so fell to the nearest family.
    #[must_use]
    pub fn has_unrecognised_version(&self) -> bool {
        self.facts.has_unrecognised_version()
    }
}

/// Grades a parsed document, given its facts.
#[must_use]
pub fn grade(document: Document<'_>, facts: Facts, rules: &Rules) -> Graded {
    let judgement = judge(&facts, rules);
    let family = judgement.family;
    Graded {
        facts,
        judgement,
        declared_version: declared_text(document, judgement.rule),
        violations: family.map_or_else(Vec::new, |family| {
            if facts.outcome(family).passes() {
                Vec::new()
            } else {
                violations(document.root(), family)
            }
        }),
        schema: family.map_or("", |family| specification().schema(family).file),
    }
}

impl Graded {
    /// The answer for a document that is not JSON, or not there.
    #[must_use]
    pub fn without_tree(facts: Facts, rules: &Rules) -> Self {
        Self {
            facts,
            judgement: judge(&facts, rules),
            declared_version: String::new(),
            violations: Vec::new(),
            schema: "",
        }
    }

    /// The trace of the rule for this document; see [`attribution_trace`].
    #[must_use]
    pub fn trace(&self, document: Option<Document<'_>>, rules: &Rules) -> Vec<RuleStep> {
        attribution_trace(document, self.facts.state, rules)
    }
}

fn declared_text(document: Document<'_>, rule: Option<RuleNumber>) -> String {
    let root = document.root();
    if root.kind() != JsonType::Object {
        return String::new();
    }
    if rule == Some(RuleNumber::Context) {
        return context_version_text(root).unwrap_or_default();
    }
    root.member("protocolVersion")
        .and_then(|node| node.text())
        .map(std::borrow::Cow::into_owned)
        .unwrap_or_default()
}
