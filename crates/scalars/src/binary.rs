//! A sequence of bytes (`Binary`), and its forms in base 64.

use std::{fmt, sync::Arc};

use base64::{
    Engine,
    engine::general_purpose::{STANDARD, URL_SAFE},
};

/// A sequence of bytes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Binary(Arc<[u8]>);

/// How a text is read as bytes: the formats of `Binary.new`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base64Format {
    /// `%b`: base 64, where all that is not of its alphabet is skipped.
    Relaxed,
    /// `%B`: base 64 with correct padding, without line ends.
    Strict,
    /// `%u`: base 64 with `-` and `_` in place of `+` and `/`; padding may be left out.
    UrlSafe,
    /// `%s`: the UTF-8 of the text itself.
    Text,
    /// `%r`: the bytes of the text itself.
    Raw,
}

/// The text is not base 64.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BinaryError;

impl fmt::Display for BinaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid base64")
    }
}

impl std::error::Error for BinaryError {}

impl Base64Format {
    /// The format of a text such as `%B`.
    pub fn from_format(text: &str) -> Option<Self> {
        Some(match text {
            "%b" => Self::Relaxed,
            "%B" => Self::Strict,
            "%u" => Self::UrlSafe,
            "%s" => Self::Text,
            "%r" => Self::Raw,
            _ => return None,
        })
    }
}

impl Binary {
    /// The bytes themselves.
    pub fn from_bytes(bytes: impl Into<Arc<[u8]>>) -> Self {
        Self(bytes.into())
    }

    /// Reads a text.
    pub fn parse(text: &str, format: Base64Format) -> Result<Self, BinaryError> {
        match format {
            Base64Format::Relaxed => Ok(Self::from_bytes(decode_relaxed(text.as_bytes()))),
            Base64Format::Strict => STANDARD
                .decode(text)
                .map(Self::from_bytes)
                .map_err(|_| BinaryError),
            Base64Format::UrlSafe => decode_url_safe(text).map(Self::from_bytes),
            Base64Format::Text | Base64Format::Raw => Ok(Self::from_bytes(text.as_bytes())),
        }
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Base 64 on one line.
    pub fn strict(&self) -> String {
        STANDARD.encode(&self.0)
    }

    /// Base 64 with a line end after each 60 characters and at the end.
    pub fn to_base64_lines(&self) -> String {
        let text = self.strict();
        let mut lines = String::with_capacity(text.len() + text.len() / 60 + 1);
        for (index, c) in text.chars().enumerate() {
            if index > 0 && index % 60 == 0 {
                lines.push('\n');
            }
            lines.push(c);
        }
        if !lines.is_empty() {
            lines.push('\n');
        }
        lines
    }

    /// Base 64 with `-` and `_`.
    pub fn url_safe(&self) -> String {
        URL_SAFE.encode(&self.0)
    }

    /// The bytes as text, if they are UTF-8.
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.0).ok()
    }
}

impl fmt::Display for Binary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.strict())
    }
}

/// Padding is added if the length is not a multiple of four and there is none.
fn decode_url_safe(text: &str) -> Result<Vec<u8>, BinaryError> {
    let mut text: String = text
        .chars()
        .map(|c| match c {
            '-' => '+',
            '_' => '/',
            c => c,
        })
        .collect();
    if !text.ends_with('=') {
        while !text.len().is_multiple_of(4) {
            text.push('=');
        }
    }
    STANDARD.decode(text).map_err(|_| BinaryError)
}

/// Skips each byte outside of the alphabet, stops at padding, and drops what does not fill a byte.
fn decode_relaxed(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let mut buffer = 0_u32;
    let mut filled = 0;
    for &byte in text {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => break,
            _ => continue,
        };
        buffer = (buffer << 6 | u32::from(value)) & 0x00ff_ffff;
        filled += 6;
        if filled >= 8 {
            filled -= 8;
            bytes.push((buffer >> filled) as u8);
        }
    }
    bytes
}
