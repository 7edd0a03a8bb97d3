//! Strings that name something because of the function or the brackets that they are given to:
//!
//! ```puppet
//! $x = call('web::join', 'a')
//! $y = getvar('web::port')
//! $z = fact('os.family')
//! create_resources('@web::site', $sites)
//! ```
//!
//! And words that may be names although nothing around them says so.

use puppet_syntax::ast::{
    AccessExpr, AccessKeys, AstNode as _, CallExpr, Expr, HashEntry, MethodCallExpr, TypeRef,
    VariableExpr,
};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};
use puppet_text::{TextRange, TextSize};

use crate::defs::{AttributeOwner, NameRef, NameRefKind, absolute, attribute_of};
use crate::syntax_ext::{string_content, string_of};

/// The name that a string is by its position.
pub fn name_of(token: &SyntaxToken) -> Option<NameRef> {
    let node = token.parent()?;
    if !matches!(
        node.kind(),
        SyntaxKind::STRING_EXPR | SyntaxKind::NAME_EXPR | SyntaxKind::KEYWORD_EXPR
    ) {
        return None;
    }
    let (text, range) = string_content(token)?;
    let name = in_brackets(&node, &text)
        .or_else(|| in_call(&node, &text))
        .or_else(|| key_for_class(&node, &text))?;
    Some(NameRef {
        range: range_of(&name, &text, range)?,
        name,
        token: token.clone(),
        outside: None,
    })
}

/// A bare name with `::` in it where a value stands: what it is a value for may take names, and a function that is being
/// typed has no parentheses yet.
pub fn bare(token: &SyntaxToken) -> Option<NameRef> {
    let node = token.parent()?;
    if token.kind() != SyntaxKind::NAME || node.kind() != SyntaxKind::NAME_EXPR {
        return None;
    }
    let name = absolute(token.text());
    let name = match node.parent()?.kind() {
        // `"${port`: the brace that closes it would make it a variable.
        SyntaxKind::INTERPOLATION => NameRefKind::Variable(name),
        _ if name.contains("::") => NameRefKind::MaybeClass(name),
        _ => return None,
    };
    Some(NameRef {
        name,
        range: token.text_range(),
        token: token.clone(),
        outside: None,
    })
}

/// Where the name stands in the text: all of it, but for what is no part of the name. A leading `::` is one, as
/// everywhere.
fn range_of(name: &NameRefKind, text: &str, range: TextRange) -> Option<TextRange> {
    let written = match name {
        NameRefKind::Variable(name) => name,
        name => name.text(),
    };
    let Some(at) = text.find(written) else {
        return Some(range);
    };
    let is_item = !matches!(name, NameRefKind::Variable(_) | NameRefKind::Key(_));
    let lead = if is_item && text.get(..at)?.ends_with("::") {
        2
    } else {
        0
    };
    let start = range.start() + TextSize::try_from(at - lead).ok()?;
    let length = TextSize::of(written) + TextSize::new(u32::try_from(lead).ok()?);
    Some(TextRange::at(start, length))
}

/// `Resource['web::site', 'a']`, `Class['web']['port']`
fn in_brackets(node: &SyntaxNode, text: &str) -> Option<NameRefKind> {
    let keys = node.parent().and_then(AccessKeys::cast)?;
    let access = AccessExpr::cast(keys.syntax().parent()?)?;
    let is_first = keys.syntax().children().find_map(Expr::cast)?.syntax() == node;
    match access.base()? {
        Expr::TypeRef(base) if base.text() == "Resource" && is_first => {
            Some(NameRefKind::ResourceType(absolute(text)))
        }
        Expr::AccessExpr(resource) => attribute_of_resource(&resource, text),
        _ => None,
    }
}

/// An attribute of the resource that `Type['title']` refers to.
fn attribute_of_resource(resource: &AccessExpr, attribute: &str) -> Option<NameRefKind> {
    let Expr::TypeRef(ty) = resource.base()? else {
        return None;
    };
    let keys = resource.syntax().children().find_map(AccessKeys::cast)?;
    let title = keys.syntax().children().find_map(Expr::cast)?;
    let of = match TypeRef::text(&ty).as_str() {
        "Class" => AttributeOwner::Class(absolute(&string_of(&title)?.0)),
        name => AttributeOwner::ResourceType(absolute(name)),
    };
    Some(NameRefKind::Attribute {
        of,
        name: attribute.to_owned(),
    })
}

