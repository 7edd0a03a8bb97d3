//! Inferred types on request: `# reveal: $x` asks for one expression, `check --reveal` for every assignment.

use std::ops::Range;

use puppet_db::{Db, Environment, File, FilePlace, line_index, parse, program, source_map};
use puppet_diagnostics::{Diagnostic, Place, declare_rule};
use puppet_hir::model::{BodyId, Expr, ExprId};
use puppet_syntax::SyntaxKind;
use puppet_text::{Column, TextRange, TextSize};

use puppet_db::check_settings::Settings;
use puppet_inference::infer::infer;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::Item;
use puppet_semantic::resolve::name_resolver::NameResolver;

declare_rule! {
    /// A `reveal` comment shows the inferred type of an expression.
    pub REVEALED_TYPE = {
        code: "A003", name: "revealed-type",
        level: Info, no_fix: "not a mistake",
    }
}

const MARK: &str = "reveal:";

pub fn check(db: &dyn Db, file: File, out: &mut Vec<Diagnostic<FilePlace>>) {
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
                let question = RevealComment {
                    text: asked.split(" #").next().unwrap_or(asked).trim(),
                    comment: token.text_range(),
                };
                out.push(question.answer(db, owner.environment, file));
            }
        }
    }
}

/// The type of the value of each assignment.
fn assignments(
    db: &dyn Db,
    environment: Environment,
    file: File,
    out: &mut Vec<Diagnostic<FilePlace>>,
) {
    let (program, map) = (program(db, file), source_map(db, file));
    let names = NameResolver::new(db, environment, file);
    for (id, body) in program.bodies() {
        let inference = infer(db, environment, Item { file, body: id });
        for (_, expr) in body.exprs() {
            let Expr::Assignment { left, right, .. } = expr else {
                continue;
            };
            if let Some(span) = map.expr(id, *left) {
                let ty = inference.result(*right).ty(&names);
                out.push(revealed(file, span.full, &ty.to_string()));
            }
        }
    }
}

fn revealed(file: File, range: TextRange, ty: &str) -> Diagnostic<FilePlace> {
    Diagnostic::new(
        &REVEALED_TYPE,
        Place::new(file, range),
        format!("Inferred type: {ty}"),
    )
}

/// A comment that asks.
struct RevealComment<'a> {
    /// The source text of the expression.
    text: &'a str,
    comment: TextRange,
}

impl RevealComment<'_> {
    /// The type of the expression on the line of the comment, or on the next one where the comment stands alone; of the
    /// last one before the comment where that line has none.
    fn answer(&self, db: &dyn Db, environment: Environment, file: File) -> Diagnostic<FilePlace> {
        let Some(place) = self.place(db, file) else {
            return Diagnostic::new(
                &REVEALED_TYPE,
                Place::new(file, self.comment),
                format!("No expression '{}' on this line", self.text),
            );
        };
        let (program, body) = (program(db, file), place.body);
        let inference = infer(db, environment, Item { file, body });
        let names = NameResolver::new(db, environment, file);
        // What is assigned is known of the right side.
        let value = program.body(body).and_then(|body| {
            body.exprs().find_map(|(_, it)| match it {
                Expr::Assignment { left, right, .. } => (*left == place.expr).then_some(*right),
                _ => None,
            })
        });
        let ty = inference.result(value.unwrap_or(place.expr)).ty(&names);
        let range = match place.is_on_line {
            true => place.range,
            false => self.comment,
        };
        revealed(file, range, &ty.to_string())
    }

    /// Where the expression stands that is asked for.
    fn place(&self, db: &dyn Db, file: File) -> Option<Asked> {
        let lines = line_index(db, file);
        let line_of = |range: TextRange| lines.line_col(range.start(), Column::Bytes).line;
        let text = file.text(db);
        let wanted = line_of(self.comment) + self.lines_to_the_code(text);
        let map = source_map(db, file);
        let mut best: Option<Asked> = None;
        for (body, contents) in program(db, file).bodies() {
            for (expr, _) in contents.exprs() {
                let Some(range) = map.expr(body, expr).map(|span| span.full) else {
                    continue;
                };
                if text.get(Range::<usize>::from(range)) != Some(self.text) {
                    continue;
                }
                let asked = Asked {
                    is_on_line: line_of(range) == wanted,
                    range,
                    body,
                    expr,
                };
                if (asked.is_on_line || range.start() < self.comment.start())
                    && best.as_ref().is_none_or(|it| it.rank() <= asked.rank())
                {
                    best = Some(asked);
                }
            }
        }
        best
    }

    /// How many lines below the comment the code stands that it is about: none where it stands after code, otherwise as
    /// many as there are comments.
    fn lines_to_the_code(&self, text: &str) -> u32 {
        let before = text.get(..usize::from(self.comment.start()));
        let line = before.and_then(|before| before.rsplit('\n').next());
        if !line.unwrap_or_default().trim().is_empty() {
            return 0;
        }
        let after = text.get(usize::from(self.comment.end())..);
        let comments = after
            .unwrap_or_default()
            .lines()
            .skip(1)
            .take_while(|line| line.trim_start().starts_with('#'));
        u32::try_from(comments.count()).map_or(0, |comments| comments + 1)
    }
}

/// An expression that a comment may ask for.
struct Asked {
    /// Whether it is on the line that the comment is about.
    is_on_line: bool,
    range: TextRange,
    body: BodyId,
    expr: ExprId,
}

impl Asked {
    /// Of several, the one with the highest rank is meant.
    fn rank(&self) -> (bool, TextSize) {
        (self.is_on_line, self.range.start())
    }
}
