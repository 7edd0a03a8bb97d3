//! Return types of built-in functions, more exact than their signatures: from the types of the arguments, and from the
//! result of the lambda.

use std::sync::Arc;

use puppet_eval::ErrorCause;
use puppet_hir::model::{Expr, ExprId};
use puppet_types::{IntegerRange, Range, Relate, Type, TypeContext, Value, resolve_alias};

use crate::infer::builder::{InferenceBuilder, truth_of};
use crate::infer::call::{defined, dig, instance};
use crate::infer::may_be;
use puppet_hir::Call;
use puppet_semantic::types::mismatch::mismatch;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::function_results::{declared_size, result_of};
use puppet_types::inferred::iterated_elements::{Elements, element_value, elements, pair};
use puppet_types::inferred::known_parts::{TestedEntries, filtered_entries};
use puppet_types::inferred::set_theoretic::{intersect, join_types, union_members, without_undef};

/// Nested arrays of more types are not taken apart.
const MAX_LEAVES: usize = 100;

/// The groups of a match are not told one by one, if there are more.
const MAX_GROUPS: usize = 50;

/// The result of a call; `None` where the signature says all that is known.
pub(super) fn builtin_return(
    walk: &mut InferenceBuilder<'_>,
    id: ExprId,
    call: &Call<'_>,
    name: &str,
) -> Option<Inferred> {
    if name == "assert_type" {
        return assert_type(walk, id, call);
    }
    if matches!(name, "dig" | "get" | "getvar") {
        return dig::infer(walk, id, call);
    }
    if name == "defined" {
        return defined::infer(walk, call);
    }
    let view = ArgumentView { walk, call };
    match (name, call.lambda) {
        ("all" | "any", Some(lambda)) => Some(view.has_all_or_any(name, lambda)),
        ("each", Some(_)) => view.argument(0).cloned(),
        ("step" | "reverse_each", Some(_)) => Some(Inferred::UNDEF),
        ("step", None) => view.iterator(Type::Iterable),
        ("reverse_each", None) => view.iterator(Type::Iterator),
        ("slice", Some(_)) | ("tree_each", Some(_)) => view.argument(0).cloned(),
        ("map", Some(lambda)) => view.map(lambda),
        ("filter", Some(lambda)) => view.filter(lambda),
        ("partition", Some(lambda)) => view.partition(lambda),
        ("group_by", Some(lambda)) => view.group_by(lambda),
        ("reduce", Some(lambda)) => view.reduce(lambda),
        ("index", Some(_)) => view.index(),
        ("with", Some(lambda)) => Some(view.walk.lambda_result(lambda)),
        ("then", Some(lambda)) => view.then(lambda),
        ("lest", Some(lambda)) => view.lest(lambda),
        ("unique" | "sort", Some(_)) => view.by_table(name),
        ("flatten", None) => view.flatten(),
        ("unwrap", None) => view.unwrap(),
        ("convert_to", None) => view.convert_to(),
        ("lookup", _) => view.lookup(),
        ("match", None) => view.matched(),
        (_, None) => view.by_table(name),
        _ => None,
    }
}

/// `assert_type` gives the value, which then is of the type (`Puppet::Functions` `assert_type`).
fn assert_type(walk: &mut InferenceBuilder<'_>, id: ExprId, call: &Call<'_>) -> Option<Inferred> {
    let [expected, value] = call.arguments[..] else {
        return None;
    };
    let expected = match walk.result(expected).value().cloned() {
        Some(Value::Type(expected)) => expected,
        // A text that says a type.
        Some(Value::String(text)) => match puppet_eval::type_of_text(walk.names, &text) {
            Ok(expected) => expected,
            Err(ErrorCause::Failure(failure)) => return Some(walk.fail_call(id, failure.message)),
            Err(ErrorCause::Unknown(_)) => return None,
        },
        _ => return None,
    };
    let known = walk.result(value).clone();
    if let Some(lambda) = call.lambda {
        let otherwise = walk.lambda_result(lambda);
        if !may_be(walk.names, &known, &expected) {
            return Some(otherwise);
        }
        return Some(Inferred::union(
            walk.names,
            [&narrowed(walk.names, &expected, &known), &otherwise],
        ));
    }
    match mismatch(walk.names, "assert_type():", &expected, &known) {
        Some(mismatch) => Some(walk.fail_call(id, mismatch.text)),
        None => Some(narrowed(walk.names, &expected, &known)),
    }
}

