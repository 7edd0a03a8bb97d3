//! One format, such as `%#10.3s`.

use std::sync::LazyLock;

use puppet_scalars::Regexp;

use super::FormatMap;
use crate::ConvertError;

/// The form of a format, as the signature of `String.new` has it.
pub(crate) const PATTERN: &str = r"^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$";

static PATTERN_REGEXP: LazyLock<Option<Regexp>> = LazyLock::new(|| Regexp::new(PATTERN).ok());

/// A parsed format.
#[derive(Debug, Clone, PartialEq)]
pub struct StringFormat {
    /// The text, which is also a format of `sprintf`.
    pub source: String,
    /// The letter.
    pub letter: char,
    /// The flag `#`.
    pub alternate: bool,
    /// The flag `-`.
    pub left: bool,
    /// The enclosing pair, if a flag sets one.
    pub delimiters: Option<(&'static str, &'static str)>,
    /// The width.
    pub width: Option<usize>,
    /// The precision.
    pub precision: Option<usize>,
    /// What else is set for arrays and hashes.
    pub container: Container,
}

/// Settings for arrays and hashes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Container {
    /// Between elements.
    pub separator: Option<String>,
    /// Between key and value.
    pub separator2: Option<String>,
    /// Formats for what is inside.
    pub formats: Option<FormatMap>,
}

/// Flags that enclose containers.
const DELIMITERS: [(char, (&str, &str)); 5] = [
    ('[', ("[", "]")),
    ('{', ("{", "}")),
    ('(', ("(", ")")),
    ('<', ("<", ">")),
    ('|', ("|", "|")),
];

impl StringFormat {
    /// Reads a format.
    pub fn parse(source: &str) -> Result<Self, ConvertError> {
        let pattern = PATTERN_REGEXP.as_ref().ok_or(ConvertError::Undecidable)?;
        let Some(captures) = pattern.captures_from(source, 0)? else {
            return ConvertError::raised(format!(
                "The format '{source}' is not a valid format on the form '%<flags><width>.<prec><format>'"
            ));
        };
        let flags = captures.text(1, source).unwrap_or_default();
        for (index, flag) in flags.char_indices() {
            if flags[..index].contains(flag) {
                return ConvertError::raised(format!(
                    "The same flag can only be used once, got '{source}'"
                ));
            }
        }
        let mut delimiters = DELIMITERS.iter().filter(|(flag, _)| flags.contains(*flag));
        let pair = delimiters.next().map(|(_, pair)| *pair);
        if delimiters.next().is_some() {
            return ConvertError::raised(format!(
                "Only one of the delimiters [ {{ ( < | can be given in the format flags, got '{source}'"
            ));
        }
        let number = |group: usize| {
            captures
                .text(group, source)
                .map(|text| text.parse().unwrap_or(usize::MAX))
        };
        Ok(Self {
            source: source.to_owned(),
            letter: captures
                .text(4, source)
                .and_then(|text| text.chars().next())
                .unwrap_or('s'),
            alternate: flags.contains('#'),
            left: flags.contains('-'),
            delimiters: pair.or(flags.contains(' ').then_some(("", ""))),
            width: number(2),
            precision: number(3),
            container: Container::default(),
        })
    }

    /// A format of one letter without flags.
    pub(super) fn letter(letter: char) -> Self {
        Self {
            source: format!("%{letter}"),
            letter,
            alternate: false,
            left: false,
            delimiters: None,
            width: None,
            precision: None,
            container: Container::default(),
        }
    }

    /// A format with settings for containers.
    pub(super) fn with_container(self, container: Container) -> Self {
        Self { container, ..self }
    }
}
