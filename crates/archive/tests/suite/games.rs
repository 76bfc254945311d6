//! Every query of an archive, compared with a scan of the games.

use crate::common;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use outflank_archive::{Archive, MoveStatistics, Tally};
use outflank_othello::format::{
    GameFilter, GameRecord, OpeningFilter, PositionFilter, ResultFilter,
};
use outflank_othello::{Color, Game, Move, Position, Shape, Square, Symmetry};
use tempfile::TempDir;

/// The real games, in the order of import.
static GAMES: LazyLock<Vec<GameRecord>> = LazyLock::new(|| {
    let files = common::WTHOR.iter();
    let games = files.flat_map(|file| common::games(&common::repository(file)));
    games.collect()
});

/// Returns an archive of the real games, imported in batches of `batch` games.
fn archive(batch: usize) -> (TempDir, Archive) {
    let (folder, mut archive) = common::archive();
    for file in common::WTHOR {
        let imported = common::import(&mut archive, &common::repository(file), batch);
        assert_eq!((imported.duplicates, imported.rejected), (0, 0));
        assert_eq!(imported.read, imported.written);
    }
    (folder, archive)
}

/// Returns the numbers of the games that `takes` accepts.
fn scan(takes: impl Fn(&GameRecord) -> bool) -> Vec<u32> {
    let found = (1..).zip(GAMES.iter()).filter(|(_, record)| takes(record));
    found.map(|(number, _)| number).collect()
}

fn scan_filter(filter: &GameFilter) -> Vec<u32> {
    scan(|record| filter.matches(record))
}

fn game(moves: &str) -> Game {
    Game::from_transcript(Shape::STANDARD, moves).unwrap()
}

#[test]
fn stored_games_round_trip() {
    let (_folder, archive) = archive(1000);
    for (number, record) in (1..).zip(GAMES.iter()) {
        let found = archive.game(number).unwrap();
        assert_eq!(found.record, *record);
        assert_eq!(found.number, number);
    }
    let last = archive.game(GAMES.len() as u32).unwrap();
    assert!(last.sources[0].file.ends_with("WTH_1980.wtb"));
    assert_eq!(last.sources[0].number, 160);
    for number in [0, GAMES.len() as u32 + 1] {
        let error = archive.game(number).unwrap_err().to_string();
        let expected = format!("no game {number}: the archive has");
        assert!(error.contains(&expected), "{error}");
    }
}

#[test]
fn searches_by_name_year_and_result_match_a_scan() {
    let (_folder, archive) = archive(50);
    let name = |name: &str| Some(name.to_owned());
    let mut query = vec![GameFilter::default()];
    for part in ["inoue", "INOUE", "a", "nobody has this name", "", "é"] {
        query.extend([
            common::filter(|filter| filter.player = name(part)),
            common::filter(|filter| filter.black = name(part)),
            common::filter(|filter| filter.white = name(part)),
            common::filter(|filter| filter.tournament = name(part)),
        ]);
        for result in [ResultFilter::Win, ResultFilter::Loss, ResultFilter::Draw] {
            let theirs = common::filter(|filter| {
                filter.player = name(part);
                filter.result = Some(result);
            });
            let black = name("a");
            query.extend([theirs.clone(), GameFilter { black, ..theirs }]);
        }
    }
    for years in ["1977", "1978-1979", "1980-2000", "1900-2100"] {
        let then = common::filter(|filter| filter.years = years.parse().ok());
        query.extend([
            GameFilter {
                result: Some(ResultFilter::White),
                ..then.clone()
            },
            GameFilter {
                player: name("in"),
                opening: Some(OpeningFilter::new(game("f5d6"))),
                ..then.clone()
            },
            then,
        ]);
    }
    for result in [ResultFilter::Black, ResultFilter::White] {
        let won = common::filter(|filter| filter.result = Some(result));
        let tournament = name("world");
        query.extend([won.clone(), GameFilter { tournament, ..won }]);
    }
    let mut sizes = std::collections::BTreeSet::new();
    for query in query {
        let found = archive.find(&query).unwrap();
        assert_eq!(found, scan_filter(&query), "{query:?}");
        sizes.insert(found.len());
    }
    assert!(sizes.len() > 15, "the queries have different results");
}

