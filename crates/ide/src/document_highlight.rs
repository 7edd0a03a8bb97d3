//! Document highlights: the references to the definition at the cursor in one file.

use puppet_text::TextSize;

use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::classify;
use puppet_ide_db::search::{Reference, SearchScope};

/// The references of the file to the definition at an offset; those that give a value are marked.
pub(crate) fn highlight(context: FileContext<'_>, offset: TextSize) -> Vec<Reference> {
    let classified = classify(context, offset);
    let usages = classified.map(|it| it.usages(*context, SearchScope::File));
    usages.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::test_fixture::cursor;

    /// The marked places: line and column, `w` where a value is given.
    fn marked(fixture: &str) -> String {
        let (analysis, position) = cursor(fixture);
        let lines = analysis.line_index(position.file).expect("not cancelled");
        let found = analysis.highlight(position).expect("not cancelled");
        let found = found.iter().map(|it| {
            assert_eq!(it.at.file, position.file);
            let place = lines.line_col(it.at.range.start(), puppet_text::Column::Chars);
            let write = if it.is_write { "w" } else { "" };
            format!("{}:{}{write}", place.line, place.col)
        });
        found.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn variables_are_read_and_written() {
        assert_eq!(marked("$a$0 = 1\nnotice($a, \"${a}\")"), "0:1w 1:8 1:14");
        assert_eq!(
            marked("class x($a$0) {\n  [1].each |$a| { $a }\n  $a\n}"),
            "0:9w 2:3"
        );
    }

    #[test]
    fn what_nothing_here_defines_is_marked_by_its_name() {
        for (code, places) in [
            ("notice(spl$0it($x, ','))\n$x.split(',')", "0:7 1:3"),
            ("fi$0le { '/a': }\nFile['/a'] -> Class['b']", "0:0 1:0"),
            ("class x(Stri$0ng $a, String $b) { }", "0:8 0:19"),
            (
                "file { '/a': mo$0de => '1' }\nuser { 'a': mode => 1 }\nFile { mode => '2' }",
                "0:13 2:7",
            ),
            (
                "notice($facts['o$0s'], $facts['os']['family'])",
                "0:15 0:29",
            ),
            (
                "notice($fac$0ts['os'])\nclass a { $facts['os'] }",
                "0:8 1:11",
            ),
            (
                "class a { notice($b$0) }\nclass c { $b }\n[1].each |$b| { $b }",
                "0:18 1:11",
            ),
            ("define a { $tit$0le }\ndefine b { $title }", "0:12"),
            ("include a::b$0\nClass['a::b'] -> B['c']", "0:8 1:7"),
            ("a::b$0 { 'c': }\nA::B['c'] -> Class[a::b]", "0:0 1:0"),
            ("$x = { 'a$0' => 1 }\n$y = 'a'", ""),
        ] {
            assert_eq!(marked(code), places, "{code}");
        }
    }

    #[test]
    fn incomplete_code() {
        assert_eq!(marked("$a$0 = 1\nnotice($a"), "0:1w 1:8");
        assert_eq!(marked("class x {\n  fi$0le { '/a':\nfile {"), "1:2 2:0");
    }

    #[test]
    fn what_other_files_define_is_marked_here() {
        assert_eq!(
            marked(
                "#- /manifests/site.pp\ninclude we$0b\nnotice($web::a, Class['web'])\n\
                 #- /environment.conf\n#- /modules/web/manifests/init.pp\nclass web($a) { }\n"
            ),
            "0:8 1:23"
        );
    }

    #[test]
    fn keys_and_variables_in_data() {
        const DATA: &str = "#- /data/all.yaml\nweb::port: 80\nx: \"%{lookup('web::port')} %{web::port} %{lookup('web::ports')}\"\n\
                            #- /environment.conf\n#- /hiera.yaml\nversion: 5\nhierarchy: [{name: a, path: all.yaml}]\n\
                            #- /modules/web/manifests/init.pp\nclass web($port) { }\n";
        assert_eq!(
            marked(&DATA.replacen("web::port", "web::po$0rt", 1)),
            "0:0w 1:14 1:29"
        );
    }

    #[test]
    fn names_in_ruby() {
        let erb = |code: &str| {
            marked(&format!(
                "#- /environment.conf\n#- /modules/web/templates/a.erb\n{code}\n"
            ))
        };
        assert_eq!(
            erb("<%= @po$0rt %> @port <%= @port %> <%= @ports %>"),
            "0:5 0:24"
        );
        assert_eq!(
            erb("<%= scope['web::us$0er'] %> <%= scope['user'] %> <%= scope['web::user'] %>"),
            "0:16 0:63"
        );
        assert_eq!(
            erb("<% call_function('web::jo$0in')\ncall_function(\"web::join\""),
            "0:18 1:15"
        );
        assert_eq!(erb("<% jo$0in"), "");
    }
}
