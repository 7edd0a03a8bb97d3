//! Values that are to become numbers and may be none: `Integer($x)`, `sprintf('%d', $x)`.
//!
//! Source: `Puppet::Functions.create_function(:new)` of the numeric types, and Ruby's `Kernel#format`.

use puppet_eval::Options;
use puppet_hir::model::ExprId;
use puppet_types::{Type, Value};

use crate::rules;
use puppet_inference::body_context::Context;
use puppet_inference::infer::refused_operands::refused_by;
use puppet_inference::infer::{Call, conversion_source, open_texts};
use puppet_possible_mismatch::{Expectation, members_diagnostic};
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_types::inferred::fit::{Fit, Refused, fit};

/// With more values, none is checked: each is written by the whole format.
const MOST_VALUES: usize = 100;

/// What is expected where something becomes a number.
const NUMBER: &str = "a number";

/// Texts that are no numbers, the second not even a hexadecimal one.
const NO_NUMBERS: [&str; 2] = ["a", "z"];

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    for (_, call) in context.calls() {
        if !call.is_unfolded(context.body) {
            check_conversion(context, call, out);
            check_format(context, call, out);
        }
    }
}

/// `Integer($x)`, `Integer($x, 10)`, `$x.convert_to(Integer)`
fn check_conversion(context: &Context<'_>, call: &Call<'_>, out: &mut Vec<BodyDiagnostic>) {
    let Some((ty, arguments)) = call.conversion() else {
        return;
    };
    let (Some(Value::Type(ty)), [argument, options @ ..]) =
        (context.inference.result(ty).value(), &arguments[..])
    else {
        return;
    };
    let Some((name, accepted)) = conversion_source(&context.names, ty) else {
        return;
    };
    let is_number = matches!(name, "Integer" | "Float" | "Numeric");
    // Of other types, options change what is accepted.
    if !is_number && !options.is_empty() {
        return;
    }
    let known = context.inference.result(*argument);
    let mut refused = match fit(&context.names, &accepted, known) {
        Fit::Sometimes(refused) => refused,
        Fit::Always | Fit::Never => Refused::members(Vec::new()),
    };
    let options = options
        .iter()
        .map(|it| context.inference.result(*it).value());
    if let Some(options) = options.collect::<Option<Vec<&Value>>>() {
        let convert = |value: &Value| {
            let arguments = std::iter::once(value).chain(options.iter().copied());
            let arguments: Vec<Value> = arguments.cloned().collect();
            puppet_eval::new_instance(&context.names, ty, &arguments)
        };
        // The texts that are known one by one.
        let texts = refused_by(&context.names, known, convert).into_iter();
        let texts = texts.filter(|it| matches!(it, Type::Enum(_)));
        refused.members.extend(texts);
        let refuses = |text: &&str| convert(&Value::string(*text)).is_err();
        if is_number && let Some(text) = NO_NUMBERS.iter().find(|it| refuses(it)) {
            refused
                .partial
                .extend(open_texts(&context.names, known, text));
        }
    }
    let wanted = match is_number {
        true => NUMBER,
        false => "a value that can be converted",
    };
    out.extend(diagnostic(context, *argument, (name, wanted), refused));
}

/// `sprintf('%d', $x)`
fn check_format(context: &Context<'_>, call: &Call<'_>, out: &mut Vec<BodyDiagnostic>) {
    let (Some("sprintf"), [format, values @ ..]) = (call.name, &call.arguments[..]) else {
        return;
    };
    let Some(format) = context.inference.result(*format).value() else {
        return;
    };
    if values.len() > MOST_VALUES {
        return;
    }
    for (index, value) in values.iter().enumerate() {
        // A number fits into all directives.
        let write = |value: &Value| {
            let mut arguments = vec![Value::Integer(1); values.len() + 1];
            arguments[0] = format.clone();
            arguments[index + 1] = value.clone();
            let written = puppet_eval::functions::apply("sprintf", arguments, &Options::default());
            written.unwrap_or(Ok(Value::Undef))
        };
        if write(&Value::Integer(1)).is_err() {
            continue;
        }
        let known = context.inference.result(*value);
        let [no_number, _] = NO_NUMBERS;
        let partial = match write(&Value::string(no_number)) {
            Err(_) => open_texts(&context.names, known, no_number),
            Ok(_) => Vec::new(),
        };
        let members = refused_by(&context.names, known, write);
        let refused = Refused { members, partial };
        out.extend(diagnostic(context, *value, ("'sprintf'", NUMBER), refused));
    }
}

fn diagnostic(
    context: &Context<'_>,
    at: ExprId,
    (subject, wanted): (&str, &'static str),
    refused: Refused,
) -> Option<BodyDiagnostic> {
    let rule = &rules::ARGUMENT_TYPE_MISMATCH;
    let expectation = Expectation::new(None, subject.to_owned()).wanted(wanted);
    members_diagnostic(context, rule, at, refused, &expectation)
}
