//! Attributes of classes and defined types against the parameters that they declare.
//!
//! Sources: `Puppet::Resource::Type#set_resource_parameters`, `Puppet::Pops::Types::TypeMismatchDescriber`.

use puppet_diagnostics::{Certainty, Severity};
use puppet_hir::model::{
    AttributeOperation, AttributeOperator, Expr, ExprId, Operation, ResourceBody,
};
use puppet_text::capitalized;
use puppet_types::{Type, Value};
use smol_str::SmolStr;

use crate::literal_conversion_fix::literal_fix;
use crate::resources::missing_required_attribute::may_be_in_hiera;
use crate::rules;
use crate::types::possible::{self, Expectation, Subject};
use crate::types::struct_key;
use puppet_eval::METAPARAMETERS;
use puppet_inference::body_context::Context;
use puppet_inference::body_context::attribute_sources::Given;
use puppet_inference::body_context::value_origins::used;
use puppet_inference::functions::item_signature::{ItemSignature, ParameterSignature, signature};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::did_you_mean::{closest, typo_of};
use puppet_semantic::display_name::quoted_names;
use puppet_semantic::hiera::lookup::class_data;
use puppet_semantic::index::file_origin::{foreign_module, owner};
use puppet_semantic::index::item_tree::{Item, ItemKind, canonical};
use puppet_semantic::resolve::module_items::resolve;
use puppet_semantic::types::mismatch::refusal;
use puppet_types::inferred::Inferred;

/// Whether every resource takes an attribute (`Puppet::Type.metaparam?`), or every definition has it without declaring it.
pub fn is_metaparameter(name: &str) -> bool {
    METAPARAMETERS.contains(&name) || matches!(name, "stage" | "title")
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for it in context.reachable() {
        if let Expr::Resource {
            type_name, bodies, ..
        } = it.expr
        {
            for body in bodies {
                if let Some(target) = target(context, *type_name, body) {
                    target.check(context, body, it.is_conditional, out);
                }
            }
        }
    }
}

/// The class or defined type that a resource body is for.
pub struct ArgumentTarget<'a> {
    pub item: Item,
    pub kind: ItemKind,
    /// The name, in lower case.
    pub name: SmolStr,
    /// As messages call it: `Class[Ntp]`.
    pub label: String,
    pub signature: &'a ItemSignature,
}

pub fn target<'a>(
    context: &Context<'a>,
    type_name: ExprId,
    body: &ResourceBody,
) -> Option<ArgumentTarget<'a>> {
    let Expr::QualifiedName(type_name) = context.body.expr(type_name) else {
        return None;
    };
    let title = match body.title.map(|title| context.inference.known(title)) {
        Some(Inferred::Value(Value::String(title))) => Some(title.as_str()),
        _ => None,
    };
    target_named(context, canonical(type_name), title)
}

/// The class or defined type that resources of a type (in lower case) with a title are of.
pub fn target_named<'a>(
    context: &Context<'a>,
    type_name: SmolStr,
    title: Option<&str>,
) -> Option<ArgumentTarget<'a>> {
    let (kind, name) = match (&*type_name, title) {
        ("class", Some(title)) => (ItemKind::Class, canonical(title)),
        ("class", None) => return None,
        _ => (ItemKind::DefinedType, type_name.clone()),
    };
    let item = resolve(
        context.db,
        context.environment(),
        context.item.file,
        kind,
        &name,
    )
    .item()?;
    let label = match (kind, title) {
        (ItemKind::Class, _) => format!("Class[{}]", capitalized(&name)),
        (_, Some(title)) => format!("{}[{title}]", capitalized(&name)),
        (_, None) => capitalized(&name).to_string(),
    };
    let signature = signature(context.db, context.environment(), item);
    Some(ArgumentTarget {
        item,
        kind,
        name,
        label,
        signature,
    })
}

