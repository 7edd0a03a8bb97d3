//! [`Analysis`]: the public API of the editor features, one method each, on an immutable snapshot.

pub(crate) mod host;
pub(crate) mod parallel;
pub(crate) mod prefetch;
mod system_checks;

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use puppet_catalog::ParsedFiles;
use puppet_db::RootDatabase;
use puppet_db::{File, ReparseCache};
use puppet_nodes::{ChosenNode, ModuleCheck, NodeChoice, NodeView, SystemFailures, node_choices};
use puppet_project::installed_puppet::InstalledPuppet;
use puppet_text::{LineIndex, TextRange};
use puppet_vfs::FileId;
use salsa::Database as _;

use crate::goto_definition::builtin;
use crate::{
    BuiltinLocation, CodeLens, DocumentLink, FoldingRange, HierarchyCall, HierarchyItem, HintKinds,
    Hover, Implementation, InlayHint, RenameError, RenameTarget, ResourceGraph, SemanticToken,
    SignatureHelp, SignatureTrigger, Symbol, WorkspaceSymbol,
};
use crate::{
    code_actions, code_lens, document_highlight, document_links, document_symbols, folding_ranges,
    formatting, goto_definition, goto_implementation, goto_type_definition, hierarchy, hover,
    inlay_hints, linked_editing, on_type_formatting, rename, resource_graph, selection_range,
    semantic_tokens, signature_help, view_syntax_tree, workspace_symbols,
};
use puppet_ide_completion::{Completion, ResolveData};
use puppet_ide_db::cancellation::catch;
use puppet_ide_db::cancellation::{CancelToken, Cancellable};
use puppet_ide_db::code_action::CodeAction;
use puppet_ide_db::code_index::{self, IndexedName};
use puppet_ide_db::context::{FileContext, IdeContext};
use puppet_ide_db::file_table::FileTable;
use puppet_ide_db::forge::{Forge, ForgeRequest, ForgeView};
use puppet_ide_db::hiera::data_hierarchy;
use puppet_ide_db::hiera::data_keys::{self, DataKey};
use puppet_ide_db::hiera::hierarchy_tree::HierarchyLayer;
use puppet_ide_db::module_metadata::status::ProjectStatus;
use puppet_ide_db::position::{FilePosition, FileRange, GotoTarget};
use puppet_ide_db::search::Reference;
use puppet_ide_db::search::text_files::TextFileSearch;
use puppet_ide_db::source_change::{SourceChange, TextEdit};
use puppet_ide_db::{module_metadata, node_values, search};
use puppet_ide_diagnostics::diagnostics::{self, EditorDiagnostic};

/// The state of one moment. A write waits until it is dropped.
pub struct Analysis {
    db: RootDatabase,
    files: Arc<FileTable>,
    forge: Option<Arc<Forge>>,
    installed: Option<Arc<InstalledPuppet>>,
    node: Option<Arc<NodeView>>,
    systems: Option<Arc<SystemFailures>>,
    /// What answers would have liked to know of the Forge.
    open: RefCell<Vec<ForgeRequest>>,
}

/// What `completionItem/resolve` adds to a completion item.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CompletionDetails {
    /// How a function is called.
    pub signature: Option<String>,
    /// The documentation, in Markdown.
    pub text: Option<String>,
}

/// The old trees of a file, which edits have retired. It can be dropped without a snapshot, when no request waits.
pub struct RetiredTrees {
    recent: ReparseCache,
    file: File,
}

impl RetiredTrees {
    /// Drops them.
    pub fn clear(self) {
        self.recent.drop_retired(self.file);
    }
}

impl Analysis {
    pub(crate) fn new(
        db: RootDatabase,
        files: Arc<FileTable>,
        forge: Option<Arc<Forge>>,
        installed: Option<Arc<InstalledPuppet>>,
        node: Option<Arc<NodeView>>,
        systems: Option<Arc<SystemFailures>>,
    ) -> Self {
        Self {
            db,
            files,
            forge,
            installed,
            node,
            systems,
            open: RefCell::default(),
        }
    }

