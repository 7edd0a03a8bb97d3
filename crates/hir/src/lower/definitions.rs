//! Definitions, each with a body of its own, and parameters.

use puppet_syntax::ast::{
    AstNode, Block, ClassDef, DefName, DefineDef, Expr as AstExpr, FunctionDef, HostMatch, NodeDef,
    Param, ParamList, PlanDef, ReturnType, TypeAlias, TypeDef, TypeMapping,
};
use puppet_syntax::{SyntaxKind, SyntaxNode};
use smol_str::SmolStr;
use text_size::{TextRange, TextSize};

use super::{Lowerer, span, token_range};
use crate::model::{BodyOwner, Expr, ExprId, KeyedEntry, Parameter, Span};

impl Lowerer {
    /// Lowers a definition into a body of its own. `rest` makes its head and body, and says where Puppet reports it.
    fn definition(
        &mut self,
        node: &SyntaxNode,
        name: Option<TextRange>,
        rest: impl FnOnce(&mut Self) -> (BodyOwner, Option<ExprId>, TextRange),
    ) -> ExprId {
        let full = node.text_range();
        let parent = self
            .frames
            .last()
            .map_or(crate::model::Program::FILE, |it| it.id);
        let id = self.program.open(parent);
        self.open_frame(id, full.start());
        let (definition, root, reported) = rest(self);
        self.close_frame(definition, root, reported, full, name);
        let span = Span {
            reported: self.relative(reported),
            full: self.relative(full),
        };
        match self.frames.last_mut() {
            Some(frame) => frame.builder.add_definition(span),
            None => ExprId(0),
        }
    }

    /// A name with the namespace of the classes and plans around it.
    fn qualified(&self, name: &str) -> SmolStr {
        let mut result = self.namespace.join("::");
        result.push_str("::");
        result.push_str(name);
        SmolStr::from(result.strip_prefix("::").unwrap_or(&result))
    }

    /// Lowers the parameters and the body of a definition whose name is part of the names of the classes in it.
    fn within(
        &mut self,
        name: &str,
        parameters: Option<ParamList>,
        block: Option<Block>,
        start: TextSize,
    ) -> (Box<[Parameter]>, Option<ExprId>) {
        self.namespace.push(name.to_owned());
        let parameters = self.head(parameters);
        let body = self.definition_body(block, start);
        self.namespace.pop();
        (parameters, body)
    }

    pub(super) fn class(&mut self, class: &ClassDef) -> ExprId {
        let node = class.syntax().clone();
        let (name, range) = written_name(class.def_name());
        self.definition(&node, range, |this| {
            let reported = node.text_range();
            let start = reported.start();
            let (parameters, body) = this.within(&name, class.param_list(), class.block(), start);
            let parent = class.inherits_clause().and_then(|it| it.name());
            let definition = BodyOwner::Class {
                name: this.qualified(&name),
                parameters,
                parent_class: parent.map(|it| it.text().into()),
            };
            (definition, body, reported)
        })
    }

    pub(super) fn defined_type(&mut self, define: &DefineDef) -> ExprId {
        let node = define.syntax().clone();
        let (name, range) = written_name(define.def_name());
        self.definition(&node, range, |this| {
            let reported = node.text_range();
            let parameters = this.head(define.param_list());
            let body = this.definition_body(define.block(), reported.start());
            let definition = BodyOwner::DefinedType {
                name: this.qualified(&name),
                parameters,
            };
            (definition, body, reported)
        })
    }

    pub(super) fn function(&mut self, function: &FunctionDef) -> ExprId {
        let node = function.syntax().clone();
        let (name, range) = written_name(function.def_name());
        self.definition(&node, range, |this| {
            let reported = node.text_range();
            let parameters = this.parameters(function.param_list());
            let return_type = function.return_type().and_then(|it| this.return_type(&it));
            let body = this.definition_body(function.block(), reported.start());
            let definition = BodyOwner::Function {
                name: name.into(),
                parameters,
                return_type,
            };
            (definition, body, reported)
        })
    }

