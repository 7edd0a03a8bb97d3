//! Workspace symbols: the definitions whose names contain some letters.

use puppet_db::{File, FileKind};
use puppet_semantic::index::file_origin::owner;
use puppet_text::{TextRange, TextSize};
use puppet_vfs::FileId;
use rustc_hash::FxHashSet;

use puppet_ide_db::context::IdeContext;
use puppet_ide_db::defs::resource_titles;
use puppet_ide_db::position::FileRange;
use puppet_ide_db::ruby::plugin_path::plugin_of_path;
use puppet_ide_db::symbol_index::{SymbolKind, file_symbols};
use puppet_ide_db::workspace_files::is_workspace_module;
use puppet_text::capitalized;

/// Something that the workspace defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkspaceSymbol {
    /// Its full name.
    pub name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// Where its name stands.
    pub at: FileRange,
}

/// More symbols than a list can show usefully.
const MAX_WORKSPACE_SYMBOLS: usize = 500;

/// A definition that fits, before it is known whether it is among the best.
struct SymbolCandidate<'db> {
    score: u32,
    name: std::borrow::Cow<'db, str>,
    kind: SymbolKind,
    file: File,
    range: TextRange,
}

pub(crate) fn workspace_symbols(context: IdeContext<'_>, query: &str) -> Vec<WorkspaceSymbol> {
    let query = SymbolQuery::new(query);
    let mut found = Vec::new();
    let files = workspace_files(context);
    for file in files.iter().copied() {
        let kind = file.kind(context.db);
        if kind.is_puppet() {
            for symbol in file_symbols(context.db, file) {
                found.extend(query.score(&symbol.name).map(|score| SymbolCandidate {
                    score,
                    name: symbol.name.as_str().into(),
                    kind: symbol.kind,
                    file,
                    range: symbol.range,
                }));
            }
        } else if kind == FileKind::Ruby
            && let Some((kind, name)) = plugin_of_path(file.path(context.db))
            && let Some(score) = query.score(&name)
        {
            found.push(SymbolCandidate {
                score,
                name: name.into(),
                kind,
                file,
                range: TextRange::empty(TextSize::new(0)),
            });
        }
    }
    found.extend(resources(context, &query, &files));
    let symbols = best(context, found).into_iter();
    let symbols = symbols.map(|it| WorkspaceSymbol {
        at: FileRange {
            file: context.files.id(context.db, it.file),
            range: it.range,
        },
        kind: it.kind,
        name: it.name.into_owned(),
    });
    symbols.collect()
}

/// The definitions that have a name, in any letters, in all files: what belongs to the workspace first.
pub(crate) fn definitions_named(context: IdeContext<'_>, name: &str) -> Vec<WorkspaceSymbol> {
    let name = name.trim_start_matches("::");
    let mut found = Vec::new();
    for file in context.files.all() {
        let symbol = |kind, name: &str, range| WorkspaceSymbol {
            name: name.to_owned(),
            kind,
            at: FileRange {
                file: context.files.id(context.db, file),
                range,
            },
        };
        let start = TextRange::empty(TextSize::new(0));
        match file.kind(context.db) {
            kind if kind.is_puppet() => {
                let symbols = file_symbols(context.db, file).iter();
                let same = symbols.filter(|it| it.name.eq_ignore_ascii_case(name));
                found.extend(same.map(|it| symbol(it.kind, &it.name, it.range)));
            }
            FileKind::Ruby => {
                let plugin = plugin_of_path(file.path(context.db));
                let same = plugin.filter(|(_, it)| it.eq_ignore_ascii_case(name));
                found.extend(same.map(|(kind, name)| symbol(kind, &name, start)));
            }
            _ => {}
        }
    }
    let own: FxHashSet<FileId> = workspace_files(context)
        .into_iter()
        .map(|file| context.files.id(context.db, file))
        .collect();
    found.sort_by_cached_key(|it| {
        let path = context.files.path(it.at.file);
        (!own.contains(&it.at.file), path, it.at.range.start())
    });
    found
}

/// The files that are the user's own: what is installed, or only there for tests, defines nothing of the workspace.
fn workspace_files(context: IdeContext<'_>) -> Vec<File> {
    let db = context.db;
    let mut files = context.files.all();
    files.retain(|file| {
        let module = owner(db, *file).and_then(|owner| owner.module);
        module.is_none_or(|module| is_workspace_module(db, module))
    });
    files
}

