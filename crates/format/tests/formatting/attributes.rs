//! Resources, hashes, selectors: arrows, columns, commas.

use expect_test::{Expect, expect};

use crate::support::manifest;

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&manifest(text));
}

#[test]
fn arrows_stand_below_each_other() {
    check(
        "file{'a':\nensure=>file, # now\nmode => '1',\n\nrecurse  =>  true\n}\nfile { 'b': ensure   => file, mode=>'1' }\n",
        &expect![[r#"
            file { 'a':
              ensure  => file, # now
              mode    => '1',

              recurse => true,
            }
            file { 'b': ensure => file, mode => '1' }
        "#]],
    );
    check(
        "X['a'] {\n* => $b,\nccc +> 1\n}\nX {\nd => 1,\nee=> 2 }\nX<|a==1 and b != 2|>{\nf=>1\n}\nX<<| |>>\n",
        &expect![[r#"
            X['a'] {
              *   => $b,
              ccc +> 1,
            }
            X {
              d  => 1,
              ee => 2 }
            X<| a == 1 and b != 2 |> {
              f => 1,
            }
            X<<||>>
        "#]],
    );
    check(
        "$a = $b?{\n'c'=>{ d=>1 },\ndefault  =>  {\n'é' => 1,\n\"${x} y\" => 2,\n[1,\n2] => 3,\n4 => 5, 6 => 7\n}\n}\n",
        &expect![[r#"
            $a = $b ? {
              'c'     => { d => 1 },
              default => {
                'é'      => 1,
                "${x} y" => 2,
                [1,
                  2] => 3,
                4 => 5, 6 => 7,
              },
            }
        "#]],
    );
}

#[test]
fn several_bodies() {
    check(
        "file {\n'a':\nensure => file;\n['b',\n'c']:\nmode => '1',\nowner => x,\n# last\n;\n'd':\n# none\n}\n",
        &expect![[r#"
            file {
              'a':
                ensure => file;
              ['b',
                'c']:
                mode  => '1',
                owner => x,
                # last
              ;
              'd':
                # none
            }
        "#]],
    );
    check(
        "x {\n'a'   : value => 1;\n'bbb' : value => 2;\n'cc'  : value => 3,\n}\n",
        &expect![[r#"
            x {
              'a':   value => 1;
              'bbb': value => 2;
              'cc':  value => 3,
            }
        "#]],
    );
    check(
        "file { [\n'a',\n'b'\n]:\nensure => file\n}\n@@x{ 'y':}\n@x { 'z': a => 1; 'w': }\n",
        &expect![[r#"
            file { [
              'a',
              'b',
            ]:
              ensure => file,
            }
            @@x { 'y': }
            @x { 'z': a => 1; 'w': }
        "#]],
    );
}

#[test]
fn columns_of_the_author_stay() {
    check(
        "class a (\nString    $b   = 'x',\nOptional[Integer] $cc  = undef,\n$d,\n) { }\n",
        &expect![[r#"
            class a (
              String            $b  = 'x',
              Optional[Integer] $cc = undef,
              $d,
            ) {}
        "#]],
    );
    check(
        "class a (\n$b = 1,\nInteger $ccc = 2,\n$dd  = 3,\n$e = 4\n) { }\n",
        &expect![[r#"
            class a (
              $b = 1,
              Integer $ccc = 2,
              $dd = 3,
              $e = 4,
            ) {}
        "#]],
    );
    check(
        "$a   = 1\n$bcd = 2\n$ef = 3\n\n$g    = 4\nf('a'  => 1)\nf(\n'a'    => 1,\n'bbb'  => 2,\n)\n",
        &expect![[r#"
            $a = 1
            $bcd = 2
            $ef = 3

            $g = 4
            f('a' => 1)
            f(
              'a'    => 1,
              'bbb'  => 2,
            )
        "#]],
    );
    check(
        "$a = 1   # b\n$ccc = 2 # d\n$e = 3 # f\n\n$g = 4    # h\n",
        &expect![[r#"
            $a = 1   # b
            $ccc = 2 # d
            $e = 3   # f

            $g = 4 # h
        "#]],
    );
    check(
        "$a = 1    # b\n$ccc = 2  # d\n$e = 3    # f\n",
        &expect![[r#"
            $a = 1    # b
            $ccc = 2  # d
            $e = 3    # f
        "#]],
    );
}

#[test]
fn commas_are_added_where_elements_have_lines() {
    check(
        "$a = [\n1,\n2 # two\n]\n$b = [1,\n2]\n$c = [ 1, 2 ]\nf(\n$d,\n$e\n)\n$g.h(\n1\n)\n$i.each |\n$j,\n$k\n| { }\nA[\nb\n]\n",
        &expect![[r#"
            $a = [
              1,
              2, # two
            ]
            $b = [1,
              2]
            $c = [1, 2]
            f(
              $d,
              $e,
            )
            $g.h(
              1
            )
            $i.each |
              $j,
              $k
            | {}
            A[
              b
            ]
        "#]],
    );
    check(
        "f($a, {\n'b' => 1\n})\nf($a, {\n'b' => 1\n}\n)\n",
        &expect![[r#"
            f($a, {
              'b' => 1,
            })
            f($a, {
              'b' => 1,
            }
            )
        "#]],
    );
}
