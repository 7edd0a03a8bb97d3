//! Values that are computed where the catalog is applied, and that are looked at when it is compiled.
//!
//! A `Deferred` is an object until then: as text it says how it is made, and it equals nothing else. Operators and
//! functions that refuse it are errors, which others tell.

use puppet_db::FileKind;
use puppet_diagnostics::declare_rule;
use puppet_hir::model::{Body, ChunkRef, ComparisonOperator, Expr, ExprId, Step, Summary};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use puppet_inference::body_context::Context;
use puppet_inference::infer::Call;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

declare_rule! {
    /// The value of a Deferred is used before it is resolved.
    pub DEFERRED_USED_EARLY = {
        code: "F506", name: "deferred-used-early",
        level: Warning, no_fix: "more than the expression itself must be deferred",
    }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let mut notes = context.body.summaries::<NamesDeferred>().into_iter();
    // A template may be given variables that nothing in it tells of.
    let is_template = context.item.file.kind(context.db) == FileKind::Epp;
    if is_template || !notes.any(|it| it.0) {
        return;
    }
    let uses = DeferredUses {
        context,
        variables: deferred_variables(context.body),
    };
    for it in context.reachable() {
        let found = uses.of_expr(it.id, it.expr);
        out.extend(found.map(|(at, effect)| diagnostic(at, effect)));
    }
    for (_, call) in context.calls() {
        out.extend(uses.of_call(call));
    }
}

fn diagnostic(at: ExprId, effect: &str) -> BodyDiagnostic {
    let message = format!("Deferred value is not resolved until the catalog is applied: {effect}");
    BodyDiagnostic::new(&DEFERRED_USED_EARLY, Anchor::Expr(at), message).with_help(
        "Defer the function that uses the value, too: `Deferred('sprintf', ['… %s …', $value])`",
    )
}

/// What comes of a Deferred in a text.
const TEXT: &str = "the string will contain `Deferred({…})`";

/// Whether a chunk has the name at all.
struct NamesDeferred(bool);

impl Summary for NamesDeferred {
    fn read(chunk: &ChunkRef<'_>) -> Self {
        let mut steps = chunk.preorder();
        let names_it = |step| matches!(step, Step::Enter(id) if is_type(chunk.body, id));
        Self(steps.any(names_it))
    }
}

fn is_type(body: &Body, id: ExprId) -> bool {
    let expr = body.expr(id);
    matches!(expr, Expr::QualifiedReference(name) if name.eq_ignore_ascii_case("Deferred"))
}

/// `Deferred('f')` and `Deferred.new('f')`
fn makes_deferred(body: &Body, id: ExprId) -> bool {
    match body.expr(body.without_parentheses(id)) {
        Expr::CallNamedFunction { functor, .. } => is_type(body, *functor),
        Expr::CallMethod { functor, .. } => match body.expr(*functor) {
            Expr::NamedAccess { left, right } => {
                let method = body.expr(*right);
                is_type(body, *left) && matches!(method, Expr::QualifiedName(name) if name == "new")
            }
            _ => false,
        },
        _ => false,
    }
}

/// The variables that a statement of the body itself sets to a Deferred, and that nothing else in the body sets.
fn deferred_variables(body: &Body) -> FxHashSet<SmolStr> {
    let mut set: FxHashMap<&SmolStr, usize> = FxHashMap::default();
    let mut parameters: Vec<_> = body.parameters().iter().map(|it| &it.name).collect();
    for (_, expr) in body.exprs() {
        match expr {
            Expr::Assignment { left, .. } => {
                // `[$a, $b] = …` sets several.
                let targets = body.preorder(*left).entered();
                let names = targets.filter_map(|(id, _)| body.variable_name(id));
                names.for_each(|name| *set.entry(name).or_default() += 1);
            }
            Expr::Lambda { parameters: of, .. } => parameters.extend(of.iter().map(|it| &it.name)),
            _ => {}
        }
    }
    let statements = body.statements().into_iter();
    let names = statements.filter_map(|statement| match body.expr(statement) {
        Expr::Assignment { left, right, .. } if makes_deferred(body, *right) => {
            body.variable_name(*left)
        }
        _ => None,
    });
    names
        .filter(|name| set.get(name) == Some(&1) && !parameters.contains(name))
        .cloned()
        .collect()
}

struct DeferredUses<'c, 'a> {
    context: &'c Context<'a>,
    variables: FxHashSet<SmolStr>,
}

impl DeferredUses<'_, '_> {
    fn is_deferred(&self, id: ExprId) -> bool {
        let body = self.context.body;
        let id = body.without_parentheses(id);
        let name = body.variable_name(id);
        name.is_some_and(|name| self.variables.contains(name)) || makes_deferred(body, id)
    }

    /// The operand that is looked at too early, and what comes of it.
    fn of_expr(&self, id: ExprId, expr: &Expr) -> Option<(ExprId, &'static str)> {
        let one = |id: ExprId, effect| self.is_deferred(id).then_some((id, effect));
        match expr {
            Expr::ConcatenatedString(parts) => parts.iter().find_map(|part| one(*part, TEXT)),
            Expr::Text(inner) => one(*inner, TEXT),
            Expr::Comparison {
                operator,
                left,
                right,
            } => self.of_comparison(*operator, *left, *right),
            Expr::In { right, .. } => one(*right, "`in` is always false"),
            Expr::Case { test, options } => {
                let mut values = options.iter().flat_map(|option| &option.values);
                let compares = values.any(|value| self.is_literal(*value));
                one(*test, "no option matches it").filter(|_| compares)
            }
            Expr::Selector { left, selectors } => {
                let compares = selectors.iter().any(|it| self.is_literal(it.matching));
                one(*left, "no option matches it").filter(|_| compares)
            }
            _ => None,
        }
        .filter(|_| !self.context.is_in_query(id))
    }

    /// What is asked of a missing value may be asked in earnest.
    fn of_comparison(
        &self,
        operator: ComparisonOperator,
        left: ExprId,
        right: ExprId,
    ) -> Option<(ExprId, &'static str)> {
        let sides = [(left, right), (right, left)];
        let (deferred, _) = sides
            .into_iter()
            .find(|(deferred, other)| self.is_deferred(*deferred) && self.is_literal(*other))?;
        let effect = match operator {
            ComparisonOperator::Equal => "the comparison is always false",
            ComparisonOperator::NotEqual => "the comparison is always true",
            // An error is told of already.
            _ => return None,
        };
        Some((deferred, effect))
    }

    fn is_literal(&self, id: ExprId) -> bool {
        matches!(
            self.context.body.expr(id),
            Expr::LiteralString(_)
                | Expr::ConcatenatedString(_)
                | Expr::QualifiedName(_)
                | Expr::LiteralRegularExpression(_)
                | Expr::LiteralInteger { .. }
                | Expr::LiteralFloat(_)
                | Expr::LiteralBoolean(_)
        )
    }

    /// A text that is put together from values. What a function refuses is reported by the rules of calls.
    fn of_call(&self, call: &Call<'_>) -> Option<BodyDiagnostic> {
        if call.name != Some("sprintf") {
            return None;
        }
        let mut arguments = call.arguments.iter();
        let at = arguments.find(|it| self.is_deferred(**it))?;
        Some(diagnostic(*at, TEXT))
    }
}
