//! Checks of the whole expression after parsing: references, calls, lookbehind.

use std::collections::HashMap;

use super::{
    RegexpError,
    ast::{GroupCall, PositionAssertion, RegexpNode},
    parse::{RegexpStop, RegexpTree},
};

/// Most nodes that one check looks at; calls of calls can make their number grow without bounds.
const MAX_VISITS: usize = 100_000;

type CheckResult<T> = Result<T, RegexpStop>;

fn error<T>(message: impl Into<String>) -> CheckResult<T> {
    Err(RegexpStop::Error(RegexpError {
        message: message.into(),
        offset: 0,
    }))
}

/// Checks a tree of which `named` groups have names, and drops the other groups if there are any such.
pub(super) fn check(tree: &mut RegexpTree, named: usize) -> CheckResult<()> {
    if named > 0 {
        only_named(tree, named)?;
    }
    resolve_calls(&mut tree.root, &tree.names, tree.groups, named)?;
    check_references(&tree.root, tree.groups)?;
    let mut groups = HashMap::new();
    collect_groups(&tree.root, &mut groups);
    for call in called_groups(&tree.root) {
        if call != 0 && !groups.contains_key(&call) {
            return error("undefined group reference");
        }
    }
    let mut checker = SyntaxChecker {
        root: &tree.root,
        groups,
        visits: 0,
    };
    checker.lookbehinds(&tree.root)?;
    checker.recursions()
}

/// With names, groups without a name do not capture, and references by number are not allowed.
fn only_named(tree: &mut RegexpTree, named: usize) -> CheckResult<()> {
    let mut numbers: Vec<usize> = tree
        .names
        .iter()
        .flat_map(|(_, numbers)| numbers.clone())
        .collect();
    numbers.sort_unstable();
    let renumbered: HashMap<usize, usize> = numbers
        .iter()
        .enumerate()
        .map(|(index, number)| (*number, index + 1))
        .collect();
    rewrite(&mut tree.root, &renumbered)?;
    for (_, numbers) in &mut tree.names {
        for number in numbers {
            *number = renumbered.get(number).copied().unwrap_or(0);
        }
    }
    tree.groups = named;
    Ok(())
}

fn rewrite(node: &mut RegexpNode, renumbered: &HashMap<usize, usize>) -> CheckResult<()> {
    match node {
        RegexpNode::Capture {
            number,
            node: inner,
        } => match renumbered.get(number) {
            Some(new) => *number = *new,
            None => {
                *node = std::mem::replace(&mut **inner, RegexpNode::Empty);
                return rewrite(node, renumbered);
            }
        },
        RegexpNode::Backref(backref) => {
            if !backref.by_name {
                return error("numbered backref/call is not allowed. (use name)");
            }
            for group in &mut backref.groups {
                *group = renumbered.get(group).copied().unwrap_or(0);
            }
        }
        RegexpNode::Condition(condition) => {
            if !condition.by_name {
                return error("numbered backref/call is not allowed. (use name)");
            }
            condition.group = renumbered.get(&condition.group).copied().unwrap_or(0);
        }
        _ => {}
    }
    node.children_mut()
        .into_iter()
        .try_for_each(|child| rewrite(child, renumbered))
}

/// Turns calls by name into calls by number.
fn resolve_calls(
    node: &mut RegexpNode,
    names: &[(String, Vec<usize>)],
    groups: usize,
    named: usize,
) -> CheckResult<()> {
    if let RegexpNode::Call(call) = node {
        match call {
            GroupCall::Number(0) => {}
            GroupCall::Number(_) if named > 0 => {
                return error("numbered backref/call is not allowed. (use name)");
            }
            GroupCall::Number(number) if *number > groups => {
                return error(format!("undefined group <{number}> reference"));
            }
            GroupCall::Number(_) => {}
            GroupCall::Name(name) => match names.iter().find(|(other, _)| other == name) {
                None => return error(format!("undefined name <{name}> reference")),
                Some((_, numbers)) => match numbers.as_slice() {
                    [number] => *call = GroupCall::Number(*number),
                    _ => return error(format!("multiplex definition name <{name}> call")),
                },
            },
        }
    }
    node.children_mut()
        .into_iter()
        .try_for_each(|child| resolve_calls(child, names, groups, named))
}

fn check_references(node: &RegexpNode, groups: usize) -> CheckResult<()> {
    let highest = match node {
        RegexpNode::Backref(backref) => backref.groups.iter().copied().max().unwrap_or(0),
        RegexpNode::Condition(condition) => condition.group,
        _ => 0,
    };
    if highest > groups {
        return error("invalid backref number/name");
    }
    node.children()
        .into_iter()
        .try_for_each(|child| check_references(child, groups))
}

fn collect_groups<'a>(node: &'a RegexpNode, groups: &mut HashMap<usize, &'a RegexpNode>) {
    if let RegexpNode::Capture { number, node } = node {
        groups.insert(*number, node);
    }
    for child in node.children() {
        collect_groups(child, groups);
    }
}

