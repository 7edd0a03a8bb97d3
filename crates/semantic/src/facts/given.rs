//! Facts that a file gives to the machines or runs that it starts.
//!
//! Facter takes `FACTER_name` of its environment for a fact. Vagrant (`puppet.facter = { … }`) and Test Kitchen
//! (`custom_facts`) have settings for it. Scripts write `name=value` into files of `facts.d`. All of these are read as
//! text, be it Ruby, shell or YAML.

use std::path::Path;

use puppet_data::{DataValue, yaml};

use super::recorded::FactPaths;

/// What the name of a variable of the environment starts with, if it is a fact.
const PREFIX: &str = "FACTER_";

/// The setting of Vagrant.
const VAGRANT: &str = ".facter";

/// The setting of Test Kitchen.
const KITCHEN: &str = "custom_facts";

/// Where the files with the values of external facts are.
const EXTERNAL: &str = "facts.d";

/// The facts that a file gives.
pub(super) fn facts_given_in(path: &Path, text: &str) -> FactPaths {
    let in_environment = text.split(PREFIX).skip(1).map(word);
    let mut names: Vec<&str> = in_environment.collect();
    for setting in text.split(VAGRANT).skip(1) {
        names.extend(keys_of_setting(setting));
    }
    if text.contains(EXTERNAL) {
        names.extend(text.lines().flat_map(names_assigned_in_texts));
    }
    let mut found: FactPaths = names
        .into_iter()
        .filter(|name| !name.is_empty())
        .map(|name| (name.to_lowercase(), "Any"))
        .collect();
    let is_yaml = path
        .extension()
        .is_some_and(|it| it == "yml" || it == "yaml");
    if is_yaml && text.contains(KITCHEN) {
        let value = yaml::parse(text);
        value.iter().for_each(|value| add_custom(value, &mut found));
    }
    found
}

/// The letters of a name at the start of a text.
fn word(text: &str) -> &str {
    let is_in_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let end = text.find(|c| !is_in_name(c)).unwrap_or(text.len());
    &text[..end]
}

/// The names in a line that a text assigns, or `echo`: `echo "role=$1"`, `echo role=web`.
fn names_assigned_in_texts(line: &str) -> impl Iterator<Item = &str> {
    let starts = line.match_indices(['"', '\'']).map(|(at, _)| at + 1);
    let echoed = line.find("echo ").map(|at| at + "echo ".len());
    let texts = starts.chain(echoed).filter_map(|at| line.get(at..));
    let names = texts.map(|text| (word(text), text));
    names
        .filter(|(name, text)| text[name.len()..].starts_with('='))
        .map(|(name, _)| name)
}

/// The keys that follow the setting of Vagrant: of a hash that it is set to, or one in brackets.
fn keys_of_setting(after: &str) -> Vec<&str> {
    let after = after.trim_start();
    if let Some(key) = after.strip_prefix('[') {
        return vec![word(key.trim_start_matches(['\'', '"', ':']))];
    }
    let Some((head, rest)) = after.split_once('{') else {
        return Vec::new();
    };
    let is_set = head.contains('=') || head.contains("merge");
    if !is_set || head.contains('\n') {
        return Vec::new();
    }
    let hash = rest.split_once('}').map_or(rest, |(hash, _)| hash);
    let lines = hash
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default());
    lines
        .flat_map(|line| line.split(','))
        .filter_map(key)
        .collect()
}

/// The key of an entry of a Ruby hash: `'name' => x`, `:name => x`, `name: x`.
fn key(entry: &str) -> Option<&str> {
    let entry = entry.trim_start().trim_start_matches(['\'', '"', ':']);
    let name = word(entry);
    let after = entry[name.len()..]
        .trim_start_matches(['\'', '"'])
        .trim_start();
    (after.starts_with("=>") || after.starts_with(':')).then_some(name)
}

/// Adds the keys of the settings of Test Kitchen, wherever they stand.
fn add_custom(value: &DataValue, found: &mut FactPaths) {
    for entry in value.as_mapping().unwrap_or_default() {
        if entry.key == KITCHEN {
            let facts = entry.value.as_mapping().unwrap_or_default().iter();
            found.extend(facts.map(|fact| (fact.key.to_lowercase(), "Any")));
        }
        add_custom(&entry.value, found);
    }
    for element in value.as_sequence().unwrap_or_default() {
        add_custom(element, found);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::facts_given_in;

    #[test]
    fn facts_are_given_by_scripts_vagrant_and_kitchen() {
        for (file, text, expected) in [
            (
                "run.sh",
                "export FACTER_odoo_version='13'\nFACTER_Role=$x puppet apply a.pp",
                "odoo_version role",
            ),
            ("run", "echo $FACTER_; facter=1", ""),
            (
                "files/role.sh",
                "A=1\necho \"my_role=$1\" >/etc/facter/facts.d/role.txt\necho tier=2 >>$out\n[ \"x\" = 'y' ]",
                "my_role tier",
            ),
            ("files/role.sh", "echo \"my_role=$1\" >/etc/role", ""),
            (
                "Vagrantfile",
                "puppet.facter = {\n  \"a\" => x, # \"no\" => 1\n  'b'=> 1,\n  :c => 2, d: 'x:y'\n}\n",
                "a b c d",
            ),
            (
                "Vagrantfile",
                "p.facter['role'] = 'web'\np.facter = { e: 1 }",
                "e role",
            ),
            ("Vagrantfile", "p.facter = facts\nx = { f: 1 }", ""),
            (
                ".kitchen.yml",
                "suites:\n  - provisioner:\n      custom_facts:\n        role: web\n        tier: 1\n",
                "role tier",
            ),
        ] {
            let found = facts_given_in(Path::new(file), text);
            let found: Vec<&str> = found.keys().map(String::as_str).collect();
            assert_eq!(found.join(" "), expected, "{file}: {text}");
        }
    }
}
