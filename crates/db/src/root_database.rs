//! The database.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::check_settings::Settings;
use crate::{Db, Environment, ReparseCache, Workspace};

/// The database: owns every input and all results computed from them.
///
/// It is not `Clone`: a write waits until all snapshots are gone, so that a forgotten one would hang its owner. To
/// read on another thread, take a [`RootDatabase::snapshot`], send it there, and drop it when done.
#[salsa::db]
pub struct RootDatabase {
    storage: salsa::Storage<Self>,
    recent: ReparseCache,
    name_searches: Arc<AtomicUsize>,
}

#[salsa::db]
impl salsa::Database for RootDatabase {}

#[salsa::db]
impl Db for RootDatabase {
    fn recent_parses(&self) -> Option<&ReparseCache> {
        Some(&self.recent)
    }

    fn count_name_search(&self) -> usize {
        self.name_searches.fetch_add(1, Ordering::Relaxed) + 1
    }
}

impl Default for RootDatabase {
    fn default() -> Self {
        Self::with_storage(salsa::Storage::default())
    }
}

impl RootDatabase {
    /// An empty database that reports what it does: which queries it runs, and which results it uses again.
    pub fn with_events(on_event: impl Fn(salsa::Event) + Send + Sync + 'static) -> Self {
        Self::with_storage(salsa::Storage::new(Some(Box::new(on_event))))
    }

    /// Says whether the type of every assignment is told.
    pub fn set_reveal(&mut self, reveal: bool) {
        use salsa::Setter as _;
        self.settings().set_reveal(self).to(reveal);
    }

    /// Sets whether the diagnostics of most files will be requested. They are the same either way, but not as quick.
    pub fn set_expects_all(&mut self, expects_all: bool) {
        use salsa::Setter as _;
        if self.settings().expects_all(self) != expects_all {
            self.settings().set_expects_all(self).to(expects_all);
        }
    }

    fn settings(&self) -> Settings {
        Settings::get(self)
    }

    fn with_storage(storage: salsa::Storage<Self>) -> Self {
        let db = Self {
            storage,
            recent: ReparseCache::default(),
            name_searches: Arc::default(),
        };
        Workspace::new(&db, Arc::from([]));
        Settings::new(&db, false, false);
        db
    }

    /// A second handle to the same data, for reading on another thread. A write waits until it is dropped, and makes
    /// queries on it unwind with [`salsa::Cancelled`].
    pub fn snapshot(&self) -> Self {
        Self {
            storage: self.storage.clone(),
            recent: self.recent.clone(),
            name_searches: Arc::clone(&self.name_searches),
        }
    }

    /// The environments that are open.
    pub fn environments(&self) -> Arc<[Environment]> {
        Workspace::get(self).environments(self).clone()
    }

    /// Says which environments are open.
    pub fn set_environments(&mut self, environments: Arc<[Environment]>) {
        use salsa::Setter as _;
        Workspace::get(self).set_environments(self).to(environments);
    }
}

#[cfg(test)]
mod tests {
    use salsa::Setter as _;

    use super::*;
    use crate::{File, FileKind};

    #[test]
    fn a_snapshot_sees_the_state_of_its_moment() {
        let mut db = RootDatabase::default();
        let file = File::new(
            &db,
            "/x.pp".into(),
            FileKind::Manifest,
            "1".into(),
            "1".into(),
        );
        let snapshot = db.snapshot();
        assert_eq!(&**file.text(&snapshot), "1");
        drop(snapshot);
        file.set_text_in(&mut db).to("2".into());
        assert_eq!(&**file.text(&db.snapshot()), "2");
    }
}