/// The numbers of the groups that are called somewhere below a node.
pub(super) fn called_groups(node: &RegexpNode) -> Vec<usize> {
    let mut numbers: Vec<usize> = node
        .children()
        .into_iter()
        .flat_map(called_groups)
        .collect();
    if let RegexpNode::Call(GroupCall::Number(number)) = node {
        numbers.push(*number);
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// How many characters a lookbehind takes.
enum Length {
    Fixed(usize),
    /// Alternatives of different lengths, directly in the lookbehind.
    TopAlternatives,
    Varying,
}

/// Whether a group comes back to itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Recursion {
    None,
    Exists,
    /// Without having matched anything.
    Infinite,
}

struct SyntaxChecker<'a> {
    root: &'a RegexpNode,
    groups: HashMap<usize, &'a RegexpNode>,
    visits: usize,
}

impl<'a> SyntaxChecker<'a> {
    fn visit(&mut self) -> CheckResult<()> {
        self.visits += 1;
        if self.visits > MAX_VISITS {
            Err(RegexpStop::TooDeep)
        } else {
            Ok(())
        }
    }

    fn group(&self, number: usize) -> &'a RegexpNode {
        if number == 0 {
            self.root
        } else {
            self.groups.get(&number).copied().unwrap_or(self.root)
        }
    }

    fn lookbehinds(&mut self, node: &'a RegexpNode) -> CheckResult<()> {
        if let RegexpNode::Look {
            is_lookbehind: true,
            negative,
            node: target,
        } = node
        {
            let fixed = is_allowed_in_lookbehind(target, *negative)
                && !matches!(self.length(target, 1, &mut Vec::new())?, Length::Varying);
            if !fixed {
                return error("invalid pattern in lookbehind");
            }
        }
        node.children()
            .into_iter()
            .try_for_each(|child| self.lookbehinds(child))
    }

    fn length(
        &mut self,
        node: &'a RegexpNode,
        level: usize,
        calls: &mut Vec<usize>,
    ) -> CheckResult<Length> {
        self.visit()?;
        Ok(match node {
            RegexpNode::Empty
            | RegexpNode::Anchor(_)
            | RegexpNode::Look { .. }
            | RegexpNode::Keep
            | RegexpNode::Absent(_) => Length::Fixed(0),
            RegexpNode::Char(_) | RegexpNode::Set(_) | RegexpNode::Any { .. } => Length::Fixed(1),
            RegexpNode::Sequence(nodes) => {
                let mut sum = 0_usize;
                for node in nodes {
                    match self.length(node, level + 1, calls)? {
                        Length::Fixed(length) => sum = sum.saturating_add(length),
                        _ => return Ok(Length::Varying),
                    }
                }
                Length::Fixed(sum)
            }
            RegexpNode::Alternatives(nodes) => {
                let mut lengths = Vec::new();
                for node in nodes {
                    match self.length(node, level + 1, calls)? {
                        Length::Fixed(length) => lengths.push(length),
                        _ => return Ok(Length::Varying),
                    }
                }
                lengths.dedup();
                match lengths.as_slice() {
                    [length] => Length::Fixed(*length),
                    _ if level == 1 => Length::TopAlternatives,
                    _ => Length::Varying,
                }
            }
            RegexpNode::Repeat(repeat) if Some(repeat.min) == repeat.max => {
                match self.length(&repeat.node, level + 1, calls)? {
                    Length::Fixed(length) => {
                        Length::Fixed(length.saturating_mul(repeat.min as usize))
                    }
                    _ => Length::Varying,
                }
            }
            RegexpNode::Capture { node, .. }
            | RegexpNode::Options(node)
            | RegexpNode::Atomic(node) => match self.length(node, level + 1, calls)? {
                Length::Fixed(length) => Length::Fixed(length),
                _ => Length::Varying,
            },
            RegexpNode::Call(GroupCall::Number(number)) if !calls.contains(number) => {
                calls.push(*number);
                let length = self.length(self.group(*number), level + 1, calls)?;
                calls.pop();
                match length {
                    Length::Fixed(length) => Length::Fixed(length),
                    _ => Length::Varying,
                }
            }
            _ => Length::Varying,
        })
    }

    /// A group that cannot match without coming back to itself is not valid.
    fn recursions(&mut self) -> CheckResult<()> {
        let mut numbers = called_groups(self.root);
        numbers.retain(|number| self.reaches(*number, self.group(*number), &mut Vec::new()));
        for number in numbers {
            let recursion = self.recursion(self.group(number), true, number, &mut Vec::new())?;
            if recursion != Recursion::None {
                return error("never ending recursion");
            }
        }
        Ok(())
    }

    /// Whether a call of the group can be reached from a node.
    fn reaches(&self, number: usize, node: &RegexpNode, seen: &mut Vec<usize>) -> bool {
        called_groups(node).into_iter().any(|call| {
            call == number || {
                let new = !seen.contains(&call);
                if new {
                    seen.push(call);
                }
                new && self.reaches(number, self.group(call), seen)
            }
        })
    }

    fn recursion(
        &mut self,
        node: &'a RegexpNode,
        head: bool,
        number: usize,
        open: &mut Vec<usize>,
    ) -> CheckResult<Recursion> {
        self.visit()?;
        Ok(match node {
            RegexpNode::Sequence(nodes) => {
                let mut head = head;
                let mut result = Recursion::None;
                for node in nodes {
                    match self.recursion(node, head, number, open)? {
                        Recursion::Infinite => return Ok(Recursion::Infinite),
                        Recursion::Exists => result = Recursion::Exists,
                        Recursion::None => {}
                    }
                    head = head && !self.consumes(node, &mut Vec::new())?;
                }
                result
            }
            RegexpNode::Alternatives(nodes) => {
                let mut result = Recursion::Exists;
                for node in nodes {
                    match self.recursion(node, head, number, open)? {
                        Recursion::Infinite => return Ok(Recursion::Infinite),
                        Recursion::None => result = Recursion::None,
                        Recursion::Exists => {}
                    }
                }
                result
            }
            RegexpNode::Repeat(repeat) => match self.recursion(&repeat.node, head, number, open)? {
                Recursion::Exists if repeat.min == 0 => Recursion::None,
                other => other,
            },
            RegexpNode::Call(GroupCall::Number(call)) => self.enter(*call, head, number, open)?,
            RegexpNode::Capture { number: group, .. } => self.enter(*group, head, number, open)?,
            RegexpNode::Options(node)
            | RegexpNode::Atomic(node)
            | RegexpNode::Absent(node)
            | RegexpNode::Look { node, .. } => self.recursion(node, head, number, open)?,
            RegexpNode::Condition(condition) => {
                let yes = self.recursion(&condition.yes, head, number, open)?;
                let no = self.recursion(&condition.no, head, number, open)?;
                match (yes, no) {
                    (Recursion::Infinite, _) | (_, Recursion::Infinite) => Recursion::Infinite,
                    (Recursion::Exists, Recursion::Exists) => Recursion::Exists,
                    _ => Recursion::None,
                }
            }
            _ => Recursion::None,
        })
    }

    fn enter(
        &mut self,
        group: usize,
        head: bool,
        number: usize,
        open: &mut Vec<usize>,
    ) -> CheckResult<Recursion> {
        if group == number {
            return Ok(if head {
                Recursion::Infinite
            } else {
                Recursion::Exists
            });
        }
        if open.contains(&group) {
            return Ok(Recursion::None);
        }
        open.push(group);
        let result = self.recursion(self.group(group), head, number, open);
        open.pop();
        result
    }

    /// Whether a node matches at least one character.
    fn consumes(&mut self, node: &'a RegexpNode, calls: &mut Vec<usize>) -> CheckResult<bool> {
        self.visit()?;
        Ok(match node {
            RegexpNode::Char(_)
            | RegexpNode::Set(_)
            | RegexpNode::Any { .. }
            | RegexpNode::Grapheme => true,
            RegexpNode::Sequence(nodes) => {
                for node in nodes {
                    if self.consumes(node, calls)? {
                        return Ok(true);
                    }
                }
                false
            }
            RegexpNode::Alternatives(nodes) => {
                for node in nodes {
                    if !self.consumes(node, calls)? {
                        return Ok(false);
                    }
                }
                true
            }
            RegexpNode::Repeat(repeat) => repeat.min > 0 && self.consumes(&repeat.node, calls)?,
            RegexpNode::Capture { node, .. }
            | RegexpNode::Options(node)
            | RegexpNode::Atomic(node) => self.consumes(node, calls)?,
            RegexpNode::Call(GroupCall::Number(number)) if !calls.contains(number) => {
                calls.push(*number);
                let result = self.consumes(self.group(*number), calls)?;
                calls.pop();
                result
            }
            RegexpNode::Condition(condition) => {
                self.consumes(&condition.yes, calls)? && self.consumes(&condition.no, calls)?
            }
            _ => false,
        })
    }
}

/// Whether a lookbehind may hold such nodes at all.
fn is_allowed_in_lookbehind(node: &RegexpNode, negative: bool) -> bool {
    let allowed = match node {
        RegexpNode::Capture { .. } => !negative,
        RegexpNode::Look { is_lookbehind, .. } => *is_lookbehind,
        RegexpNode::Anchor(anchor) => !matches!(
            anchor,
            PositionAssertion::TextEnd | PositionAssertion::TextEndOrNewline
        ),
        RegexpNode::Atomic(_)
        | RegexpNode::Absent(_)
        | RegexpNode::Condition(_)
        | RegexpNode::Backref(_)
        | RegexpNode::Grapheme => false,
        _ => true,
    };
    allowed
        && node
            .children()
            .into_iter()
            .all(|child| is_allowed_in_lookbehind(child, negative))
}
