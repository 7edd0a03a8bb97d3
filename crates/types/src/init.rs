//! `Init[T]`: the arguments of `T.new`, from the signatures of `new` (PInitType).

use std::sync::Arc;

use puppet_library::ParameterArity;

use crate::constructor::constructor;
use crate::describe::{Signature, SignatureBuilder};
use crate::recursion_guard::Guard;
use crate::relation::instance::Sure;
use crate::relation::relate::{Doubt, MaybeGuard, Relate};
use crate::ty::{
    Attribute, InitType, IntegerRange, ObjectAttributeKind, ObjectType, Range, StructElement,
    StructKey, TupleType, Type,
};
use crate::value::Value;

/// What `new` of a type accepts as its one argument.
struct Accepted {
    /// The type itself, and the first parameters of the signatures that take one argument.
    single: Type,
    /// The other signatures, joined.
    other: Option<Type>,
    /// Does one of those work with a single argument?
    has_optional_single: bool,
}

/// Longest chain of parents of an object type.
const MAX_PARENTS: usize = 50;

/// The signatures of `new` of an object type: a hash of the attributes, or the attributes by position.
pub fn object_signatures(attributes: &[Attribute]) -> [Signature; 2] {
    let element = |attribute: &Attribute| StructElement {
        key: match attribute.default {
            Some(_) => StructKey::Optional,
            None => StructKey::Required,
        },
        name: attribute.name.clone(),
        value: attribute.ty.clone(),
    };
    let mut by_name = SignatureBuilder::default();
    let hash = Type::struct_of(attributes.iter().map(element).collect());
    by_name.push("hash", hash, ParameterArity::Required);
    let mut by_position = SignatureBuilder::default();
    let (required, optional): (Vec<_>, Vec<_>) =
        attributes.iter().partition(|it| it.default.is_none());
    for it in required {
        by_position.push(&it.name, it.ty.clone(), ParameterArity::Required);
    }
    for it in optional {
        by_position.push(&it.name, it.ty.clone(), ParameterArity::Optional);
    }
    [by_name.finish(None), by_position.finish(None)]
}

fn parameters(signatures: &[Signature]) -> impl Iterator<Item = TupleType> {
    let callables = signatures.iter().map(|it| &it.callable);
    callables.filter_map(|it| it.params.as_deref().cloned())
}

