//! Ruby's `Kernel#format`.

mod argument;
mod float;
mod integer;

use puppet_types::Value;

pub use self::argument::FormatArgument;
pub(crate) use self::argument::float_to_integer;
use crate::ConvertError;

/// Widest field that is written; a wider one is undecided, so that a format cannot fill the memory.
const MAX_WIDTH: usize = 65_000;

/// Flags, width and precision of a directive.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Spec {
    pub space: bool,
    pub alternate: bool,
    pub plus: bool,
    pub left: bool,
    pub zero: bool,
    pub width: Option<usize>,
    pub precision: Option<usize>,
}

/// Writes values by a format, as the function `sprintf` does.
pub fn sprintf(format: &str, values: &[Value]) -> Result<String, ConvertError> {
    let arguments: Vec<FormatArgument> = values.iter().map(FormatArgument::from_value).collect();
    format_arguments(format, &arguments)
}

/// Writes arguments by a format.
pub(crate) fn format_arguments(
    format: &str,
    arguments: &[FormatArgument],
) -> Result<String, ConvertError> {
    let mut writer = FormatWriter {
        rest: format,
        arguments,
        mode: ReferenceMode::Unused,
        next: 0,
        text: String::new(),
    };
    while let Some(at) = writer.rest.find('%') {
        writer.text.push_str(&writer.rest[..at]);
        writer.rest = &writer.rest[at + 1..];
        writer.directive()?;
        if writer.text.len() > 10 * MAX_WIDTH {
            return Err(ConvertError::Undecidable);
        }
    }
    writer.text.push_str(writer.rest);
    Ok(writer.text)
}

struct FormatWriter<'a> {
    rest: &'a str,
    arguments: &'a [FormatArgument],
    mode: ReferenceMode,
    /// How many arguments were taken in turn.
    next: usize,
    text: String,
}

/// The style in which arguments are referred to; a format may not mix styles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReferenceMode {
    Unused,
    /// In turn.
    Unnumbered,
    /// `%1$s`
    Numbered,
    /// `%<name>s`, `%{name}`
    Named,
}

