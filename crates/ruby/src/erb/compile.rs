//! The Ruby code that a template stands for, and where each part of it comes from.
//!
//! Source: `ERB::Compiler` with the trim mode `-`, as `Puppet::Util.create_erb` makes it. Text between tags becomes a
//! statement, so that what Ruby refuses there is refused here: text between `case` and `when`, a comment in `<%= %>`.

use std::ops::Range;

use puppet_text::{TextRange, TextSize};

/// The code of a template.
#[derive(Debug, Default)]
pub(super) struct TemplateCode {
    /// The Ruby code.
    pub text: String,
    /// The parts that are copied from the template, in order.
    copied: Vec<Copied>,
    /// The code of each tag `<% … %>`, without spaces around it.
    pub statements: Vec<Range<usize>>,
    is_in_line: bool,
}

/// A part of the template that stands in the code as it is.
#[derive(Debug)]
struct Copied {
    code: usize,
    template: usize,
    len: usize,
}

/// A part of a tag: where it starts in the template, and its text.
type TagPart<'t> = (usize, &'t str);

/// The kinds of tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ErbTag {
    Statement,
    Output,
    Comment,
}

/// What starts a tag, the longer ones first.
const STARTS: [(&str, Option<ErbTag>); 5] = [
    ("<%%", None),
    ("<%-", Some(ErbTag::Statement)),
    ("<%=", Some(ErbTag::Output)),
    ("<%#", Some(ErbTag::Comment)),
    ("<%", Some(ErbTag::Statement)),
];

/// The code of a template.
pub(super) fn compile(template: &str) -> TemplateCode {
    let mut code = TemplateCode::default();
    code.push("_erbout = +''");
    let mut at = 0;
    while let Some((text_end, start, tag)) = next_tag(template, at) {
        code.add_text(text_before(start, &template[at..text_end]));
        let inner = text_end + start.len();
        at = match tag {
            None => inner,
            Some(tag) => code.add_tag(tag, template, inner),
        };
    }
    code.add_text(&template[at..]);
    code.push("_erbout");
    code
}

/// The next tag, or `<%%`, which is text: where it starts, and with what.
fn next_tag(template: &str, at: usize) -> Option<(usize, &'static str, Option<ErbTag>)> {
    let start = at + template[at..].find("<%")?;
    let (text, tag) = STARTS
        .into_iter()
        .find(|(text, _)| template[start..].starts_with(text))?;
    Some((start, text, tag))
}

/// The text before a tag: `<%-` drops the spaces of its line, and those between it and another tag.
fn text_before<'t>(start: &str, text: &'t str) -> &'t str {
    let without_spaces = text.trim_end_matches([' ', '\t']);
    match without_spaces.is_empty() || without_spaces.ends_with('\n') {
        true if start == "<%-" => without_spaces,
        _ => text,
    }
}

impl TemplateCode {
    /// Adds the tag whose code starts at `at`, and returns where the text after it starts.
    fn add_tag(&mut self, tag: ErbTag, template: &str, at: usize) -> usize {
        let mut parts: Vec<TagPart<'_>> = Vec::new();
        let mut from = at;
        let mut search = at;
        while let Some(end) = template[search..].find("%>").map(|it| search + it) {
            search = end + 2;
            if template[from..end].ends_with('%') {
                // `%%>` is `%>` in the code.
                parts.push((from, &template[from..end - 1]));
                from = end;
                continue;
            }
            let trims = template[from..end].ends_with('-');
            parts.push((from, &template[from..end - usize::from(trims)]));
            self.add_code(tag, &parts);
            let rest = &template[search..];
            let newline = ["\r\n", "\n"]
                .into_iter()
                .find(|it| trims && rest.starts_with(it));
            return match newline {
                Some(newline) => {
                    self.end_line();
                    search + newline.len()
                }
                None => search,
            };
        }
        // A tag without an end is text.
        self.add_text(&template[at..]);
        template.len()
    }

