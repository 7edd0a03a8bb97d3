//! Type aliases that refer to each other: answers are Puppet's, and take a bounded number of steps.

use std::cell::Cell;

use proptest::prelude::*;
use puppet_types::{Definitions, Named, Relate, Type, TypeContext, parse::parse, read_text};

/// How many steps one query may take, whatever the aliases.
const MAX_STEPS: u32 = 400_000;
/// How many names may be looked up to resolve one alias, whatever the aliases.
const MAX_LOOKUPS: usize = 200_000;

/// Counts what is looked up.
struct Counting {
    definitions: Definitions,
    lookups: Cell<usize>,
}

impl TypeContext for Counting {
    fn lookup(&self, name: &str) -> Named {
        self.lookups.set(self.lookups.get() + 1);
        self.definitions.lookup(name)
    }
}

fn definitions(right_sides: &[String]) -> Counting {
    let mut definitions = Definitions::new();
    for (index, right_side) in right_sides.iter().enumerate() {
        let expr = parse(right_side).expect("an expression");
        definitions.add(format!("T{index}"), expr);
    }
    let lookups = Cell::new(0);
    Counting {
        definitions,
        lookups,
    }
}

/// A circle: each alias refers to the next, and to one further away.
fn circle(count: usize) -> Vec<String> {
    let right_side = |i| {
        let (next, other) = ((i + 1) % count, i * 7 % count);
        format!("Variant[Array[T{next}], Hash[String, T{other}]]")
    };
    (0..count).map(right_side).collect()
}

/// No circle: each alias refers twice to the one before it.
fn doubling(count: usize) -> Vec<String> {
    let right_side = |i: usize| match i.checked_sub(1) {
        None => "Variant[Integer, String]".into(),
        Some(before) => format!("Variant[T{before}, Array[T{before}]]"),
    };
    (0..count).map(right_side).collect()
}

fn nested_value() -> Type {
    let value = read_text(
        &Definitions::new(),
        "Tuple[Tuple[Tuple[Struct[{a => Tuple[Integer]}]]]]",
    );
    value.expect("a type")
}

/// Asks whatever is asked about two types, and how many steps the longest answer takes.
fn longest(context: &Counting, to: &Type, from: &Type) -> u32 {
    let relate = Relate::new(context);
    let mut longest = 0;
    let mut count = || {
        longest = longest.max(relate.steps());
        relate.reset();
    };
    let _ = relate.assignable(to, from);
    count();
    let _ = relate.disjoint(to, from);
    count();
    let _ = relate.common(to, from);
    count();
    let _ = relate.describe("x", to, from);
    count();
    longest
}

fn names(count: usize) -> [Type; 2] {
    [count - 1, count.saturating_sub(2)].map(|index| Type::alias(format!("T{index}")))
}

#[test]
fn both_families_end() {
    for right_sides in [10, 80, 500]
        .into_iter()
        .flat_map(|n| [circle(n), doubling(n)])
    {
        let context = definitions(&right_sides);
        let [last, before] = names(right_sides.len());
        for (to, from) in [(&before, &last), (&last, &nested_value())] {
            assert!(longest(&context, to, from) <= MAX_STEPS);
        }
        let lookups = context.lookups.get();
        assert!(
            lookups <= MAX_LOOKUPS,
            "{lookups} lookups of {}",
            right_sides.len()
        );
    }
}

/// Without circles, each pair of types is decided once: the number of steps grows with the number of pairs.
#[test]
fn aliases_without_circles_take_polynomial_steps() {
    for count in [10, 20, 40] {
        let context = definitions(&doubling(count));
        let [last, before] = names(count);
        let relate = Relate::new(&context);
        assert!(!relate.assignable(&before, &last), "{count}");
        assert!(
            relate.steps() < 20_000,
            "{} steps of {count}",
            relate.steps()
        );
        assert_eq!(relate.doubt(), None, "{count}");
    }
}

/// Puppet 7.23 needs more than 10 s for the second of these at 16 aliases.
#[test]
fn answers_of_puppet() {
    for count in [8, 10, 12, 14] {
        let context = definitions(&circle(count));
        let relate = Relate::new(&context);
        let [first, second] = ["T0", "T1"].map(Type::alias);
        assert!(relate.assignable(&second, &first), "{count}");
        assert!(!relate.assignable(&first, &nested_value()), "{count}");
        let context = definitions(&doubling(count));
        let [last, before] = names(count);
        let relate = Relate::new(&context);
        assert!(!relate.assignable(&before, &last), "{count}");
        assert!(!relate.assignable(&last, &nested_value()), "{count}");
    }
}

/// Mismatches of the alternatives are counted, not listed, where there are too many of them.
#[test]
fn long_descriptions_are_cut() {
    let context = definitions(&doubling(40));
    let [last, _] = names(40);
    let text = Relate::new(&context).describe("x", &last, &nested_value());
    assert!(text.len() < 200_000, "{} bytes", text.len());
}

#[test]
fn what_takes_too_long_is_unknown() {
    let context = definitions(&circle(30));
    let [last, before] = names(30);
    let relate = Relate::new(&context);
    assert!(relate.assignable(&last, &before));
    assert!(relate.doubt().is_some());
}

/// The right side of an alias among 200 others.
fn right_side(count: usize) -> impl Strategy<Value = String> {
    let name = (0..count).prop_map(|index| format!("T{index}"));
    let leaf = prop::sample::select(vec!["Integer", "String", "Undef", "Enum[a, b]"]);
    let part = prop_oneof![4 => name, 1 => leaf.prop_map(String::from)];
    (0..5, part.clone(), part).prop_map(|(shape, a, b)| match shape {
        0 => format!("Variant[{a}, Array[{b}]]"),
        1 => format!("Variant[Array[{a}], Hash[String, {b}]]"),
        2 => format!("Struct[{{a => {a}, Optional[b] => {b}}}]"),
        3 => format!("Optional[Variant[{a}, {b}]]"),
        _ => format!("Tuple[{a}, {b}]"),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_graphs_of_200_aliases_end(right_sides in prop::collection::vec(right_side(200), 200)) {
        let context = definitions(&right_sides);
        let types = [0, 140].map(|index| Type::alias(format!("T{index}")));
        for to in &types {
            for from in types.iter().chain([&nested_value()]) {
                prop_assert!(longest(&context, to, from) <= MAX_STEPS);
            }
        }
        let lookups = context.lookups.get();
        prop_assert!(lookups <= MAX_LOOKUPS, "{lookups} lookups");
    }
}
