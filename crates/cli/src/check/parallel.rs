//! Checking many files on all processors.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use puppet_checks::{file_diagnostics, prefetch_diagnostics, prepare};
use puppet_db::RootDatabase;
use puppet_db::{File, FilePlace};
use puppet_diagnostics::Diagnostic;
use puppet_ide::STACK_SIZE;

use super::progress::Progress;

/// The last step on the diagnostics of a file, on the thread that computed them.
type Finish<'a> = &'a (dyn Fn(&RootDatabase, &mut [Diagnostic<FilePlace>]) + Sync);

/// The diagnostics of all files, in the order of the files.
pub fn check_all(
    db: &RootDatabase,
    files: &[File],
    finish: Finish<'_>,
) -> Vec<Diagnostic<FilePlace>> {
    let find = |db: &RootDatabase, file| {
        let mut diagnostics = file_diagnostics(db, file).to_vec();
        finish(db, &mut diagnostics);
        diagnostics
    };
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let (prepared, next) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let (sender, receiver) = mpsc::channel();
    let mut found: Vec<(usize, Vec<Diagnostic<FilePlace>>)> = Vec::with_capacity(files.len());
    thread::scope(|scope| {
        for thread in 0..threads.get() {
            let (sender, next, snapshot) = (sender.clone(), &next, db.snapshot());
            let (prepared, find) = (&prepared, &find);
            let work = move || {
                while let Some((_, file)) = take(prepared, files) {
                    prepare(&snapshot, file);
                }
                while let Some((index, file)) = take(next, files) {
                    let diagnostics = find(&snapshot, file);
                    if sender.send((index, diagnostics)).is_err() {
                        return;
                    }
                }
                // The last files may be long ones.
                for file in files.iter().rev().take(threads.get()) {
                    prefetch_diagnostics(&snapshot, *file, thread, threads);
                }
            };
            if thread::Builder::new()
                .stack_size(STACK_SIZE)
                .spawn_scoped(scope, work)
                .is_err()
            {
                // Without a thread of its own the work is done by those that could be started, or below.
                break;
            }
        }
        drop(sender);
        let mut progress = Progress::new(files.len());
        for done in receiver {
            found.push(done);
            progress.advance();
        }
    });
    while let Some((index, file)) = take(&next, files) {
        found.push((index, find(db, file)));
    }
    found.sort_unstable_by_key(|(index, _)| *index);
    found
        .into_iter()
        .flat_map(|(_, diagnostics)| diagnostics)
        .collect()
}

fn take(next: &AtomicUsize, files: &[File]) -> Option<(usize, File)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    files.get(index).map(|file| (index, *file))
}
