//! Labels of values and expressions in Puppet's messages (`ModelLabelProvider`).

use puppet_hir::model::{Body, Definition, DefinitionKind, Expr, ExprId, QueryKind};
use puppet_types::{Type, TypeContext, Value};

/// The name of a kind of value: `Integer`, `Undef Value`, `String-Type`.
pub fn value(context: &dyn TypeContext, value: &Value) -> String {
    let name = match value {
        Value::Undef => "Undef Value",
        Value::Boolean(_) => "Boolean",
        Value::Integer(_) | Value::BigInteger(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Regexp(_) => "Regexp",
        Value::SemVer(_) => "Semver",
        Value::SemVerRange(_) => "SemverRange",
        Value::Timespan(_) => "Timespan",
        Value::Timestamp(_) => "Timestamp",
        Value::Binary(_) => "Binary",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Sensitive(_) => "Sensitive",
        Value::Default | Value::Uri(_) | Value::Iterator(_) | Value::Object(_) => "Object",
        Value::Type(ty) => return type_label(context, ty),
    };
    name.to_owned()
}

fn type_label(context: &dyn TypeContext, ty: &Type) -> String {
    let text = puppet_types::type_to_string(context, ty);
    match ty {
        Type::Resource(resource) if resource.title.is_some() => {
            format!("{text} Resource-Reference")
        }
        _ => format!("{text}-Type"),
    }
}

/// The name of a kind of expression: `Function Call`, `'+' expression`.
pub fn expression(body: &Body, id: ExprId) -> String {
    let name = match body.expr(id) {
        Expr::Arithmetic { operator, .. } => return operator_label(operator.text()),
        Expr::Comparison { operator, .. } => return operator_label(operator.text()),
        Expr::Match { operator, .. } => return operator_label(operator.text()),
        Expr::Assignment { operator, .. } => return operator_label(operator.text()),
        Expr::Relationship { operator, .. } => return operator_label(operator.text()),
        Expr::Heredoc { syntax, .. } => {
            return format!("'@({})' expression", syntax.as_deref().unwrap_or_default());
        }
        Expr::ReservedWord { word, .. } => return format!("Reserved Word '{word}'"),
        Expr::Collect { query, .. } => match query.kind {
            QueryKind::Virtual => "Virtual Query",
            QueryKind::Exported => "Exported Query",
        },
        Expr::Definition(_) | Expr::Missing => "Object",
        other => fixed_label(other),
    };
    name.to_owned()
}

/// The name of a kind of definition: `Function Definition`.
pub fn definition(definition: &Definition) -> &'static str {
    match definition.kind() {
        DefinitionKind::File => "Program",
        DefinitionKind::Class => "Host Class Definition",
        DefinitionKind::DefinedType => "'define' expression",
        DefinitionKind::Function => "Function Definition",
        DefinitionKind::Plan => "Plan Definition",
        DefinitionKind::Node => "Node Definition",
        DefinitionKind::TypeAlias => "Type Alias",
        DefinitionKind::TypeMapping => "Type Mapping",
        DefinitionKind::TypeDefinition => "Type Definition",
    }
}

fn operator_label(operator: &str) -> String {
    format!("'{operator}' expression")
}

fn fixed_label(expr: &Expr) -> &'static str {
    match expr {
        Expr::Nop => "Nop Expression",
        Expr::LiteralUndef => "'undef' expression",
        Expr::LiteralDefault => "'default' expression",
        Expr::LiteralBoolean(_) => "Boolean",
        Expr::LiteralInteger { .. } => "Literal Integer",
        Expr::LiteralFloat(_) => "Literal Float",
        Expr::LiteralString(_) => "String",
        Expr::LiteralRegularExpression(_) => "Regular Expression",
        Expr::QualifiedName(_) => "Name",
        Expr::QualifiedReference(_) => "Type-Name",
        Expr::Variable(_) => "Variable",
        Expr::ConcatenatedString(_) => "Double Quoted String",
        Expr::Text(_) => "Expression in Interpolated String",
        Expr::LiteralList(_) => "Array Expression",
        Expr::LiteralHash(_) => "Hash Expression",
        Expr::Block(_) => "Block Expression",
        Expr::Parenthesized(_) => "Parenthesized Expression",
        Expr::Not(_) => "'not' expression",
        Expr::UnaryMinus(_) => "Unary Minus",
        Expr::Unfold(_) => "Unfold",
        Expr::In { .. } => "'in' expression",
        Expr::And { .. } => "'and' expression",
        Expr::Or { .. } => "'or' expression",
        Expr::Access { .. } => "'[]' expression",
        Expr::NamedAccess { .. } => "'.' expression",
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
        Expr::Apply { .. } => "'apply' expression",
        Expr::ApplyBlock(_) => "Apply Block Expression",
        Expr::Epp { .. } => "Epp Template",
        Expr::RenderString(_) => "Epp Text",
        Expr::Render(_) => "Epp Interpolated Expression",
        _ => "Object",
    }
}

/// `a` or `an` before a label; quotes at its start do not count.
pub fn article(label: &str) -> &'static str {
    let first = match label.strip_prefix(['"', '\'']) {
        Some(rest) => rest.chars().next(),
        None => label.chars().next(),
    };
    match first.map(|c| c.to_ascii_lowercase()) {
        Some('a' | 'e' | 'i' | 'o' | 'u' | 'y') => "an",
        _ => "a",
    }
}

/// A label with its article: `an Integer`.
pub fn a_an(label: &str) -> String {
    format!("{} {label}", article(label))
}

/// A label with its article at the start of a sentence: `An Integer`.
pub fn a_an_uc(label: &str) -> String {
    let article = if article(label) == "an" { "An" } else { "A" };
    format!("{article} {label}")
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
