//! Groups: the contents of parentheses.

use super::{Atom, Parsed, RegexpNode, RegexpOptions, RegexpParser};
use crate::regexp::ast::Condition;

/// Most groups of one expression.
const MAX_GROUPS: usize = 32_767;

impl RegexpParser<'_> {
    /// Reads a group, of which the parenthesis is read.
    pub(super) fn group(&mut self, in_group: bool) -> Parsed<Atom> {
        if self.peek().is_none() {
            return self.error("end pattern with unmatched parenthesis");
        }
        if !self.eat('?') {
            let number = self.add_group()?;
            let node = self.group_body()?.into();
            return Ok(Atom::Node(RegexpNode::Capture { number, node }));
        }
        let Some(c) = self.next() else {
            return self.error("end pattern in group");
        };
        let node = match c {
            ':' => self.group_body()?,
            '=' => self.look(false, false)?,
            '!' => self.look(false, true)?,
            '>' => RegexpNode::Atomic(Box::new(self.group_body()?)),
            '~' => RegexpNode::Absent(Box::new(self.group_body()?)),
            '\'' => self.named_group('\'')?,
            '<' => match self.peek() {
                None => return self.error("end pattern with unmatched parenthesis"),
                Some('=') => {
                    self.position += 1;
                    self.look(true, false)?
                }
                Some('!') => {
                    self.position += 1;
                    self.look(true, true)?
                }
                Some(_) => self.named_group('<')?,
            },
            '(' => self.condition()?,
            '-' | 'i' | 'm' | 'x' | 'a' | 'd' | 'u' => return self.options_group(c, in_group),
            _ => return self.error("undefined group option"),
        };
        Ok(Atom::Node(node))
    }

    /// The inside of a group, and its closing parenthesis.
    fn group_body(&mut self) -> Parsed<RegexpNode> {
        let options = self.options;
        let node = self.alternatives(true)?;
        self.options = options;
        self.eat(')');
        Ok(node)
    }

    fn look(&mut self, is_lookbehind: bool, negative: bool) -> Parsed<RegexpNode> {
        let node = Box::new(self.group_body()?);
        Ok(RegexpNode::Look {
            is_lookbehind,
            negative,
            node,
        })
    }

    fn add_group(&mut self) -> Parsed<usize> {
        self.groups += 1;
        if self.groups > MAX_GROUPS {
            return self.error("too many capture groups are specified");
        }
        Ok(self.groups)
    }

    fn named_group(&mut self, open: char) -> Parsed<RegexpNode> {
        let name = self.definition_name(open)?;
        let number = self.add_group()?;
        self.named += 1;
        match self.names.iter_mut().find(|(other, _)| *other == name) {
            Some((_, numbers)) => numbers.push(number),
            None => self.names.push((name, vec![number])),
        }
        let node = Box::new(self.group_body()?);
        Ok(RegexpNode::Capture { number, node })
    }

    /// `(?(1)yes|no)`, `(?(<name>)yes|no)`
    fn condition(&mut self) -> Parsed<RegexpNode> {
        let (group, by_name) = match self.peek() {
            Some('0'..='9') => (self.condition_number()?, false),
            Some(open @ ('<' | '\'')) => {
                self.position += 1;
                let reference = self.backref(open)?;
                if !self.eat(')') {
                    return self.error("undefined group option");
                }
                (reference.groups.first().copied().unwrap_or(0), true)
            }
            None => return self.error("undefined group option"),
            Some(_) => return self.error("invalid conditional pattern"),
        };
        let (yes, no) = match self.group_body()? {
            RegexpNode::Alternatives(mut branches) => {
                let no = branches.pop().unwrap_or(RegexpNode::Empty);
                let yes = branches.pop().unwrap_or(RegexpNode::Empty);
                if !branches.is_empty() {
                    return self.error("invalid conditional pattern");
                }
                (yes, no)
            }
            yes => (yes, RegexpNode::Empty),
        };
        Ok(RegexpNode::Condition(Box::new(Condition {
            group,
            by_name,
            yes,
            no,
        })))
    }

    /// `(?i-mx)` for the rest of the group, or `(?i-mx:…)`.
    fn options_group(&mut self, first: char, in_group: bool) -> Parsed<Atom> {
        let mut options = self.options;
        let mut on = true;
        let mut c = first;
        loop {
            match c {
                '-' => on = false,
                'i' => options.ignore_case = on,
                'm' => options.multiline = on,
                'x' => options.extended = on,
                'a' if on => options.set_range(true, false),
                'u' if on => options.set_range(false, false),
                'd' if on => options.set_range(true, true),
                ':' | ')' => break,
                _ => return self.error("undefined group option"),
            }
            match self.next() {
                Some(next) => c = next,
                None => return self.error("end pattern in group"),
            }
        }
        self.any_ignore_case |= options.ignore_case;
        let outer = std::mem::replace(&mut self.options, options);
        let node = if c == ')' {
            self.alternatives(in_group)
        } else {
            self.group_body()
        };
        self.options = outer;
        let node = RegexpNode::Options(Box::new(node?));
        Ok(if c == ')' {
            Atom::RestOfGroup(node)
        } else {
            Atom::Node(node)
        })
    }
}

impl RegexpOptions {
    fn set_range(&mut self, ascii: bool, all_otherwise: bool) {
        self.ascii_range = ascii;
        self.posix_all = all_otherwise;
        self.word_bound_all = all_otherwise;
    }
}
