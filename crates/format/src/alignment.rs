//! Alignment in columns: arrows always, other tokens where the author has aligned them.

use std::collections::HashMap;

use puppet_syntax::SyntaxKind::{self, *};

use crate::lines::Gap;
use crate::token_gaps::{GapNode, TokenRow};

/// Sets the spaces before what stands in columns, once commas are added after some tokens.
pub(crate) fn align(row: &TokenRow<'_>, gaps: &mut [Gap], commas: &[usize]) {
    // From left to right, since a column moves those after it.
    for what in [
        AlignedColumn::Arrow,
        AlignedColumn::ParameterName,
        AlignedColumn::ParameterDefault,
        AlignedColumn::Entry,
        AlignedColumn::Value,
        AlignedColumn::Attribute,
        AlignedColumn::Block,
        AlignedColumn::Comment,
    ] {
        for group in groups(row, gaps, what) {
            align_group(row, gaps, commas, &group, what == AlignedColumn::Arrow);
        }
    }
}

/// Things that may stand below each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AlignedColumn {
    /// The arrows of attributes, of the entries of a hash, and of those of a selector.
    Arrow,
    /// The names of typed parameters.
    ParameterName,
    /// The `=` of parameters.
    ParameterDefault,
    /// The arrows of entries that are arguments.
    Entry,
    /// The `=` of assignments on lines that follow each other.
    Value,
    /// The only attributes of bodies with one line each.
    Attribute,
    /// The blocks of options.
    Block,
    /// Comments after code, on lines that follow each other.
    Comment,
}

impl AlignedColumn {
    /// For a token of this column: the node that must start its line, and the node whose members stand below each other.
    fn member(self, row: &TokenRow<'_>, token: usize) -> Option<(usize, usize)> {
        let at = row.tokens.get(token)?;
        let node = row.nodes.get(at.node)?;
        let around = row.nodes.get(node.parent);
        let own = || Some((at.node, node.parent));
        match (self, at.kind, node.kind) {
            (
                AlignedColumn::Arrow,
                FAT_ARROW | PLUS_ARROW,
                ATTRIBUTE | ATTRIBUTE_SPLAT | SELECTOR_ENTRY,
            ) => own(),
            (AlignedColumn::Arrow, FAT_ARROW, HASH_ENTRY) if around?.kind == HASH_EXPR => own(),
            (AlignedColumn::Entry, FAT_ARROW, HASH_ENTRY) if around?.kind != HASH_EXPR => own(),
            (AlignedColumn::ParameterName, VARIABLE, PARAM) if node.first != token => own(),
            (AlignedColumn::ParameterDefault, EQ, PARAM) => own(),
            (AlignedColumn::Value, EQ, ASSIGN_EXPR) => own(),
            (AlignedColumn::Attribute, _, _) if follows_colon(row, token, RESOURCE_BODY) => {
                let body = row.tokens.get(token.checked_sub(1)?)?.node;
                Some((body, row.nodes.get(body)?.parent))
            }
            (AlignedColumn::Block, L_BRACE, BLOCK) if follows_colon(row, token, CASE_OPTION) => {
                Some((node.parent, around?.parent))
            }
            _ => None,
        }
    }

    /// Whether only lines that follow each other form a group.
    fn is_local(self) -> bool {
        matches!(self, AlignedColumn::Value | AlignedColumn::Comment)
    }
}

fn follows_colon(row: &TokenRow<'_>, token: usize, holder: SyntaxKind) -> bool {
    let before = token.checked_sub(1);
    before.is_some_and(|it| row.kind(it) == Some(COLON) && row.holder(it) == Some(holder))
}

/// The tokens that stand below each other, by groups.
fn groups(row: &TokenRow<'_>, gaps: &[Gap], what: AlignedColumn) -> Vec<Vec<AlignedToken>> {
    let mut groups: Vec<Vec<AlignedToken>> = Vec::new();
    let mut by_holder: HashMap<usize, usize> = HashMap::new();
    let mut line = AlignedLine::default();
    for (token, gap) in gaps.iter().enumerate().take(row.tokens.len()) {
        line.pass(*gap);
        if *gap == Gap::Kept || gap.starts_line() {
            continue;
        }
        let (first, holder) = match what {
            AlignedColumn::Comment if row.kind(token) == Some(COMMENT) => (None, line.block),
            AlignedColumn::Comment => continue,
            _ => match what.member(row, token) {
                Some((node, holder)) if is_alone(row, gaps, node) => {
                    (row.nodes.get(node).map(|it| it.first), holder)
                }
                _ => continue,
            },
        };
        let key = if what.is_local() { line.block } else { holder };
        let group = *by_holder.entry(key).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        if what.is_local() {
            line.has_member = true;
        }
        if let Some(group) = groups.get_mut(group) {
            group.push(AlignedToken { token, first });
        }
    }
    groups
}

/// A token that may stand below others, and the token that must start its line.
struct AlignedToken {
    token: usize,
    first: Option<usize>,
}

/// Counts blocks of lines that follow each other and each have a member of a column.
#[derive(Default)]
struct AlignedLine {
    block: usize,
    has_member: bool,
}

