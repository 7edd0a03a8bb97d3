//! Mentions in code in the Puppet language.

use puppet_hir::model::{DefinitionKind, Parameter};
use puppet_hir::{Body, BodyOwner, Call, Expr, ExprId, canonical};
use puppet_library::Library;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::entity::EntityKind;
use crate::mention::{Mention, Mentions};

/// Functions whose arguments name classes.
const INCLUDING: [&str; 4] = ["include", "contain", "require", "hiera_include"];

/// Functions whose first argument names a resource type.
const DECLARING: [&str; 3] = ["create_resources", "ensure_resource", "ensure_resources"];

/// Functions whose first argument names a file of a module.
const READING: [&str; 5] = ["template", "epp", "file", "find_file", "find_template"];

/// Functions that look up keys of the data.
const LOOKING_UP: [&str; 5] = [
    "lookup",
    "hiera",
    "hiera_array",
    "hiera_hash",
    "hiera_include",
];

/// Functions whose result consists of what they are given: names in it are written somewhere.
const PASSING: [&str; 20] = [
    "any2array",
    "concat",
    "delete",
    "dig",
    "each",
    "filter",
    "flatten",
    "get",
    "getvar",
    "keys",
    "lookup",
    "hiera",
    "hiera_array",
    "hiera_hash",
    "merge",
    "pick",
    "pick_default",
    "sort",
    "unique",
    "values",
];

/// The deepest expressions that are looked into for a computed name.
const DEEPEST: usize = 24;

/// Adds what a definition mentions, or the statements of a file.
pub(crate) fn add_body(body: &Body, out: &mut Mentions) {
    let reader = BodyReader::new(body);
    reader.add_head(out);
    for (id, expr) in body.exprs() {
        if !reader.skipped.contains(&id) {
            reader.add_expr(id, expr, out);
        }
    }
}

struct BodyReader<'a> {
    body: &'a Body,
    /// Names of variables, functions and types, and strings that can name nothing.
    skipped: FxHashSet<ExprId>,
    /// What is assigned to variables.
    assigned: FxHashMap<SmolStr, Vec<ExprId>>,
    /// The parameters of the definition and of its lambdas: what they get is written where it is given.
    parameters: FxHashSet<SmolStr>,
}

impl<'a> BodyReader<'a> {
    fn new(body: &'a Body) -> Self {
        let mut reader = Self {
            body,
            skipped: FxHashSet::default(),
            assigned: FxHashMap::default(),
            parameters: FxHashSet::default(),
        };
        reader.add_parameters(body.parameters());
        for (id, expr) in body.exprs() {
            reader.add_lambda_arguments(id);
            match expr {
                Expr::Variable(name) => drop(reader.skipped.insert(*name)),
                Expr::CallNamedFunction { functor, .. } => drop(reader.skipped.insert(*functor)),
                Expr::NamedAccess { right, .. } => drop(reader.skipped.insert(*right)),
                Expr::Comparison { left, right, .. } | Expr::In { left, right } => {
                    reader.skip_compared([*left, *right]);
                }
                Expr::Case { options, .. } => {
                    reader.skip_compared(options.iter().flat_map(|it| it.values.iter().copied()));
                }
                Expr::Selector { selectors, .. } => {
                    reader.skip_compared(selectors.iter().map(|it| it.matching));
                }
                Expr::Access { left, keys }
                    if !matches!(body.expr(*left), Expr::QualifiedReference(_)) =>
                {
                    reader.skip_compared(keys.iter().copied());
                }
                Expr::Lambda { parameters, .. } => reader.add_parameters(parameters),
                Expr::Assignment { left, right, .. } => {
                    if let Some(name) = body.variable_name(*left) {
                        reader
                            .assigned
                            .entry(name.clone())
                            .or_default()
                            .push(*right);
                    }
                }
                Expr::Resource {
                    type_name, bodies, ..
                } => {
                    reader.skipped.insert(*type_name);
                    if reader.is_builtin_type(*type_name) {
                        for part in bodies {
                            let values = part.operations.iter().map(|it| it.value());
                            values
                                .chain(part.title)
                                .for_each(|it| reader.skip_strings(it));
                        }
                    }
                }
                _ => {}
            }
        }
        reader
    }

