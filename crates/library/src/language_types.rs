//! The data types of the language: their documentation, and the arguments in their brackets.

use serde::Deserialize;
use std::sync::OnceLock;

/// The checked-in file.
pub(crate) const TEXT: &str = include_str!("../stubs/language_types.toml");

/// A data type of the language.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LanguageType {
    /// Its name.
    pub name: String,
    /// What its values are, in one sentence.
    pub summary: String,
    /// What it is for and what to beware of: 30 to 80 words of Markdown.
    #[serde(default)]
    pub doc: Option<String>,
    /// An example of its use in the Puppet language, of at most six lines.
    #[serde(default)]
    pub example: Option<String>,
    /// The last parameter may be repeated.
    #[serde(default)]
    pub repeats: bool,
    /// What can be in its brackets; empty when nothing can.
    #[serde(default)]
    pub parameters: Vec<TypeParameter>,
}

/// What a position in the brackets of a data type is for.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeParameter {
    /// What it is for.
    pub label: String,
    /// What it can be.
    pub kinds: Vec<ParameterKind>,
}

/// What a type parameter can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ParameterKind {
    /// Another type.
    Type,
    /// A whole number.
    Integer,
    /// A number with a fraction.
    Float,
    /// `default`
    Default,
    /// A string.
    Text,
    /// A regular expression.
    Regexp,
    /// `true` or `false`
    Boolean,
    /// A hash of keys and types.
    Members,
    /// The name of a class.
    ClassName,
    /// The name of a resource type.
    ResourceTypeName,
}

impl LanguageType {
    /// The parameter at an index in the brackets.
    #[must_use]
    pub fn parameter(&self, index: usize) -> Option<&TypeParameter> {
        let last = self.parameters.last().filter(|_| self.repeats);
        self.parameters.get(index).or(last)
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct LanguageTypes {
    #[serde(rename = "datatype")]
    types: Vec<LanguageType>,
}

/// All data types of the language, sorted by name.
pub(crate) fn all() -> &'static [LanguageType] {
    static ALL: OnceLock<Vec<LanguageType>> = OnceLock::new();
    ALL.get_or_init(|| read(TEXT).unwrap_or_default())
}

/// The data type of that name, in Puppet's spelling.
pub(crate) fn find(name: &str) -> Option<&'static LanguageType> {
    let all = all();
    let index = all.binary_search_by(|it| it.name.as_str().cmp(name)).ok()?;
    all.get(index)
}

/// A test reads the checked-in file, so an unreadable one is never released.
fn read(text: &str) -> Result<Vec<LanguageType>, toml::de::Error> {
    toml::from_str(text).map(|file: LanguageTypes| file.types)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_readable_and_sorted_for_the_search() {
        assert_eq!(read(TEXT).err(), None);
        assert!(all().windows(2).all(|pair| pair[0].name < pair[1].name));
        assert_eq!(find("URI").map(|it| it.name.as_str()), Some("URI"));
        assert!(find("Stdlib::Port").is_none());
    }

    #[test]
    fn only_the_last_parameter_is_repeated() {
        let label = |name, index| {
            find(name)
                .and_then(|it| it.parameter(index))
                .map(|it| it.label.as_str())
        };
        assert_eq!(label("Variant", 9), Some("type"));
        assert_eq!(label("Array", 2), Some("maximum size"));
        assert_eq!(label("Array", 3), None);
        assert_eq!(label("Any", 0), None);
    }
}