/// The first of all in their order. That of equal names must not depend on when their files became known.
fn best<'db>(
    context: IdeContext<'_>,
    mut found: Vec<SymbolCandidate<'db>>,
) -> Vec<SymbolCandidate<'db>> {
    let order = |one: &SymbolCandidate<'_>, other: &SymbolCandidate<'_>| {
        let names = one
            .score
            .cmp(&other.score)
            .then_with(|| one.name.cmp(&other.name));
        let path = |it: &SymbolCandidate<'_>| it.file.path(context.db);
        let places = || {
            path(one)
                .cmp(path(other))
                .then(one.range.start().cmp(&other.range.start()))
        };
        names.then_with(places)
    };
    if found.len() > MAX_WORKSPACE_SYMBOLS {
        found.select_nth_unstable_by(MAX_WORKSPACE_SYMBOLS, order);
        found.truncate(MAX_WORKSPACE_SYMBOLS);
    }
    found.sort_unstable_by(order);
    found
}

/// Resources, after all definitions: `Service['nginx']` for `nginx`. Titles hold so much that letters in between count
/// for nothing.
fn resources<'db>(
    context: IdeContext<'db>,
    query: &SymbolQuery,
    files: &[File],
) -> Vec<SymbolCandidate<'db>> {
    if query.words.iter().all(|word| word.len() < 3) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for file in files.iter().copied() {
        if !file.kind(context.db).is_puppet() {
            continue;
        }
        for ((ty, title), range) in resource_titles::declared_at(context.db, file) {
            // Most of them do not fit: their names are not made.
            let is_meant = |word: &String| {
                ty.contains(&**word)
                    || contains_in_any_case(title, word)
                    || word.contains(['[', '\''])
            };
            if !query.words.iter().all(is_meant) {
                continue;
            }
            let name = format!("{}['{title}']", capitalized(ty));
            let score = query.score(&name).filter(|score| *score < SCATTERED);
            found.extend(score.map(|score| SymbolCandidate {
                score: score + SCATTERED + 1,
                name: name.into(),
                kind: SymbolKind::Resource,
                file,
                range: *range,
            }));
        }
    }
    found
}

/// Both in small letters but for the text.
fn contains_in_any_case(text: &str, word: &str) -> bool {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    text.windows(word.len())
        .any(|part| part.eq_ignore_ascii_case(word))
}

/// The score of names that have only the letters of the query, with others between them.
const SCATTERED: u32 = 3;

/// What is looked for, in small letters.
struct SymbolQuery {
    words: Vec<String>,
}

impl SymbolQuery {
    /// Words are looked for in any order; `/` and `.` also stand between the parts of names.
    fn new(query: &str) -> Self {
        let words = query.split_whitespace();
        let word = |word: &str| word.to_ascii_lowercase().replace(['/', '.'], "::");
        Self {
            words: words.map(word).collect(),
        }
    }

    /// How well a name fits, lower is better.
    fn score(&self, name: &str) -> Option<u32> {
        // Most names do not: they are not made small.
        if !self.words.iter().all(|word| has_letters(name, word)) {
            return None;
        }
        let name = name.to_ascii_lowercase();
        let scores = self.words.iter().map(|word| match_score(&name, word));
        Some(scores.max().unwrap_or_default())
    }
}

/// Whether the letters of a word, which are small, are in a name in their order.
fn has_letters(name: &str, word: &str) -> bool {
    let mut letters = name.chars();
    word.chars()
        .all(|letter| letters.any(|it| it.to_ascii_lowercase() == letter))
}

