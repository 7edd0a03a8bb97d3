//! Values that may not fit: a use fails for some of the values that the declarations allow, and not for all.
//!
//! Rules that compare an expected type with an inferred one ask this after they found that the value may fit.

mod fixes;
mod foreign_variable;
mod message;
mod parts;
mod source;

pub use message::label;

use puppet_db::ModuleOrigin;
use puppet_diagnostics::{Certainty, Rule};
use puppet_hir::model::{ExprId, Parameter, PartId};
use puppet_types::{Range, Relate, Type, Value, generalize};

use crate::source::{Source, SourceKind};
use puppet_inference::body_context::Context;
use puppet_inference::body_context::unneeded_default::is_in_unneeded_default;
use puppet_inference::catalog::needed_defaults::is_needed;
use puppet_inference::catalog::usages::only_conditional_use;
use puppet_inference::infer::infer_by_default;
use puppet_semantic::body_diagnostic::{Anchor, BodyDiagnostic};
use puppet_semantic::display_name::type_label;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::{Item, ItemKind, canonical};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::fit::{Fit, Refused, fit};

/// Longer types are not repeated in messages, and not written for the user.
const MAX_TYPE: usize = 80;

/// So many parts of a type are looked at for texts: recursive aliases have no end.
const MAX_STEPS: usize = 200;

/// What a place expects.
#[derive(Clone)]
pub struct Expectation<'a> {
    /// The type; none where it only refuses some.
    pub ty: Option<&'a Type>,
    /// What expects it, as messages call it: "'port' of Web".
    pub subject: String,
    /// Where it is declared.
    pub declared_at: Option<(Item, Anchor)>,
    /// Whether what is declared is the type of the whole in which this is: of a hash with this key.
    pub is_part: bool,
    /// Whether `undef` is as good as no value.
    pub accepts_undef: bool,
    /// Whether a Deferred stands for what its function returns.
    pub accepts_deferred: bool,
    /// How certain a diagnostic can be at most.
    pub at_most: Certainty,
    /// What it expects in words, where those say more than the type.
    pub wanted: Option<&'static str>,
}

impl<'a> Expectation<'a> {
    /// A type that is not declared in the code, or only what is refused.
    pub fn new(ty: Option<&'a Type>, subject: String) -> Self {
        Self {
            ty,
            subject,
            declared_at: None,
            is_part: false,
            accepts_undef: false,
            accepts_deferred: false,
            at_most: Certainty::Likely,
            wanted: None,
        }
    }

    /// With words for what is expected.
    pub fn wanted(mut self, words: &'static str) -> Self {
        self.wanted = Some(words);
        self
    }

    /// "expects String"
    fn verb(&self, refused: &Refused) -> String {
        let is_text = |ty: &Type| matches!(ty, Type::String(_) | Type::Enum(_) | Type::Pattern(_));
        // Those that the message names.
        let named = match refused.members.is_empty() {
            true => &refused.partial,
            false => &refused.members,
        };
        match (self.wanted, self.ty) {
            (Some(words), _) => format!("expects {words}"),
            // How a string must be written says nothing about what is no string.
            (None, Some(Type::Pattern(_)))
                if self.declared_at.is_none() && !named.iter().any(is_text) =>
            {
                "expects String".to_owned()
            }
            (None, Some(ty)) if is_short(ty) => format!("expects {}", type_label(ty)),
            (None, _) => "does not accept it".to_owned(),
        }
    }
}

/// Whether a type can be read at a glance.
fn is_short(ty: &Type) -> bool {
    type_label(ty).len() <= MAX_TYPE
}

/// What may not fit.
pub struct Subject<'a> {
    /// Where it is reported.
    pub anchor: Anchor,
    /// As the subject of a sentence.
    label: String,
    source: Source<'a>,
    /// The code of the expression, if it is short and can be written again.
    path: Option<String>,
    /// The expression whose value it is; none if it is a part of one.
    value_at: Option<ExprId>,
    /// Whether it is an entry that is known to be there.
    is_there: bool,
}

