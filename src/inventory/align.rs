//! Which members and items of several containers stand in one row, and in which order.

use super::AlignedBy;
use super::meaning::{key, scalar};
use crate::card::{Node, folded_key};
use crate::spec::JsonType;
use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Most cards in one comparison.
pub const MOST_COLUMNS: usize = 12;

/// The nodes of one row, a column each; [`ABSENT`] where a column has none.
pub(super) type Cells = [u32; MOST_COLUMNS];

/// In place of a node: the column has none here.
pub(super) const ABSENT: u32 = u32::MAX;

/// What makes two children of two containers the same row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Mark<'a> {
    /// The n-th member with a key, or the n-th item with a value; n counts from 1.
    Named(Cow<'a, [u8]>, u32),
    /// What identifies an item.
    Identity(Vec<u8>),
    /// A place in the array.
    Position(usize),
}

/// One row of children.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) cells: Cells,
    /// Of equal keys or values, the how-manieth; from 1.
    pub(super) occurrence: u32,
    /// How the row came about; `None` for members.
    pub(super) aligned_by: Option<AlignedBy>,
    /// Whether some column came into a row of identities by its place.
    pub(super) is_partly_by_position: bool,
}

/// The children of one row's containers, row by row.
#[derive(Debug, Default)]
pub(super) struct Aligned {
    /// In the order shown: the first column's, what only others have at its place.
    pub(super) slots: Vec<Slot>,
    /// Whether what some container shares with the first stands in another order.
    pub(super) is_reordered: bool,
    /// Whether the items are strings and were aligned by their values.
    pub(super) is_set: bool,
    /// Whether the items could be aligned by place, or by what identifies them, when they are not.
    pub(super) can_switch: bool,
    /// For each column, its slots in the order served.
    orders: Vec<(usize, Vec<usize>)>,
}

impl Aligned {
    /// Whether two columns have what they share in the same order.
    pub(super) fn is_same_order(&self, left: usize, right: usize) -> bool {
        let order = |column| {
            self.orders
                .iter()
                .find(|(known, _)| *known == column)
                .map(|(_, order)| order)
        };
        let (Some(left), Some(right)) = (order(left), order(right)) else {
            return true;
        };
        let mut places = vec![usize::MAX; self.slots.len()];
        for (place, &slot) in left.iter().enumerate() {
            places[slot] = place;
        }
        right
            .iter()
            .map(|&slot| places[slot])
            .filter(|&place| place != usize::MAX)
            .is_sorted()
    }
}

/// A container of one column.
pub(super) type Container<'a> = (usize, Node<'a>);

