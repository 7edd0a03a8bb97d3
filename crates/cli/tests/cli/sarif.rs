//! The format SARIF of `check`.

use expect_test::expect;

use crate::output::json;

#[test]
fn sarif() {
    let mut sarif = json("sarif");
    let run = &mut sarif["runs"][0];
    let base = run["originalUriBaseIds"]["SRCROOT"]["uri"].take();
    let base = base.as_str().expect("a URI");
    assert!(
        base.starts_with("file:///") && base.ends_with('/'),
        "{base}"
    );
    for rule in run["tool"]["driver"]["rules"]
        .as_array_mut()
        .expect("rules")
    {
        let page = rule["help"]["markdown"].take();
        assert!(page.as_str().expect("a page").starts_with("# "));
        rule["help"]["text"].take();
        rule["fullDescription"].take();
    }
    expect![[r#"
        {
          "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
          "version": "2.1.0",
          "runs": [
            {
              "tool": {
                "driver": {
                  "name": "puppet-analyzer",
                  "semanticVersion": "0.2.0",
                  "informationUri": "https://github.com/puppet-analyzer/puppet-analyzer",
                  "rules": [
                    {
                      "id": "N101",
                      "name": "unknown-variable",
                      "shortDescription": {
                        "text": "A variable does not exist in this scope."
                      },
                      "fullDescription": null,
                      "help": {
                        "text": null,
                        "markdown": null
                      },
                      "helpUri": "https://github.com/puppet-analyzer/puppet-analyzer/blob/main/docs/rules/N101-unknown-variable.md",
                      "defaultConfiguration": {
                        "level": "error"
                      }
                    },
                    {
                      "id": "R304",
                      "name": "duplicate-resource",
                      "shortDescription": {
                        "text": "Two resources of the same type have the same title."
                      },
                      "fullDescription": null,
                      "help": {
                        "text": null,
                        "markdown": null
                      },
                      "helpUri": "https://github.com/puppet-analyzer/puppet-analyzer/blob/main/docs/rules/R304-duplicate-resource.md",
                      "defaultConfiguration": {
                        "level": "error"
                      }
                    },
                    {
                      "id": "T209",
                      "name": "optional-never-undef",
                      "shortDescription": {
                        "text": "`Optional` has no effect on a parameter whose default is not undef."
                      },
                      "fullDescription": null,
                      "help": {
                        "text": null,
                        "markdown": null
                      },
                      "helpUri": "https://github.com/puppet-analyzer/puppet-analyzer/blob/main/docs/rules/T209-optional-never-undef.md",
                      "defaultConfiguration": {
                        "level": "note"
                      }
                    }
                  ]
                }
              },
              "originalUriBaseIds": {
                "SRCROOT": {
                  "uri": null
                }
              },
              "columnKind": "unicodeCodePoints",
              "results": [
                {
                  "ruleId": "T209",
                  "ruleIndex": 2,
                  "level": "warning",
                  "message": {
                    "text": "Optional has no effect: '$port' takes its default when it is omitted or undef\nDid you mean undef?"
                  },
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "modules/web/manifests/init.pp",
                          "uriBaseId": "SRCROOT"
                        },
                        "region": {
                          "startLine": 1,
                          "startColumn": 11,
                          "endLine": 1,
                          "endColumn": 27
                        }
                      }
                    }
                  ],
                  "relatedLocations": [],
                  "fixes": [
                    {
                      "description": {
                        "text": "Replace with `undef`"
                      },
                      "artifactChanges": [
                        {
                          "artifactLocation": {
                            "uri": "modules/web/manifests/init.pp",
                            "uriBaseId": "SRCROOT"
                          },
                          "replacements": [
                            {
                              "deletedRegion": {
                                "startLine": 1,
                                "startColumn": 36,
                                "endLine": 1,
                                "endColumn": 39
                              },
                              "insertedContent": {
                                "text": "undef"
                              }
                            }
                          ]
                        }
                      ]
                    },
                    {
                      "description": {
                        "text": "Remove `Optional`"
                      },
                      "artifactChanges": [
                        {
                          "artifactLocation": {
                            "uri": "modules/web/manifests/init.pp",
                            "uriBaseId": "SRCROOT"
                          },
                          "replacements": [
                            {
                              "deletedRegion": {
                                "startLine": 1,
                                "startColumn": 11,
                                "endLine": 1,
                                "endColumn": 27
                              },
                              "insertedContent": {
                                "text": "String"
                              }
                            }
                          ]
                        }
                      ]
                    }
                  ],
                  "partialFingerprints": {
                    "puppetAnalyzer/v1": "c758870d537fa55043ed389f08f59bef"
                  }
                },
                {
                  "ruleId": "N101",
                  "ruleIndex": 0,
                  "level": "error",
                  "message": {
                    "text": "Unknown variable: 'prt'\nDid you mean '$port'?"
                  },
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "modules/web/manifests/init.pp",
                          "uriBaseId": "SRCROOT"
                        },
                        "region": {
                          "startLine": 2,
                          "startColumn": 23,
                          "endLine": 2,
                          "endColumn": 27
                        }
                      }
                    }
                  ],
                  "relatedLocations": [],
                  "fixes": [
                    {
                      "description": {
                        "text": "Replace with `$port`"
                      },
                      "artifactChanges": [
                        {
                          "artifactLocation": {
                            "uri": "modules/web/manifests/init.pp",
                            "uriBaseId": "SRCROOT"
                          },
                          "replacements": [
                            {
                              "deletedRegion": {
                                "startLine": 2,
                                "startColumn": 24,
                                "endLine": 2,
                                "endColumn": 27
                              },
                              "insertedContent": {
                                "text": "port"
                              }
                            }
                          ]
                        }
                      ]
                    },
                    {
                      "description": {
                        "text": "Add the parameter `$prt`"
                      },
                      "artifactChanges": [
                        {
                          "artifactLocation": {
                            "uri": "modules/web/manifests/init.pp",
                            "uriBaseId": "SRCROOT"
                          },
                          "replacements": [
                            {
                              "deletedRegion": {
                                "startLine": 1,
                                "startColumn": 39,
                                "endLine": 1,
                                "endColumn": 39
                              },
                              "insertedContent": {
                                "text": ", $prt = undef"
                              }
                            }
                          ]
                        }
                      ]
                    },
                    {
                      "description": {
                        "text": "Assign `$prt` before this statement"
                      },
                      "artifactChanges": [
                        {
                          "artifactLocation": {
                            "uri": "modules/web/manifests/init.pp",
                            "uriBaseId": "SRCROOT"
                          },
                          "replacements": [
                            {
                              "deletedRegion": {
                                "startLine": 2,
                                "startColumn": 16,
                                "endLine": 2,
                                "endColumn": 16
                              },
                              "insertedContent": {
                                "text": "$prt = undef\n  "
                              }
                            }
                          ]
                        }
                      ]
                    }
                  ],
                  "partialFingerprints": {
                    "puppetAnalyzer/v1": "6a445024e4e355ac0b8e5788c1b6ec9d"
                  }
                },
                {
                  "ruleId": "R304",
                  "ruleIndex": 1,
                  "level": "error",
                  "message": {
                    "text": "Duplicate declaration: Notify[a] is already declared; cannot redeclare\nRemove one of the declarations, or give it another title"
                  },
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "site.pp",
                          "uriBaseId": "SRCROOT"
                        },
                        "region": {
                          "startLine": 3,
                          "startColumn": 10,
                          "endLine": 3,
                          "endColumn": 13
                        }
                      }
                    }
                  ],
                  "relatedLocations": [
                    {
                      "id": 0,
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "site.pp",
                          "uriBaseId": "SRCROOT"
                        },
                        "region": {
                          "startLine": 2,
                          "startColumn": 10,
                          "endLine": 2,
                          "endColumn": 13
                        }
                      },
                      "message": {
                        "text": "First declared here"
                      }
                    }
                  ],
                  "fixes": [],
                  "partialFingerprints": {
                    "puppetAnalyzer/v1": "a4699af37f33d6a88f05aa15bb2f9431"
                  }
                }
              ]
            }
          ]
        }"#]].assert_eq(&format!("{sarif:#}"));
}
