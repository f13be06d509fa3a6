//! Readings in memory, step by step.

use super::fixtures::{document, draft, signature, standing, version};
use super::*;
use crate::spec::Family;
use proptest::prelude::*;

const AS_0_3: Says = Says::Family(Family::V0_3);

fn stored(host: &str, says: Says, line: u64) -> Stored {
    let reading = draft(host, says).sign(&signature("ada"));
    Stored { reading, line }
}

fn news(change: Change, records: Vec<Stored>) -> News {
    News {
        change,
        records,
        problems: Vec::new(),
    }
}

#[test]
fn the_last_reading_counts_and_the_earlier_ones_stay() {
    let mut readings = Readings::default();
    for says in [AS_0_3, Says::NotACard, Says::CannotTell] {
        readings.give(vec![draft("a", says).sign(&signature("ada"))]);
    }
    assert_eq!(standing(&readings, "a", "ada"), Some(Says::CannotTell));
    assert_eq!(readings.history(document("a").as_ref()).count(), 3);
    assert_eq!(readings.counts("ada").by_choice, [0, 0, 0, 0, 1]);
}

#[test]
fn readers_do_not_speak_for_each_other() {
    let mut readings = Readings::default();
    readings.give(vec![
        draft("a", AS_0_3).sign(&signature("bob")),
        draft("a", Says::NotACard).sign(&signature("ada")),
    ]);
    assert_eq!(standing(&readings, "a", "bob"), Some(AS_0_3));
    assert_eq!(standing(&readings, "a", "eve"), None);
    let all: Vec<_> = readings
        .current(document("a").as_ref())
        .iter()
        .map(|record| record.reading().reader.as_str())
        .collect();
    assert_eq!(all, ["ada", "bob"]);
    assert_eq!(readings.readers().collect::<Vec<_>>(), ["ada", "bob"]);
}

#[test]
fn a_changed_document_has_only_a_reading_of_an_earlier_version() {
    let mut readings = Readings::default();
    readings.give(vec![draft("a", AS_0_3).sign(&signature("ada"))]);
    let changed = version("a", 9);
    match readings.reading_for(changed.as_ref(), "ada") {
        Some(Standing::EarlierVersion(record)) => assert_eq!(record.reading().says, AS_0_3),
        other => panic!("expected an earlier version, found {other:?}"),
    }
    assert!(readings.current(changed.as_ref()).is_empty());
    let elsewhere = Identity {
        path: "/other".to_owned(),
        ..changed
    };
    assert!(readings.reading_for(elsewhere.as_ref(), "ada").is_none());
}

#[test]
fn a_withdrawn_reading_is_none_and_counts_nowhere() {
    let mut readings = Readings::default();
    for says in [AS_0_3, Says::Withdrawn] {
        readings.give(vec![draft("a", says).sign(&signature("ada"))]);
    }
    assert_eq!(standing(&readings, "a", "ada"), None);
    assert!(readings.current(document("a").as_ref()).is_empty());
    assert!(
        readings
            .reading_for(version("a", 9).as_ref(), "ada")
            .is_none()
    );
    assert_eq!(readings.counts("ada").total(), 0);
}

#[test]
fn the_order_of_the_file_decides_not_the_order_of_hearing() {
    let mut readings = Readings::default();
    let own = readings.give(vec![draft("a", AS_0_3).sign(&signature("ada"))]);
    readings.mark_saved(&own.ids, &[2]);
    // Another window of the same person wrote line 1 before, heard of only now.
    readings.take(&news(Change::Grown, vec![stored("a", Says::NotACard, 1)]));
    assert_eq!(standing(&readings, "a", "ada"), Some(AS_0_3));
    assert_eq!(readings.counts("ada").by_choice, [0, 1, 0, 0, 0]);
    readings.take(&news(Change::Grown, vec![stored("a", Says::CannotTell, 3)]));
    assert_eq!(standing(&readings, "a", "ada"), Some(Says::CannotTell));
}

