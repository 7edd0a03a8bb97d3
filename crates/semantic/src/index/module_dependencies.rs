//! The modules that the files of a project name: the `Puppetfile` of an environment, the `.fixtures.yml` of a module, and
//! code that uses what they define.

pub mod missing;

use std::sync::Arc;

use puppet_db::{Db, Environment, File, FileKind, Module, program};
use puppet_hir::model::{Body, BodyOwner, ChunkRef, Expr, ExprId, Summary};
use puppet_project::metadata::{Metadata, MetadataGravity, module_part};
use puppet_project::{autoload, fixtures_file};
use puppet_text::TextRange;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::index::declaring_functions::is_including_function;
use puppet_hir::Call;

/// Names that look like those of modules, and are Puppet's own.
pub(crate) const OWN: [&str; 3] = ["pcore", "puppet", "settings"];

/// The modules that a `Puppetfile` or `.fixtures.yml` names, without their authors, and where they stand.
pub(crate) fn referenced_modules(db: &dyn Db, file: File) -> Vec<(String, TextRange)> {
    match file.kind(db) {
        FileKind::Puppetfile => of_puppetfile(file.text(db)),
        FileKind::Fixtures => {
            let modules = fixtures_file::fixture_modules(file.text(db)).into_iter();
            modules.map(|module| (module.name, module.range)).collect()
        }
        _ => Vec::new(),
    }
}

fn of_puppetfile(text: &str) -> Vec<(String, TextRange)> {
    let modules = puppet_ruby::declared_modules(text).into_iter();
    modules
        .map(|module| {
            let name = module_part(&module.name).unwrap_or(&module.name);
            (name.to_owned(), module.range)
        })
        .collect()
}

/// Stands for the modules whose names a `Puppetfile` computes. No module has this name: it is always missing.
const COMPUTED: &str = "*";

/// The modules that the `Puppetfile` of an environment names: all of its code may use them.
#[salsa::tracked(returns(clone))]
pub(crate) fn modules_of_puppetfile(
    db: &dyn Db,
    environment: Environment,
) -> Arc<FxHashSet<SmolStr>> {
    let files = environment.declaring(db).iter();
    let puppetfiles = files.filter(|file| file.kind(db) == FileKind::Puppetfile);
    let mut named = FxHashSet::default();
    for file in puppetfiles {
        let modules = referenced_modules(db, *file).into_iter();
        named.extend(modules.map(|(name, _)| SmolStr::from(name)));
        if puppet_ruby::has_computed_modules(file.text(db)) {
            named.insert(SmolStr::new_static(COMPUTED));
        }
    }
    Arc::new(named)
}

/// The modules that the `metadata.json` of a module names, and itself; `None` without readable metadata.
#[salsa::tracked(returns(clone))]
pub fn modules_of_metadata(db: &dyn Db, module: Module) -> Option<Arc<FxHashSet<SmolStr>>> {
    let text = module.metadata(db)?.text(db);
    let metadata = Metadata::parse(text);
    let mut problems = metadata.problems.iter();
    if problems.any(|problem| problem.gravity == MetadataGravity::Fatal) {
        return None;
    }
    let names = metadata.dependencies.iter().map(|dependency| {
        let name = dependency.name.rsplit(['/', '-']).next();
        SmolStr::from(name.unwrap_or_default().to_lowercase())
    });
    let own = SmolStr::from(&**module.name(db));
    Some(Arc::new(names.chain([own]).collect()))
}

/// The modules that the `.fixtures.yml` of a module names: its code may use them, also where `metadata.json` does not
/// ask for them.
#[salsa::tracked(returns(clone))]
pub(crate) fn modules_of_fixtures(
    db: &dyn Db,
    environment: Environment,
    module: Module,
) -> Arc<FxHashSet<SmolStr>> {
    let is_own = |file: &&File| {
        let folder = file.path(db).rsplit_once('/').map(|(folder, _)| folder);
        file.kind(db) == FileKind::Fixtures && folder == Some(&**module.root(db))
    };
    let fixtures = environment.declaring(db).iter().filter(is_own);
    let named = fixtures.flat_map(|file| referenced_modules(db, *file));
    Arc::new(named.map(|(name, _)| name.into()).collect())
}

/// The modules whose names a file uses: those of qualified names, and of classes that are included.
#[salsa::tracked(returns(clone))]
pub(crate) fn used_modules(db: &dyn Db, file: File) -> Arc<FxHashSet<SmolStr>> {
    let mut named = FxHashSet::default();
    for (_, body) in program(db, file).bodies() {
        if let BodyOwner::Class {
            parent_class: Some(parent),
            ..
        } = body.definition()
        {
            add(parent, &mut named);
        }
        for part in body.summaries::<ChunkModules>() {
            named.extend(part.0.iter().cloned());
        }
    }
    Arc::new(named)
}

/// The modules whose names a chunk of a body uses.
struct ChunkModules(Box<[SmolStr]>);

impl Summary for ChunkModules {
    fn read(chunk: &ChunkRef<'_>) -> Self {
        let body = chunk.body;
        let mut named = FxHashSet::default();
        for (id, expr) in body.exprs() {
            match expr {
                Expr::QualifiedName(name) | Expr::QualifiedReference(name)
                    if name.trim_start_matches("::").contains("::") =>
                {
                    // Variables are names too; those of classes name modules as well.
                    add(name, &mut named);
                }
                Expr::CallNamedFunction { .. } => add_included(body, id, &mut named),
                Expr::Resource {
                    type_name, bodies, ..
                } if matches!(body.expr(*type_name), Expr::QualifiedName(name) if name == "class") =>
                {
                    let titles = bodies.iter().filter_map(|body| body.title);
                    titles.for_each(|title| add_class(body, title, &mut named));
                }
                _ => {}
            }
        }
        Self(named.into_iter().collect())
    }
}

fn add_included(body: &Body, id: ExprId, named: &mut FxHashSet<SmolStr>) {
    let call =
        Call::from_expr(body, id).filter(|call| call.name.is_some_and(is_including_function));
    for argument in call.into_iter().flat_map(|call| call.arguments) {
        add_class(body, argument, named);
    }
}

fn add_class(body: &Body, class: ExprId, named: &mut FxHashSet<SmolStr>) {
    if let Expr::QualifiedName(name) | Expr::LiteralString(name) = body.expr(class) {
        add(name, named);
    }
}

fn add(name: &str, named: &mut FxHashSet<SmolStr>) {
    let module = autoload::module_name(name);
    // `::x` is no name of a module: that of a variable.
    if autoload::is_module_directory_name(&module) && !OWN.contains(&&*module) {
        named.insert(module.into());
    }
}
