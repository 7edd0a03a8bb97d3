//! Names and numbers of groups: in definitions, references and calls.

use super::{Parsed, RegexpParser};
use crate::regexp::ast::{Backref, GroupCall};

/// A reference as written.
enum GroupReference {
    Number(i64),
    Name(String),
}

fn closing(open: char) -> char {
    match open {
        '<' => '>',
        '(' => ')',
        other => other,
    }
}

fn invalid_name<T>(parser: &RegexpParser<'_>, name: &str) -> Parsed<T> {
    parser.error(format!("invalid group name <{name}>"))
}

impl RegexpParser<'_> {
    /// The name of a group where it is defined.
    pub(super) fn definition_name(&mut self, open: char) -> Parsed<String> {
        let name = self.name_text(open)?;
        match name.chars().next() {
            Some(c) if c.is_ascii_digit() || c == '-' => invalid_name(self, &name),
            _ => Ok(name),
        }
    }

    /// The text up to the closing character; it is not empty.
    fn name_text(&mut self, open: char) -> Parsed<String> {
        let close = closing(open);
        let mut name = String::new();
        loop {
            match self.next() {
                Some(c) if c == close => break,
                None => {
                    return if name.is_empty() {
                        self.error("group name is empty")
                    } else {
                        invalid_name(self, &name)
                    };
                }
                Some(')') if !name.is_empty() => return invalid_name(self, &name),
                Some(c) => name.push(c),
            }
        }
        if name.is_empty() {
            return self.error("group name is empty");
        }
        Ok(name)
    }

    /// The number in `(?(1)…)`.
    pub(super) fn condition_number(&mut self) -> Parsed<usize> {
        let text = self.name_text('(')?;
        match self.reference(&text)? {
            GroupReference::Number(number) => Ok(usize::try_from(number).unwrap_or(0)),
            GroupReference::Name(name) => invalid_name(self, &name),
        }
    }

    /// A number, which may have a sign, or a name.
    fn reference(&self, text: &str) -> Parsed<GroupReference> {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, text),
        };
        let numeric = sign < 0 || text.starts_with(|c: char| c.is_ascii_digit());
        if !numeric {
            return Ok(GroupReference::Name(text.to_owned()));
        }
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return invalid_name(self, text);
        }
        match digits.parse::<i64>() {
            Ok(0) => invalid_name(self, text),
            Ok(number) if number <= i64::from(i32::MAX) => {
                Ok(GroupReference::Number(sign * number))
            }
            _ => self.error("too big number"),
        }
    }

    /// `\k<name>`, of which the opening character is read. A level of recursion may follow the name.
    pub(super) fn backref(&mut self, open: char) -> Parsed<Backref> {
        let text = self.name_text(open)?;
        let (text, level) = split_level(&text);
        if level.is_some_and(|level| level.is_empty() || !level.bytes().all(|b| b.is_ascii_digit()))
        {
            return invalid_name(self, text);
        }
        let (groups, by_name) = match self.reference(text)? {
            GroupReference::Number(number) => (vec![self.absolute(number)?], false),
            GroupReference::Name(name) => {
                let known = self.names.iter().find(|(other, _)| *other == name);
                let Some((_, numbers)) = known else {
                    return self.error(format!("undefined name <{name}> reference"));
                };
                (numbers.clone(), true)
            }
        };
        Ok(Backref {
            groups,
            by_name,
            ignore_case: self.options.ignore_case,
            level: level.is_some(),
        })
    }

    /// The number of a group that may be counted backwards from here.
    fn absolute(&self, number: i64) -> Parsed<usize> {
        let count = i64::try_from(self.groups).unwrap_or(i64::MAX);
        let absolute = if number < 0 {
            count + 1 + number
        } else {
            number
        };
        match usize::try_from(absolute) {
            Ok(absolute) if absolute > 0 => Ok(absolute),
            _ => self.error("invalid backref number/name"),
        }
    }

    /// `\g<name>`, of which the opening character is read.
    pub(super) fn call(&mut self, open: char) -> Parsed<GroupCall> {
        if self.peek() == Some('0') && self.peek_at(1) == Some(closing(open)) {
            self.position += 2;
            return Ok(GroupCall::Number(0));
        }
        let relative = self.eat('+');
        let text = self.name_text(open)?;
        match self.reference(&text)? {
            GroupReference::Number(number) if relative && number > 0 => Ok(GroupCall::Number(
                self.groups + usize::try_from(number).unwrap_or(0),
            )),
            GroupReference::Number(number) => Ok(GroupCall::Number(self.absolute(number)?)),
            // Ruby takes a name after `+` for the number 0.
            GroupReference::Name(_) if relative => Ok(GroupCall::Number(self.groups + 1)),
            GroupReference::Name(name) => Ok(GroupCall::Name(name)),
        }
    }
}

/// Cuts off `+1` or `-1` at the end of a reference.
fn split_level(text: &str) -> (&str, Option<&str>) {
    let sign = text
        .char_indices()
        .skip(1)
        .find(|(_, c)| matches!(c, '+' | '-'));
    match sign {
        Some((at, _)) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}
