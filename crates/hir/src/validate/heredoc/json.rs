//! JSON as Ruby's parser takes it: with comments, and with any escaped character in strings.

/// Ruby's limit for arrays and objects within each other.
const MAX_DEPTH: usize = 100;

/// What is wrong with the text; none if it is one JSON value.
pub(super) fn problem(text: &str) -> Option<String> {
    let mut reader = JsonReader {
        text: text.as_bytes(),
        at: 0,
    };
    let error = reader.document().err()?;
    let line = text
        .as_bytes()
        .iter()
        .take(reader.at)
        .filter(|byte| **byte == b'\n')
        .count()
        + 1;
    Some(format!("{error} in line {line} of the text"))
}

type Result<T> = std::result::Result<T, &'static str>;

struct JsonReader<'a> {
    text: &'a [u8],
    at: usize,
}

/// What the reader is in the middle of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Array,
    Object,
}

impl Open {
    fn end(self) -> u8 {
        match self {
            Open::Array => b']',
            Open::Object => b'}',
        }
    }
}

impl JsonReader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn document(&mut self) -> Result<()> {
        let mut open: Vec<Open> = Vec::new();
        self.space()?;
        loop {
            // A value starts here.
            let opened = match self.peek() {
                Some(b'[') => Some(Open::Array),
                Some(b'{') => Some(Open::Object),
                _ => None,
            };
            match opened {
                Some(kind) => {
                    self.at += 1;
                    open.push(kind);
                    if open.len() > MAX_DEPTH {
                        return Err("too many brackets within each other");
                    }
                    self.space()?;
                    if !self.eat(kind.end()) {
                        self.key(kind)?;
                        continue;
                    }
                    open.pop();
                }
                None => self.scalar()?,
            }
            // A value ended here.
            loop {
                self.space()?;
                let Some(kind) = open.last().copied() else {
                    return if self.peek().is_none() {
                        Ok(())
                    } else {
                        Err("something after the value")
                    };
                };
                if self.eat(b',') {
                    self.space()?;
                    self.key(kind)?;
                    break;
                }
                if !self.eat(kind.end()) {
                    return Err("expected a comma or the closing bracket");
                }
                open.pop();
            }
        }
    }

    /// The key of an object's member, up to the value.
    fn key(&mut self, kind: Open) -> Result<()> {
        if kind == Open::Object {
            self.string()
                .map_err(|_| "expected a key in double quotes")?;
            self.space()?;
            if !self.eat(b':') {
                return Err("expected a colon after the key");
            }
            self.space()?;
        }
        Ok(())
    }

    fn scalar(&mut self) -> Result<()> {
        match self.peek() {
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => {
                let rest = self.text.get(self.at..).unwrap_or_default();
                let word = [&b"true"[..], b"false", b"null"]
                    .into_iter()
                    .find(|word| rest.starts_with(word));
                self.at += word.ok_or("expected a value")?.len();
                Ok(())
            }
        }
    }

    fn string(&mut self) -> Result<()> {
        if !self.eat(b'"') {
            return Err("expected a string in double quotes");
        }
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    self.at += 1;
                    self.escape()?;
                }
                Some(0..=0x1f) => return Err("a control character in a string"),
                Some(_) => self.at += 1,
                None => return Err("a string without end"),
            }
        }
        self.at += 1;
        Ok(())
    }

    /// What follows a backslash: anything but a control character; `u` needs four hexadecimal digits.
    fn escape(&mut self) -> Result<()> {
        match self.peek() {
            Some(0..=0x1f) | None => return Err("a control character after a backslash"),
            Some(b'u') => {
                let rest = self.text.get(self.at + 1..).unwrap_or_default();
                let length = rest
                    .iter()
                    .take(4)
                    .take_while(|byte| byte.is_ascii_hexdigit())
                    .count();
                if length < 4 {
                    return Err("an incomplete escape sequence");
                }
            }
            Some(_) => {}
        }
        self.at += 1;
        Ok(())
    }

    fn number(&mut self) -> Result<()> {
        self.eat(b'-');
        if !self.eat(b'0') && self.digits() == 0 {
            return Err("expected digits");
        }
        if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err("a number that starts with 0");
        }
        if self.eat(b'.') && self.digits() == 0 {
            return Err("expected digits after the point");
        }
        if self.eat(b'e') || self.eat(b'E') {
            let _sign = self.eat(b'+') || self.eat(b'-');
            if self.digits() == 0 {
                return Err("expected digits in the exponent");
            }
        }
        Ok(())
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        self.at - start
    }

    /// Spaces, line ends and comments.
    fn space(&mut self) -> Result<()> {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 1,
                Some(b'/') => self.comment()?,
                _ => return Ok(()),
            }
        }
    }

    fn comment(&mut self) -> Result<()> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let (start, end): (&[u8], &[u8]) = if rest.starts_with(b"/*") {
            (b"/*", b"*/")
        } else {
            (b"//", b"\n")
        };
        let body = rest.strip_prefix(start).ok_or("expected a value")?;
        let length = body
            .windows(end.len())
            .position(|window| window == end)
            .ok_or("a comment without end")?;
        self.at += start.len() + length + end.len();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_ruby_parses() {
        for good in [
            "1",
            " {} ",
            "[]",
            "[1, -2.5e+3, true, null, \"a\\q\\u00e9\"]",
            "{\"a\": {\"b\": [[]]}}",
            "/* c */ 1 // d\n",
            "0",
            "-0.0",
        ] {
            assert_eq!(problem(good), None, "{good:?}");
        }
        for bad in [
            "",
            " ",
            "[",
            "[1,]",
            "{\"a\"}",
            "{a: 1}",
            "{\"a\": 1,}",
            "1 1",
            "01",
            "1.",
            "-",
            "\"a",
            "\"\n\"",
            "NaN",
            "'a'",
            "// d",
            "\"\\u12\"",
            "tru",
            "[1}",
            "/",
            "nullx",
            "1e",
        ] {
            assert!(problem(bad).is_some(), "{bad:?}");
        }
        assert_eq!(
            problem(&format!("{}{}", "[".repeat(100), "]".repeat(100))),
            None
        );
        assert!(problem(&format!("{}{}", "[".repeat(101), "]".repeat(101))).is_some());
        assert!(problem(&"[".repeat(1_000_000)).is_some());
    }

    #[test]
    fn the_problem_names_its_line() {
        assert_eq!(
            problem("{\n\"a\": }").as_deref(),
            Some("expected a value in line 2 of the text")
        );
    }
}