impl AlignedLine {
    fn pass(&mut self, gap: Gap) {
        match gap {
            Gap::Breaks(1, _) if self.has_member => self.has_member = false,
            Gap::Breaks(..) | Gap::Kept => {
                self.block += 1;
                self.has_member = false;
            }
            Gap::Spaces(_) => {}
        }
    }
}

/// Whether a node starts a line, and what follows it does too.
fn is_alone(row: &TokenRow<'_>, gaps: &[Gap], index: usize) -> bool {
    let starts_line = |token: usize| gaps.get(token).is_some_and(|it| it.starts_line());
    let Some(node) = row.nodes.get(index) else {
        return false;
    };
    starts_line(node.first) && (!has_sibling(row, node) || starts_line_after(row, gaps, node))
}

/// Whether a node follows in the same list.
fn has_sibling(row: &TokenRow<'_>, node: &GapNode) -> bool {
    let separator = row.next_code(node.last.saturating_add(1));
    let next = match row.kind(separator) {
        Some(COMMA | SEMICOLON) => row.next_code(separator + 1),
        _ => separator,
    };
    let holder = row.nodes.get(node.parent);
    next < row.tokens.len() && holder.is_some_and(|it| next <= it.last && it.close != next)
}

/// Whether the line ends after a node, its separator, and comments.
fn starts_line_after(row: &TokenRow<'_>, gaps: &[Gap], node: &GapNode) -> bool {
    let mut rest = node.last.saturating_add(1)..gaps.len();
    let ends = rest.find_map(|token| match gaps.get(token) {
        Some(gap) if gap.starts_line() => Some(true),
        _ if matches!(
            row.kind(token),
            Some(COMMA | SEMICOLON | COMMENT | BLOCK_COMMENT)
        ) =>
        {
            None
        }
        _ => Some(false),
    });
    ends == Some(true)
}

fn align_group(
    row: &TokenRow<'_>,
    gaps: &mut [Gap],
    commas: &[usize],
    group: &[AlignedToken],
    always: bool,
) {
    let members: Vec<AlignedMember> = group
        .iter()
        .filter_map(|token| member(row, gaps, commas, token))
        .collect();
    let widest = members.iter().map(|it| it.column).max().unwrap_or_default();
    let spaces = match always {
        true => 1,
        false if !is_meant(row, &members, widest) => return,
        false => common_spaces(&members),
    };
    for member in members {
        if let Some(Gap::Spaces(found)) = gaps.get_mut(member.token) {
            *found = widest - member.column + spaces;
        }
    }
}

/// The spaces after the widest one, if all stand below each other already.
fn common_spaces(members: &[AlignedMember]) -> usize {
    let first = members.first().and_then(|it| it.found);
    if first.is_none() || members.iter().any(|it| it.found != first) {
        return 1;
    }
    let spaces = members.iter().filter_map(|it| {
        let rest = it.found?.checked_sub(it.column - it.indent)?;
        Some(rest.min(it.spaces))
    });
    spaces.min().unwrap_or_default().max(1)
}

/// Whether the author has put half of those that need more than one space below the others.
fn is_meant(row: &TokenRow<'_>, members: &[AlignedMember], widest: usize) -> bool {
    let narrow = members.iter().filter(|it| it.column < widest);
    let (all, padded) = narrow.fold((0, 0), |(all, padded), member| {
        (all + 1, padded + usize::from(is_padded(row, member.token)))
    });
    padded > 0 && padded * 2 >= all
}

/// Whether more than one space stands before a token, or any before the colon in front of it.
fn is_padded(row: &TokenRow<'_>, token: usize) -> bool {
    let before = token.saturating_sub(1);
    row.gap(token).len() > 1 || row.kind(before) == Some(COLON) && row.gap(before).len() > 1
}

/// A token that may stand below others.
struct AlignedMember {
    token: usize,
    /// The column at which what stands before it will end.
    column: usize,
    /// The indentation of its line then.
    indent: usize,
    /// The column at which it stands now, from the indentation on; nothing where tabs are before it.
    found: Option<usize>,
    /// The spaces before it now.
    spaces: usize,
}

/// A member of a group, if all that stands before it is on the same line.
fn member(
    row: &TokenRow<'_>,
    gaps: &[Gap],
    commas: &[usize],
    place: &AlignedToken,
) -> Option<AlignedMember> {
    let token = place.token;
    let mut column = 0;
    let mut before = token;
    let indent = loop {
        before = before.checked_sub(1)?;
        let text = row.token_text(before);
        if text.contains('\n') {
            return None;
        }
        column += text.chars().count() + usize::from(commas.binary_search(&before).is_ok());
        match *gaps.get(before)? {
            Gap::Spaces(_) if before == 0 => break 0,
            Gap::Spaces(spaces) => column += spaces,
            Gap::Breaks(_, spaces) => break spaces,
            Gap::Kept => return None,
        }
    };
    if place.first.is_some_and(|first| first != before) {
        return None;
    }
    let (first, at) = (row.tokens.get(before)?, row.tokens.get(token)?);
    let found = row.text.get(first.start..at.start)?;
    Some(AlignedMember {
        token,
        column: column + indent,
        indent,
        found: (!found.contains('\t')).then(|| found.chars().count()),
        spaces: row.gap(token).len(),
    })
}
