//! Variables that several branches assign: all of their values, and the branches without one.

use puppet_db::{Db, File, editor_line_index};
use puppet_inference::infer::flow::assignment_gaps::{
    AssignedPlaces, bindings_at_end, bindings_before,
};
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::SyntaxNode;
use puppet_syntax::ast::{AstNode, Documentation};
use puppet_text::TextSize;

use crate::hover::markup::Markup;
use puppet_ide_db::branches::BranchAt;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::NameRef;
use puppet_ide_db::documentation;
use puppet_ide_db::local_scopes::{BindingKind, LocalBinding};
use puppet_ide_db::syntax_ext::{self, one_line};
use puppet_ide_db::syntax_ext::{enclosing_body, trimmed_range};

/// More assignments than these are only counted, and more branches without one.
const MOST: usize = 3;

/// Of what a variable may stand for, the assignment that it certainly has its value from: its own, or one before it
/// in a block around it.
pub(super) fn certain<'a>(
    file: File,
    at: &NameRef,
    found: &'a [Definition],
) -> Option<&'a Definition> {
    let own = at.token.text_range();
    let is_certain = |it: &&Definition| {
        let Definition::Binding(of, binding) = it else {
            return false;
        };
        let block = binding.token.parent_ancestors().find(is_block);
        let is_around = block.is_none_or(|it| it.text_range().contains_range(own));
        let start = binding.token.text_range().start();
        *of == file && is_around && start <= own.start()
    };
    found.iter().rfind(is_certain)
}

fn is_block(node: &SyntaxNode) -> bool {
    puppet_syntax::ast::Block::can_cast(node.kind())
}

/// The hover text of a variable that is assigned in several branches, in its own body or in another one.
pub(super) fn describe(
    context: FileContext<'_>,
    at: &NameRef,
    found: &[Definition],
) -> Option<Markup> {
    let assignments = VariableAssignments::of(found)?;
    let node = at.token.parent()?;
    let of_first = enclosing_body(&assignments.first.token.parent()?);
    if assignments.file != context.file || enclosing_body(&node) != of_first {
        return describe_at_end(context, found);
    }
    if certain(context.file, at, found).is_some() {
        return None;
    }
    let places = bindings_before(context.db, context.file, trimmed_range(&node));
    assignments.text(context.db, context.file, places)
}

/// The same where another body or file reads it.
pub(crate) fn describe_at_end(context: FileContext<'_>, found: &[Definition]) -> Option<Markup> {
    let assignments = VariableAssignments::of(found)?;
    let environment = owner(context.db, assignments.file)?.environment;
    let target = trimmed_range(&assignments.first.token.parent()?);
    let places = bindings_at_end(context.db, environment, assignments.file, target);
    assignments.text(context.db, context.file, places)
}

/// The assignments of a variable.
struct VariableAssignments<'a> {
    file: File,
    first: &'a LocalBinding,
    all: Vec<&'a LocalBinding>,
}

impl<'a> VariableAssignments<'a> {
    /// `None` if something else gives the variable its value, too.
    fn of(found: &'a [Definition]) -> Option<Self> {
        let assignment = |it: &'a Definition| match it {
            Definition::Binding(_, binding) => {
                matches!(binding.kind, BindingKind::Assignment(_)).then_some(binding)
            }
            _ => None,
        };
        let all: Vec<&LocalBinding> = found.iter().map(assignment).collect::<Option<_>>()?;
        Some(Self {
            file: found.first()?.file()?,
            first: all.first()?,
            all,
        })
    }

    /// What to say of them, if there is more than one, or a branch without one.
    fn text(self, db: &dyn Db, from: File, places: Option<AssignedPlaces>) -> Option<Markup> {
        // Where no branch is ever taken, all there is are the assignments.
        let places = places.unwrap_or_else(|| AssignedPlaces {
            targets: self.all.iter().map(|it| it.token.text_range()).collect(),
            gaps: Vec::new(),
        });
        let is_of_branches = places.targets.len() > 1 || !places.gaps.is_empty();
        is_of_branches.then(|| text(db, self.file, self.file != from, &self.all, &places))
    }
}

