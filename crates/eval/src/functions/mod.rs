//! The functions of Puppet's core that only depend on their arguments.
//!
//! [`TABLE`] is the table of all functions of the core; each family of pure functions is one file. A function is a
//! list of signatures, those of its stub as a rule, from which arguments are checked and mismatches are described, and what
//! it does. Functions that depend on more than their arguments are there by name, with what they depend on.

mod collections;
mod control;
mod defined;
mod digests;
pub mod function;
mod include;
mod inline_epp;
mod iteration;
mod logging;
mod numbers;
mod regexps;
mod resources;
pub mod signature;
mod sprintf;
mod strftime;
mod strings;
mod tree_each;
mod types;
mod versioncmp;

use std::sync::LazyLock;

use puppet_hir::ExprId;
use puppet_types::Value;
use rustc_hash::FxHashMap;

pub use self::function::{CallKind, EvalCall, Function, Known, Run};
use self::function::{builtin, opaque};
pub use self::function::{dispatched, legacy};
pub use self::resources::attributes_of;
use crate::error::{ErrorCause, Operation, Unknown};
use crate::evaluator::{Block, EvalResult, Evaluator, Unwind};
use crate::issue::Issue;
use crate::options::Options;

/// All functions, family by family.
pub const TABLE: &[&[Function]] = &[
    include::FUNCTIONS,
    collections::FUNCTIONS,
    control::FUNCTIONS,
    defined::FUNCTIONS,
    digests::FUNCTIONS,
    sprintf::FUNCTIONS,
    iteration::FUNCTIONS,
    logging::FUNCTIONS,
    numbers::FUNCTIONS,
    regexps::FUNCTIONS,
    resources::FUNCTIONS,
    strings::FUNCTIONS,
    inline_epp::FUNCTIONS,
    strftime::FUNCTIONS,
    tree_each::FUNCTIONS,
    types::FUNCTIONS,
    versioncmp::FUNCTIONS,
    OPAQUE,
];

/// Functions that depend on more than their arguments. How many arguments they take is checked where it is known.
const OPAQUE: &[Function] = &[
    opaque("annotate", Unknown::Function),
    builtin("binary_file", environment),
    legacy("digest", 1, environment),
    opaque("epp", Unknown::Text),
    opaque("eyaml_lookup_key", Unknown::Environment),
    legacy("file", -2, text),
    builtin("find_file", environment),
    builtin("find_template", environment),
    legacy("fqdn_rand", -2, environment),
    legacy("generate", -2, environment),
    opaque("hiera_array", Unknown::Environment),
    opaque("hiera_hash", Unknown::Environment),
    opaque("hiera_include", Unknown::Environment),
    opaque("hocon_data", Unknown::Environment),
    opaque("import", Unknown::Environment),
    legacy("inline_template", -2, text),
    opaque("json_data", Unknown::Environment),
    opaque("module_directory", Unknown::Environment),
    opaque("scanf", Unknown::Function),
    legacy("tagged", -2, catalog),
    legacy("template", -2, text),
    opaque("yaml_data", Unknown::Environment),
];

/// What depends on files, facts or settings.
fn environment(_: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    Err(Unknown::Environment.into())
}

/// The text of a file or template.
fn text(_: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    Err(Unknown::Text.into())
}

/// What depends on the catalog.
fn catalog(_: &mut EvalCall<'_, '_, '_>) -> EvalResult<Value> {
    Err(Unknown::Catalog.into())
}

static BY_NAME: LazyLock<FxHashMap<&'static str, Known>> = LazyLock::new(|| {
    let functions = TABLE.iter().flat_map(|family| family.iter());
    functions
        .map(|function| (function.name, Known::new(function)))
        .collect()
});

/// The function with that name, if Puppet's core has it.
pub fn find(name: &str) -> Option<&'static Known> {
    BY_NAME.get(name)
}

