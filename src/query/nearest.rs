//! The names nearest to one that is not there.

use crate::corpus::Corpus;

/// Longest name that is compared, in characters; a longer one is near to nothing.
const LONGEST: usize = 128;

/// The candidates nearest to what was given, nearest first: those that differ in few letters, then
/// those that hold it or stand in it. Upper and lower case count as equal. Often none.
#[must_use]
pub fn nearest<'c>(
    given: &str,
    candidates: impl IntoIterator<Item = &'c str>,
    count: usize,
) -> Vec<&'c str> {
    let wanted: Vec<char> = given.chars().flat_map(char::to_lowercase).collect();
    if wanted.is_empty() || wanted.len() > LONGEST {
        return Vec::new();
    }
    let wanted_text: String = wanted.iter().collect();
    let limit = (wanted.len() / 3).max(1);
    let mut near: Vec<(usize, &str)> = candidates
        .into_iter()
        .filter_map(|candidate| {
            if candidate.len() > LONGEST * 4 {
                return None;
            }
            let found: Vec<char> = candidate.chars().flat_map(char::to_lowercase).collect();
            if let Some(distance) = distance(&wanted, &found, limit) {
                return Some((distance, candidate));
            }
            // Three letters: less would stand in everything.
            let text: String = found.iter().collect();
            let holds = wanted.len() >= 3 && text.contains(&wanted_text);
            let stands_in = found.len() >= 3 && wanted_text.contains(&text);
            (holds || stands_in)
                .then(|| (limit + 1 + wanted.len().abs_diff(found.len()), candidate))
        })
        .collect();
    near.sort_unstable();
    near.dedup();
    near.truncate(count);
    near.into_iter().map(|(_, candidate)| candidate).collect()
}

/// The hosts of a corpus nearest to what was given, nearest first.
#[must_use]
pub fn nearest_hosts(corpus: &Corpus, given: &str, count: usize) -> Vec<String> {
    let hosts = corpus
        .rows()
        .map(|row| row.host())
        .filter(|host| !host.is_empty());
    nearest(given, hosts, count)
        .into_iter()
        .map(str::to_owned)
        .collect()
}

/// Letters to insert, delete, replace or exchange with their neighbour to make one of the other;
/// `None` beyond the limit.
fn distance(left: &[char], right: &[char], limit: usize) -> Option<usize> {
    if left.len().abs_diff(right.len()) > limit {
        return None;
    }
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (row, &letter) in left.iter().enumerate() {
        let mut current = Vec::with_capacity(right.len() + 1);
        current.push(row + 1);
        for (column, &other) in right.iter().enumerate() {
            let replaced = last[column] + usize::from(letter != other);
            let mut best = replaced.min(last[column + 1] + 1).min(current[column] + 1);
            let is_exchange =
                row > 0 && column > 0 && letter == right[column - 1] && left[row - 1] == other;
            if is_exchange {
                best = best.min(before_last[column - 1] + 1);
            }
            current.push(best);
        }
        if current.iter().all(|&distance| distance > limit) {
            return None;
        }
        before_last = std::mem::replace(&mut last, current);
    }
    last.last().copied().filter(|&distance| distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_changed_letters_come_before_a_part_of_the_name() {
        let hosts = [
            "atlas.example",
            "atlsa.example",
            "my-atlas.example-host",
            "b.example",
        ];
        assert_eq!(
            nearest("atlas.exampel", hosts, 9),
            ["atlas.example", "atlsa.example"]
        );
        assert_eq!(nearest("atlas", hosts, 1), ["atlas.example"]);
        assert_eq!(nearest("VERDCIT", ["version", "verdict"], 1), ["verdict"]);
        assert_eq!(nearest("zzz", hosts, 9), [""; 0]);
        assert_eq!(nearest("", hosts, 9), [""; 0]);
    }

    #[test]
    fn the_distance_counts_changes_and_stops_at_the_limit() {
        let distance = |left: &str, right: &str, limit| {
            let letters = |text: &str| text.chars().collect::<Vec<_>>();
            distance(&letters(left), &letters(right), limit)
        };
        assert_eq!(distance("abc", "abc", 0), Some(0));
        assert_eq!(distance("abc", "acb", 2), Some(1));
        assert_eq!(distance("kitten", "sitting", 3), Some(3));
        assert_eq!(distance("kitten", "sitting", 2), None);
        assert_eq!(distance("", "ab", 2), Some(2));
    }
}
