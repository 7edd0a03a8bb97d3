//! The tokens of a manifest as its author meant them.

use crate::SyntaxKind;
use crate::lexer::{self, Entry, Keywords, Lexed};
use crate::parse::run;
use crate::parser::{Input, Parser, Significant};

/// The tokens of a manifest: with quotes where they are likely missing.
pub(crate) fn author_tokens(text: &str, keywords: Keywords) -> Lexed {
    let lexed = lexer::tokenize_with(text, Entry::Manifest, keywords);
    if !lexed.is_repaired()
        && let Some(doubted) = lexer::tokenize_doubting(text, &lexed, keywords)
        // What Puppet accepts is meant as it is written.
        && is_refused(text, &lexed)
    {
        return doubted;
    }
    lexed
}

/// Whether Puppet refuses a text with these tokens.
fn is_refused(text: &str, lexed: &Lexed) -> bool {
    let count = |kind| lexed.kinds().iter().filter(|it| **it == kind).count();
    let is_unbalanced =
        || lexed.heredocs().is_empty() && count(SyntaxKind::L_BRACE) != count(SyntaxKind::R_BRACE);
    let stops = || {
        let significant = Significant::new(text, lexed);
        let input = Input::new(text, lexed, &significant);
        run(Parser::new(&input), Entry::Manifest).stop.is_some()
    };
    lexed.stop().is_some() || is_unbalanced() || stops()
}
