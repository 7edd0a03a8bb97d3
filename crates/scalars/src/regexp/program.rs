//! Instructions for the matcher, and their making from a tree.

use regex_syntax::hir::ClassUnicode;

use super::{
    ast::{Backref, GroupCall, PositionAssertion, RegexpNode, Repeat},
    check::called_groups,
    parse::RegexpTree,
};
use crate::Undecidable;

/// Most instructions of a program.
const MAX_INSTRUCTIONS: usize = 50_000;

/// An instruction. Addresses are indices of instructions.
#[derive(Debug)]
pub(super) enum Instruction {
    Char(char),
    Set(CharSet),
    Any {
        newline: bool,
    },
    /// A repetition of one character out of a set.
    Run {
        set: CharSet,
        min: u32,
        max: u32,
        kind: RunKind,
    },
    Anchor(PositionAssertion),
    /// Remembers the place in a slot: two slots for each group.
    Save(usize),
    /// The match starts here.
    Keep,
    /// Continues at the first address, and at the second if that fails.
    Split(usize, usize),
    Jump(usize),
    /// Sets a counter to zero.
    Reset(usize),
    /// At the head of a counted loop: continues to the body or to the exit.
    Loop {
        counter: usize,
        min: u32,
        max: u32,
        greedy: bool,
        exit: usize,
    },
    /// Counts an iteration.
    Increment(usize),
    /// Remembers where an iteration starts.
    Mark(usize),
    /// Leaves the loop if the iteration that started at the mark was empty.
    ExitIfEmpty {
        mark: usize,
        exit: usize,
    },
    /// Starts what is tried only once.
    AtomicStart,
    AtomicEnd,
    /// Looks ahead; a negative one continues at the address if it does not match.
    LookStart {
        negative: bool,
        after: usize,
    },
    LookEnd {
        negative: bool,
    },
    /// Goes back a number of characters.
    Back(usize),
    Backref(Backref),
    /// Continues at the address if the group took no part.
    IfGroup {
        group: usize,
        no: usize,
    },
    Call(usize),
    Return,
    Match,
    /// What this matcher does not know.
    Unknown,
    /// One character of an ASCII text, or a pair of carriage return and line feed.
    Grapheme,
}

/// How a run gives back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RunKind {
    Greedy,
    Lazy,
    Possessive,
}

/// A set of characters with a fast path for ASCII.
#[derive(Debug)]
pub(super) struct CharSet {
    ascii: u128,
    ranges: Box<[(char, char)]>,
}

impl CharSet {
    fn new(set: &ClassUnicode) -> Self {
        let ranges: Box<[_]> = set
            .ranges()
            .iter()
            .map(|range| (range.start(), range.end()))
            .collect();
        let ascii = (0..128_u8)
            .filter(|byte| contains(&ranges, char::from(*byte)))
            .fold(0_u128, |bits, byte| bits | 1 << byte);
        Self { ascii, ranges }
    }

    pub(super) fn contains(&self, c: char) -> bool {
        match u32::from(c) {
            code @ 0..128 => self.ascii >> code & 1 == 1,
            _ => contains(&self.ranges, c),
        }
    }
}

fn contains(ranges: &[(char, char)], c: char) -> bool {
    let after = ranges.partition_point(|(from, _)| *from <= c);
    after
        .checked_sub(1)
        .and_then(|index| ranges.get(index))
        .is_some_and(|(_, to)| c <= *to)
}

/// What a match may start with.
#[derive(Debug, Clone, Copy)]
pub(super) struct FirstCharacter {
    /// ASCII characters.
    pub ascii: u128,
    /// Anything beyond ASCII.
    pub other: bool,
    /// Nothing at all.
    pub empty: bool,
}

impl FirstCharacter {
    const ANYTHING: Self = Self {
        ascii: u128::MAX,
        other: true,
        empty: true,
    };
    const NOTHING: Self = Self {
        ascii: 0,
        other: false,
        empty: false,
    };
    const EMPTY: Self = Self {
        ascii: 0,
        other: false,
        empty: true,
    };

    fn either(self, other: Self) -> Self {
        Self {
            ascii: self.ascii | other.ascii,
            other: self.other || other.other,
            empty: self.empty || other.empty,
        }
    }
}

/// A program, ready to run.
#[derive(Debug)]
pub(super) struct RegexpProgram {
    pub instructions: Vec<Instruction>,
    pub groups: usize,
    pub counters: usize,
    pub first: FirstCharacter,
    /// Whether a match can start only at the start of the text.
    pub anchored: bool,
}

