//! Functions that Puppet does not ship, and that code may use all the same without naming where they come from.

use std::sync::OnceLock;

use serde::Deserialize;

/// What functions come with that Puppet does not ship.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The name of the program or module.
    pub name: String,
    /// Whether it is a module.
    #[serde(default)]
    pub is_module: bool,
    /// The functions, in order.
    functions: Vec<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Table {
    origin: Vec<Origin>,
}

const TEXT: &str = include_str!("../stubs/well_known.toml");

/// Where a function comes from. A test reads the table, so an unreadable one is never released; it would be empty.
pub(crate) fn origin(function: &str) -> Option<&'static Origin> {
    static ORIGINS: OnceLock<Table> = OnceLock::new();
    let table = ORIGINS.get_or_init(|| toml::from_str(TEXT).unwrap_or_default());
    let is_of = |origin: &&Origin| {
        let mut functions = origin.functions.iter();
        functions.any(|name| name == function)
    };
    table.origin.iter().find(is_of)
}

#[cfg(test)]
mod tests {
    use super::{TEXT, Table, origin};

    #[test]
    fn the_table_can_be_read() {
        let table: Table = toml::from_str(TEXT).unwrap();
        for it in &table.origin {
            assert!(it.functions.is_sorted(), "{}", it.name);
            for function in &it.functions {
                assert!(crate::Library.function(function).is_none(), "{function}");
            }
        }
        assert_eq!(origin("merge").map(|it| &*it.name), Some("stdlib"));
        assert_eq!(origin("split"), None);
    }
}
