//! Comparisons of which only the types of both sides are known: `$a == $b`, `$a in [$b]`.

use puppet_hir::model::ExprId;
use puppet_types::{Relate, Type, TypeContext, Value};
use smol_str::SmolStr;

use crate::infer::builder::InferenceBuilder;
use crate::infer::narrow::equality::exclude_value;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::iterated_elements::elements;
use puppet_types::inferred::set_theoretic::{join_types, union_members};

/// A kind of values of which none equals one of another kind (`CompareOperator#equals`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ComparedKind {
    Undef,
    Default,
    Boolean(bool),
    /// Numbers, and times, which equal their seconds.
    Number,
    String,
    Array,
    Hash,
    Regexp,
    Type,
}

impl ComparedKind {
    /// The kind of all values of a type that is no union; none if they are of several, or of others.
    fn of(context: &dyn TypeContext, ty: &Type) -> Option<Self> {
        Some(match Relate::new(context).resolve_alias(ty) {
            Type::Undef => Self::Undef,
            Type::Default => Self::Default,
            Type::Boolean(Some(flag)) => Self::Boolean(flag),
            Type::Integer(_) | Type::Float(_) | Type::Timespan(_) | Type::Timestamp(_) => {
                Self::Number
            }
            Type::String(_) | Type::Enum(_) | Type::Pattern(_) => Self::String,
            Type::Array(_) | Type::Tuple(_) => Self::Array,
            Type::Hash(_) | Type::Struct(_) => Self::Hash,
            Type::Regexp(_) => Self::Regexp,
            Type::Type(_) => Self::Type,
            _ => return None,
        })
    }

    /// The kinds of all values of a type; none if some may be of no such kind.
    fn all_of(context: &dyn TypeContext, known: &Inferred) -> Option<Vec<Self>> {
        let members = union_members(context, &known.ty(context));
        members
            .iter()
            .map(|member| Self::of(context, member))
            .collect()
    }

    /// Whether `in` takes a value of this kind as an option, which strings of any text may match.
    fn is_option(self) -> bool {
        matches!(self, Self::Default | Self::Regexp | Self::Type)
    }
}

impl InferenceBuilder<'_> {
    /// `left == right`: what is left of the left side, if something is.
    pub(crate) fn narrow_to_kinds_of(&mut self, left: ExprId, right: ExprId) -> bool {
        let context = self.names;
        let other = self.result(right);
        let Some(kinds) = ComparedKind::all_of(context, other) else {
            return true;
        };
        let empty = Value::String(SmolStr::default());
        let is_never_empty = is_never_empty(context, other, &empty);
        self.narrow_place(left, |known| {
            let known = of_kinds(context, known, |kind| kinds.contains(&kind))?;
            match is_never_empty {
                true => exclude_value(context, &known, &empty),
                false => Some(known),
            }
        })
    }

    /// `left in right`: false, if there is nothing in which it could be found.
    pub(crate) fn narrow_to_items_of(&mut self, left: ExprId, right: ExprId) -> bool {
        let context = self.names;
        let all = self.result(right);
        let holds = |kind| {
            matches!(
                kind,
                ComparedKind::String | ComparedKind::Array | ComparedKind::Hash
            )
        };
        let Some(all) = of_kinds(context, all, holds) else {
            return false;
        };
        let is_list = ComparedKind::all_of(context, &all)
            .is_some_and(|kinds| kinds.iter().all(|kind| *kind == ComparedKind::Array));
        let items = elements(context, &all).filter(|_| is_list);
        let Some(kinds) = items.and_then(|items| ComparedKind::all_of(context, &items.value))
        else {
            return true;
        };
        let is_found = |kind| match kind {
            ComparedKind::Regexp | ComparedKind::Type => true,
            ComparedKind::String => {
                kinds.contains(&kind) || kinds.iter().any(|kind| kind.is_option())
            }
            _ => kinds.contains(&kind),
        };
        self.narrow_place(left, |known| of_kinds(context, known, is_found))
    }
}

/// Whether something is a text, and not the empty one, by the sizes and values of its types.
fn is_never_empty(context: &dyn TypeContext, known: &Inferred, empty: &Value) -> bool {
    let members = union_members(context, &known.ty(context));
    let is_measured = |member: &Type| matches!(member, Type::String(_) | Type::Enum(_));
    members.iter().all(is_measured)
        && exclude_value(context, known, empty).is_some_and(|rest| rest == *known)
}

/// What is known of something that is of a kind which passes a test; what is of no kind stays.
fn of_kinds(
    context: &dyn TypeContext,
    known: &Inferred,
    passes: impl Fn(ComparedKind) -> bool,
) -> Option<Inferred> {
    let members = union_members(context, &known.ty(context));
    let stays = |member: &&Type| ComparedKind::of(context, member).is_none_or(&passes);
    let left: Vec<Type> = members.iter().filter(stays).cloned().collect();
    match left.len() {
        0 => None,
        count if count == members.len() => Some(known.clone()),
        _ => Some(join_types(left)),
    }
}
