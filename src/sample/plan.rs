//! How many documents of which make the census has: one table from which every published total follows.
//!
//! Each row states what its documents declare, where they say they can be reached and what they
//! lack of what their version requires. The totals are not adjusted afterwards: they are what
//! the rows add up to.

use super::others::Kind;

/// A row of the table: `count` documents made alike in everything that decides a verdict.
#[derive(Debug)]
pub(super) struct Recipe {
    pub(super) count: usize,
    pub(super) declares: Declares,
    pub(super) reached: Reached,
    /// Required fields that are absent or of the wrong type; everything else required is there.
    pub(super) lacks: &'static [Lack],
}

/// What a document says about its version at its top level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Declares {
    Nothing,
    /// The vocabulary of version 1 in a JSON-LD `@context`.
    Context,
    /// One of these strings as `protocolVersion`, taken in turn.
    Version(&'static [&'static str]),
}

/// Where a document says its agent can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    Url,
    Interfaces,
    UrlAndInterfaces,
}

/// A required field that is not there, or not of the type required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lack {
    Name,
    Description,
    Version,
    Capabilities,
    /// `defaultInputModes` and `defaultOutputModes` together.
    Modes,
    Skills,
    SkillId,
    SkillDescription,
    SkillTags,
    /// An item of `skills` that is no object.
    SkillItem,
    ProviderUrl,
    ProviderOrganization,
    SupportedInterfaces,
    InterfaceVersion,
    InterfaceBinding,
}

/// What one document of the census is made from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Make {
    /// A card of the given recipe; the number counts the documents of the recipe from 0.
    Card(&'static Recipe, usize),
    /// A document that the rule of attribution cannot classify; numbered likewise.
    Other(Kind, usize),
}

/// Every document's make, in the order of the table.
pub(super) fn makes() -> Vec<Make> {
    let cards = RECIPES
        .iter()
        .flat_map(|recipe| (0..recipe.count).map(move |nth| Make::Card(recipe, nth)));
    let others = OTHERS
        .iter()
        .flat_map(|(kind, count)| (0..*count).map(move |nth| Make::Other(*kind, nth)));
    cards.chain(others).collect()
}

const OLD: Declares = Declares::Version(&["0.3.0"]);
const OLD_LOOSELY: Declares = Declares::Version(&["0.3.0", "0.3", "v0.3.0", "latest", "0.3.1"]);
const OLDER: Declares = Declares::Version(&["0.2.5", "0.2", "0.2.1"]);
const NEW: Declares = Declares::Version(&["1.0"]);

const fn row(count: usize, declares: Declares, reached: Reached, lacks: &'static [Lack]) -> Recipe {
    Recipe {
        count,
        declares,
        reached,
        lacks,
    }
}

#[rustfmt::skip]
static RECIPES: &[Recipe] = {
    use Declares::{Context, Nothing, Version as Text};
    use Lack::{
        Capabilities, Description, InterfaceBinding, InterfaceVersion, Modes, Name, ProviderOrganization, ProviderUrl,
        SkillDescription, SkillId, SkillItem, SkillTags, Skills, SupportedInterfaces, Version,
    };
    use Reached::{Interfaces, Url, UrlAndInterfaces as Both};
    &[
        // Declared.
        row(166, OLD, Url, &[]),
        row(23, Text(&["0.2.5"]), Url, &[]),
        row(1, Context, Url, &[SupportedInterfaces, Skills]),
        row(5, NEW, Url, &[SupportedInterfaces, Skills]),
        row(7, OLD_LOOSELY, Url, &[Skills]),
        row(8, OLD_LOOSELY, Url, &[Modes, Skills]),
        row(3, OLDER, Url, &[Modes, Skills, Version]),
        row(1, OLD, Url, &[SkillTags, Version]),
        // Conflict: interfaces and a declared version.
        row(41, OLD, Both, &[]),
        row(8, NEW, Both, &[]),
        row(7, NEW, Interfaces, &[]),
        row(33, OLD, Both, &[InterfaceVersion, InterfaceBinding]),
        row(4, OLD, Both, &[InterfaceVersion]),
        row(3, Text(&["1.0.0"]), Interfaces, &[SkillId]),
        row(2, NEW, Interfaces, &[Modes]),
        // Inferred 1.0: interfaces alone.
        row(40, Nothing, Interfaces, &[]),
        row(26, Nothing, Both, &[]),
        row(3, Nothing, Interfaces, &[InterfaceVersion, InterfaceBinding]),
        row(4, Nothing, Interfaces, &[Modes, Version]),
        row(3, Nothing, Interfaces, &[Modes, Skills]),
        // Inferred 0.3: a url alone, so that all but the last lack protocolVersion.
        row(95, Nothing, Url, &[]),
        row(40, Nothing, Url, &[Modes]),
        row(20, Nothing, Url, &[Modes, Version, Capabilities]),
        row(24, Nothing, Url, &[Modes, Version, Skills]),
        row(20, Nothing, Url, &[Modes, Skills]),
        row(4, Nothing, Url, &[Modes, ProviderUrl]),
        row(10, Nothing, Url, &[SkillTags]),
        row(3, Nothing, Url, &[SkillDescription]),
        row(1, Nothing, Url, &[SkillItem]),
        row(1, Nothing, Url, &[Description]),
        row(1, Nothing, Url, &[Name, ProviderOrganization]),
        row(1, Text(&[""]), Url, &[Modes]),
    ]
};

/// The 53 documents that carry none of the telling keys.
static OTHERS: &[(Kind, usize)] = &[
    (Kind::PaymentManifest, 14),
    (Kind::Registration, 11),
    (Kind::Catalogue, 11),
    (Kind::SnakeCase, 6),
    (Kind::WrappedAgent, 3),
    (Kind::WrappedAgents, 3),
    (Kind::OwnInterfaces, 3),
    (Kind::List, 1),
    (Kind::Sentence, 1),
];
