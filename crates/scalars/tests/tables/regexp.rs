//! Regular expressions: validity, and the first match in some texts.

use puppet_scalars::Regexp;
use serde_json::json;

#[test]
fn agrees_with_ruby() {
    let mut different = Vec::new();
    for case in crate::table("REGEXP_TABLE", "regexp.jsonl") {
        let source = case["re"].as_str().expect("a source");
        let regexp = Regexp::new(source);
        if Some(regexp.is_ok()) != case["ok"].as_bool() {
            different.push(format!("{case}\n  we say {regexp:?}"));
            continue;
        }
        let Ok(regexp) = regexp else { continue };
        for answer in case["matches"].as_array().into_iter().flatten() {
            let text = answer[0].as_str().expect("a text");
            // What we leave undecided is not wrong.
            let Ok(found) = regexp.captures_from(text, 0) else {
                continue;
            };
            let ours = json!(found.map(|captures| captures.groups));
            if ours != answer[1] {
                different.push(format!(
                    "/{source}/ on {text:?}: Ruby {}, we {ours}",
                    answer[1]
                ));
            }
        }
    }
    crate::expect_none(&different);
}