    fn add_parameters(&mut self, parameters: &[Parameter]) {
        for parameter in parameters {
            self.parameters.insert(parameter.name.clone());
            let assigned = self.assigned.entry(parameter.name.clone()).or_default();
            assigned.extend(parameter.value);
        }
    }

    /// The parameters of a lambda get what the function is called with.
    fn add_lambda_arguments(&mut self, call: ExprId) {
        let Some(call) = Call::from_expr(self.body, call) else {
            return;
        };
        if let Some(Expr::Lambda { parameters, .. }) = call.lambda.map(|it| self.body.expr(it)) {
            for parameter in parameters {
                let assigned = self.assigned.entry(parameter.name.clone()).or_default();
                assigned.extend(&call.arguments);
            }
        }
    }

    /// Whether resources of a type are what Puppet's own code makes of them: their attributes name neither classes nor keys.
    fn is_builtin_type(&self, type_name: ExprId) -> bool {
        match self.body.expr(type_name) {
            Expr::QualifiedName(name) => name != "class" && Library.resource_type(name).is_some(),
            _ => false,
        }
    }

    /// Skips strings that values are compared with: they go nowhere.
    fn skip_compared(&mut self, exprs: impl IntoIterator<Item = ExprId>) {
        let body = self.body;
        let is_string = |it: &ExprId| {
            matches!(
                body.expr(*it),
                Expr::LiteralString(_) | Expr::QualifiedName(_)
            )
        };
        self.skipped.extend(exprs.into_iter().filter(is_string));
    }

    /// Skips strings without `::` and `/` that stand for themselves.
    fn skip_strings(&mut self, value: ExprId) {
        let mut walk = self.body.preorder(value);
        while let Some(step) = walk.next() {
            let puppet_hir::model::Step::Enter(id) = step else {
                continue;
            };
            match self.body.expr(id) {
                Expr::Access { .. } => walk.skip_children(),
                expr if expr.is_call() => walk.skip_children(),
                Expr::LiteralString(text) | Expr::QualifiedName(text)
                    if !text.contains("::") && !text.contains('/') =>
                {
                    self.skipped.insert(id);
                }
                _ => {}
            }
        }
    }

    fn add_head(&self, out: &mut Mentions) {
        match self.body.definition() {
            BodyOwner::Class {
                name, parent_class, ..
            } => {
                if let Some(parent) = parent_class {
                    out.add_name(parent);
                }
                self.add_parameter_keys(&canonical(name), out);
            }
            BodyOwner::TypeDefinition {
                parent: Some(parent),
                ..
            } => out.add(Mention::Type(canonical(parent))),
            _ => {}
        }
    }

    /// The keys that are looked up for the parameters of a class.
    fn add_parameter_keys(&self, class: &str, out: &mut Mentions) {
        for parameter in self.body.parameters() {
            let key = format!("{class}::{}", parameter.name);
            out.add_entity(EntityKind::DataKey, key);
        }
        if !self.body.parameters().is_empty() {
            add_hierarchies(class, out);
        }
    }

    fn add_expr(&self, id: ExprId, expr: &Expr, out: &mut Mentions) {
        match expr {
            Expr::LiteralString(text) | Expr::QualifiedName(text) => out.add_name(text),
            Expr::QualifiedReference(name) => out.add(Mention::Type(canonical(name))),
            Expr::Variable(_) => {
                if let Some(name) = self.body.variable_name(id) {
                    let name = name.trim_start_matches("::");
                    if !self.parameters.contains(name) {
                        out.add(Mention::Variable(name.into()));
                    }
                }
            }
            Expr::ConcatenatedString(parts) => {
                let (start, end) = self.ends(parts);
                out.add_pattern(start, end, false);
            }
            Expr::Access { left, keys } => self.add_access(*left, keys, out),
            Expr::Resource {
                type_name, bodies, ..
            } => {
                match self.body.expr(*type_name) {
                    Expr::QualifiedName(name) => out.add(Mention::Type(canonical(name))),
                    _ => out.add(Mention::Computed(EntityKind::DefinedType)),
                }
                if matches!(self.body.expr(*type_name), Expr::QualifiedName(name) if name == "class")
                {
                    let titles = bodies.iter().filter_map(|it| it.title);
                    titles.for_each(|it| self.add_named(it, EntityKind::Class, out));
                }
            }
            _ => {
                if let Some(call) = Call::from_expr(self.body, id) {
                    self.add_call(&call, out);
                }
            }
        }
    }

