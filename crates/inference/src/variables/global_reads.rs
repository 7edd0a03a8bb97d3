//! The names of the top scope that the code reads.
//!
//! Top scope also holds what is in no file: external facts, and what a node classifier sets. A name that several
//! bodies read in the same belief may be one of those; one that a single body reads has nothing else to speak for it.

use std::sync::Arc;

use puppet_db::{Db, Environment, File};
use puppet_hir::model::{Body, ChunkRef, Expr, ExprId, Summary};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::infer::Call;
use puppet_db::check_settings::expects_all;
use puppet_semantic::index::name_index;

/// What so many bodies read is rather there, wherever it comes from.
const MANY_READERS: u32 = 8;

/// Whether more than one body of the environment reads this name of the top scope.
pub fn is_shared(db: &dyn Db, environment: Environment, name: SmolStr) -> bool {
    reader_count(db, environment, name) > 1
}

/// Whether any body of the environment reads this name of the top scope.
pub fn is_read_at_top(db: &dyn Db, environment: Environment, name: SmolStr) -> bool {
    reader_count(db, environment, name) > 0
}

/// Whether so many bodies read this name of the top scope that a typo is out of the question.
pub fn is_widely_read(db: &dyn Db, environment: Environment, name: SmolStr) -> bool {
    reader_count(db, environment, name) >= MANY_READERS
}

/// How many bodies of the environment read this name of the top scope, whichever way it is written: `$x` (where the body
/// itself has no variable of this name), `$::x`, `$facts['x']`.
#[salsa::tracked(returns(copy))]
fn reader_count(db: &dyn Db, environment: Environment, name: SmolStr) -> u32 {
    if expects_all(db) {
        return readers(db, environment).get(&name).copied().unwrap_or(0);
    }
    let of_modules = name_index::files_with_name(db, environment, &name);
    let manifests = name_index::filter_mentioning(db, environment.manifests(db), &name);
    let loose = name_index::filter_mentioning(db, environment.loose(db), &name);
    let files = of_modules.chain(manifests).chain(loose);
    let counts = files.filter_map(|file| reads(db, file).get(&name).copied());
    counts.sum()
}

/// How many bodies read each name.
#[salsa::tracked(returns(clone))]
fn readers(db: &dyn Db, environment: Environment) -> Arc<FxHashMap<SmolStr, u32>> {
    let mut readers = FxHashMap::default();
    let of_modules = environment
        .modules(db)
        .iter()
        .flat_map(|module| module.files(db).iter());
    let manifests = environment.manifests(db).iter();
    let loose = environment.loose(db).iter();
    for file in of_modules.chain(manifests).chain(loose) {
        if file.kind(db).is_puppet() {
            for (name, count) in &*reads(db, *file) {
                *readers.entry(name.clone()).or_default() += count;
            }
        }
    }
    Arc::new(readers)
}

/// The names of the top scope that the bodies of a file read, and how many bodies read each.
#[salsa::tracked(returns(clone))]
pub fn reads(db: &dyn Db, file: File) -> Arc<FxHashMap<SmolStr, u32>> {
    let mut reads = FxHashMap::default();
    for (_, body) in puppet_db::program(db, file).bodies() {
        for name in reads_of_body(body) {
            *reads.entry(name).or_default() += 1;
        }
    }
    Arc::new(reads)
}

fn reads_of_body(body: &Body) -> FxHashSet<SmolStr> {
    let chunks = body.summaries::<ChunkGlobalReads>();
    let mut own: FxHashSet<&SmolStr> = body.parameters().iter().map(|it| &it.name).collect();
    own.extend(chunks.iter().flat_map(|it| &it.own));
    let mut names = FxHashSet::default();
    for chunk in &chunks {
        let plain = chunk.plain.iter().filter(|name| !own.contains(name));
        names.extend(plain.chain(&chunk.of_top).cloned());
    }
    names
}

/// What a chunk of a body reads, each name once.
struct ChunkGlobalReads {
    /// Variables without a namespace: of the top scope, if they are not the body's own.
    plain: Box<[SmolStr]>,
    /// Certainly of the top scope: `$::x`, `$facts['x']`.
    of_top: Box<[SmolStr]>,
    /// Parameters of lambdas, and whatever is assigned.
    own: Box<[SmolStr]>,
}

impl Summary for ChunkGlobalReads {
    fn read(chunk: &ChunkRef<'_>) -> Self {
        let body = chunk.body;
        let (mut plain, mut of_top) = (FxHashSet::default(), FxHashSet::default());
        for (id, expr) in body.exprs() {
            if let Expr::Variable(_) = expr
                && let Some(name) = body.variable_name(id)
            {
                match name.strip_prefix("::") {
                    Some(name) if !name.contains("::") => drop(of_top.insert(name.into())),
                    None if !name.contains("::") => drop(plain.insert(name.clone())),
                    _ => {}
                }
            }
            of_top.extend(fact_name(body, id).cloned());
        }
        Self {
            plain: plain.into_iter().collect(),
            of_top: of_top.into_iter().collect(),
            own: own_names(body).into_iter().cloned().collect(),
        }
    }
}

/// The name of the fact that an expression gets: `x` of `$facts['x']`.
pub fn fact_name(body: &Body, id: ExprId) -> Option<&SmolStr> {
    let Expr::Access { left, keys } = body.expr(id) else {
        return None;
    };
    let variable = body.variable_name(body.without_parentheses(*left))?;
    match (&**variable, &**keys) {
        ("facts" | "::facts", [key]) => match body.expr(*key) {
            Expr::LiteralString(name) | Expr::QualifiedName(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// The variable and the keys of `$facts['os']['family']`, with dots; the argument of `fact('os.family')`.
#[must_use]
pub fn fact_path(body: &Body, expr: ExprId) -> Option<String> {
    let expr = body.without_parentheses(expr);
    let text = |expr: ExprId| match body.expr(expr) {
        Expr::LiteralString(text) | Expr::QualifiedName(text) => Some(text.as_str()),
        _ => None,
    };
    match body.expr(expr) {
        Expr::Variable(_) => Some(body.variable_name(expr)?.to_string()),
        Expr::Access { left, keys } => match **keys {
            [key] => Some(format!("{}.{}", fact_path(body, *left)?, text(key)?)),
            _ => None,
        },
        _ => {
            let call = Call::from_expr(body, expr).filter(|call| call.name == Some("fact"))?;
            text(*call.arguments.first()?).map(str::to_owned)
        }
    }
}

/// Parameters of lambdas, and whatever is assigned.
fn own_names(body: &Body) -> FxHashSet<&SmolStr> {
    let mut names = FxHashSet::default();
    for (_, expr) in body.exprs() {
        match expr {
            Expr::Lambda { parameters, .. } => names.extend(parameters.iter().map(|it| &it.name)),
            Expr::Assignment { left, .. } => match body.expr(*left) {
                Expr::LiteralList(targets) => {
                    names.extend(targets.iter().filter_map(|it| body.variable_name(*it)));
                }
                _ => names.extend(body.variable_name(*left)),
            },
            _ => {}
        }
    }
    names
}
