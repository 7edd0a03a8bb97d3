//! The main loop: the only owner of the analysis, the documents and the settings.
//!
//! It runs on a thread of its own. Each turn takes everything that has arrived, applies the edits to the documents in
//! their order, makes **one** write of them, and only then gives work to the workers. It computes nothing itself.

mod apply_settings;
mod documents;
mod initialize;
mod project;
mod system_checks;
mod watched_files;

use crate::request_error::ResponseError;
use std::collections::HashSet;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError};
use puppet_ide::{AnalysisHost, ChosenNode};
use puppet_vfs::{FileId, Vfs};

use crate::client_refresh::RefreshKind;
use crate::client_settings::SettingsSection;
use crate::diagnostics_publisher::DiagnosticsPublisher;
use crate::event::{Event, EventSender, Notification, SLOW_TURN};
use crate::forge::{ForgeClient, ForgeUpdate};
use crate::handlers::pending_request::{PendingRequest, panic_message};
use crate::lsp;
use crate::main_loop::system_checks::SystemChecks;
use crate::polling_watcher::Watcher;
use crate::progress::LoadProgress;
use crate::project_loader::Loader;
use crate::protocol::client_capabilities::ClientFeatures;
use crate::protocol::position_encoding::PositionEncoding;
use crate::protocol::uri_map::Uris;
use crate::scheduler::Scheduler;
use crate::semantic_tokens_cache::SemanticTokensCache;
use crate::snapshot::Snapshot;
use crate::status::StatusReporter;
use crate::transport::client_sender::{ClientMessage, ClientSender};

/// The most events that one turn takes, so that a flood of them cannot put the work off for ever.
const MAX_BATCH: usize = 4096;

/// How long the user must not type before we prefetch again.
const PREFETCH_PAUSE: Duration = Duration::from_millis(300);

/// How long the user must not type before a database that needs it is renewed.
const RENEWAL_PAUSE: Duration = Duration::from_secs(30);

/// How long a pull of diagnostics waits for a search of modules.
const SEARCH_PATIENCE: Duration = Duration::from_millis(300);

pub(crate) struct MainLoop {
    events: Receiver<Event>,
    sender: EventSender,
    outbox: ClientSender,
    host: AnalysisHost,
    vfs: Vfs,
    uris: Arc<Uris>,
    tokens: Arc<SemanticTokensCache>,
    scheduler: Scheduler,
    loader: Loader,
    publisher: DiagnosticsPublisher,
    /// Asks the Forge, if the user wants that.
    forge: Option<ForgeClient>,
    client: Arc<ClientFeatures>,
    encoding: PositionEncoding,
    settings: Arc<SettingsSection>,
    folders: Vec<PathBuf>,
    /// How many edits of documents have arrived; a pending request knows by it whether it is outdated.
    edits: u64,
    /// Open documents around which the last search looked for modules, because no folder has them.
    unowned_documents: Vec<PathBuf>,
    /// The modules and environments have to be found (again).
    reload: bool,
    /// The same, but only open documents need it: no refresh is sent.
    reload_quietly: bool,
    /// A manifest was opened that is not on disk, and that the next search puts into its module.
    has_new_document: bool,
    /// A search for them is under way.
    is_loading: bool,
    /// The report to the user about it.
    progress: LoadProgress,
    /// The report to the user about the server.
    status: Arc<StatusReporter>,
    /// The documents that were open when it began.
    documents_at_load: Vec<PathBuf>,
    /// Open documents that were not on disk when it was read.
    unsaved: Vec<PathBuf>,
    /// They were found once: before, an answer would be one about a workspace without files.
    has_project: bool,
    /// Documents that were closed, until it is known what the disk has in their place.
    closing: HashSet<FileId>,
    /// What waits for that, or for a search of modules that is under way.
    deferred_reads: Vec<PendingRequest>,
    /// Until when it waits for the search.
    deferred_until: Option<Instant>,
    /// Looks at the disk for clients that do not.
    watcher: Option<Watcher>,
    /// What problems of the disk the log has.
    reported_io_errors: HashSet<String>,
    /// When to prefetch what requests about the whole workspace need.
    prefetch_due: Option<Instant>,
    /// When to renew a database that needs it.
    renewal_due: Option<Instant>,
    /// When modules are checked on the operating systems that they claim.
    system_checks: SystemChecks,
    /// The client is ready for what we say.
    is_initialized: bool,
    shut_down: bool,
}

