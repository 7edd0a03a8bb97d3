//! Releases of modules on a Forge, by version 3 of its API, and their archives.

use std::time::Duration;

use md5::Md5;
use puppet_forge::{ForgeConnection, UNUSED_TEXTS};
use puppet_scalars::SemVer;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::archive;
use crate::module_writer::ModuleWriter;
use crate::requests::{directory_name, slug};
use crate::resolve::{ModuleNeed, ReleaseSource};

/// How long one answer may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// The largest page of releases, in bytes.
const LARGEST_PAGE: usize = 16 * 1024 * 1024;

/// The largest archive, in bytes.
const LARGEST_ARCHIVE: usize = 64 * 1024 * 1024;

/// The most pages of releases of one module.
const MOST_PAGES: usize = 10;

/// A release of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Release {
    /// `author-module`
    pub(crate) full_name: String,
    /// The name of the directory.
    pub(crate) module: String,
    pub(crate) version: SemVer,
    /// The modules that it needs.
    pub(crate) dependencies: Vec<ModuleNeed>,
    /// The path of the archive on the Forge.
    file: String,
    md5: Option<String>,
    sha256: Option<String>,
}

#[derive(Deserialize)]
struct PageAnswer {
    #[serde(default)]
    pagination: PaginationAnswer,
    results: Vec<ReleaseAnswer>,
}

#[derive(Deserialize, Default)]
struct PaginationAnswer {
    next: Option<String>,
}

#[derive(Deserialize)]
struct ReleaseAnswer {
    version: String,
    #[serde(default)]
    deleted_at: Option<String>,
    #[serde(default)]
    file_uri: Option<String>,
    #[serde(default)]
    file_md5: Option<String>,
    #[serde(default)]
    file_sha256: Option<String>,
    #[serde(default)]
    metadata: MetadataAnswer,
}

#[derive(Deserialize, Default)]
struct MetadataAnswer {
    #[serde(default)]
    dependencies: Vec<DependencyAnswer>,
}

#[derive(Deserialize)]
struct DependencyAnswer {
    name: String,
    #[serde(default)]
    version_requirement: Option<String>,
}

impl Release {
    /// A release without an archive.
    pub(crate) fn new(
        full_name: &str,
        version: &str,
        dependencies: Vec<ModuleNeed>,
    ) -> Option<Self> {
        Some(Self {
            full_name: full_name.to_owned(),
            module: directory_name(full_name).to_owned(),
            version: SemVer::parse(version).ok()?,
            dependencies,
            file: String::new(),
            md5: None,
            sha256: None,
        })
    }

    fn from_answer(full_name: &str, answer: ReleaseAnswer) -> Option<Self> {
        if answer.deleted_at.is_some() {
            return None;
        }
        let dependencies = answer.metadata.dependencies.into_iter();
        let dependencies =
            dependencies.filter_map(|it| Some((slug(&it.name)?, it.version_requirement)));
        Some(Self {
            file: answer.file_uri?,
            md5: answer.file_md5,
            sha256: answer.file_sha256,
            ..Self::new(full_name, &answer.version, dependencies.collect())?
        })
    }

    /// Compares an archive with the checksum of the release.
    fn verify(&self, archive: &[u8]) -> Result<(), String> {
        let (expected, found) = match (&self.sha256, &self.md5) {
            (Some(sha256), _) => (sha256, hex(&Sha256::digest(archive))),
            (None, Some(md5)) => (md5, hex(&Md5::digest(archive))),
            (None, None) => return Err("the Forge has no checksum of the archive".to_owned()),
        };
        match expected.eq_ignore_ascii_case(&found) {
            true => Ok(()),
            false => Err(format!(
                "the checksum of the archive is {found}, and should be {expected}"
            )),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The releases of a Forge.
pub(crate) struct ForgeReleases(ForgeConnection);

impl ForgeReleases {
    pub(crate) fn new(url: &str) -> Self {
        Self(ForgeConnection::new(url, PATIENCE))
    }

    /// Writes the files of a release.
    ///
    /// # Errors
    /// That there is no archive, that it is another one than it should be, or that its files cannot be written.
    pub(crate) fn download(
        &self,
        release: &Release,
        writer: &mut ModuleWriter,
    ) -> Result<(), String> {
        let archive = self.get(&release.file, LARGEST_ARCHIVE)?;
        let archive = archive.ok_or("the Forge does not have the archive")?;
        release.verify(&archive)?;
        archive::unpack_compressed(&archive, writer)
    }

    fn get(&self, path: &str, largest: usize) -> Result<Option<Vec<u8>>, String> {
        let answer = self.0.get(path, largest);
        answer.map_err(|error| format!("{}: {error}", self.0.url()))
    }
}

impl ReleaseSource for ForgeReleases {
    fn releases(&self, full_name: &str) -> Result<Vec<Release>, String> {
        let mut releases = Vec::new();
        let mut next = Some(format!(
            "/v3/releases?module={full_name}&limit=100&exclude_fields={UNUSED_TEXTS}"
        ));
        for _ in 0..MOST_PAGES {
            let Some(path) = next else {
                break;
            };
            let Some(text) = self.get(&path, LARGEST_PAGE)? else {
                break;
            };
            let page: PageAnswer = serde_json::from_slice(&text)
                .map_err(|error| format!("{} is no Forge: {error}", self.0.url()))?;
            let found = page.results.into_iter();
            releases.extend(found.filter_map(|it| Release::from_answer(full_name, it)));
            next = page.pagination.next;
        }
        Ok(releases)
    }
}
