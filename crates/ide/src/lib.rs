//! Editor features over offsets and file ids.
//!
//! Purpose: one function for everything an editor can ask, on plain data: offsets, [`FileId`]s, strings. One file for
//! each feature.
//!
//! Allowed inputs: the database, and texts through [`AnalysisHost`]. Forbidden knowledge: LSP, JSON, threads of the
//! server. Every question on an [`Analysis`] may be [cancelled](Cancelled) by an edit that waits.

mod alias;
mod analysis;
mod branches;
mod by_name;
mod cancel;
mod data_keys;
mod dependencies;
mod docs;
mod elsewhere;
mod erb;
mod file_references;
mod file_uses;
mod files;
mod fix_run;
mod forge;
mod given_keys;
mod host;
mod inline_templates;
mod load;
mod name_at;
mod named_by_strings;
mod names_in_text;
mod parameters;
mod plan_functions;
mod position;
mod prime;
mod resolve;
mod resource_titles;
mod ruby;
mod ruby_uses;
mod scope;
mod source_change;
mod specs;
mod stubs;
mod symbol_index;
mod syntax;
mod tasks;
mod templates;
#[cfg(test)]
mod testing;
mod type_parts;
mod type_text;
mod unsaved;
mod value_parts;
mod words;
mod workspace_files;

mod code_action;
mod code_actions;
mod comment_references;
mod completion;
mod context;
mod definition;
mod diagnostics;
mod folding;
mod formatting;
mod graph;
mod hiera;
mod hierarchy;
mod highlight;
mod hover;
mod implementation;
mod inlay_hints;
mod inspect;
mod lenses;
mod linked_editing;
mod links;
mod members;
mod on_type;
mod providers;
mod references;
mod rename;
mod selection;
mod semantic_tokens;
mod shipped;
mod signature_help;
mod symbols;
mod type_definition;
mod workspace_symbols;

pub use analysis::{Analysis, RetiredTrees};
pub use cancel::{CancelToken, Cancellable, Cancelled};
pub use code_action::{ActionKind, CodeAction};
pub use completion::{
    Completion, CompletionItem, CompletionKind, Documentation, DocumentedKind, ResolveData,
};
pub use dependencies::status::{MissingModules, ProjectStatus, missing_modules};
pub use diagnostics::{Diagnostic, RelatedPlace, Severity};
pub use elsewhere::{TextFileKind, TextFileSearch};
pub use fix_run::{FixAll, FixProvider};
pub use folding::{FoldKind, FoldingRange};
pub use forge::{Forge, ForgeModule, ForgeQuestion};
pub use graph::{GraphEdge, GraphNode, GraphNodeKind, ResourceGraph};
pub use hierarchy::{HierarchyCall, HierarchyItem};
pub use host::AnalysisHost;
pub use hover::Hover;
pub use implementation::{Implementation, provider_names};
pub use inlay_hints::{HintKind, HintKinds, InlayHint};
pub use lenses::{CodeLens, LensKind};
pub use links::{DocumentLink, LinkTarget};
pub use load::{ClientSettings, DiskRead, LoadMode, LoadedProject, PendingReads, fingerprint};
pub use position::{FilePosition, FileRange, GotoTarget, NavigationTarget};
pub use puppet_text::{Column, LineCol, LineIndex, TextRange, TextSize};
pub use puppet_vfs::FileId;
pub use references::Reference;
pub use rename::{RenameError, RenameTarget};
pub use semantic_tokens::{Modifier, Modifiers, SemanticToken, TokenKind};
pub use shipped::BuiltinLocation;
pub use signature_help::{
    Importance, ParameterInfo, SignatureHelp, SignatureInfo, SignatureTrigger,
};
pub use source_change::{FileMove, SourceChange, TextEdit, apply_edits};
pub use specs::is_spec;
pub use symbol_index::SymbolKind;
pub use symbols::Symbol;
pub use workspace_symbols::WorkspaceSymbol;
