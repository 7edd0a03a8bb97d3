//! The first of several values that is given: `pick($a, $b)`, `$a.lest || { $b }`, `$s.get('a', 'b')`.

use puppet_hir::Call;
use puppet_hir::model::{Expr, ExprId};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::set_theoretic::{intersect, subtract, without_undef};
use puppet_types::{IntegerRange, Type};

use crate::infer::builder::InferenceBuilder;
use crate::infer::flow::branch_facts::BranchFact;
use crate::infer::flow::implications::MAX_BRANCHES;

/// Expressions, the first of which that is given is the value of a whole.
struct ValuesInTurn {
    values: Vec<ExprId>,
    /// What counts as not given.
    skipped: Type,
    /// Where none is given, the whole is undef.
    may_be_none: bool,
    /// The first is a lookup with a default, which is the whole: its result does not tell that nothing was found.
    is_lookup: bool,
}

impl ValuesInTurn {
    /// The index of the first of which a test tells that it is not given.
    fn first_tested(&self) -> usize {
        usize::from(self.is_lookup)
    }
}

impl InferenceBuilder<'_> {
    fn values_in_turn(&self, id: ExprId) -> Option<ValuesInTurn> {
        let id = self.body.without_parentheses(id);
        let call = Call::from_expr(self.body, id)?;
        if call.is_unfolded(self.body) {
            return None;
        }
        let (values, skips_empty, may_be_none) =
            match (call.name?, &call.arguments[..], call.lambda) {
                ("pick", all, None) => (all.to_vec(), true, false),
                ("lest", [value], Some(lambda)) => {
                    (vec![*value, self.only_value(lambda)?], false, true)
                }
                ("get", [_, _, default], None) | ("getvar", [_, default], None) => {
                    (vec![id, *default], false, true)
                }
                _ => return None,
            };
        let empty = skips_empty.then(|| Type::string_size(IntegerRange::exactly(0)));
        (2..=MAX_BRANCHES)
            .contains(&values.len())
            .then(|| ValuesInTurn {
                values,
                skipped: Type::variant_of([Type::Undef].into_iter().chain(empty)),
                may_be_none,
                is_lookup: call.name != Some("pick") && call.name != Some("lest"),
            })
    }

    /// The value of a lambda that does nothing else.
    fn only_value(&self, lambda: ExprId) -> Option<ExprId> {
        let Expr::Lambda { body, .. } = self.body.expr(lambda) else {
            return None;
        };
        let only = self.only_of((*body)?);
        (!matches!(self.body.expr(only), Expr::Block(_))).then_some(only)
    }

    /// What is known where each of several values is the first that is given, with that value.
    pub(crate) fn turns(&mut self, id: ExprId) -> Option<Vec<(Vec<BranchFact>, Inferred)>> {
        let all = self.values_in_turn(id)?;
        let mut turns = Vec::new();
        for (index, value) in all.values.iter().enumerate() {
            let mark = self.scopes.mark();
            let before = &all.values[all.first_tested().min(index)..index];
            let is_possible = self.are_skipped(before, &all.skipped) && self.note_given(*value);
            self.apply_implications();
            let known = match self.narrow_target(*value) {
                Some(place) => self.narrowed_type(&place, *value),
                None => without_undef(self.names, self.result(*value)),
            };
            let taken = self.scopes.take_since(mark);
            if is_possible {
                turns.push((self.facts(taken.known_names()), known));
            }
        }
        if all.may_be_none {
            let mark = self.scopes.mark();
            let tested = &all.values[all.first_tested()..];
            let is_possible = self.are_skipped(tested, &all.skipped);
            let taken = self.scopes.take_since(mark);
            if is_possible {
                turns.push((self.facts(taken.known_names()), Inferred::UNDEF));
            }
        }
        Some(turns)
    }

    /// Notes that none of some values is given; false, if one must be.
    fn are_skipped(&mut self, values: &[ExprId], skipped: &Type) -> bool {
        values.iter().all(|value| {
            let is_possible = self.narrow_type(*value, skipped, true);
            self.apply_implications();
            is_possible
        })
    }

    /// Notes that a value is given, and what it is a part of.
    fn note_given(&mut self, value: ExprId) -> bool {
        self.narrow_wholes(value);
        self.narrow_type(value, &Type::Undef, false)
    }

    /// Marks a call of `pick` as present where one of its arguments is given by the tests before.
    pub(crate) fn note_picked(&mut self, call: ExprId) {
        if !self.scopes.has_implications() {
            return;
        }
        if let Some(all) = self.values_in_turn(call).filter(|it| !it.may_be_none) {
            let mark = self.scopes.mark();
            if !self.are_skipped(&all.values, &Type::Undef) {
                self.present.insert(call);
            }
            let _ = self.scopes.take_since(mark);
        }
    }

    /// What the truth of the first value that is given tells.
    pub(super) fn narrow_turns(&mut self, test: ExprId, truth: bool) {
        let falsy = Type::variant_of([Type::Undef, Type::Boolean(Some(false))]);
        let context = self.names;
        let may_hold = |(_, value): &(_, Inferred)| match truth {
            true => subtract(context, value, &falsy).is_some(),
            false => intersect(context, value, &falsy).is_some(),
        };
        let turns = self.turns(test).into_iter().flatten().filter(may_hold);
        let turns: Vec<Vec<BranchFact>> = turns.map(|(facts, _)| facts).collect();
        match &turns[..] {
            [only] => {
                for fact in only {
                    let _ = self.apply(fact);
                }
            }
            several => self.note_alternatives(several),
        }
    }

    /// Where the lambda of `lest` is called, the value is undef, and not where that of `then` is.
    pub(crate) fn note_receiver(&mut self, lambda: ExprId) {
        let Some(call) = self.call_of_lambda(lambda) else {
            return;
        };
        let Some(call) = Call::from_expr(self.body, call) else {
            return;
        };
        let _ = match (call.name, &call.arguments[..]) {
            (Some("lest"), [value]) => self.narrow_type(*value, &Type::Undef, true),
            (Some("then"), [value]) => self.narrow_type(*value, &Type::Undef, false),
            _ => return,
        };
        self.apply_implications();
    }
}
