//! Validation: the errors that Puppet reports before it evaluates a program.
//!
//! The rules are those of Puppet's own checker (`Puppet::Pops::Validation::Checker4_0`, and `TasksChecker` for plans), one
//! file for each concept. [`validate`] walks over all bodies and hands each node to the rules of its kind. An [`Issue`]
//! says what is wrong with which node; [`Issue::range`] asks the source map where that is. No rule looks at positions, and
//! none complains about a hole that a syntax error left ([`Expr::Missing`]).

mod assignments;
mod autoload_layout;
mod calls;
mod definitions;
mod duplicate_default;
mod heredoc;
mod issue;
mod literals;
mod names;
mod node_label;
mod node_names;
mod parameters;
mod plans;
mod reserved_word;
mod resources;
mod statement_without_effect;
mod types;
mod value_position;

use std::sync::Arc;

use crate::incremental::{ChunkIssues, Idempotent};
use crate::label::{a_an, a_an_uc, definition_label, expr_label};
use crate::model::{Body, BodyId, BodyOwner, Expr, ExprId, Program, Step, SubNode};

pub(crate) use crate::validate::statement_without_effect::expressions_without_effect;
pub use issue::{Issue, IssueAnchor, IssueCode, IssueSeverity};
pub use literals::LiteralValue;

/// The circumstances of a program that validation depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ValidationOptions<'a> {
    /// Whose rules hold.
    pub puppet: PuppetVersion,
    /// The setting `strict`: how serious doubtful things are.
    pub strict: Strict,
    /// The setting `tasks`: the program is a plan (or is run by one), and not compiled to a catalog.
    pub tasks: bool,
    /// The path below the folder of modules, with slashes: "ntp/manifests/server.pp". None for files that are not in a
    /// module, and for the manifest of the environment: they may define whatever they want.
    pub module_file: Option<&'a str>,
}

impl Default for ValidationOptions<'_> {
    fn default() -> Self {
        ValidationOptions {
            puppet: PuppetVersion::V8,
            strict: Strict::Error,
            tasks: false,
            module_file: None,
        }
    }
}

/// The major versions of Puppet whose language differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PuppetVersion {
    /// Puppet 7, and OpenVox 7.
    V7,
    /// Puppet 8, and OpenVox 8 and 9.
    V8,
}

impl PuppetVersion {
    /// The default of the setting `strict`.
    pub fn strict(self) -> Strict {
        match self {
            Self::V7 => Strict::Warning,
            Self::V8 => Strict::Error,
        }
    }
}

/// Puppet's setting `strict`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Strict {
    /// Doubtful things are not reported.
    Off,
    /// They are warnings: the default of Puppet 7.
    Warning,
    /// They are errors: the default of Puppet 8.
    Error,
}

/// All issues of a program, in the order of bodies and of the walk over each. The same issue is reported once for a node.
pub fn validate(program: &Program, options: &ValidationOptions<'_>) -> Vec<Issue> {
    validate_nested(program, options, 0)
}

/// [`validate`] for a program that stands in the heredocs of `depth` others.
pub(crate) fn validate_nested(
    program: &Program,
    options: &ValidationOptions<'_>,
    depth: u32,
) -> Vec<Issue> {
    let mut checker = Checker::new(program, options, depth);
    for (id, body) in program.bodies() {
        checker.body(id, body);
    }
    let mut seen = std::collections::HashSet::new();
    checker
        .issues
        .retain(|issue| seen.insert((issue.code, issue.body, issue.anchor)));
    checker.issues
}

/// The context of a definition in the walk.
#[derive(Debug, Clone, Copy, Default)]
struct WalkContext {
    /// Whether it stands in the block of an `apply`.
    in_apply: bool,
    /// Whether it stands in the block of anything but the file.
    in_inner_block: bool,
    /// Whether nothing but blocks is between it and the file, a class or an `apply`.
    at_top: bool,
}

/// Collects the issues of a program.
pub(crate) struct Checker<'a> {
    program: &'a Program,
    options: &'a ValidationOptions<'a>,
    /// How many heredocs are around the program.
    depth: u32,
    pub(crate) issues: Vec<Issue>,
    /// By [`BodyId`], filled in when the walk over the body around it meets the definition.
    places: Vec<WalkContext>,
}

/// One body while it is walked over.
pub(crate) struct BodyScope<'a> {
    pub(crate) id: BodyId,
    pub(crate) body: &'a Body,
    place: WalkContext,
    /// Whether evaluation has no effect, unless the chunks have it.
    idempotent: Idempotent,
    /// By the numbers of the chunks, in a long body that is validated chunk by chunk.
    pub(crate) chunk_issues: Vec<Arc<ChunkIssues>>,
    /// The expressions around the current one, outermost first.
    pub(crate) path: Vec<ExprId>,
    /// How many of them are blocks of an `apply`.
    applies: usize,
    /// Whether the walk is below the body's statements, not in the head of the definition.
    in_root: bool,
}

