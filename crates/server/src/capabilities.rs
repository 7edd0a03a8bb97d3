//! The server's capabilities.

use crate::handlers::requests::editing::code_action::kinds;
use crate::handlers::requests::presentation::semantic_tokens::legend;
use crate::lsp;
use crate::protocol::client_capabilities::ClientFeatures;
use crate::protocol::client_commands::CHOOSE_NODE;
use crate::protocol::position_encoding::PositionEncoding;

/// What is no part of a word, and after which there may be something to propose: keys and parameters of types, variables,
/// names in a namespace, functions of a receiver, strings that are names or paths, and the values of an attribute.
///
/// No comma: in most editors, Enter accepts the first item of an open list, and a comma is mostly followed by Enter.
const TRIGGERS: [&str; 9] = ["[", "$", ":", ".", "'", "\"", "/", "@", " "];

/// The answer to `initialize`.
pub(crate) fn server_capabilities(
    encoding: PositionEncoding,
    client: &ClientFeatures,
) -> lsp::ServerCapabilities {
    lsp::ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(lsp::TextDocumentSyncCapability::Options(
            lsp::TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(lsp::TextDocumentSyncKind::INCREMENTAL),
                ..Default::default()
            },
        )),
        hover_provider: Some(lsp::HoverProviderCapability::Simple(true)),
        definition_provider: Some(lsp::OneOf::Left(true)),
        declaration_provider: Some(lsp::DeclarationCapability::Simple(true)),
        type_definition_provider: Some(lsp::TypeDefinitionProviderCapability::Simple(true)),
        implementation_provider: Some(lsp::ImplementationProviderCapability::Simple(true)),
        linked_editing_range_provider: Some(lsp::LinkedEditingRangeServerCapabilities::Simple(
            true,
        )),
        selection_range_provider: Some(lsp::SelectionRangeProviderCapability::Simple(true)),
        document_link_provider: Some(lsp::DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: Default::default(),
        }),
        semantic_tokens_provider: Some(
            lsp::SemanticTokensServerCapabilities::SemanticTokensOptions(
                lsp::SemanticTokensOptions {
                    legend: legend(),
                    range: Some(true),
                    full: Some(lsp::SemanticTokensFullOptions::Delta { delta: Some(true) }),
                    work_done_progress_options: Default::default(),
                },
            ),
        ),
        references_provider: Some(lsp::OneOf::Left(true)),
        document_highlight_provider: Some(lsp::OneOf::Left(true)),
        document_symbol_provider: Some(lsp::OneOf::Left(true)),
        workspace_symbol_provider: Some(lsp::OneOf::Left(true)),
        inlay_hint_provider: Some(lsp::OneOf::Left(true)),
        code_lens_provider: Some(lsp::CodeLensOptions {
            resolve_provider: Some(true),
        }),
        call_hierarchy_provider: Some(lsp::CallHierarchyServerCapability::Simple(true)),
        code_action_provider: Some(lsp::CodeActionProviderCapability::Options(
            lsp::CodeActionOptions {
                code_action_kinds: Some(kinds()),
                work_done_progress_options: Default::default(),
                resolve_provider: None,
            },
        )),
        document_formatting_provider: (!client.registers_formatting)
            .then_some(lsp::OneOf::Left(true)),
        document_range_formatting_provider: (!client.registers_formatting)
            .then_some(lsp::OneOf::Left(true)),
        document_on_type_formatting_provider: Some(lsp::DocumentOnTypeFormattingOptions {
            first_trigger_character: ">".into(),
            more_trigger_character: Some(vec!["\n".into()]),
        }),
        rename_provider: Some(match client.prepares_rename {
            true => lsp::OneOf::Right(lsp::RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: Default::default(),
            }),
            false => lsp::OneOf::Left(true),
        }),
        folding_range_provider: Some(lsp::FoldingRangeProviderCapability::Simple(true)),
        completion_provider: Some(lsp::CompletionOptions {
            trigger_characters: Some(TRIGGERS.map(String::from).to_vec()),
            resolve_provider: Some(true),
            ..Default::default()
        }),
        signature_help_provider: Some(lsp::SignatureHelpOptions {
            trigger_characters: Some(["(", ","].map(String::from).to_vec()),
            retrigger_characters: Some([">", " "].map(String::from).to_vec()),
            ..Default::default()
        }),
        diagnostic_provider: client.pulls_diagnostics.then(|| {
            lsp::DiagnosticServerCapabilities::Options(lsp::DiagnosticOptions {
                identifier: Some("puppet-analyzer".into()),
                inter_file_dependencies: true,
                workspace_diagnostics: true,
                work_done_progress_options: lsp::WorkDoneProgressOptions {
                    work_done_progress: Some(true),
                },
            })
        }),
        execute_command_provider: Some(lsp::ExecuteCommandOptions {
            commands: vec![CHOOSE_NODE.into()],
            work_done_progress_options: Default::default(),
        }),
        workspace: Some(lsp::WorkspaceServerCapabilities {
            workspace_folders: Some(lsp::WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(lsp::OneOf::Left(true)),
            }),
            file_operations: Some(file_operations()),
        }),
        ..Default::default()
    }
}

/// The files whose names change the names in them.
fn file_operations() -> lsp::WorkspaceFileOperationsServerCapabilities {
    let filter = |glob: &str, matches| lsp::FileOperationFilter {
        scheme: Some("file".into()),
        pattern: lsp::FileOperationPattern {
            glob: glob.into(),
            matches: Some(matches),
            options: None,
        },
    };
    lsp::WorkspaceFileOperationsServerCapabilities {
        will_rename: Some(lsp::FileOperationRegistrationOptions {
            filters: vec![
                filter("**/*.{pp,epp}", lsp::FileOperationPatternKind::File),
                filter(
                    "**/{templates,files}/**",
                    lsp::FileOperationPatternKind::File,
                ),
                filter("**", lsp::FileOperationPatternKind::Folder),
            ],
        }),
        ..Default::default()
    }
}

/// Formatting of Puppet code only: clients also send us data, which others format.
pub(crate) fn formatting() -> Vec<lsp::Registration> {
    let documents = puppet_documents();
    ["textDocument/formatting", "textDocument/rangeFormatting"]
        .map(|method| lsp::Registration {
            id: method.into(),
            method: method.into(),
            register_options: Some(documents.clone()),
        })
        .to_vec()
}

/// Manifests and templates, whatever the client calls their languages.
fn puppet_documents() -> serde_json::Value {
    serde_json::json!({ "documentSelector": [
        { "language": "puppet" },
        { "language": "epp" },
        { "pattern": "**/*.{pp,epp}" },
    ] })
}

/// Hierarchies of types, for clients that can be told later; others are told by `transport/relay.rs`, since our version of
/// the protocol's types has no capability for them.
pub(crate) fn type_hierarchy() -> lsp::Registration {
    lsp::Registration {
        id: "type-hierarchy".into(),
        method: "textDocument/prepareTypeHierarchy".into(),
        register_options: Some(puppet_documents()),
    }
}
