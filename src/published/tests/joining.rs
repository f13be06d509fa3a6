use super::*;
use crate::corpus::DocumentId;

const NOTHING: Fate = Fate::WithoutDocument;

fn to(id: u32) -> Fate {
    Fate::Joined(DocumentId(id))
}

#[test]
fn rows_join_on_host_path_and_digest_in_any_order() {
    let corpus = envelopes(&[("a", "/1", "{}"), ("a", "/2", "{}"), ("b", "/1", "[]")]);
    let (object, array) = (digest(&corpus, 0), digest(&corpus, 2));
    let join = joined(
        &corpus,
        format!(
            "host,path,sha256,valid\nb,/1,{array},1\na,/2,{object},1\na,/1,{},1\nb,/1,{object},1\nc,/1,{object},1\n",
            object.to_uppercase()
        ),
    );
    assert_eq!(fates(&join), [to(2), to(1), to(0), NOTHING, NOTHING]);
    assert_eq!(join.row_for(DocumentId(2)).map(|row| row.line()), Some(2));
    assert_eq!(join.joined_count(), 3);
    let lines: Vec<_> = join.rows_without_document().map(|row| row.line()).collect();
    assert_eq!(lines, [5, 6]);
    assert!(join.row_for(DocumentId(3)).is_none());
}

#[test]
fn hosts_join_however_they_are_written() {
    let corpus = envelopes(&[
        ("A.Example.:443", "/1", "{}"),
        ("b.example:8443", "/1", "{}"),
    ]);
    let join = joined(
        &corpus,
        "host,valid\nhttps://a.EXAMPLE:443,1\nb.example.:8443,1\nb.example,1\n",
    );
    assert_eq!(fates(&join), [to(0), to(1), NOTHING]);
}

#[test]
fn a_path_or_digest_counts_only_where_both_have_one() {
    // The second document has no path.
    let corpus = envelopes(&[("a", "/1", "{}"), ("b", "", "{}")]);
    let join = joined(&corpus, "host,path,valid\na,,1\nb,/x,1\n");
    assert_eq!(fates(&join), [to(0), to(1)]);
    // The first document has no body, hence no digest.
    let corpus = corpus_without_body();
    let join = joined(
        &corpus,
        format!("host,path,sha256,valid\na,/1,{},1\n", "0".repeat(64)),
    );
    assert_eq!(fates(&join), [to(0)]);
}

fn corpus_without_body() -> Corpus {
    corpus(
        "{\"host\":\"a\",\"path\":\"/1\",\"body\":null}\n{\"host\":\"b\",\"path\":\"/1\",\"body\":\"{}\"}\n",
    )
}

#[test]
fn a_side_without_a_host_joins_on_the_digest() {
    let documents = envelopes(&[("a", "/1", "{}"), ("b", "/1", "[]")]);
    let csv = format!(
        "sha256,valid\n{},1\n{},1\n",
        digest(&documents, 1),
        "0".repeat(64)
    );
    assert_eq!(fates(&joined(&documents, csv)), [to(1), NOTHING]);

    let bare = corpus("{\"name\":\"n\"}\n");
    let csv = format!("host,path,sha256,valid\na,/1,{},1\n", digest(&bare, 0));
    assert_eq!(fates(&joined(&bare, csv)), [to(0)]);
}

#[test]
fn the_nth_of_equal_rows_joins_the_nth_of_equal_documents() {
    let corpus = envelopes(&[("a", "/1", "{}"), ("b", "/1", "{}"), ("a", "/1", "{}")]);
    let row = format!("a,/1,{},1\n", digest(&corpus, 0));
    let join = joined(
        &corpus,
        format!("host,path,sha256,valid\n{}", row.repeat(3)),
    );
    assert_eq!(fates(&join), [to(0), to(2), Fate::Duplicate]);
    let lines: Vec<_> = join.duplicate_rows().map(|row| row.line()).collect();
    assert_eq!(lines, [4]);
    let without: Vec<_> = join.documents_without_row().collect();
    assert_eq!(without, [DocumentId(1)]);
}

#[test]
fn a_row_that_fits_different_documents_joins_none() {
    let corpus = envelopes(&[("a", "/1", "{}"), ("a", "/2", "{}"), ("a", "/2", "[]")]);
    let join = joined(&corpus, "host,path,valid\na,,1\na,/2,1\na,/1,1\n");
    assert_eq!(fates(&join), [Fate::Ambiguous, Fate::Ambiguous, to(0)]);
    assert_eq!(join.ambiguous_rows().count(), 2);
    let csv = format!("sha256,valid\n{},1\n", digest(&corpus, 0));
    assert_eq!(fates(&joined(&corpus, csv)), [Fate::Ambiguous]);
}

#[test]
fn a_document_that_is_exactly_the_rows_is_preferred() {
    let corpus = corpus(
        "{\"host\":\"a\",\"path\":\"/1\",\"body\":null}\n{\"host\":\"a\",\"path\":\"/1\",\"body\":\"{}\"}\n",
    );
    let csv = format!(
        "host,path,sha256,valid\na,/1,{},1\na,/1,,\n",
        digest(&corpus, 1)
    );
    assert_eq!(fates(&joined(&corpus, csv)), [to(1), to(0)]);
    // A file without digests cannot mean one of them.
    assert_eq!(
        fates(&joined(&corpus, "host,path,valid\na,/1,1\n")),
        [Fate::Ambiguous]
    );
}

#[test]
fn a_digest_that_is_not_understood_does_not_hinder_a_join() {
    let corpus = envelopes(&[("a", "/1", "{}")]);
    let join = joined(&corpus, "host,path,sha256,valid\na,/1,9f86d0,1\n");
    assert_eq!(fates(&join), [to(0)]);
    assert_eq!(join.file().notes()[0].kind, NoteKind::Unread);
}

#[test]
fn nothing_joins_an_empty_corpus() {
    let join = joined(&Corpus::default(), "host,valid\na,1\n");
    assert_eq!(fates(&join), [NOTHING]);
    assert_eq!(join.documents_without_row().count(), 0);
}
