//! Operators, calls, chains, brackets.

use expect_test::{Expect, expect};

use crate::support::manifest;

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&manifest(text));
}

#[test]
fn spaces_between_tokens() {
    check(
        "$a=1+2 *3-$b/ 4%5\n$c=! $d and!($e)or$f=~/x/\n$g = - 1\n$h = [ * $i ,-2 ]\n$j += $k [1] \n",
        &expect![[r#"
            $a = 1 + 2 * 3 - $b / 4 % 5
            $c = !$d and !($e) or $f =~ /x/
            $g = -1
            $h = [*$i, -2]
            $j += $k [1]
        "#]],
    );
    check(
        "f ( 1,2 )\n$a = $b [ 'c' ]\n$d = $e[ 'f' ][0]\n$g . h ( 1 ) . i|$j|{ $j }\nif( $k ){ }\ntype A=B[ C,D ]\n",
        &expect![[r#"
            f(1, 2)
            $a = $b ['c']
            $d = $e['f'][0]
            $g.h(1).i |$j| { $j }
            if ($k) {}
            type A = B[C, D]
        "#]],
    );
    check(
        "$a.each| Integer  $b,*$c |{ }\n$d = { }\n$e = {'f'=>[ ]}\nnotice   $g,$h ; notice( 1 )\n$i = 1 .j\n",
        &expect![[r#"
            $a.each |Integer $b, *$c| {}
            $d = {}
            $e = { 'f' => [] }
            notice $g, $h; notice(1)
            $i = 1 .j
        "#]],
    );
    check(
        "A->B~>C<-D <~E\nif $a{ }else{ }\n$b = if $c {1} elsif $d{2}\napply ($e){ }\n",
        &expect![[r#"
            A -> B ~> C <- D <~ E
            if $a {} else {}
            $b = if $c { 1 } elsif $d { 2 }
            apply($e) {}
        "#]],
    );
}

#[test]
fn expressions_that_continue() {
    check(
        "$a =\n$b +\n$c\n$d = $e +\n$f\n$g = f($h +\n$i)\n$j = (\n$k and\n$l\nor $m\n)\ninclude a,\nb\n",
        &expect![[r#"
            $a =
              $b +
              $c
            $d = $e +
              $f
            $g = f($h +
              $i)
            $j = (
              $k and
              $l
              or $m
            )
            include a,
              b
        "#]],
    );
    check(
        "x { 'y':\ncontent =>\nf('z',\n1),\n}\n$a = { 'b' =>\n1 }\n",
        &expect![[r#"
            x { 'y':
              content =>
                f('z',
                  1),
            }
            $a = { 'b' =>
              1 }
        "#]],
    );
}

#[test]
fn chains() {
    check(
        "Class['a']\n->Class['b']\n    # then\n~> x { 'c':\nd => 1,\n}\n-> y { 'e': }\n",
        &expect![[r#"
            Class['a']
            -> Class['b']
            # then
            ~> x { 'c':
              d => 1,
            }
            -> y { 'e': }
        "#]],
    );
    check(
        "$a = $b\n.map |$c| {\n$c\n}\n# some\n.filter |$d| { $d }\n$e.map |$f| {\n$f\n}.g\n",
        &expect![[r#"
            $a = $b
              .map |$c| {
                $c
              }
              # some
              .filter |$d| { $d }
            $e.map |$f| {
              $f
            }.g
        "#]],
    );
}

#[test]
fn brackets_that_open_together_count_once() {
    check(
        "$a = [{\n'b' => 1,\n}, {\n'c' => 2,\n}]\nf(g({\n'h' => 1,\n}))\n$i = [ {\n'j' => 1,\n},\n{\n'k' => 2,\n},\n]\n",
        &expect![[r#"
            $a = [{
              'b' => 1,
            }, {
              'c' => 2,
            }]
            f(g({
              'h' => 1,
            }))
            $i = [{
                'j' => 1,
              },
              {
                'k' => 2,
              },
            ]
        "#]],
    );
    check(
        "$a = f(\n1,\n) + g(\n2,\n)\n$b = join($c.map |$d| {\n$d\n}, ',')\nf($e,\n$g) |$h| {\n$h\n}\n",
        &expect![[r#"
            $a = f(
              1,
            ) + g(
              2,
            )
            $b = join($c.map |$d| {
              $d
            }, ',')
            f($e,
              $g) |$h| {
              $h
            }
        "#]],
    );
}
