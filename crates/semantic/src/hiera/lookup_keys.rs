//! Literal keys that code looks up.

use puppet_db::{Db, Environment, File};
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
}

impl LookupKeys {
    /// Whether any code may look up a key.
    #[must_use]
    pub fn may_have(&self, key: &str) -> bool {
        let without_colons = key.trim_start_matches("::");
        self.keys.contains(key)
            || self.keys.contains(without_colons)
            || self.starts.iter().any(|start| key.starts_with(&**start))
            || self.ends.iter().any(|end| key.ends_with(&**end))
    }

    /// Whether some code looks up just this key.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.keys.contains(key)
    }

    fn add(&mut self, other: &Self) {
        self.keys.extend(other.keys.iter().cloned());
        self.starts.extend(other.starts.iter().cloned());
        self.ends.extend(other.ends.iter().cloned());
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
    let looks_up = text.contains("lookup") || text.contains("hiera");
    if looks_up {
        in_text(text)
    } else {
        LookupKeys::default()
    }
}

fn in_text(text: &str) -> LookupKeys {
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
                if !word.contains("::") {
                    continue;
                }
                let rest = text.get(at + 1 + word.len()..).unwrap_or_default();
                let is_start = ["${", "#{", "%{"].iter().any(|open| rest.starts_with(open));
                let set = if is_start {
                    &mut found.starts
                } else {
                    &mut found.keys
                };
                set.insert(word.into());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_their_parts() {
        let found = in_text("lookup('a::b.c') hiera(\"x::${y}\") \"${m}::opts\" lookup('plain')");
        for (key, expected) in [
            ("a::b", true),
            ("::a::b", true),
            ("a::c", false),
            ("x::anything", true),
            ("n::opts", true),
            ("plain", false),
        ] {
            assert_eq!(found.may_have(key), expected, "{key}");
        }
    }
}
