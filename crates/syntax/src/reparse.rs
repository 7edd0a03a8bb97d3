//! Parsing again after an edit: only the statements around it.
//!
//! What comes out is what [`parse_with`] gives for the whole text; where that is not certain, nothing comes out.
//! A statement is read the same way wherever it stands in a block, as long as all brackets and quotes pair up. So the
//! statements that an edit touches are read on their own, with some of their neighbours that it does not touch: if the
//! last of these is read as before, so is all behind it.

use puppet_text::{TextRange, TextSize};
use rowan::{GreenNode, GreenNodeData, GreenToken, NodeOrToken};

use crate::SyntaxKind::{self, *};
use crate::error::{Stop, SyntaxError, SyntaxErrorKind};
use crate::parse::{Parse, ParseOptions, parse_with};
use crate::{Entry, SyntaxNode};

type Element = NodeOrToken<GreenNode, GreenToken>;

/// What stands before the statements that are read on their own.
const HEAD: &str = "if x {";

/// How many statements behind the edit are read again: more where the edit has taken in the first one.
const BEHIND: [usize; 2] = [1, 3];

/// Deeper trees are read as a whole: how deep code may be nested depends on what is around it.
const DEEPEST: usize = 100;

/// The tree of `text`, made of that of `old_text`, which was read with the same options; `None` if it is better to read
/// all of it.
pub fn reparse(old: &Parse, old_text: &str, text: &str, options: ParseOptions) -> Option<Parse> {
    if options.entry != Entry::Manifest || !old.is_regular() || old.has_heredocs() {
        return None;
    }
    let change = Change::between(old_text, text)?;
    let block = block_around(&old.syntax(), change.old)?;
    let reread = Reread {
        old,
        block,
        change,
        old_text,
        text,
        options,
    };
    BEHIND.iter().find_map(|behind| reread.with(*behind))
}

/// What the statements around an edit are read again with.
struct Reread<'a> {
    old: &'a Parse,
    /// The block that has them.
    block: SyntaxNode,
    change: Change,
    old_text: &'a str,
    text: &'a str,
    options: ParseOptions,
}

impl Reread<'_> {
    /// The tree, if it is enough to read so many statements behind the edit.
    fn with(&self, behind: usize) -> Option<Parse> {
        let Self {
            old,
            block,
            change,
            old_text,
            text,
            options,
        } = self;
        let region = Region::around(block, change.old, behind)?;
        if usize::from(region.range.len()) > old_text.len() / 2 {
            return None;
        }
        let first = region.first_token(block)?;
        let is_held = |error: &SyntaxError| region.holds(error, first);
        if !old.errors().iter().all(is_held) {
            return None;
        }
        let end = usize::from(region.range.end()).checked_add_signed(change.growth)?;
        let statements = text.get(usize::from(region.range.start())..end)?;
        let read = parse_with(&format!("{HEAD}{statements}}}"), *options);
        let children = region.children(block, &read)?;
        let errors: Option<Vec<SyntaxError>> =
            read.errors().iter().map(|it| region.moved(it)).collect();
        let stop = match read.stop() {
            Some(stop) => Some(Stop {
                issue: stop.issue,
                offset: Some(region.at(stop.offset?)?),
            }),
            None => None,
        };
        let green = block.replace_with(GreenNode::new(BLOCK.into(), children));
        Some(Parse::regular(green, errors?, stop))
    }
}

/// What was replaced in a text.
struct Change {
    old: TextRange,
    /// How many bytes the new text is longer.
    growth: isize,
}

impl Change {
    fn between(old: &str, new: &str) -> Option<Change> {
        let (before, after) = (old.as_bytes(), new.as_bytes());
        let shorter = before.len().min(after.len());
        let same = |(one, other): &(&u8, &u8)| one == other;
        let start = before.iter().zip(after).take_while(same).count();
        let ends = before.iter().rev().zip(after.iter().rev());
        let end = ends.take(shorter - start).take_while(same).count();
        let old = TextRange::new(
            TextSize::try_from(start).ok()?,
            TextSize::try_from(before.len() - end).ok()?,
        );
        let growth = isize::try_from(after.len()).ok()? - isize::try_from(before.len()).ok()?;
        Some(Change { old, growth })
    }
}

