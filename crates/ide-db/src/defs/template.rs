//! Templates and files of modules, by the names under which functions and `puppet:///` know them.

use puppet_db::File;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::resolve::assets::{Asset, AssetKind, asset};
use puppet_syntax::SyntaxNode;
use puppet_syntax::ast::{AstNode, ParamList};

use crate::context::FileContext;

/// The template that `epp('module/path.epp')` means, if it is one that we read.
pub fn template(context: FileContext<'_>, name: &str) -> Option<File> {
    let environment = owner(context.db, context.file)?.environment;
    match asset(context.db, environment, AssetKind::Template, name) {
        Asset::Found(file) => file,
        Asset::Absent(_) | Asset::Unknown => None,
    }
}

/// The parameters of a template: `<%- | … | -%>`.
pub fn parameters(root: &SyntaxNode) -> Option<ParamList> {
    root.descendants().find_map(ParamList::cast).filter(|list| {
        list.syntax()
            .parent()
            .is_some_and(|it| it.parent().is_none())
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use puppet_text::{TextRange, TextSize};

    use puppet_ide::FilePosition;
    use puppet_ide::apply_edits;
    use puppet_ide::test_fixture::{cursor, describe};
    use puppet_ide::{Analysis, HintKinds};

    /// A template of a module with some definitions, and the cursor in it.
    fn template(code: &str) -> (Analysis, FilePosition) {
        cursor(&format!(
            "#- /environment.conf\n\
             #- /modules/web/manifests/init.pp\nclass web(String $root = '/srv') {{ }}\n\
             #- /modules/web/functions/join.pp\nfunction web::join(String $a, Integer $times) >> String {{ $a }}\n\
             #- /modules/web/files/motd\nx\n\
             #- /modules/web/templates/a.epp\n{code}\n"
        ))
    }

    const HEAD: &str = "<%- | String $host, Integer $port = 80 | -%>\n";

    fn check<T: std::fmt::Debug>(
        code: &str,
        ask: impl Fn(&Analysis, FilePosition) -> T,
        expected: &Expect,
    ) {
        let (analysis, position) = template(&format!("{HEAD}{code}"));
        expected.assert_eq(&format!("{:?}", ask(&analysis, position)));
    }

    /// The texts of ranges.
    fn texts(analysis: &Analysis, at: FilePosition, ranges: Vec<TextRange>) -> Vec<String> {
        let text = analysis.text(at.file).expect("not cancelled");
        ranges.into_iter().map(|it| text[it].to_owned()).collect()
    }

    fn hover(analysis: &Analysis, at: FilePosition) -> String {
        let hover = analysis.hover(at).expect("not cancelled");
        hover.map(|it| it.plain_text()).unwrap_or_default()
    }

    fn labels(analysis: &Analysis, at: FilePosition) -> Vec<String> {
        let found = analysis.completion(at).expect("not cancelled").items;
        let mut labels: Vec<String> = found.into_iter().map(|it| it.label).collect();
        labels.retain(|it| {
            ["host", "port", "join"]
                .iter()
                .any(|name| it.ends_with(name))
        });
        labels
    }

    #[test]
    fn understanding() {
        check("<%= $ho$0st %>", hover, &expect![[r#""$host: String""#]]);
        check(
            "<%= web::join('a', 2)$0 %>",
            hover,
            &expect![[r#""String""#]],
        );
        let signature = |analysis: &Analysis, at| {
            let help = analysis.signature_help(at).expect("not cancelled");
            help.map(|it| {
                (
                    it.signatures[0].label.clone(),
                    it.signatures[0].active_parameter,
                )
            })
        };
        check(
            "<%= web::join('a', $0) %>",
            signature,
            &expect![[r#"Some(("web::join(String $a, Integer $times) >> String", Some(1)))"#]],
        );
        // Incomplete.
        check(
            "<%= web::join($0",
            signature,
            &expect![[r#"Some(("web::join(String $a, Integer $times) >> String", Some(0)))"#]],
        );
        check("<%= $ho$0st", hover, &expect![[r#""$host: String""#]]);
        let hints = |analysis: &Analysis, at: FilePosition| {
            let all = TextRange::up_to(TextSize::of(&*analysis.text(at.file).expect("a text")));
            let hints = analysis.inlay_hints(at.file, all, HintKinds::default());
            let hints = hints.expect("not cancelled").into_iter();
            hints.map(|it| it.label).collect::<Vec<_>>()
        };
        check(
            "<% $x = web::join('a', 2) %>$0",
            hints,
            &expect![[r#"[": String", "times: "]"#]],
        );
        let kinds = |analysis: &Analysis, at: FilePosition| {
            let tokens = analysis
                .semantic_tokens(at.file, None)
                .expect("not cancelled");
            tokens.into_iter().map(|it| it.kind).collect::<Vec<_>>()
        };
        check(
            "text $no <%= $host %>$0",
            kinds,
            &expect!["[DataType, Parameter, DataType, Parameter, Number, Parameter]"],
        );
    }

    #[test]
    fn navigation() {
        let definition = |analysis: &Analysis, at| {
            let found = analysis.goto_definition(at).expect("not cancelled");
            let targets = found.map(|it| it.targets).unwrap_or_default().into_iter();
            let shown = targets.map(|it| describe(analysis, it.file, it.focus_range));
            shown.collect::<Vec<_>>()
        };
        check(
            "<% if true { %><%= $por$0t %>",
            definition,
            &expect![[r#"["/modules/web/templates/a.epp:1: $port"]"#]],
        );
        check(
            "<%= $web::ro$0ot %>",
            definition,
            &expect![[r#"["/modules/web/manifests/init.pp:1: $root"]"#]],
        );
        check(
            "<%= file('web/mo$0td') %>",
            definition,
            &expect![[r#"["/modules/web/files/motd:1: "]"#]],
        );
        let highlight = |analysis: &Analysis, at| analysis.highlight(at).map(|it| it.len());
        check(
            "<%= $po$0rt %> $port <%= $port %>",
            highlight,
            &expect!["Ok(3)"],
        );
        let symbols = |analysis: &Analysis, at: FilePosition| {
            let symbols = analysis.document_symbols(at.file).expect("not cancelled");
            symbols.into_iter().map(|it| it.name).collect::<Vec<_>>()
        };
        check(
            "<% $x = 1 %>$0",
            symbols,
            &expect![[r#"["$host", "$port", "$x"]"#]],
        );
        let folds = |analysis: &Analysis, at: FilePosition| {
            let folds = analysis.folding_ranges(at.file).expect("not cancelled");
            texts(analysis, at, folds.into_iter().map(|it| it.range).collect())
        };
        check(
            "<% if true { -%>\na\nb\n<% } -%>$0",
            folds,
            &expect![[r#"[" -%>\na\nb\n<% "]"#]],
        );
        let links = |analysis: &Analysis, at: FilePosition| {
            let links = analysis.links(at.file).expect("not cancelled");
            texts(analysis, at, links.into_iter().map(|it| it.range).collect())
        };
        check(
            "https://no <%= file('web/motd') %><%# https://x.org %>$0",
            links,
            &expect![[r#"["web/motd", "https://x.org"]"#]],
        );
        let selection = |analysis: &Analysis, at| {
            let ranges = analysis.selection_ranges(at).expect("not cancelled");
            texts(analysis, at, ranges)[..2].to_vec()
        };
        check(
            "<%= $host + $po$0rt %>",
            selection,
            &expect![[r#"["port", "$port"]"#]],
        );
    }

    #[test]
    fn completion() {
        check("<%= $$0 %>", labels, &expect![[r#"["$host", "$port"]"#]]);
        check(
            "<%= \"${po$0}\" %>",
            labels,
            &expect![[r#"["port", "import"]"#]],
        );
        check("<%= web::jo$0 %>", labels, &expect![[r#"["web::join"]"#]]);
        check("text we$0 $", labels, &expect!["[]"]);
        // Incomplete.
        check("<% if $po$0", labels, &expect![[r#"["$port"]"#]]);
    }

    #[test]
    fn changing() {
        let renamed = |analysis: &Analysis, at: FilePosition| {
            let change = analysis.rename(at, "socket").expect("not cancelled");
            let change = change.expect("a file").expect("not refused");
            let text = analysis.text(at.file).expect("not cancelled");
            apply_edits(&text, &change.edits[0].1)
        };
        check(
            "<%= $po$0rt %> $port",
            renamed,
            &expect![[
                r#""<%- | String $host, Integer $socket = 80 | -%>\n<%= $socket %> $port\n""#
            ]],
        );
        let actions = |analysis: &Analysis, at: FilePosition| {
            let actions = analysis.code_actions(at.file, TextRange::empty(at.offset));
            let actions = actions.expect("not cancelled").into_iter();
            actions.map(|it| it.title).collect::<Vec<_>>()
        };
        check(
            "<%= 'a$0' %>",
            actions,
            &expect![[r#"["Apply all safe fixes", "Use double quotes"]"#]],
        );
    }
}
