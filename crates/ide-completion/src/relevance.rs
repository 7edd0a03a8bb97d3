//! Relevance of completion items: those that match the typed text, and of very many the best.
//!
//! A list of all classes and functions of a hundred modules takes longer to send than to make, and is not read to its
//! end. What is left out comes when more is typed, since the list says that it is not complete.

use std::cell::Cell;
use std::cmp::Reverse;
use std::rc::Rc;

use crate::item::{CompletionItem, CompletionKind};
use crate::module_origin::ModuleDistance;
use crate::usage_frequency::UsageFrequencies;

/// How many completion items are given at most, near ones aside.
const MOST: usize = 256;

/// The same where a value stands: nearly anything can be one.
const MOST_VALUES: usize = 128;

/// How many are given at most as soon as something is typed. Practically all: while an editor waits for the rest of a
/// list that is not complete, it shows the old one, and Enter accepts an item of that.
const MOST_TYPED: usize = 2048;

/// Completion items with a lower rank that start with what is typed are given however many there are: what is in scope,
/// what the module itself defines, what must be written here.
const NEAR: u8 = 30;

/// The rank of what would be far if the module did not write it. What is even less likely stays where it is.
const USUAL: u8 = 28;

/// The rank of classes of the workspace: those of other modules come after them, however often they are used.
const WORKSPACE_CLASS: u8 = 34;

/// The first rank of what is so unlikely at a position that its frequency says nothing.
const UNLIKELY: u8 = 60;

/// What the user has typed of a word, and what that leaves of the completion items.
pub struct NameMatcher<'a> {
    /// In small letters.
    letters: String,
    is_capitalized: bool,
    /// How many completion items are given at most, near ones aside.
    most: usize,
    has_left_out: Rc<Cell<bool>>,
    frequencies: Rc<UsageFrequencies<'a>>,
}

impl<'a> NameMatcher<'a> {
    /// A matcher of the typed text.
    pub fn new(text: &str) -> Self {
        Self {
            letters: text.to_ascii_lowercase(),
            is_capitalized: text.starts_with(|it: char| it.is_ascii_uppercase()),
            most: MOST,
            has_left_out: Rc::default(),
            frequencies: Rc::default(),
        }
    }

    /// The same with the usage frequencies of the file's module.
    pub fn with_frequencies(self, frequencies: UsageFrequencies<'a>) -> Self {
        Self {
            frequencies: Rc::new(frequencies),
            ..self
        }
    }

    /// The same where a value stands.
    pub fn value_matcher(self) -> Self {
        Self {
            most: MOST_VALUES,
            ..self
        }
    }

    /// What is typed of that which stands after a word; nothing as long as the word itself is typed.
    pub fn skip_word(&self, word: &str) -> Self {
        let is_word = word.starts_with(&*self.letters);
        Self {
            letters: if is_word {
                String::new()
            } else {
                self.letters.clone()
            },
            is_capitalized: self.is_capitalized,
            most: self.most,
            has_left_out: Rc::clone(&self.has_left_out),
            frequencies: Rc::clone(&self.frequencies),
        }
    }

    /// The same without the sign of a variable.
    pub fn without_sign(&self) -> Self {
        let letters = self.letters.trim_start_matches('$');
        Self {
            letters: letters.strip_prefix("::").unwrap_or(letters).to_owned(),
            is_capitalized: self.is_capitalized,
            most: self.most,
            has_left_out: Rc::clone(&self.has_left_out),
            frequencies: Rc::clone(&self.frequencies),
        }
    }

    /// What is typed of the class of a variable.
    pub fn owner_matcher(&self) -> Self {
        let owner = self.letters.rsplit_once("::").map(|(owner, _)| owner);
        Self {
            letters: owner.unwrap_or_default().to_owned(),
            ..self.without_sign()
        }
    }