/// What is known of something that is an instance of a type.
fn narrowed(context: &dyn TypeContext, ty: &Type, known: &Inferred) -> Inferred {
    let is_narrower = || Relate::new(context).assignable(ty, &known.ty(context));
    match known {
        Inferred::Value(_) => known.clone(),
        Inferred::Type(_) if !known.is_unknown() && is_narrower() => known.clone(),
        Inferred::Type(_) => element_value(ty),
    }
}

/// A call whose parts are known.
struct ArgumentView<'a, 'w> {
    walk: &'a InferenceBuilder<'w>,
    call: &'a Call<'a>,
}

impl ArgumentView<'_, '_> {
    fn argument(&self, index: usize) -> Option<&Inferred> {
        self.call
            .arguments
            .get(index)
            .map(|argument| self.walk.result(*argument))
    }

    fn elements(&self) -> Option<Elements> {
        elements(self.walk.names, self.argument(0)?)
    }

    /// What is known of the first argument, as a type without aliases.
    fn receiver(&self) -> Option<Type> {
        let known = self.argument(0)?;
        let names = self.walk.names;
        (!known.is_unknown()).then(|| resolve_alias(names, &known.ty(names)))
    }

    /// An array of so many elements.
    fn array(&self, element: &Inferred, size: IntegerRange) -> Inferred {
        let element = match element.is_unknown() {
            true => Type::Any,
            false => element.ty(self.walk.names),
        };
        Inferred::Type(Type::array_of(element, declared_size(size)))
    }

    /// How many times a lambda is called that is called for each of the elements.
    fn calls(&self, elements: &Elements, lambda: ExprId) -> IntegerRange {
        match self.walk.breaks(lambda) {
            true => elements.size.or_fewer(),
            false => elements.size.clone(),
        }
    }

    fn iterator(&self, of: impl Fn(Option<Arc<Type>>) -> Type) -> Option<Inferred> {
        let elements = self.elements()?;
        let element = elements.single();
        let ty = (!element.is_unknown()).then(|| Arc::new(element.ty(self.walk.names)));
        Some(Inferred::Type(of(ty)))
    }

    /// The result of `all` or `any`, which may be certain by what the lambda gives.
    fn has_all_or_any(&self, name: &str, lambda: ExprId) -> Inferred {
        let given = truth_of(&self.walk.lambda_result(lambda));
        // Of no elements, all are so and none is.
        let of_none = name == "all";
        let is_certain = |truth: bool| {
            let elements = || self.elements().filter(|it| it.size.min_size() > 0);
            !self.walk.breaks(lambda) && (truth == of_none || elements().is_some())
        };
        Inferred::Type(Type::Boolean(given.filter(|truth| is_certain(*truth))))
    }

    fn map(&self, lambda: ExprId) -> Option<Inferred> {
        let result = self.walk.lambda_result(lambda);
        let size = self
            .elements()
            .map_or(IntegerRange::at_least(0), |elements| {
                self.calls(&elements, lambda)
            });
        Some(match size.upper_bound() {
            Some(0) => Inferred::Value(Value::array([])),
            _ => self.array(&result, size),
        })
    }

