//! Cache of the Forge's responses, in memory and on disk.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{fs, io};

use puppet_ide::{Forge, ForgeModule, ForgeRequest};
use puppet_vfs::atomic_write;
use serde::{Deserialize, Serialize};

use crate::forge::api::Module;
use crate::forge::http::ForgeResponse;
use puppet_ide::cache_dir;

/// The age at which a response is requested again, in seconds.
const FRESH: u64 = 24 * 60 * 60;

/// The age at which a response is dropped, in seconds. Until then it is shown while a newer one is requested.
const MAX_AGE: u64 = 30 * FRESH;

/// The maximum number of modules, and of searches.
const MAX_ENTRIES: usize = 2000;

/// The maximum size of the cache file, in bytes; a larger file is ignored.
const MAX_FILE_SIZE: u64 = 64 * 1024 * 1024;

/// Responses with the time at which they arrived.
#[derive(Debug, Default, Serialize, Deserialize)]
struct CacheEntry {
    modules: BTreeMap<String, Timestamped<Option<Module>>>,
    searches: BTreeMap<String, Timestamped<bool>>,
}

/// A response with its time, in seconds since 1970.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Timestamped<T> {
    at: u64,
    response: T,
}

/// The responses of the Forge at one address.
#[derive(Debug)]
pub(super) struct Cache {
    kept: CacheEntry,
    /// The same as a snapshot for readers.
    known: Arc<Forge>,
    /// Where it is on disk.
    path: Option<PathBuf>,
}

impl Cache {
    /// Reads what the user's disk has.
    pub(super) fn read(url: &str) -> Self {
        Self::read_from(cache_dir::folder().map(|folder| folder.join(file_name(url))))
    }

    /// Reads what a file has; without one, nothing is kept on disk.
    pub(super) fn read_from(path: Option<PathBuf>) -> Self {
        let mut kept = path.as_deref().and_then(read).unwrap_or_default();
        kept.forget(now());
        let mut known = Forge::default();
        for (name, module) in &kept.modules {
            add_module(&mut known, name, module.response.as_ref());
        }
        for (letters, search) in &kept.searches {
            known.add_search(letters.clone(), search.response);
        }
        Self {
            kept,
            known: Arc::new(known),
            path,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.kept.modules.is_empty() && self.kept.searches.is_empty()
    }

    /// What is known.
    pub(super) fn answers(&self) -> Arc<Forge> {
        Arc::clone(&self.known)
    }

    /// Whether there is an answer that is still good.
    pub(super) fn has(&self, question: &ForgeRequest) -> bool {
        let now = now();
        match question {
            ForgeRequest::Module(name) => {
                let kept = self.kept.modules.get(name);
                let is_good = kept.is_some_and(|it| it.is_younger(FRESH, now));
                is_good && self.known.has_answered(question)
            }
            ForgeRequest::Search(letters) => {
                let kept = self.kept.searches.iter();
                let mut good = kept.filter(|(_, it)| it.is_younger(FRESH, now));
                good.any(|(asked, it)| {
                    asked == letters || it.response && Forge::includes(asked, letters)
                })
            }
        }
    }

    /// Keeps an answer.
    pub(super) fn add(&mut self, question: &ForgeRequest, answer: ForgeResponse) {
        let at = now();
        let known = Arc::make_mut(&mut self.known);
        let (found, is_all) = match answer {
            ForgeResponse::Found(found, is_all) => (found, is_all),
            ForgeResponse::Nothing => (Vec::new(), true),
        };
        match question {
            ForgeRequest::Search(letters) => {
                let search = Timestamped {
                    at,
                    response: is_all,
                };
                self.kept.searches.insert(letters.clone(), search);
                known.add_search(letters.clone(), is_all);
            }
            // What has another name is no answer.
            ForgeRequest::Module(name) => {
                add_module(known, name, None);
                let response = Timestamped { at, response: None };
                self.kept.modules.insert(name.clone(), response);
            }
        }
        let is_whole = matches!(question, ForgeRequest::Module(_));
        for mut module in found {
            let name = module.name();
            match self
                .kept
                .modules
                .get(&name)
                .and_then(|it| it.response.as_ref())
            {
                Some(kept) => module.keep_releases(kept),
                None if is_whole => module.name_release(),
                None => {}
            }
            add_module(known, &name, Some(&module));
            let response = Some(module);
            self.kept.modules.insert(name, Timestamped { at, response });
        }
    }

    /// Writes everything to disk, with what others have written meanwhile.
    pub(super) fn write(&mut self) {
        let Some(path) = &self.path else { return };
        if let Some(other) = read(path) {
            self.kept.join(other);
        }
        self.kept.forget(now());
        if let Err(error) = write(path, &self.kept) {
            tracing::debug!("{} is not written: {error}", path.display());
        }
    }
}

impl<T> Timestamped<T> {
    /// What comes from the future is as old as it gets: the clock was wrong.
    fn is_younger(&self, age: u64, now: u64) -> bool {
        now.checked_sub(self.at).is_some_and(|it| it < age)
    }
}

impl CacheEntry {
    /// Takes what is younger in another one.
    fn join(&mut self, other: Self) {
        fn join<T>(
            own: &mut BTreeMap<String, Timestamped<T>>,
            other: BTreeMap<String, Timestamped<T>>,
        ) {
            for (key, there) in other {
                if own.get(&key).is_none_or(|here| here.at < there.at) {
                    own.insert(key, there);
                }
            }
        }
        join(&mut self.modules, other.modules);
        join(&mut self.searches, other.searches);
    }