    /// `$facts['os']`, `Class[$x]`, `Resource[$x]`
    fn add_access(&self, left: ExprId, keys: &[ExprId], out: &mut Mentions) {
        let first = keys.first().map(|key| self.body.expr(*key));
        match self.body.expr(left) {
            Expr::Variable(_)
                if self
                    .body
                    .variable_name(left)
                    .is_some_and(|it| it == "facts") =>
            {
                match first {
                    Some(Expr::LiteralString(fact)) => {
                        out.add_entity(EntityKind::Fact, fact.clone())
                    }
                    _ => out.add(Mention::Computed(EntityKind::Fact)),
                }
            }
            Expr::QualifiedReference(name) if name.eq_ignore_ascii_case("class") => {
                for key in keys {
                    self.add_named(*key, EntityKind::Class, out);
                }
            }
            _ => {}
        }
    }

    fn add_call(&self, call: &Call<'_>, out: &mut Mentions) {
        let Some(name) = call.name else { return };
        out.add(Mention::Call(name.into()));
        let first = call.arguments.first().copied();
        if INCLUDING.contains(&name) && name != "hiera_include" {
            for argument in &call.arguments {
                self.add_named(*argument, EntityKind::Class, out);
            }
        }
        if LOOKING_UP.contains(&name) {
            first.inspect(|it| self.add_named(*it, EntityKind::DataKey, out));
            add_hierarchies("", out);
        }
        if DECLARING.contains(&name) {
            first.inspect(|it| self.add_named(*it, EntityKind::DefinedType, out));
        }
        if READING.contains(&name) {
            for argument in &call.arguments {
                self.add_named(*argument, EntityKind::Template, out);
            }
        }
        if matches!(name, "call" | "Deferred") {
            first.inspect(|it| self.add_named(*it, EntityKind::Function, out));
        }
    }

    /// Adds the names that an argument gives, which are those of a kind.
    fn add_named(&self, argument: ExprId, kind: EntityKind, out: &mut Mentions) {
        if let Expr::ConcatenatedString(parts) = self.body.expr(argument) {
            let (start, end) = self.ends(parts);
            out.add_pattern(start, end, true);
        }
        if let Expr::LiteralString(text) = self.body.expr(argument) {
            // What follows a dot is looked for in the value of the key.
            let root = text.split('.').next().unwrap_or_default();
            if kind == EntityKind::DataKey {
                out.add_entity(kind, root.trim_start_matches("::"));
            }
        }
        if self.is_computed(argument, 0) {
            out.add(Mention::Computed(kind));
        }
    }

