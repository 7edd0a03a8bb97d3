//! Names of parameters before the arguments of calls: the choice of arguments and of names that help.

use puppet_inference::functions::callable::{Callee, callee};
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::SyntaxNode;
use puppet_syntax::ast::{ArgList, AstNode as _, CallExpr, Expr, MethodCallExpr};

use super::{HintKind, InlayHint};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::syntax_ext::trimmed_range;

/// `f(times: 2)`, for literals only.
pub(super) fn hints(context: FileContext<'_>, node: SyntaxNode) -> Vec<InlayHint> {
    argument_names(context, node).unwrap_or_default()
}

fn argument_names(context: FileContext<'_>, node: SyntaxNode) -> Option<Vec<InlayHint>> {
    let list = ArgList::cast(node)?;
    let parent = list.syntax().parent()?;
    let (name, first) = match CallExpr::cast(parent.clone()) {
        Some(call) => (call.function_name()?, 0),
        None => {
            let call = MethodCallExpr::cast(parent)?;
            let name = call.method_name()?.name_token()?.text().to_owned();
            (name, 1)
        }
    };
    let arguments: Vec<Expr> = list.args().collect();
    if arguments.len() + first < 2 {
        return None;
    }
    let environment = owner(context.db, context.file)?.environment;
    let callee = callee(context.db, environment, context.file, &name);
    let Callee::Known(callables) = callee else {
        return None;
    };
    let takes = |it: &&puppet_types::Signature| {
        let count = i64::try_from(arguments.len() + first).unwrap_or(i64::MAX);
        let params = it.callable.params.as_ref();
        params.is_some_and(|params| params.size_range().contains(&count))
    };
    let mut fitting = callables.overloads.iter().filter(takes);
    let (signature, None) = (fitting.next()?, fitting.next()) else {
        return None;
    };
    let repeats = signature
        .callable
        .params
        .as_ref()
        .is_some_and(|params| params.size_range().upper_bound().is_none());
    let names = &signature.parameter_names;
    let fixed = names.len() - usize::from(repeats && !names.is_empty());
    let numbered = names.iter().enumerate().take(fixed).skip(first);
    let hints = numbered.zip(&arguments).filter(|((index, it), argument)| {
        is_literal(argument) && says_something(it, &name, *index, argument)
    });
    Some(
        hints
            .map(|((_, name), argument)| {
                InlayHint::new(
                    trimmed_range(argument.syntax()).start(),
                    format!("{name}: "),
                    HintKind::Parameter,
                )
            })
            .collect(),
    )
}

/// Whether an argument is written down, so that nothing else says what it is for.
pub(super) fn is_literal(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::StringExpr(_)
            | Expr::NumberExpr(_)
            | Expr::BooleanExpr(_)
            | Expr::UndefExpr(_)
            | Expr::DefaultExpr(_)
            | Expr::ListExpr(_)
            | Expr::HashExpr(_)
    )
}

/// What the first argument of many functions is called: the function's own name says what it is for. (In the form of a
/// method, it stands before the name and is not named, either.)
const SUBJECTS: [&str; 21] = [
    "arg", "arg1", "args", "argument", "data", "from", "input", "item", "key", "name", "object",
    "path", "pattern", "source", "str", "subject", "target", "template", "text", "type", "value",
];

/// Whether the name of a parameter says something that neither the function's name nor the argument does.
fn says_something(name: &str, function: &str, index: usize, argument: &Expr) -> bool {
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