    pub(super) fn plan(&mut self, plan: &PlanDef) -> ExprId {
        let node = plan.syntax().clone();
        let (name, range) = written_name(plan.def_name());
        self.definition(&node, range, |this| {
            let reported = node.text_range();
            let start = reported.start();
            let (parameters, body) = this.within(&name, plan.param_list(), plan.block(), start);
            let definition = BodyOwner::Plan {
                name: this.qualified(&name),
                parameters,
                return_type: None,
            };
            (definition, body, reported)
        })
    }

    pub(super) fn node(&mut self, definition: &NodeDef) -> ExprId {
        let node = definition.syntax().clone();
        self.definition(&node, None, |this| {
            let reported = node.text_range();
            let matches = definition.host_matches();
            let matches: Vec<_> = matches.iter().flat_map(|it| it.host_matchs()).collect();
            let host_matches = matches.iter().map(|it| this.host_match(it)).collect();
            let parent = definition.inherits_clause().and_then(|it| it.host_match());
            let parent = parent.map(|it| this.host_match(&it));
            let body = this.definition_body(definition.block(), reported.start());
            let definition = BodyOwner::Node {
                parent,
                host_matches,
            };
            (definition, body, reported)
        })
    }

    fn host_match(&mut self, host: &HostMatch) -> ExprId {
        if let HostMatch::HostName(name) = host {
            let range = name.syntax().text_range();
            return self.add(Expr::LiteralString(name.text().into()), range, range);
        }
        match AstExpr::cast(host.syntax().clone()) {
            Some(expr) => self.expr(&expr),
            None => self.missing(host.syntax().text_range().end()),
        }
    }

    pub(super) fn type_definition(&mut self, definition: &TypeDef) -> ExprId {
        let node = definition.syntax().clone();
        let (name, range) = written_name(definition.def_name());
        self.definition(&node, range, |this| {
            let reported = node.text_range();
            let parent = definition.inherits_clause().and_then(|it| it.name());
            let body = this.definition_body(definition.block(), reported.start());
            let definition = BodyOwner::TypeDefinition {
                name: name.into(),
                parent: parent.map(|it| it.text().into()),
            };
            (definition, body, reported)
        })
    }

    pub(super) fn type_alias(&mut self, alias: &TypeAlias) -> ExprId {
        let node = alias.syntax().clone();
        let left = alias.lhs();
        let name_range = left.as_ref().map(|it| it.syntax().text_range());
        let name = left.map_or_else(String::new, |it| it.syntax().text().to_string());
        self.definition(&node, name_range, |this| {
            let left = name_range.unwrap_or(node.text_range());
            let (type_expr, end) = this.alias_type(&node, alias.rhs(), left);
            let definition = BodyOwner::TypeAlias {
                name: name.into(),
                type_expr,
            };
            (definition, None, span(left.start(), end))
        })
    }

    pub(super) fn type_mapping(&mut self, mapping: &TypeMapping) -> ExprId {
        let node = mapping.syntax().clone();
        self.definition(&node, None, |this| {
            let type_expr = mapping.lhs().map(|it| this.expr(&it));
            let left = type_expr.map_or(node.text_range(), |it| this.reported(it));
            let (mapping_expr, end) = this.alias_type(&node, mapping.rhs(), left);
            let definition = BodyOwner::TypeMapping {
                type_expr,
                mapping_expr,
            };
            (definition, None, span(left.start(), end))
        })
    }