#[test]
fn searches_by_opening_match_a_scan() {
    let (_folder, archive) = archive(64);
    let mut asked = 0;
    let mut openings = vec![
        Game::new(Shape::STANDARD),
        game("f5f6e6f4"),
        game("f5f6e6d6"),
        game("c4c3"),
        Game::new("6x6".parse().unwrap()),
        Game::from_position(*game("f5").position()),
    ];
    for record in GAMES.iter().step_by(7) {
        for length in [1, 3, 4, 5, 6, 9, 20, 60] {
            let mut opening = Game::new(Shape::STANDARD);
            for square in record.game.squares().take(length) {
                opening.play(square).unwrap();
            }
            openings.push(opening);
        }
    }
    for opening in openings {
        for symmetry in Symmetry::ALL {
            let image = opening.start().under(symmetry);
            let mut turned = Game::from_position(image);
            for square in opening.squares() {
                let square = symmetry.square(square, opening.shape());
                turned.play(square).unwrap();
            }
            let query = common::filter(|filter| filter.opening = Some(OpeningFilter::new(turned)));
            let found = archive.find(&query).unwrap();
            assert_eq!(found, scan_filter(&query), "{query:?}");
            asked += 1;
        }
    }
    assert!(asked > 1000);
}

#[test]
fn positions_are_found_in_every_symmetry() {
    let (_folder, archive) = archive(33);
    for (place, record) in GAMES.iter().enumerate().step_by(11) {
        for position in record.game.positions().iter().skip(place % 5).step_by(5) {
            let query = PositionFilter::new(position);
            let expected = scan(|record| query.is_in(&record.game));
            assert!(expected.contains(&(place as u32 + 1)));
            for symmetry in Symmetry::ALL {
                let query = common::filter(|filter| {
                    filter.position = Some(PositionFilter::new(&position.under(symmetry)));
                });
                assert_eq!(archive.find(&query).unwrap(), expected, "{position}");
            }
            let other = common::filter(|filter| {
                filter.position = Some(PositionFilter::new(&position.with_other_mover()));
            });
            assert_eq!(archive.find(&other).unwrap(), scan_filter(&other));
        }
    }
}

/// Returns the moves played in a position, as squares on the board of the query.
fn scan_moves(position: &Position, takes: &dyn Fn(&GameRecord) -> bool) -> BTreeMap<String, Tally> {
    let mut found = BTreeMap::<String, Tally>::new();
    for record in GAMES.iter().filter(|record| takes(record)) {
        let game = &record.game;
        for (ply, there) in game.positions().iter().enumerate() {
            let ways = Symmetry::ALL.into_iter();
            let ways = ways.filter(|&way| there.under(way) == *position);
            let images = ways.map(|way| match game.moves().get(ply) {
                None => "end".to_owned(),
                Some(Move::Pass) => "pass".to_owned(),
                // Names of squares sort by column, then row.
                Some(Move::Place(square)) => way.square(*square, game.shape()).to_string(),
            });
            if let Some(name) = images.max() {
                add(found.entry(name).or_default(), record);
            }
        }
    }
    found
}

fn add(tally: &mut Tally, record: &GameRecord) {
    let result = record.known_result().unwrap();
    tally.games += 1;
    match result.winner() {
        Some(Color::Black) => tally.black_wins += 1,
        None => tally.draws += 1,
        Some(Color::White) => tally.white_wins += 1,
    }
    tally.scored += 1;
    tally.score_sum += result.score.black_score(64).unwrap();
    tally.mean_score = Some(tally.score_sum / f64::from(tally.scored));
    let points = f64::from(tally.black_wins) + 0.5 * f64::from(tally.draws);
    tally.black_share = Some(points / f64::from(tally.games));
    let year = record.year().unwrap();
    tally.first_year = Some(tally.first_year.map_or(year, |first| first.min(year)));
    tally.last_year = tally.last_year.max(Some(year));
}

