//! Keys that code and data look up by name.

use puppet_db::{Db, Environment, File, FileKind, program};
use puppet_hir::Call;
use puppet_hir::model::{Body, Expr, ExprId};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

/// Keys that are looked up.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LookupKeys {
    keys: FxHashSet<SmolStr>,
    /// What stands before a part that is computed.
    starts: FxHashSet<SmolStr>,
    /// What stands after a part that is computed.
    ends: FxHashSet<SmolStr>,
    /// Some keys are computed, and nothing of them is known.
    is_open: bool,
}

impl LookupKeys {
    /// Whether any code may look up a key, as far as some of it is written down.
    #[must_use]
    pub fn may_have(&self, key: &str) -> bool {
        let without_colons = key.trim_start_matches("::");
        self.keys.contains(key)
            || self.keys.contains(without_colons)
            || self.starts.iter().any(|start| key.starts_with(&**start))
            || self.ends.iter().any(|end| key.ends_with(&**end))
    }

    /// Whether some code looks up just this key, as far as that can be told from other strings by its `::`.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        key.contains("::") && self.keys.contains(key)
    }

    /// Whether some code looks up a key of which nothing is written down: it may be any.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    fn add(&mut self, other: &Self) {
        self.keys.extend(other.keys.iter().cloned());
        self.starts.extend(other.starts.iter().cloned());
        self.ends.extend(other.ends.iter().cloned());
        self.is_open |= other.is_open;
    }
}

/// The keys that the code and the data of an environment look up.
#[salsa::tracked(returns(ref))]
pub fn literal_lookup_keys(db: &dyn Db, environment: Environment) -> LookupKeys {
    let modules = environment.modules(db).iter();
    let of_modules =
        modules.flat_map(|module| module.files(db).iter().chain(module.data(db).files.iter()));
    let own = environment.manifests(db).iter();
    let own = own.chain(environment.loose(db).iter());
    let own = own.chain(environment.data(db).files.iter());
    let mut all = LookupKeys::default();
    for file in own.chain(of_modules) {
        all.add(looked_up_in(db, *file));
    }
    all
}

/// Every string that could be a key, in a file that looks something up.
#[salsa::tracked(returns(ref))]
fn looked_up_in(db: &dyn Db, file: File) -> LookupKeys {
    let text = file.text(db);
    if !["lookup", "hiera", "alias"]
        .iter()
        .any(|it| text.contains(it))
    {
        return LookupKeys::default();
    }
    let mut found = in_text(text, file.kind(db) == FileKind::Data);
    match file.kind(db) {
        FileKind::Ruby | FileKind::Erb => found.is_open = has_computed_key(text),
        kind if kind.is_puppet() => {
            for (_, body) in program(db, file).bodies() {
                add_calls(body, &mut found);
            }
        }
        _ => {}
    }
    found
}

/// The strings of a text. Of those of data, only the arguments in interpolations and what is like the name of a parameter.
fn in_text(text: &str, is_data: bool) -> LookupKeys {
    let mut found = LookupKeys::default();
    let word_of = |at: usize| {
        let rest = text.get(at..).unwrap_or_default();
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "_:-".contains(c)));
        rest.get(..end.unwrap_or(rest.len())).unwrap_or_default()
    };
    for (at, c) in text.char_indices() {
        match c {
            '\'' | '"' => {
                let word = word_of(at + 1);
                let rest = text.get(at + 1 + word.len()..).unwrap_or_default();
                let is_start = ["${", "#{", "%{"].iter().any(|open| rest.starts_with(open));
                let may_be_key = || !is_data || word.contains("::") || text[..at].ends_with('(');
                if !is_start && !word.is_empty() && may_be_key() {
                    found.keys.insert(word.into());
                } else if is_start && word.contains("::") {
                    found.starts.insert(word.into());
                }
            }
            '}' => {
                let word = word_of(at + 1);
                if word.starts_with("::") && word.len() > 2 {
                    found.ends.insert(word.into());
                }
            }
            _ => {}
        }
    }
    found
}

/// The functions that look keys up in the data.
const FUNCTIONS: [&str; 5] = [
    "lookup",
    "hiera",
    "hiera_array",
    "hiera_hash",
    "hiera_include",
];

