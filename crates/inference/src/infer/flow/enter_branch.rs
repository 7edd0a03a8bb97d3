//! The branches of an expression as they are entered and left: narrowing in each of them.

use puppet_eval::operators::matching;
use puppet_hir::model::{Expr, ExprId};
use puppet_types::{Type, TypeContext, Value};

use crate::infer::builder::InferenceBuilder;
use crate::infer::call::{self};
use crate::infer::flow::branch_point::{CurrentBranch, add_bounded};
use crate::infer::flow::path_conditions::{self, PathConditions};
use crate::infer::narrow::conditions::{NarrowTarget, one_of};
use crate::infer::narrow::enum_values::select;
use crate::infer::narrow::equality::{equal_to, exclude_value};
use crate::infer::narrow::type_function::type_of_types;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::set_theoretic::{intersect, subtract, with_pattern, without_pattern};

/// How a branch is entered.
enum BranchEntry {
    /// Where the condition has this truth.
    Condition(ExprId, bool),
    /// Through an option of a `case` or selector, with this left of what was tested.
    Option {
        test: ExprId,
        known: Option<Inferred>,
        conditions: OptionConditions,
        /// What matched, where the option is only one value.
        only: Option<Value>,
        is_certain: bool,
        /// It is `default`, after all others.
        is_last_resort: bool,
    },
    /// Always possible.
    Free,
}

/// What the options of `case true { … }` tell, which are conditions, each with the truth that it has.
#[derive(Default)]
struct OptionConditions {
    /// Those that did not match.
    refuted: Vec<(ExprId, bool)>,
    /// Those of the option itself, one of which matches.
    any: Vec<(ExprId, bool)>,
}

/// So many options are kept that are conditions and did not match.
const MAX_REFUTED: usize = 16;

/// The truth of what is certainly a Boolean.
fn truth_of_boolean(known: &Inferred) -> Option<bool> {
    match known {
        Inferred::Value(Value::Boolean(truth)) | Inferred::Type(Type::Boolean(Some(truth))) => {
            Some(*truth)
        }
        _ => None,
    }
}

