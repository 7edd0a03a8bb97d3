//! Expressions: operators, and the choice between all kinds.

use puppet_syntax::ast::{
    AssignExpr, AstNode, BinExpr, Expr as AstExpr, PrefixExpr, RelationshipExpr,
};
use puppet_syntax::{SyntaxKind, SyntaxToken};
use text_size::TextRange;

use super::{Lowerer, token_range};
use crate::model::{
    ArithmeticOperator, AssignmentOperator, ComparisonOperator, Expr, ExprId, MatchOperator,
    RelationshipOperator,
};

impl Lowerer {
    /// Lowers an expression. Chains of operators, which nest to the left without limit, need no recursion.
    pub(super) fn expr(&mut self, expr: &AstExpr) -> ExprId {
        let mut around = Vec::new();
        let mut innermost = expr.clone();
        while let Some(left) = left_operand(&innermost) {
            around.push(std::mem::replace(&mut innermost, left));
        }
        let mut id = self.plain(&innermost);
        while let Some(outer) = around.pop() {
            id = self.around(&outer, id);
        }
        id
    }

    /// An expression whose left operand was lowered.
    fn around(&mut self, expr: &AstExpr, left: ExprId) -> ExprId {
        match expr {
            AstExpr::BinExpr(it) => self.binary(it, left),
            AstExpr::AssignExpr(it) => self.assignment(it, left),
            AstExpr::RelationshipExpr(it) => self.relationship(it, left),
            AstExpr::SelectorExpr(it) => self.selector(it, left),
            AstExpr::AccessExpr(it) => self.access(it, left),
            AstExpr::CallExpr(it) => self.call(it, left),
            AstExpr::MethodCallExpr(it) => self.method_call(it, left),
            AstExpr::ResourceExpr(it) => self.resource(it, left),
            AstExpr::ResourceOverride(it) => self.resource_override(it, left),
            AstExpr::UntitledResource(it) => self.untitled_resource(it, left),
            AstExpr::CollectExpr(it) => self.collector(it, left),
            _ => left,
        }
    }

    /// An expression without left operand.
    fn plain(&mut self, expr: &AstExpr) -> ExprId {
        let node = expr.syntax();
        let range = node.text_range();
        match expr {
            AstExpr::NameExpr(it) => self.name(it),
            AstExpr::TypeRef(it) => self.type_reference(it),
            AstExpr::VariableExpr(it) => self.variable(it),
            AstExpr::StringExpr(it) => self.string(it),
            AstExpr::InterpolatedString(it) => self.interpolated_string(it),
            AstExpr::Heredoc(it) => self.heredoc(it),
            AstExpr::NumberExpr(it) => self.number(it),
            AstExpr::BooleanExpr(it) => {
                let value = it
                    .value_token()
                    .is_some_and(|it| it.kind() == SyntaxKind::TRUE_KW);
                self.add(Expr::LiteralBoolean(value), range, range)
            }
            AstExpr::DefaultExpr(_) => self.add(Expr::LiteralDefault, range, range),
            AstExpr::UndefExpr(_) => self.add(Expr::LiteralUndef, range, range),
            AstExpr::RegexExpr(it) => self.regex(it),
            AstExpr::ReservedWordExpr(it) => self.reserved_word(it),
            AstExpr::KeywordExpr(it) => self.keyword_value(it),
            AstExpr::ListExpr(it) => self.list(it),
            AstExpr::HashExpr(it) => self.hash(it),
            AstExpr::HashEntry(it) => self.unfolded_hash(std::slice::from_ref(it)),
            AstExpr::ParenExpr(it) => {
                let inner = self.operand(it.expr(), node);
                let open = token_range(it.l_paren_token(), node);
                self.add(Expr::Parenthesized(inner), open, range)
            }
            AstExpr::PrefixExpr(it) => self.prefix(it),
            AstExpr::StatementCall(it) => self.statement_call(it),
            AstExpr::ApplyExpr(it) => self.apply(it),
            AstExpr::IfExpr(it) => self.if_expression(it),
            AstExpr::UnlessExpr(it) => self.unless_expression(it),
            AstExpr::CaseExpr(it) => self.case_expression(it),
            AstExpr::VirtualExpr(it) => self.virtual_resource(it),
            AstExpr::ResourceDefaults(it) => self.resource_defaults(it),
            AstExpr::ResourceExpr(it) => self.class_resource(it),
            AstExpr::RenderText(it) => self.render_text(it),
            AstExpr::RenderExpr(it) => self.render(it),
            AstExpr::ClassDef(it) => self.class(it),
            AstExpr::DefineDef(it) => self.defined_type(it),
            AstExpr::FunctionDef(it) => self.function(it),
            AstExpr::PlanDef(it) => self.plan(it),
            AstExpr::NodeDef(it) => self.node(it),
            AstExpr::TypeAlias(it) => self.type_alias(it),
            AstExpr::TypeMapping(it) => self.type_mapping(it),
            AstExpr::TypeDef(it) => self.type_definition(it),
            _ => self.missing(range.end()),
        }
    }

