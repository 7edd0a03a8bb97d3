//! The messages in a stream of bytes, each preceded by a header with its length.
//!
//! The transport ends the session at the first message that it cannot read. That need not be: what is no message is
//! sorted out here, and never reaches the transport. After a header that cannot be read, the next message is looked for.

use serde::Deserialize as _;
use serde_json::Value;
use tower_lsp::jsonrpc::{Request, Response};

/// JSON-RPC: this is no JSON.
const PARSE_ERROR: i32 = -32700;
/// JSON-RPC: this is JSON, but no message.
const INVALID_REQUEST: i32 = -32600;

/// The field of a header that says how long the message is.
const LENGTH_FIELD: &str = "Content-Length";
/// Longer headers are none, in bytes.
const MAX_HEADER: usize = 8192;
/// Longer messages are none, in bytes.
const MAX_MESSAGE: usize = 1 << 30;

/// The result of reading from a stream.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ReadResult {
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
    /// A header could not be read: the next one is looked for.
    is_lost: bool,
}

impl Frames {
    /// Takes what was read from the stream.
    pub(super) fn push(&mut self, bytes: &[u8]) -> ReadResult {
        let mut found = ReadResult::default();
        self.rest.extend(bytes);
        let mut read = 0;
        while let Some(rest) = self.rest.get(read..) {
            if self.is_lost {
                let (skipped, is_found) = skip_to_header(rest);
                read += skipped;
                if !is_found {
                    break;
                }
                self.is_lost = false;
                continue;
            }
            let (header, length) = match header(rest) {
                Header::Incomplete => break,
                Header::Read { header, length } => (header, length),
                Header::Broken => {
                    add(
                        error(PARSE_ERROR, "Broken header").as_bytes(),
                        &mut found.refusals,
                    );
                    self.is_lost = true;
                    read += 1;
                    continue;
                }
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
        found
    }

    /// What is left at the end of the stream.
    pub(super) fn finish(&mut self) -> Vec<u8> {
        match self.is_lost {
            true => Vec::new(),
            false => std::mem::take(&mut self.rest),
        }
    }
}

/// Adds a message with its header.
pub(super) fn add(body: &[u8], frames: &mut Vec<u8>) {
    frames.extend(format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes());
    frames.extend(body);
}

/// The start of a message.
enum Header {
    Incomplete,
    /// The length of the header with the empty line after it, and of the body.
    Read {
        header: usize,
        length: usize,
    },
    /// It does not say where the message ends.
    Broken,
}

/// Reads the header at the start.
fn header(bytes: &[u8]) -> Header {
    const END: &[u8] = b"\r\n\r\n";
    let bytes = bytes.get(..MAX_HEADER).unwrap_or(bytes);
    let Some(end) = bytes.windows(END.len()).position(|it| it == END) else {
        return match bytes.len() {
            MAX_HEADER => Header::Broken,
            _ => Header::Incomplete,
        };
    };
    let text = bytes.get(..end).and_then(|it| std::str::from_utf8(it).ok());
    let fields = text.into_iter().flat_map(|text| text.split("\r\n"));
    let mut fields = fields.filter_map(|field| field.split_once(':'));
    let length = fields.find(|(name, _)| name.trim().eq_ignore_ascii_case(LENGTH_FIELD));
    let length = length.and_then(|(_, value)| value.trim().parse().ok());
    match length.filter(|length| *length <= MAX_MESSAGE) {
        Some(length) => Header::Read {
            header: end + END.len(),
            length,
        },
        None => Header::Broken,
    }
}

/// How many bytes come before the next header, and whether there is one: of the others, the last ones may be its start.
fn skip_to_header(bytes: &[u8]) -> (usize, bool) {
    let field = LENGTH_FIELD.as_bytes();
    let mut windows = bytes.windows(field.len());
    match windows.position(|it| it.eq_ignore_ascii_case(field)) {
        Some(at) => (at, true),
        None => ((bytes.len() + 1).saturating_sub(field.len()), false),
    }
}

/// The answer to what is no message, which is what the transport cannot read.
fn refusal(body: &[u8]) -> Option<String> {
    let Ok(value) = serde_json::from_slice::<Value>(body) else {
        return Some(error(PARSE_ERROR, "Parse error"));
    };
    let is_message = value.get("method").or(value.get("id")).is_some()
        && (Request::deserialize(&value).is_ok() || Response::deserialize(&value).is_ok());
    (!is_message).then(|| error(INVALID_REQUEST, "Invalid request"))
}

fn error(code: i32, message: &str) -> String {
    tracing::warn!("the client sent an invalid message: {message}");
    let error = serde_json::json!({ "code": code, "message": message });
    serde_json::json!({ "jsonrpc": "2.0", "error": error, "id": null }).to_string()
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
        let nested = ["[", "]"].map(|it| it.repeat(10_000)).concat();
        let nested = format!(r#"{{"jsonrpc":"2.0","method":"x","params":{nested}}}"#);
        for (body, code) in [
            (&*nested, PARSE_ERROR),
            ("\"\u{e9}", PARSE_ERROR),
            (r#"{"jsonrpc":"2.0","method":"x","id":{}}"#, INVALID_REQUEST),
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
    fn after_a_broken_header_the_next_message_is_found() {
        let long = "x".repeat(3 * MAX_HEADER);
        for broken in [
            "X: 1\r\n\r\n{}",
            "Content-Length: -5\r\n\r\n{}",
            "Content-Length: 99999999999\r\n\r\n{}",
            "Content-Length: five\r\n\r\n{\"Content\": 1}",
            "what is this? ",
            "\u{e9}\r\n\r\n\r\n\r\n",
            &long,
        ] {
            let stream = [&framed(GOOD), broken, &framed(GOOD), &framed("{")].concat();
            for part in [1, 5, 10_000] {
                let (messages, refusals, rest) = read(&stream, part);
                assert_eq!(messages, [framed(GOOD), framed(GOOD)].concat(), "{broken}");
                assert_eq!(refusals.matches("Broken header").count(), 1, "{broken}");
                assert_eq!(refusals.matches("Parse error").count(), 1, "{broken}");
                assert_eq!(rest, "");
            }
        }
    }

    #[test]
    fn what_comes_after_the_last_header_is_dropped() {
        let stream = format!("Content-Length: x\r\n\r\n{}", "{}".repeat(100));
        let (messages, refusals, rest) = read(&stream, 3);
        assert_eq!((&*messages, &*rest), ("", ""));
        assert_eq!(refusals.matches("Broken header").count(), 1);
    }
}
