//! A text prefilter for manifests that may define a class or defined type.
//!
//! Few manifests of a module can define a name that is not autoloaded from them. A search for the definition parses
//! only those.

use std::sync::Arc;

use puppet_db::{Db, File, FileKind, Module};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

/// The manifests of a module that may define a class or defined type of this canonical name: they have one of the words
/// with which such definitions start, and after it the last part of the name. `None` if a manifest cannot be read.
pub(crate) fn possible_files(db: &dyn Db, module: Module, name: &str) -> Option<Vec<File>> {
    let written = written_in(db, module)?;
    let files = [last_part(name), UNCLEAR].map(|it| written.get(it));
    Some(files.into_iter().flatten().flatten().copied().collect())
}

/// Stands for all names: no definition has it.
const UNCLEAR: &str = "";

/// The manifests of a module by the last parts of the names that they may define; `None` if one cannot be read. A name that
/// is looked for depends on this, not on each file.
#[salsa::tracked(returns(clone))]
fn written_in(db: &dyn Db, module: Module) -> Option<Arc<FxHashMap<SmolStr, Vec<File>>>> {
    let mut files: FxHashMap<SmolStr, Vec<File>> = FxHashMap::default();
    let all = module.files(db).iter().copied();
    for file in all.filter(|file| file.kind(db) == FileKind::Manifest) {
        if file.problem(db).is_some() {
            return None;
        }
        let names = written(db, file).unwrap_or_else(|| [UNCLEAR.into()].into());
        for name in names.iter() {
            files.entry(name.clone()).or_default().push(file);
        }
    }
    Some(Arc::new(files))
}

/// The last parts of the names that stand after `class` and `define`, in order; `None` if something else stands there.
#[salsa::tracked(returns(clone))]
fn written(db: &dyn Db, file: File) -> Option<Arc<[SmolStr]>> {
    let text = file.text(db);
    let starts = puppet_db::definition_starts(db, file);
    let mut names = Vec::new();
    for place in starts.offsets() {
        let code = text.get(usize::from(*place)..).unwrap_or_default();
        let after = code
            .strip_prefix("class")
            .or_else(|| code.strip_prefix("define"));
        if let Some(after) = after {
            names.push(name_at(after.trim_start())?);
        }
    }
    names.sort_unstable();
    names.dedup();
    Some(names.into())
}

/// The last part of the name that a text begins with.
fn name_at(text: &str) -> Option<SmolStr> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"_:-".contains(&byte);
    let end = text.bytes().position(|byte| !is_part(byte));
    let name = text.get(..end.unwrap_or(text.len()))?;
    let last = last_part(name);
    (!last.is_empty()).then(|| last.to_ascii_lowercase().into())
}

fn last_part(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use puppet_db::RootDatabase;

    use super::*;

    /// Whether a manifest may define a name.
    fn may_define(db: &dyn Db, file: File, name: &str) -> bool {
        let last = SmolStr::from(last_part(name));
        written(db, file).is_none_or(|names| names.contains(&last))
    }

    #[test]
    fn only_names_after_the_keywords_may_be_defined() {
        let text = "# about class one\nclass a::Two inherits three {\n  define\n four($x) {}\n  \
                    class { 'five': }\n  include six\n}\nfunction a::seven() {}";
        for (text, name, expected) in [
            (text, "a::one", true),
            (text, "two", true),
            (text, "b::two", true),
            (text, "a::two::four", true),
            (text, "a::three", false),
            (text, "five", false),
            (text, "a::six", false),
            (text, "a::seven", false),
            (text, "a", false),
            ("class # comment\n a {}", "a::any", true),
            ("class /* comment */ a {}", "a::any", true),
            ("class ::a:: {}", "a::any", true),
            ("", "a", false),
        ] {
            let db = RootDatabase::default();
            let file = File::new(
                &db,
                "/a.pp".into(),
                FileKind::Manifest,
                text.into(),
                "".into(),
            );
            assert_eq!(may_define(&db, file, name), expected, "{name} in {text}");
        }
    }
}
