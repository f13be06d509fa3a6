//! The rule and its words, explained to a person.
//!
//! One text per rule, switch and word, shown by `cardex explain` and by a key on every screen that
//! uses it. What a text cannot know is part of it.

use super::RuleNumber;

/// A word or rule and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topic {
    /// What a person asks for: `rule 2`, `conflict`, `tolerant`.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The rest: how it is decided and what it does not say.
    pub detail: &'static str,
}

/// Every topic, rules first.
pub const TOPICS: &[Topic] = &[
    Topic {
        name: "rule 1",
        summary: "@context names the A2A agent-card vocabulary: the version in that URL, route declared.",
        detail: "The value is a string, or the first such string of an array: a URL with host a2a-protocol.org or \
                 www.a2a-protocol.org whose last path segment begins with agent-card or agentcard. The version is the \
                 first path segment of the form v<digit>…. Interpretation: without such a segment it names no version and \
                 the later rules decide.",
    },
    Topic {
        name: "rule 2",
        summary: "supportedInterfaces is present, whatever its value: version 1.0.",
        detail: "Only 1.0 defines the key. Route conflict when a top-level protocolVersion is there too that is neither null \
                 nor a blank string (interpretation), whatever it says, \"1.0\" included; else inferred. That shape goes \
                 before declaration is a choice of the rule and not a finding: 0.3 does not forbid extra keys, so nothing in \
                 a document says which reading its publisher meant. The alternative verdict is given for that reason.",
    },
    Topic {
        name: "rule 3",
        summary: "protocolVersion is a string that is not blank: the version it names, route declared.",
        detail: "Major 1 and above is checked against 1.0.1; 0.0 to 0.2 against 0.2.5; any other 0.x against 0.3.0. A text \
                 that does not begin with a number falls to 0.3 (interpretation) and, like every version not known here, \
                 is flagged as unrecognised. A blank string names no version: the later rules decide, and the field is \
                 present all the same.",
    },
    Topic {
        name: "rule 4",
        summary: "A top-level url is present, whatever its value: version 0.3, route inferred.",
        detail: "The url is how 0.x says where to reach an agent. Such a document lacks protocolVersion, which 0.3 requires, \
                 so the route and the violation are the same fact seen twice; the tolerant verdict sets that one absence \
                 aside.",
    },
    Topic {
        name: "rule 5",
        summary: "Nothing that the rule recognises: unclassified, no version and no verdict.",
        detail: "This is a statement about the rule as much as about the document. It may be no agent card at all, or one \
                 that claims to be A2A in a way the rule does not read.",
    },
    Topic {
        name: "declared",
        summary: "The document names its version, in @context (rule 1) or protocolVersion (rule 3).",
        detail: "It has no alternative verdict, since nothing was inferred.",
    },
    Topic {
        name: "conflict",
        summary: "The document has the shape of 1.0 and also declares a version at its top level (rule 2).",
        detail: "It is held to 1.0; the alternative verdict says what 0.3 would make of it. An agreeing \"1.0\" counts as \
                 conflict too, because no 1.0 schema has a top-level protocolVersion.",
    },
    Topic {
        name: "inferred",
        summary: "The version is concluded from the shape: supportedInterfaces (rule 2) or a bare url (rule 4).",
        detail: "The alternative verdict says what the other family would make of it.",
    },
    Topic {
        name: "unclassified",
        summary: "No rule recognises an A2A claim (rule 5): no version, no verdict.",
        detail: "Unclassified documents are counted apart and listed one by one, so that a reader can disagree with a \
                 specific one.",
    },
    Topic {
        name: "valid",
        summary: "Passes the structural check; never: is compliant.",
        detail: "Checked: presence and JSON type of every field the assigned version's schema requires, at the top level, in \
                 each skill, in provider and in the interface list. Not checked: URLs, enumerations, security schemes, \
                 signatures, whether anything answers, and every optional field. A valid document may be unusable.",
    },
    Topic {
        name: "violation",
        summary: "A path and a kind: missing (a required key is absent) or type (the value has another JSON type).",
        detail: "null in a required field is a wrong type; null in an optional container counts as absent (interpretation). \
                 Empty strings, arrays and objects satisfy presence and type. Totals per field count documents, not places.",
    },
    Topic {
        name: "near miss",
        summary: "A required key is absent, and another key of the same object equals it but for _, -, spaces and case.",
        detail: "It is named, never forgiven.",
    },
    Topic {
        name: "alternative",
        summary: "The strict verdict under the version not assigned, for inferred and conflict documents.",
        detail: "Assigned 0.3: the alternative is 1.0. Assigned 1.0: the alternative is 0.3. Where the two differ, the \
                 verdict is a property of the attribution as much as of the document.",
    },
    Topic {
        name: "tolerant",
        summary: "The verdict with a single missing top-level protocolVersion set aside; a wrong type is not forgiven.",
        detail: "It is reported beside the verdict and is never the verdict, unless the rule is switched to tolerant=on.",
    },
    Topic {
        name: "newest",
        summary: "The strict verdict under 1.0, whatever version was assigned.",
        detail: "A 0.3 card has no supportedInterfaces and is not defective for lacking it; this column shows what grading \
                 everything against the newest version would do.",
    },
    Topic {
        name: "agreement",
        summary: "Published and computed route, version and verdict are equal, unclassified included.",
        detail: "Differences in the other columns are reported per column. Where a verdict file disagrees with the check, both \
                 are shown; neither is silently preferred. verdict: in a query is the computed one, published: the other.",
    },
    Topic {
        name: "unrecognised-version",
        summary: "A declared version that is none of 0.2…, 0.3… or 1…, so the document fell to the nearest family.",
        detail: "A documented approximation; patch versions are collapsed in the same way.",
    },
    Topic {
        name: "frame",
        summary: "Every request of the collection: hosts, paths, statuses and whether a card was recognised.",
        detail: "It gives the denominators. The second path is asked only where the first gave no card, so the file cannot \
                 say how many hosts serve a card at both.",
    },
    Topic {
        name: "hidden",
        summary: "Characters a person does not see but a model reads: bidi controls, zero-width, tag and control characters.",
        detail: "Counted per document and shown as marks wherever they stand. Joiners that a script or an emoji needs are not \
                 counted. The count says that they are there, not why.",
    },
    Topic {
        name: "shape",
        summary: "What the keys say, never the declared version: 1.0, hybrid, 0.3, 0.2 or unrecognised.",
        detail: "1.0: supportedInterfaces and none of url, preferredTransport, additionalInterfaces. hybrid: both. 0.3: only the \
                 legacy ones, with protocolVersion, preferredTransport, additionalInterfaces or signatures. 0.2: the legacy \
                 ones and none of those.",
    },
];

