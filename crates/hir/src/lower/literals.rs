//! Names, numbers, words and regular expressions.

use puppet_syntax::SyntaxKind;
use puppet_syntax::ast::{
    AstNode, KeywordExpr, NameExpr, NumberExpr, RegexExpr, ReservedWordExpr, TypeRef, VariableExpr,
};
use puppet_syntax::number::{self, NumberValue};
use smol_str::SmolStr;
use text_size::{TextRange, TextSize};

use super::{Lowerer, span};
use crate::model::{Expr, ExprId, FloatLiteral, IntegerLiteral, Radix};

impl Lowerer {
    pub(super) fn name(&mut self, name: &NameExpr) -> ExprId {
        let range = name.syntax().text_range();
        self.add(Expr::QualifiedName(name.text().into()), range, range)
    }

    pub(super) fn type_reference(&mut self, name: &TypeRef) -> ExprId {
        let range = name.syntax().text_range();
        self.add(Expr::QualifiedReference(name.text().into()), range, range)
    }

    /// `$x`. Puppet takes its name to start after the first character, even where no `$` is written.
    pub(super) fn variable(&mut self, variable: &VariableExpr) -> ExprId {
        let range = variable.syntax().text_range();
        let name = variable.name().unwrap_or_default();
        let start = range.start() + TextSize::new(1).min(range.len());
        let reported = span(start, range.end());
        let written = span(
            range.end() - TextSize::of(name.as_str()).min(range.len()),
            range.end(),
        );
        let is_implicit = variable
            .name_token()
            .is_some_and(|it| it.kind() == SyntaxKind::IMPLICIT_VARIABLE);
        let name = match name.as_str() {
            // Puppet's lexer hands over the value of the keyword in the place of the name.
            "true" | "false" if is_implicit => Expr::LiteralBoolean(name == "true"),
            _ => Expr::QualifiedName(name.into()),
        };
        let name = self.add(name, reported, written);
        self.add(Expr::Variable(name), range, range)
    }

    pub(super) fn number(&mut self, number: &NumberExpr) -> ExprId {
        let range = number.syntax().text_range();
        let expr = number
            .text_token()
            .and_then(|it| literal_number(it.text()))
            .unwrap_or(Expr::Missing);
        self.add(expr, range, range)
    }

    pub(super) fn regex(&mut self, regex: &RegexExpr) -> ExprId {
        let range = regex.syntax().text_range();
        let text = regex
            .regex_token()
            .map_or_else(String::new, |it| it.text().to_owned());
        let pattern = text.strip_prefix('/').unwrap_or(&text);
        let pattern = pattern.strip_suffix('/').unwrap_or(pattern);
        let pattern: SmolStr = pattern.replace("\\/", "/").into();
        self.add(Expr::LiteralRegularExpression(pattern), range, range)
    }

    pub(super) fn reserved_word(&mut self, word: &ReservedWordExpr) -> ExprId {
        let range = word.syntax().text_range();
        let text = word
            .word_token()
            .map_or_else(SmolStr::default, |it| it.text().into());
        let expr = Expr::ReservedWord {
            word: text,
            future: false,
        };
        self.add(expr, range, range)
    }

    /// `type` or `function` in a list or hash: a string.
    pub(super) fn keyword_value(&mut self, word: &KeywordExpr) -> ExprId {
        let range = word.syntax().text_range();
        let text = word
            .word_token()
            .map_or_else(SmolStr::default, |it| it.text().into());
        self.add(Expr::LiteralString(text), range, range)
    }

    /// A name that is nowhere written, at the place that Puppet gives it.
    pub(super) fn synthetic_name(
        &mut self,
        name: &str,
        container: TextSize,
        full: TextRange,
    ) -> ExprId {
        self.add(
            Expr::QualifiedName(name.into()),
            TextRange::empty(container),
            full,
        )
    }
}

/// The literal of a number's text; nothing if it is no number.
fn literal_number(text: &str) -> Option<Expr> {
    Some(match number::value(text)? {
        NumberValue::Float(value) => Expr::LiteralFloat(FloatLiteral::new(value)),
        NumberValue::Integer(value, radix) => Expr::LiteralInteger {
            value: match value {
                Some(value) => IntegerLiteral::Small(value),
                None => IntegerLiteral::Big(decimal_digits(text, radix).into()),
            },
            radix: match radix {
                8 => Radix::Octal,
                16 => Radix::Hexadecimal,
                _ => Radix::Decimal,
            },
        },
    })
}

/// The decimal digits of an integer of any size. Only the first thousand digits of a longer one count.
fn decimal_digits(text: &str, radix: u32) -> String {
    let digits = text.trim_start_matches("0x").trim_start_matches("0X");
    if radix == 10 {
        return digits.trim_start_matches('0').to_owned();
    }
    // Little-endian groups of nine decimal digits.
    let mut groups: Vec<u64> = vec![0];
    for digit in digits
        .chars()
        .take(1000)
        .filter_map(|it| it.to_digit(radix))
    {
        let mut carry = u64::from(digit);
        for group in &mut groups {
            let value = *group * u64::from(radix) + carry;
            *group = value % 1_000_000_000;
            carry = value / 1_000_000_000;
        }
        if carry > 0 {
            groups.push(carry);
        }
    }
    let mut result = String::new();
    for (index, group) in groups.iter().rev().enumerate() {
        result += &if index == 0 {
            group.to_string()
        } else {
            format!("{group:09}")
        };
    }
    result
}

#[cfg(test)]
mod tests {
    use super::decimal_digits;

    #[test]
    fn big_numbers_are_decimal() {
        assert_eq!(
            decimal_digits("0xFFFFFFFFFFFFFFFFFF", 16),
            "4722366482869645213695"
        );
        assert_eq!(
            decimal_digits("07777777777777777777777", 8),
            "73786976294838206463"
        );
        assert_eq!(
            decimal_digits("12345678901234567890", 10),
            "12345678901234567890"
        );
    }
}
