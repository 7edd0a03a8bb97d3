//! The function `new` of each type of the language.

use std::sync::LazyLock;

use puppet_library::{ConstructorStub, Library};
use rustc_hash::FxHashMap;

use crate::alias::local_aliases::LocalAliases;
use crate::context::BuiltinContext;
use crate::describe::Signature;
use crate::reader;
use crate::ty::Type;

/// The function `new` of a type.
#[derive(Debug)]
pub struct Constructor {
    /// The name in messages.
    pub name: &'static str,
    /// The signatures, in the order in which they are tried.
    pub signatures: Vec<Signature>,
    /// The signatures without local aliases.
    pub(crate) expanded: Vec<Signature>,
    /// Aliases that the signatures use.
    pub aliases: LocalAliases,
    /// The texts of the aliases: `Name = Type`.
    pub local_types: &'static [String],
}

static CONSTRUCTORS: LazyLock<FxHashMap<&'static str, Constructor>> = LazyLock::new(|| {
    let stubs = Library.constructors().iter();
    let named = stubs.flat_map(|stub| stub.types.iter().map(move |ty| (&**ty, stub)));
    named
        .map(|(ty, stub)| (ty, Constructor::read(stub)))
        .collect()
});

/// The function `new` of the type of the language with that name.
pub fn constructor(type_name: &str) -> Option<&'static Constructor> {
    CONSTRUCTORS.get(type_name)
}

impl Constructor {
    /// A test makes sure that each type can be read.
    fn read(stub: &'static ConstructorStub) -> Constructor {
        let aliases = LocalAliases::read(&stub.local_types);
        let written = stub.signatures.iter();
        let signatures = written.clone().map(|written| {
            Signature::from_written(written, |text| {
                reader::read_text(&aliases, text).unwrap_or(Type::Unknown)
            })
        });
        let expanded = written.map(|written| {
            Signature::from_written(written, |text| {
                let text = expanded(text, &stub.local_types);
                reader::read_text(&BuiltinContext, &text).unwrap_or(Type::Unknown)
            })
        });
        Constructor {
            name: &stub.name,
            signatures: signatures.collect(),
            expanded: expanded.collect(),
            aliases,
            local_types: &stub.local_types,
        }
    }
}

/// A text with what local aliases stand for in their place.
fn expanded(text: &str, local_types: &[String]) -> String {
    let is_between = |c: char| !c.is_alphanumeric();
    let definitions = local_types.iter().rev().filter_map(|it| it.split_once('='));
    definitions.fold(text.to_owned(), |text, (name, meaning)| {
        let words = text.split_inclusive(is_between);
        let words = words.map(|word| match word.trim_end_matches(is_between) {
            stem if stem == name.trim() => word.replacen(stem, meaning.trim(), 1),
            _ => word.to_owned(),
        });
        words.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::CONSTRUCTORS;

    #[test]
    fn each_signature_can_be_read() {
        assert_eq!(CONSTRUCTORS.len(), 21);
        for constructor in CONSTRUCTORS.values() {
            let text = format!("{constructor:?}");
            assert!(
                !text.contains("Unknown") && !text.contains("Reference"),
                "{text}"
            );
            let expanded = format!("{:?}", constructor.expanded);
            assert!(!expanded.contains("Alias"), "{expanded}");
        }
    }
}
