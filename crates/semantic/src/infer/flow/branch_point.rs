//! Expressions that evaluate some of their parts only: what holds in each branch, and what holds after them.

use puppet_eval::operators::matching;
use puppet_eval::{ErrorLocation, Issue};
use puppet_hir::model::{CaseOption, Expr, ExprId, SelectorEntry};
use puppet_types::{Type, Value};

use crate::display_name::value_label;
use crate::infer::builder::InferenceBuilder;
use crate::infer::call::{self};
use crate::infer::flow::environment::{EnvDelta, EnvSnapshot, Join};
use crate::infer::flow::path_conditions;
use crate::infer::inferred::Inferred;
use crate::infer::narrow::constraints::{NarrowTarget, equal_to, exclude_value, one_of, select};
use crate::infer::narrow::set_theoretic::{intersect, subtract};
use crate::infer::{Failure, MatchCoverage};
use puppet_hir::Call;

/// An expression whose parts are not all evaluated, while it is walked.
pub(crate) struct BranchPoint {
    pub(crate) expr: ExprId,
    /// The branches that were walked and may be taken to their end: what they assign, and what they evaluate to.
    taken: Vec<(EnvDelta, Inferred)>,
    /// The branch that is walked now.
    current: Option<Branch>,
    /// A branch that is always taken was met: those after it never are.
    decided: bool,
    /// Some branch that may be taken ends before its end: by `fail`, `return` or another call that does not return.
    has_ended: bool,
    /// For `case` and selectors: what may still be tested when the options so far did not match.
    rest: Option<Option<Inferred>>,
    /// For `case` and selectors: the options that cannot match because of the type, or those before.
    never: Vec<ExprId>,
    /// For `case` and selectors: how many options were passed.
    passed: usize,
    /// For a lambda: where its own variables start.
    scope: Option<EnvSnapshot>,
}

impl BranchPoint {
    pub(crate) fn new(expr: ExprId, scope: Option<EnvSnapshot>) -> Self {
        Self {
            expr,
            taken: Vec::new(),
            current: None,
            decided: false,
            has_ended: false,
            rest: None,
            never: Vec::new(),
            passed: 0,
            scope,
        }
    }

    /// The branch that is walked now.
    pub(crate) fn branch(&self) -> Option<path_conditions::Branch> {
        let branch = self.current.as_ref()?;
        Some((self.expr, branch.root))
    }

    /// The number of the branch that is walked now.
    pub(crate) fn number(&self) -> Option<usize> {
        self.current.as_ref().map(|branch| branch.number)
    }
}

struct Branch {
    root: ExprId,
    /// All branches of a body are numbered; the body itself is 0.
    number: usize,
    mark: EnvSnapshot,
    is_dead: bool,
    /// It may be taken, but need not be.
    is_uncertain: bool,
    /// A `fail`, `return` or another call that does not return was passed.
    has_ended: bool,
}

/// How a branch is entered.
enum Entry {
    /// Where the condition has this truth.
    Condition(ExprId, bool),
    /// Through an option of a `case` or selector, with this left of what was tested.
    Option {
        test: ExprId,
        known: Option<Inferred>,
        /// The option itself, where it is a condition: `case true { … }`.
        condition: Option<ExprId>,
        is_certain: bool,
        /// It is `default`, after all others.
        is_last_resort: bool,
    },
    /// Always possible.
    Free,
}

/// The truth of what is certainly a Boolean.
fn truth_of_boolean(known: &Inferred) -> Option<bool> {
    match known {
        Inferred::Value(Value::Boolean(truth)) | Inferred::Type(Type::Boolean(Some(truth))) => {
            Some(*truth)
        }
        _ => None,
    }
}

