//! Lists the games of a file of any format, then how often each first move was played and
//! how Black fared: `list_games FILE`. The default is a WTHOR file of one year.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;

use outflank_othello::format::open_game_file;
use outflank_othello::notation::transcript;
use outflank_othello::{Color, Shape};

fn main() -> Result<(), Box<dyn Error>> {
    let usual = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/wthor/WTH_1977.wtb"
    );
    let path = std::env::args_os().nth(1).unwrap_or_else(|| usual.into());
    // Games and Black's wins by the first two squares.
    let mut openings: BTreeMap<String, [u32; 2]> = BTreeMap::new();
    for game in open_game_file(&PathBuf::from(path), Shape::STANDARD)? {
        let read = game?;
        let record = match read.game {
            Ok(parsed) => parsed.record,
            Err(error) => {
                eprintln!("game {}: {error}", read.number);
                continue;
            }
        };
        let [black, white] =
            [&record.black, &record.white].map(|player| player.name.as_deref().unwrap_or("?"));
        let moves = transcript(&record.game);
        println!("{}. {black} - {white}: {moves}", read.number);
        let opening: String = moves.chars().take(4).collect();
        let [games, wins] = openings.entry(opening).or_default();
        *games += 1;
        *wins += u32::from(record.winner() == Some(Color::Black));
    }
    for (opening, [games, wins]) in openings {
        println!("{opening}: {games} games, {wins} won by Black");
    }
    Ok(())
}
