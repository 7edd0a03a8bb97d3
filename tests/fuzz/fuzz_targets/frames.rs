//! A stream is cut into the same messages in whatever parts it comes.

#![cfg_attr(fuzzing, no_main)]

#[path = "../../../crates/server/src/transport/framing.rs"]
mod framing;

use framing::Frames;

/// Messages, refusals, and what is left.
fn read<'a>(parts: impl Iterator<Item = &'a [u8]>) -> (Vec<u8>, Vec<u8>, Vec<u8>) {
    let mut frames = Frames::default();
    let (mut messages, mut refusals) = (Vec::new(), Vec::new());
    for part in parts {
        let found = frames.push(part);
        messages.extend(found.messages);
        refusals.extend(found.refusals);
    }
    (messages, refusals, frames.finish())
}

puppet_fuzz::fuzz_target!(|input: (u8, &[u8])| {
    let (part, stream) = input;
    let whole = read(std::iter::once(stream));
    assert_eq!(read(stream.chunks(usize::from(part).max(1))), whole);
    // What is a message stays one.
    let again = read(std::iter::once(&*whole.0));
    assert_eq!((&again.0, again.1.is_empty()), (&whole.0, true));
});
