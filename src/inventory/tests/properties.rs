//! What holds of any two documents.

use super::*;
use crate::card::NodeId;
use proptest::prelude::*;

/// JSON as it is written, duplicate keys included.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Json {
    Literal(&'static str),
    Text(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    fn write(&self) -> String {
        match self {
            Self::Literal(text) => (*text).to_owned(),
            Self::Text(text) => serde_json::to_string(text).expect("a string"),
            Self::Array(items) => {
                let items: Vec<_> = items.iter().map(Self::write).collect();
                format!("[{}]", items.join(","))
            }
            Self::Object(members) => {
                let members: Vec<_> = members
                    .iter()
                    .map(|(key, value)| {
                        format!("{}:{}", Self::Text(key.clone()).write(), value.write())
                    })
                    .collect();
                format!("{{{}}}", members.join(","))
            }
        }
    }

    /// Keys sorted; duplicates keep their order. Two values mean the same when these are equal.
    fn sorted(&self) -> Self {
        match self {
            Self::Array(items) => Self::Array(items.iter().map(Self::sorted).collect()),
            Self::Object(members) => {
                let members = members
                    .iter()
                    .map(|(key, value)| (key.clone(), value.sorted()));
                let mut members: Vec<_> = members.collect();
                members.sort_by(|left, right| left.0.cmp(&right.0));
                Self::Object(members)
            }
            other => other.clone(),
        }
    }
}

/// Few keys and values, so that two documents share some.
fn json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        prop::sample::select(vec![
            "null",
            "true",
            "false",
            "1",
            "1.0",
            "10e-1",
            "-0",
            "1e999",
            r#""\ud800""#
        ])
        .prop_map(Json::Literal),
        prop::sample::select(vec!["", "a", "b", "\\ud800", "é\n", "1", "#2"])
            .prop_map(|text| Json::Text(text.to_owned())),
    ];
    let key = prop::sample::select(vec![
        "skills",
        "id",
        "tags",
        "supportedInterfaces",
        "url",
        "protocolBinding",
        "extensions",
        "uri",
        "name",
        "name#2",
        "a.b",
        "",
    ]);
    leaf.prop_recursive(5, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Json::Array),
            prop::collection::vec((key.clone().prop_map(str::to_owned), inner), 0..6)
                .prop_map(Json::Object),
        ]
    })
}

/// Half of the time the second document is a small change of the first.
fn two() -> impl Strategy<Value = (Json, Json)> {
    (json(), json(), any::<bool>(), any::<prop::sample::Index>()).prop_map(
        |(left, other, is_near, index)| {
            let right = match (&left, is_near) {
                (Json::Object(members), true) if !members.is_empty() => {
                    let mut members = members.clone();
                    let at = index.index(members.len());
                    members[at].1 = other;
                    Json::Object(members)
                }
                (Json::Array(items), true) => {
                    let mut items = items.clone();
                    items.insert(index.index(items.len() + 1), other);
                    Json::Array(items)
                }
                _ => other,
            };
            (left, right)
        },
    )
}

fn is_all_same(comparison: &Comparison) -> bool {
    comparison
        .rows()
        .all(|id| comparison.row(id).state == RowState::Same)
}

/// What a row says, whichever column stands first.
fn sayings(comparison: &Comparison, order: [usize; 2]) -> Vec<String> {
    let mut sayings: Vec<_> = comparison
        .rows()
        .map(|id| {
            let row = comparison.row(id);
            let nodes =
                order.map(|column| comparison.cell(id, column).node().map(|node| node.id()));
            let mut notes = row.notes;
            notes.is_capped = false;
            format!(
                "{nodes:?} {:?} {:?} {:?} {notes:?}",
                row.state, row.aligned_by, row.category
            )
        })
        .collect();
    sayings.sort_unstable();
    sayings
}

proptest! {
    #[test]
    fn a_card_is_the_same_as_itself(card in json()) {
        let text = card.write();
        prop_assert!(is_all_same(&compared(&[&text, &text])));
    }

    #[test]
    fn two_orders_of_columns_mirror_each_other((left, right) in two()) {
        let (left, right) = (left.write(), right.write());
        let forth = compared(&[&left, &right]);
        let back = compared(&[&right, &left]);
        prop_assert_eq!(sayings(&forth, [0, 1]), sayings(&back, [1, 0]));
        prop_assert_eq!(forth.summary(), back.summary());
    }

    #[test]
    fn cards_are_all_the_same_exactly_when_they_mean_the_same((left, right) in two()) {
        let comparison = compared(&[&left.write(), &right.write()]);
        prop_assert_eq!(is_all_same(&comparison), left.sorted() == right.sorted(), "{:#?}", lines(&comparison));
    }

    #[test]
    fn nothing_but_the_order_of_keys_is_the_same(card in json()) {
        prop_assert!(is_all_same(&compared(&[&card.write(), &card.sorted().write()])));
    }

    #[test]
    fn every_value_of_every_card_is_in_exactly_one_row(
        (left, right) in two(),
        third in json(),
        all_by_position: bool,
    ) {
        let bodies = [left.write(), right.write(), third.write()];
        let options = Options { all_by_position, ..Options::default() };
        let comparison = compared_with(&[&bodies[0], &bodies[1], &bodies[2]], &options);
        for column in 0..3 {
            let document = comparison.document(column).expect("JSON");
            let mut seen: Vec<_> = comparison
                .rows()
                .filter_map(|id| comparison.cell(id, column).node())
                .map(|node| node.id())
                .collect();
            seen.sort_unstable();
            // The document itself has a row only where some column is no object.
            let first = u32::from(!seen.contains(&NodeId(0)));
            let count = document.tree().node_count() as u32;
            let all: Vec<_> = (first..count).map(NodeId).collect();
            prop_assert_eq!(seen, all);
        }
    }

    #[test]
    fn rows_are_found_by_their_paths_and_states_know_no_reference(
        (left, right) in two(),
        third in json(),
        reference in 0_usize..3,
    ) {
        let bodies = [left.write(), right.write(), third.write()];
        let bodies = [bodies[0].as_str(), &bodies[1], &bodies[2]];
        let options = Options { reference: Some(reference), ..Options::default() };
        let held = compared_with(&bodies, &options);
        let free = compared(&bodies);
        let states = |comparison: &Comparison| -> Vec<_> {
            comparison.rows().map(|id| comparison.row(id).state).collect()
        };
        prop_assert_eq!(states(&held), states(&free));
        let paths: BTreeSet<_> = free.rows().map(|id| free.path(id)).collect();
        prop_assert_eq!(paths.len(), free.rows().count(), "{:?}", lines(&free));
        for id in held.rows() {
            let is_same = (0..3).all(|column| held.relation(id, column) == RowState::Same);
            prop_assert_eq!(is_same, held.row(id).state == RowState::Same);
        }
    }
}
