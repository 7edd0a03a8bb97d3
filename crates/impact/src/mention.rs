//! Mentions of other entities: those on which the result of an entity can depend.

pub(crate) mod code;
pub(crate) mod data;
pub(crate) mod text;

use puppet_hir::canonical;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::entity::{EntityKey, EntityKind};

/// A mention of other entities. It is resolved by name, so that nothing is missed that exists in one version only.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Mention {
    /// A string or word: anything may have this name.
    Name(SmolStr),
    /// A string in data: a class or type, but no other key.
    NameInData(SmolStr),
    /// The name of a function that is called.
    Call(SmolStr),
    /// The name of a type.
    Type(SmolStr),
    /// A variable, without `$` and leading colons.
    Variable(SmolStr),
    /// A string with computed parts: what stands before the first of them, and after the last.
    Pattern(SmolStr, SmolStr),
    /// Something of a kind whose name is computed.
    Computed(EntityKind),
    /// This entity.
    Entity(EntityKey),
}

/// All that an entity mentions.
#[derive(Debug, Clone, Default)]
pub(crate) struct Mentions(pub(crate) FxHashSet<Mention>);

/// How the names of files of modules start in sources.
const OF_MODULES: &str = "puppet:///modules/";

impl Mentions {
    pub(crate) fn add(&mut self, mention: Mention) {
        self.0.insert(mention);
    }

    /// Adds a string that may name something.
    pub(crate) fn add_name(&mut self, text: &str) {
        self.add_text(text, Mention::Name);
    }

    /// The same for a string in data.
    pub(crate) fn add_name_in_data(&mut self, text: &str) {
        self.add_text(text, Mention::NameInData);
    }

    fn add_text(&mut self, text: &str, mention: fn(SmolStr) -> Mention) {
        let text = text.strip_prefix(OF_MODULES).unwrap_or(text);
        let is_name = |c: char| c.is_ascii_alphanumeric() || "_:./-@".contains(c);
        if text.is_empty() || !text.chars().all(is_name) {
            return;
        }
        if text.contains('/') {
            // The names of files are in the case in which they are written.
            self.add(mention(text.into()));
        } else {
            self.add(mention(canonical(text.trim_start_matches('@'))));
        }
    }

    /// Adds a string with computed parts, if the rest can tell what it names.
    pub(crate) fn add_pattern(&mut self, start: &str, end: &str, names_for_certain: bool) {
        let start = start.strip_prefix(OF_MODULES).unwrap_or(start);
        let start = start.trim_start_matches("::");
        let has_letter = |part: &str| part.contains(|c: char| c.is_ascii_alphanumeric());
        // What starts with a slash is a path of the machine.
        let starts_name = start.contains("::") || start.contains('/') && !start.starts_with('/');
        let ends_name = end.contains("::") || end.contains('/');
        let is_telling = starts_name && has_letter(start) || ends_name && has_letter(end);
        if is_telling || names_for_certain && (has_letter(start) || has_letter(end)) {
            self.add(Mention::Pattern(start.into(), end.into()));
        }
    }

    pub(crate) fn add_entity(&mut self, kind: EntityKind, name: impl Into<SmolStr>) {
        self.add(Mention::Entity(EntityKey::new(kind, name)));
    }

    pub(crate) fn extend(&mut self, other: &Self) {
        self.0.extend(other.0.iter().cloned());
    }
}
