//! Files of the stub library: they are in the program, under paths that no disk has.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use puppet_db::{Contents, LazyContents, Source};
use puppet_library::{Library, ModuleStubFile};

/// How the paths of such files start. No absolute path does.
const START: &str = "puppet-analyzer-stubs:";

/// A Ruby file that may define and declare anything (see the catalogue's words of functions that declare resources).
const ANYTHING: &str = "# create_resources\n";

/// How a stub is called whose files are not those of all versions that would do.
const PARTIAL: &str = "partial";
const WHOLE: &str = "whole";

/// The directory of a module in the stub library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StubRoot {
    /// The name of the module, without its author.
    pub(crate) name: String,
    /// Its author.
    pub(crate) author: String,
    /// The families of versions that are meant.
    pub(crate) families: RangeInclusive<usize>,
    /// No other versions are meant.
    pub(crate) is_whole: bool,
}

impl StubRoot {
    /// `puppet-analyzer-stubs:/whole/4-5/puppetlabs/stdlib`
    pub(crate) fn path(&self) -> String {
        let kind = if self.is_whole { WHOLE } else { PARTIAL };
        let (first, last) = (self.families.start(), self.families.end());
        format!(
            "{START}/{kind}/{first}-{last}/{}/{}",
            self.author, self.name
        )
    }

    /// The directory of a path, and the path in it.
    fn of_path(path: &str) -> Option<(Self, &str)> {
        let mut parts = path.strip_prefix(START)?.strip_prefix('/')?.splitn(5, '/');
        let is_whole = parts.next()? == WHOLE;
        let (first, last) = parts.next()?.split_once('-')?;
        let families = first.parse().ok()?..=last.parse().ok()?;
        let author = parts.next()?.to_owned();
        let name = parts.next()?.to_owned();
        Some((
            Self {
                name,
                author,
                families,
                is_whole,
            },
            parts.next()?,
        ))
    }

    /// Whether it has a file: of a module that is not known as a whole, only those with names that other modules do not
    /// have to ask for.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.is_whole || path.ends_with(".rb")
    }

    fn text(&self, file: ModuleStubFile) -> &'static str {
        match self.is_whole || file.path == "metadata.json" || file.path.starts_with("lib/facter/")
        {
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
    Some(LazyContents::from_source(Arc::new(StubFile { root, path })))
}

/// A file that is looked up on first access.
struct StubFile {
    root: StubRoot,
    path: String,
}

impl Source for StubFile {
    fn read(&self) -> Contents {
        let text = text_of(&self.root, &self.path).unwrap_or_default();
        Contents {
            text: text.into(),
            problem: None,
        }
    }
}
