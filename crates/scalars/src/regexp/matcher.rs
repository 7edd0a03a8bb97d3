//! A backtracking matcher that works with a stack of its own, and gives up after a number of steps.

use super::{
    Captures,
    ast::{Backref, PositionAssertion},
    program::{Instruction, RegexpProgram, RunKind},
    property,
};
use crate::Undecidable;

/// Steps that one search may take.
const MAX_STEPS: usize = 1_000_000;

/// Choices and undone changes that are remembered at a time.
const MAX_STACK: usize = 500_000;

/// Finds the first match that starts at `start` or later.
pub(super) fn search(
    program: &RegexpProgram,
    text: &str,
    start: usize,
) -> Result<Option<Captures>, Undecidable> {
    let mut machine = Machine {
        program,
        text,
        search_start: start,
        steps: 0,
        position: 0,
        slots: vec![None; 2 * (program.groups + 1)],
        counters: vec![0; program.counters],
        stack: Vec::new(),
        frames: Vec::new(),
        frame: None,
    };
    let mut at = start;
    loop {
        let c = text.get(at..).and_then(|rest| rest.chars().next());
        if machine.may_start(c) && machine.run(at)? {
            return Ok(Some(machine.captures()));
        }
        match c {
            Some(c) if !(program.anchored && at == 0) => at += c.len_utf8(),
            _ => return Ok(None),
        }
        if program.anchored && at > 0 {
            return Ok(None);
        }
    }
}

/// What is done when a way fails.
enum Undo {
    /// Continue here.
    Branch {
        address: usize,
        position: usize,
    },
    /// Give one character of a run back, and continue after it.
    GiveBack {
        address: usize,
        least: usize,
        position: usize,
    },
    /// Take one more character of a lazy run.
    TakeMore {
        address: usize,
        position: usize,
        left: u32,
    },
    Slot(usize, Option<usize>),
    Counter(usize, usize),
    Frame {
        frame: Option<usize>,
        counters: Option<Vec<usize>>,
    },
    /// What is tried only once starts here; the position for looking ahead.
    Barrier(usize),
    /// Where a negative look ahead continues.
    Negative {
        address: usize,
        position: usize,
    },
}

/// A call.
struct MatcherCall {
    address: usize,
    counters: Vec<usize>,
    parent: Option<usize>,
}

struct Machine<'a> {
    program: &'a RegexpProgram,
    text: &'a str,
    search_start: usize,
    steps: usize,
    position: usize,
    slots: Vec<Option<usize>>,
    counters: Vec<usize>,
    stack: Vec<Undo>,
    frames: Vec<MatcherCall>,
    frame: Option<usize>,
}

/// What an instruction leads to.
enum Next {
    Go(usize),
    Fail,
    Match,
}