impl MainLoop {
    pub(crate) fn new(events: Receiver<Event>, sender: &EventSender, outbox: ClientSender) -> Self {
        let vfs = Vfs::default();
        let mut host = AnalysisHost::new(Arc::clone(vfs.paths()));
        host.use_installed_puppet();
        Self {
            events,
            sender: sender.clone(),
            progress: LoadProgress::new(outbox.clone()),
            status: StatusReporter::new(outbox.clone()),
            outbox,
            host,
            uris: Arc::new(Uris::new(Arc::clone(vfs.paths()))),
            tokens: Arc::default(),
            vfs,
            scheduler: Scheduler::start(sender),
            loader: Loader::start(sender.clone()),
            publisher: DiagnosticsPublisher::default(),
            forge: None,
            client: Arc::default(),
            encoding: PositionEncoding::default(),
            settings: Arc::default(),
            folders: Vec::new(),
            edits: 0,
            unowned_documents: Vec::new(),
            unsaved: Vec::new(),
            reload: false,
            reload_quietly: false,
            has_new_document: false,
            is_loading: false,
            documents_at_load: Vec::new(),
            has_project: false,
            closing: HashSet::new(),
            deferred_reads: Vec::new(),
            deferred_until: None,
            watcher: None,
            reported_io_errors: HashSet::new(),
            prefetch_due: None,
            renewal_due: None,
            system_checks: SystemChecks::default(),
            is_initialized: false,
            shut_down: false,
        }
    }

    /// Runs until the session is over.
    pub(crate) fn run(mut self) {
        while let Some(batch) = self.next_batch() {
            let start = Instant::now();
            let count = batch.len();
            let turn = panic::catch_unwind(AssertUnwindSafe(|| self.turn(batch)));
            match turn {
                Ok(true) => return,
                Ok(false) => {}
                Err(payload) => tracing::error!(
                    "the main loop panicked: {}",
                    panic_message(payload.as_ref())
                ),
            }
            let took = start.elapsed();
            if took > SLOW_TURN {
                tracing::debug!("a turn with {count} events took {took:?}");
            }
        }
    }

