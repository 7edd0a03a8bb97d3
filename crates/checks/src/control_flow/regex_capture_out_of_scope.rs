//! `$0`, `$1` and so on where no match can have set them.
//!
//! Source: `Puppet::Parser::Scope` (`new_match_scope`, `with_guarded_scope`). A match sets them for what follows it in
//! the same block. Each `if`, `unless`, `case`, selector and lambda drops after it what was set within it; functions see
//! nothing of their callers. Classes and defined types see what is set at top scope, and in the node.

use puppet_db::{Db, File, FileKind, program};
use puppet_diagnostics::declare_rule;
use puppet_hir::model::{
    Body, BodyOwner, CaseOption, ChunkRef, DefinitionKind, Expr, ExprId, MatchOperator, Step,
    Summary,
};

use puppet_inference::body_context::Context;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};

declare_rule! {
    /// A capture such as `$1` is read where no regular expression match sets it.
    pub REGEX_CAPTURE_OUT_OF_SCOPE = {
        code: "C404", name: "regex-capture-out-of-scope",
        level: Warning, no_fix: "the intended match is unknown",
        help: "Use it inside of the `if`, `case` or selector whose condition matches",
    }
}

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    let body = context.body;
    let mut notes = body.summaries::<ReadsCaptures>().into_iter();
    if !notes.any(|it| it.0) || !sees_own_matches_only(context) {
        return;
    }
    let mut walk = CaptureWalk {
        body,
        is_set: false,
        unset: Vec::new(),
    };
    body.root().into_iter().for_each(|root| walk.visit(root));
    let unset = walk.unset.into_iter();
    let unset: Vec<_> = unset
        .filter(|id| !context.inference.is_unreachable(*id))
        .collect();
    if unset.is_empty() || may_be_set_around(context) {
        return;
    }
    let has_match = body.exprs().any(|(_, expr)| may_set(expr));
    for id in unset {
        let name = body.variable_name(id).map_or("", |name| name.as_str());
        let message =
            format!("Variable '${name}' is always undef here: no regular expression match sets it");
        let diagnostic =
            BodyDiagnostic::new(&REGEX_CAPTURE_OUT_OF_SCOPE, Anchor::Expr(id), message);
        out.push(match has_match {
            true => diagnostic.with_help(
                "Captures are set only in the branches of the condition that matches: assign them to variables there",
            ),
            false => diagnostic,
        });
    }
}

/// Whether the code sees no matches but its own, and perhaps those of a site.
fn sees_own_matches_only(context: &Context<'_>) -> bool {
    // Templates see the matches of those who use them, classes those of their parents.
    let is_manifest = context.item.file.kind(context.db) == FileKind::Manifest;
    is_manifest
        && match context.body.definition() {
            BodyOwner::Class { parent_class, .. } => parent_class.is_none(),
            definition => matches!(
                definition.kind(),
                DefinitionKind::Function
                    | DefinitionKind::DefinedType
                    | DefinitionKind::Node
                    | DefinitionKind::File
            ),
        }
}

/// Whether a site's manifests may have set captures that are seen here.
fn may_be_set_around(context: &Context<'_>) -> bool {
    let (db, own) = (context.db, context.item.file);
    let kind = context.body.definition().kind();
    if kind == DefinitionKind::Function {
        return false;
    }
    let sets = |file: &File| matches_at_top(db, *file);
    let mut others = context.environment().manifests(db).iter();
    let is_file = kind == DefinitionKind::File;
    others.any(|file| *file != own && sets(file)) || (!is_file && sets(&own))
}

/// Whether a file has matches at top scope or in nodes.
#[salsa::tracked(returns(copy))]
fn matches_at_top(db: &dyn Db, file: File) -> bool {
    let program = program(db, file);
    let mut bodies = program.bodies().filter(|(_, body)| {
        let kind = body.definition().kind();
        matches!(kind, DefinitionKind::File | DefinitionKind::Node)
    });
    bodies.any(|(_, body)| body.exprs().any(|(_, expr)| may_set(expr)))
}

/// Whether an expression may set captures, or have others set them.
fn may_set(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Match { .. } | Expr::In { .. } | Expr::LiteralRegularExpression(_)
    )
}

/// Whether a chunk reads captures.
struct ReadsCaptures(bool);

impl Summary for ReadsCaptures {
    fn read(chunk: &ChunkRef<'_>) -> Self {
        let mut steps = chunk.preorder();
        let reads = |step| matches!(step, Step::Enter(id) if is_capture(chunk.body, id));
        Self(steps.any(reads))
    }
}

fn is_capture(body: &Body, id: ExprId) -> bool {
    let name = body.variable_name(id);
    name.is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A walk in the order of evaluation, with whether a match may have set captures that are still there.
struct CaptureWalk<'a> {
    body: &'a Body,
    is_set: bool,
    unset: Vec<ExprId>,
}

