//! `cardex fields`.

use crate::support::{World, census, envelope, verdicts};

fn corpus(world: &World) {
    let bodies = [
        r#"{"url":"u","name":"a","x":"text"}"#,
        r#"{"url":"u","x":{"y":1}}"#,
        r#"{"supportedInterfaces":[],"x":7}"#,
    ];
    let lines = bodies.map(|body| envelope("a.example", body));
    world.write("a.jsonl", lines.concat());
}

#[test]
fn a_field_of_several_types_shows_each_with_its_count() {
    let world = World::new();
    corpus(&world);
    let json = world
        .run(&["fields", "a.jsonl", "--format", "json"])
        .ok()
        .json();
    let fields = json["fields"].as_array().expect("fields").clone();
    let paths: Vec<_> = fields
        .iter()
        .filter_map(|field| field["path"].as_str())
        .collect();
    assert!(paths.contains(&"x.y"), "{paths:?}");
    let csv = world
        .run(&[
            "fields",
            "a.jsonl",
            "--format",
            "csv",
            "--category",
            "outside",
        ])
        .ok()
        .csv();
    let column = |name: &str| {
        csv[0]
            .iter()
            .position(|head| head == name)
            .expect("a column")
    };
    let row = csv.iter().find(|row| row[0] == "x").expect("x has a row");
    for (name, count) in [
        ("documents", "3"),
        ("string", "1"),
        ("object", "1"),
        ("number", "1"),
        ("null", "0"),
    ] {
        assert_eq!(row[column(name)], count, "{name}");
    }
    assert!(csv.iter().skip(1).all(|row| row[1] == "outside the spec"));
}

#[test]
fn populations_stand_side_by_side_and_sum_to_the_whole() {
    let world = World::new();
    let csv = world
        .run(&["fields", &census(), "--split", "route", "--format", "csv"])
        .ok()
        .csv();
    let column = |name: &str| {
        csv[0]
            .iter()
            .position(|head| head == name)
            .expect("a column")
    };
    let parts = ["declared", "conflict", "inferred", "unclassified"]
        .map(|route| column(&format!("{route}: documents")));
    let all = column("documents");
    for row in csv.iter().skip(1) {
        let number = |at: usize| row[at].parse::<u64>().expect("a number");
        assert_eq!(
            parts.iter().map(|&at| number(at)).sum::<u64>(),
            number(all),
            "{row:?}"
        );
    }
    let url = csv
        .iter()
        .find(|row| row[0] == "supportedInterfaces")
        .expect("a row");
    // The sample has 98 conflicts and 76 documents inferred to be 1.0.
    assert_eq!(
        (url[parts[1]].as_str(), url[parts[2]].as_str()),
        ("98", "76")
    );
}

#[test]
fn a_filter_and_an_order_are_honoured() {
    let world = World::new();
    let run = world.run(&[
        "fields",
        &census(),
        "--where",
        "route:conflict",
        "--sort",
        "documents",
        "--format",
        "csv",
    ]);
    let csv = run.ok().csv();
    let documents: Vec<u64> = csv
        .iter()
        .skip(1)
        .filter_map(|row| row[3].parse().ok())
        .collect();
    assert_eq!(documents.first(), Some(&98));
    assert!(documents.windows(2).all(|pair| pair[0] >= pair[1]));
}

#[test]
fn what_cannot_be_split_or_sorted_says_what_can() {
    let world = World::new();
    for (arguments, parts) in [
        (&["--split", "rout"][..], &["no facet 'rout'", "route"][..]),
        (&["--split", "host"], &["661 values", "--where"]),
        (&["--split", "published"], &["published", "--verdicts FILE"]),
        (
            &["--category", "other"],
            &["no category 'other'", "required core"],
        ),
        (
            &["--sort", "size"],
            &["no order of fields 'size'", "documents"],
        ),
    ] {
        world
            .run(&[&["fields", &census()], arguments].concat())
            .code(1)
            .complains(parts);
    }
    world
        .run(&["fields", &census(), &verdicts(), "--split", "published"])
        .ok()
        .says(&["valid", "blank"]);
}
