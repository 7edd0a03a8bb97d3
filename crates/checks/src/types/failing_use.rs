//! Uses of classes and defined types with values on which their code always fails: an untyped parameter that gets a
//! number where its function wants a string, a selector without an entry for the value, `fail` where something is
//! missing.
//!
//! The body of the definition is checked again with the values of the use. What fails in it counts only if it is
//! evaluated in any case: if each condition on the way to it is decided by these values.

use puppet_db::{Db, Environment};
use puppet_diagnostics::{Severity, declare_rule};
use puppet_hir::model::{Body, ComparisonOperator, Expr, ExprId, Step};
use puppet_types::{Type, Value};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::resources::attributes::parameterized;
use crate::resources::missing_required_attribute::missing_parameters;
use crate::resources::{attributes, bad_title};
use crate::types::{
    argument_type_mismatch::class_arguments, call_arguments, failing_call, failing_expressions,
    incompatible_default,
};
use puppet_inference::body_context::Context;
use puppet_inference::body_context::argument_target::may_be_in_hiera;
use puppet_inference::body_context::argument_target::{
    ArgumentTarget, is_metaparameter, target_named,
};
use puppet_inference::body_context::attribute_sources::{AttributeDeclaration, Role};
use puppet_inference::body_context::value_origins::value_origins;
use puppet_inference::catalog::overrides::may_be_overridden;
use puppet_inference::functions::item_signature::signature;
use puppet_inference::infer::{
    Argument, Call, CallSiteArguments, infer, infer_at_call_site, may_be,
};
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic, BodyPlace};
use puppet_semantic::display_name::{bounded, literal_label};
use puppet_semantic::index::declarations::body_declarations;
use puppet_semantic::index::declaring_functions::is_including_function;
use puppet_semantic::index::file_origin::{Role as FileRole, owner};
use puppet_semantic::index::item_tree::{Item, ItemKind, body};
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_semantic::types::mismatch::refusal;
use puppet_types::inferred::Inferred;

declare_rule! {
    /// A class or defined type always fails with these values.
    pub FAILING_USE = {
        code: "T224", name: "failing-use", level: Error,
        help: "Give other values, or allow these where it fails",
    }
}

/// So many uses deep, one within the body of another, values are followed.
const MAX_DEPTH: usize = 2;

/// Bodies with more expressions than this are not looked at for each use.
const MAX_EXPRESSIONS: usize = 4_000;

/// So many values that a variable may have by branches before are tried.
const MAX_CHOICES: usize = 4;

pub fn check(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    if context.depth >= MAX_DEPTH {
        return;
    }
    for declaration in context.declarations() {
        if declaration.role == Role::Resource
            && !declaration.is_virtual
            && context.is_checked(declaration.expression)
            && depends_on_use(context, declaration)
            && let Some(target) = parameterized(context, declaration)
        {
            out.extend(Use::new(context, declaration, &target).and_then(|it| it.check()));
        }
    }
}

pub fn check_inclusions(context: &Context<'_>, out: &mut Vec<BodyDiagnostic>) {
    if context.depth >= MAX_DEPTH {
        return;
    }
    for (_, call) in context.calls() {
        if call.name.is_some_and(is_including_function) {
            let classes = call.arguments.iter();
            out.extend(classes.filter_map(|class| check_inclusion(context, *class)));
        }
    }
}

/// Whether the use for which a body is looked at may decide if a declaration in it fails. What is known of its title
/// and its values for all uses alike is checked where the body is.
fn depends_on_use(context: &Context<'_>, declaration: &AttributeDeclaration) -> bool {
    if !context.is_one_use() {
        return true;
    }
    let of_all = infer(context.db, context.environment(), context.item);
    let is_of_all = |at: Anchor| match at {
        Anchor::Expr(value) => of_all.result(value) == context.inference.result(value),
        _ => false,
    };
    let values = declaration.given.iter().map(|given| given.value_at);
    !declaration
        .title_at
        .into_iter()
        .chain(values)
        .all(is_of_all)
}