fn in_call(node: &SyntaxNode, text: &str) -> Option<NameRefKind> {
    let (function, arguments) = arguments_around(node)?;
    let index = arguments.iter().position(|it| it.syntax() == node)?;
    match (function.as_str(), index) {
        ("create_resources", 0) => virtual_type(text),
        ("call" | "Deferred", 0) => Some(NameRefKind::Function(absolute(text))),
        ("getvar", 0) => variable(text),
        ("defined", _) => match text.strip_prefix('$') {
            Some(name) => variable(name),
            None => data_type(text),
        },
        ("Type" | "assert_type", 0) => data_type(text),
        ("fact", 0) => Some(fact(text)),
        ("getparam", 1) => match arguments.first()? {
            Expr::AccessExpr(resource) => attribute_of_resource(resource, text),
            _ => None,
        },
        ("get" | "dig", 1..) => {
            let path = keys_before(&arguments, index)?;
            Some(given(&format!("{path}.{text}")))
        }
        ("lookup" | "hiera" | "hiera_array" | "hiera_hash" | "hiera_include", 0) => {
            let key = text.split('.').next()?;
            (!key.is_empty()).then(|| NameRefKind::Key(key.to_owned()))
        }
        _ => None,
    }
}

/// The function that an expression is given to, and all its arguments: the value in front of a `.` is the first.
pub fn arguments_around(node: &SyntaxNode) -> Option<(String, Vec<Expr>)> {
    let parent = node.parent()?;
    if let Some(call) = MethodCallExpr::cast(parent.clone()) {
        return method(&call, &[]);
    }
    let arguments: Vec<Expr> = match parent.kind() {
        SyntaxKind::ARG_LIST => parent.children().filter_map(Expr::cast).collect(),
        _ => return None,
    };
    if let Some(call) = CallExpr::cast(parent.parent()?) {
        let function = match call.functor()? {
            Expr::TypeRef(ty) => ty.text(),
            _ => call.function_name()?,
        };
        return Some((absolute(&function), arguments));
    }
    method(&MethodCallExpr::cast(parent.parent()?)?, &arguments)
}

fn method(call: &MethodCallExpr, arguments: &[Expr]) -> Option<(String, Vec<Expr>)> {
    let function = call.method_name()?.syntax().text().to_string();
    let receiver = call.receiver()?;
    // `Deferred.new('f')`
    if let Expr::TypeRef(ty) = &receiver
        && function.trim() == "new"
    {
        return Some((absolute(&ty.text()), arguments.to_vec()));
    }
    let all = std::iter::once(receiver).chain(arguments.iter().cloned());
    Some((absolute(function.trim()), all.collect()))
}

/// `@web::site`, `@@web::site`: without the signs, the string is no different from others.
fn virtual_type(text: &str) -> Option<NameRefKind> {
    let name = text.strip_prefix('@')?.trim_start_matches('@');
    Some(NameRefKind::ResourceType(absolute(name)))
}

/// A variable with what follows it: `web::port`, `facts.os`.
fn variable(text: &str) -> Option<NameRefKind> {
    let name = absolute(text.split('.').next()?);
    let is_given = matches!(&*name, "facts" | "trusted" | "server_facts");
    match is_given && text.contains('.') {
        true => Some(given(text.trim_start_matches("::"))),
        false => (!name.is_empty()).then_some(NameRefKind::Variable(name)),
    }
}

fn fact(path: &str) -> NameRefKind {
    given(&format!("facts.{path}"))
}

/// A part of what Puppet sets, by its path.
fn given(path: &str) -> NameRefKind {
    match path.strip_prefix("facts.") {
        Some(fact) if !fact.contains('.') => NameRefKind::Fact(fact.to_owned()),
        _ => NameRefKind::Given(path.to_owned()),
    }
}

/// The path in front of one of the keys of `$facts.dig('os', 'family')`.
fn keys_before(arguments: &[Expr], index: usize) -> Option<String> {
    let (first, keys) = arguments.get(..index)?.split_first()?;
    let variable = VariableExpr::cast(first.syntax().clone())?.name()?;
    let mut path = absolute(&variable);
    if !matches!(&*path, "facts" | "trusted" | "server_facts") {
        return None;
    }
    for key in keys {
        path = format!("{path}.{}", string_of(key)?.0);
    }
    Some(path)
}

