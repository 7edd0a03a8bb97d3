//! Branches and calls that depend on what is not known.

use puppet_hir::{Expr, ExprId};
use puppet_types::Value;

use super::super::scope::Slot;
use super::super::{Block, EvalResult, Evaluator, Unwind};
use crate::error::Unknown;
use crate::evaluation_result::Place;

impl Evaluator<'_> {
    /// Evaluates what may be evaluated or not: what it sets is not known then, and its errors are doubts.
    pub(in crate::evaluator) fn attempt(
        &mut self,
        work: impl FnOnce(&mut Self) -> EvalResult<Value>,
    ) -> EvalResult<()> {
        let known = self.scope.names();
        let depth = self.scope.depth();
        self.change_uncertainty(1);
        let result = work(self);
        self.change_uncertainty(-1);
        self.scope.truncate(depth);
        self.scope.forget_all_but(&known);
        match result {
            Ok(_) => {}
            Err(Unwind::Unknown(Unknown::Limit)) => return Err(Unknown::Limit.into()),
            Err(Unwind::Unknown(reason)) => self.doubt(reason, "branch", None),
            Err(Unwind::Error(error)) => {
                self.doubt(Unknown::Branch, &error.message, error.place);
            }
            Err(Unwind::Raised(message)) => self.doubt(Unknown::Branch, &message, None),
            Err(Unwind::Jump(jump)) => {
                self.doubt(Unknown::Branch, jump.kind.name(), Some(jump.place));
            }
        }
        Ok(())
    }

    fn change_uncertainty(&mut self, by: i32) {
        if let Some(catalog) = self.catalog.as_deref_mut() {
            catalog.uncertain = catalog.uncertain.saturating_add_signed(by);
        }
    }

    /// Whether what is evaluated now is evaluated in any case.
    pub(super) fn is_certain(&self) -> bool {
        self.catalog.as_deref().is_none_or(|it| it.uncertain == 0)
    }

    /// Evaluates all branches of which one is taken.
    pub(in crate::evaluator) fn attempt_each(
        &mut self,
        branches: impl IntoIterator<Item = Option<ExprId>>,
    ) -> EvalResult<Value> {
        for branch in branches.into_iter().flatten() {
            self.attempt(|this| this.evaluate(branch))?;
        }
        Err(Unknown::Noted.into())
    }

    /// Calls a function of which not all arguments are known.
    pub(in crate::evaluator) fn call_uncertain(
        &mut self,
        id: ExprId,
        name: &str,
        arguments: &[Slot],
        block: Option<&Block>,
    ) -> EvalResult<Value> {
        let name = name.strip_prefix("::").unwrap_or(name);
        match name {
            "fail" => {
                let known = arguments.iter().flatten().filter_map(Value::as_str);
                return Err(Unwind::Raised(known.collect::<Vec<_>>().join(" ")));
            }
            "include" | "contain" | "require" => {
                for argument in arguments {
                    match argument {
                        Ok(value) => {
                            self.call_function(id, name, vec![value.clone()], None)?;
                        }
                        Err(_) => self.open_catalog(id, "class"),
                    }
                }
            }
            "create_resources" | "ensure_packages" | "ensure_resource" | "ensure_resources"
            | "realize" | "hiera_include" => self.open_catalog(id, name),
            "debug" | "info" | "notice" | "warning" | "err" | "alert" | "crit" | "emerg" => {
                return Ok(Value::Undef);
            }
            "assert_type" if self.is_accepted_by_type(arguments) => {
                return Err(Unknown::Text.into());
            }
            _ if name.starts_with("validate_") || name == "assert_type" => {
                let place = Some(self.place(id));
                self.doubt(Unknown::Undecidable, name, place);
            }
            _ => {}
        }
        if let Some(block) = block {
            self.attempt(|this| this.call_block_uncertain(block))?;
        }
        Err(Unknown::Noted.into())
    }

    /// Whether the second argument is a text that the first one, a type, accepts.
    fn is_accepted_by_type(&self, arguments: &[Slot]) -> bool {
        match arguments {
            [Ok(Value::Type(ty)), Err(reason)] => self.accepts_unknown(ty, *reason),
            _ => false,
        }
    }

    /// The arguments of a call, of which some may be unknown while a catalog is compiled.
    pub(in crate::evaluator) fn arguments(&mut self, ids: &[ExprId]) -> EvalResult<Vec<Slot>> {
        let body = self.body.clone();
        let mut slots = Vec::with_capacity(ids.len());
        for &id in ids {
            let id = body.without_parentheses(id);
            match (body.expr(id), self.operand(id)?) {
                (Expr::Unfold(_), Ok(Value::Array(items))) => {
                    self.budget.spend(items.len())?;
                    slots.extend(items.iter().cloned().map(Ok));
                }
                (_, slot) => slots.push(slot),
            }
        }
        Ok(slots)
    }

    /// Where an error of an expression of the current body is.
    pub(super) fn here(&self, id: ExprId) -> Option<Place> {
        Some(self.place(id))
    }
}
