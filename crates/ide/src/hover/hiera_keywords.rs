//! Hover of the keys of `hiera.yaml` and of `lookup_options`.

use puppet_db::FileKind;
use puppet_library::Library;
use puppet_semantic::hiera::document::format_of;
use puppet_semantic::hiera::lookup_options::KEY;
use puppet_text::TextSize;

use crate::hover::Hover;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::hiera::config;
use puppet_ide_db::hiera::incomplete::{PathSegment, YamlPosition, cursor_at};

/// The meaning of the key at a cursor.
pub(crate) fn hover(context: FileContext<'_>, offset: TextSize) -> Option<Hover> {
    let db = context.db;
    let text = context.file.text(db);
    let cursor = cursor_at(text, offset, format_of(context.file.path(db)))?;
    let YamlPosition::Key {
        has_colon: true, ..
    } = cursor.slot
    else {
        return None;
    };
    let range = std::ops::Range::<usize>::from(cursor.replace);
    let key = text.get(range)?;
    let known = match (context.file.kind(db), &*cursor.path) {
        (FileKind::HieraConfig, path) => config::keys(path),
        (_, []) => Library.document_keys("data"),
        (_, [PathSegment::Key(first), _, ..]) if first == KEY => Library.document_keys(KEY),
        _ => return None,
    };
    let (_, about) = known.iter().find(|(word, _)| word == key)?;
    Some(Hover {
        range: cursor.replace,
        code: Vec::new(),
        documentation: Some(about.clone()),
    })
}

#[cfg(test)]
mod tests {
    use crate::test_fixture::cursor;

    fn of(files: &str) -> String {
        let (analysis, position) = cursor(&format!("#- /environment.conf\n{files}\n"));
        let hover = analysis.hover(position).expect("not cancelled");
        hover.map(|it| it.plain_text()).unwrap_or_default()
    }

    #[test]
    fn keys_of_hiera_yaml() {
        for (text, expected) in [
            ("version: 5\nhier$0archy:\n", "the levels, in order"),
            (
                "version: 5\nhierarchy:\n  - name: a\n    data_ha$0sh: yaml_data\n",
                "a function that reads a file",
            ),
            (
                "version: 5\ndefaults:\n  data$0dir: x\n",
                "the folder of the files",
            ),
            // Incomplete.
            (
                "version: 5\nhierarchy:\n  - na$0me: 'a\n    path: [",
                "for people",
            ),
            ("version: 5\nother$0: 1\n", ""),
        ] {
            assert_eq!(of(&format!("#- /hiera.yaml\n{text}")), expected, "{text}");
        }
    }

    #[test]
    fn options_of_keys() {
        let of = |text: &str| {
            of(&format!(
                "#- /hiera.yaml\nversion: 5\n#- /data/common.yaml\n{text}"
            ))
        };
        for (text, expected) in [
            (
                "lookup_options:\n  web::port:\n    mer$0ge: deep\n",
                "How the values of all levels",
            ),
            (
                "lookup_options:\n  web::port:\n    merge:\n      knock$0out_prefix: x\n",
                "removes an element or key",
            ),
            ("lookup_$0options: {}\n", "merged and converted"),
            // A key of the data.
            ("mer$0ge: deep\n", "*From Hiera*"),
        ] {
            assert!(of(text).contains(expected), "{text}: {}", of(text));
        }
        assert!(!of("mer$0ge: deep\n").contains("all levels"));
    }
}
