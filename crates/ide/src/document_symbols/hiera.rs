//! The keys of a data file as symbols.

use puppet_data::{DataEntry, DataValue, Scalar, ValueKind};
use puppet_db::{Db, File};
use puppet_semantic::hiera::document::document_of;

use crate::document_symbols::Symbol;
use puppet_ide_db::symbol_index::SymbolKind;

/// The deepest keys that are shown.
const MAX_DEPTH: usize = 8;

pub(crate) fn symbols(db: &dyn Db, file: File) -> Vec<Symbol> {
    let document = document_of(db, file);
    children(&document.root, 0)
}

fn children(value: &DataValue, depth: usize) -> Vec<Symbol> {
    if depth > MAX_DEPTH {
        return Vec::new();
    }
    match &value.kind {
        ValueKind::Mapping(entries) => entries
            .iter()
            .filter(|entry| value.range.contains_range(entry.key_range))
            .map(|entry| symbol(entry, depth))
            .collect(),
        // Elements have no names, but the keys in them do.
        ValueKind::Sequence(elements) => elements
            .iter()
            .flat_map(|element| children(element, depth + 1))
            .collect(),
        ValueKind::Scalar(_) => Vec::new(),
    }
}

fn symbol(entry: &DataEntry, depth: usize) -> Symbol {
    let detail = match &entry.value.kind {
        ValueKind::Scalar(Scalar::Null) => None,
        ValueKind::Scalar(Scalar::Boolean(value)) => Some(value.to_string()),
        ValueKind::Scalar(Scalar::Number(text) | Scalar::String(text) | Scalar::Other(_, text)) => {
            Some(puppet_ide_db::hiera::hierarchy_levels::one_line(text))
        }
        ValueKind::Sequence(elements) => Some(format!("[{}]", elements.len())),
        ValueKind::Mapping(_) => None,
    };
    Symbol {
        name: match entry.key.is_empty() {
            true => "~".to_owned(),
            false => entry.key.clone(),
        },
        detail,
        kind: SymbolKind::Key,
        full_range: entry.key_range.cover(entry.value.range),
        focus_range: entry.key_range,
        children: children(&entry.value, depth + 1),
    }
}

#[cfg(test)]
mod tests {
    use crate::test_fixture::cursor;

    fn names(data: &str) -> String {
        let (analysis, position) = cursor(&format!(
            "#- /environment.conf\n#- /hiera.yaml\nversion: 5\n#- /data/common.yaml\n{data}$0\n"
        ));
        let symbols = analysis.document_symbols(position.file);
        let mut open: Vec<_> = symbols.expect("not cancelled").into_iter().rev().collect();
        let mut names = Vec::new();
        while let Some(symbol) = open.pop() {
            let detail = symbol.detail.map_or(String::new(), |it| format!("={it}"));
            names.push(format!("{}{detail}", symbol.name));
            open.extend(symbol.children.into_iter().rev());
        }
        names.join(" ")
    }

    #[test]
    fn keys_of_tasks_and_metadata_are_symbols() {
        for path in ["tasks/x.json", "metadata.json"] {
            let (analysis, position) = cursor(&format!(
                "#- /environment.conf\n#- /modules/web/manifests/init.pp\nclass web {{ }}\n\
                 #- /modules/web/{path}\n{{\"a\": {{\"b\": 1}}}}$0\n"
            ));
            let symbols = analysis.document_symbols(position.file);
            let symbols = symbols.expect("not cancelled");
            let names: Vec<&str> = symbols.iter().map(|it| &*it.name).collect();
            assert_eq!(names, ["a"], "{path}");
            assert_eq!(symbols[0].children[0].name, "b", "{path}");
        }
    }

    #[test]
    fn modules_are_symbols() {
        for (path, text, expected) in [
            (
                "Puppetfile",
                "forge 'x'\nmod 'a-b', '1.2.3'\nmod 'c',\n  git: 'y'\n",
                "a-b=1.2.3 c",
            ),
            (
                "Puppetfile",
                "mod 'a-b', '1.2.3'\nmod 'c', $0",
                "a-b=1.2.3 c",
            ),
            (
                "modules/web/.fixtures.yml",
                "fixtures:\n  symlinks:\n    a: b\n",
                "fixtures",
            ),
        ] {
            let mark = if text.contains("$0") { "" } else { "$0" };
            let (analysis, position) = cursor(&format!(
                "#- /environment.conf\n#- /modules/web/manifests/init.pp\nclass web {{ }}\n#- /{path}\n{text}{mark}\n"
            ));
            let symbols = analysis
                .document_symbols(position.file)
                .expect("not cancelled");
            let names = symbols.iter().map(|it| match &it.detail {
                Some(detail) => format!("{}={detail}", it.name),
                None => it.name.clone(),
            });
            assert_eq!(
                names.collect::<Vec<_>>().join(" "),
                expected,
                "{path}: {text}"
            );
        }
    }

    #[test]
    fn keys_are_symbols() {
        assert_eq!(
            names("a::b: 1\nc:\n  d: [x, {e: y}]\nf: ~\n"),
            "a::b=1 c d=[2] e=y f"
        );
        // Incomplete.
        assert_eq!(names("a::b: [1\nc::d:\n  e: x\nf::"), "a::b c::d e=x f:");
    }
}
