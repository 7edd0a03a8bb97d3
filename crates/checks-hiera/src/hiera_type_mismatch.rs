//! Values of data against the types of the parameters that get them.

use puppet_data::{DataEntry, DataValue, Scalar, ValueKind, yaml};
use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, Fix, Safety, Severity, declare_rule};
use puppet_project::hiera::Format;
use puppet_text::TextRange;
use puppet_types::{BuiltinContext, IntegerRange, Type};
use rustc_hash::FxHashSet;

use crate::data_context::DataContext;
use puppet_inference::functions::item_signature::signature;
use puppet_semantic::body_diagnostic::Anchor;
use puppet_semantic::hiera::document::format_of;
use puppet_semantic::hiera::lookup::{LookupResult, LookupValue, lookup_key};
use puppet_semantic::hiera::lookup_options::{KeyOptions, takes_first};
use puppet_semantic::hiera::value_type::infer_yaml_type;
use puppet_semantic::index::item_tree::ItemKind;
use puppet_semantic::resolve::module_items::resolve_canonical;
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_semantic::types::mismatch::mismatch;
use puppet_text::capitalized;
use puppet_types::inferred::Inferred;

declare_rule! {
    /// A Hiera value does not match the type of its parameter.
    pub HIERA_TYPE_MISMATCH = {
        code: "H603", name: "hiera-type-mismatch",
        level: Error, fix: Unsafe,
        help: "Correct the value, or the type of the parameter",
    }
}

pub(crate) fn check(data: &DataContext<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    // Of several entries with one key, the last counts.
    for entry in data.entries().iter().rev() {
        if seen.insert(&entry.key) && entry.key.contains("::") {
            out.extend(check_entry(data, entry));
        }
    }
}

fn check_entry(data: &DataContext<'_>, entry: &DataEntry) -> Option<Diagnostic<FilePlace>> {
    let (class, name) = entry.key.rsplit_once("::")?;
    let item =
        resolve_canonical(data.db, data.environment, ItemKind::Class, class.into()).item()?;
    let signature = signature(data.db, data.environment, item);
    let parameter = signature.parameter(name)?;
    let answers = lookup_key(data.db, data.environment, entry.key.as_str().into());
    let known = given(
        &answers.options,
        answers.values.len(),
        infer_yaml_type(&entry.value),
    );
    // A parameter that gets `undef` takes its default. Where others give the key, `~` says that they must.
    let is_meant = || parameter.has_default || answers.values.len() > 1;
    if known == Inferred::UNDEF && (is_meant() || is_unwritten(data, entry)) {
        return None;
    }
    let names = NameResolver::new(data.db, data.environment, item.file);
    let subject = format!("Class[{}]: parameter '{name}'", capitalized(class));
    let message = mismatch(&names, &subject, &parameter.ty, &known)?;
    let value = blamed(&entry.value, &message.text, &subject);
    let place = data.place(value.range);
    let mut diagnostic = Diagnostic::new(&HIERA_TYPE_MISMATCH, place, message);
    // A module says with `~` that the environment must give a value.
    let is_placeholder = known == Inferred::UNDEF && data.module.is_some();
    if is_placeholder {
        diagnostic = diagnostic.with_severity(Severity::Hint);
    } else if !may_be_used(data, answers) {
        diagnostic = diagnostic.with_severity(Severity::Warning);
    }
    let declared = Anchor::Part(parameter.part).place(data.db, item);
    diagnostic = diagnostic.with_related(declared, format!("Parameter '{name}' is declared here"));
    if std::ptr::eq(value, &raw const entry.value) && answers.options.is_plain() {
        diagnostic
            .fixes
            .extend(fixes(data, value, &parameter.ty, &names));
    }
    Some(diagnostic)
}