/// A class that is included, and whose code fails whatever its parameters are: it calls `fail`, to say that it is gone.
fn check_inclusion(context: &Context<'_>, class: ExprId) -> Option<BodyDiagnostic> {
    let name = context.inference.result(class).value()?.as_str()?;
    let target = target_named(context, "class".into(), Some(name))?;
    let (db, environment) = (context.db, context.environment());
    if !body_declarations(db, target.item)
        .calls()
        .any(|name| name == "fail")
    {
        return None;
    }
    let given = CallSiteArguments {
        title: Inferred::Value(Value::String(target.name.clone())),
        arguments: target
            .signature
            .parameters
            .iter()
            .map(|_| Argument::Any)
            .collect(),
    };
    let failure = failure_of_use(db, environment, target.item, given, context.depth + 1)?;
    let at = Anchor::Expr(class);
    Some(failure_diagnostic(context, &target, &failure, at))
}

/// A use that fails in the code of its target. Nodes need not get the version of a module that is only installed on this
/// computer: what its code does proves no error.
fn failure_diagnostic(
    context: &Context<'_>,
    target: &ArgumentTarget<'_>,
    failure: &CalleeFailure,
    at: Anchor,
) -> BodyDiagnostic {
    let message = format!("{} fails: {}", target.label, failure.message);
    let diagnostic = BodyDiagnostic::new(&FAILING_USE, at, message);
    let diagnostic = diagnostic.with_related(failure.place, "It fails here");
    let module = owner(context.db, target.item.file).and_then(|owner| owner.module);
    if is_conditional(context, at) && is_nothing_but_fail(&body(context.db, target.item)) {
        return diagnostic.with_severity(Severity::Hint);
    }
    match module.is_some_and(|module| module.origin(context.db).is_installed()) {
        true => diagnostic.with_severity(Severity::Warning),
        false => diagnostic,
    }
}

/// Whether something is evaluated in some cases only.
fn is_conditional(context: &Context<'_>, at: Anchor) -> bool {
    let Anchor::Expr(at) = at else {
        return false;
    };
    let mut reachable = context.reachable();
    reachable.any(|it| it.id == at && it.is_conditional)
}

/// Whether a body only calls `fail`, maybe after calls such as `assert_private()`, whatever it is given: a branch that gets
/// to it is one that is not supported.
fn is_nothing_but_fail(body: &Body) -> bool {
    let root = body.root();
    let statements = match root.map(|root| body.expr(root)) {
        Some(Expr::Block(statements)) => &**statements,
        _ => root.as_slice(),
    };
    let calls = statements.iter().map(|it| Call::from_expr(body, *it)?.name);
    let calls: Option<Vec<&str>> = calls.collect();
    calls.is_some_and(|calls| calls.last() == Some(&"fail"))
}

/// A parameter that the use gives.
struct CallArguments {
    /// Its index among those of the definition.
    index: usize,
    name: SmolStr,
    /// Its value, or where the variable gets it from that holds it.
    at: Anchor,
    /// Other values that it has after some of the branches before, with their origins.
    choices: Vec<(Argument, ExprId)>,
}

/// A use of a class or defined type.
struct Use<'a, 'b> {
    context: &'a Context<'b>,
    target: &'a ArgumentTarget<'a>,
    title_at: Anchor,
    given: CallSiteArguments,
    parameters: Vec<CallArguments>,
}