impl<'a> BodyScope<'a> {
    /// A body at no particular place.
    pub(crate) fn new(id: BodyId, body: &'a Body, idempotent: Idempotent) -> Self {
        Self {
            id,
            body,
            place: WalkContext::default(),
            idempotent,
            chunk_issues: Vec::new(),
            path: Vec::new(),
            applies: 0,
            in_root: false,
        }
    }

    /// The expression directly around the current one.
    fn parent(&self) -> Option<&'a Expr> {
        self.path.last().map(|id| self.body.expr(*id))
    }

    /// Whether an `apply` is around the current expression.
    fn in_apply(&self) -> bool {
        self.place.in_apply || self.applies > 0
    }

    fn is_idempotent(&self, id: Option<ExprId>) -> bool {
        let Some(id) = id else { return true };
        match &*self.chunk_issues {
            [] => self.idempotent.is_idempotent(id),
            chunk_issues => {
                let chunk_issues = self
                    .body
                    .chunk_of(id)
                    .and_then(|chunk| chunk_issues.get(chunk));
                chunk_issues.is_some_and(|it| it.idempotent.is_idempotent(id))
            }
        }
    }
}

impl<'a> Checker<'a> {
    pub(crate) fn new(
        program: &'a Program,
        options: &'a ValidationOptions<'a>,
        depth: u32,
    ) -> Self {
        Self {
            program,
            options,
            depth,
            issues: Vec::new(),
            places: vec![WalkContext::default(); program.bodies().count()],
        }
    }

    fn body(&mut self, id: BodyId, body: &'a Body) {
        let (chunk_issues, idempotent) = match self.is_chunked() && body.is_long() {
            true => (body.summaries(), Idempotent::default()),
            false => (Vec::new(), Idempotent::new(body)),
        };
        let mut scope = BodyScope {
            place: self.places.get(id.index()).copied().unwrap_or_default(),
            chunk_issues,
            ..BodyScope::new(id, body, idempotent)
        };
        self.definition(&mut scope);
        for entry in body.entries() {
            scope.in_root = body.root() == Some(entry);
            match body.expr(entry) {
                Expr::Block(statements) if scope.in_root && !scope.chunk_issues.is_empty() => {
                    self.chunks(&mut scope, entry, statements);
                }
                _ => self.tree(&mut scope, entry),
            }
        }
    }

    /// Whether long bodies may be validated chunk by chunk: with the default options, whatever the file is.
    fn is_chunked(&self) -> bool {
        let options = ValidationOptions {
            module_file: None,
            ..*self.options
        };
        self.depth == 0 && options == ValidationOptions::default()
    }

    /// The head of the definition that the body belongs to.
    fn definition(&mut self, scope: &mut BodyScope<'a>) {
        if *scope.body.definition() == BodyOwner::File {
            self.top_constructs(scope);
            return;
        }
        if self.options.tasks && self.is_only_for_catalogs(scope) {
            self.report(
                scope,
                IssueAnchor::Definition,
                IssueCode::ExpressionNotSupportedWhenScripting,
                |_| {
                    let what = a_an_uc(definition_label(scope.body.definition()));
                    format!("{what} is only available when compiling a catalog")
                },
            );
        } else {
            self.named_definition(scope);
        }
        for parameter in scope.body.parameters() {
            self.parameter(scope, parameter);
        }
    }

    pub(crate) fn tree(&mut self, scope: &mut BodyScope<'a>, entry: ExprId) {
        for step in scope.body.preorder(entry) {
            match step {
                Step::Enter(id) => {
                    let expr = scope.body.expr(id);
                    self.expression(scope, id, expr);
                    scope.applies += usize::from(matches!(expr, Expr::ApplyBlock(_)));
                    scope.path.push(id);
                }
                Step::Leave(id) => {
                    scope.applies -=
                        usize::from(matches!(scope.body.expr(id), Expr::ApplyBlock(_)));
                    scope.path.pop();
                }
            }
        }
    }

