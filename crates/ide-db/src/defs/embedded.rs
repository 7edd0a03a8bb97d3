//! Names where the tree has none: in comments, in the Ruby code of modules, and in templates of Embedded Ruby.

use puppet_db::{File, FileKind};
use puppet_syntax::ast::{self, AstNode as _};
use puppet_syntax::{SyntaxKind, SyntaxToken};
use puppet_text::{TextRange, TextSize};

use crate::context::{FileContext, IdeContext};
use crate::defs::erb::{self, ErbVariableRead};
use crate::defs::resolve;
use crate::defs::{Definition, NameRefKind};
use crate::hiera::keys::HieraName;
use crate::local_scopes::{body_variable, parent_class};
use crate::ruby::rspec::{self, is_spec};
use crate::ruby::{definitions, usages};
use crate::symbol_index::SymbolKind;
use crate::syntax_ext;
use crate::workspace_files::puppet_files;

/// The definition of the name at an offset of a comment, of Ruby code or of a template in Embedded Ruby.
pub fn embedded_name(
    context: FileContext<'_>,
    offset: TextSize,
) -> Option<(TextRange, Vec<Definition>)> {
    let text = &**context.file.text(context.db);
    let found = match context.file.kind(context.db) {
        FileKind::Ruby if is_spec(context.file.path(context.db)) => in_spec(context, text, offset)?,
        FileKind::Ruby => in_ruby(context, text, offset)?,
        FileKind::Erb => {
            read_variable(context, text, offset).or_else(|| in_ruby(context, text, offset))?
        }
        kind if kind.is_puppet() => in_comment(context, text, offset)?,
        _ => return None,
    };
    known_or_undeclared(context, found)
}

/// The same for a word of Ruby code or of a template that is no variable of the template.
pub fn ruby_name(
    context: FileContext<'_>,
    offset: TextSize,
) -> Option<(TextRange, Vec<Definition>)> {
    let found = in_ruby(context, context.file.text(context.db), offset)?;
    known_or_undeclared(context, found)
}

/// The variables that a template in Embedded Ruby reads, and what they stand for.
pub fn template_variables(context: FileContext<'_>) -> Vec<(TextRange, Vec<Definition>)> {
    let text = &**context.file.text(context.db);
    let callers = erb::naming(*context, puppet_files(*context), context.file);
    let reads = erb::reads(text, None).into_iter();
    let names = reads.filter_map(|read| read_name(context, text, &read, &callers));
    let names = names.filter_map(|found| known_or_undeclared(context, found));
    names.collect()
}

/// What a name stands for: in Ruby code, what nothing defines counts too.
fn known_or_undeclared(
    context: FileContext<'_>,
    (range, name, mut found): EmbeddedName,
) -> Option<(TextRange, Vec<Definition>)> {
    if found.is_empty() && !context.file.kind(context.db).is_puppet() {
        found.extend(unresolved(name).map(Definition::undeclared));
    }
    (!found.is_empty()).then_some((range, found))
}

/// A variable, or a name with `::`: anything else may be a word of Ruby.
fn unresolved(name: String) -> Option<NameRefKind> {
    match name.strip_prefix('$') {
        Some(variable) => Some(NameRefKind::Variable(variable.to_owned())),
        None => name.contains("::").then_some(NameRefKind::MaybeClass(name)),
    }
}

/// A name (of a variable with its `$`), where it stands, and what it stands for.
type EmbeddedName = (TextRange, String, Vec<Definition>);

fn in_comment(context: FileContext<'_>, text: &str, offset: TextSize) -> Option<EmbeddedName> {
    let root = syntax_ext::root(context.db, context.file);
    let token = syntax_ext::word_at(&root, offset)?;
    let is_comment = matches!(
        token.kind(),
        SyntaxKind::COMMENT | SyntaxKind::BLOCK_COMMENT | SyntaxKind::EPP_COMMENT
    );
    let (range, name) = word_at(text, offset).filter(|_| is_comment)?;
    let line = line_before(text, range.start());
    let tag = line.trim_start_matches([' ', '#', '*', '/']).trim_end();
    let found = match tag.split([' ', '[']).next() {
        // After the type, `@param [Integer] port`, or in front of it.
        Some("@param" | "@option") if !tag.contains(']') || tag.ends_with(']') => {
            let parameter = parameter(context, &token, name);
            parameter.or_else(|| anything(context, name))
        }
        Some("@see") => {
            anything(context, name).or_else(|| resolve::item(context, SymbolKind::Class, name))
        }
        _ => anything(context, name),
    };
    Some((range, name.to_owned(), Vec::from_iter(found)))
}

