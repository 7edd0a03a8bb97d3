//! Inlay hints: types of variables, names of parameters, defaults.

mod hiera_values;
pub mod module_versions;
mod node_values;
mod parameter_names;

use puppet_inference::FileTypes;
use puppet_semantic::NameResolver;
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::ast::{ArgList, AssignExpr, AstNode, Attribute, Expr, Lambda, ResourceBody};
use puppet_syntax::{SyntaxKind, SyntaxNode};
use puppet_text::{TextRange, TextSize};
use puppet_types::{Type, generalize, readable_type};

use parameter_names::is_literal;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::{AttributeOwner, attribute_owner};
use puppet_ide_db::documentation::type_text::without_patterns;
use puppet_ide_db::ruby::definitions;
use puppet_ide_db::syntax_ext::one_line;
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_ide_db::{module_metadata, syntax_ext};

/// Text that an editor shows between the text of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlayHint {
    /// Where.
    pub at: TextSize,
    /// What.
    pub label: String,
    /// What it tells.
    pub kind: HintKind,
    /// What can be put into the text there, so that the code says it.
    pub insert: Option<String>,
}

impl InlayHint {
    /// A hint that cannot be put into the text.
    pub(crate) fn new(at: TextSize, label: String, kind: HintKind) -> Self {
        Self {
            at,
            label,
            kind,
            insert: None,
        }
    }
}

/// What an [`InlayHint`] tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HintKind {
    /// A type.
    Type,
    /// The name of a parameter.
    Parameter,
    /// The default value of something that is not given.
    Default,
    /// The value that Hiera has.
    Data,
    /// A newer version of a module.
    Version,
}

/// Which hints are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HintKinds {
    /// Types of variables.
    pub variable_types: bool,
    /// Types of parameters of lambdas.
    pub lambda_types: bool,
    /// Names of parameters before arguments.
    pub parameter_names: bool,
    /// Defaults of what a resource is not given.
    pub defaults: bool,
    /// Values that Hiera has for parameters of classes.
    pub hiera_values: bool,
    /// The attributes whose values the titles of resources are.
    pub namevars: bool,
    /// Newer versions of modules, as far as the Forge is asked.
    pub newer_versions: bool,
}

impl Default for HintKinds {
    fn default() -> Self {
        Self {
            variable_types: true,
            lambda_types: true,
            parameter_names: true,
            defaults: false,
            hiera_values: true,
            namevars: false,
            newer_versions: true,
        }
    }
}

/// Longer labels hide the code.
const LONGEST: usize = 40;

/// Longer types are no help between the code: a hover shows them.
const LONGEST_TYPE: usize = 25;

pub(crate) fn inlay_hints(
    context: FileContext<'_>,
    within: TextRange,
    kinds: HintKinds,
) -> Vec<InlayHint> {
    if module_metadata::is_metadata_file(context.db, context.file) {
        return match kinds.newer_versions {
            true => module_versions::hints(context, within),
            false => Vec::new(),
        };
    }
    let root = syntax_ext::root(context.db, context.file);
    let hints = Hints {
        context,
        types: FileTypes::new(context.db, context.file),
    };
    let mut found = Vec::new();
    let visible = |node: &SyntaxNode| node.text_range().intersect(within).is_some();
    let mut walk = root.preorder();
    while let Some(event) = walk.next() {
        let puppet_syntax::WalkEvent::Enter(node) = event else {
            continue;
        };
        if !visible(&node) {
            walk.skip_subtree();
            continue;
        }
        match node.kind() {
            SyntaxKind::ASSIGN_EXPR if kinds.variable_types => found.extend(hints.variable(node)),
            SyntaxKind::LAMBDA if kinds.lambda_types => found.extend(hints.lambda(node)),
            SyntaxKind::ARG_LIST if kinds.parameter_names => {
                found.extend(parameter_names::hints(context, node));
            }
            SyntaxKind::RESOURCE_BODY => {
                found.extend(hints.namevar(&node).filter(|_| kinds.namevars));
                found.extend(hints.defaults(node).filter(|_| kinds.defaults));
            }
            SyntaxKind::CLASS_DEF if kinds.hiera_values => {
                found.extend(hiera_values::hints(context, &node))
            }
            _ => {}
        }
    }
    if kinds.hiera_values {
        found.extend(node_values::hints(context));
    }
    found.retain(|hint| within.contains_inclusive(hint.at));
    found.sort_by_key(|hint| hint.at);
    found
}

struct Hints<'a> {
    context: FileContext<'a>,
    types: FileTypes<'a>,
}