    /// Whether a variable of a class is typed.
    pub fn is_in(&self, class: &str) -> bool {
        let rest = self.letters.strip_prefix(class);
        rest.is_some_and(|rest| rest.starts_with("::"))
    }

    /// Whether nothing is typed yet.
    pub fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// Whether a name may be meant.
    pub fn fits(&self, name: &str) -> bool {
        grade(name, &self.letters).is_some()
    }

    /// Whether more typing makes it this name.
    pub(super) fn starts(&self, name: &str) -> bool {
        let is_capitalized = name.starts_with(|it: char| it.is_ascii_uppercase());
        let start = name.get(..self.letters.len());
        start.is_some_and(|it| it.eq_ignore_ascii_case(&self.letters))
            && (self.is_empty() || is_capitalized == self.is_capitalized)
    }

    /// Whether it starts like the name of a type.
    pub fn is_capitalized(&self) -> bool {
        self.is_capitalized
    }

    /// Whether something was left out that more typing may bring.
    pub fn has_left_out(&self) -> bool {
        self.has_left_out.get()
    }

    /// Of equally relevant items those that match best, in their order; all that are near.
    pub fn best<T>(
        &self,
        all: impl Iterator<Item = T>,
        name: impl Fn(&T) -> &str,
        is_near: impl Fn(&T) -> bool,
    ) -> Vec<T> {
        self.nearest(all, name, |thing| match is_near(thing) {
            true => ModuleDistance::Own,
            false => ModuleDistance::Installed,
        })
    }

    /// The same of items from modules: those of the nearest first.
    pub fn nearest<T>(
        &self,
        all: impl Iterator<Item = T>,
        name: impl Fn(&T) -> &str,
        distance: impl Fn(&T) -> ModuleDistance,
    ) -> Vec<T> {
        let graded = all.filter_map(|thing| {
            let name = name(&thing);
            let grade = grade(name, &self.letters)?;
            let distance = distance(&thing);
            let is_near = distance == ModuleDistance::Own || self.frequencies.uses(name) > 0;
            Some(((!is_near || grade > 0, grade, distance as u8), thing))
        });
        self.first(graded.collect())
    }

    /// Of items with ranks, in their order, the likeliest: there may be hundreds of variables in a scope.
    pub fn likeliest<T>(
        &self,
        all: Vec<T>,
        most: usize,
        label: impl Fn(&T) -> String,
        rank: impl Fn(&T) -> u8,
    ) -> Vec<T> {
        let most = self.most(most);
        if all.len() <= most {
            return all;
        }
        let graded = all.into_iter().map(|thing| {
            let label = label(&thing);
            let grade = grade(&label, &self.letters).unwrap_or(u8::MAX);
            ((grade, rank(&thing), Reverse(self.uses(&label))), thing)
        });
        self.cut(graded.collect(), most)
    }

    /// Those of all completion items that are given, best first.
    pub fn choose(&self, items: Vec<CompletionItem>) -> Vec<CompletionItem> {
        let graded = items.into_iter().filter_map(|mut item| {
            let grade = grade(&item.label, &self.letters)?;
            let uses = self.habit(&item);
            let is_far = item.rank >= NEAR || grade > 0;
            if (NEAR..UNLIKELY).contains(&item.rank) && uses > 0 {
                item.rank = match item.kind {
                    CompletionKind::Class if item.rank > WORKSPACE_CLASS => WORKSPACE_CLASS + 1,
                    _ => USUAL,
                };
            }
            let order = (grade, item.rank, Reverse(uses));
            Some(((is_far, grade, item.rank), (order, item)))
        });
        let chosen = self.first(graded.collect());
        let orders = chosen.iter().enumerate();
        let mut orders: Vec<_> = orders
            .map(|(index, (order, item))| (*order, &*item.label, index))
            .collect();
        orders.sort_unstable();
        let places: Vec<usize> = orders.into_iter().map(|(.., index)| index).collect();
        let mut chosen: Vec<_> = chosen.into_iter().map(|(_, item)| Some(item)).collect();
        let sorted = places
            .into_iter()
            .filter_map(|at| chosen.get_mut(at)?.take());
        sorted.collect()
    }

