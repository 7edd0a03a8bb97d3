//! A text index of the files that may contain a name.
//!
//! Few files mention a given name. A search parses only those, so the first request after the start does not wait until
//! everything is read.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, Module};
use puppet_text::occurrences;
use smol_str::SmolStr;

use crate::index::module_words::{are_worthwhile, module_words};

/// The manifests and templates of the modules that may mention a name, in any case and with or without `::` before it.
pub fn files_with_name<'db>(
    db: &'db dyn Db,
    environment: Environment,
    name: &SmolStr,
) -> impl Iterator<Item = File> + 'db {
    let modules = environment.modules(db);
    let edited = edited_modules(db, environment);
    let of_edited = edited
        .iter()
        .map(|at| (*at, in_module(db, modules[*at], name.clone())));
    let of_others = in_other_modules(db, environment, name.clone());
    let mut all: Vec<(usize, Arc<[File]>)> = of_others.iter().cloned().chain(of_edited).collect();
    all.sort_by_key(|(at, _)| *at);
    let all = all.into_iter();
    all.flat_map(|(_, files)| (0..files.len()).filter_map(move |at| files.get(at).copied()))
}

/// The positions of the modules with a file that is edited.
#[salsa::tracked(returns(clone))]
fn edited_modules(db: &dyn Db, environment: Environment) -> Arc<[usize]> {
    let modules = environment.modules(db).iter().enumerate();
    let edited = modules.filter(|(_, module)| !edited(db, **module).is_empty());
    edited.map(|(at, _)| at).collect()
}

/// The files of the modules without an edited file that may mention a name, with the positions of the modules. An edit
/// changes none of them: it does not look at one module after the other for each name.
#[salsa::tracked(returns(clone))]
fn in_other_modules(
    db: &dyn Db,
    environment: Environment,
    name: SmolStr,
) -> Arc<[(usize, Arc<[File]>)]> {
    let edited = edited_modules(db, environment);
    // Results are kept for ever, and each letter that is typed makes another name: few modules mention its namespace.
    let modules: Vec<usize> = match namespace(&name) {
        Some(namespace) => {
            let mentioning = in_other_modules(db, environment, namespace.into());
            mentioning.iter().map(|(at, _)| *at).collect()
        }
        None => (0..environment.modules(db).len()).collect(),
    };
    let others = modules.into_iter().filter(|at| !edited.contains(at));
    let has_words = is_plain(&name) && are_worthwhile(db);
    let files = others.map(|at| {
        let module = environment.modules(db)[at];
        let words = has_words.then(|| module_words(db, module));
        let files = match words.filter(|words| !words.may_hold(&name)) {
            Some(words) => Arc::clone(&words.open),
            None => in_module(db, module, name.clone()),
        };
        (at, files)
    });
    files.filter(|(_, files)| !files.is_empty()).collect()
}

/// The first part of a name that has several.
fn namespace(name: &str) -> Option<&str> {
    let (namespace, _) = name.split_once("::")?;
    (!namespace.is_empty()).then_some(namespace)
}

/// Whether the text of a manifest or template other than `file` mentions a name.
#[salsa::tracked(returns(copy))]
pub fn is_mentioned_outside(
    db: &dyn Db,
    environment: Environment,
    file: File,
    name: SmolStr,
) -> bool {
    let of_site = filter_mentioning(db, environment.manifests(db), &name);
    of_site
        .chain(files_with_name(db, environment, &name))
        .any(|other| other != file && may_contain_name(other.text(db), &name))
}

/// Those among some files that may mention a name. A file that is edited is read again after each edit in any case:
/// nothing need be searched for that.
pub fn filter_mentioning<'db>(
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

/// Whether a file may mention any name, so that its text is not searched for one.
pub(crate) fn may_mention_any(db: &dyn Db, file: File) -> bool {
    file.text(db).len() > MAX_SEARCHED || has_dynamic_names(db, file)
}

/// The longest text, in bytes, that is searched for each name. A longer one is parsed at once: it may define so many names
/// that a search for each of them costs more.
const MAX_SEARCHED: usize = 64 * 1024;

