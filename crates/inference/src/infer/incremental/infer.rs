//! The query that infers one chunk of a long body.
//!
//! Its key is the chunk and the facts at its start about the variables that it names. After an edit, only those chunks
//! are inferred again that were edited, or that name a variable whose facts have changed. The result equals that of one
//! walk over the whole body.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use puppet_db::{Db, Environment};
use puppet_hir::model::{Body, Expr, ExprId};
use smol_str::SmolStr;

use crate::infer::bind_parameters;
use crate::infer::builder::InferenceBuilder;
use crate::infer::call_depth::CallDepth;
use crate::infer::flow::environment::FlowEnv;
use crate::infer::flow::exported_facts::{ExportedFact, ExportedFacts};
use crate::infer::flow::reaching_definitions::count_reads;
use crate::infer::incremental::chunk_inference::ChunkInference;
use crate::infer::inference::Inference;
use puppet_semantic::index::item_tree::{Item, body, head};
use puppet_semantic::resolve::name_resolver::NameResolver;

/// The function that looks up variables by names that may be computed.
const DYNAMIC_LOOKUP: &str = "defined";

/// A chunk with all inputs of its inference. Results are kept for some edits: the changes of an incomplete token are
/// undone by the next letters.
#[salsa::interned(revisions = 16)]
struct ChunkQuery<'db> {
    #[returns(ref)]
    start: ChunkInput,
}

/// The inputs of a chunk's inference.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ChunkInput {
    environment: Environment,
    item: Item,
    /// The chunk, and those with the tests on which its variables depend.
    body: Arc<Body>,
    statements: Box<[ExprId]>,
    known: Box<[ExportedFact]>,
    /// The variables of the chunk that the whole body reads once.
    read_once: Box<[SmolStr]>,
    dead: usize,
    ends: usize,
}

impl Hash for ChunkInput {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // All of it is compared, but it is too much to be hashed; what this leaves equal are versions of one chunk.
        let sizes = (self.body.len(), self.known.len(), self.read_once.len());
        (self.item, self.statements.first(), sizes).hash(state);
        (self.dead, self.ends).hash(state);
    }
}

/// The inference of a chunk, and the facts at its end.
#[derive(Debug, Default, PartialEq, Eq)]
struct Walked {
    inference: Arc<ChunkInference>,
    /// The facts that it adds to those at its start.
    learned: Box<[ExportedFact]>,
    dead: usize,
    ends: usize,
}

#[salsa::tracked(returns(clone))]
fn walked<'db>(db: &'db dyn Db, query: ChunkQuery<'db>) -> Arc<Walked> {
    let start = query.start(db);
    let names = NameResolver::new(db, start.environment, start.item.file);
    let body = &start.body;
    let chunk = start.statements.first().and_then(|it| body.chunk_of(*it));
    let chunk = chunk.and_then(|chunk| body.chunks().get(chunk));
    let ids = chunk.map_or(0..0, |chunk| chunk.ids());
    let base = ids.start;
    let mut walk = InferenceBuilder::with_ids(&names, body, CallDepth::Everything, ids);
    walk.shared_body = Some(Arc::clone(body));
    // Numbers distinguish variables of the same name.
    walk.scopes = FlowEnv::with_facts(&start.known, base.wrapping_shl(12));
    walk.apply_implications();
    let reads = start.read_once.iter().map(|name| (name.as_str(), 1));
    walk.set_reads(reads.collect());
    (walk.dead, walk.ends) = (start.dead, start.ends);
    for statement in &start.statements {
        walk.run(*statement);
    }
    Arc::new(Walked::by(walk, start.known.len()))
}

/// The inference of a definition's head: its statements start with the facts about its parameters.
#[salsa::tracked(returns(clone), lru = 256)]
fn head_walked(db: &dyn Db, environment: Environment, item: Item) -> Arc<Walked> {
    let head = head(db, item);
    let names = NameResolver::new(db, environment, item.file);
    let mut walk =
        InferenceBuilder::with_ids(&names, &head, CallDepth::Everything, 0..head.id_bound());
    bind_parameters(&mut walk, &head, item);
    walk.run_body();
    Arc::new(Walked::by(walk, 0))
}

impl Walked {
    /// The results of a walk that started with so many bindings.
    fn by(walk: InferenceBuilder<'_>, known: usize) -> Self {
        Self {
            learned: walk.scopes.exported_facts(known),
            dead: walk.dead,
            ends: walk.ends,
            inference: Arc::new(walk.finish()),
        }
    }
}

