//! The conditions under which a variable is assigned, and whether those around a place where it is read imply them.
//!
//! Variables never change, so tests that are written alike have the same truth: what `if $manage { … }` assigns is there
//! in another `if $manage and $more { … }`.

use puppet_hir::model::{Body, ComparisonOperator, Expr, ExprId, MatchOperator};
use smol_str::SmolStr;

use crate::infer::flow::flags::{Flag, Flags};

/// A branch: the expression that it is of, and its root.
pub(crate) type BranchRoot = (ExprId, ExprId);

/// The path conditions under which a variable may have been assigned: each is the branches that lead there.
pub(crate) type PathConditions = Vec<Vec<BranchRoot>>;

/// More conditions are not kept.
pub(crate) const MAX_CONDITIONS: usize = 8;

/// With more different tests than this, nothing is decided.
const MAX_TESTS: usize = 24;

/// With more possible outcomes of the tests than this, nothing is decided.
const MAX_OUTCOMES: usize = 2048;

/// Tests with more parts than this are like no others.
const MAX_PARTS: usize = 60;

/// Conditions within a branch, as seen from outside of it.
pub(crate) fn add_branch(
    mut conditions: PathConditions,
    branch: Option<BranchRoot>,
) -> PathConditions {
    match branch {
        Some(branch) => conditions
            .iter_mut()
            .for_each(|condition| condition.push(branch)),
        None => conditions.clear(),
    }
    conditions
}

/// Whether one of the conditions definitely holds where all of some branches are taken. A test of a variable of `flags`
/// tells which branch assigned it; `values_of` gives all the strings that a variable can be here.
pub(crate) fn is_implied(
    body: &Body,
    here: impl Iterator<Item = BranchRoot>,
    conditions: &PathConditions,
    flags: &Flags<'_>,
    values_of: impl Fn(&str) -> Option<Vec<SmolStr>>,
) -> bool {
    let mut tests = Tests {
        body,
        seen: Vec::new(),
    };
    let mut path: Vec<Formula> = here.map(|branch| tests.of_branch(branch)).collect();
    path.extend(tests.of_flags(flags));
    let mut any = Vec::new();
    let mut outcomes = Vec::new();
    for condition in conditions {
        let seen = tests.seen.len();
        let branches = condition.iter().map(|it| tests.of_branch(*it));
        let formula = Formula::All(branches.collect());
        // Those that are too many together are left out.
        if let Some(more) = possible_outcomes(&tests.seen) {
            outcomes = more;
            any.push(formula);
        } else {
            tests.seen.truncate(seen);
        }
    }
    let is_decided = !any.is_empty();
    path.push(tests.of_values(values_of));
    let path = Formula::All(path);
    let conditions = Formula::Any(any);
    let mut outcomes = outcomes.iter().filter(|truths| path.holds(**truths));
    is_decided && outcomes.all(|truths| conditions.holds(*truths))
}

/// A condition over the tests of a body, by their numbers.
enum Formula {
    Always,
    Test(usize),
    Not(Box<Formula>),
    All(Vec<Formula>),
    Any(Vec<Formula>),
}

impl Formula {
    fn not(self) -> Self {
        Self::Not(Box::new(self))
    }

    /// Whether it holds where the tests have these truths, one bit each.
    fn holds(&self, truths: u32) -> bool {
        match self {
            Self::Always => true,
            Self::Test(number) => truths >> number & 1 == 1,
            Self::Not(operand) => !operand.holds(truths),
            Self::All(operands) => operands.iter().all(|it| it.holds(truths)),
            Self::Any(operands) => operands.iter().any(|it| it.holds(truths)),
        }
    }
}

/// A test as it is written; those whether something is a certain value have that apart.
#[derive(PartialEq, Eq)]
struct WrittenTest {
    subject: SmolStr,
    value: Option<SmolStr>,
}