impl<'a> Subject<'a> {
    /// The value of an expression.
    pub fn expr(context: &Context<'a>, at: ExprId) -> Self {
        let source = Source::resolve(context, at);
        Self {
            anchor: Anchor::Expr(at),
            label: message::label(context, at),
            path: message::path(context, at),
            value_at: Some(at),
            is_there: source.is_undef_by_size,
            source,
        }
    }

    /// A variable whose name is in a text.
    pub fn variable(context: &Context<'a>, at: ExprId, name: &str) -> Self {
        Self {
            anchor: Anchor::Expr(at),
            label: format!("`${name}`"),
            source: Source::resolve_name(context, name),
            path: None,
            value_at: None,
            is_there: false,
        }
    }

    /// The value of a key in the value of an expression.
    pub fn part(context: &Context<'a>, at: ExprId, key: &str) -> Self {
        Self {
            label: format!("Key '{key}'"),
            path: None,
            value_at: None,
            is_there: false,
            source: Source::resolve(context, at).part(),
            anchor: Anchor::Expr(at),
        }
    }

    /// What a function passes to a lambda: parts of what it is called with.
    pub fn argument(context: &Context<'a>, of: Option<ExprId>, part: PartId) -> Self {
        let source = of.map_or(Source::COMPUTED, |of| Source::resolve(context, of));
        Self {
            anchor: Anchor::Part(part),
            label: "The argument".to_owned(),
            path: None,
            value_at: None,
            is_there: false,
            source: source.part(),
        }
    }
}

/// The diagnostic of a value that may not fit; none if it fits, or nothing certain can be said.
pub fn diagnostic(
    context: &Context<'_>,
    rule: &'static Rule,
    at: ExprId,
    expectation: &Expectation<'_>,
) -> Option<BodyDiagnostic> {
    if context.is_one_use() {
        return None;
    }
    let subject = || Subject::expr(context, at);
    if let Some(parts) = parts::literal_diagnostic(context, rule, at, expectation) {
        return parts;
    }
    known_diagnostic(
        context,
        rule,
        subject,
        context.inference.result(at),
        expectation,
    )
}

/// The same, for something of which this is known.
pub fn known_diagnostic<'a>(
    context: &Context<'a>,
    rule: &'static Rule,
    subject: impl FnOnce() -> Subject<'a>,
    known: &Inferred,
    expectation: &Expectation<'_>,
) -> Option<BodyDiagnostic> {
    if context.is_one_use() {
        return None;
    }
    let refused = match fit(&context.names, expectation.ty?, known) {
        Fit::Sometimes(refused) => refused,
        // No error, where data may have the value that is not given.
        Fit::Never
            if expectation.at_most == Certainty::Possible
                && known.ty(&context.names) == Type::Undef =>
        {
            Refused::members(vec![Type::Undef])
        }
        Fit::Always | Fit::Never => return None,
    };
    refused_diagnostic(context, rule, &subject(), refused, expectation)
}

/// The diagnostic of what is refused of an expression's value, if it is to be reported.
pub fn members_diagnostic(
    context: &Context<'_>,
    rule: &'static Rule,
    at: ExprId,
    refused: Refused,
    expectation: &Expectation<'_>,
) -> Option<BodyDiagnostic> {
    if refused.is_empty() || context.is_one_use() {
        return None;
    }
    let subject = Subject::expr(context, at);
    refused_diagnostic(context, rule, &subject, refused, expectation)
}

