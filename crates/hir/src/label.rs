//! Labels of nodes in messages, as Puppet's `ModelLabelProvider` gives them.

use std::borrow::Cow;

use crate::model::{BodyOwner, Expr, QueryKind};

/// An expression that is no definition, without its article.
#[must_use]
pub fn expr_label(expr: &Expr) -> Cow<'static, str> {
    let operator = |text: &str| Cow::Owned(format!("'{text}' expression"));
    Cow::Borrowed(match expr {
        Expr::Missing | Expr::Nop => "Nop Expression",
        Expr::Definition(_) => "Definition",
        Expr::LiteralUndef => return operator("undef"),
        Expr::LiteralDefault => return operator("default"),
        Expr::LiteralBoolean(_) => "Boolean",
        Expr::LiteralInteger { .. } => "Literal Integer",
        Expr::LiteralFloat(_) => "Literal Float",
        Expr::LiteralString(_) => "String",
        Expr::LiteralRegularExpression(_) => "Regular Expression",
        Expr::QualifiedName(_) => "Name",
        Expr::QualifiedReference(_) => "Type-Name",
        Expr::ReservedWord { word, .. } => return Cow::Owned(format!("Reserved Word '{word}'")),
        Expr::Variable(_) => "Variable",
        Expr::ConcatenatedString(_) => "Double Quoted String",
        Expr::Text(_) => "Expression in Interpolated String",
        Expr::Heredoc { syntax, .. } => {
            let syntax = syntax.as_deref().unwrap_or_default();
            return operator(&format!("@({syntax})"));
        }
        Expr::LiteralList(_) => "Array Expression",
        Expr::LiteralHash(_) => "Hash Expression",
        Expr::Block(_) => "Block Expression",
        Expr::ApplyBlock(_) => "Apply Block Expression",
        Expr::Parenthesized(_) => "Parenthesized Expression",
        Expr::Not(_) => return operator("not"),
        Expr::UnaryMinus(_) => "Unary Minus",
        Expr::Unfold(_) => "Unfold",
        Expr::Arithmetic { operator: it, .. } => return operator(it.text()),
        Expr::Comparison { operator: it, .. } => return operator(it.text()),
        Expr::Match { operator: it, .. } => return operator(it.text()),
        Expr::In { .. } => return operator("in"),
        Expr::And { .. } => return operator("and"),
        Expr::Or { .. } => return operator("or"),
        Expr::Assignment { operator: it, .. } => return operator(it.text()),
        Expr::Relationship { operator: it, .. } => return operator(it.text()),
        Expr::Access { .. } => return operator("[]"),
        Expr::NamedAccess { .. } => return operator("."),
        Expr::CallNamedFunction { .. } => "Function Call",
        Expr::CallMethod { .. } => "Method call",
        Expr::Lambda { .. } => "Lambda",
        Expr::If { .. } => "'if' statement",
        Expr::Unless { .. } => "'unless' Statement",
        Expr::Case { .. } => "'case' statement",
        Expr::Selector { .. } => "Selector Expression",
        Expr::Resource { .. } => "Resource Statement",
        Expr::ResourceDefaults { .. } => "Resource Defaults Expression",
        Expr::ResourceOverride { .. } => "Resource Override",
        Expr::Collect { query, .. } => match query.kind {
            QueryKind::Virtual => "Virtual Query",
            QueryKind::Exported => "Exported Query",
        },
        Expr::Apply { .. } => return operator("apply"),
        Expr::Epp { .. } => "Epp Template",
        Expr::RenderString(_) => "Epp Text",
        Expr::Render(_) => "Epp Interpolated Expression",
    })
}

/// A definition without its article: "Host Class Definition".
#[must_use]
pub fn definition_label(definition: &BodyOwner) -> &'static str {
    match definition {
        BodyOwner::File => "Program",
        BodyOwner::Class { .. } => "Host Class Definition",
        BodyOwner::DefinedType { .. } => "'define' expression",
        BodyOwner::Function { .. } => "Function Definition",
        BodyOwner::Plan { .. } => "Plan Definition",
        BodyOwner::Node { .. } => "Node Definition",
        BodyOwner::TypeAlias { .. } => "Type Alias",
        BodyOwner::TypeMapping { .. } => "Type Mapping",
        BodyOwner::TypeDefinition { .. } => "Type Definition",
    }
}

/// A label with the article that Puppet gives it, which goes by its first letter: "an 'undef' expression".
#[must_use]
pub fn a_an(label: &str) -> String {
    format!("a{} {label}", n_of(label))
}

/// The same at the start of a sentence.
#[must_use]
pub fn a_an_uc(label: &str) -> String {
    format!("A{} {label}", n_of(label))
}

fn n_of(label: &str) -> &'static str {
    let letter = label.strip_prefix(['\'', '"']).unwrap_or(label);
    match letter.starts_with(['a', 'e', 'i', 'o', 'u', 'y', 'A', 'E', 'I', 'O', 'U', 'Y']) {
        true => "n",
        false => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles() {
        let cases = [
            ("Integer", "an Integer"),
            ("String", "a String"),
            ("Undef Value", "an Undef Value"),
            ("'in' expression", "an 'in' expression"),
            ("'+' expression", "a '+' expression"),
        ];
        for (label, text) in cases {
            assert_eq!(a_an(label), text);
        }
        assert_eq!(a_an_uc("'in' expression"), "An 'in' expression");
    }
}
