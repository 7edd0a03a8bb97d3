//! Every place that means the same thing.

pub mod assets;
pub mod comments;
pub mod external;
pub mod providers;
pub mod resources;
pub mod text_files;
pub mod word_search;

use puppet_db::File;
use puppet_semantic::index::item_tree::canonical;
use puppet_syntax::ast::{AssignExpr, AstNode as _};
use puppet_syntax::{SyntaxNode, SyntaxToken};
use puppet_text::{TextRange, TextSize};

use crate::context::Context;
use crate::defs::resolve::Found;
use crate::defs::{NameRef, NameRefKind, declared_parameter, name_at, names_of};
use crate::defs::{embedded, erb, resolve};
use crate::hiera::keys;
use crate::hiera::keys::{HieraName, HieraNameRef, data_files, name_references};
use crate::local_scopes::{BindingKind, Scopes};
use crate::position::FileRange;
use crate::ruby::usages;
use crate::symbol_index::{SymbolKind, named_definition};
use crate::{struct_members, syntax_ext};

/// A place that names something.
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
    /// A place that only names it.
    pub fn naming(context: Context<'_>, file: File, range: TextRange) -> Self {
        let file = context.files.id(context.db, file);
        Self {
            at: FileRange { file, range },
            is_declaration: false,
            is_write: false,
        }
    }
}

/// Where a thing is defined: what makes it the same thing.
pub type DefinitionId = (File, TextRange);

/// All references to the definition at a position.
pub fn references(context: Context<'_>, file: File, offset: TextSize) -> Vec<Reference> {
    let of_member = struct_members::references(context, file, offset, false);
    if !of_member.is_empty() {
        return of_member;
    }
    let Some((word, found)) = thing_at(context, file, offset) else {
        return of_no_definition(context, file, offset);
    };
    let files = if is_local(&found) && file.kind(context.db).is_puppet() {
        vec![file]
    } else {
        puppet_files(context)
    };
    let wanted = identities(&found);
    let full_name = match found.first() {
        Some(Found::Item(_, definition)) => named_definition(definition).map(|(_, name, _)| name),
        _ => None,
    };
    let mut references = Vec::new();
    for file in files {
        salsa::Database::unwind_if_revision_cancelled(context.db);
        if mentions(file.text(context.db), &word) {
            references.extend(in_file(context, file, &word, &wanted));
            if let Some(name) = &full_name {
                references.extend(in_comments(context, file, name));
            }
        }
    }
    references.extend(in_data(context, &found, &word));
    references.extend(in_templates(context, &found, &word));
    if let Some(first) = found.first() {
        references.extend(usages::references(context, first));
    }
    references
}

/// What is known by its title or name alone.
fn of_no_definition(context: Context<'_>, file: File, offset: TextSize) -> Vec<Reference> {
    if let Some(place) = keys::place_at(context.db, file, offset) {
        return match &place.name {
            HieraName::Key(key) => external::of_key(context, key),
            _ => Vec::new(),
        };
    }
    of_code_without_definition(context, file, offset, false)
}

/// The same for a place of code: a file that is named, a title, or what nothing in the workspace defines.
pub fn of_code_without_definition(
    context: Context<'_>,
    file: File,
    offset: TextSize,
    in_file_only: bool,
) -> Vec<Reference> {
    let files = assets::references(context, file, offset, in_file_only);
    if !files.is_empty() {
        return files;
    }
    let providers = providers::references(context, file, offset, in_file_only);
    if !providers.is_empty() {
        return providers;
    }
    let titles = resources::references(context, file, offset, in_file_only);
    if !titles.is_empty() {
        return titles;
    }
    let at = name_at(&syntax_ext::root(context.db, file), offset);
    at.map(|at| external::references(context, file, &at, in_file_only))
        .unwrap_or_default()
}

/// What comments call by its full name.
fn in_comments(context: Context<'_>, file: File, name: &str) -> Vec<Reference> {
    let places = crate::search::comments::ranges(context, file, name).into_iter();
    let reference = |range| Reference::naming(context, file, range);
    places.map(reference).collect()
}

/// The places of templates in Embedded Ruby that read a variable or parameter.
fn in_templates(context: Context<'_>, found: &[Found], word: &str) -> Vec<Reference> {
    let variable = found
        .iter()
        .find(|it| matches!(it, Found::Binding(..) | Found::Parameter(..)));
    let Some(variable) = variable else {
        return Vec::new();
    };
    let mut references = Vec::new();
    for template in erb::templates(context, word) {
        salsa::Database::unwind_if_revision_cancelled(context.db);
        let reads = erb::reads_of(context, template, variable, word, || {
            erb::users(context, template, variable, word).own
        });
        let reads = reads.into_iter().map(|read| read.range);
        references.extend(reads.map(|range| Reference::naming(context, template, range)));
    }
    references
}

