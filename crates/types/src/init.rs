//! `Init[T]`: what `T.new` accepts, from the signatures of `new` (PInitType).

use std::sync::{Arc, LazyLock};

use crate::context::BuiltinContext;
use crate::reader;
use crate::recursion_guard::Guard;
use crate::relation::instance::Sure;
use crate::relation::relate::{Doubt, MaybeGuard, Relate};
use crate::ty::{
    InitType, IntegerRange, ObjectAttributeKind, Range, StructElement, StructKey, TupleType, Type,
};
use crate::value::Value;

const FLOAT: &str = r"[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))";
const INTEGER: &str = r"[+-]?\s*(?:(?:\d+)|(?:0[xX][0-9A-Fa-f]+)|(?:0[bB][01]+))";
const QUALIFIER: &str = r"Pattern[/\A(?<part>[0-9A-Za-z-]+)(?:\.\g<part>)*\Z/]";
const VERSION: &str = r"Pattern[/\A(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:-((?:[0-9A-Za-z-]+)(?:\.(?:[0-9A-Za-z-]+))*))?(?:\+((?:[0-9A-Za-z-]+)(?:\.(?:[0-9A-Za-z-]+))*))?\Z/]";
const FORMATS: &str = "Variant[String[2], Array[String[2], 1, default]]";
const TIMESPAN_FIELDS: &str = "Struct[{Optional[negative] => Boolean, Optional[days] => Integer, Optional[hours] => Integer, \
    Optional[minutes] => Integer, Optional[seconds] => Integer, Optional[milliseconds] => Integer, \
    Optional[microseconds] => Integer, Optional[nanoseconds] => Integer}]";
const URI_PARTS: &str = "Struct[{Optional[scheme] => String[1], Optional[userinfo] => String[1], Optional[host] => String[1], \
    Optional[port] => Integer[0], Optional[path] => String[1], Optional[query] => String[1], \
    Optional[fragment] => String[1], Optional[opaque] => String[1]}]";

/// The parameters of each signature of `new`, by the word that the type is written with.
static SIGNATURES: LazyLock<Vec<(&'static str, Vec<TupleType>)>> = LazyLock::new(|| {
    let number =
        format!("Variant[Integer, Float, Boolean, Pattern[/\\A{FLOAT}\\z/], Timespan, Timestamp]");
    let float = format!("Variant[Numeric, Boolean, Pattern[/\\A{FLOAT}\\z/], Timespan, Timestamp]");
    let integer =
        format!("Variant[Numeric, Boolean, Pattern[/\\A{INTEGER}\\z/], Timespan, Timestamp]");
    let radix = "Variant[Default, Integer[2, 2], Integer[8, 8], Integer[10, 10], Integer[16, 16]]";
    let format = "Variant[Default, String[1], Hash[Type, Any]]";
    let range_hash = "Struct[{min => Variant[Default, SemVer], Optional[max] => Variant[Default, SemVer], Optional[exclude_max] => Boolean}]";
    let bytes = "Variant[Struct[{value => String, format => Optional[Enum['%b', '%u', '%B', '%s', '%r']]}], \
        Struct[{value => Array[Integer[0, 255]]}]]";
    let array = vec![
        "Tuple[Variant[Array, Hash, Binary, Iterable], Boolean[false], 1, 2]".to_owned(),
        "Tuple[Any, Boolean[true]]".to_owned(),
    ];
    let hash = vec![
        "Tuple[Array[Tuple[Array, Any], 1, default], Enum[tree, hash_tree], 1, 2]".to_owned(),
        "Tuple[Array[Tuple[Any, Any], 1, default]]".to_owned(),
        "Tuple[Any]".to_owned(),
    ];
    let texts: Vec<(&str, Vec<String>)> = vec![
        ("Type", vec!["Tuple[String[1]]".into()]),
        ("Numeric", vec![
            format!("Tuple[{number}, Boolean, 1, 2]"),
            format!("Tuple[Struct[{{from => {number}, Optional[abs] => Boolean}}]]"),
        ]),
        ("Integer", vec![
            format!("Tuple[{integer}, {radix}, Boolean, 1, 3]"),
            format!("Tuple[Struct[{{from => {integer}, Optional[radix] => {radix}, Optional[abs] => Boolean}}]]"),
        ]),
        ("Float", vec![
            format!("Tuple[{float}, Boolean, 1, 2]"),
            format!("Tuple[Struct[{{from => {float}, Optional[abs] => Boolean}}]]"),
        ]),
        ("String", vec![format!("Tuple[Any, {format}, 1, 2]")]),
        ("Boolean", vec![
            "Tuple[Variant[Integer, Float, Boolean, Enum['false', 'true', 'yes', 'no', 'y', 'n', true]]]".into(),
        ]),
        ("Regexp", vec!["Tuple[String, Boolean, 1, 2]".into()]),
        ("Array", array.clone()),
        ("Tuple", array),
        ("Hash", hash.clone()),
        ("Struct", hash),
        ("Sensitive", vec!["Tuple[Sensitive]".into(), "Tuple[Any]".into()]),
        ("Timespan", vec![
            "Tuple[Variant[Integer, Float]]".into(),
            format!("Tuple[String[1], {FORMATS}, 1, 2]"),
            "Tuple[Integer, Integer, Integer, Integer, Integer, Integer, Integer, 4, 7]".into(),
            format!("Tuple[Struct[{{string => String[1], Optional[format] => {FORMATS}}}]]"),
            format!("Tuple[{TIMESPAN_FIELDS}]"),
        ]),
        ("Timestamp", vec![
            "Tuple[0, 0]".into(),
            "Tuple[Variant[Integer, Float]]".into(),
            format!("Tuple[String[1], {FORMATS}, String[1], 1, 3]"),
            format!(
                "Tuple[Struct[{{string => String[1], Optional[format] => {FORMATS}, Optional[timezone] => String[1]}}]]"
            ),
        ]),
        ("SemVer", vec![
            format!("Tuple[{VERSION}]"),
            format!("Tuple[Integer[0], Integer[0], Integer[0], {QUALIFIER}, {QUALIFIER}, 3, 5]"),
            format!(
                "Tuple[Struct[{{major => Integer[0], minor => Integer[0], patch => Integer[0], \
                 Optional[prerelease] => {QUALIFIER}, Optional[build] => {QUALIFIER}}}]]"
            ),
        ]),
        ("SemVerRange", vec![
            "Tuple[String[1]]".into(),
            "Tuple[Variant[Default, SemVer], Variant[Default, SemVer], Boolean, 2, 3]".into(),
            format!("Tuple[{range_hash}]"),
        ]),
        ("Binary", vec![
            "Tuple[String, Enum['%b', '%u', '%B', '%s', '%r'], 1, 2]".into(),
            "Tuple[Array[Integer[0, 255]]]".into(),
            format!("Tuple[{bytes}]"),
        ]),
        ("URI", vec!["Tuple[String[1]]".into(), format!("Tuple[{URI_PARTS}]")]),
    ];
    let read = |text: &String| match reader::read_text(&BuiltinContext, text) {
        Ok(Type::Tuple(tuple)) => Some(TupleType::clone(&tuple)),
        _ => None,
    };
    texts
        .into_iter()
        .map(|(name, texts)| (name, texts.iter().filter_map(read).collect()))
        .collect()
});

