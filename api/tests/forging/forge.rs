//! Forged files: what is changed of a good file, step by step and at random places, without knowing its form.

/// What turns a good file into a forged one.
type Change = Box<dyn Fn(&[u8]) -> Vec<u8>>;

/// One change of a good file.
pub(crate) struct Forgery {
    /// What is changed, for who has to repeat it.
    pub(crate) what: String,
    change: Change,
    /// It is tried however few are.
    always: bool,
}

impl Forgery {
    pub(crate) fn new(what: impl Into<String>, change: impl Fn(&[u8]) -> Vec<u8> + 'static) -> Self {
        Self {
            what: what.into(),
            change: Box::new(change),
            always: false,
        }
    }

    /// Tries it however few are tried.
    pub(crate) fn always(self) -> Self {
        Self { always: true, ..self }
    }

    /// The forged file.
    pub(crate) fn of(&self, good: &[u8]) -> Vec<u8> {
        (self.change)(good)
    }

    /// This change, and another one of what it makes.
    pub(crate) fn then(self, more: &str, next: impl Fn(Vec<u8>) -> Vec<u8> + 'static) -> Self {
        let Self { what, change, always } = self;
        Self {
            what: format!("{what}, {more}"),
            change: Box::new(move |good| next(change(good))),
            always,
        }
    }
}

/// Of all of them those that are tried: so many if nothing else is asked for, evenly spread, and those that always are.
pub(crate) fn chosen(all: Vec<Forgery>, usual: usize) -> Vec<Forgery> {
    let asked = std::env::var("HINDSIGHT_FORGED").ok();
    let wanted = match asked.as_deref() {
        None => usual,
        Some(asked) => asked.parse().unwrap_or(usize::MAX),
    };
    let mut step = (all.len() / wanted.max(1)).max(1);
    // Not always the same few of what comes round in tens.
    while step > 1 && (step.is_multiple_of(2) || step.is_multiple_of(5)) {
        step -= 1;
    }
    let mut number = 0;
    all.into_iter()
        .filter(|forgery| {
            number += 1;
            forgery.always || number % step == step / 2
        })
        .collect()
}

/// Numbers that follow from a seed (`SplitMix64`).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// So many times the same text.
pub(crate) fn many(text: &str, times: usize) -> String {
    text.repeat(times)
}

/// A place in a file, in thousandths of its length.
fn place(good: &[u8], thousandths: usize) -> usize {
    good.len() * thousandths / 1000
}

/// Bytes put in at a place.
fn put(good: &[u8], at: usize, more: &[u8]) -> Vec<u8> {
    [&good[..at], more, &good[at..]].concat()
}

/// Changes of the bytes of any file; so many of them at random places.
pub(crate) fn bytes(seed: u64, random: usize) -> Vec<Forgery> {
    let mut all = vec![
        Forgery::new("an empty file", |_| Vec::new()).always(),
        Forgery::new("one space", |_| b" ".to_vec()),
        Forgery::new("its last byte left out", |good| good[..good.len() - 1].to_vec()).always(),
        Forgery::new("a byte order mark before it", |good| {
            put(good, 0, b"\xef\xbb\xbf")
        })
        .always(),
        Forgery::new("lines end with CR LF", |good| {
            String::from_utf8_lossy(good).replace('\n', "\r\n").into_bytes()
        })
        .always(),
        Forgery::new("lines end with CR", |good| {
            String::from_utf8_lossy(good).replace('\n', "\r").into_bytes()
        }),
        Forgery::new("in UTF-16", |good| {
            let text = String::from_utf8_lossy(good);
            text.encode_utf16().flat_map(u16::to_le_bytes).collect()
        }),
        Forgery::new("compressed", |good| zstd::encode_all(good, 1).unwrap()),
        Forgery::new("twice behind each other", |good| good.repeat(2)).always(),
        Forgery::new("blank lines before it", |good| put(good, 0, b"\n\n\n")),
        Forgery::new("blank lines behind it", |good| put(good, good.len(), b"\n\n\n")),
        Forgery::new("eight million spaces before it", |good| {
            put(good, 0, many(" ", 8 << 20).as_bytes())
        }),
        Forgery::new("a line of eight million letters behind it", |good| {
            put(good, good.len(), many("x", 8 << 20).as_bytes())
        })
        .always(),
        Forgery::new("a million blank lines", |_| many("\n", 1 << 20).into_bytes()),
        Forgery::new("a million open brackets", |_| many("[", 1 << 20).into_bytes()).always(),
        Forgery::new("two hundred thousand objects in each other", |_| {
            many("{\"a\":", 200_000).into_bytes()
        })
        .always(),
    ];
    for at in [1, 100, 250, 500, 750, 900, 999] {
        all.push(Forgery::new(format!("cut after {at} thousandths"), move |good| {
            good[..place(good, at)].to_vec()
        }));
    }
    for (name, more) in [
        ("a NUL", &b"\0"[..]),
        ("a byte that no UTF-8 has", b"\xff"),
        ("an overlong NUL", b"\xc0\x80"),
        ("half a surrogate pair", b"\xed\xa0\x80"),
        ("half a letter", b"\xe2\x82"),
        ("a right-to-left mark", "\u{202e}".as_bytes()),
    ] {
        for at in [0, 333, 666, 1000] {
            all.push(Forgery::new(format!("{name} at {at} thousandths"), move |good| {
                put(good, place(good, at), more)
            }));
        }
    }
    all.extend(at_random(seed, random));
    all
}

