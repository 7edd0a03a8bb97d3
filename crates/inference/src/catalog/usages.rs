//! Usages of classes and defined types, with the parameters that they pass.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use puppet_db::{Db, Environment, File, program};
use puppet_hir::model::{Body, DefinitionKind, Expr, ExprId};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::catalog::definite::title_key;
use puppet_db::check_settings::expects_all;
use puppet_semantic::index::declarations::{BranchPath, Declaration, Title, body_declarations};
use puppet_semantic::index::item_tree::{Item, ItemKind, body, canonical};
use puppet_semantic::index::name_index;

/// The uses of a class or defined type that an environment's code shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsageSummary {
    /// The body with the first of them, in the order of the files.
    pub first: Item,
    /// The parameters that each of them gives, or may give; `None` when each may give any.
    pub always_given: Option<Box<[SmolStr]>>,
    /// The body with the first of them that has no branch around it.
    pub certain: Option<Item>,
    /// Whether it is the only one.
    pub is_only: bool,
    /// There is only one, with one title, and it is evaluated at most once.
    pub is_single: bool,
}

impl UsageSummary {
    /// Whether each use gives the parameter, or may.
    #[must_use]
    pub fn always_give(&self, parameter: &str) -> bool {
        let given = self.always_given.as_deref();
        given.is_none_or(|given| given.iter().any(|name| name == parameter))
    }

    /// One use, with the attributes that it gives unless it may give any.
    fn new(first: Item, given: Option<&[(SmolStr, ExprId)]>, path: &BranchPath) -> Self {
        let names = given.map(|given| given.iter().map(|(name, _)| name.clone()).collect());
        Self {
            first,
            always_given: names,
            certain: path.is_certain().then_some(first),
            is_only: true,
            is_single: false,
        }
    }

    /// Takes further uses into account.
    fn join(&mut self, other: &Self) {
        self.certain = self.certain.or(other.certain);
        self.is_only = false;
        self.is_single = false;
        let Some(given) = other.always_given.as_deref() else {
            return;
        };
        self.always_given = Some(match self.always_given.take() {
            Some(known) => {
                let mut both = known.into_vec();
                both.retain(|name| given.contains(name));
                both.into()
            }
            None => given.into(),
        });
    }
}

/// Where the only use of a class stands, if branches are around it.
#[must_use]
pub fn only_conditional_use(
    db: &dyn Db,
    environment: Environment,
    class: &str,
) -> Option<(Item, ExprId)> {
    let uses = uses(db, environment, ItemKind::Class, class.into())?;
    if !uses.is_only || uses.certain.is_some() {
        return None;
    }
    let declared = body_declarations(db, uses.first);
    let is_it = |name: Option<&SmolStr>| name.is_some_and(|name| canonical(name) == class);
    let mut inclusions = declared.inclusions();
    let inclusion = inclusions.find(|it| is_it(it.class.as_ref()))?;
    Some((uses.first, inclusion.at?))
}

/// UsageSummary by kind and name (in lower case).
type UsesByName = Arc<FxHashMap<(ItemKind, SmolStr), UsageSummary>>;

/// The uses of a class or defined type; `None` if there are none.
///
/// A query for each name, so that only those hear of a change whom it concerns.
#[salsa::tracked(returns(clone))]
pub fn uses(
    db: &dyn Db,
    environment: Environment,
    kind: ItemKind,
    name: SmolStr,
) -> Option<UsageSummary> {
    let key = (kind, name);
    if expects_all(db) {
        return all_uses(db, environment).get(&key).cloned();
    }
    let of_site = name_index::filter_mentioning(db, environment.manifests(db), &key.1);
    let mut found: Option<UsageSummary> = None;
    for file in of_site.chain(name_index::files_with_name(db, environment, &key.1)) {
        match (&mut found, uses_in(db, file).get(&key)) {
            (Some(known), Some(uses)) => known.join(uses),
            (None, Some(uses)) => found = Some(uses.clone()),
            (_, None) => {}
        }
    }
    found
}

#[salsa::tracked(returns(clone))]
fn all_uses(db: &dyn Db, environment: Environment) -> UsesByName {
    let mut found: FxHashMap<(ItemKind, SmolStr), UsageSummary> = FxHashMap::default();
    let of_modules = environment.modules(db).iter();
    let files = environment
        .manifests(db)
        .iter()
        .chain(of_modules.flat_map(|module| module.files(db).iter()));
    for file in files.filter(|file| file.kind(db).is_puppet()) {
        for (key, uses) in uses_in(db, *file).iter() {
            match found.get_mut(key) {
                Some(known) => known.join(uses),
                None => drop(found.insert(key.clone(), uses.clone())),
            }
        }
    }
    Arc::new(found)
}

