//! The scheduler: a fixed set of threads, two priorities, and queues that hold no snapshot.
//!
//! Jobs wait *without* a snapshot of the database and get one when a worker is free. A write therefore waits only for
//! the few jobs that run, and those unwind at their next query.

use crate::handlers::pending_request::RunOutcome;
use std::collections::{HashSet, VecDeque};
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender};
use puppet_vfs::FileId;

use crate::diagnostics_publisher::DiagnoseJob;
use crate::event::{Event, EventSender};
use crate::handlers::pending_request::PendingRequest;
use crate::handlers::retry_policy::Priority;
use crate::snapshot::Snapshot;
use crate::status::StatusReporter;
use crate::systems_job::SystemsJob;

/// Deeply nested code makes deep recursion.
const WORKER_STACK: usize = 16 * 1024 * 1024;

/// The most threads that prefetch; one processor at least is left to answers.
const MAX_PREFETCH_PARTS: usize = 2;

/// The most threads that help with the first diagnostics of a document.
const MAX_HELPERS: usize = 3;

/// How long diagnostics wait at most while requests are handled for which the user waits at the keyboard.
const LONGEST_HOLD: Duration = Duration::from_millis(10);

/// The number of a worker.
pub(crate) type WorkerId = usize;

enum Job {
    Read(PendingRequest),
    Diagnose(DiagnoseJob),
    /// Prefetches what requests about the whole workspace need: one `part` of so many `parts`.
    PrefetchWorkspace {
        part: usize,
        parts: NonZeroUsize,
    },
    /// Report the state of the server.
    Status(Arc<StatusReporter>),
    /// Check the modules of documents on the operating systems that they claim.
    Systems(SystemsJob),
    /// Read a document ahead, before it is known what it belongs to.
    Prefetch(FileId),
    /// Help with the first diagnostics of a document: one (`helper`) of so many `helpers`.
    Help {
        file: FileId,
        helper: usize,
        helpers: NonZeroUsize,
    },
}

impl Job {
    fn priority(&self) -> Priority {
        match self {
            Self::Read(read) => read.priority(),
            Self::Diagnose(job) => job.priority,
            Self::PrefetchWorkspace { .. }
            | Self::Status(_)
            | Self::Systems(_)
            | Self::Prefetch(_)
            | Self::Help { .. } => Priority::Background,
        }
    }

    /// Whether the user waits for the diagnostics of a document.
    fn is_diagnosis(&self) -> bool {
        match self {
            Self::Diagnose(job) => job.priority == Priority::Latency,
            Self::Help { .. } => true,
            Self::Read(_)
            | Self::PrefetchWorkspace { .. }
            | Self::Status(_)
            | Self::Systems(_)
            | Self::Prefetch(_) => false,
        }
    }
}

/// Owned by the main loop.
pub(crate) struct Scheduler {
    workers: Vec<Worker>,
    latency: VecDeque<Job>,
    background: VecDeque<Job>,
    ahead: VecDeque<FileId>,
    /// Until then diagnoses do not start beside answers.
    held_until: Option<Instant>,
    /// How many threads help with the first diagnostics of a document.
    helpers: Option<NonZeroUsize>,
    /// How many threads prefetch.
    prefetch_parts: NonZeroUsize,
}

struct Worker {
    jobs: Sender<(Job, Snapshot)>,
    running: Option<Running>,
}

#[derive(Clone, Copy)]
struct Running {
    priority: Priority,
    is_diagnosis: bool,
    /// It is a request for which the user waits.
    is_urgent: bool,
}

impl Scheduler {
    /// Starts the workers; they report to `events`.
    pub(crate) fn start(events: &EventSender) -> Self {
        let cores = thread::available_parallelism().map_or(4, NonZeroUsize::get);
        let count = cores.clamp(4, 8);
        let workers = (0..count)
            .filter_map(|id| start_worker(id, events.clone()))
            .collect();
        Self {
            workers,
            latency: VecDeque::new(),
            background: VecDeque::new(),
            ahead: VecDeque::new(),
            held_until: None,
            helpers: NonZeroUsize::new((cores - 1).min(MAX_HELPERS)),
            prefetch_parts: NonZeroUsize::new((cores - 1).min(MAX_PREFETCH_PARTS))
                .unwrap_or(NonZeroUsize::MIN),
        }
    }

    pub(crate) fn queue_read(&mut self, read: PendingRequest) {
        self.queue(Job::Read(read));
    }

