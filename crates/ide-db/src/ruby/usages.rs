//! References in the Ruby code of modules to Puppet code or other Ruby code: `call_function('web::join', …)`,
//! `Puppet::Type.type(:webtree)`; in libraries and in templates of Embedded Ruby.
//!
//! Ruby can compute names. What is found here is written out, and can mean nothing else.

use puppet_db::{File, FileKind};
use puppet_text::{TextRange, TextSize};

use crate::context::IdeContext;
use crate::defs::Definition;
use crate::ruby::rspec::is_spec;
use crate::symbol_index::named_definition;
use puppet_text::whole_names;

/// The Ruby files that mention a name, in the order of their paths.
pub fn ruby_files(context: IdeContext<'_>, name: &str) -> Vec<File> {
    let is_ruby = |file: &File| match file.kind(context.db) {
        // Who asks for names in specs reads them all, open or not.
        FileKind::Ruby => !is_spec(file.path(context.db)),
        kind => kind == FileKind::Erb,
    };
    let mut files = context.files.all();
    files.retain(|file| {
        is_ruby(file)
            && puppet_text::word_offsets(file.text(context.db), name)
                .next()
                .is_some()
    });
    files.sort_unstable_by(|a, b| a.path(context.db).cmp(b.path(context.db)));
    files
}

/// The full name of what Ruby code may name.
pub fn name_of(context: IdeContext<'_>, found: &Definition) -> Option<String> {
    match found {
        Definition::Item(_, definition) => named_definition(definition).map(|(_, name, _)| name),
        Definition::Ruby(file, definition) => {
            let text = file.text(context.db);
            let written = text.get(std::ops::Range::<usize>::from(definition.focus_range))?;
            let name = written.trim_matches([':', '\'', '"']);
            let is_name = name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':'));
            (is_name && !name.is_empty()).then(|| name.to_owned())
        }
        _ => None,
    }
}

/// The usages of a name in a text: anywhere if the name has `::` in it, else only where nothing else is meant.
pub fn usage_ranges(ruby: &str, name: &str) -> Vec<TextRange> {
    let range = |at| {
        Some(TextRange::at(
            TextSize::try_from(at).ok()?,
            TextSize::of(name),
        ))
    };
    if name.contains("::") {
        return whole_names(ruby, name).filter_map(range).collect();
    }
    let all = puppet_text::word_offsets(ruby, name);
    let meant = all.filter(|at| is_named(ruby, *at, name));
    let mut ranges: Vec<TextRange> = meant.filter_map(range).collect();
    let legacy = format!("function_{name}");
    let at_name = |at: usize| range(at + "function_".len());
    ranges.extend(whole_names(ruby, &legacy).filter_map(at_name));
    ranges
}

/// The functions that Ruby code calls by their written names: `call_function('web::join', …)`.
pub fn calls(ruby: &str) -> Vec<(TextRange, &str)> {
    const CALL: &str = "call_function";
    let call = |at: usize| {
        let after = ruby.get(at + CALL.len()..)?;
        let quoted = after.trim_start_matches([' ', '(']);
        let name = quoted.trim_start_matches([':', '\'', '"']);
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':');
        let end = name.find(|c| !is_part(c)).unwrap_or(name.len());
        let start = at + CALL.len() + (after.len() - name.len());
        let name = name.get(..end).filter(|it| !it.is_empty())?;
        let is_written = quoted.len() > ruby.len() - start;
        let start = TextSize::try_from(start).ok()?;
        is_written.then(|| (TextRange::at(start, TextSize::of(name)), name))
    };
    puppet_text::word_offsets(ruby, CALL)
        .filter_map(call)
        .collect()
}