    fn prefix(&mut self, prefix: &PrefixExpr) -> ExprId {
        let node = prefix.syntax();
        let operand = self.operand(prefix.expr(), node);
        let operator = prefix.op_token();
        let expr = match operator.as_ref().map(|it| it.kind()) {
            Some(SyntaxKind::BANG) => Expr::Not(operand),
            Some(SyntaxKind::STAR) => Expr::Unfold(operand),
            _ => Expr::UnaryMinus(operand),
        };
        self.add(expr, token_range(operator, node), node.text_range())
    }

    fn binary(&mut self, binary: &BinExpr, left: ExprId) -> ExprId {
        let node = binary.syntax();
        let right = self.operand(binary.rhs(), node);
        let operator = binary.op_token();
        let text = text_of(&operator);
        let expr = if let Some(operator) = ArithmeticOperator::from_text(&text) {
            Expr::Arithmetic {
                operator,
                left,
                right,
            }
        } else if let Some(operator) = ComparisonOperator::from_text(&text) {
            Expr::Comparison {
                operator,
                left,
                right,
            }
        } else if let Some(operator) = MatchOperator::from_text(&text) {
            Expr::Match {
                operator,
                left,
                right,
            }
        } else {
            match text.as_str() {
                "and" => Expr::And { left, right },
                "or" => Expr::Or { left, right },
                _ => Expr::In { left, right },
            }
        };
        self.add(expr, token_range(operator, node), node.text_range())
    }

    fn assignment(&mut self, assignment: &AssignExpr, left: ExprId) -> ExprId {
        let node = assignment.syntax();
        let right = self.operand(assignment.rhs(), node);
        let operator = assignment.op_token();
        let expr = Expr::Assignment {
            operator: AssignmentOperator::from_text(&text_of(&operator))
                .unwrap_or(AssignmentOperator::Assign),
            left,
            right,
        };
        self.add(expr, token_range(operator, node), node.text_range())
    }

    fn relationship(&mut self, relationship: &RelationshipExpr, left: ExprId) -> ExprId {
        let node = relationship.syntax();
        let right = self.operand(relationship.rhs(), node);
        let operator = relationship.op_token();
        let expr = Expr::Relationship {
            operator: RelationshipOperator::from_text(&text_of(&operator))
                .unwrap_or(RelationshipOperator::Before),
            left,
            right,
        };
        self.add(expr, token_range(operator, node), node.text_range())
    }

    /// The range from where Puppet reports `left` to the end of the text of a node.
    pub(super) fn reported_from(
        &self,
        left: ExprId,
        node: &puppet_syntax::SyntaxNode,
    ) -> TextRange {
        super::span(self.reported(left).start(), node.text_range().end())
    }
}

fn text_of(token: &Option<SyntaxToken>) -> String {
    token
        .as_ref()
        .map_or_else(String::new, |it| it.text().to_owned())
}

/// The operand with which the text of an expression starts.
fn left_operand(expr: &AstExpr) -> Option<AstExpr> {
    match expr {
        AstExpr::BinExpr(it) => it.lhs(),
        AstExpr::AssignExpr(it) => it.lhs(),
        AstExpr::RelationshipExpr(it) => it.lhs(),
        AstExpr::SelectorExpr(it) => it.subject(),
        AstExpr::AccessExpr(it) => it.base(),
        AstExpr::CallExpr(it) => it.functor(),
        AstExpr::MethodCallExpr(it) => it.receiver(),
        AstExpr::ResourceExpr(it) => it.type_name().filter(|it| !is_class_keyword(it)),
        AstExpr::ResourceOverride(it) => it.reference(),
        AstExpr::UntitledResource(it) => it.expr(),
        AstExpr::CollectExpr(it) => it.type_expr(),
        _ => None,
    }
}

/// Whether the type of a resource is the keyword `class`.
fn is_class_keyword(expr: &AstExpr) -> bool {
    match expr {
        AstExpr::NameExpr(name) => name
            .name_token()
            .is_some_and(|it| it.kind() == SyntaxKind::CLASS_KW),
        _ => false,
    }
}
