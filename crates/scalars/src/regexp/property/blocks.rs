//! The blocks of Unicode, for `\p{In_…}`.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

/// Blocks of Unicode 14: the name, and the first and the last character as hexadecimal numbers.
const BLOCKS: &str = include_str!("blocks.txt");

/// The characters of the block with a name (without `In_`, in lower case, without spaces, `-` and `_`).
pub(super) fn block(name: &str) -> Option<ClassUnicode> {
    let mut blocks = BLOCKS.lines().filter_map(|line| line.split_once(' '));
    if name == "noblock" {
        let mut set = ClassUnicode::new(blocks.filter_map(|(_, ends)| range(ends)));
        set.negate();
        return Some(set);
    }
    let (_, ends) = blocks.find(|(other, _)| *other == name)?;
    Some(ClassUnicode::new(range(ends)))
}

/// The characters from one number to another; none for surrogates, which are no characters.
fn range(ends: &str) -> Option<ClassUnicodeRange> {
    let (from, to) = ends.split_once(' ')?;
    let character = |number| char::from_u32(u32::from_str_radix(number, 16).ok()?);
    Some(ClassUnicodeRange::new(character(from)?, character(to)?))
}

#[cfg(test)]
mod tests {
    use super::{BLOCKS, block};

    #[test]
    fn each_line_is_a_block() {
        for line in BLOCKS.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let [name, ends @ ..] = &words[..] else {
                unreachable!("{line}");
            };
            let is_number = |it: &&str| u32::from_str_radix(it, 16).is_ok();
            assert!(ends.len() == 2 && ends.iter().all(is_number), "{line}");
            assert!(block(name).is_some(), "{line}");
        }
        assert_eq!(BLOCKS.lines().count(), 320);
    }

    #[test]
    fn blocks_have_their_characters() {
        let has = |name: &str, c: char| {
            block(name).is_some_and(|set| {
                set.iter()
                    .any(|range| (range.start()..=range.end()).contains(&c))
            })
        };
        assert!(has("greekandcoptic", 'λ') && !has("greekandcoptic", 'a'));
        assert!(has("noblock", '\u{2fe0}') && !has("noblock", 'a'));
        assert!(!has("highsurrogates", 'a'));
        assert!(block("nosuchblock").is_none());
    }
}
