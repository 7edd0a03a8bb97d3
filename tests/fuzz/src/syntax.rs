//! The tree and the tokens of a text are the text.

use puppet_syntax::lexer::{Keywords, tokenize_with};
use puppet_syntax::{Entry, ParseOptions, parse_with};

/// Parses `text`, and panics unless the tree and the tokens are the text.
pub fn check(text: &str, entry: Entry) {
    for keywords in [Keywords::Manifest, Keywords::Tasks] {
        let lexed = tokenize_with(text, entry, keywords);
        let end = (0..lexed.len()).fold(0, |end, token| {
            let range = lexed.range(token);
            assert_eq!(
                usize::from(range.start()),
                end,
                "a token starts where the last one ended"
            );
            usize::from(range.end())
        });
        assert_eq!(end, text.len(), "the tokens are the text");
        let parsed = parse_with(text, ParseOptions { entry, keywords });
        assert_eq!(parsed.syntax().to_string(), text, "the tree is the text");
        assert_eq!(
            lexed.stop().is_some(),
            lexed.errors().iter().any(|error| error.kind.stops_lexer()),
            "an error is reported exactly where Puppet stops"
        );
    }
}
