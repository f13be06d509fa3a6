//! The rule of attribution as a value, and the judgement it gives.

use super::attribution::attribute;
use super::facts::Facts;
use super::{Route, RuleNumber, State, Verdict};
use crate::spec::{Family, FieldSet};
use std::fmt;
use std::str::FromStr;

/// Whether the shape or the declaration is asked first (rules 2 and 3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// `supportedInterfaces` before `protocolVersion`: the paper's.
    #[default]
    Shape,
    /// `protocolVersion` before `supportedInterfaces`.
    Declaration,
}

/// What a declared 1.0 beside the 1.0 shape counts as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Agreeing {
    /// A conflict like any other declaration: the paper's.
    #[default]
    Conflict,
    /// A declaration, since shape and declaration agree.
    Declared,
}

/// What a top-level `url` alone claims (rule 4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BareUrl {
    /// Family 0.3: the paper's.
    #[default]
    V0_3,
    /// Nothing.
    None,
}

/// How unclassified documents count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UnclassifiedCount {
    /// Apart, without a verdict: the paper's.
    #[default]
    Apart,
    /// As failures.
    Fail,
}

/// Whether a single missing `protocolVersion` is set aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tolerance {
    /// It is a violation like any other: the paper's.
    #[default]
    Off,
    /// The tolerant verdict is the verdict.
    On,
}

/// Whether every attributed document is held to one family.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum All {
    /// Each to its own: the paper's.
    #[default]
    Off,
    /// All to 1.0; routes stay.
    V1_0,
}

/// The rule: how documents are attributed and how verdicts count. The default is the paper's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Rule 2 before rule 3, or after.
    pub order: Order,
    /// What an agreeing declaration counts as.
    pub agreeing: Agreeing,
    /// What a bare `url` claims.
    pub bare_url: BareUrl,
    /// How unclassified documents count.
    pub unclassified: UnclassifiedCount,
    /// Whether a single missing `protocolVersion` is set aside.
    pub tolerant: Tolerance,
    /// Whether all are held to one family.
    pub all: All,
}

/// A word of a rule text that is no switch or no setting of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The part of the text that was not understood.
    pub found: String,
    /// What would have been.
    pub expected: String,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule '{}': expected {}", self.found, self.expected)
    }
}

impl std::error::Error for Unknown {}

/// Every switch with its settings, the paper's first; the one place where their names stand.
pub(crate) const SWITCHES: [(&str, [&str; 2]); 6] = [
    ("order", ["shape", "declaration"]),
    ("agreeing-1.0", ["conflict", "declared"]),
    ("bare-url", ["0.3", "none"]),
    ("unclassified", ["apart", "fail"]),
    ("tolerant", ["off", "on"]),
    ("all", ["off", "1.0"]),
];

impl Rules {
    /// Number of switches.
    pub const SWITCH_COUNT: usize = SWITCHES.len();

    /// Name of a switch, as the rule text writes it.
    ///
    /// # Panics
    /// When `switch` is not below [`Rules::SWITCH_COUNT`].
    #[must_use]
    pub fn switch_name(switch: usize) -> &'static str {
        SWITCHES[switch].0
    }

    /// Names of the two settings of a switch, the paper's first.
    ///
    /// # Panics
    /// When `switch` is not below [`Rules::SWITCH_COUNT`].
    #[must_use]
    pub fn settings(switch: usize) -> [&'static str; 2] {
        SWITCHES[switch].1
    }

    /// Whether a switch is off the paper's setting.
    #[must_use]
    pub fn is_flipped(&self, switch: usize) -> bool {
        match switch {
            0 => self.order != Order::Shape,
            1 => self.agreeing != Agreeing::Conflict,
            2 => self.bare_url != BareUrl::V0_3,
            3 => self.unclassified != UnclassifiedCount::Apart,
            4 => self.tolerant != Tolerance::Off,
            _ => self.all != All::Off,
        }
    }

    /// The same rule with one switch at the paper's setting or off it.
    #[must_use]
    pub fn with_switch(mut self, switch: usize, flipped: bool) -> Self {
        match switch {
            0 => {
                self.order = if flipped {
                    Order::Declaration
                } else {
                    Order::Shape
                }
            }
            1 => {
                self.agreeing = if flipped {
                    Agreeing::Declared
                } else {
                    Agreeing::Conflict
                }
            }
            2 => {
                self.bare_url = if flipped {
                    BareUrl::None
                } else {
                    BareUrl::V0_3
                }
            }
            3 => {
                self.unclassified = if flipped {
                    UnclassifiedCount::Fail
                } else {
                    UnclassifiedCount::Apart
                };
            }
            4 => {
                self.tolerant = if flipped {
                    Tolerance::On
                } else {
                    Tolerance::Off
                }
            }
            _ => self.all = if flipped { All::V1_0 } else { All::Off },
        }
        self
    }

    /// Whether it is the paper's rule.
    #[must_use]
    pub fn is_papers(&self) -> bool {
        *self == Self::default()
    }
}

