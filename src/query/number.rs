//! Numbers compared as written, whatever their size: `f64` would make different numbers equal.

use std::cmp::Ordering;

/// A decimal number as its sign, its significant digits and where the point stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    is_negative: bool,
    /// Without zeros at either end; empty for zero.
    digits: Vec<u8>,
    /// The value is `0.DIGITS × 10^point`. Saturates, so two exponents beyond `i64` are equal.
    point: i64,
}

impl Decimal {
    /// Reads a number in JSON's grammar, or with a leading `+` or zeros; `None` for anything else.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (is_negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, read_exponent(exponent)?),
            None => (rest, 0),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((_, "")) => return None,
            Some(parts) => parts,
            None => (mantissa, ""),
        };
        let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) {
            return None;
        }
        let all: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        let Some(first) = all.iter().position(|&digit| digit != b'0') else {
            return Some(Self {
                is_negative: false,
                digits: Vec::new(),
                point: 0,
            });
        };
        let last = all
            .iter()
            .rposition(|&digit| digit != b'0')
            .unwrap_or(first);
        Some(Self {
            is_negative,
            digits: all[first..=last].to_vec(),
            point: exponent.saturating_add(whole.len() as i64 - first as i64),
        })
    }

    fn magnitude(&self, other: &Self) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => self
                .point
                .cmp(&other.point)
                .then_with(|| self.digits.cmp(&other.digits)),
        }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.is_negative, other.is_negative) {
            (false, false) => self.magnitude(other),
            (true, true) => other.magnitude(self),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn read_exponent(text: &str) -> Option<i64> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.bytes().fold(0_i64, |size, digit| {
        size.saturating_mul(10)
            .saturating_add(i64::from(digit - b'0'))
    });
    Some(if is_negative { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Decimal {
        Decimal::parse(text).expect(text)
    }

    #[test]
    fn spelling_does_not_matter_and_size_does() {
        for (left, right, expected) in [
            ("1", "1.0", Ordering::Equal),
            ("100", "1e2", Ordering::Equal),
            ("0.001", "1E-3", Ordering::Equal),
            ("-0", "0", Ordering::Equal),
            ("0e99", "0.0", Ordering::Equal),
            ("9007199254740993", "9007199254740992", Ordering::Greater),
            ("1e999", "1e998", Ordering::Greater),
            ("-1e999", "-1e998", Ordering::Less),
            ("-2", "-1", Ordering::Less),
            ("-1", "1", Ordering::Less),
            ("0", "0.1", Ordering::Less),
            ("2", "10", Ordering::Less),
            ("0.10000000000000000000001", "0.1", Ordering::Greater),
            ("12", "1.21e1", Ordering::Less),
        ] {
            assert_eq!(number(left).cmp(&number(right)), expected, "{left} {right}");
            assert_eq!(number(right).cmp(&number(left)), expected.reverse());
        }
    }

    #[test]
    fn what_is_no_number_is_none() {
        for text in ["", "-", ".5", "5.", "1e", "1e+", "0x1", "NaN", "1 ", "١"] {
            assert_eq!(Decimal::parse(text), None, "{text:?}");
        }
    }
}