    /// The rules for one expression and its parts.
    pub(crate) fn expression(&mut self, scope: &mut BodyScope<'a>, id: ExprId, expr: &'a Expr) {
        match expr {
            Expr::Definition(index) => self.place_of_definition(scope, *index),
            Expr::Access { keys, .. } => self.access(scope, id, keys),
            Expr::NamedAccess { right, .. } => self.method_name(scope, *right),
            Expr::Assignment {
                operator,
                left,
                right,
            } => self.assignment(scope, id, *operator, *left, *right),
            Expr::Arithmetic { left, right, .. }
            | Expr::Comparison { left, right, .. }
            | Expr::Match { left, right, .. }
            | Expr::In { left, right }
            | Expr::And { left, right }
            | Expr::Or { left, right } => {
                self.value(scope, *left);
                self.value(scope, *right);
            }
            Expr::Relationship { left, right, .. } => self.relationship(scope, id, *left, *right),
            Expr::Block(statements) => self.block(scope, id, statements, true),
            Expr::ApplyBlock(statements) => self.block(scope, id, statements, false),
            Expr::CallNamedFunction { functor, .. } => self.call(scope, id, *functor),
            Expr::Apply { .. } => self.apply(scope, id),
            Expr::Epp { .. } => self.template(scope),
            Expr::Heredoc { syntax, text } => self.heredoc(scope, syntax.as_deref(), *text),
            Expr::Case { test, options } => self.case(scope, *test, options),
            Expr::Selector { left, selectors } => self.selector(scope, *left, selectors),
            Expr::If { test, .. } | Expr::Unless { test, .. } => self.value(scope, *test),
            Expr::LiteralList(values) => values.iter().for_each(|value| self.value(scope, *value)),
            Expr::LiteralHash(entries) => self.hash(scope, entries),
            Expr::LiteralInteger { value, .. } => self.integer(scope, id, value),
            Expr::LiteralFloat(value) => self.float(scope, id, *value),
            Expr::LiteralRegularExpression(pattern) => self.regexp(scope, id, pattern),
            Expr::QualifiedReference(name) => self.reference(scope, id, name),
            Expr::ReservedWord { word, future } => self.reserved_word(scope, id, word, *future),
            Expr::Variable(name) => self.variable(scope, id, *name),
            Expr::Parenthesized(inner)
            | Expr::Not(inner)
            | Expr::UnaryMinus(inner)
            | Expr::Unfold(inner)
            | Expr::Text(inner)
            | Expr::Render(inner) => self.value(scope, *inner),
            Expr::Lambda {
                parameters,
                return_type,
                ..
            } => self.lambda(scope, parameters, *return_type),
            Expr::Collect {
                type_expr, query, ..
            } => self.collect(scope, id, *type_expr, query),
            Expr::Resource {
                form, type_name, ..
            } => self.resource(scope, id, *form, *type_name),
            Expr::ResourceDefaults { form, .. } => self.resource_defaults(scope, id, *form),
            Expr::ResourceOverride { form, .. } => self.resource_override(scope, id, *form),
            _ => {}
        }
        expr.for_each_part(|part| self.part(scope, expr, part));
    }

    /// The rules for a part of an expression.
    fn part(&mut self, scope: &BodyScope<'a>, owner: &'a Expr, part: SubNode<'a>) {
        match part {
            SubNode::KeyedEntry(entry) => {
                self.value(scope, entry.key);
                self.value(scope, entry.value);
            }
            SubNode::CaseOption(option) => option
                .values
                .iter()
                .for_each(|value| self.value(scope, *value)),
            SubNode::SelectorEntry(entry) => self.value(scope, entry.matching),
            SubNode::Query(query) => self.query(scope, query),
            SubNode::Operation(operation) => self.operation(scope, owner, operation),
            SubNode::ResourceBody(body) => self.resource_body(scope, body),
            SubNode::Parameter(parameter) => self.parameter(scope, parameter),
        }
    }

    /// An expression that cannot stand where it does, in a node.
    fn illegal_expression(
        &mut self,
        scope: &BodyScope<'_>,
        id: ExprId,
        feature: &str,
        container: &Expr,
    ) {
        self.illegal_expression_in(scope, id, feature, &expr_label(container));
    }

    /// An expression that cannot stand where it does, in a node with this label.
    fn illegal_expression_in(
        &mut self,
        scope: &BodyScope<'_>,
        id: ExprId,
        feature: &str,
        container: &str,
    ) {
        self.report(
            scope,
            IssueAnchor::Expr(id),
            IssueCode::IllegalExpression,
            |labels| {
                let what = a_an_uc(&labels.expr(id));
                format!(
                    "Illegal expression. {what} is unacceptable as {feature} in {}",
                    a_an(container)
                )
            },
        );
    }

    /// Adds an issue with the severity that it has in these circumstances.
    fn report(
        &mut self,
        scope: &BodyScope<'_>,
        anchor: IssueAnchor,
        code: IssueCode,
        message: impl FnOnce(node_label::Labels<'_>) -> String,
    ) {
        if let Some(severity) = code.severity(self.options) {
            let labels = node_label::Labels {
                program: self.program,
                id: scope.id,
                body: scope.body,
            };
            self.issues.push(Issue {
                code,
                severity,
                body: scope.id,
                anchor,
                message: message(labels),
            });
        }
    }
}

#[cfg(test)]
mod tests;
