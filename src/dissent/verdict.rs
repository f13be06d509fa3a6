//! What a reading makes of a verdict, and when it needs a reason.

use super::reading::Says;
use super::tally::Class;
use crate::card::Document;
use crate::census::{
    Facts, Graded, Judgement, Rules, State, Tolerance, UnclassifiedCount, Verdict, judge,
    violations,
};
use crate::spec::{Family, FieldSet, specification};
use std::fmt;

/// A document under a reading; under none, as computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsRead {
    /// Where it counts.
    pub class: Class,
    /// The family it is held to.
    pub family: Option<Family>,
    /// The verdict under that family.
    pub verdict: Option<Verdict>,
    /// The verdict with a single missing `protocolVersion` set aside.
    pub tolerant: Option<Verdict>,
    /// The fields at fault under that family.
    pub violated: FieldSet,
}

impl AsRead {
    fn without_verdict(class: Class) -> Self {
        Self {
            class,
            family: None,
            verdict: None,
            tolerant: None,
            violated: FieldSet::EMPTY,
        }
    }

    fn unclassified(rules: &Rules) -> Self {
        if rules.unclassified == UnclassifiedCount::Apart {
            return Self::without_verdict(Class::Unclassified);
        }
        Self {
            verdict: Some(Verdict::Invalid),
            tolerant: Some(Verdict::Invalid),
            ..Self::without_verdict(Class::Invalid)
        }
    }

    fn under(family: Family, facts: &Facts, rules: &Rules) -> Self {
        let outcome = facts.outcome(family);
        let strict = Verdict::from_pass(outcome.passes());
        let tolerant = Verdict::from_pass(outcome.passes_tolerantly());
        let verdict = match rules.tolerant {
            Tolerance::Off => strict,
            Tolerance::On => tolerant,
        };
        Self {
            class: Class::of_verdict(verdict),
            family: Some(family),
            verdict: Some(verdict),
            tolerant: Some(tolerant),
            violated: outcome.fields(),
        }
    }
}

/// What a document is under a reading, or without one.
///
/// * A family: the structural check of that family, with the rule's tolerance. The family read
///   stands even where the rule holds everything against 1.0. Only a JSON object can be checked;
///   any other document stays as computed.
/// * Not a card: no verdict, counted apart.
/// * Can't tell: unclassified, and counted as the rule counts unclassified documents.
/// * None, or withdrawn: as computed.
#[must_use]
pub fn as_read(facts: &Facts, rules: &Rules, says: Option<Says>) -> AsRead {
    match says {
        Some(Says::Family(family)) if facts.state == State::Card => {
            AsRead::under(family, facts, rules)
        }
        Some(Says::NotACard) => AsRead::without_verdict(Class::NotACard),
        Some(Says::CannotTell)
            if facts.state != State::Card && facts.state != State::NotAnObject =>
        {
            AsRead::without_verdict(Class::Unjudged)
        }
        Some(Says::CannotTell) => AsRead::unclassified(rules),
        _ => {
            let judgement = judge(facts, rules);
            AsRead {
                class: Class::computed(judgement.route, judgement.verdict),
                family: judgement.family,
                verdict: judgement.verdict,
                tolerant: judgement.tolerant,
                violated: judgement.violated,
            }
        }
    }
}

/// A document graded as it is read: version, verdicts, violations and schema are those of the
/// reading, the route stays the one computed, and there is no alternative, since a person decided.
/// Without a reading, and under a family that cannot be checked, it is as computed.
#[must_use]
pub fn grade_as_read(
    document: Option<Document<'_>>,
    computed: Graded,
    rules: &Rules,
    says: Option<Says>,
) -> Graded {
    let read = as_read(&computed.facts, rules, says);
    let stays = match says {
        None | Some(Says::Withdrawn) => true,
        Some(Says::Family(_)) => computed.facts.state != State::Card,
        Some(Says::NotACard | Says::CannotTell) => false,
    };
    if stays {
        return computed;
    }
    let newest = computed.facts.outcome(Family::V1_0).passes();
    Graded {
        judgement: Judgement {
            family: read.family,
            verdict: read.verdict,
            tolerant: read.tolerant,
            alternative: None,
            newest: read.family.map(|_| Verdict::from_pass(newest)),
            violated: read.violated,
            ..computed.judgement
        },
        violations: match (document, read.family) {
            (Some(document), Some(family)) => violations(document.root(), family),
            _ => Vec::new(),
        },
        schema: read
            .family
            .map_or("", |family| specification().schema(family).file),
        ..computed
    }
}