impl InferenceBuilder<'_> {
    /// Starts a branch, if the expression is one of the innermost branch point.
    pub(crate) fn enter_branch(&mut self, id: ExprId) {
        let Some(branch_point) = self.branch_points.last() else {
            return;
        };
        let (branching_expr, decided) = (branch_point.expr, branch_point.decided);
        let is_first = branch_point.taken.is_empty() && !branch_point.has_ended;
        let Some(entry) = self.entry(branching_expr, id) else {
            return;
        };
        let mark = self.scopes.mark();
        let mut is_sure = false;
        let (is_possible, is_certain) = match entry {
            BranchEntry::Condition(test, truth) => {
                let is_certain = self.truth(test) == Some(truth);
                is_sure = is_certain || self.is_certainly(test, truth);
                (self.narrow(test, truth), is_certain)
            }
            BranchEntry::Option {
                test,
                known,
                conditions,
                only,
                is_certain,
                is_last_resort,
            } => match known {
                Some(known) => {
                    // `defined('$x') ? { true => … }` is a condition.
                    if let Some(truth) = truth_of_boolean(&known) {
                        self.narrow(test, truth);
                    }
                    let may_hold = self.narrow_by_conditions(&conditions);
                    self.narrow_by_size(test, &known);
                    if let Some(place) = self.narrow_target(test) {
                        self.note_if_new(place, test, known);
                    }
                    // Of what is one of a few, its type tells all.
                    if matches!(self.result(test), Inferred::Type(Type::String(_))) {
                        self.note_options(branching_expr, id);
                    }
                    let is_possible = may_hold
                        && only.is_none_or(|matched| self.narrow_by_option(test, &matched));
                    self.apply_implications();
                    is_sure = (is_certain || is_last_resort)
                        && is_first
                        && !self.may_match_nothing(branching_expr, id);
                    (is_possible, is_certain)
                }
                None => (false, false),
            },
            BranchEntry::Free => {
                // A template is one lambda as a whole.
                is_sure = self.body.root() == Some(branching_expr);
                (true, false)
            }
        };
        let is_dead = !is_possible || decided;
        let is_uncertain = !(is_dead || is_sure && is_first);
        self.uncertain += usize::from(is_uncertain);
        let number = self.number_branch();
        let mut lambda = None;
        if let Some(branch_point) = self.branch_points.last_mut() {
            branch_point.current = Some(CurrentBranch {
                root: id,
                number,
                mark,
                is_dead,
                is_uncertain,
                has_ended: false,
                ended: PathConditions::new(),
            });
            branch_point.decided |= is_possible && is_certain;
            lambda = branch_point.scope.map(|_| branch_point.expr);
        }
        self.dead += usize::from(is_dead);
        if let Some(lambda) = lambda {
            call::bind_parameters(self, lambda);
            self.note_keys_of_lambda(lambda);
            self.note_parts_of_element(lambda);
            self.note_iterated(lambda);
            self.note_receiver(lambda);
        }
    }

    /// `case true { $a =~ T: … }`: notes what the conditions tell; false, if they cannot hold.
    fn narrow_by_conditions(&mut self, conditions: &OptionConditions) -> bool {
        self.narrow_refuted(&conditions.refuted)
            && match conditions.any[..] {
                [] => true,
                [(only, truth)] => self.narrow(only, truth),
                _ => self.narrow_one_of(&conditions.any),
            }
    }

    /// Notes what options tell that did not match; false, if one of them must.
    pub(super) fn narrow_refuted(&mut self, refuted: &[(ExprId, bool)]) -> bool {
        refuted.iter().all(|(it, truth)| self.narrow(*it, *truth))
    }

    /// What an option that matched tells: groups of a regular expression, and the elements of `case [$a, $b]`. False, if
    /// it cannot match.
    fn narrow_by_option(&mut self, test: ExprId, matched: &Value) -> bool {
        let test = self.body.without_parentheses(test);
        match (self.body.expr(test), matched) {
            (_, Value::Regexp(_)) => {
                self.note_groups(Some(matched));
                true
            }
            (Expr::LiteralList(items), Value::Array(values)) if items.len() == values.len() => {
                let pairs = items.iter().zip(values.iter());
                let is_unfold =
                    |(item, _): &(&ExprId, _)| matches!(self.body.expr(**item), Expr::Unfold(_));
                if pairs.clone().any(|pair| is_unfold(&pair)) {
                    return true;
                }
                let context = self.names;
                pairs.into_iter().all(|(item, value)| {
                    self.narrow_place(*item, |known| matching_value(context, known, value))
                })
            }
            _ => true,
        }
    }

    /// Whether a condition has this truth because of what it tests; asked only where it matters.
    fn is_certainly(&mut self, test: ExprId, truth: bool) -> bool {
        if self.certain.is_none() || self.uncertain > 0 {
            return false;
        }
        let mark = self.scopes.mark();
        let may_be_other = self.narrow(test, !truth);
        let _ = self.scopes.take_since(mark);
        !may_be_other
    }

    /// Whether an option of a `case` before this branch may match for which nothing is evaluated.
    fn may_match_nothing(&self, branch_point: ExprId, branch: ExprId) -> bool {
        let Expr::Case { test, options } = self.body.expr(branch_point) else {
            return false;
        };
        let subject = self.subject_of_type(*test);
        let (known, is_of_type) = (self.result(subject.unwrap_or(*test)), subject.is_some());
        options
            .iter()
            .take_while(|option| option.then != Some(branch))
            .filter(|option| option.then.is_none())
            .flat_map(|option| &option.values)
            .any(|value| {
                self.is_default(*value) || self.matching(known, *value, is_of_type).is_some()
            })
    }

    pub(super) fn note_if_new(&mut self, place: NarrowTarget, test: ExprId, known: Inferred) {
        if self.narrowed_type(&place, test) != known {
            self.note_narrower(place, test, known);
        }
    }

    pub(crate) fn leave_branch(&mut self, id: ExprId) {
        if let Some(lambda) = self.lambda_that_ends(id) {
            self.note_kept(lambda, id);
        }
        let Some(branch_point) = self.branch_points.last_mut() else {
            return;
        };
        let Some(branch) = branch_point.current.take_if(|branch| branch.root == id) else {
            return;
        };
        let mut taken = self.scopes.take_since(branch.mark);
        self.dead -= usize::from(branch.is_dead) + usize::from(branch.has_ended);
        self.uncertain -= usize::from(branch.is_uncertain);
        if branch.is_dead {
            return;
        }
        let place = Some((branch_point.expr, id));
        if branch.has_ended {
            branch_point.has_ended = true;
            let ended = path_conditions::add_branch(vec![Vec::new()], place);
            add_bounded(&mut branch_point.ended, ended);
            return;
        }
        let ended = path_conditions::add_branch(branch.ended.clone(), place);
        add_bounded(&mut branch_point.ended, ended);
        (taken.branch, taken.ended) = (place, branch.ended);
        let known = self.result(id).clone();
        if let Some(branch_point) = self.branch_points.last_mut() {
            branch_point.taken.push((taken, known));
        }
    }

    /// The lambda whose body ends here, at its end.
    fn lambda_that_ends(&self, id: ExprId) -> Option<ExprId> {
        let branch_point = self.branch_points.last()?;
        let branch = branch_point.current.as_ref()?;
        let is_reached = branch.root == id && !branch.is_dead && !branch.has_ended;
        (is_reached && branch_point.scope.is_some()).then_some(branch_point.expr)
    }

    /// What follows is never evaluated: up to the end of the branch, or of the body.
    pub(crate) fn end_branch(&mut self) {
        match self.current_branch() {
            Some(branch) if branch.has_ended => {}
            Some(branch) => {
                branch.has_ended = true;
                self.dead += 1;
            }
            None => self.dead += 1,
        }
    }

    /// The innermost branch around the current expression.
    pub(super) fn current_branch(&mut self) -> Option<&mut CurrentBranch> {
        let mut branch_points = self.branch_points.iter_mut().rev();
        branch_points.find_map(|branch_point| branch_point.current.as_mut())
    }

    /// How `id` is entered as a branch of the branch_point; `None` if it is no branch of it.
    fn entry(&mut self, branch_point: ExprId, id: ExprId) -> Option<BranchEntry> {
        let body = self.body;
        match body.expr(branch_point) {
            Expr::If {
                test,
                then,
                otherwise,
            } => entry_of_if(id, *test, *then, *otherwise, true),
            Expr::Unless {
                test,
                then,
                otherwise,
            } => entry_of_if(id, *test, *then, *otherwise, false),
            Expr::And { left, right } => {
                (id == *right).then_some(BranchEntry::Condition(*left, true))
            }
            Expr::Or { left, right } => {
                (id == *right).then_some(BranchEntry::Condition(*left, false))
            }
            Expr::Case { test, options } => {
                let passed = &mut self.branch_points.last_mut()?.passed;
                let option = next_option(passed, options, id, |option| option.then)?;
                // Options with nothing to evaluate match all the same.
                let before = &options[..passed.saturating_sub(1)];
                let with_block = before.iter().rposition(|option| option.then.is_some());
                for option in &before[with_block.map_or(0, |it| it + 1)..] {
                    self.take_bare_option(*test, &option.values);
                }
                let is_last = options.last() == Some(option);
                Some(self.entry_of_values(*test, &option.values, is_last))
            }
            Expr::Selector { left, selectors } => {
                let passed = &mut self.branch_points.last_mut()?.passed;
                let entry = next_option(passed, selectors, id, |entry| Some(entry.value))?;
                let is_last = selectors.last() == Some(entry);
                Some(self.entry_of_values(*left, &[entry.matching], is_last))
            }
            Expr::Lambda { body, .. } | Expr::Apply { body, .. } => {
                (*body == Some(id)).then_some(BranchEntry::Free)
            }
            _ => None,
        }
    }

    /// Adds the path through an option that evaluates nothing.
    pub(super) fn take_bare_option(&mut self, test: ExprId, values: &[ExprId]) {
        let entry = self.entry_of_values(test, values, false);
        let BranchEntry::Option {
            test,
            known: Some(known),
            conditions,
            ..
        } = entry
        else {
            return;
        };
        let mark = self.scopes.mark();
        let is_possible = self.narrow_by_conditions(&conditions);
        if let Some(place) = self.narrow_target(test) {
            self.note_if_new(place, test, known);
        }
        let taken = self.scopes.take_since(mark);
        if let Some(branch_point) = self.branch_points.last_mut()
            && is_possible
            && !branch_point.decided
        {
            branch_point.taken.push((taken, Inferred::UNDEF));
        }
    }

    fn entry_of_values(&mut self, test: ExprId, values: &[ExprId], is_last: bool) -> BranchEntry {
        let subject = self.subject_of_type(test);
        let (test, is_of_type) = (subject.unwrap_or(test), subject.is_some());
        let Some(branch_point) = self.branch_points.last_mut() else {
            return BranchEntry::Free;
        };
        let mut rest = branch_point
            .rest
            .take()
            .unwrap_or_else(|| Some(self.result(test).clone()));
        let mut possible = Vec::new();
        let mut never = Vec::new();
        let mut is_default = false;
        let was_possible = rest.is_some();
        for value in values {
            let Some(left) = rest.clone() else {
                never.push(*value);
                continue;
            };
            if self.is_default(*value) {
                is_default = true;
                possible.push(Some(left));
                continue;
            }
            let matched = self.matching(&left, *value, is_of_type);
            if matched.is_none() {
                never.push(*value);
            }
            possible.push(matched);
            rest = self.not_matching(&left, *value, is_of_type);
        }
        let known = one_of(possible.into_iter(), self.names);
        let mut conditions = match is_default {
            true => OptionConditions::default(),
            false => self.conditions_of(test, values),
        };
        let only = match values {
            [only] => self.values_of_option(*only).filter(|it| it.len() == 1),
            _ => None,
        };
        let only = only.and_then(|values| values.first()).cloned();
        let is_certain = was_possible && rest.is_none() && !is_default;
        if let Some(branch_point) = self.branch_points.last_mut() {
            branch_point.rest = Some(rest);
            branch_point.never.extend(never);
            // Those of the option itself did not match in what follows.
            let before = branch_point.refuted.clone();
            let own = std::mem::replace(&mut conditions.refuted, before);
            branch_point.refuted.extend(own);
            branch_point.refuted.truncate(MAX_REFUTED);
        }
        BranchEntry::Option {
            test,
            known,
            conditions,
            only,
            is_certain,
            is_last_resort: is_default && is_last,
        }
    }

    /// The conditions that the values of an option are, if `true` or `false` is tested: the truth of each where it
    /// matches, and, of those that are nothing but true or false, where it does not.
    fn conditions_of(&self, test: ExprId, values: &[ExprId]) -> OptionConditions {
        let Some(Value::Boolean(truth)) = self.result(test).value() else {
            return OptionConditions::default();
        };
        let is_boolean = |it: &ExprId| matches!(self.result(*it), Inferred::Type(Type::Boolean(_)));
        let is_test =
            |it: &ExprId| is_boolean(it) && !matches!(self.body.expr(*it), Expr::Unfold(_));
        // What matches `true` is true, whatever it is.
        let any = match *truth || values.iter().all(is_test) {
            true => values.iter().map(|it| (*it, *truth)).collect(),
            false => Vec::new(),
        };
        let refuted = values.iter().copied().filter(is_test);
        let refuted = refuted.map(|it| (it, !truth)).collect();
        OptionConditions { refuted, any }
    }

    pub(super) fn is_default(&self, option: ExprId) -> bool {
        let option = self.body.without_parentheses(option);
        matches!(self.body.expr(option), Expr::LiteralDefault)
    }

    /// The value that an option always has, or those that a splat unfolds.
    fn values_of_option(&self, option: ExprId) -> Option<&[Value]> {
        match (self.body.expr(option), self.result(option).value()?) {
            (Expr::Unfold(_), Value::Array(values)) => Some(values),
            (Expr::Unfold(_), _) => None,
            (_, value) => Some(std::slice::from_ref(value)),
        }
    }

    /// What is known of something that matches an option (`CompareOperator#match`).
    fn matching(&self, known: &Inferred, option: ExprId, is_of_type: bool) -> Option<Inferred> {
        let Some(values) = self.values_of_option(option) else {
            return Some(known.clone());
        };
        let matching = values.iter().map(|value| match is_of_type {
            true => match type_of_types(value) {
                Some(ty) => intersect(self.names, known, ty),
                None => Some(known.clone()),
            },
            false => matching_value(self.names, known, value),
        });
        one_of(matching, self.names)
    }

    /// What is known of something that does not match an option; none if it always does.
    fn not_matching(&self, known: &Inferred, option: ExprId, is_of_type: bool) -> Option<Inferred> {
        let mut values = self.values_of_option(option).unwrap_or_default().iter();
        values.try_fold(known.clone(), |known, value| match is_of_type {
            true => match type_of_types(value) {
                Some(ty) => subtract(self.names, &known, ty),
                None => Some(known),
            },
            false => self.not_matching_value(&known, value),
        })
    }

    fn not_matching_value(&self, known: &Inferred, option: &Value) -> Option<Inferred> {
        let context = self.names;
        if let Inferred::Value(value) = known {
            let matches = matching::matches_option(context, value, option);
            return matches
                .map_or(true, |it| !it.matched)
                .then(|| known.clone());
        }
        match option {
            Value::Type(ty) => subtract(context, known, ty),
            Value::Regexp(regexp) => {
                let known = without_pattern(context, known, regexp)?;
                select(context, &known, false, |it| {
                    matching::matches_option(context, it, option).map(|it| it.matched)
                })
            }
            Value::Hash(_) | Value::SemVer(_) | Value::SemVerRange(_) => Some(known.clone()),
            option => exclude_value(context, known, option),
        }
    }
}