/// Whether captures may be set where a condition is true, and where it is not.
struct MatchOutcome {
    on_true: bool,
    on_false: bool,
}

impl CaptureWalk<'_> {
    fn visit(&mut self, id: ExprId) {
        let before = self.is_set;
        match self.body.expr(id) {
            Expr::Variable(_) if is_capture(self.body, id) && !before => self.unset.push(id),
            Expr::If {
                test,
                then,
                otherwise,
            } => {
                let MatchOutcome { on_true, on_false } = self.test(*test);
                self.branches([(on_true, *then), (on_false, *otherwise)]);
                self.is_set = before;
            }
            Expr::Unless {
                test,
                then,
                otherwise,
            } => {
                let MatchOutcome { on_true, on_false } = self.test(*test);
                self.branches([(on_false, *then), (on_true, *otherwise)]);
                self.is_set = before;
            }
            Expr::Case { test, options } => {
                self.visit(*test);
                self.options(options);
                self.is_set = before;
            }
            Expr::Selector { left, selectors } => {
                self.visit(*left);
                selectors.iter().for_each(|it| self.visit(it.matching));
                let set = self.is_set;
                for it in selectors {
                    self.is_set = set || self.may_match(it.matching);
                    self.visit(it.value);
                }
                self.is_set = before;
            }
            // Defaults of parameters have captures of their own.
            Expr::Lambda { body, .. } => {
                body.iter().for_each(|body| self.visit(*body));
                self.is_set = before;
            }
            Expr::And { .. } | Expr::Or { .. } | Expr::Match { .. } | Expr::In { .. } => {
                let MatchOutcome { on_true, on_false } = self.test(id);
                self.is_set = on_true || on_false;
            }
            expr => expr.for_each_child(|child| self.visit(child)),
        }
    }

    fn branches(&mut self, branches: [(bool, Option<ExprId>); 2]) {
        for (is_set, branch) in branches {
            self.is_set = is_set;
            branch.into_iter().for_each(|branch| self.visit(branch));
        }
    }

    /// `default` is tried last wherever it stands: what the values of all options set may be there.
    fn options(&mut self, options: &[CaseOption]) {
        let values = options.iter().flat_map(|option| &option.values);
        values.for_each(|value| self.visit(*value));
        let set = self.is_set;
        for option in options {
            self.is_set = set || option.values.iter().any(|value| self.may_match(*value));
            option.then.iter().for_each(|then| self.visit(*then));
        }
    }

    /// A match that fails leaves everything as it was.
    fn test(&mut self, id: ExprId) -> MatchOutcome {
        match self.body.expr(id) {
            Expr::Parenthesized(inner) => self.test(*inner),
            Expr::Not(inner) => {
                let MatchOutcome { on_true, on_false } = self.test(*inner);
                MatchOutcome {
                    on_true: on_false,
                    on_false: on_true,
                }
            }
            Expr::Match {
                operator,
                left,
                right,
            } => {
                self.visit(*left);
                self.visit(*right);
                self.matched(*operator == MatchOperator::Match, true)
            }
            Expr::In { left, right } => {
                self.visit(*left);
                self.visit(*right);
                let may_match = self.may_match(*left);
                self.matched(true, may_match)
            }
            Expr::And { left, right } => {
                let left = self.test(*left);
                self.is_set = left.on_true;
                let right = self.test(*right);
                MatchOutcome {
                    on_true: right.on_true,
                    on_false: left.on_false || right.on_false,
                }
            }
            Expr::Or { left, right } => {
                let left = self.test(*left);
                self.is_set = left.on_false;
                let right = self.test(*right);
                MatchOutcome {
                    on_true: left.on_true || right.on_true,
                    on_false: right.on_false,
                }
            }
            _ => {
                self.visit(id);
                self.matched(true, false)
            }
        }
    }

    /// What is set after a match, if it may set captures, by whether it is true that it matches.
    fn matched(&self, is_true: bool, may_set: bool) -> MatchOutcome {
        let (matching, failing) = (self.is_set || may_set, self.is_set);
        let (on_true, on_false) = match is_true {
            true => (matching, failing),
            false => (failing, matching),
        };
        MatchOutcome { on_true, on_false }
    }

    /// Whether a value may be a regular expression, or hold one.
    fn may_match(&self, value: ExprId) -> bool {
        !matches!(
            self.body.expr(self.body.without_parentheses(value)),
            Expr::LiteralString(_)
                | Expr::ConcatenatedString(_)
                | Expr::LiteralInteger { .. }
                | Expr::LiteralFloat(_)
                | Expr::LiteralBoolean(_)
                | Expr::LiteralDefault
                | Expr::LiteralUndef
                | Expr::QualifiedName(_)
                | Expr::QualifiedReference(_)
        )
    }
}
