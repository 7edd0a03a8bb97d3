//! A stdin that holds back what is no message, and reports its end: the transport alone would first wait for every
//! request that is still being answered.
//!
//! A thread of its own reads, and reads on while the transport is busy: a request that comes right after an edit is there
//! when the edit is handed on.

use std::io::{self, Read as _};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::thread;

use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::{mpsc, watch};

use super::ShutdownReason;
use super::stdout::Writer;
use crate::transport::framing::Frames;
use crate::transport::middleware::end;

/// How much is read at once.
const CHUNK: usize = 64 * 1024;

/// How many chunks may wait for the transport before a client that sends much has to wait.
const WAITING_CHUNKS: usize = 64;

pub(super) struct WatchedStdin {
    chunks: mpsc::Receiver<io::Result<Vec<u8>>>,
    frames: Frames,
    /// Messages that the transport has not taken yet, and how much of them it has.
    messages: Vec<u8>,
    taken: usize,
    /// Where refusals go.
    writer: Writer,
    ending: watch::Sender<Option<ShutdownReason>>,
}

impl WatchedStdin {
    pub(super) fn new(writer: Writer, ending: watch::Sender<Option<ShutdownReason>>) -> Self {
        Self {
            chunks: start_reading(),
            frames: Frames::default(),
            messages: Vec::new(),
            taken: 0,
            writer,
            ending,
        }
    }

    /// Reads until there is a message, or nothing more: nothing is read after `exit`.
    fn fill(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let ending = *self.ending.borrow();
        if let Some(ShutdownReason::Exit | ShutdownReason::AbruptExit) = ending {
            return Poll::Ready(Ok(()));
        }
        while self.taken == self.messages.len() {
            let chunk = ready!(self.chunks.poll_recv(context)).transpose();
            self.taken = 0;
            let Ok(Some(chunk)) = chunk else {
                end(&self.ending, ShutdownReason::InputClosed);
                self.messages = self.frames.finish();
                return Poll::Ready(chunk.map(|_| ()));
            };
            let found = self.frames.push(&chunk);
            self.messages = found.messages;
            if !found.refusals.is_empty() {
                self.writer.write(found.refusals);
            }
        }
        Poll::Ready(Ok(()))
    }
}

/// Starts the reading thread; the channel is closed at the end of stdin.
fn start_reading() -> mpsc::Receiver<io::Result<Vec<u8>>> {
    let (sender, chunks) = mpsc::channel(WAITING_CHUNKS);
    let failed = sender.clone();
    let spawned = thread::Builder::new()
        .name("stdin".into())
        .spawn(move || read_all(&sender));
    if let Err(error) = spawned {
        // Nothing else can wait there yet.
        let _ = failed.try_send(Err(error));
    }
    chunks
}

fn read_all(chunks: &mpsc::Sender<io::Result<Vec<u8>>>) {
    let mut stdin = io::stdin().lock();
    let mut buffer = vec![0; CHUNK];
    loop {
        let read = match stdin.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => Ok(buffer.get(..count).unwrap_or_default().to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let is_last = read.is_err();
        if chunks.blocking_send(read).is_err() || is_last {
            return;
        }
    }
}

impl AsyncRead for WatchedStdin {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        ready!(self.fill(context))?;
        let left = self.messages.get(self.taken..).unwrap_or_default();
        let count = left.len().min(buffer.remaining());
        buffer.put_slice(left.get(..count).unwrap_or_default());
        self.taken += count;
        Poll::Ready(Ok(()))
    }
}
