//! Draws sample boards in every size and theme into a folder: `cargo run --example gallery -- <folder>`.

#[path = "../tests/boards/mod.rs"]
mod boards;

#[path = "../tests/facts/mod.rs"]
mod facts;

use std::error::Error;
use std::path::PathBuf;

use hindsight_kernel::Seat;
use hindsight_reports::chart::{self, Chart, ChartOptions};
use hindsight_reports::statistics::GameStatistics;
use hindsight_reports::{PictureOptions, Quality, Theme, picture};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "gallery".to_owned()));
    std::fs::create_dir_all(&folder)?;
    let titled = |title: &str| PictureOptions {
        title: Some(title.to_owned()),
        ..PictureOptions::default()
    };
    let boards = [
        (
            "squares",
            boards::squares(),
            PictureOptions {
                last: Some(boards::squares_last()),
                ..titled("The Bridge at Reedwater")
            },
        ),
        ("crowd", boards::crowd(), PictureOptions::default()),
        ("names", boards::long_names(), PictureOptions::default()),
        ("table", boards::table(), boards::table_options()),
        ("flat", boards::hexes(true), titled("March of the Border")),
        (
            "pointy",
            boards::hexes(false),
            PictureOptions {
                flip: true,
                ..PictureOptions::default()
            },
        ),
    ];
    for (name, board, options) in boards {
        for (theme, mode) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
            for width in [300, 600, 1200, 2400] {
                let options = PictureOptions {
                    width,
                    theme,
                    ..options.clone()
                };
                let sheet = picture::draw(&board, &options);
                std::fs::write(
                    folder.join(format!("{name}-{mode}-{width}.png")),
                    sheet.to_png(options.quality),
                )?;
                std::fs::write(folder.join(format!("{name}-{mode}-{width}.svg")), sheet.to_svg())?;
            }
        }
    }
    charts(&folder)?;
    println!("drawn into {}", folder.display());
    Ok(())
}

fn charts(folder: &std::path::Path) -> Result<(), Box<dyn Error>> {
    let mut game = GameStatistics::new();
    game.absorb(&facts::units());
    for (version, moment, fact) in facts::game(3) {
        game.fact(version, &moment, &fact);
    }
    let names = [
        (Seat::A, "South (Rivermark)".to_owned()),
        (Seat::B, "North (Cragfolk)".to_owned()),
    ];
    let charts = [
        ("strength", Chart::Strength),
        ("threat", Chart::Threat),
        ("damage", Chart::Damage),
        ("luck", Chart::Luck),
        ("dice", Chart::Dice),
        ("matrix", Chart::Matrix),
    ];
    for (theme, mode) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        for width in [300, 600, 1200] {
            let options = ChartOptions {
                width,
                theme,
                names: names.clone().into(),
                ..ChartOptions::default()
            };
            let mut sheets: Vec<_> = charts
                .map(|(name, chart)| (name, chart::draw(chart, &game, &options)))
                .into();
            let attack = &game.attacks[0];
            let actual = i32::try_from(attack.damage).ok();
            sheets.push((
                "odds",
                chart::distribution(&attack.expected, actual, Some(attack.seat), &options),
            ));
            for (name, sheet) in sheets {
                std::fs::write(
                    folder.join(format!("chart-{name}-{mode}-{width}.png")),
                    sheet.to_png(Quality::Fine),
                )?;
                std::fs::write(
                    folder.join(format!("chart-{name}-{mode}-{width}.svg")),
                    sheet.to_svg(),
                )?;
            }
        }
    }
    Ok(())
}
