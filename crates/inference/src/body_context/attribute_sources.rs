//! All that gives attributes to resources in a body: resource expressions, defaults, overrides, collectors, and calls
//! of functions that declare resources.

use puppet_db::{Db, Environment, File};
use puppet_hir::model::{
    ArithmeticOperator, AttributeOperator, Expr, ExprId, Operation, ResourceBody, ResourceForm,
};
use puppet_types::{StructType, Type, Value};
use smol_str::SmolStr;

use crate::body_context::receivers::{Receivers, Resources};
use crate::body_context::{Context, ReachableExprs};
use crate::catalog::overrides::may_be_collected;
use crate::infer::Call;
use puppet_semantic::body_diagnostic::Anchor;
use puppet_semantic::index::item_tree::canonical;
use puppet_text::capitalized;
use puppet_types::inferred::Inferred;

/// Resources that get attributes.
pub struct AttributeDeclaration {
    /// What it does with the attributes.
    pub role: Role,
    /// The expression it is part of.
    pub expression: ExprId,
    /// The type, in lower case.
    pub type_name: SmolStr,
    /// The titles, as far as they are known.
    pub titles: Vec<SmolStr>,
    /// Where they are.
    pub title_at: Option<Anchor>,
    /// The attributes, those of `default:` in the same expression last.
    pub given: Vec<Given>,
    /// There are no attributes besides those given here.
    pub is_complete: bool,
    /// Virtual or exported: perhaps no resource of any catalog.
    pub is_virtual: bool,
    /// It is evaluated in some cases only.
    pub is_conditional: bool,
}

/// What a declaration does with attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It declares resources.
    Resource,
    /// `default: …` in a resource expression, or the attributes of all resources that a call declares.
    DefaultBody {
        /// The resource expression.
        expression: ExprId,
    },
    /// `File { … }`
    Defaults,
    /// `File['x'] { … }`
    Override,
    /// `File <| |> { … }`
    Collected,
}

/// An attribute that is given.
#[derive(Clone)]
pub struct Given {
    /// Its name.
    pub name: SmolStr,
    /// Where the name is.
    pub name_at: Anchor,
    /// What is known of its value.
    pub value: Inferred,
    /// Where the value is.
    pub value_at: Anchor,
    /// It is that of the `default:` body, or of common parameters of a call.
    pub is_inherited: bool,
}

impl AttributeDeclaration {
    /// The attribute of a name, if it is given.
    pub fn attribute(&self, name: &str) -> Option<&Given> {
        self.given.iter().find(|given| given.name == name)
    }

    /// The resource as messages call it: `File[/x]`, or `File` if its title is not known.
    pub fn label(&self) -> String {
        let name = capitalized(&self.type_name);
        match &self.titles[..] {
            [title] if self.type_name == "class" => format!("{name}[{}]", capitalized(title)),
            [title] => format!("{name}[{title}]"),
            _ => name.to_string(),
        }
    }

    /// Where the resource is.
    pub fn anchor(&self) -> Anchor {
        self.title_at.unwrap_or(Anchor::Expr(self.expression))
    }

    fn extend(&mut self, inherited: &[Given]) {
        for given in inherited {
            if self.attribute(&given.name).is_none() {
                self.given.push(Given {
                    is_inherited: true,
                    ..given.clone()
                });
            }
        }
    }
}

/// A declaration among those that it may be for.
pub struct Uses<'d> {
    /// The declaration.
    pub declaration: &'d AttributeDeclaration,
    /// The resources that it may give attributes to.
    pub receivers: &'d Receivers,
    /// Where collectors are looked for.
    pub environment: Environment,
    /// The file of the declaration.
    pub file: File,
    /// The database.
    pub db: &'d dyn Db,
}

impl Uses<'_> {
    /// Whether it certainly gives attributes to a resource.
    pub fn are_certain(&self) -> bool {
        self.reach_resource(|resources| resources.all > 0)
    }

    /// Whether a resource certainly is declared with the value of an attribute: that of defaults is not used where a
    /// resource gives the attribute itself.
    pub fn value_is_declared(&self, attribute: &str) -> bool {
        self.reach_resource(|resources| {
            let giving = resources.complete_with.get(attribute);
            resources.complete > giving.copied().unwrap_or_default()
        })
    }

    /// Whether a resource certainly has the value of an attribute when the catalog is applied.
    pub fn value_is_applied(&self, attribute: &str) -> bool {
        !self.declaration.is_virtual
            && self.value_is_declared(attribute)
            && !self.may_be_collected(attribute)
    }

    /// Whether a collector may put another value in the place of an attribute's.
    pub fn may_be_collected(&self, attribute: &str) -> bool {
        let ty = &self.declaration.type_name;
        let titles = match self.declaration.role {
            Role::Resource | Role::Override => &self.declaration.titles[..],
            Role::DefaultBody { .. } | Role::Defaults | Role::Collected => &[],
        };
        may_be_collected(
            self.db,
            (self.environment, self.file),
            ty,
            titles,
            attribute,
        )
    }

    /// Whether it certainly gives attributes to a resource, among those of which this is so.
    fn reach_resource(&self, takes: impl Fn(&Resources) -> bool) -> bool {
        match self.declaration.role {
            Role::Resource | Role::Override => true,
            Role::Collected => false,
            Role::DefaultBody { .. } | Role::Defaults => self
                .receivers
                .resources(self.declaration)
                .is_some_and(takes),
        }
    }
}

