//! Real modules in memory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use puppet_ide::{Analysis, AnalysisHost, FileId, LoadedProject};
use puppet_project::fs::Memory;
use puppet_syntax::{Entry, SyntaxNode, SyntaxToken, parse};
use puppet_test_support::text_files;
use puppet_vfs::{Change, FilePath, PathInterner};

/// Every so many modules are sampled.
pub(crate) const STEP: usize = 9;

/// Paths and texts of a module.
pub(crate) type Texts = BTreeMap<String, String>;

/// A module with its analysis.
pub(crate) struct Session {
    pub(crate) texts: Texts,
    host: AnalysisHost,
    paths: Arc<PathInterner>,
}

impl Session {
    pub(crate) fn new(texts: Texts) -> Self {
        let paths = Arc::<PathInterner>::default();
        let mut host = AnalysisHost::new(Arc::clone(&paths));
        host.set_project(&project(&texts), &|_| false);
        Self { texts, host, paths }
    }

    pub(crate) fn analysis(&self) -> Analysis {
        self.host.analysis()
    }

    pub(crate) fn file(&self, path: &str) -> FileId {
        self.paths.intern(&FilePath::disk(path))
    }

    /// The paths of the files with Puppet code that count.
    pub(crate) fn code(&self) -> Vec<String> {
        let paths = self.texts.keys().filter(|path| is_code(path));
        let known = paths.filter(|path| self.host.contains_file(self.file(path)));
        known.cloned().collect()
    }

    /// Gives a file a text, as an editor does.
    pub(crate) fn write(&mut self, path: &str, text: String) {
        let texts = Texts::from([(path.to_owned(), text)]);
        self.show(&texts);
        self.texts.extend(texts);
    }

    /// Writes texts without keeping them.
    pub(crate) fn show(&mut self, texts: &Texts) {
        let changes = texts.iter().map(|(path, text)| Change {
            file: self.paths.intern(&FilePath::disk(path)),
            text: text.as_str().into(),
        });
        self.host.apply(changes.collect());
    }
}

/// What is loaded when files have these texts.
pub(crate) fn project(texts: &Texts) -> LoadedProject {
    let memory: Memory = texts
        .iter()
        .map(|(path, text)| (PathBuf::from(path), text.as_str()))
        .collect();
    LoadedProject::read_from(&memory, &[PathBuf::from("/")])
}

/// Whether a file holds Puppet code.
pub(crate) fn is_code(path: &str) -> bool {
    path.ends_with(".pp") || path.ends_with(".epp")
}

/// How a file is parsed.
pub(crate) fn entry(path: &str) -> Entry {
    match path.ends_with(".epp") {
        true => Entry::Epp,
        false => Entry::Manifest,
    }
}

/// The tree of a file.
pub(crate) fn tree(path: &str, text: &str) -> SyntaxNode {
    parse(text, entry(path)).syntax()
}

/// Some of the tokens of a tree, spread over it.
pub(crate) fn spread(tree: &SyntaxNode, count: usize) -> Vec<SyntaxToken> {
    let tokens = tree
        .descendants_with_tokens()
        .filter_map(|it| it.into_token());
    let tokens: Vec<SyntaxToken> = tokens.filter(|it| !it.kind().is_trivia()).collect();
    let step = tokens.len().div_ceil(count).max(1);
    let first = tokens.len() % step / 2;
    tokens.into_iter().skip(first).step_by(step).collect()
}

/// A text in the middle of typing: cut off, or without one of its tokens.
pub(crate) fn incomplete_texts(path: &str, text: &str, count: usize) -> Vec<String> {
    let tokens = spread(&tree(path, text), count).into_iter().enumerate();
    let typed = tokens.map(|(index, token)| {
        let range = std::ops::Range::<usize>::from(token.text_range());
        let (before, after) = (&text[..range.start], &text[range.end..]);
        let half = token.text().chars().count() / 2;
        let half: String = token.text().chars().take(half).collect();
        match index % 4 {
            0 => before.to_owned(),
            1 => format!("{before}{after}"),
            2 => format!("{before}{half}{after}"),
            _ => format!("{before}{}", token.text()),
        }
    });
    typed.collect()
}

/// The folders of the modules: those below `PUPPET_CORPUS`, or below `/usr/share/puppet/modules`.
pub(crate) fn folders() -> Vec<PathBuf> {
    let corpus = env::var_os("PUPPET_CORPUS")
        .map_or_else(|| "/usr/share/puppet/modules".into(), PathBuf::from);
    let mut folders: Vec<PathBuf> = fs::read_dir(corpus)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    folders.sort();
    folders
}

/// A number from the environment.
pub(crate) fn number(variable: &str, usual: usize) -> usize {
    let number = env::var(variable).ok();
    number.and_then(|it| it.parse().ok()).unwrap_or(usual)
}

/// The files of a module, in an environment of its own.
pub(crate) fn module(folder: &Path) -> Texts {
    modules(&[folder.to_owned()])
}

/// The files of some modules in one environment.
pub(crate) fn modules(folders: &[PathBuf]) -> Texts {
    let mut texts = Texts::from([("/environment.conf".to_owned(), String::new())]);
    for folder in folders {
        let name = folder.file_name().expect("a name").to_string_lossy();
        for (below, text) in text_files(folder) {
            texts.insert(format!("/modules/{name}/{below}"), text);
        }
    }
    texts
}
