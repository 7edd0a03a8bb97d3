//! No type, value, format, regular expression or text of a scalar makes a conversion panic or hang.
//!
//! The input is four texts on lines: a type, a value, a second argument, and any text.

#![cfg_attr(fuzzing, no_main)]

use puppet_convert::{format_value, literal_form, new_instance, sprintf};
use puppet_scalars::{Regexp, SemVerRange, Timespan, TimespanFormat, Timestamp, Uri};
use puppet_types::{BuiltinContext, Value, parse, read_text, read_value};

const CONTEXT: BuiltinContext = BuiltinContext;

fn value(source: &str) -> Option<Value> {
    read_value(&CONTEXT, &parse::parse(source).ok()?).ok()
}

fn conversions(ty: &str, first: &str, second: &str) {
    let (Some(first), second) = (value(first), value(second)) else {
        return;
    };
    let args: Vec<Value> = [Some(first.clone()), second.clone()]
        .into_iter()
        .flatten()
        .collect();
    if let Ok(ty) = read_text(&CONTEXT, ty)
        && let Ok(made) = new_instance(&CONTEXT, &ty, &args)
    {
        literal_form(&CONTEXT, &made);
    }
    if let Some(formats) = second {
        let _ = format_value(&CONTEXT, &first, &formats);
    }
}

fn texts(a: &str, b: &str) {
    if let Ok(regexp) = Regexp::new(a) {
        let _ = regexp.is_match(b);
    }
    let _ = SemVerRange::parse(a);
    let _ = Uri::parse(a);
    let _ = Timestamp::parse_one(a, b, None);
    let _ = Timestamp::from_secs(1_473_150_899).format(a, Some(b));
    if let Ok(format) = TimespanFormat::parse(a) {
        let _ = format.read(b);
        let _ = format.format(Timespan::from_secs(90_061));
    }
    let _ = sprintf(a, &[Value::from(b), Value::Integer(-7), Value::Float(2.5)]);
}

puppet_fuzz::fuzz_target!(|input: &str| {
    let mut lines = input.splitn(4, '\n');
    let mut line = || lines.next().unwrap_or_default();
    let (ty, first, second, rest) = (line(), line(), line(), line());
    conversions(ty, first, second);
    texts(ty, rest);
    texts(rest, first);
});