/// What `new` of a type accepts as its one argument.
struct Accepted {
    /// The type itself, and the first parameters of the signatures that take one argument.
    single: Type,
    /// The other signatures, joined.
    other: Option<Type>,
    /// Does one of those work with a single argument?
    has_optional_single: bool,
}

impl Relate<'_> {
    /// The parameters of each signature of `T.new`; `None` if there is no such function (PAnyType#new_function).
    pub fn new_signatures(&self, ty: &Type) -> Option<Vec<TupleType>> {
        let name = match ty {
            Type::Alias(_) => return self.new_signatures(&self.resolve_alias(ty)),
            Type::Object(Some(object)) => {
                return Some(self.object_signatures(&self.object(object)));
            }
            Type::ObjectExtension(extension) => {
                return Some(self.object_signatures(&extension.base));
            }
            Type::Unit => return Some(vec![TupleType::new(vec![Type::Any], Range::UNBOUNDED)]),
            _ => crate::format::simple_name(ty),
        };
        SIGNATURES
            .iter()
            .find(|(other, _)| *other == name)
            .map(|(_, signatures)| signatures.clone())
    }

    /// All attributes in order, those that must be given first, or one hash of them (PObjectType#create_new_function).
    fn object_signatures(&self, object: &crate::ty::ObjectType) -> Vec<TupleType> {
        let mut attributes = Vec::new();
        self.collect_attributes(object, &mut attributes, 0);
        let elements: Vec<StructElement> = (attributes.into_iter())
            .filter(|attribute| {
                !matches!(
                    attribute.kind,
                    ObjectAttributeKind::Constant | ObjectAttributeKind::Derived
                )
            })
            .map(|attribute| StructElement {
                key: if attribute.default.is_some() {
                    StructKey::Optional
                } else {
                    StructKey::Required
                },
                name: attribute.name,
                value: attribute.ty,
            })
            .collect();
        let (required, optional): (Vec<_>, Vec<_>) =
            elements.iter().partition(|element| !element.is_optional());
        let count = |len: usize| Some(i64::try_from(len).unwrap_or(i64::MAX));
        let size = IntegerRange::ordered(count(required.len()), count(elements.len()));
        let types = required
            .iter()
            .chain(&optional)
            .map(|element| element.value.clone())
            .collect();
        vec![
            TupleType::new(
                vec![Type::struct_of(elements.clone())],
                IntegerRange::exactly(1),
            ),
            TupleType::new(types, size),
        ]
    }

    /// The attributes of an object type with those of its parents first.
    fn collect_attributes(
        &self,
        object: &crate::ty::ObjectType,
        attributes: &mut Vec<crate::ty::Attribute>,
        depth: usize,
    ) {
        if depth > 50 {
            self.doubtful(Doubt::TooDeep);
            return;
        }
        if let Some(Type::Object(Some(parent))) = object
            .parent
            .as_ref()
            .map(|parent| self.resolve_alias(parent))
        {
            self.collect_attributes(&self.object(&parent), attributes, depth + 1);
        }
        for attribute in &object.attributes {
            attributes.retain(|other| other.name != attribute.name);
            attributes.push(attribute.clone());
        }
    }

    /// See PInitType#assert_initialized; `None` if Puppet refuses because no instance can be made.
    fn accepted(&self, init: &InitType) -> Option<Accepted> {
        let signatures = match init.ty {
            Type::Init(_) | Type::Optional(_) | Type::NotUndef(_) => None,
            _ => self.new_signatures(&init.ty),
        };
        let Some(signatures) = signatures else {
            let ty = self.to_text(&init.ty);
            self.record_refusal(format!(
                "Creation of new instance of type '{ty}' is not supported"
            ));
            return None;
        };
        let first = |tuple: &TupleType| tuple.types.first().cloned().unwrap_or(Type::Any);
        let (single, other) = if init.args.is_empty() {
            let is_single = |tuple: &TupleType| tuple.size_range() == IntegerRange::exactly(1);
            signatures.into_iter().partition::<Vec<_>, _>(is_single)
        } else {
            let fits = |tuple: &TupleType| self.fits_arguments(tuple, &init.args);
            (signatures.into_iter().filter(fits).collect(), Vec::new())
        };
        if single.is_empty() && !init.args.is_empty() {
            let ty = self.to_text(&Type::Init(Some(Arc::new(init.clone()))));
            let subject = crate::format::simple_name(&self.generalize(&init.ty)).to_owned();
            self.record_refusal(format!(
                "The type '{ty}' does not represent a valid set of parameters for {subject}.new()"
            ));
            return None;
        }
        Some(Accepted {
            single: Type::variant_of(
                [init.ty.clone()]
                    .into_iter()
                    .chain(single.iter().map(first)),
            ),
            has_optional_single: other.iter().any(|tuple: &TupleType| {
                let size = tuple.size_range();
                size.min_size()
                    .min(size.upper_bound().copied().unwrap_or(i64::MAX))
                    == 1
            }),
            other: (!other.is_empty()).then(|| {
                Type::variant_of(other.into_iter().map(|tuple| Type::Tuple(Arc::new(tuple))))
            }),
        })
    }

    fn fits_arguments(&self, tuple: &TupleType, args: &[Value]) -> bool {
        let count = i64::try_from(args.len() + 1).unwrap_or(i64::MAX);
        let mut types: Vec<Type> = tuple.types.first().cloned().into_iter().collect();
        types.extend(args.iter().map(|arg| self.infer_set(arg)));
        tuple.size_range().contains(&count)
            && self.assignable(
                &Type::Tuple(Arc::new(tuple.clone())),
                &Type::tuple_of(types, Range::UNBOUNDED),
            )
    }

    /// PInitType#_assignable?
    pub(crate) fn init_accepts(
        &self,
        init: Option<&Arc<InitType>>,
        from: &Type,
        mut guard: MaybeGuard<'_>,
    ) -> bool {
        let Some(init) = init else {
            return matches!(from, Type::Init(_)) || self.accepts(&Type::rich_data(), from, guard);
        };
        let Some(accepted) = self.accepted(init) else {
            return true;
        };
        if let Type::Init(given) = from {
            return given
                .as_ref()
                .is_some_and(|given| self.accepts(&init.ty, &given.ty, guard));
        }
        let mut accepts = |to: &Type, from: &Type| self.accepts(to, from, guard.as_deref_mut());
        if accepts(&init.ty, from) || accepts(&accepted.single, from) {
            return true;
        }
        let Some(other) = &accepted.other else {
            return false;
        };
        accepts(other, from)
            || accepted.has_optional_single
                && self.assignable(other, &Type::tuple_of(vec![from.clone()], Range::UNBOUNDED))
    }

    /// PInitType#is_really_instance?
    pub(crate) fn really_instance_of_init(
        &self,
        init: Option<&Arc<InitType>>,
        value: &Value,
        mut guard: MaybeGuard<'_>,
    ) -> Sure {
        let Some(init) = init else {
            return self.is_really_instance(&Type::rich_data(), value, None);
        };
        let Some(accepted) = self.accepted(init) else {
            return Sure::Yes;
        };
        let mut ask = |ty: &Type, value: &Value| {
            self.is_really_instance(
                ty,
                value,
                guard.as_deref_mut().map(|guard: &mut Guard| guard),
            )
        };
        let mut sure = ask(&init.ty, value);
        if sure < Sure::Yes {
            sure = sure.max(ask(&accepted.single, value));
        }
        if let (true, Some(other)) = (sure < Sure::Yes, &accepted.other) {
            let mut answer = ask(other, value);
            if answer == Sure::No && accepted.has_optional_single {
                answer = ask(other, &Value::array(vec![value.clone()]));
            }
            sure = sure.max(answer);
        }
        sure
    }
}