    fn filter(&self, lambda: ExprId) -> Option<Inferred> {
        let mut elements = self.elements()?;
        let (mut size, has_keys) = (elements.size.or_fewer(), elements.has_keys?);
        let kept = match self.walk.kept.get(&lambda) {
            Some(None) if has_keys => return Some(Inferred::Value(Value::hash([]))),
            Some(None) => return Some(Inferred::Value(Value::array([]))),
            kept => kept.and_then(Option::as_deref),
        };
        if let (true, Some([key, value])) = (has_keys, kept)
            && let Some(entries) = self.filtered_entries(lambda, [key, value])
        {
            return Some(entries);
        }
        match (has_keys, kept) {
            (false, Some([value])) => {
                elements.value = value.clone();
                size = self
                    .certainly_kept(lambda)
                    .and_then(|least| Range::new(Some(least), size.upper_bound().copied()))
                    .unwrap_or(size);
            }
            (true, Some([key, value])) => {
                (elements.key, elements.value) = (key.clone(), value.clone());
            }
            _ => {}
        }
        Some(match has_keys {
            true => self.hash(&elements.key, &elements.value, size),
            false => self.array(&elements.value, size),
        })
    }

    /// How many of the elements of an array that are known one by one a lambda certainly keeps.
    fn certainly_kept(&self, lambda: ExprId) -> Option<i64> {
        let (names, Type::Tuple(tuple)) = (self.walk.names, self.receiver()?) else {
            return None;
        };
        let rejected = self.walk.rejected.get(&lambda)?.as_deref();
        if self.walk.breaks(lambda)
            || tuple.size_range() != IntegerRange::with_len(tuple.types.len())
        {
            return None;
        }
        let is_kept = |ty: &&Type| match rejected {
            None => true,
            Some([.., value]) => {
                let known = Inferred::from((*ty).clone());
                !value.is_unknown() && intersect(names, &known, &value.ty(names)).is_none()
            }
            Some([]) => false,
        };
        i64::try_from(tuple.types.iter().filter(is_kept).count()).ok()
    }

    /// The entries that a lambda with two parameters keeps of a hash whose keys are known.
    fn filtered_entries(&self, lambda: ExprId, kept: [&Inferred; 2]) -> Option<Inferred> {
        let rejected = match self.walk.rejected.get(&lambda)? {
            None => None,
            Some(rejected) => match &**rejected {
                [key, value] => Some([key, value]),
                _ => return None,
            },
        };
        let tested = TestedEntries { kept, rejected };
        filtered_entries(self.walk.names, self.argument(0)?, &tested)
    }

    fn hash(&self, key: &Inferred, value: &Inferred, size: IntegerRange) -> Inferred {
        let ty = |known: &Inferred| match known.is_unknown() {
            true => Type::Any,
            false => known.ty(self.walk.names),
        };
        Inferred::Type(Type::hash_of(ty(key), ty(value), declared_size(size)))
    }

    fn partition(&self, lambda: ExprId) -> Option<Inferred> {
        let elements = self.elements()?;
        let walk = self.walk;
        let parts = [&walk.kept, &walk.rejected].map(|kept| {
            let element = match kept.get(&lambda) {
                Some(None) => return Type::empty_array(),
                Some(Some(kept)) => match (&**kept, elements.has_keys) {
                    ([only], _) | ([_, only], Some(false)) => only.clone(),
                    ([key, value], Some(true)) => pair(walk.names, key, value),
                    _ => elements.single().clone(),
                },
                None => elements.single().clone(),
            };
            self.array(&element, elements.size.or_fewer())
                .ty(walk.names)
        });
        Some(Inferred::Type(Type::tuple_of(
            parts.to_vec(),
            IntegerRange::UNBOUNDED,
        )))
    }

    fn group_by(&self, lambda: ExprId) -> Option<Inferred> {
        let elements = self.elements()?;
        let group = self.array(elements.single(), IntegerRange::at_least(1));
        let size = IntegerRange::at_least(0);
        Some(self.hash(&self.walk.lambda_result(lambda), &group, size))
    }

