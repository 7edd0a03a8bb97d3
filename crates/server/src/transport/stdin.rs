//! A stdin that holds back what is no message, and reports its end: the transport alone would first wait for every
//! request that is still being answered.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf, Stdin};
use tokio::sync::watch;

use super::Ending;
use super::exit::end;
use super::frames::Frames;
use super::stdout::Writer;

/// How much is read at once.
const CHUNK: usize = 64 * 1024;

pub(super) struct WatchedStdin {
    inner: Stdin,
    frames: Frames,
    /// Messages that the transport has not taken yet, and how much of them it has.
    messages: Vec<u8>,
    taken: usize,
    /// Where refusals go.
    writer: Writer,
    ending: watch::Sender<Option<Ending>>,
}

impl WatchedStdin {
    pub(super) fn new(writer: Writer, ending: watch::Sender<Option<Ending>>) -> Self {
        Self {
            inner: tokio::io::stdin(),
            frames: Frames::default(),
            messages: Vec::new(),
            taken: 0,
            writer,
            ending,
        }
    }

    /// Reads until there is a message, or nothing more.
    fn fill(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut chunk = vec![0; CHUNK];
        while self.taken == self.messages.len() {
            let mut read = ReadBuf::new(&mut chunk);
            let outcome = ready!(Pin::new(&mut self.inner).poll_read(context, &mut read));
            self.taken = 0;
            if outcome.is_err() || read.filled().is_empty() {
                end(&self.ending, Ending::InputClosed);
                self.messages = self.frames.finish();
                return Poll::Ready(outcome);
            }
            let found = self.frames.push(read.filled());
            self.messages = found.messages;
            if !found.refusals.is_empty() {
                self.writer.write(found.refusals);
            }
        }
        Poll::Ready(Ok(()))
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