/// The truths that the tests can have together, one bit each: nothing is two values at once. `None` if there are too many.
fn possible_outcomes(tests: &[WrittenTest]) -> Option<Vec<u32>> {
    if tests.len() > MAX_TESTS {
        return None;
    }
    let mut outcomes = vec![0_u32];
    for (number, test) in tests.iter().enumerate() {
        let excludes = |other: &WrittenTest| {
            test.subject == other.subject && test.value.is_some() && other.value.is_some()
        };
        let before = tests.iter().take(number).enumerate();
        let excluding = before.filter(|(_, other)| excludes(other));
        let excluding = excluding.fold(0, |bits, (other, _)| bits | 1 << other);
        let holding = outcomes.iter().filter(|truths| **truths & excluding == 0);
        let holding: Vec<u32> = holding.map(|truths| truths | 1 << number).collect();
        outcomes.extend(holding);
        if outcomes.len() > MAX_OUTCOMES {
            return None;
        }
    }
    Some(outcomes)
}

/// The different tests that were met.
struct Tests<'a> {
    body: &'a Body,
    seen: Vec<WrittenTest>,
}

impl Tests<'_> {
    fn number(&mut self, test: WrittenTest) -> Formula {
        let known = self.seen.iter().position(|it| *it == test);
        Formula::Test(known.unwrap_or_else(|| {
            // What is beyond the limit is counted, but not looked at.
            if self.seen.len() <= MAX_TESTS {
                self.seen.push(test);
            }
            self.seen.len() - 1
        }))
    }

    /// When a branch is taken.
    fn of_branch(&mut self, (branch_point, root): BranchRoot) -> Formula {
        let body = self.body;
        match body.expr(branch_point) {
            Expr::If { test, then, .. } => self.of_truth(*test, *then == Some(root)),
            Expr::Unless { test, then, .. } => self.of_truth(*test, *then != Some(root)),
            Expr::And { left, .. } => self.of_truth(*left, true),
            Expr::Or { left, .. } => self.of_truth(*left, false),
            Expr::Case { test, options } => {
                let options = options
                    .iter()
                    .map(|it| (&*it.values, it.then == Some(root)));
                self.of_options(*test, options)
            }
            Expr::Selector { left, selectors } => {
                let options = selectors
                    .iter()
                    .map(|it| (std::slice::from_ref(&it.matching), it.value == root));
                self.of_options(*left, options)
            }
            _ => Formula::Always,
        }
    }

    /// That the variables which were tested so far are what one of their assignments makes them.
    fn of_flags(&mut self, flags: &Flags<'_>) -> Vec<Formula> {
        let subjects = self.seen.iter().map(|test| test.subject.clone());
        let subjects: Vec<SmolStr> = subjects.collect();
        let mut all = Vec::new();
        for (index, subject) in subjects.iter().enumerate() {
            let name = subject.strip_prefix('$');
            let assignments = name.and_then(|name| flags.assignments(name));
            let assignments = assignments.unwrap_or_default();
            let of_one = |it: &Flag| self.of_assignment(index, it);
            if !assignments.is_empty() {
                all.push(Formula::Any(assignments.iter().map(of_one).collect()));
            }
        }
        all
    }

    /// That the variables which were tested are one of the values that they can be, if all of these are tested.
    fn of_values(&self, values_of: impl Fn(&str) -> Option<Vec<SmolStr>>) -> Formula {
        let of_variable = |subject: &SmolStr| {
            let values = values_of(subject.strip_prefix('$')?)?;
            let test_of = |value: &SmolStr| {
                let value = value.to_lowercase();
                let is_of = |it: &WrittenTest| {
                    it.subject == *subject && it.value.as_deref() == Some(&*value)
                };
                self.seen.iter().position(is_of).map(Formula::Test)
            };
            values
                .iter()
                .map(test_of)
                .collect::<Option<_>>()
                .map(Formula::Any)
        };
        let with_value = self.seen.iter().filter(|it| it.value.is_some());
        let mut subjects: Vec<&SmolStr> = with_value.map(|it| &it.subject).collect();
        subjects.dedup();
        Formula::All(subjects.into_iter().filter_map(of_variable).collect())
    }

    /// When an assignment is made, and what it makes of a test of its variable.
    fn of_assignment(&mut self, test: usize, flag: &Flag) -> Formula {
        let mut all: Vec<Formula> = flag.path.iter().map(|it| self.of_branch(*it)).collect();
        let value = self.seen.get(test).and_then(|test| test.value.clone());
        let truth = match (self.body.expr(flag.value), value) {
            (Expr::LiteralBoolean(truth), None) => Some(*truth),
            (Expr::LiteralUndef, None) => Some(false),
            (Expr::LiteralBoolean(_) | Expr::LiteralUndef, Some(_)) => Some(false),
            (_, value) => literal(self.body, flag.value)
                .map(|assigned| value.is_none_or(|value| assigned == *value)),
        };
        match truth {
            Some(true) => all.push(Formula::Test(test)),
            Some(false) => all.push(Formula::Test(test).not()),
            None => {}
        }
        Formula::All(all)
    }

    fn of_truth(&mut self, test: ExprId, truth: bool) -> Formula {
        let formula = self.of_test(test);
        match truth {
            true => formula,
            false => formula.not(),
        }
    }

    /// When an option is the one that is taken: those before do not match; for a `default`, no other does.
    fn of_options<'o>(
        &mut self,
        test: ExprId,
        options: impl Iterator<Item = (&'o [ExprId], bool)>,
    ) -> Formula {
        let mut all = Vec::new();
        let mut taken = None;
        for (values, is_taken) in options {
            let mut is_default = false;
            let mut any = Vec::new();
            for value in values {
                match self.body.expr(*value) {
                    Expr::LiteralDefault => is_default = true,
                    _ => any.push(self.of_option(test, *value)),
                }
            }
            let matches = Formula::Any(any);
            match (is_taken, is_default) {
                (true, false) => {
                    all.push(matches);
                    return Formula::All(all);
                }
                (true, true) => taken = Some(matches),
                (false, _) => all.push(matches.not()),
            }
        }
        match taken {
            Some(matches) => Formula::Any(vec![matches, Formula::All(all)]),
            None => Formula::All(all),
        }
    }

    /// When an option of a `case` or selector matches.
    fn of_option(&mut self, test: ExprId, value: ExprId) -> Formula {
        match self.body.expr(value) {
            Expr::LiteralRegularExpression(_) | Expr::QualifiedReference(_) => {
                self.written(test, Some(("=~", value)))
            }
            Expr::Access { left, .. }
                if matches!(self.body.expr(*left), Expr::QualifiedReference(_)) =>
            {
                self.written(test, Some(("=~", value)))
            }
            Expr::Unfold(_) => self.written(test, Some(("*", value))),
            _ => self.of_equality(test, value),
        }
    }

    fn of_test(&mut self, test: ExprId) -> Formula {
        match self.body.expr(test) {
            Expr::LiteralBoolean(true) => Formula::Always,
            Expr::LiteralBoolean(false) => Formula::Always.not(),
            Expr::Parenthesized(inner) => self.of_test(*inner),
            Expr::Not(operand) => self.of_test(*operand).not(),
            Expr::And { left, right } => {
                Formula::All(vec![self.of_test(*left), self.of_test(*right)])
            }
            Expr::Or { left, right } => {
                Formula::Any(vec![self.of_test(*left), self.of_test(*right)])
            }
            Expr::Comparison {
                operator: ComparisonOperator::Equal,
                left,
                right,
            } => self.of_equality(*left, *right),
            Expr::Comparison {
                operator: ComparisonOperator::NotEqual,
                left,
                right,
            } => self.of_equality(*left, *right).not(),
            Expr::Match {
                operator,
                left,
                right,
            } => {
                let matches = self.written(*left, Some(("=~", *right)));
                match operator {
                    MatchOperator::Match => matches,
                    MatchOperator::NoMatch => matches.not(),
                }
            }
            Expr::In { left, right } => match self.body.expr(*right) {
                Expr::LiteralList(items) if items.len() <= MAX_TESTS => Formula::Any(
                    items
                        .iter()
                        .map(|it| self.of_equality(*left, *it))
                        .collect(),
                ),
                _ => self.written(*left, Some(("in", *right))),
            },
            _ => self.written(test, None),
        }
    }

    /// Whether something is a value: `true`, `false` and `undef` are those of a test of its own.
    fn of_equality(&mut self, left: ExprId, right: ExprId) -> Formula {
        match self.body.expr(right) {
            Expr::LiteralBoolean(truth) => self.of_truth(left, *truth),
            Expr::LiteralUndef => self.of_truth(left, false),
            _ => match literal(self.body, right) {
                Some(value) => self.of_value(left, value),
                None => self.written(left, Some(("==", right))),
            },
        }
    }

    fn of_value(&mut self, subject: ExprId, value: String) -> Formula {
        let subject = text_of(self.body, subject);
        self.number(WrittenTest {
            subject,
            value: Some(value.into()),
        })
    }

    /// A test that is known by what is written.
    fn written(&mut self, left: ExprId, more: Option<(&str, ExprId)>) -> Formula {
        let mut subject = String::from(text_of(self.body, left));
        if let Some((operator, right)) = more {
            subject.push_str(operator);
            subject.push_str(&text_of(self.body, right));
        }
        self.number(WrittenTest {
            subject: subject.into(),
            value: None,
        })
    }
}

