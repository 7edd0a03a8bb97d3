//! The end of an expression that evaluates some of its parts only: the join of its branches.

use puppet_eval::{ErrorLocation, Issue};
use puppet_hir::model::{CaseOption, Expr, ExprId, SelectorEntry};
use puppet_types::{Type, Value};

use crate::infer::builder::InferenceBuilder;
use crate::infer::flow::branch_facts::BranchFact;
use crate::infer::flow::branch_point::{BranchPoint, add_bounded};
use crate::infer::flow::environment::{EnvDelta, Join, KnownName};
use crate::infer::flow::implications::{Alternatives, MAX_BRANCHES};
use crate::infer::inference::{Failure, MatchCoverage};
use crate::infer::narrow::conditions::NarrowTarget;
use puppet_semantic::display_name::value_label;
use puppet_types::inferred::Inferred;
use puppet_types::inferred::set_theoretic::subtract;

impl InferenceBuilder<'_> {
    /// What a branch point evaluates to, when all its branches were walked.
    pub(crate) fn exit_branch_point(&mut self, mut branch_point: BranchPoint) -> Inferred {
        if let Some(mark) = branch_point.scope {
            self.lambdas -= 1;
            let _ = self.scopes.take_since(mark);
            self.leave_lambda(&branch_point);
            return match self.body.expr(branch_point.expr) {
                Expr::Lambda { .. } => Inferred::Type(Type::CALLABLE),
                _ => Inferred::UNKNOWN,
            };
        }
        let ended = std::mem::take(&mut branch_point.ended);
        if let Some(around) = self.current_branch() {
            add_bounded(&mut around.ended, ended);
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
            expr @ (Expr::If {
                test,
                then,
                otherwise,
            }
            | Expr::Unless {
                test,
                then,
                otherwise,
            }) => {
                let truth = matches!(expr, Expr::If { .. });
                let branches = [(*then, truth), (*otherwise, !truth)];
                self.take_bare(&mut branch_point, *test, branches);
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
            (_, None) if branch_point.has_ended => {
                if frame.nexts.is_empty() && !frame.breaks {
                    self.failing.insert(branch_point.expr);
                }
                None
            }
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
        let expr = branch_point.expr;
        let known = Inferred::union(self.names, &values);
        let roots = branches
            .iter()
            .map(|it| it.branch.map(|(_, root)| root))
            .collect();
        let (names, values): (Vec<Vec<KnownName>>, Vec<Inferred>) =
            self.alternatives_of(&branches, values).into_iter().unzip();
        let facts = self.merge(branches, names, expr);
        let branches = facts.into_iter().zip(values).collect();
        self.alternatives = Some(Alternatives {
            expr,
            branches: self.split_by_given(roots, branches),
        });
        known
    }

    /// Of two branches, one whose value is a variable that may be undef is two, by whether it is:
    /// `if $a { $a } else { $b }`.
    fn split_by_given(
        &self,
        roots: Vec<Option<ExprId>>,
        branches: Vec<(Vec<BranchFact>, Inferred)>,
    ) -> Vec<(Vec<BranchFact>, Inferred)> {
        if (roots.len(), branches.len()) != (2, 2) {
            return branches;
        }
        let split = roots.into_iter().zip(branches).map(|(root, branch)| {
            let given = subtract(self.names, &branch.1, &Type::Undef);
            let place = root.and_then(|root| self.narrow_target(self.only_of(root)));
            let (Some(given), Some(place)) = (given.filter(|it| *it != branch.1), place) else {
                return vec![branch];
            };
            let (NarrowTarget::Variable(name) | NarrowTarget::Path(name)) = place;
            let of_value = |value: Inferred| {
                let mut facts = branch.0.clone();
                facts.retain(|it| it.name != name);
                facts.extend(self.facts(vec![(name.clone(), value.clone())]));
                (facts, value)
            };
            vec![of_value(given), of_value(Inferred::UNDEF)]
        });
        split.flatten().collect()
    }

    /// The only expression of a block.
    pub(crate) fn only_of(&self, block: ExprId) -> ExprId {
        match self.body.expr(block) {
            Expr::Block(statements) if statements.len() == 1 => statements[0],
            _ => block,
        }
    }

    /// What is known in each branch, and its value. A branch that is nothing but a branch point itself, as after `elsif`,
    /// stands for its own branches.
    fn alternatives_of(
        &mut self,
        branches: &[EnvDelta],
        values: Vec<Inferred>,
    ) -> Vec<(Vec<KnownName>, Inferred)> {
        let names = branches.iter().map(EnvDelta::known_names);
        let mut all: Vec<(Vec<KnownName>, Inferred)> = names.zip(values).collect();
        let Some(inner) = self.alternatives.take() else {
            return all;
        };
        let is_inner = |it: &EnvDelta| {
            it.branch
                .is_some_and(|(_, root)| inner.expr == self.only_of(root))
        };
        if let Some(index) = branches.iter().position(is_inner)
            && branches.len() + inner.branches.len() <= MAX_BRANCHES + 1
        {
            let (around, _) = all.remove(index);
            let inner = inner.branches.into_iter().map(|(facts, value)| {
                let mut names: Vec<KnownName> =
                    facts.into_iter().map(|it| (it.name, it.known)).collect();
                let others = around.iter();
                let others = others.filter(|(name, _)| names.iter().all(|(it, _)| it != name));
                let others: Vec<KnownName> = others.cloned().collect();
                names.extend(others);
                (names, value)
            });
            all.extend(inner.collect::<Vec<_>>());
        }
        all
    }

    /// Continues after the branches of a branch point, with what is known in each of them.
    fn merge(
        &mut self,
        branches: Vec<EnvDelta>,
        names: Vec<Vec<KnownName>>,
        branch_point: ExprId,
    ) -> Vec<Vec<BranchFact>> {
        let at = self.point();
        let join = Join { branch_point, at };
        self.scopes.merge(self.names, branches, self.lambdas, join);
        let facts = names.into_iter().map(|names| self.facts(names));
        let facts: Vec<Vec<BranchFact>> = facts.collect();
        self.note_alternatives(&facts);
        facts
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
        let names = branches.iter().map(EnvDelta::known_names).collect();
        self.merge(branches, names, branch_point.expr);
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
        let has_empty = options.iter().any(|option| option.then.is_none());
        self.take_last_options(test, options, branch_point);
        let rest = branch_point.rest.take();
        let is_bare_possible = !has_default && !branch_point.decided && rest != Some(None);
        if !has_empty {
            self.note_coverage(test, rest.clone(), has_default, branch_point);
        }
        if is_bare_possible && let Some(Some(rest)) = rest {
            let mark = self.scopes.mark();
            let is_possible = self.narrow_refuted(&branch_point.refuted);
            if let Some(place) = self.narrow_target(test) {
                self.note_if_new(place, test, rest);
            }
            let taken = self.scopes.take_since(mark);
            let bare = is_possible.then_some((taken, Inferred::UNDEF));
            branch_point.taken.extend(bare);
            return 0;
        }
        usize::from(is_bare_possible)
    }

    /// Adds the paths through the last options of a `case`, if they evaluate nothing.
    fn take_last_options(
        &mut self,
        test: ExprId,
        options: &[CaseOption],
        branch_point: &mut BranchPoint,
    ) {
        let with_block = options.iter().rposition(|option| option.then.is_some());
        let last = &options[with_block.map_or(0, |it| it + 1)..];
        if last.is_empty() {
            return;
        }
        let expr = branch_point.expr;
        let own = std::mem::replace(branch_point, BranchPoint::new(expr, None));
        self.branch_points.push(own);
        for option in last {
            self.take_bare_option(test, &option.values);
        }
        if let Some(own) = self.branch_points.pop() {
            *branch_point = own;
        }
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
        let matches_nothing = branch_point.taken.is_empty()
            && branch_point.refuted.is_empty()
            && !branch_point.has_ended
            && !branch_point.decided;
        if !has_default && matches_nothing && !selectors.is_empty() {
            let message = match self.result(test) {
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
        let is_of_type = self.subject_of_type(test).is_some();
        if self.dead > 0 || is_of_type || (never.is_empty() && has_default) {
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
}
