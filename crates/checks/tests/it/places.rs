//! Exact ranges of diagnostics, where the line does not show them.

use expect_test::expect;

use crate::support::Project;

#[test]
fn texts_that_are_no_types_are_marked_within() {
    let source = r#"
$a = Type('Integer[')
$b = Type.new('Array[Integer[a]]')
$c = Type('Integer]')
$d = Type('Array[Integer, 5, 2]')
$e = assert_type('String[1,', 'x')
$f = Type("Str\u0069ng[")
$g = assert_type('Integer', 'x')
$text = 'Integer['
$h = Type($text)
"#;
    let project = Project::new([("/manifests/site.pp", source)]);
    let found = project.check().into_iter().map(|it| {
        let range = std::ops::Range::<usize>::from(it.place.range);
        let line = source[..range.start].matches('\n').count() + 1;
        format!("{line}: {}: {}\n", &source[range], it.message)
    });
    expect![[r#"
        2: [: Syntax error at end of input
        3: Array[Integer[a]]: The expression <Array[Integer[a]]> is not a valid type specification.
        4: ]: Syntax error at ']'
        5: Array[Integer, 5, 2]: 'from' must be less or equal to 'to'. Got (5, 2
        6: ,: Syntax error at end of input
        7: "Str\u0069ng[": Syntax error at end of input
        8: assert_type('Integer', 'x'): assert_type(): expects an Integer value, got String
        10: Type($text): Syntax error at end of input
    "#]]
    .assert_eq(&found.collect::<String>());
}
