//! Variables that several branches assign: a test of one tells which of the branches was taken.

use puppet_hir::model::{Body, Expr, ExprId, Step};
use rustc_hash::FxHashMap;

use crate::infer::flow::path_conditions::BranchRoot;

/// Longer bodies are not looked through.
const MAX_LENGTH: usize = 5000;

/// Variables that are assigned more often, or deeper in branches, tell nothing.
const MAX_ASSIGNMENTS: usize = 8;

/// An assignment of a variable.
#[derive(Clone)]
pub(crate) struct Flag {
    /// The expression of its value.
    pub(super) value: ExprId,
    /// The branches that lead to it, the outermost first.
    pub(super) path: Vec<BranchRoot>,
}

/// The assignments of each variable of a body; `None` for one that something else may set.
#[derive(Clone, Default)]
pub(crate) struct Flags<'a>(FxHashMap<&'a str, Option<Vec<Flag>>>);

impl<'a> Flags<'a> {
    pub(crate) fn collect(body: &'a Body) -> Self {
        let mut flags = Self::default();
        let Some(root) = body.root().filter(|_| body.len() <= MAX_LENGTH) else {
            return flags;
        };
        let mut roots: FxHashMap<ExprId, ExprId> = FxHashMap::default();
        let mut path: Vec<BranchRoot> = Vec::new();
        let mut scopes = 0;
        for step in body.preorder(root) {
            let (Step::Enter(id) | Step::Leave(id)) = step;
            let is_enter = matches!(step, Step::Enter(_));
            match (roots.get(&id), is_enter) {
                (Some(branch_point), true) => path.push((*branch_point, id)),
                (Some(_), false) => drop(path.pop()),
                (None, _) => {}
            }
            match body.expr(id) {
                expr if expr.parameters_of_scope().is_some() => match is_enter {
                    true => scopes += 1,
                    false => scopes -= 1,
                },
                Expr::Assignment { left, right, .. } if is_enter => {
                    flags.add(body, *left, *right, (scopes == 0).then_some(&path));
                }
                expr if is_enter => roots.extend(branches(expr).map(|root| (root, id))),
                _ => {}
            }
        }
        flags
    }

    fn add(
        &mut self,
        body: &'a Body,
        target: ExprId,
        value: ExprId,
        path: Option<&Vec<BranchRoot>>,
    ) {
        for (id, _) in body.preorder(target).entered() {
            let Some(name) = body.variable_name(id) else {
                continue;
            };
            let known = self.0.entry(name).or_insert_with(|| Some(Vec::new()));
            match (known.as_mut(), path.filter(|_| id == target)) {
                (Some(all), Some(path)) if all.len().max(path.len()) < MAX_ASSIGNMENTS => {
                    all.push(Flag {
                        value,
                        path: path.clone(),
                    });
                }
                _ => *known = None,
            }
        }
    }

    /// The assignments of a variable that is set by nothing else.
    pub(super) fn assignments(&self, name: &str) -> Option<&[Flag]> {
        self.0.get(name)?.as_deref()
    }
}

/// The parts of an expression that are evaluated in some cases only.
fn branches(expr: &Expr) -> impl Iterator<Item = ExprId> {
    let (one, other) = match expr {
        Expr::If {
            then, otherwise, ..
        }
        | Expr::Unless {
            then, otherwise, ..
        } => (*then, *otherwise),
        Expr::And { right, .. } | Expr::Or { right, .. } => (Some(*right), None),
        _ => (None, None),
    };
    let options = match expr {
        Expr::Case { options, .. } => &**options,
        _ => &[],
    };
    let entries = match expr {
        Expr::Selector { selectors, .. } => &**selectors,
        _ => &[],
    };
    let of_options = options.iter().filter_map(|option| option.then);
    let of_entries = entries.iter().map(|entry| entry.value);
    let all = one.into_iter().chain(other).chain(of_options);
    all.chain(of_entries).collect::<Vec<_>>().into_iter()
}
