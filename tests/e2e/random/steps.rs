//! The steps of a random session.

use serde_json::{Value, json};

use super::answers::{AnswerPlace, requests};
use super::numbers::Numbers;
use super::session::{RandomSession, boundary, is_puppet};
use crate::client::{CONTENT_MODIFIED, REQUEST_CANCELLED};

/// The server was interrupted and asks the client to repeat the request.
const SERVER_CANCELLED: i64 = -32802;
/// A text that is longer than this is not made longer.
const LONGEST: usize = 400_000;

/// What is typed.
const TYPED: [&str; 30] = [
    "",
    "",
    "{",
    "}",
    "$",
    "x",
    "'",
    "\"",
    "\n",
    "include ",
    "::",
    "[",
    "]",
    "=> ",
    "-> ",
    "# ",
    "class a { ",
    "define b($c) { ",
    "if $x { } else ",
    ")",
    "(",
    "ä🐘",
    "${",
    "@(EOT)\n  text\n  | EOT\n",
    "type A = Integer\n",
    "file { '/x': ensure => file }\n",
    "case $y { 1: { } default: { } }\n",
    "$z = [1, 2].map |$i| { $i + 1 }\n",
    "lookup('a::b', Integer, 'first', 1)",
    "<% ",
];

const FUNCTION: &str = "Puppet::Functions.create_function(:'NAME') do\n  dispatch(:go) do\n    param 'Integer', :a\n    return_type 'String'\n  end\n  def go(a)\n    a.to_s\n  end\nend\n";

/// Settings that a user may have.
fn some_settings(numbers: &mut Numbers) -> Value {
    match numbers.number_below(7) {
        0 => {
            json!({ "inlayHints": { "variableTypes": true, "parameterNames": true, "defaults": true } })
        }
        1 => json!({ "codeLenses": { "references": false } }),
        2 => json!({ "diagnostics": { "enable": false } }),
        3 => json!({ "diagnostics": { "workspace": true } }),
        4 => json!({ "strictness": "strict" }),
        5 => json!({ "target": ["puppet>=7"] }),
        _ => json!({}),
    }
}

impl RandomSession {
    /// Does something; `path` is the file that the user looks at.
    pub(super) fn step(&mut self, path: &mut String, step: usize, numbers: &mut Numbers) {
        let what = match numbers.number_below(40) {
            0..=2 => {
                *path = self.any(numbers);
                "opens another document"
            }
            3 => {
                self.close(path);
                "closes"
            }
            4 | 5 => {
                self.save(path);
                "saves"
            }
            6 => {
                self.save(path);
                self.close(path);
                "saves and closes"
            }
            7 => {
                *path = self.rename_file(path, step);
                "renames the file"
            }
            8 => {
                *path = self.rename_symbol(path, numbers);
                "renames something"
            }
            9 => self.code_action(path, numbers),
            10 | 11 => {
                self.cancelled(path, numbers);
                "asks and cancels"
            }
            12 => {
                self.burst(path, numbers);
                "types quickly"
            }
            13 => {
                self.paste(path, numbers);
                "pastes"
            }
            14..=19 => {
                self.undo(path, 1 + numbers.number_below(8));
                "takes back"
            }
            20 => self.on_disk(path, step, numbers),
            21 => self.about_project(numbers),
            22 if numbers.number_below(3) == 0 => {
                let settings = some_settings(numbers);
                self.configure(settings);
                "has other settings"
            }
            23 => {
                self.open(path);
                "opens"
            }
            _ => {
                let edits = self.edits(path, numbers);
                self.edit(path, &edits);
                "types"
            }
        };
        self.log.push(format!("{step}: {what}, {path}"));
        let old = self.log.len().saturating_sub(60);
        self.log.drain(..old);
        self.listen();
    }

