//! Expressions: accessors that are not generated.

use super::{AstNode, CallExpr, Expr, NameExpr, StatementCall, TypeRef};

impl NameExpr {
    /// The name as it is written.
    pub fn text(&self) -> String {
        self.name_token()
            .map_or_else(String::new, |it| it.text().to_owned())
    }
}

impl TypeRef {
    /// The name as it is written.
    pub fn text(&self) -> String {
        self.name_token()
            .map_or_else(String::new, |it| it.text().to_owned())
    }
}

impl CallExpr {
    /// The name of the function, if it is called by name.
    pub fn function_name(&self) -> Option<String> {
        match self.functor()? {
            Expr::NameExpr(name) => Some(name.text()),
            _ => None,
        }
    }
}

impl StatementCall {
    /// The name of the function.
    pub fn function(&self) -> Option<NameExpr> {
        self.syntax.children().find_map(NameExpr::cast)
    }

    /// The arguments.
    pub fn arguments(&self) -> impl Iterator<Item = Expr> + use<> {
        self.operands().skip(1)
    }
}
