//! Which family a declared version belongs to.

use crate::spec::Family;

/// What a declared version string is taken to mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeclaredVersion {
    /// The family whose schema applies.
    pub family: Family,
    /// Whether it is a version of a family this program knows: `0.2…`, `0.3…` or `1…`. Any other
    /// falls to the nearest family and is flagged `unrecognised-version`.
    pub is_recognised: bool,
}

/// Reads a declared version: white space and one leading `v` or `V` stripped, then
/// `major[.minor]`, a missing minor being 0 and numbers beyond `u64` saturating. Major 1 and above
/// is family 1.0; major 0 is 0.2 up to minor 2 and 0.3 above.
///
/// *Interpretation:* what does not begin with a number (`draft`, `latest`) is 0.3, the last family
/// that has a top-level `protocolVersion`.
#[must_use]
pub fn declared_version(text: &str) -> DeclaredVersion {
    let text = text.trim();
    let number = text.strip_prefix(['v', 'V']).unwrap_or(text);
    let family = match leading_number(number) {
        None => Family::V0_3,
        Some((0, rest)) => {
            let minor = rest
                .strip_prefix('.')
                .and_then(leading_number)
                .map_or(0, |(minor, _)| minor);
            if minor <= 2 {
                Family::V0_2
            } else {
                Family::V0_3
            }
        }
        Some(_) => Family::V1_0,
    };
    DeclaredVersion {
        family,
        is_recognised: is_recognised(number),
    }
}

/// The decimal number a text begins with, saturated, and what follows it.
fn leading_number(text: &str) -> Option<(u64, &str)> {
    let rest = text.trim_start_matches(|character: char| character.is_ascii_digit());
    let digits = text.strip_suffix(rest)?;
    if digits.is_empty() {
        return None;
    }
    let number = digits.bytes().fold(0_u64, |number, digit| {
        number
            .saturating_mul(10)
            .saturating_add(u64::from(digit - b'0'))
    });
    Some((number, rest))
}

/// `(0\.2|0\.3|1)(\.\d+)*`, the whole text.
fn is_recognised(number: &str) -> bool {
    let rest = ["0.2", "0.3", "1"]
        .iter()
        .find_map(|prefix| number.strip_prefix(prefix));
    match rest {
        Some("") => true,
        Some(rest) => rest.strip_prefix('.').is_some_and(|patches| {
            patches
                .split('.')
                .all(|patch| !patch.is_empty() && patch.bytes().all(|byte| byte.is_ascii_digit()))
        }),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_fall_into_their_families() {
        for (text, family, is_recognised) in [
            ("0.2.5", Family::V0_2, true),
            ("0.2", Family::V0_2, true),
            ("0.3.0", Family::V0_3, true),
            ("0.3", Family::V0_3, true),
            (" v0.3.0\t", Family::V0_3, true),
            ("V1", Family::V1_0, true),
            ("1.0", Family::V1_0, true),
            ("1.0.1.7", Family::V1_0, true),
            ("1.x", Family::V1_0, false),
            ("2.0", Family::V1_0, false),
            ("0", Family::V0_2, false),
            ("0.1", Family::V0_2, false),
            ("0.x", Family::V0_2, false),
            ("0.4", Family::V0_3, false),
            ("0.30", Family::V0_3, false),
            ("0.3-beta", Family::V0_3, false),
            ("0.3.", Family::V0_3, false),
            ("10", Family::V1_0, false),
            ("draft", Family::V0_3, false),
            ("latest", Family::V0_3, false),
            ("A2A 1.0", Family::V0_3, false),
            ("vv1", Family::V0_3, false),
            ("99999999999999999999999.1", Family::V1_0, false),
            ("0.99999999999999999999999", Family::V0_3, false),
        ] {
            assert_eq!(
                declared_version(text),
                DeclaredVersion {
                    family,
                    is_recognised
                },
                "{text:?}"
            );
        }
    }
}
