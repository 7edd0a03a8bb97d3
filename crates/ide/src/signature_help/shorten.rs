//! Signatures that fit a box of five lines: long types are cut, and what does not fit is counted.
//!
//! VS Code's box holds about 50 columns of code and 65 of text, so that a label takes three lines of it at most, and its
//! documentation two.

use std::cmp::Reverse;

use puppet_text::TextSize;

use super::label::{BEFORE_BLOCK, Label};
use super::{Importance, ParameterInfo, SignatureInfo};
use puppet_ide_db::documentation::type_text::without_patterns;

/// The longest label, in characters.
const LABEL: usize = 130;

/// The longest documentation, in characters.
const DOCUMENTATION: usize = 120;

/// The longest text of the parameter at the cursor.
const ACTIVE: usize = 72;

/// The longest text of another parameter.
const OTHER: usize = 32;

/// The longest head, and the longest result of a function.
const HEAD: usize = 48;
const RESULT: usize = 32;

/// How arguments find their parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arguments {
    /// By their position: the order of the parameters stays.
    Positional,
    /// By their names: the one at the cursor comes first.
    Named,
}

/// A signature with a label and documentation of bounded length.
pub(super) fn shorten(signature: &SignatureInfo, arguments: Arguments) -> SignatureInfo {
    let mut parts = SignatureParts::of(signature);
    if arguments == Arguments::Named {
        parts.parameters.sort_by_key(|part| Reverse(part.is_active));
    }
    if parts.length() > LABEL {
        match arguments {
            Arguments::Positional => parts.cut_types(),
            Arguments::Named => parts.select(),
        }
    }
    SignatureInfo {
        documentation: documentation(signature),
        ..parts.write()
    }
}

/// The parts of a label.
struct SignatureParts<'a> {
    head: String,
    parameters: Vec<LabelPart<'a>>,
    /// How many parameters are left out.
    omitted: usize,
    tail: &'a str,
}

/// A parameter.
struct LabelPart<'a> {
    text: String,
    info: &'a ParameterInfo,
    is_active: bool,
    /// It is the block of a function, after the closing parenthesis.
    is_block: bool,
}

impl<'a> SignatureParts<'a> {
    fn of(signature: &'a SignatureInfo) -> Self {
        let label = &*signature.label;
        let text = |start: TextSize, end: TextSize| {
            let text = label.get(start.into()..end.into());
            text.unwrap_or_default()
        };
        let all = &signature.parameters;
        let end = TextSize::of(label);
        let head = all.first().map_or(end, |it| it.range.start());
        let part = |(index, info): (usize, &'a ParameterInfo)| LabelPart {
            text: without_patterns(text(info.range.start(), info.range.end())),
            info,
            is_active: signature.active_parameter == Some(index),
            is_block: text(TextSize::new(0), info.range.start()).ends_with(BEFORE_BLOCK),
        };
        Self {
            head: text(TextSize::new(0), head).to_owned(),
            parameters: all.iter().enumerate().map(part).collect(),
            omitted: 0,
            tail: all.last().map_or("", |it| text(it.range.end(), end)),
        }
    }

    /// How many characters the label has.
    fn length(&self) -> usize {
        let texts = self.parameters.iter().map(|it| width(&it.text) + 2);
        let count = if self.omitted > 0 {
            width("… 99 more")
        } else {
            0
        };
        width(&self.head) + texts.sum::<usize>() + count + width(self.tail)
    }

    /// Cuts the types of a function, and leaves out the last of very many parameters.
    fn cut_types(&mut self) {
        for part in &mut self.parameters {
            let longest = if part.is_active { ACTIVE } else { OTHER };
            part.text = with_short_type(&part.text, longest);
        }
        if width(self.tail) > RESULT {
            self.tail = self.tail.get(..1).unwrap_or_default();
        }
        if self.length() > LABEL {
            self.tail = self.tail.get(..1).unwrap_or_default();
            for part in self.parameters.iter_mut().filter(|it| !it.is_active) {
                part.text = with_short_type(&part.text, 0);
            }
        }
        self.leave_out();
    }

