//! The search for the places that several units share best. RULING: BG4-RUSH-20.

use battleground_geometry::{Card, Inches};

use super::{EQUAL, Rusher, are_in_order, is_free};

/// The steps in which places are tried, in thousandths of an inch. RULING: BG4-RUSH-20.
const GRAIN: i32 = 10;
/// The most combinations of places that are looked at for four or more units that hinder one another; places with more
/// contact are tried first.
const MOST_TRIED: u32 = 1_000_000;
/// The most equal ways of sharing that are kept.
const MOST_WAYS: usize = 64;
/// How far a place may slide from the middle of a side, in thousandths.
const FURTHEST: i32 = 6_000;
/// A place tried for one unit.
#[derive(Debug, Clone, Copy)]
struct Try {
    mils: i32,
    contact: f64,
}

/// The best slides in thousandths. Of four units and more those that cannot hinder one another are placed apart.
pub(super) fn shared(rushers: &[&Rusher<'_>], slack: f64) -> Vec<Vec<i32>> {
    if rushers.len() <= 3 {
        return shared_by_few(rushers, slack);
    }
    let mut ways: Vec<Vec<i32>> = vec![vec![0; rushers.len()]];
    for cluster in clusters(rushers) {
        let few: Vec<&Rusher<'_>> = cluster.iter().map(|place| rushers[*place]).collect();
        let found = shared_by_few(&few, slack);
        ways = ways
            .iter()
            .flat_map(|way| {
                found.iter().map(|slides| {
                    let mut longer = way.clone();
                    for (place, slide) in cluster.iter().zip(slides) {
                        longer[*place] = *slide;
                    }
                    longer
                })
            })
            .take(MOST_WAYS)
            .collect();
    }
    ways
}

/// Those who rush the same side, or whose places might overlap, directly or through others: each cluster in order.
fn clusters(rushers: &[&Rusher<'_>]) -> Vec<Vec<usize>> {
    let reach = |one: &Rusher<'_>| {
        let card = Card::new(one.approach.placed(Inches::ZERO).pose, one.size);
        let half = card.pose().centre.distance(card.corners()[0]).value();
        (card.pose().centre, half + f64::from(FURTHEST) / 1_000.0)
    };
    let circles: Vec<_> = rushers.iter().map(|one| reach(one)).collect();
    let mut of: Vec<usize> = (0..rushers.len()).collect();
    for later in 1..rushers.len() {
        for earlier in 0..later {
            let (one, other) = (&circles[earlier], &circles[later]);
            if one.0.distance(other.0).value() <= one.1 + other.1 && of[earlier] != of[later] {
                let (keep, lose) = (of[earlier].min(of[later]), of[earlier].max(of[later]));
                for mark in of.iter_mut().filter(|mark| **mark == lose) {
                    *mark = keep;
                }
            }
        }
    }
    (0..rushers.len())
        .map(|mark| (0..rushers.len()).filter(|place| of[*place] == mark).collect())
        .filter(|cluster: &Vec<usize>| !cluster.is_empty())
        .collect()
}

fn shared_by_few(rushers: &[&Rusher<'_>], slack: f64) -> Vec<Vec<i32>> {
    let tries: Vec<Vec<Try>> = rushers.iter().map(|one| tries(one, slack)).collect();
    best(rushers, &tries, slack)
}

/// The places of one unit that have enough contact and are free of everything but the others of the group: those with
/// more contact first, of these those that slide less.
fn tries(one: &Rusher<'_>, slack: f64) -> Vec<Try> {
    let mut places: Vec<Try> = (-FURTHEST..=FURTHEST)
        .step_by(GRAIN as usize)
        .filter_map(|mils| {
            let placement = one.approach.placed(Inches::mils(mils));
            let card = Card::new(placement.pose, one.size);
            let fits = one.measures.at_least(placement.contact, one.least)
                && one.obstacles.iter().all(|object| is_free(&card, *object, slack));
            fits.then(|| Try {
                mils,
                // What arithmetic adds to a length is no more contact.
                contact: (placement.contact.value() / EQUAL).round() * EQUAL,
            })
        })
        .collect();
    places.sort_by(|one, other| {
        other
            .contact
            .total_cmp(&one.contact)
            .then(one.mils.abs().cmp(&other.mils.abs()))
            .then(one.mils.cmp(&other.mils))
    });
    places
}

/// How good a sharing is: more contact, then less sliding, then more equal contacts, then more equal slides.
type Worth = (f64, i32, f64, i32);

fn is_better(one: Worth, than: Worth) -> Option<bool> {
    if (one.0 - than.0).abs() > EQUAL {
        return Some(one.0 > than.0);
    }
    if one.1 != than.1 {
        return Some(one.1 < than.1);
    }
    if (one.2 - than.2).abs() > EQUAL {
        return Some(one.2 < than.2);
    }
    (one.3 != than.3).then_some(one.3 < than.3)
}

fn worth(row: &[Try]) -> Worth {
    let contacts = row.iter().map(|one| one.contact);
    let most = contacts.clone().fold(0.0, f64::max);
    let least = contacts.clone().fold(f64::INFINITY, f64::min);
    let slides = row.iter().map(|one| one.mils.abs());
    (
        contacts.sum(),
        slides.clone().sum(),
        most - least,
        slides.max().unwrap_or(0),
    )
}

/// How two units that rush hinder one another: along each side of either card how far apart they lie, how that changes
/// as one and the other slide by an inch, and how far apart they must lie.
struct Pair([[f64; 4]; 4]);

impl Pair {
    fn of(one: &Rusher<'_>, other: &Rusher<'_>) -> Self {
        let placed = |rusher: &Rusher<'_>| {
            let [here, there] = [0, 1_000].map(|mils| rusher.approach.placed(Inches::mils(mils)).pose.centre);
            let slide = [(there.x - here.x).value(), (there.y - here.y).value()];
            let card = Card::new(rusher.approach.placed(Inches::ZERO).pose, rusher.size);
            (card, [here.x.value(), here.y.value()], slide)
        };
        let along = |axis: [f64; 2], way: [f64; 2]| axis[0] * way[0] + axis[1] * way[1];
        let half = |card: &Card, axis: [f64; 2]| {
            let centre = card.pose().centre;
            let corners = card.corners().iter().map(|corner| {
                along(
                    axis,
                    [(corner.x - centre.x).value(), (corner.y - centre.y).value()],
                )
            });
            corners.fold(0.0, f64::max)
        };
        let ((card, at, slide), (their, there, their_slide)) = (placed(one), placed(other));
        let headings = [card.pose().heading, their.pose().heading].map(|heading| {
            let (sin, cos) = heading.value().to_radians().sin_cos();
            [[sin, cos], [cos, -sin]]
        });
        let apart = [there[0] - at[0], there[1] - at[1]];
        let [[ahead, right], [their_ahead, their_right]] = headings;
        Self([ahead, right, their_ahead, their_right].map(|axis| {
            [
                along(axis, apart),
                along(axis, slide),
                along(axis, their_slide),
                half(&card, axis) + half(&their, axis),
            ]
        }))
    }

    /// The slides of the other, in thousandths, between which it would overlap the one that slides by so much.
    fn closed(&self, mils: i32, slack: f64) -> Option<(f64, f64)> {
        let slid = f64::from(mils) / 1_000.0;
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        for [apart, own, others, reach] in self.0 {
            let (at, reach) = (apart - slid * own, reach - slack - EQUAL);
            if others.abs() < EQUAL {
                if at.abs() >= reach {
                    return None;
                }
                continue;
            }
            let ends = [(-reach - at) / others, (reach - at) / others];
            low = low.max(ends[0].min(ends[1]));
            high = high.min(ends[0].max(ends[1]));
        }
        (low < high).then_some((low * 1_000.0, high * 1_000.0))
    }
}

/// A search through all sharings, which leaves out what cannot be better than the best known.
struct Search<'s, 'f> {
    rushers: &'s [&'s Rusher<'f>],
    tries: &'s [Vec<Try>],
    pairs: Vec<Vec<Pair>>,
    slack: f64,
    known: Option<Worth>,
    ways: Vec<Vec<i32>>,
    left: u32,
}

fn best(rushers: &[&Rusher<'_>], tries: &[Vec<Try>], slack: f64) -> Vec<Vec<i32>> {
    let pairs = (0..rushers.len())
        .map(|later| {
            (0..later)
                .map(|earlier| Pair::of(rushers[earlier], rushers[later]))
                .collect()
        })
        .collect();
    let mut search = Search {
        rushers,
        tries,
        pairs,
        slack,
        known: None,
        ways: Vec::new(),
        left: if rushers.len() > 3 { MOST_TRIED } else { u32::MAX },
    };
    search.extend(&mut Vec::with_capacity(rushers.len()));
    search.ways.sort_unstable();
    search.ways
}

impl Search<'_, '_> {
    fn extend(&mut self, row: &mut Vec<Try>) {
        let place = row.len();
        if place == self.tries.len() {
            self.judge(row);
            return;
        }
        // The best that each of those to come can have beside those that lie.
        let mut ahead = (0.0, 0);
        for later in place + 1..self.tries.len() {
            let closed = self.closed(row, later);
            let Some(most) = self.tries[later]
                .iter()
                .find(|one| self.fits(row, later, one, &closed))
            else {
                return;
            };
            ahead = (ahead.0 + most.contact, ahead.1 + most.mils.abs());
        }
        let contact = ahead.0 + row.iter().map(|one| one.contact).sum::<f64>();
        let slides = ahead.1 + row.iter().map(|one| one.mils.abs()).sum::<i32>();
        let closed = self.closed(row, place);
        let tries = self.tries;
        for one in &tries[place] {
            // The tries to come have no more contact, or the same with more sliding.
            let too_little = self.known.is_some_and(|known| {
                let most = contact + one.contact;
                most < known.0 - EQUAL || (most <= known.0 + EQUAL && slides + one.mils.abs() > known.1)
            });
            // Something is found before the work ends: the bound holds only once a sharing is known.
            if too_little || (self.left == 0 && self.known.is_some()) {
                return;
            }
            self.left = self.left.saturating_sub(1);
            if self.fits(row, place, one, &closed) {
                row.push(*one);
                self.extend(row);
                row.pop();
            }
        }
    }

    /// The slides that those who lie close to one of those to come.
    fn closed(&self, row: &[Try], place: usize) -> Vec<(f64, f64)> {
        row.iter()
            .zip(&self.pairs[place])
            .filter_map(|(one, pair)| pair.closed(one.mils, self.slack))
            .collect()
    }

    /// Whether a unit may lie there beside those that lie.
    fn fits(&self, row: &[Try], place: usize, one: &Try, closed: &[(f64, f64)]) -> bool {
        let mils = f64::from(one.mils);
        let free = closed.iter().all(|(low, high)| mils <= *low || mils >= *high);
        free && row
            .iter()
            .zip(self.rushers)
            .all(|(other, there)| are_in_order((self.rushers[place], one.mils), (there, other.mils)))
    }

    fn judge(&mut self, row: &[Try]) {
        let slides: Vec<i32> = row.iter().map(|one| one.mils).collect();
        let worth = worth(row);
        match self.known.and_then(|known| is_better(worth, known)) {
            None if self.known.is_some() => self.ways.push(slides),
            Some(false) => {}
            None | Some(true) => {
                self.known = Some(worth);
                self.ways = vec![slides];
            }
        }
    }
}