/// The names in Hiera's data that mean a parameter or variable of a class, or a variable of top scope.
fn in_data(context: Context<'_>, found: &[Found], word: &str) -> Vec<Reference> {
    let Some(first) = found.first() else {
        return Vec::new();
    };
    let class = class_of(first);
    let is_class = matches!(
        first,
        Found::Item(_, puppet_syntax::ast::Definition::ClassDef(_))
    );
    let name = match (&class, first) {
        (Some(class), _) => format!("{class}::{word}"),
        (None, Found::Item(_, definition)) if is_class => match named_definition(definition) {
            Some((_, name, _)) => canonical(&name).to_string(),
            None => return Vec::new(),
        },
        _ if is_of_top_scope(first) => word.to_owned(),
        _ => return Vec::new(),
    };
    let is_parameter = match first {
        Found::Parameter(..) => true,
        Found::Binding(_, binding) => matches!(binding.kind, BindingKind::Parameter(_)),
        Found::Item(..) | Found::Ruby(..) => false,
    };
    let mut references = Vec::new();
    for file in data_files(context) {
        salsa::Database::unwind_if_revision_cancelled(context.db);
        if !mentions(file.text(context.db), word) {
            continue;
        }
        references.extend(in_data_file(context, file, |place| match place {
            HieraName::Key(key) => is_parameter && *key == name,
            HieraName::Variable(variable) => *variable == name,
            HieraName::Class(class) | HieraName::PerhapsClass(class) => is_class && *class == name,
            HieraName::Given(_) => false,
        }));
    }
    references
}

/// The names of a data file that are meant.
pub fn in_data_file(
    context: Context<'_>,
    file: File,
    is_meant: impl Fn(&HieraName) -> bool,
) -> Vec<Reference> {
    let found = name_references(context.db, file).iter();
    let found = found.filter(|place| is_meant(&place.name));
    let reference = |place: &HieraNameRef| Reference {
        is_write: place.is_write,
        ..Reference::naming(context, file, place.range)
    };
    found.map(reference).collect()
}

/// The class that a parameter or variable belongs to, in small letters.
pub fn class_of(found: &Found) -> Option<String> {
    let definition = match found {
        Found::Parameter(_, definition, _) => definition.clone(),
        Found::Binding(_, binding) => {
            let node = binding.token.parent()?;
            syntax_ext::enclosing_definition(&node).filter(|_| !is_in_lambda(&node))?
        }
        Found::Item(..) | Found::Ruby(..) => return None,
    };
    let (kind, name, _) = named_definition(&definition)?;
    (kind == SymbolKind::Class).then(|| canonical(&name).to_string())
}

/// The key under which Hiera has values for a parameter of a class.
pub fn key_of(found: &Found) -> Option<String> {
    let name = match found {
        Found::Parameter(_, _, parameter) => parameter.name()?,
        Found::Binding(_, binding) => match &binding.kind {
            BindingKind::Parameter(parameter) => parameter.name()?,
            BindingKind::LambdaParameter(_) | BindingKind::Assignment(_) => return None,
        },
        Found::Item(..) | Found::Ruby(..) => return None,
    };
    Some(format!("{}::{name}", class_of(found)?))
}

/// Whether it is a variable that a manifest sets outside of all definitions.
pub fn is_of_top_scope(found: &Found) -> bool {
    match found {
        Found::Binding(_, binding) => {
            let is_assigned = matches!(binding.kind, BindingKind::Assignment(_));
            let node = binding.token.parent();
            is_assigned
                && node.is_some_and(|node| {
                    syntax_ext::enclosing_definition(&node).is_none() && !is_in_lambda(&node)
                })
        }
        Found::Item(..) | Found::Parameter(..) | Found::Ruby(..) => false,
    }
}

/// Whether a node stands in a lambda of its definition, or file.
fn is_in_lambda(node: &SyntaxNode) -> bool {
    let mut around = node
        .ancestors()
        .take_while(|it| !puppet_syntax::ast::Definition::can_cast(it.kind()));
    around.any(|it| it.kind() == puppet_syntax::SyntaxKind::LAMBDA)
}

/// What stands at a place, with the word that every place that names it has in it.
pub fn thing_at(
    context: Context<'_>,
    file: File,
    offset: TextSize,
) -> Option<(String, Vec<Found>)> {
    if let Some(place) = keys::place_at(context.db, file, offset) {
        let found = resolve::of_data(context, file, &place.name);
        return (!found.is_empty()).then(|| (last_segment(place.name.text()).to_owned(), found));
    }
    let Some(at) = name_at(&syntax_ext::root(context.db, file), offset) else {
        let named = embedded::embedded_name(context, file, offset)?;
        return Some((named.word, named.found));
    };
    let found = resolve::find(context, file, &at);
    (!found.is_empty()).then_some((word_of(&at.name), found))
}

