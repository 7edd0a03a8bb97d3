//! The type of a custom fact's value, as far as literals determine it.
//!
//! Source of the rules: Facter 4. Symbols become strings, as keys and as values; a resolution without a value (`nil`) is
//! passed over; the chunks of an aggregate fact are merged, hashes entry by entry, unless a block `aggregate` does it.

use crate::statement_calls;
use crate::tree::{Descend, Kind, Node, RubyCall, walk};

/// The kind of value of a custom fact, or of a part of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum FactValue {
    /// It is computed.
    #[default]
    Unknown,
    /// A string.
    String,
    /// A whole number.
    Integer,
    /// A number with a fraction.
    Float,
    /// `true` or `false`.
    Boolean,
    /// A list.
    Array,
    /// A hash. Each entry may be missing.
    Hash {
        /// The entries whose keys are written down.
        entries: Vec<(String, FactValue)>,
        /// There may be others.
        open: bool,
    },
}

impl FactValue {
    /// What is below a path of keys; unknown where nothing is known of it.
    #[must_use]
    pub fn value_at(&self, path: &[&str]) -> &FactValue {
        let mut value = self;
        for key in path {
            let FactValue::Hash { entries, .. } = value else {
                return &FactValue::Unknown;
            };
            match entries.iter().find(|(name, _)| name == key) {
                Some((_, inner)) => value = inner,
                None => return &FactValue::Unknown,
            }
        }
        value
    }

    /// What is known of a fact that has one of two values: different kinds are unknown, hashes have the entries of both.
    #[must_use]
    pub fn or(self, other: FactValue) -> FactValue {
        match (self, other) {
            (
                Self::Hash { entries, open },
                Self::Hash {
                    entries: more,
                    open: other,
                },
            ) => Self::Hash {
                entries: joined(entries, more),
                open: open || other,
            },
            (one, other) if one == other => one,
            _ => Self::Unknown,
        }
    }

    /// A hash with entries that are not literals.
    fn open(self) -> FactValue {
        match self {
            Self::Hash { entries, .. } => {
                let entries = entries.into_iter().map(|(key, value)| (key, value.open()));
                Self::Hash {
                    entries: entries.collect(),
                    open: true,
                }
            }
            other => other,
        }
    }
}

fn joined(
    mut entries: Vec<(String, FactValue)>,
    more: Vec<(String, FactValue)>,
) -> Vec<(String, FactValue)> {
    for (key, value) in more {
        match entries.iter_mut().find(|(name, _)| *name == key) {
            Some((_, known)) => *known = std::mem::take(known).or(value),
            None => entries.push((key, value)),
        }
    }
    entries
}

/// The value of the fact that a call of `Facter.add` defines.
pub(crate) fn value_of_call(add: &RubyCall) -> FactValue {
    let mut calls = Vec::new();
    statement_calls(add.body(), true, &mut calls);
    let named = |name: &str| -> Vec<&RubyCall> {
        let named = calls.iter().map(|(_, call, _)| *call);
        named.filter(|call| call.is_bare(name)).collect()
    };
    if let Some(aggregate) = named("aggregate").last() {
        return of_block(aggregate).unwrap_or_default();
    }
    let chunks = named("chunk");
    if !chunks.is_empty() {
        return of_chunks(&chunks);
    }
    let resolutions = named("setcode");
    if resolutions.is_empty() {
        return add.option("value").and_then(of_node).unwrap_or_default();
    }
    let values = resolutions.iter().filter_map(|setcode| of_setcode(setcode));
    values.reduce(FactValue::or).unwrap_or_default()
}

fn of_chunks(chunks: &[&RubyCall]) -> FactValue {
    let values: Vec<FactValue> = chunks.iter().filter_map(|chunk| of_block(chunk)).collect();
    let is_hash = |value: &FactValue| matches!(value, FactValue::Hash { .. });
    let are_all = values.iter().all(is_hash);
    let merged = values.into_iter().filter(is_hash).reduce(FactValue::or);
    match merged {
        Some(merged) if are_all => merged,
        // What is merged with a hash is a hash, or the fact fails.
        Some(merged) => merged.open(),
        None => FactValue::Unknown,
    }
}

