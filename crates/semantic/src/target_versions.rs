//! The versions of Puppet and OpenVox that code is for.

use std::sync::Arc;

use puppet_db::{Db, File, Module};
use puppet_eval::PuppetVersion;
use puppet_project::metadata::Metadata;
use puppet_scalars::SemVerRange;

use crate::index::file_origin::{owner, settings};

pub use puppet_db::version_requirement::{Product, Requirement, Unsupported};

/// The versions that a file's code is for: what the settings say, else the metadata of its module; empty if nothing says.
pub fn targets(db: &dyn Db, file: File) -> Arc<[Requirement]> {
    let settings = settings(db, file);
    if !settings.target.is_empty() {
        return settings.target.as_slice().into();
    }
    match owner(db, file).and_then(|owner| owner.module) {
        Some(module) => required(db, module),
        None => Arc::from([]),
    }
}

/// Whether a file's code is for OpenVox alone.
#[must_use]
pub fn is_for_openvox(db: &dyn Db, file: File) -> bool {
    let targets = targets(db, file);
    !targets.is_empty() && targets.iter().all(|it| it.product == Product::OpenVox)
}

/// Whether one of the versions is Puppet 8 or later.
pub fn is_for_modern(targets: &[Requirement]) -> bool {
    let is_modern = |target: &Requirement| {
        let mut majors = [8, 9].into_iter();
        majors.any(|major| target.includes_series(major))
    };
    targets.iter().any(is_modern)
}

/// The oldest major version that a file's code is for, which allows the most; Puppet 7 if nothing says, or only older
/// versions are meant.
#[must_use]
pub fn oldest_target(db: &dyn Db, file: File) -> PuppetVersion {
    let targets = targets(db, file);
    match targets.iter().any(|it| it.includes_series(7)) || !is_for_modern(&targets) {
        true => PuppetVersion::V7,
        false => PuppetVersion::V8,
    }
}

/// What a module's metadata requires.
#[salsa::tracked(returns(clone))]
fn required(db: &dyn Db, module: Module) -> Arc<[Requirement]> {
    let Some(metadata) = module.metadata(db) else {
        return Arc::from([]);
    };
    let requirements = Metadata::parse(metadata.text(db)).requirements;
    let known = requirements.iter().filter_map(|requirement| {
        let product = Product::from_name(&requirement.name)?;
        let versions = requirement.version_requirement.as_deref().unwrap_or(">= 0");
        let versions = SemVerRange::parse(versions).ok()?;
        Some(Requirement { product, versions })
    });
    known.collect()
}
