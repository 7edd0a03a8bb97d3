//! `textDocument/codeAction`

use puppet_ide::{ActionKind, CodeAction};
use puppet_vfs::FileId;

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, Snapshot, lsp,
};
use crate::protocol::client_commands::EXPLAIN_RULE;
use crate::protocol::to_proto::workspace_edit;

pub(crate) struct CodeActions;

impl RequestHandler for CodeActions {
    type Request = lsp::request::CodeActionRequest;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let file = snapshot.file(&params.text_document)?;
        let selection = snapshot.text_range(file, params.range)?;
        let mut actions = Vec::new();
        for action in snapshot.analysis.code_actions(file, selection)? {
            let kind = protocol_kind(action.kind);
            let can_run = action.explains.is_none() || snapshot.client.explains_rules;
            if can_run && is_wanted(&params.context, &kind) {
                let action = to_protocol(snapshot, file, &params.context, action, kind)?;
                actions.push(lsp::CodeActionOrCommand::CodeAction(action));
            }
        }
        Ok(Some(actions))
    }
}

/// The kinds that are offered.
pub(crate) fn kinds() -> Vec<lsp::CodeActionKind> {
    [
        ActionKind::QuickFix,
        ActionKind::Extract,
        ActionKind::Inline,
        ActionKind::Rewrite,
        ActionKind::FixAll,
    ]
    .map(protocol_kind)
    .to_vec()
}

fn protocol_kind(kind: ActionKind) -> lsp::CodeActionKind {
    match kind {
        ActionKind::QuickFix | ActionKind::Suppress | ActionKind::Explain => {
            lsp::CodeActionKind::QUICKFIX
        }
        ActionKind::Extract => lsp::CodeActionKind::REFACTOR_EXTRACT,
        ActionKind::Inline => lsp::CodeActionKind::REFACTOR_INLINE,
        ActionKind::Rewrite => lsp::CodeActionKind::REFACTOR_REWRITE,
        ActionKind::FixAll => lsp::CodeActionKind::SOURCE_FIX_ALL,
    }
}

/// Whether the client asks for this kind, or for one that holds it: `refactor` holds `refactor.extract`.
fn is_wanted(context: &lsp::CodeActionContext, kind: &lsp::CodeActionKind) -> bool {
    context.only.as_ref().is_none_or(|only| {
        only.iter().any(|wanted| {
            let rest = kind.as_str().strip_prefix(wanted.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    })
}

fn to_protocol(
    snapshot: &Snapshot,
    file: FileId,
    context: &lsp::CodeActionContext,
    action: CodeAction,
    kind: lsp::CodeActionKind,
) -> Result<lsp::CodeAction, ReadError> {
    let fixed = match action.fixes {
        Some((code, range)) => {
            let range = snapshot.range(file, range)?;
            let code = Some(lsp::NumberOrString::String(code.to_owned()));
            let diagnostics = context.diagnostics.iter();
            Some(
                diagnostics
                    .filter(|it| it.code == code && it.range == range)
                    .cloned()
                    .collect(),
            )
        }
        None => None,
    };
    let command = action.explains.map(|code| lsp::Command {
        title: action.title.clone(),
        command: EXPLAIN_RULE.to_owned(),
        arguments: Some(vec![code.into()]),
    });
    Ok(lsp::CodeAction {
        title: action.title,
        kind: Some(kind),
        diagnostics: fixed,
        edit: match command {
            Some(_) => None,
            None => Some(workspace_edit(snapshot, &action.change)?),
        },
        command,
        is_preferred: action.is_preferred.then_some(true),
        ..Default::default()
    })
}
