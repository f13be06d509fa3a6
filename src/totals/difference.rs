//! Two totals held against each other, figure by figure.

use super::{RouteTotals, Totals, Transition};
use crate::spec::{Family, FieldId, specification};
use serde::{Serialize, Serializer, ser::SerializeStruct as _};
use std::collections::BTreeSet;

/// One figure of the tables in two totals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The table it stands in.
    pub section: &'static str,
    /// Its name there.
    pub name: String,
    /// What it is in the first totals.
    pub before: u64,
    /// What it is in the second totals.
    pub after: u64,
    /// The query whose documents it counts, whatever the rule; empty for all documents. The
    /// documents that pass it under one rule only are those that moved.
    pub query: String,
}

impl Figure {
    /// How much more it is in the second totals.
    #[must_use]
    pub fn delta(&self) -> i64 {
        self.after.cast_signed() - self.before.cast_signed()
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut figure = serializer.serialize_struct("Figure", 6)?;
        figure.serialize_field("section", self.section)?;
        figure.serialize_field("name", &self.name)?;
        figure.serialize_field("before", &self.before)?;
        figure.serialize_field("after", &self.after)?;
        figure.serialize_field("delta", &self.delta())?;
        figure.serialize_field("query", &self.query)?;
        figure.end()
    }
}

/// Every figure of the tables in both totals, in the order of the tables, those that are equal
/// included. A field or a transition that only one of the two has is 0 in the other.
#[must_use]
pub fn difference(before: &Totals, after: &Totals) -> Vec<Figure> {
    let mut figures = Figures {
        before,
        after,
        list: Vec::new(),
    };
    figures.verdicts();
    figures.routes();
    figures.fields();
    figures.newest();
    figures.alternative();
    figures.states();
    figures.list
}

struct Figures<'t> {
    before: &'t Totals,
    after: &'t Totals,
    list: Vec<Figure>,
}

