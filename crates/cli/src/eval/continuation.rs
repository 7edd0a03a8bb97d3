//! The detection of inputs that continue at the next line of the prompt.

use puppet_syntax::Entry;

/// The codes of errors that more text can repair, wherever they start.
const OPEN: [&str; 4] = [
    "UNCLOSED_QUOTE",
    "UNCLOSED_MLCOMMENT",
    "HEREDOC_WITHOUT_TEXT",
    "HEREDOC_WITHOUT_END_TAGGED_LINE",
];

/// Does the text end inside of a bracket, a string, a comment, a heredoc, or after an operator?
pub(super) fn is_open(text: &str) -> bool {
    let parse = puppet_syntax::parse(text, Entry::Manifest);
    let Some(stop) = parse.stop() else {
        return false;
    };
    match stop.issue {
        // The end of the text is what is unexpected.
        Some("SYNTAX_ERROR") => stop.offset.is_none(),
        Some(code) => OPEN.contains(&code),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_open;

    #[test]
    fn open_brackets_quotes_and_heredocs_continue() {
        for (text, expected) in [
            ("1 + 2", false),
            ("[1,", true),
            ("[1, 2]", false),
            ("{ 'a' => [", true),
            ("[1].map |$x| {", true),
            ("[1].map |$x| {\n$x }", false),
            ("if true {", true),
            ("'it", true),
            ("\"a ${b", true),
            ("/* note", true),
            ("@(END)", true),
            ("@(END)\ntext", true),
            ("@(END)\ntext\n| END", false),
            ("1 +", true),
            (")", false),
            ("[1, }", false),
            ("$x = = 1", false),
        ] {
            assert_eq!(is_open(text), expected, "{text}");
        }
    }
}