/// Aligns the members of objects: by key, duplicates by their number.
pub(super) fn members(containers: &[Container<'_>]) -> Aligned {
    let marked = containers.iter().map(|&(column, object)| {
        let mut repeated: HashMap<Cow<'_, [u8]>, u32> = HashMap::new();
        let marks = object.children().map(move |child| {
            let key = key(child);
            let occurrence = if child.repeats_key() {
                let count = repeated.entry(key.clone()).or_insert(1);
                *count += 1;
                *count
            } else {
                1
            };
            Marked::new(Mark::Named(key, occurrence), child)
        });
        (column, marks.collect())
    });
    merge(marked.collect())
}

/// Aligns the items of arrays. `name` is the key of the member that holds them, empty when there
/// is none; `by_position` overrules what would identify them.
pub(super) fn items(containers: &[Container<'_>], name: &str, by_position: bool) -> Aligned {
    let all = |kind: JsonType| {
        let mut items = containers.iter().flat_map(|(_, array)| array.children());
        items.all(|item| item.kind() == kind)
    };
    if containers.is_empty() {
        return Aligned::default();
    }
    let is_set = all(JsonType::String);
    let identifier = Identifier::of_items(name);
    let mut aligned = match identifier {
        _ if by_position => positions(containers),
        _ if is_set => values(containers),
        Some(identifier) => identified(containers, identifier),
        None => positions(containers),
    };
    aligned.is_set = is_set && !by_position;
    aligned.can_switch = is_set || identifier.is_some();
    aligned
}

fn positions(containers: &[Container<'_>]) -> Aligned {
    let marked = containers.iter().map(|&(column, array)| {
        let marks = array.children().enumerate();
        let marks = marks.map(|(index, item)| Marked::new(Mark::Position(index), item));
        (column, marks.collect())
    });
    merge(marked.collect())
}

fn values(containers: &[Container<'_>]) -> Aligned {
    let marked = containers.iter().map(|&(column, array)| {
        let mut seen: HashMap<Cow<'_, [u8]>, u32> = HashMap::new();
        let marks = array.children().map(move |item| {
            let value = scalar(item);
            let count = seen.entry(value.clone()).or_insert(0);
            *count += 1;
            Marked::new(Mark::Named(value, *count), item)
        });
        (column, marks.collect())
    });
    let mut aligned = merge(marked.collect());
    for slot in &mut aligned.slots {
        slot.aligned_by = Some(AlignedBy::Value);
    }
    aligned
}

/// What identifies the items of an array of objects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Identifier {
    SkillId,
    UrlAndBinding,
    ExtensionUri,
    Protected,
}

impl Identifier {
    fn of_items(name: &str) -> Option<Self> {
        Some(match folded_key(name).as_str() {
            "skills" => Self::SkillId,
            "supportedinterfaces" | "additionalinterfaces" | "interfaces" => Self::UrlAndBinding,
            "extensions" => Self::ExtensionUri,
            "signatures" => Self::Protected,
            _ => return None,
        })
    }

    fn aligned_by(self) -> AlignedBy {
        match self {
            Self::SkillId => AlignedBy::Id,
            Self::UrlAndBinding => AlignedBy::UrlAndBinding,
            Self::ExtensionUri => AlignedBy::Uri,
            Self::Protected => AlignedBy::Protected,
        }
    }

    /// The identity of one item; `None` when it does not say.
    fn read(self, item: Node<'_>) -> Option<Vec<u8>> {
        let text = |name: &str| {
            let member = item.member(name)?;
            (member.kind() == JsonType::String).then(|| scalar(member))
        };
        let only = match self {
            Self::SkillId => "id",
            Self::ExtensionUri => "uri",
            Self::Protected => "protected",
            Self::UrlAndBinding => {
                let mut identity = text("url")?.into_owned();
                // No meaning of a string holds this byte, so the two parts stay apart.
                identity.push(0xFF);
                let binding = text("protocolBinding").or_else(|| text("transport"));
                identity.extend_from_slice(&binding.unwrap_or_default());
                return Some(identity);
            }
        };
        text(only).map(Cow::into_owned)
    }
}

/// Where an identity stands in the columns.
#[derive(Default)]
struct Sightings {
    once: u16,
    more: u16,
}

impl Sightings {
    /// Columns in which it is unique, when there are at least two.
    fn pairs(&self) -> u16 {
        let unique = self.once & !self.more;
        if unique.count_ones() > 1 { unique } else { 0 }
    }
}

fn identified(containers: &[Container<'_>], identifier: Identifier) -> Aligned {
    let identities: Vec<Vec<Option<Vec<u8>>>> = containers
        .iter()
        .map(|(_, array)| {
            let items = array.children();
            items.map(|item| identifier.read(item)).collect()
        })
        .collect();
    let pairs = Pairs::new(containers, &identities);
    let marked = containers.iter().zip(&identities);
    let marked = marked.map(|(&(column, array), identities)| {
        let items = array.children().zip(identities).enumerate();
        let marks = items.map(|(index, (item, identity))| {
            let own = identity.as_deref().filter(|own| pairs.has(own, column));
            match own.or_else(|| pairs.at_place(index, column)) {
                Some(identity) => Marked {
                    mark: Mark::Identity(identity.to_vec()),
                    item,
                    is_by_position: own.is_none(),
                },
                None => Marked::new(Mark::Position(index), item),
            }
        });
        (column, marks.collect())
    });
    let mut aligned = merge(marked.collect());
    for slot in &mut aligned.slots {
        if slot.aligned_by.is_none() {
            slot.aligned_by = Some(identifier.aligned_by());
        }
    }
    aligned
}

/// The identities that pair items of several columns.
struct Pairs<'i> {
    /// Bit per column in which an identity is unique; none when that is only one.
    columns: HashMap<&'i [u8], u16>,
    /// By the index of its item in the first column that has it. An item of a further column that
    /// pairs with nothing joins the row at its place, so that three cards with a skill each show
    /// them side by side when only two agree on the id.
    places: HashMap<usize, Vec<&'i [u8]>>,
}

impl<'i> Pairs<'i> {
    fn new(containers: &[Container<'_>], identities: &'i [Vec<Option<Vec<u8>>>]) -> Self {
        let mut sightings: HashMap<&[u8], Sightings> = HashMap::new();
        for (&(column, _), identities) in containers.iter().zip(identities) {
            for identity in identities.iter().flatten() {
                let seen = sightings.entry(identity).or_default();
                let bit = 1 << column;
                seen.more |= seen.once & bit;
                seen.once |= bit;
            }
        }
        let columns: HashMap<_, _> = sightings
            .into_iter()
            .map(|(identity, seen)| (identity, seen.pairs()))
            .collect();
        let mut places: HashMap<usize, Vec<&[u8]>> = HashMap::new();
        for (&(column, _), identities) in containers.iter().zip(identities) {
            for (index, identity) in identities.iter().enumerate() {
                let Some(identity) = identity else { continue };
                if columns[identity.as_slice()].trailing_zeros() as usize == column {
                    places.entry(index).or_default().push(identity);
                }
            }
        }
        Self { columns, places }
    }

    fn has(&self, identity: &[u8], column: usize) -> bool {
        let columns = self.columns.get(identity).copied().unwrap_or(0);
        columns & (1 << column) != 0
    }

    /// The first identity at a place that a column does not have.
    fn at_place(&self, index: usize, column: usize) -> Option<&'i [u8]> {
        let mut identities = self.places.get(&index)?.iter();
        identities
            .find(|identity| !self.has(identity, column))
            .copied()
    }
}

/// A child with what it is aligned by.
struct Marked<'a> {
    mark: Mark<'a>,
    item: Node<'a>,
    is_by_position: bool,
}

impl<'a> Marked<'a> {
    fn new(mark: Mark<'a>, item: Node<'a>) -> Self {
        Self {
            mark,
            item,
            is_by_position: false,
        }
    }
}

/// Merges the children of all columns: rows in the first column's order, and what a later column
/// adds behind what precedes it there.
fn merge(columns: Vec<(usize, Vec<Marked<'_>>)>) -> Aligned {
    let mut slots: Vec<Slot> = Vec::new();
    // A linked list over the slots; entry 0 is its head, slot n has entry n + 1.
    let mut following: Vec<usize> = vec![0];
    let mut known: HashMap<Mark<'_>, usize> = HashMap::new();
    let mut orders = Vec::with_capacity(columns.len());
    for (column, children) in columns {
        let mut order = Vec::with_capacity(children.len());
        let mut cursor = 0;
        for Marked {
            mark,
            item,
            is_by_position,
        } in children
        {
            let (occurrence, aligned_by) = match &mark {
                Mark::Named(_, occurrence) => (*occurrence, None),
                Mark::Identity(_) => (1, None),
                Mark::Position(_) => (1, Some(AlignedBy::Position)),
            };
            let slot = match known.entry(mark) {
                Entry::Occupied(entry) => *entry.get(),
                Entry::Vacant(entry) => {
                    let slot = *entry.insert(slots.len());
                    slots.push(Slot {
                        cells: [ABSENT; MOST_COLUMNS],
                        occurrence,
                        aligned_by,
                        is_partly_by_position: false,
                    });
                    following.push(following[cursor]);
                    following[cursor] = slot + 1;
                    slot
                }
            };
            slots[slot].cells[column] = item.id().0;
            slots[slot].is_partly_by_position |= is_by_position;
            cursor = slot + 1;
            order.push(slot);
        }
        orders.push((column, order));
    }
    in_order(slots, &following, orders)
}

/// Puts the slots into the order of the linked list.
fn in_order(
    slots: Vec<Slot>,
    following: &[usize],
    mut orders: Vec<(usize, Vec<usize>)>,
) -> Aligned {
    let mut places = vec![0; slots.len()];
    let mut entry = following[0];
    let mut place = 0;
    while entry != 0 {
        places[entry - 1] = place;
        place += 1;
        entry = following[entry];
    }
    let mut placed: Vec<_> = slots.into_iter().zip(&places).collect();
    placed.sort_by_key(|&(_, place)| *place);
    for (_, order) in &mut orders {
        for slot in order {
            *slot = places[*slot];
        }
    }
    let mut aligned = Aligned {
        slots: placed.into_iter().map(|(slot, _)| slot).collect(),
        is_reordered: false,
        is_set: false,
        can_switch: false,
        orders,
    };
    if let Some(&(first, _)) = aligned.orders.first() {
        let mut others = aligned.orders.iter().map(|&(column, _)| column);
        aligned.is_reordered = others.any(|column| !aligned.is_same_order(first, column));
    }
    aligned
}