    /// Whether a name may be another one than those that are written in the code that leads here.
    fn is_computed(&self, expr: ExprId, depth: usize) -> bool {
        let is_computed = |it: &ExprId| self.is_computed(*it, depth + 1);
        if depth > DEEPEST {
            return true;
        }
        match self.body.expr(expr) {
            Expr::LiteralString(_)
            | Expr::QualifiedName(_)
            | Expr::QualifiedReference(_)
            | Expr::LiteralUndef
            | Expr::LiteralDefault
            | Expr::LiteralBoolean(_)
            | Expr::LiteralHash(_) => false,
            Expr::Parenthesized(inner) | Expr::Unfold(inner) => is_computed(inner),
            Expr::LiteralList(items) | Expr::Block(items) => items.iter().any(is_computed),
            Expr::ConcatenatedString(parts) => {
                let (start, end) = self.ends(parts);
                start.len() + end.len() < 2
            }
            Expr::Variable(_) => match self.body.variable_name(expr) {
                Some(name) => match self.assigned.get(name) {
                    Some(values) => values.iter().any(is_computed),
                    // The variable of a class has what is written there.
                    None => !name.trim_start_matches("::").contains("::"),
                },
                None => true,
            },
            Expr::Access { left, .. } => is_computed(left),
            Expr::Arithmetic { left, right, .. } => is_computed(left) || is_computed(right),
            Expr::Selector { selectors, .. } => selectors.iter().any(|it| is_computed(&it.value)),
            Expr::If {
                then, otherwise, ..
            }
            | Expr::Unless {
                then, otherwise, ..
            } => then.iter().chain(otherwise).any(is_computed),
            Expr::Case { options, .. } => options
                .iter()
                .filter_map(|it| it.then)
                .any(|it| is_computed(&it)),
            Expr::Nop => false,
            _ => match Call::from_expr(self.body, expr) {
                Some(call) => match call.name {
                    Some(name) if LOOKING_UP.contains(&name) => false,
                    Some(name) if PASSING.contains(&name) => call.arguments.iter().any(is_computed),
                    _ => true,
                },
                None => true,
            },
        }
    }

    /// What stands before the first computed part of a string, and after the last.
    fn ends(&self, parts: &'a [ExprId]) -> (&'a str, &'a str) {
        let text = |part: Option<&ExprId>| match part.map(|it| self.body.expr(*it)) {
            Some(Expr::LiteralString(text)) => text.as_str(),
            _ => "",
        };
        (text(parts.first()), text(parts.last()))
    }
}

/// Adds the hierarchies in which the keys of a class are looked up, or those of any key.
fn add_hierarchies(class: &str, out: &mut Mentions) {
    out.add_entity(EntityKind::Hierarchy, "");
    if let Some((module, _)) = class
        .split_once("::")
        .or(Some((class, "")))
        .filter(|it| !it.0.is_empty())
    {
        out.add_entity(EntityKind::Hierarchy, module);
    }
}

/// The variables that the statements of a file assign, and the types whose defaults they set.
pub(crate) fn set_at_top(body: &Body) -> (Vec<SmolStr>, Vec<SmolStr>) {
    let (mut variables, mut types) = (Vec::new(), Vec::new());
    for (_, expr) in body.exprs() {
        match expr {
            Expr::Assignment { left, .. } => variables.extend(body.variable_name(*left).cloned()),
            Expr::ResourceDefaults {
                type_ref: Some(ty), ..
            } => {
                if let Expr::QualifiedReference(name) = body.expr(*ty) {
                    types.push(canonical(name));
                }
            }
            Expr::Collect { type_expr, .. } => {
                if let Expr::QualifiedReference(name) = body.expr(*type_expr) {
                    types.push(canonical(name));
                }
            }
            _ => {}
        }
    }
    (variables, types)
}

/// What the values in statements depend on: not the classes that stand beside them.
pub(crate) fn mentions_of_values(all: &Mentions) -> Mentions {
    let is_of_value = |it: &&Mention| match it {
        Mention::Call(_) | Mention::Variable(_) => true,
        Mention::Entity(key) => key.kind != EntityKind::Class,
        Mention::Computed(kind) => matches!(kind, EntityKind::DataKey | EntityKind::Fact),
        Mention::Name(_) | Mention::NameInData(_) | Mention::Type(_) | Mention::Pattern(..) => {
            false
        }
    };
    Mentions(all.0.iter().filter(is_of_value).cloned().collect())
}

/// Whether the statements of a file are more than definitions.
pub(crate) fn has_statements(body: &Body) -> bool {
    body.definition().kind() == DefinitionKind::File
        && body.exprs().any(|(_, expr)| {
            !matches!(
                expr,
                Expr::Block(_) | Expr::Definition(_) | Expr::Nop | Expr::Missing
            )
        })
}