/// All that gives attributes in a body, in the order of the source.
pub fn declarations(context: &Context<'_>) -> Vec<AttributeDeclaration> {
    let mut out = Vec::new();
    let realized = context.whole().realized();
    for it in context.reachable() {
        match it.expr {
            Expr::Resource {
                form,
                type_name,
                bodies,
            } => {
                let named = match context.body.expr(*type_name) {
                    Expr::QualifiedName(name) => Some(canonical(name)),
                    _ => untitled(context.inference.result(*type_name)).map(canonical),
                };
                if let Some(name) = named {
                    resources(context, &it, name, *form, bodies, &mut out);
                }
            }
            Expr::ResourceDefaults {
                type_ref,
                operations,
                ..
            } => {
                if let Some(name) = type_ref.and_then(|it| reference_name(context, it)) {
                    out.push(operated(context, &it, Role::Defaults, name, operations));
                }
            }
            Expr::ResourceOverride {
                resources,
                operations,
                ..
            } => out.extend(overridden(context, &it, *resources, operations)),
            Expr::Collect {
                type_expr,
                operations,
                ..
            } => {
                if let Some(name) = reference_name(context, *type_expr) {
                    out.push(operated(context, &it, Role::Collected, name, operations));
                }
            }
            Expr::CallNamedFunction { .. } | Expr::CallMethod { .. } => {
                called(context, &it, &mut out);
            }
            _ => {}
        }
    }
    for declaration in &mut out {
        declaration.is_virtual = declaration.is_virtual && !realized.includes(declaration);
    }
    out
}

/// The type that `Resource['name']` names.
pub fn untitled(known: &Inferred) -> Option<&str> {
    match known.value()? {
        Value::Type(Type::Resource(resource)) if resource.title.is_none() => {
            resource.name.as_deref()
        }
        _ => None,
    }
}

/// The type that a reference without title names.
pub(super) fn reference_name(context: &Context<'_>, reference: ExprId) -> Option<SmolStr> {
    match context.body.expr(reference) {
        Expr::QualifiedReference(name) => Some(canonical(name)),
        _ => None,
    }
}

fn declaration(it: &ReachableExprs<'_>, role: Role, type_name: SmolStr) -> AttributeDeclaration {
    AttributeDeclaration {
        role,
        expression: it.id,
        type_name,
        titles: Vec::new(),
        title_at: None,
        given: Vec::new(),
        is_complete: true,
        is_virtual: false,
        is_conditional: it.is_conditional,
    }
}

fn resources(
    context: &Context<'_>,
    it: &ReachableExprs<'_>,
    type_name: SmolStr,
    form: ResourceForm,
    bodies: &[ResourceBody],
    out: &mut Vec<AttributeDeclaration>,
) {
    let start = out.len();
    let mut inherited: Option<(Vec<Given>, bool)> = None;
    for body in bodies {
        let known = body.title.map(|title| context.inference.result(title));
        let is_default = matches!(known, Some(Inferred::Value(Value::Default)));
        let role = if is_default {
            Role::DefaultBody { expression: it.id }
        } else {
            Role::Resource
        };
        let mut declaration = declaration(it, role, type_name.clone());
        declaration.is_virtual = form != ResourceForm::Regular;
        declaration.title_at = body.title.map(Anchor::Expr);
        if let Some(Inferred::Value(value)) = known {
            declaration.titles = texts(value);
        }
        operations(context, &body.operations, &mut declaration);
        if is_default {
            inherited = Some((declaration.given.clone(), declaration.is_complete));
        }
        out.push(declaration);
    }
    if let Some((given, is_complete)) = inherited {
        for declaration in out.iter_mut().skip(start) {
            if declaration.role == Role::Resource {
                declaration.extend(&given);
                declaration.is_complete &= is_complete;
            }
        }
    }
}

