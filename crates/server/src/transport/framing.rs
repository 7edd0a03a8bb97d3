//! The messages in a stream of bytes, each preceded by a header with its length.
//!
//! The transport ends the session at the first message that it cannot read. As long as headers say where the next
//! message starts, that need not be: what is no message is sorted out here, and never reaches the transport.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;

/// JSON-RPC: this is no JSON.
const PARSE_ERROR: i32 = -32700;
/// JSON-RPC: this is JSON, but no message.
const INVALID_REQUEST: i32 = -32600;

/// The result of reading from a stream.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// Messages with their headers, one after the other.
    pub(super) messages: Vec<u8>,
    /// Answers to what is no message, with headers.
    pub(super) refusals: Vec<u8>,
}

/// Cuts a stream into messages.
#[derive(Debug, Default)]
pub(super) struct Frames {
    /// What is not complete yet.
    rest: Vec<u8>,
    /// A header could not be read: the next start of a message is unknown.
    is_lost: bool,
}

impl Frames {
    /// Takes what was read from the stream.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Found {
        let mut found = Found::default();
        if self.is_lost {
            found.messages.extend(bytes);
            return found;
        }
        self.rest.extend(bytes);
        let mut read = 0;
        while let Some(rest) = self.rest.get(read..)
            && let Some((header, length)) = header(rest)
        {
            let Some(length) = length else {
                self.is_lost = true;
                break;
            };
            let Some(body) = rest.get(header..).and_then(|rest| rest.get(..length)) else {
                break;
            };
            match refusal(body) {
                None => add(body, &mut found.messages),
                Some(refusal) => add(refusal.as_bytes(), &mut found.refusals),
            }
            read += header + length;
        }
        self.rest.drain(..read);
        if self.is_lost {
            found.messages.append(&mut self.rest);
        }
        found
    }

    /// What is left at the end of the stream.
    pub(super) fn finish(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.rest)
    }
}

/// Adds a message with its header.
pub(super) fn add(body: &[u8], frames: &mut Vec<u8>) {
    frames.extend(format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes());
    frames.extend(body);
}

/// The length of the header at the start, as soon as it is complete, and the length of the body if it says so.
fn header(bytes: &[u8]) -> Option<(usize, Option<usize>)> {
    const END: &[u8] = b"\r\n\r\n";
    let end = bytes.windows(END.len()).position(|it| it == END)?;
    let text = std::str::from_utf8(bytes.get(..end)?).ok();
    let fields = text.into_iter().flat_map(|text| text.split("\r\n"));
    let mut fields = fields.filter_map(|field| field.split_once(':'));
    let length = fields.find(|(name, _)| name.trim().eq_ignore_ascii_case("content-length"));
    let length = length.and_then(|(_, value)| value.trim().parse().ok());
    Some((end + END.len(), length))
}

/// What every message has, as far as it decides whether it is one.
#[derive(Deserialize)]
struct Shape<'a> {
    #[serde(borrow)]
    jsonrpc: Cow<'a, str>,
    #[serde(borrow)]
    method: Option<Cow<'a, str>>,
    id: Option<IgnoredAny>,
}

/// The answer to what is no message.
fn refusal(body: &[u8]) -> Option<String> {
    // The transport skips it.
    if body.is_empty() {
        return None;
    }
    let text = std::str::from_utf8(body).unwrap_or_default();
    let (code, message) = match serde_json::from_str::<Shape<'_>>(text) {
        Ok(shape) if shape.jsonrpc == "2.0" && (shape.method.is_some() || shape.id.is_some()) => {
            return None;
        }
        Err(error) if !error.is_data() => (PARSE_ERROR, "Parse error"),
        _ => (INVALID_REQUEST, "Invalid request"),
    };
    tracing::warn!("the client sent what is no message: {message}");
    let error = serde_json::json!({ "code": code, "message": message });
    Some(serde_json::json!({ "jsonrpc": "2.0", "error": error, "id": null }).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    /// Messages and refusals of a stream that comes in parts, and what is left.
    fn read(stream: &str, part: usize) -> (String, String, String) {
        let mut frames = Frames::default();
        let (mut messages, mut refusals) = (Vec::new(), Vec::new());
        for part in stream.as_bytes().chunks(part) {
            let found = frames.push(part);
            messages.extend(found.messages);
            refusals.extend(found.refusals);
        }
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (text(messages), text(refusals), text(frames.finish()))
    }

    const GOOD: &str = r#"{"jsonrpc":"2.0","method":"ä","params":[{}]}"#;

    #[test]
    fn messages_come_in_any_parts() {
        let lower = format!(
            "Content-Type: x\r\ncontent-length:{}\r\n\r\n{GOOD}",
            GOOD.len()
        );
        let answer = r#"{"jsonrpc": "2.0", "id": 1, "result": null}"#;
        let stream = [framed(GOOD), lower, framed(answer), "Content-Le".to_owned()].concat();
        for part in [1, 7, 50, 1000] {
            let (messages, refusals, rest) = read(&stream, part);
            assert_eq!(
                messages,
                [framed(GOOD), framed(GOOD), framed(answer)].concat()
            );
            assert_eq!((&*refusals, &*rest), ("", "Content-Le"));
        }
    }

    #[test]
    fn what_is_no_message_is_refused() {
        for (body, code) in [
            ("{", PARSE_ERROR),
            ("x", PARSE_ERROR),
            ("{}", INVALID_REQUEST),
            ("[]", INVALID_REQUEST),
            (r#"{"jsonrpc":"1.0","method":"x"}"#, INVALID_REQUEST),
            (r#"{"jsonrpc":"2.0","method":2}"#, INVALID_REQUEST),
            (r#"{"jsonrpc":"2.0"}"#, INVALID_REQUEST),
        ] {
            let stream = [framed(body), framed(GOOD)].concat();
            let (messages, refusals, rest) = read(&stream, 9);
            assert_eq!(messages, framed(GOOD), "{body}");
            assert!(refusals.contains(&format!("\"code\":{code}")), "{refusals}");
            assert_eq!(rest, "");
        }
    }

    #[test]
    fn a_header_without_a_length_is_the_transports_matter() {
        let stream = format!("{}X: 1\r\n\r\n{GOOD}{}", framed(GOOD), framed("{"));
        let (messages, refusals, rest) = read(&stream, 5);
        assert_eq!((messages, &*refusals, &*rest), (stream, "", ""));
    }
}
