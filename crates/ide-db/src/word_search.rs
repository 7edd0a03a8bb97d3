//! Names in texts that are no code of ours: comments, and specs in Ruby.

/// Where a text names something with `::` in it: the whole name, also after a leading `::`.
pub fn whole_names<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
    word_offsets(text, name).filter(move |at| is_whole(text, *at, name.len()))
}

/// Where a text holds another.
pub fn word_offsets<'a>(text: &'a str, part: &'a str) -> impl Iterator<Item = usize> + 'a {
    memchr::memmem::find_iter(text.as_bytes(), part.as_bytes())
}

fn is_whole(text: &str, at: usize, length: usize) -> bool {
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
    use super::whole_names;

    #[test]
    fn parts_of_longer_names_are_others() {
        let found = |text: &str| whole_names(text, "a::b").count();
        assert_eq!(found("a::b 'a::b', ::a::b. a::b::"), 4);
        assert_eq!(found("xa::b a::bc x::a::b a::b::c a::b_ :::a::b"), 0);
    }
}
