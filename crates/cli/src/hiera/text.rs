//! The tree as lines.

use std::io::{self, Write};

use puppet_text::count;

use super::{ShownFile, ShownLayer, ShownLevel};

/// Writes a line for each layer, level and file.
pub(super) fn write(out: &mut dyn Write, layers: &[ShownLayer]) -> io::Result<()> {
    for layer in layers {
        match &layer.module {
            None => writeln!(out, "Environment ({})", layer.config)?,
            Some(module) => writeln!(out, "Module {module} ({})", layer.config)?,
        }
        for level in &layer.levels {
            write_level(out, layer, level)?;
        }
    }
    let mut files = layers
        .iter()
        .flat_map(|it| &it.levels)
        .flat_map(|it| it.files.iter().flatten());
    if files.any(|file| file.keys.is_some() && file.unused.is_none()) {
        writeln!(
            out,
            "Keys that nothing looks up are not counted where not all code, data and lookups are known."
        )?;
    }
    Ok(())
}

fn write_level(out: &mut dyn Write, layer: &ShownLayer, level: &ShownLevel) -> io::Result<()> {
    let name = &level.name;
    let locations = level.locations.join(", ");
    let Some(files) = &level.files else {
        let place = format!("{}:{}", layer.config, level.line);
        return writeln!(out, "  {name}: a backend in Ruby decides ({place})");
    };
    let keys: usize = files.iter().filter_map(|file| file.keys).sum();
    let there = files.iter().filter(|file| file.keys.is_some()).count();
    let counts = format!("{}, {}", count(there, "file"), count(keys, "key"));
    writeln!(out, "  {name}: {locations} ({counts})")?;
    for file in files {
        write_file(out, file)?;
    }
    Ok(())
}

fn write_file(out: &mut dyn Write, file: &ShownFile) -> io::Result<()> {
    let path = &file.path;
    let Some(keys) = file.keys else {
        return writeln!(out, "    {path}  is not there");
    };
    let keys = count(keys, "key");
    match file.unused.as_deref() {
        None | Some([]) => writeln!(out, "    {path}  {keys}"),
        Some(unused) => {
            let names: Vec<&str> = unused.iter().map(|(key, _)| key.as_str()).collect();
            let names = names.join(", ");
            writeln!(out, "    {path}  {keys}, not used: {names}")
        }
    }
}
