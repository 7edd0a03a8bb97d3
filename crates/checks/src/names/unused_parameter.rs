//! Parameters that nothing reads.
//!
//! Those of a class count as read where its module reads them. Bodies that call templates of which not all is known are
//! not checked.

use std::sync::Arc;

use puppet_db::{Db, Environment, FileKind, Module, program};
use puppet_diagnostics::{Safety, Tag, declare_rule};
use puppet_hir::model::{DefinitionKind, Expr, ExprKinds, Parameter};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::names::unused_variable::is_unread;
use puppet_inference::body_context::Context;
use puppet_inference::variables::body_reads::{BodyReads, body_reads};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, BodyFix};
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::{Item, canonical};

declare_rule! {
    /// A parameter is never read.
    pub UNUSED_PARAMETER = { code: "N111", name: "unused-parameter", levels: [Off, Hint, Hint], fix: Unsafe }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let reads = body_reads(context.db, context.environment(), context.item);
    if reads.is_open {
        return;
    }
    check_head(context, &reads, out);
    let statements = context.body.statements_with(ExprKinds::LAMBDA);
    for (_, expr) in statements.flat_map(|it| context.body.preorder(it).entered()) {
        if let Expr::Lambda { parameters, .. } = expr {
            check_lambda(parameters, &reads, out);
        }
    }
}

fn check_head(context: &Context<'_>, reads: &BodyReads, out: &mut Vec<BodyDiagnostic>) {
    let candidates: Vec<&Parameter> = context
        .body
        .parameters()
        .iter()
        .filter(|parameter| is_unread(&parameter.name, reads))
        .collect();
    let is_class = context.body.definition().kind() == DefinitionKind::Class;
    if candidates.is_empty() {
        return;
    }
    let other_reads = if is_class {
        match read_in_other_files(context) {
            Some(other_reads) => other_reads,
            None => return,
        }
    } else {
        FxHashSet::default()
    };
    for parameter in candidates {
        if other_reads.contains(&parameter.name) {
            continue;
        }
        out.push(unread(parameter));
    }
}

/// Parameters of lambdas have places: only those after the last one that is read can go.
fn check_lambda(parameters: &[Parameter], reads: &BodyReads, out: &mut Vec<BodyDiagnostic>) {
    for parameter in parameters.iter().rev() {
        if !is_unread(&parameter.name, reads) {
            return;
        }
        out.push(
            unread(parameter)
                .with_help("Prefix the name with '_' to keep it")
                .with_fix(BodyFix::replace(
                    format!("Rename to `$_{}`", parameter.name),
                    Safety::Safe,
                    Anchor::PartName(parameter.part),
                    format!("$_{}", parameter.name),
                )),
        );
    }
}

fn unread(parameter: &Parameter) -> BodyDiagnostic {
    let message = format!("Unused parameter '${}'", parameter.name);
    let anchor = Anchor::PartName(parameter.part);
    BodyDiagnostic::new(&UNUSED_PARAMETER, anchor, message).with_tag(Tag::Unnecessary)
}

/// The variables of a class that other bodies of its module read; `None` if all may be read, since the class is
/// inherited.
fn read_in_other_files(context: &Context<'_>) -> Option<FxHashSet<SmolStr>> {
    let class = canonical(context.body.name()?);
    let module = owner(context.db, context.item.file)?.module?;
    let reads = module_reads(context.db, context.environment(), module);
    if reads.parents.contains(&class) {
        return None;
    }
    let in_templates = names_in_templates(context.db, context.environment());
    let own = reads.names.iter().chain(in_templates.iter());
    let own = own.filter_map(|name| {
        let (owner, variable) = name.rsplit_once("::")?;
        (canonical(owner) == class).then(|| variable.into())
    });
    Some(own.collect())
}

/// The names with a namespace in all templates in Embedded Ruby: `scope['web::port']`. Which templates are rendered where
/// cannot be known.
#[salsa::tracked(returns(clone))]
fn names_in_templates(db: &dyn Db, environment: Environment) -> Arc<FxHashSet<SmolStr>> {
    let modules = environment.modules(db).iter();
    let files = modules.flat_map(|module| module.files(db).iter());
    let mut names = FxHashSet::default();
    for file in files.filter(|file| file.kind(db) == FileKind::Erb) {
        let is_in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
        let words = file.text(db).split(|c| !is_in_name(c));
        let named = words.filter(|word| word.contains("::"));
        names.extend(named.map(|word| canonical(word.trim_start_matches("::"))));
    }
    Arc::new(names)
}

/// What the bodies of a module read of classes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct ModuleReads {
    /// Variables with the names of their classes.
    names: FxHashSet<SmolStr>,
    /// Classes that are inherited.
    parents: FxHashSet<SmolStr>,
}

#[salsa::tracked(returns(clone))]
fn module_reads(db: &dyn Db, environment: Environment, module: Module) -> Arc<ModuleReads> {
    let mut found = ModuleReads::default();
    for file in module.files(db).iter().copied() {
        if !file.kind(db).is_puppet() {
            continue;
        }
        for (body, _) in program(db, file).bodies() {
            let reads = body_reads(db, environment, Item { file, body });
            let qualified = reads.names.iter().filter(|name| name.contains("::"));
            found.names.extend(qualified.cloned());
            found.parents.extend(reads.parent.clone());
        }
    }
    Arc::new(found)
}
