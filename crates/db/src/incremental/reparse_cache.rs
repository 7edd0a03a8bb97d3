//! The last parses, reused by the next edit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use puppet_hir::{Program, ProgramSourceMap, Statements, relower};
use puppet_syntax::{Parse, ParseOptions, parse_with, reparse};

use crate::File;

/// A shorter text is read as quickly as it is looked for.
const SHORT: usize = 8 * 1024;

/// The last trees of long texts that are edited, and what became of their statements. An edit of such a text reads and
/// lowers only the statements around it again.
///
/// This is no input of any query: a tree or a model is the same whether it was made of another one or not.
#[derive(Debug, Default, Clone)]
pub struct ReparseCache {
    /// By the files of which edits are expected.
    files: Arc<Mutex<HashMap<File, Recent>>>,
}

/// How many old trees wait for [`ReparseCache::drop_retired`] at most.
const MOST_OLD: usize = 4;

#[derive(Debug, Default)]
struct Recent {
    /// Trees before the last one. Dropping the last reference of a tree takes long: without these, the next write would do
    /// it, for which all requests wait.
    old: Vec<Parse>,
    tree: Option<CachedTree>,
    statements: Statements,
}

#[derive(Debug)]
struct CachedTree {
    options: ParseOptions,
    text: Arc<str>,
    parse: Parse,
}

impl ReparseCache {
    /// Edits of a file are to come: what becomes of it is kept from now on.
    pub fn expect_edits(&self, file: File) {
        self.files().entry(file).or_default();
    }

    /// No edits of a file are expected any more.
    pub fn forget(&self, file: File) {
        self.files().remove(&file);
    }

    /// The tree of a text of a file.
    pub(crate) fn parse(&self, file: File, text: &Arc<str>, options: ParseOptions) -> Parse {
        if text.len() < SHORT {
            return parse_with(text, options);
        }
        let last = self.files().get_mut(&file).and_then(|it| it.tree.take());
        let last = last.filter(|last| last.options == options);
        let part = last
            .as_ref()
            .and_then(|last| reparse(&last.parse, &last.text, text, options));
        let parse = part.unwrap_or_else(|| parse_with(text, options));
        if let Some(recent) = self.files().get_mut(&file) {
            recent.old.extend(last.map(|last| last.parse));
            recent.old.truncate(MOST_OLD);
            recent.tree = Some(CachedTree {
                options,
                text: Arc::clone(text),
                parse: parse.clone(),
            });
        }
        parse
    }

    /// The model of a tree of a file.
    pub(crate) fn lower(&self, file: File, parse: &Parse) -> (Program, ProgramSourceMap) {
        let before = self.files().get(&file).map(|it| it.statements.clone());
        let (program, map, statements) = relower(parse, &before.unwrap_or_default());
        if usize::from(parse.syntax().text_range().len()) >= SHORT
            && let Some(recent) = self.files().get_mut(&file)
        {
            recent.statements = statements;
        }
        (program, map)
    }

    /// Drops the outdated trees of a file; to be called when no request waits. The last one stays: the next write drops the
    /// results that depend on it.
    pub fn drop_retired(&self, file: File) {
        let Some(mut old) = self
            .files()
            .get_mut(&file)
            .map(|it| std::mem::take(&mut it.old))
        else {
            return;
        };
        let last = old.pop();
        drop(old);
        if let Some(recent) = self.files().get_mut(&file) {
            recent.old.splice(0..0, last);
        }
    }

    fn files(&self) -> MutexGuard<'_, HashMap<File, Recent>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use puppet_syntax::parse;

    use super::*;
    use crate::{FileKind, LazyContents, RootDatabase};

    fn manifest(db: &RootDatabase) -> File {
        let (path, contents) = ("/x.pp".into(), LazyContents::from(""));
        File::new(db, path, FileKind::Manifest, contents.clone(), contents)
    }

    #[test]
    fn an_edit_of_a_long_text_keeps_the_trees_of_its_other_statements() {
        let db = RootDatabase::default();
        let file = manifest(&db);
        let text = format!("class x {{\n{}}}\n", "  include some::class\n".repeat(1000));
        let edited = text.replacen("some::class", "other", 1);
        let recent = ReparseCache::default();
        recent.expect_edits(file);
        let options = ParseOptions::default();
        let before = recent.parse(file, &text.as_str().into(), options);
        let after = recent.parse(file, &edited.as_str().into(), options);
        assert_eq!(after, parse(&edited, options.entry));
        let last = |parse: &Parse| {
            let statement = parse.syntax().first_child()?.last_child()?.last_child()?;
            Some(std::ptr::from_ref(statement.green()).addr())
        };
        assert!(last(&before).is_some());
        assert_eq!(last(&before), last(&after));
    }

    #[test]
    fn old_trees_are_kept_until_they_are_dropped() {
        let db = RootDatabase::default();
        let file = manifest(&db);
        let text = "  include some::class\n".repeat(1000);
        let recent = ReparseCache::default();
        recent.expect_edits(file);
        let old = || recent.files().get(&file).map_or(0, |it| it.old.len());
        for edits in 0..9 {
            let text = format!("{text}{edits}");
            recent.parse(file, &text.as_str().into(), ParseOptions::default());
            assert_eq!(old(), edits.min(MOST_OLD));
        }
        recent.drop_retired(file);
        assert_eq!(old(), 1);
    }
}
