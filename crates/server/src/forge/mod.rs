//! Requests the data of modules from the Forge, on a thread of its own: no response waits for it.
//!
//! It does so only if the user's own settings say so. What has no answer is silently not known.

mod api;
mod cache;
mod fetcher;
mod http;

use std::sync::Arc;
use std::thread;

use crossbeam_channel::Sender;
use puppet_ide::{Forge, ForgeRequest};

use crate::event::EventSender;

use crate::forge::fetcher::FetchWorker;
use crate::forge::http::HttpClient;

/// The way to the thread, which ends with the last of them.
#[derive(Debug, Clone)]
pub(crate) struct ForgeClient(Sender<Vec<ForgeRequest>>);

/// What is known now.
#[derive(Debug)]
pub(crate) struct ForgeUpdate {
    /// The address of the Forge.
    pub(crate) url: String,
    pub(crate) known: Arc<Forge>,
    /// Not only searches were answered.
    pub(crate) is_metadata_file: bool,
}

impl ForgeClient {
    /// Starts the thread; it tells `events` what is known of the Forge at an address.
    pub(crate) fn start(url: &str, events: EventSender) -> Self {
        let (questions, receiver) = crossbeam_channel::unbounded();
        let url = url.to_owned();
        let spawned = thread::Builder::new().name("forge".into()).spawn(move || {
            let network = HttpClient::new(&url);
            FetchWorker::new(url, receiver, events).run(&network);
        });
        if let Err(error) = spawned {
            tracing::error!("cannot start the Forge worker thread: {error}");
        }
        Self(questions)
    }

    /// Sends requests, unless their responses are cached and of today.
    pub(crate) fn ask(&self, questions: Vec<ForgeRequest>) {
        if !questions.is_empty() && self.0.send(questions).is_err() {
            tracing::debug!("the Forge worker thread has stopped");
        }
    }
}