/// The innermost block around a range that stands in nothing but blocks and what has them.
fn block_around(root: &SyntaxNode, range: TextRange) -> Option<SyntaxNode> {
    let inner = match root.covering_element(range) {
        NodeOrToken::Node(node) => node,
        NodeOrToken::Token(token) => token.parent()?,
    };
    let mut found = None;
    for node in inner.ancestors() {
        if !holds_blocks(node.kind()) {
            found = None;
        } else if found.is_none() && node.kind() == BLOCK && is_inside(&node, range) {
            found = Some(node);
        }
    }
    found.filter(|block| block.ancestors().take(DEEPEST).count() < DEEPEST)
}

fn holds_blocks(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        SOURCE_FILE
            | BLOCK
            | CLASS_DEF
            | DEFINE_DEF
            | FUNCTION_DEF
            | PLAN_DEF
            | NODE_DEF
            | IF_EXPR
            | ELSE_CLAUSE
            | UNLESS_EXPR
            | CASE_EXPR
            | CASE_OPTION
    )
}

/// Whether a range is between the braces of a block.
fn is_inside(block: &SyntaxNode, range: TextRange) -> bool {
    let is =
        |element: Option<crate::SyntaxElement>, kind| element.is_some_and(|it| it.kind() == kind);
    let brace = TextSize::new(1);
    is(block.first_child_or_token(), L_BRACE)
        && is(block.last_child_or_token(), R_BRACE)
        && block.text_range().start() + brace <= range.start()
        && range.end() + brace <= block.text_range().end()
}

/// The part of a block that is read again.
struct Region {
    range: TextRange,
    /// Its first child among those of the block, and the first behind it.
    children: std::ops::Range<usize>,
    /// The last statement, if it must be read as before.
    last: Option<GreenNode>,
}

impl Region {
    /// From the statement before the change to so many behind it, or to the braces.
    fn around(block: &SyntaxNode, change: TextRange, count: usize) -> Option<Region> {
        let green = block.green();
        let start = block.text_range().start();
        let mut region = Region {
            range: TextRange::empty(start + TextSize::new(1)),
            children: 1..green.children().len().checked_sub(1)?,
            last: None,
        };
        // The child behind the statement before the last one that ends before the change.
        let (mut before, mut behind) = ((1, region.range.start()), 0);
        let mut offset = start;
        for (index, child) in green.children().enumerate() {
            let end = offset + child_len(child);
            if let NodeOrToken::Node(node) = child {
                if end < change.start() {
                    region.children.start = before.0;
                    region.range = TextRange::empty(before.1);
                    before = (index + 1, end);
                } else if offset > change.end() {
                    behind += 1;
                    if behind == count {
                        region.children.end = index + 1;
                        region.range = TextRange::new(region.range.start(), end);
                        region.last = Some(node.to_owned());
                        return Some(region);
                    }
                }
            }
            offset = end;
        }
        let end = block.text_range().end() - TextSize::new(1);
        region.range = TextRange::new(region.range.start(), end);
        Some(region)
    }

    /// Whether an error belongs to what is read again: not one at its edges, which statements around it may have. What a
    /// statement lacks is told at the first token behind it.
    fn holds(&self, error: &SyntaxError, first: TextSize) -> bool {
        let starts_block = self.children.start == 1;
        let ends_block = self.last.is_none();
        (first < error.range.start() || starts_block && self.range.start() <= error.range.start())
            && (error.range.end() < self.range.end()
                || ends_block && error.range.end() == self.range.end())
    }

    /// Where the first token starts that is read again; `None` if it is none of a statement: it belongs to the one before.
    fn first_token(&self, block: &SyntaxNode) -> Option<TextSize> {
        let mut start = self.range.start();
        for child in block.green().children().skip(self.children.start) {
            let is = |kind: SyntaxKind| child.kind() == kind.into();
            if !(is(WHITESPACE) || is(COMMENT) || is(BLOCK_COMMENT)) {
                let starts_block = self.children.start == 1;
                return (starts_block || child.as_node().is_some()).then_some(start);
            }
            start += child_len(child);
        }
        Some(start)
    }

