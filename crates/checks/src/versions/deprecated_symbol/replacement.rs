//! Replacements of deprecated functions that take the same values.

use puppet_diagnostics::Safety;
use puppet_hir::model::{Call, ExprId};

use puppet_semantic::body_diagnostic::{Anchor, BodyFix, EditAnchor};

/// How calls of a function are rewritten.
enum Rewrite {
    /// `lookup` with these arguments after the key, and this after the call.
    Lookup(&'static str, &'static str),
    /// `=~` and a type.
    Test(&'static str),
    /// `assert_type` with a type.
    Assertion(&'static str),
}

/// `is_integer`, `is_numeric` and `is_float` are none of them: they take strings, too.
const REWRITES: &[(&str, Rewrite)] = &[
    ("hiera", Rewrite::Lookup("", "")),
    ("hiera_array", Rewrite::Lookup(", Array, 'unique'", "")),
    ("hiera_hash", Rewrite::Lookup(", Hash, 'hash'", "")),
    (
        "hiera_include",
        Rewrite::Lookup(", Array, 'unique'", ".include"),
    ),
    ("is_array", Rewrite::Test("Array")),
    ("is_bool", Rewrite::Test("Boolean")),
    ("is_hash", Rewrite::Test("Hash")),
    ("is_string", Rewrite::Test("String")),
    ("validate_array", Rewrite::Assertion("Array")),
    ("validate_bool", Rewrite::Assertion("Boolean")),
    ("validate_hash", Rewrite::Assertion("Hash")),
    ("validate_string", Rewrite::Assertion("String")),
];

/// The help for a call of a deprecated function, and a fix if its arguments are kept as they are.
pub(super) fn replacement(id: ExprId, call: &Call<'_>) -> Option<(String, Option<BodyFix>)> {
    let name = call.name?;
    let (_, rewrite) = REWRITES.iter().find(|(function, _)| *function == name)?;
    let help = match rewrite {
        Rewrite::Lookup(arguments, end) => format!("Write `lookup('key'{arguments}){end}`"),
        Rewrite::Test(ty) => format!("Write `$x =~ {ty}`"),
        Rewrite::Assertion(ty) => format!("Write `assert_type({ty}, $x)`"),
    };
    Some((help, fix(id, call, rewrite)))
}

/// The order of the arguments, and what stands between them, stay. Unsafe: what data says about merging counts for
/// `lookup` only, and the functions of types accept a little more than the types.
fn fix(id: ExprId, call: &Call<'_>, rewrite: &Rewrite) -> Option<BodyFix> {
    let (first, others) = call.arguments.split_first()?;
    let first = Anchor::Expr(*first);
    if call.is_method || call.lambda.is_some() {
        return None;
    }
    let fix = |function: &str| {
        let shown = if function.is_empty() { "=~" } else { function };
        let fix = BodyFix::new(format!("Replace with `{shown}`"), Safety::Unsafe);
        fix.with_edit(Anchor::Expr(call.functor), function)
    };
    match (rewrite, others) {
        (Rewrite::Lookup(arguments, end), [] | [_]) => {
            let arguments = match (others.is_empty(), *arguments) {
                // The default is the fourth argument.
                (false, "") => ", undef, undef",
                (_, arguments) => arguments,
            };
            let edits = [(first, arguments), (Anchor::Expr(id), *end)];
            let edits = edits.into_iter().filter(|(_, text)| !text.is_empty());
            Some(edits.fold(fix("lookup"), |fix, (at, text)| {
                fix.with_edit((at, EditAnchor::After), text)
            }))
        }
        (Rewrite::Test(ty), []) => {
            Some(fix("").with_edit((first, EditAnchor::After), format!(" =~ {ty}")))
        }
        (Rewrite::Assertion(ty), []) => {
            Some(fix("assert_type").with_edit((first, EditAnchor::Before), format!("{ty}, ")))
        }
        _ => None,
    }
}
