//! Documentation: the comment above a definition, with its puppet-strings tags.

use puppet_text::TextRange;

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
    /// Where the first line of the tag is, from `@` on.
    pub range: TextRange,
}

impl Documentation {
    /// The comment directly above a node, if there is one: no empty line may be between them.
    pub fn above(node: &SyntaxNode) -> Option<Documentation> {
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
        // A comment behind other code on its line belongs to that.
        if comments.last().is_some_and(follows_code) {
            comments.pop();
        }
        comments.reverse();
        let range = TextRange::new(
            comments.first()?.text_range().start(),
            comments.last()?.text_range().end(),
        );
        Some(read(&comments, range))
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

fn read(comments: &[SyntaxToken], range: TextRange) -> Documentation {
    let mut result = Documentation {
        text: String::new(),
        tags: Vec::new(),
        range,
    };
    // The indentation of the tag to which indented lines belong.
    let mut open: Option<usize> = None;
    for comment in comments {
        let line = comment.text().trim_start_matches('#').trim_end();
        let content = line.trim_start();
        let indentation = line.len() - content.len();
        if let Some(tag) = content
            .strip_prefix('@')
            .and_then(|it| read_tag(it, comment))
        {
            result.tags.push(tag);
            open = Some(indentation);
            continue;
        }
        let belongs = open.is_some_and(|it| indentation > it || content.is_empty());
        match result.tags.last_mut().filter(|_| belongs) {
            Some(tag) => append(&mut tag.text, line, open.unwrap_or(0) + 2),
            None => {
                open = None;
                append(&mut result.text, line, 1);
            }
        }
    }
    for tag in &mut result.tags {
        tag.text.truncate(tag.text.trim_end().len());
    }
    result.text = result.text.trim_matches('\n').to_owned();
    result
}

/// Appends a line without up to `margin` blanks before it.
fn append(text: &mut String, line: &str, margin: usize) {
    let blanks = line.len() - line.trim_start().len();
    let line = line.get(blanks.min(margin)..).unwrap_or_default();
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

fn read_tag(text: &str, comment: &SyntaxToken) -> Option<DocTag> {
    let end = text
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '!')
        .unwrap_or(text.len());
    let (name, rest) = text.split_at_checked(end)?;
    if name.is_empty() || !(rest.is_empty() || rest.starts_with([' ', '\t'])) {
        return None;
    }
    let has_subject = matches!(name, "param" | "option" | "overload" | "raise" | "enum");
    let mut rest = rest.trim_start();
    let mut subject = None;
    let mut types = take_types(&mut rest);
    if has_subject && name != "overload" {
        subject = take_word(&mut rest);
    }
    if types.is_none() && has_subject {
        types = take_types(&mut rest);
    }
    let all = comment.text_range();
    let at = comment.text().find('@').unwrap_or(0) as u32;
    Some(DocTag {
        name: name.to_owned(),
        types,
        subject,
        text: rest.to_owned(),
        range: TextRange::new(all.start() + puppet_text::TextSize::new(at), all.end()),
    })
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
