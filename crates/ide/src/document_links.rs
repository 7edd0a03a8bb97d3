//! Words that lead to files and pages: templates, files that modules hand out, addresses in comments.

mod module_metadata;

use puppet_db::FileKind;
use puppet_syntax::{SyntaxKind, SyntaxToken};
use puppet_text::{TextRange, TextSize};

use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::asset_paths;
use puppet_ide_db::hiera::level_paths;
use puppet_ide_db::syntax_ext;

/// A link in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentLink {
    /// What can be clicked.
    pub range: TextRange,
    /// Where it leads.
    pub target: LinkTarget,
}

/// Where a [`DocumentLink`] leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkTarget {
    /// A file on disk, `/` between the parts of its path.
    Path(String),
    /// A page.
    Url(String),
}

pub(crate) fn links(context: FileContext<'_>) -> Vec<DocumentLink> {
    if puppet_ide_db::module_metadata::is_metadata_file(context.db, context.file) {
        return module_metadata::links(context);
    }
    if context.file.kind(context.db) == FileKind::HieraConfig {
        let paths = level_paths::paths(context).into_iter();
        // What has an interpolation in it may lead to any of several.
        let links = paths.filter_map(|path| match &*path.files {
            [only] => Some(DocumentLink {
                range: path.range,
                target: LinkTarget::Path(only.path(context.db).to_string()),
            }),
            _ => None,
        });
        return links.collect();
    }
    let root = syntax_ext::root(context.db, context.file);
    let mut links = Vec::new();
    for token in root
        .descendants_with_tokens()
        .filter_map(|it| it.into_token())
    {
        match token.kind() {
            SyntaxKind::COMMENT | SyntaxKind::BLOCK_COMMENT | SyntaxKind::EPP_COMMENT => {
                links.extend(urls(&token));
            }
            _ => {
                let link = file_link(context, &token);
                // The texts of one string are parts of one name.
                links.extend(link.filter(|link| links.last() != Some(link)));
            }
        }
    }
    links
}

fn file_link(context: FileContext<'_>, token: &SyntaxToken) -> Option<DocumentLink> {
    let (range, definition) = asset_paths::asset_at_token(context, token)?;
    let target = definition.nav_targets(context).into_iter().next()?;
    let target = LinkTarget::Path(context.files.path(target.file)?.to_string());
    Some(DocumentLink { range, target })
}

/// The addresses in a comment.
fn urls(token: &SyntaxToken) -> Vec<DocumentLink> {
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
        links.push(DocumentLink {
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

    use crate::test_fixture::single;

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
    fn a_name_in_parts_is_one_link() {
        check(
            "$x = \"puppet:///modules/${module_name}/c.txt\"",
            &expect![[""]],
        );
        let (analysis, file) = single(&format!(
            "#- /modules/web/manifests/x.pp\nclass web::x {{ $x = \"puppet:///modules/${{module_name}}/c.txt\" }}\n{MODULES}"
        ));
        assert_eq!(analysis.links(file).expect("not cancelled").len(), 1);
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
    fn incomplete_code() {
        check(
            "$x = epp('web/a.epp'",
            &expect![[r#""web/a.epp" Path("/modules/web/templates/a.epp")"#]],
        );
        check("$x = epp('", &expect![""]);
    }
}
