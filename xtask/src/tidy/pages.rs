//! Each rule has a page in docs/rules, which `explain` prints and editors link to. Tests run its examples.

use anyhow::Result;

use crate::{codegen_rules, tidy::workspace::Workspace};

/// Rules without a page.
pub fn check(workspace: &Workspace) -> Result<Vec<String>> {
    let pages = codegen_rules::pages_of_rules()?.into_iter();
    Ok(pages
        .filter(|page| !workspace.files.contains(page))
        .map(|page| format!("a rule has no page {page}"))
        .collect())
}
