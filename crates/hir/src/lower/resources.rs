//! Resources, defaults, overrides, and collectors.

use puppet_syntax::ast::{
    AstNode, AttributeOperation as AstOperation, CollectExpr, Query as AstQuery,
    ResourceBody as AstBody, ResourceDefaults, ResourceExpr, ResourceOverride, UntitledResource,
    VirtualExpr,
};
use puppet_syntax::{SyntaxKind, is_statement_function};
use smol_str::SmolStr;
use text_size::{TextRange, TextSize};

use super::{Lowerer, span, token_range};
use crate::model::{
    AttributeOperation, AttributeOperator, Expr, ExprId, KeyedEntry, Operation, Query, QueryKind,
    ResourceBody, ResourceForm,
};

impl Lowerer {
    pub(super) fn resource(&mut self, resource: &ResourceExpr, type_name: ExprId) -> ExprId {
        let node = resource.syntax();
        let reported = self.reported_from(type_name, node);
        self.resource_at(resource, type_name, reported)
    }

    /// `class { … }`
    pub(super) fn class_resource(&mut self, resource: &ResourceExpr) -> ExprId {
        let range = resource.syntax().text_range();
        let keyword = resource.type_name();
        let written = keyword.map_or(range, |it| it.syntax().text_range());
        let type_name =
            self.synthetic_name("class", self.form_start(resource, range.start()), written);
        self.resource_at(resource, type_name, range)
    }

    fn resource_at(
        &mut self,
        resource: &ResourceExpr,
        type_name: ExprId,
        reported: TextRange,
    ) -> ExprId {
        let container = self.form_start(resource, reported.start());
        let bodies = resource.bodies().collect::<Vec<_>>();
        let bodies = bodies
            .iter()
            .map(|it| self.resource_body(it, container))
            .collect();
        let expr = Expr::Resource {
            form: ResourceForm::Regular,
            type_name,
            bodies,
        };
        self.add(expr, reported, resource.syntax().text_range())
    }

    /// Where Puppet says that a resource starts: at the outermost `@` before it.
    fn form_start(&self, resource: &ResourceExpr, start: TextSize) -> TextSize {
        let outer = resource.syntax().ancestors().skip(1);
        let outer = outer.take_while(|it| it.kind() == SyntaxKind::VIRTUAL_EXPR);
        outer.last().map_or(start, |it| it.text_range().start())
    }

    fn resource_body(&mut self, body: &AstBody, container: TextSize) -> ResourceBody {
        let title = body.title().map(|it| self.expr(&it));
        let operations = self.operations(body.operations());
        ResourceBody {
            part: self.part(
                TextRange::empty(container),
                body.syntax().text_range(),
                None,
            ),
            title,
            operations,
        }
    }

    pub(super) fn resource_defaults(&mut self, defaults: &ResourceDefaults) -> ExprId {
        let range = defaults.syntax().text_range();
        let type_ref = defaults.type_ref().map(|it| self.type_reference(&it));
        let operations = self.operations(defaults.operations());
        let expr = Expr::ResourceDefaults {
            form: ResourceForm::Regular,
            type_ref,
            operations,
        };
        self.add(expr, range, range)
    }

    pub(super) fn resource_override(&mut self, it: &ResourceOverride, resources: ExprId) -> ExprId {
        let operations = self.operations(it.operations());
        let expr = Expr::ResourceOverride {
            form: ResourceForm::Regular,
            resources,
            operations,
        };
        let node = it.syntax();
        self.add(expr, self.reported_from(resources, node), node.text_range())
    }

    /// `@resource`. Puppet moves the start to the `@` and leaves the length.
    pub(super) fn virtual_resource(&mut self, it: &VirtualExpr) -> ExprId {
        let node = it.syntax();
        let Some(inner) = it.expr() else {
            return self.missing(node.text_range().end());
        };
        let id = self.expr(&inner);
        let at = it.at_token();
        let new_form = match at.as_ref().map(|it| it.kind()) {
            Some(SyntaxKind::AT_AT) => ResourceForm::Exported,
            _ => ResourceForm::Virtual,
        };
        self.change(id, |expr| {
            if let Expr::Resource { form, .. }
            | Expr::ResourceDefaults { form, .. }
            | Expr::ResourceOverride { form, .. } = expr
            {
                *form = new_form;
            }
        });
        let start = token_range(at, node).start();
        let reported = span(start, start + self.reported(id).len());
        self.relocate(id, reported, node.text_range());
        id
    }

