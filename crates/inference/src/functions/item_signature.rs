//! The heads of definitions: their interface, without their bodies.

use std::ops::Deref;

use puppet_db::{Db, Environment};
use puppet_hir::model::{BodyOwner, PartId};
use puppet_types::Type;
use smol_str::SmolStr;

use crate::infer;
use puppet_semantic::index::item_tree::{Item, head};
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_types::inferred::Inferred;

/// The parameters and the result of a class, defined type, function or plan.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct ItemSignature {
    /// The parameters.
    pub parameters: Parameters,
    /// The declared type of the result; `None` if there is none.
    pub returns: Option<Type>,
}

/// Parameters in their order, each of which is found by its name without a search through all.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Parameters {
    declared: Box<[ParameterSignature]>,
    /// The places of the parameters, in the order of the names.
    by_name: Box<[usize]>,
}

impl FromIterator<ParameterSignature> for Parameters {
    fn from_iter<I: IntoIterator<Item = ParameterSignature>>(parameters: I) -> Self {
        let declared: Box<[ParameterSignature]> = parameters.into_iter().collect();
        let mut by_name: Box<[usize]> = (0..declared.len()).collect();
        by_name.sort_by_key(|place| &declared[*place].name);
        Self { declared, by_name }
    }
}

impl Deref for Parameters {
    type Target = [ParameterSignature];

    fn deref(&self) -> &[ParameterSignature] {
        &self.declared
    }
}

impl<'a> IntoIterator for &'a Parameters {
    type Item = &'a ParameterSignature;
    type IntoIter = std::slice::Iter<'a, ParameterSignature>;

    fn into_iter(self) -> Self::IntoIter {
        self.declared.iter()
    }
}

impl Parameters {
    /// The first parameter with a name.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&ParameterSignature> {
        let before = |place: &usize| self.declared[*place].name.as_str() < name;
        let place = self.by_name.get(self.by_name.partition_point(before))?;
        self.declared.get(*place).filter(|it| it.name == name)
    }
}

/// A parameter as its users see it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ParameterSignature {
    /// The name, without `$`.
    pub name: SmolStr,
    /// Where it is declared, within the definition's body.
    pub part: PartId,
    /// The declared type: `Any` without one, unknown if it cannot be evaluated here.
    pub ty: Type,
    /// Whether there is a default value.
    pub has_default: bool,
    /// Whether it takes all further arguments (`*$rest`).
    pub captures_rest: bool,
}

impl ParameterSignature {
    /// The type of each single argument: for `*$rest` that of the elements.
    #[must_use]
    pub fn element_type(&self) -> Type {
        match &self.ty {
            Type::Array(array) if self.captures_rest => array.element.clone(),
            ty => ty.clone(),
        }
    }
}

impl ItemSignature {
    /// The parameter with a name.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&ParameterSignature> {
        self.parameters.parameter(name)
    }
}

/// The head of a definition. An edit in its body leaves it equal.
#[salsa::tracked]
pub fn signature(db: &dyn Db, environment: Environment, item: Item) -> ItemSignature {
    let body = head(db, item);
    let names = NameResolver::new(db, environment, item.file);
    let mut evaluator = infer::ConstantEvaluator::new(&names, &body);
    let mut type_of = |expr| match infer::declared_type(&evaluator.evaluate(expr)) {
        Inferred::Type(ty) => ty,
        Inferred::Value(_) => Type::Unknown,
    };
    let is_described = matches!(
        body.definition(),
        BodyOwner::Class { .. } | BodyOwner::DefinedType { .. }
    );
    let mut type_of_parameter = |expr| {
        let ty = type_of(expr);
        match is_described && has_nothing_to_describe(&ty) {
            true => Type::Unknown,
            false => ty,
        }
    };
    let parameters = body
        .parameters()
        .iter()
        .map(|parameter| ParameterSignature {
            name: parameter.name.clone(),
            part: parameter.part,
            ty: parameter
                .type_expr
                .map_or(Type::Any, &mut type_of_parameter),
            has_default: parameter.value.is_some(),
            captures_rest: parameter.captures_rest,
        })
        .collect();
    let returns = match body.definition() {
        BodyOwner::Function { return_type, .. } | BodyOwner::Plan { return_type, .. } => {
            return_type.map(&mut type_of)
        }
        _ => None,
    };
    ItemSignature {
        parameters,
        returns,
    }
}

/// Whether a type has a part about which Puppet finds nothing to say: an `Optional` or `Variant` without types.
///
/// What is given to classes, defined types and templates is refused only with a description of what is wrong with it, although it
/// may be no instance of the type (`TypeMismatchDescriber#validate_parameters`).
pub(crate) fn has_nothing_to_describe(ty: &Type) -> bool {
    match ty {
        Type::Optional(None) => true,
        Type::Variant(variant) => {
            variant.types.is_empty() || variant.types.iter().any(has_nothing_to_describe)
        }
        Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => has_nothing_to_describe(inner),
        Type::Array(array) => has_nothing_to_describe(&array.element),
        Type::Hash(hash) => has_nothing_to_describe(&hash.value),
        Type::Tuple(tuple) => tuple.types.iter().any(has_nothing_to_describe),
        Type::Struct(structure) => {
            let mut values = structure.elements.iter().map(|element| &element.value);
            values.any(has_nothing_to_describe)
        }
        _ => false,
    }
}
