//! Word search in texts.

/// What names are made of, from the most frequent on, as manifests have them.
const FREQUENT: &[u8] = b"eatsoirnlc_dpuf:mhgvby.kw-xq";

/// Where a text holds a word, in any case of ASCII letters, and not as a part of a longer word: a short name would
/// otherwise be looked for in most tokens of all files.
pub fn occurrences<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    let rarity = |byte: &u8| FREQUENT.iter().position(|it| it.eq_ignore_ascii_case(byte));
    let places = (0..word.len()).zip(word);
    let rarest = places.max_by_key(|(_, byte)| rarity(byte).unwrap_or(FREQUENT.len()));
    let (place, byte) = rarest.map_or((0, 0), |(place, byte)| (place, *byte));
    let (lower, upper) = (byte.to_ascii_lowercase(), byte.to_ascii_uppercase());
    memchr::memchr2_iter(lower, upper, text)
        .filter_map(move |at| at.checked_sub(place))
        .filter(move |at| {
            text.get(*at..at + word.len())
                .is_some_and(|found| !found.is_empty() && found.eq_ignore_ascii_case(word))
        })
        .filter(move |at| {
            let before = at.checked_sub(1).and_then(|before| text.get(before));
            !continues_word(before, word.first())
                && !continues_word(word.last(), text.get(at + word.len()))
        })
}

/// The words of a text: what [`occurrences`] finds of a word without a sign in it is one of them, but for its case.
pub fn words(text: &str) -> impl Iterator<Item = &[u8]> {
    let words = text.as_bytes().split(|byte| !is_word_byte(*byte));
    words.filter(|word| !word.is_empty())
}

/// Whether two neighbours belong to one word.
fn continues_word(one: Option<&u8>, next: Option<&u8>) -> bool {
    let is_part = |byte: Option<&u8>| byte.is_some_and(|it| is_word_byte(*it));
    is_part(one) && is_part(next)
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Where a text names something with `::` in it: the whole name, also after a leading `::`.
pub fn whole_names<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
    word_offsets(text, name).filter(move |at| is_whole_name(text, *at, name.len()))
}

/// Where a text holds another.
pub fn word_offsets<'a>(text: &'a str, part: &'a str) -> impl Iterator<Item = usize> + 'a {
    memchr::memmem::find_iter(text.as_bytes(), part.as_bytes())
}

fn is_whole_name(text: &str, at: usize, length: usize) -> bool {
    let (Some(before), Some(after)) = (text.get(..at), text.get(at + length..)) else {
        return false;
    };
    let before = before.strip_suffix("::").unwrap_or(before);
    let continues = after
        .strip_prefix("::")
        .is_some_and(|rest| rest.starts_with(is_part));
    !before.ends_with(is_part)
        && !before.ends_with(':')
        && !after.starts_with(is_part)
        && !continues
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_not_found_within_longer_words() {
        for (text, word, expected) in [
            (
                "a data $a A::b ab _a a_ 'a' \"${a}\"",
                "a",
                &[0, 8, 10, 25, 31][..],
            ),
            ("x::port $port ports PORT", "port", &[3, 9, 20]),
            ("a.b a.bc", "a.b", &[0]),
            ("", "a", &[]),
        ] {
            let found: Vec<usize> = occurrences(text, word).collect();
            assert_eq!(found, expected, "{word} in {text}");
        }
    }

    #[test]
    fn words_are_between_signs() {
        let found: Vec<&[u8]> = words("$a_1 X::b-c \u{e9}d").collect();
        assert_eq!(found, [&b"a_1"[..], b"X", b"b", b"c", b"d"]);
    }

    #[test]
    fn parts_of_longer_names_are_others() {
        let found = |text: &str| whole_names(text, "a::b").count();
        assert_eq!(found("a::b 'a::b', ::a::b. a::b::"), 4);
        assert_eq!(found("xa::b a::bc x::a::b a::b::c a::b_ :::a::b"), 0);
    }
}
