//! Tags: `tag => 'HERE'`, `File <| tag == 'HERE' |>`, `tag('HERE')`, `tagged('HERE')`.

use std::collections::BTreeSet;
use std::sync::Arc;

use puppet_db::{Db, Environment, File};
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::SyntaxToken;
use puppet_syntax::ast::{
    ArgList, AstNode as _, Attribute, BinExpr, CallExpr, Expr, StatementCall,
};
use puppet_text::TextSize;

use crate::completions::classes_and_types;
use crate::context::unterminated_string::incomplete_at;
use crate::item::{CompletionItem, CompletionKind};
use crate::relevance::NameMatcher;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::syntax_ext::{self, string_of};

/// The words that stand beside tags.
const WORDS: [&str; 2] = ["tag", "tagged"];

/// The tags that the environment writes, and the classes: each resource has the tag of its class.
pub fn tags(context: FileContext<'_>, (offset, quoted): (TextSize, bool)) -> Vec<CompletionItem> {
    let mut written: BTreeSet<String> = of_file(context.db, context.file).iter().cloned().collect();
    if let Some(owner) = owner(context.db, context.file) {
        written.extend(
            of_environment(context.db, owner.environment)
                .iter()
                .cloned(),
        );
    }
    written.remove(incomplete_at(context.file.text(context.db), offset));
    let tags = written.into_iter();
    let mut all: Vec<CompletionItem> = tags
        .map(|tag| CompletionItem::new(tag, CompletionKind::Value).rank(5))
        .collect();
    let classes = classes_and_types::classes(context, &NameMatcher::new("")).into_iter();
    let classes: Vec<CompletionItem> = classes
        .filter(|class| all.iter().all(|tag| tag.label != class.label))
        .map(|class| class.rank(28))
        .collect();
    all.extend(classes);
    if !quoted {
        for item in &mut all {
            item.label = format!("'{}'", item.label);
        }
    }
    all
}

#[salsa::tracked(returns(clone))]
fn of_environment(db: &dyn Db, environment: Environment) -> Arc<BTreeSet<String>> {
    let modules = environment.modules(db).iter();
    let of_modules = modules.flat_map(|it| it.files(db).iter());
    let files = environment.manifests(db).iter().chain(of_modules);
    let files = files.filter(|it| it.kind(db).is_puppet());
    let tags = files.flat_map(|file| of_file(db, *file).iter());
    Arc::new(tags.cloned().collect())
}

/// The tags that a file writes: an edit that changes none leaves them equal.
#[salsa::tracked(returns(deref))]
fn of_file(db: &dyn Db, file: File) -> Box<[String]> {
    let text = file.text(db);
    let root = syntax_ext::root(db, file);
    let words = WORDS.into_iter();
    let tokens: Vec<SyntaxToken> = words
        .flat_map(|word| syntax_ext::tokens_with(text, &root, word))
        .collect();
    let values = tokens.iter().filter_map(beside).flatten();
    let tags: BTreeSet<String> = values.filter_map(|it| Some(string_of(&it)?.0)).collect();
    tags.into_iter().filter(|it| !it.is_empty()).collect()
}

/// The values beside a word that says that they are tags.
fn beside(word: &SyntaxToken) -> Option<Vec<Expr>> {
    if !WORDS.contains(&word.text()) {
        return None;
    }
    let node = word.parent()?;
    let holder = node.parent()?;
    if let Some(attribute) = Attribute::cast(holder.clone()) {
        return Some(match attribute.value()? {
            Expr::ListExpr(list) => list.elements().collect(),
            value => vec![value],
        });
    }
    if let Some(comparison) = BinExpr::cast(holder.clone()) {
        let is_asked = comparison.lhs()?.syntax() == &node;
        return is_asked.then(|| Vec::from_iter(comparison.rhs()));
    }
    if StatementCall::can_cast(holder.kind()) {
        return Some(holder.children().filter_map(Expr::cast).skip(1).collect());
    }
    let arguments = CallExpr::cast(holder)?
        .syntax()
        .children()
        .find_map(ArgList::cast)?;
    Some(
        arguments
            .syntax()
            .children()
            .filter_map(Expr::cast)
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::cursor;

    fn of(code: &str) -> String {
        let (analysis, position) = cursor(&format!(
            "#- /environment.conf\n\
             #- /modules/web/manifests/init.pp\nclass web {{\n  file {{ '/a': tag => ['one', 'two'] }}\n  \
             tag('three')\n  tag 'four'\n  File <| tag == 'five' and mode == 'x' |>\n  if tagged('six') {{ }}\n}}\n\
             #- /manifests/site.pp\n{code}\n"
        ));
        let items = analysis.completion(position).expect("not cancelled").items;
        let labels = items.into_iter().map(|item| item.label).take(7);
        labels.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn tags_that_are_written_somewhere_and_classes() {
        let all = "five four one six three two web";
        for code in [
            "file { '/b': tag => '$0' }",
            "file { '/b': tag => ['$0'] }",
            "User <| tag == '$0' |>",
            "User <<| tag != '$0' |>>",
            "tag('$0')",
            "if tagged($x, '$0') { }",
            // Incomplete.
            "User <| tag == '$0",
            "tag('$0",
        ] {
            assert_eq!(of(code), all, "{code}");
        }
        assert_eq!(of("User <| tag == $0 |>").split(' ').next(), Some("'five'"));
        assert_eq!(of("User <| tag == 'f$0' |>"), "five four");
        assert_eq!(of("User <| title == '$0' |>"), "");
        assert_eq!(of("notice('$0')"), "");
    }
}
