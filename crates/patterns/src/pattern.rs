//! Patterns: Puppet code with metavariables, as trees.
//!
//! Before the code is parsed, each metavariable becomes a name that no other code has.

use puppet_syntax::{Entry, GreenNode, SyntaxKind, SyntaxNode, parse};

/// The start of a name that is a metavariable; the number of the metavariable follows.
const PREFIX: &str = "metavariable_of_pattern_";
/// The same for a metavariable that is a reference, such as a data type.
const REFERENCE_PREFIX: &str = "Metavariable_of_pattern_";
/// The name of what is any number of elements.
const REST: &str = "...";
/// The longest text of a pattern.
const MAX_LENGTH: usize = 4096;

/// A pattern.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    tree: GreenNode,
    /// The kind of the expression or definition.
    kind: SyntaxKind,
    /// The names of the metavariables.
    names: Vec<String>,
}

/// What a part of a pattern is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part<'p> {
    /// Itself.
    Literal,
    /// A metavariable with this name.
    Variable(&'p str),
    /// Any number of elements.
    Rest,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// What is wrong in it.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if text.len() > MAX_LENGTH {
            return Err(format!("Pattern is longer than {MAX_LENGTH} bytes"));
        }
        let (code, names) = substitute(text)?;
        let parsed = parse(&code, Entry::Manifest);
        if let Some(error) = parsed.errors().first() {
            let message = shown(&error.message, &names);
            let line = code[..usize::from(error.range.start())]
                .matches('\n')
                .count()
                + 1;
            return Err(format!(
                "Pattern is not Puppet code: {message} in line {line}"
            ));
        }
        let root = parsed.syntax();
        let mut statements = root.children();
        let (Some(node), None) = (statements.next(), statements.next()) else {
            return Err("Pattern must be one expression or definition".to_owned());
        };
        let pattern = Self {
            tree: parsed.green().clone(),
            kind: node.kind(),
            names,
        };
        if pattern.part(&node.text().to_string()) != Part::Literal {
            return Err("Pattern matches everything".to_owned());
        }
        if node
            .descendants()
            .any(|it| it.kind() == SyntaxKind::HEREDOC)
        {
            return Err("Pattern has a heredoc: use a metavariable for it".to_owned());
        }
        Ok(pattern)
    }

    /// The expression or definition.
    pub(crate) fn root(&self) -> SyntaxNode {
        let file = SyntaxNode::new_root(self.tree.clone());
        file.first_child().unwrap_or(file)
    }

    /// Whether nodes of a kind may fit.
    pub(crate) fn may_fit(&self, kind: SyntaxKind) -> bool {
        let is_call = |kind| matches!(kind, SyntaxKind::CALL_EXPR | SyntaxKind::STATEMENT_CALL);
        kind == self.kind || (is_call(kind) && is_call(self.kind))
    }

    /// The names of its metavariables.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names
            .iter()
            .map(String::as_str)
            .filter(|it| *it != REST)
    }

    /// What a text of the tree is.
    pub(crate) fn part(&self, text: &str) -> Part<'_> {
        match self.split(text.trim()) {
            Some(("", REST, "")) => Part::Rest,
            Some(("", name, "")) => Part::Variable(name),
            _ => Part::Literal,
        }
    }

    /// A text with a metavariable in it: what is before it, its name, and what is after it.
    pub(crate) fn split<'t>(&self, text: &'t str) -> Option<(&'t str, &str, &'t str)> {
        let found = text.find(PREFIX).map(|at| (at, PREFIX.len()));
        let found = found.or_else(|| Some((text.find(REFERENCE_PREFIX)?, REFERENCE_PREFIX.len())));
        let (at, length) = found?;
        let (before, rest) = (&text[..at], &text[at + length..]);
        let end = rest.find('_')?;
        let name = self.names.get(rest[..end].parse::<usize>().ok()?)?;
        Some((before, name, &rest[end + 1..]))
    }
}

/// The code of a pattern with names for its metavariables, and their names.
fn substitute(text: &str) -> Result<(String, Vec<String>), String> {
    let mut names: Vec<String> = Vec::new();
    let mut code = String::with_capacity(text.len());
    let mut parts = text.split('`');
    code.push_str(parts.next().unwrap_or_default());
    while let Some(name) = parts.next() {
        let Some(after) = parts.next() else {
            return Err("Pattern has a '`' without a second one".to_owned());
        };
        check_name(name)?;
        let index = names.iter().position(|it| it == name && name != REST);
        let index = index.unwrap_or(names.len());
        if index == names.len() {
            names.push(name.to_owned());
        }
        let is_reference = name.starts_with(|c: char| c.is_ascii_uppercase());
        let prefix = if is_reference {
            REFERENCE_PREFIX
        } else {
            PREFIX
        };
        code.push_str(&format!("{prefix}{index}_"));
        code.push_str(after);
    }
    Ok((code, names))
}

fn check_name(name: &str) -> Result<(), String> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name == REST || (!name.is_empty() && name.chars().all(is_word)) {
        return Ok(());
    }
    Err(format!(
        "'`{name}`' is no metavariable: expected `name` or `...`"
    ))
}

/// A message with the metavariables as they are written.
fn shown(message: &str, names: &[String]) -> String {
    let mut message = message.to_owned();
    for (index, name) in names.iter().enumerate() {
        for prefix in [PREFIX, REFERENCE_PREFIX] {
            message = message.replace(&format!("{prefix}{index}_"), &format!("`{name}`"));
        }
    }
    // The parser quotes code with backticks.
    message.replace("``", "`")
}

/// A text with metavariables, of which each is replaced; none if one has no value.
pub(crate) fn expand<'v>(text: &str, value: impl Fn(&str) -> Option<&'v str>) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    for (index, part) in text.split('`').enumerate() {
        out.push_str(if index % 2 == 0 { part } else { value(part)? });
    }
    Some(out)
}
