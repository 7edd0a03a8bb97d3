//! Declarations of a module whose names are computed.

use std::sync::Arc;

use puppet_db::{Db, Module, program};
use puppet_semantic::index::item_tree::Item;
use smol_str::SmolStr;

use puppet_semantic::index::declarations::{Title, body_declarations};

/// What some code of a module may declare beside what it names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ComputedNames {
    /// Whether it includes or declares a class whose name is computed.
    pub has_class: bool,
    /// Whether it hands a type whose name is computed to a function that declares resources, such as `create_resources`.
    has_type: bool,
    /// The types that it names to such functions, in lower case.
    types: Vec<SmolStr>,
}

impl ComputedNames {
    /// Whether resources of a type, in lower case, may be declared by such a function.
    #[must_use]
    pub fn may_declare(&self, ty: &str) -> bool {
        self.has_type || self.types.iter().any(|it| it == ty)
    }
}

/// What the code of a module may declare beside what it names.
#[salsa::tracked(returns(clone))]
pub fn computed_names(db: &dyn Db, module: Module) -> Arc<ComputedNames> {
    let mut found = ComputedNames::default();
    let files = module.files(db).iter().copied();
    for file in files.filter(|file| file.kind(db).is_puppet()) {
        for (body, _) in program(db, file).bodies() {
            add_body(db, Item { file, body }, &mut found);
        }
    }
    Arc::new(found)
}

fn add_body(db: &dyn Db, item: Item, found: &mut ComputedNames) {
    let declared = body_declarations(db, item);
    let is_computed = |title: &Title| !matches!(title, Title::Text(_));
    let mut resources = declared.resources();
    found.has_class |= declared.inclusions().any(|it| is_computed(&it.title))
        || resources
            .any(|it| it.ty.as_deref() == Some("class") && it.titles.iter().any(is_computed));
    for call in declared.declaring_calls() {
        match &call.ty {
            Some(ty) => found.types.push(ty.clone()),
            None => found.has_type = true,
        }
    }
}