    /// Forgets what is old, and of too many the oldest.
    fn forget(&mut self, now: u64) {
        fn forget<T>(all: &mut BTreeMap<String, Timestamped<T>>, now: u64) {
            all.retain(|_, it| it.is_younger(MAX_AGE, now));
            let mut times: Vec<u64> = all.values().map(|it| it.at).collect();
            if let Some(surplus) = times.len().checked_sub(MAX_ENTRIES).filter(|it| *it > 0) {
                let (_, last, _) = times.select_nth_unstable(surplus - 1);
                let last = *last;
                let mut surplus = surplus;
                all.retain(|_, it| {
                    let goes = surplus > 0 && it.at <= last;
                    surplus -= usize::from(goes);
                    !goes
                });
            }
        }
        forget(&mut self.modules, now);
        forget(&mut self.searches, now);
    }
}

/// Says what is known of a module.
fn add_module(known: &mut Forge, name: &str, module: Option<&Module>) {
    match module {
        Some(module) => known.add(ForgeModule::from(module)),
        None => known.add_missing(name.to_owned()),
    }
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

/// The file for a Forge.
fn file_name(url: &str) -> String {
    let mut hasher = DefaultHasher::new();
    url.hash(&mut hasher);
    format!("forge-{:016x}.json", hasher.finish())
}

/// Reads a file that any program may have written.
fn read(path: &Path) -> Option<CacheEntry> {
    let size = fs::metadata(path).ok()?.len();
    let text = fs::read(path).ok().filter(|_| size <= MAX_FILE_SIZE)?;
    serde_json::from_slice(&text).ok()
}

fn write(path: &Path, kept: &CacheEntry) -> io::Result<()> {
    atomic_write::create(path, &serde_json::to_vec(kept)?)
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    fn module(name: &str) -> Module {
        let text = format!(
            r#"{{"slug": "{name}", "current_release": {{"version": "1.0.0"}}, "releases": [{{"version": "1.0.0"}}]}}"#
        );
        serde_json::from_str(&text).expect("a module")
    }

    fn asked(name: &str) -> ForgeRequest {
        ForgeRequest::Module(name.to_owned())
    }

    fn search(letters: &str) -> ForgeRequest {
        ForgeRequest::Search(letters.to_owned())
    }

    /// A file in a folder of its own.
    fn place(name: &str) -> PathBuf {
        let folder = env::temp_dir().join(format!("puppet-analyzer-{name}-{}", process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder.join("forge.json")
    }

    #[test]
    fn answers_are_kept_on_disk() {
        let path = place("kept");
        let mut cache = Cache::read_from(Some(path.clone()));
        assert!(!cache.has(&asked("me-web")));
        cache.add(
            &asked("me-web"),
            ForgeResponse::Found(vec![module("me-web")], true),
        );
        cache.add(&asked("me-gone"), ForgeResponse::Nothing);
        cache.add(
            &search("me-w"),
            ForgeResponse::Found(vec![module("me-wax")], true),
        );
        cache.write();
        // Another server has written meanwhile.
        let mut other = Cache::read_from(Some(path.clone()));
        cache.add(&asked("me-x"), ForgeResponse::Nothing);
        cache.write();
        other.write();
        let read = Cache::read_from(Some(path.clone()));
        for question in [
            asked("me-web"),
            asked("me-gone"),
            asked("me-x"),
            search("me-w"),
            search("me-wa"),
        ] {
            assert!(read.has(&question), "{question:?}");
        }
        assert!(!read.has(&search("me-")));
        assert!(read.answers().module("me-wax").is_some());
        let files = fs::read_dir(path.parent().expect("a folder")).expect("a folder");
        assert_eq!(files.count(), 1);
        for broken in [
            "",
            "{",
            "[]",
            "{\"modules\": {\"a-b\": 1}, \"searches\": {}}",
        ] {
            fs::write(&path, broken).expect("a file");
            assert!(!Cache::read_from(Some(path.clone())).has(&asked("me-web")));
        }
        let _ = fs::remove_dir_all(path.parent().expect("a folder"));
    }

    #[test]
    fn what_is_old_is_asked_again_and_known_until_then() {
        let mut cache = Cache::read_from(None);
        cache.add(
            &asked("me-web"),
            ForgeResponse::Found(vec![module("me-web")], true),
        );
        let now = now();
        for (at, is_good, is_kept) in [
            (now, true, true),
            (now - FRESH, false, true),
            (now - MAX_AGE, false, false),
            (now + FRESH, false, false),
        ] {
            let kept = cache.kept.modules.get_mut("me-web").expect("a module");
            kept.at = at;
            let age = kept.clone();
            assert_eq!(cache.has(&asked("me-web")), is_good, "{at}");
            cache.kept.forget(now);
            assert_eq!(cache.kept.modules.contains_key("me-web"), is_kept, "{at}");
            cache.kept.modules.insert("me-web".to_owned(), age);
        }
    }

    #[test]
    fn of_too_many_the_oldest_are_forgotten() {
        let mut kept = CacheEntry::default();
        for at in 1..=MAX_ENTRIES as u64 + 10 {
            let response = Timestamped { at, response: true };
            kept.searches.insert(format!("me-{at}"), response);
        }
        kept.forget(MAX_ENTRIES as u64 + 10);
        assert_eq!(kept.searches.len(), MAX_ENTRIES);
        assert!(kept.searches.values().all(|it| it.at > 10));
    }

    #[test]
    fn no_answer_makes_the_same_question_necessary_again() {
        let answers = [
            r#"{"slug": "me-web", "current_release": {"version": "1.0.0"}}"#,
            r#"{"slug": "me/web", "current_release": null, "releases": []}"#,
            r#"{"slug": "Me-Web", "current_release": {"version": "1.0.0"}, "releases": []}"#,
            r#"{"slug": "no name"}"#,
        ];
        for answer in answers {
            let mut cache = Cache::read_from(None);
            let module = serde_json::from_str(answer).expect("a module");
            cache.add(&asked("me-web"), ForgeResponse::Found(vec![module], true));
            assert!(cache.has(&asked("me-web")), "{answer}");
        }
    }

    #[test]
    fn a_search_leaves_the_versions() {
        let mut cache = Cache::read_from(None);
        cache.add(
            &asked("me-web"),
            ForgeResponse::Found(vec![module("me-web")], true),
        );
        let found = serde_json::from_str(
            r#"{"slug": "me-web", "downloads": 3, "current_release": {"version": "1.0.0"}}"#,
        );
        let found = ForgeResponse::Found(vec![found.expect("a module")], true);
        cache.add(&search("web"), found);
        let known = cache.answers();
        let module = known.module("me-web").expect("a module");
        assert_eq!((module.downloads, module.versions.is_some()), (3, true));
    }
}
