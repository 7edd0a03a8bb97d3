//! A stdin that reports its end. The transport alone would first wait for every request that is still being answered.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, ReadBuf, Stdin};
use tokio::sync::watch;

use super::Ending;
use super::exit::end;

pub(super) struct WatchedStdin {
    inner: Stdin,
    ending: watch::Sender<Option<Ending>>,
}

impl WatchedStdin {
    pub(super) fn new(ending: watch::Sender<Option<Ending>>) -> Self {
        Self {
            inner: tokio::io::stdin(),
            ending,
        }
    }
}

impl AsyncRead for WatchedStdin {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let poll = Pin::new(&mut self.inner).poll_read(context, buffer);
        let is_end = match &poll {
            Poll::Ready(Ok(())) => buffer.filled().len() == before,
            Poll::Ready(Err(_)) => true,
            Poll::Pending => false,
        };
        if is_end {
            end(&self.ending, Ending::InputClosed);
        }
        poll
    }
}