impl<'a, 'b> Use<'a, 'b> {
    /// The use, if it is right by all that the head of the definition says.
    fn new(
        context: &'a Context<'b>,
        declaration: &AttributeDeclaration,
        target: &'a ArgumentTarget<'a>,
    ) -> Option<Self> {
        let is_given = |name: &str| declaration.attribute(name).is_some();
        let takes =
            |name: &str| target.signature.parameter(name).is_some() || is_metaparameter(name);
        if !declaration.given.iter().all(|given| takes(&given.name))
            || declaration.is_complete
                && missing_parameters(context, target, declaration.anchor(), is_given).is_some()
        {
            return None;
        }
        let mut parameters = Vec::new();
        let mut arguments = Vec::new();
        for (index, parameter) in target.signature.parameters.iter().enumerate() {
            let Some(given) = declaration.attribute(&parameter.name) else {
                let default = default(context, declaration, target, &parameter.name);
                arguments.push(default);
                continue;
            };
            let argument = |known: &Inferred| -> Option<Argument> {
                if *known == Inferred::UNDEF && target.has_other_value(context, parameter) {
                    return Some(default(context, declaration, target, &parameter.name));
                }
                if refusal(&context.names, "", &parameter.ty, known).is_some() {
                    return None;
                }
                let may_be_default =
                    parameter.has_default && may_be(&context.names, known, &Type::Undef);
                let may_be_other =
                    may_be_default || target.may_be_collected(context, &parameter.name);
                Some(match known.is_unknown() || may_be_other {
                    true => Argument::Any,
                    false => Argument::Given(known.clone()),
                })
            };
            arguments.push(argument(&given.value)?);
            let (mut at, mut choices) = (given.value_at, Vec::new());
            if let Anchor::Expr(value) = given.value_at {
                let mut all = value_origins(context, value);
                at = all.next().map_or(at, |always| always.anchor());
                for choice in all.take(MAX_CHOICES).filter(|it| *it.known != given.value) {
                    choices.push((argument(choice.known)?, choice.origin));
                }
            }
            parameters.push(CallArguments {
                index,
                name: parameter.name.clone(),
                at,
                choices,
            });
        }
        Some(Self {
            context,
            target,
            title_at: declaration.anchor(),
            given: CallSiteArguments {
                title: title(context, declaration, target)?,
                arguments: arguments.into(),
            },
            parameters,
        })
    }

    fn check(&self) -> Option<BodyDiagnostic> {
        if let Some(failure) = self.failure(&self.given) {
            return Some(self.diagnostic(&failure, self.blamed(&failure), &self.given));
        }
        self.parameters.iter().find_map(|parameter| {
            let choices = parameter.choices.iter();
            choices.into_iter().find_map(|(argument, origin)| {
                let given = self.given_with(parameter.index, argument);
                let failure = self.failure(&given)?;
                let diagnostic = self.diagnostic(&failure, Anchor::Expr(*origin), &given);
                // Who gives the parameters may never let the branch be taken.
                let context = self.context;
                let own = signature(context.db, context.environment(), context.item);
                Some(match own.parameters[..] {
                    [] => diagnostic,
                    _ => diagnostic.with_severity(Severity::Warning),
                })
            })
        })
    }

    fn failure(&self, given: &CallSiteArguments) -> Option<CalleeFailure> {
        let (db, environment) = (self.context.db, self.context.environment());
        failure_of_use(
            db,
            environment,
            self.target.item,
            given.clone(),
            self.context.depth + 1,
        )
    }

    fn given_with(&self, index: usize, argument: &Argument) -> CallSiteArguments {
        let mut given = self.given.clone();
        if let Some(place) = given.arguments.get_mut(index) {
            *place = argument.clone();
        }
        given
    }

    /// The value without which the definition would not fail, those first that are read next to what fails.
    fn blamed(&self, failure: &CalleeFailure) -> Anchor {
        let distance = |it: &&CallArguments| {
            let near = failure.near.iter();
            near.take_while(|name| **name != it.name).count()
        };
        let mut candidates: Vec<&CallArguments> = self.parameters.iter().collect();
        candidates.sort_by_key(distance);
        let blamed = candidates.into_iter().find(|parameter| {
            self.failure(&self.given_with(parameter.index, &Argument::Any))
                .is_none()
        });
        blamed.map_or(self.title_at, |parameter| parameter.at)
    }

