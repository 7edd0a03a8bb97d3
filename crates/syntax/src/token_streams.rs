//! The tokens of a manifest as its author meant them, and how they follow an edit.

use crate::SyntaxKind;
use crate::lexer::{self, Entry, Keywords, Lexed, RelexStart, Shared, Written};
use crate::parse::run;
use crate::parser::{Input, Parser, Significant};
use crate::reparse::Change;

/// The tokens of a manifest: with quotes where they are likely missing.
#[derive(Debug)]
pub(crate) struct TokenStreams {
    pub(crate) lexed: Lexed,
    pub(crate) significant: Significant,
    /// As the manifest is written, if that is not what is meant.
    written: Option<Written>,
}

impl TokenStreams {
    pub(crate) fn new(text: &str, keywords: Keywords) -> TokenStreams {
        let tokens = lexer::tokenize_manifest(text, keywords);
        let (lexed, written, _) = meant(text, keywords, tokens, None);
        TokenStreams {
            significant: Significant::new(text, &lexed),
            lexed,
            written,
        }
    }

    /// Those of the text that an edit has made of this one, and which of them are the same.
    pub(crate) fn retokenize(
        &self,
        text: &str,
        keywords: Keywords,
        change: &Change,
    ) -> (TokenStreams, Shared) {
        let Change { old, growth } = *change;
        let before = RelexStart::new(&self.lexed, old, growth);
        let written = self.written.as_ref();
        let before_written = written.and_then(|it| RelexStart::from_text(it, old, growth));
        let tokens = lexer::tokenize_again(text, keywords, before, before_written);
        let (lexed, written, shared) = meant(text, keywords, tokens, before);
        let shared = shared.unwrap_or_else(|| Shared::empty(&self.lexed));
        let shared = shared.extended(&self.lexed, &lexed, old, growth);
        let of_old = (&self.significant, &self.lexed);
        let significant = Significant::from_edit(text, &lexed, of_old, shared);
        let understood = TokenStreams {
            lexed,
            significant,
            written,
        };
        (understood, shared)
    }
}

#[cfg(test)]
impl TokenStreams {
    /// The tokens of the manifest as it is written, if that is not what is meant.
    pub(crate) fn raw_tokens(&self) -> Option<&Lexed> {
        self.written.as_ref().map(Written::lexed)
    }
}

/// The tokens as they are meant, those as they are written where these are others, and those shared with an older text.
fn meant(
    text: &str,
    keywords: Keywords,
    tokens: lexer::Tokenized,
    before: Option<RelexStart<'_>>,
) -> (Lexed, Option<Written>, Option<Shared>) {
    let lexer::Tokenized {
        lexed,
        written,
        shared,
    } = tokens;
    if !lexed.is_repaired()
        && let Some((doubted, shared)) =
            lexer::tokenize_doubting(text, &lexed, keywords, before)
        // What Puppet accepts is meant as it is written.
        && is_refused(text, &lexed)
    {
        return (doubted, Some(Written::closed(lexed)), shared);
    }
    (lexed, written, shared)
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