    fn context(&self) -> IdeContext<'_> {
        IdeContext {
            db: &self.db,
            files: &self.files,
            forge: ForgeView {
                known: self.forge.as_deref(),
                open: &self.open,
            },
            installed: self.installed.as_deref(),
            node: self.node.as_deref(),
            systems: self.systems.as_deref(),
        }
    }

    /// The requests to the Forge that would improve the answers so far, also for answers that may be stale.
    #[must_use]
    pub fn take_forge_questions(&self) -> Vec<ForgeRequest> {
        self.open.take()
    }

    /// Cancels the queries of this analysis, from any thread.
    #[must_use]
    pub fn cancel_token(&self) -> CancelToken {
        CancelToken(self.db.cancellation_token())
    }

    /// Whether the file is part of the workspace: found on disk, or open.
    #[must_use]
    pub fn contains_file(&self, file: FileId) -> bool {
        self.files.input(file).is_some()
    }

    /// The path of a file as the database writes it, with `/` between its parts; empty for unknown files.
    #[must_use]
    pub fn path(&self, file: FileId) -> Arc<str> {
        self.files.path(file).unwrap_or_else(|| Arc::from(""))
    }

    /// Runs a query of one file; the default answer for unknown files.
    fn ask<T: Default>(
        &self,
        file: FileId,
        question: impl Fn(FileContext<'_>) -> T,
    ) -> Cancellable<T> {
        let context = self.context();
        match self.files.input(file) {
            Some(input) => catch(|| {
                self.db.unwind_if_revision_cancelled();
                question(context.file_context(input))
            }),
            None => Ok(T::default()),
        }
    }

    /// Lines and columns of a file, as editors count them.
    ///
    /// # Errors
    /// [`puppet_ide_db::cancellation::Cancelled`], as everywhere here.
    pub fn line_index(&self, file: FileId) -> Cancellable<&LineIndex> {
        static EMPTY: LazyLock<LineIndex> = LazyLock::new(|| LineIndex::new(""));
        match self.files.input(file) {
            Some(input) => catch(|| puppet_db::editor_line_index(&self.db, input)),
            None => Ok(&EMPTY),
        }
    }

    /// All files that are known, in the order of their paths.
    #[must_use]
    pub fn files(&self) -> Vec<FileId> {
        let mut files = self.files.all();
        files.sort_unstable_by(|a, b| a.path(&self.db).cmp(b.path(&self.db)));
        let ids = files.into_iter().map(|file| self.files.id(&self.db, file));
        ids.collect()
    }

    /// The text of a file; empty for unknown ones.
    pub fn text(&self, file: FileId) -> Cancellable<Arc<str>> {
        let text = self.ask(file, |context| {
            Some(Arc::clone(context.file.text(context.db)))
        })?;
        Ok(text.unwrap_or_else(|| Arc::from("")))
    }

    /// Reads a file as far as that needs no other file, so that the first query of it is faster.
    pub fn prefetch(&self, file: FileId) -> Cancellable<()> {
        self.line_index(file)?;
        self.ask(file, |context| {
            drop(puppet_db::program(context.db, context.file));
        })
    }

    /// Checks parts of a file, from its end, while another thread computes its diagnostics: one of `helpers`
    /// shares of the work.
    pub fn prefetch_diagnostics(
        &self,
        file: FileId,
        helper: usize,
        helpers: NonZeroUsize,
    ) -> Cancellable<()> {
        self.ask(file, |context| {
            puppet_checks::prefetch_diagnostics(context.db, context.file, helper, helpers);
        })
    }

    /// What edits have left of a file's old trees.
    #[must_use]
    pub fn retired_trees(&self, file: FileId) -> Option<RetiredTrees> {
        let recent = puppet_db::Db::recent_parses(&self.db)?.clone();
        let file = self.files.input(file)?;
        Some(RetiredTrees { recent, file })
    }

    /// The documentation page of a built-in definition or a rule, by its path: `function/split.md`, `rule/N101.md`.
    pub fn page(&self, path: &str) -> Cancellable<Option<String>> {
        if let Some(page) = diagnostics::rule_page(path) {
            return Ok(Some(page));
        }
        let context = self.context();
        let Some(file) = self.files.all().into_iter().next() else {
            return Ok(None);
        };
        catch(|| {
            self.db.unwind_if_revision_cancelled();
            builtin::documentation_page::page(context.file_context(file), path)
        })
    }

    /// The workspace's own files that can have diagnostics, in the order of their paths.
    pub fn workspace_files(&self) -> Cancellable<Vec<FileId>> {
        let context = self.context();
        catch(|| puppet_ide_db::workspace_files::workspace_files(context))
    }

    /// The nodes and operating systems that can be chosen.
    pub fn node_choices(&self) -> Cancellable<Vec<NodeChoice>> {
        catch(|| node_choices(&self.db))
    }

    /// Evaluates files for the chosen node after an edit. Returns whether their diagnostics changed.
    pub fn refresh_node_values(&self, files: &[FileId]) -> Cancellable<bool> {
        let mut is_different = false;
        for file in files {
            is_different |= self.ask(*file, node_values::refresh)?;
        }
        Ok(is_different)
    }

    /// The checks of the modules of some files on the operating systems that they claim. They need no database any more.
    pub fn system_checks(
        &self,
        files: &[FileId],
        parsed: &Arc<ParsedFiles>,
    ) -> Cancellable<Vec<ModuleCheck>> {
        let context = self.context();
        catch(|| system_checks::system_checks(context, files, parsed))
    }

    /// The node that is chosen.
    #[must_use]
    pub fn chosen_node(&self) -> Option<&ChosenNode> {
        self.node.as_deref().map(NodeView::chosen)
    }

    /// The hierarchies of data, with the files that the chosen node reads.
    pub fn data_hierarchy(&self) -> Cancellable<Vec<HierarchyLayer<FileId>>> {
        let context = self.context();
        catch(|| data_hierarchy::data_hierarchy(context))
    }

    /// The contents of the project, and the modules that it lacks.
    pub fn project_status(&self) -> Cancellable<ProjectStatus> {
        let context = self.context();
        catch(|| module_metadata::status::project_status(context))
    }

    /// The resources and classes of a file with their order; `None` for unknown files.
    pub fn resource_graph(&self, file: FileId) -> Cancellable<Option<ResourceGraph>> {
        self.ask(file, |context| {
            Some(resource_graph::resource_graph(context))
        })
    }

    /// The smallest expression around a selection whose type is known, with its type.
    pub fn inferred_type(
        &self,
        file: FileId,
        selection: TextRange,
    ) -> Cancellable<Option<(TextRange, String)>> {
        self.ask(file, |context| {
            hover::inferred_type::inferred_type(context, selection)
        })
    }

    /// The semantic tokens of a file, or of a range of it.
    pub fn semantic_tokens(
        &self,
        file: FileId,
        within: Option<TextRange>,
    ) -> Cancellable<Vec<SemanticToken>> {
        self.ask(file, |context| {
            semantic_tokens::semantic_tokens(context, within)
        })
    }

    /// The inlay hints of a range of a file.
    pub fn inlay_hints(
        &self,
        file: FileId,
        within: TextRange,
        kinds: HintKinds,
    ) -> Cancellable<Vec<InlayHint>> {
        self.ask(file, |context| {
            inlay_hints::inlay_hints(context, within, kinds)
        })
    }

    /// Whether a character that was just typed before a position triggers completion.
    pub fn asks_for_completion(&self, position: FilePosition, typed: char) -> Cancellable<bool> {
        self.ask(position.file, |context| {
            puppet_ide_completion::is_trigger_position(context, position.offset, typed)
        })
    }

    /// The details of a completion item of a file.
    pub fn documentation(
        &self,
        file: FileId,
        about: &ResolveData,
    ) -> Cancellable<CompletionDetails> {
        self.ask(file, |context| {
            let signature = about
                .function()
                .and_then(|name| signature_help::short_label(context, name));
            CompletionDetails {
                signature,
                text: puppet_ide_completion::documentation(context, about),
            }
        })
    }

    /// The signature help of the call around a position.
    pub fn signature_help(&self, position: FilePosition) -> Cancellable<Option<SignatureHelp>> {
        self.signature_help_for(position, &SignatureTrigger::Invoked)
    }

    /// Signature help by its trigger: typing does not open it in resources.
    pub fn signature_help_for(
        &self,
        position: FilePosition,
        trigger: &SignatureTrigger,
    ) -> Cancellable<Option<SignatureHelp>> {
        self.ask(position.file, |context| {
            signature_help::signature_help(context, position.offset, trigger)
        })
    }

    /// The search for a symbol in text files outside of the analysis, given its references.
    pub fn text_file_references(
        &self,
        position: FilePosition,
        references: &[Reference],
    ) -> Cancellable<Option<TextFileSearch>> {
        self.ask(position.file, |context| {
            TextFileSearch::to_find(context, position.offset, references)
        })
    }

    /// The code actions for a selection, or at a cursor.
    pub fn code_actions(&self, file: FileId, selection: TextRange) -> Cancellable<Vec<CodeAction>> {
        self.ask(file, |context| {
            code_actions::code_actions(context, selection)
        })
    }

    /// The edits that format the statements that a range touches.
    pub fn format_range(&self, place: FileRange) -> Cancellable<Vec<TextEdit>> {
        self.ask(place.file, |context| {
            formatting::format_range(context, place.range)
        })
    }

    /// On-type formatting: the edits after a character that was typed before a position.
    pub fn format_on_type(
        &self,
        position: FilePosition,
        typed: char,
    ) -> Cancellable<Vec<TextEdit>> {
        self.ask(position.file, |context| {
            on_type_formatting::format_on_type(context, position.offset, typed)
        })
    }

    /// The range and name to rename at a position; `None` for unknown files, and the reason where there is none.
    pub fn prepare_rename(
        &self,
        position: FilePosition,
    ) -> Cancellable<Option<Result<RenameTarget, RenameError>>> {
        self.ask(position.file, |context| {
            Some(rename::prepare(context, position.offset))
        })
    }

    /// Renames the definition at a position.
    pub fn rename(
        &self,
        position: FilePosition,
        new_name: &str,
    ) -> Cancellable<Option<Result<SourceChange, RenameError>>> {
        self.ask(position.file, |context| {
            Some(rename::rename(context, position.offset, new_name))
        })
    }

    /// The edits that follow when files get other paths (`/` between their parts); folders count for what is in them.
    pub fn will_rename_files(&self, moved: &[(String, String)]) -> Cancellable<SourceChange> {
        let context = self.context();
        catch(|| rename::will_rename_files(context, moved))
    }

    /// Everything in the workspace whose name matches `query`, best first.
    pub fn workspace_symbols(&self, query: &str) -> Cancellable<Vec<WorkspaceSymbol>> {
        let context = self.context();
        catch(|| workspace_symbols::workspace_symbols(context, query))
    }

    /// The definitions that have a name, in all modules that are known.
    pub fn definitions_named(&self, name: &str) -> Cancellable<Vec<WorkspaceSymbol>> {
        let context = self.context();
        catch(|| workspace_symbols::definitions_named(context, name))
    }

    /// Computes what queries of the whole workspace need, so that the first of them is as fast as the others: one of
    /// `parts` shares of the work, each for a thread.
    pub fn prefetch_workspace(&self, part: usize, parts: NonZeroUsize) -> Cancellable<()> {
        let context = self.context();
        catch(|| crate::analysis::prefetch::prefetch_workspace(context, part, parts.get()))
    }

    /// Computes nothing for a while, but can be cancelled as any query; for tests of servers.
    pub fn stay_busy(&self, time: Duration) -> Cancellable<()> {
        let end = Instant::now() + time;
        catch(|| {
            while Instant::now() < end {
                self.db.unwind_if_revision_cancelled();
                std::thread::sleep(Duration::from_millis(1));
            }
        })
    }
}

