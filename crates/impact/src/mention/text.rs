//! Mentions in texts that are not in the Puppet language: Ruby code and templates.

use smol_str::SmolStr;

use crate::entity::EntityKind;
use crate::mention::{Mention, Mentions};

/// Ways in which Ruby code opens a computed part of a string.
const OPEN: &str = "#{";

/// Adds what Ruby code mentions, or a template in Embedded Ruby: its strings, the functions that it calls, and variables.
pub(crate) fn add_ruby(text: &str, out: &mut Mentions) {
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'));
    for line in lines {
        add_strings(line, out);
        add_words(line, out);
        if LOOKING_UP.iter().any(|name| calls(line, name)) {
            out.add(Mention::Computed(EntityKind::DataKey));
        }
    }
}

/// The functions that look up keys of the data.
const LOOKING_UP: [&str; 4] = ["lookup", "hiera", "hiera_array", "hiera_hash"];

/// Whether a line calls a function of Puppet: `call_function('lookup', …)`, `function_hiera(…)`.
fn calls(line: &str, name: &str) -> bool {
    let quoted = ['\'', '"', ':'].iter().any(|quote| {
        let call = format!("{quote}{name}");
        line.contains(&call) && line.contains("call_function")
    });
    quoted || line.contains(&format!("function_{name}"))
}

/// Adds the strings of a line. Words without `::` and `/` are names where a function of Puppet is called.
fn add_strings(text: &str, out: &mut Mentions) {
    let is_call = text.contains("call_function") || text.contains("function_");
    let mut rest = text;
    while let Some(at) = rest.find(['\'', '"']) {
        let quote = if rest[at..].starts_with('"') {
            '"'
        } else {
            '\''
        };
        let inside = &rest[at + 1..];
        let end = inside.find([quote, '\n']).unwrap_or(inside.len());
        let string = inside.get(..end).unwrap_or_default();
        match string.split_once(OPEN) {
            Some((start, rest)) => {
                let end = rest.rsplit_once('}').map_or("", |(_, end)| end);
                out.add_pattern(start, end, false);
            }
            // A part that is put together with others.
            None if string.ends_with("::") => out.add_pattern(string, "", false),
            None if string.starts_with("::") && !string.trim_matches(':').contains("::") => {
                out.add_pattern("", string, false);
                out.add_name(string);
            }
            None if is_call || string.contains("::") || string.contains('/') => {
                out.add_name(string);
            }
            None => {}
        }
        // What closes one string may open the next: quotes in comments and texts are not balanced.
        rest = inside;
    }
}

/// Words that follow `@` (variables in templates) or `function_` (functions of the old interface), and dotted names.
fn add_words(text: &str, out: &mut Mentions) {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for word in text.split(|c: char| !is_word(c) && c != '@') {
        if let Some(name) = word.strip_prefix('@') {
            let name = name.trim_start_matches('@');
            if !name.is_empty() {
                out.add(Mention::Variable(name.into()));
            }
        }
        if let Some(name) = word.strip_prefix("function_") {
            out.add(Mention::Call(SmolStr::from(name)));
        }
    }
}
