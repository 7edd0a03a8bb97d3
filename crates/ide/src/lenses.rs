//! How often definitions are used.

use puppet_db::File;
use puppet_text::TextRange;

use crate::analysis::Context;
use crate::symbols::file_symbols;

/// A definition beside which an editor shows how often it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lens {
    /// The name of the definition.
    pub range: TextRange,
}

/// The definitions of a file; who uses them is asked for those that can be seen.
pub(crate) fn lenses(context: Context<'_>, file: File) -> Vec<Lens> {
    file_symbols(context.db, file)
        .iter()
        .map(|symbol| Lens {
            range: symbol.range,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::testing::single;

    #[test]
    fn each_definition_has_one() {
        let (analysis, file) =
            single("class a { }\ndefine b { }\nnode 'c' { }\ntype D = Integer\nclass {");
        let text = analysis.text(file).expect("not cancelled");
        let lenses = analysis.lenses(file).expect("not cancelled");
        let names: Vec<&str> = lenses.iter().map(|it| &text[it.range]).collect();
        assert_eq!(names, ["a", "b", "D"]);
    }

    #[test]
    fn uses_are_counted_in_all_files() {
        let (analysis, file) = single(
            "#- /modules/a/manifests/init.pp\nclass a {\n\
             #- /modules/b/manifests/init.pp\nclass b { include a\n\
             #- /environment.conf\n#- /manifests/site.pp\nclass { 'a': ",
        );
        let lenses = analysis.lenses(file).expect("not cancelled");
        let position = crate::FilePosition {
            file,
            offset: lenses[0].range.start(),
        };
        let found = analysis.references(position).expect("not cancelled");
        let uses = found.iter().filter(|it| !it.is_declaration).count();
        assert_eq!(uses, 2);
    }
}
