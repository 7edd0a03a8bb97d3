//! Mismatches of calls: of functions with one or more signatures, and of the parameters of classes and resources.

use puppet_library::ParameterArity;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use super::{
    collection::size_mismatch,
    extended,
    mismatch::{Mismatch, MismatchKind, Path, PathElement},
};
use crate::context::TypeContext;
use crate::relation::relate::Relate;
use crate::ty::{CallableType, IntegerRange, Range, StructType, TupleType, Type};
use crate::value::Value;

/// A signature of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// The types of parameters, block and result.
    pub callable: CallableType,
    /// The names of the parameters.
    pub parameter_names: Vec<SmolStr>,
    /// The name of the block.
    pub block_name: SmolStr,
}

impl Signature {
    /// A written signature with its types as `read` understands them.
    pub fn from_written(
        written: &puppet_library::Signature,
        mut read: impl FnMut(&str) -> Type,
    ) -> Signature {
        let mut builder = SignatureBuilder::default();
        for parameter in &written.parameters {
            builder.push(&parameter.name, read(&parameter.ty), parameter.arity);
        }
        if let Some(block) = &written.block {
            builder.block(&block.name, read(&block.ty), block.optional);
        }
        builder.finish(written.return_type.as_deref().map(read))
    }
}

/// A [`Signature`] while its parameters are read.
#[derive(Debug, Default)]
pub struct SignatureBuilder {
    names: Vec<SmolStr>,
    types: Vec<Type>,
    least: i64,
    takes_more: bool,
    block: Option<(SmolStr, Type)>,
}

impl SignatureBuilder {
    /// Adds a parameter.
    pub fn push(&mut self, name: &str, ty: Type, arity: ParameterArity) {
        self.names.push(name.into());
        self.types.push(ty);
        self.least += i64::from(arity.is_required());
        self.takes_more |= arity.is_repeated();
    }

    /// Adds the block.
    pub fn block(&mut self, name: &str, ty: Type, optional: bool) {
        let ty = if optional { Type::optional(ty) } else { ty };
        self.block = Some((name.into(), ty));
    }

    /// The signature, with the type of the result if it is known.
    pub fn finish(self, returns: Option<Type>) -> Signature {
        let most = i64::try_from(self.types.len()).ok();
        let most = most.filter(|_| !self.takes_more);
        let size: IntegerRange = Range::new(Some(self.least), most).unwrap_or(Range::UNBOUNDED);
        let (block_name, block) = match self.block {
            Some((name, ty)) => (name, Some(ty)),
            None => (SmolStr::new_static("block"), None),
        };
        let parameters = Some(TupleType::new(self.types, size));
        Signature {
            callable: CallableType::new(parameters, block, returns),
            parameter_names: self.names,
            block_name,
        }
    }
}

/// What is given for a parameter.
#[derive(Debug, Clone)]
pub enum GivenArgument {
    /// A value that is known.
    Value(Value),
    /// A value of which the type is known.
    Type(Type),
}

/// What is wrong with a call of `function` (`lambda` for a block) that no signature accepts; `None` without signatures.
///
/// The types of the arguments may say less than the arguments: a signature that accepts them gets no reason then.
///
/// `args` is a `Tuple` or `Array` of the types of the arguments; a block comes last.
pub fn describe_signatures(
    context: &dyn TypeContext,
    function: &str,
    signatures: &[Signature],
    args: &Type,
) -> Option<String> {
    Relate::new(context).describe_signatures(function, signatures, args)
}

/// What is wrong with the parameters given to a class or resource, as one text that starts with `subject`; `None` if
/// they fit. `missing_ok` is for resource overrides, where any parameter may be left out.
pub fn describe_parameters(
    context: &dyn TypeContext,
    subject: &str,
    parameters: &StructType,
    given: &[(SmolStr, GivenArgument)],
    missing_ok: bool,
) -> Option<String> {
    let relate = Relate::new(context);
    let errors = relate.parameter_mismatches(parameters, given, missing_ok);
    match &errors[..] {
        [] => None,
        [error] => Some(format!("{subject}:{}", error.text(&relate))),
        _ => {
            let texts: Vec<String> = errors.iter().map(|error| error.text(&relate)).collect();
            Some(format!("{subject}:\n {}", texts.join("\n ")))
        }
    }
}