    /// Waits for events, or for the next clock of a document; `None` when all senders are gone.
    fn next_batch(&self) -> Option<Vec<Event>> {
        let due = match self.waits_for_project() {
            true => None,
            false => self
                .publisher
                .next_due()
                .into_iter()
                .chain(self.prefetch_due)
                .chain(self.renewal_due)
                .chain(self.system_checks.due)
                .chain(self.scheduler.next_due())
                .chain(self.deferred_until)
                .min(),
        };
        let first = match due {
            None => Some(self.events.recv().ok()?),
            Some(due) => match self.events.recv_deadline(due) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return None,
            },
        };
        Some(
            first
                .into_iter()
                .chain(self.events.try_iter().take(MAX_BATCH))
                .collect(),
        )
    }

    /// Handles what has arrived. Returns true when the session is over.
    fn turn(&mut self, batch: Vec<Event>) -> bool {
        for event in batch {
            tracing::trace!("{}", event.name());
            if matches!(event, Event::Stop) {
                return true;
            }
            self.handle(event);
        }
        self.commit();
        let now = Instant::now();
        self.reload_quietly |= self.renewal_due.take_if(|due| *due <= now).is_some();
        self.reload_project();
        self.release_deferred();
        if !self.waits_for_project() {
            self.queue_due();
        }
        self.dispatch_work();
        false
    }

    /// Whether answers are held back until the modules and environments are found for the first time.
    fn waits_for_project(&self) -> bool {
        self.is_initialized && !self.has_project
    }

    /// Queues what is due.
    fn queue_due(&mut self) {
        let now = Instant::now();
        self.scheduler.queue_diagnoses(self.publisher.take_due(now));
        if self.system_checks.due.is_some_and(|due| due <= now) {
            self.queue_system_checks();
        }
        if self.prefetch_due.is_some_and(|due| due <= now) {
            self.prefetch_due = None;
            self.scheduler.queue_status(Arc::clone(&self.status));
            self.scheduler.queue_prefetch_workspace();
        }
    }

    /// Gives what waits to the workers; while the modules and environments are looked for, what needs none of them.
    fn dispatch_work(&mut self) {
        let waits_for_project = self.waits_for_project();
        let (host, client, settings, uris) = (&self.host, &self.client, &self.settings, &self.uris);
        let (tokens, outbox, forge) = (&self.tokens, &self.outbox, &self.forge);
        let encoding = self.encoding;
        let snapshot = || Snapshot {
            analysis: host.analysis(),
            encoding,
            client: Arc::clone(client),
            settings: Arc::clone(settings),
            uris: Arc::clone(uris),
            tokens: Arc::clone(tokens),
            forge: forge.clone(),
            outbox: outbox.clone(),
        };
        match waits_for_project {
            true => self.scheduler.dispatch_prefetch(snapshot),
            false => self.scheduler.dispatch(self.edits, snapshot),
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Initialize(params, reply) => {
                let _ = reply.send(Box::new(self.initialize(*params)));
            }
            Event::Notify(notification) => self.handle_notification(notification),
            Event::Read(read) => self.accept(read),
            Event::Idle {
                worker,
                interrupted,
            } => {
                self.scheduler.idle(worker);
                if let Some(read) = interrupted.and_then(|read| read.retry(self.edits)) {
                    self.scheduler.queue_read(read);
                }
            }
            Event::Diagnosed(diagnosed) => {
                let file = diagnosed.file();
                if let Some(diagnostics) = self.publisher.finished(diagnosed) {
                    self.publish(file, diagnostics);
                }
            }
            Event::PrefetchInterrupted => self.prefetch_due = Some(Instant::now() + PREFETCH_PAUSE),
            Event::Forge(news) => self.forge_answered(news),
            Event::DiskChanged => self.reload = true,
            Event::Loaded(loaded) => self.loaded(loaded),
            Event::Prefetch(progress) => self.progress.read(&progress),
            Event::Settings(value) => self.configure(&value),
            Event::ChooseNode(node) => self.choose_node(node),
            Event::SystemsChecked(checked) => self.systems_checked(checked),
            Event::Shutdown(reply) => {
                self.shut_down = true;
                let _ = reply.send(());
            }
            Event::Stop => {}
        }
    }

    /// Queues a request after the edits that came before it.
    fn accept(&mut self, mut read: PendingRequest) {
        if self.shut_down {
            read.refuse(ResponseError::InvalidParams(
                "the server is shutting down".into(),
            ));
            return;
        }
        read.arrive(self.edits);
        // Clients ask again for what they close, and of what is gone they would keep the answer for ever. What a search
        // finds belongs to the first answer about a document that was just opened.
        let waits = match read.pulls_diagnostics() {
            true => !self.closing.is_empty() || self.is_searching(),
            false => read.completes() && self.has_new_document && self.is_searching(),
        };
        if waits {
            let until = Instant::now() + SEARCH_PATIENCE;
            self.deferred_until.get_or_insert(until);
            self.deferred_reads.push(read);
        } else {
            self.scheduler.queue_read(read);
        }
    }

    fn handle_notification(&mut self, notification: Notification) {
        match notification {
            Notification::Initialized => self.initialized(),
            Notification::DidOpen(params) => self.opened(params.text_document),
            Notification::DidChange(params) => self.changed(params),
            Notification::DidClose(params) => self.closed(&params.text_document.uri),
            Notification::DidChangeWatchedFiles(params) => self.watched(params),
            Notification::DidChangeWorkspaceFolders(params) => self.folders_changed(params.event),
            Notification::DidChangeConfiguration(params) => {
                if self.client.tells_settings {
                    self.pull_settings();
                } else {
                    self.configure(&params.settings);
                }
            }
        }
    }

    fn show(&self, message: String) {
        self.outbox
            .send(ClientMessage::Show(lsp::MessageType::WARNING, message));
    }

    fn forge_answered(&mut self, news: ForgeUpdate) {
        // It may be another Forge, that the user wanted to be asked before.
        if self.settings.forge.url() != Some(&*news.url) {
            return;
        }
        self.host.set_forge(Some(news.known));
        if news.is_metadata_file && self.settings.inlay_hints.newer_versions {
            self.refresh(RefreshKind::Hints);
        }
    }

    /// What is shown for a node may look different now.
    fn choose_node(&mut self, node: Option<ChosenNode>) {
        self.host.choose_node(node);
        self.project_changed();
        self.refresh(RefreshKind::Hints);
    }

    fn refresh(&self, shown: RefreshKind) {
        if self.is_initialized && self.client.refreshes.contains(&shown) {
            self.outbox.send(ClientMessage::Refresh(shown));
        }
    }

    /// Makes one write of all that was edited since the last one.
    fn commit(&mut self) {
        let changes = self.vfs.take_changes();
        if !changes.is_empty() {
            self.host.apply(changes);
            self.put_off_system_checks();
            let needs_renewal = self.host.needs_renewal();
            self.renewal_due = needs_renewal.then(|| Instant::now() + RENEWAL_PAUSE);
            if self.pushes_diagnostics() {
                self.publisher.mark_others_stale(Instant::now());
            }
        }
    }

    fn pushes_diagnostics(&self) -> bool {
        !self.client.pulls_diagnostics
    }

    fn refresh_pulled_diagnostics(&self) {
        if self.client.pulls_diagnostics {
            self.refresh(RefreshKind::Diagnostics);
        }
    }

    fn publish(&self, file: FileId, diagnostics: Vec<lsp::Diagnostic>) {
        if let Some(uri) = self.uris.uri(file) {
            let version = self.vfs.open_version(file);
            self.outbox
                .send(ClientMessage::Diagnostics(lsp::PublishDiagnosticsParams {
                    uri,
                    diagnostics,
                    version,
                }));
        }
    }
}
