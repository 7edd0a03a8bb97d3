//! Type aliases that only the signatures of one function know.

use std::sync::Arc;

use crate::context::{AliasDefinition, Named, TypeContext};
use crate::{alias, reader};

/// Aliases, each of which may use itself and those before it.
#[derive(Debug, Clone, Default)]
pub struct LocalAliases(Vec<Arc<AliasDefinition>>);

impl LocalAliases {
    /// Reads definitions of the form `Name = Type`; those that cannot be read are left out.
    pub fn read(definitions: &[String]) -> Self {
        let mut aliases = LocalAliases::default();
        for (name, text) in definitions.iter().filter_map(|it| it.split_once('=')) {
            let name = name.trim();
            aliases.0.push(Arc::new(alias::unresolved(name.into())));
            let resolved = reader::read_text(&aliases, text.trim());
            aliases.0.pop();
            aliases.0.extend(resolved.ok().map(|resolved| {
                Arc::new(AliasDefinition {
                    name: name.into(),
                    resolved,
                    self_recursive: text.contains(name),
                })
            }));
        }
        aliases
    }

    /// A context in which the aliases come first.
    pub fn shadow<'a>(&'a self, context: &'a dyn TypeContext) -> impl TypeContext {
        WithLocal {
            context,
            local: self,
        }
    }
}

impl TypeContext for LocalAliases {
    fn lookup(&self, name: &str) -> Named {
        let found = self.0.iter().find(|it| it.name.eq_ignore_ascii_case(name));
        found.map_or(Named::Missing, |alias| Named::Alias(Arc::clone(alias)))
    }
}

struct WithLocal<'a> {
    context: &'a dyn TypeContext,
    local: &'a LocalAliases,
}

impl TypeContext for WithLocal<'_> {
    fn lookup(&self, name: &str) -> Named {
        match self.local.lookup(name) {
            Named::Missing => self.context.lookup(name),
            found => found,
        }
    }
}
