//! Variables that nothing reads.
//!
//! The variables of classes and of top scope can be read from everywhere: they are not reported, nor are those in bodies
//! that call templates of which not all is known.

use puppet_diagnostics::{Safety, Tag, declare_rule};
use puppet_hir::model::{Body, DefinitionKind, Expr, ExprId, ExprKinds, Step};

use puppet_inference::body_context::Context;
use puppet_inference::variables::body_reads::{BodyReads, body_reads};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, BodyFix};

declare_rule! {
    /// A variable is assigned but never read.
    pub UNUSED_VARIABLE = { code: "N110", name: "unused-variable", levels: [Off, Hint, Hint], fix: Safe }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let reads = body_reads(context.db, context.environment(), context.item);
    if reads.is_open {
        return;
    }
    let is_closed = matches!(
        context.body.definition().kind(),
        DefinitionKind::DefinedType | DefinitionKind::Function | DefinitionKind::Plan
    );
    let result = result(context.body);
    let mut lambdas = 0;
    // In classes, only what stands in lambdas counts.
    let statements = match is_closed {
        true => context.body.statements(),
        false => context.body.statements_with(ExprKinds::LAMBDA).collect(),
    };
    let statements = statements.into_iter();
    for step in statements.flat_map(|it| context.body.preorder(it)) {
        match step {
            Step::Enter(id) => match context.body.expr(id) {
                Expr::Lambda { .. } => lambdas += 1,
                // An assignment at the end of a function gives a name to its result.
                Expr::Assignment { .. } if result == Some(id) => {}
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

/// The last statement of a function, whose value the function returns.
fn result(body: &Body) -> Option<ExprId> {
    let is_function = body.definition().kind() == DefinitionKind::Function;
    body.statements().last().copied().filter(|_| is_function)
}

/// Whether nothing reads a variable; a name that starts with `_` says so itself.
pub(crate) fn is_unread(name: &str, reads: &BodyReads) -> bool {
    !name.starts_with('_') && !reads.names.contains(name)
}

fn check_target(
    context: &Context<'_>,
    target: ExprId,
    reads: &BodyReads,
    out: &mut Vec<BodyDiagnostic>,
) {
    // In `[$a, $b] = …`, a variable may only fill its position.
    if !matches!(context.body.expr(target), Expr::Variable(_)) {
        return;
    }
    let name = context.body.variable_name(target);
    if let Some(name) = name.filter(|name| is_unread(name, reads)) {
        let message = format!("Unused variable '${name}'");
        let fix = BodyFix::replace(
            format!("Rename to `$_{name}`"),
            Safety::Safe,
            Anchor::Expr(target),
            format!("$_{name}"),
        );
        out.push(
            BodyDiagnostic::new(&UNUSED_VARIABLE, Anchor::Expr(target), message)
                .with_tag(Tag::Unnecessary)
                .with_help("Prefix the name with '_' to keep it")
                .with_fix(fix),
        );
    }
}
