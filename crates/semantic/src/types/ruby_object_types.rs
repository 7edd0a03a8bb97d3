//! Object types that the Ruby code of modules makes (`Puppet::DataTypes.create_type`), as far as their interfaces are
//! literal texts.

use std::sync::Arc;

use puppet_db::{Db, Environment, is_plan};
use puppet_types::{Named, Type, TypeContext, read_text};
use smol_str::SmolStr;

use crate::index::item_tree::{ItemKind, items};
use crate::ruby::plugins::{PluginKind, plugin, plugin_names};
use crate::types::alias::is_object_type;

/// What a name in lower case means that Ruby defines; unknown if nothing does, or what it says cannot be read.
#[salsa::tracked(returns(clone))]
pub(crate) fn object_type(db: &dyn Db, environment: Environment, name: SmolStr) -> Named {
    let Some(file) = plugin(db, environment, PluginKind::DataType, &name) else {
        return Named::Unknown;
    };
    let facts = puppet_ruby::read(file.text(db));
    let mut types = facts.data_types.into_iter();
    let found = types.find(|ty| ty.name.eq_ignore_ascii_case(&name));
    let interface = found.and_then(|ty| Some((ty.name, ty.interface?.text?)));
    let Some((written, interface)) = interface else {
        return Named::Unknown;
    };
    let text = format!("Object[{{name => '{written}', {interface}}}]");
    match read_text(&CoreOnly, &text) {
        // An unknown parent may add any attribute.
        Ok(Type::Object(Some(object))) if object.parent != Some(Type::Unknown) => {
            Named::Object(Arc::clone(&object))
        }
        _ => Named::Unknown,
    }
}

/// Whether values may be objects of types that Puppet does not ship: what nothing is known of may have their members.
/// Code of the environment defines some, or has plans, whose functions get those of Bolt.
#[salsa::tracked]
pub fn may_have_objects(db: &dyn Db, environment: Environment) -> bool {
    let of_modules = || {
        let modules = environment.modules(db).iter();
        modules.flat_map(|module| module.files(db).iter())
    };
    let files = of_modules()
        .filter(|file| file.path(db).contains("/types/"))
        .chain(environment.manifests(db).iter());
    !plugin_names(db, environment, PluginKind::DataType).is_empty()
        || of_modules().any(|file| is_plan(file.path(db)))
        || files
            .flat_map(|file| items(db, *file))
            .any(|it| it.kind == ItemKind::TypeAlias && is_object_type(db, it.item))
}

/// Puppet's own names; other names are not resolved here, since they may lead back.
struct CoreOnly;

impl TypeContext for CoreOnly {
    fn lookup(&self, _name: &str) -> Named {
        Named::Unknown
    }
}
