//! The supervisor: starts workers, collects their lines, and starts another where one broke or got stuck.

use std::{
    env,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};

use super::{Verdict, WorkerLine};
use crate::{
    case::Case,
    options::{ConformanceOptions, Share},
};

/// How often the time of the running cases is looked at.
const TICK: Duration = Duration::from_millis(100);

/// Runs all cases; the verdicts are in the order of the cases.
pub fn run(cases: Vec<Case>, options: &ConformanceOptions) -> Result<Vec<Verdict>> {
    let cases: Vec<Arc<Case>> = cases.into_iter().map(Arc::new).collect();
    let step = options.jobs().min(cases.len());
    let limit = Duration::from_secs(options.limit);
    let (events, inbox) = mpsc::channel();
    let mut verdicts: Vec<Option<Verdict>> = cases.iter().map(|_| None).collect();
    let start = |worker: usize| {
        CaseWorker::start(
            worker,
            Share {
                start: worker,
                step,
            },
            &events,
        )
    };
    let mut workers = (0..step).map(start).collect::<Result<Vec<CaseWorker>>>()?;
    while workers
        .iter()
        .any(|worker| worker.share.start < cases.len())
    {
        match inbox.recv_timeout(TICK) {
            Ok((worker, WorkerEvent::Line(line))) => {
                let Some(worker) = workers.get_mut(worker) else {
                    continue;
                };
                worker.share.start = line.index + step;
                worker.since = Instant::now();
                if let (Some(case), Some(place)) =
                    (cases.get(line.index), verdicts.get_mut(line.index))
                {
                    *place = Some(Verdict::of(case, line));
                }
            }
            Ok((number, WorkerEvent::Ended)) => {
                let Some(worker) = workers.get_mut(number) else {
                    continue;
                };
                let index = worker.share.start;
                let (Some(case), Some(place)) = (cases.get(index), verdicts.get_mut(index)) else {
                    continue;
                };
                *place = Some(Verdict::broken(case, &worker.how_it_ended(options.limit)));
                let rest = Share {
                    start: index + step,
                    step,
                };
                *worker = CaseWorker::start(number, rest, &events)?;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        for worker in workers
            .iter_mut()
            .filter(|worker| worker.since.elapsed() > limit)
        {
            worker.stop();
        }
    }
    Ok(verdicts.into_iter().flatten().collect())
}

enum WorkerEvent {
    Line(WorkerLine),
    Ended,
}

struct CaseWorker {
    child: Child,
    /// The case that it is at, and the distance to its next one.
    share: Share,
    /// When it began that case.
    since: Instant,
    is_late: bool,
}

impl CaseWorker {
    /// Starts a worker on the rest of a share; its lines come with `number`.
    fn start(
        number: usize,
        share: Share,
        events: &Sender<(usize, WorkerEvent)>,
    ) -> Result<CaseWorker> {
        let mut command = Command::new(env::current_exe().context("where is this program?")?);
        command
            .args(env::args_os().skip(1))
            .args(["--share", &share.to_string()]);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().context("cannot start a worker")?;
        let output = child.stdout.take().context("a worker has no output")?;
        let events = events.clone();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            for line in lines.filter_map(|line| serde_json::from_str(&line).ok()) {
                if events.send((number, WorkerEvent::Line(line))).is_err() {
                    return;
                }
            }
            let _ = events.send((number, WorkerEvent::Ended));
        });
        // Reading the cases is no case's time.
        let since = Instant::now() + Duration::from_secs(20);
        Ok(CaseWorker {
            child,
            share,
            since,
            is_late: false,
        })
    }

    /// Ends a worker that is stuck in a case.
    fn stop(&mut self) {
        self.is_late = true;
        self.since = Instant::now() + Duration::from_secs(60);
        let _ = self.child.kill();
    }

    fn how_it_ended(&mut self, limit: u64) -> String {
        let status = self
            .child
            .wait()
            .map_or_else(|error| error.to_string(), |status| status.to_string());
        if self.is_late {
            format!("no answer within {limit} s")
        } else {
            format!("the process broke: {status}")
        }
    }
}