    /// The children of the block, with those in place that were read.
    fn children(&self, block: &SyntaxNode, read: &Parse) -> Option<Vec<Element>> {
        let is_open = |error: &SyntaxError| error.kind == SyntaxErrorKind::Unclosed;
        if !read.is_regular() || read.has_heredocs() || read.errors().iter().any(is_open) {
            return None;
        }
        let root = read.syntax();
        let condition = root.first_child().filter(|it| it.kind() == IF_EXPR)?;
        let inner = condition.last_child().filter(|it| it.kind() == BLOCK)?;
        let braces = TextSize::of(HEAD) - TextSize::new(1);
        let is_whole = inner.text_range() == TextRange::new(braces, root.text_range().end());
        let inner = inner.green();
        let count = inner.children().len();
        if !is_whole || !is_closed(inner) || !is_plain(inner) {
            return None;
        }
        let new = inner.children().take(count.checked_sub(1)?).skip(1);
        if let Some(last) = &self.last {
            let read = new.clone().last()?.into_node()?;
            if *read != **last {
                return None;
            }
        }
        let old: Vec<Element> = block.green().children().map(|it| it.to_owned()).collect();
        let mut new: Vec<Element> = new.map(|it| it.to_owned()).collect();
        keep_equal(old.get(self.children.clone())?, &mut new);
        let before = old.get(..self.children.start)?.iter().cloned();
        let behind = old.get(self.children.end..)?.iter().cloned();
        Some(before.chain(new).chain(behind).collect())
    }

    /// Where something that was read stands in the whole text.
    fn at(&self, offset: TextSize) -> Option<TextSize> {
        (self.range.start() + offset).checked_sub(TextSize::of(HEAD))
    }

    fn moved(&self, error: &SyntaxError) -> Option<SyntaxError> {
        let range = |it: TextRange| Some(TextRange::new(self.at(it.start())?, self.at(it.end())?));
        Some(SyntaxError {
            range: range(error.range)?,
            opener: match error.opener {
                Some(opener) => Some(range(opener)?),
                None => None,
            },
            kind: error.kind,
            message: error.message.clone(),
        })
    }
}

/// Puts the old children in the places of new ones at both ends that equal them, so that what is known of them by their
/// addresses stays so.
fn keep_equal(old: &[Element], new: &mut [Element]) {
    for (old, new) in old.iter().zip(new.iter_mut()) {
        if old != new {
            break;
        }
        *new = old.clone();
    }
    for (old, new) in old.iter().rev().zip(new.iter_mut().rev()) {
        if old != new {
            break;
        }
        *new = old.clone();
    }
}

fn child_len(child: NodeOrToken<&GreenNodeData, &rowan::GreenTokenData>) -> TextSize {
    match child {
        NodeOrToken::Node(node) => node.text_len(),
        NodeOrToken::Token(token) => token.text_len(),
    }
}

/// Whether a block ends with its brace.
fn is_closed(block: &GreenNodeData) -> bool {
    let last = block.children().last();
    last.is_some_and(|last| last.kind() == R_BRACE.into())
}

