//! Signatures in one line: `(Type $name, Type $optional?, Type *$any, Type +$some, Type &$block?) >> Type since 8.0.0`.

use crate::version::Availability;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The parameters, the block and the return type of one way to call a function. Types are texts of the Puppet language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Signature {
    /// Parameters in order.
    pub parameters: Vec<Parameter>,
    /// The block, if it takes one.
    pub block: Option<SignatureBlock>,
    /// The return type, where it is known.
    pub return_type: Option<String>,
    /// The versions in which it exists, where they are not those of the function.
    pub versions: Availability,
}

/// A parameter of a signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The type.
    pub ty: String,
    /// The name.
    pub name: String,
    /// How many arguments it takes.
    pub arity: ParameterArity,
}

/// How many arguments a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterArity {
    /// Exactly one.
    Required,
    /// None or one: `$name?`.
    Optional,
    /// Any number: `*$name`.
    Repeated,
    /// One or more: `+$name`.
    RequiredRepeated,
}

impl ParameterArity {
    /// A parameter in a signature.
    pub fn format_parameter(self, ty: &str, name: &str) -> String {
        match self {
            ParameterArity::Required => format!("{ty} ${name}"),
            ParameterArity::Optional => format!("{ty} ${name}?"),
            ParameterArity::Repeated => format!("{ty} *${name}"),
            ParameterArity::RequiredRepeated => format!("{ty} +${name}"),
        }
    }

    /// Must there be an argument?
    pub fn is_required(self) -> bool {
        matches!(
            self,
            ParameterArity::Required | ParameterArity::RequiredRepeated
        )
    }

    /// May there be more than one argument?
    pub fn is_repeated(self) -> bool {
        matches!(
            self,
            ParameterArity::Repeated | ParameterArity::RequiredRepeated
        )
    }
}

/// The block of a signature: `Type &$name`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignatureBlock {
    /// The type, a Callable.
    pub ty: String,
    /// The name.
    pub name: String,
    /// It may be left out: `&$name?`.
    pub optional: bool,
}

/// Why a text is no signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignatureError {
    message: String,
}

impl fmt::Display for SignatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SignatureError {}

fn error<T>(message: impl Into<String>) -> Result<T, SignatureError> {
    Err(SignatureError {
        message: message.into(),
    })
}

impl FromStr for Signature {
    type Err = SignatureError;

    fn from_str(text: &str) -> Result<Signature, SignatureError> {
        let text = text.trim();
        let Some(inner) = text.strip_prefix('(') else {
            return error(format!("Signature '{text}' must start with '('"));
        };
        let Some(close) = closing(inner) else {
            return error(format!("Signature '{text}' has no ')'"));
        };
        let mut signature = Signature::default();
        for part in split_top_level(&inner[..close]) {
            signature.push(part)?;
        }
        let rest = signature.take_versions(inner[close + 1..].trim());
        signature.return_type = match rest.strip_prefix(">>") {
            Some(ty) => Some(ty.trim().to_owned()),
            None if rest.is_empty() => None,
            None => {
                return error(format!(
                    "Unexpected '{rest}' after the parameters: a return type is '>> Type'"
                ));
            }
        };
        Ok(signature)
    }
}

impl Signature {
    /// Reads `since VERSION` and `until VERSION` at the end; gives what stands before.
    fn take_versions<'t>(&mut self, text: &'t str) -> &'t str {
        let mut rest = text;
        for (word, version) in [
            ("until ", &mut self.versions.until),
            ("since ", &mut self.versions.since),
        ] {
            if let Some(at) = rest
                .rfind(word)
                .filter(|at| rest[..*at].is_empty() || rest[..*at].ends_with(' '))
            {
                *version = Some(rest[at + word.len()..].trim().to_owned());
                rest = rest[..at].trim_end();
            }
        }
        rest
    }

    /// The same but for versions and the return type, which Ruby code mostly does not declare.
    pub fn same_call(&self, other: &Signature) -> bool {
        self.parameters == other.parameters && self.block == other.block
    }

    fn push(&mut self, text: &str) -> Result<(), SignatureError> {
        if self.block.is_some() {
            return error(format!(
                "Parameter '{text}' follows the block: the block must be last"
            ));
        }
        let Some((ty, name)) = text.rsplit_once('$') else {
            return error(format!(
                "Parameter '{text}' has no name: write 'Type $name'"
            ));
        };
        let (name, optional) = match name.trim().strip_suffix('?') {
            Some(name) => (name.to_owned(), true),
            None => (name.trim().to_owned(), false),
        };
        let ty = ty.trim_end();
        let (ty, mark) = match ty.chars().next_back() {
            Some(mark @ ('*' | '+' | '&')) => (ty[..ty.len() - 1].trim_end(), Some(mark)),
            _ => (ty, None),
        };
        let ty = if ty.is_empty() {
            "Any".to_owned()
        } else {
            ty.to_owned()
        };
        let arity = match (mark, optional) {
            (Some('&'), _) => {
                self.block = Some(SignatureBlock { ty, name, optional });
                return Ok(());
            }
            (Some('*'), _) => ParameterArity::Repeated,
            (Some(_), _) => ParameterArity::RequiredRepeated,
            (None, true) => ParameterArity::Optional,
            (None, false) => ParameterArity::Required,
        };
        self.check_order(&name, arity)?;
        self.parameters.push(Parameter { ty, name, arity });
        Ok(())
    }

    fn check_order(&self, name: &str, arity: ParameterArity) -> Result<(), SignatureError> {
        match (self.parameters.last().map(|last| last.arity), arity) {
            (Some(ParameterArity::Repeated | ParameterArity::RequiredRepeated), _) => error(
                format!("Parameter '${name}' follows one that captures all remaining arguments"),
            ),
            (
                Some(ParameterArity::Optional),
                ParameterArity::Required | ParameterArity::RequiredRepeated,
            ) => error(format!(
                "Parameter '${name}' is required but follows an optional one"
            )),
            _ => Ok(()),
        }
    }
}

