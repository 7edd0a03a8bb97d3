//! The functions and types that only plans have, of Bolt and OpenBolt: their Ruby code is part of those, and in no
//! module.

use puppet_db::{Db, File, is_plan};
use puppet_library::{DataTypeStub, FunctionStub, Library, ParameterArity};

/// The function of a name, in a plan.
pub fn find(db: &dyn Db, file: File, name: &str) -> Option<&'static FunctionStub> {
    let name = name.trim_start_matches("::");
    Library
        .plan_function(name)
        .filter(|_| is_plan(file.path(db)))
}

/// All functions, in a plan.
pub fn plan_functions(db: &dyn Db, file: File) -> &'static [FunctionStub] {
    match is_plan(file.path(db)) {
        true => Library.plan_functions(),
        false => &[],
    }
}

/// The type of a name, in a plan.
pub fn find_type(db: &dyn Db, file: File, name: &str) -> Option<&'static DataTypeStub> {
    let types = is_plan(file.path(db)).then(|| Library.plan_types());
    types
        .into_iter()
        .flatten()
        .find(|it| it.name.eq_ignore_ascii_case(name))
}

/// The types that plans name.
pub fn types() -> impl Iterator<Item = &'static str> {
    Library.plan_types().iter().map(|it| it.name.as_str())
}

/// `name(Type $parameter, …)`
pub fn label(function: &FunctionStub) -> String {
    format!("{}({})", function.name, parameters(function).join(", "))
}

/// The parameters and the block, as definitions write them.
pub fn parameters(function: &FunctionStub) -> Vec<String> {
    let Some(signature) = function.signatures.first() else {
        return Vec::new();
    };
    let parameters = signature.parameters.iter();
    let parameters = parameters.map(|it| match it.arity {
        ParameterArity::Optional => format!("Optional[{}] ${}", it.ty, it.name),
        ParameterArity::Required => format!("{} ${}", it.ty, it.name),
        ParameterArity::Repeated | ParameterArity::RequiredRepeated => {
            format!("{} *${}", it.ty, it.name)
        }
    });
    let block = signature.block.iter();
    let block = block.map(|it| format!("{} &${}", it.ty, it.name));
    parameters.chain(block).collect()
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::cursor;

    fn in_plan(code: &str) -> (puppet_ide::Analysis, puppet_ide::FilePosition) {
        cursor(&format!(
            "#- /environment.conf\n#- /modules/web/files/x.sh\n#- /modules/web/plans/x.pp\nplan web::x(TargetSpec $targets) {{\n{code}\n}}\n"
        ))
    }

    fn labels(code: &str) -> Vec<String> {
        let (analysis, position) = in_plan(code);
        let items = analysis.completion(position).expect("not cancelled").items;
        items.into_iter().map(|item| item.label).collect()
    }

    #[test]
    fn plans_are_offered_their_functions_and_types() {
        assert_eq!(
            labels("run_t$0")
                .iter()
                .filter(|it| it.starts_with("run_t"))
                .count(),
            2
        );
        assert_eq!(labels("$r = run_com$0")[0], "run_command");
        assert_eq!(labels("if $x =~ ResultS$0 { }")[0], "ResultSet");
        assert_eq!(labels("upload_file('$0', '/x', $targets)"), ["web/x.sh"]);
        assert_eq!(labels("run_script('we$0"), ["web/x.sh"]);
        let (analysis, position) = cursor(
            "#- /environment.conf\n#- /modules/web/manifests/x.pp\nclass web::x { run_t$0 }\n",
        );
        let items = analysis.completion(position).expect("not cancelled").items;
        assert!(items.iter().all(|it| it.label != "run_task"));
    }

    #[test]
    fn they_are_described() {
        let (analysis, position) = in_plan("run_ta$0sk('x', $targets)");
        let hover = analysis
            .hover(position)
            .expect("not cancelled")
            .expect("known");
        assert!(
            hover
                .plain_text()
                .contains("run_task(String $task, TargetSpec $targets")
        );
        for (code, active) in [
            ("run_command($0)", 0),
            ("run_command('x', $0", 1),
            ("$targets.upload_file('a', $0)", 2),
        ] {
            let (analysis, position) = in_plan(code);
            let help = analysis.signature_help(position).expect("not cancelled");
            let help = help.expect("known").signatures.remove(0);
            assert_eq!(help.active_parameter, Some(active), "{}", help.label);
        }
    }
}