    fn reduce(&self, lambda: ExprId) -> Option<Inferred> {
        let elements = self.elements()?;
        let names = self.walk.names;
        let result = self.walk.lambda_result(lambda);
        let start = match self.argument(1) {
            Some(memo) if self.call.arguments.len() > 1 => memo.clone(),
            _ if elements.is_never_empty() => elements.single().clone(),
            _ => Inferred::union(names, [elements.single(), &Inferred::UNDEF]),
        };
        let least = if self.call.arguments.len() > 1 { 1 } else { 2 };
        let is_called = elements.size.min_size() >= least && !self.walk.breaks(lambda);
        Some(match (elements.size.upper_bound(), is_called) {
            (Some(0), _) => start,
            (_, true) => result,
            (_, false) => Inferred::union(names, [&start, &result]),
        })
    }

    fn index(&self) -> Option<Inferred> {
        let key = self.elements()?.key;
        Some(Inferred::union(self.walk.names, [&key, &Inferred::UNDEF]))
    }

    fn then(&self, lambda: ExprId) -> Option<Inferred> {
        let names = self.walk.names;
        let result = self.walk.lambda_result(lambda);
        Some(match may_be_undef(names, self.argument(0)?) {
            Some(true) => Inferred::UNDEF,
            Some(false) => result,
            None => Inferred::union(names, [&result, &Inferred::UNDEF]),
        })
    }

    fn lest(&self, lambda: ExprId) -> Option<Inferred> {
        let names = self.walk.names;
        let value = self.argument(0)?;
        let result = self.walk.lambda_result(lambda);
        Some(match may_be_undef(names, value) {
            Some(true) => result,
            Some(false) => value.clone(),
            None => Inferred::union(names, [&without_undef(names, value), &result]),
        })
    }

    /// What the table of results says.
    fn by_table(&self, name: &str) -> Option<Inferred> {
        let walk = self.walk;
        let arguments = self.call.arguments.iter().map(|it| walk.result(*it));
        result_of(walk.names, name, &arguments.collect::<Vec<_>>())
    }

    /// Arrays whose elements are no arrays stay as they are; anything else becomes the only element of one.
    fn flatten(&self) -> Option<Inferred> {
        let [_] = self.call.arguments[..] else {
            return None;
        };
        let names = self.walk.names;
        flattened(names, &self.argument(0)?.ty(names)).map(Inferred::Type)
    }

    /// What is `Sensitive` without that; anything else as it is.
    fn unwrap(&self) -> Option<Inferred> {
        let names = self.walk.names;
        let members = union_members(names, &self.receiver()?).into_iter();
        let inner = members.map(|member| match resolve_alias(names, &member) {
            Type::Sensitive(Some(inner)) => Some(element_value(&inner)),
            Type::Sensitive(None) | Type::Any | Type::Unknown => None,
            _ => Some(Inferred::Type(member)),
        });
        let inner: Vec<Inferred> = inner.collect::<Option<_>>()?;
        Some(Inferred::union(names, &inner))
    }

    /// The groups of a match in a text, or undef; the same for each of several texts.
    fn matched(&self) -> Option<Inferred> {
        let names = self.walk.names;
        let is_text = |ty: &Type| Relate::new(names).assignable(&Type::STRING, ty);
        let found = Type::optional(self.groups()?);
        let members = union_members(names, &self.receiver()?).into_iter();
        let results = members.map(|member| match resolve_alias(names, &member) {
            Type::Any | Type::Unknown | Type::Collection(_) | Type::Iterable(_) => None,
            list @ (Type::Array(_) | Type::Tuple(_)) => {
                let size = elements(names, &Inferred::Type(list))?.size;
                Some(Type::array_of(found.clone(), declared_size(size)))
            }
            text if is_text(&text) => Some(found.clone()),
            // All others fail.
            _ => Some(Type::Unit),
        });
        let mut results: Vec<Type> = results.collect::<Option<_>>()?;
        results.retain(|it| *it != Type::Unit);
        (!results.is_empty()).then(|| Inferred::Type(Type::variant_of(results)))
    }