pub(super) fn operated(
    context: &Context<'_>,
    it: &ReachableExprs<'_>,
    role: Role,
    type_name: SmolStr,
    all: &[Operation],
) -> AttributeDeclaration {
    let mut declaration = declaration(it, role, type_name);
    operations(context, all, &mut declaration);
    declaration
}

/// `File['a', 'b'] { … }`
fn overridden(
    context: &Context<'_>,
    it: &ReachableExprs<'_>,
    references: ExprId,
    all: &[Operation],
) -> Option<AttributeDeclaration> {
    let Expr::Access { left, keys } = context.body.expr(references) else {
        return None;
    };
    let name = reference_name(context, *left).filter(|name| name != "resource")?;
    let mut declaration = operated(context, it, Role::Override, name, all);
    declaration.title_at = Some(Anchor::Expr(references));
    for key in keys {
        if let Inferred::Value(value) = context.inference.result(*key) {
            declaration.titles.extend(texts(value));
        }
    }
    Some(declaration)
}

fn texts(value: &Value) -> Vec<SmolStr> {
    value
        .flattened()
        .filter_map(|value| match value {
            Value::String(text) => Some(text.clone()),
            _ => None,
        })
        .collect()
}

fn operations(context: &Context<'_>, all: &[Operation], declaration: &mut AttributeDeclaration) {
    for operation in all {
        match operation {
            Operation::Attribute(attribute) => {
                // What is added to a value is only a part of it.
                let is_whole = attribute.operator == AttributeOperator::Set;
                let value = match is_whole {
                    true => context.inference.result(attribute.value).clone(),
                    false => Inferred::UNKNOWN,
                };
                declaration.given.push(Given {
                    name: attribute.name.clone(),
                    name_at: Anchor::PartName(attribute.part),
                    value: written(context, attribute.value, value),
                    value_at: Anchor::Expr(attribute.value),
                    is_inherited: false,
                });
            }
            Operation::Attributes { expr, .. } => {
                let (given, is_complete) = attributes_in(context, *expr);
                declaration.given.extend(given);
                declaration.is_complete &= is_complete;
            }
        }
    }
}

/// What is known of a value, with names of resource types that are written without a title.
fn written(context: &Context<'_>, expr: ExprId, known: Inferred) -> Inferred {
    if !known.is_unknown() {
        return known;
    }
    match context.body.expr(expr) {
        Expr::QualifiedReference(name) if name.eq_ignore_ascii_case("class") => {
            Inferred::Value(Value::Type(Type::Class(None)))
        }
        _ => known,
    }
}

/// The literal that an expression is, or that the variable holds which it reads.
pub fn literal(context: &Context<'_>, expr: ExprId) -> ExprId {
    let expr = context.body.without_parentheses(expr);
    let origin = context.inference.origin(expr);
    match context.body.expr(origin) {
        Expr::LiteralHash(_) => origin,
        _ => expr,
    }
}

/// The attributes in a hash, and whether those are all that it has.
fn attributes_in(context: &Context<'_>, hash: ExprId) -> (Vec<Given>, bool) {
    let mut given = Vec::new();
    let mut is_complete = true;
    let hash = literal(context, hash);
    match context.body.expr(hash) {
        Expr::LiteralHash(entries) => {
            for entry in entries {
                match context.inference.result(entry.key) {
                    Inferred::Value(Value::String(name)) => given.push(Given {
                        name: name.clone(),
                        name_at: Anchor::Expr(entry.key),
                        value: context.inference.result(entry.value).clone(),
                        value_at: Anchor::Expr(entry.value),
                        is_inherited: false,
                    }),
                    _ => is_complete = false,
                }
            }
        }
        expr => match (context.inference.result(hash), expr) {
            (Inferred::Value(value), _) => return attributes_of(value, hash),
            (Inferred::Type(Type::Struct(structure)), _) => {
                is_complete = false;
                given.extend(required_attributes(structure, hash));
            }
            (
                Inferred::Type(_),
                Expr::Arithmetic {
                    operator: ArithmeticOperator::Add,
                    left,
                    right,
                },
            ) => return added_attributes(context, *left, *right),
            (Inferred::Type(_), _) => is_complete = false,
        },
    }
    (given, is_complete)
}

/// The attributes of two hashes that are added: those of the right one count.
fn added_attributes(context: &Context<'_>, left: ExprId, right: ExprId) -> (Vec<Given>, bool) {
    let (mut given, is_left_complete) = attributes_in(context, left);
    let (added, is_complete) = attributes_in(context, right);
    given.retain(|given| added.iter().all(|it| it.name != given.name));
    if !is_complete {
        for given in &mut given {
            given.value = Inferred::UNKNOWN;
        }
    }
    given.extend(added);
    (given, is_left_complete && is_complete)
}