pub(super) fn compile(tree: &RegexpTree) -> Result<RegexpProgram, Undecidable> {
    let called = called_groups(&tree.root);
    let mut compiler = Compiler {
        instructions: Vec::new(),
        counters: 0,
        addresses: called.iter().map(|number| (*number, None)).collect(),
        pending: Vec::new(),
    };
    if called.contains(&0) {
        compiler.call(0);
    } else {
        compiler.node(&tree.root)?;
    }
    compiler.push(Instruction::Match);
    for number in called {
        compiler.subroutine(number, &tree.root)?;
    }
    compiler.resolve_calls();
    Ok(RegexpProgram {
        instructions: compiler.instructions,
        groups: tree.groups,
        counters: compiler.counters,
        first: first(&tree.root),
        anchored: starts_text(&tree.root),
    })
}

struct Compiler {
    instructions: Vec<Instruction>,
    counters: usize,
    /// Groups that are called, with the address of their code.
    addresses: Vec<(usize, Option<usize>)>,
    /// Calls whose address is not known yet.
    pending: Vec<(usize, usize)>,
}

impl Compiler {
    fn push(&mut self, instruction: Instruction) -> usize {
        self.instructions.push(instruction);
        self.instructions.len() - 1
    }

    fn here(&self) -> usize {
        self.instructions.len()
    }

    fn set(&mut self, at: usize, instruction: Instruction) {
        if let Some(slot) = self.instructions.get_mut(at) {
            *slot = instruction;
        }
    }

    fn counter(&mut self) -> usize {
        self.counters += 1;
        self.counters - 1
    }

    fn call(&mut self, number: usize) {
        let at = self.push(Instruction::Call(0));
        self.pending.push((at, number));
    }

    fn subroutine(&mut self, number: usize, root: &RegexpNode) -> Result<(), Undecidable> {
        let address = self.here();
        if number == 0 {
            self.node(root)?;
        } else if let Some(body) = find_group(root, number) {
            self.push(Instruction::Save(2 * number));
            self.node(body)?;
            self.push(Instruction::Save(2 * number + 1));
        }
        self.push(Instruction::Return);
        if let Some((_, slot)) = self
            .addresses
            .iter_mut()
            .find(|(other, _)| *other == number)
        {
            *slot = Some(address);
        }
        Ok(())
    }

    fn resolve_calls(&mut self) {
        for (at, number) in std::mem::take(&mut self.pending) {
            let address = self
                .addresses
                .iter()
                .find(|(other, _)| *other == number)
                .and_then(|(_, a)| *a);
            let call = address.map_or(Instruction::Unknown, Instruction::Call);
            self.set(at, call);
        }
    }

    fn node(&mut self, node: &RegexpNode) -> Result<(), Undecidable> {
        if self.here() > MAX_INSTRUCTIONS {
            return Err(Undecidable);
        }
        match node {
            RegexpNode::Empty => {}
            RegexpNode::Char(c) => {
                self.push(Instruction::Char(*c));
            }
            RegexpNode::Set(set) => {
                self.push(Instruction::Set(CharSet::new(set)));
            }
            RegexpNode::Any { newline } => {
                self.push(Instruction::Any { newline: *newline });
            }
            RegexpNode::Sequence(nodes) => nodes.iter().try_for_each(|node| self.node(node))?,
            RegexpNode::Alternatives(nodes) => self.alternatives(nodes)?,
            RegexpNode::Repeat(repeat) => self.repeat(repeat)?,
            RegexpNode::Capture { number, node } => self.capture(*number, node)?,
            RegexpNode::Options(node) => self.node(node)?,
            RegexpNode::Atomic(node) => self.atomic(node)?,
            RegexpNode::Look {
                is_lookbehind,
                negative,
                node,
            } => self.look(*is_lookbehind, *negative, node)?,
            RegexpNode::Condition(condition) => {
                let test = self.push(Instruction::Unknown);
                self.node(&condition.yes)?;
                let end = self.push(Instruction::Unknown);
                let no = self.here();
                self.set(
                    test,
                    Instruction::IfGroup {
                        group: condition.group,
                        no,
                    },
                );
                self.node(&condition.no)?;
                let here = self.here();
                self.set(end, Instruction::Jump(here));
            }
            RegexpNode::Backref(backref) if !backref.level => {
                self.push(Instruction::Backref(backref.clone()));
            }
            RegexpNode::Call(GroupCall::Number(number)) => self.call(*number),
            RegexpNode::Anchor(anchor) => {
                self.push(Instruction::Anchor(*anchor));
            }
            RegexpNode::Keep => {
                self.push(Instruction::Keep);
            }
            RegexpNode::Grapheme => {
                self.push(Instruction::Grapheme);
            }
            RegexpNode::Absent(_)
            | RegexpNode::Backref(_)
            | RegexpNode::Call(GroupCall::Name(_)) => {
                self.push(Instruction::Unknown);
            }
        }
        Ok(())
    }