impl Hints<'_> {
    /// `$x: Integer = f()`
    fn variable(&self, node: SyntaxNode) -> Option<InlayHint> {
        let assignment = AssignExpr::cast(node)?;
        let Expr::VariableExpr(variable) = assignment.lhs()? else {
            return None;
        };
        let value = assignment.rhs()?;
        if says_its_type(&value) {
            return None;
        }
        let ty = self.ty(
            trimmed_range(value.syntax()),
            self.has_unknown_argument(&value),
        )?;
        Some(InlayHint::new(
            trimmed_range(variable.syntax()).end(),
            format!(": {ty}"),
            HintKind::Type,
        ))
    }

    /// `|Integer $x| { … }`, from the first place where the parameter is read.
    fn lambda(&self, node: SyntaxNode) -> Vec<InlayHint> {
        let Some(lambda) = Lambda::cast(node) else {
            return Vec::new();
        };
        let parameters = lambda.param_list();
        let parameters = parameters.into_iter().flat_map(|list| list.parameters());
        let hint = |parameter: puppet_syntax::ast::Param| {
            let token = parameter
                .name_token()
                .filter(|_| parameter.ty().is_none())?;
            let name = parameter.name()?;
            let block = lambda.block()?;
            let usage = block
                .syntax()
                .descendants()
                .filter_map(puppet_syntax::ast::VariableExpr::cast)
                .find(|it| it.name().is_some_and(|it| it == name))?;
            let ty = self.ty(trimmed_range(usage.syntax()), false)?;
            let label = format!("{ty} ");
            Some(InlayHint {
                insert: Some(label.clone()),
                ..InlayHint::new(token.text_range().start(), label, HintKind::Type)
            })
        };
        parameters.filter_map(hint).collect()
    }

    /// The type of the expression at a range without sizes and values, if it says something and is short.
    fn ty(&self, range: TextRange, may_be_sensitive: bool) -> Option<String> {
        let mut ty = self.types.type_at(range)?;
        let environment = owner(self.context.db, self.context.file)?.environment;
        let names = NameResolver::new(self.context.db, environment, self.context.file);
        if may_be_sensitive {
            ty = without_sensitive(ty);
        }
        let ty = readable_type(&names, &generalize(&names, &ty));
        let text = match ty {
            Type::Unknown | Type::Any => return None,
            ty => without_patterns(&ty.to_string()),
        };
        (text.chars().count() <= LONGEST_TYPE).then_some(text)
    }

    /// Whether a value is a call of which an argument is not known: then every overload counts that may be meant.
    fn has_unknown_argument(&self, value: &Expr) -> bool {
        let arguments: Vec<Expr> = match value {
            Expr::CallExpr(call) => {
                let list = call.syntax().children().find_map(ArgList::cast);
                list.iter().flat_map(|it| it.args()).collect()
            }
            Expr::MethodCallExpr(call) => {
                let list = call.syntax().children().find_map(ArgList::cast);
                let others = list.iter().flat_map(|it| it.args());
                call.receiver().into_iter().chain(others).collect()
            }
            _ => return false,
        };
        let mut types = arguments
            .iter()
            .map(|it| self.types.type_at(trimmed_range(it.syntax())));
        types.any(|ty| ty.is_none_or(|ty| matches!(ty, Type::Unknown | Type::Any)))
    }

    /// `file { path: '/a': … }`, where the attribute is not named as all are.
    fn namevar(&self, node: &SyntaxNode) -> Option<InlayHint> {
        let body = ResourceBody::cast(node.clone())?;
        let title = body.title()?;
        let AttributeOwner::ResourceType(of) = attribute_owner(body.syntax())? else {
            return None;
        };
        let is_default = matches!(title, Expr::DefaultExpr(_));
        let name = definitions::namevar(self.context, &of).filter(|_| !is_default)?;
        let given = node.children().filter_map(Attribute::cast);
        let mut given = given.filter_map(|it| it.attribute_name()?.token());
        let is_usual = matches!(&*name, "name" | "title");
        (!is_usual && !given.any(|it| it.text() == name)).then(|| {
            InlayHint::new(
                trimmed_range(title.syntax()).start(),
                format!("{name}: "),
                HintKind::Parameter,
            )
        })
    }

    /// What a resource is not given and has a default for.
    fn defaults(&self, node: SyntaxNode) -> Option<InlayHint> {
        let body = ResourceBody::cast(node)?;
        let of = attribute_owner(body.syntax())?;
        let has_splat = body
            .syntax()
            .children()
            .any(|it| it.kind() == SyntaxKind::ATTRIBUTE_SPLAT);
        let (_, definition) = resolve::attribute_holder(self.context, &of)?;
        let given: Vec<String> = body
            .syntax()
            .children()
            .filter_map(Attribute::cast)
            .filter_map(|it| Some(it.attribute_name()?.token()?.text().to_owned()))
            .collect();
        let defaults: Vec<String> = definition
            .param_list()?
            .parameters()
            .filter_map(|parameter| {
                let name = parameter.name().filter(|name| !given.contains(name))?;
                let value = one_line(parameter.default_value()?.syntax());
                (value != "undef").then(|| format!("{name} => {value}"))
            })
            .collect();
        (!has_splat && !defaults.is_empty()).then(|| {
            InlayHint::new(
                trimmed_range(body.syntax()).end(),
                format!(" {}", shortened(defaults.join(", "))),
                HintKind::Default,
            )
        })
    }
}

