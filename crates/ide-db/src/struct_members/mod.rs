//! Members of structures: from the keys of hashes that are given to something with such a type, and from where they are
//! read, to the type that declares them, and back.
//!
//! ```puppet
//! type Web::Options = Struct[{ port => Integer, Optional['root'] => String }]
//! class web(Web::Options $options) { notice($options['port']) }
//! class { 'web': options => { 'port' => 80 } }
//! ```

pub mod declaration;
pub mod hiera;
pub mod member;

use puppet_db::FileKind;
use puppet_syntax::ast::{self, AccessExpr, AccessKeys, AstNode as _, Expr, MethodCallExpr, Param};
use puppet_syntax::{Entry, SyntaxKind, SyntaxNode, SyntaxToken};
use puppet_text::TextRange;

use crate::context::FileContext;
use crate::dataflow::hash_argument_keys::entry_of_key;
use crate::dataflow::type_path::PathSegment;
use crate::dataflow::value_sink::{SinkKind, ValueSink, part};
use crate::defs::Definition;
use crate::defs::definition::declarations;
use crate::defs::resolve;
use crate::defs::{AttributeOwner, name_of};
use crate::local_scopes::BindingKind;
use crate::struct_members::declaration::{TypeSource, member_declared_by};
use crate::struct_members::member::Member;
use crate::symbol_index::SymbolKind;
use crate::syntax_ext::{self, string_content, string_of, trimmed_range};

/// A name of members.
pub struct MemberRef {
    /// The name of the member.
    pub name: String,
    /// Where it stands, without quotes.
    pub range: TextRange,
    /// Whether it gives the member a value.
    pub is_write: bool,
    /// Where they are declared: at least one.
    pub members: Vec<Member>,
}

impl MemberRef {
    fn new(
        (name, range): (String, TextRange),
        is_write: bool,
        members: Vec<Member>,
    ) -> Option<Self> {
        (!members.is_empty()).then_some(Self {
            name,
            range,
            is_write,
            members,
        })
    }
}

/// The members that a token names.
pub fn member_at_token(context: FileContext<'_>, token: &SyntaxToken) -> Option<MemberRef> {
    let (name, range) = string_content(token)?;
    let node = token.parent()?;
    if let Some(member) = member_declared_by(context.file, &node) {
        return MemberRef::new((name, range), false, vec![member]);
    }
    let members = match entry_of_key(&node) {
        Some(entry) => given(context, &entry.syntax().parent()?, &name),
        None => read(context, &node, &name),
    };
    MemberRef::new((name, range), entry_of_key(&node).is_some(), members)
}

/// The members that a hash gives a value by its key.
fn given(context: FileContext<'_>, hash: &SyntaxNode, key: &str) -> Vec<Member> {
    let parts = part(hash).map(|part| part.resolve(hash));
    let parts = parts.into_iter().flatten();
    let members = parts.filter_map(|part| {
        let (written, path) = type_of(context, &part)?;
        Some(written.members(*context, path, key))
    });
    members.flatten().collect()
}

/// The type of what gets a value, as it is written, and the path from there.
fn type_of<'p>(
    context: FileContext<'_>,
    part: &'p ValueSink,
) -> Option<(TypeSource, &'p [PathSegment])> {
    let attribute = |of: &AttributeOwner, name: &str| {
        let found = resolve::attribute(context, of, name)?;
        of_parameter(&found)
    };
    match (&part.of, &*part.path) {
        (SinkKind::Attribute(of, name), path) => Some((attribute(of, name)?, path)),
        (SinkKind::Attributes(of), [PathSegment::Key(name), path @ ..]) => {
            Some((attribute(of, name)?, path))
        }
        (SinkKind::Template(template), [PathSegment::Key(name), path @ ..]) => {
            let of = AttributeOwner::Template(template.clone());
            Some((attribute(&of, name)?, path))
        }
        (SinkKind::Argument(function, index), path) => {
            Some((of_argument(context, function, *index)?, path))
        }
        _ => None,
    }
}

