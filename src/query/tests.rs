//! The language and its meaning, on small corpora worked out by hand.