fn data_type(text: &str) -> Option<NameRefKind> {
    let name = absolute(text);
    let is_type = |segment: &str| {
        segment.starts_with(|c: char| c.is_ascii_uppercase())
            && segment
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    name.split("::")
        .all(is_type)
        .then_some(NameRefKind::Type(name))
}

/// `ensure_resource('class', 'web', { 'port' => 80 })`
fn key_for_class(node: &SyntaxNode, text: &str) -> Option<NameRefKind> {
    let entry = HashEntry::cast(node.parent()?)?;
    if entry.key()?.syntax() != node {
        return None;
    }
    let hash = entry.syntax().parent()?;
    let (function, arguments) = arguments_around(&hash)?;
    let index = arguments.iter().position(|it| *it.syntax() == hash)?;
    let (type_name, _) = string_of(arguments.first()?)?;
    let is_meant = function == "ensure_resource" && index == 2 && type_name == "class";
    is_meant.then(|| attribute_of(&type_name, string_of(arguments.get(1)?), text))?
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::definitions;

    const MODULES: &str = "\
#- /environment.conf
#- /modules/web/manifests/init.pp
class web($port) { $root = '/srv' }
#- /modules/web/manifests/site.pp
define web::site($weight) { }
#- /modules/web/manifests/server.pp
class web::server { }
#- /modules/web/types/port.pp
type Web::Port = Integer
#- /modules/web/functions/join.pp
function web::join() { }
#- /modules/web/lib/facter/webroot.rb
Facter.add(:webroot) { setcode { { 'dir' => '/srv' } } }
";

    fn leads_to(code: &str) -> String {
        definitions(&format!("{MODULES}#- /manifests/site.pp\n{code}\n"))
    }

    fn check(expected: &str, codes: &[&str]) {
        for code in codes {
            assert_eq!(leads_to(code), expected, "{code}");
        }
    }

    #[test]
    fn items() {
        check(
            "/modules/web/manifests/site.pp:1: web::site",
            &[
                "create_resources('@web::s$0ite', {})",
                "create_resources('@@web::s$0ite', {})",
                "Resource['web::s$0ite', 'a'] -> X['y']",
                "$x = 'web::s$0ite'",
                "$x = defined('::web::s$0ite')",
            ],
        );
        check(
            "/modules/web/functions/join.pp:1: web::join",
            &[
                "$x = call('web::jo$0in')",
                "$x = Deferred('web::jo$0in', [])",
                "$x = Deferred.new('::web::jo$0in')",
            ],
        );
        check(
            "/modules/web/types/port.pp:1: Web::Port",
            &[
                "$x = Type('Web::P$0ort')",
                "$x = assert_type('Web::P$0ort', 1)",
                "$x = defined('Web::P$0ort')",
            ],
        );
        check(
            "/modules/web/manifests/server.pp:1: web::server",
            &[
                "include $x ? { 1 => web::ser$0ver, default => web }",
                "$x = [web::ser$0ver]",
                "Class <| title == web::ser$0ver |>",
            ],
        );
    }

    #[test]
    fn variables_and_attributes() {
        check(
            "/modules/web/manifests/init.pp:1: $root",
            &[
                "$x = getvar('web::ro$0ot')",
                "$x = getvar('::web::ro$0ot.size')",
                "$x = defined('$web::ro$0ot')",
                "$x = 'web::ro$0ot'.getvar",
            ],
        );
        check(
            "/manifests/site.pp:1: $a",
            &[
                "$a = 1\n$x = getvar('a$0.b')",
                "$a = 1\n$x = defined('$a$0')",
            ],
        );
        check(
            "/modules/web/manifests/init.pp:1: $port",
            &[
                "$x = Class['web']['po$0rt']",
                "$x = getparam(Class['web'], 'po$0rt')",
                "$x = 'web::po$0rt'.lookup",
                "ensure_resource('class', 'web', { 'po$0rt' => 1 })",
            ],
        );
        check(
            "/modules/web/manifests/site.pp:1: $weight",
            &[
                "$x = Web::Site['a']['wei$0ght']",
                "create_resources('@web::site', { 'a' => { 'wei$0ght' => 1 } })",
                "create_resources('@@web::site', {}, { wei$0ght => 1 })",
            ],
        );
    }

    #[test]
    fn facts() {
        check(
            "/modules/web/lib/facter/webroot.rb:1: :webroot",
            &[
                "$x = fact('webr$0oot')",
                "$x = fact('webroot.d$0ir')",
                "$x = getvar('facts.webr$0oot')",
                "$x = $facts.get('webroot.d$0ir')",
                "$x = $facts.dig('webroot', 'd$0ir')",
                "$x = dig($facts, 'webr$0oot')",
            ],
        );
    }

    #[test]
    fn incomplete_code() {
        check(
            "/modules/web/functions/join.pp:1: web::join",
            &["$x = web::jo$0in", "$x = call('web::jo$0in', "],
        );
        check(
            "/modules/web/manifests/server.pp:1: web::server",
            &[
                "$x =\ninclude web::ser$0ver",
                "include 'web::ser$0ver",
                "include 'web::ser$0ver\nnotify { 'x': }",
            ],
        );
        check(
            "/manifests/site.pp:1: $a",
            &["$a = 1\nnotice(\"${a$0", "$a = 1\nnotice(\"x ${a$0\n"],
        );
        check(
            "",
            &["$x = getvar('$0", "$x = fact('$0'", "call($0", "a::b$0"],
        );
    }
}
