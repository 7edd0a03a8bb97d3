//! The functions and types that only plans have, of Bolt and OpenBolt: their Ruby code is part of those, and in no
//! module.

use puppet_db::{Db, File};

/// A function of plans.
pub(crate) struct PlanFunction {
    pub(crate) name: &'static str,
    pub(crate) parameters: &'static [&'static str],
    /// What it does, in one line.
    pub(crate) summary: &'static str,
}

impl PlanFunction {
    /// `name(Type $parameter, …)`
    pub(crate) fn label(&self) -> String {
        format!("{}({})", self.name, self.parameters.join(", "))
    }
}

/// The types that plans name.
pub(crate) const TYPES: [&str; 6] = [
    "ApplyResult",
    "PlanResult",
    "Result",
    "ResultSet",
    "Target",
    "TargetSpec",
];

/// The function of a name, in a plan.
pub(crate) fn find(db: &dyn Db, file: File, name: &str) -> Option<&'static PlanFunction> {
    let name = name.trim_start_matches("::");
    of_file(db, file).iter().find(|it| it.name == name)
}

/// All functions, in a plan.
pub(crate) fn of_file(db: &dyn Db, file: File) -> &'static [PlanFunction] {
    if is_plan(db, file) { FUNCTIONS } else { &[] }
}

/// Whether a file holds a plan.
pub(crate) fn is_plan(db: &dyn Db, file: File) -> bool {
    file.path(db).contains("/plans/")
}

const fn function(
    name: &'static str,
    parameters: &'static [&'static str],
    summary: &'static str,
) -> PlanFunction {
    PlanFunction {
        name,
        parameters,
        summary,
    }
}

const TARGETS: &str = "TargetSpec $targets";
const TARGET: &str = "Target $target";
const DESCRIPTION: &str = "Optional[String] $description";
const OPTIONS: &str = "Optional[Hash] $options";
const BLOCK: &str = "Callable &$block";

const FUNCTIONS: &[PlanFunction] = &[
    function(
        "add_facts",
        &[TARGET, "Hash $facts"],
        "Adds facts to those of a target.",
    ),
    function(
        "add_to_group",
        &[TARGETS, "String $group"],
        "Adds targets to a group of the inventory.",
    ),
    function(
        "apply_prep",
        &[TARGETS, OPTIONS],
        "Installs the agent on targets if it is missing, and collects their facts.",
    ),
    function(
        "background",
        &["Optional[String] $name", BLOCK],
        "Runs a block while the plan goes on; returns a Future.",
    ),
    function(
        "catch_errors",
        &["Optional[Array[String]] $kinds", BLOCK],
        "Runs a block; returns its error instead of failing.",
    ),
    function(
        "ctrl::do_until",
        &[OPTIONS, BLOCK],
        "Repeats a block until it returns a true value.",
    ),
    function(
        "ctrl::sleep",
        &["Numeric $seconds"],
        "Waits for some seconds.",
    ),
    function(
        "download_file",
        &[
            "String $source",
            "String $destination",
            TARGETS,
            DESCRIPTION,
            OPTIONS,
        ],
        "Downloads a file or folder from targets.",
    ),
    function("facts", &[TARGET], "The facts of a target that are known."),
    function(
        "fail_plan",
        &[
            "String $message",
            "Optional[String] $kind",
            "Optional[Hash] $details",
            "Optional[String] $issue_code",
        ],
        "Ends the plan with an error.",
    ),
    function(
        "file::exists",
        &["String $filename"],
        "Whether a file exists on the controller.",
    ),
    function(
        "file::read",
        &["String $filename"],
        "The content of a file on the controller.",
    ),
    function(
        "file::write",
        &["String $filename", "String $content"],
        "Writes a file on the controller.",
    ),
    function(
        "get_resources",
        &[TARGETS, "Variant[String, Type, Array] $resources"],
        "The resources of types that targets have.",
    ),
    function(
        "get_target",
        &["String $uri"],
        "The target of a name or address.",
    ),
    function(
        "get_targets",
        &["TargetSpec $names"],
        "The targets of names, groups or addresses.",
    ),
    function(
        "out::message",
        &["Any $message"],
        "Tells the user something.",
    ),
    function(
        "out::verbose",
        &["Any $message"],
        "Tells the user something in verbose runs.",
    ),
    function(
        "parallelize",
        &["Array $data", BLOCK],
        "Calls a block with each element, at the same time.",
    ),
    function("prompt", &["String $prompt", OPTIONS], "Asks the user."),
    function(
        "puppetdb_fact",
        &["Array[String] $certnames"],
        "The facts of nodes in PuppetDB.",
    ),
    function(
        "puppetdb_query",
        &["Variant[String, Array] $query"],
        "Asks PuppetDB.",
    ),
    function(
        "remove_from_group",
        &[TARGETS, "String $group"],
        "Takes a target out of a group of the inventory.",
    ),
    function(
        "resolve_references",
        &["Data $references"],
        "Resolves references of plugins in data.",
    ),
    function(
        "run_command",
        &["String $command", TARGETS, DESCRIPTION, OPTIONS],
        "Runs a command on targets.",
    ),
    function(
        "run_container",
        &["String $image", OPTIONS],
        "Runs a container.",
    ),
    function(
        "run_plan",
        &[
            "String $plan",
            "Optional[TargetSpec] $targets",
            "Optional[Hash] $parameters",
        ],
        "Runs another plan.",
    ),
    function(
        "run_script",
        &["String $script", TARGETS, DESCRIPTION, OPTIONS],
        "Uploads a script to targets and runs it.",
    ),
    function(
        "run_task",
        &[
            "String $task",
            TARGETS,
            DESCRIPTION,
            "Optional[Hash] $parameters",
        ],
        "Runs a task on targets.",
    ),
    function(
        "run_task_with",
        &["String $task", TARGETS, DESCRIPTION, OPTIONS, BLOCK],
        "Runs a task on targets, with parameters for each from a block.",
    ),
    function(
        "set_config",
        &[TARGET, "Variant[String, Array[String]] $key", "Any $value"],
        "Sets an option of a target.",
    ),
    function(
        "set_feature",
        &[TARGET, "String $feature", "Optional[Boolean] $value"],
        "Says what a target can do.",
    ),
    function(
        "set_var",
        &[TARGET, "String $key", "Data $value"],
        "Sets a variable of a target.",
    ),
    function(
        "upload_file",
        &[
            "String $source",
            "String $destination",
            TARGETS,
            DESCRIPTION,
            OPTIONS,
        ],
        "Uploads a file or folder to targets.",
    ),
    function("vars", &[TARGET], "The variables of a target."),
    function(
        "wait",
        &["Variant[Future, Array[Future]] $futures", OPTIONS],
        "Waits for what runs in the background.",
    ),
    function(
        "wait_until_available",
        &[TARGETS, OPTIONS],
        "Waits until targets can be reached.",
    ),
    function(
        "write_file",
        &["String $content", "String $destination", TARGETS, OPTIONS],
        "Writes a text to a file on targets.",
    ),
];

#[cfg(test)]
mod tests {
    use crate::testing::cursor;

    fn in_plan(code: &str) -> (crate::Analysis, crate::FilePosition) {
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
