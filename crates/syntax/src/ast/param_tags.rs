//! The `@param` tags of a comment, compared with the parameters of its definition.

use std::collections::HashSet;

use puppet_text::{TextLen, TextRange, TextSize, closest, indentation, occurrences};

use super::{Definition, DocTag, Documentation};

/// What is wrong with the `@param` tags of a comment.
#[derive(Debug, Clone)]
pub struct ParamTags<'a> {
    comment: &'a Documentation,
    /// The tags of parameters that the definition does not have.
    pub stale: Vec<StaleTag<'a>>,
    /// The names of the parameters that have no tag, in their order.
    pub missing: Vec<String>,
    /// Whether there are any `@param` tags, stale ones among them.
    pub has_tags: bool,
}

/// A tag of a parameter that the definition does not have.
#[derive(Debug, Clone)]
pub struct StaleTag<'a> {
    /// The tag.
    pub tag: &'a DocTag,
    /// The name of the parameter.
    pub name: &'a str,
    /// Where the tag after it starts.
    next: Option<TextSize>,
}

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

impl<'a> ParamTags<'a> {
    /// Compares the tags of a comment with the parameters.
    pub fn new(definition: &Definition, comment: &'a Documentation) -> Self {
        let names: Vec<String> = definition.parameters().filter_map(|it| it.name()).collect();
        let known: HashSet<&str> = names.iter().map(String::as_str).collect();
        let named = |tag: &'a DocTag| {
            let subject = tag.subject.as_deref().filter(|_| tag.name == "param");
            subject.map(|name| name.trim_start_matches(['*', '&', '$']))
        };
        let documented: HashSet<&str> = comment.tags.iter().filter_map(named).collect();
        let nexts = comment.tags.iter().skip(1).map(|it| Some(it.range.start()));
        let tags = comment.tags.iter().zip(nexts.chain([None]));
        let stale = tags.filter_map(|(tag, next)| {
            let name = named(tag)?;
            let is_known = known.contains(name) || is_implicit_parameter(definition, name);
            (!is_known).then_some(StaleTag { tag, name, next })
        });
        let stale = stale.collect();
        let has_tags = !documented.is_empty();
        let missing = names.iter().filter(|it| !documented.contains(it.as_str()));
        Self {
            comment,
            stale,
            missing: missing.cloned().collect(),
            has_tags,
        }
    }

    /// Renames each stale tag to a parameter like it that has none, or removes it, and adds what is missing. The only stale
    /// tag takes the name of the only parameter without one, however little they are alike.
    pub fn edits(&self, text: &str) -> Vec<ParamTagEdit> {
        let source = Source {
            text,
            comment: self.comment,
        };
        let mut missing: Vec<&str> = self.missing.iter().map(String::as_str).collect();
        let is_only = self.stale.len() == 1 && missing.len() == 1;
        let updated = self.stale.iter().map(|stale| {
            let new = match is_only {
                true => missing.first().copied(),
                false => closest(stale.name, missing.iter().copied()),
            };
            let renamed = new.and_then(|new| Some((source.name_in(stale)?, new)));
            let (range, text) = match renamed {
                Some((range, new)) => {
                    missing.retain(|it| *it != new);
                    (range, new.to_owned())
                }
                None => (source.whole_tag(stale), String::new()),
            };
            let tag = Some(stale.tag.range);
            ParamTagEdit { range, text, tag }
        });
        let mut edits: Vec<ParamTagEdit> = updated.collect();
        edits.extend(source.added(&missing));
        edits
    }
}

/// Whether Puppet itself gives a parameter of a defined type.
fn is_implicit_parameter(definition: &Definition, name: &str) -> bool {
    matches!(definition, Definition::DefineDef(_)) && matches!(name, "name" | "title")
}

struct Source<'a> {
    text: &'a str,
    comment: &'a Documentation,
}

impl Source<'_> {
    /// Where a tag names its parameter: not in the types before it.
    fn name_in(&self, stale: &StaleTag<'_>) -> Option<TextRange> {
        let StaleTag { tag, name, .. } = stale;
        let line = self.slice(tag.range);
        let head = line.find("@param")? + "@param".len();
        let types = tag.types.as_deref().filter(|it| !it.is_empty());
        let types = types.and_then(|types| Some((line.find(types)?, types.len())));
        let is_in_types =
            |at: usize| types.is_some_and(|(start, len)| (start..start + len).contains(&at));
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut places = occurrences(line, name).filter(|at| {
            let (before, rest) = line.split_at(*at);
            *at >= head
                && !is_in_types(*at)
                && !before.ends_with(is_part)
                && !rest[name.len()..].starts_with(is_part)
        });
        let start = tag.range.start() + TextSize::try_from(places.next()?).ok()?;
        Some(TextRange::at(start, name.text_len()))
    }

    /// The lines of a tag, up to the next tag, an empty line of the comment, or its end. Of the empty lines around it,
    /// one stays.
    fn whole_tag(&self, stale: &StaleTag<'_>) -> TextRange {
        let start = self.line_start(stale.tag.range.start());
        let end_of_comment = self.comment.range.end();
        let limit = stale
            .next
            .map_or(end_of_comment, |next| self.line_start(next));
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