impl Figures<'_> {
    fn add(
        &mut self,
        section: &'static str,
        (name, query): (impl Into<String>, impl Into<String>),
        read: impl Fn(&Totals) -> u64,
    ) {
        self.list.push(Figure {
            section,
            name: name.into(),
            before: read(self.before),
            after: read(self.after),
            query: query.into(),
        });
    }

    fn verdicts(&mut self) {
        let section = "verdicts";
        self.add(section, ("valid", "verdict:valid"), |t| t.verdicts.valid);
        self.add(section, ("invalid", "verdict:invalid"), |t| {
            t.verdicts.invalid
        });
        self.add(
            section,
            ("no recognised A2A claim", "verdict:unclassified"),
            |t| t.verdicts.unclassified,
        );
        self.add(section, ("all documents", ""), |t| t.verdicts.documents);
    }

    fn routes(&mut self) {
        type Read = fn(&Totals) -> RouteTotals;
        let routes: [(&str, Read); 3] = [
            ("declared", |t| t.routes.declared),
            ("conflict", |t| t.routes.conflict),
            ("inferred", |t| t.routes.inferred),
        ];
        for (name, route) in routes {
            let query = format!("route:{name}");
            let section = "routes";
            self.add(section, (name, query.as_str()), |t| route(t).n);
            let valid = (format!("{name}, valid"), format!("{query} verdict:valid"));
            self.add(section, valid, |t| route(t).valid);
            let invalid = (
                format!("{name}, invalid"),
                format!("{query} verdict:invalid"),
            );
            self.add(section, invalid, |t| route(t).invalid);
        }
        let section = "inferred failures";
        let missing = "route:inferred verdict:invalid missing:protocolVersion";
        self.add(
            section,
            ("include a missing protocolVersion", missing),
            |t| t.inferred_invalid.include_missing_protocol_version,
        );
        let only = "route:inferred verdict:invalid tolerant:valid";
        self.add(section, ("include nothing else", only), |t| {
            t.inferred_invalid.nothing_but_protocol_version
        });
        let tolerant = (
            "a missing protocolVersion alone",
            "faults:>0 tolerant:valid",
        );
        self.add("tolerant", tolerant, |t| t.tolerant_valid_changes);
    }

    fn fields(&mut self) {
        let both = [self.before, self.after];
        let lists = both.map(|totals| &totals.documents_per_violated_field.0);
        let mut seen = BTreeSet::new();
        // Most documents first, as the table has them before; then those that came.
        let fields: Vec<FieldId> = lists
            .into_iter()
            .flatten()
            .map(|(field, _)| *field)
            .filter(|field| seen.insert(*field))
            .collect();
        for field in fields {
            let name = specification().field_name(field);
            let count = |totals: &Totals| {
                let mut list = totals.documents_per_violated_field.0.iter();
                list.find(|(known, _)| *known == field)
                    .map_or(0, |(_, n)| *n)
            };
            self.add("violated fields", (name, format!("field:{name}")), count);
        }
    }

    fn newest(&mut self) {
        let section = "fails at 1.0";
        let all = "verdict:valid newest:invalid";
        let name = "valid as attributed, fail at 1.0";
        self.add(section, (name, all), |t| t.fails_newest.total);
        let family = |family: Family| format!("{all} version:{family}");
        let older = ("of these attributed 0.3", family(Family::V0_3));
        self.add(section, older, |t| t.fails_newest.v0_3);
        let oldest = ("of these attributed 0.2", family(Family::V0_2));
        self.add(section, oldest, |t| t.fails_newest.v0_2);
    }

    fn alternative(&mut self) {
        let section = "alternative";
        self.add(
            section,
            ("documents with an alternative", "alt:valid,invalid"),
            |t| t.alternative.documents,
        );
        self.add(section, ("change verdict", "flip:yes"), |t| {
            t.alternative.changed
        });
        let key = |row: &Transition| (row.assigned, row.assigned_verdict, row.alternative_verdict);
        let tables = [
            &self.before.alternative.table,
            &self.after.alternative.table,
        ];
        let cells: BTreeSet<_> = tables.into_iter().flatten().map(key).collect();
        for cell in cells {
            let (assigned, verdict, other) = cell;
            let name = format!("{assigned} {verdict}, alternative {other}");
            let query = format!("cell:{assigned}-{verdict}-{other}");
            self.add(section, (name, query), |t| {
                let mut table = t.alternative.table.iter();
                table.find(|row| key(row) == cell).map_or(0, |row| row.n)
            });
        }
    }

    fn states(&mut self) {
        let section = "states";
        self.add(section, ("card", "state:card"), |t| t.states.card);
        self.add(section, ("not-an-object", "state:not-an-object"), |t| {
            t.states.not_an_object
        });
        self.add(section, ("unparseable", "state:unparseable"), |t| {
            t.states.unparseable
        });
        self.add(section, ("no-body", "state:no-body"), |t| t.states.no_body);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::Rules;
    use crate::corpus::{Corpus, LoadOptions, Progress, load};
    use crate::query::{NothingOutside, Query, Scope, Work, evaluate};

    fn sample() -> Corpus {
        let source = crate::sample::source().expect("the sample is built in");
        load(vec![source], &LoadOptions::default(), &Progress::default())
    }

    fn totals(corpus: &Corpus, rules: &Rules) -> Totals {
        Totals::of(corpus.rows().map(|row| row.facts()), rules)
    }

    #[test]
    fn a_figure_is_the_number_of_documents_that_its_query_finds_under_either_rule() {
        let corpus = sample();
        let paper = Rules::default();
        for switch in 0..Rules::SWITCH_COUNT {
            let other = paper.with_switch(switch, true);
            let figures = difference(&totals(&corpus, &paper), &totals(&corpus, &other));
            for figure in &figures {
                let query = Query::parse(&figure.query).expect("figures have queries that parse");
                for (rules, count) in [(&paper, figure.before), (&other, figure.after)] {
                    let scope = Scope {
                        corpus: &corpus,
                        rules,
                        outside: &NothingOutside,
                    };
                    let found = evaluate(scope, &query, &Work::default()).map(|found| found.len());
                    assert_eq!(found, Some(count as usize), "{figure:?} under {rules}");
                }
            }
        }
    }

    /// From the sample's plan: 98 conflicts become declared, and 78 + 15 of them are valid so.
    #[test]
    fn asking_the_declaration_first_moves_the_conflicts() {
        let corpus = sample();
        let order = "order=declaration".parse().expect("a rule");
        let figures = difference(
            &totals(&corpus, &Rules::default()),
            &totals(&corpus, &order),
        );
        let delta = |name: &str| {
            let mut found = figures.iter().filter(|figure| figure.name == name);
            found.next().map(Figure::delta)
        };
        assert_eq!(delta("declared"), Some(98));
        assert_eq!(delta("conflict"), Some(-98));
        assert_eq!(delta("declared, valid"), Some(93));
        assert_eq!(delta("all documents"), Some(0));
        let all = figures.iter().find(|figure| figure.name == "all documents");
        assert_eq!(
            all.map(|figure| (figure.before, figure.after)),
            Some((661, 661))
        );
    }
}
