//! Refresh requests: the client repeats its requests when their responses became outdated without an edit.

use crate::lsp;

/// Kinds of answers that stay on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RefreshKind {
    Diagnostics,
    Hints,
    Lenses,
    Tokens,
}

impl RefreshKind {
    /// What follows from other files, and which the client does not see change.
    pub(crate) const ALL: [Self; 4] = [Self::Diagnostics, Self::Hints, Self::Lenses, Self::Tokens];

    /// Whether a client can be told to ask for these again.
    pub(crate) fn can_be_refreshed(self, client: &lsp::ClientCapabilities) -> bool {
        let Some(workspace) = &client.workspace else {
            return false;
        };
        let supported = match self {
            Self::Diagnostics => workspace
                .diagnostic
                .as_ref()
                .and_then(|it| it.refresh_support),
            Self::Hints => workspace
                .inlay_hint
                .as_ref()
                .and_then(|it| it.refresh_support),
            Self::Lenses => workspace
                .code_lens
                .as_ref()
                .and_then(|it| it.refresh_support),
            Self::Tokens => workspace
                .semantic_tokens
                .as_ref()
                .and_then(|it| it.refresh_support),
        };
        supported == Some(true)
    }
}