/// Whether parts of an expression are evaluated in some cases only.
pub fn is_branch_point(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::If { .. }
            | Expr::Unless { .. }
            | Expr::And { .. }
            | Expr::Or { .. }
            | Expr::Case { .. }
            | Expr::Selector { .. }
    )
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
            Entry::Condition(test, truth) => {
                let is_certain = self.truth(test) == Some(truth);
                is_sure = is_certain || self.is_certainly(test, truth);
                (self.narrow(test, truth), is_certain)
            }
            Entry::Option {
                test,
                known,
                condition,
                is_certain,
                is_last_resort,
            } => match known {
                Some(known) => {
                    // `defined('$x') ? { true => … }` and `case true { defined('$x'): … }` are conditions.
                    if let Some(condition) = condition {
                        self.narrow(condition, true);
                    } else if let Some(truth) = truth_of_boolean(&known) {
                        self.narrow(test, truth);
                    }
                    if let Some(place) = self.narrow_target(test) {
                        self.note_if_new(place, test, known);
                    }
                    is_sure = (is_certain || is_last_resort)
                        && is_first
                        && !self.may_match_nothing(branching_expr, id);
                    (true, is_certain)
                }
                None => (false, false),
            },
            Entry::Free => {
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
            branch_point.current = Some(Branch {
                root: id,
                number,
                mark,
                is_dead,
                is_uncertain,
                has_ended: false,
            });
            branch_point.decided |= is_possible && is_certain;
            lambda = branch_point.scope.map(|_| branch_point.expr);
        }
        self.dead += usize::from(is_dead);
        if let Some(lambda) = lambda {
            call::bind_parameters(self, lambda);
            self.note_keys_of_lambda(lambda);
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
        let known = self.known(*test);
        options
            .iter()
            .take_while(|option| option.then != Some(branch))
            .filter(|option| option.then.is_none())
            .flat_map(|option| &option.values)
            .any(|value| self.is_default(*value) || self.matching(known, *value).is_some())
    }

    fn note_if_new(&mut self, place: NarrowTarget, test: ExprId, known: Inferred) {
        if self.narrowed_type(&place, test) != known {
            self.note(place, known);
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
        if branch.has_ended {
            branch_point.has_ended = true;
            return;
        }
        taken.branch = Some((branch_point.expr, id));
        let known = self.known(id).clone();
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
        let branch = self
            .branch_points
            .iter_mut()
            .rev()
            .find_map(|branch_point| branch_point.current.as_mut());
        match branch {
            Some(branch) if branch.has_ended => {}
            Some(branch) => {
                branch.has_ended = true;
                self.dead += 1;
            }
            None => self.dead += 1,
        }
    }

    /// How `id` is entered as a branch of the branch_point; `None` if it is no branch of it.
    fn entry(&mut self, branch_point: ExprId, id: ExprId) -> Option<Entry> {
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
            Expr::And { left, right } => (id == *right).then_some(Entry::Condition(*left, true)),
            Expr::Or { left, right } => (id == *right).then_some(Entry::Condition(*left, false)),
            Expr::Case { test, options } => {
                let passed = &mut self.branch_points.last_mut()?.passed;
                let option = next_option(passed, options, id, |option| option.then)?;
                // Options with nothing to evaluate match all the same.
                let before = &options[..passed.saturating_sub(1)];
                let with_block = before.iter().rposition(|option| option.then.is_some());
                for option in &before[with_block.map_or(0, |it| it + 1)..] {
                    self.entry_of_values(*test, &option.values, false);
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
            Expr::Lambda { body, .. } => (*body == Some(id)).then_some(Entry::Free),
            _ => None,
        }
    }

    fn entry_of_values(&mut self, test: ExprId, values: &[ExprId], is_last: bool) -> Entry {
        let Some(branch_point) = self.branch_points.last_mut() else {
            return Entry::Free;
        };
        let mut rest = branch_point
            .rest
            .take()
            .unwrap_or_else(|| Some(self.known(test).clone()));
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
            let matched = self.matching(&left, *value);
            if matched.is_none() {
                never.push(*value);
            }
            possible.push(matched);
            rest = self.not_matching(&left, *value);
        }
        let known = one_of(possible.into_iter(), self.names);
        let is_true = self.known(test).value() == Some(&Value::Boolean(true));
        let condition = match values {
            [only] if is_true && !is_default => Some(*only),
            _ => None,
        };
        let is_certain = was_possible && rest.is_none() && !is_default;
        if let Some(branch_point) = self.branch_points.last_mut() {
            branch_point.rest = Some(rest);
            branch_point.never.extend(never);
        }
        Entry::Option {
            test,
            known,
            condition,
            is_certain,
            is_last_resort: is_default && is_last,
        }
    }

    fn is_default(&self, option: ExprId) -> bool {
        let option = self.body.without_parentheses(option);
        matches!(self.body.expr(option), Expr::LiteralDefault)
    }

    /// The value that an option always has, or those that a splat unfolds.
    fn values_of_option(&self, option: ExprId) -> Option<&[Value]> {
        match (self.body.expr(option), self.known(option).value()?) {
            (Expr::Unfold(_), Value::Array(values)) => Some(values),
            (Expr::Unfold(_), _) => None,
            (_, value) => Some(std::slice::from_ref(value)),
        }
    }

    /// What is known of something that matches an option (`CompareOperator#match`).
    fn matching(&self, known: &Inferred, option: ExprId) -> Option<Inferred> {
        let Some(values) = self.values_of_option(option) else {
            return Some(known.clone());
        };
        let matching = values.iter().map(|value| self.matching_value(known, value));
        one_of(matching, self.names)
    }

    fn matching_value(&self, known: &Inferred, option: &Value) -> Option<Inferred> {
        let context = self.names;
        if let Inferred::Value(value) = known {
            let matches = matching::matches_option(context, value, option);
            return matches.map_or(true, |it| it.matched).then(|| known.clone());
        }
        match option {
            Value::Type(ty) => intersect(context, known, ty),
            Value::Regexp(_) => {
                let text = intersect(context, known, &Type::STRING)?;
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

    /// What is known of something that does not match an option; none if it always does.
    fn not_matching(&self, known: &Inferred, option: ExprId) -> Option<Inferred> {
        let mut values = self.values_of_option(option).unwrap_or_default().iter();
        values.try_fold(known.clone(), |known, value| {
            self.not_matching_value(&known, value)
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
            Value::Regexp(_) => select(context, known, false, |it| {
                matching::matches_option(context, it, option).map(|it| it.matched)
            }),
            Value::Array(_) | Value::Hash(_) | Value::SemVer(_) | Value::SemVerRange(_) => {
                Some(known.clone())
            }
            option => exclude_value(context, known, option),
        }
    }

    /// What a branch point evaluates to, when all its branches were walked.
    pub(crate) fn exit_branch_point(&mut self, mut branch_point: BranchPoint) -> Inferred {
        if let Some(mark) = branch_point.scope {
            self.lambdas -= 1;
            let _ = self.scopes.take_since(mark);
            self.leave_lambda(&branch_point);
            return Inferred::Type(Type::CALLABLE);
        }
        let body = self.body;
        match body.expr(branch_point.expr) {
            expr @ (Expr::And { left, right } | Expr::Or { left, right }) => self.leave_logic(
                matches!(expr, Expr::And { .. }),
                *left,
                *right,
                branch_point,
            ),
            Expr::Selector { left, selectors } => {
                self.leave_selector(*left, selectors, &mut branch_point);
                self.join(branch_point, 0)
            }
            Expr::Case { test, options } => {
                let bare = self.leave_case(*test, options, &mut branch_point);
                self.join(branch_point, bare)
            }
            Expr::If {
                test,
                then,
                otherwise,
            } => {
                self.take_bare(
                    &mut branch_point,
                    *test,
                    [(*then, true), (*otherwise, false)],
                );
                self.join(branch_point, 0)
            }
            Expr::Unless {
                test,
                then,
                otherwise,
            } => {
                self.take_bare(
                    &mut branch_point,
                    *test,
                    [(*then, false), (*otherwise, true)],
                );
                self.join(branch_point, 0)
            }
            _ => Inferred::UNKNOWN,
        }
    }

    /// Notes what a lambda gives: the value at its end, and those of `next`.
    fn leave_lambda(&mut self, branch_point: &BranchPoint) {
        let frame = self.frames.pop().unwrap_or_default();
        let end = match (
            self.body.expr(branch_point.expr),
            branch_point.taken.first(),
        ) {
            (Expr::Lambda { body: None, .. }, _) => Some(Inferred::UNDEF),
            (_, Some((_, known))) => Some(known.clone()),
            (_, None) if branch_point.has_ended => None,
            (_, None) => Some(Inferred::UNKNOWN),
        };
        let known = Inferred::union(self.names, end.iter().chain(&frame.nexts));
        self.results
            .insert(branch_point.expr, (known, frame.breaks));
    }

    /// Adds the paths through an `if` that evaluate nothing because there is no block, or an empty one.
    fn take_bare(
        &mut self,
        branch_point: &mut BranchPoint,
        test: ExprId,
        branches: [(Option<ExprId>, bool); 2],
    ) {
        for (branch, truth) in branches {
            if branch.is_some() {
                continue;
            }
            let mark = self.scopes.mark();
            let is_possible = self.narrow(test, truth);
            let taken = self.scopes.take_since(mark);
            if is_possible {
                branch_point.taken.push((taken, Inferred::UNDEF));
            }
        }
    }

    /// Joins the branches that were taken, and so many more that evaluate nothing.
    fn join(&mut self, branch_point: BranchPoint, bare: usize) -> Inferred {
        let (mut branches, mut values): (Vec<EnvDelta>, Vec<Inferred>) =
            branch_point.taken.into_iter().unzip();
        for _ in 0..bare {
            branches.push(EnvDelta::default());
            values.push(Inferred::UNDEF);
        }
        if branches.is_empty() && branch_point.has_ended {
            self.end_branch();
        }
        self.merge(branches, branch_point.expr);
        Inferred::union(self.names, &values)
    }

    /// Continues after the branches of a branch point.
    fn merge(&mut self, branches: Vec<EnvDelta>, branch_point: ExprId) {
        let at = self.point();
        let join = Join { branch_point, at };
        self.scopes.merge(self.names, branches, self.lambdas, join);
    }

    /// `and`, `or`: the right side is a branch, the other one does nothing.
    fn leave_logic(
        &mut self,
        is_and: bool,
        left: ExprId,
        right: ExprId,
        branch_point: BranchPoint,
    ) -> Inferred {
        let left_truth = self.truth(left);
        let right_truth = match branch_point.taken.is_empty() {
            true => None,
            false => self.truth(right),
        };
        let mut branches: Vec<EnvDelta> = branch_point
            .taken
            .into_iter()
            .map(|(taken, _)| taken)
            .collect();
        if left_truth != Some(is_and) {
            let mark = self.scopes.mark();
            let _ = self.narrow(left, !is_and);
            branches.push(self.scopes.take_since(mark));
        } else if branches.is_empty() && branch_point.has_ended {
            self.end_branch();
        }
        self.merge(branches, branch_point.expr);
        let decided = match (left_truth, right_truth) {
            (Some(left), _) if left != is_and => Some(left),
            (Some(_), right) => right,
            _ if branch_point.has_ended => Some(!is_and),
            _ => None,
        };
        decided.map_or(Inferred::Type(Type::BOOLEAN), |truth| {
            Inferred::Value(Value::Boolean(truth))
        })
    }

    /// Notes how the options cover what is tested; the number of paths through that evaluate nothing.
    fn leave_case(
        &mut self,
        test: ExprId,
        options: &[CaseOption],
        branch_point: &mut BranchPoint,
    ) -> usize {
        let has_default = options
            .iter()
            .flat_map(|option| &option.values)
            .any(|value| self.is_default(*value));
        let empty = options.iter().filter(|option| option.then.is_none());
        let bare = empty.count();
        let rest = branch_point.rest.take();
        let is_bare_possible = !has_default && !branch_point.decided && rest != Some(None);
        if bare == 0 {
            self.note_coverage(test, rest.clone(), has_default, branch_point);
        }
        if is_bare_possible && let Some(Some(rest)) = rest {
            let mark = self.scopes.mark();
            if let Some(place) = self.narrow_target(test) {
                self.note_if_new(place, test, rest);
            }
            let taken = self.scopes.take_since(mark);
            branch_point.taken.push((taken, Inferred::UNDEF));
            return bare;
        }
        bare + usize::from(is_bare_possible)
    }

    fn leave_selector(
        &mut self,
        test: ExprId,
        selectors: &[SelectorEntry],
        branch_point: &mut BranchPoint,
    ) {
        let has_default = selectors
            .iter()
            .any(|entry| self.is_default(entry.matching));
        let rest = branch_point.rest.take();
        let matches_nothing =
            branch_point.taken.is_empty() && !branch_point.has_ended && !branch_point.decided;
        if !has_default && matches_nothing && !selectors.is_empty() {
            let message = match self.known(test) {
                Inferred::Value(value) => format!(
                    "No matching entry for selector parameter with value '{}'",
                    puppet_eval::to_string::ruby(self.names, value)
                ),
                Inferred::Type(ty) => {
                    let value = value_label(ty);
                    format!("No matching entry for selector parameter with {value}")
                }
            };
            self.fail(Failure {
                expr: branch_point.expr,
                blame: ErrorLocation::Left,
                issue: Issue::UnmatchedSelector,
                message,
            });
            return;
        }
        self.note_coverage(test, rest, has_default, branch_point);
    }

    fn note_coverage(
        &mut self,
        test: ExprId,
        rest: Option<Option<Inferred>>,
        has_default: bool,
        branch_point: &mut BranchPoint,
    ) {
        let never = std::mem::take(&mut branch_point.never);
        if self.dead > 0 || (never.is_empty() && has_default) {
            return;
        }
        let rest = match rest {
            Some(rest) if !has_default => rest,
            _ => None,
        };
        if rest.is_none() && never.is_empty() {
            return;
        }
        self.matches.push(MatchCoverage {
            expr: branch_point.expr,
            test,
            rest,
            never: never.into(),
        });
    }

    /// Notes what holds after a call: nothing after a call that does not return (`fail`), the type after `assert_type`.
    pub(crate) fn note_call(&mut self, id: ExprId) {
        let Some(call) = Call::from_expr(self.body, id) else {
            return;
        };
        match (call.name, call.arguments.as_slice()) {
            (Some("fail"), _) => self.end_branch(),
            (Some("return" | "next" | "break"), _) => {
                self.ends += 1;
                self.end_branch();
            }
            (Some("assert_type"), [ty, subject]) if call.lambda.is_none() => {
                if let Some(Value::Type(ty)) = self.known(*ty).value().cloned() {
                    let context = self.names;
                    let _ = self.narrow_place(*subject, |known| intersect(context, known, &ty));
                }
            }
            _ => {}
        }
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
) -> Option<Entry> {
    if then == Some(id) {
        Some(Entry::Condition(test, when))
    } else if otherwise == Some(id) {
        Some(Entry::Condition(test, !when))
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