    /// Whether who uses the module may replace a given value for which the defined type fails: with a collector, or in a
    /// class that inherits.
    fn may_be_replaced(&self, failure: &CalleeFailure) -> bool {
        let (db, file) = (self.context.db, self.context.item.file);
        let is_refused = |it: &CallArguments| failure.refused.contains(&it.name);
        self.target.kind == ItemKind::DefinedType
            && owner(db, file).is_some_and(|owner| owner.role == FileRole::Module)
            && self.parameters.iter().any(is_refused)
    }

    /// The values that lead to what fails.
    fn reason(&self, failure: &CalleeFailure, given: &CallSiteArguments) -> Option<String> {
        let mut values: Vec<String> = Vec::new();
        for name in &failure.near {
            let parameter = self.parameters.iter().find(|it| it.name == *name);
            let value = parameter
                .and_then(|it| given.arguments.get(it.index))
                .and_then(argument_label);
            let value = value.map(|value| format!("{name} => {value}"));
            values.extend(value.filter(|it| !values.contains(it)));
        }
        (!values.is_empty()).then(|| format!("It fails with {}", bounded(&values)))
    }

    fn diagnostic(
        &self,
        failure: &CalleeFailure,
        at: Anchor,
        given: &CallSiteArguments,
    ) -> BodyDiagnostic {
        let diagnostic = failure_diagnostic(self.context, self.target, failure, at)
            .with_own_help(self.reason(failure, given));
        let diagnostic = match self.may_be_replaced(failure) {
            true => diagnostic.with_severity(Severity::Warning),
            false => diagnostic,
        };
        match at == self.title_at {
            true => diagnostic,
            false => diagnostic.with_related((self.context.item, self.title_at), "Used here"),
        }
    }
}

/// A value that is known, as a literal.
fn argument_label(argument: &Argument) -> Option<String> {
    match argument {
        Argument::Given(known) => known.value().and_then(literal_label),
        _ => None,
    }
}

/// What the title is; `None` where there may be none: an empty array declares nothing.
fn title(
    context: &Context<'_>,
    declaration: &AttributeDeclaration,
    target: &ArgumentTarget<'_>,
) -> Option<Inferred> {
    if target.kind == ItemKind::Class {
        return Some(Inferred::Value(Value::String(target.name.clone())));
    }
    match &declaration.titles[..] {
        [title] => Some(Inferred::Value(Value::String(title.clone()))),
        [] => {
            let Anchor::Expr(at) = declaration.title_at? else {
                return None;
            };
            let is_text = match context.inference.result(at) {
                Inferred::Type(ty) => {
                    matches!(ty, Type::String(_) | Type::Enum(_) | Type::Pattern(_))
                }
                Inferred::Value(_) => false,
            };
            is_text.then_some(Inferred::Type(Type::non_empty_string()))
        }
        _ => Some(Inferred::Type(Type::non_empty_string())),
    }
}

/// What a parameter gets that is not given.
fn default(
    context: &Context<'_>,
    declaration: &AttributeDeclaration,
    target: &ArgumentTarget<'_>,
    parameter: &str,
) -> Argument {
    let (db, environment) = (context.db, context.environment());
    let may_have_other = !declaration.is_complete
        || match target.kind {
            ItemKind::Class => may_be_in_hiera(context, &target.name, parameter),
            _ => {
                let declared_in = Some(context.body.definition());
                may_be_overridden(db, (environment, declared_in), &target.name, parameter)
            }
        };
    match may_have_other {
        true => Argument::Any,
        false => Argument::Default,
    }
}

/// What fails in the body of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
struct CalleeFailure {
    message: String,
    place: BodyPlace,
    /// The variables that decide about it, the nearest first.
    near: Box<[SmolStr]>,
    /// The variables that it is called `fail` for, since they equal a text: that text is meant to be replaced.
    refused: Box<[SmolStr]>,
}

