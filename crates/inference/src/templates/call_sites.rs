//! Templates in Embedded Puppet without declared parameters: the variables that they need, and the variables that their
//! calls pass.
//!
//! Such a template reads whatever its call gives it, and else the top scope. A variable that another call gives is a
//! parameter by convention: a call that leaves it out leaves it undefined.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, program};
use puppet_hir::model::{Body, Expr};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::infer::{CallSiteArguments, infer_at_call_site};
use puppet_hir::Call;
use puppet_semantic::index::item_tree::{Item, body};
use puppet_semantic::resolve::assets::template_name;
use puppet_types::inferred::Inferred;

/// The variables that a template reads whenever it is evaluated, without assigning them.
#[salsa::tracked(returns(clone))]
pub fn needed_by_template(db: &dyn Db, environment: Environment, item: Item) -> Arc<[SmolStr]> {
    let contents = body(db, item);
    let given = CallSiteArguments {
        title: Inferred::UNKNOWN,
        arguments: Box::default(),
    };
    let inference = infer_at_call_site(db, environment, item, &given);
    let mut names: Vec<SmolStr> = Vec::new();
    for expr in inference.absent() {
        if inference.is_certain(*expr)
            && let Some(name) = contents.variable_name(*expr)
            && !name.contains("::")
            && !names.contains(name)
        {
            names.push(name.clone());
        }
    }
    names.into()
}

/// The names that some call gives to each template: by its name with `.epp`.
type GivenByTemplate = Arc<FxHashMap<SmolStr, FxHashSet<SmolStr>>>;

/// Whether some call in the environment gives a variable to a template (`module/name.epp`).
#[salsa::tracked(returns(copy))]
pub fn is_given_to_template(
    db: &dyn Db,
    environment: Environment,
    template: SmolStr,
    variable: SmolStr,
) -> bool {
    let given = given_to_templates(db, environment);
    given
        .get(&template)
        .is_some_and(|names| names.contains(&variable))
}

#[salsa::tracked(returns(clone))]
fn given_to_templates(db: &dyn Db, environment: Environment) -> GivenByTemplate {
    let mut found: FxHashMap<SmolStr, FxHashSet<SmolStr>> = FxHashMap::default();
    for file in puppet_files(db, environment) {
        for (template, names) in given_in(db, file).iter() {
            let all = found.entry(template.clone()).or_default();
            all.extend(names.iter().cloned());
        }
    }
    Arc::new(found)
}

#[salsa::tracked(returns(clone))]
fn given_in(db: &dyn Db, file: File) -> GivenByTemplate {
    let mut found: FxHashMap<SmolStr, FxHashSet<SmolStr>> = FxHashMap::default();
    for (_, body) in program(db, file).bodies() {
        for (id, _) in body.exprs() {
            if let Some((template, names)) = given_by(body, id) {
                found.entry(template).or_default().extend(names);
            }
        }
    }
    Arc::new(found)
}

/// What a call of `epp` gives, as it is written.
fn given_by(body: &Body, id: puppet_hir::model::ExprId) -> Option<(SmolStr, Vec<SmolStr>)> {
    let call = Call::from_expr(body, id).filter(|call| call.name == Some("epp"))?;
    let [template, hash] = call.arguments[..] else {
        return None;
    };
    let template = text(body, template)?;
    let Expr::LiteralHash(entries) = body.expr(hash) else {
        return None;
    };
    let names = entries.iter().filter_map(|entry| text(body, entry.key));
    Some((with_extension(&template), names.collect()))
}

/// Whether some call may give a variable to a template (`module/name.epp`): one that names it in its hash, or one whose
/// hash is computed. Calls with a computed name of the template are those of its own module.
pub fn may_be_given(db: &dyn Db, environment: Environment, template: &str, variable: &str) -> bool {
    let module = template.split('/').next().unwrap_or(template);
    let any_of_module = || smol_str::format_smolstr!("{module}/");
    let given = given_anything(db, environment);
    given.contains(template)
        || given.contains(&any_of_module())
        || is_given_to_template(db, environment, template.into(), variable.into())
}