    /// `name { a => b }`: for Puppet a name and a hash, or a call with a hash.
    pub(super) fn untitled_resource(&mut self, it: &UntitledResource, left: ExprId) -> ExprId {
        let node = it.syntax();
        let reported = self.reported_from(left, node);
        let open = token_range(it.l_brace_token(), node).start();
        let braces = span(open, node.text_range().end());
        let operations = it.operations().collect::<Vec<_>>();
        let entries = operations
            .iter()
            .map(|it| self.operation_as_entry(it, open))
            .collect();
        let hash = self.add(Expr::LiteralHash(entries), braces, braces);
        let expr = match self.peek(left) {
            Expr::QualifiedName(name) if is_statement_function(name) => Expr::CallNamedFunction {
                rval_required: false,
                functor: left,
                arguments: Box::new([hash]),
                lambda: None,
            },
            _ => Expr::Block(Box::new([left, hash])),
        };
        self.add(expr, reported, node.text_range())
    }

    fn operation_as_entry(&mut self, operation: &AstOperation, container: TextSize) -> KeyedEntry {
        let node = operation.syntax();
        let at = TextRange::empty(container);
        let (key, value) = match operation {
            AstOperation::Attribute(it) => {
                let (name, range) = attribute_name(it);
                let key = self.add(Expr::LiteralString(name), at, range);
                (key, self.operand(it.value(), node))
            }
            // Puppet loses the hash.
            AstOperation::AttributeSplat(_) => {
                let key = self.add(Expr::Nop, at, node.text_range());
                (key, self.missing(node.text_range().end()))
            }
        };
        KeyedEntry {
            part: self.part(at, node.text_range(), None),
            key,
            value,
        }
    }

    fn operations(&mut self, operations: impl Iterator<Item = AstOperation>) -> Box<[Operation]> {
        let operations = operations.collect::<Vec<_>>();
        operations.iter().map(|it| self.operation(it)).collect()
    }

    fn operation(&mut self, operation: &AstOperation) -> Operation {
        let node = operation.syntax();
        let range = node.text_range();
        match operation {
            AstOperation::Attribute(it) => {
                let (name, name_range) = attribute_name(it);
                let value = self.operand(it.value(), node);
                let operator = match it.op_token().map(|it| it.kind()) {
                    Some(SyntaxKind::PLUS_ARROW) => AttributeOperator::Append,
                    _ => AttributeOperator::Set,
                };
                let reported = span(name_range.start(), self.reported(value).end());
                Operation::Attribute(AttributeOperation {
                    part: self.part(reported, range, Some(name_range)),
                    name,
                    operator,
                    value,
                })
            }
            AstOperation::AttributeSplat(it) => {
                let expr = self.operand(it.value(), node);
                let reported = span(range.start(), self.reported(expr).end());
                Operation::Attributes {
                    part: self.part(reported, range, None),
                    expr,
                }
            }
        }
    }

    pub(super) fn collector(&mut self, collector: &CollectExpr, type_expr: ExprId) -> ExprId {
        let node = collector.syntax();
        let query = self.query(collector.query(), node.text_range());
        let operations = self.operations(collector.operations());
        let expr = Expr::Collect {
            type_expr,
            query,
            operations,
        };
        self.add(expr, self.reported_from(type_expr, node), node.text_range())
    }

    fn query(&mut self, query: Option<AstQuery>, around: TextRange) -> Query {
        let range = query.as_ref().map_or(around, |it| it.syntax().text_range());
        let open = query.as_ref().and_then(|it| it.open_token());
        let expr = query.and_then(|it| it.expr()).map(|it| self.expr(&it));
        Query {
            part: self.part(range, range, None),
            kind: match open.map(|it| it.kind()) {
                Some(SyntaxKind::LL_COLLECT) => QueryKind::Exported,
                _ => QueryKind::Virtual,
            },
            expr,
        }
    }
}

fn attribute_name(attribute: &puppet_syntax::ast::Attribute) -> (SmolStr, TextRange) {
    let token = attribute.attribute_name().and_then(|it| it.token());
    match token {
        Some(token) => (token.text().into(), token.text_range()),
        None => (
            SmolStr::default(),
            TextRange::empty(attribute.syntax().text_range().start()),
        ),
    }
}