/// The offset of the `)` that closes a parenthesis opened just before the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    outside_of_quotes(text).find_map(|(offset, char)| {
        match char {
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => return Some(offset),
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        None
    })
}

fn split_top_level(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    for (offset, char) in outside_of_quotes(text) {
        match char {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(text[start..offset].trim());
                start = offset + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// The characters of a text that are not within quotes or between the slashes of a regular expression.
fn outside_of_quotes(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut quote = None;
    let mut escaped = false;
    text.char_indices().filter(move |&(_, char)| {
        let inside = quote.is_some();
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if char == '\\' => escaped = true,
            Some(open) if open == char => quote = None,
            Some(_) => {}
            None if matches!(char, '\'' | '"' | '/') => quote = Some(char),
            None => {}
        }
        !inside && quote.is_none()
    })
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters = self.parameters.iter();
        let parameters = parameters.map(|it| it.arity.format_parameter(&it.ty, &it.name));
        let block = self.block.iter().map(|block| {
            let mark = if block.optional { "?" } else { "" };
            format!("{} &${}{mark}", block.ty, block.name)
        });
        write!(
            f,
            "({})",
            parameters.chain(block).collect::<Vec<_>>().join(", ")
        )?;
        let parts = [
            (">>", &self.return_type),
            ("since", &self.versions.since),
            ("until", &self.versions.until),
        ];
        parts.iter().try_for_each(|(word, text)| match text {
            Some(text) => write!(f, " {word} {text}"),
            None => Ok(()),
        })
    }
}

impl Serialize for Signature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Signature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Signature, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::Signature;

    #[test]
    fn prints_what_it_reads() {
        for text in [
            "()",
            "(String $a)",
            "(String $a, Optional[Hash[String, Any]] $b?) >> Array[String]",
            "(Any *$rest)",
            "(Any $a) since 8.0.0",
            "(Any $a) >> String since 8.0.0 until 9.0.0",
            "(Pattern[/a\\/,(/] $p, Enum[')', \"]\"] +$rest, Callable[1, 2] &$block?) >> Struct[{'a' => Integer}]",
        ] {
            assert_eq!(
                text.parse::<Signature>().map(|s| s.to_string()),
                Ok(text.to_owned())
            );
        }
        assert_eq!(
            "( $x )".parse::<Signature>().map(|s| s.to_string()),
            Ok("(Any $x)".to_owned())
        );
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, message) in [
            ("String $a", "Signature 'String $a' must start with '('"),
            ("(String $a", "Signature '(String $a' has no ')'"),
            (
                "(String)",
                "Parameter 'String' has no name: write 'Type $name'",
            ),
            (
                "(Any *$a, Any $b)",
                "Parameter '$b' follows one that captures all remaining arguments",
            ),
            (
                "(Any $a?, Any $b)",
                "Parameter '$b' is required but follows an optional one",
            ),
            (
                "(Callable &$a, Any $b)",
                "Parameter 'Any $b' follows the block: the block must be last",
            ),
            (
                "() -> String",
                "Unexpected '-> String' after the parameters: a return type is '>> Type'",
            ),
        ] {
            let error = text
                .parse::<Signature>()
                .err()
                .map(|error| error.to_string());
            assert_eq!(error.as_deref(), Some(message), "{text}");
        }
    }
}
