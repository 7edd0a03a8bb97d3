//! Editor features over offsets and file ids.
//!
//! Purpose: one function for everything an editor can ask, on plain data: offsets, [`FileId`]s, strings. One file for
//! each feature.
//!
//! Allowed inputs: the database, and texts through [`AnalysisHost`]. Forbidden knowledge: LSP, JSON, threads of the
//! server. Every question on an [`Analysis`] may be [cancelled](Cancelled) by an edit that waits.

mod analysis;
mod project_loader;
#[cfg(any(test, feature = "test-fixture"))]
#[doc(hidden)]
pub mod test_fixture;

mod code_actions;
mod code_lens;
mod document_highlight;
mod document_links;
mod document_symbols;
mod folding_ranges;
mod formatting;
mod goto_definition;
mod goto_implementation;
mod goto_type_definition;
mod hierarchy;
mod hover;
mod inlay_hints;
#[cfg(test)]
mod known_names_tests;
mod linked_editing;
mod on_type_formatting;
mod rename;
mod resource_graph;
mod selection_range;
mod semantic_tokens;
mod signature_help;
mod view_syntax_tree;
mod workspace_symbols;

pub use crate::analysis::CompletionDetails;
pub use crate::analysis::host::AnalysisHost;
pub use crate::analysis::parallel::{STACK_SIZE, for_each_in_parallel};
pub use crate::code_lens::{CodeLens, LensKind};
pub use crate::document_links::{DocumentLink, LinkTarget};
pub use crate::document_symbols::Symbol;
pub use crate::folding_ranges::{FoldKind, FoldingRange};
pub use crate::goto_definition::builtin::BuiltinLocation;
pub use crate::goto_implementation::{Implementation, provider_names};
pub use puppet_project::cache_dir;

pub use crate::project_loader::disk_state::{DiskChange, DiskState};
pub use crate::project_loader::module_texts::module_texts;
pub use crate::project_loader::{
    ClientSettings, DiskRead, LoadMode, LoadedProject, PendingReads, defines_project, fingerprint,
};
pub use crate::resource_graph::{GraphEdge, GraphNode, GraphNodeKind, ResourceGraph};
pub use analysis::{Analysis, RetiredTrees};
pub use hierarchy::{HierarchyCall, HierarchyItem};
pub use hover::Hover;
pub use inlay_hints::{HintKind, HintKinds, InlayHint};
pub use puppet_catalog::ParsedFiles;
pub use puppet_ide_completion::{
    Completion, CompletionItem, CompletionKind, DocumentedKind, ResolveData,
};
pub use puppet_ide_db::cancellation::{CancelToken, Cancellable, Cancelled};
pub use puppet_ide_db::code_action::{ActionKind, CodeAction};
pub use puppet_ide_db::code_index::{Descriptor, IndexedName, IndexedSymbol, Package, SymbolName};
pub use puppet_ide_db::forge::{Forge, ForgeModule, ForgeRequest};
pub use puppet_ide_db::hiera::data_keys::{DataKey, KeyOnNode};
pub use puppet_ide_db::hiera::hierarchy_tree::{
    HierarchyFileNode, HierarchyLayer, HierarchyLevelNode,
};
pub use puppet_ide_db::module_metadata::status::{MissingModules, ProjectStatus, missing_modules};
pub use puppet_ide_db::position::{FilePosition, FileRange, GotoTarget, NavigationTarget};
pub use puppet_ide_db::search::Reference;
pub use puppet_ide_db::search::text_files::{TextFileKind, TextFileSearch};
pub use puppet_ide_db::source_change::{FileMove, SourceChange, TextEdit, apply_edits};
pub use puppet_ide_db::symbol_index::SymbolKind;
pub use puppet_ide_diagnostics::diagnostics::{EditorDiagnostic, RelatedPlace, Severity};
pub use puppet_ide_diagnostics::fix_all::{FixAll, FixProvider};
pub use puppet_nodes::{ChosenNode, ModuleCheck, NodeChoice, SystemFailures};
pub use puppet_text::{Column, LineCol, LineIndex, TextRange, TextSize, editor_line_starts};
pub use puppet_vfs::FileId;
pub use rename::{RenameError, RenameTarget};
pub use semantic_tokens::{Modifier, Modifiers, SemanticToken, TokenKind};
pub use signature_help::{
    Importance, ParameterInfo, SignatureHelp, SignatureInfo, SignatureTrigger,
};
pub use workspace_symbols::WorkspaceSymbol;
