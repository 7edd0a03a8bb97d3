//! Find all references to a definition.

pub mod assets;
pub mod comments;
mod in_code;
mod in_data;
mod in_ruby_and_erb;
pub mod names;
pub mod text_files;
pub mod undeclared;

use puppet_db::{File, FileKind};
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::canonical;
use puppet_semantic::index::name_index;
use puppet_syntax::SyntaxToken;
use puppet_syntax::ast::{AssignExpr, AstNode as _};
use puppet_text::{TextRange, TextSize};

use crate::context::{FileContext, IdeContext};
use crate::defs::definition::declarations;
use crate::defs::{
    Classified, Definition, NameRef, NameRefKind, classify, declared_parameter, names_of, resolve,
};
use crate::local_scopes::Scopes;
use crate::module_metadata::named_in;
use crate::position::FileRange;
use crate::ruby::rspec::is_spec;
use crate::syntax_ext::{self, mentions};

/// A name of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Where.
    pub at: FileRange,
    /// Whether it is the definition.
    pub is_declaration: bool,
    /// Whether it gives a value.
    pub is_write: bool,
}

impl Reference {
    /// A name that neither declares nor gives a value.
    pub fn naming(context: FileContext<'_>, range: TextRange) -> Self {
        let file = context.files.id(context.db, context.file);
        Self {
            at: FileRange { file, range },
            is_declaration: false,
            is_write: false,
        }
    }
}

/// Where to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchScope {
    /// In all files.
    Workspace,
    /// In the file of the cursor.
    File,
}

/// All references to the definition at a position.
pub fn references(context: FileContext<'_>, offset: TextSize) -> Vec<Reference> {
    let classified = classify(context, offset);
    let usages = classified.map(|it| it.usages(*context, SearchScope::Workspace));
    usages.unwrap_or_default()
}

impl Classified {
    /// Every name of the same definition.
    pub fn usages(&self, context: IdeContext<'_>, scope: SearchScope) -> Vec<Reference> {
        let search = DefinitionSearch::new(context, self);
        let found = search.map(|it| it.in_files(it.files(scope)));
        found.unwrap_or_default()
    }
}

/// Whether a use of a class or defined type, or data, gives a value to the parameter at a position.
pub fn is_given(context: FileContext<'_>, definition: &str, offset: TextSize) -> bool {
    let db = context.db;
    let classified = classify(context, offset);
    let search = classified
        .as_ref()
        .and_then(|it| DefinitionSearch::new(*context, it));
    let (Some(search), Some(own)) = (search, owner(db, context.file)) else {
        return true;
    };
    let name = canonical(definition);
    let of_modules = name_index::files_with_name(db, own.environment, &name);
    let manifests = own.environment.manifests(db);
    let loose = own.environment.loose(db);
    let of_site = [manifests, loose].map(|files| name_index::filter_mentioning(db, files, &name));
    let mut data = context.files.all();
    data.retain(|file| file.kind(db) == FileKind::Data);
    let naming = of_modules.chain(of_site.into_iter().flatten()).chain(data);
    let found = search.in_files(naming.filter(|file| search.may_name(*file)));
    found.iter().any(|it| !it.is_declaration)
}

/// The search for the names of one definition.
struct DefinitionSearch<'a> {
    context: IdeContext<'a>,
    classified: &'a Classified,
    first: &'a Definition,
    /// The word that each name has in it.
    word: String,
    wanted: Vec<(File, TextRange)>,
    /// Whether no other code can name it.
    is_local: bool,
    /// Whether data can name it.
    is_in_data: bool,
}

impl<'a> DefinitionSearch<'a> {
    fn new(context: IdeContext<'a>, classified: &'a Classified) -> Option<Self> {
        let first = classified.definitions.first()?;
        Some(Self {
            context,
            classified,
            first,
            word: first.word(),
            wanted: declarations(&classified.definitions),
            is_local: classified.definitions.iter().all(Definition::is_local),
            is_in_data: in_data::is_known_to_data(first),
        })
    }

    fn in_files(&self, files: impl IntoIterator<Item = File>) -> Vec<Reference> {
        let mut references = Vec::new();
        for file in files {
            salsa::Database::unwind_if_revision_cancelled(self.context.db);
            references.extend(self.in_file(file));
        }
        references
    }

