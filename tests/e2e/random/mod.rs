//! After any edits, opens, closes, renames, changes on disk and cancelled requests, every answer is that of a freshly
//! started server on the same texts.
//!
//! `PUPPET_STEPS` says how many steps are made (60), `PUPPET_SEED` which ones (0), `PUPPET_COMPARED` after how many the
//! answers are compared (20), `PUPPET_IN_MODULE` after how many another module is taken (250), `PUPPET_CORPUS` where
//! modules are (`/usr/share/puppet/modules`).
//!
//! `PUPPET_SECONDS` makes it a soak, as `cargo xtask soak` runs it: one session in all modules at once, for so long, with
//! switches of branches; `PUPPET_SAMPLES` names the file that gets a line for each comparison.

mod answers;
mod compare;
mod corpus;
mod numbers;
mod session;
mod soak;
mod steps;

use numbers::Numbers;
use session::{EditorStyle, RandomSession};

fn number(variable: &str, usual: usize) -> usize {
    let number = std::env::var(variable).ok();
    number.and_then(|it| it.parse().ok()).unwrap_or(usual)
}

#[test]
fn answers_are_those_of_a_fresh_server() {
    if let seconds @ 1.. = number("PUPPET_SECONDS", 0) {
        return soak::run(seconds as u64);
    }
    let (steps, seed) = (number("PUPPET_STEPS", 60), number("PUPPET_SEED", 0));
    let modules = corpus::modules();
    let compared = number("PUPPET_COMPARED", 20).max(1);
    // A short run has several modules too.
    let in_module = number("PUPPET_IN_MODULE", 250);
    let in_module = in_module.min(steps.div_ceil(3)).max(1);
    for (index, first) in (0..steps).step_by(in_module).enumerate() {
        let mut numbers = Numbers::new((seed * 1000 + index) as u64);
        let module = &modules[numbers.number_below(modules.len())];
        let mut session = RandomSession::new(module, EditorStyle::number(index + seed));
        let mut path = session.any(&mut numbers);
        for step in first..steps.min(first + in_module) {
            session.step(&mut path, step, &mut numbers);
            if step % compared == compared - 1 {
                compare::compare(&mut session, &path, &mut numbers);
            }
        }
        session.finish();
    }
}
