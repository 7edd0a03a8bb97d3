//! `lookup_options`.
//!
//! Sources: `Puppet::Pops::Lookup::LookupAdapter#validate_lookup_options`, `Puppet::Pops::MergeStrategy`.

use puppet_data::{DataEntry, DataValue, Scalar, ValueKind};
use puppet_db::FilePlace;
use puppet_diagnostics::{Diagnostic, Severity, declare_rule};
use puppet_scalars::Regexp;
use puppet_text::TextRange;

use crate::data_context::DataContext;
use crate::hiera_bad_key::{SEPARATORS, is_misspelled_name, with_proper_separators};
use puppet_semantic::hiera::lookup_options::{self, KEY, OPTIONS, STRATEGIES};
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_semantic::similar_name::with_similar;
use puppet_text::closest;
use puppet_types::{TypeReadError, read_text};
use smol_str::SmolStr;

declare_rule! {
    /// An entry of `lookup_options` is not valid, or is ignored.
    pub LOOKUP_OPTIONS_PROBLEM = { code: "H610", name: "lookup-options-problem", level: Warning, fix: Unsafe }
}

pub(crate) fn check(data: &DataContext<'_>, out: &mut Vec<Diagnostic<FilePlace>>) {
    let Some(entry) = data.entries().iter().rev().find(|entry| entry.key == KEY) else {
        return;
    };
    let entries = match &entry.value.kind {
        ValueKind::Mapping(entries) => entries,
        ValueKind::Scalar(Scalar::Null) => return,
        _ => {
            let message = "value of lookup_options must be a hash";
            out.push(problem(data, entry.value.range, message.to_owned()));
            return;
        }
    };
    for entry in entries {
        out.extend(check_key(data, entry));
        check_options(data, entry, out);
    }
}

/// A fault with which each lookup that finds the options fails.
fn problem(data: &DataContext<'_>, range: TextRange, message: String) -> Diagnostic<FilePlace> {
    Diagnostic::new(&LOOKUP_OPTIONS_PROBLEM, data.place(range), message)
        .with_severity(Severity::Error)
}

/// What Puppet does not see.
fn doubt(data: &DataContext<'_>, range: TextRange, message: String) -> Diagnostic<FilePlace> {
    Diagnostic::new(&LOOKUP_OPTIONS_PROBLEM, data.place(range), message)
}

fn check_key(data: &DataContext<'_>, entry: &DataEntry) -> Option<Diagnostic<FilePlace>> {
    let is_pattern = entry.key.starts_with('^');
    let name = entry.key.strip_prefix('^').unwrap_or(&entry.key);
    if let Some(module) = data.module {
        let module = module.name(data.db);
        let is_own = name
            .strip_prefix(&**module)
            .is_some_and(|rest| rest.starts_with("::"));
        if !is_own {
            let message = match is_pattern {
                true => format!(
                    "all lookup_options patterns must match a key starting with module name '{module}'"
                ),
                false => format!("all lookup_options keys must start with module name '{module}'"),
            };
            return Some(problem(data, entry.key_range, message));
        }
    }
    if is_pattern && let Err(error) = Regexp::new(&entry.key) {
        return Some(problem(data, entry.key_range, error.to_string()));
    }
    let (name, end) = match name.strip_suffix('$') {
        Some(name) if is_pattern => (name, "$"),
        // It matches all keys that start with it.
        _ if is_pattern => (name.trim_end_matches(':'), ""),
        _ => (name, ""),
    };
    let proper = with_proper_separators(name).filter(|_| is_misspelled_name(name))?;
    let start = if is_pattern { "^" } else { "" };
    let message = format!("No key matches '{}': {SEPARATORS}", entry.key);
    let help = format!("Did you mean '{start}{proper}{end}'?");
    Some(doubt(data, entry.key_range, message).with_help(help))
}

