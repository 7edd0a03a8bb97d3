//! The same text with other spaces.

use puppet_syntax::{Entry, SyntaxKind, TreeEvent, walk};

use crate::support::parse;

/// Numbers without a pattern, the same ones for the same start.
pub struct Numbers(pub u64);

impl Numbers {
    fn next(&mut self) -> usize {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize
    }
}

/// What becomes of spaces within lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// They stay.
    Kept,
    /// None may become one before some tokens, one becomes another one, and several become several: an author who writes several means a column.
    Changed,
}

/// The same line breaks with other spaces: indentation, ends of lines, more empty lines.
pub fn mangled(text: &str, within: Within, numbers: &mut Numbers) -> String {
    let mut result = String::new();
    let mut after_body = false;
    walk(parse(text, Entry::Manifest).green(), |event| {
        match event {
            TreeEvent::Start(SyntaxKind::HEREDOC_BODY, _) => {
                // The text of a heredoc starts directly after a line break.
                let line = result.rfind('\n').map_or(0, |it| it + 1);
                result.truncate(line);
            }
            TreeEvent::Token(SyntaxKind::WHITESPACE, spaces) => {
                match spaces.matches('\n').count() {
                    0 if within == Within::Kept => result.push_str(spaces),
                    0 if spaces.len() == 1 && !after_body => {
                        result.push([' ', '\t'][numbers.next() % 2])
                    }
                    0 => result.push_str(&" ".repeat(2 + numbers.next() % 3)),
                    count => {
                        let line = " ".repeat(if after_body { 0 } else { numbers.next() % 2 });
                        result.push_str(
                            &format!("{line}\n")
                                .repeat(count + usize::from(count > 1) * (numbers.next() % 2)),
                        );
                        result.push_str(["", "   ", "\t", "        "][numbers.next() % 4]);
                    }
                }
            }
            TreeEvent::Token(kind, token) => {
                use SyntaxKind::*;
                let is_loose =
                    matches!(kind, COMMA | SEMICOLON | FAT_ARROW | EQ | R_BRACK | R_BRACE);
                let follows_blank = result.ends_with(|it: char| it.is_ascii_whitespace());
                if is_loose && within == Within::Changed && !follows_blank {
                    result.push_str(["", " "][numbers.next() % 2]);
                }
                result.push_str(token);
            }
            _ => {}
        }
        if let TreeEvent::Token(kind, _) = event {
            after_body = kind == SyntaxKind::HEREDOC_END;
        }
        true
    });
    result
}