    /// What a match finds: texts, and undef for the groups that do not take part in every match.
    fn groups(&self) -> Option<Type> {
        let Some(Value::Regexp(regexp)) = self.argument(1)?.value() else {
            return Some(Type::array());
        };
        let certain = regexp.certain_groups();
        let of_group = |group: usize| match certain.contains(&group) {
            true => Type::STRING,
            false => Type::optional(Type::STRING),
        };
        Some(match regexp.group_count() {
            Some(count) if count <= MAX_GROUPS => {
                Type::tuple_of((0..=count).map(of_group).collect(), IntegerRange::UNBOUNDED)
            }
            _ => Type::array(),
        })
    }

    /// The type that a lookup names, of which its default is, too (`Puppet::Pops::Lookup.lookup`).
    fn lookup(&self) -> Option<Inferred> {
        let walk = self.walk;
        let of_options = |options: ExprId| match walk.body.expr(options) {
            Expr::LiteralHash(entries) => {
                let is_type =
                    |key| walk.result(key).value().and_then(Value::as_str) == Some("value_type");
                let entry = entries.iter().find(|entry| is_type(entry.key))?;
                walk.result(entry.value).value()
            }
            _ => None,
        };
        let ty = match self.call.arguments[..] {
            [options] => of_options(options),
            [_, second] => of_options(second).or(walk.result(second).value()),
            [_, ty, ..] => walk.result(ty).value(),
            [] => None,
        };
        match ty? {
            Value::Type(ty) if *ty != Type::Any => Some(Inferred::Type(ty.clone())),
            _ => None,
        }
    }

    fn convert_to(&self) -> Option<Inferred> {
        let (ty, arguments) = instance::conversion(self.walk, self.call)?;
        Some(instance::converted_instance(self.walk, ty, &arguments))
    }
}

/// The elements of nested arrays; `None` if it is not known what is an array.
fn flattened(context: &dyn TypeContext, ty: &Type) -> Option<Type> {
    let (mut found, mut aliases, mut open) = (Vec::new(), Vec::new(), vec![ty.clone()]);
    while let Some(ty) = open.pop() {
        // What a recursive alias is made of is looked at once.
        if let Type::Alias(_) = &ty {
            if aliases.contains(&ty) {
                continue;
            }
            aliases.push(ty.clone());
        }
        if found.len() + open.len() > MAX_LEAVES {
            return None;
        }
        match resolve_alias(context, &ty) {
            Type::Any | Type::Unknown | Type::Collection(_) | Type::Unit => return None,
            Type::Iterable(_) | Type::Object(_) | Type::Alias(_) => return None,
            Type::Optional(None) | Type::NotUndef(_) => return None,
            Type::Array(array) if array.size.upper_bound() == Some(&0) => {}
            Type::Array(array) => open.push(array.element.clone()),
            Type::Tuple(tuple) if tuple.types.is_empty() => return None,
            Type::Tuple(tuple) => open.extend(tuple.types.iter().rev().cloned()),
            Type::Variant(variant) => open.extend(variant.types.iter().rev().cloned()),
            Type::Optional(Some(inner)) => open.extend([Type::Undef, (*inner).clone()]),
            other if !found.contains(&other) => found.push(other),
            _ => {}
        }
    }
    Some(match found.is_empty() {
        true => Type::empty_array(),
        false => Type::array_of(join_types(found).ty(context), Range::UNBOUNDED),
    })
}

/// Whether something is undef: always, never, or `None` if it may be.
fn may_be_undef(context: &dyn TypeContext, known: &Inferred) -> Option<bool> {
    match known {
        Inferred::Value(value) => Some(*value == Value::Undef),
        Inferred::Type(_) if known.is_unknown() => None,
        Inferred::Type(ty) => {
            let relate = Relate::new(context);
            let never = relate.disjoint(&Type::Undef, ty) && relate.doubt().is_none();
            match never {
                true => Some(false),
                false => (*ty == Type::Undef).then_some(true),
            }
        }
    }
}
