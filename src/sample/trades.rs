//! What the invented agents do: the word lists of `trades.txt` and `tongues.txt`, read into tables.
//!
//! The texts are data, kept in files a translator can read; they are compiled in and a test holds
//! every block to the same shape.

/// One line of work, with everything its agents say about themselves.
#[derive(Debug, Default)]
pub(super) struct Trade {
    /// A short name for the trade.
    pub(super) key: &'static str,
    /// Words that host names begin with.
    pub(super) host_words: Vec<&'static str>,
    pub(super) names: Vec<&'static str>,
    /// Sentences a description is put together from.
    pub(super) about: Vec<&'static str>,
    pub(super) jobs: Vec<Job>,
    pub(super) tongue: Tongue,
}

/// Which of the two word lists a trade comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tongue {
    #[default]
    English,
    Other,
}

/// Something an agent can do: the raw material of a skill.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    pub(super) tags: Vec<&'static str>,
    /// Things a person might ask; never empty.
    pub(super) examples: Vec<&'static str>,
}

/// All trades: first those in English, then those in other languages.
pub(super) fn all() -> Vec<Trade> {
    let mut trades = parse(include_str!("trades.txt"), Tongue::English);
    trades.extend(parse(include_str!("tongues.txt"), Tongue::Other));
    trades
}

fn parse(text: &'static str, tongue: Tongue) -> Vec<Trade> {
    let mut trades: Vec<Trade> = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("== ") {
            let (key, words) = head.split_once('|').unwrap_or((head, head));
            trades.push(Trade {
                key: key.trim(),
                host_words: split(words, ","),
                tongue,
                ..Trade::default()
            });
            continue;
        }
        let Some(trade) = trades.last_mut() else {
            continue;
        };
        if let Some(names) = line.strip_prefix("name ") {
            trade.names = split(names, " / ");
        } else if let Some(sentence) = line.strip_prefix("about ") {
            trade.about.push(sentence);
        } else if let Some(job) = line.strip_prefix("- ") {
            trade.jobs.extend(parse_job(job));
        }
    }
    trades
}

fn parse_job(line: &'static str) -> Option<Job> {
    let parts = split(line, " | ");
    let [id, name, description, tags, examples] = parts.as_slice() else {
        return None;
    };
    Some(Job {
        id,
        name,
        description,
        tags: split(tags, ","),
        examples: split(examples, " / "),
    })
}

fn split(text: &'static str, separator: &str) -> Vec<&'static str> {
    text.split(separator).map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line that does not fit the form is skipped by the parser, so the count catches it.
    #[test]
    fn every_line_of_the_word_lists_is_read() {
        for (text, tongue) in [
            (include_str!("trades.txt"), Tongue::English),
            (include_str!("tongues.txt"), Tongue::Other),
        ] {
            let jobs: usize = parse(text, tongue).iter().map(|t| t.jobs.len()).sum();
            let lines = text.lines().filter(|line| line.starts_with("- ")).count();
            assert_eq!(jobs, lines);
        }
    }

    #[test]
    fn every_trade_has_what_a_card_needs() {
        for trade in all() {
            assert!(trade.names.len() >= 3, "{}", trade.key);
            assert!(trade.about.len() >= 2, "{}", trade.key);
            let least = match trade.tongue {
                Tongue::English => 5,
                Tongue::Other => 2,
            };
            assert!(trade.jobs.len() >= least, "{}", trade.key);
            for job in &trade.jobs {
                let ids = trade.jobs.iter().filter(|other| other.id == job.id);
                assert_eq!(ids.count(), 1, "{} {}", trade.key, job.id);
                assert!(job.tags.iter().chain(&job.examples).all(|s| !s.is_empty()));
            }
            for word in &trade.host_words {
                let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
                assert!(!word.is_empty() && word.chars().all(fits), "{word}");
            }
        }
    }
}
