//! Variables and parameters that nothing reads.
//!
//! The variables of classes and of top scope can be read from everywhere: they are left alone, as are all in bodies
//! that call templates of which not all is known. A class's parameters count as read where its module reads them.

use std::sync::Arc;

use puppet_db::{Db, Environment, Module, program};
use puppet_diagnostics::{Safety, Tag, declare_rule};
use puppet_hir::model::{DefinitionKind, Expr, ExprId, Kinds, Parameter, Step};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::rules;
use crate::runner::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, BodyFix};
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::{Item, canonical};
use puppet_semantic::variables::body_reads::{BodyReads, body_reads};

declare_rule! {
    /// A variable is assigned but never read.
    pub UNUSED_VARIABLE = { code: "N110", name: "unused-variable", levels: [Off, Hint, Hint], fix: Safe }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let reads = body_reads(context.db, context.environment(), context.item);
    if reads.is_open {
        return;
    }
    check_head(context, &reads, out);
    let is_closed = matches!(
        context.body.definition().kind(),
        DefinitionKind::DefinedType | DefinitionKind::Function | DefinitionKind::Plan
    );
    let mut lambdas = 0;
    // In classes, only what stands in lambdas counts.
    let statements = match is_closed {
        true => context.body.statements(),
        false => context.body.statements_with(Kinds::LAMBDA).collect(),
    };
    let statements = statements.into_iter();
    for step in statements.flat_map(|it| context.body.preorder(it)) {
        match step {
            Step::Enter(id) => match context.body.expr(id) {
                Expr::Lambda { parameters, .. } => {
                    lambdas += 1;
                    check_lambda(parameters, &reads, out);
                }
                Expr::Assignment { left, .. } if is_closed || lambdas > 0 => {
                    check_target(context, *left, &reads, out);
                }
                _ => {}
            },
            Step::Leave(id) => {
                lambdas -= usize::from(matches!(context.body.expr(id), Expr::Lambda { .. }));
            }
        }
    }
}

fn is_unread(name: &str, reads: &BodyReads) -> bool {
    !name.starts_with('_') && !reads.names.contains(name)
}

fn check_target(
    context: &Context<'_>,
    target: ExprId,
    reads: &BodyReads,
    out: &mut Vec<BodyDiagnostic>,
) {
    match context.body.expr(target) {
        Expr::Variable(_) => {
            let name = context.body.variable_name(target);
            if let Some(name) = name.filter(|name| is_unread(name, reads)) {
                let message = format!("Unused variable '${name}'");
                out.push(
                    BodyDiagnostic::new(&UNUSED_VARIABLE, Anchor::Expr(target), message)
                        .with_tag(Tag::Unnecessary)
                        .with_help("Prefix the name with '_' to keep it")
                        .with_fix(BodyFix::replace(
                            format!("Rename to `$_{name}`"),
                            Safety::Safe,
                            Anchor::Expr(target),
                            format!("$_{name}"),
                        )),
                );
            }
        }
        // Of several, some may only be there for their places.
        Expr::LiteralList(_) => {}
        _ => {}
    }
}

fn unread(parameter: &Parameter) -> BodyDiagnostic {
    let message = format!("Unused parameter '${}'", parameter.name);
    let anchor = Anchor::PartName(parameter.part);
    BodyDiagnostic::new(&rules::UNUSED_PARAMETER, anchor, message).with_tag(Tag::Unnecessary)
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
    let elsewhere = if is_class {
        match read_elsewhere(context) {
            Some(elsewhere) => elsewhere,
            None => return,
        }
    } else {
        FxHashSet::default()
    };
    for parameter in candidates {
        if elsewhere.contains(&parameter.name) {
            continue;
        }
        out.push(unread(parameter));
    }
}

/// The variables of a class that other bodies of its module read; `None` if all may be read, since the class is
/// inherited.
fn read_elsewhere(context: &Context<'_>) -> Option<FxHashSet<SmolStr>> {
    let class = canonical(context.body.name()?);
    let module = owner(context.db, context.item.file)?.module?;
    let reads = module_reads(context.db, context.environment(), module);
    if reads.parents.contains(&class) {
        return None;
    }
    let own = reads.names.iter().filter_map(|name| {
        let (owner, variable) = name.rsplit_once("::")?;
        (canonical(owner) == class).then(|| variable.into())
    });
    Some(own.collect())
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
