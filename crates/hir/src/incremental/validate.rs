//! Validation of long bodies chunk by chunk.

use std::sync::Arc;

use crate::model::{Body, ChunkRef, Expr, ExprId, Program, Summary};
use crate::validate::{BodyScope, Checker, Issue, ValidationOptions, expressions_without_effect};

/// The issues of a chunk, with the default options.
pub(crate) struct ChunkIssues {
    /// `None` where definitions stand, since their places count.
    issues: Option<Box<[Issue]>>,
    pub(crate) idempotent: Idempotent,
}

impl Summary for ChunkIssues {
    fn read(chunk: &ChunkRef<'_>) -> Self {
        let body = chunk.body;
        let mut exprs = body.exprs();
        let has_definitions = exprs.any(|(_, expr)| matches!(expr, Expr::Definition(_)));
        Self {
            issues: (!has_definitions).then(|| issues(chunk)),
            idempotent: Idempotent::new(body),
        }
    }
}

fn issues(chunk: &ChunkRef<'_>) -> Box<[Issue]> {
    let (program, options) = (Program::default(), ValidationOptions::default());
    let mut checker = Checker::new(&program, &options, 0);
    let mut scope = BodyScope::new(Program::FILE, chunk.body, Idempotent::new(chunk.body));
    for entry in chunk.entries {
        checker.tree(&mut scope, *entry);
    }
    checker.issues.into()
}

/// Whether the evaluation of some expressions with neighbouring ids has no effect.
#[derive(Debug, Default)]
pub(crate) struct Idempotent {
    first: usize,
    known: Vec<bool>,
}

impl Idempotent {
    pub(crate) fn new(body: &Body) -> Self {
        let first = body.exprs().next().map_or(0, |(id, _)| id.index());
        let known = expressions_without_effect(body, first);
        Self { first, known }
    }

    pub(crate) fn is_idempotent(&self, id: ExprId) -> bool {
        let index = id.index().checked_sub(self.first);
        index.and_then(|index| self.known.get(index)) == Some(&true)
    }
}

impl<'a> Checker<'a> {
    /// The statements of a long body, validated chunk by chunk.
    pub(crate) fn chunks(
        &mut self,
        scope: &mut BodyScope<'a>,
        root: ExprId,
        statements: &[ExprId],
    ) {
        let body = scope.body;
        self.expression(scope, root, body.expr(root));
        scope.path.push(root);
        let same = |one: &ExprId, other: &ExprId| body.chunk_of(*one) == body.chunk_of(*other);
        for statements in statements.chunk_by(same) {
            let chunk = statements.first().and_then(|it| body.chunk_of(*it));
            let chunk_issues = chunk
                .and_then(|chunk| scope.chunk_issues.get(chunk))
                .map(Arc::clone);
            match chunk_issues.as_ref().and_then(|it| it.issues.as_deref()) {
                Some(issues) => self.issues.extend(issues.iter().map(|issue| Issue {
                    body: scope.id,
                    ..issue.clone()
                })),
                None => statements.iter().for_each(|it| self.tree(scope, *it)),
            }
        }
        scope.path.pop();
    }
}

#[cfg(test)]
mod tests {
    use puppet_syntax::{Entry, parse};

    use crate::lower;
    use crate::validate::{ValidationOptions, validate, validate_nested};

    /// Right and wrong statements.
    const STATEMENTS: [&str; 16] = [
        "$a = { 'k' => 1, 'k' => 2 }",
        "'no effect'",
        "$b",
        "include x",
        "if $a { 'no effect' $c = 1 }",
        "case $a { default: { } default: { } }",
        "class inner { 1 }",
        "if $a { define nested() { } }",
        "$a = 99999999999999999999 + File <| |>",
        "file { mode => '0644' }",
        "f() |$x, *$y, $z| { $x }",
        "$1a = 1",
        "notice(/(/)",
        "type Alias = Integer",
        "file { 'a': mode +> 1 } -> 1",
        "[1].each |$i = $j = 1| { [$i] 2 }",
    ];

    #[test]
    fn chunks_have_the_issues_of_the_whole() {
        for shift in 0..STATEMENTS.len() {
            let statements = STATEMENTS.iter().cycle().skip(shift);
            let statements = statements.take(STATEMENTS.len() + 9);
            let statements: String = statements.map(|it| format!("  {it}\n\n")).collect();
            let text = format!("{statements}\nclass a($p = $q = 1) {{\n{statements}}}\n");
            let (program, _) = lower(&parse(&text, Entry::Manifest));
            assert!(program.bodies().filter(|(_, body)| body.is_long()).count() >= 2);
            let options = ValidationOptions {
                module_file: Some("a/manifests/init.pp"),
                ..ValidationOptions::default()
            };
            let by_chunks = validate(&program, &options);
            // Programs within others are walked as a whole.
            assert_eq!(by_chunks, validate_nested(&program, &options, 1));
            assert!(by_chunks.len() > 20);
        }
    }
}
