//! All sampled modules in one session, and what they define: read from their text, not asked of the analysis.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use puppet_ide::{AnalysisHost, FileId, LoadedProject};
use puppet_project::fs::Memory;
use puppet_syntax::ast::{AstNode, Definition, ResourceBody};
use puppet_syntax::{Entry, SyntaxNode, parse};
use puppet_vfs::{Change, FilePath, PathInterner};

use super::syntax::string_of;
use crate::modules::{STEP, Texts, folders, module};

/// Names of parameters, each with the text of its type.
pub(super) type Parameters = BTreeMap<String, String>;

/// Modules as one environment.
pub(super) struct Corpus {
    pub(super) texts: Texts,
    paths: Arc<PathInterner>,
    pub(super) host: AnalysisHost,
    /// Of classes and defined types, by their names.
    pub(super) parameters: BTreeMap<String, Parameters>,
    /// The names of functions in the Puppet language.
    pub(super) functions: BTreeSet<String>,
    /// Types, in small letters, and titles of the resources that are declared somewhere.
    pub(super) titles: BTreeSet<(String, String)>,
}

impl Corpus {
    /// Every so many modules with the one that nearly all need, or all.
    pub(super) fn new(all: bool) -> Self {
        let step = if all { 1 } else { STEP };
        let folders = folders();
        let sampled = folders.iter().skip(if all { 0 } else { 4 }).step_by(step);
        let library = folders
            .iter()
            .filter(|it| !all && it.file_name().is_some_and(|it| it == "stdlib"));
        let texts: Texts = sampled.chain(library).flat_map(|it| module(it)).collect();
        let memory: Memory = texts
            .iter()
            .map(|(path, text)| (PathBuf::from(path), text.as_str()))
            .collect();
        let paths = Arc::<PathInterner>::default();
        let mut host = AnalysisHost::new(Arc::clone(&paths));
        let project = LoadedProject::read_from(&memory, &[PathBuf::from("/")]);
        host.set_project(&project, &|_| false);
        let mut corpus = Self {
            texts,
            paths,
            host,
            parameters: BTreeMap::new(),
            functions: BTreeSet::new(),
            titles: BTreeSet::new(),
        };
        corpus.read_definitions();
        corpus
    }

    fn read_definitions(&mut self) {
        let manifests: Vec<SyntaxNode> = self.manifests().map(|(_, text)| root(text)).collect();
        for root in manifests {
            for node in root.descendants() {
                if let Some(definition) = Definition::cast(node.clone()) {
                    let name = definition.name().unwrap_or_default();
                    if matches!(definition, Definition::FunctionDef(_)) {
                        self.functions.insert(name);
                    } else {
                        self.parameters.insert(name, parameters(&definition));
                    }
                } else if let Some(title) =
                    ResourceBody::cast(node.clone()).and_then(|it| it.title())
                {
                    let ty = node
                        .parent()
                        .and_then(|it| string_of(&it))
                        .unwrap_or_default();
                    let title = string_of(title.syntax());
                    self.titles
                        .extend(title.map(|title| (ty.to_lowercase(), title)));
                }
            }
        }
    }

    /// Paths and texts of what Puppet loads by name.
    pub(super) fn manifests(&self) -> impl Iterator<Item = (&String, &String)> {
        let is_loaded = |path: &&String| {
            let folder = path.split('/').nth(3);
            path.ends_with(".pp")
                && matches!(folder, Some("manifests" | "functions" | "types" | "plans"))
        };
        self.texts.iter().filter(move |(path, _)| is_loaded(path))
    }

    pub(super) fn file(&self, path: &str) -> FileId {
        self.paths.intern(&FilePath::disk(path))
    }

    /// Gives a file a text.
    pub(super) fn set_text(&mut self, path: &str, text: &str) {
        let file = self.file(path);
        let text = text.into();
        self.host.apply(vec![Change { file, text }]);
    }

    /// Whether a module has a file: `kind` is the folder in it.
    pub(super) fn has_asset(&self, kind: &str, name: &str) -> bool {
        let path = name.split_once('/');
        path.is_some_and(|(module, rest)| {
            let path = format!("/modules/{module}/{kind}/{rest}");
            self.texts.contains_key(&path)
        })
    }
}

pub(super) fn root(text: &str) -> SyntaxNode {
    parse(text, Entry::Manifest).syntax()
}

pub(super) fn parameters(definition: &Definition) -> Parameters {
    let named = definition.parameters().filter_map(|parameter| {
        let ty = parameter.ty().map(|ty| ty.syntax().text().to_string());
        Some((parameter.name()?, ty.unwrap_or_default()))
    });
    named.collect()
}