/// The ids of definitions.
pub fn identities(found: &[Found]) -> Vec<DefinitionId> {
    found
        .iter()
        .map(|found| (found.file(), found.focus_range()))
        .collect()
}

/// Whether nothing outside of the file can name it: parameters of lambdas, and variables in anything but classes and
/// at top scope.
pub fn is_local(found: &[Found]) -> bool {
    found.iter().all(|found| match found {
        Found::Binding(_, binding) => match &binding.kind {
            BindingKind::LambdaParameter(_) => true,
            BindingKind::Parameter(_) => false,
            BindingKind::Assignment(assignment) => !is_shared(assignment.syntax()),
        },
        Found::Item(..) | Found::Parameter(..) | Found::Ruby(..) => false,
    })
}

fn is_shared(node: &SyntaxNode) -> bool {
    use puppet_syntax::ast::Definition;
    match syntax_ext::enclosing_definition(node) {
        None => true,
        Some(definition) => matches!(definition, Definition::ClassDef(_)),
    }
}

/// All files with Puppet code, in the order of their paths.
pub fn puppet_files(context: Context<'_>) -> Vec<File> {
    let mut files = context.files.all();
    files.retain(|file| file.kind(context.db).is_puppet());
    files.sort_unstable_by(|a, b| a.path(context.db).cmp(b.path(context.db)));
    files
}

/// The files in which is searched: one alone, or all with Puppet code.
pub fn searched(context: Context<'_>, file: File, in_file_only: bool) -> Vec<File> {
    match in_file_only {
        true => vec![file],
        false => puppet_files(context),
    }
}

/// The name as it is written, without its kind.
pub fn name_text(name: &NameRefKind) -> &str {
    match name {
        NameRefKind::Variable(name)
        | NameRefKind::Type(name)
        | NameRefKind::Class(name)
        | NameRefKind::ResourceType(name)
        | NameRefKind::Function(name)
        | NameRefKind::Attribute { name, .. }
        | NameRefKind::Fact(name)
        | NameRefKind::Given(name)
        | NameRefKind::Key(name)
        | NameRefKind::Plan(name)
        | NameRefKind::PerhapsClass(name) => name,
        NameRefKind::Definition(_) => "",
    }
}

/// The word that every place that names the same thing has in it.
fn word_of(name: &NameRefKind) -> String {
    match name {
        NameRefKind::Definition(definition) => {
            let name = named_definition(definition)
                .map(|(_, name, _)| name)
                .unwrap_or_default();
            last_segment(&name).to_owned()
        }
        name => last_segment(name_text(name)).to_owned(),
    }
}

/// What stands behind the last `::`.
pub fn last_segment(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// Whether a text holds a word, in any case.
pub fn mentions(text: &str, word: &str) -> bool {
    word.is_empty() || syntax_ext::occurrences(text, word).next().is_some()
}

/// The references in one file.
pub fn in_file(
    context: Context<'_>,
    file: File,
    word: &str,
    wanted: &[DefinitionId],
) -> Vec<Reference> {
    let found = occurrences(context, file, word, wanted).into_iter();
    found
        .map(|at| Reference {
            at: FileRange {
                file: context.files.id(context.db, file),
                range: at.range,
            },
            is_declaration: wanted
                .iter()
                .any(|(declared_in, range)| *declared_in == file && range.contains_range(at.range)),
            is_write: is_write(&at.token),
        })
        .collect()
}

/// The names in a file that mean one of some things, all of which have the same word in their names.
pub fn occurrences(
    context: Context<'_>,
    file: File,
    word: &str,
    wanted: &[DefinitionId],
) -> Vec<NameRef> {
    let root = syntax_ext::root(context.db, file);
    let tokens = syntax_ext::tokens_with(file.text(context.db), &root, word);
    let scopes = Scopes::of_name(&tokens, word);
    let names = tokens.iter().flat_map(|token| names_of(token, word));
    let mut names: Vec<NameRef> = names.collect();
    // What else than a variable or a definition is named does not depend on the place.
    let mut known: Vec<(NameRefKind, bool)> = Vec::new();
    names.retain(|at| {
        if let Some((_, is_wanted)) = known.iter().find(|(name, _)| *name == at.name) {
            return *is_wanted;
        }
        let found = resolve::find_in(context, file, Some((word, &scopes)), at);
        let is_wanted = found
            .iter()
            .any(|found| wanted.contains(&(found.file(), found.focus_range())));
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
    fn variables_are_told_apart_by_their_scope() {
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
