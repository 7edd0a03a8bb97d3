//! Laws of the relations, over generated types and values. Where a rule of Puppet breaks a law, the test names the rule.

mod generate;

use proptest::prelude::*;
use puppet_types::{
    BuiltinContext, Type, assignable, common_type, describe_mismatch, disjoint, generalize, infer,
    infer_set, is_instance, normalize, parse::parse, read_text,
};

use crate::generate::{types, values};

const CONTEXT: BuiltinContext = BuiltinContext;
/// How often each law is tried.
const CASES: u32 = 256;

/// Leaves out what a rule of Puppet excludes, without counting it as a failure to generate.
macro_rules! prop_assume_softly {
    ($condition:expr) => {
        if !$condition {
            return Ok(());
        }
    };
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn assignable_is_reflexive(ty in types()) {
        // `NotUndef[Optional[T]]` accepts nothing that is wrapped in NotUndef itself: Puppet does not look through it.
        prop_assume_softly!(!contains_not_undef_of_undefined(&ty));
        prop_assert!(assignable(&CONTEXT, &ty, &ty), "{ty}");
    }

    #[test]
    fn assignable_is_transitive(a in types(), b in types(), c in types()) {
        // A `Struct` accepts a `Hash` for the type of its values alone, whatever its optional keys want.
        prop_assume_softly!(![&a, &b, &c].into_iter().any(contains_struct));
        if assignable(&CONTEXT, &a, &b) && assignable(&CONTEXT, &b, &c) {
            prop_assert!(assignable(&CONTEXT, &a, &c), "{a} <- {b} <- {c}");
        }
    }

    #[test]
    fn variant_is_an_upper_bound(a in types(), b in types()) {
        prop_assume_softly!(!contains_not_undef_of_undefined(&a) && !contains_not_undef_of_undefined(&b));
        let bound = Type::variant_of([a.clone(), b.clone()]);
        prop_assert!(assignable(&CONTEXT, &bound, &a), "{bound} <- {a}");
        prop_assert!(assignable(&CONTEXT, &bound, &b), "{bound} <- {b}");
    }

    #[test]
    fn what_is_assignable_has_no_other_instances(a in types(), b in types(), value in values()) {
        // See transitivity; and the size of a struct counts its optional keys.
        prop_assume_softly!(!contains_struct(&a) && !contains_struct(&b));
        if assignable(&CONTEXT, &a, &b) && is_instance(&CONTEXT, &b, &value) {
            prop_assert!(is_instance(&CONTEXT, &a, &value), "{a} <- {b}: {value:?}");
        }
    }

    #[test]
    fn a_value_is_an_instance_of_what_is_inferred(value in values()) {
        for ty in [infer(&CONTEXT, &value), infer_set(&CONTEXT, &value)] {
            // The common type of `undef` and T is T, and that of enums always regards the case.
            let text = format!("{value:?}");
            let is_lossy = text.contains("Undef") || text.contains("case_insensitive: true");
            prop_assert!(is_lossy || is_instance(&CONTEXT, &ty, &value), "{ty}: {value:?}");
        }
    }

    #[test]
    fn an_instance_is_assignable(ty in types(), value in values()) {
        // See transitivity: a hash may be assignable to a struct without its keys.
        // An Iterable checks a value by its inferred type, whose elements are joined.
        prop_assume_softly!(!contains_struct(&ty) && !ty.to_string().contains("Iterable"));
        let inferred = infer_set(&CONTEXT, &value);
        if assignable(&CONTEXT, &ty, &inferred) {
            prop_assert!(is_instance(&CONTEXT, &ty, &value), "{ty} <- {inferred}: {value:?}");
        }
    }

    #[test]
    fn disjoint_types_share_no_value(a in types(), b in types(), value in values()) {
        prop_assert_eq!(disjoint(&CONTEXT, &a, &b), disjoint(&CONTEXT, &b, &a));
        if disjoint(&CONTEXT, &a, &b) {
            prop_assert!(!is_instance(&CONTEXT, &a, &value) || !is_instance(&CONTEXT, &b, &value), "{a} & {b}: {value:?}");
        }
    }

    #[test]
    fn a_type_is_not_disjoint_from_one_with_a_common_value(ty in types(), value in values()) {
        if is_instance(&CONTEXT, &ty, &value) {
            let inferred = infer_set(&CONTEXT, &value);
            prop_assert!(!disjoint(&CONTEXT, &ty, &inferred), "{ty} & {inferred}");
        }
    }

    #[test]
    fn printed_types_read_the_same(ty in types()) {
        let text = ty.to_string();
        let read = read_text(&CONTEXT, &text);
        prop_assert_eq!(read.as_ref(), Ok(&ty), "{}", text);
    }

    #[test]
    fn common_type_accepts_both(a in types(), b in types()) {
        // `T ∪ Undef` is T; sizes of arrays and hashes are lost.
        prop_assume_softly!(a != Type::Undef && b != Type::Undef);
        prop_assume_softly!(!contains_not_undef_of_undefined(&a) && !contains_not_undef_of_undefined(&b));
        let common = common_type(&CONTEXT, &a, &b);
        for ty in [&a, &b] {
            // Joined enums always regard the case.
            let joins_undef = ty.to_string().contains("true]")
                || ty.to_string().contains("Undef") || ty.to_string().contains("Optional");
            prop_assert!(joins_undef || assignable(&CONTEXT, &common, ty), "{common} <- {ty}");
        }
    }

    #[test]
    fn generalized_and_normalized_accept_the_type(ty in types()) {
        let general = generalize(&CONTEXT, &ty);
        prop_assert!(contains_struct(&ty) || contains_callable(&ty) || contains_not_undef_of_undefined(&ty)
            || assignable(&CONTEXT, &general, &ty), "{general} <- {ty}");
        // Normalizing again changes nothing that matters.
        let normal = normalize(&CONTEXT, &ty);
        let twice = normalize(&CONTEXT, &normal);
        prop_assert!(contains_not_undef_of_undefined(&ty) || contains_callable(&ty)
            || assignable(&CONTEXT, &twice, &normal), "{twice} <- {normal}");
    }

    #[test]
    fn what_does_not_fit_is_described(expected in types(), value in values()) {
        // A Collection is described without its size, and then fits.
        prop_assume_softly!(!expected.to_string().contains("Collection["));
        // Of an array of anything, Puppet looks at the size only where the elements are looked at.
        prop_assume_softly!(!expected.to_string().contains("Array[Any, "));
        if !is_instance(&CONTEXT, &expected, &value) && !assignable(&CONTEXT, &expected, &infer_set(&CONTEXT, &value)) {
            let text = describe_mismatch(&CONTEXT, "x", &expected, &infer_set(&CONTEXT, &value));
            prop_assert!(text.contains("x "), "{expected}: {value:?}: {text}");
        }
    }

    #[test]
    fn reading_never_panics(text in "[A-Z][a-z]{0,5}(\\[[A-Za-z0-9, '\\[\\]{}=>/.-]{0,20}\\]?)?") {
        let _ = parse(&text).map(|expr| puppet_types::read_type(&CONTEXT, &expr));
    }
}

/// Does `accepts` hold for the type or one of its parts, by what it prints as?
fn contains_struct(ty: &Type) -> bool {
    ty.to_string().contains("Struct")
}

fn contains_callable(ty: &Type) -> bool {
    ty.to_string().contains("Callable")
}

fn contains_not_undef_of_undefined(ty: &Type) -> bool {
    let is_undefined =
        matches!(ty, Type::NotUndef(Some(inner)) if assignable(&CONTEXT, inner, &Type::Undef));
    let parts: Vec<&Type> = match ty {
        Type::Array(array) => vec![&array.element],
        Type::Hash(hash) => vec![&hash.key, &hash.value],
        Type::Tuple(tuple) => tuple.types.iter().collect(),
        Type::Variant(variant) => variant.types.iter().collect(),
        Type::Struct(structure) => structure
            .elements
            .iter()
            .map(|element| &element.value)
            .collect(),
        Type::Callable(Some(callable)) => {
            let params = callable.params.iter().flat_map(|params| &params.types);
            params
                .chain(&callable.block)
                .chain(&callable.returns)
                .collect()
        }
        other => other.contained().into_iter().collect(),
    };
    is_undefined || parts.into_iter().any(contains_not_undef_of_undefined)
}
