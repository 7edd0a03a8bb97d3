//! The grammar of regular expressions, as Ruby's engine reads it.

mod class;
mod escape;
mod group;
mod name;

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::{
    RegexpError,
    ast::{PositionAssertion, RegexpNode, Repeat},
    preprocess::PatternSource,
};

/// Deepest nesting that is read; what is deeper is taken as valid, and its matches as undecidable. (Ruby's own limit is
/// 4096.)
const MAX_DEPTH: usize = 200;

/// Greatest number in `{n,m}`.
const MAX_REPEAT: u32 = 100_000;

/// Why reading stopped.
#[derive(Debug)]
pub(super) enum RegexpStop {
    /// The expression is not valid.
    Error(RegexpError),
    /// It is nested too deeply to be checked.
    TooDeep,
}

type Parsed<T> = Result<T, RegexpStop>;

/// What an expression consists of.
#[derive(Debug)]
pub(super) struct RegexpTree {
    pub root: RegexpNode,
    /// Number of groups that capture.
    pub groups: usize,
    /// Names with the numbers of their groups.
    pub names: Vec<(String, Vec<usize>)>,
    /// Whether some part matches without regard to case.
    pub ignore_case: bool,
}

pub(super) fn parse(source: &PatternSource) -> Parsed<RegexpTree> {
    let mut parser = RegexpParser {
        chars: &source.chars,
        position: 0,
        options: RegexpOptions::default(),
        groups: 0,
        named: 0,
        names: Vec::new(),
        any_ignore_case: false,
        depth: 0,
    };
    let root = parser.alternatives(false)?;
    let mut tree = RegexpTree {
        root,
        groups: parser.groups,
        names: parser.names,
        ignore_case: parser.any_ignore_case,
    };
    super::check::check(&mut tree, parser.named)?;
    Ok(tree)
}

/// What `(?imxadu-imx)` changes.
#[derive(Debug, Clone, Copy)]
struct RegexpOptions {
    ignore_case: bool,
    /// `.` matches line ends.
    multiline: bool,
    extended: bool,
    /// `\w`, `\d`, `\s`, `\h` know only ASCII.
    ascii_range: bool,
    /// `[[:alpha:]]` knows all of Unicode even so.
    posix_all: bool,
    /// `\b` knows all of Unicode even so.
    word_bound_all: bool,
}

impl Default for RegexpOptions {
    fn default() -> Self {
        Self {
            ignore_case: false,
            multiline: false,
            extended: false,
            ascii_range: true,
            posix_all: true,
            word_bound_all: true,
        }
    }
}

struct RegexpParser<'a> {
    chars: &'a [(char, usize)],
    position: usize,
    options: RegexpOptions,
    groups: usize,
    named: usize,
    names: Vec<(String, Vec<usize>)>,
    any_ignore_case: bool,
    depth: usize,
}

/// A quantifier as written.
struct Quantifier {
    min: u32,
    max: Option<u32>,
    greedy: bool,
    possessive: bool,
}

