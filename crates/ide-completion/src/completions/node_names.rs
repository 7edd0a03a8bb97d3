//! Names of nodes: `node 'HERE' { }`.

use std::collections::BTreeSet;

use puppet_db::{Db, File};
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{AstNode as _, Expr, NodeDef};
use puppet_text::TextSize;

use crate::context::unterminated_string::incomplete_at;
use crate::item::{CompletionItem, CompletionKind};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::syntax_ext;

/// The nodes that other manifests define or that have data of their own, and `default`.
pub fn names(context: FileContext<'_>, (offset, quoted): (TextSize, bool)) -> Vec<CompletionItem> {
    let db = context.db;
    let Some(environment) = owner(db, context.file).map(|it| it.environment) else {
        return Vec::new();
    };
    let mut names: BTreeSet<String> = BTreeSet::new();
    for manifest in environment.manifests(db).iter() {
        names.extend(of_file(db, *manifest).iter().cloned());
    }
    let data = environment.data(db).files.iter();
    names.extend(data.filter_map(|it| node_of_data(it.path(db))));
    names.remove(incomplete_at(context.file.text(db), offset));
    let mut items: Vec<CompletionItem> = names
        .into_iter()
        .map(|name| {
            let label = if quoted { name } else { format!("'{name}'") };
            CompletionItem::new(label, CompletionKind::Value).rank(10)
        })
        .collect();
    if !quoted {
        items.push(CompletionItem::new("default", CompletionKind::Keyword).rank(8));
    }
    items
}

/// The names of the nodes that a file defines.
#[salsa::tracked(returns(deref))]
fn of_file(db: &dyn Db, file: File) -> Box<[String]> {
    let root = syntax_ext::root(db, file);
    let words = syntax_ext::tokens_with(file.text(db), &root, "node");
    let nodes = words
        .iter()
        .filter_map(|word| NodeDef::cast(word.parent()?));
    let matches = nodes.filter_map(|node| node.host_matches());
    let hosts = matches.flat_map(|it| it.syntax().children());
    let names = hosts.filter_map(|host| match host.kind() {
        SyntaxKind::HOST_NAME => Some(host.text().to_string().trim().to_owned()),
        _ => Some(syntax_ext::string_of(&Expr::cast(host)?)?.0),
    });
    names.filter(|name| !name.is_empty()).collect()
}

/// The name of the node whose data stands in a file, by the habit of all: `nodes/web01.example.com.yaml`.
fn node_of_data(path: &str) -> Option<String> {
    let (folder, name) = path.rsplit_once('/')?;
    let folder = folder.rsplit('/').next()?;
    let (name, _) = name.rsplit_once('.')?;
    matches!(folder, "node" | "nodes" | "host" | "hosts").then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::cursor;

    fn of(code: &str) -> String {
        let (analysis, position) = cursor(&format!(
            "#- /environment.conf\n#- /hiera.yaml\nversion: 5\nhierarchy:\n  - {{name: a, path: 'nodes/%{{trusted.certname}}.yaml'}}\n\
             #- /data/nodes/app.example.com.yaml\na: 1\n#- /data/common.yaml\na: 1\n\
             #- /manifests/other.pp\nnode 'db.example.com', web {{ }}\nnode /x/ {{ }}\nnode default {{ }}\n\
             #- /manifests/site.pp\n{code}\n"
        ));
        let items = analysis.completion(position).expect("not cancelled").items;
        let labels = items.into_iter().map(|item| item.label);
        labels.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn nodes_of_other_manifests() {
        // Those first that manifests name.
        let all = "db.example.com web app.example.com";
        assert_eq!(of("node '$0' { }"), all);
        assert_eq!(
            of("node 'x', '$0' { }"),
            "x db.example.com web app.example.com"
        );
        assert_eq!(of("node \"app.$0\" { }"), "app.example.com");
        assert_eq!(
            of("node $0 { }"),
            "default 'db.example.com' 'web' 'app.example.com'"
        );
        // Incomplete.
        assert_eq!(of("node 'd$0"), "db.example.com");
        assert_eq!(of("node d$0").split(' ').next(), Some("default"));
    }
}