/// Adds what the calls of a body look up that is not written as a string: names, parts of strings, or anything.
fn add_calls(body: &Body, found: &mut LookupKeys) {
    for (id, expr) in body.exprs() {
        match expr {
            // Another function may be told to call this one.
            Expr::LiteralString(name) if FUNCTIONS.contains(&&**name) => found.is_open = true,
            _ => {
                let call = Call::from_expr(body, id);
                let looks_up = |call: &Call<'_>| call.name.is_some_and(looks_up);
                if let Some(call) = call.filter(looks_up) {
                    match call.arguments.first() {
                        Some(key) => add_key(body, *key, found),
                        None => found.is_open = true,
                    }
                }
            }
        }
    }
}

/// Whether a function looks something up, by its name: there are others than Puppet's own.
fn looks_up(name: &str) -> bool {
    name.contains("hiera") || name.rsplit("::").next() == Some("lookup")
}

fn add_key(body: &Body, key: ExprId, found: &mut LookupKeys) {
    match body.expr(body.without_parentheses(key)) {
        Expr::LiteralString(_) => {}
        Expr::QualifiedName(name) => drop(found.keys.insert(name.clone())),
        Expr::LiteralList(keys) => keys.iter().for_each(|key| add_key(body, *key, found)),
        Expr::LiteralHash(entries) => {
            let is_name = |key| matches!(body.expr(key), Expr::LiteralString(it) if it == "name");
            match entries.iter().find(|entry| is_name(entry.key)) {
                Some(name) => add_key(body, name.value, found),
                None => found.is_open = true,
            }
        }
        Expr::ConcatenatedString(parts) => {
            let text = |part: Option<&ExprId>| match body.expr(*part?) {
                Expr::LiteralString(text) if !text.is_empty() => Some(text.clone()),
                _ => None,
            };
            // What follows a dot is looked for in the value of the key.
            let end = text(parts.last()).filter(|end| !end.contains('.'));
            match (text(parts.first()), end) {
                (Some(start), _) => drop(found.starts.insert(root_part(&start))),
                (None, Some(end)) => drop(found.ends.insert(end)),
                (None, None) => found.is_open = true,
            }
        }
        _ => found.is_open = true,
    }
}

/// What a computed string starts with, up to what is looked for in the value of the key.
fn root_part(start: &str) -> SmolStr {
    start.split('.').next().unwrap_or(start).into()
}

/// Whether Ruby code may look up a key that is not written as a string.
fn has_computed_key(text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    FUNCTIONS.iter().any(|name| {
        text.match_indices(name).any(|(at, _)| {
            let (before, rest) = (&text[..at], &text[at + name.len()..]);
            let before = before.strip_suffix("function_").unwrap_or(before);
            let is_part = before.ends_with(|c| is_word(c) || c == ':') || rest.starts_with(is_word);
            if is_part || before.ends_with("def ") || before.ends_with("Puppet.") {
                return false;
            }
            let is_quoted = rest.starts_with(['\'', '"']);
            let arguments = rest.trim_start_matches(['\'', '"']).trim_start();
            let arguments = match is_quoted {
                true => arguments.strip_prefix(','),
                false => arguments.strip_prefix(['(', '[']),
            };
            arguments.is_some_and(|it| {
                let key = it.trim_start_matches(['(', '[', ' ', '\n']);
                !key.starts_with(['\'', '"']) || key[1..].starts_with("#{")
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_their_parts() {
        let found = in_text(
            "lookup('a::b.c') hiera(\"x::${y}\") \"${m}::opts\" lookup('plain')",
            false,
        );
        for (key, expected) in [
            ("a::b", true),
            ("::a::b", true),
            ("a::c", false),
            ("x::anything", true),
            ("n::opts", true),
            ("plain", true),
            ("other", false),
        ] {
            assert_eq!(found.may_have(key), expected, "{key}");
        }
    }

    #[test]
    fn ruby_code_that_computes_keys() {
        for (text, expected) in [
            ("call_function('lookup', ['a::b'])", false),
            ("call_function('lookup', key)", true),
            ("call_function('lookup', [\"#{a}::b\"])", true),
            ("scope.function_hiera(['a'])", false),
            ("function_hiera_hash([name, {}])", true),
            ("Puppet.lookup(:current_environment)", false),
            (
                "def lookup(key)\nlookup_key(key)\nscope.lookupvar(key)",
                false,
            ),
        ] {
            assert_eq!(has_computed_key(text), expected, "{text}");
        }
    }
}
