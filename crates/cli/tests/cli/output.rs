//! The formats of `check`, its statistics and its exit status.

use expect_test::{Expect, expect};
use serde_json::Value;

use crate::support::{Sandbox, run_with};

/// Diagnostics with a fix, with a related place, and after a character of two bytes.
const FILES: [(&str, &str); 2] = [
    (
        "modules/web/manifests/init.pp",
        "class web(Optional[String] $port = nil) {\n  $prot = 'ü'; notice($prt)\n}\n",
    ),
    ("site.pp", "include web\nnotify { 'a': }\nnotify { 'a': }\n"),
];

fn sandbox() -> Sandbox {
    Sandbox::new(&FILES)
}

fn output(format: &str) -> String {
    let answer = sandbox().run(&["check", "--format", format, "."]);
    assert_eq!(answer.status, 1, "{}", answer.stderr);
    assert_eq!(answer.stderr, "");
    answer.stdout
}

fn check(format: &str, expected: Expect) {
    expected.assert_eq(&output(format));
}

pub fn json(format: &str) -> Value {
    serde_json::from_str(&output(format)).expect("JSON")
}

#[test]
fn concise() {
    check(
        "concise",
        expect![[r#"
        modules/web/manifests/init.pp:1:11: warning[T209]: Optional has no effect: '$port' takes its default when it is omitted or undef
        modules/web/manifests/init.pp:2:23: error[N101]: Unknown variable: 'prt'
        site.pp:3:10: error[R304]: Duplicate declaration: Notify[a] is already declared; cannot redeclare
        2 errors and 1 warning in 2 files
    "#]],
    );
}

#[test]
fn grouped() {
    check(
        "grouped",
        expect![[r#"
        modules/web/manifests/init.pp:
             1:11  warning  T209  Optional has no effect: '$port' takes its default when it is omitted or undef
             2:23  error    N101  Unknown variable: 'prt'

        site.pp:
             3:10  error    R304  Duplicate declaration: Notify[a] is already declared; cannot redeclare

        2 errors and 1 warning in 2 files
    "#]],
    );
}

#[test]
fn github() {
    check(
        "github",
        expect![[r#"
            ::warning file=modules/web/manifests/init.pp,line=1,endLine=1,col=11,endColumn=27,title=T209 optional-never-undef::modules/web/manifests/init.pp:1:11: T209: Optional has no effect: '$port' takes its default when it is omitted or undef%0ADid you mean undef?
            ::error file=modules/web/manifests/init.pp,line=2,endLine=2,col=23,endColumn=27,title=N101 unknown-variable::modules/web/manifests/init.pp:2:23: N101: Unknown variable: 'prt'%0ADid you mean '$port'?
            ::error file=site.pp,line=3,endLine=3,col=10,endColumn=13,title=R304 duplicate-resource::site.pp:3:10: R304: Duplicate declaration: Notify[a] is already declared; cannot redeclare%0ARemove one of the declarations, or give it another title
            2 errors and 1 warning in 2 files
        "#]],
    );
    let sandbox = sandbox();
    let answer = run_with(sandbox.path(), &["check"], &[("GITHUB_ACTIONS", "true")]);
    assert_eq!(answer.stdout, output("github"));
    let workspace = [
        ("GITHUB_ACTIONS", "true"),
        ("GITHUB_WORKSPACE", &*sandbox.path().to_string_lossy()),
    ];
    let modules = sandbox.path().join("modules");
    let answer = run_with(&modules, &["check"], &workspace);
    let path = "file=modules/web/manifests/init.pp,";
    assert!(answer.stdout.contains(path), "{}", answer.stdout);
}

#[test]
fn json_lines_and_array() {
    let lines = output("json");
    let lines = lines.lines();
    let lines: Vec<Value> = lines
        .map(|it| serde_json::from_str(it).expect("JSON"))
        .collect();
    assert_eq!(json("json-array"), Value::Array(lines));
}

#[test]
fn gitlab() {
    check(
        "gitlab",
        expect![[r#"
            [
              {
                "description": "T209: Optional has no effect: '$port' takes its default when it is omitted or undef",
                "check_name": "optional-never-undef",
                "fingerprint": "c758870d537fa55043ed389f08f59bef",
                "severity": "minor",
                "location": {
                  "path": "modules/web/manifests/init.pp",
                  "lines": {
                    "begin": 1,
                    "end": 1
                  },
                  "positions": {
                    "begin": {
                      "line": 1,
                      "column": 11
                    },
                    "end": {
                      "line": 1,
                      "column": 27
                    }
                  }
                }
              },
              {
                "description": "N101: Unknown variable: 'prt'",
                "check_name": "unknown-variable",
                "fingerprint": "6a445024e4e355ac0b8e5788c1b6ec9d",
                "severity": "major",
                "location": {
                  "path": "modules/web/manifests/init.pp",
                  "lines": {
                    "begin": 2,
                    "end": 2
                  },
                  "positions": {
                    "begin": {
                      "line": 2,
                      "column": 23
                    },
                    "end": {
                      "line": 2,
                      "column": 27
                    }
                  }
                }
              },
              {
                "description": "R304: Duplicate declaration: Notify[a] is already declared; cannot redeclare",
                "check_name": "duplicate-resource",
                "fingerprint": "a4699af37f33d6a88f05aa15bb2f9431",
                "severity": "major",
                "location": {
                  "path": "site.pp",
                  "lines": {
                    "begin": 3,
                    "end": 3
                  },
                  "positions": {
                    "begin": {
                      "line": 3,
                      "column": 10
                    },
                    "end": {
                      "line": 3,
                      "column": 13
                    }
                  }
                }
              }
            ]
        "#]],
    );
}

#[test]
fn fingerprints_stay_where_lines_move() {
    let sandbox = sandbox();
    let fingerprints = || {
        let answer = sandbox.run(&["check", "--format", "gitlab"]);
        let found: Vec<Value> = serde_json::from_str(&answer.stdout).expect("JSON");
        let found = found.into_iter().map(|it| it["fingerprint"].clone());
        found.collect::<Vec<Value>>()
    };
    let before = fingerprints();
    let (path, text) = FILES[0];
    let moved = text.replacen('\n', "\n\n\n  # More lines.\n", 1);
    sandbox.write(path, moved.as_bytes());
    assert_eq!(fingerprints(), before);
    let (path, text) = FILES[1];
    let twice = format!("{text}notify {{ 'a': }}\n");
    sandbox.write(path, twice.as_bytes());
    let more = fingerprints();
    assert_eq!(more.len(), before.len() + 1);
    assert!(before.iter().all(|it| more.contains(it)));
}

#[test]
fn junit() {
    check(
        "junit",
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="puppet-analyzer" tests="3" failures="3" errors="0">
              <testsuite name="modules/web/manifests/init.pp" tests="2" failures="2" errors="0" skipped="0">
                <testcase name="T209 optional-never-undef (1:11)" classname="modules/web/manifests/init.pp" file="modules/web/manifests/init.pp" line="1">
                  <failure type="warning" message="Optional has no effect: &apos;$port&apos; takes its default when it is omitted or undef">modules/web/manifests/init.pp:1:11: Optional has no effect: &apos;$port&apos; takes its default when it is omitted or undef
            Did you mean undef?</failure>
                </testcase>
                <testcase name="N101 unknown-variable (2:23)" classname="modules/web/manifests/init.pp" file="modules/web/manifests/init.pp" line="2">
                  <failure type="error" message="Unknown variable: &apos;prt&apos;">modules/web/manifests/init.pp:2:23: Unknown variable: &apos;prt&apos;
            Did you mean &apos;$port&apos;?</failure>
                </testcase>
              </testsuite>
              <testsuite name="site.pp" tests="1" failures="1" errors="0" skipped="0">
                <testcase name="R304 duplicate-resource (3:10)" classname="site.pp" file="site.pp" line="3">
                  <failure type="error" message="Duplicate declaration: Notify[a] is already declared; cannot redeclare">site.pp:3:10: Duplicate declaration: Notify[a] is already declared; cannot redeclare
            Remove one of the declarations, or give it another title</failure>
                </testcase>
              </testsuite>
            </testsuites>
        "#]],
    );
}

#[test]
fn checkstyle() {
    check(
        "checkstyle",
        expect![[r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <checkstyle version="4.3">
          <file name="modules/web/manifests/init.pp">
            <error line="1" column="11" severity="warning" message="Optional has no effect: &apos;$port&apos; takes its default when it is omitted or undef" source="puppet-analyzer.T209"/>
            <error line="2" column="23" severity="error" message="Unknown variable: &apos;prt&apos;" source="puppet-analyzer.N101"/>
          </file>
          <file name="site.pp">
            <error line="3" column="10" severity="error" message="Duplicate declaration: Notify[a] is already declared; cannot redeclare" source="puppet-analyzer.R304"/>
          </file>
        </checkstyle>
    "#]],
    );
}

#[test]
fn rdjson() {
    check(
        "rdjson",
        expect![[r#"
            {
              "source": {
                "name": "puppet-analyzer",
                "url": "https://github.com/puppet-analyzer/puppet-analyzer"
              },
              "diagnostics": [
                {
                  "message": "Optional has no effect: '$port' takes its default when it is omitted or undef\nDid you mean undef?",
                  "location": {
                    "path": "modules/web/manifests/init.pp",
                    "range": {
                      "start": {
                        "line": 1,
                        "column": 11
                      },
                      "end": {
                        "line": 1,
                        "column": 27
                      }
                    }
                  },
                  "severity": "WARNING",
                  "code": {
                    "value": "T209",
                    "url": "https://github.com/puppet-analyzer/puppet-analyzer/blob/main/docs/rules/T209-optional-never-undef.md"
                  },
                  "suggestions": [
                    {
                      "range": {
                        "start": {
                          "line": 1,
                          "column": 36
                        },
                        "end": {
                          "line": 1,
                          "column": 39
                        }
                      },
                      "text": "undef"
                    },
                    {
                      "range": {
                        "start": {
                          "line": 1,
                          "column": 11
                        },
                        "end": {
                          "line": 1,
                          "column": 27
                        }
                      },
                      "text": "String"
                    }
                  ],
                  "relatedLocations": []
                },
                {
                  "message": "Unknown variable: 'prt'\nDid you mean '$port'?",
                  "location": {
                    "path": "modules/web/manifests/init.pp",
                    "range": {
                      "start": {
                        "line": 2,
                        "column": 24
                      },
                      "end": {
                        "line": 2,
                        "column": 28
                      }
                    }
                  },
                  "severity": "ERROR",
                  "code": {
                    "value": "N101",
                    "url": "https://github.com/puppet-analyzer/puppet-analyzer/blob/main/docs/rules/N101-unknown-variable.md"
                  },
                  "suggestions": [
                    {
                      "range": {
                        "start": {
                          "line": 2,
                          "column": 25
                        },
                        "end": {
                          "line": 2,
                          "column": 28
                        }
                      },
                      "text": "port"
                    },
                    {
                      "range": {
                        "start": {
                          "line": 1,
                          "column": 39
                        },
                        "end": {
                          "line": 1,
                          "column": 39
                        }
                      },
                      "text": ", $prt = undef"
                    },
                    {
                      "range": {
                        "start": {
                          "line": 2,
                          "column": 17
                        },
                        "end": {
                          "line": 2,
                          "column": 17
                        }
                      },
                      "text": "$prt = undef\n  "
                    }
                  ],
                  "relatedLocations": []
                },
                {
                  "message": "Duplicate declaration: Notify[a] is already declared; cannot redeclare\nRemove one of the declarations, or give it another title",
                  "location": {
                    "path": "site.pp",
                    "range": {
                      "start": {
                        "line": 3,
                        "column": 10
                      },
                      "end": {
                        "line": 3,
                        "column": 13
                      }
                    }
                  },
                  "severity": "ERROR",
                  "code": {
                    "value": "R304",
                    "url": "https://github.com/puppet-analyzer/puppet-analyzer/blob/main/docs/rules/R304-duplicate-resource.md"
                  },
                  "suggestions": [],
                  "relatedLocations": [
                    {
                      "message": "First declared here",
                      "location": {
                        "path": "site.pp",
                        "range": {
                          "start": {
                            "line": 2,
                            "column": 10
                          },
                          "end": {
                            "line": 2,
                            "column": 13
                          }
                        }
                      }
                    }
                  ]
                }
              ]
            }
        "#]],
    );
}

#[test]
fn several_outputs_at_once() {
    let sandbox = sandbox();
    let outputs = ["--output", "gitlab=a.json", "--output", "checkstyle=b.xml"];
    let answer = sandbox.run(&[&["check", "--format", "grouped"], &outputs[..]].concat());
    assert_eq!(answer.stdout, output("grouped"));
    let written = |name| std::fs::read_to_string(sandbox.path().join(name)).expect("a file");
    assert_eq!(written("a.json"), output("gitlab"));
    assert_eq!(written("b.xml"), output("checkstyle"));
}

#[test]
fn statistics_count_by_rule_and_module() {
    let sandbox = sandbox();
    let answer = sandbox.run(&["check", "--statistics"]);
    assert_eq!(answer.status, 1);
    expect![[r#"
        1  N101 unknown-variable
        1  R304 duplicate-resource
        1  T209 optional-never-undef

        2  module web
        1  ./
        2 errors and 1 warning in 2 files
    "#]]
    .assert_eq(&answer.stdout);
    let answer = sandbox.run(&["check", "--statistics", "--format", "json"]);
    let counts: Value = serde_json::from_str(&answer.stdout).expect("JSON");
    expect![[r#"{"rules":[{"code":"N101","name":"unknown-variable","count":1,"fixable":false},{"code":"R304","name":"duplicate-resource","count":1,"fixable":false},{"code":"T209","name":"optional-never-undef","count":1,"fixable":false}],"modules":[{"name":"module web","count":2},{"name":"./","count":1}]}"#]].assert_eq(&counts.to_string());
}

#[test]
fn quiet_prints_only_diagnostics() {
    let sandbox = sandbox();
    let quiet = sandbox.run(&["check", "--format", "concise", "--quiet"]);
    let lines = quiet.stdout.lines();
    assert!(lines.clone().count() > 0);
    assert!(
        lines.clone().all(|line| line.contains(".pp:")),
        "{}",
        quiet.stdout
    );
    assert_eq!(quiet.stderr, "");
}

#[test]
fn the_exit_status_can_be_chosen() {
    let sandbox = Sandbox::new(&[
        ("good.pp", "notice(1)\n"),
        ("warning.pp", "notice(\"\\d\")\n"),
        ("error.pp", "notice(1 + 'x')\n"),
    ]);
    for (options, expected) in [
        (&[][..], [0, 0, 1]),
        (&["--error-on-warning"], [0, 1, 1]),
        (&["--exit-zero"], [0, 0, 0]),
    ] {
        let status = ["good.pp", "warning.pp", "error.pp"]
            .map(|file| sandbox.run(&[&["check", file], options].concat()).status);
        assert_eq!(status, expected, "{options:?}");
    }
    assert_eq!(sandbox.run(&["check", "--exit-zero", "gone.pp"]).status, 2);
}

#[test]
fn text_has_at_most_100_diagnostics_of_a_rule_in_a_file() {
    let code: String = (0..103).map(|i| format!("notice($x{i})\n")).collect();
    let sandbox = Sandbox::new(&[("many.pp", &*code)]);
    let answer = sandbox.run(&["check"]);
    assert_eq!(answer.stdout.matches("[N101]").count(), 100);
    let note = "note: many.pp: 3 diagnostics more of N101 not shown\n";
    assert!(answer.stdout.contains(note), "{}", answer.stdout);
    let answer = sandbox.run(&["check", "--format", "concise"]);
    assert_eq!(answer.stdout.matches("[N101]").count(), 103);
}