/// The diagnostic of what is refused of a subject, if it is to be reported.
pub fn refused_diagnostic(
    context: &Context<'_>,
    rule: &'static Rule,
    subject: &Subject<'_>,
    refused: Refused,
    expectation: &Expectation<'_>,
) -> Option<BodyDiagnostic> {
    let refused = believed(context, refused, subject, expectation)?;
    let certainty = certainty(context, &refused, subject, expectation);
    let certainty = certainty.min(expectation.at_most);
    let message = format!(
        "{}, and {} {}",
        message::may_be(context, &refused, subject, expectation.ty),
        expectation.subject,
        expectation.verb(&refused),
    );
    let mut diagnostic =
        BodyDiagnostic::new(rule, subject.anchor, message).with_certainty(certainty);
    if let Some(parameter) = subject.source.declaration() {
        let place = Anchor::Part(parameter.part);
        let declared = format!("`${}` is declared here", parameter.name);
        diagnostic = diagnostic.with_related((context.item, place), declared);
    }
    if let Some((item, place)) = expectation.declared_at {
        let expected = match expectation.ty {
            Some(ty) => format!("{} is expected here", type_label(ty)),
            None => "The value is expected here".to_owned(),
        };
        diagnostic = diagnostic.with_related((item, place), expected);
    }
    if let Some(condition) = fixes::condition(context, &refused, subject, expectation) {
        diagnostic = diagnostic.with_subject(puppet_diagnostics::Subject::Guard(condition));
    }
    let fixes = fixes::fixes(context, &refused, subject, expectation);
    Some(diagnostic.with_fixes(fixes))
}

/// Whether an expression accesses an entry that is known to be there, or an element of an array whose type does not tell
/// how many it has.
pub fn is_present(context: &Context<'_>, at: ExprId) -> bool {
    let at = context.body.without_parentheses(at);
    context.inference.is_present(at) || Source::resolve(context, at).is_undef_by_size
}

/// What of the refused values is to be reported.
fn believed(
    context: &Context<'_>,
    mut refused: Refused,
    subject: &Subject<'_>,
    expectation: &Expectation<'_>,
) -> Option<Refused> {
    if expectation.accepts_undef || subject.is_there || is_fact_by_default(context, subject) {
        refused.members.retain(|member| *member != Type::Undef);
    }
    if expectation.accepts_deferred {
        refused.members.retain(|member| *member != Type::deferred());
    }
    match (subject.source.kind, expectation.ty) {
        // The code declares no type for facts.
        (SourceKind::Global | SourceKind::Undecided, _) => return None,
        (SourceKind::Computed, expected) => {
            leave_out_computed(context, &mut refused, expected);
        }
        _ => {}
    }
    (!refused.is_empty()).then_some(refused)
}

/// Whether something is a parameter that takes a fact in place of undef: the code declares no type for facts.
fn is_fact_by_default(context: &Context<'_>, subject: &Subject<'_>) -> bool {
    let kind = ItemKind::from_definition(context.body.definition());
    let takes_default = matches!(kind, Some(ItemKind::Class | ItemKind::DefinedType));
    subject.source.parameter().is_some_and(|parameter| {
        let default = parameter.value;
        takes_default
            && context.body.parameters().contains(parameter)
            && default.is_some_and(|it| foreign_variable::is_fact(context.body, it))
    })
}

/// Leaves out what the type of a computed value tells little about: texts and sizes, and that a function may have got
/// something `Sensitive`.
fn leave_out_computed(context: &Context<'_>, refused: &mut Refused, expected: Option<&Type>) {
    let is_sensitive = |ty: &Type| matches!(ty, Type::Sensitive(_));
    refused.members.retain(|member| !is_sensitive(member));
    let expected = expected.map(|it| of_any_text(context, it, &mut { MAX_STEPS }));
    refused.partial.retain(|ty| {
        let is_text = matches!(ty, Type::String(_) | Type::Enum(_) | Type::Pattern(_));
        let known = Inferred::Type(ty.clone());
        let fits = |expected: &Type| fit(&context.names, expected, &known) == Fit::Always;
        // A range with both ends follows from those that are declared.
        let is_range = match ty {
            Type::Integer(range) => range.lower_bound().is_some() && range.upper_bound().is_some(),
            _ => false,
        };
        !is_text && (is_range || !expected.as_ref().is_some_and(fits))
    });
}

