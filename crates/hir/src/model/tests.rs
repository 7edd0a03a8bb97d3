use std::sync::atomic::{AtomicUsize, Ordering};

use text_size::{TextRange, TextSize};

use super::*;

fn span() -> Span {
    Span::new(TextRange::default())
}

fn integer(builder: &mut BodyBuilder, value: i64) -> ExprId {
    builder.add(
        Expr::LiteralInteger {
            value: IntegerLiteral::Small(value),
            radix: Radix::Decimal,
        },
        span(),
    )
}

#[test]
fn preorder_visits_in_source_order() {
    let mut builder = BodyBuilder::new();
    let one = integer(&mut builder, 1);
    let two = integer(&mut builder, 2);
    let list = builder.add(Expr::LiteralList(Box::new([one, two])), span());
    let (body, _) = builder.finish(BodyOwner::File, Some(list), PartSpan::new(span()));
    let steps: Vec<_> = body.preorder_all().collect();
    assert_eq!(
        steps,
        [
            Step::Enter(list),
            Step::Enter(one),
            Step::Leave(one),
            Step::Enter(two),
            Step::Leave(two),
            Step::Leave(list)
        ]
    );
    let mut walk = body.preorder(list);
    assert_eq!(walk.next(), Some(Step::Enter(list)));
    walk.skip_children();
    assert_eq!(walk.next(), Some(Step::Leave(list)));
    assert_eq!(walk.next(), None);
}

#[test]
fn deep_nesting_needs_no_stack() {
    let mut builder = BodyBuilder::new();
    let mut expr = integer(&mut builder, 1);
    for _ in 0..1_000_000 {
        expr = builder.add(Expr::Not(expr), span());
    }
    let (body, _) = builder.finish(BodyOwner::File, Some(expr), PartSpan::new(span()));
    assert_eq!(body.preorder_all().entered().count(), 1_000_001);
    assert_eq!(body.clone(), body);
}

#[test]
fn a_body_does_not_change_when_its_neighbours_do() {
    let build = |neighbours: usize| {
        let mut program = ProgramBuilder::new();
        for _ in 0..neighbours {
            program.open(Program::FILE);
        }
        let id = program.open(Program::FILE);
        let mut body = BodyBuilder::new();
        let root = integer(&mut body, 1);
        let class = BodyOwner::Class {
            name: "a".into(),
            parameters: Box::new([]),
            parent_class: None,
        };
        let (body, map) = body.finish(class, Some(root), PartSpan::new(span()));
        program.close(id, (neighbours as u32 * 10).into(), body, map);
        let (program, map) = program.finish();
        (
            program.body(id).cloned(),
            map.body(id).cloned(),
            map.expr(id, root).map(|it| it.full.start()),
        )
    };
    let (first, first_map, first_start) = build(0);
    let (second, second_map, second_start) = build(3);
    assert_eq!((first, first_map), (second, second_map));
    assert_eq!(
        (first_start, second_start),
        (Some(0.into()), Some(30.into()))
    );
}

#[test]
fn model_is_shareable() {
    fn check<T: Eq + std::hash::Hash + Send + Sync>() {}
    check::<Program>();
    check::<ProgramSourceMap>();
}

struct Numbers(Vec<IntegerLiteral>);

static READ: AtomicUsize = AtomicUsize::new(0);

impl Summary for Numbers {
    fn read(chunk: &ChunkRef<'_>) -> Self {
        READ.fetch_add(1, Ordering::Relaxed);
        let numbers = chunk.preorder().entered();
        let numbers = numbers.filter_map(|(_, expr)| match expr {
            Expr::LiteralInteger { value, .. } => Some(value.clone()),
            _ => None,
        });
        Self(numbers.collect())
    }
}

struct Entries(Vec<ExprId>);

impl Summary for Entries {
    fn read(chunk: &ChunkRef<'_>) -> Self {
        Self(chunk.entries.to_vec())
    }
}

#[test]
fn summaries_are_kept_with_the_chunks_of_long_bodies() {
    let mut builder = BodyBuilder::new();
    let mut statements = Vec::new();
    for number in 0..30 {
        builder.start_chunk(TextSize::new(0), false);
        let operand = integer(&mut builder, number);
        statements.push(builder.add(Expr::Not(operand), span()));
        builder.end_chunk();
    }
    let root = builder.add(Expr::Block(statements.clone().into()), span());
    let (body, _) = builder.finish(BodyOwner::File, Some(root), PartSpan::new(span()));
    assert!(body.is_long());
    let numbers = |body: &Body| -> Vec<_> {
        let notes = body.summaries::<Numbers>();
        notes.iter().flat_map(|it| it.0.clone()).collect()
    };
    let expected: Vec<_> = (0..30).map(IntegerLiteral::Small).collect();
    assert_eq!(numbers(&body), expected);
    assert_eq!(READ.load(Ordering::Relaxed), body.chunks().len());
    let entries = body.summaries::<Entries>();
    let entries: Vec<_> = entries.iter().flat_map(|it| it.0.clone()).collect();
    statements.push(root);
    assert_eq!(entries, statements);
    let other = body.with_only(0..25);
    assert_eq!(numbers(&other), expected[..25]);
    assert_eq!(numbers(&body), expected);
    assert_eq!(READ.load(Ordering::Relaxed), body.chunks().len());
}