fn text(
    db: &dyn Db,
    file: File,
    is_other_file: bool,
    bindings: &[&LocalBinding],
    places: &AssignedPlaces,
) -> Markup {
    let line = |at: TextSize| editor_line_index(db, file).line(at) + 1;
    let taken = bindings.iter().filter(|binding| {
        let range = binding.token.text_range();
        let mut targets = places.targets.iter();
        targets.any(|target| target.contains_range(range))
    });
    let taken: Vec<&LocalBinding> = taken.copied().collect();
    let name = taken.first().map_or("", |it| it.name.as_str());
    let count = taken.len();
    let branches = if count == 1 { "branch" } else { "branches" };
    let path = file.path(db);
    let of = match (is_other_file, path.rsplit_once('/')) {
        (true, Some((_, name))) => format!(" of `{name}`"),
        _ => String::new(),
    };
    let mut lines = vec![
        format!("Assigned in {count} {branches}{of}:"),
        String::new(),
    ];
    lines.extend(taken.iter().take(MOST).map(|binding| {
        let number = line(binding.token.text_range().start());
        format!("- line {number}: `{}`", value(binding).replace('`', "'"))
    }));
    if count > MOST {
        lines.push(format!("- and {} more", count - MOST));
    }
    if let Some(gaps) = gaps(db, file, places) {
        lines.extend([String::new(), gaps]);
    }
    let mut text = Markup::new(format!("${name}"), Some(lines.join("\n")));
    text.add(taken.iter().find_map(|it| comment(it)));
    text
}

/// What an assignment gives, as in the source.
fn value(binding: &LocalBinding) -> String {
    let BindingKind::Assignment(assignment) = &binding.kind else {
        return String::new();
    };
    let target = binding.token.parent();
    let left = assignment.lhs().map(|it| it.syntax().clone());
    match assignment.rhs().filter(|_| left == target) {
        Some(value) => one_line(value.syntax()),
        None => one_line(assignment.syntax()),
    }
}

fn comment(binding: &LocalBinding) -> Option<String> {
    let BindingKind::Assignment(assignment) = &binding.kind else {
        return None;
    };
    let comment = Documentation::from_comment_above(assignment.syntax());
    comment.as_ref().and_then(documentation::markdown)
}