/// The templates that some call gives a computed hash; for those with computed names, `module/`.
#[salsa::tracked(returns(clone))]
fn given_anything(db: &dyn Db, environment: Environment) -> Arc<FxHashSet<SmolStr>> {
    let mut found = FxHashSet::default();
    for module in environment.modules(db).iter() {
        for file in module.files(db).iter() {
            found.extend(
                given_computed(db, *file)
                    .iter()
                    .map(|name| match name.is_empty() {
                        true => smol_str::format_smolstr!("{}/", module.name(db)),
                        false => name.clone(),
                    }),
            );
        }
    }
    for file in environment.manifests(db).iter() {
        found.extend(given_computed(db, *file).iter().cloned());
    }
    Arc::new(found)
}

/// The templates that the calls of a file give computed hashes; an empty name where it is computed, too.
#[salsa::tracked(returns(deref))]
fn given_computed(db: &dyn Db, file: File) -> Box<[SmolStr]> {
    if !file.kind(db).is_puppet() {
        return Box::default();
    }
    let program = program(db, file);
    let mut found: Vec<SmolStr> = Vec::new();
    for (_, body) in program.bodies() {
        let calls = body.exprs().filter_map(|(id, _)| Call::from_expr(body, id));
        for call in calls.filter(|call| call.name == Some("epp")) {
            let [template, hash] = call.arguments[..] else {
                continue;
            };
            let name = text(body, template);
            if name.is_none() || !matches!(body.expr(hash), Expr::LiteralHash(_)) {
                found.push(name.map_or_else(SmolStr::default, |name| with_extension(&name)));
            }
        }
    }
    found.into()
}

/// A text that is written down.
fn text(body: &Body, expr: puppet_hir::model::ExprId) -> Option<SmolStr> {
    match body.expr(expr) {
        Expr::LiteralString(text) | Expr::QualifiedName(text) => Some(text.clone()),
        _ => None,
    }
}

/// The name of a template with its extension.
#[must_use]
pub fn with_extension(template: &str) -> SmolStr {
    match template.ends_with(".epp") {
        true => template.into(),
        false => smol_str::format_smolstr!("{template}.epp"),
    }
}

/// A function that renders a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TemplateFunction {
    /// `epp`
    Epp,
    /// `template`
    Erb,
}

/// Whether calls of `template()` render a file that is called a template in Embedded Puppet, and none of `epp()` does.
/// The call decides which language it is in.
pub fn is_rendered_as_ruby(db: &dyn Db, environment: Environment, file: File) -> bool {
    let Some(name) = template_name(db, file) else {
        return false;
    };
    let mut is_ruby = false;
    for file in puppet_files(db, environment) {
        for (end, renderer) in rendered_in(db, file) {
            let is_named = *end == name || end.starts_with('/') && name.ends_with(&**end);
            match renderer {
                TemplateFunction::Epp if is_named => return false,
                TemplateFunction::Erb => is_ruby |= is_named,
                TemplateFunction::Epp => {}
            }
        }
    }
    is_ruby
}

/// The names of the templates that calls in a file render, or what follows the module in them (`"${module_name}/a.epp"`).
#[salsa::tracked(returns(deref))]
fn rendered_in(db: &dyn Db, file: File) -> Box<[(SmolStr, TemplateFunction)]> {
    let mut found = Vec::new();
    for (_, body) in program(db, file).bodies() {
        for call in body.exprs().filter_map(|(id, _)| Call::from_expr(body, id)) {
            let (renderer, names) = match call.name {
                Some("epp") => (TemplateFunction::Epp, call.arguments.get(..1)),
                Some("template") => (TemplateFunction::Erb, call.arguments.get(..)),
                _ => continue,
            };
            let names = names.into_iter().flatten();
            found.extend(names.filter_map(|name| Some((end_of_text(body, *name)?, renderer))));
        }
    }
    found.into()
}

/// A text that is written down, or the end of one that starts with a value.
fn end_of_text(body: &Body, expr: puppet_hir::model::ExprId) -> Option<SmolStr> {
    match body.expr(expr) {
        Expr::ConcatenatedString(segments) => text(body, *segments.last()?),
        _ => text(body, expr),
    }
}

/// The manifests and templates in Embedded Puppet of an environment.
fn puppet_files(db: &dyn Db, environment: Environment) -> impl Iterator<Item = File> {
    let of_modules = environment.modules(db).iter();
    let files = of_modules
        .flat_map(|module| module.files(db).iter())
        .chain(environment.manifests(db).iter());
    files.copied().filter(|file| file.kind(db).is_puppet())
}
