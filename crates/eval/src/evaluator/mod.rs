//! Evaluates expressions (`Puppet::Pops::Evaluator::EvaluatorImpl`).

mod access;
mod assignment;
mod branches;
mod call;
mod catalog;
mod classes;
mod closure;
mod definitions;
mod interpolation;
mod jump;
mod resource;
mod scope;
mod template;
mod trace;
mod unwind;
mod variable;

use std::rc::Rc;
use std::sync::Arc;

use puppet_hir::model::{
    ArithmeticOperator, BodyBuilder, ComparisonOperator, KeyedEntry, MatchOperator, PartSpan,
};
use puppet_hir::{Body, BodyId, BodyOwner, Expr, ExprId, Program, Span};
use puppet_types::{HashValue, Value};
use rustc_hash::FxHashSet;

pub use self::catalog::{
    Attributes, CatalogDoubt, Compilation, ObservationSubject, ParameterValues, PartialCatalog,
    ResourceKey,
};
pub use self::classes::METAPARAMETERS;
pub use self::closure::Block;
pub use self::definitions::Definitions;
pub use self::scope::{Scope, Slot};
pub use self::trace::{Trace, Traced};
use crate::error::{ErrorCause, ErrorLocation, Failure, Operation, Unknown};
use crate::evaluation_result::{Ending, EvaluationError, Log, LogLevel, Outcome, Place, Site};
pub use crate::evaluator::unwind::{EvalResult, Jump, JumpKind, Unwind};
use crate::functions::function::Known;
use crate::issue::Issue;
use crate::label;
use crate::limits::Budget;
use crate::number::Number;
use crate::operators::matching::Matched;
use crate::operators::{Coercions, arithmetic, comparison, matching, membership, unfold};
use crate::options::Options;
use puppet_hir::validate::Strict;

/// Roughly what a value takes in memory, apart from what it holds.
const VALUE_SIZE: usize = 24;

/// Functions by their names.
pub type Natives = fn(&str) -> Option<&'static Known>;

/// The state of an evaluation.
#[derive(Clone)]
pub struct Evaluator<'o> {
    /// The settings.
    pub options: &'o Options,
    /// What is left of the limits.
    pub budget: Budget,
    /// What was logged.
    pub logs: Vec<Log>,
    /// The variables.
    pub scope: Scope,
    /// What the program defines.
    pub definitions: Rc<Definitions>,
    /// Warnings that are given only once.
    warned: FxHashSet<String>,
    /// The body that is evaluated now.
    body: Arc<Body>,
    body_id: BodyId,
    /// Functions of modules in Ruby of which is known what they do.
    natives: Natives,
    /// The catalog, if one is compiled.
    catalog: Option<Box<catalog::Catalog>>,
    /// The parameters that a default value must not read yet.
    unevaluated: Option<closure::Unevaluated>,
    /// What the template that is evaluated now has written.
    rendered: Option<template::Rendered>,
    /// What expressions gave, if that is recorded.
    trace: Option<Box<Trace>>,
}

impl<'o> Evaluator<'o> {
    /// An evaluation of a program's own statements that has not begun.
    pub fn new(program: &Program, options: &'o Options) -> Self {
        Self::for_body(
            Definitions::new(program, options.assumptions),
            Program::FILE,
            options,
        )
    }

    /// An evaluation within one of a program's bodies.
    pub fn for_body(definitions: Rc<Definitions>, body_id: BodyId, options: &'o Options) -> Self {
        let mut scope = Scope::default();
        for (name, value) in &options.variables {
            scope.set(name.clone(), Ok(value.clone()));
        }
        let body = definitions.body(body_id).unwrap_or_else(empty_body);
        Evaluator {
            options,
            budget: Budget::new(options.limits),
            logs: Vec::new(),
            scope,
            definitions,
            warned: FxHashSet::default(),
            body,
            body_id,
            natives: |_| None,
            catalog: None,
            unevaluated: None,
            rendered: None,
            trace: None,
        }
    }

    /// An evaluation within a body whose program is not at hand.
    pub fn for_lone_body(body: Arc<Body>, options: &'o Options) -> Self {
        let program = puppet_hir::model::ProgramBuilder::new().finish().0;
        let definitions = Definitions::new(&program, options.assumptions);
        let mut evaluator = Self::for_body(definitions, Program::FILE, options);
        evaluator.body = body;
        evaluator
    }

