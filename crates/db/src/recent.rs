//! What was read last, for the next edit.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use puppet_hir::{Program, ProgramSourceMap, Statements, lower_again};
use puppet_syntax::{Parse, ParseOptions, parse_with, reparse};

use crate::File;

/// How many trees are kept.
const KEPT: usize = 4;

/// A shorter text is read as quickly as it is looked for.
const SHORT: usize = 8 * 1024;

/// The trees of the long texts that were read last, and what became of their statements. An edit of such a text reads and
/// lowers only the statements around it again.
///
/// This is no input of any query: a tree or a model is the same whether it was made of another one or not.
#[derive(Debug, Default, Clone)]
pub struct RecentParses {
    parses: Arc<Mutex<VecDeque<Recent>>>,
    statements: Arc<Mutex<VecDeque<(File, Statements)>>>,
}

#[derive(Debug, Clone)]
struct Recent {
    file: File,
    options: ParseOptions,
    text: Arc<str>,
    parse: Parse,
}

impl RecentParses {
    /// The tree of a text of a file.
    pub(crate) fn parse(&self, file: File, text: &Arc<str>, options: ParseOptions) -> Parse {
        if text.len() < SHORT {
            return parse_with(text, options);
        }
        let last = self.take(file, options);
        let part = last.and_then(|last| reparse(&last.parse, &last.text, text, options));
        let parse = part.unwrap_or_else(|| parse_with(text, options));
        self.keep(Recent {
            file,
            options,
            text: Arc::clone(text),
            parse: parse.clone(),
        });
        parse
    }

    /// The model of a tree of a file.
    pub(crate) fn lower(&self, file: File, parse: &Parse) -> (Program, ProgramSourceMap) {
        let lock = || {
            self.statements
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        let before = {
            let mut recent = lock();
            let place = recent.iter().position(|(of, _)| *of == file);
            place.and_then(|place| recent.remove(place))
        };
        let before = before.map(|(_, statements)| statements).unwrap_or_default();
        let (program, map, statements) = lower_again(parse, &before);
        if usize::from(parse.syntax().text_range().len()) >= SHORT {
            let mut recent = lock();
            recent.push_back((file, statements));
            if recent.len() > KEPT {
                recent.pop_front();
            }
        }
        (program, map)
    }

    fn take(&self, file: File, options: ParseOptions) -> Option<Recent> {
        let mut recent = self.parses.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |it: &Recent| it.file == file && it.options == options;
        let place = recent.iter().position(is_it)?;
        recent.remove(place)
    }

    fn keep(&self, parse: Recent) {
        let mut recent = self.parses.lock().unwrap_or_else(PoisonError::into_inner);
        recent.push_back(parse);
        if recent.len() > KEPT {
            recent.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use puppet_syntax::parse;

    use super::*;
    use crate::FileKind;

    #[salsa::db]
    #[derive(Default, Clone)]
    struct TestDatabase {
        storage: salsa::Storage<Self>,
    }

    #[salsa::db]
    impl salsa::Database for TestDatabase {}

    #[test]
    fn an_edit_of_a_long_text_keeps_the_trees_of_its_other_statements() {
        let db = TestDatabase::default();
        let file = File::new(&db, "/x.pp".into(), FileKind::Manifest, "".into(), None);
        let text = format!("class x {{\n{}}}\n", "  include some::class\n".repeat(1000));
        let edited = text.replacen("some::class", "other", 1);
        let recent = RecentParses::default();
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
}