/// What each switch of the rule decides, in the order of the switches: what the paper chose, and
/// what it admits about that choice.
pub const SWITCH_NOTES: [&str; super::Rules::SWITCH_COUNT] = [
    "The paper asks the shape before the declaration, and calls that precedence a choice and not a finding: an extra key does \
     not make a declared 0.3 card invalid, and no document says which reading was meant.",
    "The paper records a conflict whenever a 1.0 shape also declares a version, even an agreeing \"1.0\"; it reports the class \
     apart because the two statements cannot both be the schema's own.",
    "The paper reads a bare url as 0.3, because that is how 0.x says where to reach an agent; the route and the missing \
     protocolVersion are then the same fact seen twice.",
    "The paper keeps unclassified documents apart: failing them would hold documents with the least evidence of being A2A to \
     its strictest reading. It admits that they are a property of the rule as much as of the documents.",
    "The paper's verdict is strict: protocolVersion is required in 0.3 however a reader arrives there. The tolerant reading \
     survives as a separate column and is never the verdict.",
    "The paper holds each document to its own version. Holding all to 1.0, as other measurements do, turns conforming 0.x \
     cards into failures; unclassified documents stay unclassified.",
];

impl RuleNumber {
    /// The text that explains this rule.
    #[must_use]
    pub fn topic(self) -> &'static Topic {
        &TOPICS[usize::from(self.number()) - 1]
    }
}

/// The topic a person asks for, by its name in any case; `rule2` and `2` find `rule 2`.
#[must_use]
pub fn topic(name: &str) -> Option<&'static Topic> {
    let fold = |text: &str| crate::card::folded_key(text);
    let wanted = fold(name);
    TOPICS.iter().find(|topic| {
        let known = fold(topic.name);
        known == wanted
            || known
                .strip_prefix("rule")
                .is_some_and(|number| number == wanted)
    })
}

/// The number of the switch a person asks for, by its name in any case, with or without a setting
/// behind `=`.
#[must_use]
pub fn switch(name: &str) -> Option<usize> {
    let fold = |text: &str| crate::card::folded_key(text);
    let wanted = fold(name.split('=').next().unwrap_or_default());
    (0..super::Rules::SWITCH_COUNT)
        .find(|&switch| fold(super::Rules::switch_name(switch)) == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switch_is_found_by_its_name_with_or_without_a_setting() {
        assert_eq!(switch("order"), Some(0));
        assert_eq!(switch("Bare_URL"), Some(2));
        assert_eq!(switch("bare-url=none"), Some(2));
        assert_eq!(switch("agreeing"), None);
    }

    #[test]
    fn every_rule_finds_its_own_topic() {
        for rule in RuleNumber::ALL {
            assert_eq!(rule.topic().name, format!("rule {}", rule.number()));
            assert_eq!(topic(&rule.number().to_string()), Some(rule.topic()));
        }
        assert_eq!(
            topic("Near_Miss").map(|topic| topic.name),
            Some("near miss")
        );
        assert_eq!(topic("nothing of the kind"), None);
    }
}
