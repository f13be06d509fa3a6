//! How far two readers agree.

use super::reading::{Identity, Says};
use super::readings::{Readings, Standing};

/// The classes of the table, in order.
pub const CLASSES: [Says; 5] = Says::CHOICES;

/// Two readers' current readings of the documents that both have read, beside each other.
///
/// *Percent* is the part of these documents of which both say the same. Some of that is to be
/// expected from how often each says what, so *kappa* (Cohen 1960) sets it aside:
///
/// ```text
/// po = documents on the diagonal / n          observed
/// pe = Σ over classes (row / n) · (column / n)  expected by chance
/// kappa = (po − pe) / (1 − pe)
/// ```
///
/// 1 is full agreement, 0 what chance would give, below 0 less than that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The reader whose readings are the rows.
    pub left: String,
    /// The reader whose readings are the columns.
    pub right: String,
    /// Documents, by [`Says::index`] of the left and of the right.
    pub table: [[u64; CLASSES.len()]; CLASSES.len()],
    /// Documents that only the left has read.
    pub left_only: u64,
    /// Documents that only the right has read.
    pub right_only: u64,
    /// What they do not agree on, in the order of the documents' first readings: document, left,
    /// right.
    pub differing: Vec<(Identity, Says, Says)>,
}

impl Agreement {
    /// Documents that both have read.
    #[must_use]
    pub fn common_count(&self) -> u64 {
        self.table.iter().flatten().sum()
    }

    /// Documents of which both say the same.
    #[must_use]
    pub fn agreed_count(&self) -> u64 {
        (0..CLASSES.len())
            .map(|class| self.table[class][class])
            .sum()
    }

    /// Percent of the common documents of which both say the same. `None` without a common
    /// document.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "counts of documents are far below 2^52"
    )]
    pub fn percent(&self) -> Option<f64> {
        let common = self.common_count();
        (common > 0).then(|| 100.0 * self.agreed_count() as f64 / common as f64)
    }

    /// Cohen's kappa. `None` without a common document, and where both say one and the same of
    /// every document: chance alone would then give full agreement, and there is nothing to set
    /// it against.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "counts of documents are far below 2^52"
    )]
    pub fn kappa(&self) -> Option<f64> {
        let common = u128::from(self.common_count());
        // n²·pe and n²·po are whole numbers, so that "chance is certain" is exact.
        let expected: u128 = (0..CLASSES.len())
            .map(|class| {
                let row: u64 = self.table[class].iter().sum();
                let column: u64 = self.table.iter().map(|row| row[class]).sum();
                u128::from(row) * u128::from(column)
            })
            .sum();
        let observed = u128::from(self.agreed_count()) * common;
        let all = common * common;
        (expected < all).then(|| (observed as f64 - expected as f64) / (all - expected) as f64)
    }
}

