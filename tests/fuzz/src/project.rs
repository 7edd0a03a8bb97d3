//! A small project in memory.

use std::path::PathBuf;

use puppet_checks::file_diagnostics;
use puppet_db::{File, FilePlace, RootDatabase};
use puppet_diagnostics::Diagnostic;
use puppet_project::discover::{DiscoveryOptions, discover};
use puppet_project::fs::Memory;
use puppet_project::{ProjectInputs, ProjectModel};

/// What stands around the text that is looked at: a control repository with a module `web` and its data.
const AROUND: &[(&str, &str)] = &[
    ("environment.conf", "modulepath = modules\n"),
    (
        "hiera.yaml",
        "version: 5\nhierarchy:\n  - name: all\n    path: common.yaml\n",
    ),
    ("data/common.yaml", "web::port: 80\n"),
    ("manifests/site.pp", "node default {\n  include web\n}\n"),
    (
        "modules/web/metadata.json",
        "{\"name\": \"me-web\", \"version\": \"1.0.0\", \"dependencies\": []}",
    ),
    (
        "modules/web/manifests/init.pp",
        "class web(Integer $port = 1, Optional[String] $name = undef) {\n  file { '/a':\n    content => template('web/a.erb'),\n  }\n  notice(web::add(1))\n}\n",
    ),
    (
        "modules/web/manifests/site.pp",
        "define web::site($x, Web::Port $port = 1) { notice($x) }\n",
    ),
    (
        "modules/web/types/port.pp",
        "type Web::Port = Integer[1, 65535]\n",
    ),
    ("modules/web/templates/a.erb", "<%= @port %>\n"),
    (
        "modules/web/templates/a.epp",
        "<%- | Integer $port | -%>\n<%= $port %>\n",
    ),
    (
        "modules/web/lib/puppet/functions/web/add.rb",
        "Puppet::Functions.create_function(:'web::add') do\n  dispatch :add do\n    param 'Integer', :a\n  end\nend\n",
    ),
    (
        "modules/web/lib/puppet/type/site.rb",
        "Puppet::Type.newtype(:site) do\n  newparam(:name)\nend\n",
    ),
];

/// The files that a text may be, besides those above.
const OTHERS: &[&str] = &[
    "Puppetfile",
    ".fixtures.yml",
    "puppet-analyzer.toml",
    "modules/web/hiera.yaml",
    "modules/web/lib/facter/web.rb",
    "modules/web/plans/init.pp",
    "modules/web/tasks/init.json",
    "modules/web/spec/classes/web_spec.rb",
];

/// The project with one text in it, and its files.
pub struct Project {
    /// The database.
    pub db: RootDatabase,
    /// Its files.
    pub inputs: ProjectInputs,
    /// What was found.
    pub model: ProjectModel,
}

impl Project {
    /// The project in which the file at a path has a text.
    pub fn with_file(path: &str, text: &str) -> Self {
        let mut files: Memory = AROUND
            .iter()
            .map(|(path, text)| (format!("/p/{path}"), *text))
            .collect();
        files.insert(format!("/p/{path}"), text);
        let model = discover(&files, &[PathBuf::from("/p")], &DiscoveryOptions::default());
        let mut db = RootDatabase::default();
        let mut inputs = ProjectInputs::default();
        inputs.apply(&mut db, &files, &model);
        Self { db, inputs, model }
    }

    /// All files.
    pub fn files(&self) -> Vec<File> {
        self.inputs.files().map(|(_, file)| file).collect()
    }

    /// The diagnostics of all files. The places of each are in a text.
    pub fn diagnostics(&self) -> Vec<Diagnostic<FilePlace>> {
        let files = self.files();
        let all = files
            .iter()
            .flat_map(|file| file_diagnostics(&self.db, *file));
        all.cloned()
            .inspect(|it| assert_in_text(&self.db, &it.place))
            .collect()
    }
}

fn assert_in_text(db: &RootDatabase, place: &FilePlace) {
    let text = place.file.text(db);
    let range = std::ops::Range::<usize>::from(place.range);
    assert!(
        text.get(range).is_some(),
        "{:?} is no place in {text:?}",
        place.range
    );
}

/// The path that a number stands for.
pub fn path(number: u8) -> &'static str {
    let paths = AROUND.iter().map(|it| it.0).chain(OTHERS.iter().copied());
    let paths: Vec<&str> = paths.collect();
    paths[usize::from(number) % paths.len()]
}
