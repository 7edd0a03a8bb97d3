//! The files that a change affects: those that have changed, and those that use names that are or were defined in them.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use puppet_data::yaml;
use puppet_db::RootDatabase;
use puppet_db::{File, FileKind};
use puppet_syntax::ast::{AstNode as _, Definition};
use puppet_syntax::parse_with;
use puppet_text::occurrences;

use super::git_changes::Changes;
use super::input::CheckInput;
use crate::format::parse_options;

/// Directories of Ruby files that are named after what they define.
const RUBY: [&str; 6] = [
    "/lib/puppet/functions/",
    "/lib/puppet/parser/functions/",
    "/lib/puppet/datatypes/",
    "/lib/puppet/type/",
    "/lib/puppet_x/",
    "/lib/facter/",
];

/// Files of a project or module that matter for all others.
const FOR_ALL: [&str; 6] = [
    "metadata.json",
    "Puppetfile",
    "hiera.yaml",
    "environment.conf",
    "puppet-analyzer.toml",
    ".fixtures.yml",
];

/// The files that a change affects.
///
/// # Errors
/// What Git says.
pub fn affected_files(changes: &Changes, input: &CheckInput) -> Result<HashSet<File>, String> {
    let (mut names, mut changed) = (BTreeSet::new(), HashSet::new());
    for path in changes.all_files()? {
        let name = path.file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| FOR_ALL.contains(&name)) {
            return Ok(input.files.iter().copied().collect());
        }
        let file = input.inputs.file(&path.to_string_lossy());
        let before = changes.text_before(&path);
        let now = file.map(|file| &**file.text(&input.db));
        for text in before.as_deref().into_iter().chain(now) {
            names.extend(names_of(&path, text));
        }
        changed.extend(file);
    }
    let files = input.files.iter().copied();
    let affected =
        files.filter(|file| changed.contains(file) || uses_any(&input.db, *file, &names));
    Ok(affected.collect())
}

fn uses_any(db: &RootDatabase, file: File, names: &BTreeSet<String>) -> bool {
    let text = file.text(db);
    names.iter().any(|name| uses(text, name))
}

/// Whether a text has a name, and not as a part of a longer one.
fn uses(text: &str, name: &str) -> bool {
    let mut places = occurrences(text, name);
    places.any(|at| {
        let before = text[..at].strip_suffix("::");
        let is_inner = before.is_some_and(|it| it.ends_with(|c: char| c.is_alphanumeric()));
        !is_inner && !text[at + name.len()..].starts_with("::")
    })
}

/// The names that a file defines, from its text or its path.
fn names_of(path: &Path, text: &str) -> Vec<String> {
    let whole = path.to_string_lossy().replace('\\', "/");
    match FileKind::from_path(&whole) {
        FileKind::Manifest => names_of_manifest(path, text),
        FileKind::Data => names_of_data(text),
        _ => name_of_path(&whole).into_iter().collect(),
    }
}

fn names_of_manifest(path: &Path, text: &str) -> Vec<String> {
    let Some(options) = parse_options(path) else {
        return Vec::new();
    };
    let nodes = parse_with(text, options).syntax().descendants();
    let names = nodes
        .filter_map(Definition::cast)
        .filter_map(|it| it.name());
    names
        .map(|name| name.trim_start_matches("::").to_owned())
        .collect()
}

/// The keys of data, and the classes whose parameters they set.
fn names_of_data(text: &str) -> Vec<String> {
    let (value, _) = yaml::parse_tolerantly(text);
    let keys = value.as_mapping().into_iter().flatten();
    let names = keys.flat_map(|entry| {
        let class = entry
            .key
            .rsplit_once("::")
            .map(|(class, _)| class.to_owned());
        class.into_iter().chain([entry.key.to_string()])
    });
    names.collect()
}

/// The name that a Ruby file defines, or that of a template or another file of a module.
fn name_of_path(path: &str) -> Option<String> {
    let of_ruby = RUBY.iter().find_map(|directory| {
        let (_, rest) = path.rsplit_once(directory)?;
        Some(rest.strip_suffix(".rb")?.replace('/', "::"))
    });
    of_ruby.or_else(|| {
        let mut directories = ["/templates/", "/files/"].into_iter();
        let (module, rest) = directories.find_map(|it| path.split_once(it))?;
        let module = module.rsplit('/').next()?;
        Some(format!("{module}/{rest}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_define_names() {
        for (path, text, names) in [
            (
                "/m/web/manifests/a.pp",
                "class web::a { define ::b {} }",
                "web::a b",
            ),
            (
                "/m/web/types/port.pp",
                "type Web::Port = Integer",
                "Web::Port",
            ),
            (
                "/r/data/common.yaml",
                "web::a::port: 1\nplain: 2\n",
                "web::a web::a::port plain",
            ),
            ("/m/web/lib/puppet/functions/web/f.rb", "", "web::f"),
            ("/m/web/lib/puppet/type/thing.rb", "", "thing"),
            ("/m/web/templates/a/b.epp", "", "web/a/b.epp"),
            ("/m/web/README.md", "", ""),
        ] {
            assert_eq!(names_of(Path::new(path), text).join(" "), names, "{path}");
        }
    }

    #[test]
    fn names_are_no_parts_of_longer_ones() {
        for (text, found) in [
            ("include web", true),
            ("include ::web", true),
            ("Class['web']", true),
            ("$web::port", false),
            ("include my::web", false),
            ("webs", false),
        ] {
            assert_eq!(uses(text, "web"), found, "{text}");
        }
    }
}
