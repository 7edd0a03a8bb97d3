//! The parser of type expressions.
//!
//! This reads what types print as, and what people write on the right side of `type X =`: names, parameters and
//! literals. It is no parser of the language: anything else in parentheses or with operators becomes
//! [`TypeExpr::Other`].

use std::sync::Arc;

use smol_str::SmolStr;

use crate::{expr::TypeExpr, float::Float64};

/// How deep brackets may nest.
const MAX_DEPTH: usize = 100;

/// Why a text is no type expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeSyntaxError {
    /// Where, in bytes.
    pub offset: usize,
}

/// Reads a type expression.
pub fn parse(text: &str) -> Result<TypeExpr, TypeSyntaxError> {
    let mut parser = TypeParser {
        text,
        at: 0,
        depth: 0,
    };
    let expr = parser.expr()?;
    parser.space();
    if parser.at < text.len() {
        return parser.fail();
    }
    Ok(expr)
}

struct TypeParser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl<'t> TypeParser<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn fail<T>(&self) -> Result<T, TypeSyntaxError> {
        Err(TypeSyntaxError { offset: self.at })
    }

    fn space(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            if !self.rest().starts_with('#') {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    fn eat(&mut self, token: &str) -> bool {
        self.space();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn take_while(&mut self, accepts: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c| !accepts(c)).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    fn expr(&mut self) -> Result<TypeExpr, TypeSyntaxError> {
        self.depth += 1;
        let result = if self.depth > MAX_DEPTH {
            self.fail()
        } else {
            self.postfix()
        };
        self.depth -= 1;
        result
    }

    fn postfix(&mut self) -> Result<TypeExpr, TypeSyntaxError> {
        self.space();
        let start = self.at;
        let mut expr = self.primary()?;
        loop {
            let before = self.at;
            if self.rest().starts_with('[') {
                self.at += 1;
                let keys = self.list("]")?;
                expr = TypeExpr::Access {
                    left: Box::new(expr),
                    keys,
                    text: self.slice(start),
                };
            } else if self.rest().starts_with('(')
                && matches!(expr, TypeExpr::Name(_) | TypeExpr::Other(_))
            {
                self.at += 1;
                self.list(")")?;
                expr = TypeExpr::Other(self.slice(start));
            } else if self.rest().starts_with('.') {
                self.at += 1;
                if self.take_while(is_word).is_empty() {
                    self.at = before;
                    return Ok(expr);
                }
                expr = TypeExpr::Other(self.slice(start));
            } else {
                return Ok(expr);
            }
        }
    }

    fn slice(&self, start: usize) -> Arc<str> {
        self.text.get(start..self.at).unwrap_or_default().into()
    }

    fn primary(&mut self) -> Result<TypeExpr, TypeSyntaxError> {
        match self.peek() {
            Some('[') => {
                self.at += 1;
                Ok(TypeExpr::List(self.list("]")?))
            }
            Some('{') => {
                self.at += 1;
                self.hash()
            }
            Some('\'') => self.single_quoted(),
            Some('"') => self.double_quoted(),
            Some('/') => self.regexp(),
            Some('-') => {
                self.at += 1;
                Ok(TypeExpr::Negate(Box::new(self.expr()?)))
            }
            Some('*') => {
                let start = self.at;
                self.at += 1;
                self.expr()?;
                Ok(TypeExpr::Other(self.slice(start)))
            }
            Some('(') => {
                self.at += 1;
                let inner = self.expr()?;
                if self.eat(")") {
                    Ok(inner)
                } else {
                    self.fail()
                }
            }
            Some(c) if c.is_ascii_digit() => self.number(),
            Some(c) if is_word(c) || c == ':' => self.word(),
            _ => self.fail(),
        }
    }

    fn list(&mut self, close: &str) -> Result<Vec<TypeExpr>, TypeSyntaxError> {
        let mut items = Vec::new();
        while !self.eat(close) {
            let key = self.expr()?;
            if self.eat("=>") {
                let value = self.expr()?;
                items.push(TypeExpr::Hash(vec![(key, value)]));
            } else {
                items.push(key);
            }
            if !self.eat(",") {
                if self.eat(close) {
                    break;
                }
                return self.fail();
            }
        }
        Ok(items)
    }

    fn hash(&mut self) -> Result<TypeExpr, TypeSyntaxError> {
        let mut entries = Vec::new();
        while !self.eat("}") {
            let key = self.expr()?;
            if !self.eat("=>") {
                return self.fail();
            }
            entries.push((key, self.expr()?));
            if !self.eat(",") {
                if self.eat("}") {
                    break;
                }
                return self.fail();
            }
        }
        Ok(TypeExpr::Hash(entries))
    }

    fn single_quoted(&mut self) -> Result<TypeExpr, TypeSyntaxError> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let Some(c) = self.peek() else {
                return self.fail();
            };
            self.at += c.len_utf8();
            match (c, self.peek()) {
                ('\'', _) => return Ok(TypeExpr::String(text.into())),
                ('\\', Some(next @ ('\'' | '\\'))) => {
                    self.at += 1;
                    text.push(next);
                }
                _ => text.push(c),
            }
        }
    }

    fn double_quoted(&mut self) -> Result<TypeExpr, TypeSyntaxError> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let Some(c) = self.peek() else {
                return self.fail();
            };
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(TypeExpr::String(text.into())),
                // An interpolation, which is no literal.
                '$' if self
                    .rest()
                    .starts_with(|next: char| next == '{' || is_word(next) || next == ':') =>
                {
                    return self.fail();
                }
                '\\' => self.escape(&mut text)?,
                _ => text.push(c),
            }
        }
    }

    fn escape(&mut self, text: &mut String) -> Result<(), TypeSyntaxError> {
        let Some(c) = self.peek() else {
            return self.fail();
        };
        self.at += c.len_utf8();
        match c {
            't' => text.push('\t'),
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            's' => text.push(' '),
            '\\' | '"' | '$' | '\'' => text.push(c),
            'u' => {
                let braces = self.rest().starts_with('{');
                self.at += usize::from(braces);
                let digits = self.take_while(|c| c.is_ascii_hexdigit());
                if braces && !self.rest().starts_with('}') {
                    return self.fail();
                }
                self.at += usize::from(braces);
                match u32::from_str_radix(digits, 16)
                    .ok()
                    .and_then(char::from_u32)
                {
                    Some(c) => text.push(c),
                    None => return self.fail(),
                }
            }
            _ => {
                text.push('\\');
                text.push(c);
            }
        }
        Ok(())
    }

    fn regexp(&mut self) -> Result<TypeExpr, TypeSyntaxError> {
        self.at += 1;
        let mut source = String::new();
        loop {
            let Some(c) = self.peek() else {
                return self.fail();
            };
            self.at += c.len_utf8();
            match (c, self.peek()) {
                ('/', _) => return Ok(TypeExpr::Regexp(source.into())),
                ('\\', Some('/')) => {
                    self.at += 1;
                    source.push('/');
                }
                ('\\', Some(next)) => {
                    self.at += next.len_utf8();
                    source.push('\\');
                    source.push(next);
                }
                _ => source.push(c),
            }
        }
    }

    fn number(&mut self) -> Result<TypeExpr, TypeSyntaxError> {
        let start = self.at;
        self.take_while(|c| c.is_ascii_alphanumeric());
        let has_fraction = self
            .rest()
            .strip_prefix('.')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if has_fraction {
            self.at += 1;
            self.take_while(|c| c.is_ascii_alphanumeric());
        }
        let is_decimal = !self.slice(start).starts_with("0x");
        if is_decimal
            && self.slice(start).ends_with(['e', 'E'])
            && self.rest().starts_with(['-', '+'])
        {
            self.at += 1;
            self.take_while(|c| c.is_ascii_digit());
        }
        let text = self.slice(start);
        let number = match text.get(..2) {
            Some("0x" | "0X") => i128::from_str_radix(text.get(2..).unwrap_or_default(), 16).ok(),
            _ if text.len() > 1
                && text.starts_with('0')
                && text.bytes().all(|b| b.is_ascii_digit()) =>
            {
                i128::from_str_radix(&text, 8).ok()
            }
            _ => text.parse().ok(),
        };
        match (number, text.parse::<f64>()) {
            (Some(number), _) => Ok(TypeExpr::Integer(number)),
            (None, Ok(float)) if text.contains(['.', 'e', 'E']) => {
                Ok(TypeExpr::Float(Float64(float)))
            }
            _ => self.fail(),
        }
    }

    fn word(&mut self) -> Result<TypeExpr, TypeSyntaxError> {
        let word = self.take_while(|c| is_word(c) || c == ':');
        let name = word.strip_prefix("::").unwrap_or(word);
        if name.is_empty()
            || !name
                .split("::")
                .all(|part| !part.is_empty() && part.chars().all(is_word))
        {
            return self.fail();
        }
        Ok(match name {
            "undef" => TypeExpr::Undef,
            "default" => TypeExpr::Default,
            "true" => TypeExpr::Boolean(true),
            "false" => TypeExpr::Boolean(false),
            _ if name.starts_with(|c: char| c.is_ascii_uppercase()) => {
                TypeExpr::Name(SmolStr::from(name))
            }
            _ => TypeExpr::Bare(SmolStr::from(name)),
        })
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
