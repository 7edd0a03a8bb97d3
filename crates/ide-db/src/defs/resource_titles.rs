//! Resources by their titles: references such as `File['/etc/motd']` and declarations.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use puppet_db::{Db, Environment, File};
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::ast::{AccessExpr, AstNode, BinExpr, Expr, ResourceBody, TypeRef};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken, nodes_of};
use puppet_text::TextRange;

use crate::context::FileContext;
use crate::defs::name_ref::{AttributeOwner, attribute_owner, resource_type};
use crate::position::NavigationTarget;
use crate::syntax_ext::{self, string_content, string_of};

/// A title that stands in a declaration or in a reference.
pub struct ResourceRef {
    /// The type in small letters.
    pub ty: String,
    /// The title.
    pub title: String,
    /// Where the title stands, without quotes.
    pub range: TextRange,
    /// Whether the resource is declared here.
    pub is_declaration: bool,
}

/// Whether a token is the title of a resource.
pub fn is_title(token: &SyntaxToken) -> bool {
    titled(token).is_some()
}

/// The declarations of a resource: in the file, or else in all files of its environment.
pub fn declarations(context: FileContext<'_>, ty: &str, title: &str) -> Vec<NavigationTarget> {
    let resource = (ty.to_owned(), title.to_owned());
    let targets_in = |file: File| {
        let declared = declared_at(context.db, file).iter();
        let own = declared.filter(|(other, _)| *other == resource);
        own.map(move |(_, range)| NavigationTarget {
            file: context.files.id(context.db, file),
            full_range: *range,
            focus_range: *range,
        })
    };
    let targets: Vec<NavigationTarget> = targets_in(context.file).collect();
    if !targets.is_empty() {
        return targets;
    }
    let Some(owner) = owner(context.db, context.file) else {
        return targets;
    };
    let declaring = declaring(context.db, owner.environment);
    let files = declaring.get(&resource).map(Vec::as_slice);
    let files = files.unwrap_or_default().iter();
    files.copied().flat_map(targets_in).collect()
}

/// Type and title of a resource.
pub type Resource = (String, String);

/// The files of an environment that declare a resource, in the order of their paths.
#[salsa::tracked(returns(clone))]
fn declaring(db: &dyn Db, environment: Environment) -> Arc<BTreeMap<Resource, Vec<File>>> {
    let of_modules = environment
        .modules(db)
        .iter()
        .flat_map(|it| it.files(db).iter());
    let files = environment.manifests(db).iter().chain(of_modules);
    let mut files: Vec<File> = files
        .copied()
        .filter(|it| it.kind(db).is_puppet())
        .collect();
    files.sort_unstable_by(|a, b| a.path(db).cmp(b.path(db)));
    let mut declaring = BTreeMap::<Resource, Vec<File>>::new();
    for file in files {
        for resource in declared_in(db, file) {
            declaring.entry(resource.clone()).or_default().push(file);
        }
    }
    Arc::new(declaring)
}

/// Computes what a file declares before a request needs it.
pub fn prefetch(db: &dyn Db, file: File) {
    declared_in(db, file);
}

/// The same of the files of an environment together.
pub fn prefetch_environment(db: &dyn Db, environment: Environment) {
    drop(declaring(db, environment));
}

/// The titles of a resource type (in small letters) that a file and its environment declare, in order.
pub fn titles(context: FileContext<'_>, ty: &str) -> BTreeSet<String> {
    let own = declared_in(context.db, context.file).iter();
    let own = own.filter(|(own, _)| own == ty);
    let mut titles: BTreeSet<String> = own.map(|(_, title)| title.clone()).collect();
    if let Some(owner) = owner(context.db, context.file) {
        let declaring = declaring(context.db, owner.environment);
        let of_type = declaring.range((ty.to_owned(), String::new())..);
        let of_type = of_type.take_while(|((other, _), _)| other == ty);
        titles.extend(of_type.map(|((_, title), _)| title.clone()));
    }
    titles
}

/// The resources that a file declares, without their places: an edit that changes no title leaves them equal.
#[salsa::tracked(returns(deref))]
pub fn declared_in(db: &dyn Db, file: File) -> Box<[Resource]> {
    let declared = declared_at(db, file).iter();
    let all: BTreeSet<Resource> = declared.map(|it| it.0.clone()).collect();
    all.into_iter().collect()
}

/// The resources that a file declares and where their titles stand, in the order of the source.
#[salsa::tracked(returns(deref))]
pub fn declared_at(db: &dyn Db, file: File) -> Box<[(Resource, TextRange)]> {
    let root = syntax_ext::root(db, file);
    let bodies = nodes_of(&root, ResourceBody::can_cast).into_iter();
    let titles = bodies.filter_map(|body| ResourceBody::cast(body)?.title());
    let tokens = titles.flat_map(|title| title.syntax().descendants_with_tokens());
    let titled = tokens.filter_map(|it| titled(&it.into_token()?));
    let declared = titled.filter(|it| it.is_declaration && !it.title.is_empty());
    declared.map(|it| ((it.ty, it.title), it.range)).collect()
}

