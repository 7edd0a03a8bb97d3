//! The files that the levels of a `hiera.yaml` name.

use puppet_data::{DataEntry, DataValue};
use puppet_db::File;
use puppet_semantic::hiera::document::document_of;
use puppet_text::{TextRange, TextSize};

use crate::context::FileContext;

/// A path of a level, and the files on disk that it may mean, in order.
pub struct LevelPath {
    /// Where the path stands, without quotes.
    pub range: TextRange,
    /// The data files that the path names.
    pub files: Vec<File>,
}

/// The paths of all levels.
pub fn paths(context: FileContext<'_>) -> Vec<LevelPath> {
    let db = context.db;
    let document = document_of(db, context.file);
    let of = |value: &DataValue, key: &str| value.get(key)?.as_str().map(str::to_owned);
    let defaults = document.root.get("defaults");
    let usual = defaults.and_then(|it| of(it, "datadir"));
    let (folder, _) = context.file.path(db).rsplit_once('/').unwrap_or_default();
    let mut all = context.files.all();
    all.sort_unstable_by(|a, b| a.path(db).cmp(b.path(db)));
    let mut paths = Vec::new();
    let is_hierarchy = |entry: &&DataEntry| entry.key.ends_with("hierarchy");
    let hierarchies = document.entries().iter().filter(is_hierarchy);
    for level in hierarchies.flat_map(|it| it.value.as_sequence().unwrap_or_default()) {
        let datadir = of(level, "datadir").or_else(|| usual.clone());
        let datadir = datadir.unwrap_or_else(|| "data".to_owned());
        let one = level.get("path").into_iter();
        let several = level.get("paths").and_then(DataValue::as_sequence);
        for value in one.chain(several.unwrap_or_default()) {
            let Some(path) = value.as_str() else {
                continue;
            };
            let pattern = format!("{folder}/{datadir}/{path}");
            let pattern: Vec<&str> = fixed_parts(&pattern);
            let fitting = |it: &&File| fits(it.path(db), &pattern);
            paths.extend(
                written(context.file.text(db), value, path).map(|range| LevelPath {
                    range,
                    files: all.iter().filter(fitting).copied().collect(),
                }),
            );
        }
    }
    paths
}

/// The path at an offset.
pub fn level_path_at(context: FileContext<'_>, offset: TextSize) -> Option<LevelPath> {
    let mut paths = paths(context).into_iter();
    paths.find(|it| it.range.contains_inclusive(offset) && !it.files.is_empty())
}

/// Where a text stands in its quotes.
fn written(text: &str, value: &DataValue, path: &str) -> Option<TextRange> {
    let source = text.get(std::ops::Range::<usize>::from(value.range))?;
    let at = TextSize::try_from(source.find(path)?).ok()?;
    Some(TextRange::at(value.range.start() + at, TextSize::of(path)))
}

/// What stands around the interpolations of a path.
fn fixed_parts(path: &str) -> Vec<&str> {
    let mut parts = path.split("%{");
    let first = parts.next();
    let after = parts.map(|it| it.split_once('}').map_or("", |(_, rest)| rest));
    first.into_iter().chain(after).collect()
}

/// Whether a path has these parts in this order, with anything between them.
fn fits(path: &str, parts: &[&str]) -> bool {
    let [first, between @ .., last] = parts else {
        return parts == [path];
    };
    let Some(mut rest) = path.strip_prefix(first) else {
        return false;
    };
    for part in between {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.len() > last.len() && rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use puppet_ide::LinkTarget;
    use puppet_ide::test_fixture::{cursor, single};

    const FIXTURE: &str = "\
#- /hiera.yaml
version: 5
defaults: {datadir: hieradata}
hierarchy:
  - name: node
    path: 'nodes/%{trusted.certname}.yaml'
  - name: more
    datadir: other
    paths:
      - a.yaml
      - none.yaml
  - name: common
    path: common.yaml
#- /environment.conf
#- /hieradata/nodes/a.yaml
a: 1
#- /hieradata/nodes/b.yaml
a: 1
#- /hieradata/common.yaml
a: 1
#- /other/a.yaml
a: 1
";

    #[test]
    fn paths_without_interpolations_are_links() {
        let (analysis, file) = single(FIXTURE);
        let text = analysis.text(file).expect("not cancelled");
        let links = analysis.links(file).expect("not cancelled").into_iter();
        let links = links.map(|it| match it.target {
            LinkTarget::Path(path) => format!("{} {path}", &text[it.range]),
            LinkTarget::Url(url) => url,
        });
        assert_eq!(
            links.collect::<Vec<_>>(),
            ["a.yaml /other/a.yaml", "common.yaml /hieradata/common.yaml"]
        );
    }

    #[test]
    fn paths_lead_to_their_files() {
        let files = |from: &str, to: &str| {
            let (analysis, position) = cursor(&FIXTURE.replacen(from, to, 1));
            let found = analysis.goto_definition(position).expect("not cancelled");
            let targets = found.map(|it| it.targets).unwrap_or_default();
            let paths = targets.iter().map(|it| analysis.path(it.file).to_string());
            paths.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            files("nodes/", "no$0des/"),
            "/hieradata/nodes/a.yaml /hieradata/nodes/b.yaml"
        );
        assert_eq!(
            files("common.yaml", "com$0mon.yaml"),
            "/hieradata/common.yaml"
        );
        assert_eq!(files("none.yaml", "no$0ne.yaml"), "");
        // Incomplete.
        assert_eq!(
            files(
                "    path: common.yaml\n",
                "    path: com$0mon.yaml\n  - na\n"
            ),
            "/hieradata/common.yaml"
        );
    }
}