/// Whether a tree is not too deep, and has no `/` that is no regular expression for want of another `/` behind it.
fn is_plain(root: &GreenNodeData) -> bool {
    let mut waiting = vec![(root, 1)];
    while let Some((node, depth)) = waiting.pop() {
        for child in node.children() {
            match child {
                NodeOrToken::Node(node) => waiting.push((node, depth + 1)),
                NodeOrToken::Token(token) if token.kind() == SLASH.into() => return false,
                NodeOrToken::Token(_) => {}
            }
        }
        if depth > DEEPEST {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Keywords;

    const OPTIONS: ParseOptions = ParseOptions {
        entry: Entry::Manifest,
        keywords: Keywords::Manifest,
    };

    const TEXT: &str = r#"# About it.
class web (
  Integer $port = 80,
) inherits web::params {
  $root = '/srv' # where
  if $port == 80 {
    include web::plain
    notice("${port} [${root}]", 'x')
  } elsif $port > 1 {
    file { '/a':
      ensure => file,
      mode   => '0644';
      ['/b', '/c']: ensure => absent,
    }
  } else {
    fail 'no'
  }
  case $root {
    /^\/srv/, 'x': { $y = [1, 2, { a => 1 }] }
    default: { $y = [] }
  }
  $y.each |$it| {
    notice $it
    notice(1 / 2, $it ? { 1 => a, default => b })
  }
  (1 + 2).notice
  [1, 2].map |$x| { $x + 1 }
  File <| title == '/a' |> -> Service['web']
  File['/a'] { owner => root }
  unless $root { warning 'a', 'b' }
  service { 'web': ensure => running }
}
define web::x($a) { notice $a }
"#;

    /// Reads a changed text both ways; gives whether it was read in part.
    fn both(old: &str, new: &str) -> bool {
        let part = reparse(&parse_with(old, OPTIONS), old, new, OPTIONS);
        if let Some(part) = &part {
            assert_eq!(*part, parse_with(new, OPTIONS), "from\n{old}\nto\n{new}");
        }
        part.is_some()
    }

    /// Types a text at a place, letter by letter; how often the whole text was read.
    fn type_in(text: &str, at: usize, typed: &str) -> usize {
        let mut old = text.to_owned();
        let mut whole = 0;
        for (index, letter) in typed.char_indices() {
            let mut new = old.clone();
            new.insert(at + index, letter);
            whole += usize::from(!both(&old, &new));
            old = new;
        }
        whole
    }

    #[test]
    fn typing_a_statement_reads_its_surroundings_only() {
        let at = TEXT.find("  (1 + 2)").expect("in the text");
        let mut text = TEXT.replace("1 / 2", "1 * 2");
        text.insert_str(at, &"  include web::more\n".repeat(100));
        text.insert_str(at, "  \n");
        // How often all of it is read: what is open concerns the text behind it.
        let cases = [
            "$a = [1, 2] + f($x)",
            "include web::other",
            "$a = 'b'",
            "if $a { }",
        ];
        let whole = cases.map(|typed| (typed, type_in(&text, at + 2, typed)));
        let expected = [
            ("$a = [1, 2] + f($x)", 10),
            ("include web::other", 2),
            ("$a = 'b'", 3),
            ("if $a { }", 3),
        ];
        assert_eq!(whole, expected);
    }

    #[test]
    fn what_is_around_the_edit_counts() {
        let at = TEXT.find("  case").expect("in the text");
        for typed in [
            "$a =",
            "(",
            "@(X)",
            "if",
            "/",
            "#",
            "\"",
            "else { 1 }",
            "}",
            "{",
            "[",
            "->",
            ", 2",
        ] {
            let mut new = TEXT.to_owned();
            new.insert_str(at, typed);
            both(TEXT, &new);
            both(&new, TEXT);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(80))]

        #[test]
        fn the_tree_is_that_of_the_whole_text(
            edits in prop::collection::vec(
                (
                    any::<prop::sample::Index>(),
                    0_usize..4,
                    prop::sample::select(vec![
                        "", "", " ", "\n", "x", "$", "'", "\"", "{", "}", "[", "]", "(", ")", ",", "=>", "=", "/", "#", "|",
                        "@(X)", "if", "include x\n", "{ 'a': b => c }", "\n[1]", "\n(2)", "?", "::", "+", "class y { }\n",
                        "else { }", "-> ", "default", ":", ";", "f(1) |$x| { 2 }", ".",
                    ]),
                ),
                1..12,
            )
        ) {
            let mut old = TEXT.replace("1 / 2", "1 * 2");
            for (place, removed, put) in edits {
                let start = place.index(old.len());
                let end = (start + removed).min(old.len());
                let mut new = old.clone();
                new.replace_range(start..end, put);
                both(&old, &new);
                old = new;
            }
        }
    }
}
