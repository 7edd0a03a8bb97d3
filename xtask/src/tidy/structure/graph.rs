//! The graph of files of one crate: circles, and imports that run back up.

use std::collections::{BTreeMap, BTreeSet};

use crate::tidy::structure::sources::CrateSource;

/// Which file imports from which, by their indices.
pub(super) struct ImportGraph {
    edges: Vec<BTreeSet<usize>>,
    /// The path of each module in the crate.
    names: Vec<String>,
    /// The folder or file directly below the root that each file belongs to.
    rooms: Vec<Option<String>>,
}

impl ImportGraph {
    /// The graph of a crate's files; the root, which only declares modules, has no part in it.
    pub(super) fn new(sources: &[CrateSource]) -> Self {
        let by_module: BTreeMap<&[String], usize> = sources
            .iter()
            .enumerate()
            .map(|(index, source)| (&*source.module, index))
            .collect();
        let edges = sources.iter().enumerate().map(|(index, source)| {
            let targets = source
                .imports
                .iter()
                .filter_map(|path| target(&by_module, sources, path, 0));
            targets
                .filter(|it| *it != index && !sources[*it].module.is_empty())
                .collect()
        });
        Self {
            edges: edges.collect(),
            names: sources.iter().map(|it| it.module.join("::")).collect(),
            rooms: sources
                .iter()
                .map(|it| it.module.first().cloned())
                .collect(),
        }
    }

    /// The number of files in the largest strongly connected component; 1 where there is no circle.
    pub(super) fn largest_circle(&self) -> usize {
        self.largest_component().len()
    }

    /// The files of the largest circle, each with those of the circle that it imports from.
    pub(super) fn describe_largest_circle(&self) -> String {
        let component = self.largest_component();
        let lines = component.iter().map(|file| {
            let targets = self.edges[*file].iter().filter(|it| component.contains(it));
            let targets: Vec<&str> = targets.map(|it| &*self.names[*it]).collect();
            format!("\n    {} -> {}", self.names[*file], targets.join(", "))
        });
        lines.collect()
    }

    fn largest_component(&self) -> Vec<usize> {
        let components = components(&self.edges).into_iter();
        components.max_by_key(Vec::len).unwrap_or_default()
    }

    /// The imports between rooms that run against a good order of the rooms: greedily, each room stands above those that
    /// it imports from most.
    pub(super) fn back_arrows(&self) -> Vec<(usize, usize)> {
        let mut between: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let imports = || {
            let edges = self.edges.iter().enumerate();
            edges.flat_map(|(from, targets)| targets.iter().map(move |to| (from, *to)))
        };
        let rooms = |(from, to): (usize, usize)| match (&self.rooms[from], &self.rooms[to]) {
            (Some(from), Some(to)) if from != to => Some((&**from, &**to)),
            _ => None,
        };
        for pair in imports().filter_map(rooms) {
            *between.entry(pair).or_default() += 1;
        }
        let order = order_of_rooms(&between);
        let position: BTreeMap<&str, usize> = order.into_iter().zip(0..).collect();
        let runs_back = |import: &(usize, usize)| {
            rooms(*import).is_some_and(|(from, to)| position.get(from) > position.get(to))
        };
        imports().filter(runs_back).collect()
    }

    /// The files that a file reaches by imports, and itself.
    pub(super) fn reachable(&self, file: &str) -> BTreeSet<usize> {
        let mut open: Vec<usize> = Vec::from_iter(self.names.iter().position(|it| it == file));
        let mut reached = BTreeSet::new();
        while let Some(file) = open.pop() {
            if reached.insert(file) {
                open.extend(&self.edges[file]);
            }
        }
        reached
    }

    /// How many of some files are in the room of a file, and how many of their imports run back up.
    pub(super) fn count_room(&self, files: &BTreeSet<usize>, file: &str) -> (usize, usize) {
        let is_own = |it: &&usize| self.rooms[**it].as_deref() == file.split("::").next();
        let back = self.back_arrows();
        let climbs = back.iter().filter(|(from, _)| files.contains(from));
        (files.iter().filter(is_own).count(), climbs.count())
    }

    /// The imports that run back up, one a line.
    pub(super) fn describe_back_arrows(&self) -> String {
        let line = |(from, to): (usize, usize)| {
            format!("\n    {} -> {}", self.names[from], self.names[to])
        };
        self.back_arrows().into_iter().map(line).collect()
    }
}