    /// Queues diagnoses; waiting ones of the same files are replaced.
    pub(crate) fn queue_diagnoses(&mut self, jobs: Vec<DiagnoseJob>) {
        if jobs.is_empty() {
            return;
        }
        let files: HashSet<FileId> = jobs.iter().map(|job| job.file).collect();
        let is_other =
            |queued: &Job| !matches!(queued, Job::Diagnose(other) if files.contains(&other.file));
        self.latency.retain(is_other);
        self.background.retain(is_other);
        self.held_until = Some(Instant::now() + LONGEST_HOLD);
        for job in jobs {
            self.queue(Job::Diagnose(job));
        }
    }

    /// Queues help with the first diagnostics of a document.
    pub(crate) fn queue_help(&mut self, file: FileId) {
        let Some(helpers) = self.helpers else { return };
        for helper in 0..helpers.get() {
            self.queue(Job::Help {
                file,
                helper,
                helpers,
            });
        }
    }

    /// Queues the computing ahead.
    pub(crate) fn queue_prefetch_workspace(&mut self) {
        let parts = self.prefetch_parts;
        for part in 0..parts.get() {
            self.queue(Job::PrefetchWorkspace { part, parts });
        }
    }

    /// Queues a report of the state of the server.
    pub(crate) fn queue_status(&mut self, reporter: Arc<StatusReporter>) {
        self.queue(Job::Status(reporter));
    }

    /// Queues the checks of the modules of documents on the operating systems that they claim.
    pub(crate) fn queue_system_checks(&mut self, job: SystemsJob) {
        self.background
            .retain(|job| !matches!(job, Job::Systems(_)));
        self.queue(Job::Systems(job));
    }

    /// Queues a document that can be read before it is known what it belongs to.
    pub(crate) fn queue_prefetch(&mut self, file: FileId) {
        if !self.ahead.contains(&file) {
            self.ahead.push_back(file);
        }
    }

    fn queue(&mut self, job: Job) {
        match job.priority() {
            Priority::Latency => self.latency.push_back(job),
            Priority::Background => self.background.push_back(job),
        }
    }

    /// A worker has finished.
    pub(crate) fn idle(&mut self, worker: WorkerId) {
        if let Some(worker) = self.workers.get_mut(worker) {
            worker.running = None;
        }
    }

    /// Gives jobs to idle workers, each with a new snapshot. `edits` is how many edits have arrived: reads that are too
    /// old for them are answered here.
    pub(crate) fn dispatch(&mut self, edits: u64, snapshot: impl Fn() -> Snapshot) {
        // A request for the document reads it now.
        self.ahead.clear();
        while let Some(worker) = self.idle_worker()
            && let Some(job) = self.next_job(edits)
        {
            self.give(worker, job, snapshot());
        }
    }

    /// Gives idle workers what can be done before the modules and environments are known.
    pub(crate) fn dispatch_prefetch(&mut self, snapshot: impl Fn() -> Snapshot) {
        while let Some(worker) = self.idle_worker()
            && let Some(file) = self.ahead.pop_front()
        {
            self.give(worker, Job::Prefetch(file), snapshot());
        }
    }

    fn idle_worker(&self) -> Option<WorkerId> {
        let mut workers = self.workers.iter();
        workers.position(|worker| worker.running.is_none())
    }

    fn give(&mut self, worker: WorkerId, job: Job, snapshot: Snapshot) {
        let Some(worker) = self.workers.get_mut(worker) else {
            return;
        };
        worker.running = Some(Running {
            priority: job.priority(),
            is_diagnosis: job.is_diagnosis(),
            is_urgent: matches!(&job, Job::Read(read) if read.priority() == Priority::Latency),
        });
        if worker.jobs.send((job, snapshot)).is_err() {
            tracing::error!("a worker thread is gone");
        }
    }

    fn next_job(&mut self, edits: u64) -> Option<Job> {
        loop {
            let job = match self.next_latency() {
                Some(job) => job,
                None if self.may_start_background() => {
                    let next = self.background.front()?;
                    if matches!(
                        next,
                        Job::PrefetchWorkspace { .. } | Job::Status(_) | Job::Systems(_)
                    ) && self.is_diagnosing()
                    {
                        return None;
                    }
                    self.background.pop_front()?
                }
                None => return None,
            };
            match job {
                Job::Read(read) => {
                    if let Some(read) = read.retry(edits) {
                        return Some(Job::Read(read));
                    }
                }
                Job::Diagnose(_)
                | Job::PrefetchWorkspace { .. }
                | Job::Status(_)
                | Job::Systems(_)
                | Job::Prefetch(_)
                | Job::Help { .. } => return Some(job),
            }
        }
    }