    /// Evaluates the program's own statements.
    pub fn run(mut self) -> Outcome {
        if let Some(text) = self.definitions.conflict() {
            let error = EvaluationError {
                issue: None,
                message: text.to_owned(),
                place: None,
            };
            return Outcome {
                result: Err(Ending::Error(Box::new(error))),
                logs: self.logs,
            };
        }
        let result = match self.body.root() {
            Some(root) => self.evaluate(root),
            None => Ok(Value::Undef),
        };
        let result = result.and_then(|value| match self.definitions.has_nodes() {
            true => Err(Unknown::Catalog.into()),
            false => Ok(value),
        });
        Outcome {
            result: result.map_err(|stop| self.ending(stop)),
            logs: self.logs,
        }
    }

    /// What remains of a stop at the end of the program: jumps have nothing to leave.
    pub fn ending(&self, stop: Unwind) -> Ending {
        match stop {
            Unwind::Error(error) => Ending::Error(error),
            Unwind::Unknown(reason) => Ending::Unknown(reason),
            Unwind::Jump(jump) => Ending::Error(Box::new(jump::illegal(&jump))),
            Unwind::Raised(message) => Ending::Error(Box::new(EvaluationError {
                issue: None,
                message,
                place: None,
            })),
        }
    }

    /// The value of an expression of the current body.
    pub fn evaluate(&mut self, id: ExprId) -> EvalResult<Value> {
        self.budget.enter()?;
        let result = self.dispatch(id);
        self.budget.leave();
        if let Some(trace) = self.trace.as_deref_mut() {
            trace.add_expr(self.body_id, id, &result);
        }
        match result {
            Err(Unwind::Raised(detail)) => Err(self.blame(id, ErrorCause::runtime(detail))),
            other => other,
        }
    }

    /// The value of an expression that may be missing.
    pub fn evaluate_optional(&mut self, id: Option<ExprId>) -> EvalResult<Value> {
        id.map_or(Ok(Value::Undef), |id| self.evaluate(id))
    }

    fn dispatch(&mut self, id: ExprId) -> EvalResult<Value> {
        let body = self.body.clone();
        match body.expr(id) {
            Expr::Missing => Err(Unknown::Syntax.into()),
            Expr::Nop | Expr::Definition(_) | Expr::LiteralUndef => Ok(Value::Undef),
            Expr::LiteralDefault => Ok(Value::Default),
            Expr::LiteralBoolean(value) => Ok(Value::Boolean(*value)),
            Expr::LiteralInteger { value, .. } => value
                .get()
                .map(Value::Integer)
                .ok_or(Unwind::Unknown(Unknown::Undecidable)),
            Expr::LiteralFloat(value) => Ok(Value::Float(value.get())),
            Expr::LiteralString(text) | Expr::QualifiedName(text) => {
                Ok(Value::String(text.clone()))
            }
            Expr::LiteralRegularExpression(source) => self.regexp(source),
            Expr::QualifiedReference(name) => self.type_by_name(id, name),
            Expr::ReservedWord { word, future } => self.reserved_word(id, word, *future),
            Expr::Variable(name) => self.variable(id, *name),
            Expr::ConcatenatedString(segments) => self.concatenate(segments),
            Expr::Text(inner) => self.interpolate(id, *inner).map(Value::from),
            Expr::Heredoc { syntax, text } => self.heredoc(syntax.as_deref(), *text),
            Expr::LiteralList(items) => self.evaluate_unfolded(items).map(Value::from),
            Expr::LiteralHash(entries) => self.hash(entries),
            Expr::Block(statements) => self.block(statements),
            Expr::Parenthesized(inner) => self.evaluate(*inner),
            Expr::Not(operand) => Ok(Value::Boolean(!self.truth(*operand)??)),
            Expr::UnaryMinus(operand) => self.negate(id, *operand),
            Expr::Unfold(operand) => Ok(Value::Array(unfold::unfold(&self.evaluate(*operand)?))),
            Expr::Arithmetic {
                operator,
                left,
                right,
            } => self.arithmetic(id, *operator, *left, *right),
            Expr::Comparison {
                operator,
                left,
                right,
            } => self.comparison(id, *operator, *left, *right),
            Expr::Match {
                operator,
                left,
                right,
            } => self.matching(id, *operator, *left, *right),
            Expr::In { left, right } => self.membership(id, *left, *right),
            Expr::And { left, right } => self.logic(*left, *right, false),
            Expr::Or { left, right } => self.logic(*left, *right, true),
            Expr::Assignment {
                operator,
                left,
                right,
            } => self.assignment(id, *operator, *left, *right),
            Expr::Access { left, keys } => self.access(id, *left, keys),
            Expr::CallNamedFunction {
                functor,
                arguments,
                lambda,
                ..
            } => self.call_named(id, *functor, arguments, *lambda),
            Expr::CallMethod {
                functor,
                arguments,
                lambda,
                ..
            } => self.call_method(id, *functor, arguments, *lambda),
            Expr::If {
                test,
                then,
                otherwise,
            } => self.if_expression(*test, true, *then, *otherwise),
            Expr::Unless {
                test,
                then,
                otherwise,
            } => self.if_expression(*test, false, *then, *otherwise),
            Expr::Case { test, options } => self.case(id, *test, options),
            Expr::Selector { left, selectors } => self.selector(id, *left, selectors),
            Expr::Epp { body, .. } => self.epp(*body),
            Expr::RenderString(text) => self.render_text(text),
            Expr::Render(inner) => self.render(*inner),
            Expr::Resource {
                form,
                type_name,
                bodies,
            } => self.resource(id, *form, *type_name, bodies),
            expr if self.is_compiling() => self.catalog_expression(id, expr),
            Expr::Relationship { .. }
            | Expr::ResourceDefaults { .. }
            | Expr::ResourceOverride { .. }
            | Expr::Collect { .. }
            | Expr::Apply { .. }
            | Expr::ApplyBlock(_) => Err(Unknown::Catalog.into()),
            Expr::NamedAccess { .. } | Expr::Lambda { .. } => Err(Unknown::Syntax.into()),
        }
    }

