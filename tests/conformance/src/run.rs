//! Runs cases on several threads: each with a deep stack, a bound on its time, and its panics caught.

use std::{
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use crate::{
    case::Case,
    kinds::{self, Answer},
    options::Options,
};

/// Bytes of stack for a thread that runs cases: what the threads of the product have.
const STACK: usize = 16 << 20;
/// How often the time of the running cases is looked at.
const TICK: Duration = Duration::from_millis(100);

/// A case with our answer and what is wrong with it.
#[derive(Debug)]
pub struct Verdict {
    /// The question.
    pub case: Arc<Case>,
    /// What we answered.
    pub answer: Answer,
    /// How that differs from Puppet's answer, in words; empty if the case passed.
    pub differences: Vec<String>,
}

/// Runs all cases; the verdicts are in the order of the cases.
pub fn all(cases: Vec<Case>, options: &Options) -> Vec<Verdict> {
    panic::set_hook(Box::new(|_| {}));
    let shared = Arc::new(Shared {
        cases: cases.into_iter().map(Arc::new).collect(),
        next: AtomicUsize::new(0),
    });
    let (results, inbox) = mpsc::channel();
    let mut workers: Vec<Worker> = (0..options.jobs())
        .filter_map(|_| Worker::start(&shared, &results))
        .collect();
    let limit = Duration::from_secs(options.limit);
    let mut verdicts: Vec<Option<Verdict>> = shared.cases.iter().map(|_| None).collect();
    let mut open = verdicts.len();
    while open > 0 && !workers.is_empty() {
        match inbox.recv_timeout(TICK) {
            Ok((index, verdict)) => open -= usize::from(store(&mut verdicts, index, verdict)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        for worker in &mut workers {
            if let Some(index) = worker.overdue(limit) {
                let verdict = Verdict::late(&shared.cases[index], limit);
                open -= usize::from(store(&mut verdicts, index, verdict));
                // The stuck thread cannot be ended: it is left behind, and another takes its place.
                if let Some(fresh) = Worker::start(&shared, &results) {
                    *worker = fresh;
                }
            }
        }
    }
    verdicts.into_iter().flatten().collect()
}

/// Keeps the first verdict on a case; true if it was the first.
fn store(verdicts: &mut [Option<Verdict>], index: usize, verdict: Verdict) -> bool {
    let first = verdicts[index].is_none();
    if first {
        verdicts[index] = Some(verdict);
    }
    first
}

struct Shared {
    cases: Vec<Arc<Case>>,
    next: AtomicUsize,
}

/// The case that a thread runs, and since when.
type Running = Arc<Mutex<Option<(usize, Instant)>>>;

struct Worker {
    running: Running,
}

impl Worker {
    fn start(shared: &Arc<Shared>, results: &Sender<(usize, Verdict)>) -> Option<Worker> {
        let running: Running = Arc::default();
        let (shared, results, mine) = (Arc::clone(shared), results.clone(), Arc::clone(&running));
        let work = move || {
            loop {
                let index = shared.next.fetch_add(1, Ordering::Relaxed);
                let Some(case) = shared.cases.get(index) else {
                    break;
                };
                set(&mine, Some((index, Instant::now())));
                let verdict = Verdict::on(case);
                set(&mine, None);
                if results.send((index, verdict)).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new()
            .stack_size(STACK)
            .spawn(work)
            .ok()
            .map(|_| Worker { running })
    }

    fn overdue(&self, limit: Duration) -> Option<usize> {
        let running = *self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running
            .filter(|(_, since)| since.elapsed() > limit)
            .map(|(index, _)| index)
    }
}

fn set(running: &Running, value: Option<(usize, Instant)>) {
    *running.lock().unwrap_or_else(PoisonError::into_inner) = value;
}

impl Verdict {
    /// Asks the kind of the case, and compares.
    fn on(case: &Arc<Case>) -> Verdict {
        let judged = panic::catch_unwind(AssertUnwindSafe(|| {
            let kind = kinds::find(case.asks());
            let answer = kind.map_or(Answer::NotImplemented, |kind| kind.answer(case));
            let differences = match (&answer, kind) {
                (Answer::Json(ours), Some(kind)) if case.kind == "seed" => {
                    kinds::seed::differences(kind, case, ours)
                }
                (Answer::Json(ours), Some(kind)) => kind.differences(case, ours),
                _ => vec!["not implemented".to_owned()],
            };
            (answer, differences)
        }));
        let (answer, differences) = judged.unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or_default();
            (Answer::NotImplemented, vec![format!("panic: {text}")])
        });
        Verdict {
            case: Arc::clone(case),
            answer,
            differences,
        }
    }

    fn late(case: &Arc<Case>, limit: Duration) -> Verdict {
        let differences = vec![format!("no answer within {} s", limit.as_secs())];
        Verdict {
            case: Arc::clone(case),
            answer: Answer::NotImplemented,
            differences,
        }
    }
}
