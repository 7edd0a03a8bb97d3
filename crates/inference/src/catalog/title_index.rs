//! Titles and other names of the resources that a body declares, by type: one is looked up, and not compared with each
//! resource.

use std::sync::Arc;

use puppet_db::{Db, File};
use puppet_hir::model::{Body, BodyId, Expr};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use puppet_semantic::index::declarations::{
    BodyDeclarations, Declaration, Title, body_declarations,
};
use puppet_semantic::index::item_tree::{Item, body};

/// Attributes by which a resource can be referred to, besides its title.
pub(crate) const NAMES: [&str; 4] = ["alias", "name", "path", "command"];

/// So many resources of one type whose names are computed are compared with a text, one by one.
const MOST_COMPUTED: usize = 500;

/// What the resources of one type are called.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ResourceNames {
    /// The titles that are written as they are.
    pub titles: FxHashSet<SmolStr>,
    /// The same of attributes that name a resource.
    pub names: FxHashSet<SmolStr>,
    /// Where the resources are that have a title or a name that is computed.
    computed: Vec<(usize, usize)>,
    /// There may be other attributes: those of a hash.
    pub has_more: bool,
}

impl ResourceNames {
    /// Whether one of the resources whose names are computed is this; they may all be if there are very many.
    pub fn is_computed(
        &self,
        declared: &BodyDeclarations,
        mut is_it: impl FnMut(&Declaration) -> bool,
    ) -> bool {
        let mut places = self.computed.iter();
        self.computed.len() > MOST_COMPUTED
            || places.any(|place| declared.resource(*place).is_none_or(&mut is_it))
    }
}

/// What the resources of a body are called.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct TitleIndex {
    by_type: FxHashMap<SmolStr, ResourceNames>,
    of_computed_type: ResourceNames,
}

impl TitleIndex {
    /// The resources of a type (in lower case).
    pub fn resources(&self, ty: &str) -> Option<&ResourceNames> {
        self.by_type.get(ty)
    }

    /// All resources by their types; `None` for those whose type is computed.
    pub fn all(&self) -> impl Iterator<Item = (Option<&SmolStr>, &ResourceNames)> {
        let by_type = self.by_type.iter().map(|(ty, names)| (Some(ty), names));
        by_type.chain([(None, &self.of_computed_type)])
    }

    /// The resources that may be of a type (in lower case).
    pub fn possible_resources(&self, ty: &str) -> impl Iterator<Item = &ResourceNames> {
        self.resources(ty)
            .into_iter()
            .chain([&self.of_computed_type])
    }
}

/// What the resources are called that a definition's body declares, or a file's own statements.
pub(crate) fn title_index(db: &dyn Db, item: Item) -> Arc<TitleIndex> {
    titles_in(db, item.file, item.body)
}

#[salsa::tracked(returns(clone))]
fn titles_in(db: &dyn Db, file: File, body_id: BodyId) -> Arc<TitleIndex> {
    let item = Item {
        file,
        body: body_id,
    };
    let contents = body(db, item);
    let mut index = TitleIndex::default();
    for (place, resource) in body_declarations(db, item).placed_resources() {
        let names = match &resource.ty {
            Some(ty) => index.by_type.entry(ty.clone()).or_default(),
            None => &mut index.of_computed_type,
        };
        names.add(&contents, place, resource);
    }
    Arc::new(index)
}

impl ResourceNames {
    fn add(&mut self, body: &Body, place: (usize, usize), resource: &Declaration) {
        let mut is_computed = resource.has_more;
        self.has_more |= resource.has_more;
        for title in &resource.titles {
            match title {
                Title::Text(title) => drop(self.titles.insert(title.clone())),
                Title::Parts(_) | Title::Any(_) => is_computed = true,
            }
        }
        for (name, value) in &resource.attributes {
            if NAMES.contains(&name.as_str()) {
                match body.expr(*value) {
                    Expr::LiteralString(name) | Expr::QualifiedName(name) => {
                        self.names.insert(name.clone());
                    }
                    _ => is_computed = true,
                }
            }
        }
        if is_computed {
            self.computed.push(place);
        }
    }
}
