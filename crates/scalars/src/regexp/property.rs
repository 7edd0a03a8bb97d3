//! Named sets of characters: shorthands such as `\w`, POSIX brackets, and the properties of Unicode.

mod blocks;

use std::{
    cmp::Ordering,
    sync::{LazyLock, OnceLock},
};

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

/// `\w`, `\d`, `\s`, `\h` and their negations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shorthand {
    kind: char,
    negated: bool,
}

impl Shorthand {
    pub(super) fn from_char(c: char) -> Option<Self> {
        let kind = c.to_ascii_lowercase();
        matches!(kind, 'w' | 'd' | 's' | 'h').then_some(Self {
            kind,
            negated: kind != c,
        })
    }

    pub(super) fn set(self, ascii: bool) -> ClassUnicode {
        let name = match self.kind {
            'w' => "word",
            'd' => "digit",
            's' => "space",
            _ => "xdigit",
        };
        let mut set = posix(name, ascii).unwrap_or_else(ClassUnicode::empty);
        if self.negated {
            set.negate();
        }
        set
    }
}

/// A set of ranges.
pub(super) fn set(ranges: &[(char, char)]) -> ClassUnicode {
    ClassUnicode::new(
        ranges
            .iter()
            .map(|(from, to)| ClassUnicodeRange::new(*from, *to)),
    )
}

/// Whether a character beyond ASCII is part of a word, for `\b`.
pub(super) fn is_unicode_word(c: char) -> bool {
    static WORD: LazyLock<ClassUnicode> =
        LazyLock::new(|| posix("word", false).unwrap_or_else(ClassUnicode::empty));
    WORD.ranges()
        .binary_search_by(|range| {
            if range.end() < c {
                Ordering::Less
            } else if range.start() > c {
                Ordering::Greater
            } else {
                Ordering::Equal
            }
        })
        .is_ok()
}

/// Names of POSIX brackets, with the set (without surrogates, which are no characters of a text) as an expression over the properties of Unicode.
const POSIX: [(&str, &str); 14] = [
    ("alnum", r"[\p{Alphabetic}\p{Nd}]"),
    ("alpha", r"\p{Alphabetic}"),
    ("blank", r"[\p{Zs}\t]"),
    ("cntrl", r"\p{Cc}"),
    ("digit", r"\p{Nd}"),
    ("graph", r"[^\p{White_Space}\p{Cc}\p{Cn}]"),
    ("lower", r"\p{Lowercase}"),
    ("print", r"[[^\p{White_Space}\p{Cc}\p{Cn}]\p{Zs}]"),
    ("punct", r"[\p{P}$+<=>^`|~]"),
    ("space", r"\p{White_Space}"),
    ("upper", r"\p{Uppercase}"),
    ("xdigit", r"[0-9A-Fa-f]"),
    ("ascii", r"[\x00-\x7f]"),
    ("word", r"[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}]"),
];

/// Properties that Ruby has under names of its own.
const OWN: [(&str, &str); 6] = [
    ("any", r"[\x{0}-\x{10ffff}]"),
    ("assigned", r"\P{Cn}"),
    ("punct", r"\p{P}"),
    ("unknown", r"[\p{Cn}\p{Co}]"),
    ("zzzz", r"[\p{Cn}\p{Co}]"),
    ("xposixpunct", r"[\p{P}$+<=>^`|~]"),
];

/// The set of a POSIX bracket.
fn posix(name: &str, ascii: bool) -> Option<ClassUnicode> {
    static SETS: [OnceLock<Option<ClassUnicode>>; POSIX.len()] =
        [const { OnceLock::new() }; POSIX.len()];
    let index = POSIX.iter().position(|(other, _)| *other == name)?;
    let known = SETS.get(index)?.get_or_init(|| parsed(POSIX.get(index)?.1));
    let mut set = known.clone()?;
    if ascii {
        set.intersect(&self::set(&[('\0', '\x7f')]));
    }
    Some(set)
}

/// The POSIX bracket whose name starts the text.
pub(super) fn posix_prefix(text: &str, ascii: bool) -> Option<(&'static str, ClassUnicode)> {
    let (name, _) = POSIX.iter().find(|(name, _)| text.starts_with(name))?;
    Some((name, posix(name, ascii)?))
}

/// The set of a property; its name is compared without case, spaces, `-` and `_`.
pub(super) fn class_of_property(name: &str) -> Option<ClassUnicode> {
    let plain: String = name
        .chars()
        .filter(|c| !matches!(c, ' ' | '-' | '_'))
        .map(|c| c.to_ascii_lowercase())
        .collect();
    if plain.is_empty()
        || !plain
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'=' || b == b'.')
    {
        return None;
    }
    if let Some((_, pattern)) = OWN.iter().find(|(own, _)| *own == plain) {
        return parsed(pattern);
    }
    if let Some(set) = posix(&plain, false) {
        return Some(set);
    }
    if matches!(&*plain, "cs" | "surrogate") {
        return Some(ClassUnicode::empty());
    }
    if let Some(name) = plain.strip_prefix("in")
        && let Some(set) = blocks::block(name)
    {
        return Some(set);
    }
    if !is_known_to_ruby(&plain) {
        return None;
    }
    parsed(&format!(r"\p{{{plain}}}"))
}

/// Whether Ruby has the name at all: of properties with values, only some are there; and none has `is` before its name.
fn is_known_to_ruby(plain: &str) -> bool {
    const BREAKS: [&str; 13] = [
        "control",
        "cr",
        "extend",
        "l",
        "lf",
        "lv",
        "lvt",
        "prepend",
        "regionalindicator",
        "spacingmark",
        "t",
        "v",
        "zwj",
    ];
    match plain.split_once('=') {
        Some(("age", version)) => version
            .split_once('.')
            .and_then(|(major, _)| major.parse::<u8>().ok())
            .is_some_and(|major| major <= 15),
        Some(("graphemeclusterbreak", value)) => BREAKS.contains(&value),
        Some(_) => false,
        None => !plain.starts_with("is") && !matches!(plain, "bidim" | "bidimirrored"),
    }
}

/// The set that an expression over one character describes.
fn parsed(pattern: &str) -> Option<ClassUnicode> {
    let hir = regex_syntax::Parser::new().parse(pattern).ok()?;
    match hir.into_kind() {
        HirKind::Class(Class::Unicode(set)) => Some(set),
        HirKind::Class(Class::Bytes(set)) => set.to_unicode_class(),
        HirKind::Literal(literal) => {
            let c = std::str::from_utf8(&literal.0).ok()?.chars().next()?;
            Some(set(&[(c, c)]))
        }
        _ => None,
    }
}