/// The branches without an assignment, as a sentence.
fn gaps(db: &dyn Db, file: File, places: &AssignedPlaces) -> Option<String> {
    let root = syntax_ext::root(db, file);
    let line = |at: TextSize| editor_line_index(db, file).line(at) + 1;
    let found = places.gaps.iter().filter_map(|gap| {
        let branch = BranchAt::from_gap(&root, *gap)?;
        let line = line(branch.start());
        let keyword = |node: &SyntaxNode| {
            let token = node.first_token();
            token.map_or_else(String::new, |it| it.text().to_owned())
        };
        Some(match &branch {
            BranchAt::Then(conditional, _) => {
                format!("in the `{}` branch (line {line})", keyword(conditional))
            }
            BranchAt::Else(..) => format!("in the `else` branch (line {line})"),
            BranchAt::Option(option, _) => {
                let values: Vec<String> = option.values().map(|it| one_line(it.syntax())).collect();
                format!("in the `{}` branch (line {line})", values.join(", "))
            }
            BranchAt::NoElse(conditional, _) => {
                let keyword = keyword(conditional);
                format!("where `{keyword}` (line {line}) has no `else`")
            }
            BranchAt::NoDefault(_) => {
                format!("where no option of the `case` (line {line}) matches")
            }
        })
    });
    let mut found: Vec<String> = found.collect();
    let count = found.len();
    if count == 0 {
        return None;
    }
    if count > MOST {
        found.truncate(MOST);
        found.push(format!("in {} more", count - MOST));
    }
    Some(format!("Not assigned {}.", found.join(", ")))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::test_fixture::cursor;

    const CUPS: &str = "#- /environment.conf
#- /modules/web/manifests/cups.pp
class web::cups {
  case $facts['os']['release']['major'] {
    '11': {
      $version = '1.0-28'
    }
    '12': {
      $version = '1.0-29'
      notice($version)
    }
    default: {
      notice('unknown')
    }
  }
  notice($version)
}
";

    fn hover(fixture: &str) -> String {
        let (analysis, position) = cursor(fixture);
        let hover = analysis.hover(position).expect("not cancelled");
        hover.map(|it| it.plain_text()).unwrap_or_default()
    }

    fn check(from: &str, to: &str, expected: &Expect) {
        assert!(CUPS.contains(from), "{from}");
        expected.assert_eq(&hover(&CUPS.replacen(from, to, 1)));
    }

    fn of(body: &str, expected: &Expect) {
        let fixture = format!("#- /environment.conf\n#- /manifests/site.pp\n{body}\n");
        expected.assert_eq(&hover(&fixture));
    }

    #[test]
    fn all_values_are_shown_with_their_branches() {
        check(
            "\n  notice($version)",
            "\n  notice($ver$0sion)",
            &expect![[r#"
                $version

                Assigned in 2 branches:

                - line 4: `'1.0-28'`
                - line 7: `'1.0-29'`

                Not assigned in the `default` branch (line 10)."#]],
        );
        // In a branch it has one value, and so it has where it is assigned.
        check(
            "      notice($version)",
            "      notice($ver$0sion)",
            &expect![[r#"
                $version: String

                $version = '1.0-29'"#]],
        );
        check(
            "$version = '1.0-29'",
            "$ver$0sion = '1.0-29'",
            &expect![[r#"
                $version: String

                $version = '1.0-29'"#]],
        );
    }

    #[test]
    fn other_bodies_see_the_values_of_all_branches() {
        let other =
            "#- /modules/web/manifests/init.pp\nclass web {\n  notice($web::cups::ver$0sion)\n}\n";
        expect![[r#"
            $version

            Assigned in 2 branches of `cups.pp`:

            - line 4: `'1.0-28'`
            - line 7: `'1.0-29'`

            Not assigned in the `default` branch (line 10)."#]]
        .assert_eq(&hover(&format!("{CUPS}{other}")));
    }

    #[test]
    fn conditionals_of_all_kinds() {
        of(
            "if $facts['a'] { $x = 1 } elsif $facts['b'] { $x = 2 } else { $x = 'c' }\nnotice(\"${x$0}\")",
            &expect![[r#"
                $x: Variant[Integer[1, 2], Enum['c']]

                Assigned in 3 branches:

                - line 1: `1`
                - line 1: `2`
                - line 1: `'c'`"#]],
        );
        of(
            "if $facts['a'] {\n  $x = 1\n} elsif $facts['b'] {\n  $x = 2\n}\nnotice($x$0)",
            &expect![[r#"
                $x

                Assigned in 2 branches:

                - line 2: `1`
                - line 4: `2`

                Not assigned where `elsif` (line 3) has no `else`."#]],
        );
        of(
            "unless $facts['a'] {\n  $x = 1\n}\nnotice($x$0)",
            &expect![[r#"
                $x

                Assigned in 1 branch:

                - line 2: `1`

                Not assigned where `unless` (line 1) has no `else`."#]],
        );
        of(
            "case $facts['a'] {\n  1: { $x = 1 }\n  2: { $x = 2 }\n  3: { }\n  4: { $x = 4 }\n  5: { $x = 5 }\n}\nnotice($x$0)",
            &expect![[r#"
                $x

                Assigned in 4 branches:

                - line 2: `1`
                - line 3: `2`
                - line 5: `4`
                - and 1 more

                Not assigned in the `3` branch (line 4), where no option of the `case` (line 1) matches."#]],
        );
        of(
            "case $facts['a'] {\n  1: { $x = 1 }\n  2: { $x = 2 }\n  default: { fail('no') }\n}\nnotice($x$0)",
            &expect![[r#"
                $x: Integer[1, 2]

                Assigned in 2 branches:

                - line 2: `1`
                - line 3: `2`"#]],
        );
        of(
            "if $facts['a'] {\n  if $facts['b'] { $x = 1 } else { notice(1) }\n} else {\n  $x = 2\n}\nnotice($x$0)",
            &expect![[r#"
                $x

                Assigned in 2 branches:

                - line 2: `1`
                - line 4: `2`

                Not assigned in the `else` branch (line 2)."#]],
        );
    }
}
