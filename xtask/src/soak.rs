//! A long random session of the server, with memory and latency over time.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use crate::shell;

/// What is run, and where the results go.
#[derive(Debug, Args)]
pub struct SoakOptions {
    /// How long, such as `2` or `0.1`.
    #[arg(long, default_value_t = 2.0)]
    hours: f64,
    /// Which random numbers are taken.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// After how many steps all answers are compared with those of a fresh server.
    #[arg(long, default_value_t = 500)]
    compared: u32,
    /// The drawing; the figures are written beside it, with the extension `txt`.
    #[arg(long, default_value = "target/soak.svg")]
    output: PathBuf,
}

/// The figures of one moment.
struct Sample {
    seconds: f64,
    steps: u64,
    megabytes: f64,
    median: f64,
    slow: f64,
}

/// Runs the session in a release build, draws its figures, and prints the last ones.
pub fn run(options: &SoakOptions) -> Result<()> {
    let output = shell::root().join(&options.output);
    let figures = output.with_extension("txt");
    let mut command = shell::cargo(&[
        "test",
        "--release",
        "-p",
        "puppet-analyzer",
        "--test",
        "e2e",
        "answers_are_those_of_a_fresh_server",
    ]);
    let seconds = (options.hours * 3600.0).max(1.0);
    command
        .env("PUPPET_SECONDS", format!("{seconds:.0}"))
        .env("PUPPET_SEED", options.seed.to_string())
        .env("PUPPET_COMPARED", options.compared.to_string())
        .env("PUPPET_SAMPLES", &figures);
    let result = shell::run(&mut command);
    let text = fs::read_to_string(&figures).context("no figures were written")?;
    let samples: Vec<Sample> = text.lines().filter_map(Sample::read).collect();
    fs::write(&output, drawing(&samples))?;
    if let Some(last) = samples.last() {
        shell::say(&format!(
            "{} steps in {:.0} s, {} comparisons, {:.0} MB at the end{}, hover {:.1} ms (95 % {:.1} ms): {}",
            last.steps,
            last.seconds,
            samples.len() - 1,
            last.megabytes,
            growth(&samples)
                .map(|it| format!(" ({it:+.1} % since the first half hour)"))
                .unwrap_or_default(),
            last.median,
            last.slow,
            output.display()
        ));
    }
    result
}

impl Sample {
    fn read(line: &str) -> Option<Self> {
        let mut fields = line.split(' ');
        let mut next = || fields.next()?.parse::<f64>().ok();
        let (seconds, steps) = (next()?, next()?);
        Some(Self {
            seconds,
            steps: steps as u64,
            megabytes: next()?,
            median: next()?,
            slow: next()?,
        })
    }
}

/// After so many seconds everything has been read, and memory should no longer grow.
const WARM: f64 = 1800.0;

/// By how many percent memory grows after [`WARM`], along the straight line that fits the samples best; `None` if they
/// are too few.
fn growth(samples: &[Sample]) -> Option<f64> {
    let late: Vec<&Sample> = samples.iter().filter(|it| it.seconds >= WARM).collect();
    let (first, last) = (late.first()?.seconds, late.last()?.seconds);
    let mean = |value: &dyn Fn(&Sample) -> f64| {
        late.iter().map(|it| value(it)).sum::<f64>() / late.len() as f64
    };
    let (time, memory) = (mean(&|it| it.seconds), mean(&|it| it.megabytes));
    let spread = mean(&|it| (it.seconds - time).powi(2));
    let slope = mean(&|it| (it.seconds - time) * (it.megabytes - memory)) / spread;
    let start = memory + slope * (first - time);
    (late.len() > 2).then(|| slope * (last - first) / start * 100.0)
}

/// Name, color and value of a curve.
type Curve = (&'static str, &'static str, fn(&Sample) -> f64);

/// One curve for memory and two for latency, each from 0 to its greatest value.
fn drawing(samples: &[Sample]) -> String {
    let (width, height) = (800.0, 160.0);
    let end = samples.iter().map(|it| it.seconds).fold(1.0, f64::max);
    let curves: [Curve; 3] = [
        ("memory in MB", "#1f77b4", |it| it.megabytes),
        ("hover, median in ms", "#2ca02c", |it| it.median),
        ("hover, 95 % in ms", "#d62728", |it| it.slow),
    ];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" font-family=\"sans-serif\" font-size=\"12\">\n",
        width + 40.0,
        (height + 40.0) * 3.0
    );
    for (index, (name, color, value)) in curves.into_iter().enumerate() {
        let base = (height + 40.0) * (index as f64 + 1.0) - 20.0;
        let most = samples.iter().map(value).fold(1.0, f64::max);
        let mut points = String::new();
        for sample in samples {
            let x = 20.0 + sample.seconds / end * width;
            let y = base - value(sample) / most * height;
            let _ = write!(points, "{x:.1},{y:.1} ");
        }
        let _ = writeln!(
            svg,
            "<text x=\"20\" y=\"{:.0}\">{name}: at most {most:.1}, over {end:.0} s</text>\n<path d=\"M20 {base}H{:.0}\" stroke=\"#999\"/>\n<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\"/>",
            base - height - 6.0,
            width + 20.0,
            points.trim_end()
        );
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::{Sample, drawing, growth};

    #[test]
    fn growth_counts_after_the_first_half_hour() {
        let samples = |lines: &[&str]| -> Vec<Sample> {
            lines.iter().filter_map(|it| Sample::read(it)).collect()
        };
        let lines = [
            "1 5 90 1 4",
            "1800 5 200 1 4",
            "2000 9 205 1 4",
            "2200 9 210 1 4",
        ];
        let grown = growth(&samples(&lines)).expect("enough samples");
        assert!((grown - 5.0).abs() < 1e-9, "{grown}");
        assert!(growth(&samples(&lines[..3])).is_none());
    }

    #[test]
    fn curves_go_from_left_to_right() {
        let lines = ["10 500 100 1.0 4.0", "20 1000 200 2.0 8.0", "broken"];
        let samples: Vec<Sample> = lines.iter().filter_map(|it| Sample::read(it)).collect();
        let svg = drawing(&samples);
        assert!(
            svg.contains("memory in MB: at most 200.0, over 20 s"),
            "{svg}"
        );
        assert!(svg.contains("points=\"420.0,100.0 820.0,20.0\""), "{svg}");
    }
}