    fn alternatives(&mut self, nodes: &[RegexpNode]) -> Result<(), Undecidable> {
        let mut ends = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            if index + 1 == nodes.len() {
                self.node(node)?;
                break;
            }
            let split = self.push(Instruction::Unknown);
            self.node(node)?;
            ends.push(self.push(Instruction::Unknown));
            let next = self.here();
            self.set(split, Instruction::Split(split + 1, next));
        }
        let here = self.here();
        for end in ends {
            self.set(end, Instruction::Jump(here));
        }
        Ok(())
    }

    fn capture(&mut self, number: usize, node: &RegexpNode) -> Result<(), Undecidable> {
        if self.addresses.iter().any(|(other, _)| *other == number) {
            self.call(number);
            return Ok(());
        }
        self.push(Instruction::Save(2 * number));
        self.node(node)?;
        self.push(Instruction::Save(2 * number + 1));
        Ok(())
    }

    fn atomic(&mut self, node: &RegexpNode) -> Result<(), Undecidable> {
        if let RegexpNode::Repeat(repeat) = node
            && repeat.greedy
            && let Some(set) = single(&repeat.node)
        {
            self.run(set, repeat, RunKind::Possessive);
            return Ok(());
        }
        self.push(Instruction::AtomicStart);
        self.node(node)?;
        self.push(Instruction::AtomicEnd);
        Ok(())
    }

    fn run(&mut self, set: CharSet, repeat: &Repeat, kind: RunKind) {
        let (min, max) = (repeat.min, repeat.max.unwrap_or(u32::MAX));
        self.push(Instruction::Run {
            set,
            min,
            max,
            kind,
        });
    }

    fn look(
        &mut self,
        is_lookbehind: bool,
        negative: bool,
        node: &RegexpNode,
    ) -> Result<(), Undecidable> {
        let start = self.push(Instruction::Unknown);
        match node {
            _ if !is_lookbehind => self.node(node)?,
            RegexpNode::Alternatives(nodes) => {
                let branches: Vec<RegexpNode> = nodes.to_vec();
                self.lookbehind_alternatives(&branches)?;
            }
            node => self.lookbehind(node)?,
        }
        self.push(Instruction::LookEnd { negative });
        let after = self.here();
        self.set(start, Instruction::LookStart { negative, after });
        Ok(())
    }

    fn lookbehind(&mut self, node: &RegexpNode) -> Result<(), Undecidable> {
        let length = fixed_length(node).ok_or(Undecidable)?;
        self.push(Instruction::Back(length));
        self.node(node)
    }

    fn lookbehind_alternatives(&mut self, nodes: &[RegexpNode]) -> Result<(), Undecidable> {
        let mut ends = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            let last = index + 1 == nodes.len();
            let split = if last {
                None
            } else {
                Some(self.push(Instruction::Unknown))
            };
            self.lookbehind(node)?;
            if let Some(split) = split {
                ends.push(self.push(Instruction::Unknown));
                let next = self.here();
                self.set(split, Instruction::Split(split + 1, next));
            }
        }
        let here = self.here();
        for end in ends {
            self.set(end, Instruction::Jump(here));
        }
        Ok(())
    }

    fn repeat(&mut self, repeat: &Repeat) -> Result<(), Undecidable> {
        if repeat.max == Some(0) {
            return Ok(());
        }
        if let Some(set) = single(&repeat.node) {
            let kind = if repeat.greedy {
                RunKind::Greedy
            } else {
                RunKind::Lazy
            };
            self.run(set, repeat, kind);
            return Ok(());
        }
        let may_be_empty = first(&repeat.node).empty;
        match (repeat.min, repeat.max) {
            (0, Some(1)) => {
                let split = self.push(Instruction::Unknown);
                self.node(&repeat.node)?;
                let here = self.here();
                self.set(split, prefer(repeat.greedy, split + 1, here));
                Ok(())
            }
            _ => self.counted(repeat, may_be_empty),
        }
    }

    fn counted(&mut self, repeat: &Repeat, may_be_empty: bool) -> Result<(), Undecidable> {
        let counter = self.counter();
        self.push(Instruction::Reset(counter));
        let head = self.push(Instruction::Unknown);
        self.push(Instruction::Increment(counter));
        let mark = may_be_empty.then(|| self.counter());
        if let Some(mark) = mark {
            self.push(Instruction::Mark(mark));
        }
        self.node(&repeat.node)?;
        let check = mark.map(|mark| (mark, self.push(Instruction::Unknown)));
        self.push(Instruction::Jump(head));
        let exit = self.here();
        if let Some((mark, at)) = check {
            self.set(at, Instruction::ExitIfEmpty { mark, exit });
        }
        let (min, max) = (repeat.min, repeat.max.unwrap_or(u32::MAX));
        let greedy = repeat.greedy;
        self.set(
            head,
            Instruction::Loop {
                counter,
                min,
                max,
                greedy,
                exit,
            },
        );
        Ok(())
    }
}

