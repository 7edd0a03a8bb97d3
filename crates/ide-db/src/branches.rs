//! The branches of conditionals, found by the places at which they do not assign a variable.

use puppet_inference::infer::flow::assignment_gaps::{AssignmentGap, GapKind};
use puppet_syntax::SyntaxNode;
use puppet_syntax::ast::{AstNode, Block, CaseExpr, CaseOption, ElseClause, IfExpr, UnlessExpr};
use puppet_text::{TextRange, TextSize};

use crate::syntax_ext::trimmed_range;

/// What a gap between assignments is in the text.
#[derive(Debug, Clone)]
pub enum BranchAt {
    /// `if … { }`, `elsif … { }`, `unless … { }`: the block after the condition.
    Then(SyntaxNode, Block),
    /// `else { }`
    Else(ElseClause, Block),
    /// `'a', 'b': { }`
    Option(CaseOption, Block),
    /// `if`, `elsif` or `unless` without `else`.
    NoElse(SyntaxNode, Block),
    /// `case` without `default`.
    NoDefault(CaseExpr),
}

impl BranchAt {
    /// The branch that a gap is about.
    pub fn from_gap(root: &SyntaxNode, gap: AssignmentGap<TextRange>) -> Option<Self> {
        let token = puppet_syntax::tokens_at(root, gap.at.start()).right_biased()?;
        let mut around = token.parent_ancestors();
        let is_tested =
            |tested: Option<SyntaxNode>| tested.is_some_and(|it| trimmed_range(&it) == gap.at);
        match gap.kind {
            GapKind::Branch => {
                // What is left after a condition is a conditional of its own: it is no block.
                let is_whole = |it: &SyntaxNode| trimmed_range(it) == gap.at;
                let chained = token
                    .parent_ancestors()
                    .filter(is_whole)
                    .find_map(IfExpr::cast);
                if chained
                    .is_some_and(|it| it.syntax().parent().and_then(ElseClause::cast).is_some())
                {
                    return None;
                }
                let holds = |it: &Block| trimmed_range(it.syntax()).contains_range(gap.at);
                Self::of_block(around.filter_map(Block::cast).find(holds)?)
            }
            GapKind::EmptyOption => {
                let option = around.find_map(CaseOption::cast)?;
                Self::of_block(option.block()?)
            }
            GapKind::WhenFalse | GapKind::WhenTrue => {
                let conditional = around.find(|it| is_tested(condition(it)))?;
                let (then, otherwise) = parts(&conditional)?;
                let is_if = IfExpr::can_cast(conditional.kind());
                match is_if == (gap.kind == GapKind::WhenTrue) {
                    true => Some(Self::Then(conditional, then)),
                    false => match otherwise {
                        Some(clause) => Some(Self::Else(clause.clone(), clause.block()?)),
                        None => Some(Self::NoElse(conditional, then)),
                    },
                }
            }
            GapKind::NoMatch => {
                let mut cases = around.filter_map(CaseExpr::cast);
                let case = cases
                    .find(|it| is_tested(it.subject().map(|subject| subject.syntax().clone())))?;
                Some(Self::NoDefault(case))
            }
        }
    }

    fn of_block(block: Block) -> Option<Self> {
        let holder = block.syntax().parent()?;
        if let Some(clause) = ElseClause::cast(holder.clone()) {
            Some(Self::Else(clause, block))
        } else if let Some(option) = CaseOption::cast(holder.clone()) {
            Some(Self::Option(option, block))
        } else {
            parts(&holder).map(|_| Self::Then(holder, block))
        }
    }

    /// Where it starts.
    pub fn start(&self) -> TextSize {
        let node = match self {
            Self::Then(conditional, _) | Self::NoElse(conditional, _) => conditional,
            Self::Else(clause, _) => clause.syntax(),
            Self::Option(option, _) => option.syntax(),
            Self::NoDefault(case) => case.syntax(),
        };
        trimmed_range(node).start()
    }

    /// The conditional that it is a branch of: the first of a chain.
    pub fn conditional(&self) -> Option<SyntaxNode> {
        let node = match self {
            Self::Then(conditional, _) | Self::NoElse(conditional, _) => conditional.clone(),
            Self::Else(clause, _) => clause.syntax().parent()?,
            Self::Option(option, _) => option.syntax().parent()?,
            Self::NoDefault(case) => case.syntax().clone(),
        };
        let outer = |it: &SyntaxNode| {
            let clause = it.parent().filter(|it| ElseClause::can_cast(it.kind()))?;
            clause.parent()
        };
        std::iter::successors(Some(node), outer).last()
    }
}

/// The condition of `if`, `elsif` and `unless`.
fn condition(conditional: &SyntaxNode) -> Option<SyntaxNode> {
    let condition = match IfExpr::cast(conditional.clone()) {
        Some(it) => it.condition(),
        None => UnlessExpr::cast(conditional.clone())?.condition(),
    };
    condition.map(|it| it.syntax().clone())
}

/// The block and the `else` of `if`, `elsif` and `unless`.
fn parts(conditional: &SyntaxNode) -> Option<(Block, Option<ElseClause>)> {
    match IfExpr::cast(conditional.clone()) {
        Some(it) => Some((it.then()?, it.else_clause())),
        None => {
            let it = UnlessExpr::cast(conditional.clone())?;
            Some((it.then()?, it.else_clause()))
        }
    }
}
