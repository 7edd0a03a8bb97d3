//! Results of functions, as types made of the types of their arguments: a table.
//!
//! Source: Puppet's core, and the documentation of the module `stdlib`, versions 4 to 9.

use puppet_types::{IntegerRange, Range, Type, TypeContext, resolve_alias};

use puppet_types::inferred::Inferred;
use puppet_types::inferred::elements::{Elements, elements, has_no_elements};
use puppet_types::inferred::set_theoretic::{subtract, union_members};

/// What the first argument is: the members of a union are looked up one by one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Array,
    Hash,
    Text,
    Undef,
    /// No collection and no string.
    Single,
}

/// A type made of parts of the arguments.
enum Shape {
    Any,
    Integer,
    Text,
    /// An argument as it is.
    Argument(usize),
    /// An element of an argument as iteration gives it: for a hash a pair.
    Element(usize),
    Key(usize),
    Value(usize),
    /// Without undef.
    Given(&'static Shape),
    Optional(&'static Shape),
    Either(&'static Shape, &'static Shape),
    Pair(&'static Shape, &'static Shape),
    Array(&'static Shape, Size),
    Hash(&'static Shape, &'static Shape),
    Iterator(&'static Shape),
}

/// How large an array is, compared with the first argument.
enum Size {
    Any,
    Same,
    /// Empty only if that is.
    AtMost,
    One,
    None,
}

/// Functions, what their first argument is, how many arguments they have, and their results.
type Row = (&'static [&'static str], Kind, usize, Shape);

const ARRAY: Shape = Shape::Array(&Shape::Value(0), Size::Any);
const HASH: Shape = Shape::Hash(&Shape::Key(0), &Shape::Value(0));
const BOTH: Shape = Shape::Array(
    &Shape::Either(&Shape::Value(0), &Shape::Value(1)),
    Size::Any,
);
const PAIRS: Shape = Shape::Array(
    &Shape::Pair(&Shape::Value(0), &Shape::Optional(&Shape::Value(1))),
    Size::Same,
);

const ROWS: &[Row] = &[
    (
        &["keys"],
        Kind::Hash,
        1,
        Shape::Array(&Shape::Key(0), Size::Same),
    ),
    (
        &["values"],
        Kind::Hash,
        1,
        Shape::Array(&Shape::Value(0), Size::Same),
    ),
    (
        &["unique", "sort"],
        Kind::Array,
        1,
        Shape::Array(&Shape::Value(0), Size::AtMost),
    ),
    (
        &["unique", "sort", "reverse", "shuffle"],
        Kind::Text,
        1,
        Shape::Text,
    ),
    (&["index"], Kind::Array, 2, Shape::Optional(&Shape::Key(0))),
    (&["index"], Kind::Hash, 2, Shape::Optional(&Shape::Key(0))),
    (&["index"], Kind::Text, 2, Shape::Optional(&Shape::Integer)),
    (
        &["slice"],
        Kind::Array,
        2,
        Shape::Iterator(&Shape::Array(&Shape::Value(0), Size::Any)),
    ),
    (
        &["slice"],
        Kind::Hash,
        2,
        Shape::Iterator(&Shape::Array(&Shape::Element(0), Size::Any)),
    ),
    (
        &["reverse", "shuffle", "fqdn_rotate"],
        Kind::Array,
        1,
        ARRAY,
    ),
    (&["fqdn_rotate"], Kind::Text, 1, Shape::Text),
    (&["fqdn_rotate"], Kind::Array, 2, ARRAY),
    (&["fqdn_rotate"], Kind::Text, 2, Shape::Text),
    (
        &[
            "delete",
            "delete_at",
            "delete_regex",
            "difference",
            "intersection",
            "reject",
            "grep",
        ],
        Kind::Array,
        2,
        ARRAY,
    ),
    (
        &["delete", "delete_regex", "delete_values"],
        Kind::Hash,
        2,
        HASH,
    ),
    (&["delete"], Kind::Text, 2, Shape::Text),
    (
        &["delete_undef_values"],
        Kind::Array,
        1,
        Shape::Array(&Shape::Given(&Shape::Value(0)), Size::Any),
    ),
    (
        &["delete_undef_values"],
        Kind::Hash,
        1,
        Shape::Hash(&Shape::Key(0), &Shape::Given(&Shape::Value(0))),
    ),
    (&["union"], Kind::Array, 2, BOTH),
    (&["zip"], Kind::Array, 2, PAIRS),
    (&["any2array"], Kind::Array, 1, Shape::Argument(0)),
    (
        &["any2array"],
        Kind::Hash,
        1,
        Shape::Array(&Shape::Either(&Shape::Key(0), &Shape::Value(0)), Size::Any),
    ),
    (
        &["any2array"],
        Kind::Text,
        1,
        Shape::Array(&Shape::Argument(0), Size::One),
    ),
    (
        &["any2array"],
        Kind::Single,
        1,
        Shape::Array(&Shape::Argument(0), Size::One),
    ),
    (
        &["any2array"],
        Kind::Undef,
        1,
        Shape::Array(&Shape::Any, Size::None),
    ),
    (
        &["join_keys_to_values"],
        Kind::Hash,
        2,
        Shape::Array(&Shape::Text, Size::Any),
    ),
    (
        &["prefix", "suffix"],
        Kind::Array,
        1,
        Shape::Array(&Shape::Text, Size::Same),
    ),
    (
        &["prefix", "suffix"],
        Kind::Array,
        2,
        Shape::Array(&Shape::Text, Size::Same),
    ),
    (
        &["prefix", "suffix"],
        Kind::Hash,
        1,
        Shape::Hash(&Shape::Text, &Shape::Value(0)),
    ),
    (
        &["prefix", "suffix"],
        Kind::Hash,
        2,
        Shape::Hash(&Shape::Text, &Shape::Value(0)),
    ),
];

/// The result of a function without a lambda; `None` where the table does not say it for each kind of argument.
pub(super) fn result_of(
    context: &dyn TypeContext,
    name: &str,
    arguments: &[&Inferred],
) -> Option<Inferred> {
    let is_named = |(names, _, count, _): &&Row| names.contains(&name) && *count == arguments.len();
    let mut rows = ROWS.iter().filter(is_named).peekable();
    rows.peek()?;
    let rows: Vec<&Row> = rows.collect();
    let (first, others) = arguments.split_first()?;
    if first.is_unknown() {
        return None;
    }
    // A value may have elements that are known one by one.
    let members = match first {
        Inferred::Value(_) => vec![(*first).clone()],
        Inferred::Type(ty) => {
            let members = union_members(context, ty).into_iter();
            members.map(Inferred::Type).collect()
        }
    };
    let results = members.iter().map(|member| {
        let kind = kind(&resolve_alias(context, &member.ty(context)))?;
        let (.., shape) = rows.iter().find(|(_, of, ..)| *of == kind)?;
        let arguments = [member].into_iter().chain(others.iter().copied());
        Arguments::new(context, arguments.collect()).inferred(shape)
    });
    let results: Vec<Inferred> = results.collect::<Option<_>>()?;
    Some(Inferred::union(context, &results))
}

fn kind(ty: &Type) -> Option<Kind> {
    Some(match ty {
        Type::Array(_) | Type::Tuple(_) => Kind::Array,
        Type::Hash(_) | Type::Struct(_) => Kind::Hash,
        Type::String(_) | Type::Enum(_) | Type::Pattern(_) => Kind::Text,
        Type::Undef => Kind::Undef,
        Type::Scalar | Type::ScalarData => return None,
        ty if has_no_elements(ty) => Kind::Single,
        _ => return None,
    })
}

/// The arguments of a call, with the elements of each.
struct Arguments<'a> {
    context: &'a dyn TypeContext,
    known: Vec<&'a Inferred>,
    elements: Vec<Option<Elements>>,
}

impl<'a> Arguments<'a> {
    fn new(context: &'a dyn TypeContext, known: Vec<&'a Inferred>) -> Self {
        let elements = known.iter().map(|it| elements(context, it)).collect();
        Self {
            context,
            known,
            elements,
        }
    }

    fn elements(&self, index: usize) -> Option<&Elements> {
        self.elements.get(index)?.as_ref()
    }

    /// What a shape stands for; anything, for parts of which nothing is known.
    fn inferred(&self, shape: &Shape) -> Option<Inferred> {
        let ty = |shape: &Shape| self.ty(shape);
        Some(match shape {
            Shape::Any => Inferred::UNKNOWN,
            Shape::Integer => Inferred::Type(Type::INTEGER),
            Shape::Text => Inferred::Type(Type::STRING),
            Shape::Argument(index) => (*self.known.get(*index)?).clone(),
            Shape::Element(index) => self.elements(*index)?.single().clone(),
            Shape::Key(index) => self.elements(*index)?.key.clone(),
            Shape::Value(index) => match self.elements(*index) {
                Some(elements) => elements.value.clone(),
                None => Inferred::UNKNOWN,
            },
            Shape::Given(inner) => {
                let inner = self.inferred(inner)?;
                subtract(self.context, &inner, &Type::Undef).unwrap_or(Inferred::UNKNOWN)
            }
            Shape::Optional(inner) => {
                Inferred::union(self.context, [&self.inferred(inner)?, &Inferred::UNDEF])
            }
            Shape::Either(one, other) => {
                Inferred::union(self.context, [&self.inferred(one)?, &self.inferred(other)?])
            }
            Shape::Pair(one, other) => Inferred::Type(Type::tuple_of(
                vec![ty(one)?, ty(other)?],
                IntegerRange::UNBOUNDED,
            )),
            Shape::Array(element, size) => {
                Inferred::Type(Type::array_of(ty(element)?, self.size(size)))
            }
            Shape::Hash(key, value) => {
                Inferred::Type(Type::hash_of(ty(key)?, ty(value)?, Range::UNBOUNDED))
            }
            Shape::Iterator(element) => Inferred::Type(Type::iterator(ty(element)?)),
        })
    }

    fn ty(&self, shape: &Shape) -> Option<Type> {
        let known = self.inferred(shape)?;
        Some(match known.is_unknown() {
            true => Type::Any,
            false => known.ty(self.context),
        })
    }

    fn size(&self, size: &Size) -> IntegerRange {
        let whole = self.elements(0).map(|it| it.size.clone());
        match (size, whole) {
            (Size::One, _) => Range::exactly(1),
            (Size::None, _) => Range::exactly(0),
            (Size::Same, Some(whole)) => declared_size(whole),
            (Size::AtMost, Some(whole)) => {
                let least = whole.min_size().min(1);
                let size = Range::new(Some(least), whole.upper_bound().copied());
                declared_size(size.unwrap_or(whole))
            }
            (Size::Any, _) | (_, None) => Range::UNBOUNDED,
        }
    }
}

/// A size as it is written: none, where any number will do.
pub(super) fn declared_size(size: IntegerRange) -> IntegerRange {
    match size.upper_bound() {
        None if size.min_size() == 0 => Range::UNBOUNDED,
        _ => size,
    }
}