/// Whether a declaration makes at most one resource.
fn is_single(body: &Body, resource: &Declaration) -> bool {
    let is_lambda = |(at, _): &(ExprId, ExprId)| matches!(body.expr(*at), Expr::Lambda { .. });
    body.definition().kind() != DefinitionKind::DefinedType
        && matches!(&*resource.titles, [Title::Text(_) | Title::Parts(_)])
        && !resource.path.0.iter().any(is_lambda)
}

/// The uses that a file shows.
#[salsa::tracked(returns(clone))]
pub fn uses_in(db: &dyn Db, file: File) -> UsesByName {
    let mut found = FxHashMap::default();
    let mut add = |key: (ItemKind, SmolStr), one: UsageSummary| match found.entry(key) {
        Entry::Vacant(entry) => drop(entry.insert(one)),
        Entry::Occupied(mut entry) => entry.get_mut().join(&one),
    };
    for (id, _) in program(db, file).bodies() {
        let item = Item { file, body: id };
        let declared = body_declarations(db, item);
        for inclusion in declared.inclusions() {
            if let Some(class) = &inclusion.class {
                let one = UsageSummary::new(item, Some(&[]), &inclusion.path);
                add((ItemKind::Class, canonical(class)), one);
            }
        }
        for resource in declared.resources() {
            let Some(ty) = &resource.ty else { continue };
            let given = (!resource.has_more).then_some(&*resource.attributes);
            let mut one = UsageSummary::new(item, given, &resource.path);
            one.is_single = is_single(&body(db, item), resource);
            if ty != "class" {
                add((ItemKind::DefinedType, ty.clone()), one);
                continue;
            }
            for title in &resource.titles {
                if let Title::Text(title) = title {
                    add((ItemKind::Class, title_key(ty, title)), one.clone());
                }
            }
        }
    }
    Arc::new(found)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use puppet_db::RootDatabase;
    use puppet_db::Workspace;
    use puppet_project::ProjectInputs;
    use puppet_project::fs::{FileContents as _, Memory};

    use super::*;
    use crate::variables::global_reads::is_shared;

    const FILES: [(&str, &str); 7] = [
        ("/environment.conf", "modulepath = modules\n"),
        ("/manifests/site.pp", "node default { include a::one }\n"),
        (
            "/modules/a/manifests/init.pp",
            "class a { a::two { 'x': p => $one, } notice($::one, $facts['two']) }\n",
        ),
        (
            "/modules/a/manifests/one.pp",
            "class a::one inherits A { A::Two { q => 1 } notice \"${two}\" }\n",
        ),
        (
            "/modules/b/manifests/init.pp",
            "class b { class { '::A::One': } A::Two { 'y': p => 1, q => 2 } $three = 3 notice $three }\n",
        ),
        (
            "/modules/b/manifests/c.pp",
            "class b::c { include \"\\u0061\" notice $::three }\n",
        ),
        (
            "/modules/b/templates/t.epp",
            "<%= $::three %><% include b %>\n",
        ),
    ];

    #[test]
    fn names_are_found_as_if_all_was_read() {
        let memory: Memory = FILES.into_iter().collect();
        let (mut db, _) = ProjectInputs::open(&memory, Path::new("/"));
        let found = |db: &RootDatabase| {
            let environment = Workspace::get(db).environments(db)[0];
            let names = ["a", "b", "c", "a::one", "a::two", "b::c"].map(SmolStr::from);
            let kinds = [ItemKind::Class, ItemKind::DefinedType];
            let pairs = names
                .iter()
                .flat_map(|it| kinds.map(|kind| (kind, it.clone())));
            let uses: Vec<_> = pairs.map(|it| uses(db, environment, it.0, it.1)).collect();
            let shared = ["one", "two", "three"].map(|it| is_shared(db, environment, it.into()));
            (uses, shared)
        };
        let by_mentions = found(&db);
        assert_eq!(by_mentions.0.iter().flatten().count(), 4);
        assert_eq!(by_mentions.1, [false, true, true]);
        db.set_expects_all(true);
        assert_eq!(found(&db), by_mentions);
    }

    /// The query tells the same as before, and reads other things for it.
    #[test]
    fn names_are_found_while_files_are_edited_and_read_again() {
        let memory: Memory = FILES.into_iter().collect();
        let (mut db, mut inputs) = ProjectInputs::open(&memory, Path::new("/"));
        let uses_of_one = |db: &RootDatabase| {
            let environment = Workspace::get(db).environments(db)[0];
            let found = uses(db, environment, ItemKind::Class, "a::one".into());
            assert!(found.is_some());
        };
        let (path, text) = FILES[4];
        // Read again before it is first used.
        inputs.set_text(&mut db, path, Some("".into()));
        inputs.reload(&mut db, path, memory.contents(Path::new(path)));
        uses_of_one(&db);
        inputs.set_text(&mut db, path, Some(format!("# x\n{text}").into()));
        uses_of_one(&db);
        inputs.reload(&mut db, path, memory.contents(Path::new(path)));
        uses_of_one(&db);
    }
}
