//! Functions and type aliases of modules that a text names: their files, to be evaluated with it.

use std::collections::HashSet;
use std::rc::Rc;

use puppet_eval::evaluate_source::EvaluatedSource;
use puppet_eval::evaluator::Definitions;
use puppet_eval::{Assumptions, Options};
use puppet_syntax::Entry;

use crate::files::PathKind;
use crate::session::Session;

/// The most bytes of files that are evaluated with one text.
const MOST_TEXT: usize = 1 << 20;

impl Session<'_> {
    /// The texts of the files that define what a text names, and what these name in turn. The file of `own` is the text
    /// itself.
    pub(crate) fn definitions_named_in(&self, text: &str, own: Option<String>) -> String {
        let mut seen: HashSet<String> = own.into_iter().collect();
        let mut all = String::new();
        let mut open = self.files_named_in(text);
        while let Some(path) = open.pop() {
            if !seen.insert(path.clone()) {
                continue;
            }
            let Ok(text) = self.sources.files().read(&path) else {
                continue;
            };
            let is_whole = EvaluatedSource::read(&text, Entry::Manifest, &self.options()).is_ok();
            if is_whole && all.len() + text.len() <= MOST_TEXT {
                open.extend(self.files_named_in(&text));
                all.push_str(&text);
                all.push('\n');
            }
        }
        all
    }

    /// The types of modules that a text names; none if there are none on disk.
    pub(crate) fn types_named_in(&self, text: &str) -> Option<Rc<Definitions>> {
        let texts = self.definitions_named_in(text, None);
        if texts.is_empty() {
            return None;
        }
        let source = EvaluatedSource::read(&texts, Entry::Manifest, &self.options()).ok()?;
        Some(source.definitions(Assumptions::Open))
    }

    /// The options of evaluations.
    pub(crate) fn options(&self) -> Options {
        Options {
            target: self.settings.target,
            strict: self.settings.strict,
            assumptions: Assumptions::Open,
            ..Options::default()
        }
    }

    fn files_named_in(&self, text: &str) -> Vec<String> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
        let names = text.split(|c| !is_part(c));
        let names = names.map(|name| name.trim_matches(':'));
        let names: HashSet<&str> = names.filter(|name| name.contains("::")).collect();
        let mut files: Vec<String> = names
            .into_iter()
            .filter_map(
                |name| match name.starts_with(|c: char| c.is_ascii_uppercase()) {
                    true => self.type_file(name),
                    false => self.function_file(name),
                },
            )
            .collect();
        files.sort();
        files
    }

    /// The file of a type alias.
    fn type_file(&self, name: &str) -> Option<String> {
        let name = name.to_ascii_lowercase();
        let (module, rest) = name.split_once("::")?;
        let folder = match module {
            "environment" => self.environment.root.clone(),
            module => self.module_folder(module)?,
        };
        let path = format!("{folder}/types/{}.pp", rest.replace("::", "/"));
        (self.sources.files().kind(&path) == PathKind::File).then_some(path)
    }
}
