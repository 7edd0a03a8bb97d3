//! The table of stub files that `puppet-library` compiles in.

use crate::generated::format;
use anyhow::Result;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Whether the table is what follows from the stub files; with `write`, it is made so.
pub(super) fn is_current(stubs: &Path, table: &Path, write: bool) -> Result<bool> {
    let mut text = String::from(
        "//! The table of stub files. Written by `cargo xtask library`; do not edit.\n\nuse crate::index::StubFile;\n",
    );
    for (constant, folder) in [("FUNCTIONS", "functions"), ("TYPES", "types")] {
        let names = names(&stubs.join(folder))?;
        write!(
            text,
            "\npub(crate) static {constant}: [StubFile; {}] = [\n",
            names.len()
        )?;
        for (name, file) in names {
            writeln!(
                text,
                "    StubFile::new(\"{name}\", include_str!(\"../stubs/{folder}/{file}\")),"
            )?;
        }
        text += "];\n";
    }
    for (constant, name) in [
        ("METAPARAMETERS", "metaparameters"),
        ("FACTS", "facts"),
        ("DATA_TYPES", "datatypes"),
        ("VARIABLES", "variables"),
    ] {
        write!(
            text,
            "\npub(crate) static {constant}: StubFile =\n    StubFile::new(\"{name}\", include_str!(\"../stubs/{name}.toml\"));\n"
        )?;
    }
    let text = format(&text)?;
    let is_current = fs::read_to_string(table).ok().as_deref() == Some(&text);
    if !is_current && write {
        fs::write(table, text)?;
    }
    Ok(is_current || write)
}

/// Names of things and of their files, in the order of the names.
pub(super) fn names(folder: &Path) -> Result<Vec<(String, String)>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.file_name().to_string_lossy().into_owned();
        if let Some(stem) = file.strip_suffix(".toml") {
            names.push((stem.replace("__", "::"), file.clone()));
        }
    }
    names.sort();
    Ok(names)
}
