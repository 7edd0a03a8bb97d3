//! Modules on the Forge, as plain data.
//!
//! No request is sent here. The owner of the `AnalysisHost` passes what is known, if the user wants
//! that the Forge is asked, and gets the questions that answers have left open.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use puppet_project::metadata::module_part;
use puppet_scalars::SemVer;

/// Fewer letters are no search: too much has them.
const FEWEST_LETTERS: usize = 2;

/// More letters are no name.
const MOST_LETTERS: usize = 64;

/// A module on the Forge.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ForgeModule {
    /// `author-module`.
    pub name: String,
    /// What it does, in one line.
    pub summary: String,
    /// The newest version.
    pub newest: String,
    /// All versions; without them, only the newest one is known so far.
    pub versions: Option<Vec<String>>,
    /// How often it was fetched.
    pub downloads: u64,
    /// It should not be used any more: the reason, which may be empty.
    pub deprecated: Option<String>,
    /// The module to use in its place.
    pub successor: Option<String>,
}

/// Something that the Forge may know.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ForgeRequest {
    /// Modules for the first letters of a name, with the author in front if there is a `-`.
    Search(String),
    /// A module, by its full name.
    Module(String),
}

/// What the Forge has said so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Forge {
    /// By their full names; `None` for those that it does not have.
    modules: BTreeMap<String, Option<Arc<ForgeModule>>>,
    /// What was searched for, and whether there is no more than what was found.
    searches: HashMap<String, bool>,
}

impl Forge {
    /// Takes in what is said of a module. It comes from the network: what is no name or version of a module is left out.
    pub fn add(&mut self, mut module: ForgeModule) {
        if full_name(&module.name).as_ref() != Some(&module.name) {
            return;
        }
        if SemVer::parse(&module.newest).is_err() {
            return self.add_missing(module.name);
        }
        module.successor = module.successor.as_deref().and_then(full_name);
        if let Some(versions) = &mut module.versions {
            newest_first(versions);
        }
        let name = module.name.clone();
        self.modules.insert(name, Some(Arc::new(module)));
    }

    /// There is no module with this name.
    pub fn add_missing(&mut self, name: String) {
        self.modules.insert(name, None);
    }

    /// A search was answered.
    pub fn add_search(&mut self, letters: String, is_complete: bool) {
        self.searches.insert(letters, is_complete);
    }

    /// What is known of a module, by its full name.
    #[must_use]
    pub fn module(&self, name: &str) -> Option<&ForgeModule> {
        self.modules.get(name)?.as_deref()
    }

    /// Whether there is an answer, if only an old one.
    #[must_use]
    pub fn has_answered(&self, question: &ForgeRequest) -> bool {
        match question {
            ForgeRequest::Search(letters) => {
                let mut asked = self.searches.iter();
                asked.any(|(asked, is_all)| {
                    asked == letters || *is_all && Self::includes(asked, letters)
                })
            }
            ForgeRequest::Module(name) => match self.modules.get(name) {
                Some(Some(module)) => module.versions.is_some(),
                Some(None) => true,
                None => false,
            },
        }
    }

    /// Whether who knows all that is found for some letters knows what is found for others: letters without an author
    /// may stand anywhere in a name.
    #[must_use]
    pub fn includes(asked: &str, letters: &str) -> bool {
        asked.contains('-') && letters.starts_with(asked)
    }
}

/// Sorts versions: those that are not finished yet come last.
fn newest_first(versions: &mut Vec<String>) {
    let parsed = versions.drain(..);
    let parsed = parsed.filter_map(|text| Some((SemVer::parse(&text).ok()?, text)));
    let mut parsed: Vec<(SemVer, String)> = parsed.collect();
    parsed.sort_by(|(a, _), (b, _)| {
        let is_stable = b.is_stable().cmp(&a.is_stable());
        is_stable.then_with(|| b.precedence(a))
    });
    versions.extend(parsed.into_iter().map(|(_, text)| text));
}

/// The Forge as one question of an editor sees it.
#[derive(Clone, Copy)]
pub struct ForgeView<'a> {
    /// Nothing if the user does not want it to be asked.
    pub known: Option<&'a Forge>,
    /// What should be asked.
    pub open: &'a RefCell<Vec<ForgeRequest>>,
}

impl<'a> ForgeView<'a> {
    /// The answer about a module; `author/module` will do as well.
    pub fn module(self, name: &str) -> Option<&'a ForgeModule> {
        let name = full_name(name)?;
        let known = self.known?.module(&name);
        self.ask(ForgeRequest::Module(name));
        known
    }

    /// All modules that are known, when enough letters of a name are typed.
    pub fn modules(self, letters: &str) -> impl Iterator<Item = &'a ForgeModule> {
        let letters = letters.replace('/', "-");
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let is_few = !(FEWEST_LETTERS..MOST_LETTERS).contains(&letters.len());
        let known = self
            .known
            .filter(|_| !is_few && letters.chars().all(is_name));
        if known.is_some() {
            self.ask(ForgeRequest::Search(letters));
        }
        let known = known.into_iter();
        known.flat_map(|forge| forge.modules.values().filter_map(Option::as_deref))
    }

    /// Whether more will be known when the Forge has answered.
    pub fn is_waiting(self) -> bool {
        let open = self.open.borrow();
        let known = self.known;
        known.is_some_and(|forge| open.iter().any(|question| !forge.has_answered(question)))
    }

    fn ask(self, question: ForgeRequest) {
        let mut open = self.open.borrow_mut();
        if self.known.is_some() && !open.contains(&question) {
            open.push(question);
        }
    }
}

/// `author-module`, from a name with an author.
pub fn full_name(name: &str) -> Option<String> {
    module_part(name)?;
    Some(name.replacen('/', "-", 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_answer_those_for_more_letters() {
        let mut forge = Forge::default();
        for (letters, is_complete) in [("me-", false), ("me-a", true), ("ap", true)] {
            forge.add_search(letters.to_owned(), is_complete);
        }
        for (letters, expected) in [
            ("me-", true),
            ("me-a", true),
            ("me-apt", true),
            ("me-b", false),
            ("me", false),
            ("ap", true),
            ("apt", false),
            ("ap-x", false),
        ] {
            let question = ForgeRequest::Search(letters.to_owned());
            assert_eq!(forge.has_answered(&question), expected, "{letters}");
        }
    }

    #[test]
    fn versions_are_sorted() {
        let versions = ["9.1.0", "11.0.0-rc1", "x", "10.0.0", "9.10.0"];
        let mut forge = Forge::default();
        forge.add(ForgeModule {
            name: "me-web".to_owned(),
            newest: "10.0.0".to_owned(),
            versions: Some(versions.map(str::to_owned).to_vec()),
            successor: Some("no `name`".to_owned()),
            ..ForgeModule::default()
        });
        let module = forge.module("me-web").expect("a module");
        let sorted = ["10.0.0", "9.10.0", "9.1.0", "11.0.0-rc1"];
        assert_eq!(
            module.versions.as_deref(),
            Some(&sorted.map(str::to_owned)[..])
        );
        assert_eq!(module.successor, None);
    }

    #[test]
    fn names_and_versions_are_looked_at() {
        let mut forge = Forge::default();
        for (name, newest) in [
            ("me-web", "x'); run('"),
            ("me-a'b", "1.0.0"),
            ("me/b", "1.0.0"),
        ] {
            forge.add(ForgeModule {
                name: name.to_owned(),
                newest: newest.to_owned(),
                ..ForgeModule::default()
            });
            assert_eq!(forge.module(name), None, "{name}");
        }
    }
}
