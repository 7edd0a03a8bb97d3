//! Hover of the keys of `hiera.yaml` and of `lookup_options`.

use puppet_db::{File, FileKind};
use puppet_semantic::hiera::document::format_of;
use puppet_semantic::hiera::lookup_options::KEY;
use puppet_text::TextSize;

use crate::hover::Hover;
use puppet_ide_db::context::Context;
use puppet_ide_db::hiera::config;
use puppet_ide_db::hiera::incomplete::{PathSegment, YamlPosition, cursor_at};

/// What an entry of `lookup_options` may say, and what a merge may.
const OPTIONS: [(&str, &str); 7] = [
    (
        "merge",
        "How the values of all levels become one: `first`, `unique`, `hash` or `deep`, or the `strategy` with its options.",
    ),
    (
        "convert_to",
        "The type that the value becomes, by its `new`; in a list, with further arguments.",
    ),
    (
        "strategy",
        "How the values of all levels become one: `first`, `unique`, `hash` or `deep`.",
    ),
    (
        "knockout_prefix",
        "The prefix that removes an element or key of lower levels, often `--`.",
    ),
    (
        "sort_merged_arrays",
        "Whether lists that come from several levels are sorted.",
    ),
    (
        "merge_hash_arrays",
        "Whether hashes in lists are merged, by their places.",
    ),
    ("merge_debug", "Whether the merge is written to the log."),
];

/// The meaning of the key at a cursor.
pub(crate) fn hover(context: Context<'_>, file: File, offset: TextSize) -> Option<Hover> {
    let db = context.db;
    let text = file.text(db);
    let cursor = cursor_at(text, offset, format_of(file.path(db)))?;
    let YamlPosition::Key {
        has_colon: true, ..
    } = cursor.slot
    else {
        return None;
    };
    let range = std::ops::Range::<usize>::from(cursor.replace);
    let key = text.get(range)?;
    let known = match (file.kind(db), &*cursor.path) {
        (FileKind::HieraConfig, path) => config::keys(path),
        (_, []) if key == KEY => &[(KEY, "How the values of keys are merged and converted.")],
        (_, [PathSegment::Key(first), _, ..]) if first == KEY => &OPTIONS,
        _ => return None,
    };
    let (_, about) = known.iter().find(|(word, _)| *word == key)?;
    Some(Hover {
        range: cursor.replace,
        code: Vec::new(),
        documentation: Some((*about).to_owned()),
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