/// Calls a function of the core.
pub fn call(
    evaluator: &mut Evaluator<'_>,
    known: &'static Known,
    id: ExprId,
    arguments: Vec<Value>,
    block: Option<&Block>,
) -> EvalResult<Value> {
    let name = known.function.name;
    let mut call = EvalCall {
        evaluator,
        id,
        name,
        arguments,
        block,
        signature: 0,
    };
    match &known.function.kind {
        CallKind::Any(run) => run(&mut call),
        CallKind::Opaque(reason) => Err((*reason).into()),
        CallKind::Legacy { arity, run } => {
            let converted: Result<Vec<Value>, ErrorCause> = call
                .arguments
                .iter()
                .map(|argument| legacy_argument(argument, Value::from("")))
                .collect();
            call.arguments = converted?;
            check_arity(name, *arity, call.arguments.len())?;
            run(&mut call)
        }
        CallKind::Dispatched { run, .. } => {
            let dispatch = known.dispatch().ok_or(Unknown::Function)?;
            call.signature = dispatch.choose(&mut call)?;
            run(&mut call)
        }
    }
}

/// Calls a function of the core with known arguments and no lambda, outside of any program; none if there is no such
/// function. The message of a failure is what the function raises.
pub fn apply(name: &str, arguments: Vec<Value>, options: &Options) -> Option<Operation<Value>> {
    let known = find(name)?;
    let program = puppet_hir::model::ProgramBuilder::new().finish().0;
    let mut evaluator = Evaluator::new(&program, options);
    let nowhere = ExprId::from(0);
    let result = call(&mut evaluator, known, nowhere, arguments, None);
    Some(result.map_err(|stop| match stop {
        Unwind::Raised(message) => ErrorCause::runtime(message),
        Unwind::Error(error) => {
            ErrorCause::issue(error.issue.unwrap_or(Issue::RuntimeError), error.message)
        }
        Unwind::Unknown(reason) => reason.into(),
        Unwind::Jump(_) => Unknown::Function.into(),
    }))
}

fn check_arity(name: &str, arity: i32, given: usize) -> EvalResult<()> {
    let given = i32::try_from(given).unwrap_or(i32::MAX);
    let minimum = (arity + 1).abs();
    let detail = if arity >= 0 && given != arity {
        format!("{name}(): Wrong number of arguments given ({given} for {arity})")
    } else if arity < 0 && given < minimum {
        format!("{name}(): Wrong number of arguments given ({given} for minimum {minimum})")
    } else {
        return Ok(());
    };
    Err(Unwind::Raised(detail))
}

/// What a function for Puppet 3 gets for a value (`Runtime3FunctionArgumentConverter`).
fn legacy_argument(value: &Value, undef: Value) -> Result<Value, ErrorCause> {
    Ok(match value {
        Value::Undef => undef,
        Value::Regexp(regexp) => Value::from(regexp.delimited()),
        Value::SemVer(_)
        | Value::SemVerRange(_)
        | Value::Binary(_)
        | Value::Timespan(_)
        | Value::Timestamp(_) => {
            Value::from(crate::to_string::ruby(&puppet_types::BuiltinContext, value))
        }
        Value::BigInteger(number) => {
            let sign = if **number < 0 { "-" } else { "" };
            return Err(ErrorCause::runtime(format!(
                "Use of a Ruby Integer outside of Puppet Integer max range, got '{sign}0x{:x}'",
                number.unsigned_abs()
            )));
        }
        Value::Iterator(_) => {
            return Err(ErrorCause::runtime(
                "Use of an Iterator is not supported here",
            ));
        }
        Value::Array(items) => {
            let items: Result<Vec<Value>, ErrorCause> = items
                .iter()
                .map(|item| legacy_argument(item, Value::Undef))
                .collect();
            Value::from(items?)
        }
        Value::Hash(entries) => {
            let entries: Result<puppet_types::HashValue, ErrorCause> = entries
                .iter()
                .map(|(key, value)| {
                    Ok((
                        legacy_argument(key, Value::Undef)?,
                        legacy_argument(value, Value::Undef)?,
                    ))
                })
                .collect();
            Value::from(entries?)
        }
        other => other.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_there_once() {
        let names: Vec<&str> = TABLE
            .iter()
            .flat_map(|family| family.iter())
            .map(|it| it.name)
            .collect();
        let unique: std::collections::BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(names.len(), unique.len());
        assert_eq!(BY_NAME.len(), names.len());
    }

    #[test]
    fn each_signature_can_be_read() {
        for known in BY_NAME.values() {
            let is_dispatched = matches!(known.function.kind, CallKind::Dispatched { .. });
            let name = known.function.name;
            assert_eq!(known.dispatch().is_some(), is_dispatched, "{name}");
        }
    }
}