fn check_options(data: &DataContext<'_>, entry: &DataEntry, out: &mut Vec<Diagnostic<FilePlace>>) {
    let options = match &entry.value.kind {
        ValueKind::Mapping(options) => options,
        ValueKind::Scalar(Scalar::Null) => return,
        ValueKind::Scalar(Scalar::String(text)) if text.contains("%{") => return,
        _ => {
            let message = format!(
                "Options of '{}' are ignored: they must be a hash",
                entry.key
            );
            let help = "Write {merge: …} or {convert_to: …}";
            out.push(doubt(data, entry.value.range, message).with_help(help));
            return;
        }
    };
    for option in options {
        match &*option.key {
            "merge" => out.extend(check_merge(data, &option.value)),
            "convert_to" => out.extend(check_conversion(data, &option.value)),
            other => {
                let message = format!("Unknown lookup option '{other}' is ignored");
                let diagnostic = doubt(data, option.key_range, message);
                let is_of_merge = || {
                    let of_deep = lookup_options::merge_options("deep");
                    of_deep.is_some_and(|it| it.contains(&other))
                };
                out.push(match closest(other, OPTIONS) {
                    Some(near) => with_similar(data.db, diagnostic, near),
                    None if is_of_merge() => diagnostic.with_help(match other {
                        "strategy" => "Put it under merge: { strategy: … }".to_owned(),
                        _ => format!("Put it under merge: {{ strategy: deep, {other}: … }}"),
                    }),
                    None => diagnostic.with_help(format!("Use one of {}", OPTIONS.join(" and "))),
                });
            }
        }
    }
}

/// The type that values are converted to: a text, or an array of it and of arguments for `new`.
fn check_conversion(data: &DataContext<'_>, value: &DataValue) -> Option<Diagnostic<FilePlace>> {
    let named = match &value.kind {
        ValueKind::Sequence(elements) => elements.first()?,
        _ => value,
    };
    let text = named.as_str().filter(|text| !text.contains("%{"))?;
    let names = NameResolver::new(data.db, data.environment, data.file);
    if let Err(TypeReadError::Refused(message)) = read_text(&names, text) {
        let message = format!("Invalid data type in lookup_options: {message}");
        let help = "Write the name of a data type, such as Integer or Sensitive";
        return Some(problem(data, named.range, message).with_help(help));
    }
    let core = puppet_types::builtin::names();
    // A module may have a type of another name.
    let similar = closest(text, core.iter().map(SmolStr::as_str))?;
    let message = format!("Creation of new instance of type '{text}' is not supported");
    let diagnostic = problem(data, named.range, message);
    Some(with_similar(data.db, diagnostic, similar))
}

fn check_merge(data: &DataContext<'_>, value: &DataValue) -> Option<Diagnostic<FilePlace>> {
    let ValueKind::Mapping(entries) = &value.kind else {
        return check_strategy(data, value);
    };
    let Some(strategy) = value.get("strategy") else {
        let message = "The hash given as 'merge' must contain the name of a strategy in string form for the key 'strategy'";
        return Some(problem(data, value.range, message.to_owned()));
    };
    if let Some(unknown) = check_strategy(data, strategy) {
        return Some(unknown);
    }
    let known = lookup_options::merge_options(strategy.as_str()?)?;
    let unknown = entries.iter().find(|it| !known.contains(&&*it.key))?;
    let key = &unknown.key;
    let message = format!("The merge options has wrong type, unrecognized key '{key}'");
    let near = closest(key, known.iter().copied());
    let diagnostic = problem(data, unknown.key_range, message);
    Some(match near {
        Some(near) => with_similar(data.db, diagnostic, near),
        None => diagnostic,
    })
}

fn check_strategy(data: &DataContext<'_>, value: &DataValue) -> Option<Diagnostic<FilePlace>> {
    let strategy = value.as_str()?;
    if STRATEGIES.contains(&strategy) || strategy.contains("%{") {
        return None;
    }
    let message = format!("Unknown merge strategy: '{strategy}'");
    let diagnostic = problem(data, value.range, message);
    Some(match closest(strategy, STRATEGIES) {
        Some(near) => with_similar(data.db, diagnostic, near),
        None => diagnostic.with_help(format!("Use one of {}", STRATEGIES.join(", "))),
    })
}