    /// The files that may name it: code first, then data, then Ruby, each in the order of their paths.
    fn files(&self, scope: SearchScope) -> Vec<File> {
        let db = self.context.db;
        if scope == SearchScope::File {
            return vec![self.classified.file];
        }
        let rank = |file: File| match file.kind(db) {
            kind if kind.is_puppet() => 0,
            FileKind::Data | FileKind::HieraConfig => 1,
            _ => 2,
        };
        let mut files = self.context.files.all();
        files.retain(|file| self.may_name(*file));
        files.sort_by(|a, b| {
            let by_path = || a.path(db).cmp(b.path(db));
            rank(*a).cmp(&rank(*b)).then_with(by_path)
        });
        files
    }

    /// Whether a file may name it, by its kind and text.
    fn may_name(&self, file: File) -> bool {
        let db = self.context.db;
        let text = file.text(db);
        match file.kind(db) {
            kind if kind.is_puppet() => {
                let is_seen = !self.is_local || self.first.file() == Some(file);
                is_seen && mentions(text, &self.word) && self.is_of_environment(file)
            }
            // Who looks for names in specs reads them all, open or not.
            FileKind::Ruby if is_spec(file.path(db)) => false,
            FileKind::Ruby | FileKind::Erb => {
                puppet_text::word_offsets(text, &self.word).next().is_some()
            }
            FileKind::Data | FileKind::HieraConfig => self.is_in_data && mentions(text, &self.word),
            FileKind::Metadata | FileKind::Puppetfile | FileKind::Fixtures => {
                matches!(self.first, Definition::Module(_)) && mentions(text, &self.word)
            }
            FileKind::Task => self.first.file() == Some(file),
            _ => false,
        }
    }

    /// Resources and files are known in their environment.
    fn is_of_environment(&self, file: File) -> bool {
        let environment = |file: File| owner(self.context.db, file).map(|it| it.environment);
        match self.first {
            Definition::Resource(..) | Definition::Asset(..) => {
                let own = environment(self.classified.file);
                file == self.classified.file || own.is_some() && environment(file) == own
            }
            _ => true,
        }
    }

    fn in_file(&self, file: File) -> Vec<Reference> {
        match file.kind(self.context.db) {
            kind if kind.is_puppet() => self.search_code(file),
            FileKind::Data | FileKind::HieraConfig => self.search_data(file),
            FileKind::Ruby | FileKind::Erb => self.search_ruby(file),
            FileKind::Task => match self.first {
                Definition::TaskParameter(declared_in, parameter) if *declared_in == file => {
                    vec![self.reference(file, parameter.range, false)]
                }
                _ => Vec::new(),
            },
            _ => {
                let all = named_in(self.context.db, file).into_iter();
                let own = all.filter(|it| match self.first {
                    Definition::Module(_) => it.module() == self.word,
                    _ => false,
                });
                own.map(|it| self.reference(file, it.range, false))
                    .collect()
            }
        }
    }

    fn reference(&self, file: File, range: TextRange, is_write: bool) -> Reference {
        let mut wanted = self.wanted.iter();
        Reference {
            is_declaration: wanted
                .any(|(declared_in, at)| *declared_in == file && at.contains_range(range)),
            is_write,
            ..Reference::naming(self.context.file_context(file), range)
        }
    }
}

/// Whether one of some definitions is declared at one of some ranges.
fn is_one_of(definitions: &[Definition], wanted: &[(File, TextRange)]) -> bool {
    let mut declared = definitions.iter().filter_map(Definition::declared_at);
    declared.any(|it| wanted.contains(&it))
}

/// The references in a file to some definitions, all of which have the same word in their names.
pub fn occurrences(
    context: FileContext<'_>,
    word: &str,
    wanted: &[(File, TextRange)],
) -> Vec<NameRef> {
    let root = syntax_ext::root(context.db, context.file);
    let tokens = syntax_ext::tokens_with(context.file.text(context.db), &root, word);
    let scopes = Scopes::from_tokens(&tokens, word);
    let names = tokens.iter().flat_map(|token| names_of(token, word));
    let mut names: Vec<NameRef> = names.collect();
    // What else than a variable or a definition is named does not depend on the place.
    let mut known: Vec<(NameRefKind, bool)> = Vec::new();
    names.retain(|at| {
        if let Some((_, is_wanted)) = known.iter().find(|(name, _)| *name == at.name) {
            return *is_wanted;
        }
        let found = resolve::find_in(context, Some((word, &scopes)), at);
        let is_wanted = is_one_of(&found, wanted);
        if !matches!(
            at.name,
            NameRefKind::Variable(_) | NameRefKind::Definition(_)
        ) {
            known.push((at.name.clone(), is_wanted));
        }
        is_wanted
    });
    names
}