/// The file that an absolute path of the crate leads to, through re-exports.
fn target(
    by_module: &BTreeMap<&[String], usize>,
    sources: &[CrateSource],
    path: &[String],
    hops: usize,
) -> Option<usize> {
    let (index, length) = (0..=path.len())
        .rev()
        .find_map(|length| Some((*by_module.get(path.get(..length)?)?, length)))?;
    let exported = path
        .get(length)
        .and_then(|name| sources[index].exports.get(name));
    match exported {
        Some(exported) if hops < 8 => target(by_module, sources, exported, hops + 1),
        _ => Some(index),
    }
}

/// The rooms from the top down (Eades, Lin and Smyth's heuristic for the smallest set of arrows that run back).
fn order_of_rooms<'a>(between: &BTreeMap<(&'a str, &'a str), usize>) -> Vec<&'a str> {
    let mut left: BTreeSet<&str> = between.keys().flat_map(|(from, to)| [*from, *to]).collect();
    let (mut top, mut bottom) = (Vec::new(), Vec::new());
    while !left.is_empty() {
        let count = |room: &str, outgoing: bool| -> usize {
            let edges = between.iter().filter(|((from, to), _)| {
                let (own, other) = if outgoing { (from, to) } else { (to, from) };
                *own == room && left.contains(other)
            });
            edges.map(|(_, count)| count).sum()
        };
        let sink = left.iter().copied().find(|room| count(room, true) == 0);
        let source = left.iter().copied().find(|room| count(room, false) == 0);
        if let Some(sink) = sink {
            bottom.push(sink);
            left.remove(sink);
        } else if let Some(source) = source {
            top.push(source);
            left.remove(source);
        } else {
            let best = left
                .iter()
                .copied()
                .max_by_key(|room| count(room, true) as isize - count(room, false) as isize);
            let Some(best) = best else { break };
            top.push(best);
            left.remove(best);
        }
    }
    bottom.reverse();
    top.extend(bottom);
    top
}

/// The strongly connected components (Tarjan), without recursion.
fn components(edges: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let mut number = vec![None; edges.len()];
    let mut low = vec![0; edges.len()];
    let mut on_stack = vec![false; edges.len()];
    let (mut stack, mut next) = (Vec::new(), 0);
    for root in 0..edges.len() {
        if number[root].is_some() {
            continue;
        }
        let mut open: Vec<(usize, Vec<usize>)> =
            vec![(root, edges[root].iter().copied().collect())];
        while let Some((node, targets)) = open.last_mut() {
            let node = *node;
            if number[node].is_none() {
                number[node] = Some(next);
                low[node] = next;
                next += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            match targets.pop() {
                Some(to) if number[to].is_none() => {
                    open.push((to, edges[to].iter().copied().collect()));
                }
                Some(to) => {
                    if on_stack[to] {
                        low[node] = low[node].min(number[to].unwrap_or(usize::MAX));
                    }
                }
                None => {
                    open.pop();
                    if let Some((parent, _)) = open.last() {
                        low[*parent] = low[*parent].min(low[node]);
                    }
                    if Some(low[node]) == number[node] {
                        let start = stack.iter().rposition(|it| *it == node).unwrap_or(0);
                        let component = stack.split_off(start);
                        for member in &component {
                            on_stack[*member] = false;
                        }
                        found.push(component);
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(&str, &[&str])]) -> ImportGraph {
        let path = |text: &str| -> Vec<String> { text.split("::").map(String::from).collect() };
        let sources: Vec<CrateSource> = edges
            .iter()
            .map(|(module, imports)| CrateSource {
                module: path(module),
                code: 1,
                imports: imports.iter().map(|it| path(it)).collect(),
                exports: BTreeMap::new(),
                types: BTreeSet::new(),
            })
            .collect();
        ImportGraph::new(&sources)
    }

    #[test]
    fn circles_are_found_across_folders() {
        let circle = graph(&[
            ("a", &["b::X"]),
            ("b", &["c::d::Y"]),
            ("c::d", &["a::Z"]),
            ("e", &["a::Z"]),
        ]);
        assert_eq!(circle.largest_circle(), 3);
        assert_eq!(circle.back_arrows().len(), 1);
    }

    #[test]
    fn reachable_files_are_counted() {
        let walk = graph(&[
            ("a", &["a::part::X"]),
            ("a::part", &["b::X"]),
            ("b", &["a::X"]),
            ("c", &["a::X"]),
        ]);
        let files = walk.reachable("a");
        assert_eq!(files.len(), 3);
        assert_eq!(walk.count_room(&files, "a"), (2, 1));
    }

    #[test]
    fn layers_have_no_back_arrows() {
        let layers = graph(&[("a", &["b::X", "c::X"]), ("b", &["c::X"]), ("c", &[])]);
        assert_eq!(
            (layers.largest_circle(), layers.back_arrows().len()),
            (1, 0)
        );
    }
}