/// The resource whose title a token is. Classes have names of their own.
pub fn titled(token: &SyntaxToken) -> Option<ResourceRef> {
    let (title, range) = string_content(token)?;
    let mut node = token
        .parent()
        .filter(|it| matches!(it.kind(), SyntaxKind::STRING_EXPR | SyntaxKind::NAME_EXPR))?;
    while let Some(list) = node
        .parent()
        .filter(|parent| parent.kind() == SyntaxKind::LIST_EXPR)
    {
        node = list;
    }
    let parent = node.parent()?;
    let (ty, is_declaration) = match parent.kind() {
        SyntaxKind::RESOURCE_BODY => (declared(parent, &node)?, true),
        SyntaxKind::ACCESS_KEYS => (referred(&parent)?, false),
        SyntaxKind::BIN_EXPR => (queried(&parent, &node)?, false),
        _ => return None,
    };
    let ty = ty.trim_start_matches("::").to_lowercase();
    // `Resource['file', '/etc/motd']` names a type first.
    (!matches!(&*ty, "class" | "resource")).then_some(ResourceRef {
        ty,
        title,
        range,
        is_declaration,
    })
}

fn declared(body: SyntaxNode, title: &SyntaxNode) -> Option<String> {
    let body = ResourceBody::cast(body)?;
    (body.title()?.syntax() == title).then(|| resource_type(&body))?
}

fn referred(keys: &SyntaxNode) -> Option<String> {
    let access = AccessExpr::cast(keys.parent()?)?;
    match access.base()? {
        Expr::TypeRef(ty) => Some(TypeRef::text(&ty)),
        _ => None,
    }
}

/// `User <| title == 'bob' |>`
fn queried(comparison: &SyntaxNode, title: &SyntaxNode) -> Option<String> {
    let comparison = BinExpr::cast(comparison.clone())?;
    let is_same = comparison.op_token()?.kind() == SyntaxKind::EQ_EQ;
    let (asked, _) = string_of(&comparison.lhs()?)?;
    let is_title = asked == "title" && comparison.rhs()?.syntax() == title;
    let mut around = title.ancestors();
    let query = around.find(|it| it.kind() == SyntaxKind::QUERY)?;
    match attribute_owner(&query.parent()?).filter(|_| is_same && is_title)? {
        AttributeOwner::ResourceType(ty) => Some(ty),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use puppet_ide::test_fixture::{cursor, definitions, describe};

    const FILES: &str = "
#- /environment.conf
#- /modules/web/manifests/init.pp
class web {
  file { ['/a', \"/b\"]: }
  service { 'nginx': require => File['/a'] }
}
#- /modules/nginx/manifests/init.pp
class nginx { }
";

    fn declared(code: &str) -> String {
        definitions(&format!("{FILES}#- /manifests/site.pp\n{code}\n"))
    }

    #[test]
    fn references_lead_to_declarations() {
        let other = "/modules/web/manifests/init.pp:2: /b";
        for code in [
            "File['/b$0'] -> Exec['x']",
            "notify { 'x': require => [File['/x', '/b$0']] }",
            "File[['/b$0']]",
            "notice(\"${File['/b$0']}\")",
            "realize(File['/b$0'])",
            "File <| title == '/b$0' |>",
            "File <| tag == 'a' and (mode == '1' or title == '/b$0') |> { mode => '2' }",
            "File <<| title == '/b$0",
            // Incomplete.
            "notify { 'x': require => File['/b$0'",
        ] {
            assert_eq!(declared(code), other, "{code}");
        }
        // What the file itself declares comes first.
        assert_eq!(
            declared("Service[ngi$0nx] { }\nservice { nginx: }"),
            "/manifests/site.pp:2: nginx"
        );
        // A declaration leads to itself, as those of classes do.
        assert_eq!(
            declared("package { 'ngi$0nx': }"),
            "/manifests/site.pp:1: nginx"
        );
        // Several files may declare it.
        assert_eq!(
            declared(
                "File['/b$0']\n#- /modules/nginx/manifests/b.pp\nclass nginx::b { file { ['/b', '/b']: } }"
            ),
            format!(
                "{other}\n/modules/nginx/manifests/b.pp:1: /b\n/modules/nginx/manifests/b.pp:1: /b"
            )
            .lines()
            .rev()
            .collect::<Vec<_>>()
            .join("\n")
        );
        // A class of the same name is another thing.
        for code in [
            "Package['ngi$0nx']",
            "File <| title != '/b$0' |>",
            "File <| owner == '/b$0' |>",
        ] {
            assert_eq!(declared(code), "", "{code}");
        }
    }

    fn check(fixture: &str, expected: &Expect) {
        let (analysis, position) = cursor(fixture);
        let found = analysis.references(position).expect("not cancelled");
        let lines: Vec<String> = found
            .iter()
            .map(|it| {
                let place = describe(&analysis, it.at.file, it.at.range);
                let mark = if it.is_declaration {
                    " (declaration)"
                } else {
                    ""
                };
                format!("{place}{mark}")
            })
            .collect();
        expected.assert_eq(&lines.join("\n"));
        let here = analysis.highlight(position).expect("not cancelled");
        let own = found.iter().filter(|it| it.at.file == position.file);
        assert_eq!(here.len(), own.count());
    }

    #[test]
    fn who_refers_to_a_resource() {
        check(
            &format!("{FILES}#- /manifests/site.pp\nFile['/a$0'] -> Exec['/a']\n$x = '/a'"),
            &expect![[r#"
                /manifests/site.pp:1: /a
                /modules/web/manifests/init.pp:2: /a (declaration)
                /modules/web/manifests/init.pp:3: /a"#]],
        );
        check(
            &FILES.replace("\"/b\"", "\"/b$0\""),
            &expect!["/modules/web/manifests/init.pp:2: /b (declaration)"],
        );
        check(
            &FILES.replace("'nginx'", "'ngi$0nx'"),
            &expect!["/modules/web/manifests/init.pp:3: nginx (declaration)"],
        );
    }
}
