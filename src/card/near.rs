//! Near misses: a key that would be the missing one but for `_`, `-`, spaces and case.

use super::Node;

/// A key as near misses compare it: `_`, `-` and spaces dropped, lower case.
#[must_use]
pub fn folded_key(key: &str) -> String {
    key.chars()
        .filter(|character| !matches!(character, '_' | '-') && !character.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect()
}

/// The first member of `object` whose key equals the absent key `missing` once both are folded.
#[must_use]
pub fn near_miss<'a>(object: Node<'a>, missing: &str) -> Option<Node<'a>> {
    let wanted = folded_key(missing);
    object.children().find(|child| {
        !child.key_is(missing) && child.key().is_some_and(|key| folded_key(&key) == wanted)
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Document, Tree};
    use super::*;

    #[test]
    fn spelling_variants_are_near_misses_and_the_key_itself_is_not() {
        let text = br#"{"default_input_modes":[],"Default-Output Modes":[],"skills":[],"skill":1}"#;
        let tree = Tree::from_bytes(text).expect("JSON");
        let root = Document::new(text, &tree).root();
        let found = |key| {
            near_miss(root, key)
                .and_then(|node| node.key())
                .map(|key| key.into_owned())
        };
        assert_eq!(
            found("defaultInputModes").as_deref(),
            Some("default_input_modes")
        );
        assert_eq!(
            found("defaultOutputModes").as_deref(),
            Some("Default-Output Modes")
        );
        assert_eq!(found("skills"), None);
        assert_eq!(found("name"), None);
    }
}