impl Relate<'_> {
    /// The parameters of each signature of `T.new`; `None` if there is no such function (PAnyType#new_function).
    pub fn new_signatures(&self, ty: &Type) -> Option<Vec<TupleType>> {
        let name = match ty {
            Type::Alias(_) => return self.new_signatures(&self.resolve_alias(ty)),
            Type::Object(Some(_)) | Type::ObjectExtension(_) => {
                let signatures = object_signatures(&self.constructor_attributes(ty));
                return Some(parameters(&signatures).collect());
            }
            Type::Unit => return Some(vec![TupleType::new(vec![Type::Any], Range::UNBOUNDED)]),
            _ => crate::format::simple_name(ty),
        };
        Some(parameters(&constructor(name)?.expanded).collect())
    }

    /// The attributes that `new` of an object type takes, those of parents first; in doubt where a definition is unknown.
    pub fn constructor_attributes(&self, ty: &Type) -> Vec<Attribute> {
        let mut chain: Vec<Arc<ObjectType>> = Vec::new();
        let mut next = Some(ty.clone());
        while let Some(ty) = next {
            let object = match self.resolve_alias(&ty) {
                Type::Object(Some(object)) => Some(self.object(&object)),
                Type::ObjectExtension(extension) => Some(self.object(&extension.base)),
                _ => None,
            };
            let is_known = |it: &Arc<ObjectType>| !it.is_reference() && chain.len() <= MAX_PARENTS;
            let Some(object) = object.filter(is_known) else {
                self.doubtful(Doubt::Unknown);
                break;
            };
            next = object.parent.clone();
            chain.push(object);
        }
        let mut attributes: Vec<Attribute> = Vec::new();
        for attribute in chain.iter().rev().flat_map(|object| &object.attributes) {
            attributes.retain(|other| other.name != attribute.name);
            attributes.push(attribute.clone());
        }
        attributes.retain(|it| {
            !matches!(
                it.kind,
                ObjectAttributeKind::Constant | ObjectAttributeKind::Derived
            )
        });
        attributes
    }

    /// See PInitType#assert_initialized; `None` if Puppet refuses because no instance can be made.
    fn accepted(&self, init: &InitType) -> Option<Accepted> {
        let signatures = match init.ty {
            Type::Init(_) | Type::Optional(_) | Type::NotUndef(_) => None,
            _ => self.new_signatures(&init.ty),
        };
        let Some(signatures) = signatures else {
            let ty = self.to_text(&init.ty);
            self.record_refusal(format!(
                "Creation of new instance of type '{ty}' is not supported"
            ));
            return None;
        };
        let first = |tuple: &TupleType| tuple.types.first().cloned().unwrap_or(Type::Any);
        let (single, other) = if init.args.is_empty() {
            let is_single = |tuple: &TupleType| tuple.size_range() == IntegerRange::exactly(1);
            signatures.into_iter().partition::<Vec<_>, _>(is_single)
        } else {
            let fits = |tuple: &TupleType| self.fits_arguments(tuple, &init.args);
            (signatures.into_iter().filter(fits).collect(), Vec::new())
        };
        if single.is_empty() && !init.args.is_empty() {
            let ty = self.to_text(&Type::Init(Some(Arc::new(init.clone()))));
            let subject = crate::format::simple_name(&self.generalize(&init.ty)).to_owned();
            self.record_refusal(format!(
                "The type '{ty}' does not represent a valid set of parameters for {subject}.new()"
            ));
            return None;
        }
        Some(Accepted {
            single: Type::variant_of(
                [init.ty.clone()]
                    .into_iter()
                    .chain(single.iter().map(first)),
            ),
            has_optional_single: other.iter().any(|tuple: &TupleType| {
                let size = tuple.size_range();
                size.min_size()
                    .min(size.upper_bound().copied().unwrap_or(i64::MAX))
                    == 1
            }),
            other: (!other.is_empty()).then(|| {
                Type::variant_of(other.into_iter().map(|tuple| Type::Tuple(Arc::new(tuple))))
            }),
        })
    }

    fn fits_arguments(&self, tuple: &TupleType, args: &[Value]) -> bool {
        let count = i64::try_from(args.len() + 1).unwrap_or(i64::MAX);
        let mut types: Vec<Type> = tuple.types.first().cloned().into_iter().collect();
        types.extend(args.iter().map(|arg| self.infer_set(arg)));
        tuple.size_range().contains(&count)
            && self.assignable(
                &Type::Tuple(Arc::new(tuple.clone())),
                &Type::tuple_of(types, Range::UNBOUNDED),
            )
    }

    /// PInitType#_assignable?
    pub(crate) fn init_accepts(
        &self,
        init: Option<&Arc<InitType>>,
        from: &Type,
        mut guard: MaybeGuard<'_>,
    ) -> bool {
        let Some(init) = init else {
            return matches!(from, Type::Init(_)) || self.accepts(&Type::rich_data(), from, guard);
        };
        let Some(accepted) = self.accepted(init) else {
            return true;
        };
        if let Type::Init(given) = from {
            return given
                .as_ref()
                .is_some_and(|given| self.accepts(&init.ty, &given.ty, guard));
        }
        let mut accepts = |to: &Type, from: &Type| self.accepts(to, from, guard.as_deref_mut());
        if accepts(&init.ty, from) || accepts(&accepted.single, from) {
            return true;
        }
        let Some(other) = &accepted.other else {
            return false;
        };
        accepts(other, from)
            || accepted.has_optional_single
                && self.assignable(other, &Type::tuple_of(vec![from.clone()], Range::UNBOUNDED))
    }

    /// PInitType#is_really_instance?
    pub(crate) fn really_instance_of_init(
        &self,
        init: Option<&Arc<InitType>>,
        value: &Value,
        mut guard: MaybeGuard<'_>,
    ) -> Sure {
        let Some(init) = init else {
            return self.is_really_instance(&Type::rich_data(), value, None);
        };
        let Some(accepted) = self.accepted(init) else {
            return Sure::Yes;
        };
        let mut ask = |ty: &Type, value: &Value| {
            self.is_really_instance(
                ty,
                value,
                guard.as_deref_mut().map(|guard: &mut Guard| guard),
            )
        };
        let mut sure = ask(&init.ty, value);
        if sure < Sure::Yes {
            sure = sure.max(ask(&accepted.single, value));
        }
        if let (true, Some(other)) = (sure < Sure::Yes, &accepted.other) {
            let mut answer = ask(other, value);
            if answer == Sure::No && accepted.has_optional_single {
                answer = ask(other, &Value::array(vec![value.clone()]));
            }
            sure = sure.max(answer);
        }
        sure
    }
}