/// The type of a parameter.
fn of_parameter(found: &Definition) -> Option<TypeSource> {
    let parameter = match found {
        Definition::Binding(_, binding) => match &binding.kind {
            BindingKind::Parameter(parameter) | BindingKind::LambdaParameter(parameter) => {
                parameter
            }
            BindingKind::Assignment(_) => return None,
        },
        _ => found.parameter()?,
    };
    Some(TypeSource {
        ty: parameter.ty()?,
        seen_from: found.file()?,
        is_there: true,
    })
}

/// The type of a parameter of a function.
fn of_argument(context: FileContext<'_>, function: &str, index: usize) -> Option<TypeSource> {
    let name = function.trim_start_matches("::");
    let Definition::Item(seen_from, definition) =
        resolve::item(context, SymbolKind::Function, name)?
    else {
        return None;
    };
    let parameters: Vec<Param> = definition.parameters().collect();
    let ty = parameters.get(index).or(parameters.last())?.ty()?;
    Some(TypeSource {
        ty,
        seen_from,
        is_there: true,
    })
}

/// The members that a key reads: `$options['port']`, `$options.dig('port')`.
fn read(context: FileContext<'_>, key: &SyntaxNode, name: &str) -> Vec<Member> {
    let found = key_read(key).and_then(|(value, path)| {
        let written = type_of_value(context, &value)?;
        Some(written.members(*context, &path, name))
    });
    found.unwrap_or_default()
}

/// The value in which a key is looked up, and the keys before it.
fn key_read(key: &SyntaxNode) -> Option<(Expr, Vec<PathSegment>)> {
    let holder = key.parent()?;
    let (mut value, mut path) = match holder.kind() {
        SyntaxKind::ACCESS_KEYS => (AccessExpr::cast(holder.parent()?)?.base()?, Vec::new()),
        SyntaxKind::ARG_LIST => {
            let call = MethodCallExpr::cast(holder.parent()?)?;
            let function = call.method_name()?.name_token()?;
            // After `get`, what has a dot is a path.
            let is_key = function.text() == "get" && !key.text().to_string().contains('.');
            if function.text() != "dig" && !is_key {
                return None;
            }
            let before = holder.children().take_while(|it| it != key);
            let steps = before.filter_map(Expr::cast).map(|it| step(&it));
            let mut path = steps.collect::<Option<Vec<_>>>()?;
            path.reverse();
            (call.receiver()?, path)
        }
        _ => return None,
    };
    while let Expr::AccessExpr(access) = &value {
        let keys = access.syntax().children().find_map(AccessKeys::cast)?;
        let mut keys = keys.syntax().children().filter_map(Expr::cast);
        path.push(step(&keys.next()?)?);
        value = access.base()?;
    }
    path.reverse();
    Some((value, path))
}

fn step(key: &Expr) -> Option<PathSegment> {
    match key {
        Expr::NumberExpr(_) => key
            .syntax()
            .text()
            .to_string()
            .trim()
            .parse()
            .ok()
            .map(PathSegment::Item),
        Expr::StringExpr(_) | Expr::NameExpr(_) => Some(PathSegment::Key(string_of(key)?.0)),
        // A key that is computed may be any.
        _ => Some(PathSegment::Key(String::new())),
    }
}

/// The type of a value: as it is written, or else as it is inferred.
fn type_of_value(context: FileContext<'_>, value: &Expr) -> Option<TypeSource> {
    if let Expr::VariableExpr(variable) = value {
        let mut tokens = variable
            .syntax()
            .children_with_tokens()
            .filter_map(|it| it.into_token());
        let name = name_of(&tokens.find(|it| !it.kind().is_trivia())?)?;
        let found = resolve::find(context, &name);
        if let Some(written) = found.first().and_then(of_parameter) {
            return Some(written);
        }
    }
    let range = trimmed_range(value.syntax());
    let ty = puppet_inference::type_at(context.db, context.file, range)?;
    let tree = puppet_syntax::parse(&ty.to_string(), Entry::Manifest).syntax();
    Some(TypeSource {
        ty: tree.children().find_map(Expr::cast)?,
        seen_from: context.file,
        is_there: false,
    })
}

