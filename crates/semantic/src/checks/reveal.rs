//! What is inferred, on request: `# reveal: $x` asks for one expression, `check --reveal` for every assignment.

use std::ops::Range;

use puppet_db::{Db, Environment, File, line_index, parse, program, source_map};
use puppet_diagnostics::{Diagnostic, Place, rules};
use puppet_hir::model::{BodyId, Expr, ExprId};
use puppet_syntax::SyntaxKind;
use puppet_text::{Column, TextRange, TextSize};

use crate::infer::infer;
use crate::item::Item;
use crate::names::Names;
use crate::owner::owner;
use crate::settings::Settings;

const MARK: &str = "reveal:";

pub(super) fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<File>>) {
    if !file.kind(db).is_puppet() {
        return;
    }
    let all = Settings::try_get(db).is_some_and(|settings| settings.reveal(db));
    let asks = file.text(db).contains(MARK);
    let (true, Some(owner)) = (all || asks, owner(db, file)) else {
        return;
    };
    if all {
        assignments(db, owner.environment, file, out);
    }
    if asks {
        let root = parse(db, file).syntax();
        let tokens = root
            .descendants_with_tokens()
            .filter_map(|it| it.into_token());
        for token in tokens.filter(|token| token.kind() == SyntaxKind::COMMENT) {
            let asked = token.text().trim_start_matches('#').trim_start();
            if let Some(asked) = asked.strip_prefix(MARK) {
                let question = Question {
                    text: asked.split(" #").next().unwrap_or(asked).trim(),
                    comment: token.text_range(),
                };
                out.push(question.answer(db, owner.environment, file));
            }
        }
    }
}

/// The type of the value of each assignment.
fn assignments(db: &dyn Db, environment: Environment, file: File, out: &mut Vec<Diagnostic<File>>) {
    let (program, map) = (program(db, file), source_map(db, file));
    let names = Names::new(db, environment, file);
    for (id, body) in program.bodies() {
        let inference = infer(db, environment, Item { file, body: id });
        for (_, expr) in body.exprs() {
            let Expr::Assignment { left, right, .. } = expr else {
                continue;
            };
            if let Some(span) = map.expr(id, *left) {
                let ty = inference.known(*right).ty(&names);
                out.push(revealed(file, span.full, &ty.to_string()));
            }
        }
    }
}

fn revealed(file: File, range: TextRange, ty: &str) -> Diagnostic<File> {
    Diagnostic::new(
        &rules::REVEALED_TYPE,
        Place::new(file, range),
        format!("the inferred type is {ty}"),
    )
}

/// A comment that asks.
struct Question<'a> {
    /// The expression, as it is written elsewhere.
    text: &'a str,
    comment: TextRange,
}

impl Question<'_> {
    /// The type of the expression on the line of the comment, or on the next one where the comment stands alone; of the
    /// last one before the comment where that line has none.
    fn answer(&self, db: &dyn Db, environment: Environment, file: File) -> Diagnostic<File> {
        let lines = line_index(db, file);
        let line_of = |range: TextRange| lines.line_col(range.start(), Column::Bytes).line;
        let own = line_of(self.comment);
        let before = file
            .text(db)
            .get(..usize::from(self.comment.start()))
            .unwrap_or_default();
        let is_alone = before
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .trim()
            .is_empty();
        let after = file
            .text(db)
            .get(usize::from(self.comment.end())..)
            .unwrap_or_default();
        let comments = after
            .lines()
            .skip(1)
            .take_while(|line| line.trim_start().starts_with('#'));
        let wanted = match u32::try_from(comments.count()) {
            Ok(comments) if is_alone => own + 1 + comments,
            _ => own,
        };
        let (program, map) = (program(db, file), source_map(db, file));
        let mut best: Option<((bool, TextSize), TextRange, BodyId, ExprId)> = None;
        for (id, body) in program.bodies() {
            for (expr, _) in body.exprs() {
                let Some(range) = map.expr(id, expr).map(|span| span.full) else {
                    continue;
                };
                if file.text(db).get(Range::<usize>::from(range)) != Some(self.text) {
                    continue;
                }
                let is_on_line = line_of(range) == wanted;
                if is_on_line || range.start() < self.comment.start() {
                    let rank = (is_on_line, range.start());
                    if best.is_none_or(|(other, ..)| other <= rank) {
                        best = Some((rank, range, id, expr));
                    }
                }
            }
        }
        match best {
            Some(((is_on_line, _), range, body, expr)) => {
                let range = if is_on_line { range } else { self.comment };
                let inference = infer(db, environment, Item { file, body });
                let names = Names::new(db, environment, file);
                // What is assigned is known of the right side.
                let value = program.body(body).and_then(|body| {
                    body.exprs().find_map(|(_, it)| match it {
                        Expr::Assignment { left, right, .. } => (*left == expr).then_some(*right),
                        _ => None,
                    })
                });
                let ty = inference.known(value.unwrap_or(expr)).ty(&names);
                revealed(file, range, &ty.to_string())
            }
            None => Diagnostic::new(
                &rules::REVEALED_TYPE,
                Place::new(file, self.comment),
                format!("there is no expression '{}' here", self.text),
            ),
        }
    }
}
