//! Draws sample boards in every size and theme into a folder: `cargo run --example gallery -- <folder>`.

#[path = "../tests/boards/mod.rs"]
mod boards;

use std::error::Error;
use std::path::PathBuf;

use hindsight_reports::{PictureOptions, Theme, picture};

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
    println!("drawn into {}", folder.display());
    Ok(())
}