impl ArgumentTarget<'_> {
    fn check(
        &self,
        context: &Context<'_>,
        body: &ResourceBody,
        is_conditional: bool,
        out: &mut Vec<BodyDiagnostic>,
    ) {
        let mut unknown: Vec<&AttributeOperation> = Vec::new();
        for operation in &body.operations {
            let Operation::Attribute(attribute) = operation else {
                continue;
            };
            match self.signature.parameter(&attribute.name) {
                Some(parameter) => out.extend(self.check_value(context, attribute, parameter)),
                None if !is_metaparameter(&attribute.name) => unknown.push(attribute),
                _ => {}
            }
        }
        if is_conditional && self.is_foreign(context) {
            let (typos, others): (Vec<_>, Vec<_>) =
                unknown.into_iter().partition(|it| self.is_typo(&it.name));
            let typos = typos.into_iter();
            out.extend(typos.map(|it| self.unknown(context, &it.name, Anchor::PartName(it.part))));
            out.extend(self.other_version(context, &others));
        } else {
            out.extend(unknown.into_iter().map(|attribute| {
                self.unknown(context, &attribute.name, Anchor::PartName(attribute.part))
            }));
        }
    }

    fn check_value(
        &self,
        context: &Context<'_>,
        attribute: &AttributeOperation,
        parameter: &ParameterSignature,
    ) -> Option<BodyDiagnostic> {
        if attribute.operator != AttributeOperator::Set {
            return None;
        }
        let subject = format!("parameter '{}'", parameter.name);
        let wrong = used(context, attribute.value).find_map(|value| {
            // An undefined attribute is one that was not given.
            let is_undef = || value.known.ty(&context.names) == Type::Undef;
            if self.has_other_value(context, parameter) && is_undef() {
                return None;
            }
            let mismatch = refusal(&context.names, &subject, &parameter.ty, value.known)?;
            let diagnostic =
                struct_key::diagnostic(mismatch, &rules::ARGUMENT_TYPE_MISMATCH, value.anchor());
            let fix = literal_fix(context, value.origin, &parameter.ty);
            let diagnostic = value.explain(context, diagnostic.with_fixes(fix));
            let declared = format!("Parameter '{}' is declared here", parameter.name);
            Some(diagnostic.with_related((self.item, Anchor::Part(parameter.part)), declared))
        });
        // A key that fits no value says more than that some value may not fit.
        let unknown_key = || {
            let ty = &parameter.ty;
            let found = struct_key::written::diagnostic(context, attribute.value, ty, &subject)?;
            let declared = format!("Parameter '{}' is declared here", parameter.name);
            Some(found.with_related((self.item, Anchor::Part(parameter.part)), declared))
        };
        wrong.or_else(unknown_key).or_else(|| {
            let expectation = self.expectation(context, parameter);
            let rule = &rules::ARGUMENT_TYPE_MISMATCH;
            possible::diagnostic(context, rule, attribute.value, &expectation)
        })
    }

    /// The diagnostic of a value in a hash of attributes that may not fit.
    pub fn may_refuse(
        &self,
        context: &Context<'_>,
        parameter: &ParameterSignature,
        given: &Given,
    ) -> Option<BodyDiagnostic> {
        let Anchor::Expr(at) = given.value_at else {
            return None;
        };
        let expectation = self.expectation(context, parameter);
        let rule = &rules::ARGUMENT_TYPE_MISMATCH;
        match *context.inference.known(at) == given.value {
            true => possible::diagnostic(context, rule, at, &expectation),
            false => {
                let subject = || Subject::part(context, at, &given.name);
                possible::known_diagnostic(context, rule, subject, &given.value, &expectation)
            }
        }
    }

    /// What a parameter expects.
    pub(crate) fn expectation<'t>(
        &self,
        context: &Context<'_>,
        parameter: &'t ParameterSignature,
    ) -> Expectation<'t> {
        Expectation {
            declared_at: Some((self.item, Anchor::Part(parameter.part))),
            accepts_undef: parameter.has_default || self.is_in_hiera(context, parameter),
            at_most: self.at_most(context, parameter),
            ..Expectation::new(
                Some(&parameter.ty),
                format!("'{}' of {}", parameter.name, self.label),
            )
        }
    }

    /// Whether Hiera certainly has a value for a parameter that is not given.
    fn is_in_hiera(&self, context: &Context<'_>, parameter: &ParameterSignature) -> bool {
        let (db, environment) = (context.db, context.environment());
        self.kind == ItemKind::Class
            && class_data(db, environment, self.name.clone()).gives(&parameter.name)
    }

    /// Data that is not here may have a value for a parameter that is not given.
    fn at_most(&self, context: &Context<'_>, parameter: &ParameterSignature) -> Certainty {
        match self.has_other_value(context, parameter) {
            true => Certainty::Possible,
            false => Certainty::Likely,
        }
    }

    /// Whether a parameter that is not given has a value: its default, or one that Hiera may have.
    pub fn has_other_value(&self, context: &Context<'_>, parameter: &ParameterSignature) -> bool {
        parameter.has_default
            || (self.kind == ItemKind::Class
                && may_be_in_hiera(context, &self.name, &parameter.name))
    }

    /// Whether the target belongs to another module than the body that uses it.
    pub fn is_foreign(&self, context: &Context<'_>) -> bool {
        let module = |item: Item| owner(context.db, item.file).map(|owner| owner.module);
        module(self.item) != module(context.item)
    }

    pub fn unknown(&self, context: &Context<'_>, attribute: &str, at: Anchor) -> BodyDiagnostic {
        let message = format!("{}: has no parameter named '{attribute}'", self.label);
        let diagnostic = self.at(context, at, message);
        let names = self
            .signature
            .parameters
            .iter()
            .map(|parameter| &*parameter.name);
        diagnostic.with_closest(closest(attribute, names))
    }

    /// Whether a name is a typo of that of a parameter: no version of the definition has both.
    fn is_typo(&self, name: &str) -> bool {
        let names = self.signature.parameters.iter();
        typo_of(name, names.map(|parameter| &*parameter.name)).is_some()
    }

    /// Code that supports several versions of another module has branches for those that are not here: one warning.
    fn other_version(
        &self,
        context: &Context<'_>,
        unknown: &[&AttributeOperation],
    ) -> Option<BodyDiagnostic> {
        let first = unknown.first()?;
        let names = unknown.iter().map(|attribute| &*attribute.name);
        let message = format!(
            "{}: has no parameter named {}",
            self.label,
            quoted_names(names)
        );
        let at = Anchor::PartName(first.part);
        Some(self.at(context, at, message).with_severity(Severity::Hint))
    }

    fn at(&self, context: &Context<'_>, at: Anchor, message: String) -> BodyDiagnostic {
        let module = foreign_module(context.db, self.item.file, context.item.file);
        let defined = format!(
            "The {} is defined here{}",
            self.kind.describe(),
            module.map_or_else(String::new, |it| format!(", in {it}"))
        );
        BodyDiagnostic::new(&rules::UNKNOWN_ATTRIBUTE, at, message)
            .with_related((self.item, Anchor::Name), defined)
    }
}
