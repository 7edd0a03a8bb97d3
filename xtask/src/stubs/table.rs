//! The table of the stubs of modules that `puppet-library` compiles in.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::generated::format;
use crate::shell;

/// Writes the table of the stubs in a folder.
pub(super) fn write(folder: &Path) -> Result<()> {
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.file_name().to_string_lossy().into_owned();
        names.extend(file.strip_suffix(".stub").map(str::to_owned));
    }
    names.sort_by_key(|name| {
        name.split_once('-')
            .map(|(author, module)| (module.to_owned(), author.to_owned()))
    });
    let mut text = String::from(
        "//! The table of the stubs of modules. Written by `cargo xtask stubs`; do not edit.\n\n\
         /// The full name and the stub of each module.\n\
         macro_rules! stubs {\n    ($($name:literal)*) => {\n        \
         &[$(($name, include_str!(concat!(\"../module_stubs/\", $name, \".stub\")))),*]\n    };\n}\n\n\
         /// The full names of modules, in the order of their own names, and their stubs.\n\
         pub(crate) static MODULE_STUBS: &[(&str, &str)] = stubs! {\n",
    );
    for name in names {
        writeln!(text, "    \"{name}\"")?;
    }
    text.push_str("};\n");
    fs::write(
        shell::root().join("crates/library/src/module_stub_table.rs"),
        format(&text)?,
    )?;
    Ok(())
}
