//! From the syntax tree to the model, as Puppet's own parser makes its model (`Puppet::Pops::Model::Factory`).
//!
//! Every expression gets two ranges: what its text covers, and what Puppet has as offset and length, which is often
//! only the operator, and for nodes that have no position in Puppet the start of what contains them.

mod calls;
mod collections;
mod control;
mod definitions;
mod epp;
mod expressions;
mod literals;
mod resources;
mod strings;

use std::cell::OnceCell;

use puppet_syntax::ast::{
    AstNode, EppTemplate, Expr as AstExpr, HeredocBodies, SourceFile, TypeSource,
};
use puppet_syntax::{Parse, SyntaxKind, SyntaxNode, SyntaxToken};
use text_size::{TextRange, TextSize};

use crate::incremental::relower::StatementRuns;
use crate::incremental::{Statements, relower};
use crate::model::{
    BodyBuilder, BodyId, BodyOwner, Expr, ExprId, PartId, PartSpan, Program, ProgramBuilder,
    ProgramSourceMap, Span,
};

/// The model of a source, with the positions of its nodes.
///
/// Never fails: where the source has an error, the model has [`Expr::Missing`].
pub fn lower(parse: &Parse) -> (Program, ProgramSourceMap) {
    let (program, map, _) = relower(parse, &Statements::default());
    (program, map)
}

pub(crate) fn lower_with(root: &SyntaxNode, runs: StatementRuns) -> Lowerer {
    let mut lowerer = Lowerer {
        program: ProgramBuilder::new(),
        root: root.clone(),
        heredocs: OnceCell::new(),
        runs,
        namespace: Vec::new(),
        frames: Vec::new(),
    };
    lowerer.open_frame(Program::FILE, TextSize::new(0));
    let body = lowerer.source(root);
    lowerer.close_frame(
        BodyOwner::File,
        body,
        root.text_range(),
        root.text_range(),
        None,
    );
    lowerer
}

pub(crate) struct Lowerer {
    pub(crate) program: ProgramBuilder,
    root: SyntaxNode,
    /// Of the whole text; looked for when the first one is lowered.
    heredocs: OnceCell<HeredocBodies>,
    pub(crate) runs: StatementRuns,
    /// The names of the classes and plans around, as they are written.
    namespace: Vec<String>,
    /// The bodies that are being made, the innermost last.
    pub(crate) frames: Vec<OpenBody>,
}

pub(crate) struct OpenBody {
    id: BodyId,
    /// Where the definition starts in the file.
    pub(crate) start: TextSize,
    pub(crate) builder: BodyBuilder,
}

impl Lowerer {
    fn source(&mut self, root: &SyntaxNode) -> Option<ExprId> {
        if let Some(template) = EppTemplate::cast(root.clone()) {
            return Some(self.template(&template));
        }
        if let Some(source) = TypeSource::cast(root.clone()) {
            return source.expr().map(|it| self.expr(&it));
        }
        let file = SourceFile::cast(root.clone())?;
        let statements = self.statements_in(file.syntax());
        if statements.is_empty() {
            let end = TextRange::empty(root.text_range().end());
            return Some(self.add(Expr::Nop, end, end));
        }
        self.block_or_expression(statements, None, root.text_range())
    }

    // Frames

    fn open_frame(&mut self, id: BodyId, start: TextSize) {
        self.frames.push(OpenBody {
            id,
            start,
            builder: BodyBuilder::new(),
        });
    }