impl Relate<'_> {
    fn parameter_mismatches(
        &self,
        parameters: &StructType,
        given: &[(SmolStr, GivenArgument)],
        missing_ok: bool,
    ) -> Vec<Mismatch> {
        let names: FxHashSet<&str> = parameters
            .elements
            .iter()
            .map(|it| it.name.as_str())
            .collect();
        let by_name: FxHashMap<&str, &GivenArgument> = given
            .iter()
            .rev()
            .map(|(name, it)| (name.as_str(), it))
            .collect();
        let unknown = given
            .iter()
            .filter(|(name, _)| !names.contains(name.as_str()));
        let mut errors: Vec<Mismatch> = unknown
            .map(|(name, _)| Mismatch {
                path: Vec::new(),
                kind: MismatchKind::InvalidParameter(name.clone()),
            })
            .collect();
        for element in &parameters.elements {
            let name = self.key_name(element);
            let path = vec![PathElement::Parameter(name.clone())];
            match by_name.get(name.as_str()) {
                Some(GivenArgument::Value(value))
                    if is_deferred(value) || self.is_instance(&element.value, value) => {}
                Some(GivenArgument::Value(value)) => {
                    errors.extend(self.mismatches(&element.value, &self.infer_set(value), &path));
                }
                Some(GivenArgument::Type(ty))
                    if *ty == Type::deferred() || self.assignable(&element.value, ty) => {}
                Some(GivenArgument::Type(ty)) => {
                    errors.extend(self.mismatches(&element.value, ty, &path))
                }
                None if missing_ok || element.is_optional() => {}
                None => errors.push(Mismatch {
                    path: Vec::new(),
                    kind: MismatchKind::MissingParameter(name.clone()),
                }),
            }
        }
        errors
    }

    /// See [`describe_signatures`].
    pub fn describe_signatures(
        &self,
        function: &str,
        signatures: &[Signature],
        args: &Type,
    ) -> Option<String> {
        let at = |index: usize| vec![PathElement::Signature(index)];
        let mut errors: Vec<Vec<Mismatch>> = (signatures.iter().enumerate())
            .map(|(index, signature)| self.describe_arguments(signature, args, &at(index)))
            .collect();
        if errors.iter().any(Vec::is_empty) {
            let blocks: Vec<Vec<Mismatch>> = (signatures.iter().enumerate())
                .map(|(index, signature)| self.describe_block(signature, args, &at(index)))
                .collect();
            if blocks.iter().all(|errors| !errors.is_empty()) {
                errors = blocks;
            } else {
                for (errors, blocks) in errors.iter_mut().zip(blocks) {
                    if errors.is_empty() {
                        *errors = blocks;
                    }
                }
            }
        }
        if errors.is_empty() {
            return None;
        }
        let label = if function == "lambda" {
            "block".to_owned()
        } else {
            format!("'{function}'")
        };
        if let [single] = &self.merge(0, MismatchKind::is_count, errors.clone())[..] {
            return Some(format!("{label}{}", single.text(self)));
        }
        let mut lines = Vec::new();
        let indent = match signatures {
            [signature] => {
                lines.push(format!(
                    "{label} expects ({})",
                    self.signature_text(signature)
                ));
                "  "
            }
            _ => {
                lines.push(format!(
                    "The function {label} was called with arguments it does not accept. It expects one of:"
                ));
                "    "
            }
        };
        for (signature, errors) in signatures.iter().zip(errors) {
            if signatures.len() > 1 {
                lines.push(format!("  ({})", self.signature_text(signature)));
            }
            for mut error in errors {
                if !error.path.is_empty() {
                    error.path.remove(0);
                }
                lines.push(format!("{indent}rejected:{}", error.text(self)));
            }
        }
        Some(lines.join("\n"))
    }

    fn describe_arguments(&self, signature: &Signature, args: &Type, path: &Path) -> Vec<Mismatch> {
        let any = TupleType::new(Vec::new(), crate::ty::Range::UNBOUNDED);
        let params = signature.callable.params.as_deref().unwrap_or(&any);
        let (types, args_size) = match args {
            Type::Tuple(tuple) => (tuple.types.clone(), tuple.size_range()),
            Type::Array(array) => (
                vec![array.element.clone(); params.types.len()],
                array.size.or_any_size(),
            ),
            other => {
                return vec![self.type_mismatch(path, &Type::Tuple(params.clone().into()), other)];
            }
        };
        let has_block = types
            .last()
            .is_some_and(|last| self.is_kind_of_callable(last, true));
        let count = types.len() - usize::from(has_block);
        let actual_size = if has_block {
            IntegerRange::with_len(count)
        } else {
            args_size
        };
        let size = params.size_range();
        if !size.covers(&actual_size) {
            return vec![size_mismatch(path, size, actual_size, true)];
        }
        for (index, ty) in types.iter().take(count).enumerate() {
            let Some(last) = params.types.len().checked_sub(1) else {
                break;
            };
            let index = index.min(last);
            let Some(expected) = params.types.get(index) else {
                break;
            };
            if !self.assignable(expected, ty) {
                let name = signature
                    .parameter_names
                    .get(index)
                    .cloned()
                    .unwrap_or_default();
                let errors =
                    self.mismatches(expected, ty, &extended(path, PathElement::Parameter(name)));
                if !errors.is_empty() {
                    return errors;
                }
            }
        }
        Vec::new()
    }

    fn describe_block(&self, signature: &Signature, args: &Type, path: &Path) -> Vec<Mismatch> {
        let last = if let Type::Tuple(tuple) = args {
            tuple.types.last()
        } else {
            None
        };
        let block = last.filter(|last| self.is_kind_of_callable(last, true));
        let kind = match (block, &signature.callable.block) {
            (Some(_), None) => MismatchKind::UnexpectedBlock,
            (Some(given), Some(expected)) => {
                return self.mismatches(expected, given, &extended(path, PathElement::Block));
            }
            (None, Some(expected)) if !self.accepts_undef(expected) => MismatchKind::MissingBlock,
            (None, _) => return Vec::new(),
        };
        vec![Mismatch {
            path: path.clone(),
            kind,
        }]
    }

    /// The parameters as text: `String x, Integer y?` (TypeMismatchDescriber#signature_string).
    pub fn signature_text(&self, signature: &Signature) -> String {
        let Some(params) = &signature.callable.params else {
            return String::new();
        };
        let size = params.size_range();
        if size.min_size() == 0 && size.upper_bound() == Some(&0) {
            return String::new();
        }
        let required = usize::try_from(size.min_size()).unwrap_or(usize::MAX);
        let no_names = vec![SmolStr::default(); params.types.len()];
        let names = if signature.parameter_names.is_empty() {
            &no_names
        } else {
            &signature.parameter_names
        };
        let mut parts: Vec<String> = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let Some(ty) = params.type_at(index) else {
                break;
            };
            let (ty, indicator) = if size.upper_bound().is_none() && index + 1 == names.len() {
                (ty, if required == names.len() { "+" } else { "*" })
            } else if index + 1 > required {
                (ty, "?")
            } else {
                (ty, "")
            };
            let ty = match ty {
                Type::Optional(Some(inner)) if indicator == "?" => inner,
                other => other,
            };
            parts.push(format!("{} {name}{indicator}", self.to_text(ty)));
        }
        match &signature.callable.block {
            Some(Type::Optional(Some(block))) => {
                parts.push(format!("{} {}?", self.to_text(block), signature.block_name));
            }
            Some(block @ Type::Callable(_)) => {
                parts.push(format!("{} {}", self.to_text(block), signature.block_name))
            }
            _ => {}
        }
        parts.join(", ")
    }
}

/// What a deferred function returns is only known when it is called.
fn is_deferred(value: &Value) -> bool {
    matches!(value, Value::Object(object) if object.ty == Type::deferred())
}
