//! Sets of characters in brackets.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::{Parsed, RegexpParser};
use crate::regexp::property::{self, Shorthand};

/// Longest name of a POSIX bracket that is looked for.
const MAX_POSIX_NAME: usize = 20;

/// One thing in brackets.
enum ClassItem {
    /// `]`
    Close,
    /// `-`
    Hyphen,
    /// `&&`
    And,
    /// `[`
    Open,
    Char(char),
    Set(ClassUnicode),
}

/// What came before.
enum ClassState {
    /// Nothing yet, at the start or after `&&`.
    Start,
    /// A character that may start a range.
    Char(char),
    /// A set.
    Set,
    /// A character and a hyphen.
    Range(char),
    /// A range.
    Complete,
}

struct CharacterClass {
    /// What is between the last `&&` and here.
    set: ClassUnicode,
    /// What is before.
    before: Option<ClassUnicode>,
    state: ClassState,
}

impl RegexpParser<'_> {
    /// Reads a set, of which the opening bracket is read.
    pub(super) fn class(&mut self) -> Parsed<ClassUnicode> {
        let (mut set, negated) = self.class_parts()?;
        if self.options.ignore_case {
            set.case_fold_simple();
        }
        if negated {
            set.negate();
        }
        Ok(set)
    }

    fn class_parts(&mut self) -> Parsed<(ClassUnicode, bool)> {
        self.nested(|parser| {
            let negated = parser.eat('^');
            let mut class = CharacterClass {
                set: ClassUnicode::empty(),
                before: None,
                state: ClassState::Start,
            };
            let mut item = parser.item()?;
            if matches!(item, ClassItem::Close) {
                let rest = parser.chars.get(parser.position..).unwrap_or_default();
                if !rest.iter().any(|(c, _)| *c == ']') {
                    return parser.error("empty char-class");
                }
                item = ClassItem::Char(']');
            }
            while !matches!(item, ClassItem::Close) {
                item = parser.add(&mut class, item)?;
            }
            class.flush();
            class.join();
            Ok((class.before.unwrap_or(class.set), negated))
        })
    }

    /// Adds an item, and reads the next one.
    fn add(&mut self, class: &mut CharacterClass, item: ClassItem) -> Parsed<ClassItem> {
        match item {
            ClassItem::Close => {}
            ClassItem::Char(c) => self.add_char(class, c)?,
            ClassItem::Set(set) => {
                if matches!(class.state, ClassState::Range(_)) {
                    return self.error("char-class value at end of range");
                }
                class.flush();
                class.state = ClassState::Set;
                class.set.union(&set);
            }
            ClassItem::Open => {
                let (mut set, negated) = self.class_parts()?;
                if negated {
                    set.negate();
                }
                class.set.union(&set);
            }
            ClassItem::And => {
                class.flush();
                class.join();
                class.state = ClassState::Start;
            }
            ClassItem::Hyphen => return self.add_hyphen(class),
        }
        self.item()
    }

    fn add_char(&mut self, class: &mut CharacterClass, c: char) -> Parsed<()> {
        class.state = match class.state {
            ClassState::Range(from) if from > c => {
                return self.error("empty range in char class");
            }
            ClassState::Range(from) => {
                class.set.push(ClassUnicodeRange::new(from, c));
                ClassState::Complete
            }
            ClassState::Char(_) => {
                class.flush();
                ClassState::Char(c)
            }
            ClassState::Start | ClassState::Set | ClassState::Complete => ClassState::Char(c),
        };
        Ok(())
    }

    fn add_hyphen(&mut self, class: &mut CharacterClass) -> Parsed<ClassItem> {
        match class.state {
            ClassState::Char(from) => {
                let next = self.item()?;
                if matches!(next, ClassItem::Close | ClassItem::And) {
                    self.add_char(class, '-')?;
                } else {
                    class.state = ClassState::Range(from);
                }
                Ok(next)
            }
            ClassState::Set => {
                let next = self.item()?;
                if !matches!(next, ClassItem::Close | ClassItem::And) {
                    return self.error("unmatched range specifier in char-class");
                }
                self.add_char(class, '-')?;
                Ok(next)
            }
            ClassState::Start | ClassState::Range(_) | ClassState::Complete => {
                self.add_char(class, '-')?;
                self.item()
            }
        }
    }

    fn item(&mut self) -> Parsed<ClassItem> {
        let Some(c) = self.next() else {
            return self.error("premature end of char-class");
        };
        Ok(match c {
            ']' => ClassItem::Close,
            '-' => ClassItem::Hyphen,
            '&' if self.eat('&') => ClassItem::And,
            '\\' => self.class_escape()?,
            '[' if self.peek() == Some(':') && self.posix_follows() => match self.posix()? {
                Some(set) => ClassItem::Set(set),
                None => ClassItem::Char('['),
            },
            '[' => ClassItem::Open,
            c => ClassItem::Char(c),
        })
    }

    fn class_escape(&mut self) -> Parsed<ClassItem> {
        let Some(c) = self.next() else {
            return self.error("end pattern at escape");
        };
        if let Some(shorthand) = Shorthand::from_char(c) {
            return Ok(ClassItem::Set(shorthand.set(self.options.ascii_range)));
        }
        Ok(match c {
            'p' | 'P' if self.eat('{') => ClassItem::Set(self.property(c == 'P')?),
            '0'..='7' => {
                self.position -= 1;
                ClassItem::Char(char::from(self.code(8, 3)))
            }
            _ => ClassItem::Char(self.simple_escape(c)),
        })
    }

    /// Whether `:]` follows before a `]`.
    fn posix_follows(&self) -> bool {
        let rest = self.chars.get(self.position + 1..).unwrap_or_default();
        let mut chars = rest.iter().map(|(c, _)| *c).peekable();
        while let Some(c) = chars.next() {
            match c {
                ':' if chars.peek() == Some(&']') => return true,
                ']' => return false,
                '\\' => {
                    chars.next();
                }
                _ => {}
            }
        }
        false
    }

    /// Reads `:name:]`; what is no POSIX bracket is not read.
    fn posix(&mut self) -> Parsed<Option<ClassUnicode>> {
        let start = self.position;
        self.position += 1;
        let negated = self.eat('^');
        let rest: String = self
            .chars
            .get(self.position..)
            .unwrap_or_default()
            .iter()
            .take(2 * MAX_POSIX_NAME)
            .map(|(c, _)| *c)
            .collect();
        let ascii = self.options.ascii_range && !self.options.posix_all;
        if let Some((name, mut set)) = property::posix_prefix(&rest, ascii) {
            if !rest[name.len()..].starts_with(":]") {
                return self.error("invalid POSIX bracket type");
            }
            self.position += name.len() + 2;
            if negated {
                set.negate();
            }
            return Ok(Some(set));
        }
        let name_length = rest
            .chars()
            .take(MAX_POSIX_NAME + 1)
            .take_while(|c| !matches!(c, ':' | ']'))
            .count();
        if rest.chars().skip(name_length).take(2).eq([':', ']']) {
            return self.error("invalid POSIX bracket type");
        }
        self.position = start;
        Ok(None)
    }
}

impl CharacterClass {
    /// Adds the character that might have started a range.
    fn flush(&mut self) {
        if let ClassState::Char(c) = self.state {
            self.set.push(ClassUnicodeRange::new(c, c));
        }
    }

    /// Joins what is on both sides of `&&`.
    fn join(&mut self) {
        let set = std::mem::replace(&mut self.set, ClassUnicode::empty());
        match &mut self.before {
            Some(before) => before.intersect(&set),
            None => self.before = Some(set),
        }
    }
}
