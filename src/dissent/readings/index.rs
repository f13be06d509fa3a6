//! Documents found by identity, without walking over the others.

use super::RecordId;
use crate::dissent::{DocumentRef, Identity};
use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// How many versions of a document at one place are looked at, those read last. Real places have a
/// few; a file that gives one place a hundred thousand must not make every look-up slow.
const VERSIONS_AT_MOST: usize = 64;

/// A document that someone has read.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) identity: Identity,
    /// In the order in which they count.
    pub(super) records: Vec<RecordId>,
}

/// Every document that someone has read, in the order of their first readings.
#[derive(Debug, Default)]
pub(super) struct Index {
    documents: Vec<Document>,
    exact: HashMap<u64, Vec<u32>>,
    places: HashMap<u64, Vec<u32>>,
    hasher: RandomState,
}

impl Index {
    pub(super) fn documents(&self) -> &[Document] {
        &self.documents
    }

    pub(super) fn document(&self, position: u32) -> &Document {
        &self.documents[position as usize]
    }

    pub(super) fn document_mut(&mut self, position: u32) -> &mut Document {
        &mut self.documents[position as usize]
    }

    /// The position of exactly this document.
    pub(super) fn find(&self, document: DocumentRef<'_>) -> Option<u32> {
        let candidates = self.exact.get(&self.hasher.hash_one(document))?;
        candidates
            .iter()
            .copied()
            .find(|&position| self.document(position).identity.as_ref() == document)
    }

    pub(super) fn find_or_add(&mut self, identity: &Identity) -> u32 {
        let document = identity.as_ref();
        if let Some(position) = self.find(document) {
            return position;
        }
        let position =
            u32::try_from(self.documents.len()).expect("4 billion documents fit no memory");
        self.documents.push(Document {
            identity: identity.clone(),
            records: Vec::new(),
        });
        let exact = self.hasher.hash_one(document);
        self.exact.entry(exact).or_default().push(position);
        if !document.host.is_empty() {
            let place = self.hasher.hash_one((document.host, document.path));
            self.places.entry(place).or_default().push(position);
        }
        position
    }

    /// Other versions of a document, found at the same place; of many, the last ones.
    pub(super) fn other_versions(&self, document: DocumentRef<'_>) -> impl Iterator<Item = u32> {
        let place = self.hasher.hash_one((document.host, document.path));
        let known = self.places.get(&place).map(Vec::as_slice);
        let known = known.unwrap_or_default().iter().rev().copied();
        known.take(VERSIONS_AT_MOST).filter(move |&position| {
            let other = self.document(position).identity.as_ref();
            other.is_same_place(document) && other.sha256 != document.sha256
        })
    }
}