    /// An expression about resources.
    fn catalog_expression(&mut self, id: ExprId, expr: &Expr) -> EvalResult<Value> {
        match expr {
            Expr::Relationship { left, right, .. } => self.relationship(*left, *right),
            Expr::ResourceDefaults {
                type_ref,
                operations,
                ..
            } => self.resource_defaults(id, *type_ref, operations),
            Expr::ResourceOverride {
                resources,
                operations,
                ..
            } => self.resource_override(id, *resources, operations),
            Expr::Collect {
                type_expr,
                query,
                operations,
            } => self.collect(id, *type_expr, query, operations),
            _ => Err(Unknown::Syntax.into()),
        }
    }

    fn block(&mut self, statements: &[ExprId]) -> EvalResult<Value> {
        let mut last = Value::Undef;
        let mut is_known = Ok(());
        for &statement in statements {
            is_known = self.operand(statement)?.map(|value| last = value);
        }
        Ok(is_known.map(|()| last)?)
    }

    fn regexp(&mut self, source: &str) -> EvalResult<Value> {
        // A regular expression that Ruby refuses does not parse: the parser reports it.
        puppet_scalars::Regexp::new(source)
            .map(Value::from)
            .map_err(|_| Unwind::Unknown(Unknown::Syntax))
    }

    fn reserved_word(&mut self, id: ExprId, word: &str, future: bool) -> EvalResult<Value> {
        if future {
            return Ok(Value::from(word));
        }
        let message = format!(
            "Use of reserved word: {word}, must be quoted if intended to be a String value"
        );
        Err(self.error(id, Issue::ReservedWord, message))
    }

    /// The values of expressions, with those of unfolded ones in their place.
    pub fn evaluate_unfolded(&mut self, ids: &[ExprId]) -> EvalResult<Vec<Value>> {
        let mut values = Vec::with_capacity(ids.len());
        self.unfold_into(&mut values, ids)?;
        Ok(values)
    }

    fn unfold_into(&mut self, values: &mut Vec<Value>, ids: &[ExprId]) -> EvalResult<()> {
        let body = self.body.clone();
        self.budget.allocate(ids.len().saturating_mul(VALUE_SIZE))?;
        let mut is_known = Ok(());
        for &id in ids {
            let id = body.without_parentheses(id);
            let value = match self.operand(id)? {
                Ok(value) => value,
                Err(_) => {
                    is_known = Err(Unknown::Noted);
                    continue;
                }
            };
            match (body.expr(id), value) {
                (Expr::Unfold(_), Value::Array(items)) => {
                    self.budget
                        .allocate(items.len().saturating_mul(VALUE_SIZE))?;
                    values.extend(items.iter().cloned());
                }
                (_, value) => values.push(value),
            }
        }
        Ok(is_known?)
    }

