//! Functions in Ruby: the ways to call them, each with what the comment above it says.

use crate::hover::markup::Markup;
use crate::signature_help;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::documentation;
use puppet_ide_db::ruby::definitions;

/// A function that Ruby code defines; `text` is what is said of all of it.
pub(super) fn describe(context: FileContext<'_>, name: &str, mut text: Markup) -> Markup {
    let labels = signature_help::labels(context, name);
    let ways: Vec<&str> = labels.iter().flat_map(|it| it.lines()).collect();
    let said = definitions::overload_comments(context, name);
    if ways.len() < 2 || ways.len() != said.len() {
        // Without knowing which belongs to which, they are told below.
        said.into_iter().for_each(|said| text.add(said));
        text.code = labels;
        return text;
    }
    // How it is called comes first, as for all that is defined.
    let of_all = text.documentation.take();
    let mut plain = Vec::new();
    for (way, said) in ways.into_iter().zip(said) {
        match said {
            Some(said) => text.add(Some(documentation::way(way, Some(&said)))),
            None => plain.push(way),
        }
    }
    if text.documentation.is_some() && of_all.is_some() {
        text.add(Some("---".to_owned()));
    }
    text.add(of_all);
    text.code = Vec::from_iter(Some(plain.join("\n")).filter(|code| !code.is_empty()));
    text
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::test_fixture::cursor;

    const MODULE: &str = r"#- /environment.conf
#- /modules/m/lib/puppet/functions/m/one.rb
# @summary Does one thing.
Puppet::Functions.create_function(:'m::one') do
  # @param a The first.
  # @return [Integer] all
  dispatch :one do
    param 'Integer', :a
  end
end
#- /modules/m/lib/puppet/functions/m/both.rb
# Does it.
#
# @since 2.0.0
Puppet::Functions.create_function(:'m::both') do
  # With a number.
  # @param a The first.
  dispatch :number do
    param 'Integer', :a
  end
  dispatch :text do
    param 'String', :b
  end
  # @raise [ArgumentError] always
  dispatch :list do
    param 'Array', :c
  end
  argument_mismatch :no do
    param 'Any', :d
  end
end
#- /modules/m/lib/puppet/parser/functions/older.rb
Puppet::Parser::Functions.newfunction(:older, :type => :rvalue, :doc => <<-DOC) do |args|
  @summary Is older.
  @param [String] text What.
  DOC
end
";

    fn check(code: &str, expected: &Expect) {
        let (analysis, position) = cursor(&format!("{MODULE}#- /manifests/site.pp\n{code}\n"));
        let hover = analysis.hover(position).expect("not cancelled");
        expected.assert_eq(&hover.map(|it| it.plain_text()).unwrap_or_default());
    }

    #[test]
    fn one_way_is_told_with_the_function() {
        check(
            "$x = m::o$0ne(1)",
            &expect![[r#"
            m::one(Integer $a)

            Does one thing.

            - `a`: The first.

            *Returns* `Integer` all"#]],
        );
    }

    #[test]
    fn each_way_has_its_own_text() {
        let expected = expect![[r#"
            m::both(String $b)

            ```puppet
            m::both(Integer $a)
            ```

            With a number.

            - `a`: The first.

            ```puppet
            m::both(Array $c)
            ```

            *Fails* `ArgumentError` always

            ---

            Does it.

            *Since* 2.0.0"#]];
        for code in ["$x = m::bo$0th(1)", "$x = m::bo$0th("] {
            check(code, &expected);
        }
    }

    #[test]
    fn older_functions_tell_the_types_of_the_comment() {
        check(
            "$x = old$0er('a')",
            &expect![[r#"
            older(Any *$argument) [{ … }]

            Is older.

            - `text` (`String`): What."#]],
        );
    }
}
