//! `textDocument/codeLens` and `codeLens/resolve`

use puppet_ide::LensKind;
use serde_json::json;

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, RetryPolicy, Snapshot, lsp,
};

pub(crate) struct CodeLenses;

impl RequestHandler for CodeLenses {
    type Request = lsp::request::CodeLensRequest;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let file = snapshot.file(&params.text_document)?;
        let wanted = &snapshot.settings.code_lenses;
        if !wanted.references && !wanted.resources {
            return Ok(Some(Vec::new()));
        }
        let mut lenses = Vec::new();
        for lens in snapshot.analysis.lenses(file)? {
            let (command, data) = match lens.kind {
                LensKind::References if wanted.references => {
                    (None, Some(json!(params.text_document.uri)))
                }
                LensKind::Resources(count) if wanted.resources => {
                    let title = format!("{count} resource{}", if count == 1 { "" } else { "s" });
                    (Some(only_shown(title)), None)
                }
                _ => continue,
            };
            lenses.push(lsp::CodeLens {
                range: snapshot.range(file, lens.range)?,
                command,
                data,
            });
        }
        Ok(Some(lenses))
    }
}

/// A lens that does nothing when it is clicked.
pub(crate) fn only_shown(title: String) -> lsp::Command {
    lsp::Command {
        title,
        ..lsp::Command::default()
    }
}

/// More names than these are only counted.
pub(crate) const MOST_USERS: usize = 2;

/// `, by profile::web, role::db and 3 more`
pub(crate) fn user_list(users: &[String]) -> String {
    match users {
        [] => String::new(),
        users if users.len() <= MOST_USERS => format!(", by {}", users.join(", ")),
        users => {
            let (first, more) = users.split_at(MOST_USERS);
            format!(", by {} and {} more", first.join(", "), more.len())
        }
    }
}