#[test]
fn what_could_not_be_saved_stays_says_so_and_counts() {
    let mut readings = Readings::default();
    let given = readings.give(vec![draft("a", AS_0_3).sign(&signature("ada"))]);
    assert_eq!(readings.unsaved_count(), 1);
    assert!(readings.not_saved().is_empty(), "it is still being written");
    readings.mark_not_saved(&given.ids, "the disk is full");
    let [record] = readings.not_saved()[..] else {
        panic!("expected one record");
    };
    let reason = "the disk is full".into();
    assert_eq!(*record.kept(), Kept::NotSaved { reason });
    assert_eq!(standing(&readings, "a", "ada"), Some(AS_0_3));
    readings.mark_saved(&given.ids, &[1]);
    assert_eq!(
        (readings.unsaved_count(), readings.not_saved().len()),
        (0, 0)
    );
}

#[test]
fn a_record_believed_unsaved_that_turns_up_in_the_file_is_not_counted_twice() {
    let mut readings = Readings::default();
    let own = stored("a", AS_0_3, 1);
    let given = readings.give(vec![own.reading.clone()]);
    readings.mark_not_saved(&given.ids, "the disk is full");
    readings.take(&news(Change::Grown, vec![own]));
    assert_eq!(readings.records().count(), 1);
    assert_eq!(readings.unsaved_count(), 0);
}

#[test]
fn a_replaced_file_is_believed_and_what_was_not_in_it_is_kept() {
    let mut readings = Readings::of(&news(Change::Grown, vec![stored("a", AS_0_3, 1)]));
    let given = readings.give(vec![draft("b", AS_0_3).sign(&signature("ada"))]);
    let concerned = readings.take(&news(Change::Replaced, vec![stored("c", AS_0_3, 1)]));
    assert_eq!(concerned, None, "everything may have changed");
    assert_eq!(standing(&readings, "a", "ada"), None);
    assert_eq!(standing(&readings, "b", "ada"), Some(AS_0_3));
    assert_eq!(standing(&readings, "c", "ada"), Some(AS_0_3));
    readings.mark_saved(&given.ids, &[2]);
    assert_eq!(readings.unsaved_count(), 0);
}

#[test]
fn when_the_file_is_gone_nothing_is_forgotten_and_nothing_is_called_saved() {
    let mut readings = Readings::of(&news(Change::Grown, vec![stored("a", AS_0_3, 1)]));
    readings.take(&news(Change::Gone, Vec::new()));
    assert_eq!(standing(&readings, "a", "ada"), Some(AS_0_3));
    assert_eq!(readings.not_saved().len(), 1);
}

proptest! {
    #[test]
    fn counts_kept_along_the_way_equal_counts_taken_at_the_end(
        steps in prop::collection::vec((0u8..3, 0u8..2, 0usize..6, 0u8..3, 1u64..20), 0..30)
    ) {
        let mut readings = Readings::default();
        for (host, reader, says, fate, line) in steps {
            let says = Says::CHOICES.get(says).copied().unwrap_or(Says::Withdrawn);
            let host = ["a", "b", "c"][host as usize];
            let reader = ["ada", "bob"][reader as usize];
            let given = readings.give(vec![draft(host, says).sign(&signature(reader))]);
            match fate {
                0 => readings.mark_saved(&given.ids, &[line]),
                1 => readings.mark_not_saved(&given.ids, "no room"),
                _ => {}
            }
        }
        for reader in ["ada", "bob"] {
            let mut counts = Counts::default();
            for document in readings.documents() {
                if let Some(Standing::Current(record)) = readings.reading_for(document, reader) {
                    let index = record.reading().says.index().expect("withdrawn is not current");
                    counts.by_choice[index] += 1;
                }
            }
            prop_assert_eq!(readings.counts(reader), counts);
        }
        let unsaved = readings.records().filter(|record| !matches!(record.kept(), Kept::OnDisk { .. }));
        prop_assert_eq!(readings.unsaved_count(), unsaved.count());
    }
}
