//! `%{…}` in texts of data.
//!
//! Source: `Puppet::Pops::Lookup::Interpolation`.

/// A `%{…}` in a text. Offsets are bytes of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HieraInterpolation<'t> {
    /// Where `%{` starts.
    pub start: usize,
    /// Where `}` ends.
    pub end: usize,
    /// What is in it, without spaces around.
    pub expression: &'t str,
    /// Where the expression starts.
    pub at: usize,
    /// The function that is called, if it is a call.
    pub call: Option<InterpolationCall<'t>>,
}

/// `lookup('key')`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InterpolationCall<'t> {
    /// The name of the function.
    pub method: &'t str,
    /// What stands between the quotes.
    pub key: &'t str,
    /// Where that starts in the text.
    pub key_at: usize,
}

/// The functions that Puppet knows here.
pub const METHODS: [&str; 5] = ["lookup", "hiera", "alias", "literal", "scope"];

/// All closed interpolations of a text, in order. What is not closed is plain text.
#[must_use]
pub fn interpolations(text: &str) -> Vec<HieraInterpolation<'_>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text.get(from..).and_then(|rest| rest.find("%{")) {
        let start = from + start;
        let inside_at = start + "%{".len();
        let rest = text.get(inside_at..).unwrap_or_default();
        let Some(length) = rest.find('}') else { break };
        let inside = rest.get(..length).unwrap_or_default();
        let trimmed = inside.trim_start();
        let at = inside_at + (inside.len() - trimmed.len());
        let expression = trimmed.trim_end();
        found.push(HieraInterpolation {
            start,
            end: inside_at + length + 1,
            expression,
            at,
            call: call(expression, at),
        });
        from = inside_at + length + 1;
    }
    found
}

/// `name("key")`, without spaces, and with both quotes the same.
fn call(expression: &str, at: usize) -> Option<InterpolationCall<'_>> {
    let (method, rest) = expression.split_once('(')?;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if method.is_empty() || !method.chars().all(is_word) {
        return None;
    }
    let argument = rest.strip_suffix(')')?;
    let quote = argument.chars().next().filter(|c| "'\"".contains(*c))?;
    let key = argument.strip_prefix(quote)?.strip_suffix(quote)?;
    (!key.is_empty() && !key.contains(quote)).then_some(InterpolationCall {
        method,
        key,
        key_at: at + method.len() + 2,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_and_names() {
        let found = |text| -> Vec<String> {
            let all = interpolations(text).into_iter();
            let shown = all.map(|it| match it.call {
                Some(call) => {
                    assert_eq!(&text[call.key_at..][..call.key.len()], call.key);
                    format!("{} of {}", call.method, call.key)
                }
                None => {
                    assert_eq!(&text[it.at..][..it.expression.len()], it.expression);
                    it.expression.to_owned()
                }
            });
            shown.collect()
        };
        assert_eq!(
            found("a %{lookup('b.c')} %{ alias(\"d\") } %{facts.os} %{} %{lookup( 'x' )} %{open"),
            [
                "lookup of b.c",
                "alias of d",
                "facts.os",
                "",
                "lookup( 'x' )"
            ]
        );
    }
}