/// A type without sizes and ranges that takes any text where it takes some; what comes after so many steps is only
/// generalized.
fn of_any_text(context: &Context<'_>, ty: &Type, steps: &mut usize) -> Type {
    let Some(left) = steps.checked_sub(1) else {
        return generalize(&context.names, ty);
    };
    *steps = left;
    let mut inner = |ty: &Type| of_any_text(context, ty, steps);
    match Relate::new(&context.names).resolve_alias(ty) {
        Type::String(_) | Type::Enum(_) | Type::Pattern(_) => Type::STRING,
        Type::Array(array) => Type::array_of(inner(&array.element), Range::UNBOUNDED),
        Type::Hash(hash) => Type::hash_of(inner(&hash.key), inner(&hash.value), Range::UNBOUNDED),
        Type::Optional(Some(of)) => Type::optional(inner(&of)),
        Type::NotUndef(Some(of)) => Type::not_undef(inner(&of)),
        Type::Variant(variant) => Type::variant_of(variant.types.iter().map(inner)),
        other => generalize(&context.names, &other),
    }
}

/// How likely it is that one of the refused values comes.
fn certainty(
    context: &Context<'_>,
    refused: &Refused,
    subject: &Subject<'_>,
    expectation: &Expectation<'_>,
) -> Certainty {
    let is_of_workspace = |(item, _): (Item, Anchor)| is_of_workspace(context, item);
    let is_likely = match subject.source.parameter() {
        Some(parameter) => {
            let is_declared_member = !refused.members.is_empty();
            fails_by_own_default(context, refused, parameter)
                || is_declared_member && expectation.declared_at.is_some_and(is_of_workspace)
        }
        None => subject
            .value_at
            .is_some_and(|at| fails_by_defaults(context, refused, at, expectation)),
    };
    match is_likely {
        true => Certainty::Likely,
        false => Certainty::Possible,
    }
}

/// Whether a parameter's own default is refused.
fn fails_by_own_default(context: &Context<'_>, refused: &Refused, parameter: &Parameter) -> bool {
    let is_needed = || {
        let environment = context.environment();
        is_needed(context.db, environment, context.item, &parameter.name)
    };
    parameter.value.is_some_and(|default| {
        let default = context.inference.result(default).value();
        default.is_some_and(|value| is_refused(context, refused, value)) && is_needed()
    })
}

/// Whether an expression is evaluated, and has a value that is refused, where parameters of this and of other classes
/// have their defaults.
fn fails_by_defaults(
    context: &Context<'_>,
    refused: &Refused,
    at: ExprId,
    expectation: &Expectation<'_>,
) -> bool {
    let (db, environment) = (context.db, context.environment());
    let is_class = ItemKind::from_definition(context.body.definition()) == Some(ItemKind::Class);
    let Some(class) = context.body.name().filter(|_| is_class) else {
        return false;
    };
    if only_conditional_use(db, environment, &canonical(class))
        .is_some_and(|(user, at)| infer_by_default(db, environment, user).is_unreachable(at))
    {
        return false;
    }
    let inference = infer_by_default(db, environment, context.item);
    let Some(value) = inference.result(at).value() else {
        return false;
    };
    let never_fits = |ty| fit(&context.names, ty, inference.result(at)) == Fit::Never;
    !inference.is_unreachable(at)
        && !is_in_unneeded_default(context, at)
        && (is_refused(context, refused, value)
            || *value != Value::Undef && expectation.ty.is_some_and(never_fits))
}

fn is_refused(context: &Context<'_>, refused: &Refused, value: &Value) -> bool {
    refused.members.iter().any(|member| {
        let relate = Relate::new(&context.names);
        relate.is_instance(member, value) && relate.doubt().is_none()
    })
}

/// Whether a definition is part of what the user works on.
fn is_of_workspace(context: &Context<'_>, item: Item) -> bool {
    owner(context.db, item.file).is_some_and(|owner| {
        owner
            .module
            .is_none_or(|module| module.origin(context.db) == ModuleOrigin::Workspace)
    })
}