/// What the class gets, as far as that is known: merged with other values, or converted.
fn given(options: &KeyOptions, values: usize, known: Inferred) -> Inferred {
    let merged = match options.merge.as_deref() {
        Some("unique") => Inferred::Type(Type::array_of(Type::Unknown, IntegerRange::UNBOUNDED)),
        // What nothing is merged with stays as it is.
        Some("hash" | "deep") if values == 1 => known,
        Some(merge) if !takes_first(merge) => Inferred::UNKNOWN,
        _ => known,
    };
    let Some(to) = options.convert_to.as_deref() else {
        return merged;
    };
    let ty = match to {
        "Sensitive" => Type::Sensitive(None),
        "Integer" | "Float" | "Numeric" | "Boolean" | "String" => {
            puppet_types::read_text(&BuiltinContext, to).unwrap_or(Type::Unknown)
        }
        "Array" => Type::array_of(Type::Unknown, IntegerRange::UNBOUNDED),
        "Hash" => Type::hash_of(Type::Unknown, Type::Unknown, IntegerRange::UNBOUNDED),
        _ => Type::Unknown,
    };
    Inferred::Type(ty)
}

/// Whether nothing follows the key, as while the value is being typed.
fn is_unwritten(data: &DataContext<'_>, entry: &DataEntry) -> bool {
    entry.value.range.is_empty() && data.document.error.is_some()
}

/// Whether Puppet may give the value of this file to some node: no level that is looked at before always has another
/// one. Where a level cannot be known, it may also say how to convert the value.
fn may_be_used(data: &DataContext<'_>, answers: &LookupResult) -> bool {
    let is_here = |value: &LookupValue| value.file == data.file;
    let Some(place) = answers.values.iter().position(is_here) else {
        return false;
    };
    let is_open = answers.is_open && !answers.is_open_only_globally;
    !is_open && answers.last_used().is_none_or(|last| place <= last)
}

/// The part of a value that a text of Puppet blames: `index 1`, `entry 'a'` after the subject.
fn blamed<'v>(value: &'v DataValue, message: &str, subject: &str) -> &'v DataValue {
    let mut value = value;
    let Some(mut rest) = message
        .strip_prefix(subject)
        .filter(|_| !message.contains("; "))
    else {
        return value;
    };
    loop {
        let (next, after) = if let Some(after) = rest.strip_prefix(" index ") {
            let digits = after
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(after.len());
            let index: Option<usize> = after.get(..digits).and_then(|it| it.parse().ok());
            let element = index.and_then(|index| value.as_sequence()?.get(index));
            (element, after.get(digits..))
        } else if let Some((key, after)) = rest
            .strip_prefix(" entry '")
            .and_then(|after| after.split_once('\''))
        {
            (value.get(key), Some(after))
        } else {
            return value;
        };
        let (Some(next), Some(after)) = (next, after) else {
            return value;
        };
        (value, rest) = (next, after);
    }
}

/// Changes of one value that make it fit.
fn fixes(
    data: &DataContext<'_>,
    value: &DataValue,
    expected: &Type,
    names: &NameResolver<'_>,
) -> Vec<Fix<FilePlace>> {
    let source = data.source(value.range);
    if source.is_empty()
        || source.contains('\n')
        || format_of(data.file.path(data.db)) == Format::Json
    {
        return Vec::new();
    }
    let is_plain = !source.starts_with(['\'', '"', '[', '{', '&', '*', '!', '|', '>']);
    let mut candidates = Vec::new();
    match &value.kind {
        ValueKind::Scalar(Scalar::String(text)) => {
            candidates.push(("Remove the quotes", text.clone()));
            candidates.push(("Wrap in an array", format!("[{source}]")));
        }
        ValueKind::Scalar(Scalar::Number(_) | Scalar::Boolean(_)) if is_plain => {
            candidates.push(("Put in quotes", format!("'{source}'")));
            candidates.push(("Wrap in an array", format!("[{source}]")));
        }
        _ => {}
    }
    let fits = |text: &str| {
        yaml::parse(text).is_ok_and(|value| {
            let known = infer_yaml_type(&value);
            matches!(known, Inferred::Value(_)) && mismatch(names, "it", expected, &known).is_none()
        })
    };
    let candidates = candidates.into_iter().filter(|(_, text)| fits(text));
    candidates
        .map(|(title, text)| Fix::replace(title, Safety::Unsafe, data.place(value.range), text))
        .collect()
}

/// A value that Hiera refuses to hand out, whatever it is for.
pub(crate) fn no_lookup_value(
    data: &DataContext<'_>,
    key: &str,
    range: TextRange,
    got: &str,
) -> Diagnostic<FilePlace> {
    let message =
        format!("Value for key '{key}' has wrong type, expects Puppet::LookupValue, got {got}");
    Diagnostic::new(&HIERA_TYPE_MISMATCH, data.place(range), message)
}
