//! Definitions: their names, parameters, and the comments that document them.

use super::{
    AstNode, AttributeName, DefName, Definition, Documentation, Expr, HostName, NameRef, Param,
    ParamList, VariableExpr,
};
use crate::SyntaxKind::*;
use crate::{SyntaxNode, SyntaxToken};

impl Definition {
    /// The node of the name; none for nodes and type mappings.
    pub fn name_node(&self) -> Option<SyntaxNode> {
        let name = match self {
            Definition::ClassDef(it) => it.def_name()?.syntax,
            Definition::DefineDef(it) => it.def_name()?.syntax,
            Definition::FunctionDef(it) => it.def_name()?.syntax,
            Definition::PlanDef(it) => it.def_name()?.syntax,
            Definition::TypeDef(it) => it.def_name()?.syntax,
            Definition::TypeAlias(it) => it.lhs()?.syntax().clone(),
            Definition::NodeDef(_) | Definition::TypeMapping(_) => return None,
        };
        Some(name)
    }

    /// The name as it is written; none for nodes and type mappings.
    pub fn name(&self) -> Option<String> {
        self.name_node().map(|it| it.text().to_string())
    }

    /// The parameters.
    pub fn param_list(&self) -> Option<ParamList> {
        match self {
            Definition::ClassDef(it) => it.param_list(),
            Definition::DefineDef(it) => it.param_list(),
            Definition::FunctionDef(it) => it.param_list(),
            Definition::PlanDef(it) => it.param_list(),
            _ => None,
        }
    }

    /// The parameters; none of what has no list.
    pub fn parameters(&self) -> impl Iterator<Item = Param> + use<> {
        let list = self.param_list().into_iter();
        list.flat_map(|list| list.parameters())
    }

    /// The parameter with a name.
    pub fn parameter(&self, name: &str) -> Option<Param> {
        self.parameters()
            .find(|it| it.name().as_deref() == Some(name))
    }

    /// The comment above the definition.
    pub fn documentation(&self) -> Option<Documentation> {
        Documentation::from_comment_above(self.syntax())
    }
}

/// The first token of a node that is no trivia.
fn significant_token(node: &SyntaxNode) -> Option<SyntaxToken> {
    node.children_with_tokens()
        .filter_map(|it| it.into_token())
        .find(|it| !it.kind().is_trivia())
}

impl DefName {
    /// The name as it is written.
    pub fn text(&self) -> String {
        significant_token(&self.syntax).map_or_else(String::new, |it| it.text().to_owned())
    }
}

impl NameRef {
    /// The name as it is written.
    pub fn text(&self) -> String {
        significant_token(&self.syntax).map_or_else(String::new, |it| it.text().to_owned())
    }
}

impl AttributeName {
    /// The token: a name or a keyword; a string where the name is in quotes, which is an error.
    pub fn token(&self) -> Option<SyntaxToken> {
        significant_token(&self.syntax)
    }
}

impl HostName {
    /// The name without the spaces and comments that Puppet permits around its dots.
    pub fn text(&self) -> String {
        self.syntax
            .children_with_tokens()
            .filter_map(|it| it.into_token())
            .filter(|it| !it.kind().is_trivia())
            .map(|it| it.text().to_owned())
            .collect()
    }
}

impl Param {
    /// The type before the variable.
    pub fn ty(&self) -> Option<Expr> {
        let name = self.name_token()?.text_range().start();
        let first: Expr = self.syntax.children().find_map(Expr::cast)?;
        (first.syntax().text_range().start() < name).then_some(first)
    }

    /// The value after `=`.
    pub fn default_value(&self) -> Option<Expr> {
        let name = self.name_token()?.text_range().end();
        self.syntax
            .children()
            .filter_map(Expr::cast)
            .find(|it| it.syntax().text_range().start() >= name)
    }

    /// The name without `$`.
    pub fn name(&self) -> Option<String> {
        let token = self.name_token()?;
        Some(token.text().trim_start_matches('$').to_owned())
    }
}

impl VariableExpr {
    /// The name without `$`.
    pub fn name(&self) -> Option<String> {
        let token = self.name_token()?;
        Some(token.text().trim_start_matches('$').to_owned())
    }
}

impl super::InheritsClause {
    /// The name of the parent, as it is written.
    pub fn name(&self) -> Option<SyntaxToken> {
        self.syntax
            .children()
            .filter(|it| matches!(it.kind(), NAME_REF | DEF_NAME))
            .find_map(|it| significant_token(&it))
    }
}