    /// How often the module uses a completion item; a file that it names is seldom named again.
    fn habit(&self, item: &CompletionItem) -> u16 {
        match item.kind {
            CompletionKind::File => 0,
            _ => self.uses(&item.label),
        }
    }

    /// How often the module writes what a label stands for.
    pub fn uses(&self, label: &str) -> u16 {
        let word = label.trim_matches(['\'', '"']);
        self.frequencies
            .uses(word.strip_prefix("class ").unwrap_or(word))
    }

    /// How many are given of what is cut to `untyped` before anything is typed.
    fn most(&self, untyped: usize) -> usize {
        match self.is_empty() {
            true => untyped,
            false => MOST_TYPED,
        }
    }

    /// The best, in the order in which they came; all that are near.
    fn first<T>(&self, graded: Vec<(Relevance, T)>) -> Vec<T> {
        let near = graded.iter().filter(|((is_far, ..), _)| !is_far).count();
        self.cut(graded, near.max(self.most(self.most)))
    }

    /// The `most` best of items with grades, lower being better, in the order in which they came.
    fn cut<G: Ord + Copy, T>(&self, mut graded: Vec<(G, T)>, most: usize) -> Vec<T> {
        if graded.len() > most {
            self.has_left_out.set(true);
            let mut grades: Vec<(G, usize)> = graded
                .iter()
                .enumerate()
                .map(|(index, (grade, _))| (*grade, index))
                .collect();
            let (_, worst, _) = grades.select_nth_unstable(most.saturating_sub(1));
            let worst = *worst;
            let mut index = 0..;
            graded.retain(|(grade, _)| index.next().is_some_and(|at| (*grade, at) <= worst));
        }
        graded.into_iter().map(|(_, thing)| thing).collect()
    }
}

/// How good a completion item is, lower is better: whether it is far, how it fits what is typed, its rank.
type Relevance = (bool, u8, u8);

