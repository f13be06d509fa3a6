//! Patterns with `*` (any characters) and `?` (one character).

/// Whether upper and lower case are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    Told,
    Ignored,
}

/// A pattern ready to be held against many texts.
#[derive(Clone, Debug)]
pub(super) struct Glob {
    pattern: Vec<char>,
    case: Case,
    /// The pattern when it has no wildcard and is ASCII: compared as bytes.
    exact: Option<Box<str>>,
    /// The pattern when it is ASCII, in which most texts are too.
    bytes: Option<Vec<u8>>,
}

impl Glob {
    pub(super) fn new(pattern: &str, case: Case) -> Self {
        let is_plain = pattern.is_ascii() && !has_wildcard(pattern);
        Self {
            pattern: folded(pattern, case).collect(),
            case,
            exact: is_plain.then(|| pattern.into()),
            bytes: pattern
                .is_ascii()
                .then(|| pattern.bytes().map(|byte| fold_byte(byte, case)).collect()),
        }
    }

    /// Whether the whole text is as the pattern says. Takes at most the product of both lengths:
    /// only the last `*` is ever taken up again.
    pub(super) fn matches(&self, text: &str) -> bool {
        if let Some(exact) = &self.exact
            && text.is_ascii()
        {
            return match self.case {
                Case::Told => **exact == *text,
                Case::Ignored => exact.eq_ignore_ascii_case(text),
            };
        }
        if let Some(bytes) = &self.bytes
            && text.is_ascii()
        {
            let case = self.case;
            let letters = text.bytes().map(move |byte| fold_byte(byte, case));
            return follows(bytes, letters, (b'*', b'?'));
        }
        follows(&self.pattern, folded(text, self.case), ('*', '?'))
    }
}

/// Whether letters are as a pattern says, given the letters that stand for any and for one.
fn follows<T: PartialEq + Copy>(
    pattern: &[T],
    letters: impl Iterator<Item = T> + Clone,
    (any, one): (T, T),
) -> bool {
    let mut rest = letters;
    let mut at = 0;
    // Where to go on after a `*`: behind it, and with one more letter swallowed.
    let mut star = None;
    loop {
        let wanted = pattern.get(at).copied();
        if wanted == Some(any) {
            at += 1;
            star = Some((at, rest.clone()));
            continue;
        }
        match (wanted, rest.next()) {
            (None, None) => return true,
            (Some(wanted), Some(found)) if wanted == one || wanted == found => {
                at += 1;
                continue;
            }
            (_, None) => return false,
            (_, Some(_)) => {}
        }
        let Some((after, swallowed)) = &mut star else {
            return false;
        };
        if swallowed.next().is_none() {
            return false;
        }
        at = *after;
        rest = swallowed.clone();
    }
}

fn fold_byte(byte: u8, case: Case) -> u8 {
    match case {
        Case::Told => byte,
        Case::Ignored => byte.to_ascii_lowercase(),
    }
}

/// Whether a text says more than itself as a pattern.
pub(super) fn has_wildcard(text: &str) -> bool {
    text.contains(['*', '?'])
}

fn folded(text: &str, case: Case) -> impl Iterator<Item = char> + Clone + '_ {
    text.chars().flat_map(move |character| {
        let lower = match case {
            Case::Told => None,
            Case::Ignored => Some(character.to_lowercase()),
        };
        let same = case == Case::Told;
        lower.into_iter().flatten().chain(same.then_some(character))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fits(pattern: &str, text: &str) -> bool {
        Glob::new(pattern, Case::Ignored).matches(text)
    }

    #[test]
    fn stars_and_question_marks_stand_for_what_they_should() {
        for (pattern, text, expected) in [
            ("*.example", "a.example", true),
            ("*.EXAMPLE", "a.example", true),
            ("*.example", "example", false),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c-b", false),
            ("*", "", true),
            ("?", "", false),
            ("", "", true),
            ("", "a", false),
            ("**a**", "bab", true),
            ("ä*", "ÄX", true),
            ("?x", "日x", true),
        ] {
            assert_eq!(fits(pattern, text), expected, "{pattern} {text}");
        }
        assert!(!Glob::new("Acme*", Case::Told).matches("acme co"));
    }

    #[test]
    fn many_stars_do_not_multiply_their_work() {
        // With a choice kept open at every star this would not end in a lifetime.
        let pattern = "a*".repeat(40) + "b";
        assert!(!fits(&pattern, &"a".repeat(4_000)));
    }

    proptest! {
        #[test]
        fn a_text_fits_itself_with_any_part_starred(text in "[a-cäA]{0,9}", from in 0..10_usize, to in 0..10_usize) {
            let count = text.chars().count();
            let (from, to) = (from.min(count), to.min(count).max(from.min(count)));
            let starred: String = text.chars().take(from).chain(['*']).chain(text.chars().skip(to)).collect();
            prop_assert!(fits(&starred, &text));
        }
    }
}
