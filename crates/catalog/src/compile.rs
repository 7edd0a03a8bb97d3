//! Compiling the catalog of one node.

use std::rc::Rc;
use std::sync::Arc;

use puppet_eval::evaluate_source::{EvaluatedSource, Position};
use puppet_eval::{
    Assumptions, Compilation, Definitions, Ending, Evaluator, Limits, Options, PartialCatalog,
    Place, PuppetVersion, Strict,
};
use puppet_hir::Program;
use puppet_lookup::Node;
use puppet_syntax::Entry;
use puppet_text::TextRange;
use puppet_types::{HashValue, Value};
use smol_str::SmolStr;

use crate::functions;
use crate::modules::ModuleSet;
use crate::node_modules::{DataSources, NodeModules};

/// The bounds of one compilation.
pub(crate) const LIMITS: Limits = Limits {
    steps: 2_000_000,
    memory: 256 << 20,
    depth: 1_500,
};
/// The stack that such a depth needs.
pub const STACK_SIZE: usize = 192 << 20;

/// What is compiled for a node.
#[derive(Debug, Clone)]
pub struct Request<'a> {
    /// The main manifest.
    pub code: &'a str,
    /// Classes and defined types that are declared after it. Those of their parameters that neither have a default nor
    /// get a value from data are not known.
    pub subjects: &'a [SmolStr],
    /// The node.
    pub node: &'a Node,
    /// The version whose rules apply.
    pub target: PuppetVersion,
    /// The setting `strict`.
    pub strict: Strict,
}

/// Whether Puppet makes a catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompileVerdict {
    /// It does.
    Compiles,
    /// It does not.
    Fails(CompileFailure),
    /// That depends on what is not known.
    Unknown(Vec<CompileFailure>),
}

/// An error, or something that is not known, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompileFailure {
    /// What is wrong, or not known.
    pub message: String,
    /// The file, with a path as the modules have it; none for the main manifest, or if Puppet names no place.
    pub file: Option<String>,
    /// The line and the column.
    pub position: Option<Position>,
    /// The range in the file.
    pub range: Option<TextRange>,
    /// Puppet's code of the issue.
    pub issue: Option<&'static str>,
}

/// Compiles the catalog of a node. It needs [`STACK_SIZE`] bytes of stack.
#[must_use]
pub fn compile(
    modules: &Arc<ModuleSet>,
    data: &Arc<DataSources>,
    request: &Request<'_>,
) -> CompileVerdict {
    let options = options_for(request, LIMITS);
    let node = NodeCompiler::new(modules, data, request, &options);
    node.map_or(CompileVerdict::Unknown(Vec::new()), |node| {
        node.begin(request.subjects).compile()
    })
}

/// Compiles catalogs of one node.
pub(crate) struct NodeCompiler<'a> {
    modules: &'a ModuleSet,
    options: &'a Options,
    main: EvaluatedSource,
    around: Rc<NodeModules>,
}

/// A catalog of a node to which more can be added.
#[derive(Clone)]
pub(crate) struct NodeCatalog<'a> {
    compiler: &'a NodeCompiler<'a>,
    catalog: PartialCatalog<'a>,
}

impl<'a> NodeCompiler<'a> {
    /// The compiler for the node of a request; none if the main manifest cannot be parsed.
    pub(crate) fn new(
        modules: &'a Arc<ModuleSet>,
        data: &Arc<DataSources>,
        request: &Request<'_>,
        options: &'a Options,
    ) -> Option<Self> {
        let around = NodeModules::new(
            Arc::clone(modules),
            Arc::clone(data),
            request.node.clone(),
            request.target,
        );
        Some(Self {
            modules,
            options,
            main: EvaluatedSource::read(request.code, Entry::Manifest, options).ok()?,
            around: Rc::new(around),
        })
    }

    /// An evaluation of the main manifest that has not begun.
    pub(crate) fn evaluator(&self) -> Evaluator<'a> {
        let around = Rc::clone(&self.around);
        let definitions = Definitions::with_modules(&self.main.program, around);
        Evaluator::for_body(definitions, Program::FILE, self.options)
    }

    /// A catalog with the main manifest, in which classes and defined types are declared.
    pub(crate) fn begin(&'a self, subjects: &[SmolStr]) -> NodeCatalog<'a> {
        NodeCatalog {
            compiler: self,
            catalog: PartialCatalog::begin(self.evaluator(), functions::find, subjects),
        }
    }
}