/// How a name fits the letters that are typed, lower is better; `None` if they are not in it in their order.
fn grade(name: &str, letters: &str) -> Option<u8> {
    let (name, letters) = (name.as_bytes(), letters.as_bytes());
    let Some((first, rest)) = letters.split_first() else {
        return Some(0);
    };
    let starts = |at: usize| {
        let there = name.get(at..at + letters.len());
        there.is_some_and(|it| it.eq_ignore_ascii_case(letters))
    };
    let lead = name.iter().take_while(|it| matches!(it, b'\'' | b'$'));
    if starts(0) || starts(lead.count()) {
        return Some(0);
    }
    // Most names do not have the letters: they are done with in one look.
    let last = name.len().checked_sub(letters.len())?;
    let is_first = |byte: &u8| byte.eq_ignore_ascii_case(first);
    let place = name.get(..=last)?.iter().position(is_first)?;
    let mut inside = None;
    for at in place..=last {
        if name.get(at).is_some_and(is_first) && starts(at) {
            let before = at.checked_sub(1).and_then(|before| name.get(before));
            if before.is_none_or(|it| !it.is_ascii_alphanumeric()) {
                return Some(1);
            }
            inside = Some(2);
        }
    }
    // Editors look for the first letter at the start of a word.
    if rest.is_empty() {
        return None;
    }
    let mut left = rest.iter();
    let mut wanted = left.next();
    for byte in name.get(place + 1..).unwrap_or_default() {
        if wanted.is_some_and(|it| it.eq_ignore_ascii_case(byte)) {
            wanted = left.next();
        }
    }
    inside.or_else(|| wanted.is_none().then_some(3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::item::CompletionKind;

    #[test]
    fn grades() {
        let of = |letters: &str| {
            let names = ["include", "stdlib::include", "exclude", "iNxCLUDE", "file"];
            names.map(|name| grade(name, letters))
        };
        assert_eq!(of(""), [Some(0); 5]);
        assert_eq!(of("inc"), [Some(0), Some(1), None, Some(3), None]);
        assert_eq!(of("lude"), [Some(2), Some(2), Some(2), Some(2), None]);
        assert_eq!(of("includes"), [None; 5]);
        assert_eq!(of("e"), [None, None, Some(0), None, None]);
        assert_eq!(grade("web_port", "p"), Some(1));
        assert_eq!(grade("$port", "po"), Some(0));
        assert_eq!(grade("$port", "$po"), Some(0));
        assert_eq!(grade("'ä'", "ä"), Some(0));
        assert_eq!(grade("web::äport", "port"), Some(1));
    }

    fn items(count: usize, rank: u8) -> impl Iterator<Item = CompletionItem> {
        (0..count).map(move |number| {
            CompletionItem::new(format!("a{rank}x{number:04}"), CompletionKind::Value).rank(rank)
        })
    }

    #[test]
    fn the_best_are_given() {
        let given = |typed: &str, far: usize| {
            let typed = NameMatcher::new(typed);
            let given = typed.choose(items(10, 5).chain(items(far, 40)).collect());
            (given.len(), typed.has_left_out())
        };
        assert_eq!(given("", 100), (110, false));
        assert_eq!(given("", 246), (256, false));
        assert_eq!(given("", 247), (256, true));
        assert_eq!(given("a", 1000), (1010, false));
        assert_eq!(given("a", 5000), (MOST_TYPED, true));
        let values = NameMatcher::new("")
            .value_matcher()
            .choose(items(500, 40).collect());
        assert_eq!(values.len(), 128);
        assert_eq!(given("x0007", 5000), (2, false));
        assert_eq!(given("40x4999", 5000), (1, false));
    }

    #[test]
    fn the_likeliest_are_given() {
        let typed = NameMatcher::new("70");
        let label = |number: &u32| number.to_string();
        let few: Vec<u32> = (0..128).collect();
        assert_eq!(typed.likeliest(few.clone(), 128, label, |_| 1), few);
        assert!(!typed.has_left_out());
        let found = typed.likeliest((0..9000).collect(), 128, label, |it| u8::from(*it < 990));
        assert_eq!(found.len(), MOST_TYPED);
        assert!(found.is_sorted());
        // Those that start with it, then those that have it.
        let best = [70, 700, 709, 7000, 7099, 170, 8970];
        assert!(best.iter().all(|it| found.contains(it)));
        assert!(typed.has_left_out());
        let typed = NameMatcher::new("");
        let found = typed.likeliest((0..1000).collect(), 128, label, |it| u8::from(*it < 990));
        assert_eq!(found.len(), 128);
    }

    #[test]
    fn what_is_near_is_always_given() {
        let typed = NameMatcher::new("a");
        let given = typed.choose(items(500, 40).chain(items(3000, 10)).collect());
        assert_eq!(given.len(), 3000);
        assert!(given.iter().all(|item| item.rank == 10));
        assert!(typed.has_left_out());
        let given = NameMatcher::new("A").choose(items(3000, 10).chain(items(3000, 20)).collect());
        assert_eq!(given.len(), 6000);
        let given = NameMatcher::new("0x").choose(items(3000, 10).chain(items(3000, 20)).collect());
        assert_eq!(given.len(), MOST_TYPED);
        let typed = NameMatcher::new("");
        let best = typed.best(0..1000, |_| "y", |number| *number == 999);
        assert_eq!((best.len(), best.last()), (256, Some(&999)));
        let installed_first = |number: &i32| match number {
            0..700 => ModuleDistance::Installed,
            _ => ModuleDistance::Workspace,
        };
        let nearest = typed.nearest(0..1000, |_| "y", installed_first);
        assert_eq!((nearest.len(), nearest.first()), (256, Some(&700)));
    }
}