    /// One to three edits of one notification.
    fn edits(&self, path: &str, numbers: &mut Numbers) -> Vec<(usize, usize, String)> {
        let mut text = self.text(path).to_owned();
        let mut edits = Vec::new();
        for _ in 0..1 + numbers.number_below(6) / 4 + numbers.number_below(9) / 8 {
            let start = RandomSession::random_offset(&text, numbers);
            let length = match numbers.number_below(12) {
                0 => numbers.number_below(400),
                1..=4 => 0,
                _ => numbers.number_below(12),
            };
            let end = boundary(&text, start + length).max(start);
            let typed = self.style.with_line_ends(numbers.one_of::<&str>(&TYPED));
            text.replace_range(start..end, &typed);
            edits.push((start, end, typed));
        }
        edits
    }

    /// Another file's text, once or many times, over everything or in the middle.
    fn paste(&mut self, path: &str, numbers: &mut Numbers) {
        let other = self.any(numbers);
        let pasted = self.text(&other).repeat(1 + numbers.number_below(4));
        let text = self.text(path);
        if text.len() + pasted.len() > LONGEST || numbers.number_below(3) == 0 {
            let pasted = self.text(&other).to_owned();
            self.replace(path, pasted);
        } else {
            let at = RandomSession::random_offset(text, numbers);
            self.edit(path, &[(at, at, pasted)]);
        }
    }

    /// One letter after the other, with requests in between whose responses are not awaited.
    fn burst(&mut self, path: &str, numbers: &mut Numbers) {
        let mut at = RandomSession::random_offset(self.text(path), numbers);
        let mut asked = Vec::new();
        for letter in "\n  $burst = include('a::b') ".chars() {
            self.edit(path, &[(at, at, letter.to_string())]);
            at += letter.len_utf8();
            if numbers.number_below(4) == 0 {
                let place = self.place(path, at);
                let mut requests = requests(&place);
                let (method, params) = requests.swap_remove(numbers.number_below(requests.len()));
                asked.push((method, self.client.request(method, params)));
            }
        }
        self.bear(asked);
    }

    fn place(&self, path: &str, at: usize) -> AnswerPlace {
        let at = self.style.place(self.text(path), at);
        AnswerPlace {
            uri: self.uri(path),
            end: at.clone(),
            at,
            new_name: "renamed".to_owned(),
        }
    }

    /// Asks much, cancels most of it while it is computed, and types meanwhile.
    fn cancelled(&mut self, path: &str, numbers: &mut Numbers) {
        // What the disk holds may not be read yet, and then its places are not known.
        self.open(path);
        let mut asked = Vec::new();
        for index in 0.. {
            let place = self.place(path, RandomSession::random_offset(self.text(path), numbers));
            let Some((method, params)) = requests(&place).into_iter().nth(index) else {
                break;
            };
            asked.push((method, self.client.request(method, params)));
            if numbers.number_below(12) == 0 {
                let edits = self.edits(path, numbers);
                self.edit(path, &edits);
            }
        }
        let wait = std::time::Duration::from_millis(numbers.number_below(20) as u64);
        std::thread::sleep(wait);
        for (_, id) in &asked {
            if numbers.number_below(4) != 0 {
                self.client.notify("$/cancelRequest", json!({ "id": id }));
            }
        }
        self.bear(asked);
    }

    /// Accepts any response to requests that were cancelled, or were overtaken by edits.
    fn bear(&mut self, asked: Vec<(&str, i64)>) {
        for (method, id) in asked {
            if let Err(error) = self.client.answer(id) {
                let known = [CONTENT_MODIFIED, REQUEST_CANCELLED, SERVER_CANCELLED];
                let is_refused = method.ends_with("ename") && error.code == -32602;
                assert!(
                    known.contains(&error.code) || is_refused,
                    "{method}: {error:?}"
                );
            }
        }
    }

    /// Gives a file another name, with the edits that the server wants for it.
    fn rename_file(&mut self, path: &str, step: usize) -> String {
        if !self.disk.contains_key(path) {
            return path.to_owned();
        }
        let (stem, suffix) = path.rsplit_once('.').expect("a suffix");
        let to = format!("{stem}_{step}.{suffix}");
        let files = json!([{ "oldUri": self.uri(path), "newUri": self.uri(&to) }]);
        let edit = self.ask("workspace/willRenameFiles", json!({ "files": files }));
        self.apply(&edit.unwrap_or_default());
        self.move_file(path, &to);
        to
    }

