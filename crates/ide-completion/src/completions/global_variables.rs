//! Variables that no code around a place binds: those of the site, what Puppet sets, and facts.

use std::borrow::Cow;

use puppet_inference::variables::bindings;
use puppet_library::Library;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::Item;
use puppet_semantic::ruby::user_stubs::user_stubs;
use rustc_hash::FxHashSet;

use crate::completions::facts;
use crate::item::{CompletionItem, CompletionKind};
use crate::relevance::NameMatcher;
use puppet_ide_db::context::FileContext;

/// What Puppet sets in the scopes of definitions.
const BUILT_IN: [(&str, &str); 3] = [
    ("title", "String"),
    ("name", "String"),
    ("module_name", "String"),
];

/// A variable that no code around binds.
pub struct Unbound {
    pub name: Cow<'static, str>,
    detail: Cow<'static, str>,
    rank: u8,
    /// It is a key of `$facts`.
    is_fact: bool,
}

impl Unbound {
    fn variable(
        name: impl Into<Cow<'static, str>>,
        detail: impl Into<Cow<'static, str>>,
        rank: u8,
    ) -> Self {
        Self {
            name: name.into(),
            detail: detail.into(),
            rank,
            is_fact: false,
        }
    }

    fn fact(
        name: impl Into<Cow<'static, str>>,
        detail: impl Into<Cow<'static, str>>,
        rank: u8,
    ) -> Self {
        Self {
            is_fact: true,
            ..Self::variable(name, detail, rank)
        }
    }

    /// The completion item, after `$`, `$::` or nothing.
    pub fn item(&self, sigil: &str) -> CompletionItem {
        let label = match self.is_fact {
            true => format!("{sigil}facts['{}']", self.name),
            false => [sigil, &*self.name].concat(),
        };
        let item = CompletionItem::new(label, CompletionKind::Variable);
        CompletionItem {
            is_fact: self.is_fact,
            ..item.detail(&*self.detail).rank(self.rank)
        }
    }
}

/// All of them, the likeliest first, with the facts that modules define.
pub fn all(
    context: FileContext<'_>,
    custom: &[String],
    is_of_top_scope: bool,
    typed: &NameMatcher<'_>,
) -> Vec<Unbound> {
    let mut all = Vec::new();
    let of_site = of_site(context, is_of_top_scope).into_iter();
    let of_site = of_site.filter(|name| typed.fits(name));
    all.extend(of_site.map(|name| Unbound::variable(name, "", 19)));
    let is_plain = |name: &str| !name.contains(['.', ':']);
    let set = Library.variables().iter().filter(|it| is_plain(&it.name));
    all.extend(set.map(|it| Unbound::variable(&*it.name, &*it.ty, 20)));
    if let Some(owner) = owner(context.db, context.file) {
        let stubs = user_stubs(context.db, owner.environment);
        let described = stubs.variables.iter().filter(|it| is_plain(&it.name));
        all.extend(described.map(|it| Unbound::variable(it.name.clone(), it.ty.clone(), 20)));
    }
    let built_in = BUILT_IN.into_iter();
    all.extend(built_in.map(|(name, ty)| Unbound::variable(name, ty, 20)));
    all.extend(facts::plain().map(|it| Unbound::fact(&*it.name, &*it.ty, 40)));
    let custom = custom.iter().cloned();
    all.extend(custom.map(|name| Unbound::fact(name, "custom fact", 42)));
    let recorded = facts::recorded(context, typed).into_iter();
    all.extend(recorded.map(|(name, ty)| Unbound::fact(name, ty, 44)));
    all
}

/// What the manifests of the site assign: what every definition can see, or what `$::` alone means.
fn of_site(context: FileContext<'_>, is_of_top_scope: bool) -> Vec<String> {
    let db = context.db;
    let Some(owner) = owner(db, context.file) else {
        return Vec::new();
    };
    let environment = owner.environment;
    let names: FxHashSet<_> = match is_of_top_scope {
        true => {
            let own = Item::outside_definitions(context.file);
            let others = bindings::bindings_in_scope(db, environment, own).unwrap_or_default();
            let is_site = owner.module.is_none();
            let own = is_site.then(|| bindings::item_bindings(db, environment, own));
            let own = own.flatten().unwrap_or_default();
            others.into_iter().chain(own.iter().cloned()).collect()
        }
        false => bindings::top_level_bindings(db, environment, context.file).unwrap_or_default(),
    };
    let mut names: Vec<String> = names.iter().map(ToString::to_string).collect();
    names.sort_unstable();
    names
}
