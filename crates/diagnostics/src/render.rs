//! Diagnostics on a terminal, in the look of rustc: code, message, source frame, other places, help.

mod frame;

use std::{borrow::Cow, ops::Range};

use annotate_snippets::{
    AnnotationKind, Group, Level, Patch, Snippet, renderer::DEFAULT_TERM_WIDTH,
};
use puppet_text::{TextRange, TextSize, floor_char_boundary};

use crate::{Diagnostic, Edit, Place, Severity};
use frame::Frame;

/// A range over more lines than this is shown by its first line.
const MAX_LINES: usize = 6;
/// Another place of the same file that is at most this many lines away is shown in the same frame.
const NEAR_LINES: usize = 12;

/// Where the text of files comes from.
pub trait SourceTexts<F> {
    /// The path that is shown to people.
    fn name(&self, file: &F) -> Cow<'_, str>;

    /// The text; none if it cannot be read (then there is no frame).
    fn text(&self, file: &F) -> Option<&str>;
}

/// Turns diagnostics into text.
#[derive(Debug, Clone)]
pub struct Renderer {
    renderer: annotate_snippets::Renderer,
}

impl Renderer {
    /// Text without colours.
    pub fn plain() -> Renderer {
        Renderer {
            renderer: annotate_snippets::Renderer::plain(),
        }
    }

    /// Text with the colours of ANSI terminals.
    pub fn coloured() -> Renderer {
        Renderer {
            renderer: annotate_snippets::Renderer::styled(),
        }
    }

    /// For a terminal of this many columns.
    #[must_use]
    pub fn width(self, columns: usize) -> Renderer {
        Renderer {
            renderer: self
                .renderer
                .term_width(columns.clamp(40, 2 * DEFAULT_TERM_WIDTH)),
        }
    }

    /// The diagnostic as text of several lines, without a line break at the end.
    pub fn render<F: PartialEq>(
        &self,
        diagnostic: &Diagnostic<Place<F>>,
        sources: &dyn SourceTexts<F>,
    ) -> String {
        let frames = SourceFrames { sources };
        let mut groups = frames.primary(diagnostic);
        if let Some(help) = &diagnostic.help {
            let help = Level::HELP.message(help.as_str());
            let last = groups.pop();
            groups.extend(last.map(|last| last.element(help)));
        }
        for related in &diagnostic.related {
            if !frames.is_near(&diagnostic.place, &related.place) {
                let title = Level::NOTE.secondary_title(related.message.as_str());
                groups.extend(frames.framed(Group::with_title(title), &related.place));
            }
        }
        if let Some(fix) = diagnostic.fixes.first()
            && let Some(group) = frames.fix(&fix.title, &fix.edits)
        {
            groups.push(group);
        }
        self.renderer.render(&groups)
    }
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
        Severity::Hint => Level::HELP.with_name("hint"),
    }
}

struct SourceFrames<'a, F> {
    sources: &'a dyn SourceTexts<F>,
}