    /// The next job that the user waits for. A diagnosis needs what requests after the same edit need, too, and would take
    /// their processor.
    fn next_latency(&mut self) -> Option<Job> {
        let holds = self.next_due().is_some() && self.is_answering();
        let mut jobs = self.latency.iter();
        let next = jobs.position(|job| !holds || !job.is_diagnosis())?;
        self.latency.remove(next)
    }

    /// When diagnoses start at the latest that wait for requests to be answered.
    pub(crate) fn next_due(&self) -> Option<Instant> {
        let until = self.held_until.filter(|until| *until > Instant::now())?;
        self.latency.iter().any(Job::is_diagnosis).then_some(until)
    }

    /// What the workers do.
    fn running(&self) -> impl Iterator<Item = Running> {
        self.workers.iter().filter_map(|worker| worker.running)
    }

    fn is_answering(&self) -> bool {
        self.running().any(|running| running.is_urgent)
    }

    /// Whether the user waits for diagnostics that are being computed: prefetching would take their processor.
    fn is_diagnosing(&self) -> bool {
        self.running().any(|running| running.is_diagnosis)
    }

    /// One worker is always left for those who wait at the keyboard.
    fn may_start_background(&self) -> bool {
        let busy = self
            .running()
            .filter(|running| running.priority == Priority::Background)
            .count();
        busy + 1 < self.workers.len()
    }
}

fn start_worker(id: WorkerId, events: EventSender) -> Option<Worker> {
    let (jobs, receiver) = crossbeam_channel::unbounded();
    let spawned = thread::Builder::new()
        .name(format!("worker-{id}"))
        .stack_size(WORKER_STACK)
        .spawn(move || work(id, &receiver, &events));
    match spawned {
        Ok(_) => Some(Worker {
            jobs,
            running: None,
        }),
        Err(error) => {
            tracing::error!("cannot start a worker thread: {error}");
            None
        }
    }
}

fn work(worker: WorkerId, jobs: &Receiver<(Job, Snapshot)>, events: &EventSender) {
    for (job, snapshot) in jobs {
        let mut interrupted = None;
        match job {
            Job::Read(mut read) => {
                let outcome = read.run(&snapshot);
                // A write waits for the snapshot, and must not wait for the client to read the response.
                drop(snapshot);
                match outcome {
                    RunOutcome::Answer(answer) => answer(),
                    RunOutcome::Interrupted => interrupted = Some(read),
                }
            }
            Job::PrefetchWorkspace { part, parts } => {
                let prefetched = panic::catch_unwind(AssertUnwindSafe(|| {
                    snapshot.analysis.prefetch_workspace(part, parts)
                }));
                drop(snapshot);
                let interrupted = matches!(prefetched, Ok(Err(_)));
                if interrupted && events.send(Event::PrefetchInterrupted).is_err() {
                    return;
                }
            }
            Job::Status(reporter) => {
                let reported = panic::catch_unwind(AssertUnwindSafe(|| reporter.run(&snapshot)));
                drop(snapshot);
                let interrupted = matches!(reported, Ok(Err(_)));
                if interrupted && events.send(Event::PrefetchInterrupted).is_err() {
                    return;
                }
            }
            Job::Systems(job) => {
                let checked = job.run(snapshot);
                if events.send(Event::SystemsChecked(checked)).is_err() {
                    return;
                }
            }
            Job::Prefetch(file) => {
                let read = || snapshot.analysis.prefetch(file);
                // A failure here happens again in the request that needs the result.
                let _ = panic::catch_unwind(AssertUnwindSafe(read));
                drop(snapshot);
            }
            Job::Help {
                file,
                helper,
                helpers,
            } => {
                let help = || {
                    snapshot
                        .analysis
                        .prefetch_diagnostics(file, helper, helpers)
                };
                // The same error occurs where the diagnostics are requested.
                let _ = panic::catch_unwind(AssertUnwindSafe(help));
                drop(snapshot);
            }
            Job::Diagnose(job) => {
                let diagnosed = job.run(&snapshot);
                let retired_trees = snapshot.analysis.retired_trees(job.file);
                drop(snapshot);
                if events.send(Event::Diagnosed(diagnosed)).is_err() {
                    return;
                }
                if let Some(retired_trees) = retired_trees {
                    retired_trees.clear();
                }
            }
        }
        if events
            .send(Event::Idle {
                worker,
                interrupted,
            })
            .is_err()
        {
            return;
        }
    }
}