    fn hash(&mut self, entries: &[KeyedEntry]) -> EvalResult<Value> {
        let mut hash = HashValue::default();
        let mut is_known = Ok(());
        self.budget
            .allocate(entries.len().saturating_mul(3 * VALUE_SIZE))?;
        for entry in entries {
            match (self.operand(entry.key)?, self.operand(entry.value)?) {
                (Ok(key), Ok(value)) => drop(hash.insert(key, value)),
                _ => is_known = Err(Unknown::Noted),
            }
        }
        is_known?;
        Ok(Value::from(hash))
    }

    fn negate(&mut self, id: ExprId, operand: ExprId) -> EvalResult<Value> {
        let value = self.evaluate(operand)?;
        let mut coercions = Noted::default();
        let result = arithmetic::negate(&*self.definitions, &value, &mut coercions);
        self.note(id, coercions)?;
        result.map_err(|trouble| self.blame(id, trouble))
    }

    fn arithmetic(
        &mut self,
        id: ExprId,
        operator: ArithmeticOperator,
        left: ExprId,
        right: ExprId,
    ) -> EvalResult<Value> {
        let (left, right) = self.operands(left, right)?;
        if let Value::Array(items) = &left {
            self.budget
                .allocate(items.len().saturating_mul(VALUE_SIZE))?;
            self.budget.spend(items.len())?;
        }
        let mut coercions = Noted::default();
        let result =
            arithmetic::calculate(&*self.definitions, operator, &left, &right, &mut coercions);
        self.note(id, coercions)?;
        result.map_err(|trouble| self.blame(id, trouble))
    }

    fn comparison(
        &mut self,
        id: ExprId,
        operator: ComparisonOperator,
        left: ExprId,
        right: ExprId,
    ) -> EvalResult<Value> {
        let (left, right) = self.operands(left, right)?;
        let result = comparison::evaluate(&*self.definitions, operator, &left, &right);
        result
            .map(Value::Boolean)
            .map_err(|trouble| self.blame(id, trouble))
    }

    fn matching(
        &mut self,
        id: ExprId,
        operator: MatchOperator,
        left: ExprId,
        right: ExprId,
    ) -> EvalResult<Value> {
        let (left, right) = self.operands(left, right)?;
        let result = matching::evaluate(&*self.definitions, &left, &right);
        let matched = self.remember(id, result)?;
        Ok(Value::Boolean(
            matched == (operator == MatchOperator::Match),
        ))
    }

    fn membership(&mut self, id: ExprId, left: ExprId, right: ExprId) -> EvalResult<Value> {
        let (left, right) = self.operands(left, right)?;
        let result = membership::evaluate(&*self.definitions, &left, &right);
        self.remember(id, result).map(Value::Boolean)
    }

    /// Makes the captures of a match visible.
    fn remember(&mut self, id: ExprId, result: Operation<Matched>) -> EvalResult<bool> {
        let matched = result.map_err(|trouble| self.blame(id, trouble))?;
        if let Some(groups) = matched.groups {
            self.scope.push_match(groups);
        }
        Ok(matched.matched)
    }

    /// `and`, or `or` when `decisive` is true: the right side counts only when the left does not decide.
    fn logic(&mut self, left: ExprId, right: ExprId, decisive: bool) -> EvalResult<Value> {
        let left = self.truth(left)?;
        if left == Ok(decisive) {
            return Ok(Value::Boolean(decisive));
        }
        let right = match left {
            Ok(_) => self.truth(right)??,
            // The right side may decide alone, if it is evaluated at all.
            Err(reason) => {
                let mut right_side = None;
                self.attempt(|this| {
                    right_side = this.truth(right)?.ok();
                    Ok(Value::Undef)
                })?;
                match right_side {
                    Some(value) if value == decisive => decisive,
                    _ => return Err(reason.into()),
                }
            }
        };
        Ok(Value::Boolean(right))
    }

