//! The fetcher: schedules requests to the Forge.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError};
use puppet_ide::ForgeRequest;

use crate::event::{Event, EventSender};
use crate::forge::ForgeUpdate;
use crate::forge::cache::Cache;
use crate::forge::http::HttpClient;

/// How long the user must not type before something is asked.
const PAUSE: Duration = Duration::from_millis(120);

/// How long what is typed without a pause is put off at most.
const LONGEST_PAUSE: Duration = Duration::from_millis(600);

/// How often others are told at most while many requests are asked.
const TOLD_AFTER: Duration = Duration::from_millis(500);

/// How long nothing is asked when there was no answer; twice as long each time.
const SILENCE: Duration = Duration::from_secs(15);

/// How long nothing is asked at most.
const LONGEST_SILENCE: Duration = Duration::from_secs(15 * 60);

/// The most requests that wait.
const MOST_OPEN: usize = 200;

pub(super) struct FetchWorker {
    url: String,
    questions: Receiver<Vec<ForgeRequest>>,
    events: EventSender,
    cache: Cache,
    /// What is to be asked, in this order; at most one search.
    open: Vec<ForgeRequest>,
    /// Since when there are responses that were not delivered yet.
    news: Option<Instant>,
    /// Not only searches are among them.
    is_metadata_file: bool,
    silence: Backoff,
}

/// When there was no answer, it is not requested again at once.
#[derive(Debug, Default)]
struct Backoff {
    until: Option<Instant>,
    failures: u32,
}

impl Backoff {
    fn is_over(&self, now: Instant) -> bool {
        self.until.is_none_or(|until| until <= now)
    }

    fn failed(&mut self, now: Instant) {
        let longer = SILENCE.saturating_mul(2_u32.saturating_pow(self.failures));
        self.until = Some(now + longer.min(LONGEST_SILENCE));
        self.failures = self.failures.saturating_add(1);
    }
}

impl FetchWorker {
    pub(super) fn new(
        url: String,
        questions: Receiver<Vec<ForgeRequest>>,
        events: EventSender,
    ) -> Self {
        let cache = Cache::read(&url);
        Self {
            is_metadata_file: !cache.is_empty(),
            cache,
            url,
            questions,
            events,
            open: Vec::new(),
            news: None,
            silence: Backoff::default(),
        }
    }

    /// Runs until the channel of requests is closed.
    pub(super) fn run(mut self, network: &HttpClient) {
        if self.is_metadata_file {
            self.tell();
        }
        while self.wait() {
            if self.open.is_empty() {
                continue;
            }
            let question = self.open.remove(0);
            self.ask(network, &question);
            let is_old = self.news.is_some_and(|since| since.elapsed() > TOLD_AFTER);
            let is_search = matches!(question, ForgeRequest::Search(_));
            if self.news.is_some() && (self.open.is_empty() || is_old || is_search) {
                self.tell();
                self.cache.write();
            }
        }
    }

    /// Waits for requests, and then for a pause in the typing. Returns false when the channel is closed.
    fn wait(&mut self) -> bool {
        if self.open.is_empty() {
            match self.questions.recv() {
                Ok(questions) => self.take(questions),
                Err(_) => return false,
            }
        } else {
            // Only who types is waited for.
            let arrived: Vec<_> = self.questions.try_iter().collect();
            arrived.into_iter().for_each(|it| self.take(it));
            if !matches!(self.open.first(), Some(ForgeRequest::Search(_))) {
                return true;
            }
        }
        let end = Instant::now() + LONGEST_PAUSE;
        loop {
            match self
                .questions
                .recv_deadline(end.min(Instant::now() + PAUSE))
            {
                Ok(questions) => self.take(questions),
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
            if Instant::now() >= end {
                return true;
            }
        }
    }

    /// Queues requests. Searches from before the last letter are dropped.
    fn take(&mut self, questions: Vec<ForgeRequest>) {
        if !self.silence.is_over(Instant::now()) {
            return;
        }
        for question in questions {
            if self.cache.has(&question) || self.open.contains(&question) {
                continue;
            }
            if matches!(question, ForgeRequest::Search(_)) {
                let is_search = |it: &ForgeRequest| matches!(it, ForgeRequest::Search(_));
                self.open.retain(|it| !is_search(it));
                self.open.insert(0, question);
            } else if self.open.len() < MOST_OPEN {
                self.open.push(question);
            }
        }
    }

    fn ask(&mut self, network: &HttpClient, question: &ForgeRequest) {
        match network.ask(question) {
            Ok(answer) => {
                self.silence = Backoff::default();
                self.cache.add(question, answer);
                self.news.get_or_insert_with(Instant::now);
                self.is_metadata_file |= matches!(question, ForgeRequest::Module(_));
            }
            Err(reason) => {
                match self.silence.failures {
                    0 => tracing::warn!("the Forge at {} does not answer: {reason}", self.url),
                    _ => tracing::debug!("the Forge does not answer: {reason}"),
                }
                self.silence.failed(Instant::now());
                self.open.clear();
            }
        }
    }

    /// Tells what is known now.
    fn tell(&mut self) {
        self.news = None;
        let news = ForgeUpdate {
            url: self.url.clone(),
            known: self.cache.answers(),
            is_metadata_file: std::mem::take(&mut self.is_metadata_file),
        };
        // The receiver is gone when the session is over.
        let _ = self.events.send(Event::Forge(news));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silences_grow_and_end() {
        let mut silence = Backoff::default();
        let now = Instant::now();
        assert!(silence.is_over(now));
        let mut last = Duration::ZERO;
        for _ in 0..40 {
            silence.failed(now);
            let until = silence.until.expect("a time").duration_since(now);
            assert!(until >= last && until <= LONGEST_SILENCE);
            assert!(!silence.is_over(now) && silence.is_over(now + until));
            last = until;
        }
        assert_eq!(last, LONGEST_SILENCE);
    }

    #[test]
    fn only_the_newest_search_is_asked() {
        let (_sender, questions) = crossbeam_channel::unbounded();
        let (events, _receiver) = crossbeam_channel::unbounded();
        let mut worker = FetchWorker {
            url: "https://example.org".into(),
            cache: Cache::read_from(None),
            questions,
            events,
            open: Vec::new(),
            news: None,
            is_metadata_file: false,
            silence: Backoff::default(),
        };
        let search = |letters: &str| ForgeRequest::Search(letters.to_owned());
        let module = ForgeRequest::Module("me-web".to_owned());
        worker.take(vec![module.clone(), search("ap")]);
        worker.take(vec![search("apt"), module.clone()]);
        assert_eq!(worker.open, [search("apt"), module.clone()]);
        worker.open.clear();
        worker.silence.failed(Instant::now());
        worker.take(vec![module]);
        assert_eq!(worker.open, []);
    }
}
