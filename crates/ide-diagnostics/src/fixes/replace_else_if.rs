//! `else if`, as other languages write `elsif`.

use puppet_syntax::SyntaxKind;

use crate::fixes::proposed_fix::{FileDiagnostic, ProposedFix};
use puppet_ide_assists::assist_context::AssistContext;
use puppet_ide_db::source_change::TextEdit;
use puppet_ide_db::syntax_ext::previous_token;

/// `else if` to `elsif`
pub fn to_elsif(site: &AssistContext<'_>, diagnostic: &FileDiagnostic) -> Option<ProposedFix> {
    let word = site.token.as_ref()?;
    let mut before = std::iter::successors(previous_token(word), previous_token);
    let before = before.find(|it| !it.kind().is_trivia())?;
    let is_meant = word.kind() == SyntaxKind::IF_KW
        && word.text_range() == diagnostic.place.range
        && before.kind() == SyntaxKind::ELSE_KW;
    let range = before.text_range().cover(word.text_range());
    is_meant.then(|| {
        crate::fixes::proposed_fix::ProposedFix::unsafe_(
            "Replace with `elsif`",
            vec![TextEdit::replace(range, "elsif")],
        )
    })
}
