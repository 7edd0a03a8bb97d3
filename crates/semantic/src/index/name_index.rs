//! A text index of the files that may contain a name.
//!
//! Few files mention a given name. A search parses only those, so the first request after the start does not wait until
//! everything is read.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, Module};
use puppet_text::occurrences;
use smol_str::SmolStr;

/// The manifests and templates of the modules that may mention a name, in any case and with or without `::` before it.
pub(crate) fn files_with_name<'db>(
    db: &'db dyn Db,
    environment: Environment,
    name: &'db SmolStr,
) -> impl Iterator<Item = File> + 'db {
    let modules = environment.modules(db).iter();
    modules.flat_map(move |module| {
        let files = in_module(db, *module, name.clone());
        (0..files.len()).filter_map(move |at| files.get(at).copied())
    })
}

/// Whether the text of a manifest or template other than `file` mentions a name.
#[salsa::tracked(returns(copy))]
pub fn is_mentioned_outside(
    db: &dyn Db,
    environment: Environment,
    file: File,
    name: SmolStr,
) -> bool {
    let of_site = among(db, environment.manifests(db), &name);
    of_site
        .chain(files_with_name(db, environment, &name))
        .any(|other| other != file && may_contain_name(other.text(db), &name))
}

/// Those among some files that may mention a name. A file that is edited is read again after each edit in any case:
/// nothing need be searched for that.
pub(crate) fn among<'db>(
    db: &'db dyn Db,
    files: &'db [File],
    name: &str,
) -> impl Iterator<Item = File> {
    mentioning(db, files, name, |file| file.is_edited(db))
}

fn mentioning<'db>(
    db: &'db dyn Db,
    files: &'db [File],
    name: &str,
    is_edited: impl Fn(File) -> bool,
) -> impl Iterator<Item = File> {
    let files = files.iter().copied();
    files.filter(move |file| {
        file.kind(db).is_puppet()
            && (is_edited(*file)
                || file.text(db).len() > MAX_SEARCHED
                || may_contain_name(file.text(db), name)
                || has_dynamic_names(db, *file))
    })
}

/// The longest text, in bytes, that is searched for each name. A longer one is parsed at once: it may define so many names
/// that a search for each of them costs more.
const MAX_SEARCHED: usize = 64 * 1024;

/// A query for each module: the first edit of a file searches the texts of its module again, further ones search none.
#[salsa::tracked(returns(clone))]
fn in_module(db: &dyn Db, module: Module, name: SmolStr) -> Arc<[File]> {
    let edited = edited(db, module);
    let is_edited = |file| edited.contains(&file);
    match name.split_once("::") {
        // There are many names in few namespaces, and most modules mention few of these.
        Some((namespace, _)) if !namespace.is_empty() => {
            let files = in_module(db, module, namespace.into());
            mentioning(db, &files, &name, is_edited).collect()
        }
        _ => mentioning(db, module.files(db), &name, is_edited).collect(),
    }
}

/// The files of a module that are edited: a query, since it is read for each name.
#[salsa::tracked(returns(clone))]
fn edited(db: &dyn Db, module: Module) -> Arc<[File]> {
    let files = module.files(db).iter().copied();
    files.filter(|file| file.is_edited(db)).collect()
}

fn may_contain_name(text: &str, name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_:.-".contains(&byte);
    !name.bytes().all(is_plain) || name.is_empty() || occurrences(text, name).next().is_some()
}

/// Whether a file may mention names that its text does not show: a query, since it is read for each name and file.
#[salsa::tracked(returns(copy))]
fn has_dynamic_names(db: &dyn Db, file: File) -> bool {
    composes_words(file.text(db))
}

