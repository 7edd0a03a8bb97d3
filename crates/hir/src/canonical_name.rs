//! Names of definitions as they are compared.

use smol_str::SmolStr;

/// The name as it is looked up: in lower case, without leading `::`.
#[must_use]
pub fn canonical(name: &str) -> SmolStr {
    let name = name.strip_prefix("::").unwrap_or(name);
    if name
        .bytes()
        .any(|byte| byte.is_ascii_uppercase() || !byte.is_ascii())
    {
        name.to_lowercase().into()
    } else {
        name.into()
    }
}
