//! Titles that are written as strings with variables in them.

use puppet_hir::model::{Body, Expr, ExprId};
use puppet_text::typo_of;
use smol_str::SmolStr;

use crate::catalog::similar_titles::SHORTEST_TYPO;
use puppet_semantic::index::item_tree::canonical;

/// The titles with variables that a body gives to resources of a type (in lower case).
#[must_use]
pub fn interpolated_titles(body: &Body, ty: &str) -> Vec<InterpolatedTitle> {
    let resources = body.exprs().filter_map(|(_, expr)| match expr {
        Expr::Resource {
            type_name, bodies, ..
        } => match body.expr(*type_name) {
            Expr::QualifiedName(name) if canonical(name) == ty => Some(bodies),
            _ => None,
        },
        _ => None,
    });
    let titles = resources.flatten().filter_map(|it| it.title);
    titles
        .flat_map(|title| match body.expr(title) {
            Expr::LiteralList(titles) => titles.to_vec(),
            _ => vec![title],
        })
        .filter_map(|title| InterpolatedTitle::from_expr(body, title))
        .collect()
}

/// A title that is written with variables in it.
#[derive(PartialEq)]
pub struct InterpolatedTitle {
    /// What is written, with [`Self::VARIABLE`] for each variable.
    text: String,
    variables: Vec<SmolStr>,
}

impl InterpolatedTitle {
    const VARIABLE: char = '\0';

    /// The title that a string with variables is; `None` for other expressions and other strings.
    #[must_use]
    pub fn from_expr(body: &Body, expr: ExprId) -> Option<Self> {
        let Expr::ConcatenatedString(parts) = body.expr(expr) else {
            return None;
        };
        let (mut text, mut variables) = (String::new(), Vec::new());
        for part in parts {
            match body.expr(*part) {
                Expr::LiteralString(part) => text.push_str(part),
                Expr::Text(variable) => {
                    text.push(Self::VARIABLE);
                    variables.push(body.variable_name(*variable)?.clone());
                }
                _ => return None,
            }
        }
        Some(Self { text, variables })
    }

    /// Whether nothing but a typo in what is written makes two titles differ.
    #[must_use]
    pub fn is_typo_of(&self, meant: &Self) -> bool {
        self.variables == meant.variables
            && self.text.len() >= SHORTEST_TYPO
            && typo_of(&self.text, [&*meant.text]).is_some()
    }

    /// As it is written in double quotes.
    #[must_use]
    pub fn source(&self) -> String {
        let mut variables = self.variables.iter();
        let shown = self.text.chars().map(|c| match c {
            Self::VARIABLE => format!("${{{}}}", variables.next().map_or("", |it| it.as_str())),
            c => c.to_string(),
        });
        shown.collect()
    }
}
