//! The value that another one is compared with: a fact, or a variable.

use puppet_ide_db::syntax_ext;
use puppet_syntax::ast::Expr;

use puppet_library::Library;

/// What a value is compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ComparedValue {
    /// A fact, by its path: `os.family`.
    Fact(String),
    /// A variable of the definition around it.
    Variable(String),
}

/// What an expression is, if something may be known of its values.
pub fn subject(expr: &Expr) -> Option<ComparedValue> {
    if let Some(path) = fact_path(expr) {
        return Some(ComparedValue::Fact(path.join(".")));
    }
    let Expr::VariableExpr(variable) = expr else {
        return None;
    };
    let name = variable.name()?;
    match name.strip_prefix("::") {
        Some(fact) => Some(ComparedValue::Fact(fact.to_owned())),
        // A legacy fact.
        None if !Library.fact_values(&name).is_empty() => Some(ComparedValue::Fact(name)),
        None => Some(ComparedValue::Variable(name)),
    }
}

/// The keys of `$facts['os']['family']`.
fn fact_path(expr: &Expr) -> Option<Vec<String>> {
    let (variable, path) = variable_path(expr)?;
    (variable == "facts").then_some(path)
}

/// The variable and the keys of `$trusted['extensions']['x']`.
pub fn variable_path(expr: &Expr) -> Option<(String, Vec<String>)> {
    let mut path = Vec::new();
    let mut expr = expr.clone();
    loop {
        match expr {
            Expr::VariableExpr(variable) => {
                let name = variable.name()?;
                path.reverse();
                return Some((name.trim_start_matches("::").to_owned(), path));
            }
            Expr::AccessExpr(access) => {
                let (key, _) = syntax_ext::string_of(&access.access_keys()?.keys().next()?)?;
                path.push(key);
                expr = access.base()?;
            }
            _ => return None,
        }
    }
}
