//! Pictures are the same to the byte on a machine without a single font.
//!
//! The test starts itself again where no font can be found: with nothing in the environment that leads to one, and,
//! where the system lets it (mount namespaces, as the superuser or with user namespaces), with empty folders in place
//! of those that hold fonts and their settings.

mod boards;
mod facts;

use std::path::Path;
use std::process::{Command, Output};

use hindsight_kernel::Seat;
use hindsight_reports::chart::{self, Chart, ChartOptions};
use hindsight_reports::gif::{self, Frame};
use hindsight_reports::statistics::GameStatistics;
use hindsight_reports::{PictureOptions, Quality, Theme, picture};

/// Set for the child only: where it leaves its pictures.
const OUT: &str = "HINDSIGHT_FONT_TEST_OUT";

/// One of everything that has letters in it: a name and the file's bytes.
fn pictures() -> Vec<(String, Vec<u8>)> {
    let mut pictures = Vec::new();
    let (board, story) = (boards::table(), boards::story(3));
    for theme in [Theme::Light, Theme::Dark] {
        let options = PictureOptions {
            width: 500,
            theme,
            ..boards::table_options()
        };
        let sheet = picture::draw(&board, &options);
        pictures.push((format!("{theme:?}.svg"), sheet.to_svg().into_bytes()));
        pictures.push((format!("{theme:?}-fine.png"), sheet.to_png(Quality::Fine)));
        pictures.push((format!("{theme:?}-fast.png"), sheet.to_png(Quality::Fast)));
    }
    let frames: Vec<Frame<'_>> = story
        .iter()
        .map(|(board, last)| Frame {
            board,
            last: Some(last),
            overlays: &[],
            hundredths: 50,
        })
        .collect();
    let small = PictureOptions {
        width: 400,
        ..PictureOptions::default()
    };
    pictures.push(("replay.gif".to_owned(), gif::gif(&frames, &small)));
    let mut game = GameStatistics::new();
    game.absorb(&facts::units());
    for (version, moment, fact) in facts::game(1) {
        game.fact(version, &moment, &fact);
    }
    let options = ChartOptions {
        width: 400,
        ..ChartOptions::default()
    };
    for kind in [
        Chart::Strength,
        Chart::Threat,
        Chart::Damage,
        Chart::Luck,
        Chart::Dice,
        Chart::Matrix,
    ] {
        let sheet = chart::draw(kind, &game, &options);
        pictures.push((format!("{kind:?}.svg"), sheet.to_svg().into_bytes()));
        pictures.push((format!("{kind:?}.png"), sheet.to_png(Quality::Fine)));
    }
    let odds = chart::distribution(&game.attacks[0].expected, Some(1), Some(Seat::A), &options);
    pictures.push(("odds.png".to_owned(), odds.to_png(Quality::Fine)));
    pictures
}

/// What the child does; in an ordinary run of the tests nothing.
#[test]
fn draws_for_the_other_test() {
    if let Some(folder) = std::env::var_os(OUT) {
        for (name, bytes) in pictures() {
            std::fs::write(Path::new(&folder).join(name), bytes).expect("a writable folder");
        }
    }
}

/// This program again, in an environment without fonts.
fn child(out: &Path, mut command: Command) -> Command {
    command
        .env_clear()
        .env("FONTCONFIG_FILE", "/dev/null")
        .env("FONTCONFIG_PATH", "/nonexistent")
        .env("HOME", "/nonexistent")
        .env("XDG_DATA_HOME", "/nonexistent")
        .env("XDG_DATA_DIRS", "/nonexistent")
        .env(OUT, out);
    command
}

fn compare(out: &Path, output: &Output) {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let here = pictures();
    assert_eq!(
        std::fs::read_dir(out).expect("it is there").count(),
        here.len(),
        "the child drew all"
    );
    for (name, bytes) in here {
        let there = std::fs::read(out.join(&name)).expect("the child drew it");
        assert!(there == bytes, "{name} differs without fonts");
    }
}

#[test]
fn pictures_are_the_same_without_any_font() {
    let own = std::env::current_exe().expect("a program knows where it is");
    let folder = std::env::temp_dir().join(format!("hindsight-fonts-{}", std::process::id()));
    let arguments = ["--exact", "draws_for_the_other_test", "--test-threads=1"];

    let plain = folder.join("plain");
    std::fs::create_dir_all(&plain).expect("a writable folder");
    let mut command = child(&plain, Command::new(&own));
    let output = command.args(arguments).output().expect("it can be started");
    compare(&plain, &output);

    let hidden = folder.join("hidden");
    std::fs::create_dir_all(&hidden).expect("a writable folder");
    let hide = "set -e
        for folder in /usr/share/fonts /usr/local/share/fonts /etc/fonts /usr/share/fontconfig /var/cache/fontconfig; do
            if [ -d \"$folder\" ]; then mount -t tmpfs none \"$folder\"; fi
        done
        touch \"$HINDSIGHT_FONT_TEST_OUT/../is-hidden\"
        exec \"$0\" \"$@\"";
    let mut unshare = Command::new("/usr/bin/unshare");
    unshare
        .args(["--mount", "--map-root-user", "/bin/sh", "-c", hide])
        .arg(&own);
    let mut command = child(&hidden, unshare);
    command.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    // Where namespaces are not allowed the folders cannot be hidden: then the first half has to do.
    if let Ok(output) = command.args(arguments).output()
        && folder.join("is-hidden").exists()
    {
        compare(&hidden, &output);
    } else {
        println!("font folders could not be hidden here; tested with the environment alone");
    }
    std::fs::remove_dir_all(&folder).expect("made by this test");
}