/// Queries at a position: each calls the function of the feature.
macro_rules! position_queries {
    ($($(#[$doc:meta])* fn $name:ident -> $answer:ty = $query:path;)*) => {
        impl Analysis {
            $($(#[$doc])*
            pub fn $name(&self, position: FilePosition) -> Cancellable<$answer> {
                self.ask(position.file, |context| $query(context, position.offset))
            })*
        }
    };
}

/// Queries of a file.
macro_rules! file_queries {
    ($($(#[$doc:meta])* fn $name:ident -> $answer:ty = $query:path;)*) => {
        impl Analysis {
            $($(#[$doc])*
            pub fn $name(&self, file: FileId) -> Cancellable<$answer> {
                self.ask(file, $query)
            })*
        }
    };
}

position_queries! {
    /// Documentation, types and values of the symbol or expression at a position.
    fn hover -> Option<Hover> = hover::hover;
    /// The definitions of the symbol at a position.
    fn goto_definition -> Option<GotoTarget> = goto_definition::definition;
    /// The built-in page that describes the symbol at a position, if nothing else defines it.
    fn shipped_definition -> Option<BuiltinLocation> = builtin::definition;
    /// The definitions of the types of the expression or symbol at a position.
    fn goto_type_definition -> Option<GotoTarget> = goto_type_definition::type_definition;
    /// The implementations of the symbol at a position: the providers of a resource type.
    fn goto_implementation -> Option<Implementation> = goto_implementation::implementation;
    /// The selection ranges at a position, from the token to the file.
    fn selection_ranges -> Vec<TextRange> = selection_range::selection_ranges;
    /// Linked editing: the ranges to edit together with the name at a position.
    fn linked_ranges -> Vec<TextRange> = linked_editing::linked_ranges;
    /// The names of the definitions that reference the one at a position.
    fn users -> Vec<String> = code_lens::users;
    /// The references that the code lens of the definition at a position counts.
    fn counted_references -> Vec<FileRange> = code_lens::counted_references;
    /// The definition at a position, as the root of a hierarchy.
    fn hierarchy_item -> Option<HierarchyItem> = hierarchy::prepare;
    /// The callers of the definition at a position.
    fn incoming_calls -> Vec<HierarchyCall> = hierarchy::incoming;
    /// The callees of the definition at a position.
    fn outgoing_calls -> Vec<HierarchyCall> = hierarchy::outgoing;
    /// The base class of a class, and the types in the definition of an alias.
    fn supertypes -> Vec<HierarchyItem> = hierarchy::supertypes;
    /// The classes that inherit from a class, and the aliases that use an alias.
    fn subtypes -> Vec<HierarchyItem> = hierarchy::subtypes;
    /// The completion items at a position.
    fn completion -> Completion = puppet_ide_completion::completion;
    /// All references to the definition at a position, declarations included.
    fn references -> Vec<Reference> = search::references;
    /// The references within the file, to highlight.
    fn highlight -> Vec<Reference> = document_highlight::highlight;
}

file_queries! {
    /// The symbols and occurrences of a file, for a code index (SCIP).
    fn index -> Vec<IndexedName> = code_index::index_file;
    /// The keys of a data file, with their values for the chosen node.
    fn data_keys -> Vec<DataKey> = data_keys::data_keys;
    /// The diagnostics of a file.
    fn diagnostics -> Vec<EditorDiagnostic> = diagnostics::diagnostics;
    /// The syntax tree of a file as text.
    fn syntax_tree -> Option<String> = view_syntax_tree::syntax_tree;
    /// Document links: tokens that lead to files and pages.
    fn links -> Vec<DocumentLink> = document_links::links;
    /// Code lenses: the definitions of a file, with their numbers of references.
    fn lenses -> Vec<CodeLens> = code_lens::lenses;
    /// The edits that format a manifest or template.
    fn format -> Vec<TextEdit> = formatting::format;
    /// The document symbols of a file.
    fn document_symbols -> Vec<Symbol> = document_symbols::document_symbols;
    /// The folding ranges of a file.
    fn folding_ranges -> Vec<FoldingRange> = folding_ranges::folding_ranges;
}
