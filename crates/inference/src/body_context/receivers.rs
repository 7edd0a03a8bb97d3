//! The resources of a body that get attributes from resource defaults and from `default:` bodies.

use puppet_hir::model::ExprId;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::body_context::attribute_sources::{AttributeDeclaration, Role};

/// The resources that get attributes of defaults and of `default:` bodies. Defaults reach only resources of the type that
/// are declared.
#[derive(Default)]
pub struct Receivers(FxHashMap<Receiver, Resources>);

/// Which resources get attributes.
#[derive(PartialEq, Eq, Hash)]
enum Receiver {
    /// Those of a resource expression.
    Expression(ExprId),
    /// Those of a type.
    Type(SmolStr),
}

impl Receiver {
    /// The resources that get what a declaration gives.
    fn of(declaration: &AttributeDeclaration) -> Self {
        match declaration.role {
            Role::DefaultBody { expression } => Self::Expression(expression),
            _ => Self::Type(declaration.type_name.clone()),
        }
    }
}

/// How many resources there are.
#[derive(Default)]
pub(super) struct Resources {
    pub(super) all: usize,
    /// Those whose attributes are all known.
    pub(super) complete: usize,
    /// Those of them that give an attribute, by its name.
    pub(super) complete_with: FxHashMap<SmolStr, usize>,
}

impl Receivers {
    /// Those of the declarations of a body.
    pub(super) fn new(declarations: &[AttributeDeclaration]) -> Self {
        let mut receivers = FxHashMap::default();
        for it in declarations {
            if matches!(it.role, Role::DefaultBody { .. } | Role::Defaults) {
                receivers.insert(Receiver::of(it), Resources::default());
            }
        }
        for it in declarations.iter().filter(|it| it.role == Role::Resource) {
            let of_type = Receiver::Type(it.type_name.clone());
            let of_type = (!it.is_conditional).then_some(of_type);
            for receiver in of_type.iter().chain(&[Receiver::Expression(it.expression)]) {
                if let Some(resources) = receivers.get_mut(receiver) {
                    resources.add(it);
                }
            }
        }
        Self(receivers)
    }

    /// The resources that get what a declaration gives, if that is a default.
    pub(super) fn resources(&self, declaration: &AttributeDeclaration) -> Option<&Resources> {
        self.0.get(&Receiver::of(declaration))
    }
}

impl Resources {
    fn add(&mut self, resource: &AttributeDeclaration) {
        self.all += 1;
        if resource.is_complete {
            self.complete += 1;
            let names: FxHashSet<_> = resource.given.iter().map(|it| &it.name).collect();
            for name in names {
                *self.complete_with.entry(name.clone()).or_default() += 1;
            }
        }
    }
}