/// `paper`, or the switches that are off the paper's setting: `order=declaration,tolerant=on`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_papers() {
            return f.write_str("paper");
        }
        let flipped = (0..SWITCHES.len()).filter(|&switch| self.is_flipped(switch));
        for (position, switch) in flipped.enumerate() {
            let (name, [_, setting]) = SWITCHES[switch];
            write!(
                f,
                "{}{name}={setting}",
                if position == 0 { "" } else { "," }
            )?;
        }
        Ok(())
    }
}

impl FromStr for Rules {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        let mut rules = Self::default();
        if text.trim() == "paper" {
            return Ok(rules);
        }
        for part in text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let (name, setting) = part.split_once('=').unwrap_or((part, ""));
            let switch = SWITCHES.iter().position(|(known, _)| *known == name.trim());
            let Some(switch) = switch else {
                let names: Vec<_> = SWITCHES.iter().map(|(name, _)| *name).collect();
                let expected = format!(
                    "'paper' or NAME=SETTING with NAME one of {}",
                    names.join(", ")
                );
                return Err(Unknown {
                    found: part.to_owned(),
                    expected,
                });
            };
            let [papers, other] = SWITCHES[switch].1;
            let flipped = match setting.trim() {
                setting if setting == papers => false,
                setting if setting == other => true,
                _ => {
                    let expected = format!("{name}={papers} or {name}={other}");
                    return Err(Unknown {
                        found: part.to_owned(),
                        expected,
                    });
                }
            };
            rules = rules.with_switch(switch, flipped);
        }
        Ok(rules)
    }
}

/// What a rule makes of a document's facts. `None` means that there is no such thing for this
/// document: an unparseable one has no route, an unclassified one no verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Judgement {
    /// The rule that decided; `None` where nothing is attributed.
    pub rule: Option<RuleNumber>,
    /// How the version was come by.
    pub route: Option<Route>,
    /// The family the document is held to.
    pub family: Option<Family>,
    /// The verdict under that family (and, if the rule says so, with tolerance).
    pub verdict: Option<Verdict>,
    /// The verdict with a single missing `protocolVersion` set aside.
    pub tolerant: Option<Verdict>,
    /// For inferred and conflict: the family not assigned, and the strict verdict under it.
    pub alternative: Option<(Family, Verdict)>,
    /// The strict verdict under 1.0, for every attributed document.
    pub newest: Option<Verdict>,
    /// The fields at fault under the assigned family.
    pub violated: FieldSet,
}

impl Judgement {
    const NONE: Self = Self {
        rule: None,
        route: None,
        family: None,
        verdict: None,
        tolerant: None,
        alternative: None,
        newest: None,
        violated: FieldSet::EMPTY,
    };

    /// Whether the verdict changes under the family that was not assigned.
    #[must_use]
    pub fn flips(&self) -> bool {
        matches!((self.verdict, self.alternative), (Some(verdict), Some((_, other))) if verdict != other)
    }
}

/// Judges a document by its facts. Pure and cheap: a million take milliseconds, so nothing keeps
/// judgements where it could keep facts.
#[must_use]
pub fn judge(facts: &Facts, rules: &Rules) -> Judgement {
    if !matches!(facts.state, State::Card | State::NotAnObject) {
        return Judgement::NONE;
    }
    let attribution = attribute(&facts.claims, rules);
    let mut judgement = Judgement {
        rule: Some(attribution.rule),
        route: Some(attribution.route),
        ..Judgement::NONE
    };
    let Some(family) = attribution.family else {
        if rules.unclassified == UnclassifiedCount::Fail {
            judgement.verdict = Some(Verdict::Invalid);
            judgement.tolerant = Some(Verdict::Invalid);
        }
        return judgement;
    };
    let outcome = facts.outcome(family);
    let strict = Verdict::from_pass(outcome.passes());
    let tolerant = Verdict::from_pass(outcome.passes_tolerantly());
    judgement.family = Some(family);
    judgement.verdict = Some(if rules.tolerant == Tolerance::On {
        tolerant
    } else {
        strict
    });
    judgement.tolerant = Some(tolerant);
    judgement.newest = Some(Verdict::from_pass(facts.outcome(Family::V1_0).passes()));
    judgement.violated = outcome.fields();
    if matches!(attribution.route, Route::Inferred | Route::Conflict) {
        let other = if family == Family::V1_0 {
            Family::V0_3
        } else {
            Family::V1_0
        };
        judgement.alternative = Some((other, Verdict::from_pass(facts.outcome(other).passes())));
    }
    judgement
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_written_and_read_back() {
        for bits in 0..64_usize {
            let rules = (0..6).fold(Rules::default(), |rules, switch| {
                rules.with_switch(switch, bits & (1 << switch) != 0)
            });
            assert_eq!(rules.to_string().parse::<Rules>(), Ok(rules));
        }
    }

    #[test]
    fn an_unknown_switch_or_setting_says_what_there_is() {
        let error = "order=first".parse::<Rules>().expect_err("no such setting");
        assert_eq!(
            error.to_string(),
            "rule 'order=first': expected order=shape or order=declaration"
        );
        assert!("odder=shape".parse::<Rules>().is_err());
    }
}
