//! Keys whose values are the names of classes that code includes: `lookup('classes').include`.

use puppet_db::{Db, Environment, File, program};
use puppet_hir::Call;
use puppet_hir::model::{Body, Expr, ExprId, KeyedEntry};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::index::declaring_functions::is_including_function;

/// The functions that look a key up, and give what is found.
const LOOKUPS: [&str; 3] = ["lookup", "hiera", "hiera_array"];

/// Functions that give the elements of their argument, whatever they are.
const KEEPING: [&str; 2] = ["flatten", "unique"];

/// The keys for which the code of an environment includes every class that is found.
#[salsa::tracked(returns(ref))]
pub fn included_keys(db: &dyn Db, environment: Environment) -> FxHashSet<SmolStr> {
    let modules = environment.modules(db).iter();
    let of_modules = modules.flat_map(|module| module.files(db).iter());
    let files = environment.manifests(db).iter().chain(of_modules);
    let files = files.filter(|file| file.kind(db).is_puppet());
    files
        .flat_map(|file| included_in(db, *file).iter().cloned())
        .collect()
}

#[salsa::tracked(returns(ref))]
fn included_in(db: &dyn Db, file: File) -> FxHashSet<SmolStr> {
    let mut found = FxHashSet::default();
    let text = file.text(db);
    if LOOKUPS.iter().any(|function| text.contains(function)) {
        for (_, body) in program(db, file).bodies() {
            add_included(body, &mut found);
        }
    }
    found
}

/// The keys that are known for variables.
type Origins<'a> = FxHashMap<&'a str, SmolStr>;

fn add_included(body: &Body, found: &mut FxHashSet<SmolStr>) {
    let mut origins = Origins::default();
    for (_, expr) in body.exprs() {
        if let Expr::Assignment { left, right, .. } = expr
            && let Some(name) = body.variable_name(*left)
            && let Some(key) = origin(body, *right, &origins)
        {
            origins.insert(name, key);
        }
    }
    for (id, _) in body.exprs() {
        let Some(call) = Call::from_expr(body, id) else {
            continue;
        };
        match (call.name, call.lambda.map(|lambda| body.expr(lambda))) {
            (Some("hiera_include"), _) => {
                found.extend(call.arguments.first().and_then(|it| key(body, *it)));
            }
            (
                Some("each"),
                Some(Expr::Lambda {
                    parameters,
                    body: Some(block),
                    ..
                }),
            ) => {
                if let [parameter] = &**parameters
                    && let Some(values) = call.arguments.first()
                    && let Some(key) = origin(body, *values, &origins)
                {
                    let element = Origins::from_iter([(parameter.name.as_str(), key)]);
                    for statement in statements(body, block) {
                        found.extend(included(body, *statement, &element));
                    }
                }
            }
            _ => found.extend(included(body, id, &origins)),
        }
    }
}

/// What is evaluated in any case in a block, which may be a single statement.
fn statements<'a>(body: &'a Body, block: &'a ExprId) -> &'a [ExprId] {
    match body.expr(*block) {
        Expr::Block(statements) => statements,
        _ => std::slice::from_ref(block),
    }
}

/// The keys whose values a call includes.
fn included<'a>(body: &'a Body, call: ExprId, origins: &'a Origins<'_>) -> Vec<SmolStr> {
    let call = Call::from_expr(body, call);
    let call = call.filter(|call| call.name.is_some_and(is_including_function));
    let arguments = call.into_iter().flat_map(|call| call.arguments);
    arguments
        .filter_map(|argument| origin(body, argument, origins))
        .collect()
}

/// The key whose value an expression has.
fn origin(body: &Body, expr: ExprId, origins: &Origins<'_>) -> Option<SmolStr> {
    let expr = body.without_parentheses(expr);
    if let Some(name) = body.variable_name(expr) {
        return origins.get(name.as_str()).cloned();
    }
    let call = Call::from_expr(body, expr)?;
    let (name, first) = (call.name?, *call.arguments.first()?);
    match name {
        _ if KEEPING.contains(&name) => origin(body, first, origins),
        _ if LOOKUPS.contains(&name) => key(body, first),
        _ => None,
    }
}

/// The key that the first argument of a lookup names, by itself or as an entry of the options.
fn key(body: &Body, argument: ExprId) -> Option<SmolStr> {
    match body.expr(body.without_parentheses(argument)) {
        Expr::LiteralHash(entries) => {
            let is_name = |entry: &&KeyedEntry| {
                let name = text(body, entry.key);
                name.is_some_and(|it| it == "name")
            };
            text(body, entries.iter().find(is_name)?.value)
        }
        _ => text(body, argument),
    }
}

fn text(body: &Body, expr: ExprId) -> Option<SmolStr> {
    match body.expr(expr) {
        Expr::LiteralString(text) | Expr::QualifiedName(text) => Some(text.clone()),
        _ => None,
    }
}