/// `call_function('split'`, `type(:file)`
fn is_named(ruby: &str, at: usize, name: &str) -> bool {
    let after = ruby.get(at + name.len()..).unwrap_or_default();
    if !after.starts_with(['\'', '"', ')', ',', ' ', '\n']) {
        return false;
    }
    let before = ruby.get(..at).unwrap_or_default();
    let Some(before) = before.strip_suffix(['\'', '"', ':']) else {
        return false;
    };
    let before = before.strip_suffix(':').unwrap_or(before);
    let before = before.trim_end_matches([' ', '(']);
    ["call_function", "Type.type", "Puppet::Type.type"]
        .iter()
        .any(|call| before.ends_with(call))
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::{cursor, describe};

    const MODULES: &str = "\
#- /environment.conf
#- /modules/web/functions/join.pp
function web::join() { }
#- /modules/web/manifests/params.pp
class web::params { }
#- /modules/web/lib/puppet/functions/web/two.rb
Puppet::Functions.create_function(:'web::two') do
  def two
    call_function('web::join', 1)
    call_function('top')
    top
#- /modules/web/lib/puppet/functions/top.rb
Puppet::Functions.create_function(:top) do
  dispatch(:x) { param 'Any', :a }
end
#- /modules/web/lib/puppet/type/webtree.rb
Puppet::Type.newtype(:webtree) do
  newparam(:path, namevar: true)
end
#- /modules/web/lib/puppet/type/other.rb
Puppet::Type.type(:webtree).newproperty(:more) do
end
#- /modules/web/templates/a.erb
<%= scope.call_function('web::join', []) %> <%= scope.function_top([]) %> web::joint
#- /manifests/site.pp
";

    fn references(code: &str) -> String {
        let (analysis, position) = cursor(&format!("{MODULES}{code}\n"));
        let found = analysis.references(position).expect("not cancelled");
        let lines = found.iter().map(|it| {
            let place = describe(&analysis, it.at.file, it.at.range);
            let place = place.trim_start_matches("/modules/web/");
            format!(
                "{place}{}",
                if it.is_declaration {
                    " (declaration)"
                } else {
                    ""
                }
            )
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn functions_and_types_in_ruby() {
        assert_eq!(
            references("web::jo$0in()"),
            "/manifests/site.pp:1: web::join\nfunctions/join.pp:1: web::join (declaration)\n\
             lib/puppet/functions/web/two.rb:3: web::join\ntemplates/a.erb:1: web::join"
        );
        assert_eq!(
            references("web::tw$0o()"),
            "/manifests/site.pp:1: web::two\nlib/puppet/functions/web/two.rb:1: web::two (declaration)"
        );
        assert_eq!(
            references("to$0p()"),
            "/manifests/site.pp:1: top\nlib/puppet/functions/top.rb:1: top (declaration)\n\
             lib/puppet/functions/web/two.rb:4: top\ntemplates/a.erb:1: top"
        );
        assert_eq!(
            references("webtr$0ee { 'a': }"),
            "/manifests/site.pp:1: webtree\nlib/puppet/type/other.rb:1: webtree\n\
             lib/puppet/type/webtree.rb:1: webtree (declaration)"
        );
    }

    #[test]
    fn incomplete_code() {
        assert_eq!(
            references("webtree { 'a': pa$0th =>"),
            "/manifests/site.pp:1: path\nlib/puppet/type/webtree.rb:2: :path (declaration)"
        );
    }

    #[test]
    fn ruby_code_follows_a_renaming() {
        let (analysis, position) = cursor(&format!("{MODULES}web::jo$0in()\n"));
        let change = analysis
            .rename(position, "web::concat")
            .expect("not cancelled");
        let change = change.expect("a file").expect("a change");
        let lines = change.edits.iter().flat_map(|(file, edits)| {
            edits
                .iter()
                .map(|edit| describe(&analysis, *file, edit.range))
        });
        assert_eq!(
            lines.collect::<Vec<_>>().join("\n"),
            "/manifests/site.pp:1: web::join\n/modules/web/functions/join.pp:1: web::join\n\
             /modules/web/lib/puppet/functions/web/two.rb:3: web::join\n\
             /modules/web/templates/a.erb:1: web::join"
        );
    }
}
