//! The client's capabilities.

use crate::client_refresh::RefreshKind;
use crate::lsp;
use crate::protocol::client_commands::EXPLAIN_RULE;
use crate::protocol::client_commands::SHOW_REFERENCES;
use crate::protocol::client_commands::TRIGGER_SUGGEST;

/// The client's capabilities that change what we do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClientFeatures {
    /// Pulls diagnostics itself; then we do not push them.
    pub(crate) pulls_diagnostics: bool,
    /// What it can be told to ask for again.
    pub(crate) refreshes: Vec<RefreshKind>,
    /// Shows "related information" of a diagnostic.
    pub(crate) related_information: bool,
    /// Can be asked to watch files.
    pub(crate) watches_files: bool,
    /// Supports requests for its settings.
    pub(crate) tells_settings: bool,
    /// Shows progress.
    pub(crate) shows_progress: bool,
    /// Renders Markdown in hovers and documentation.
    pub(crate) markdown_hover: bool,
    /// Understands links from an origin range to a target.
    pub(crate) definition_links: bool,
    /// Understands `$1` in completions.
    pub(crate) completion_snippets: bool,
    /// Takes the range that completions replace once for all of them.
    pub(crate) completion_defaults: bool,
    /// Lets the user choose whether the rest of the word after the cursor is replaced.
    pub(crate) completion_words: bool,
    /// Accepts a completion on Enter only where we allow it.
    pub(crate) enter_commits: bool,
    /// Strikes completions out that are deprecated.
    pub(crate) completion_tags: bool,
    /// Shows a word beside each completion.
    pub(crate) completion_label_details: bool,
    /// Folds whole lines only.
    pub(crate) folds_whole_lines: bool,
    /// Understands nested document symbols.
    pub(crate) nested_symbols: bool,
    /// Understands lists of edits and operations on files.
    pub(crate) document_changes: bool,
    /// Can move files as part of an edit.
    pub(crate) renames_files: bool,
    /// Can create files as part of an edit.
    pub(crate) creates_files: bool,
    /// Has our command that shows a list of places.
    pub(crate) shows_references: bool,
    /// Shows pages of documentation without a file.
    pub(crate) shows_pages: bool,
    /// Has a command that opens its completion list.
    pub(crate) triggers_suggest: bool,
    /// Has our command that opens the page of a rule.
    pub(crate) explains_rules: bool,
    /// Shows the state of the server.
    pub(crate) shows_status: bool,
    /// Can be told later that there are hierarchies of types.
    pub(crate) registers_type_hierarchy: bool,
    /// Whether it can be told later that documents are formatted, and which.
    pub(crate) registers_formatting: bool,
    /// Asks what can be renamed before it does.
    pub(crate) prepares_rename: bool,
}

impl ClientFeatures {
    pub(crate) fn from_capabilities(capabilities: &lsp::ClientCapabilities) -> Self {
        let text = capabilities.text_document.clone().unwrap_or_default();
        let workspace = capabilities.workspace.clone().unwrap_or_default();
        let completion = text.completion.unwrap_or_default();
        let completion_item = completion.completion_item.unwrap_or_default();
        let completion_list = completion.completion_list.unwrap_or_default();
        let completion_defaults = completion_list.item_defaults.unwrap_or_default();
        let hover_formats = text
            .hover
            .and_then(|hover| hover.content_format)
            .unwrap_or_default();
        let edit = workspace.workspace_edit.unwrap_or_default();
        let operations = edit.resource_operations.unwrap_or_default();
        Self {
            shows_references: commands(capabilities).any(|it| it == SHOW_REFERENCES),
            shows_pages: has_experimental(capabilities, "pages"),
            triggers_suggest: commands(capabilities).any(|it| it == TRIGGER_SUGGEST),
            explains_rules: commands(capabilities).any(|it| it == EXPLAIN_RULE),
            shows_status: has_experimental(capabilities, crate::protocol::status::CAPABILITY),
            registers_type_hierarchy: text.type_hierarchy.and_then(|it| it.dynamic_registration)
                == Some(true),
            registers_formatting: is_registered(text.formatting)
                && is_registered(text.range_formatting),
            // Neovim has operations on files, but no versions of documents.
            document_changes: edit.document_changes == Some(true) || !operations.is_empty(),
            renames_files: operations.contains(&lsp::ResourceOperationKind::Rename),
            creates_files: operations.contains(&lsp::ResourceOperationKind::Create),
            prepares_rename: text.rename.and_then(|it| it.prepare_support) == Some(true),
            pulls_diagnostics: text.diagnostic.is_some(),
            refreshes: RefreshKind::ALL
                .into_iter()
                .filter(|shown| shown.can_be_refreshed(capabilities))
                .collect(),
            related_information: text
                .publish_diagnostics
                .and_then(|it| it.related_information)
                == Some(true),
            watches_files: workspace
                .did_change_watched_files
                .and_then(|it| it.dynamic_registration)
                == Some(true),
            tells_settings: workspace.configuration == Some(true),
            shows_progress: capabilities
                .window
                .as_ref()
                .and_then(|window| window.work_done_progress)
                == Some(true),
            markdown_hover: hover_formats.contains(&lsp::MarkupKind::Markdown),
            definition_links: text.definition.and_then(|it| it.link_support) == Some(true),
            completion_snippets: completion_item.snippet_support == Some(true),
            completion_defaults: completion_defaults.iter().any(|it| it == "editRange"),
            completion_words: completion_item.insert_replace_support == Some(true),
            enter_commits: has_experimental(capabilities, "enterCommits"),
            completion_tags: completion_item.tag_support.is_some(),
            completion_label_details: completion_item.label_details_support == Some(true),
            folds_whole_lines: text.folding_range.and_then(|it| it.line_folding_only) == Some(true),
            nested_symbols: text
                .document_symbol
                .and_then(|it| it.hierarchical_document_symbol_support)
                == Some(true),
        }
    }
}

fn is_registered(capability: Option<lsp::DynamicRegistrationClientCapabilities>) -> bool {
    capability.and_then(|it| it.dynamic_registration) == Some(true)
}

/// The commands that the client has for us: `experimental.commands`, a list of names.
fn commands(capabilities: &lsp::ClientCapabilities) -> impl Iterator<Item = &str> {
    let experimental = capabilities.experimental.as_ref();
    let commands = experimental.and_then(|it| it.get("commands")?.as_array());
    commands.into_iter().flatten().filter_map(|it| it.as_str())
}

/// Whether the client announces one of our extensions of the protocol.
fn has_experimental(capabilities: &lsp::ClientCapabilities, name: &str) -> bool {
    let experimental = capabilities.experimental.as_ref();
    experimental.and_then(|it| it.get(name)?.as_bool()) == Some(true)
}

impl Default for ClientFeatures {
    fn default() -> Self {
        Self::from_capabilities(&lsp::ClientCapabilities::default())
    }
}