/// `setcode 'command'` and `setcode { … }`; none for no value.
fn of_setcode(setcode: &RubyCall) -> Option<FactValue> {
    match setcode.args.first() {
        None => of_block(setcode),
        Some(command) if command.as_text().is_some() => Some(FactValue::String),
        Some(_) => Some(FactValue::Unknown),
    }
}

/// The value of a block: that of its last statement, unless something in it may leave it before.
fn of_block(call: &RubyCall) -> Option<FactValue> {
    let Some(block) = &call.block else {
        return Some(FactValue::Unknown);
    };
    let mut is_left = false;
    walk(&block.body, &mut |node| {
        let jump = node.as_call().filter(|call| {
            ["next", "break", "return"]
                .iter()
                .any(|name| call.is_bare(name))
        });
        let gives = |call: &RubyCall| call.args.iter().any(|arg| arg.kind != Kind::Nil);
        is_left |= jump.is_some_and(gives);
        Descend::Yes
    });
    if is_left {
        return Some(FactValue::Unknown);
    }
    let mut last = block.body.last()?;
    while let Kind::Statements(inner) = &last.kind {
        last = inner.last()?;
    }
    match &last.kind {
        Kind::Variable(name) => Some(of_variable(name, last, &block.body)),
        _ => of_node(last),
    }
}

/// The value of an expression; none for `nil`.
fn of_node(node: &Node) -> Option<FactValue> {
    Some(match &node.kind {
        Kind::Nil => return None,
        Kind::Boolean(_) => FactValue::Boolean,
        Kind::Integer(_) => FactValue::Integer,
        Kind::Float(_) => FactValue::Float,
        Kind::String(_) | Kind::Symbol(_) | Kind::Interpolated(_) => FactValue::String,
        Kind::Array(_) => FactValue::Array,
        Kind::Hash(pairs) => {
            let mut entries = Vec::new();
            let mut open = false;
            for (key, value) in pairs {
                let value = of_node(value).unwrap_or_default();
                match key_text(key) {
                    Some(key) => entries = replaced(entries, key, value),
                    None => open = true,
                }
            }
            let hash = FactValue::Hash { entries, open };
            // A key that is computed may be one of those that are written down.
            if open { of_unknown_entries(hash) } else { hash }
        }
        Kind::Assign(_, value) => of_node(value)?,
        Kind::Call(call) => of_call(call)?,
        _ => FactValue::Unknown,
    })
}

