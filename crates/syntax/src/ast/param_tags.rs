//! Edits that make the `@param` tags of a comment those of its definition.

use std::collections::HashSet;

use puppet_text::{TextLen, TextRange, TextSize, closest, indentation, occurrences};

use super::{Definition, DocTag, Documentation};

/// One edit of a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParamTagEdit {
    /// What is replaced.
    pub range: TextRange,
    /// The new text: a name, nothing, or the tags that are missing.
    pub text: String,
    /// The tag of which it is; `None` for the edit that adds tags.
    pub tag: Option<TextRange>,
}

/// Renames each tag of a parameter that is gone to one like it that has none, or removes it, and adds what is missing.
pub fn param_tag_edits(
    text: &str,
    definition: &Definition,
    comment: &Documentation,
) -> Vec<ParamTagEdit> {
    let list = definition.param_list().into_iter();
    let parameters: Vec<String> = list
        .flat_map(|list| list.parameters())
        .filter_map(|it| it.name())
        .collect();
    let known: HashSet<&str> = parameters.iter().map(String::as_str).collect();
    let tags = comment.tags.iter().filter(|tag| tag.name == "param");
    let documented: HashSet<&str> = tags.filter_map(|tag| tag.subject.as_deref()).collect();
    let mut missing: Vec<&str> = parameters.iter().map(String::as_str).collect();
    missing.retain(|name| !documented.contains(name));
    let source = Source { text, comment };
    let tags = comment.tags.iter().enumerate();
    let stale = tags.filter(|(_, tag)| is_stale(tag, definition, &known));
    let updated = stale.map(|(index, tag)| {
        let (range, text) = source.renamed(tag, &mut missing).unwrap_or_else(|| {
            let next = comment.tags.get(index + 1).map(|next| next.range.start());
            (source.whole_tag(tag, next), String::new())
        });
        let tag = Some(tag.range);
        ParamTagEdit { range, text, tag }
    });
    let mut edits: Vec<ParamTagEdit> = updated.collect();
    edits.extend(source.added(&missing));
    edits
}

fn is_stale(tag: &DocTag, definition: &Definition, known: &HashSet<&str>) -> bool {
    let subject = tag.subject.as_deref().filter(|_| tag.name == "param");
    subject.is_some_and(|name| !known.contains(name) && !is_implicit_parameter(definition, name))
}

/// Whether Puppet itself gives a parameter of a defined type.
pub fn is_implicit_parameter(definition: &Definition, name: &str) -> bool {
    matches!(definition, Definition::DefineDef(_)) && matches!(name, "name" | "title")
}

struct Source<'a> {
    text: &'a str,
    comment: &'a Documentation,
}

impl Source<'_> {
    /// The name of a parameter that has no tag, in the place of one in a tag that is like it.
    fn renamed(&self, tag: &DocTag, missing: &mut Vec<&str>) -> Option<(TextRange, String)> {
        let old = tag.subject.as_ref()?;
        let new = closest(old, missing.iter().copied())?;
        let text = self.slice(tag.range);
        let head = text.find("@param")? + "@param".len();
        let at = occurrences(text, old).find(|at| *at >= head)?;
        let start = tag.range.start() + TextSize::try_from(at).ok()?;
        missing.retain(|it| *it != new);
        Some((TextRange::at(start, old.text_len()), new.to_owned()))
    }

    /// The lines of a tag, up to the next tag, an empty line of the comment, or its end. Of the empty lines around it,
    /// one stays.
    fn whole_tag(&self, tag: &DocTag, next: Option<TextSize>) -> TextRange {
        let start = self.line_start(tag.range.start());
        let end_of_comment = self.comment.range.end();
        let limit = next.map_or(end_of_comment, |next| self.line_start(next));
        let text = self.slice(TextRange::new(start, limit.max(start)));
        let mut end = start;
        let is_empty = |line: &str| line.trim().trim_start_matches('#').trim().is_empty();
        let before = self.slice(TextRange::up_to(start)).lines().next_back();
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let ends = index > 0 && is_empty(line);
            if ends && !before.is_some_and(is_empty) {
                break;
            }
            end += line.text_len();
            if ends {
                break;
            }
        }
        // The last line of the comment has its break after it.
        if end == end_of_comment {
            end = self.next_line(end);
        }
        TextRange::new(start, end)
    }

    /// The tags that are missing, below the comment.
    fn added(&self, missing: &[&str]) -> Option<ParamTagEdit> {
        let start = self.next_line(self.comment.range.end());
        let line = self.text.get(usize::from(start)..).unwrap_or_default();
        let indent = indentation(line);
        let tags = missing
            .iter()
            .map(|name| format!("{indent}# @param {name}\n"));
        (!missing.is_empty()).then(|| ParamTagEdit {
            range: TextRange::empty(start),
            text: tags.collect(),
            tag: None,
        })
    }

    fn slice(&self, range: TextRange) -> &str {
        let range = std::ops::Range::<usize>::from(range);
        self.text.get(range).unwrap_or_default()
    }

    fn line_start(&self, at: TextSize) -> TextSize {
        let before = self.slice(TextRange::up_to(at));
        let line = before.rsplit('\n').next().unwrap_or_default();
        at - line.text_len()
    }

    /// The start of the line below an offset.
    fn next_line(&self, at: TextSize) -> TextSize {
        let rest = self.text.get(usize::from(at)..).unwrap_or_default();
        let line = rest.split_inclusive('\n').next().unwrap_or_default();
        at + line.text_len()
    }
}
