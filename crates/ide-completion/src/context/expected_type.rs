//! The expected type at the cursor: it decides which values fit, and which variables are likely.

use puppet_inference::functions::item_signature::{ItemSignature, signature};
use puppet_semantic::NameResolver;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::{ItemKind, canonical};
use puppet_semantic::resolve::module_items::resolve;
use puppet_syntax::SyntaxNode;
use puppet_syntax::ast::Definition;
use puppet_text::TextRange;
use puppet_types::{Type, assignable};

use crate::context::compared_value::ComparedValue;
use crate::visible_variables::{Holder, Visible};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::dataflow::sink_types;
use puppet_ide_db::dataflow::value_sink::ValueSink;
use puppet_ide_db::defs::AttributeOwner;
use puppet_ide_db::syntax_ext::enclosing_definition;

/// What a value is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedValue {
    /// An attribute, or a parameter of a template.
    Attribute {
        of: AttributeOwner,
        name: String,
        /// It is the element of a list at this place.
        item: Option<usize>,
    },
    /// An argument of a function.
    Argument { function: String, index: usize },
    /// The default of a parameter; the type of that.
    Default(SyntaxNode),
    /// It is compared with something; as a pattern of `case` or of a selector, or by an operator.
    Compared {
        with: Option<ComparedValue>,
        /// Where that stands, in the text as it is.
        at: TextRange,
        /// The other patterns, if it is one.
        taken: Option<Vec<String>>,
    },
    /// The title of a resource of a type, in small letters.
    Title(String),
    /// A part of something, or an entry of a hash.
    Part(ValueSink),
    /// A condition.
    Condition,
}

impl ExpectedValue {
    /// Whether it takes references to resources.
    pub fn takes_resources(&self) -> bool {
        match self {
            Self::Attribute { name, .. } => is_relationship(name),
            Self::Argument { function, .. } => function == "realize",
            _ => false,
        }
    }

    /// The name of what gets the value.
    fn name(&self) -> Option<&str> {
        match self {
            Self::Attribute { name, .. } => Some(name),
            _ => None,
        }
    }

    /// The type that it takes.
    fn ty(&self, context: FileContext<'_>) -> Option<Type> {
        match self {
            Self::Attribute { of, name, item } => {
                let declared = puppet_ide_db::parameters::attribute_type(context, of, name);
                // Most attributes of resource types of Ruby take a text.
                let usual =
                    matches!(of, AttributeOwner::ResourceType(_)) && !self.takes_resources();
                let ty = declared.or_else(|| usual.then_some(Type::STRING))?;
                match (&ty, item) {
                    (Type::Array(array), Some(_)) => Some(array.element.clone()),
                    (Type::Tuple(tuple), Some(index)) => tuple.types.get(*index).cloned(),
                    _ => Some(ty),
                }
            }
            Self::Argument { function, index } => {
                sink_types::argument_types(context, function, *index)
                    .into_iter()
                    .next()
            }
            Self::Part(part) => part.types(context).into_iter().next(),
            Self::Condition => Some(Type::Boolean(None)),
            Self::Default(_) | Self::Compared { .. } | Self::Title(_) => None,
        }
    }
}

/// Whether a metaparameter takes references.
fn is_relationship(name: &str) -> bool {
    matches!(name, "require" | "before" | "notify" | "subscribe")
}

/// How likely variables are as a value.
pub struct TypeMatch<'a> {
    name: Option<&'a str>,
    ty: Option<Type>,
    names: Option<NameResolver<'a>>,
    signature: Option<&'a ItemSignature>,
}

impl<'a> TypeMatch<'a> {
    /// That of a value that is `wanted` in the scope of a node.
    pub fn new(
        context: FileContext<'a>,
        wanted: Option<&'a ExpectedValue>,
        scope: &SyntaxNode,
    ) -> Self {
        let ty = wanted.and_then(|wanted| wanted.ty(context));
        let environment = owner(context.db, context.file).map(|it| it.environment);
        let signature = ty
            .as_ref()
            .and_then(|_| enclosing_signature(context, scope));
        Self {
            name: wanted.and_then(ExpectedValue::name),
            ty,
            names: environment.map(|it| NameResolver::new(context.db, it, context.file)),
            signature,
        }
    }