/// A parameter of the definition below a comment.
fn parameter(context: FileContext<'_>, comment: &SyntaxToken, name: &str) -> Option<Definition> {
    let mut next = syntax_ext::next_token(comment);
    while let Some(token) = next.as_ref().filter(|it| it.kind().is_trivia()) {
        next = syntax_ext::next_token(token);
    }
    let definition = next?.parent_ancestors().find_map(ast::Definition::cast)?;
    let found = body_variable(context.file.text(context.db), definition.syntax(), name);
    let binding = found.into_iter().next()?;
    Some(Definition::Binding(context.file, binding))
}

fn in_spec(context: FileContext<'_>, text: &str, offset: TextSize) -> Option<EmbeddedName> {
    match rspec::name_at(*context, context.file, offset) {
        Some((range, name, found)) => Some((range, name, vec![found])),
        None => in_ruby(
            context.file_context(rspec::viewing_file(context)),
            text,
            offset,
        ),
    }
}

fn in_ruby(context: FileContext<'_>, text: &str, offset: TextSize) -> Option<EmbeddedName> {
    let (range, name) = word_at(text, offset)?;
    let found = match name.contains("::") {
        true => anything(context, name).map_or_else(
            || resolve::resolve_hiera_name(context, &HieraName::Variable(name.to_owned())),
            |found| vec![found],
        ),
        false => Vec::from_iter(without_module(context, text, range, name)),
    };
    Some((range, name.to_owned(), found))
}

/// A function or resource type that Ruby code calls, or defines, by a name without `::`.
fn without_module(
    context: FileContext<'_>,
    text: &str,
    range: TextRange,
    name: &str,
) -> Option<Definition> {
    let found = [
        definitions::function(context, name),
        definitions::resource_type(context, name),
    ];
    let mut found = found.into_iter().flatten();
    let is_named = usages::usage_ranges(text, name).contains(&range);
    let found = found.find(|(defined_in, definition)| {
        is_named || *defined_in == context.file && definition.focus_range.contains_range(range)
    });
    found.map(|(file, definition)| Definition::Ruby(file, definition))
}

/// What has a name with `::` in it: a class, a defined type, a function, an alias.
fn anything(context: FileContext<'_>, name: &str) -> Option<Definition> {
    if !name.contains("::") {
        return None;
    }
    if name.starts_with(|c: char| c.is_ascii_uppercase()) {
        let alias = resolve::item(context, SymbolKind::TypeAlias, name);
        return alias.or_else(|| resolve::maybe_class(context, name));
    }
    resolve::maybe_class(context, name).or_else(|| {
        let (file, definition) = definitions::function(context, name)?;
        Some(Definition::Ruby(file, definition))
    })
}

/// The variable that a template reads at an offset.
fn read_variable(context: FileContext<'_>, text: &str, offset: TextSize) -> Option<EmbeddedName> {
    let callers = || erb::naming(*context, puppet_files(*context), context.file);
    let reads = erb::reads(text, None).into_iter();
    let mut here = reads.filter(|it| it.range.contains_inclusive(offset));
    let Some(read) = here.next() else {
        // Ruby that is incomplete.
        let (range, name) = word_at(text, offset)?;
        let is_variable = text.get(..usize::from(range.start()))?.ends_with('@');
        let found = is_variable.then(|| of_callers(*context, context.file, &callers(), name))?;
        return Some((range, format!("${name}"), found));
    };
    read_name(context, text, &read, &callers())
}

/// The variable that a template reads at an offset, if these bodies render the template.
fn read_name(
    context: FileContext<'_>,
    text: &str,
    read: &ErbVariableRead,
    callers: &[(File, ast::Definition)],
) -> Option<EmbeddedName> {
    let name = text.get(std::ops::Range::<usize>::from(read.range))?;
    Some(match read.class.is_empty() {
        false => {
            let name = format!("{}::{name}", read.class);
            let found = resolve::resolve_hiera_name(context, &HieraName::Variable(name.clone()));
            (read.range, format!("${name}"), found)
        }
        true => (
            read.range,
            format!("${name}"),
            of_callers(*context, context.file, callers, name),
        ),
    })
}

/// What a variable of a template without a class is, in the bodies that name the template.
fn of_callers(
    context: IdeContext<'_>,
    template: File,
    callers: &[(File, ast::Definition)],
    variable: &str,
) -> Vec<Definition> {
    let mut found: Vec<Definition> = Vec::new();
    for (file, body) in callers {
        let own = body_variable(file.text(context.db), body.syntax(), variable);
        let inherited = match (own.is_empty(), parent_class(body)) {
            (true, Some(parent)) => {
                let name = HieraName::Variable(format!("{parent}::{variable}"));
                resolve::resolve_hiera_name(context.file_context(*file), &name)
            }
            _ => Vec::new(),
        };
        found.extend(own.into_iter().map(|it| Definition::Binding(*file, it)));
        found.extend(inherited);
    }
    if found.is_empty() {
        let fact = definitions::fact(context.file_context(template), variable);
        found.extend(fact.map(|(file, definition)| Definition::Ruby(file, definition)));
    }
    found
}

