//! Plugins in Ruby, by the paths under which Puppet finds them.

use puppet_text::capitalized;

use crate::symbol_index::SymbolKind;

/// The definition that Puppet loads from a Ruby file, by its path alone: reading all of them would take too long.
pub fn plugin_of_path(path: &str) -> Option<(SymbolKind, String)> {
    let (_, path) = path.rsplit_once("/lib/")?;
    let path = path.strip_suffix(".rb")?;
    let (kind, name) = [
        (SymbolKind::Function, "puppet/functions/"),
        (SymbolKind::Function, "puppet/parser/functions/"),
        (SymbolKind::DefinedType, "puppet/type/"),
        (SymbolKind::TypeAlias, "puppet/datatypes/"),
        (SymbolKind::Fact, "facter/"),
    ]
    .into_iter()
    .find_map(|(kind, folder)| Some((kind, path.strip_prefix(folder)?)))?;
    let segments = name.split('/');
    let name = match kind {
        SymbolKind::TypeAlias => capitalized(&segments.collect::<Vec<_>>().join("::")),
        // What lies deeper belongs to the file beside its folder.
        SymbolKind::Fact | SymbolKind::DefinedType if name.contains('/') => {
            return None;
        }
        _ => segments.collect::<Vec<_>>().join("::"),
    };
    Some((kind, name))
}