    /// A rank from 0 to 8: what has the same name comes first, then what has a name that says the same, and what has
    /// the very type that is wanted; what cannot fit comes last.
    pub fn rank(&self, variable: &Visible) -> u8 {
        let of_name = self
            .name
            .map_or(2, |wanted| name_rank(wanted, &variable.name));
        let of_type = self.type_rank(variable).unwrap_or(2);
        match (of_name, of_type) {
            (0, _) => 0,
            (1, ..=2) => 1,
            (_, of_type) => 2 + of_type,
        }
    }

    /// 0 for the very type, 1 for one that fits, 3 for one that never does.
    fn type_rank(&self, variable: &Visible) -> Option<u8> {
        let wanted = self.ty.as_ref().filter(|it| !is_any(it))?;
        let Some((Holder::Definition, _)) = &variable.parameter else {
            return None;
        };
        let parameter = self.signature?.parameter(&variable.name)?;
        let names = self.names.as_ref()?;
        let given = without_undef(&parameter.ty);
        if is_any(given) {
            return None;
        }
        Some(if given == without_undef(wanted) {
            0
        } else if assignable(names, wanted, given) {
            1
        } else if assignable(names, given, wanted) {
            2
        } else {
            3
        })
    }
}

/// The parameters of the definition around a node.
pub fn enclosing_signature<'a>(
    context: FileContext<'a>,
    node: &SyntaxNode,
) -> Option<&'a ItemSignature> {
    let definition = enclosing_definition(node)?;
    let kind = match &definition {
        Definition::ClassDef(_) => ItemKind::Class,
        Definition::DefineDef(_) => ItemKind::DefinedType,
        Definition::FunctionDef(_) => ItemKind::Function,
        _ => return None,
    };
    let name = canonical(definition.name()?.trim());
    let environment = owner(context.db, context.file)?.environment;
    let item = resolve(context.db, environment, context.file, kind, &name).item()?;
    (item.file == context.file).then_some(signature(context.db, environment, item))
}

fn is_any(ty: &Type) -> bool {
    matches!(ty, Type::Any | Type::Unknown)
}

fn without_undef(ty: &Type) -> &Type {
    match ty {
        Type::Optional(Some(inner)) => inner,
        ty => ty,
    }
}

/// 0 for the same name, 1 for one that ends with the other or has it as a part, 2 for others.
fn name_rank(wanted: &str, name: &str) -> u8 {
    let ends_with = |long: &str, short: &str| {
        let rest = long.strip_suffix(short);
        rest.is_some_and(|rest| rest.ends_with('_'))
    };
    if wanted == name {
        0
    } else if ends_with(wanted, name) || ends_with(name, wanted) {
        1
    } else {
        2
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::first_labels;

    fn of(body: &str) -> String {
        let code = format!(
            "define x(Integer $zero, Boolean $yes, String $abc, Optional[String] $b_root, Any $port) {{\n{body}\n}}\n\
             define site(Boolean $on, Integer[0] $port, String $root, Enum['a', 'b'] $e, Array[Enum['c', 'd']] $l) {{ }}\n"
        );
        let found = first_labels(&code, 400);
        let mut found: Vec<&str> = found.split(' ').collect();
        found.retain(|it| it.starts_with(['$', '\'']) || ["true", "undef"].contains(it));
        found.truncate(3);
        found.join(" ")
    }

    #[test]
    fn variables_that_fit_come_first() {
        for (body, expected) in [
            // By name, then by type.
            ("site { 'a': port => $0 }", "$port $zero $abc"),
            ("site { 'a': root => $0 }", "$b_root $abc $port"),
            ("site { 'a': root => $$0 }", "$b_root $abc $port"),
            ("site { 'a': * => { 'on' => $0 } }", "true $yes $port"),
            ("site { 'a': on => $0 }", "true $yes $port"),
            ("site { 'a':\n  on => $0\n  port => 1 }", "true $yes $port"),
            ("if $0 { }", "$yes $port $abc"),
            ("if !$$0", "$yes $port $abc"),
            ("$y = split($0)", "$abc $b_root $port"),
            ("$y = $abc.split($0)", "$abc $b_root $port"),
            // Fixed values.
            ("site { 'a': e => $0 }", "'a' 'b' $abc"),
            ("site { 'a': l => [$0] }", "'c' 'd' $abc"),
            ("site { 'a': l => ['c', '$0'] }", ""),
        ] {
            assert_eq!(of(body), expected, "{body}");
        }
        assert_eq!(first_labels("class x(Boolean $a = $0", 2), "false true");
        assert_eq!(
            first_labels("class x(Optional[Enum['a']] $a = '$0'", 2),
            "a"
        );
    }
}