/// Whether a character may stand in a word of [`word_at`].
pub fn is_part_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | ':')
}

/// The word at an offset: letters, digits, `_` and `::`.
pub fn word_at(text: &str, offset: TextSize) -> Option<(TextRange, &str)> {
    let offset = usize::from(offset);
    let before = text.get(..offset)?;
    let start = before.trim_end_matches(is_part_of_word).len();
    let after = text.get(offset..)?;
    let end = offset + (after.len() - after.trim_start_matches(is_part_of_word).len());
    let word = text.get(start..end)?;
    let name = word.trim_start_matches(':');
    let start = start + (word.len() - name.len());
    let name = name.trim_end_matches(':');
    let range = TextRange::at(TextSize::try_from(start).ok()?, TextSize::of(name));
    (!name.is_empty()).then_some((range, name))
}

/// The line in front of a place.
fn line_before(text: &str, offset: TextSize) -> &str {
    let before = text.get(..usize::from(offset)).unwrap_or_default();
    before.rsplit('\n').next().unwrap_or(before)
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::{cursor, definitions};

    const MODULES: &str = "\
#- /environment.conf
#- /modules/web/manifests/init.pp
class web($port) inherits web::params { $x = template('web/a.erb') }
#- /modules/web/manifests/params.pp
class web::params { $user = 'www' }
#- /modules/web/types/port.pp
type Web::Port = Integer
#- /modules/web/functions/join.pp
function web::join() { }
#- /modules/web/lib/puppet/functions/top.rb
Puppet::Functions.create_function(:top) do
end
";

    fn leads_to(file: &str, expected: &str) {
        let found = definitions(&format!("{MODULES}#- /modules/web/{file}\n"));
        assert_eq!(found, format!("/modules/web/{expected}"), "{file}");
    }

    #[test]
    fn in_comments() {
        for (comment, expected) in [
            ("# @param po$0rt Where.", "manifests/x.pp:2: $port"),
            (
                "# @param [Integer] po$0rt Where.",
                "manifests/x.pp:2: $port",
            ),
            (
                "# @param port [Web::Po$0rt] Where.",
                "types/port.pp:1: Web::Port",
            ),
            ("# @see web::jo$0in", "functions/join.pp:1: web::join"),
            ("# @see w$0eb", "manifests/init.pp:1: web"),
            (
                "# As `web::par$0ams` has it.",
                "manifests/params.pp:1: web::params",
            ),
        ] {
            let file = format!("manifests/x.pp\n{comment}\nclass web::x($port) {{ }}");
            leads_to(&file, expected);
            // Incomplete.
            leads_to(&file.replace(" { }", " { $a ="), expected);
        }
        let plain = "#- /manifests/site.pp\n# The we$0b of port, web::none.\nclass x($port) { }\n";
        assert_eq!(definitions(&format!("{MODULES}{plain}")), "");
    }

    #[test]
    fn in_templates_of_embedded_ruby() {
        for (code, expected) in [
            ("<%= @po$0rt %>", "manifests/init.pp:1: $port"),
            ("<%= @us$0er %>", "manifests/params.pp:1: $user"),
            (
                "<%= scope['web::params::us$0er'] %>",
                "manifests/params.pp:1: $user",
            ),
            (
                "<%= scope.lookupvar('::web::po$0rt') %>",
                "manifests/init.pp:1: $port",
            ),
            (
                "<%= scope.call_function('web::jo$0in', []) %>",
                "functions/join.pp:1: web::join",
            ),
            // Incomplete.
            ("<% if @po$0rt %>", "manifests/init.pp:1: $port"),
        ] {
            leads_to(&format!("templates/a.erb\n{code}"), expected);
        }
    }

    #[test]
    fn in_ruby_code() {
        for (code, expected) in [
            (
                "call_function('web::jo$0in', 1)",
                "functions/join.pp:1: web::join",
            ),
            ("param 'Web::Po$0rt', :a", "types/port.pp:1: Web::Port"),
            (
                "call_function('to$0p')",
                "lib/puppet/functions/top.rb:1: top",
            ),
            (
                "lookupvar('web::params::us$0er')",
                "manifests/params.pp:1: $user",
            ),
        ] {
            leads_to(&format!("lib/puppet/functions/web/x.rb\n{code}"), expected);
        }
    }

    #[test]
    fn references_from_ruby_code() {
        let site = "#- /manifests/site.pp\ntop(1)\n";
        let (analysis, position) =
            cursor(&format!("{}{site}", MODULES.replace("(:top)", "(:to$0p)")));
        let found = analysis.references(position).expect("not cancelled");
        assert_eq!(found.len(), 2, "{found:?}");
    }
}