/// Whether words in strings may not be written as they are: escapes stand for letters, or a word continues after an
/// escaped line break.
fn composes_words(text: &str) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_:\\".contains(byte);
    text.match_indices('\\').any(|(at, _)| {
        let (before, after) = text.split_at(at);
        let after = after.strip_prefix('\\').unwrap_or_default();
        if after.starts_with('u') {
            return true;
        }
        let next_line = after
            .strip_prefix('\n')
            .or_else(|| after.strip_prefix("\r\n"));
        next_line.is_some_and(|line| {
            let neighbours = (before.as_bytes().last(), line.as_bytes().first());
            matches!(neighbours, (Some(one), Some(other)) if is_part(one) && is_part(other))
        })
    })
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use puppet_db::Workspace;
    use puppet_project::ProjectInputs;
    use puppet_project::discover::{DiscoveryOptions, discover};
    use puppet_project::fs::{FileContents as _, Memory};

    use super::*;
    use crate::RootDatabase;
    use crate::index::item_tree::ItemKind;
    use crate::index::usages::uses;
    use crate::variables::global_reads::is_shared;

    const FILES: [(&str, &str); 7] = [
        ("/environment.conf", "modulepath = modules\n"),
        ("/manifests/site.pp", "node default { include a::one }\n"),
        (
            "/modules/a/manifests/init.pp",
            "class a { a::two { 'x': p => $one, } notice($::one, $facts['two']) }\n",
        ),
        (
            "/modules/a/manifests/one.pp",
            "class a::one inherits A { A::Two { q => 1 } notice \"${two}\" }\n",
        ),
        (
            "/modules/b/manifests/init.pp",
            "class b { class { '::A::One': } A::Two { 'y': p => 1, q => 2 } $three = 3 notice $three }\n",
        ),
        (
            "/modules/b/manifests/c.pp",
            "class b::c { include \"\\u0061\" notice $::three }\n",
        ),
        (
            "/modules/b/templates/t.epp",
            "<%= $::three %><% include b %>\n",
        ),
    ];

    #[test]
    fn names_are_found_as_if_all_was_read() {
        let memory: Memory = FILES.into_iter().collect();
        let model = discover(&memory, &[PathBuf::from("/")], &DiscoveryOptions::default());
        let mut db = RootDatabase::default();
        ProjectInputs::default().apply(&mut db, &memory, &model);
        let found = |db: &RootDatabase| {
            let environment = Workspace::get(db).environments(db)[0];
            let names = ["a", "b", "c", "a::one", "a::two", "b::c"].map(SmolStr::from);
            let kinds = [ItemKind::Class, ItemKind::DefinedType];
            let pairs = names
                .iter()
                .flat_map(|it| kinds.map(|kind| (kind, it.clone())));
            let uses: Vec<_> = pairs.map(|it| uses(db, environment, it.0, it.1)).collect();
            let shared = ["one", "two", "three"].map(|it| is_shared(db, environment, it.into()));
            (uses, shared)
        };
        let by_mentions = found(&db);
        assert_eq!(by_mentions.0.iter().flatten().count(), 4);
        assert_eq!(by_mentions.1, [false, true, true]);
        db.set_expects_all(true);
        assert_eq!(found(&db), by_mentions);
    }

    /// The query tells the same as before, and reads other things for it.
    #[test]
    fn names_are_found_while_files_are_edited_and_read_again() {
        let memory: Memory = FILES.into_iter().collect();
        let model = discover(&memory, &[PathBuf::from("/")], &DiscoveryOptions::default());
        let mut db = RootDatabase::default();
        let mut inputs = ProjectInputs::default();
        inputs.apply(&mut db, &memory, &model);
        let uses_of_one = |db: &RootDatabase| {
            let environment = Workspace::get(db).environments(db)[0];
            let found = uses(db, environment, ItemKind::Class, "a::one".into());
            assert!(found.is_some());
        };
        let (path, text) = FILES[4];
        // Read again before it is first used.
        inputs.set_text(&mut db, path, Some("".into()));
        inputs.reload(&mut db, path, memory.contents(Path::new(path)));
        uses_of_one(&db);
        inputs.set_text(&mut db, path, Some(format!("# x\n{text}").into()));
        uses_of_one(&db);
        inputs.reload(&mut db, path, memory.contents(Path::new(path)));
        uses_of_one(&db);
    }

    #[test]
    fn names_are_found_however_they_are_written() {
        for (text, expected) in [
            ("include a::b", true),
            ("contain('::A::B')", true),
            ("A::B { 'x': }", true),
            ("A::B['x'] -> C['y']", true),
            (r#"include "a::\u0062""#, true),
            ("include \"a::\\\nb\"", true),
            ("include \"a:\\\r\n:b\"", true),
            ("include a::bc", false),
            ("include a, b", false),
            ("exec { \"x \\\n y\": }", false),
            (r#"notice "a\n::b\\c""#, false),
        ] {
            let found = may_contain_name(text, "a::b") || composes_words(text);
            assert_eq!(found, expected, "{text}");
        }
        for name in ["ä", "it's", ""] {
            assert!(may_contain_name("", name), "{name}");
        }
    }
}
