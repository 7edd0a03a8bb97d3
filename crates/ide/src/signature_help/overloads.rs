//! The ways to call a function as people read them: blocks with their parameters, types without what only Puppet's own
//! code calls so, and first the way that fits the call.

use puppet_syntax::SyntaxToken;
use puppet_syntax::ast::{ArgList, AstNode, CallExpr, Expr, Lambda, MethodCallExpr, StatementCall};
use puppet_types::{CallableType, Signature, Type};

use super::functions;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::documentation::type_text::without_patterns;

/// More ways than these are counted.
const MOST_WAYS: usize = 5;

/// More text than this hides what is said below it.
const LONGEST_WAYS: usize = 300;

/// Longer structures read as `Hash`, and other longer types by their names alone.
const LONGEST_STRUCTURE: usize = 60;
const LONGEST_TYPE: usize = 120;

/// The ways to call the function whose name a token is, one on each line; first the one that fits the call.
pub(crate) fn overloads_at(context: FileContext<'_>, name: &str, token: &SyntaxToken) -> String {
    let call = GivenCall::around(token).unwrap_or_default();
    let mut ways = of_call(context, name, &call);
    let shown = number_shown(&ways);
    let others = ways.len() - shown;
    ways.truncate(shown);
    if others > 0 {
        ways.push(format!("# and {others} more"));
    }
    ways.join("\n")
}

/// All ways to call a function, one on each line.
pub(crate) fn overloads(context: FileContext<'_>, name: &str) -> String {
    of_call(context, name, &GivenCall::default()).join("\n")
}

/// All ways to call a function, first the one that fits a call; last those that take the arguments as one Tuple, which only
/// Puppet's own code does.
fn of_call(context: FileContext<'_>, name: &str, call: &GivenCall) -> Vec<String> {
    let active = call.arguments.len().saturating_sub(1);
    let help = functions::with_block(context, name, &call.arguments, active, call.block);
    let Some(help) = help else {
        return Vec::new();
    };
    let labels = help.signatures.iter();
    let mut labels: Vec<String> = labels.map(|it| without_patterns(&it.label)).collect();
    if help.active < labels.len() {
        let fitting = labels.remove(help.active);
        labels.insert(0, fitting);
    }
    // Ways that differ in what is not shown read the same.
    let mut ways: Vec<String> = Vec::new();
    for label in labels {
        if !ways.contains(&label) {
            ways.push(label);
        }
    }
    ways.sort_by_key(|way| way.contains("(Tuple["));
    ways
}

/// How many ways are shown, at least one.
fn number_shown(ways: &[String]) -> usize {
    let mut length = 0;
    let fitting = ways.iter().take(MOST_WAYS).take_while(|way| {
        length += way.len();
        length <= LONGEST_WAYS
    });
    fitting.count().max(1).min(ways.len())
}

/// What a function is called with.
#[derive(Default)]
struct GivenCall {
    /// The receiver of a method call first.
    arguments: Vec<Option<Expr>>,
    /// How many parameters its block has, if it has one.
    block: Option<usize>,
}

impl GivenCall {
    fn around(token: &SyntaxToken) -> Option<Self> {
        let name = token.parent()?;
        let call = name.ancestors().find(|it| {
            let kind = it.kind();
            CallExpr::can_cast(kind)
                || MethodCallExpr::can_cast(kind)
                || StatementCall::can_cast(kind)
        })?;
        let block = call.children().find_map(Lambda::cast).and_then(|lambda| {
            let parameters = lambda.param_list();
            Some(parameters?.parameters().count())
        });
        let arguments = match StatementCall::cast(call.clone()) {
            Some(call) => call.arguments().map(Some).collect(),
            None => {
                let receiver = MethodCallExpr::cast(call.clone()).map(|it| it.receiver());
                let given = call.children().find_map(ArgList::cast);
                let given = given.iter().flat_map(|it| it.args()).map(Some);
                receiver.into_iter().chain(given).collect()
            }
        };
        Some(Self { arguments, block })
    }
}

