//! The names of modules that could be needed: of those on disk, and of those on the Forge.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use puppet_project::metadata::module_part;
use puppet_semantic::index::file_origin::owner;
use puppet_text::TextSize;

use crate::item::{CompletionItem, CompletionKind};
use crate::module_metadata::ranks;
use crate::{DocumentedKind, NameMatcher};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::forge::ForgeModule;
use puppet_ide_db::module_metadata::{modules, named_in};

/// The rank of modules on disk.
const ON_DISK: u8 = 10;

/// The rank of the module of the Forge that is fetched most; the others come after it.
const ON_FORGE: u8 = 30;

/// A module that could be named.
pub struct Candidate {
    /// `author-module`.
    name: String,
    version: String,
    rank: u8,
    is_deprecated: bool,
}

impl Candidate {
    /// `author-module`, or with a slash.
    pub fn name(&self, separator: &str) -> String {
        self.name.replacen('-', separator, 1)
    }

    /// Without the author.
    pub fn module(&self) -> Option<&str> {
        module_part(&self.name)
    }

    pub fn item(&self, label: impl Into<String>) -> CompletionItem {
        let item = CompletionItem::new(label, CompletionKind::Value)
            .with_documentation_of(DocumentedKind::Module, &*self.name)
            .detail(&*self.version)
            .rank(self.rank);
        CompletionItem {
            is_deprecated: self.is_deprecated,
            ..item
        }
    }
}

/// The modules for some letters of a name in front of a cursor, without those that the file already names.
pub fn free(context: FileContext<'_>, letters: &str, cursor: TextSize) -> Vec<Candidate> {
    let named = named_in(context.db, context.file);
    let names = |is_here: bool| -> HashSet<String> {
        let those = named.iter();
        let those = those.filter(|it| it.range.contains_inclusive(cursor) == is_here);
        those.map(|it| it.name.replace('/', "-")).collect()
    };
    let (typed, taken) = (names(true), names(false));
    // That it is typed does not make it a module.
    let is_known = |it: &Candidate| !it.version.is_empty() || !typed.contains(&it.name);
    let mut all = all(context, letters);
    all.retain(|it| !taken.contains(&it.name) && is_known(it));
    all
}

/// The modules for some letters of a name, but for the file's own: those on disk, then those that are fetched most.
pub fn all(context: FileContext<'_>, letters: &str) -> Vec<Candidate> {
    let on_disk = on_disk(context);
    let letters = letters.replace('/', "-");
    let found = context.forge.modules(&letters);
    let found = found.filter(|module| !on_disk.contains_key(&module.name));
    let mut found: Vec<&ForgeModule> = found.collect();
    found.sort_by_key(|module| Reverse(module.downloads));
    let found = NameMatcher::new(&letters).best(found.into_iter(), |it| &it.name, |_| false);
    let on_forge = found.into_iter().zip(ranks(ON_FORGE));
    let on_forge = on_forge.map(|(module, rank)| Candidate {
        name: module.name.clone(),
        version: module.newest.clone(),
        rank,
        is_deprecated: module.deprecated.is_some(),
    });
    let near = on_disk.into_iter().map(|(name, version)| {
        let module = context.forge.known.and_then(|forge| forge.module(&name));
        let newest = module.map(|module| module.newest.clone());
        let version = Some(version).filter(|it| !it.is_empty()).or(newest);
        Candidate {
            version: version.unwrap_or_default(),
            is_deprecated: module.is_some_and(|module| module.deprecated.is_some()),
            name,
            rank: ON_DISK,
        }
    });
    let own = own_name(context);
    let all = near.chain(on_forge);
    all.filter(|it| own.is_none() || it.module() != own)
        .collect()
}

/// The names of the modules that are on disk, or that others need, each with a version.
fn on_disk(context: FileContext<'_>) -> BTreeMap<String, String> {
    let owner = owner(context.db, context.file);
    owner.map_or_else(BTreeMap::new, |owner| {
        modules::names(context.db, owner.environment)
    })
}

/// The name of the module that a file stands at the top of.
fn own_name<'a>(context: FileContext<'a>) -> Option<&'a str> {
    let db = context.db;
    let environment = owner(db, context.file)?.environment;
    let (folder, _) = context.file.path(db).rsplit_once('/')?;
    let mut all = environment.modules(db).iter();
    let own = all.find(|it| **it.root(db) == *folder)?;
    Some(own.name(db))
}