    /// Strings that were taken as numbers: nothing, a warning, or an error.
    fn note(&mut self, id: ExprId, coercions: Noted) -> EvalResult<()> {
        for (blame, text, number) in coercions.0 {
            let message = format!(
                "The string '{text}' was automatically coerced to the numerical value {number}"
            );
            let id = self.blamed(id, blame);
            match self.options.strict {
                Strict::Off => {}
                Strict::Error => return Err(self.error(id, Issue::NumericCoercion, message)),
                Strict::Warning => self.logs.push(Log {
                    level: LogLevel::Warning,
                    message,
                    issue: Some(Issue::NumericCoercion.code()),
                    place: Some(self.place(id)),
                }),
            }
        }
        Ok(())
    }

    /// A warning that is given once, without a place.
    pub fn warn_once(&mut self, message: &str) {
        if self.warned.insert(message.to_owned()) {
            self.logs.push(Log {
                level: LogLevel::Warning,
                message: message.to_owned(),
                issue: None,
                place: None,
            });
        }
    }

    /// A place in the current body.
    pub fn place(&self, id: ExprId) -> Place {
        Place {
            body: self.body_id,
            site: Site::Expr(id),
        }
    }

    /// The label of an expression of the current body.
    pub fn label(&self, id: ExprId) -> String {
        label::expression(&self.body, id).into_owned()
    }

    /// An issue at an expression of the current body.
    pub fn error(&self, id: ExprId, issue: Issue, message: impl Into<String>) -> Unwind {
        let (message, place) = (message.into(), Some(self.place(id)));
        Unwind::Error(Box::new(EvaluationError {
            issue: Some(issue),
            message,
            place,
        }))
    }

    /// What went wrong with an operation, as an error of the expression that has it.
    pub fn blame(&self, id: ExprId, trouble: ErrorCause) -> Unwind {
        match trouble {
            ErrorCause::Unknown(reason) => Unwind::Unknown(reason),
            ErrorCause::Failure(failure) => {
                let Failure {
                    issue,
                    message,
                    blame,
                } = *failure;
                let message = match issue {
                    Issue::RuntimeError => {
                        format!(
                            "Error while evaluating {}, {message}",
                            label::a_an(&self.label(id))
                        )
                    }
                    _ => message,
                };
                let mut stop = self.error(self.blamed(id, blame), issue, message);
                if let (true, Unwind::Error(error)) = (self.is_past_keys(id, blame), &mut stop) {
                    error.place = None;
                }
                stop
            }
        }
    }

    /// Is a key to blame that is not in the source? A splat gives more keys than there are expressions, and Puppet then tells no
    /// position.
    fn is_past_keys(&self, id: ExprId, blame: ErrorLocation) -> bool {
        match (self.body.expr(id), blame) {
            (Expr::Access { keys, .. }, ErrorLocation::Key(index)) => index >= keys.len(),
            _ => false,
        }
    }

    fn blamed(&self, id: ExprId, blame: ErrorLocation) -> ExprId {
        match (self.body.expr(id), blame) {
            (
                Expr::Arithmetic { left, .. }
                | Expr::Comparison { left, .. }
                | Expr::Match { left, .. }
                | Expr::In { left, .. }
                | Expr::Assignment { left, .. }
                | Expr::Access { left, .. }
                | Expr::Selector { left, .. },
                ErrorLocation::Left,
            ) => *left,
            (
                Expr::Arithmetic { right, .. }
                | Expr::Comparison { right, .. }
                | Expr::Match { right, .. }
                | Expr::In { right, .. }
                | Expr::Assignment { right, .. },
                ErrorLocation::Right,
            ) => *right,
            (Expr::Access { keys, .. }, ErrorLocation::Key(index)) => {
                keys.get(index).copied().unwrap_or(id)
            }
            _ => id,
        }
    }
}

/// The body of a program without any.
fn empty_body() -> Arc<Body> {
    let nothing = PartSpan::new(Span::new(Default::default()));
    Arc::new(BodyBuilder::new().finish(BodyOwner::File, None, nothing).0)
}

/// Remembers the strings that were taken as numbers, until the position is known.
#[derive(Debug, Default)]
struct Noted(Vec<(ErrorLocation, String, Number)>);

impl Coercions for Noted {
    fn coerced(&mut self, blame: ErrorLocation, text: &str, number: Number) -> Operation<()> {
        self.0.push((blame, text.to_owned(), number));
        Ok(())
    }
}