/// What fails in any case when a definition is used with these values, though not with all.
#[salsa::tracked(returns(clone))]
fn failure_of_use(
    db: &dyn Db,
    environment: Environment,
    item: Item,
    given: CallSiteArguments,
    depth: usize,
) -> Option<CalleeFailure> {
    let contents = body(db, item);
    if contents.len() > MAX_EXPRESSIONS || contents.exprs().any(|(_, expr)| *expr == Expr::Missing)
    {
        return None;
    }
    let inference = infer_at_call_site(db, environment, item, &given);
    let names = || NameResolver::new(db, environment, item.file);
    let context = Context::new(names(), item, &contents, &inference, depth);
    let failed = failed(&context);
    if failed.is_empty() {
        return None;
    }
    // What is wrong for all uses is reported where it is.
    let usual = match failed.iter().any(|it| it.is_on_purpose) {
        true => Vec::new(),
        false => {
            let inference = infer(db, environment, item);
            wrong(&Context::new(names(), item, &contents, inference, depth))
        }
    };
    let parents = parents(&contents);
    // Which operand is to blame may depend on the values.
    let is_at = |one: ExprId, other: ExprId| {
        let above = |it: ExprId| {
            let parent = parents.get(&it).copied();
            parent.filter(|it| !matches!(contents.expr(*it), Expr::Block(_)))
        };
        let [above, above_other] = [above(one), above(other)];
        one == other
            || above == Some(other)
            || above_other == Some(one)
            || above.is_some() && above == above_other
    };
    let is_usual = |it: &&ReportedFailure| {
        let is_same = |usual: &BodyDiagnostic| matches!(usual.place.anchor, Anchor::Expr(at) if is_at(at, it.at));
        !it.is_on_purpose && usual.iter().any(is_same)
    };
    let first = failed.iter().find(|it| !is_usual(it))?;
    Some(CalleeFailure {
        message: first.diagnostic.message.clone(),
        place: match &first.diagnostic.related[..] {
            // The innermost place says most.
            [inner, ..] if first.diagnostic.rule == &FAILING_USE => inner.place,
            _ => (item, first.diagnostic.place.anchor).into(),
        },
        near: near(&contents, &parents, first.at),
        refused: match first.is_on_purpose {
            true => refused(&contents, &parents, first.at),
            false => Box::default(),
        },
    })
}

/// Something that fails in any case.
struct ReportedFailure {
    at: ExprId,
    diagnostic: BodyDiagnostic,
    /// A call of `fail`.
    is_on_purpose: bool,
}

fn failed(context: &Context<'_>) -> Vec<ReportedFailure> {
    let mut all: Vec<ReportedFailure> = wrong(context)
        .into_iter()
        .filter_map(|diagnostic| {
            let Anchor::Expr(at) = diagnostic.place.anchor else {
                return None;
            };
            context.inference.is_certain(at).then_some(ReportedFailure {
                at,
                diagnostic,
                is_on_purpose: false,
            })
        })
        .collect();
    let calls = context.calls().iter().filter_map(|(it, call)| {
        if call.name != Some("fail") {
            return None;
        }
        context
            .inference
            .is_certain(it.id)
            .then(|| ReportedFailure {
                at: it.id,
                diagnostic: BodyDiagnostic::new(
                    &FAILING_USE,
                    Anchor::Expr(it.id),
                    text_of(context, call),
                ),
                is_on_purpose: true,
            })
    });
    all.extend(calls);
    all
}

/// What `fail` says.
fn text_of(context: &Context<'_>, call: &Call<'_>) -> String {
    let known = call
        .arguments
        .first()
        .map(|it| context.inference.result(*it));
    match known.and_then(Inferred::value).and_then(Value::as_str) {
        Some(text) => text.trim().to_owned(),
        None => call
            .arguments
            .first()
            .and_then(|it| interpolated(context, *it))
            .unwrap_or_else(|| "'fail' is called".to_owned()),
    }
}

