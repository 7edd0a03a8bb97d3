//! Preprocessing by Ruby before its engine reads a source: escapes that name a character by number are resolved.
//!
//! `\u00e9` and `\xC3\xA9` become the character itself; a number below 128 stays an escape of two hexadecimal digits, as
//! the character could have a meaning of its own. (`rb_reg_preprocess` of Ruby.)

use super::RegexpError;

/// A source of which each character knows where it came from.
#[derive(Debug, Default)]
pub(super) struct PatternSource {
    /// The characters with the byte offset of what they were written as.
    pub chars: Vec<(char, usize)>,
    /// Whether the expression is bound to UTF-8, as it holds a character beyond ASCII or a property.
    pub fixed_encoding: bool,
}

pub(super) fn preprocess(text: &str) -> Result<PatternSource, RegexpError> {
    let mut reader = PatternReader {
        rest: text,
        offset: 0,
    };
    let mut source = PatternSource::default();
    while let Some(c) = reader.peek() {
        let offset = reader.offset;
        if c != '\\' {
            reader.next();
            source.fixed_encoding |= !c.is_ascii();
            source.chars.push((c, offset));
            continue;
        }
        escape(&mut reader, &mut source)?;
    }
    Ok(source)
}

struct PatternReader<'a> {
    rest: &'a str,
    offset: usize,
}

impl PatternReader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn second(&self) -> Option<char> {
        self.rest.chars().nth(1)
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        self.offset += c.len_utf8();
        Some(c)
    }

    fn error<T>(&self, message: &str) -> Result<T, RegexpError> {
        Err(RegexpError {
            message: message.to_owned(),
            offset: self.offset,
        })
    }

    /// Reads up to `most` digits; how many there were, and their value.
    fn number(&mut self, radix: u32, most: usize) -> (usize, u32) {
        let mut value = 0_u32;
        let mut count = 0;
        while count < most {
            let Some(digit) = self.peek().and_then(|c| c.to_digit(radix)) else {
                break;
            };
            value = value.saturating_mul(radix).saturating_add(digit);
            count += 1;
            self.next();
        }
        (count, value)
    }
}

/// Reads what starts with a backslash.
fn escape(reader: &mut PatternReader<'_>, source: &mut PatternSource) -> Result<(), RegexpError> {
    let offset = reader.offset;
    let Some(c) = reader.second() else {
        return reader.error("too short escape sequence");
    };
    let as_is = match c {
        '1'..='7' => octal_value(reader.rest) <= 0o177,
        '0' | 'x' | 'c' | 'C' | 'M' => false,
        'u' => {
            reader.next();
            reader.next();
            return unicode(reader, source, offset);
        }
        'p' | 'P' => {
            source.fixed_encoding = true;
            true
        }
        _ => true,
    };
    if !as_is {
        return bytes(reader, source, offset);
    }
    reader.next();
    reader.next();
    source.fixed_encoding |= !c.is_ascii();
    source.chars.push(('\\', offset));
    source.chars.push((c, offset + 1));
    Ok(())
}

/// The value of up to three octal digits after a backslash.
fn octal_value(text: &str) -> u32 {
    text.chars()
        .skip(1)
        .take(3)
        .map_while(|c| c.to_digit(8))
        .fold(0, |value, digit| value * 8 + digit)
}

/// `\uHHHH` or `\u{H… H…}`, of which `\u` is read.
fn unicode(
    reader: &mut PatternReader<'_>,
    source: &mut PatternSource,
    offset: usize,
) -> Result<(), RegexpError> {
    match reader.peek() {
        None => reader.error("too short escape sequence"),
        Some('{') => {
            reader.next();
            unicode_list(reader, source, offset)
        }
        Some(_) => {
            let (count, code) = reader.number(16, 4);
            if count != 4 {
                return reader.error("invalid Unicode escape");
            }
            push_code(reader, source, code, offset)
        }
    }
}

fn unicode_list(
    reader: &mut PatternReader<'_>,
    source: &mut PatternSource,
    offset: usize,
) -> Result<(), RegexpError> {
    let mut found = false;
    loop {
        while reader.peek().is_some_and(super::is_space) {
            reader.next();
        }
        let (count, code) = reader.number(16, usize::MAX);
        if count == 0 {
            break;
        }
        if count > 6 {
            return reader.error("invalid Unicode range");
        }
        push_code(reader, source, code, offset)?;
        found = true;
    }
    if !found || reader.next() != Some('}') {
        return reader.error("invalid Unicode list");
    }
    Ok(())
}