    fn add_code(&mut self, tag: ErbTag, parts: &[TagPart<'_>]) {
        match tag {
            ErbTag::Comment => {}
            ErbTag::Output => {
                self.push("_erbout.<<((");
                self.copy(parts);
                // ERB calls `to_s`, which would look like a test of the value.
                self.text.push_str(").itself)");
            }
            ErbTag::Statement => {
                self.push("");
                let start = self.text.len();
                self.copy(parts);
                self.add_statement(start);
                if self.text.ends_with('\n') {
                    self.is_in_line = false;
                }
            }
        }
    }

    fn add_statement(&mut self, start: usize) {
        let code = &self.text[start..];
        let trimmed = code.trim_start();
        let start = start + code.len() - trimmed.len();
        self.statements
            .push(start..start + trimmed.trim_end().len());
    }

    /// A statement that prints the text, with as many line breaks.
    fn add_text(&mut self, text: &str) {
        if !text.is_empty() {
            self.push("_erbout.<< ''.freeze");
            let lines = text.matches('\n').count();
            self.text.extend(std::iter::repeat_n('\n', lines));
        }
    }

    fn copy(&mut self, parts: &[TagPart<'_>]) {
        for (template, text) in parts {
            self.copied.push(Copied {
                code: self.text.len(),
                template: *template,
                len: text.len(),
            });
            self.text.push_str(text);
        }
    }

    fn push(&mut self, code: &str) {
        if self.is_in_line {
            self.text.push_str("; ");
        }
        self.is_in_line = true;
        self.text.push_str(code);
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.is_in_line = false;
    }

    /// Where a range of the code stands in the template: of the part that it starts in, or of the one before.
    pub fn template_range(&self, range: Range<usize>) -> TextRange {
        let parts = self.copied.partition_point(|it| it.code <= range.start);
        let Some(part) = parts.checked_sub(1).and_then(|at| self.copied.get(at)) else {
            return TextRange::default();
        };
        let place = |at: usize| part.template + at.saturating_sub(part.code).min(part.len);
        let size = |at| TextSize::try_from(at).unwrap_or_default();
        TextRange::new(size(place(range.start)), size(place(range.end)))
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::compile;

    fn check(template: &str, expected: Expect) {
        expected.assert_eq(&compile(template).text);
    }

    #[test]
    fn code_is_that_of_erb() {
        check("", expect!["_erbout = +''; _erbout"]);
        check(
            "a <%- if @x -%>\nb\n  c <%= @y %> d <% end",
            expect![[r#"
            _erbout = +''; _erbout.<< ''.freeze;  if @x 
            _erbout.<< ''.freeze
            ; _erbout.<<(( @y ).itself); _erbout.<< ''.freeze; _erbout.<< ''.freeze; _erbout"#]],
        );
        check(
            "<%# no %>a<%% b %%> <%= '%%>' %>",
            expect![
                "_erbout = +''; _erbout.<< ''.freeze; _erbout.<< ''.freeze; _erbout.<<(( '%>' ).itself); _erbout"
            ],
        );
        check(
            "<% case a -%>\n \t<%- when 1 %> <%- when 2 %>y <%- end %>",
            expect![[r#"
            _erbout = +'';  case a 
             when 1 ;  when 2 ; _erbout.<< ''.freeze;  end ; _erbout"#]],
        );
        check(
            "<% x\n%>y<% z -%>",
            expect![[r#"
            _erbout = +'';  x
            _erbout.<< ''.freeze;  z ; _erbout"#]],
        );
    }

    #[test]
    fn places_are_those_of_the_template() {
        let template = "\u{e9} <%= @a %>\n<% if b -%>\n<% end %><%= '%%>' + @c %>";
        let code = compile(template);
        for word in ["@a", "if b", "@c"] {
            let at = code.text.find(word).unwrap_or_default();
            let range = code.template_range(at..at + word.len());
            assert_eq!(&template[std::ops::Range::<usize>::from(range)], word);
        }
    }
}
