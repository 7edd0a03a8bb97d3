//! The levels of a lookup, one on a line.

use std::io::{self, Write};

use puppet_lookup::{
    Answer, Layer, LevelPlace, LevelStatus, LookupEnvironment, MergeSource, TriedLevel,
};

use super::text_of;

/// Writes the levels in their order, and how values were merged.
pub(super) fn write(
    out: &mut impl Write,
    environment: &LookupEnvironment,
    answer: &Answer,
) -> io::Result<()> {
    let mut last = None;
    for level in &answer.levels {
        let title = title(level);
        if last.as_ref() != Some(&title) {
            writeln!(out, "{title}")?;
            last = Some(title);
        }
        writeln!(out, "  {}", line(environment, level))?;
    }
    if let Some(merge) = &answer.merge {
        let source = match merge.source {
            MergeSource::Argument => "as asked",
            MergeSource::Options => "by lookup_options",
            MergeSource::Default => "by default",
        };
        writeln!(out, "Merge: {} ({source})", merge.strategy.name())?;
    }
    if let Some(convert_to) = &answer.convert_to {
        writeln!(
            out,
            "Converted to: {} (by lookup_options)",
            text_of(convert_to)
        )?;
    }
    Ok(())
}

fn title(level: &TriedLevel) -> String {
    let title = match &level.layer {
        None => "Key".to_owned(),
        Some(Layer::Global) => "Global layer".to_owned(),
        Some(Layer::Environment) => "Environment".to_owned(),
        Some(Layer::Module(name)) => format!("Module {name}"),
    };
    if level.is_default_hierarchy {
        format!("{title}, default hierarchy")
    } else {
        title
    }
}

fn line(environment: &LookupEnvironment, level: &TriedLevel) -> String {
    let name = level.name.as_deref().unwrap_or_default();
    let place = place(environment, level).unwrap_or_default();
    let value = level
        .value
        .as_ref()
        .map(|value| format!(": {}", text_of(value)))
        .unwrap_or_default();
    let reason = level
        .reason
        .as_ref()
        .map(|reason| format!(": {reason}"))
        .unwrap_or_default();
    let parts = [name, &place, outcome(level.status)];
    let shown: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    format!("{}{value}{reason}", shown.join("  "))
}

/// The place with the line of the key, relative to the environment.
pub(super) fn place(environment: &LookupEnvironment, level: &TriedLevel) -> Option<String> {
    let path = match level.place.as_ref()? {
        LevelPlace::Uri(uri) => return Some(uri.clone()),
        LevelPlace::Path(path) => path,
    };
    let relative = path
        .strip_prefix(&*environment.root)
        .and_then(|rest| rest.strip_prefix('/'));
    let path = relative.unwrap_or(path);
    Some(match level.line {
        Some(line) => format!("{path}:{line}"),
        None => path.to_owned(),
    })
}

fn outcome(status: LevelStatus) -> &'static str {
    match status {
        LevelStatus::Found => "found",
        LevelStatus::NotFound => "key is not there",
        LevelStatus::PathMissing => "no such file",
        LevelStatus::NoLocations => "no files",
        LevelStatus::Error => "error",
        LevelStatus::Unknown => "unknown",
        LevelStatus::ModuleMissing => "no such module",
        LevelStatus::NoModuleData => "no data in the module",
        LevelStatus::InvalidKey => "lookup_options is no key",
    }
}