fn key_text(key: &Node) -> Option<String> {
    match &key.kind {
        Kind::String(text) | Kind::Symbol(text) => Some(text.clone()),
        Kind::Integer(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The last value of a key counts.
fn replaced(
    mut entries: Vec<(String, FactValue)>,
    key: String,
    value: FactValue,
) -> Vec<(String, FactValue)> {
    entries.retain(|(name, _)| *name != key);
    entries.push((key, value));
    entries
}

fn of_unknown_entries(value: FactValue) -> FactValue {
    match value {
        FactValue::Hash { entries, .. } => {
            let entries = entries
                .into_iter()
                .map(|(key, _)| (key, FactValue::Unknown));
            FactValue::Hash {
                entries: entries.collect(),
                open: true,
            }
        }
        other => other,
    }
}

/// Calls whose results are always of one kind.
fn of_call(call: &RubyCall) -> Option<FactValue> {
    let constant = call
        .receiver
        .as_ref()
        .and_then(|receiver| match &receiver.kind {
            Kind::Constant(path) => Some(path.as_str()),
            _ => None,
        });
    Some(match (constant, call.name.as_str()) {
        (Some("Facter::Core::Execution"), "execute" | "exec") if call.options().is_none() => {
            FactValue::String
        }
        (Some("File"), "exist?" | "file?" | "directory?" | "executable?") => FactValue::Boolean,
        (_, "freeze") => of_node(call.receiver.as_ref()?)?,
        _ => FactValue::Unknown,
    })
}

/// The value of a variable at the end of a block: a hash that is assigned once, and then filled.
fn of_variable(name: &str, last: &Node, body: &[Node]) -> FactValue {
    let mut assigned = Vec::new();
    let mut filled = Vec::new();
    let mut is_lost = false;
    let is_it = |node: &Node| matches!(&node.kind, Kind::Variable(read) if read == name);
    walk(body, &mut |node| match &node.kind {
        Kind::Assign(target, value) if target == name => {
            assigned.push(&**value);
            Descend::Yes
        }
        Kind::Variable(_) => {
            is_lost |= is_it(node) && node.range != last.range;
            Descend::No
        }
        Kind::Call(call) => {
            is_lost |= block_hides(call, name);
            match entry_of(call, is_it) {
                Some((key, value)) => {
                    filled.push((key, value));
                    // The key and the value are looked at, the variable is not.
                    is_lost |= call.args.iter().any(|arg| mentions(arg, &is_it));
                    Descend::No
                }
                None => Descend::Yes,
            }
        }
        _ => Descend::Yes,
    });
    let [value] = assigned[..] else {
        return FactValue::Unknown;
    };
    let Some(FactValue::Hash { mut entries, open }) = of_node(value) else {
        return if filled.is_empty() && !is_lost {
            of_node(value).unwrap_or_default()
        } else {
            FactValue::Unknown
        };
    };
    for (key, value) in filled {
        entries = joined(entries, vec![(key, value)]);
    }
    let hash = FactValue::Hash { entries, open };
    if is_lost {
        of_unknown_entries(hash)
    } else {
        hash
    }
}

fn mentions(node: &Node, is_it: &impl Fn(&Node) -> bool) -> bool {
    let mut found = false;
    walk(std::slice::from_ref(node), &mut |node| {
        found |= is_it(node);
        Descend::Yes
    });
    found
}

/// Whether the block of a call has a variable of its own with that name.
fn block_hides(call: &RubyCall, name: &str) -> bool {
    let block = call.block.as_ref();
    block.is_some_and(|block| block.params.iter().any(|param| param == name))
}

/// `variable['key'] = value` with a key that is written down.
fn entry_of(call: &RubyCall, is_it: impl Fn(&Node) -> bool) -> Option<(String, FactValue)> {
    let receiver = call.receiver.as_ref()?;
    match &call.args[..] {
        [key, value] if call.name == "[]=" && is_it(receiver) => {
            Some((key_text(key)?, of_node(value).unwrap_or_default()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::FactValue;
    use crate::read;

    /// The value of the first fact, written as Facter shows it, with kinds in place of values.
    fn shown(value: &FactValue) -> String {
        match value {
            FactValue::Hash { entries, open } => {
                let entries = entries.iter();
                let mut parts: Vec<String> = entries
                    .map(|(key, value)| format!("{key}: {}", shown(value)))
                    .collect();
                parts.extend(open.then(|| "…".to_owned()));
                format!("{{{}}}", parts.join(", "))
            }
            other => format!("{other:?}"),
        }
    }

    fn of(body: &str, options: &str) -> String {
        let source = format!("Facter.add(:x{options}) do\n{body}\nend\n");
        let facts = read(&source);
        let values: Vec<String> = facts.facts.iter().map(|fact| shown(&fact.value)).collect();
        values.join(" | ")
    }

    #[test]
    fn what_literals_say_is_known() {
        let cases = [
            ("setcode { 'a' }", "String"),
            ("setcode 'uname -r'", "String"),
            ("setcode { \"a#{b}\" }", "String"),
            ("setcode { :a }", "String"),
            ("setcode { 1.5 }", "Float"),
            ("setcode { nil }", "Unknown"),
            ("setcode { File.exist?('/x') }", "Boolean"),
            (
                "setcode { Facter::Core::Execution.execute('uname') }",
                "String",
            ),
            (
                "setcode { Facter::Core::Execution.execute('x', on_fail: 1) }",
                "Unknown",
            ),
            ("setcode { compute }", "Unknown"),
            ("setcode(&block)", "Unknown"),
            ("", "Unknown"),
            // As Facter 4 has it, symbols and numbers are strings as keys.
            (
                "setcode do\n { :sym => 'a', 'n' => 1, 5 => [1], in: { deep: true }, c: compute }\n end",
                "{sym: String, n: Integer, 5: Array, in: {deep: Boolean}, c: Unknown}",
            ),
            ("setcode { { 'a' => 1, key => 2 } }", "{a: Unknown, …}"),
            ("setcode { { 'a' => 1, **more } }", "{a: Unknown, …}"),
            // Where it is confined does not matter; of two resolutions either counts.
            ("confine kernel: 'Linux'\nsetcode { 1 }", "Integer"),
            ("setcode { 1 }\nsetcode { 'a' }", "Unknown"),
            (
                "setcode { { a: 1, b: 2 } }\nsetcode { { b: 'x', c: 3 } }",
                "{a: Integer, b: Unknown, c: Integer}",
            ),
        ];
        for (body, expected) in cases {
            assert_eq!(of(body, ""), expected, "{body}");
        }
        assert_eq!(of("", ", value: 'x'"), "String");
    }

    #[test]
    fn a_block_that_may_be_left_before_its_end_says_nothing() {
        assert_eq!(of("setcode { next 'a' if b\n { c: 1 } }", ""), "Unknown");
        assert_eq!(of("setcode { return [1] unless b\n 1 }", ""), "Unknown");
        assert_eq!(of("setcode { next if b\n { c: 1 } }", ""), "{c: Integer}");
        assert_eq!(of("setcode { next nil if b\n 1 }", ""), "Integer");
    }

    #[test]
    fn a_variable_that_is_filled() {
        let cases = [
            (
                "h = {}\nh['a'] = 1\nh[:b] = 'x' if c\nh",
                "{a: Integer, b: String}",
            ),
            ("h = { 'a' => 1 }\nh['a'] = 'x'\nh", "{a: Unknown}"),
            ("h = {}\nh[name] = 1\nh", "{…}"),
            ("h = { 'a' => 1 }\nh.merge!(other)\nh", "{a: Unknown, …}"),
            ("h = { 'a' => {} }\nh['a']['b'] = 1\nh", "{a: Unknown, …}"),
            ("h = {}\nh = other if c\nh", "Unknown"),
            ("h = {}\nh ||= other\nh", "Unknown"),
            ("h, i = other\nh", "Unknown"),
            ("h = {}\nlist.each { |h| h['a'] = 1 }\nh", "{a: Unknown, …}"),
            ("h = compute\nh['a'] = 1\nh", "Unknown"),
            ("s = 'a'\ns", "String"),
        ];
        for (body, expected) in cases {
            assert_eq!(
                of(&format!("setcode do\n{body}\nend"), ""),
                expected,
                "{body}"
            );
        }
    }

    #[test]
    fn chunks_of_an_aggregate_fact_are_merged() {
        let chunks = "chunk(:one) { { 'a' => { 'x' => 1 }, 'l' => [1] } }\nchunk(:two) { { 'a' => { 'y' => 2 } } }";
        let aggregate = ", type: :aggregate";
        assert_eq!(
            of(chunks, aggregate),
            "{a: {x: Integer, y: Integer}, l: Array}"
        );
        assert_eq!(
            of(&format!("{chunks}\nchunk(:three) {{ compute }}"), aggregate),
            "{a: {x: Integer, y: Integer, …}, l: Array, …}"
        );
        assert_eq!(
            of(
                &format!("{chunks}\naggregate {{ |all| all.keys }}"),
                aggregate
            ),
            "Unknown"
        );
    }
}