/// What a reading does to the verdict computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// There was none, and there is one as read.
    Gives(Verdict),
    /// There was one, and there is none as read.
    TakesAway(Verdict),
    /// Takes one away and gives the other; as read.
    TurnsInto(Verdict),
    /// Both have none, or the same.
    Keeps,
}

/// What a reading does to the verdict computed.
#[must_use]
pub fn consequence(facts: &Facts, rules: &Rules, says: Says) -> Consequence {
    let computed = judge(facts, rules).verdict;
    match (computed, as_read(facts, rules, Some(says)).verdict) {
        (None, Some(verdict)) => Consequence::Gives(verdict),
        (Some(verdict), None) => Consequence::TakesAway(verdict),
        (Some(before), Some(after)) if before != after => Consequence::TurnsInto(after),
        _ => Consequence::Keeps,
    }
}

/// A reading gives or takes away a verdict, and says not why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingReason(pub Consequence);

impl fmt::Display for MissingReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a reason is needed: this reading ")?;
        match self.0 {
            Consequence::Gives(verdict) => write!(f, "gives the verdict '{verdict}'"),
            Consequence::TakesAway(verdict) => write!(f, "takes away the verdict '{verdict}'"),
            Consequence::TurnsInto(verdict) => write!(f, "turns the verdict into '{verdict}'"),
            Consequence::Keeps => f.write_str("keeps the verdict"),
        }
    }
}

impl std::error::Error for MissingReason {}