/// A union without its sensitive members, if it has others.
fn without_sensitive(ty: Type) -> Type {
    let Type::Variant(variant) = &ty else {
        return ty;
    };
    let plain = variant.types.iter();
    let plain: Vec<Type> = plain
        .filter(|it| !matches!(it, Type::Sensitive(_)))
        .cloned()
        .collect();
    match plain.is_empty() {
        true => ty,
        false => Type::variant_of(plain),
    }
}

/// Whether the type of a value can be seen in the code.
fn says_its_type(value: &Expr) -> bool {
    is_literal(value)
        || matches!(
            value,
            Expr::InterpolatedString(_) | Expr::Heredoc(_) | Expr::RegexExpr(_) | Expr::TypeRef(_)
        )
        || matches!(value, Expr::CallExpr(call) if matches!(call.functor(), Some(Expr::TypeRef(_) | Expr::AccessExpr(_))))
}

fn shortened(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::test_fixture::single;

    const ALL: HintKinds = HintKinds {
        variable_types: true,
        lambda_types: true,
        parameter_names: true,
        defaults: true,
        hiera_values: true,
        namevars: true,
        newer_versions: true,
    };

    /// The code with the hints in `«»`.
    fn shown(code: &str, kinds: HintKinds) -> String {
        let (analysis, file) = single(&format!(
            "#- /manifests/site.pp\n{code}\n#- /environment.conf\n\
             #- /modules/web/functions/join.pp\nfunction web::join(String $a, Integer $times, *$rest) >> String {{ $a }}\n\
             #- /modules/web/functions/first.pp\nfunction web::first(String $text, Hash $hash, Integer $times = 1) >> String {{ $text }}\n\
             #- /modules/web/functions/wait.pp\nfunction web::wait(Integer $retries, Integer $delay) >> Integer {{ $delay }}\n\
             #- /modules/web/functions/either.pp\nfunction web::either() >> Variant[Array[String], Hash[String, Integer]] {{ [] }}\n\
             #- /modules/web/manifests/site.pp\ndefine web::site($weight, $mode = 'fast', $x = undef) {{ }}\n"
        ));
        let text = analysis.text(file).expect("not cancelled");
        let range = TextRange::up_to(TextSize::of(&*text));
        let hints = analysis
            .inlay_hints(file, range, kinds)
            .expect("not cancelled");
        let mut text = text.trim_end().to_owned();
        for hint in hints.iter().rev() {
            text.insert_str(
                usize::from(hint.at).min(text.len()),
                &format!("«{}»", hint.label),
            );
        }
        text
    }

    fn check(code: &str, expected: &Expect) {
        expected.assert_eq(&shown(code, ALL));
    }

    #[test]
    fn types_names_and_defaults() {
        check(
            "$x = web::join('a', 2)\n$y = 1\n$z = $unknown\n$u = $y + 1",
            &expect![[r#"
                $x«: String» = web::join('a', «times: »2)
                $y = 1
                $z = $unknown
                $u«: Integer» = $y + 1"#]],
        );
        check(
            "[1, 2].each |$n| { notice($n) }",
            &expect!["[1, 2].each |«Integer »$n| { notice($n) }"],
        );
        check(
            "$x = 'a'.web::join(2, 3)",
            &expect!["$x«: String» = 'a'.web::join(«times: »2, 3)"],
        );
        check(
            "web::site { 'x': weight => 1 }\nweb::site { 'y':\n  mode => 'slow',\n}",
            &expect![[r#"
                web::site { 'x': weight => 1« mode => 'fast'» }
                web::site { 'y':
                  mode => 'slow',
                }"#]],
        );
        check("notice('a', 'b')", &expect!["notice('a', 'b')"]);
    }

    #[test]
    fn names_of_parameters_are_left_out_where_they_say_nothing() {
        for code in [
            "versioncmp($v, '2.4')",
            "create_resources('b::thing', { 'a' => { } })",
            "$x = lookup('key', String)",
            "$x = web::first('a', { })",
        ] {
            assert_eq!(
                shown(
                    code,
                    HintKinds {
                        variable_types: false,
                        ..ALL
                    }
                ),
                code
            );
        }
        for (code, expected) in [
            (
                "$x = web::first('a', { }, 3)",
                "$x = web::first('a', { }, «times: »3)",
            ),
            (
                "$x = web::first('a', $y, 3)",
                "$x = web::first('a', $y, «times: »3)",
            ),
            (
                "$x = web::wait(3, 5)",
                "$x = web::wait(«retries: »3, «delay: »5)",
            ),
        ] {
            let kinds = HintKinds {
                variable_types: false,
                ..ALL
            };
            assert_eq!(shown(code, kinds), expected, "{code}");
        }
    }

    #[test]
    fn long_types_and_secrets_of_unknown_arguments_are_left_out() {
        check(
            "$x = web::either()\n$y = split($unknown, ',')\n$z = split(Sensitive('a,b'), ',')",
            &expect![[r#"
                $x = web::either()
                $y«: Array[String]» = split($unknown, ',')
                $z = split(Sensitive('a,b'), ',')"#]],
        );
    }

    #[test]
    fn types_of_lambdas_can_be_put_into_the_code() {
        let inserted = |code: &str| {
            let (analysis, file) = single(&format!("#- /manifests/site.pp\n{code}$0"));
            let range = TextRange::up_to(TextSize::of(code));
            let hints = analysis.inlay_hints(file, range, ALL);
            let hints = hints.expect("not cancelled").into_iter();
            hints
                .filter_map(|it| it.insert)
                .collect::<Vec<_>>()
                .join("|")
        };
        for (code, expected) in [
            (
                "[1, 2].each |$i, $n| { notice($i, $n) }",
                "Integer |Integer ",
            ),
            ("$x = abs(-1)\nnotice($x)", ""),
            (
                "{ 'a' => [1, 'b'] }.each |$k, $v| { notice($v) }",
                "Tuple[Integer, String] ",
            ),
            (
                "{ 'a' => [1, 'b', true, 2.0] }.each |$k, $v| { notice($v) }",
                "",
            ),
            ("[1].each |$half", ""),
        ] {
            assert_eq!(inserted(code), expected, "{code}");
        }
    }

    #[test]
    fn each_kind_can_be_switched_off() {
        let none = HintKinds {
            variable_types: false,
            lambda_types: false,
            parameter_names: false,
            defaults: false,
            hiera_values: false,
            namevars: false,
            newer_versions: false,
        };
        let code = "$x = web::join('a', 2)\n[1].each |$n| { notice($n) }\nweb::site { 'x': }";
        assert_eq!(shown(code, none), code);
    }

    #[test]
    fn titles_of_resources() {
        check(
            "file { ['/a', \"/b\"]: }\nexec { 'ls': command => 'x' }\nuser { 'a': }\nfile { default: ; '/c': }",
            &expect![[r#"
                file { «path: »['/a', "/b"]: }
                exec { 'ls': command => 'x' }
                user { 'a': }
                file { default: ; «path: »'/c': }"#]],
        );
        check(
            "exec { 'ls': cwd =>",
            &expect!["exec { «command: »'ls': cwd =>"],
        );
    }

    #[test]
    fn incomplete_code() {
        check(
            "$x = web::join('a', 2",
            &expect!["$x«: String» = web::join('a', «times: »2"],
        );
        check(
            "[1].each |$n| { notice($n",
            &expect!["[1].each |«Integer »$n| { notice($n"],
        );
    }

    #[test]
    fn parameters_show_what_hiera_has() {
        let (analysis, file) = single(
            "#- /modules/web/manifests/init.pp\nclass web($a, Integer $b = 1, $c, $d = 1, $password) { }\n#- /environment.conf\n\
             #- /hiera.yaml\nversion: 5\nhierarchy:\n- {name: n, path: '%{x}.yaml'}\n- {name: c, path: common.yaml}\n\
             #- /data/n.yaml\nweb::c: 3\n\
             #- /data/common.yaml\nlookup_options: {web::c: {merge: unique}}\nweb::a: x\nweb::b: [1,\n  2]\n# No value.\nweb::c: 4\nweb::password: x\n",
        );
        let range = TextRange::up_to(TextSize::new(1000));
        let shown = |kinds| {
            let hints = analysis
                .inlay_hints(file, range, kinds)
                .expect("not cancelled");
            let labels: Vec<String> = hints
                .into_iter()
                .map(|hint| hint.label.trim().to_owned())
                .collect();
            labels.join("\n")
        };
        expect![[r#"
             x from data/common.yaml
             [1, 2] from data/common.yaml
             merged from 2 files of data
             set in data/common.yaml"#]]
        .assert_eq(&shown(ALL));
        let kinds = HintKinds {
            hiera_values: false,
            ..ALL
        };
        assert_eq!(shown(kinds), "");
    }
}
