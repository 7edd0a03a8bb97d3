//! Generated programs with parameters of declared types, and whether real Puppet fails for some of their values:
//! `cargo xtask soundness --record FILE` compares more of them. Where Puppet fails, strict reports something.

use crate::support::Project;

/// Each line is a program: the verdict, the parameters, what is called and the body, with tabs between them.
const PROGRAMS: &str = include_str!("../data/generated_programs.tsv");

/// The rules about values that may fail.
const RULES: [&str; 16] = [
    "T201", "T202", "T203", "T204", "T205", "T206", "T211", "T216", "T219", "T222", "T223", "R301",
    "R302", "R305", "R312", "R315",
];

/// Whether strict reports something in a program.
fn is_reported(parameters: &str, callee: &str, body: &str) -> bool {
    let named = |code: &str| {
        code.replace("s::callee", "s::d")
            .replace("s/callee.epp", "s/d.epp")
    };
    let class = format!("class s::p({parameters}) {{\n{}\n}}\n", named(body));
    let callee = named(callee);
    let callee_file = match &callee {
        code if code.starts_with("function") => "/modules/s/functions/d.pp",
        code if code.starts_with("Puppet::") => "/modules/s/lib/puppet/functions/s/d.rb",
        code if code.starts_with("<%") => "/modules/s/templates/d.epp",
        _ => "/modules/s/manifests/d.pp",
    };
    let mut files = vec![
        ("/modules/s/manifests/p.pp", class.as_str()),
        ("/puppet-analyzer.toml", "strictness = 'strict'\n"),
    ];
    if !callee.is_empty() {
        files.push((callee_file, &callee));
    }
    let project = Project::new(files);
    ["/modules/s/manifests/p.pp", callee_file]
        .into_iter()
        .take(1 + usize::from(!callee.is_empty()))
        .any(|path| {
            let file = project.file(path);
            puppet_checks::file_diagnostics(&project.db, file)
                .iter()
                .any(|it| RULES.contains(&it.code()))
        })
}

#[test]
fn what_fails_is_reported() {
    let (mut missed, mut reported, mut proven, mut count) = (Vec::new(), 0, 0, 0);
    for line in PROGRAMS.lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        let [verdict, parameters, callee, body] = parts[..] else {
            panic!("{line}");
        };
        let (is_reported, fails) = (is_reported(parameters, callee, body), verdict == "fails");
        count += 1;
        reported += usize::from(is_reported);
        proven += usize::from(is_reported && fails);
        if fails && !is_reported {
            missed.push(line);
        }
    }
    assert!(count >= 300, "{count}");
    assert!(missed.is_empty(), "{missed:#?}");
    assert!(proven * 10 >= reported * 9, "{proven} of {reported}");
}
