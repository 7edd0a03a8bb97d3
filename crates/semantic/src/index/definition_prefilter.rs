//! A text prefilter for manifests that may define a class or defined type.
//!
//! Few manifests of a module can define a name that is not autoloaded from them. A search for the definition parses
//! only those.

use std::sync::Arc;

use puppet_db::{Db, File};
use smol_str::SmolStr;

/// Whether a manifest may define a class or defined type of this canonical name: it has one of the words with which they
/// start, and after it the last part of the name.
pub(crate) fn may_define(db: &dyn Db, file: File, name: &str) -> bool {
    let written = written(db, file);
    let last = last_part(name);
    written.is_none_or(|names| names.binary_search_by(|it| (**it).cmp(last)).is_ok())
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
    use puppet_db::FileKind;

    use super::*;
    use puppet_db::RootDatabase;

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