impl RegexpParser<'_> {
    fn peek(&self) -> Option<char> {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.position + ahead).map(|(c, _)| *c)
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.position += 1;
        Some(c)
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.position += 1;
        }
        found
    }

    fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        let offset = self
            .chars
            .get(self.position.saturating_sub(1))
            .map_or(0, |(_, offset)| *offset);
        Err(RegexpStop::Error(RegexpError {
            message: message.into(),
            offset,
        }))
    }

    /// Counts a level of nesting.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(RegexpStop::TooDeep);
        }
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Reads branches with `|` between, up to the `)` of the group or the end.
    fn alternatives(&mut self, in_group: bool) -> Parsed<RegexpNode> {
        self.nested(|parser| {
            let mut branches = vec![parser.branch(in_group)?];
            while parser.eat('|') {
                branches.push(parser.branch(in_group)?);
            }
            if in_group && parser.peek().is_none() {
                return parser.error("end pattern with unmatched parenthesis");
            }
            Ok(single_or(branches, RegexpNode::Alternatives))
        })
    }

    fn branch(&mut self, in_group: bool) -> Parsed<RegexpNode> {
        let mut nodes = Vec::new();
        loop {
            self.skip_ignored()?;
            match self.peek() {
                None | Some('|') => break,
                Some(')') if in_group => break,
                Some(')') => {
                    self.position += 1;
                    return self.error("unmatched close parenthesis");
                }
                Some(_) => {}
            }
            match self.atom(in_group)? {
                Atom::Node(node) => {
                    let node = self.quantified(node)?;
                    nodes.push(node);
                }
                Atom::RestOfGroup(node) => {
                    nodes.push(node);
                    break;
                }
            }
        }
        if nodes.is_empty() {
            return Ok(RegexpNode::Empty);
        }
        Ok(single_or(nodes, RegexpNode::Sequence))
    }

    /// Skips comments, and the white space of an extended expression.
    fn skip_ignored(&mut self) -> Parsed<()> {
        loop {
            match self.peek() {
                Some('(') if self.peek_at(1) == Some('?') && self.peek_at(2) == Some('#') => {
                    self.position += 3;
                    self.skip_comment()?;
                }
                Some('#') if self.options.extended => {
                    while self.next().is_some_and(|c| c != '\n') {}
                }
                Some(' ' | '\t' | '\n' | '\r' | '\x0c') if self.options.extended => {
                    self.position += 1;
                }
                _ => return Ok(()),
            }
        }
    }

    fn skip_comment(&mut self) -> Parsed<()> {
        loop {
            match self.next() {
                None => return self.error("end pattern in group"),
                Some('\\') => {
                    self.next();
                }
                Some(')') => return Ok(()),
                Some(_) => {}
            }
        }
    }

    fn atom(&mut self, in_group: bool) -> Parsed<Atom> {
        let Some(c) = self.next() else {
            return Ok(Atom::Node(RegexpNode::Empty));
        };
        let node = match c {
            '(' => return self.group(in_group),
            '[' => RegexpNode::Set(self.class()?),
            '\\' => self.escape()?,
            '.' => RegexpNode::Any {
                newline: self.options.multiline,
            },
            '^' => RegexpNode::Anchor(PositionAssertion::LineStart),
            '$' => RegexpNode::Anchor(PositionAssertion::LineEnd),
            '*' | '+' | '?' => return self.error("target of repeat operator is not specified"),
            '{' => {
                if self.interval()?.is_some() {
                    return self.error("target of repeat operator is not specified");
                }
                self.literal('{')
            }
            c => self.literal(c),
        };
        Ok(Atom::Node(node))
    }

    /// One character, or all that differ from it only by case.
    fn literal(&self, c: char) -> RegexpNode {
        if self.options.ignore_case {
            let mut set = ClassUnicode::new([ClassUnicodeRange::new(c, c)]);
            set.case_fold_simple();
            if set.ranges().len() > 1 {
                return RegexpNode::Set(set);
            }
        }
        RegexpNode::Char(c)
    }

    /// Reads the quantifiers after a node.
    fn quantified(&mut self, mut node: RegexpNode) -> Parsed<RegexpNode> {
        let mut levels = 0;
        loop {
            self.skip_ignored()?;
            let Some(quantifier) = self.quantifier()? else {
                return Ok(node);
            };
            levels += 1;
            if self.depth + levels > MAX_DEPTH {
                return Err(RegexpStop::TooDeep);
            }
            if quantifier.min != 1 || quantifier.max != Some(1) {
                node = RegexpNode::Repeat(Box::new(Repeat {
                    node,
                    min: quantifier.min,
                    max: quantifier.max,
                    greedy: quantifier.greedy,
                }));
            }
            if quantifier.possessive {
                node = RegexpNode::Atomic(Box::new(node));
            }
        }
    }

    fn quantifier(&mut self) -> Parsed<Option<Quantifier>> {
        let (min, max) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.position += 1;
                let interval = self.interval()?;
                if interval.is_none() {
                    self.position -= 1;
                }
                return Ok(interval);
            }
            _ => return Ok(None),
        };
        self.position += 1;
        let greedy = !self.eat('?');
        let possessive = greedy && self.eat('+');
        Ok(Some(Quantifier {
            min,
            max,
            greedy,
            possessive,
        }))
    }

    /// Reads `{n}`, `{n,}`, `{,m}` or `{n,m}`, of which the brace is read. What is none of them is text, and is not read.
    fn interval(&mut self) -> Parsed<Option<Quantifier>> {
        let start = self.position;
        let min = self.repeat_number()?;
        let comma = self.eat(',');
        let max = if comma { self.repeat_number()? } else { min };
        if (min.is_none() && max.is_none()) || !self.eat('}') {
            self.position = start;
            return Ok(None);
        }
        let low = min.unwrap_or(0);
        if max.is_some_and(|max| low > max) {
            return self.error("upper is smaller than lower in repeat range");
        }
        // A `?` after `{n}` is a quantifier of its own, and so is a `+` after any interval.
        let greedy = !(comma && self.eat('?'));
        Ok(Some(Quantifier {
            min: low,
            max,
            greedy,
            possessive: false,
        }))
    }

    fn repeat_number(&mut self) -> Parsed<Option<u32>> {
        let mut number: Option<u32> = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
            self.position += 1;
        }
        if number.is_some_and(|number| number > MAX_REPEAT) {
            return self.error("too big number for repeat range");
        }
        Ok(number)
    }
}

/// What an atom turned out to be.
enum Atom {
    Node(RegexpNode),
    /// Options for all that follows in the group, with that.
    RestOfGroup(RegexpNode),
}

fn single_or(
    mut nodes: Vec<RegexpNode>,
    make: impl FnOnce(Vec<RegexpNode>) -> RegexpNode,
) -> RegexpNode {
    match nodes.pop() {
        Some(node) if nodes.is_empty() => node,
        Some(node) => {
            nodes.push(node);
            make(nodes)
        }
        None => RegexpNode::Empty,
    }
}