    /// Gives the thing at some place another name. Returns where the file is then.
    fn rename_symbol(&mut self, path: &str, numbers: &mut Numbers) -> String {
        let mut params = json!({ "textDocument": { "uri": self.uri(path) }, "newName": "" });
        let text = self.text(path);
        // Most places have no name.
        for _ in 0..8 {
            let at = RandomSession::random_offset(text, numbers);
            params["position"] = self.style.place(text, at);
            if text[at..].starts_with(|letter: char| letter.is_alphanumeric()) {
                break;
            }
        }
        let Some(target) = self.ask("textDocument/prepareRename", params.clone()) else {
            return path.to_owned();
        };
        let name = target["placeholder"].as_str().unwrap_or_default();
        params["newName"] = json!(format!("{name}2"));
        let edit = self.ask("textDocument/rename", params).unwrap_or_default();
        let moved = self.apply(&edit);
        let moved = moved.into_iter().find(|(from, _)| from == path);
        moved.map_or_else(|| path.to_owned(), |(_, to)| to)
    }

    fn code_action(&mut self, path: &str, numbers: &mut Numbers) -> &'static str {
        let place = self.place(path, RandomSession::random_offset(self.text(path), numbers));
        let params = json!({
            "textDocument": { "uri": place.uri },
            "range": { "start": place.at, "end": place.end },
            "context": { "diagnostics": [] },
        });
        let actions = self.ask("textDocument/codeAction", params);
        let actions = actions.as_ref().and_then(Value::as_array);
        match actions {
            Some(actions) if !actions.is_empty() => {
                let action = numbers.one_of(actions).clone();
                self.apply(&action["edit"]);
                "takes a code action"
            }
            _ => "finds no code action",
        }
    }

    /// Makes the changes of the server's edit. Returns what was moved.
    fn apply(&mut self, edit: &Value) -> Vec<(String, String)> {
        let mut moved = Vec::new();
        for change in edit["documentChanges"].as_array().into_iter().flatten() {
            match change["kind"].as_str() {
                Some("rename") => {
                    let (from, to) = (self.path(&change["oldUri"]), self.path(&change["newUri"]));
                    self.move_file(&from, &to);
                    moved.push((from, to));
                }
                Some("create") => {
                    let path = self.path(&change["uri"]);
                    self.write(&path, String::new());
                }
                Some(kind) => panic!("{kind} was not offered"),
                None => self.apply_edits(change),
            }
        }
        moved
    }

    fn apply_edits(&mut self, change: &Value) {
        let path = self.path(&change["textDocument"]["uri"]);
        let text = self.text(&path).to_owned();
        let edits = change["edits"].as_array().expect("edits");
        let mut edits: Vec<(usize, usize, String)> = edits
            .iter()
            .map(|edit| {
                let offset = |name| self.style.offset(&text, &edit["range"][name]);
                let new = edit["newText"].as_str().expect("a text").to_owned();
                (offset("start"), offset("end"), new)
            })
            .collect();
        // From the end, so that places stay true.
        edits.sort_by_key(|(start, _, _)| *start);
        edits.reverse();
        if self.open.contains_key(&path) {
            self.edit(&path, &edits);
            return;
        }
        let mut text = text;
        for (start, end, new) in edits {
            text.replace_range(start..end, &new);
        }
        self.write(&path, text);
    }

    /// Something else than the editor writes files.
    fn on_disk(&mut self, path: &str, step: usize, numbers: &mut Numbers) -> &'static str {
        let folder = module_of(path);
        let module = folder.rsplit('/').next().unwrap_or_default();
        let name = format!("{module}::new{step}");
        match numbers.number_below(10) {
            0 => {
                let text = format!("class {name}(Integer $a = 1) {{\n  include {module}\n}}\n");
                self.write(&format!("{folder}/manifests/new{step}.pp"), text);
                "a class comes"
            }
            1 => {
                let text = FUNCTION.replace("NAME", &name);
                let path = format!("{folder}/lib/puppet/functions/{module}/new{step}.rb");
                self.write(&path, text);
                "a function comes"
            }
            2 => {
                let text = format!("type {} = Integer[0, {step}]\n", capitalized(&name));
                self.write(&format!("{folder}/types/new{step}.pp"), text);
                "a type comes"
            }
            3 => {
                let text = format!("<%- | $a | -%>\n<%= $a %> {step}\n");
                self.write(&format!("{folder}/templates/new{step}.epp"), text);
                "a template comes"
            }
            4 => {
                let hierarchy = "version: 5\nhierarchy:\n  - name: a\n    path: common.yaml\n";
                self.write(&format!("{folder}/hiera.yaml"), hierarchy.to_owned());
                let data = format!("---\n{module}::a: {step}\n{name}::a: x\n");
                self.write(&format!("{folder}/data/common.yaml"), data);
                "data come"
            }
            5 | 6 => {
                // Two manifests stay, so that there is always one to look at.
                let manifests = self.disk.keys().filter(|path| is_puppet(path)).count();
                let gone = self.any_of(|path| manifests > 2 && path != "environment.conf", numbers);
                if let Some(gone) = gone.filter(|gone| gone != path) {
                    self.delete(&gone);
                }
                "a file goes"
            }
            _ => {
                let some = self.any_of(|path| path.contains('.'), numbers);
                let some = some.unwrap_or_else(|| path.to_owned());
                let mut text = self.disk.get(&some).cloned().unwrap_or_default();
                let start = RandomSession::random_offset(&text, numbers);
                let end = boundary(&text, start + numbers.number_below(12)).max(start);
                let new = self.style.with_line_ends(numbers.one_of::<&str>(&TYPED));
                text.replace_range(start..end, &new);
                self.write(&some, text);
                "a file changes"
            }
        }
    }

    /// What decides which files belong together changes.
    fn about_project(&mut self, numbers: &mut Numbers) -> &'static str {
        match numbers.number_below(8) {
            0 => {
                let conf = ["modulepath = modules\n", "modulepath = modules:other\n", ""];
                self.write("environment.conf", (*numbers.one_of(&conf)).to_owned());
                "environment.conf changes"
            }
            1 => {
                let settings = [
                    "strictness = 'strict'\n",
                    "exclude = ['**/init.pp']\n",
                    "wrong",
                ];
                let settings = (*numbers.one_of(&settings)).to_owned();
                self.write("puppet-analyzer.toml", settings);
                "puppet-analyzer.toml changes"
            }
            2 if self.disk.contains_key("puppet-analyzer.toml") => {
                self.delete("puppet-analyzer.toml");
                "puppet-analyzer.toml goes"
            }
            3 => {
                let text = "class a {}\nnotice($a::b)\ninclude a\n".to_owned();
                self.write("manifests/site.pp", text);
                "a site comes"
            }
            4 => {
                let text = "class extra { $x = 1 }\n".to_owned();
                self.write("modules/extra/manifests/init.pp", text);
                "a module comes"
            }
            _ => {
                let is_metadata = |path: &str| path.ends_with("metadata.json");
                match self.any_of(is_metadata, numbers) {
                    Some(path) if numbers.number_below(2) == 0 => {
                        let text =
                            self.disk[&path].replace("\"version_requirement\"", "\"version\"");
                        self.write(&path, text);
                        "metadata.json changes"
                    }
                    Some(path) => {
                        self.delete(&path);
                        "metadata.json goes"
                    }
                    None => {
                        let folder = module_of(&self.any(numbers));
                        let text = "{ \"name\": \"me-it\", \"version\": \"1.0.0\", \"dependencies\": [] }\n";
                        self.write(&format!("{folder}/metadata.json"), text.to_owned());
                        "metadata.json comes"
                    }
                }
            }
        }
    }
}

/// The folder of the module that a file belongs to, or of some module.
fn module_of(path: &str) -> String {
    let mut names = path.split('/');
    match (names.next(), names.next(), names.next()) {
        (Some("modules"), Some(name), Some(_)) => format!("modules/{name}"),
        _ => "modules/extra".to_owned(),
    }
}

fn capitalized(name: &str) -> String {
    let segments = name.split("::").map(|segment| {
        let mut letters = segment.chars();
        let first = letters.next().map(|it| it.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    segments.collect::<Vec<_>>().join("::")
}
