//! Words that lead to files and pages: templates, files that modules hand out, addresses in comments.

use puppet_db::{Db, Environment, File};
use puppet_semantic::assets::{Asset, AssetKind, asset};
use puppet_semantic::owner::owner;
use puppet_semantic::resolve::module_named;
use puppet_syntax::ast::{AstNode as _, CallExpr, Expr};
use puppet_syntax::{SyntaxKind, SyntaxToken};
use puppet_text::{TextRange, TextSize};

use crate::analysis::Context;
use crate::dependencies;
use crate::syntax::{self, string_content};

/// A link in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// What can be clicked.
    pub range: TextRange,
    /// Where it leads.
    pub target: LinkTarget,
}

/// Where a [`Link`] leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkTarget {
    /// A file on disk, `/` between the parts of its path.
    Path(String),
    /// A page.
    Url(String),
}

/// A file that code names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileReference {
    pub(crate) kind: AssetKind,
    /// `module/path`
    pub(crate) name: String,
    /// Where the name stands.
    pub(crate) range: TextRange,
}

pub(crate) fn links(context: Context<'_>, file: File) -> Vec<Link> {
    if dependencies::is_about_modules(context.db, file) {
        return dependencies::links(context, file);
    }
    let root = syntax::root(context.db, file);
    let mut links = Vec::new();
    for token in root
        .descendants_with_tokens()
        .filter_map(|it| it.into_token())
    {
        match token.kind() {
            SyntaxKind::COMMENT | SyntaxKind::BLOCK_COMMENT | SyntaxKind::EPP_COMMENT => {
                links.extend(urls(&token));
            }
            _ => links.extend(file_link(context, file, &token)),
        }
    }
    links
}

fn file_link(context: Context<'_>, file: File, token: &SyntaxToken) -> Option<Link> {
    let reference = file_reference(token)?;
    let target = path_of(context.db, owner(context.db, file)?.environment, &reference)?;
    Some(Link {
        range: reference.range,
        target: LinkTarget::Path(target),
    })
}

/// The path of a file that is there.
pub(crate) fn path_of(
    db: &dyn Db,
    environment: Environment,
    reference: &FileReference,
) -> Option<String> {
    let Asset::Found(_) = asset(db, environment, reference.kind, &reference.name) else {
        return None;
    };
    let (module, path) = reference.name.split_once('/')?;
    let root = module_named(db, environment, module)?.root(db).clone();
    let folder = match reference.kind {
        AssetKind::Template => "templates",
        AssetKind::File => "files",
    };
    Some(format!("{root}/{folder}/{path}"))
}

/// The file that a string names, by the function or the address that it stands in.
pub(crate) fn file_reference(token: &SyntaxToken) -> Option<FileReference> {
    if !matches!(token.kind(), SyntaxKind::SQ_STRING | SyntaxKind::DQ_STRING) {
        return None;
    }
    let (text, range) = string_content(token)?;
    const MODULES: &str = "puppet:///modules/";
    if let Some(name) = text.strip_prefix(MODULES) {
        return Some(FileReference {
            kind: AssetKind::File,
            name: name.to_owned(),
            range: TextRange::new(range.start() + TextSize::of(MODULES), range.end()),
        });
    }
    let string = token.parent()?;
    let arguments = string.parent()?;
    let call = CallExpr::cast(arguments.parent()?)?;
    let index = arguments
        .children()
        .filter_map(Expr::cast)
        .position(|argument| *argument.syntax() == string)?;
    let kind = match call.function_name()?.trim_start_matches("::") {
        "epp" if index == 0 => AssetKind::Template,
        "template" => AssetKind::Template,
        "file" | "find_file" => AssetKind::File,
        _ => return None,
    };
    let is_name = !text.starts_with('/') && text.contains('/');
    is_name.then_some(FileReference {
        kind,
        name: text,
        range,
    })
}

/// The addresses in a comment.
fn urls(token: &SyntaxToken) -> Vec<Link> {
    let text = token.text();
    let mut links = Vec::new();
    let mut from = 0;
    while let Some(rest) = text.get(from..) {
        let starts = ["https://", "http://"].map(|scheme| rest.find(scheme));
        let Some(start) = starts.into_iter().flatten().min() else {
            break;
        };
        let address = rest.get(start..).unwrap_or_default();
        let end = address
            .find(|c: char| {
                c.is_whitespace() || matches!(c, '<' | '>' | '"' | '\'' | '`' | '{' | '}' | '|')
            })
            .unwrap_or(address.len());
        let address = address.get(..end).unwrap_or_default();
        let address = address.trim_end_matches(['.', ',', ';', ':', ')', ']', '*']);
        let at = token.text_range().start() + TextSize::try_from(from + start).unwrap_or_default();
        links.push(Link {
            range: TextRange::at(at, TextSize::of(address)),
            target: LinkTarget::Url(address.to_owned()),
        });
        from += start + address.len().max(1);
    }
    links
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::single;

    const MODULES: &str = "
#- /environment.conf
#- /modules/web/manifests/init.pp
class web { }
#- /modules/web/templates/a.epp
x
#- /modules/web/templates/b.erb
x
#- /modules/web/files/c.txt
x
";

    fn check(code: &str, expected: &Expect) {
        let (analysis, file) = single(&format!("#- /manifests/site.pp\n{code}\n{MODULES}"));
        let text = analysis.text(file).expect("not cancelled");
        let links = analysis.links(file).expect("not cancelled");
        let lines: Vec<String> = links
            .iter()
            .map(|link| format!("{:?} {:?}", &text[link.range], link.target))
            .collect();
        expected.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn files_of_modules_are_linked() {
        check(
            "$x = epp('web/a.epp', {})\n$y = template('web/b.erb', \"web/none.erb\")",
            &expect![[r#"
                "web/a.epp" Path("/modules/web/templates/a.epp")
                "web/b.erb" Path("/modules/web/templates/b.erb")"#]],
        );
        check(
            "file { 'x': source => 'puppet:///modules/web/c.txt' }",
            &expect![[r#""web/c.txt" Path("/modules/web/files/c.txt")"#]],
        );
        check(
            "$x = file('web/c.txt', '/etc/motd')",
            &expect![[r#""web/c.txt" Path("/modules/web/files/c.txt")"#]],
        );
    }

    #[test]
    fn addresses_in_comments_are_linked() {
        check(
            "# See https://example.org/a_(b)#c, and <http://example.org/>.\n$x = 'https://example.org'",
            &expect![[r#"
                "https://example.org/a_(b)#c" Url("https://example.org/a_(b)#c")
                "http://example.org/" Url("http://example.org/")"#]],
        );
    }

    #[test]
    fn half_typed_code() {
        check(
            "$x = epp('web/a.epp'",
            &expect![[r#""web/a.epp" Path("/modules/web/templates/a.epp")"#]],
        );
        check("$x = epp('", &expect![""]);
    }
}
