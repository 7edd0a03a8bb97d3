//! The index of `puppet-analyzer scip`, read back by the library of its authors.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use expect_test::expect;
use protobuf::Message as _;
use puppet_ide::{
    Analysis, AnalysisHost, ClientSettings, Column, FilePosition, LineCol, LineIndex, LoadMode,
    LoadedProject,
};
use puppet_vfs::{FilePath, PathInterner};
use scip::types::{Index, Occurrence, SymbolRole};

use crate::support::{Sandbox, run_in};

fn index(root: &Path, output: &Path) -> Index {
    let output = output.display().to_string();
    let answer = run_in(root, &["scip", "--output", &output]);
    assert_eq!(answer.status, 0, "{}", answer.stderr);
    let bytes = std::fs::read(output).expect("the index");
    Index::parse_from_bytes(&bytes).expect("an index")
}

fn is_definition(occurrence: &Occurrence) -> bool {
    occurrence.symbol_roles & SymbolRole::Definition as i32 != 0
}

#[test]
fn names_have_symbols() {
    let sandbox = Sandbox::new(&[
        (
            "code/web/metadata.json",
            "{\"name\": \"me-web\", \"version\": \"1.2.3\"}",
        ),
        (
            "code/web/manifests/init.pp",
            "# A web server.\n# @param port Where it listens\nclass web(Integer $port) {\n  $a = 'ü'\n  file { '/x': content => template('web/x.erb') }\n  split(\"ü${a}\", '').each |$it| { notice($it) }\n}\n",
        ),
        (
            "code/web/manifests/site.pp",
            "# See web::site.\ndefine web::site { class { 'web': port => 80 } }\n",
        ),
        ("code/web/templates/x.erb", "<%= @port %>\n"),
        (
            "code/web/lib/puppet/functions/web/twice.rb",
            "Puppet::Functions.create_function(:'web::twice') do\nend\n",
        ),
    ]);
    let index = index(
        &sandbox.path().join("code"),
        &sandbox.path().join("index.scip"),
    );
    assert_eq!(index.metadata.tool_info.name, "puppet-analyzer");
    let mut lines = Vec::new();
    for document in &index.documents {
        for occurrence in &document.occurrences {
            scip::symbol::parse_symbol(&occurrence.symbol).expect("a symbol of the grammar");
            let mark = if is_definition(occurrence) { " =" } else { "" };
            let range = &occurrence.range;
            let path = &document.relative_path;
            lines.push(format!("{path} {range:?}{mark} {}", occurrence.symbol));
        }
        for symbol in &document.symbols {
            lines.push(format!(
                "  {} {:?} {:?} in {:?}",
                symbol.symbol,
                symbol.kind.enum_value_or_default(),
                symbol.documentation.concat(),
                symbol.enclosing_symbol
            ));
        }
    }
    let external = index.external_symbols.iter();
    lines.extend(external.map(|it| format!("external {}", it.symbol)));
    expect![[r#"
        web/lib/puppet/functions/web/twice.rb [0, 36, 46] = puppet-analyzer puppet me-web 1.2.3 web/twice().
          puppet-analyzer puppet me-web 1.2.3 web/twice(). Function "```puppet\nweb::twice()\n```" in ""
        web/manifests/init.pp [2, 6, 9] = puppet-analyzer puppet me-web 1.2.3 web#
        web/manifests/init.pp [2, 10, 17] puppet-analyzer puppet puppet . Integer#
        web/manifests/init.pp [2, 19, 23] = puppet-analyzer puppet me-web 1.2.3 web#(port)
        web/manifests/init.pp [3, 3, 4] = puppet-analyzer puppet me-web 1.2.3 web#a.
        web/manifests/init.pp [4, 2, 6] puppet-analyzer puppet puppet . file#
        web/manifests/init.pp [4, 15, 22] puppet-analyzer puppet puppet . file#content.
        web/manifests/init.pp [4, 26, 34] puppet-analyzer puppet puppet . template().
        web/manifests/init.pp [5, 2, 7] puppet-analyzer puppet puppet . split().
        web/manifests/init.pp [5, 13, 14] puppet-analyzer puppet me-web 1.2.3 web#a.
        web/manifests/init.pp [5, 22, 26] puppet-analyzer puppet puppet . each().
        web/manifests/init.pp [5, 29, 31] = local 164
        web/manifests/init.pp [5, 35, 41] puppet-analyzer puppet puppet . notice().
        web/manifests/init.pp [5, 43, 45] local 164
          puppet-analyzer puppet me-web 1.2.3 web# Class "```puppet\nclass web(Integer $port)\n```\n\nA web server.\n\n- `port`: Where it listens" in ""
          puppet-analyzer puppet me-web 1.2.3 web#(port) Parameter "```puppet\nInteger $port\n```\n\nWhere it listens" in "puppet-analyzer puppet me-web 1.2.3 web#"
          puppet-analyzer puppet me-web 1.2.3 web#a. Variable "```puppet\n$a: String\n```\n\n```puppet\n$a = 'ü'\n```" in "puppet-analyzer puppet me-web 1.2.3 web#"
          local 164 Variable "```puppet\n$it: String\n```" in ""
        web/manifests/site.pp [0, 6, 15] puppet-analyzer puppet me-web 1.2.3 web/site#
        web/manifests/site.pp [1, 7, 16] = puppet-analyzer puppet me-web 1.2.3 web/site#
        web/manifests/site.pp [1, 28, 31] puppet-analyzer puppet me-web 1.2.3 web#
        web/manifests/site.pp [1, 34, 38] puppet-analyzer puppet me-web 1.2.3 web#(port)
          puppet-analyzer puppet me-web 1.2.3 web/site# Type "```puppet\ndefine web::site\n```\n\nSee web::site." in ""
        web/templates/x.erb [0, 5, 9] puppet-analyzer puppet me-web 1.2.3 web#(port)
        external puppet-analyzer puppet puppet . Integer#
        external puppet-analyzer puppet puppet . each().
        external puppet-analyzer puppet puppet . file#
        external puppet-analyzer puppet puppet . file#content.
        external puppet-analyzer puppet puppet . notice().
        external puppet-analyzer puppet puppet . split().
        external puppet-analyzer puppet puppet . template()."#]].assert_eq(&lines.join("\n"));
}

#[test]
fn what_cannot_be_written_is_said() {
    let sandbox = Sandbox::new(&[("web/manifests/init.pp", "class web { }\n")]);
    for (arguments, message) in [
        (
            ["scip", "--output", "no/index.scip"],
            "cannot write no/index.scip: ",
        ),
        (["scip", "nowhere", "--"], "nowhere is no directory"),
    ] {
        let answer = sandbox.run(&arguments);
        assert_eq!(answer.status, 2, "{arguments:?}");
        assert!(answer.stderr.contains(message), "{}", answer.stderr);
    }
}

/// A module of Debian's, where it is installed.
const APACHE: &str = "/usr/share/puppet/modules/apache";

/// Every so many symbols, the places in the index are compared with those that an editor finds.
const SAMPLE: usize = 11;

#[test]
fn places_are_those_that_an_editor_finds() {
    if !Path::new(APACHE).join("metadata.json").exists() {
        return;
    }
    let sandbox = Sandbox::new(&[]);
    let index = index(Path::new(APACHE), &sandbox.path().join("index.scip"));
    let editor = Editor::open(Path::new(APACHE));
    let mut compared = 0;
    let mut different = Vec::new();
    for (symbol, places) in places(&index).into_iter().step_by(SAMPLE) {
        let defined = places.iter().find(|it| it.is_definition);
        let Some(defined) = defined else {
            continue;
        };
        // An editor finds nothing from where Ruby code declares an attribute.
        if defined.place.0.contains("lib/puppet/type/") {
            continue;
        }
        let found = editor.references(defined);
        let indexed: BTreeSet<Place> = places.into_iter().map(|it| it.place).collect();
        compared += indexed.len();
        let missing: Vec<_> = found.difference(&indexed).collect();
        let more: Vec<_> = indexed.difference(&found).collect();
        if !missing.is_empty() || !more.is_empty() {
            different.push(format!("{symbol}: missing {missing:?}, more {more:?}"));
        }
    }
    assert!(compared > 300, "{compared}");
    assert!(different.is_empty(), "{}", different.join("\n"));
}

/// A path, and the line and column in bytes where a name starts.
type Place = (String, u32, u32);

struct IndexedPlace {
    place: Place,
    is_definition: bool,
}

/// The places of each symbol that other files can name or, with its document, that they cannot.
fn places(index: &Index) -> BTreeMap<String, Vec<IndexedPlace>> {
    let mut places: BTreeMap<String, Vec<IndexedPlace>> = BTreeMap::new();
    for document in &index.documents {
        let path = &document.relative_path;
        for occurrence in &document.occurrences {
            let symbol = match occurrence.symbol.starts_with("local ") {
                true => format!("{path} {}", occurrence.symbol),
                false => occurrence.symbol.clone(),
            };
            let number = |index: usize| u32::try_from(occurrence.range[index]).expect("a number");
            places.entry(symbol).or_default().push(IndexedPlace {
                place: (path.clone(), number(0), number(1)),
                is_definition: is_definition(occurrence),
            });
        }
    }
    places
}

/// What an editor asks.
struct Editor {
    root: PathBuf,
    paths: Arc<PathInterner>,
    analysis: Analysis,
}

impl Editor {
    fn open(root: &Path) -> Self {
        let paths = Arc::<PathInterner>::default();
        let mut host = AnalysisHost::new(Arc::clone(&paths));
        let settings = ClientSettings::default();
        let folders = [root.to_owned()];
        let project = LoadedProject::read(&folders, &[], &[], &settings, LoadMode::Now);
        host.set_project(&project, &|_| false);
        Self {
            root: root.to_owned(),
            paths,
            analysis: host.analysis(),
        }
    }

    /// The places below the root that mean the same as a place of the index.
    fn references(&self, at: &IndexedPlace) -> BTreeSet<Place> {
        let (path, line, col) = &at.place;
        let file = FilePath::disk(self.root.join(path));
        let file = self.paths.lookup(&file).expect("a known file");
        let lines = LineIndex::new(&self.analysis.text(file).expect("a text"));
        let at = LineCol {
            line: *line,
            col: *col,
        };
        let offset = lines.offset(at, Column::Bytes).expect("a place");
        let found = self.analysis.references(FilePosition { file, offset });
        let found = found.expect("an answer").into_iter();
        let places = found.filter_map(|it| {
            let path = self.analysis.path(it.at.file);
            let path = Path::new(&*path).strip_prefix(&self.root).ok()?;
            let lines = LineIndex::new(&self.analysis.text(it.at.file).ok()?);
            let at = lines.line_col(it.at.range.start(), Column::Bytes);
            Some((path.display().to_string(), at.line, at.col))
        });
        places.collect()
    }
}