/// Sets two readers' current readings beside each other. Readings of different versions of a
/// document are readings of different documents.
#[must_use]
pub fn agreement(readings: &Readings, left: &str, right: &str) -> Agreement {
    let mut agreement = Agreement {
        left: left.to_owned(),
        right: right.to_owned(),
        table: [[0; CLASSES.len()]; CLASSES.len()],
        left_only: 0,
        right_only: 0,
        differing: Vec::new(),
    };
    for document in readings.documents() {
        let says = |reader| match readings.reading_for(document, reader) {
            Some(Standing::Current(record)) => {
                let says = record.reading().says;
                says.index().map(|index| (index, says))
            }
            _ => None,
        };
        match (says(left), says(right)) {
            (Some((row, left)), Some((column, right))) => {
                agreement.table[row][column] += 1;
                if row != column {
                    agreement
                        .differing
                        .push((document.to_identity(), left, right));
                }
            }
            (Some(_), None) => agreement.left_only += 1,
            (None, Some(_)) => agreement.right_only += 1,
            (None, None) => {}
        }
    }
    agreement
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dissent::readings::fixtures::{document, draft, signature};
    use crate::spec::Family;

    const AS_0_3: Says = Says::Family(Family::V0_3);

    /// `count` documents each of which ada and bob read so; `None` is not at all.
    fn both(groups: &[(u32, Option<Says>, Option<Says>)]) -> Agreement {
        let mut readings = Readings::default();
        let mut number = 0;
        for &(count, left, right) in groups {
            for _ in 0..count {
                number += 1;
                for (reader, says) in [("ada", left), ("bob", right)] {
                    let host = format!("h{number}");
                    let drafts = says.map(|says| draft(&host, says).sign(&signature(reader)));
                    readings.give(drafts.into_iter().collect());
                }
            }
        }
        agreement(&readings, "ada", "bob")
    }

    fn close(value: Option<f64>, expected: f64) -> bool {
        value.is_some_and(|value| (value - expected).abs() < 1e-12)
    }

    /// Two classes, 50 documents:
    ///
    /// ```text
    ///                bob 0.3   bob not a card
    /// ada 0.3             20                5   25
    /// ada not a card      10               15   25
    ///                     30               20   50
    /// ```
    ///
    /// po = 35/50 = 0.7; pe = 25/50·30/50 + 25/50·20/50 = 0.3 + 0.2 = 0.5;
    /// kappa = 0.2/0.5 = 0.4.
    #[test]
    fn kappa_sets_aside_what_chance_would_give() {
        let no_card = Some(Says::NotACard);
        let agreement = both(&[
            (20, Some(AS_0_3), Some(AS_0_3)),
            (5, Some(AS_0_3), no_card),
            (10, no_card, Some(AS_0_3)),
            (15, no_card, no_card),
        ]);
        assert_eq!(agreement.table[1], [0, 20, 0, 5, 0]);
        assert_eq!(agreement.table[3], [0, 10, 0, 15, 0]);
        assert_eq!(
            (agreement.common_count(), agreement.agreed_count()),
            (50, 35)
        );
        assert!(close(agreement.percent(), 70.0));
        assert!(close(agreement.kappa(), 0.4));
        assert_eq!(agreement.differing.len(), 15);
        assert_eq!(
            agreement.differing[0],
            (document("h21"), AS_0_3, Says::NotACard)
        );
    }

    /// Three classes, 10 documents, diagonal 3 + 2 + 1 = 6:
    ///
    /// ```text
    ///            1.0  not  can't
    /// 1.0          3    1      0    4
    /// not a card   1    2      1    4
    /// can't tell   0    1      1    2
    ///              4    4      2   10
    /// ```
    ///
    /// po = 0.6; pe = (4·4 + 4·4 + 2·2)/100 = 0.36; kappa = 0.24/0.64 = 0.375.
    #[test]
    fn kappa_counts_every_class() {
        let (new, no_card, open) = (
            Some(Says::Family(Family::V1_0)),
            Some(Says::NotACard),
            Some(Says::CannotTell),
        );
        let agreement = both(&[
            (3, new, new),
            (1, new, no_card),
            (1, no_card, new),
            (2, no_card, no_card),
            (1, no_card, open),
            (1, open, no_card),
            (1, open, open),
        ]);
        assert!(close(agreement.percent(), 60.0));
        assert!(close(agreement.kappa(), 0.375));
    }

    /// One document each way: po = 0, pe = 2·(1/2·1/2) = 0.5, kappa = −0.5/0.5 = −1.
    #[test]
    fn full_disagreement_is_below_chance() {
        let no_card = Some(Says::NotACard);
        let agreement = both(&[(1, Some(AS_0_3), no_card), (1, no_card, Some(AS_0_3))]);
        assert!(close(agreement.percent(), 0.0));
        assert!(close(agreement.kappa(), -1.0));
    }

    /// Left always 0.3, right half and half: po = 0.5 = pe, kappa = 0, though one reader never
    /// varies.
    #[test]
    fn one_reader_who_never_varies_agrees_by_chance_only() {
        let agreement = both(&[
            (2, Some(AS_0_3), Some(AS_0_3)),
            (2, Some(AS_0_3), Some(Says::CannotTell)),
        ]);
        assert!(close(agreement.kappa(), 0.0));
    }

    #[test]
    fn one_class_throughout_has_a_percentage_and_no_kappa() {
        let agreement = both(&[(7, Some(AS_0_3), Some(AS_0_3))]);
        assert!(close(agreement.percent(), 100.0));
        assert_eq!(agreement.kappa(), None);
    }

    #[test]
    fn without_a_common_document_there_is_nothing_to_say() {
        let agreement = both(&[(2, Some(AS_0_3), None), (3, None, Some(AS_0_3))]);
        assert_eq!((agreement.left_only, agreement.right_only), (2, 3));
        assert_eq!((agreement.percent(), agreement.kappa()), (None, None));
        let withdrawn = both(&[(1, Some(AS_0_3), Some(Says::Withdrawn))]);
        assert_eq!((withdrawn.common_count(), withdrawn.left_only), (0, 1));
    }
}
