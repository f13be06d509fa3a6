//! Whole numbers of a column, compared.

use std::fmt;

/// The numbers a value of a numeric key means, both ends included. Never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NumberRange {
    from: u64,
    to: u64,
}

impl NumberRange {
    /// Reads `N`, `>N`, `>=N`, `<N`, `<=N`, `N..M`; `None` when it is none of them or empty.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (from, to) = if let Some(rest) = text.strip_prefix(">=") {
            (number(rest)?, u64::MAX)
        } else if let Some(rest) = text.strip_prefix("<=") {
            (0, number(rest)?)
        } else if let Some(rest) = text.strip_prefix('>') {
            (number(rest)?.checked_add(1)?, u64::MAX)
        } else if let Some(rest) = text.strip_prefix('<') {
            (0, number(rest)?.checked_sub(1)?)
        } else if let Some((from, to)) = text.split_once("..") {
            (number(from)?, number(to)?)
        } else {
            let only = number(text)?;
            (only, only)
        };
        (from <= to).then_some(Self { from, to })
    }

    pub(super) fn contains(self, number: u64) -> bool {
        (self.from..=self.to).contains(&number)
    }
}

fn number(text: &str) -> Option<u64> {
    let all_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if all_digits { text.parse().ok() } else { None }
}

impl fmt::Display for NumberRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from, self.to) {
            (from, to) if from == to => write!(f, "{from}"),
            (from, u64::MAX) => write!(f, ">={from}"),
            (0, to) => write!(f, "<={to}"),
            (from, to) => write!(f, "{from}..{to}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_read_and_written_back() {
        for (text, written) in [
            ("200", "200"),
            (">3", ">=4"),
            (">=3", ">=3"),
            ("<3", "<=2"),
            ("<=3", "<=3"),
            ("2..5", "2..5"),
            ("0..5", "<=5"),
            ("007", "7"),
        ] {
            let range = NumberRange::parse(text).expect(text);
            assert_eq!(range.to_string(), written);
            assert_eq!(NumberRange::parse(written), Some(range));
        }
        let range = NumberRange::parse("2..5").expect("a range");
        let inside: Vec<u64> = (0..9).filter(|&number| range.contains(number)).collect();
        assert_eq!(inside, [2, 3, 4, 5]);
    }

    #[test]
    fn what_means_no_number_is_refused() {
        let beyond = "18446744073709551616";
        for text in ["", "x", "<0", "5..2", "-1", "+1", "1.5", ">", beyond] {
            assert_eq!(NumberRange::parse(text), None, "{text}");
        }
    }
}