impl<'a, F: PartialEq> SourceFrames<'a, F> {
    /// Title, frame, and the other places that fit into the frame.
    fn primary(&self, diagnostic: &'a Diagnostic<Place<F>>) -> Vec<Group<'a>> {
        let title = level(diagnostic.severity).primary_title(diagnostic.message.as_str());
        let group = Group::with_title(title.id(diagnostic.code()));
        let place = &diagnostic.place;
        let Some(text) = self.sources.text(&place.file) else {
            return vec![group];
        };
        let near = diagnostic
            .related
            .iter()
            .filter(|related| self.is_near(place, &related.place));
        let range = near.clone().fold(place.range, |range, related| {
            range.cover(related.place.range)
        });
        let frame = Frame::new(text, first_lines(text, range, 2 * NEAR_LINES), place.range);
        let marks = near.map(|it| {
            frame
                .mark(AnnotationKind::Context, it.place.range)
                .label(it.message.as_str())
        });
        let primary = frame.mark(
            AnnotationKind::Primary,
            first_lines(text, place.range, MAX_LINES),
        );
        let marks = std::iter::once(primary).chain(marks);
        frame.add_to(group, self.sources.name(&place.file), marks)
    }

    /// A group with the frame of a place; without the frame if the text cannot be read.
    fn framed(&self, group: Group<'a>, place: &Place<F>) -> Vec<Group<'a>> {
        let Some(text) = self.sources.text(&place.file) else {
            return vec![group];
        };
        let range = first_lines(text, place.range, MAX_LINES);
        let frame = Frame::new(text, range, range);
        let mark = frame.mark(AnnotationKind::Primary, range);
        frame.add_to(group, self.sources.name(&place.file), [mark])
    }

    /// A change, if it is one of a single file.
    fn fix(&self, title: &'a str, edits: &'a [Edit<Place<F>>]) -> Option<Group<'a>> {
        let (first, rest) = edits.split_first()?;
        let file = &first.place.file;
        if rest.iter().any(|edit| edit.place.file != *file) {
            return None;
        }
        let text = self.sources.text(file)?;
        let range = rest.iter().fold(first.place.range, |range, edit| {
            range.cover(edit.place.range)
        });
        let group = Group::with_title(Level::HELP.secondary_title(title));
        let frame = Frame::new(text, range, range);
        if frame.is_cut() {
            return Some(group);
        }
        let patches = edits
            .iter()
            .map(|edit| Patch::new(frame.local(edit.place.range), edit.text.as_str()));
        let snippet = Snippet::source(frame.text.clone())
            .line_start(frame.line)
            .path(self.sources.name(file));
        Some(group.element(snippet.patches(patches)))
    }

    /// Whether two places fit into one frame: into its lines, and into what is shown of long ones.
    fn is_near(&self, one: &Place<F>, other: &Place<F>) -> bool {
        let Some(text) = self
            .sources
            .text(&one.file)
            .filter(|_| one.file == other.file)
        else {
            return false;
        };
        let range = byte_range(one.range.cover(other.range), text);
        let between = text.get(range).unwrap_or_default();
        let lines = between.split('\n').take(NEAR_LINES + 2);
        let (count, longest) = lines.fold((0, 0), |(count, longest), line| {
            (count + 1, longest.max(line.len()))
        });
        count <= NEAR_LINES + 1 && longest <= frame::MAX_COLUMNS / 2
    }
}

/// The range without what goes beyond this many lines: a frame over a whole class does not help.
fn first_lines(text: &str, range: TextRange, lines: usize) -> TextRange {
    let bytes = byte_range(range, text);
    let inner = text.get(bytes).unwrap_or_default();
    if inner.matches('\n').nth(lines).is_none() {
        return range;
    }
    let first = inner.lines().next().unwrap_or_default();
    TextRange::at(range.start(), TextSize::of(first))
}

/// A range as one that can be cut out of the text, whatever it was.
fn byte_range(range: TextRange, text: &str) -> Range<usize> {
    floor_char_boundary(text, range.start().into())..floor_char_boundary(text, range.end().into())
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::{Fix, Level, Rule};

    static MISMATCH: Rule = Rule::new("T202", "argument-type-mismatch", "", &[Level::Error; 3], "");
    static SYNTAX_ERROR: Rule = Rule::new("S001", "syntax-error", "", &[Level::Error; 3], "");

    struct Files(Vec<(&'static str, String)>);

    impl SourceTexts<usize> for Files {
        fn name(&self, file: &usize) -> Cow<'_, str> {
            self.0[*file].0.into()
        }

        fn text(&self, file: &usize) -> Option<&str> {
            Some(self.0[*file].1.as_str()).filter(|text| *text != "unreadable")
        }
    }

    fn files() -> Files {
        let class = "# A class\nclass web(\n  Integer[1, 65535] $port,\n) {\n}\n".to_owned();
        let site = "node default {\n  class { 'web':\n    port => 'äöü',\n  }\n}\n".to_owned();
        Files(vec![
            ("site.pp", site),
            ("modules/web/manifests/init.pp", class),
            ("gone.pp", "unreadable".to_owned()),
        ])
    }

    fn place(file: usize, needle: &str) -> Place<usize> {
        let files = files();
        let start = files.0[file].1.find(needle).unwrap();
        Place::new(
            file,
            TextRange::at((start as u32).into(), TextSize::of(needle)),
        )
    }

    fn check(diagnostic: &Diagnostic<Place<usize>>, expect: Expect) {
        expect.assert_eq(&Renderer::plain().render(diagnostic, &files()));
    }

    fn mismatch() -> Diagnostic<Place<usize>> {
        let message = "parameter 'port' expects an Integer[1, 65535] value, got String";
        Diagnostic::new(&MISMATCH, place(0, "'äöü'"), message)
    }

    #[test]
    fn another_file_gets_a_note() {
        let diagnostic = mismatch()
            .with_related(place(1, "$port"), "declared here")
            .with_help("write a number");
        check(
            &diagnostic,
            expect![[r#"
            error[T202]: parameter 'port' expects an Integer[1, 65535] value, got String
             --> site.pp:3:13
              |
            3 |     port => 'äöü',
              |             ^^^^^
              |
              = help: write a number
            note: declared here
             --> modules/web/manifests/init.pp:3:21
              |
            3 |   Integer[1, 65535] $port,
              |                     ^^^^^"#]],
        );
    }

    #[test]
    fn a_near_place_shares_the_frame() {
        check(
            &mismatch().with_related(place(0, "'web'"), "the class is declared here"),
            expect![[r#"
                error[T202]: parameter 'port' expects an Integer[1, 65535] value, got String
                 --> site.pp:3:13
                  |
                2 |   class { 'web':
                  |           ----- the class is declared here
                3 |     port => 'äöü',
                  |             ^^^^^"#]],
        );
    }

    #[test]
    fn a_fix_is_shown_as_a_patch() {
        let at = place(0, "'äöü'");
        let fix = Fix::replace("use a number", crate::Safety::Unsafe, at, "80");
        check(
            &mismatch().with_fix(fix),
            expect![[r#"
                error[T202]: parameter 'port' expects an Integer[1, 65535] value, got String
                 --> site.pp:3:13
                  |
                3 |     port => 'äöü',
                  |             ^^^^^
                  |
                help: use a number
                  |
                3 -     port => 'äöü',
                3 +     port => 80,
                  |"#]],
        );
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let long = format!(
            "$x = [{}, 'äöü', {}]\n",
            "1, ".repeat(200),
            "2, ".repeat(100_000)
        );
        let files = Files(vec![("long.pp", long.clone())]);
        let start = long.find("'äöü'").unwrap() as u32;
        let range = TextRange::at(start.into(), TextSize::of("'äöü'"));
        let near = TextRange::at(4.into(), 2.into());
        let diagnostic = Diagnostic::new(&MISMATCH, Place::new(0, range), "not a number")
            .with_related(Place::new(0, near), "this array");
        expect![[r#"
            error[T202]: not a number
             --> long.pp:1:609
              |
              |
            1 | …, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, , 'äöü', 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2...
              |                                          ^^^^^
            note: this array
             --> long.pp:1:5
              |
            1 | $x = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1...
              |     ^^"#]]
        .assert_eq(&Renderer::plain().render(&diagnostic, &files));
    }

    #[test]
    fn ranges_that_do_not_fit_are_no_problem() {
        let beyond = TextRange::new(1.into(), 5000.into());
        let wild = Diagnostic::new(&SYNTAX_ERROR, Place::new(0, beyond), "unexpected end");
        assert!(
            Renderer::coloured()
                .width(0)
                .render(&wild, &files())
                .contains("unexpected end")
        );
        let inside_of_a_char = TextRange::new(48.into(), 49.into());
        let split = Diagnostic::new(&SYNTAX_ERROR, Place::new(0, inside_of_a_char), "odd");
        assert!(Renderer::plain().render(&split, &files()).contains("odd"));
        let gone = Diagnostic::new(&SYNTAX_ERROR, Place::new(2, beyond), "cannot be read");
        check(&gone, expect!["error[S001]: cannot be read"]);
    }
}
