//! Members of objects: Puppet looks for `object.name` in them before it looks for a function of that name.
//!
//! Source: `Puppet::Pops::Evaluator::EvaluatorImpl#eval_CallMethodExpression`, `Puppet::Pops::Types::TypeWithMembers`.

use crate::relation::relate::Relate;
use crate::ty::{ObjectType, Type};

/// The members of a URI (`PURIType::URI_MEMBERS`).
const URI_MEMBERS: [&str; 8] = [
    "fragment", "host", "opaque", "path", "port", "query", "scheme", "userinfo",
];

/// Types that are looked into for a member.
const MAX_STEPS: usize = 100;

/// Whether values have a member of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Membership {
    /// None has.
    None,
    /// Some may have.
    Some,
    /// All have.
    All,
}

impl Relate<'_> {
    /// Whether values of a type have a member `name`. Of a type that says nothing, [`Membership::Some`].
    pub fn membership(&self, ty: &Type, name: &str) -> Membership {
        let mut open = vec![ty.clone()];
        let (mut has, mut has_not) = (false, false);
        for _ in 0..MAX_STEPS {
            let Some(ty) = open.pop() else {
                return match (has, has_not) {
                    (true, false) => Membership::All,
                    (true, true) => Membership::Some,
                    (false, _) => Membership::None,
                };
            };
            match &ty {
                Type::Uri(_) if URI_MEMBERS.contains(&name) => has = true,
                Type::Object(Some(object)) => match self.object_has(object, name) {
                    Some(true) => has = true,
                    Some(false) => has_not = true,
                    None => return Membership::Some,
                },
                Type::ObjectExtension(extension) => {
                    open.push(Type::Object(Some(extension.base.clone())));
                }
                Type::Variant(variant) => open.extend(variant.types.iter().cloned()),
                Type::Optional(Some(inner)) => open.extend([(**inner).clone(), Type::Undef]),
                Type::NotUndef(Some(inner)) => open.push((**inner).clone()),
                Type::Alias(_) => match self.resolve_alias(&ty) {
                    Type::Alias(_) => return Membership::Some,
                    resolved => open.push(resolved),
                },
                Type::Unknown
                | Type::Any
                | Type::Optional(None)
                | Type::NotUndef(None)
                | Type::Object(None)
                | Type::Init(_)
                | Type::Reference(_)
                | Type::Runtime(_) => return Membership::Some,
                _ => has_not = true,
            }
        }
        Membership::Some
    }

    /// Whether an object type or one that it inherits from has a member; `None` if not all of them are known.
    fn object_has(&self, object: &std::sync::Arc<ObjectType>, name: &str) -> Option<bool> {
        let mut object = self.object(object);
        for _ in 0..MAX_STEPS {
            if object.is_reference() {
                return None;
            }
            let attributes = object.attributes.iter().map(|it| &it.name);
            let functions = object.functions.iter().map(|it| &it.name);
            if attributes.chain(functions).any(|it| it == name) {
                return Some(true);
            }
            match object
                .parent
                .as_ref()
                .map(|parent| self.resolve_alias(parent))
            {
                None => return Some(false),
                Some(Type::Object(Some(parent))) => object = self.object(&parent),
                Some(_) => return None,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::{BuiltinContext, Relate, Type};

    use super::Membership;

    #[test]
    fn members_of_uris_and_objects() {
        let relate = Relate::new(&BuiltinContext);
        for (ty, name, expected) in [
            (Type::Uri(None), "host", Membership::All),
            (Type::Uri(None), "hots", Membership::None),
            (Type::error(), "message", Membership::All),
            (Type::error(), "msg", Membership::All),
            (Type::error(), "partial_result", Membership::None),
            (Type::deferred(), "arguments", Membership::All),
            (Type::optional(Type::Uri(None)), "host", Membership::Some),
            (Type::STRING, "host", Membership::None),
            (Type::Any, "host", Membership::Some),
            (Type::Unknown, "host", Membership::Some),
            (Type::rich_data(), "host", Membership::Some),
            (Type::data(), "host", Membership::None),
        ] {
            assert_eq!(relate.membership(&ty, name), expected, "{ty:?}.{name}");
        }
    }
}