/// What is known of something that matches the value of an option (`CompareOperator#match`).
fn matching_value(context: &dyn TypeContext, known: &Inferred, option: &Value) -> Option<Inferred> {
    if let Inferred::Value(value) = known {
        let matches = matching::matches_option(context, value, option);
        return matches.map_or(true, |it| it.matched).then(|| known.clone());
    }
    match option {
        Value::Type(ty) => intersect(context, known, ty),
        Value::Regexp(regexp) => {
            let text = intersect(context, known, &Type::STRING)?;
            let text = with_pattern(context, &text, regexp);
            select(context, &text, true, |it| {
                matching::matches_option(context, it, option).map(|it| it.matched)
            })
        }
        Value::Array(_) => intersect(context, known, &Type::array()),
        Value::Hash(_) => intersect(context, known, &Type::hash()),
        Value::SemVer(_) | Value::SemVerRange(_) => Some(known.clone()),
        option => equal_to(context, known, option),
    }
}

/// The option whose branch is entered, if one is. They are walked in their order, so that only the next one that has a
/// branch is looked at.
fn next_option<'o, O, B: PartialEq>(
    passed: &mut usize,
    options: &'o [O],
    entered: B,
    branch: impl Fn(&O) -> Option<B>,
) -> Option<&'o O> {
    while let Some(option) = options.get(*passed) {
        match branch(option) {
            None => *passed += 1,
            Some(next) if next == entered => {
                *passed += 1;
                return Some(option);
            }
            Some(_) => return None,
        }
    }
    None
}

fn entry_of_if(
    id: ExprId,
    test: ExprId,
    then: Option<ExprId>,
    otherwise: Option<ExprId>,
    when: bool,
) -> Option<BranchEntry> {
    if then == Some(id) {
        Some(BranchEntry::Condition(test, when))
    } else if otherwise == Some(id) {
        Some(BranchEntry::Condition(test, !when))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::next_option;

    #[test]
    fn each_option_is_looked_at_a_few_times() {
        // Every second option has a branch; each branch has expressions of its own, which are entered as well.
        let options: Vec<Option<u32>> = (0..2000)
            .map(|it| (it % 2 == 0).then_some(it * 10))
            .collect();
        let (mut passed, looks) = (0, Cell::new(0));
        let mut found = Vec::new();
        for entered in 0..20_000 {
            let option = next_option(&mut passed, &options, entered, |option| {
                looks.set(looks.get() + 1);
                *option
            });
            found.extend(option.copied().flatten());
        }
        assert_eq!(found, options.into_iter().flatten().collect::<Vec<_>>());
        assert!(looks.get() <= 22_000, "{}", looks.get());
    }
}
