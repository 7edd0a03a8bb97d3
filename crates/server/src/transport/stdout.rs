//! A stdout that never blocks the session.
//!
//! The transport reads no further input while its output is stuck. A client that sends much and reads late would
//! therefore hang the session, so bytes go to a thread of their own through an unbounded channel.

use std::fs::File;
use std::io::{self, Write as _};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};
use tokio::io::AsyncWrite;
use tokio::sync::watch;

use super::ShutdownReason;
use crate::transport::middleware::end;

/// How long the end of a session waits for a client that does not read.
const FLUSH_TIMEOUT: Duration = Duration::from_millis(500);

enum Output {
    Bytes(Vec<u8>),
    /// Answered when everything before it is written.
    Barrier(Sender<()>),
}

/// The sending side.
pub(super) struct ThreadedStdout(Sender<Output>);

/// Waits until all that was sent is written.
pub(super) struct Flusher(Sender<Output>);

/// Writes beside the transport, whole messages only.
#[derive(Clone)]
pub(super) struct Writer(Sender<Output>);

impl Writer {
    /// Sends without waiting; nothing happens once the reader is gone.
    pub(super) fn write(&self, message: Vec<u8>) {
        let _ = self.0.send(Output::Bytes(message));
    }
}

impl ThreadedStdout {
    /// Starts the writing thread. It reports [`ShutdownReason::ClientGone`] when stdout is closed.
    pub(super) fn start(ending: watch::Sender<Option<ShutdownReason>>) -> Self {
        let (sender, receiver) = crossbeam_channel::unbounded();
        let spawned = thread::Builder::new().name("stdout".into()).spawn({
            let ending = ending.clone();
            move || {
                if let Err(error) = write_all(&receiver) {
                    tracing::error!("cannot write to the client: {error}");
                    end(&ending, ShutdownReason::ClientGone);
                }
            }
        });
        if let Err(error) = spawned {
            tracing::error!("cannot start the writing thread: {error}");
            end(&ending, ShutdownReason::ClientGone);
        }
        Self(sender)
    }

    pub(super) fn writer(&self) -> Writer {
        Writer(self.0.clone())
    }

    pub(super) fn flusher(&self) -> Flusher {
        Flusher(self.0.clone())
    }
}

impl Flusher {
    /// Waits for the writing thread, but no longer than [`FLUSH_TIMEOUT`].
    pub(super) fn wait(&self) {
        let (done, wait) = crossbeam_channel::bounded(1);
        if self.0.send(Output::Barrier(done)).is_ok() {
            let _ = wait.recv_timeout(FLUSH_TIMEOUT);
        }
    }
}

fn write_all(outputs: &Receiver<Output>) -> io::Result<()> {
    let mut stdout = unbuffered()?;
    for output in outputs {
        match output {
            Output::Bytes(bytes) => stdout.write_all(&bytes)?,
            Output::Barrier(done) => drop(done.send(())),
        }
    }
    Ok(())
}

/// Our stdout without the standard library's buffer, which would write headers apart from what they belong to.
fn unbuffered() -> io::Result<File> {
    #[cfg(unix)]
    let stdout = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned();
    #[cfg(windows)]
    let stdout = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned();
    stdout.map(File::from)
}

impl AsyncWrite for ThreadedStdout {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Poll::Ready(match self.0.send(Output::Bytes(bytes.to_vec())) {
            Ok(()) => Ok(bytes.len()),
            Err(_) => Err(io::ErrorKind::BrokenPipe.into()),
        })
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
