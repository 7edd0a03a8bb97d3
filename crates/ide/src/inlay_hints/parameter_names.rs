//! Names of parameters that are worth an inlay hint.

use puppet_syntax::ast::Expr;

/// What the first argument of many functions is called: the function's own name says what it is for. (In the form of a
/// method, it stands before the name and is not named, either.)
const SUBJECTS: [&str; 21] = [
    "arg", "arg1", "args", "argument", "data", "from", "input", "item", "key", "name", "object",
    "path", "pattern", "source", "str", "subject", "target", "template", "text", "type", "value",
];

/// Whether the name of a parameter says something that neither the function's name nor the argument does.
pub(super) fn says_something(name: &str, function: &str, index: usize, argument: &Expr) -> bool {
    let name = name.trim_start_matches('_').to_ascii_lowercase();
    let letters = name.trim_end_matches(|it: char| it.is_ascii_digit());
    let is_short = letters.chars().count() <= 1;
    let is_subject = index == 0 && SUBJECTS.contains(&&*name);
    let is_redundant = is_in_name(letters, function) || names_its_kind(letters, argument);
    !(is_short || is_subject || is_redundant)
}

/// Whether a function is named after a parameter: `resources` of `create_resources`.
fn is_in_name(name: &str, function: &str) -> bool {
    let singular = |word: &str| word.strip_suffix('s').unwrap_or(word).to_ascii_lowercase();
    let (name, mut words) = (singular(name), function.split([':', '_']));
    words.any(|word| !word.is_empty() && singular(word) == name)
}

/// Whether a name is only that of the kind of literal which the argument is.
fn names_its_kind(name: &str, argument: &Expr) -> bool {
    let kinds: &[&str] = match argument {
        Expr::StringExpr(_) => &["str", "string", "text"],
        Expr::NumberExpr(_) => &["int", "integer", "num", "number"],
        Expr::BooleanExpr(_) => &["bool", "boolean"],
        Expr::ListExpr(_) => &["array", "list"],
        Expr::HashExpr(_) => &["hash"],
        _ => &[],
    };
    kinds.contains(&name)
}