impl NodeCatalog<'_> {
    /// The catalog with all that its defined types give.
    pub(crate) fn evaluated(mut self) -> Self {
        self.catalog.evaluate();
        self
    }

    /// Whether Puppet makes the catalog, with one more class or defined type.
    pub(crate) fn compile_with(&self, subject: &SmolStr) -> CompileVerdict {
        let mut all = self.clone();
        all.catalog.declare(std::slice::from_ref(subject));
        all.compile()
    }

    /// Whether Puppet makes the catalog.
    pub(crate) fn compile(self) -> CompileVerdict {
        let NodeCompiler { modules, main, .. } = self.compiler;
        let definitions = self.catalog.definitions();
        let locate = |place: Option<Place>| located(modules, &definitions, main, place);
        verdict(self.catalog.compile(), &locate)
    }
}

/// The options under which a node is evaluated.
pub(crate) fn options_for(request: &Request<'_>, limits: Limits) -> Options {
    Options {
        target: request.target,
        strict: request.strict,
        assumptions: Assumptions::Closed,
        variables: variables(request.node),
        limits,
    }
}

/// Where a failure is.
#[derive(Debug, Default)]
struct SourceLocation {
    file: Option<String>,
    position: Option<Position>,
    range: Option<TextRange>,
}

impl SourceLocation {
    /// A failure at this place.
    fn failure(self, message: String, issue: Option<&'static str>) -> CompileFailure {
        let SourceLocation {
            file,
            position,
            range,
        } = self;
        CompileFailure {
            message,
            file,
            position,
            range,
            issue,
        }
    }
}

fn verdict(
    compilation: Compilation,
    locate: &dyn Fn(Option<Place>) -> SourceLocation,
) -> CompileVerdict {
    let doubts = compilation.doubts.into_iter().map(|doubt| {
        let message = format!("{}: {}", doubt.subject, doubt.reason);
        locate(doubt.place).failure(message, None)
    });
    match compilation.ending {
        Some(Ending::Error(error)) => {
            let issue = error.issue.map(|issue| issue.code());
            CompileVerdict::Fails(locate(error.place).failure(error.message, issue))
        }
        Some(Ending::Unknown(reason)) => {
            let stop = SourceLocation::default().failure(reason.to_string(), None);
            CompileVerdict::Unknown(doubts.chain([stop]).collect())
        }
        None => match doubts.collect::<Vec<_>>() {
            doubts if doubts.is_empty() => CompileVerdict::Compiles,
            doubts => CompileVerdict::Unknown(doubts),
        },
    }
}

fn located(
    modules: &ModuleSet,
    definitions: &Definitions,
    main: &EvaluatedSource,
    place: Option<Place>,
) -> SourceLocation {
    let Some(place) = place else {
        return SourceLocation::default();
    };
    let Some((number, body)) = definitions.origin(place.body) else {
        return SourceLocation {
            position: main.position(place),
            ..SourceLocation::default()
        };
    };
    let Some(file) = modules.file(number) else {
        return SourceLocation::default();
    };
    let place = Place { body, ..place };
    SourceLocation {
        position: file.position(place),
        range: file.range(place),
        file: Some(file.path.clone()),
    }
}

/// The variables of the top scope.
fn variables(node: &Node) -> Vec<(SmolStr, Value)> {
    let mut variables: Vec<(SmolStr, Value)> = Vec::new();
    let mut add = |hash: &HashValue| {
        let named = hash
            .iter()
            .filter_map(|(key, value)| Some((key.as_str()?.into(), value.clone())));
        variables.extend(named);
    };
    if let Value::Hash(facts) = &node.facts {
        add(facts);
    }
    add(&node.variables);
    if node.is_complete {
        variables.extend([
            ("facts".into(), node.facts.clone()),
            ("trusted".into(), node.trusted.clone()),
        ]);
    }
    variables.extend([
        ("environment".into(), Value::from("production")),
        (
            "server_facts".into(),
            node.server_facts.clone().unwrap_or_else(|| Value::hash([])),
        ),
        ("module_name".into(), Value::from("")),
        ("caller_module_name".into(), Value::from("")),
    ]);
    variables
}

/// The hashes of the top scope of which only some keys are known.
pub(crate) fn partial_hashes(node: &Node) -> Vec<(SmolStr, Value)> {
    if node.is_complete {
        return Vec::new();
    }
    vec![
        ("facts".into(), node.facts.clone()),
        ("trusted".into(), node.trusted.clone()),
    ]
}