/// Every name in a file of one of some members, all of which have the same name.
pub fn names_in(context: FileContext<'_>, members: &[Definition]) -> Vec<MemberRef> {
    let Some(Definition::StructMember(Member { name, .. })) = members.first() else {
        return Vec::new();
    };
    let mut names = match context.file.kind(context.db) {
        FileKind::Data => hiera::names_in(context, name),
        _ => names_in_code(context, name),
    };
    let wanted = declarations(members);
    names.retain(|it| {
        let mut own = it.members.iter();
        own.any(|member| wanted.contains(&(member.file, member.range)))
    });
    names
}

fn names_in_code(context: FileContext<'_>, name: &str) -> Vec<MemberRef> {
    let root = syntax_ext::root(context.db, context.file);
    let tokens = syntax_ext::tokens_with(context.file.text(context.db), &root, name);
    let same = tokens
        .iter()
        .filter(|token| string_content(token).is_some_and(|(own, _)| own == name));
    same.filter_map(|token| member_at_token(context, token))
        .collect()
}

/// Whether a definition is one whose parameters Hiera gives values.
fn is_class(definition: &ast::Definition) -> bool {
    matches!(definition, ast::Definition::ClassDef(_))
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::{cursor, definitions, describe};

    const MODULES: &str = "\
#- /environment.conf
#- /hiera.yaml
version: 5
hierarchy: [{name: all, path: all.yaml}]
#- /data/all.yaml
web::options: {port: 1, users: {bob: {shell: sh}}}
web::list: [{root: /}]
#- /modules/web/types/options.pp
# @param port Where it listens.
type Web::Options = Struct[{
  port => Integer[1, 65535],
  Optional['root'] => String,
  NotUndef[users] => Hash[String, Web::User],
}]
#- /modules/web/types/user.pp
type Web::User = Variant[Undef, Struct[{ 'shell' => Enum['sh'], port => Integer }]]
#- /modules/web/manifests/init.pp
class web(Web::Options $options, Optional[Array[Web::Options]] $list = [{ port => 2 }]) {
  notice($options['port'])
  $options['users'].each |$name, $user| { notice($user['port']) }
}
#- /modules/web/functions/open.pp
function web::open(String $a, Web::Options $o) { $o.dig('users', 'x', 'shell') }
#- /modules/web/templates/a.epp
<%- | Struct[{ port => Integer }] $own | -%>
<%= $own['port'] %>
#- /manifests/site.pp
";

    const PORT: &str = "/modules/web/types/options.pp:3: port";
    const ROOT: &str = "/modules/web/types/options.pp:4: root";
    const SHELL: &str = "/modules/web/types/user.pp:1: shell";
    const PORT_OF_USER: &str = "/modules/web/types/user.pp:1: port";

    fn leads_to(code: &str, expected: &str) {
        let found = definitions(&format!("{MODULES}{code}\n"));
        assert_eq!(found, expected, "{code}");
    }

    #[test]
    fn keys_lead_to_the_type() {
        for (code, expected) in [
            ("class { 'web': options => { 'po$0rt' => 80 } }", PORT),
            ("class { 'web': options => { roo$0t => 80 } }", ROOT),
            (
                "class { 'web': options => { users => { 'bob' => { she$0ll => 'sh' } } } }",
                SHELL,
            ),
            ("class { 'web': list => [{ $0port => 1 }] }", PORT),
            (
                "$o = { 'port$0' => 1 }\nclass { 'web': options => $o + { 'root' => 'x' } }",
                PORT,
            ),
            (
                "$o = { port => 1 }\nclass { 'web': options => $o + { 'ro$0ot' => 'x' } }",
                ROOT,
            ),
            (
                "$u = { $n => { 'po$0rt' => 1 } }\nclass { 'web': options => { users => $u } }",
                PORT_OF_USER,
            ),
            (
                "create_resources('class', { 'web' => { 'options' => { 'po$0rt' => 1 } } })",
                PORT,
            ),
            ("web::open('a', { ro$0ot => 1 })", ROOT),
            ("'a'.web::open({ ro$0ot => 1 })", ROOT),
            (
                "$x = epp('web/a.epp', { 'own' => { 'po$0rt' => 1 } })",
                "/modules/web/templates/a.epp:1: port",
            ),
            ("class own(Web::Options $o = { po$0rt => 1 }) { }", PORT),
            (
                "type Own = Struct[{ po$0rt => Integer }]",
                "/manifests/site.pp:1: port",
            ),
            // Incomplete.
            ("class { 'web': options => { 'po$0rt' => ", PORT),
            ("class { 'web': options => { 'po$0rt' ", PORT),
            // Others.
            (
                "class { 'web': options => { users => { 'po$0rt' => 1 } } }",
                "",
            ),
            ("$x = { 'po$0rt' => 1 }", ""),
        ] {
            leads_to(code, expected);
        }
    }

    #[test]
    fn reads_lead_to_the_type() {
        for (body, expected) in [
            ("$o['po$0rt']", PORT),
            ("$o['users']['bob']['she$0ll']", SHELL),
            ("$o.dig('users', $x, 'she$0ll')", SHELL),
            ("$o.get('ro$0ot')", ROOT),
            ("\"${o['po$0rt']}\"", PORT),
            ("$o['users'].map |$n, $u| { $u['po$0rt'] }", PORT_OF_USER),
            ("$copy = $o\n$copy['po$0rt']", PORT),
            ("$web::options['ro$0ot']", ROOT),
            ("$o['po$0rt", PORT),
            ("$x['po$0rt']", ""),
            ("$facts['po$0rt']", ""),
        ] {
            leads_to(
                &format!("class own(Web::Options $o) {{\n{body}\n}}"),
                expected,
            );
        }
    }

    fn references(code: &str) -> String {
        let (analysis, position) = cursor(&format!("{MODULES}{code}\n"));
        let found = analysis.references(position).expect("not cancelled");
        let lines = found.iter().map(|it| {
            let place = describe(&analysis, it.at.file, it.at.range);
            let place = place.trim_start_matches("/modules/web/");
            format!("{place}{}", if it.is_declaration { "!" } else { "" })
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn who_names_a_member() {
        assert_eq!(
            references("class { 'web': options => { 'po$0rt' => 80 } }\n$other = { 'port' => 1 }"),
            "/manifests/site.pp:1: port\nmanifests/init.pp:1: port\nmanifests/init.pp:2: port\n\
             types/options.pp:3: port!\n/data/all.yaml:1: port"
        );
        assert_eq!(
            references(
                "type Own = Struct[{ po$0rt => Integer }]\nfunction own(Own $o) { $o['port'] }"
            ),
            "/manifests/site.pp:1: port!\n/manifests/site.pp:2: port"
        );
    }

    #[test]
    fn members_in_data() {
        let of = |from: &str, to: &str| definitions(&MODULES.replacen(from, to, 1));
        assert_eq!(of("{port: 1", "{po$0rt: 1"), PORT);
        assert_eq!(of("{shell: sh", "{she$0ll: sh"), SHELL);
        assert_eq!(of("[{root: /", "[{ro$0ot: /"), ROOT);
        assert_eq!(of("{bob:", "{bo$0b:"), "");
        // Incomplete.
        assert_eq!(of("[{root: /}]", "\n  - ro$0ot:"), ROOT);
    }

    #[test]
    fn members_in_hovers() {
        let shown = |fixture: &str| {
            let (analysis, position) = cursor(fixture);
            let hover = analysis.hover(position).expect("not cancelled");
            hover.map(|it| it.plain_text()).unwrap_or_default()
        };
        let of = |code: &str| shown(&format!("{MODULES}{code}\n"));
        let expected = "port => Integer[1, 65535]\n\nWhere it listens.";
        assert_eq!(of("class { 'web': options => { po$0rt => 80 } }"), expected);
        assert_eq!(
            of("class own(Web::Options $o) { $x = $o['po$0rt'] }"),
            expected
        );
        let data = MODULES.replacen("{port: 1", "{po$0rt: 1", 1);
        assert_eq!(shown(&data), expected);
    }
}
