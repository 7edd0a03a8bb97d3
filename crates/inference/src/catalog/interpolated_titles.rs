//! Titles that are written as strings with variables in them.

use std::collections::BTreeSet;
use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_hir::model::{Body, Expr, ExprId};
use puppet_text::{MOST_NAMES, typo_of};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::catalog::similar_titles::SHORTEST_TYPO;
use puppet_semantic::index::item_tree::{Item, body, canonical};

/// The titles with variables of one definition: by the type of the resources (in lower case) and the variables, what is
/// written around them.
pub type InterpolatedTitles = Arc<FxHashMap<(SmolStr, Vec<SmolStr>), BTreeSet<String>>>;

/// The titles with variables that a definition gives to resources.
#[salsa::tracked(returns(clone))]
pub fn interpolated_titles(
    db: &dyn Db,
    environment: Environment,
    item: Item,
) -> InterpolatedTitles {
    // The environment is part of the key only because queries need two parts.
    let _ = environment;
    let body = body(db, item);
    let mut titles: FxHashMap<_, BTreeSet<String>> = FxHashMap::default();
    for (_, expr) in body.exprs() {
        let Expr::Resource {
            type_name, bodies, ..
        } = expr
        else {
            continue;
        };
        let Expr::QualifiedName(name) = body.expr(*type_name) else {
            continue;
        };
        for title in bodies.iter().filter_map(|it| it.title) {
            let written = match body.expr(title) {
                Expr::LiteralList(titles) => titles,
                _ => std::slice::from_ref(&title),
            };
            for title in written {
                if let Some(title) = InterpolatedTitle::from_expr(&body, *title) {
                    let key = (canonical(name), title.variables);
                    titles.entry(key).or_default().insert(title.text);
                }
            }
        }
    }
    Arc::new(titles)
}

/// A title that is written with variables in it.
#[derive(Clone)]
pub struct InterpolatedTitle {
    /// What is written, with a NUL character for each variable.
    pub text: String,
    /// The variables, in the order of the text.
    pub variables: Vec<SmolStr>,
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

    /// The title of which nothing but a typo in what is written makes this one differ.
    #[must_use]
    pub fn typo_of(&self, written: &BTreeSet<String>) -> Option<Self> {
        if self.text.len() < SHORTEST_TYPO || written.len() > MOST_NAMES {
            return None;
        }
        let meant = typo_of(&self.text, written.iter().map(String::as_str))?;
        Some(Self {
            text: meant.to_owned(),
            variables: self.variables.clone(),
        })
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
