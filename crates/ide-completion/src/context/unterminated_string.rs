//! Quotes that are not closed yet: without what closes them, the rest of a file would be read as one long text.

use puppet_text::TextSize;

/// What closes the quotes that are open at a cursor, and the brackets of keys and arguments around them if nothing
/// follows on the line; nothing where the rest of the line may close them.
///
/// A text that starts in a line before is not seen as such, which does no harm: what is added stands within it.
pub fn closers(before: &str, after: &str) -> String {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let rest = after.split('\n').next().unwrap_or_default();
    let mut open = open_in(line);
    let is_quote = |it: &char| "'\"}".contains(*it);
    if !open.iter().any(is_quote) {
        return String::new();
    }
    let mut closers = String::new();
    while let Some(closer) = open.pop() {
        if is_quote(&closer) {
            let outer = open.iter().rfind(|it| is_quote(it));
            let outer = outer.and_then(|outer| rest.find(*outer));
            let end = rest.find(closer);
            if end.is_some_and(|end| outer.is_none_or(|outer| end < outer)) {
                return closers;
            }
        }
        closers.push(closer);
    }
    if !rest.trim().is_empty() {
        closers.truncate(closers.trim_end_matches([')', ']']).len());
    }
    closers
}

/// The word or text that starts at an offset, as far as it is typed: what is incomplete is no name that is known.
pub fn incomplete_at(text: &str, offset: TextSize) -> &str {
    let after = text.get(usize::from(offset)..).unwrap_or_default();
    after
        .split(['\'', '"', '\n', ' ', ','])
        .next()
        .unwrap_or_default()
}

/// What would close what a line leaves open, the outermost first.
fn open_in(line: &str) -> Vec<char> {
    let mut open: Vec<char> = Vec::new();
    let mut before = ' ';
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match (open.last(), c) {
            (Some('\'' | '"'), '\\') => drop(chars.next()),
            (Some(closer), c) if *closer == c => drop(open.pop()),
            (Some('\''), _) => {}
            (Some('"'), '$') => open.extend(chars.next_if_eq(&'{').map(|_| '}')),
            (Some('"'), _) => {}
            (_, '#') => break,
            (_, '\'' | '"') => open.push(c),
            // Of keys and arguments: a list may continue in the next line.
            (_, '[') if is_name_end(before) => open.push(']'),
            (_, '(') if is_name_end(before) => open.push(')'),
            _ => {}
        }
        before = c;
    }
    open
}

fn is_name_end(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | ']')
}

#[cfg(test)]
mod tests {
    use super::closers;

    #[test]
    fn what_is_open_is_closed() {
        for (before, after, expected) in [
            ("", "", ""),
            ("a => 'x", "\nb => 'y'", "'"),
            ("a => \"x", "", "\""),
            ("a => \"x ${y", "", "}\""),
            ("\"x ${y['z", "", "']}\""),
            ("f($x[1], y['z", "", "'])"),
            ("f($x[1], y['z", " }", "'"),
            ("a => ['z", "", "'"),
            ("\"x ${y} $z", "", "\""),
            ("'it\\'s", "", "'"),
            // The rest of the line closes it.
            ("a => 'x", "',", ""),
            ("\"x ${y", "} z\"", ""),
            // It closes the text, and not what is interpolated.
            ("f(\"x ${y", "\") }", "}"),
            ("f(\"x ${y['z", "\")", "']}"),
            // What is closed, and what is no code.
            ("a => 'x', \"y\"", "", ""),
            ("# don't", "", ""),
            ("'a\nb", "", ""),
            ("f($x[", "", ""),
        ] {
            assert_eq!(closers(before, after), expected, "{before}|{after}");
        }
    }
}