/// What tells a string or an integer from others with which it is compared.
fn literal(body: &Body, id: ExprId) -> Option<String> {
    match body.expr(id) {
        Expr::LiteralString(text) | Expr::QualifiedName(text) => Some(text.to_lowercase()),
        Expr::LiteralInteger { value, .. } => Some(format!("{value:?}")),
        _ => None,
    }
}

/// The source of an expression, without spaces and parentheses; something of its own where that is long, or does more
/// than compute.
fn text_of(body: &Body, id: ExprId) -> SmolStr {
    source_of(body, id).unwrap_or_else(|| smol_str::format_smolstr!("#{}", id.index()))
}

/// The source of an expression, without spaces and parentheses; `None` where that is long, or does more than compute.
pub fn source_of(body: &Body, id: ExprId) -> Option<SmolStr> {
    let mut text = String::new();
    let mut parts = 0;
    write(body, id, &mut text, &mut parts)?;
    Some(text.into())
}

fn write(body: &Body, id: ExprId, out: &mut String, parts: &mut usize) -> Option<()> {
    *parts += 1;
    if *parts > MAX_PARTS {
        return None;
    }
    let list = |items: &[ExprId], out: &mut String, parts: &mut usize| {
        items.iter().try_for_each(|item| {
            write(body, *item, out, parts)?;
            out.push(',');
            Some(())
        })
    };
    match body.expr(id) {
        Expr::Variable(_) => {
            out.push('$');
            out.push_str(body.variable_name(id)?.trim_start_matches("::"));
        }
        Expr::Parenthesized(inner) | Expr::Text(inner) => write(body, *inner, out, parts)?,
        Expr::LiteralString(text) => out.push_str(&format!("{text:?}")),
        Expr::QualifiedName(name) | Expr::QualifiedReference(name) => out.push_str(name),
        literal @ (Expr::LiteralUndef
        | Expr::LiteralDefault
        | Expr::LiteralBoolean(_)
        | Expr::LiteralInteger { .. }
        | Expr::LiteralFloat(_)
        | Expr::LiteralRegularExpression(_)) => out.push_str(&format!("{literal:?}")),
        Expr::Access { left, keys } => {
            write(body, *left, out, parts)?;
            out.push('[');
            list(keys, out, parts)?;
            out.push(']');
        }
        Expr::Comparison {
            operator,
            left,
            right,
        } => {
            out.push_str(&format!("({operator:?} "));
            list(&[*left, *right], out, parts)?;
            out.push(')');
        }
        Expr::Not(operand) => {
            out.push('!');
            write(body, *operand, out, parts)?;
        }
        Expr::ConcatenatedString(segments) | Expr::LiteralList(segments) => {
            out.push_str("([");
            list(segments, out, parts)?;
            out.push(')');
        }
        Expr::NamedAccess { left, right } => {
            write(body, *left, out, parts)?;
            out.push('.');
            write(body, *right, out, parts)?;
        }
        Expr::CallNamedFunction {
            functor,
            arguments,
            lambda: None,
            ..
        }
        | Expr::CallMethod {
            functor,
            arguments,
            lambda: None,
            ..
        } if !depends_on_order(body, *functor) => {
            write(body, *functor, out, parts)?;
            out.push('(');
            list(arguments, out, parts)?;
            out.push(')');
        }
        _ => return None,
    }
    Some(())
}

/// Functions that give another result after something was declared.
fn depends_on_order(body: &Body, functor: ExprId) -> bool {
    matches!(body.expr(functor), Expr::QualifiedName(name)
        if ["defined", "tagged", "defined_with_params"].contains(&name.as_str()))
}
