//! Files of the stub library: they are in the program, under paths that no disk has.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use puppet_db::{ContentSource, Contents, LazyContents};
use puppet_library::{Library, ModuleStubFile};

/// How the paths of such files start. No absolute path does.
const START: &str = "puppet-analyzer-stubs:";

/// A Ruby file that may define and declare anything (see the catalogue's words of functions that declare resources).
const ANYTHING: &str = "# create_resources\n";

/// How much of the versions that would do a stub knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coverage {
    /// All of them.
    Whole,
    /// All but those that are newer than its newest one.
    Open,
    /// Some of them.
    Partial,
}

impl Coverage {
    const ALL: [(Self, &str); 3] = [
        (Self::Whole, "whole"),
        (Self::Open, "open"),
        (Self::Partial, "partial"),
    ];
}

/// The directory of a module in the stub library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StubRoot {
    /// The name of the module, without its author.
    pub(crate) name: String,
    /// Its author.
    pub(crate) author: String,
    /// The families of versions that are meant.
    pub(crate) families: RangeInclusive<usize>,
    /// Which of the versions that are meant these are.
    pub(crate) coverage: Coverage,
}

impl StubRoot {
    /// `puppet-analyzer-stubs:/whole/4-5/puppetlabs/stdlib`
    pub(crate) fn path(&self) -> String {
        let kind = Coverage::ALL.iter().find(|(it, _)| *it == self.coverage);
        let kind = kind.map_or("", |(_, name)| name);
        let (first, last) = (self.families.start(), self.families.end());
        format!(
            "{START}/{kind}/{first}-{last}/{}/{}",
            self.author, self.name
        )
    }

    /// The directory of a path, and the path in it.
    fn of_path(path: &str) -> Option<(Self, &str)> {
        let mut parts = path.strip_prefix(START)?.strip_prefix('/')?.splitn(5, '/');
        let kind = parts.next()?;
        let coverage = Coverage::ALL.iter().find(|(_, name)| *name == kind)?.0;
        let (first, last) = parts.next()?.split_once('-')?;
        let families = first.parse().ok()?..=last.parse().ok()?;
        let author = parts.next()?.to_owned();
        let name = parts.next()?.to_owned();
        Some((
            Self {
                name,
                author,
                families,
                coverage,
            },
            parts.next()?,
        ))
    }

    /// Whether it has a file: of a module that is not known as a whole, only those with names that other modules do not
    /// have to ask for.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.coverage != Coverage::Partial || path.ends_with(".rb")
    }

    fn text(&self, file: ModuleStubFile) -> &'static str {
        let is_known = self.coverage != Coverage::Partial
            || file.path == "metadata.json"
            || file.path.starts_with("lib/facter/");
        match is_known {
            true => file.text,
            // A name that some version defines; how, depends on the version.
            false => ANYTHING,
        }
    }
}

/// The text of a file in the stub of a module.
pub(crate) fn text_of(root: &StubRoot, path: &str) -> Option<&'static str> {
    let files = Library
        .module_stub(&root.name, &root.author)?
        .files(&root.families);
    let file = files.into_iter().find(|file| file.path == path)?;
    Some(root.text(file))
}

/// The contents of a file of the stub library, if a path is that of one.
pub(crate) fn read(path: &Path) -> Option<LazyContents> {
    let (root, path) = StubRoot::of_path(path.to_str()?)?;
    let path = path.to_owned();
    Some(LazyContents::from_source(Arc::new(LazyFile { root, path })))
}

/// A file that is looked up on first access.
struct LazyFile {
    root: StubRoot,
    path: String,
}

impl ContentSource for LazyFile {
    fn read(&self) -> Contents {
        let text = text_of(&self.root, &self.path).unwrap_or_default();
        Contents {
            text: text.into(),
            problem: None,
        }
    }
}