fn prefer(greedy: bool, body: usize, exit: usize) -> Instruction {
    if greedy {
        Instruction::Split(body, exit)
    } else {
        Instruction::Split(exit, body)
    }
}

/// The set of a node that takes exactly one character.
fn single(node: &RegexpNode) -> Option<CharSet> {
    match node {
        RegexpNode::Char(c) => Some(CharSet::new(&super::property::set(&[(*c, *c)]))),
        RegexpNode::Set(set) => Some(CharSet::new(set)),
        RegexpNode::Any { newline } => {
            let mut set = super::property::set(&[('\n', '\n')]);
            set.negate();
            if *newline {
                set = super::property::set(&[('\0', '\u{10ffff}')]);
            }
            Some(CharSet::new(&set))
        }
        RegexpNode::Options(node) => single(node),
        _ => None,
    }
}

/// The body of a group.
fn find_group(node: &RegexpNode, number: usize) -> Option<&RegexpNode> {
    match node {
        RegexpNode::Capture {
            number: other,
            node,
        } if *other == number => Some(node),
        _ => node
            .children()
            .into_iter()
            .find_map(|child| find_group(child, number)),
    }
}

/// The number of characters of a node in a lookbehind.
fn fixed_length(node: &RegexpNode) -> Option<usize> {
    match node {
        RegexpNode::Empty | RegexpNode::Anchor(_) | RegexpNode::Look { .. } | RegexpNode::Keep => {
            Some(0)
        }
        RegexpNode::Char(_) | RegexpNode::Set(_) | RegexpNode::Any { .. } => Some(1),
        RegexpNode::Sequence(nodes) => nodes.iter().map(fixed_length).sum(),
        RegexpNode::Alternatives(nodes) => {
            let mut lengths = nodes.iter().map(fixed_length);
            let length = lengths.next()??;
            lengths.all(|other| other == Some(length)).then_some(length)
        }
        RegexpNode::Repeat(repeat) => {
            Some(fixed_length(&repeat.node)?.saturating_mul(repeat.min as usize))
        }
        RegexpNode::Capture { node, .. } | RegexpNode::Options(node) => fixed_length(node),
        _ => None,
    }
}

/// What a match of the node may start with.
fn first(node: &RegexpNode) -> FirstCharacter {
    match node {
        RegexpNode::Empty | RegexpNode::Anchor(_) | RegexpNode::Look { .. } | RegexpNode::Keep => {
            FirstCharacter::EMPTY
        }
        RegexpNode::Char(_) | RegexpNode::Set(_) | RegexpNode::Any { .. } => match single(node) {
            Some(set) => FirstCharacter {
                ascii: set.ascii,
                other: true,
                empty: false,
            },
            None => FirstCharacter::ANYTHING,
        },
        RegexpNode::Sequence(nodes) => {
            let mut result = FirstCharacter::EMPTY;
            for node in nodes {
                result.empty = false;
                result = result.either(first(node));
                if !result.empty {
                    break;
                }
            }
            result
        }
        RegexpNode::Alternatives(nodes) => nodes
            .iter()
            .map(first)
            .fold(FirstCharacter::NOTHING, FirstCharacter::either),
        RegexpNode::Repeat(repeat) => {
            let body = first(&repeat.node);
            if repeat.max == Some(0) {
                FirstCharacter::EMPTY
            } else {
                FirstCharacter {
                    empty: body.empty || repeat.min == 0,
                    ..body
                }
            }
        }
        RegexpNode::Capture { node, .. } | RegexpNode::Options(node) | RegexpNode::Atomic(node) => {
            first(node)
        }
        _ => FirstCharacter::ANYTHING,
    }
}

/// Whether a node matches only at the start of the text.
fn starts_text(node: &RegexpNode) -> bool {
    match node {
        RegexpNode::Anchor(PositionAssertion::TextStart) => true,
        RegexpNode::Sequence(nodes) => nodes.first().is_some_and(starts_text),
        RegexpNode::Alternatives(nodes) => nodes.iter().all(starts_text),
        RegexpNode::Capture { node, .. } | RegexpNode::Options(node) | RegexpNode::Atomic(node) => {
            starts_text(node)
        }
        _ => false,
    }
}
