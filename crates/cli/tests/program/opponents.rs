//! The same opponent plays the same moves through every interface: the library, GTP, NBoard, the
//! terminal, the server and matches. A test of the Python package reads the same file of moves.

use std::path::Path;

use outflank_book::OpenBook;
use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher};
use outflank_human::HumanRating;
use outflank_othello::format::GameRecord;
use outflank_othello::format::ggf::write_ggf;
use outflank_othello::{Game, Move, Shape, Square};
use outflank_study::opponent::{BookChoice, Opponent, Step, Style};
use serde_json::{Value, json};

use crate::common::client::Client;
use crate::common::{as_str, json_in, workspace};
use crate::serve::{Served, serve};

/// Transcripts of positions in the book, the midgame and the endgame, each with the move that the
/// engine plays at level 6 with the shipped book.
const MOVES: &str = include_str!("../../../../testdata/opponent-moves.txt");

/// A game and the move played after it.
type Played = (Game, Square);

fn played() -> Vec<Played> {
    let lines = MOVES.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let (game, square) = line.split_once(' ').unwrap();
        let game = Game::from_transcript(Shape::STANDARD, game).unwrap();
        (game, square.parse().unwrap())
    };
    lines.map(read).collect()
}

/// Returns the move of the library's opponent with a seed of 7.
fn choose(game: &Game, style: Style) -> Square {
    let book = BookChoice::new(OpenBook::Shipped, 0, None);
    let opponent = Opponent {
        book: Some(book),
        ..Opponent::new(style, 7)
    };
    let request = SearchRequest::new(game.position(), Limits::level(6));
    match opponent.prepare(&request).unwrap() {
        Step::Play(known) => known.square,
        Step::Search(to_search) => {
            let mut searcher = Searcher::new(SearchOptions::default().with_hash(1)).unwrap();
            let found = searcher.search(&to_search);
            let last = game.last_move().and_then(Move::square);
            let choice = opponent.choose(&request, last, found);
            choice.unwrap().chosen.square
        }
    }
}

const RATING: u16 = 1500;

/// The arguments of a command for the engine, or for a human-like opponent.
fn engine(command: &str, is_human: bool) -> String {
    let strength = match is_human {
        true => format!("--engine human@{RATING} --seed 7"),
        false => "--level 6".to_owned(),
    };
    format!("{command} {strength} --threads 1 --hash 1")
}

fn start(command: &str, is_human: bool) -> Client {
    Client::start(engine(command, is_human))
}

fn gtp(game: &Game, is_human: bool) -> Square {
    let mut client = start("gtp", is_human);
    for (position, mv) in game.plies() {
        client.say(&format!("play {} {mv}", position.mover()));
        assert_eq!((&*client.line(), &*client.line()), ("=", ""));
    }
    client.say(&format!("genmove {}", game.position().mover()));
    let answer = client.line();
    answer.strip_prefix("= ").unwrap().parse().unwrap()
}

fn nboard(game: &Game, is_human: bool) -> Square {
    let mut client = start("nboard", is_human);
    client.say("nboard 2");
    let record = GameRecord::new(game.clone());
    client.say(&format!("set game {}", write_ggf(&record).unwrap()));
    client.say("go");
    loop {
        if let Some(answer) = client.line().strip_prefix("=== ") {
            return answer.split('/').next().unwrap().parse().unwrap();
        }
    }
}

/// Starts the terminal's game where the engine is to move.
fn play(game: &Game) -> Square {
    let color = game.position().mover().opponent().name().to_lowercase();
    let command = format!("play --color {color} --position {}", transcript(game));
    let states = json_in(engine(&command, false), &workspace());
    let engine = states.iter().find_map(|state| state["engine"].as_str());
    engine.unwrap().parse().unwrap()
}

fn transcript(game: &Game) -> String {
    game.squares().map(|square| square.to_string()).collect()
}

fn server(served: &Served, game: &Game, is_human: bool) -> Square {
    let moves = transcript(game);
    let asked = match is_human {
        true => json!({ "moves": moves, "human": RATING, "seed": 7 }),
        false => json!({ "moves": moves, "level": 6, "book": true }),
    };
    let asked = asked.to_string();
    let length = asked.len();
    let headers = format!("content-type: application/json\r\ncontent-length: {length}\r\n");
    let (_, answer) = served.send("POST /api/choose", &headers, &asked);
    let chosen: Value = serde_json::from_str(&answer).unwrap();
    as_str(&chosen["move"]).parse().unwrap()
}

/// Plays a pair of games from the position, and returns the first move of the engine that is to
/// move in the first game.
fn matched(game: &Game, folder: &Path) -> Square {
    std::fs::write(folder.join("openings.txt"), transcript(game)).unwrap();
    let engine = "cmd=outflank,level=6,book=shipped";
    let engines = format!("match --engine name=a,{engine} --engine name=b,{engine}");
    let files = "--openings openings.txt --games 2 --save games.txt";
    json_in((engines, files), folder);
    let text = std::fs::read_to_string(folder.join("games.txt")).unwrap();
    let first = Game::from_transcript(Shape::STANDARD, text.lines().next().unwrap()).unwrap();
    first.squares().nth(game.squares().count()).unwrap()
}

#[test]
fn the_engine_plays_the_same_moves_through_every_interface() {
    let served = serve("--max-level 12");
    for (game, expected) in played() {
        let folder = tempfile::tempdir().unwrap();
        let name = transcript(&game);
        for (door, chosen) in [
            ("the library", choose(&game, Style::Best)),
            ("GTP", gtp(&game, false)),
            ("NBoard", nboard(&game, false)),
            ("the terminal", play(&game)),
            ("HTTP", server(&served, &game, false)),
            ("a match", matched(&game, folder.path())),
        ] {
            assert_eq!(chosen, expected, "{name} by {door}");
        }
    }
    served.end("-TERM");
}

#[test]
fn a_human_opponent_plays_the_same_moves_through_every_interface() {
    let served = serve("");
    let style = Style::Human(HumanRating::new(RATING));
    for (game, _) in played() {
        let (name, expected) = (transcript(&game), choose(&game, style));
        assert_eq!(gtp(&game, true), expected, "{name} by GTP");
        assert_eq!(nboard(&game, true), expected, "{name} by NBoard");
        assert_eq!(server(&served, &game, true), expected, "{name} by HTTP");
    }
    served.end("-TERM");
}