/// Whether a variable gets its value here.
fn is_write(token: &SyntaxToken) -> bool {
    if declared_parameter(token).is_some() {
        return true;
    }
    let Some(variable) = token.parent() else {
        return false;
    };
    let assignment = variable.ancestors().skip(1).find_map(AssignExpr::cast);
    assignment
        .and_then(|assignment| assignment.lhs())
        .is_some_and(|lhs| {
            lhs.syntax()
                .text_range()
                .contains_range(variable.text_range())
        })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use puppet_ide::test_fixture::{cursor, describe};

    fn check(fixture: &str, expected: &Expect) {
        let (analysis, position) = cursor(fixture);
        let references = analysis.references(position).expect("not cancelled");
        let lines: Vec<String> = references
            .iter()
            .map(|reference| {
                let place = describe(&analysis, reference.at.file, reference.at.range);
                let declaration = if reference.is_declaration {
                    " (declaration)"
                } else {
                    ""
                };
                let write = if reference.is_write { " (write)" } else { "" };
                format!("{place}{declaration}{write}")
            })
            .collect();
        expected.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn variables_are_distinguished_by_their_scope() {
        check(
            "$a = 1\n[2].each |$a| { notice($a) }\nclass x { notice(\"${a} $a$0\") }\n",
            &expect![[r"
                /manifests/site.pp:1: a (declaration) (write)
                /manifests/site.pp:3: a
                /manifests/site.pp:3: a"]],
        );
        check(
            "$a = 1\n[2].each |$a| { notice($a$0) }\n",
            &expect![[r"
                /manifests/site.pp:2: a (declaration) (write)
                /manifests/site.pp:2: a"]],
        );
    }

    #[test]
    fn items_are_found_in_all_files() {
        let fixture = r"
#- /environment.conf
#- /modules/web/manifests/init.pp
class web(Web::Port $port) { $root = 1 }
#- /modules/web/types/port.pp
type Web::Port = Integer[1, 65535]
#- /modules/role/manifests/init.pp
class role { include w$0eb }
#- /manifests/site.pp
class { 'web': port => 80 }
notice($web::root, $web::port, Class['web'], 'web', website)
";
        check(
            fixture,
            &expect![[r"
                /manifests/site.pp:1: web
                /manifests/site.pp:2: web
                /manifests/site.pp:2: web
                /modules/role/manifests/init.pp:1: web
                /modules/web/manifests/init.pp:1: web (declaration)"]],
        );
        check(
            &fixture
                .replace("w$0eb", "web")
                .replace("port => 80", "po$0rt => 80"),
            &expect![[r"
                /manifests/site.pp:1: port
                /manifests/site.pp:2: web::port
                /modules/web/manifests/init.pp:1: port (declaration) (write)"]],
        );
        check(
            &fixture
                .replace("w$0eb", "web")
                .replace("(Web::Port", "(Web::Po$0rt"),
            &expect![[r"
                /modules/web/manifests/init.pp:1: Web::Port
                /modules/web/types/port.pp:1: Web::Port (declaration)"]],
        );
    }

    #[test]
    fn a_definition_knows_its_uses() {
        let fixture = "
#- /manifests/site.pp
class { 'web': }
#- /environment.conf
#- /modules/web/manifests/init.pp
class w$0eb { }
";
        check(
            fixture,
            &expect![[r#"
            /manifests/site.pp:1: web
            /modules/web/manifests/init.pp:1: web (declaration)"#]],
        );
    }

    #[test]
    fn data_names_parameters_and_variables() {
        let fixture = r#"
#- /environment.conf
#- /hiera.yaml
version: 5
hierarchy:
  - name: roles
    path: "%{::role}/%{web::root}.yaml"
  - name: all
    path: common.yaml
#- /modules/web/manifests/init.pp
class web($port) { $root = lookup('web::port.x') }
#- /data/common.yaml
web::port: 80
other: '%{lookup(''web::port'')} %{web::port} %{web::root}'
more: web::port
#- /manifests/site.pp
$role = 'web'
$x = lookup({ 'name' => 'web::port', 'default_value' => hiera('web::port', 1) })
"#;
        for (from, to) in [
            ("web($port", "web($po$0rt"),
            ("'name' => 'web::port'", "'name' => 'web::po$0rt'"),
        ] {
            check(
                &fixture.replace(from, to),
                &expect![[r#"
                    /manifests/site.pp:2: web::port
                    /manifests/site.pp:2: web::port
                    /modules/web/manifests/init.pp:1: port (declaration) (write)
                    /modules/web/manifests/init.pp:1: web::port
                    /data/common.yaml:1: web::port (write)
                    /data/common.yaml:2: web::port
                    /data/common.yaml:2: web::port"#]],
            );
        }
        check(
            &fixture.replace("$root", "$ro$0ot"),
            &expect![[r#"
            /modules/web/manifests/init.pp:1: root (declaration) (write)
            /data/common.yaml:2: web::root
            /hiera.yaml:4: web::root"#]],
        );
        check(
            &fixture.replace("$role", "$ro$0le"),
            &expect![[r#"
            /manifests/site.pp:1: role (declaration) (write)
            /hiera.yaml:4: role"#]],
        );
    }

    #[test]
    fn templates_in_embedded_ruby_read_variables() {
        check(
            "
#- /environment.conf
#- /modules/a/manifests/init.pp
class a($po$0rt) { $x = template('a/x.erb') }
#- /modules/a/templates/x.erb
<%= @port %> <%= scope['::a::port'] %> <%= @ports %> port
#- /modules/b/templates/y.erb
<%= @port %> <%= scope['a::port'] %>
",
            &expect![[r#"
                /modules/a/manifests/init.pp:1: port (declaration) (write)
                /modules/a/templates/x.erb:1: port
                /modules/a/templates/x.erb:1: port
                /modules/b/templates/y.erb:1: port"#]],
        );
    }

    #[test]
    fn what_puppet_defines_is_found_by_its_name() {
        const FIXTURE: &str = "
#- /manifests/site.pp
fi$0le { '/a': mode => split('a', 'b')[0] }
notice($facts['os'], \"${facts['os']['family']}\")
#- /environment.conf
#- /modules/a/manifests/init.pp
class a {
  File['/a'] { mode => 'a'.split('b') }
  user { 'file': mode => $facts['os'] }
}
";
        check(
            FIXTURE,
            &expect![[r#"
            /manifests/site.pp:1: file
            /modules/a/manifests/init.pp:2: File"#]],
        );
        for (word, expected) in [
            (
                "mode",
                expect![[r#"
                /manifests/site.pp:1: mode
                /modules/a/manifests/init.pp:2: mode"#]],
            ),
            (
                "split",
                expect![[r#"
                /manifests/site.pp:1: split
                /modules/a/manifests/init.pp:2: split"#]],
            ),
            (
                "os",
                expect![[r#"
                /manifests/site.pp:2: os
                /manifests/site.pp:2: os
                /modules/a/manifests/init.pp:3: os"#]],
            ),
        ] {
            let plain = FIXTURE.replace("$0", "");
            check(&plain.replacen(word, &format!("{word}$0"), 1), &expected);
        }
    }

    #[test]
    fn comments_name_by_full_names() {
        check(
            "#- /environment.conf\n#- /modules/web/manifests/site.pp\n# @see web::params, web::paramsx\nclass web::site { }\n\
             #- /modules/web/manifests/params.pp\n# As `web::params`.\nclass web::pa$0rams { }\n",
            &expect![[r"
                /modules/web/manifests/params.pp:2: web::params (declaration)
                /modules/web/manifests/params.pp:1: web::params
                /modules/web/manifests/site.pp:1: web::params"]],
        );
    }

    #[test]
    fn incomplete_code_is_no_obstacle() {
        check(
            "class x($port) {\n  file { \"/${po$0rt}\":\n",
            &expect![[r"
                /manifests/site.pp:1: port (declaration) (write)
                /manifests/site.pp:2: port"]],
        );
    }
}