/// The inference of a body; `None` for one that is not a block of several chunks.
pub(crate) fn infer(db: &dyn Db, environment: Environment, item: Item) -> Option<Inference> {
    let body = body(db, item);
    let root = body.root()?;
    let Expr::Block(statements) = body.expr(root) else {
        return None;
    };
    if body.chunk_of(root) == body.chunk_of(*statements.last()?) {
        return None;
    }
    let mut last = head_walked(db, environment, item);
    let mut learning = ExportedFacts::default();
    learning.add(&last.learned);
    let mut parts = vec![Arc::default(); body.chunks().len()];
    if body.chunk_of(*statements.first()?)? > 0 {
        *parts.first_mut()? = Arc::clone(&last.inference);
    }
    let reads = count_reads(&body);
    for statements in statements.chunk_by(|one, other| body.chunk_of(*one) == body.chunk_of(*other))
    {
        let chunk = body.chunk_of(*statements.first()?)?;
        let mentions = body.chunks().get(chunk)?.mentions();
        let names = mentions.variables.keys();
        let known: Box<[ExportedFact]> = match mentions.functions.contains(DYNAMIC_LOOKUP) {
            true => learning.all().into(),
            false => learning.needed_by(names),
        };
        let is_only = |name: &&SmolStr| reads.get(name.as_str()) == Some(&1);
        let read_once = mentions.variables.keys().filter(is_only);
        let branch_points = known.iter().flat_map(ExportedFact::branch_points);
        let mut chunks: BTreeSet<usize> =
            branch_points.filter_map(|it| body.chunk_of(it)).collect();
        chunks.insert(chunk);
        let start = ChunkInput {
            environment,
            item,
            body: Arc::new(body.with_only(chunks)),
            statements: statements.into(),
            known,
            read_once: read_once.cloned().collect(),
            dead: last.dead,
            ends: last.ends,
        };
        last = walked(db, ChunkQuery::new(db, start));
        *parts.get_mut(chunk)? = Arc::clone(&last.inference);
        learning.add(&last.learned);
    }
    let last = *statements.last()?;
    let end = parts
        .get(body.chunk_of(last)?)
        .and_then(|inference| inference.result(last));
    *parts.get_mut(body.chunk_of(root)?)? = Arc::new(ChunkInference {
        base: root.index(),
        exprs: end.into_iter().cloned().collect(),
        ..ChunkInference::default()
    });
    Some(Inference::join(parts, body.chunk_index()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use proptest::prelude::*;
    use puppet_db::{Db, program};
    use puppet_project::ProjectInputs;
    use puppet_project::fs::Memory;

    use super::*;
    use crate::infer::infer_whole;
    use puppet_db::RootDatabase;

    const PATH: &str = "/modules/x/manifests/init.pp";

    const STATEMENTS: [&str; 41] = [
        "$a = 1",
        "$a = 'text'",
        "$b = $a",
        "$b = { k => $a, 'l' => [1, 2] }",
        "$c = \"v${a}w\"",
        "$c = [1, $b, 'x']",
        "$d = $c + 1",
        "$d = -$a",
        "if $p { $a = 2 } else { $a = undef }",
        "if $p { $b = 'x' $c = 2 } else { $bb = 'y' }",
        "if $a =~ String { notice $a } else { fail('no') }",
        "if $q['k'] == 1 { notice $q['k'] } else { fail('no') }",
        "if defined('$a') { notice $a }",
        "unless $b { $d = 3 }",
        "case $a { 1: { $c = 1 } 'x': { $c = 'x' } default: { fail('no') } }",
        "case $s { 'one': { $d = 1 } default: { } }",
        "$e = $s ? { 'one' => 1, 'two' => $a }",
        "[1, 2].each |$i| { if $i == $a { next() } $f = $i }",
        "[1, 2].each |$i| { if $i == 1 { return() } }",
        "$f = [1, 2].map |$i| { $i + $a }",
        "$f = [3, 1].map |$i| { $i + 'x' }",
        "assert_type(String, $s)",
        "assert_type(Integer, $a)",
        "notice($a + 1, \"x${b}\", $undefined)",
        "notice($c[0], $b['k'], $b[7])",
        "[$g, $h] = [1, $a]",
        "[$g, $h] = $c",
        "notice $g + $h",
        "fail('here')",
        "return()",
        "include x::other",
        "$e = $x::other::value",
        "file { \"/tmp/${a}\": ensure => $b, mode => $d }",
        "$t = $a ? { Integer => 'i', default => 's' } notice $t",
        "with($a) |$w| { $v = $w notice $v * 2 }",
        "if $p { $m = 1 }",
        "if $p { notice $m } else { notice $m }",
        "if $p and $q { notice $m + 1 }",
        "case $s { 'one': { $n = $a } default: { $o = 2 } }",
        "case $s { 'one': { notice $n } default: { notice $n notice $o } }",
        "if $p and $a == 1 or $b { $k = $a } notice $k",
    ];

    fn project() -> (RootDatabase, ProjectInputs) {
        let other = "class x::other { $value = 7 }\n";
        let memory: Memory = [
            ("/environment.conf", "modulepath = modules\n"),
            (PATH, ""),
            ("/modules/x/manifests/other.pp", other),
        ]
        .into_iter()
        .collect();
        assert!(puppet_project::fs::FileSystem::is_file(
            &memory,
            Path::new(PATH)
        ));
        ProjectInputs::open(&memory, Path::new("/"))
    }

    fn manifest(statements: &[(usize, bool)]) -> String {
        let statements = statements.iter().map(|(number, divides)| {
            let statement = STATEMENTS.get(*number).copied().unwrap_or_default();
            format!("  {statement}\n{}", if *divides { "\n" } else { "" })
        });
        let statements: String = statements.collect();
        format!(
            "class x(Optional[Integer] $p = undef, Hash $q = {{}}, Enum[one, two] $s = one, Any $r = [$p, $s + 1]) {{\n{statements}}}\n"
        )
    }

    /// Infers all bodies both ways.
    fn compare(db: &dyn Db, inputs: &ProjectInputs) {
        let file = inputs.file(PATH).expect("the file");
        let environment = db_environment(db);
        for (id, body) in program(db, file).bodies() {
            let item = Item { file, body: id };
            let Some(chunks) = infer(db, environment, item) else {
                continue;
            };
            let whole = infer_whole(db, environment, item, CallDepth::Everything);
            for (id, expr) in body.exprs() {
                assert_eq!(chunks.result(id), whole.result(id), "{expr:?}");
                assert_eq!(
                    chunks.is_unreachable(id),
                    whole.is_unreachable(id),
                    "{expr:?}"
                );
                assert_eq!(
                    chunks.lambda_arguments(id),
                    whole.lambda_arguments(id),
                    "{expr:?}"
                );
                let choices = |inference: &Inference| -> Vec<_> {
                    let choices = inference.choices(id).iter();
                    choices.map(|it| (it.known.clone(), it.origin)).collect()
                };
                assert_eq!(choices(&chunks), choices(&whole), "{expr:?}");
                assert_eq!(chunks.assignments(id), whole.assignments(id), "{expr:?}");
            }
            assert_eq!(chunks.failures(), whole.failures());
            assert_eq!(chunks.absent(), whole.absent());
            assert_eq!(chunks.possible(), whole.possible());
            assert_eq!(chunks.matches(), whole.matches());
        }
    }

    fn db_environment(db: &dyn Db) -> Environment {
        let workspace = puppet_db::Workspace::get(db);
        *workspace.environments(db).first().expect("an environment")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(30))]

        #[test]
        fn chunks_have_the_results_of_one_walk(
            statements in prop::collection::vec((0..STATEMENTS.len(), prop::bool::weighted(0.7)), 1..25),
            edits in prop::collection::vec((any::<prop::sample::Index>(), 0..STATEMENTS.len(), 0..3_u8), 0..6),
        ) {
            let (mut db, mut inputs) = project();
            let mut statements = statements;
            inputs.set_text(&mut db, PATH, Some(manifest(&statements).into()));
            compare(&db, &inputs);
            for (place, number, what) in edits {
                let at = place.index(statements.len());
                match what {
                    0 => statements.insert(at, (number, true)),
                    1 if statements.len() > 1 => drop(statements.remove(at)),
                    _ => statements[at].0 = number,
                }
                inputs.set_text(&mut db, PATH, Some(manifest(&statements).into()));
                compare(&db, &inputs);
            }
        }
    }
}