/// A string with what is known of its interpolations; variables that are not known are shown by their names.
fn interpolated(context: &Context<'_>, id: ExprId) -> Option<String> {
    let Expr::ConcatenatedString(segments) = context.body.expr(id) else {
        return None;
    };
    let mut text = String::new();
    for segment in segments {
        let known = context.inference.result(*segment).value();
        match (context.body.expr(*segment), known.and_then(literal_label)) {
            (Expr::LiteralString(literal), _) => text.push_str(literal),
            (_, Some(label)) => text.push_str(label.trim_matches('\'')),
            (Expr::Text(inner), None) => {
                let name = context.body.variable_name(*inner);
                let name = name.map_or("…", |name| name.as_str());
                text.push_str(&format!("${{{name}}}"));
            }
            _ => text.push('…'),
        }
    }
    Some(text.trim().to_owned())
}

/// The errors of a body that depend on values.
fn wrong(context: &Context<'_>) -> Vec<BodyDiagnostic> {
    let mut diagnostics = Vec::new();
    failing_expressions::check(context, &mut diagnostics);
    call_arguments::check(context, &mut diagnostics);
    failing_call::check(context, &mut diagnostics);
    class_arguments::check(context, &mut diagnostics);
    failing_call::create_resources::check(context, &mut diagnostics);
    attributes::check(context, &mut diagnostics);
    bad_title::check(context, &mut diagnostics);
    incompatible_default::check(context, &mut diagnostics);
    check(context, &mut diagnostics);
    check_inclusions(context, &mut diagnostics);
    diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
    diagnostics
}

/// The expression around each expression.
fn parents(body: &Body) -> FxHashMap<ExprId, ExprId> {
    let mut parents: FxHashMap<ExprId, ExprId> = FxHashMap::default();
    let mut around = Vec::new();
    for step in body.preorder_all() {
        match step {
            Step::Enter(id) => {
                parents.extend(around.last().map(|parent| (id, *parent)));
                around.push(id);
            }
            Step::Leave(_) => drop(around.pop()),
        }
    }
    parents
}

/// The variables that an expression reads, and then those of the conditions around it, from the innermost.
fn near(body: &Body, parents: &FxHashMap<ExprId, ExprId>, at: ExprId) -> Box<[SmolStr]> {
    let mut names = read_in(body, at);
    let mut inner = at;
    while let Some(parent) = parents.get(&inner) {
        for condition in puppet_semantic::index::declarations::conditions(body.expr(*parent)) {
            names.extend(read_in(body, condition));
        }
        inner = *parent;
    }
    names.into()
}

/// The variables that equal a text where an expression is evaluated, by the conditions around it.
fn refused(body: &Body, parents: &FxHashMap<ExprId, ExprId>, at: ExprId) -> Box<[SmolStr]> {
    let mut names = Vec::new();
    let mut inner = at;
    while let Some(parent) = parents.get(&inner) {
        if let Expr::If { test, then, .. } = body.expr(*parent)
            && *then == Some(inner)
        {
            names.extend(body.preorder(*test).entered().filter_map(|(_, expr)| {
                let Expr::Comparison {
                    operator: ComparisonOperator::Equal,
                    left,
                    right,
                } = expr
                else {
                    return None;
                };
                let is_text = matches!(body.expr(*right), Expr::LiteralString(_));
                body.variable_name(*left).filter(|_| is_text).cloned()
            }));
        }
        inner = *parent;
    }
    names.into()
}

fn read_in(body: &Body, root: ExprId) -> Vec<SmolStr> {
    let names = body.preorder(root).filter_map(|step| match step {
        Step::Enter(id) => body.variable_name(id).cloned(),
        Step::Leave(_) => None,
    });
    names.collect()
}