/// Appends a character by its number: itself, or as `\xHH` if it is ASCII.
fn push_code(
    reader: &PatternReader<'_>,
    source: &mut PatternSource,
    code: u32,
    offset: usize,
) -> Result<(), RegexpError> {
    let Some(c) = char::from_u32(code) else {
        return reader.error("invalid Unicode range");
    };
    if c.is_ascii() {
        push_hex(source, code, offset);
    } else {
        source.fixed_encoding = true;
        source.chars.push((c, offset));
    }
    Ok(())
}

fn push_hex(source: &mut PatternSource, code: u32, offset: usize) {
    source
        .chars
        .extend(format!("\\x{code:02X}").chars().map(|c| (c, offset)));
}

/// Escapes that name bytes; those of 128 and more have to make up a character together.
fn bytes(
    reader: &mut PatternReader<'_>,
    source: &mut PatternSource,
    offset: usize,
) -> Result<(), RegexpError> {
    let first = byte(reader)?;
    if first < 0x80 {
        push_hex(source, u32::from(first), offset);
        return Ok(());
    }
    let length = match first {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return reader.error("invalid multibyte escape"),
    };
    let mut encoded = vec![first];
    while encoded.len() < length {
        encoded.push(byte(reader)?);
        if std::str::from_utf8(&encoded).is_err_and(|error| error.error_len().is_some()) {
            return reader.error("invalid multibyte escape");
        }
    }
    let Some(c) = std::str::from_utf8(&encoded)
        .ok()
        .and_then(|text| text.chars().next())
    else {
        return reader.error("invalid multibyte escape");
    };
    source.fixed_encoding = true;
    source.chars.push((c, offset));
    Ok(())
}

/// Reads one escape that names a byte: `\xHH`, `\ooo`, `\cX`, `\C-X`, `\M-X` and their combinations.
fn byte(reader: &mut PatternReader<'_>) -> Result<u8, RegexpError> {
    if reader.next() != Some('\\') {
        return reader.error("too short escaped multibyte character");
    }
    let (mut control, mut meta) = (false, false);
    let code = loop {
        let Some(c) = reader.peek() else {
            return reader.error("too short escape sequence");
        };
        if c.is_digit(8) {
            break reader.number(8, 3).1;
        }
        reader.next();
        let plain = match c {
            '\\' => '\\',
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'f' => '\x0c',
            'v' => '\x0b',
            'a' => '\x07',
            'e' => '\x1b',
            'x' => {
                let (count, code) = reader.number(16, 2);
                if count == 0 {
                    return reader.error("invalid hex escape");
                }
                break code;
            }
            'M' if meta => return reader.error("duplicate meta escape"),
            'M' => {
                meta = true;
                if reader.next() != Some('-') {
                    return reader.error("too short meta escape");
                }
                match modified(reader, "too short meta escape")? {
                    Some(code) => break code,
                    None => continue,
                }
            }
            'C' | 'c' => {
                if c == 'C' && reader.next() != Some('-') {
                    return reader.error("too short control escape");
                }
                if control {
                    return reader.error("duplicate control escape");
                }
                control = true;
                match modified(reader, "too short control escape")? {
                    Some(code) => break code,
                    None => continue,
                }
            }
            _ => return reader.error("unexpected escape sequence"),
        };
        break u32::from(plain);
    };
    let Ok(mut byte) = u8::try_from(code) else {
        return reader.error("invalid escape code");
    };
    if control {
        byte &= 0x1f;
    }
    if meta {
        byte |= 0x80;
    }
    Ok(byte)
}

/// What follows `\M-` or `\c`: a character, or another escape (nothing is returned, its backslash is read).
fn modified(reader: &mut PatternReader<'_>, too_short: &str) -> Result<Option<u32>, RegexpError> {
    match reader.next() {
        Some('\\') => Ok(None),
        Some(c) if c.is_ascii() => Ok(Some(u32::from(c))),
        _ => reader.error(too_short),
    }
}
