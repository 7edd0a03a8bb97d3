//! Documentation: the comment above a definition, with its puppet-strings tags.

use puppet_text::{TextRange, TextSize};

use crate::SyntaxKind::*;
use crate::{SyntaxElement, SyntaxNode, SyntaxToken};

/// The comment above a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Documentation {
    /// The text before and between the tags, without comment signs.
    pub text: String,
    /// The tags, in order.
    pub tags: Vec<DocTag>,
    /// Where the comment is.
    pub range: TextRange,
}

/// A tag: `@param [Type] name text`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocTag {
    /// The name without `@`: `param`, `return`, `summary`, `example`, …
    pub name: String,
    /// The types in brackets.
    pub types: Option<String>,
    /// What is documented: the parameter of `@param`, the hash of `@option`, the exception of `@raise`.
    pub subject: Option<String>,
    /// The rest, with the indented lines that follow.
    pub text: String,
    /// Whether it is part of the `@overload` before it.
    pub is_nested: bool,
    /// Where the first line of the tag is, from `@` on.
    pub range: TextRange,
}

impl Documentation {
    /// The comment directly above a node, if there is one: no empty line may be between them.
    pub fn from_comment_above(node: &SyntaxNode) -> Option<Documentation> {
        let mut comments = Vec::new();
        let mut before = node.prev_sibling_or_token();
        while let Some(SyntaxElement::Token(token)) = before {
            match token.kind() {
                COMMENT => comments.push(token.clone()),
                WHITESPACE if token.text().matches('\n').count() <= 1 => {}
                _ => break,
            }
            before = token.prev_sibling_or_token();
        }
        // A comment after other code on its line belongs to that.
        if comments.last().is_some_and(follows_code) {
            comments.pop();
        }
        comments.reverse();
        let range = TextRange::new(
            comments.first()?.text_range().start(),
            comments.last()?.text_range().end(),
        );
        Some(read(comments.iter().map(CommentLine::of_comment), 1, range))
    }

    /// The tags of a text that is no comment of a manifest: its lines have no signs before them.
    pub fn from_text(text: &str) -> Documentation {
        let all = TextRange::up_to(TextSize::of(text));
        let mut start = TextSize::new(0);
        let lines = text.split_inclusive('\n').map(|line| {
            let at = start;
            start += TextSize::of(line);
            CommentLine::new(line.trim_end(), at)
        });
        read(lines, 0, all)
    }

    /// The text of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&DocTag> {
        self.tags.iter().find(|it| it.name == name)
    }

    /// The `@param` of a parameter.
    pub fn param(&self, name: &str) -> Option<&DocTag> {
        self.tags
            .iter()
            .find(|it| it.name == "param" && it.subject.as_deref() == Some(name))
    }

    /// The `@summary`, or else the first sentence or line of the text.
    pub fn summary(&self) -> Option<&str> {
        match self.tag("summary") {
            Some(tag) => Some(tag.text.as_str()),
            None => self.text.lines().find(|it| !it.trim().is_empty()),
        }
    }
}

fn follows_code(comment: &SyntaxToken) -> bool {
    match comment.prev_token() {
        Some(before) if before.kind() == WHITESPACE => {
            !before.text().contains('\n') && before.prev_token().is_some()
        }
        Some(_) => true,
        None => false,
    }
}

/// A line of a comment.
struct CommentLine<'t> {
    /// What stands after the comment sign.
    text: &'t str,
    /// Where that is.
    start: TextSize,
    /// Where the comment ends.
    end: TextSize,
}

impl<'t> CommentLine<'t> {
    fn new(text: &'t str, start: TextSize) -> Self {
        let end = start + TextSize::of(text);
        CommentLine { text, start, end }
    }

    fn of_comment(comment: &'t SyntaxToken) -> Self {
        let after = comment.text().trim_start_matches('#');
        let end = comment.text_range().end();
        CommentLine {
            text: after.trim_end(),
            start: end - TextSize::of(after),
            end,
        }
    }
}

