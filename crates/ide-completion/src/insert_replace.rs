//! The range of the word at the cursor, for `InsertReplaceEdit`.

use puppet_text::{TextRange, TextSize};

/// The incomplete text with what follows it of the same word: of a name with its pairs of colons, between quotes also of
/// a path.
pub fn whole_word(text: &str, typed: TextRange, cursor: TextSize) -> TextRange {
    let end = typed.end().max(cursor);
    let before = text.get(..usize::from(typed.start())).unwrap_or_default();
    let is_quoted = before.ends_with(['\'', '"', '/']);
    let rest = text.get(usize::from(end)..).unwrap_or_default();
    let length = TextSize::try_from(rest_of_word(rest, is_quoted)).unwrap_or_default();
    TextRange::new(typed.start(), end + length)
}

/// How many bytes at the start of a text continue a word.
fn rest_of_word(text: &str, is_quoted: bool) -> usize {
    let bytes = text.as_bytes();
    let mut end = 0;
    loop {
        end += match bytes.get(end..).unwrap_or_default() {
            [b':', b':', next, ..] if next.is_ascii_alphabetic() || *next == b'_' => 2,
            [b'-' | b'.' | b'/', ..] if is_quoted => 1,
            [byte, ..] if byte.is_ascii_alphanumeric() || *byte == b'_' => 1,
            _ => return end,
        };
    }
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::cursor;

    /// What an editor replaces that replaces whole words.
    fn word(code: &str) -> String {
        let (analysis, position) = cursor(&format!("#- /environment.conf\n{code}\n"));
        let completion = analysis.completion(position).expect("not cancelled");
        let text = analysis.text(position.file).expect("not cancelled");
        assert!(!completion.items.is_empty(), "{code}");
        assert!(completion.word.contains_range(completion.replace), "{code}");
        text[completion.word].to_owned()
    }

    #[test]
    fn words_in_manifests() {
        for (code, expected) in [
            ("  not$0ice('x')", "notice"),
            ("  $0notice('x')", "notice"),
            ("  notice$0('x')", "notice"),
            ("notify { 'a': mess$0age => 'x' }", "message"),
            ("file { 'a': ensure => pre$0sent }", "present"),
            ("file { 'a': ensure => 'pre$0sent' }", "present"),
            ("file { 'a': ensure => 'pre$0sent }", "present"),
            ("$port = 1\nnotice($po$0rt)", "$port"),
            ("$port = 1\nnotice(\"${po$0rt}x\")", "port"),
            ("class web::site { }\ninclude web::si$0te, x", "web::site"),
            ("class web::site { }\ninclude we$0b::site", "web::site"),
            ("class web::site { }\ninclude 'we$0b::site'", "web::site"),
            ("$x = $facts['ker$0nel']", "kernel"),
            ("$x = 1 ? { un$0def: }", "undef"),
            ("$x = { 'a' => tr$0ue-1 }", "true"),
            ("$x = Int$0eger[1]", "Integer"),
            // Nothing follows.
            ("notice(not$0", "not"),
            ("notice(not$0\n)", "not"),
        ] {
            let code = format!("#- /manifests/site.pp\n{code}");
            assert_eq!(word(&code), expected, "{code}");
        }
    }

    #[test]
    fn words_at_other_positions() {
        for (code, expected) in [
            (
                "#- /modules/a/files/my-x.txt\n#- /manifests/site.pp\n$x = file('a/m$0y-x.txt')",
                "a/my-x.txt",
            ),
            (
                "#- /modules/a/files/my-x.txt\n#- /manifests/site.pp\n\
                 file { 'a': source => 'puppet:///modules/a/my$0-x.txt' }",
                "a/my-x.txt",
            ),
            (
                "#- /hiera.yaml\nversion: 5\n#- /modules/web/manifests/init.pp\nclass web($port) { }\n#- /data/common.yaml\nweb::po$0rt: 1",
                "web::port",
            ),
            (
                "#- /modules/web/manifests/init.pp\nclass web($port) { $x = template('web/a.erb') }\n\
                 #- /modules/web/templates/a.erb\n<%= @po$0rt %>",
                "port",
            ),
            (
                "#- /modules/web/tasks/x.json\n{ \"desc$0ription\": 1 }",
                "description",
            ),
        ] {
            assert_eq!(word(code), expected, "{code}");
        }
    }
}
