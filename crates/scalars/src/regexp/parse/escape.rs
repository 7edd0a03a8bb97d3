//! Escapes outside of brackets.

use regex_syntax::hir::ClassUnicode;

use super::{Parsed, RegexpNode, RegexpParser};
use crate::regexp::{
    ast::{Backref, PositionAssertion},
    property::{self, Shorthand},
};

/// Greatest number of a reference.
const MAX_BACKREF: usize = 1000;

impl RegexpParser<'_> {
    /// Reads an escape, of which the backslash is read.
    pub(super) fn escape(&mut self) -> Parsed<RegexpNode> {
        let Some(c) = self.next() else {
            return self.error("end pattern at escape");
        };
        if let Some(shorthand) = Shorthand::from_char(c) {
            return Ok(RegexpNode::Set(shorthand.set(self.options.ascii_range)));
        }
        let ascii = self.options.ascii_range && !self.options.word_bound_all;
        Ok(match c {
            'A' => RegexpNode::Anchor(PositionAssertion::TextStart),
            'z' => RegexpNode::Anchor(PositionAssertion::TextEnd),
            'Z' => RegexpNode::Anchor(PositionAssertion::TextEndOrNewline),
            'b' => RegexpNode::Anchor(PositionAssertion::WordBoundary { ascii }),
            'B' => RegexpNode::Anchor(PositionAssertion::NotWordBoundary { ascii }),
            'G' => RegexpNode::Anchor(PositionAssertion::SearchStart),
            'K' => RegexpNode::Keep,
            'X' => RegexpNode::Grapheme,
            'R' => line_break(),
            'k' | 'g' if matches!(self.peek(), Some('<' | '\'')) => {
                let open = self.next().unwrap_or('<');
                if c == 'k' {
                    RegexpNode::Backref(self.backref(open)?)
                } else {
                    RegexpNode::Call(self.call(open)?)
                }
            }
            'p' | 'P' if self.eat('{') => {
                let mut set = self.property(c == 'P')?;
                if self.options.ignore_case {
                    set.case_fold_simple();
                }
                RegexpNode::Set(set)
            }
            '1'..='9' => self.number(c)?,
            _ => {
                let c = self.simple_escape(c);
                self.literal(c)
            }
        })
    }

    /// A property, of which the opening brace is read.
    pub(super) fn property(&mut self, negated: bool) -> Parsed<ClassUnicode> {
        let negated = negated ^ self.eat('^');
        let mut name = String::new();
        loop {
            match self.next() {
                Some('}') => break,
                None | Some('(' | ')' | '{' | '|') => {
                    return self.error(format!("invalid character property name {{{name}}}"));
                }
                Some(c) => name.push(c),
            }
        }
        let Some(mut set) = property::class_of_property(&name) else {
            return self.error(format!("invalid character property name {{{name}}}"));
        };
        if negated {
            set.negate();
        }
        Ok(set)
    }

    /// An escape that stands for one character.
    pub(super) fn simple_escape(&mut self, c: char) -> char {
        match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'f' => '\x0c',
            'a' => '\x07',
            'b' => '\x08',
            'e' => '\x1b',
            'v' => '\x0b',
            'x' => char::from(self.code(16, 2)),
            c => c,
        }
    }

    /// Up to `most` digits of a number below 128.
    pub(super) fn code(&mut self, radix: u32, most: usize) -> u8 {
        let mut code = 0_u32;
        for _ in 0..most {
            let Some(digit) = self.peek().and_then(|c| c.to_digit(radix)) else {
                break;
            };
            code = code * radix + digit;
            self.position += 1;
        }
        u8::try_from(code).unwrap_or(0x7f)
    }

    /// A reference by number, or a character by its number in octal digits.
    fn number(&mut self, first: char) -> Parsed<RegexpNode> {
        let start = self.position;
        self.position -= 1;
        let mut number = 0_usize;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            number = number.saturating_mul(10).saturating_add(digit as usize);
            self.position += 1;
        }
        if number <= MAX_BACKREF && (number <= self.groups || number <= 9) {
            return Ok(RegexpNode::Backref(Backref {
                groups: vec![number],
                by_name: false,
                ignore_case: self.options.ignore_case,
                level: false,
            }));
        }
        self.position = start;
        if matches!(first, '8' | '9') {
            return Ok(self.literal(first));
        }
        self.position -= 1;
        let code = self.code(8, 3);
        Ok(self.literal(char::from(code)))
    }
}

/// `(?>\r\n|[\n-\r\u{85}\u{2028}\u{2029}])`
fn line_break() -> RegexpNode {
    let single = property::set(&[('\n', '\r'), ('\u{85}', '\u{85}'), ('\u{2028}', '\u{2029}')]);
    let pair = RegexpNode::Sequence(vec![RegexpNode::Char('\r'), RegexpNode::Char('\n')]);
    RegexpNode::Atomic(Box::new(RegexpNode::Alternatives(vec![
        pair,
        RegexpNode::Set(single),
    ])))
}