/// Reads lines whose text begins after `margin` spaces.
fn read<'t>(
    lines: impl Iterator<Item = CommentLine<'t>>,
    margin: usize,
    range: TextRange,
) -> Documentation {
    let mut result = Documentation {
        text: String::new(),
        tags: Vec::new(),
        range,
    };
    // The indentation of the tag to which indented lines belong.
    let mut open: Option<usize> = None;
    // That of the `@overload` to which indented tags belong.
    let mut overload: Option<usize> = None;
    for CommentLine { text, start, end } in lines {
        let content = text.trim_start();
        let indentation = text.len() - content.len();
        if !content.is_empty() && overload.is_some_and(|it| indentation <= it) {
            overload = None;
        }
        let at = || TextRange::new(start + TextSize::of(&text[..indentation]), end);
        if let Some(mut tag) = content.strip_prefix('@').and_then(|it| read_tag(it, at())) {
            tag.is_nested = overload.is_some();
            if tag.name == "overload" {
                overload = Some(indentation);
            }
            result.tags.push(tag);
            open = Some(indentation);
            continue;
        }
        let belongs = open.is_some_and(|it| indentation > it || content.is_empty());
        match result.tags.last_mut().filter(|_| belongs) {
            Some(tag) => append(&mut tag.text, text, open.unwrap_or(0) + 2),
            None => {
                open = None;
                append(&mut result.text, text, margin);
            }
        }
    }
    for tag in &mut result.tags {
        tag.text.truncate(tag.text.trim_end().len());
    }
    result.text = result.text.trim_matches('\n').to_owned();
    result
}

/// Appends a line without up to `margin` spaces before it.
fn append(text: &mut String, line: &str, margin: usize) {
    let spaces = line.len() - line.trim_start().len();
    let line = line.get(spaces.min(margin)..).unwrap_or_default();
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

fn read_tag(text: &str, range: TextRange) -> Option<DocTag> {
    let end = text
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '!')
        .unwrap_or(text.len());
    let (name, rest) = text.split_at_checked(end)?;
    if name.is_empty() || !(rest.is_empty() || rest.starts_with([' ', '\t'])) {
        return None;
    }
    let mut rest = rest.trim_start();
    let mut types = take_types(&mut rest);
    let subject = match name {
        "param" | "option" | "enum" => take_word(&mut rest),
        // Without brackets, the first word may be the exception, or the first of a sentence.
        "raise" if types.is_none() && begins_with_error(rest) => take_word(&mut rest),
        _ => None,
    };
    if types.is_none() && subject.is_some() {
        types = take_types(&mut rest);
    }
    Some(DocTag {
        name: name.to_owned(),
        types,
        subject,
        text: rest.to_owned(),
        is_nested: false,
        range,
    })
}

/// Whether the first word of a text is the name of an exception in Ruby.
fn begins_with_error(text: &str) -> bool {
    let word = text.split([' ', '\t']).next().unwrap_or_default();
    let is_constant = word.starts_with(|c: char| c.is_ascii_uppercase());
    is_constant && (word.contains("::") || word.ends_with("Error") || word.ends_with("Exception"))
}

/// Takes `[Type[nested], Other]` from the start of a text.
fn take_types(rest: &mut &str) -> Option<String> {
    if !rest.starts_with('[') {
        return None;
    }
    let mut depth = 0;
    for (index, c) in rest.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let types = rest.get(1..index)?.trim().to_owned();
            *rest = rest.get(index + 1..)?.trim_start();
            return Some(types);
        }
    }
    None
}

fn take_word(rest: &mut &str) -> Option<String> {
    let end = rest.find([' ', '\t']).unwrap_or(rest.len());
    let (word, after) = rest.split_at_checked(end)?;
    *rest = after.trim_start();
    (!word.is_empty()).then(|| word.trim_start_matches(['$', '*']).to_owned())
}