impl<'a> FormatWriter<'a> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn advance(&mut self) {
        if let Some(c) = self.peek() {
            self.rest = &self.rest[c.len_utf8()..];
        }
    }

    fn number(&mut self) -> Result<usize, ConvertError> {
        let count = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at(count);
        self.rest = rest;
        match digits.parse::<usize>() {
            Ok(number) if number <= MAX_WIDTH => Ok(number),
            Ok(number) if number > i32::MAX as usize => ConvertError::raised("width too big"),
            _ => Err(ConvertError::Undecidable),
        }
    }

    /// The next argument.
    fn argument(&mut self) -> Result<&'a FormatArgument, ConvertError> {
        let number = self.next + 1;
        match self.mode {
            ReferenceMode::Numbered => {
                return ConvertError::raised(format!("unnumbered({number}) mixed with numbered"));
            }
            ReferenceMode::Named => {
                return ConvertError::raised(format!("unnumbered({number}) mixed with named"));
            }
            ReferenceMode::Unused | ReferenceMode::Unnumbered => {
                self.mode = ReferenceMode::Unnumbered
            }
        }
        self.next = number;
        self.numbered(number)
    }

    fn numbered(&self, number: usize) -> Result<&'a FormatArgument, ConvertError> {
        match number
            .checked_sub(1)
            .and_then(|index| self.arguments.get(index))
        {
            Some(argument) => Ok(argument),
            None => ConvertError::raised("too few arguments"),
        }
    }

    /// The argument of `%1$`.
    fn by_number(&mut self, number: usize) -> Result<&'a FormatArgument, ConvertError> {
        let taken = self.next;
        match self.mode {
            ReferenceMode::Unnumbered => {
                return ConvertError::raised(format!(
                    "numbered({number}) after unnumbered({taken})"
                ));
            }
            ReferenceMode::Named => {
                return ConvertError::raised(format!("numbered({number}) after named"));
            }
            ReferenceMode::Unused | ReferenceMode::Numbered => self.mode = ReferenceMode::Numbered,
        }
        self.numbered(number)
    }

    /// The number that a star stands for.
    fn star(&mut self) -> Result<i32, ConvertError> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let argument = if digits > 0 && self.rest[digits..].starts_with('$') {
            let number = self.number()?;
            self.advance();
            self.by_number(number)?
        } else {
            self.argument()?
        };
        let number = argument.to_small_integer()?;
        i32::try_from(number).or_else(|_| {
            ConvertError::raised(format!("integer {number} too big to convert to `int'"))
        })
    }

    /// Writes by a directive, of which the percent sign is read.
    fn directive(&mut self) -> Result<(), ConvertError> {
        let mut spec = Spec::default();
        let mut any = false;
        let mut given: Option<&'a FormatArgument> = None;
        loop {
            let Some(c) = self.peek() else {
                return ConvertError::raised(
                    "incomplete format specifier; use %% (double %) instead",
                );
            };
            let after_number = spec.width.is_some() || spec.precision.is_some();
            if matches!(c, ' ' | '#' | '+' | '-' | '0') && after_number {
                let what = if spec.precision.is_some() {
                    "precision"
                } else {
                    "width"
                };
                return ConvertError::raised(format!("flag after {what}"));
            }
            match c {
                ' ' => spec.space = true,
                '#' => spec.alternate = true,
                '+' => spec.plus = true,
                '-' => spec.left = true,
                '0' => spec.zero = true,
                '1'..='9' => {
                    let number = self.number()?;
                    if self.peek() == Some('$') {
                        self.advance();
                        if given.is_some() {
                            return ConvertError::raised(format!("value given twice - {number}$"));
                        }
                        given = Some(self.by_number(number)?);
                    } else {
                        set_once(&mut spec.width, number, "width")?;
                    }
                    any = true;
                    continue;
                }
                '*' => {
                    self.advance();
                    let width = self.star()?;
                    spec.left |= width < 0;
                    let width = usize::try_from(width.unsigned_abs()).unwrap_or(usize::MAX);
                    if width > MAX_WIDTH {
                        return Err(ConvertError::Undecidable);
                    }
                    set_once(&mut spec.width, width, "width")?;
                    any = true;
                    continue;
                }
                '.' => {
                    self.advance();
                    let precision = self.precision()?;
                    set_once(&mut spec.precision, precision, "precision")?;
                    any = true;
                    continue;
                }
                '<' | '{' => {
                    self.advance();
                    let argument = self.named(c)?;
                    if c == '{' {
                        self.push_text(spec, argument.to_text()?);
                        return Ok(());
                    }
                    given = Some(argument);
                    any = true;
                    continue;
                }
                '%' | '\n' | '\0' => {
                    if any {
                        return ConvertError::raised("invalid format character - %");
                    }
                    if c == '%' {
                        self.advance();
                    }
                    self.text.push('%');
                    return Ok(());
                }
                letter => {
                    self.advance();
                    return self.conversion(spec, letter, given);
                }
            }
            any = true;
            self.advance();
        }
    }

    fn precision(&mut self) -> Result<usize, ConvertError> {
        match self.peek() {
            Some('*') => {
                self.advance();
                match usize::try_from(self.star()?).unwrap_or(0) {
                    precision if precision > MAX_WIDTH => Err(ConvertError::Undecidable),
                    precision => Ok(precision),
                }
            }
            Some('0'..='9') => self.number(),
            _ => Ok(0),
        }
    }

    /// `%<name>d`, `%{name}`
    fn named(&mut self, open: char) -> Result<&'a FormatArgument, ConvertError> {
        let close = if open == '<' { '>' } else { '}' };
        let Some((name, rest)) = self.rest.split_once(close) else {
            return ConvertError::raised("malformed name - unmatched parenthesis");
        };
        self.rest = rest;
        let taken = self.next;
        match self.mode {
            ReferenceMode::Unnumbered => {
                return ConvertError::raised(format!(
                    "named{open}{name}{close} after unnumbered({taken})"
                ));
            }
            ReferenceMode::Numbered => {
                return ConvertError::raised(format!("named{open}{name}{close} after numbered"));
            }
            ReferenceMode::Unused | ReferenceMode::Named => self.mode = ReferenceMode::Named,
        }
        match self.arguments {
            [FormatArgument::Hash { entries, .. }] => {
                match entries.iter().find(|(key, _)| key == name) {
                    Some((_, argument)) => Ok(argument),
                    None => ConvertError::raised(format!("key{open}{name}{close} not found")),
                }
            }
            _ => ConvertError::raised("one hash required"),
        }
    }

    fn conversion(
        &mut self,
        spec: Spec,
        letter: char,
        given: Option<&'a FormatArgument>,
    ) -> Result<(), ConvertError> {
        if !"diuoxXbBeEfgGaAscp".contains(letter) {
            return ConvertError::raised(format!("malformed format string - %{letter}"));
        }
        let argument = match given {
            Some(argument) => argument,
            None => self.argument()?,
        };
        match letter {
            's' => self.push_text(spec, argument.to_text()?),
            'p' => self.push_text(spec, argument.to_inspection(spec.precision)?),
            'c' => self.push_text(
                Spec {
                    precision: None,
                    ..spec
                },
                argument.to_character()?,
            ),
            'd' | 'i' | 'u' | 'o' | 'x' | 'X' | 'b' | 'B' => {
                self.text
                    .push_str(&integer::format(spec, letter, argument.to_integer()?));
            }
            'f' if argument.is_integer() => {
                self.text
                    .push_str(&float::format_integer(spec, argument.to_integer()?));
            }
            _ => self
                .text
                .push_str(&float::format(spec, letter, argument.to_float()?)),
        }
        Ok(())
    }

    fn push_text(&mut self, spec: Spec, mut field: String) {
        if let Some(precision) = spec.precision
            && let Some((end, _)) = field.char_indices().nth(precision)
        {
            field.truncate(end);
        }
        push_padded(&mut self.text, spec, &field);
    }
}

fn set_once(slot: &mut Option<usize>, value: usize, name: &str) -> Result<(), ConvertError> {
    if slot.replace(value).is_some() {
        return ConvertError::raised(format!("{name} given twice"));
    }
    Ok(())
}

/// Appends a field with spaces before it, or after it.
fn push_padded(text: &mut String, spec: Spec, field: &str) {
    let missing = spec
        .width
        .unwrap_or(0)
        .saturating_sub(field.chars().count());
    let spaces = std::iter::repeat_n(' ', missing);
    if spec.left {
        text.push_str(field);
        text.extend(spaces);
    } else {
        text.extend(spaces);
        text.push_str(field);
    }
}
