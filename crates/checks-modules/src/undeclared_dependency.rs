//! Uses of modules that the module's metadata.json does not name.
//!
//! Only modules that are here count, and only uses that every node makes: what stands in a branch, or after `defined`,
//! is a use if the module happens to be there.

use std::sync::Arc;

use puppet_db::{FileKind, Module, ModuleOrigin};
use puppet_diagnostics::{Severity, Subject, declare_rule};
use puppet_hir::model::{BodyOwner, Expr, ExprId};
use puppet_project::autoload;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use puppet_inference::body_context::Context;
use puppet_inference::infer::Call;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::index::declaring_functions::is_including_function;
use puppet_semantic::index::file_origin::{Role, owner, path_in_module};
use puppet_semantic::index::item_tree::{Item, ItemKind, canonical};
use puppet_semantic::index::module_dependencies::modules_of_metadata;
use puppet_types::inferred::Inferred;

declare_rule! {
    /// A module uses another one that is not in the dependencies of its metadata.json.
    pub UNDECLARED_DEPENDENCY = { code: "M702", name: "undeclared-dependency", level: Warning, fix: Unsafe }
}

/// Reports modules that a definition uses and its metadata do not name.
pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let Some(owner) = owner(context.db, context.item.file) else {
        return;
    };
    let Some(module) = owner.module.filter(|_| owner.role == Role::Module) else {
        return;
    };
    // The modules of an example are those of the person who runs it.
    let path = path_in_module(context.db, module, context.item.file);
    if path.is_some_and(|path| EXAMPLES.iter().any(|folder| path.starts_with(folder))) {
        return;
    }
    let Some(declared) = modules_of_metadata(context.db, module) else {
        return;
    };
    let mut uses = ModuleUses {
        context,
        declared,
        reported: FxHashSet::default(),
        out,
    };
    if let BodyOwner::Class {
        parent_class: Some(parent),
        ..
    } = context.body.definition()
    {
        uses.of(ItemKind::Class, parent, Anchor::ParentClass);
    }
    for it in context.reachable().filter(|it| !it.is_conditional) {
        uses.in_expression(it.id);
    }
}

/// Folders of a module whose manifests nothing loads.
const EXAMPLES: [&str; 3] = ["examples/", "spec/", "tests/"];

/// How serious the use of a module is; none for the modules of a control repository, which are nothing without each other.
/// What its `Puppetfile` names, and the modules beside each other in a folder, are installed together.
fn severity(context: &Context<'_>, used: Item) -> Option<Severity> {
    let (db, environment) = (context.db, context.environment());
    let module_of = |file| owner(db, file).and_then(|owner| owner.module);
    let root = environment.root(db).trim_end_matches('/');
    let is_within = |module: Module| {
        let rest = module.root(db).strip_prefix(root);
        rest.is_some_and(|rest| rest.starts_with('/'))
    };
    // Whatever part of an environment is checked, its modules are its own. Modules beside each other are no environment.
    let own = module_of(context.item.file).filter(|_| environment.conf(db).is_some());
    let is_own = module_of(used.file).is_some_and(|used| {
        used.origin(db) == ModuleOrigin::Workspace || is_within(used) && own.is_some_and(is_within)
    });
    let mut declaring = environment.declaring(db).iter();
    let has_puppetfile = declaring.any(|file| file.kind(db) == FileKind::Puppetfile);
    match (is_own, has_puppetfile) {
        (true, true) => None,
        (false, false) => Some(Severity::Warning),
        _ => Some(Severity::Hint),
    }
}

fn text(known: &Inferred) -> Option<&str> {
    known.value()?.as_str()
}

/// The uses of one body; there is one diagnostic for each module.
struct ModuleUses<'a, 'c> {
    context: &'a Context<'c>,
    declared: Arc<FxHashSet<SmolStr>>,
    reported: FxHashSet<SmolStr>,
    out: &'a mut Vec<BodyDiagnostic>,
}

impl ModuleUses<'_, '_> {
    fn in_expression(&mut self, id: ExprId) {
        let body = self.context.body;
        match body.expr(id) {
            Expr::QualifiedReference(name) if name.contains("::") => {
                self.of(ItemKind::TypeAlias, name, Anchor::Expr(id));
            }
            Expr::Resource {
                type_name, bodies, ..
            } => match body.expr(*type_name) {
                Expr::QualifiedName(name) if canonical(name) == "class" => {
                    self.of_classes(bodies.iter().filter_map(|body| body.title));
                }
                Expr::QualifiedName(name) => {
                    self.of(ItemKind::DefinedType, name, Anchor::Expr(*type_name));
                }
                _ => {}
            },
            Expr::CallNamedFunction { .. } | Expr::CallMethod { .. } => {
                let call = Call::from_expr(body, id);
                let Some((name, call)) = call.and_then(|call| Some((call.name?, call))) else {
                    return;
                };
                if is_including_function(name) {
                    self.of_classes(call.arguments.iter().copied());
                } else if name.contains("::") {
                    self.of(ItemKind::Function, name, Anchor::Expr(call.functor));
                }
            }
            _ => {}
        }
    }

    /// The classes whose names are the values of expressions.
    fn of_classes(&mut self, names: impl Iterator<Item = ExprId>) {
        let context = self.context;
        for expr in names {
            if let Some(name) = text(context.inference.result(expr)) {
                self.of(ItemKind::Class, name, Anchor::Expr(expr));
            }
        }
    }

    fn of(&mut self, kind: ItemKind, name: &str, anchor: Anchor) {
        let name = canonical(name);
        let module = SmolStr::from(autoload::module_name(&name));
        if self.declared.contains(&module) || self.reported.contains(&module) {
            return;
        }
        let Some(used) = self.context.names.resolve(kind, &name).item() else {
            return;
        };
        let Some(severity) = severity(self.context, used) else {
            return;
        };
        let message = format!(
            "Module '{module}' of the {} '{name}' is not listed in metadata.json dependencies",
            kind.describe()
        );
        let diagnostic = BodyDiagnostic::new(&UNDECLARED_DEPENDENCY, anchor, message)
            .with_subject(Subject::Module(module.clone()))
            .with_help("Add the module to 'dependencies' in metadata.json");
        self.out.push(diagnostic.with_severity(severity));
        self.reported.insert(module);
    }
}
