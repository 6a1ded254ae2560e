//! Forged forms of a browser: a position that is drawn, and a game that begins from it.

use crate::files::SEED;
use crate::forge::{self, Forgery, chosen};
use crate::papers::import;
use crate::server::{Answer, Request, Server};
use crate::trial::Trial;
use crate::views::game_views;

/// Positions as a browser without a script sends them, to be drawn and to begin a game from.
#[test]
fn forms_of_positions() {
    let mut trial = Trial::new("forms of positions", Server::start());
    let row = |number: usize, seat: &str, unit: &str, y: &str| {
        let field = |name: &str, value: &str| format!("f%2Funits%2F{number}%2F{name}={value}");
        [
            field("seat", seat),
            field("unit", unit),
            field("pose%2Fx", "18"),
            field("pose%2Fy", y),
            field("pose%2Fheading", "0"),
        ]
        .join("&")
    };
    let good = format!(
        "system=battleground-4&draw=true&title=A+puzzle&{}&{}",
        row(0, "A", "league-spears", "6"),
        row(1, "B", "clan-spears", "24")
    );
    let pairs: Vec<String> = good.split('&').map(str::to_owned).collect();
    let mut all = chosen(forge::bytes(SEED, 80), 12);
    let mut named = Vec::new();
    for at in 0..pairs.len() {
        let name = pairs[at].split('=').next().unwrap().to_owned();
        for (what, instead) in [
            ("left out", String::new()),
            ("empty", format!("{name}=")),
            ("without a value", name.clone()),
            ("twice", format!("{0}&{0}", pairs[at])),
            ("= NaN", format!("{name}=NaN")),
            ("= 1e999", format!("{name}=1e999")),
            ("= -1", format!("{name}=-1")),
            ("= 1e300", format!("{name}=1e300")),
            ("= a NUL", format!("{name}=%00")),
            ("= bytes that no UTF-8 has", format!("{name}=%ff%fe")),
            ("= half an escape", format!("{name}=%2")),
            (
                "of the row 4294967296",
                pairs[at].replace("units%2F0", "units%2F4294967296"),
            ),
            (
                "of the row 60000",
                pairs[at].replace("units%2F0", "units%2F60000"),
            ),
            (
                "100,000 levels below",
                format!("{name}{}=1", "%2Fx".repeat(100_000)),
            ),
            ("= 70,000 letters", format!("{name}={}", "y".repeat(70_000))),
        ] {
            let mut forged = pairs.clone();
            forged[at] = instead;
            let body = forged.join("&").into_bytes();
            named.push(Forgery::new(format!("{name} {what}"), move |_| body.clone()));
        }
    }
    all.extend(chosen(named, 40));
    for path in ["/new/position", "/new"] {
        let request = Request {
            path: path.to_owned(),
            ..import("application/x-www-form-urlencoded")
        };
        let came: &dyn Fn(&Server, &Answer) -> Vec<String> = match path {
            "/new" => &game_views,
            _ => &|_, _| Vec::new(),
        };
        trial.begin(&request, good.as_bytes(), came);
        for forgery in &all {
            let what = format!("{path}: {}", forgery.what);
            trial.attempt(&what, &request, &forgery.of(good.as_bytes()), came);
        }
    }
    trial.finish();
}
