//! Variables that several branches assign: the ranges of the assignments, and the branches without one.

use puppet_db::{Db, Environment, File, source_map};
use puppet_hir::model::{Body, Expr, ExprId};
use puppet_text::TextRange;

use crate::infer::{Assignments, Lacking, assignments_at_end, infer};
use puppet_semantic::body_diagnostic::Anchor;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::{Item, body};

/// Why a variable may not be assigned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GapKind {
    /// A branch does not assign it.
    Branch,
    /// An option of a `case` has an empty block.
    EmptyOption,
    /// A condition is false, and there is no branch for that, or an empty one.
    WhenFalse,
    /// A condition is true, and there is no branch for that, or an empty one.
    WhenTrue,
    /// No option of a `case` matches, and there is no `default`.
    NoMatch,
}

/// A way through a conditional on which a variable is not assigned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AssignmentGap<At> {
    /// The branch or option; or what is tested.
    pub at: At,
    /// What is missing there.
    pub kind: GapKind,
}

/// The places in a file where a variable is assigned, and where it is not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AssignedPlaces {
    /// The variables on the left sides.
    pub targets: Vec<TextRange>,
    /// The branches without an assignment.
    pub gaps: Vec<AssignmentGap<TextRange>>,
}

/// Where the variable was assigned that is read at exactly this range, if several branches before assign it, or only some.
#[must_use]
pub fn bindings_before(db: &dyn Db, file: File, range: TextRange) -> Option<AssignedPlaces> {
    let environment = owner(db, file)?.environment;
    let (id, expr) = source_map(db, file).expr_at(range)?;
    let item = Item { file, body: id };
    let body = body(db, item);
    let variable = variable(&body, expr);
    let assignments = infer(db, environment, item);
    let assignments = assignments.assignments(variable)?;
    Some(places(db, item, &body, assignments))
}

/// The same at the end of the body that assigns the variable at exactly this range: what other bodies see.
#[must_use]
pub fn bindings_at_end(
    db: &dyn Db,
    environment: Environment,
    file: File,
    target: TextRange,
) -> Option<AssignedPlaces> {
    let (id, target) = source_map(db, file).expr_at(target)?;
    let item = Item { file, body: id };
    let body = body(db, item);
    let name = body.variable_name(target)?;
    let assignments = assignments_at_end(db, environment, item);
    Some(places(db, item, &body, assignments.get(name)?))
}

/// The variable that an expression is, in a text too.
fn variable(body: &Body, expr: ExprId) -> ExprId {
    match body.expr(expr) {
        Expr::Text(inner) => body.without_parentheses(*inner),
        _ => body.without_parentheses(expr),
    }
}

fn places(db: &dyn Db, item: Item, body: &Body, assignments: &Assignments) -> AssignedPlaces {
    let range = |anchor: Anchor| anchor.place(db, item).range;
    let targets = assignments.targets.iter();
    let gaps = gaps(body, assignments).into_iter();
    let mut places = AssignedPlaces {
        targets: targets.map(|it| range(Anchor::Expr(*it))).collect(),
        gaps: gaps
            .map(|gap| AssignmentGap {
                at: range(gap.at),
                kind: gap.kind,
            })
            .collect(),
    };
    places.targets.sort_by_key(|it| it.start());
    places
}

/// The paths on which a variable is not assigned.
pub fn gaps(body: &Body, assignments: &Assignments) -> Vec<AssignmentGap<Anchor>> {
    let lacking = assignments.lacking.iter();
    lacking.flat_map(|it| gaps_of(body, *it)).collect()
}

fn gaps_of(body: &Body, lacking: Lacking) -> Vec<AssignmentGap<Anchor>> {
    let gap = |at: Anchor, kind: GapKind| AssignmentGap { at, kind };
    let branch_point = match lacking {
        Lacking::Branch(root) => return vec![gap(Anchor::Expr(root), GapKind::Branch)],
        Lacking::Rest(branch_point) => branch_point,
    };
    match body.expr(branch_point) {
        Expr::If { test, then, .. } => match then {
            Some(_) => vec![gap(Anchor::Expr(*test), GapKind::WhenFalse)],
            None => vec![gap(Anchor::Expr(*test), GapKind::WhenTrue)],
        },
        Expr::Unless { test, then, .. } => match then {
            Some(_) => vec![gap(Anchor::Expr(*test), GapKind::WhenTrue)],
            None => vec![gap(Anchor::Expr(*test), GapKind::WhenFalse)],
        },
        Expr::Case { test, options } => {
            let empty = options.iter().filter(|option| option.then.is_none());
            let empty = empty.map(|option| gap(Anchor::Part(option.part), GapKind::EmptyOption));
            let mut values = options.iter().flat_map(|option| &option.values);
            let is_default = |id: &ExprId| matches!(body.expr(*id), Expr::LiteralDefault);
            let has_default = values.any(is_default);
            let unmatched = gap(Anchor::Expr(*test), GapKind::NoMatch);
            empty.chain((!has_default).then_some(unmatched)).collect()
        }
        _ => Vec::new(),
    }
}

/// The branches that assign other variables, but not this one.
#[must_use]
pub fn gaps_with_others(body: &Body, assignments: &Assignments) -> Vec<AssignmentGap<Anchor>> {
    let assigns = |root: ExprId| {
        let mut all = body.preorder(root).entered();
        all.any(|(_, expr)| matches!(expr, Expr::Assignment { .. }))
    };
    let mut gaps = gaps(body, assignments);
    gaps.retain(|gap| match (gap.kind, gap.at) {
        (GapKind::Branch, Anchor::Expr(root)) => assigns(root),
        _ => false,
    });
    gaps
}