/// How well a name matches a word whose letters it has. Both are in small letters.
fn match_score(name: &str, word: &str) -> u32 {
    match name.find(word) {
        Some(0) if name == word => 0,
        Some(at) if at == 0 || name.get(..at).is_some_and(|it| it.ends_with("::")) => 1,
        Some(_) => 2,
        None => SCATTERED,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::test_fixture::{describe, single};

    #[test]
    fn workspace_symbols_are_found_by_their_letters() {
        let (analysis, _) = single(
            "#- /environment.conf\n#- /modules/web/manifests/init.pp\nclass web { }\n\
             #- /modules/web/types/port.pp\ntype Web::Port = Integer\n#- /modules/web/manifests/site.pp\ndefine web::site { }\n",
        );
        let found = |query: &str| {
            let symbols = analysis.workspace_symbols(query).expect("not cancelled");
            let lines: Vec<_> = symbols
                .iter()
                .map(|it| describe(&analysis, it.at.file, it.at.range))
                .collect();
            lines.join("\n")
        };
        expect![[r#"
            /modules/web/manifests/init.pp:1: web
            /modules/web/types/port.pp:1: Web::Port
            /modules/web/manifests/site.pp:1: web::site"#]]
        .assert_eq(&found("web"));
        expect!["/modules/web/types/port.pp:1: Web::Port"].assert_eq(&found("wpt"));
        expect![""].assert_eq(&found("xyz"));
    }

    const FIXTURE: &str = "#- /environment.conf\n#- /modules/web/manifests/site/vhost.pp\ndefine web::site::vhost { }\n\
         #- /modules/web/lib/puppet/functions/web/join.rb\nx\n#- /modules/web/lib/puppet/parser/functions/old_join.rb\nx\n\
         #- /modules/web/lib/puppet/type/webtree.rb\nx\n#- /modules/web/lib/puppet/type/webtree/part.rb\nx\n\
         #- /modules/web/lib/puppet/datatypes/web/point.rb\nx\n#- /modules/web/lib/facter/webroot.rb\nx\n\
         #- /modules/web/types/half.pp\ntype Web::Half = Variant[\n";

    fn named(query: &str) -> Vec<String> {
        let (analysis, _) = single(FIXTURE);
        let found = analysis.workspace_symbols(query).expect("not cancelled");
        found.into_iter().map(|it| it.name).collect()
    }

    #[test]
    fn ruby_code_is_found_by_its_path() {
        assert_eq!(named("join"), ["web::join", "old_join"]);
        assert_eq!(named("WEBTREE"), ["webtree"]);
        assert_eq!(named("point"), ["Web::Point"]);
        assert_eq!(named("webroot"), ["webroot"]);
    }

    #[test]
    fn modules_of_others_are_no_part_of_the_workspace() {
        let (analysis, _) = single(
            "#- /metadata.json\n{\"name\": \"me-web\"}\n#- /.fixtures.yml\nfixtures:\n  forge_modules:\n    repo: me/repo\n\
             #- /manifests/init.pp\nclass web { package { 'repo-tool': } }\n#- /manifests/repo.pp\nclass web::repo { }\n\
             #- /spec/fixtures/modules/repo/manifests/init.pp\nclass repo { package { 'repo-keys': } }\n\
             #- /spec/fixtures/modules/repo/lib/puppet/functions/repo_url.rb\nx\n",
        );
        let found = analysis.workspace_symbols("repo").expect("not cancelled");
        let names: Vec<_> = found.into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["web::repo", "Package['repo-tool']"]);
    }

    #[test]
    fn words_in_any_order() {
        for query in [
            "web vhost",
            "vhost site",
            "web/site/vhost",
            "wsv",
            "site::vh",
        ] {
            assert_eq!(named(query), ["web::site::vhost"], "{query}");
        }
        assert!(named("web vhosts").is_empty());
    }

    #[test]
    fn resources_come_last() {
        let (analysis, _) = single(
            "#- /environment.conf\n#- /modules/nginx/manifests/init.pp\nclass nginx {\n  package { 'NGINX-full': }\n\
             \x20 service { 'nginx': require => Package['NGINX-full'] }\n  file { '/n': ",
        );
        let found = |query: &str| {
            let found = analysis.workspace_symbols(query).expect("not cancelled");
            let lines = found.iter();
            let lines = lines.map(|it| {
                format!(
                    "{} {}",
                    it.name,
                    describe(&analysis, it.at.file, it.at.range)
                )
            });
            lines.collect::<Vec<_>>().join("\n")
        };
        let file = "/modules/nginx/manifests/init.pp";
        assert_eq!(
            found("nginx"),
            format!(
                "nginx {file}:1: nginx\nPackage['NGINX-full'] {file}:2: NGINX-full\nService['nginx'] {file}:3: nginx"
            )
        );
        assert_eq!(
            found("service nginx"),
            format!("Service['nginx'] {file}:3: nginx")
        );
        assert_eq!(
            found("Service['ng"),
            format!("Service['nginx'] {file}:3: nginx")
        );
        assert_eq!(found("ngnx"), format!("nginx {file}:1: nginx"));
    }

    #[test]
    fn incomplete_definitions_are_found() {
        assert_eq!(named("half"), ["Web::Half"]);
    }
}