    /// The right side of an alias, and where Puppet says that the alias ends. Attributes in braces are those of an
    /// object type.
    fn alias_type(
        &mut self,
        node: &SyntaxNode,
        right: Option<AstExpr>,
        left: TextRange,
    ) -> (Option<ExprId>, TextSize) {
        let end = node.text_range().end();
        let container = TextRange::empty(left.start());
        match right {
            None => (None, end),
            Some(AstExpr::ListExpr(list)) => (Some(self.list(&list)), left.end()),
            Some(AstExpr::HashExpr(hash)) => {
                let full = hash.syntax().text_range();
                let object = self.add(Expr::QualifiedReference("Object".into()), container, full);
                let keys = Box::new([self.hash(&hash)]);
                let expr = Expr::Access { left: object, keys };
                (Some(self.add(expr, container, full)), end)
            }
            Some(AstExpr::AccessExpr(access)) => {
                let base = self.operand(access.base(), access.syntax());
                let keys = self.keys(access.access_keys());
                let expr = Expr::Access { left: base, keys };
                let full = access.syntax().text_range();
                (Some(self.add(expr, container, full)), left.end())
            }
            Some(base) => {
                let hash = node.children().find_map(puppet_syntax::ast::HashExpr::cast);
                let parent = self.expr(&base);
                match hash {
                    None => (Some(parent), end),
                    Some(hash) => (Some(self.object_with_parent(parent, &hash, container)), end),
                }
            }
        }
    }

    /// `type A = B { … }`: the attributes of an object type with the parent `B`, if `B` is not itself the type that
    /// has the attributes.
    fn object_with_parent(
        &mut self,
        parent: ExprId,
        hash: &puppet_syntax::ast::HashExpr,
        container: TextRange,
    ) -> ExprId {
        let range = hash.syntax().text_range();
        let full = self.full(parent).cover(range);
        let is_base = match self.peek(parent) {
            Expr::QualifiedReference(name) => name == "Object" || name == "TypeSet",
            _ => false,
        };
        let mut left = parent;
        let mut inherited = None;
        if !is_base {
            left = self.add(Expr::QualifiedReference("Object".into()), container, range);
            let key = self.synthetic_name("parent", range.start(), range);
            inherited = Some(KeyedEntry {
                part: self.part(TextRange::empty(range.start()), range, None),
                key,
                value: parent,
            });
        }
        let attributes = self.hash_with(hash, inherited);
        let expr = Expr::Access {
            left,
            keys: Box::new([attributes]),
        };
        self.add(expr, container, full)
    }

    // Parameters

    pub(crate) fn parameters(&mut self, list: Option<ParamList>) -> Box<[Parameter]> {
        let parameters: Vec<_> = list.iter().flat_map(|it| it.parameters()).collect();
        parameters.iter().map(|it| self.parameter(it)).collect()
    }

    fn parameter(&mut self, parameter: &Param) -> Parameter {
        let node = parameter.syntax();
        let type_expr = parameter.ty().map(|it| self.expr(&it));
        let value = parameter.default_value().map(|it| self.expr(&it));
        let has_star = parameter.star_token().is_some();
        let variable = token_range(parameter.name_token(), node);
        Parameter {
            part: self.part(variable, node.text_range(), Some(variable)),
            name: parameter.name().unwrap_or_default().into(),
            type_expr,
            value,
            captures_rest: has_star,
        }
    }

    pub(super) fn return_type(&mut self, return_type: &ReturnType) -> Option<ExprId> {
        return_type.ty().map(|it| self.expr(&it))
    }
}

/// A name and where it is written.
fn written_name(name: Option<DefName>) -> (String, Option<TextRange>) {
    match name {
        Some(name) => (name_text(&name), Some(name.syntax().text_range())),
        None => (String::new(), None),
    }
}

/// The name, without the quotes of one that must not have them.
fn name_text(name: &DefName) -> String {
    let text = name.text();
    let is_quoted = name
        .syntax()
        .first_token()
        .is_some_and(|it| matches!(it.kind(), SyntaxKind::SQ_STRING | SyntaxKind::DQ_STRING));
    match is_quoted {
        true => text.trim_matches(['\'', '"']).to_owned(),
        false => text,
    }
}
