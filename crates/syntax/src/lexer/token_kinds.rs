//! The tokens of code, as the generated scanner finds them. What depends on more than its own characters is decided
//! in [`crate::lexer::scanner`].

use logos::Logos;

use crate::SyntaxKind;

/// A token of code.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq)]
#[logos(subpattern word = "[a-zA-Z0-9_]")]
#[logos(subpattern blank = r"[ \t\u{a0}\u{1680}\u{2000}-\u{200a}\u{202f}\u{205f}\u{3000}]")]
#[logos(subpattern segment = r"[a-z_]((?&word)|-+(?&word))*")]
pub(super) enum Code {
    #[regex(r"((?&blank)|[\r\n])+")]
    Whitespace,
    #[regex(r"#[^\n]*", allow_greedy = true)]
    Comment,
    #[token("/*")]
    CommentStart,

    #[regex(r"(::)?[a-z](?&word)*(::[a-z](?&word)*)*", priority = 10)]
    Name,
    #[regex(r"(::)?(?&segment)(::(?&segment))*", priority = 5)]
    Word,
    #[regex(r"(::)?[A-Z](?&word)*(::[A-Z](?&word)*)*")]
    ClassRef,
    #[token("::")]
    ColonColon,
    #[regex(r"\$(::)?((?&word)+::)*(?&word)+")]
    #[token("$")]
    Variable,
    #[regex("[0-9]")]
    Digit,
    #[token("'")]
    SingleQuote,
    #[token("\"")]
    DoubleQuote,
    #[token("@(")]
    HeredocStart,

    #[token("/")]
    Slash,
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,
    #[token("%")]
    Percent,
    #[token("-")]
    Minus,
    #[token("<")]
    Less,

    #[token("[", |_| SyntaxKind::L_BRACK)]
    #[token("]", |_| SyntaxKind::R_BRACK)]
    #[token("(", |_| SyntaxKind::L_PAREN)]
    #[token(")", |_| SyntaxKind::R_PAREN)]
    #[token(",", |_| SyntaxKind::COMMA)]
    #[token(";", |_| SyntaxKind::SEMICOLON)]
    #[token(":", |_| SyntaxKind::COLON)]
    #[token(".", |_| SyntaxKind::DOT)]
    #[token("?", |_| SyntaxKind::QUESTION)]
    #[token("|", |_| SyntaxKind::PIPE)]
    #[token("@", |_| SyntaxKind::AT)]
    #[token("@@", |_| SyntaxKind::AT_AT)]
    #[token("=", |_| SyntaxKind::EQ)]
    #[token("+=", |_| SyntaxKind::PLUS_EQ)]
    #[token("-=", |_| SyntaxKind::MINUS_EQ)]
    #[token("=>", |_| SyntaxKind::FAT_ARROW)]
    #[token("+>", |_| SyntaxKind::PLUS_ARROW)]
    #[token("==", |_| SyntaxKind::EQ_EQ)]
    #[token("!=", |_| SyntaxKind::BANG_EQ)]
    #[token("=~", |_| SyntaxKind::EQ_TILDE)]
    #[token("!~", |_| SyntaxKind::BANG_TILDE)]
    #[token("<=", |_| SyntaxKind::LT_EQ)]
    #[token(">", |_| SyntaxKind::GT)]
    #[token(">=", |_| SyntaxKind::GT_EQ)]
    #[token("<<", |_| SyntaxKind::SHL)]
    #[token(">>", |_| SyntaxKind::SHR)]
    #[token("+", |_| SyntaxKind::PLUS)]
    #[token("*", |_| SyntaxKind::STAR)]
    #[token("!", |_| SyntaxKind::BANG)]
    #[token("->", |_| SyntaxKind::IN_EDGE)]
    #[token("~>", |_| SyntaxKind::IN_EDGE_SUB)]
    #[token("<-", |_| SyntaxKind::OUT_EDGE)]
    #[token("<~", |_| SyntaxKind::OUT_EDGE_SUB)]
    #[token("<|", |_| SyntaxKind::L_COLLECT)]
    #[token("|>", |_| SyntaxKind::R_COLLECT)]
    #[token("<<|", |_| SyntaxKind::LL_COLLECT)]
    #[token("|>>", |_| SyntaxKind::RR_COLLECT)]
    #[token("~", |_| SyntaxKind::TILDE)]
    Operator(SyntaxKind),
}