/// The attributes that a hash of a type has in any case.
fn required_attributes(structure: &StructType, at: ExprId) -> Vec<Given> {
    let required = structure.elements.iter().filter(|it| !it.is_optional());
    let given = required.map(|element| Given {
        name: element.name.clone(),
        name_at: Anchor::Expr(at),
        value: Inferred::from(element.value.clone()),
        value_at: Anchor::Expr(at),
        is_inherited: false,
    });
    given.collect()
}

/// The same of a hash that is a value; all of it is where the expression is.
fn attributes_of(value: &Value, at: ExprId) -> (Vec<Given>, bool) {
    let Value::Hash(hash) = value else {
        return (Vec::new(), *value == Value::Undef);
    };
    let given = hash.iter().filter_map(|(key, value)| {
        let Value::String(name) = key else {
            return None;
        };
        Some(Given {
            name: name.clone(),
            name_at: Anchor::Expr(at),
            value: Inferred::Value(value.clone()),
            value_at: Anchor::Expr(at),
            is_inherited: false,
        })
    });
    (given.collect(), true)
}

/// Functions that declare resources: `create_resources` of Puppet, the others of stdlib.
fn called(context: &Context<'_>, it: &ReachableExprs<'_>, out: &mut Vec<AttributeDeclaration>) {
    let Some(call) = Call::from_expr(context.body, it.id) else {
        return;
    };
    let argument = |index: usize| call.arguments.get(index).copied();
    let type_name = |index: usize| match context.inference.result(argument(index)?) {
        Inferred::Value(Value::String(name)) => Some(name.clone()),
        _ => None,
    };
    let (type_name, titles, parameters) = match call.name {
        Some("create_resources" | "ensure_resources") => (type_name(0), argument(1), argument(2)),
        Some("ensure_resource") => (type_name(0), argument(1), argument(2)),
        Some("ensure_packages") => (Some("package".into()), argument(0), argument(1)),
        _ => return,
    };
    let (Some(type_name), Some(titles)) = (type_name, titles) else {
        return;
    };
    let is_virtual = type_name.starts_with('@');
    let type_name = canonical(type_name.trim_start_matches('@'));
    let (common, is_complete) = parameters.map_or((Vec::new(), true), |parameters| {
        attributes_in(context, parameters)
    });
    let mut resources = Vec::new();
    titled(context, titles, &mut resources);
    // Titles cannot be an empty list, or nothing is meant by the call; a hash of resources can.
    let is_of_titles = matches!(call.name, Some("ensure_resource" | "ensure_packages"));
    let role = match resources.is_empty() && !is_of_titles {
        true => Role::DefaultBody { expression: it.id },
        false => Role::Resource,
    };
    if resources.is_empty() && !common.is_empty() {
        resources.push((None, titles, Vec::new(), is_of_titles));
    }
    for (title, at, given, is_own_complete) in resources {
        let mut declaration = declaration(it, role, type_name.clone());
        declaration.titles.extend(title);
        declaration.title_at = Some(Anchor::Expr(at));
        declaration.is_virtual = is_virtual;
        declaration.given = given;
        declaration.is_complete = is_complete && is_own_complete;
        declaration.extend(&common);
        // What is common to all is reported once, with the first.
        let is_first = out.last().is_none_or(|last| last.expression != it.id);
        if is_first {
            for given in &mut declaration.given {
                given.is_inherited = false;
            }
        }
        out.push(declaration);
    }
}

/// A title, where it is, the attributes that come with it, and whether these are all.
type AttributeSource = (Option<SmolStr>, ExprId, Vec<Given>, bool);

/// The resources of a hash from titles to attributes, an array of titles, or one title.
fn titled(context: &Context<'_>, expr: ExprId, out: &mut Vec<AttributeSource>) {
    let expr = literal(context, expr);
    match context.body.expr(expr) {
        Expr::LiteralHash(entries) => {
            for entry in entries {
                let title = match context.inference.result(entry.key) {
                    Inferred::Value(Value::String(title)) => Some(title.clone()),
                    _ => None,
                };
                let (given, is_complete) = attributes_in(context, entry.value);
                out.push((title, entry.key, given, is_complete));
            }
        }
        _ => match context.inference.result(expr) {
            Inferred::Value(Value::Hash(hash)) => {
                for (title, attributes) in hash.iter() {
                    let (given, is_complete) = attributes_of(attributes, expr);
                    out.push((title.as_str().map(SmolStr::from), expr, given, is_complete));
                }
            }
            Inferred::Value(value) => {
                let titles = texts(value).into_iter();
                out.extend(titles.map(|title| (Some(title), expr, Vec::new(), true)));
            }
            Inferred::Type(_) => {}
        },
    }
}