/// A query for each module: the first edit of a file searches the texts of its module again, further ones search none.
#[salsa::tracked(returns(clone))]
fn in_module(db: &dyn Db, module: Module, name: SmolStr) -> Arc<[File]> {
    let edited = edited(db, module);
    let is_edited = |file| edited.contains(&file);
    match namespace(&name) {
        // There are many names in few namespaces, and most modules mention few of these.
        Some(namespace) => {
            let files = in_module(db, module, namespace.into());
            mentioning(db, &files, &name, is_edited).collect()
        }
        None => mentioning(db, module.files(db), &name, is_edited).collect(),
    }
}

/// The files of a module that are edited: a query, since it is read for each name.
#[salsa::tracked(returns(clone))]
fn edited(db: &dyn Db, module: Module) -> Arc<[File]> {
    let files = module.files(db).iter().copied();
    files.filter(|file| file.is_edited(db)).collect()
}

fn may_contain_name(text: &str, name: &str) -> bool {
    !is_plain(name) || occurrences(text, name).next().is_some()
}

/// Whether a name is written in code as it is.
fn is_plain(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"_:.-".contains(&byte);
    !name.is_empty() && name.bytes().all(is_part)
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
    use std::sync::atomic::{AtomicUsize, Ordering};

    use puppet_db::RootDatabase;
    use puppet_project::ProjectInputs;
    use puppet_project::discover::{DiscoveryOptions, discover};
    use puppet_project::fs::Memory;

    use super::*;

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

    #[test]
    fn words_of_modules_change_nothing_that_is_found() {
        let texts = [
            "class m0 { $Web_1 = A::Port['x-y'] }",
            r#"class m1 { include "we\u0062" }"#,
            "class m2 { notice(\"${web_1}\", 'a.b', \u{e9}web) }",
        ];
        let files = texts.iter().enumerate().map(|(at, text)| {
            let path = format!("/modules/m{at}/manifests/init.pp");
            (path, (*text).to_owned())
        });
        let conf = "modulepath = modules\n".to_owned();
        let memory: Memory = files
            .chain([("/environment.conf".to_owned(), conf)])
            .collect();
        let model = discover(&memory, &["/".into()], &DiscoveryOptions::default());
        let mut db = RootDatabase::default();
        ProjectInputs::default().apply(&mut db, &memory, &model);
        let environment = db.environments()[0];
        let names = [
            "web_1", "web", "a::port", "port", "x-y", "x", "a.b", "it's", "y_", ":",
        ];
        let found = |name: &str| files_with_name(&db, environment, &name.into()).collect();
        let all: Vec<File> = (environment.modules(&db).iter())
            .flat_map(|it| it.files(&db).to_vec())
            .collect();
        for round in 0..10 {
            for name in names {
                // A name of its own each time, which is in no text but for the first.
                let name = match round {
                    0 => name.to_owned(),
                    _ => format!("{name}.{round}"),
                };
                let expected: Vec<File> = filter_mentioning(&db, &all, &name).collect();
                let found: Vec<File> = found(&name);
                assert_eq!(found, expected, "{name}");
            }
        }
        for name in names {
            let expected: Vec<File> = filter_mentioning(&db, &all, &name.to_uppercase()).collect();
            let found: Vec<File> = found(&name.to_uppercase());
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn names_of_a_namespace_cost_nothing_in_modules_that_do_not_mention_it() {
        let kept = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&kept);
        let mut db = RootDatabase::with_events(move |event| {
            if matches!(event.kind, salsa::EventKind::DidInternValue { .. }) {
                counter.fetch_add(1, Ordering::Relaxed);
            }
        });
        let modules = (0..10).map(|number| {
            let class = format!("class m{number} {{ include web }}");
            (format!("/modules/m{number}/manifests/init.pp"), class)
        });
        let memory: Memory = modules
            .chain([(
                "/environment.conf".to_owned(),
                "modulepath = modules\n".to_owned(),
            )])
            .collect();
        let model = discover(&memory, &["/".into()], &DiscoveryOptions::default());
        ProjectInputs::default().apply(&mut db, &memory, &model);
        let environment = db.environments()[0];
        let found = |name: &str| files_with_name(&db, environment, &name.into()).count();
        assert_eq!(found("web"), 10);
        for number in 0..50 {
            assert_eq!(found(&format!("m3::part{number}")), 0);
        }
        let kept = kept.load(Ordering::Relaxed);
        // Two for each name: the files of all modules, and those of the one that mentions its namespace.
        assert!(kept <= 10 + 10 + 5 + 2 * 50, "{kept} results are kept");
    }
}