    /// Keeps the attribute at the cursor and the required ones; without the first also those that are set most often.
    fn select(&mut self) {
        for part in &mut self.parameters {
            let longest = if part.is_active { ACTIVE } else { OTHER };
            part.text = cut(&part.text, longest);
        }
        let of_importance =
            |importance| move |part: &LabelPart<'_>| part.info.importance == importance;
        let is_wanted =
            |part: &LabelPart<'_>| part.is_active || of_importance(Importance::Required)(part);
        let has_active = self.parameters.iter().any(|it| it.is_active);
        let has_common = (self.parameters.iter()).any(of_importance(Importance::Common));
        let is_next = |part: &LabelPart<'_>| {
            !has_active && (!has_common || of_importance(Importance::Common)(part))
        };
        self.parameters
            .sort_by_key(|part| (!part.is_active, !is_wanted(part)));
        let all = self.parameters.len();
        self.parameters
            .retain(|part| is_wanted(part) || is_next(part));
        self.omitted = all - self.parameters.len();
        self.leave_out();
    }

    /// Leaves out the last parameters until the label is short enough.
    fn leave_out(&mut self) {
        self.head = cut(&self.head, HEAD);
        while self.length() > LABEL {
            let last = self.parameters.iter().rposition(|it| !it.is_active);
            let Some(last) = last else {
                return;
            };
            self.parameters.remove(last);
            self.omitted += 1;
        }
    }

    fn write(self) -> SignatureInfo {
        let mut label = Label::new(self.head, ", ");
        for part in &self.parameters {
            let documentation = part.info.documentation.as_deref();
            let documentation = documentation.filter(|_| part.is_active).map(in_short);
            match part.is_block {
                true => label.block(&part.text),
                false => label.parameter(&part.text, documentation, part.info.importance),
            }
        }
        let active = self.parameters.iter().position(|part| part.is_active);
        let tail = match (self.omitted, self.parameters.is_empty()) {
            (0, _) => self.tail.to_owned(),
            (omitted, true) => format!("… {omitted} more{}", self.tail),
            (omitted, false) => format!(", … {omitted} more{}", self.tail),
        };
        let mut signature = label.finish(&tail, None);
        signature.active_parameter = active;
        // Editors mark the first parameter where none is active.
        if active.is_none() {
            signature.parameters.clear();
        }
        signature
    }
}

/// The documentation of the whole, where the parameter at the cursor has none.
fn documentation(signature: &SignatureInfo) -> Option<String> {
    let active = signature.active_parameter;
    let active = active.and_then(|index| signature.parameters.get(index));
    if active.is_some_and(|it| it.documentation.is_some()) {
        return None;
    }
    Some(in_short(signature.documentation.as_deref()?))
}

/// The first paragraph of Markdown, on one line and not too long.
fn in_short(markdown: &str) -> String {
    let lines = markdown.trim().lines().map(str::trim);
    let lines = lines.take_while(|line| !line.is_empty() && !line.starts_with("```"));
    let text = lines.collect::<Vec<_>>().join(" ");
    if width(&text) <= DOCUMENTATION {
        return text;
    }
    let mut short = cut(&text, DOCUMENTATION);
    if let Some(space) = short.rfind(' ') {
        short.truncate(space);
        short.push('…');
    }
    // A code span that is cut open would take the rest of the text with it.
    if short.matches('`').count() % 2 == 1 {
        short.push('`');
    }
    short
}

/// `Type $name` with a type of at most so many characters; without it, if that is nothing.
fn with_short_type(parameter: &str, longest: usize) -> String {
    if width(parameter) <= longest {
        return parameter.to_owned();
    }
    let Some(sign) = parameter.find('$') else {
        return cut(parameter, longest.max(RESULT));
    };
    let (before, name) = parameter.split_at(sign);
    let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '$' | '_' | '?');
    let end = name.find(|letter| !is_name(letter)).unwrap_or(name.len());
    let name = name.get(..end).unwrap_or(name);
    let (ty, mark) = match before.rsplit_once(' ') {
        Some((ty, mark)) => (ty, mark),
        None => ("", before),
    };
    match longest {
        0 => format!("{mark}{name}"),
        _ => format!(
            "{} {mark}{name}",
            cut(ty, longest.saturating_sub(width(name)))
        ),
    }
}

/// The start of a text that is too long.
fn cut(text: &str, longest: usize) -> String {
    if width(text) <= longest {
        return text.to_owned();
    }
    let start: String = text.chars().take(longest.saturating_sub(1)).collect();
    format!("{}…", start.trim_end())
}

fn width(text: &str) -> usize {
    text.chars().count()
}