/// Whether a reading may stand with this reason. One is needed whenever the verdict as read is not
/// the verdict computed: given where there was none, taken away, or turned into the other. White
/// space is no reason.
///
/// # Errors
/// When a reason is needed and none is given.
pub fn check_reason(
    facts: &Facts,
    rules: &Rules,
    says: Says,
    reason: &str,
) -> Result<Consequence, MissingReason> {
    let consequence = consequence(facts, rules, says);
    if consequence != Consequence::Keeps && reason.trim().is_empty() {
        return Err(MissingReason(consequence));
    }
    Ok(consequence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dissent::tally::fixtures::{COMPLETE_0_3, NAMELESS, facts, facts_without_tree};

    const PAPER: Rules = Rules {
        order: crate::census::Order::Shape,
        agreeing: crate::census::Agreeing::Conflict,
        bare_url: crate::census::BareUrl::V0_3,
        unclassified: UnclassifiedCount::Apart,
        tolerant: Tolerance::Off,
        all: crate::census::All::Off,
    };
    const AS_0_3: Says = Says::Family(Family::V0_3);
    const AS_1_0: Says = Says::Family(Family::V1_0);

    #[test]
    fn a_family_gives_an_unclassified_document_the_verdict_of_its_check() {
        let read = as_read(&facts(NAMELESS), &PAPER, Some(AS_0_3));
        assert_eq!(read.verdict, Some(Verdict::Invalid));
        assert_eq!(
            (read.class, read.family),
            (Class::Invalid, Some(Family::V0_3))
        );
        assert!(!read.violated.is_empty());
        let without = as_read(&facts(NAMELESS), &PAPER, None);
        assert_eq!(
            (without.class, without.verdict),
            (Class::Unclassified, None)
        );
    }

    #[test]
    fn a_family_other_than_the_one_assigned_is_checked_instead() {
        // Complete for 0.3, so valid as declared; 1.0 asks for supportedInterfaces.
        let document = facts(COMPLETE_0_3);
        assert_eq!(as_read(&document, &PAPER, None).class, Class::Valid);
        assert_eq!(
            as_read(&document, &PAPER, Some(AS_1_0)).class,
            Class::Invalid
        );
    }

    #[test]
    fn not_a_card_takes_the_verdict_away_and_cannot_tell_leaves_it_unclassified() {
        let document = facts(COMPLETE_0_3);
        let no_card = as_read(&document, &PAPER, Some(Says::NotACard));
        assert_eq!((no_card.class, no_card.verdict), (Class::NotACard, None));
        let open = as_read(&document, &PAPER, Some(Says::CannotTell));
        assert_eq!(
            (open.class, open.verdict, open.family),
            (Class::Unclassified, None, None)
        );
    }

    #[test]
    fn cannot_tell_counts_as_the_rule_counts_unclassified_documents() {
        let rules = Rules {
            unclassified: UnclassifiedCount::Fail,
            ..PAPER
        };
        let open = as_read(&facts(COMPLETE_0_3), &rules, Some(Says::CannotTell));
        assert_eq!(
            (open.class, open.verdict),
            (Class::Invalid, Some(Verdict::Invalid))
        );
    }

    #[test]
    fn only_a_json_object_can_be_checked() {
        for (document, class) in [
            (facts("[1]"), Class::Unclassified),
            (facts_without_tree(State::Unparseable), Class::Unjudged),
            (facts_without_tree(State::NoBody), Class::Unjudged),
        ] {
            let read = as_read(&document, &PAPER, Some(AS_0_3));
            assert_eq!((read.class, read.verdict), (class, None));
            assert_eq!(consequence(&document, &PAPER, AS_0_3), Consequence::Keeps);
        }
        let broken = facts_without_tree(State::Unparseable);
        assert_eq!(
            as_read(&broken, &PAPER, Some(Says::CannotTell)).class,
            Class::Unjudged
        );
    }

    #[test]
    fn a_reason_is_needed_exactly_when_the_verdict_becomes_another() {
        let (valid, none) = (facts(COMPLETE_0_3), facts(NAMELESS));
        let needs = |document, says| check_reason(document, &PAPER, says, " \u{a0}\n").is_err();
        assert!(needs(&none, AS_0_3), "gives invalid");
        assert!(needs(&valid, Says::NotACard), "takes valid away");
        assert!(needs(&valid, Says::CannotTell), "takes valid away");
        assert!(needs(&valid, AS_1_0), "turns valid into invalid");
        assert!(
            !needs(&none, Says::NotACard),
            "there was no verdict to take"
        );
        assert!(!needs(&none, Says::CannotTell), "unclassified as computed");
        assert!(!needs(&valid, AS_0_3), "valid as computed");
        assert!(!needs(&valid, Says::Withdrawn), "as computed again");
        assert_eq!(
            check_reason(&none, &PAPER, AS_0_3, "its skills"),
            Ok(Consequence::Gives(Verdict::Invalid))
        );
        let missing = check_reason(&valid, &PAPER, Says::NotACard, "").expect_err("no reason");
        assert_eq!(
            missing.to_string(),
            "a reason is needed: this reading takes away the verdict 'valid'"
        );
    }

    #[test]
    fn tolerance_holds_for_readings_too() {
        let lacks_version = facts(
            r#"{"name":"a","description":"d","version":"1","capabilities":{},
                "defaultInputModes":[],"defaultOutputModes":[],"skills":[],"url":"u"}"#,
        );
        let tolerant = Rules {
            tolerant: Tolerance::On,
            ..PAPER
        };
        let class = |rules| as_read(&lacks_version, rules, Some(AS_0_3)).class;
        assert_eq!(
            (class(&PAPER), class(&tolerant)),
            (Class::Invalid, Class::Valid)
        );
    }
}