/// A type; what cannot be read may be anything.
pub(super) fn type_label(ty: &Type) -> String {
    let text = match ty {
        Type::Unknown => "Any".to_owned(),
        ty => ty.to_string(),
    };
    if text.len() <= LONGEST_STRUCTURE {
        return text;
    }
    match text.split_once('[') {
        Some(("Struct", _)) => "Hash".to_owned(),
        Some(("Optional", rest)) if rest.starts_with("Struct[") => "Optional[Hash]".to_owned(),
        Some((name, _)) if text.len() > LONGEST_TYPE => format!("{name}[…]"),
        _ => text,
    }
}

/// A block: `|$key, $value| { … }`, in brackets if it may be left out; nothing if there is none.
pub(super) fn block(function: &str, signature: &Signature) -> Option<String> {
    let (ty, is_optional) = match signature.callable.block.as_ref()? {
        Type::Optional(Some(block)) => (&**block, true),
        block => (block, false),
    };
    let text = match ty {
        Type::Callable(Some(callable)) => with_parameters(function, signature, callable),
        _ => "{ … }".to_owned(),
    };
    Some(match is_optional {
        true => format!("[{text}]"),
        false => text,
    })
}

/// How many parameters a block may have: the least, and the most if there is one.
fn counts(callable: &CallableType) -> Option<(usize, Option<usize>)> {
    let size = callable.params.as_ref()?.size_range();
    let least = usize::try_from(size.min_size()).unwrap_or(usize::MAX);
    let most = size
        .upper_bound()
        .map(|most| usize::try_from(*most).unwrap_or(0));
    Some((least, most))
}

/// Whether a block with so many parameters can be passed.
pub(super) fn takes_block(signature: &Signature, parameters: usize) -> bool {
    match signature.callable.block.as_ref() {
        None => false,
        Some(Type::Optional(Some(block))) => may_have(block, parameters),
        Some(block) => may_have(block, parameters),
    }
}

fn may_have(block: &Type, parameters: usize) -> bool {
    match block {
        Type::Callable(Some(callable)) => counts(callable)
            .is_none_or(|(least, most)| (least..=most.unwrap_or(usize::MAX)).contains(&parameters)),
        _ => true,
    }
}

fn with_parameters(function: &str, signature: &Signature, callable: &CallableType) -> String {
    let Some((least, most)) = counts(callable) else {
        return "{ … }".to_owned();
    };
    let Some(most) = most.filter(|most| *most <= 4) else {
        return "|*$values| { … }".to_owned();
    };
    let of = callable.params.as_ref();
    let names = names(function, takes_hash(signature), most);
    let parameters = (0..most.max(least)).map(|index| {
        let ty = of.and_then(|it| it.type_at(index));
        let ty = ty
            .filter(|ty| !matches!(ty, Type::Any | Type::Unit | Type::Unknown))
            .map(type_label);
        let ty = ty.map_or_else(String::new, |ty| format!("{ty} "));
        let name = names.get(index).copied().unwrap_or("value");
        format!("{ty}${name}")
    });
    let parameters: Vec<String> = parameters.collect();
    match parameters.is_empty() {
        true => "{ … }".to_owned(),
        false => format!("|{}| {{ … }}", parameters.join(", ")),
    }
}

fn takes_hash(signature: &Signature) -> bool {
    let params = signature.callable.params.as_ref();
    let first = params.and_then(|it| it.type_at(0));
    first.is_some_and(|ty| ty.to_string().starts_with("Hash"))
}

/// What people call the parameters of a function's block.
fn names(function: &str, of_hash: bool, count: usize) -> &'static [&'static str] {
    match (function.trim_start_matches("::"), count) {
        ("reduce", _) => &["memo", "value"],
        ("tree_each", 2) => &["path", "value"],
        ("sort" | "max" | "min", 2) => &["a", "b"],
        ("lookup" | "hiera", 1) => &["key"],
        ("assert_type", 2) => &["expected", "actual"],
        ("regsubst" | "match", _) => &["match"],
        (_, 1) if of_hash => &["pair"],
        (_, 1) => &["value"],
        (_, 2) if of_hash => &["key", "value"],
        (_, 2) => &["index", "value"],
        _ => &["a", "b", "c", "d"],
    }
}