impl Machine<'_> {
    fn may_start(&self, c: Option<char>) -> bool {
        let first = self.program.first;
        match c {
            _ if first.empty => true,
            None => false,
            Some(c) if c.is_ascii() => first.ascii >> u32::from(c) & 1 == 1,
            Some(_) => first.other,
        }
    }

    fn captures(&self) -> Captures {
        let groups = self
            .slots
            .chunks_exact(2)
            .map(|pair| match pair {
                [Some(start), Some(end)] => Some((*start, *end)),
                _ => None,
            })
            .collect();
        Captures { groups }
    }

    /// Whether there is a match that starts exactly here.
    fn run(&mut self, start: usize) -> Result<bool, Undecidable> {
        self.position = start;
        self.slots.fill(None);
        if let Some(slot) = self.slots.first_mut() {
            *slot = Some(start);
        }
        self.stack.clear();
        self.frames.clear();
        self.frame = None;
        let mut address = 0;
        loop {
            self.steps += 1;
            if self.steps > MAX_STEPS || self.stack.len() > MAX_STACK {
                return Err(Undecidable);
            }
            let next = match self.program.instructions.get(address) {
                Some(instruction) => self.execute(instruction, address)?,
                None => return Err(Undecidable),
            };
            match next {
                Next::Go(next) => address = next,
                Next::Match => {
                    if let Some(slot) = self.slots.get_mut(1) {
                        *slot = Some(self.position);
                    }
                    return Ok(true);
                }
                Next::Fail => match self.backtrack() {
                    Some(next) => address = next,
                    None => return Ok(false),
                },
            }
        }
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.position..)?.chars().next()
    }

    fn before(&self) -> Option<char> {
        self.text.get(..self.position)?.chars().next_back()
    }

    fn take(&mut self, address: usize, fits: impl FnOnce(char) -> bool) -> Next {
        match self.peek() {
            Some(c) if fits(c) => {
                self.position += c.len_utf8();
                Next::Go(address + 1)
            }
            _ => Next::Fail,
        }
    }

    fn execute(&mut self, instruction: &Instruction, address: usize) -> Result<Next, Undecidable> {
        let next = Next::Go(address + 1);
        Ok(match instruction {
            Instruction::Char(expected) => self.take(address, |c| c == *expected),
            Instruction::Set(set) => self.take(address, |c| set.contains(c)),
            Instruction::Any { newline } => self.take(address, |c| *newline || c != '\n'),
            Instruction::Run {
                set,
                min,
                max,
                kind,
            } => self.run_of(address, |c| set.contains(c), *min, *max, *kind),
            Instruction::Anchor(anchor) => {
                if self.is_at(*anchor) {
                    next
                } else {
                    Next::Fail
                }
            }
            Instruction::Save(slot) => {
                self.save(*slot, Some(self.position));
                next
            }
            Instruction::Keep => {
                self.save(0, Some(self.position));
                next
            }
            Instruction::Split(first, second) => {
                self.stack.push(Undo::Branch {
                    address: *second,
                    position: self.position,
                });
                Next::Go(*first)
            }
            Instruction::Jump(target) => Next::Go(*target),
            Instruction::Reset(counter) => {
                self.count(*counter, 0);
                next
            }
            Instruction::Loop {
                counter,
                min,
                max,
                greedy,
                exit,
            } => self.loop_head(address, *counter, (*min, *max), *greedy, *exit),
            Instruction::Increment(counter) => {
                let count = self.counter(*counter);
                self.count(*counter, count + 1);
                next
            }
            Instruction::Mark(mark) => {
                self.count(*mark, self.position);
                next
            }
            Instruction::ExitIfEmpty { mark, exit } => {
                if self.counter(*mark) == self.position {
                    Next::Go(*exit)
                } else {
                    next
                }
            }
            Instruction::AtomicStart => {
                self.stack.push(Undo::Barrier(self.position));
                next
            }
            Instruction::AtomicEnd => {
                self.cut();
                next
            }
            Instruction::LookStart { negative, after } => {
                self.stack.push(if *negative {
                    Undo::Negative {
                        address: *after,
                        position: self.position,
                    }
                } else {
                    Undo::Barrier(self.position)
                });
                next
            }
            Instruction::LookEnd { negative: false } => {
                if let Some(position) = self.cut() {
                    self.position = position;
                }
                next
            }
            Instruction::LookEnd { negative: true } => {
                self.abandon();
                Next::Fail
            }
            Instruction::Back(count) => self.back(address, *count),
            Instruction::Backref(backref) => self.backref(address, backref),
            Instruction::IfGroup { group, no } => {
                let took_part = self.slots.get(2 * group + 1).copied().flatten().is_some();
                if took_part { next } else { Next::Go(*no) }
            }
            Instruction::Call(target) => {
                self.call(address + 1);
                Next::Go(*target)
            }
            Instruction::Return => self.return_from_call()?,
            Instruction::Match => Next::Match,
            Instruction::Unknown => return Err(Undecidable),
            Instruction::Grapheme => self.grapheme(address)?,
        })
    }

    fn save(&mut self, slot: usize, value: Option<usize>) {
        if let Some(current) = self.slots.get_mut(slot) {
            self.stack.push(Undo::Slot(slot, *current));
            *current = value;
        }
    }

    fn counter(&self, counter: usize) -> usize {
        self.counters.get(counter).copied().unwrap_or(0)
    }

    fn count(&mut self, counter: usize, value: usize) {
        if let Some(current) = self.counters.get_mut(counter) {
            self.stack.push(Undo::Counter(counter, *current));
            *current = value;
        }
    }

    fn loop_head(
        &mut self,
        address: usize,
        counter: usize,
        (min, max): (u32, u32),
        greedy: bool,
        exit: usize,
    ) -> Next {
        let count = self.counter(counter);
        let (body, position) = (address + 1, self.position);
        if count < min as usize {
            Next::Go(body)
        } else if max != u32::MAX && count >= max as usize {
            Next::Go(exit)
        } else if greedy {
            self.stack.push(Undo::Branch {
                address: exit,
                position,
            });
            Next::Go(body)
        } else {
            self.stack.push(Undo::Branch {
                address: body,
                position,
            });
            Next::Go(exit)
        }
    }

    fn run_of(
        &mut self,
        address: usize,
        fits: impl Fn(char) -> bool,
        min: u32,
        max: u32,
        kind: RunKind,
    ) -> Next {
        let rest = self.text.get(self.position..).unwrap_or_default();
        let wanted = if kind == RunKind::Lazy { min } else { max };
        let (mut count, mut end, mut least) = (0_u32, self.position, self.position);
        for c in rest.chars() {
            if count >= wanted || !fits(c) {
                break;
            }
            count += 1;
            end += c.len_utf8();
            if count == min {
                least = end;
            }
        }
        self.steps += count as usize / 8;
        if count < min {
            return Next::Fail;
        }
        self.position = end;
        let next = address + 1;
        match kind {
            RunKind::Greedy if end > least => {
                self.stack.push(Undo::GiveBack {
                    address: next,
                    least,
                    position: end,
                });
            }
            RunKind::Lazy if max > min => {
                self.stack.push(Undo::TakeMore {
                    address,
                    position: end,
                    left: max - min,
                });
            }
            _ => {}
        }
        Next::Go(next)
    }

    /// Goes back to the last choice; nothing if there is none.
    fn backtrack(&mut self) -> Option<usize> {
        while let Some(undo) = self.stack.pop() {
            match undo {
                Undo::Branch { address, position } | Undo::Negative { address, position } => {
                    self.position = position;
                    return Some(address);
                }
                Undo::GiveBack {
                    address,
                    least,
                    position,
                } => {
                    self.position = position;
                    let c = self.before()?;
                    self.position -= c.len_utf8();
                    if self.position > least {
                        self.stack.push(Undo::GiveBack {
                            address,
                            least,
                            position: self.position,
                        });
                    }
                    return Some(address);
                }
                Undo::TakeMore {
                    address,
                    position,
                    left,
                } => {
                    self.position = position;
                    if let Some(next) = self.take_more(address, left) {
                        return Some(next);
                    }
                }
                undo => self.restore(undo),
            }
        }
        None
    }

    fn take_more(&mut self, address: usize, left: u32) -> Option<usize> {
        let Some(Instruction::Run { set, .. }) = self.program.instructions.get(address) else {
            return None;
        };
        let c = self.peek().filter(|c| set.contains(*c))?;
        self.position += c.len_utf8();
        if left > 1 {
            self.stack.push(Undo::TakeMore {
                address,
                position: self.position,
                left: left - 1,
            });
        }
        Some(address + 1)
    }

    /// Undoes a change.
    fn restore(&mut self, undo: Undo) {
        match undo {
            Undo::Slot(slot, value) => {
                if let Some(current) = self.slots.get_mut(slot) {
                    *current = value;
                }
            }
            Undo::Counter(counter, value) => {
                if let Some(current) = self.counters.get_mut(counter) {
                    *current = value;
                }
            }
            Undo::Frame { frame, counters } => {
                self.frame = frame;
                if let Some(counters) = counters {
                    self.counters = counters;
                }
            }
            _ => {}
        }
    }

    /// Forgets the choices since the last barrier, but not the changes; where the barrier stands.
    fn cut(&mut self) -> Option<usize> {
        let at = self
            .stack
            .iter()
            .rposition(|undo| matches!(undo, Undo::Barrier(_)))?;
        let after = self.stack.split_off(at);
        let mut position = None;
        for undo in after {
            match undo {
                Undo::Barrier(start) if position.is_none() => position = Some(start),
                Undo::Slot(..) | Undo::Counter(..) | Undo::Frame { .. } => self.stack.push(undo),
                _ => {}
            }
        }
        position
    }

    /// Undoes all since the last negative look ahead started.
    fn abandon(&mut self) {
        while let Some(undo) = self.stack.pop() {
            if matches!(undo, Undo::Negative { .. }) {
                return;
            }
            self.restore(undo);
        }
    }

    fn back(&mut self, address: usize, count: usize) -> Next {
        for _ in 0..count {
            match self.before() {
                Some(c) => self.position -= c.len_utf8(),
                None => return Next::Fail,
            }
        }
        Next::Go(address + 1)
    }

    fn backref(&mut self, address: usize, backref: &Backref) -> Next {
        let group = backref.groups.iter().rev().find_map(|group| {
            match (self.slots.get(2 * group)?, self.slots.get(2 * group + 1)?) {
                (Some(start), Some(end)) if start <= end => self.text.get(*start..*end),
                _ => None,
            }
        });
        let Some(group) = group else {
            return Next::Fail;
        };
        let rest = self.text.get(self.position..).unwrap_or_default();
        let length = if backref.ignore_case {
            common_length(group, rest)
        } else {
            rest.starts_with(group).then_some(group.len())
        };
        match length {
            Some(length) => {
                self.steps += length / 8;
                self.position += length;
                Next::Go(address + 1)
            }
            None => Next::Fail,
        }
    }

    fn call(&mut self, address: usize) {
        self.stack.push(Undo::Frame {
            frame: self.frame,
            counters: None,
        });
        self.frames.push(MatcherCall {
            address,
            counters: self.counters.clone(),
            parent: self.frame,
        });
        self.frame = Some(self.frames.len() - 1);
        self.steps += self.counters.len() / 8;
    }

    fn return_from_call(&mut self) -> Result<Next, Undecidable> {
        let frame = self
            .frame
            .and_then(|frame| self.frames.get(frame))
            .ok_or(Undecidable)?;
        let counters = std::mem::replace(&mut self.counters, frame.counters.clone());
        self.stack.push(Undo::Frame {
            frame: self.frame,
            counters: Some(counters),
        });
        self.frame = frame.parent;
        Ok(Next::Go(frame.address))
    }

    fn grapheme(&mut self, address: usize) -> Result<Next, Undecidable> {
        if !self.text.is_ascii() {
            return Err(Undecidable);
        }
        let rest = self.text.get(self.position..).unwrap_or_default();
        let length = if rest.starts_with("\r\n") { 2 } else { 1 };
        if rest.is_empty() {
            return Ok(Next::Fail);
        }
        self.position += length;
        Ok(Next::Go(address + 1))
    }

    fn is_at(&self, anchor: PositionAssertion) -> bool {
        let rest = self.text.get(self.position..).unwrap_or_default();
        match anchor {
            PositionAssertion::TextStart => self.position == 0,
            PositionAssertion::TextEnd => rest.is_empty(),
            PositionAssertion::TextEndOrNewline => rest.is_empty() || rest == "\n",
            // A line does not start after the line end at the end of the text.
            PositionAssertion::LineStart => {
                self.position == 0 || (self.before() == Some('\n') && !rest.is_empty())
            }
            PositionAssertion::LineEnd => rest.is_empty() || rest.starts_with('\n'),
            PositionAssertion::SearchStart => self.position == self.search_start,
            PositionAssertion::WordBoundary { ascii } => self.at_word_boundary(ascii),
            PositionAssertion::NotWordBoundary { ascii } => !self.at_word_boundary(ascii),
        }
    }

    fn at_word_boundary(&self, ascii: bool) -> bool {
        let is_word = |c: Option<char>| {
            c.is_some_and(|c| {
                if c.is_ascii() {
                    c == '_' || c.is_ascii_alphanumeric()
                } else {
                    !ascii && property::is_unicode_word(c)
                }
            })
        };
        is_word(self.before()) != is_word(self.peek())
    }
}

/// The length of the start of `text` that equals `group` but for case.
fn common_length(group: &str, text: &str) -> Option<usize> {
    let mut length = 0;
    let mut chars = text.chars();
    for expected in group.chars() {
        let c = chars.next()?;
        let same = c == expected || c.to_lowercase().eq(expected.to_lowercase());
        if !same {
            return None;
        }
        length += c.len_utf8();
    }
    Some(length)
}