#[test]
fn move_counts_match_a_scan() {
    let (_folder, archive) = archive(40);
    let winner = common::filter(|filter| filter.result = Some(ResultFilter::Black));
    let opening = common::filter(|filter| filter.opening = Some(OpeningFilter::new(game("f5d6"))));
    let mut positions = vec![Position::start(Shape::STANDARD), *game("f5f6e6").position()];
    for record in GAMES.iter().step_by(40) {
        positions.extend(record.game.positions().iter().step_by(3));
        positions.push(*record.game.position());
    }
    for position in positions {
        for symmetry in Symmetry::ALL {
            let position = position.under(symmetry);
            for query in [&GameFilter::default(), &winner, &opening] {
                let among = scan_filter(query);
                let takes = |record: &GameRecord| {
                    let place = GAMES.iter().position(|other| std::ptr::eq(other, record));
                    among.contains(&(place.unwrap() as u32 + 1))
                };
                let mut expected = scan_moves(&position, &takes);
                let ended = expected.remove("end");
                let found = archive.statistics(&position, query).unwrap();
                assert_eq!(found.ended, ended.as_ref().map_or(0, |ended| ended.games));
                let all: u32 = found.moves.iter().map(|mv| mv.tally.games).sum();
                assert_eq!(found.all.games, all + found.ended);
                let games = |mv: &MoveStatistics| std::cmp::Reverse(mv.tally.games);
                assert!(found.moves.is_sorted_by_key(games));
                let moves = found.moves.into_iter();
                let by_name = moves.map(|mv| (mv.mv.to_string(), mv.tally));
                let by_name: BTreeMap<String, Tally> = by_name.collect();
                assert_eq!(by_name, expected, "{position}");
            }
        }
    }
}

#[test]
fn all_first_moves_count_as_one_move_with_its_players() {
    let (_folder, archive) = archive(1000);
    let start = Position::start(Shape::STANDARD);
    let found = archive.statistics(&start, &GameFilter::default()).unwrap();
    assert_eq!(found.moves.len(), 1);
    let first = &found.moves[0];
    assert_eq!(first.mv.to_string(), "f5");
    let alike: Vec<String> = first.alike.iter().map(Square::to_string).collect();
    assert_eq!(alike, ["e6", "d3", "c4"]);
    let games_of = |name: &str| {
        let is_black = |record: &&GameRecord| record.black.name.as_deref() == Some(name);
        GAMES.iter().filter(is_black).count() as u32
    };
    let players = GAMES.iter().map(|record| &record.black);
    let names = players.filter_map(|player| player.name.as_deref());
    let most = names.map(games_of).max();
    assert_eq!(first.players.len(), 3);
    assert_eq!(Some(first.players[0].games), most);
    for player in &first.players {
        assert_eq!(games_of(&player.name), player.games);
    }
    assert!(first.tally.mean_score.is_some() && first.tally.black_share.is_some());
}

#[test]
fn totals_match_the_games() {
    let (_folder, archive) = archive(10);
    let totals = archive.totals().unwrap();
    assert_eq!(totals.games, GAMES.len() as u64);
    let distinct = |names: &dyn Fn(&'static GameRecord) -> Vec<&'static Option<String>>| {
        let names = GAMES.iter().flat_map(names).flatten();
        names.collect::<std::collections::BTreeSet<_>>().len() as u64
    };
    let players = distinct(&|game| vec![&game.black.name, &game.white.name]);
    assert_eq!(totals.players, players);
    assert_eq!(totals.tournaments, distinct(&|game| vec![&game.tournament]));
    assert_eq!(totals.sources, 2);
    let positions = GAMES.iter().flat_map(|record| record.game.positions());
    assert_eq!(totals.positions, positions.clone().count() as u64);
    let canonical = positions.map(|position| position.canonical().0.to_string());
    let canonical: std::collections::BTreeSet<_> = canonical.collect();
    assert_eq!(totals.distinct_positions, canonical.len() as u64);
    assert_eq!(totals.first_year, Some(1977));
    assert_eq!(totals.last_year, Some(1980));
    assert!(totals.bytes > 0);
}