    fn close_frame(
        &mut self,
        definition: BodyOwner,
        root: Option<ExprId>,
        reported: TextRange,
        full: TextRange,
        name: Option<TextRange>,
    ) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let relative = |range: TextRange| range.checked_sub(frame.start).unwrap_or(range);
        let span = PartSpan {
            span: Span {
                reported: relative(reported),
                full: relative(full),
            },
            name: name.map(relative),
        };
        let (body, map) = frame.builder.finish(definition, root, span);
        self.program.close(frame.id, frame.start, body, map);
    }

    fn relative(&self, range: TextRange) -> TextRange {
        let start = self.frames.last().map_or(TextSize::new(0), |it| it.start);
        range.checked_sub(start).unwrap_or(range)
    }

    // Adding; all ranges are those of the file.

    fn add(&mut self, expr: Expr, reported: TextRange, full: TextRange) -> ExprId {
        let span = Span {
            reported: self.relative(reported),
            full: self.relative(full),
        };
        match self.frames.last_mut() {
            Some(frame) => frame.builder.add(expr, span),
            None => ExprId(0),
        }
    }

    fn part(&mut self, reported: TextRange, full: TextRange, name: Option<TextRange>) -> PartId {
        let span = PartSpan {
            span: Span {
                reported: self.relative(reported),
                full: self.relative(full),
            },
            name: name.map(|it| self.relative(it)),
        };
        match self.frames.last_mut() {
            Some(frame) => frame.builder.add_part(span),
            None => PartId(0),
        }
    }

    fn missing(&mut self, at: TextSize) -> ExprId {
        let range = TextRange::empty(at);
        self.add(Expr::Missing, range, range)
    }

    /// Leaves a hole where a block, list or hash is not closed: its contents may belong to another one.
    fn hole_unless_closed(&mut self, node: &SyntaxNode, closer: SyntaxKind) {
        let last = node.last_child_or_token();
        if last.is_none_or(|last| last.kind() != closer) {
            self.missing(node.text_range().end());
        }
    }

    /// An expression, or a hole at the end of the node that should have it.
    fn operand(&mut self, expr: Option<AstExpr>, parent: &SyntaxNode) -> ExprId {
        match expr {
            Some(expr) => self.expr(&expr),
            None => self.missing(parent.text_range().end()),
        }
    }

    /// What Puppet has as the place of an expression.
    fn reported(&self, id: ExprId) -> TextRange {
        let Some(frame) = self.frames.last() else {
            return TextRange::default();
        };
        let span = frame.builder.span(id).map(|it| it.reported);
        span.and_then(|it| it.checked_add(frame.start))
            .unwrap_or_default()
    }

    /// What the text of an expression covers.
    fn full(&self, id: ExprId) -> TextRange {
        let Some(frame) = self.frames.last() else {
            return TextRange::default();
        };
        let span = frame.builder.span(id).map(|it| it.full);
        span.and_then(|it| it.checked_add(frame.start))
            .unwrap_or_default()
    }

    fn peek(&self, id: ExprId) -> &Expr {
        self.frames
            .last()
            .map_or(&Expr::Missing, |it| it.builder.expr(id))
    }

    /// Moves an expression.
    fn relocate(&mut self, id: ExprId, reported: TextRange, full: TextRange) {
        let span = Span {
            reported: self.relative(reported),
            full: self.relative(full),
        };
        if let Some(frame) = self.frames.last_mut() {
            frame.builder.relocate(id, span);
        }
    }

    fn change(&mut self, id: ExprId, change: impl FnOnce(&mut Expr)) {
        if let Some(expr) = self
            .frames
            .last_mut()
            .and_then(|it| it.builder.expr_mut(id))
        {
            change(expr);
        }
    }

    // Statements

    /// Statements in order. Calls by name that are statements need no value.
    pub(crate) fn statements(&mut self, statements: impl Iterator<Item = AstExpr>) -> Vec<ExprId> {
        let mut result = Vec::new();
        for statement in statements {
            if let AstExpr::CommaList(list) = &statement {
                result.extend(list.operands().map(|it| self.expr(&it)).collect::<Vec<_>>());
                continue;
            }
            let id = self.expr(&statement);
            self.change(id, |expr| {
                if let Expr::CallNamedFunction { rval_required, .. } = expr {
                    *rval_required = false;
                }
            });
            result.push(id);
        }
        result
    }

    /// A block of several statements, or the only one. Its place are its braces, or all its statements.
    fn block_or_expression(
        &mut self,
        statements: Vec<ExprId>,
        braces: Option<TextRange>,
        full: TextRange,
    ) -> Option<ExprId> {
        let (first, last) = (*statements.first()?, *statements.last()?);
        if statements.len() == 1 {
            return Some(first);
        }
        let reported =
            braces.unwrap_or_else(|| span(self.reported(first).start(), self.reported(last).end()));
        Some(self.add(Expr::Block(statements.into()), reported, full))
    }

    /// The body of a definition: always a block, whose place is the start of what contains it.
    fn definition_body(
        &mut self,
        block: Option<puppet_syntax::ast::Block>,
        container: TextSize,
    ) -> Option<ExprId> {
        let block = block?;
        let statements = self.statements_in(block.syntax());
        self.hole_unless_closed(block.syntax(), SyntaxKind::R_BRACE);
        self.block_at(statements, container, block.syntax().text_range())
    }

    /// The body of a lambda or of an option: always a block, whose place is the start of what contains it.
    fn body(
        &mut self,
        block: Option<puppet_syntax::ast::Block>,
        container: TextSize,
    ) -> Option<ExprId> {
        let block = block?;
        let statements = self.statements(block.statements());
        self.hole_unless_closed(block.syntax(), SyntaxKind::R_BRACE);
        self.block_at(statements, container, block.syntax().text_range())
    }

    fn block_at(
        &mut self,
        statements: Vec<ExprId>,
        container: TextSize,
        full: TextRange,
    ) -> Option<ExprId> {
        if statements.is_empty() {
            return None;
        }
        Some(self.add(
            Expr::Block(statements.into()),
            TextRange::empty(container),
            full,
        ))
    }
}

/// A range whose end may have been reported before its start.
fn span(start: TextSize, end: TextSize) -> TextRange {
    TextRange::new(start, end.max(start))
}

fn token_range(token: Option<SyntaxToken>, node: &SyntaxNode) -> TextRange {
    token.map_or_else(|| node.text_range(), |it| it.text_range())
}

#[cfg(test)]
mod tests;