/// So many changes at random places of bytes.
pub(crate) fn at_random(seed: u64, count: usize) -> Vec<Forgery> {
    let mut random = Random(seed);
    let mut all = Vec::new();
    for number in 0..count {
        let (one, other) = (random.next() as usize, random.next() as usize);
        let kind = number % 4;
        let what = [
            "a bit flipped",
            "a byte written over",
            "bytes taken out",
            "bytes put elsewhere",
        ][kind];
        all.push(Forgery::new(
            format!("{what}, number {number} of seed {seed}"),
            move |good| at_a_place(good, kind, one, other),
        ));
    }
    all
}

fn at_a_place(good: &[u8], kind: usize, one: usize, other: usize) -> Vec<u8> {
    if good.is_empty() {
        return vec![other as u8];
    }
    let (at, to) = (one % good.len(), other % good.len());
    let end = (at + 1 + other % 40).min(good.len());
    let mut forged = good.to_vec();
    match kind {
        0 => forged[at] ^= 1 << (other % 8),
        1 => forged[at] = (other >> 8) as u8,
        2 => drop(forged.drain(at..end)),
        _ => forged = put(good, to, &good[at..end]),
    }
    forged
}

/// Changes of the lines of a file like this one.
pub(crate) fn lines(like: &[u8]) -> Vec<Forgery> {
    let count = like.split(|byte| *byte == b'\n').count() - 1;
    let mut all = Vec::new();
    let mut push = |what: String, change: fn(&mut Vec<String>, usize), line: usize| {
        all.push(Forgery::new(what, move |good| {
            let text = String::from_utf8_lossy(good);
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            change(&mut lines, line);
            lines.push(String::new());
            lines.join("\n").into_bytes()
        }));
    };
    push("its first line alone".to_owned(), |lines, _| lines.truncate(1), 0);
    push("in the other order".to_owned(), |lines, _| lines.reverse(), 0);
    push(
        "all lines behind the first in the other order".to_owned(),
        |lines, _| lines[1..].reverse(),
        0,
    );
    push(
        "every line twice".to_owned(),
        |lines, _| {
            *lines = lines
                .iter()
                .flat_map(|line| [line.clone(), line.clone()])
                .collect();
        },
        0,
    );
    push(
        "in one line".to_owned(),
        |lines, _| *lines = vec![lines.concat()],
        0,
    );
    for line in 0..count {
        let number = line + 1;
        push(
            format!("line {number} left out"),
            |lines, at| drop(lines.remove(at)),
            line,
        );
        push(
            format!("line {number} twice"),
            |lines, at| lines.insert(at, lines[at].clone()),
            line,
        );
        push(
            format!("line {number} and the next one in the other order"),
            |lines, at| {
                let next = (at + 1) % lines.len();
                lines.swap(at, next);
            },
            line,
        );
        push(
            format!("line {number} at the end"),
            |lines, at| {
                let moved = lines.remove(at);
                lines.push(moved);
            },
            line,
        );
        push(
            format!("line {number} cut in the middle"),
            |lines, at| {
                let mut middle = lines[at].len() / 2;
                while !lines[at].is_char_boundary(middle) {
                    middle -= 1;
                }
                lines[at].truncate(middle);
            },
            line,
        );
        push(
            format!("line {number} in two"),
            |lines, at| {
                let mut middle = lines[at].len() / 2;
                while !lines[at].is_char_boundary(middle) {
                    middle -= 1;
                }
                let rest = lines[at].split_off(middle);
                lines.insert(at + 1, rest);
            },
            line,
        );
        push(
            format!("all behind line {number} left out"),
            |lines, at| lines.truncate(at + 1),
            line,
        );
    }
    all
}
