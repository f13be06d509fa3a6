//! What the first line and the filter line of every place say.

use super::Workspace;
use crate::output::table::thousands;
use crate::tui::state::FilterLine;

impl Workspace {
    /// What is open: name, documents, agreement, rule.
    #[must_use]
    pub fn heading(&self) -> Vec<String> {
        let data = &self.data;
        let mut parts = vec![data.title.clone()];
        let count = thousands(data.corpus.len() as u64);
        match data.loading {
            Some(progress) => {
                let read = match progress.snapshot.fraction() {
                    Some(fraction) => format!("{:.0} % read", (fraction * 100.0).floor()),
                    None if progress.snapshot.read == 0 => "waiting for data".to_owned(),
                    None => format!("{} bytes read", thousands(progress.snapshot.read)),
                };
                parts.push(format!("≥{count} documents"));
                parts.push(read);
            }
            None => parts.push(format!("{count} documents")),
        }
        if let Some((agree, joined)) = self.shown.agreement {
            parts.push(format!(
                "published verdicts agree {}/{}",
                thousands(agree as u64),
                thousands(joined as u64)
            ));
        }
        parts.push(match self.view.rules.is_papers() {
            true => "rule: the paper's".to_owned(),
            false => format!("rule: {}", self.view.rules),
        });
        parts
    }

    /// The filter, and how much of the corpus passes it.
    #[must_use]
    pub fn filter_line(&self) -> FilterLine {
        let counts = &self.shown.term_counts;
        let terms = self.view.query.terms().iter().enumerate();
        let only = self.view.only.as_ref();
        let only = only.map(|only| {
            (
                format!("only the {}", only.what),
                Some(only.documents.len()),
            )
        });
        let terms = terms.map(|(at, term)| (term.to_string(), counts.get(at).copied()));
        let terms = only.into_iter().chain(terms);
        let (shown, all) = (self.shown.order.len() as u64, self.shown.counted as u64);
        let at_least = if self.data.loading.is_some() {
            "≥"
        } else {
            ""
        };
        let busy = if self.is_busy() { "looking, " } else { "" };
        FilterLine {
            terms: terms.collect(),
            is_suspended: self.is_suspended,
            shown: format!(
                "{busy}{at_least}{} of {at_least}{} shown",
                thousands(shown),
                thousands(all)
            ),
        }
    }
}
