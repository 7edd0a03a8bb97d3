//! Labels of nodes in messages.

use std::borrow::Cow;

use crate::model::{Body, Definition, Expr, ExprId, QueryKind};

/// Names of the nodes of a body.
pub(super) struct Labels<'a> {
    pub(super) body: &'a Body,
}

impl Labels<'_> {
    /// An expression with its article: "a variable", "the reserved word 'attr'".
    pub(super) fn expr(&self, id: ExprId) -> Cow<'static, str> {
        let operator = |text: &str| Cow::Owned(format!("an operation with '{text}'"));
        Cow::Borrowed(match self.body.expr(id) {
            Expr::Missing => "something missing",
            Expr::Nop => "nothing",
            Expr::Definition(_) => "a definition",
            Expr::LiteralUndef => "undef",
            Expr::LiteralDefault => "default",
            Expr::LiteralBoolean(_) => "a boolean",
            Expr::LiteralInteger { .. } => "an integer",
            Expr::LiteralFloat(_) => "a float",
            Expr::LiteralString(_) => "a string",
            Expr::LiteralRegularExpression(_) => "a regular expression",
            Expr::QualifiedName(_) => "a name",
            Expr::QualifiedReference(_) => "a type name",
            Expr::ReservedWord { word, .. } => {
                return Cow::Owned(format!("the reserved word '{word}'"));
            }
            Expr::Variable(_) => "a variable",
            Expr::ConcatenatedString(_) => "a string with interpolation",
            Expr::Text(_) => "an interpolation",
            Expr::Heredoc { .. } => "a heredoc",
            Expr::LiteralList(_) => "an array",
            Expr::LiteralHash(_) => "a hash",
            Expr::Block(_) | Expr::ApplyBlock(_) => "a block",
            Expr::Parenthesized(_) => "an expression in parentheses",
            Expr::Not(_) => "a negation",
            Expr::UnaryMinus(_) => "a negative value",
            Expr::Unfold(_) => "a splat",
            Expr::Arithmetic { operator: it, .. } => return operator(it.text()),
            Expr::Comparison { operator: it, .. } => return operator(it.text()),
            Expr::Match { operator: it, .. } => return operator(it.text()),
            Expr::In { .. } => return operator("in"),
            Expr::And { .. } => return operator("and"),
            Expr::Or { .. } => return operator("or"),
            Expr::Assignment { .. } => "an assignment",
            Expr::Relationship { .. } => "a relationship",
            Expr::Access { .. } => "an access with []",
            Expr::NamedAccess { .. } => "an access with '.'",
            Expr::CallNamedFunction { .. } => "a function call",
            Expr::CallMethod { .. } => "a method call",
            Expr::Lambda { .. } => "a lambda",
            Expr::If { .. } => "an if",
            Expr::Unless { .. } => "an unless",
            Expr::Case { .. } => "a case",
            Expr::Selector { .. } => "a selector",
            Expr::Resource { .. } => "a resource",
            Expr::ResourceDefaults { .. } => "a resource default",
            Expr::ResourceOverride { .. } => "a resource override",
            Expr::Collect { query, .. } => match query.kind {
                QueryKind::Virtual => "a collector",
                QueryKind::Exported => "a collector of exported resources",
            },
            Expr::Apply { .. } => "an apply",
            Expr::Epp { .. } => "a template",
            Expr::RenderString(_) => "text of a template",
            Expr::Render(_) => "an expression tag of a template",
        })
    }

    /// The kind of a definition, as the start of a sentence: "Class".
    pub(super) fn definition_kind(&self, definition: &Definition) -> String {
        let label = self.definition(definition);
        let kind = label.trim_start_matches("a ");
        let (first, rest) = kind.split_at(1);
        first.to_ascii_uppercase() + rest
    }

    /// A definition with its article: "a class".
    pub(super) fn definition(&self, definition: &Definition) -> &'static str {
        match definition {
            Definition::File => "a file",
            Definition::Class { .. } => "a class",
            Definition::DefinedType { .. } => "a defined type",
            Definition::Function { .. } => "a function",
            Definition::Plan { .. } => "a plan",
            Definition::Node { .. } => "a node",
            Definition::TypeAlias { .. } => "a type alias",
            Definition::TypeMapping { .. } => "a type mapping",
            Definition::TypeDefinition { .. } => "a type definition",
        }
    }
}
