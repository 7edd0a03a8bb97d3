//! Results of functions, as types made of the types of their arguments: a table.
//!
//! Source: Puppet's core, and the documentation of the module `stdlib`, versions 4 to 9.

mod pick_merge_concat;

pub use pick_merge_concat::{MAX_DEPTH, deep_value};

use crate::inferred::Inferred;
use crate::inferred::iterated_elements::{Elements, elements, has_no_elements};
use crate::inferred::set_theoretic::{intersect, subtract, union_members};
use crate::{IntegerRange, Range, Type, TypeContext, resolve_alias};

/// What the first argument is: the members of a union are looked up one by one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ArgumentKind {
    Array,
    Hash,
    Text,
    Undef,
    /// No collection and no string.
    Single,
}

/// A type made of parts of the arguments.
enum ResultShape {
    Any,
    Integer,
    /// How many elements the first argument has: none or more, or at least one.
    Count,
    /// How many of its elements are neither undef, false nor an empty text.
    CountGiven,
    Text,
    /// An argument as it is.
    Argument(usize),
    /// An element of an argument as iteration gives it: for a hash a pair.
    Element(usize),
    Key(usize),
    Value(usize),
    /// An element that is a number as it is, or else a text.
    NumberOrText(usize),
    /// Without undef.
    Given(&'static ResultShape),
    Optional(&'static ResultShape),
    Either(&'static ResultShape, &'static ResultShape),
    Pair(&'static ResultShape, &'static ResultShape),
    Array(&'static ResultShape, Size),
    Hash(&'static ResultShape, &'static ResultShape),
    Iterator(&'static ResultShape),
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

use ArgumentKind::{Array, Hash, Single, Text, Undef};
use ResultShape as Gives;

/// Functions, what their first argument is, how many arguments they have, and their results.
type ResultRow = (&'static [&'static str], ArgumentKind, usize, ResultShape);

const ARRAY: ResultShape = Gives::Array(&Gives::Value(0), Size::Any);
const HASH: ResultShape = Gives::Hash(&Gives::Key(0), &Gives::Value(0));
const BOTH: ResultShape = Gives::Array(
    &Gives::Either(&Gives::Value(0), &Gives::Value(1)),
    Size::Any,
);
const PAIRS: ResultShape = Gives::Array(
    &Gives::Pair(&Gives::Value(0), &Gives::Optional(&Gives::Value(1))),
    Size::Same,
);

const ROWS: &[ResultRow] = &[
    (&["keys"], Hash, 1, Gives::Array(&Gives::Key(0), Size::Same)),
    (
        &["values"],
        Hash,
        1,
        Gives::Array(&Gives::Value(0), Size::Same),
    ),
    (
        &["unique", "sort"],
        Array,
        1,
        Gives::Array(&Gives::Value(0), Size::AtMost),
    ),
    (
        &["unique", "sort", "reverse", "shuffle"],
        Text,
        1,
        Gives::Text,
    ),
    (&["length", "size"], Array, 1, Gives::Count),
    (&["length", "size"], Hash, 1, Gives::Count),
    (&["length", "size"], Text, 1, Gives::Count),
    (&["count"], Array, 1, Gives::CountGiven),
    (&["index"], Array, 2, Gives::Optional(&Gives::Key(0))),
    (&["index"], Hash, 2, Gives::Optional(&Gives::Key(0))),
    (&["index"], Text, 2, Gives::Optional(&Gives::Integer)),
    (&["index"], Single, 2, Gives::Optional(&Gives::Integer)),
    (
        &["slice"],
        Array,
        2,
        Gives::Iterator(&Gives::Array(&Gives::Value(0), Size::Any)),
    ),
    (
        &["slice"],
        Hash,
        2,
        Gives::Iterator(&Gives::Array(&Gives::Element(0), Size::Any)),
    ),
    (&["reverse", "shuffle", "fqdn_rotate"], Array, 1, ARRAY),
    (&["fqdn_rotate"], Text, 1, Gives::Text),
    (&["fqdn_rotate"], Array, 2, ARRAY),
    (&["fqdn_rotate"], Text, 2, Gives::Text),
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
        Array,
        2,
        ARRAY,
    ),
    (&["delete", "delete_regex", "delete_values"], Hash, 2, HASH),
    (&["delete"], Text, 2, Gives::Text),
    (
        &["delete_undef_values"],
        Array,
        1,
        Gives::Array(&Gives::Given(&Gives::Value(0)), Size::Any),
    ),
    (
        &["delete_undef_values"],
        Hash,
        1,
        Gives::Hash(&Gives::Key(0), &Gives::Given(&Gives::Value(0))),
    ),
    (
        &[
            "camelcase",
            "capitalize",
            "chomp",
            "chop",
            "downcase",
            "lstrip",
            "rstrip",
            "strip",
            "upcase",
        ],
        Array,
        1,
        Gives::Array(&Gives::NumberOrText(0), Size::Same),
    ),
    (&["regsubst"], Text, 3, Gives::Text),
    (&["regsubst"], Text, 4, Gives::Text),
    (
        &["regsubst"],
        Array,
        3,
        Gives::Array(&Gives::NumberOrText(0), Size::Same),
    ),
    (
        &["regsubst"],
        Array,
        4,
        Gives::Array(&Gives::NumberOrText(0), Size::Same),
    ),
    (&["union"], Array, 2, BOTH),
    (&["zip"], Array, 2, PAIRS),
    (&["any2array"], Array, 1, Gives::Argument(0)),
    (
        &["any2array"],
        Hash,
        1,
        Gives::Array(&Gives::Either(&Gives::Key(0), &Gives::Value(0)), Size::Any),
    ),
    (
        &["any2array"],
        Text,
        1,
        Gives::Array(&Gives::Argument(0), Size::One),
    ),
    (
        &["any2array"],
        Single,
        1,
        Gives::Array(&Gives::Argument(0), Size::One),
    ),
    (
        &["any2array"],
        Undef,
        1,
        Gives::Array(&Gives::Any, Size::None),
    ),
    (
        &["join_keys_to_values"],
        Hash,
        2,
        Gives::Array(&Gives::Text, Size::Any),
    ),
    (
        &["prefix", "suffix"],
        Array,
        1,
        Gives::Array(&Gives::Text, Size::Same),
    ),
    (
        &["prefix", "suffix"],
        Array,
        2,
        Gives::Array(&Gives::Text, Size::Same),
    ),
    (
        &["prefix", "suffix"],
        Hash,
        1,
        Gives::Hash(&Gives::Text, &Gives::Value(0)),
    ),
    (
        &["prefix", "suffix"],
        Hash,
        2,
        Gives::Hash(&Gives::Text, &Gives::Value(0)),
    ),
];

/// The result of a function without a lambda; `None` where the table does not say it for each kind of argument.
pub fn result_of(
    context: &dyn TypeContext,
    name: &str,
    arguments: &[&Inferred],
) -> Option<Inferred> {
    if let Some(known) = pick_merge_concat::combined_arguments(context, name, arguments) {
        return Some(known);
    }
    let is_named =
        |(names, _, count, _): &&ResultRow| names.contains(&name) && *count == arguments.len();
    let rows: Vec<&ResultRow> = ROWS.iter().filter(is_named).collect();
    let (first, others) = arguments.split_first()?;
    if rows.is_empty() || first.is_unknown() {
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
        ArgumentElements::new(context, arguments.collect()).inferred(shape)
    });
    let results: Vec<Inferred> = results.collect::<Option<_>>()?;
    Some(Inferred::union(context, &results))
}

fn kind(ty: &Type) -> Option<ArgumentKind> {
    Some(match ty {
        Type::Array(_) | Type::Tuple(_) => ArgumentKind::Array,
        Type::Hash(_) | Type::Struct(_) => ArgumentKind::Hash,
        Type::String(_) | Type::Enum(_) | Type::Pattern(_) => ArgumentKind::Text,
        Type::Undef => ArgumentKind::Undef,
        Type::Scalar | Type::ScalarData => return None,
        ty if has_no_elements(ty) => ArgumentKind::Single,
        _ => return None,
    })
}

/// The arguments of a call, with the elements of each.
struct ArgumentElements<'a> {
    context: &'a dyn TypeContext,
    known: Vec<&'a Inferred>,
    elements: Vec<Option<Elements>>,
}

impl<'a> ArgumentElements<'a> {
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
    fn inferred(&self, shape: &ResultShape) -> Option<Inferred> {
        let ty = |shape: &ResultShape| self.ty(shape);
        Some(match shape {
            ResultShape::Any => Inferred::UNKNOWN,
            ResultShape::Integer => Inferred::Type(Type::INTEGER),
            ResultShape::Count => {
                let least = self.elements(0)?.size.min_size().min(1);
                Inferred::Type(Type::Integer(IntegerRange::at_least(least)))
            }
            ResultShape::CountGiven => {
                let elements = self.elements(0)?;
                let skipped = Type::variant_of([
                    Type::Undef,
                    Type::Boolean(Some(false)),
                    Type::string_size(IntegerRange::exactly(0)),
                ]);
                let are_all = !elements.value.is_unknown()
                    && intersect(self.context, &elements.value, &skipped).is_none();
                match are_all {
                    true => self.inferred(&ResultShape::Count)?,
                    false => Inferred::Type(Type::Integer(IntegerRange::at_least(0))),
                }
            }
            ResultShape::Text => Inferred::Type(Type::STRING),
            ResultShape::Argument(index) => (*self.known.get(*index)?).clone(),
            ResultShape::Element(index) => self.elements(*index)?.single().clone(),
            ResultShape::Key(index) => self.elements(*index)?.key.clone(),
            ResultShape::Value(index) => match self.elements(*index) {
                Some(elements) => elements.value.clone(),
                None => Inferred::UNKNOWN,
            },
            ResultShape::NumberOrText(index) => {
                number_or_text(self.context, &self.elements(*index)?.value)?
            }
            ResultShape::Given(inner) => {
                let inner = self.inferred(inner)?;
                subtract(self.context, &inner, &Type::Undef).unwrap_or(Inferred::UNKNOWN)
            }
            ResultShape::Optional(inner) => {
                Inferred::union(self.context, [&self.inferred(inner)?, &Inferred::UNDEF])
            }
            ResultShape::Either(one, other) => {
                Inferred::union(self.context, [&self.inferred(one)?, &self.inferred(other)?])
            }
            ResultShape::Pair(one, other) => Inferred::Type(Type::tuple_of(
                vec![ty(one)?, ty(other)?],
                IntegerRange::UNBOUNDED,
            )),
            ResultShape::Array(element, size) => {
                Inferred::Type(Type::array_of(ty(element)?, self.size(size)))
            }
            ResultShape::Hash(key, value) => {
                Inferred::Type(Type::hash_of(ty(key)?, ty(value)?, Range::UNBOUNDED))
            }
            ResultShape::Iterator(element) => Inferred::Type(Type::iterator(ty(element)?)),
        })
    }

    fn ty(&self, shape: &ResultShape) -> Option<Type> {
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

/// Numbers as they are, and texts; `None` where it may be something else.
fn number_or_text(context: &dyn TypeContext, known: &Inferred) -> Option<Inferred> {
    let members = union_members(context, &known.ty(context)).into_iter();
    let members = members.map(|member| match resolve_alias(context, &member) {
        number @ (Type::Integer(_) | Type::Float(_) | Type::Numeric) => Some(number),
        Type::String(_) | Type::Enum(_) | Type::Pattern(_) => Some(Type::STRING),
        _ => None,
    });
    let members: Vec<Inferred> = members
        .map(|it| it.map(Inferred::Type))
        .collect::<Option<_>>()?;
    Some(Inferred::union(context, &members))
}

/// A size as it is written: none, where any number will do.
pub fn declared_size(size: IntegerRange) -> IntegerRange {
    match size.upper_bound() {
        None if size.min_size() == 0 => Range::UNBOUNDED,
        _ => size,
    }
}
