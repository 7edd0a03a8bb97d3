//! An entry of a baseline, and its reader.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use puppet_db::RootDatabase;
use puppet_db::{File, FilePlace, parse};
use puppet_diagnostics::Diagnostic;
use puppet_syntax::ast::{AstNode as _, Definition};
use puppet_text::TextRange;

use crate::check::fingerprint::fingerprint;
use crate::paths::WorkingDirectory;

/// A known diagnostic.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct BaselineEntry {
    /// The code of its rule.
    pub rule: String,
    /// The name of the definition that it is in; empty outside of definitions.
    pub definition: String,
    /// Its message, on one line.
    pub message: String,
    /// A fingerprint of the code that it is about.
    pub code: String,
}

/// The definitions of a file, each after those around it.
type DefinitionRanges = Rc<Vec<(TextRange, String)>>;

/// Reads entries from diagnostics. Paths are relative to the directory of the baseline, with `/` between their parts.
pub struct EntryReader<'a> {
    db: &'a RootDatabase,
    directory: WorkingDirectory,
    definitions: RefCell<HashMap<File, DefinitionRanges>>,
}

impl<'a> EntryReader<'a> {
    pub fn new(db: &'a RootDatabase, directory: WorkingDirectory) -> Self {
        Self {
            db,
            directory,
            definitions: RefCell::default(),
        }
    }

    /// The relative path of a file.
    pub fn file_name(&self, file: File) -> String {
        let path = self.directory.relative(Path::new(&**file.path(self.db)));
        path.display().to_string().replace('\\', "/")
    }

    /// The absolute path of a relative one.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.absolute(Path::new(name))
    }

    pub fn entry(&self, diagnostic: &Diagnostic<FilePlace>) -> BaselineEntry {
        let place = &diagnostic.place;
        let code = place.file.text(self.db);
        let code = code.get(std::ops::Range::<usize>::from(place.range));
        let mut code = fingerprint(&one_line(code.unwrap_or("")));
        code.truncate(8);
        BaselineEntry {
            rule: diagnostic.code().to_owned(),
            definition: self.definition(diagnostic),
            message: one_line(&diagnostic.message),
            code,
        }
    }

    /// Whether a file has a definition of this name.
    pub fn defines(&self, file: File, name: &str) -> bool {
        let definitions = self.definitions(file);
        definitions.iter().any(|(_, defined)| defined == name)
    }

    fn definition(&self, diagnostic: &Diagnostic<FilePlace>) -> String {
        let definitions = self.definitions(diagnostic.place.file);
        let at = diagnostic.place.range.start();
        let mut around = definitions.iter().rev();
        let innermost = around.find(|(range, _)| range.contains(at));
        innermost.map_or_else(String::new, |(_, name)| name.clone())
    }

    fn definitions(&self, file: File) -> DefinitionRanges {
        let mut definitions = self.definitions.borrow_mut();
        let definitions = definitions.entry(file).or_insert_with(|| {
            let nodes = parse(self.db, file).syntax().descendants();
            let nodes = nodes.filter_map(Definition::cast);
            let named = nodes.filter_map(|it| Some((it.syntax().text_range(), name(&it)?)));
            Rc::new(named.collect())
        });
        Rc::clone(definitions)
    }
}

/// The name of a definition; of a node, the names of its hosts.
fn name(definition: &Definition) -> Option<String> {
    match definition {
        Definition::NodeDef(node) => {
            let text = node.syntax().text().to_string();
            let (head, _) = text.split_once('{')?;
            Some(one_line(head))
        }
        definition => definition.name(),
    }
}

/// A text with single spaces.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
