//! New names: positions at which a word may be a complete name that nothing defines yet, such as a variable or a class.
//! There, Enter is a new line even if a longer name of the list starts with the word.

use puppet_ide_db::context::FileContext;

use crate::context::expected_type::ExpectedValue;
use crate::context::{CompletionContext, CompletionPosition};

/// Whether names that the user makes up stand at a position, and not those of a fixed set.
pub fn may_be_new(context: FileContext<'_>, place: &CompletionContext) -> bool {
    use CompletionPosition as Position;
    let is_fixed = |it: &ExpectedValue| it.is_fixed(context);
    match &place.slot {
        Position::Variable
        | Position::ImplicitVariable
        | Position::Type
        | Position::TypeParameter { .. }
        | Position::DefinedName { .. }
        | Position::Host { .. }
        | Position::Class
        | Position::Related
        | Position::Expression => true,
        Position::Title { quoted, .. }
        | Position::Key { quoted, .. }
        | Position::FactKey { quoted, .. } => !quoted,
        Position::Value { quoted } => !quoted && !place.wanted.as_ref().is_some_and(is_fixed),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::cursor;

    #[test]
    fn variables_classes_and_types_may_be_new() {
        for (code, expected) in [
            ("$users = 1\n$x = $user$0", true),
            ("$users = 1\nnotice($user$0)", true),
            ("include web$0", true),
            ("$x = web$0", true),
            ("class a(Web$0 $x) { }", true),
            ("$x = Array[Web$0]", true),
            ("service { 'x': provider => $p$0 }", true),
            ("file { '/x': content => te$0 }", true),
            ("file { '/x': ens$0 }", false),
            ("file { '/x': ensure => dir$0 }", false),
            ("incl$0", false),
            ("$x = [1].ma$0", false),
            ("$x = $facts['o$0']", false),
        ] {
            let (analysis, position) = cursor(&format!("#- /manifests/site.pp\n{code}\n"));
            let completion = analysis.completion(position).expect("not cancelled");
            assert_eq!(completion.may_be_new, expected, "{code}");
        }
    }
}
