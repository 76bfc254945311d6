//! The smallest honest program of Othello that speaks GTP: it plays the first
//! legal square. The tests start it, and with other arguments it misbehaves.
//!
//! | argument | effect |
//! |---|---|
//! | `--no-pass` | refuses `play w pass`, as GRhino does |
//! | `--from-bottom` | counts the rows from the bottom |
//! | `--banner` | talks before its answers |
//! | `--pid FILE` | writes its number into a file, one a line |
//! | `FAULT@N` | does it in place of its Nth `genmove`, counted from 1; with 0 in place of its first answer |
//!
//! Faults: `crash`, `hang`, `illegal`, `flood`, `endless`, `nonsense`, `pass`,
//! `resign`, `refuse`, `twice`, `sleep`, `drip`, `binary`.

use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::process::exit;
use std::time::Duration;

use outflank_othello::{Color, Game, Move, Shape, Square};

/// How the program was started.
#[derive(Default)]
struct Manners {
    no_pass: bool,
    from_bottom: bool,
    banner: bool,
    fault: Option<(String, u32)>,
}

impl Manners {
    fn from_arguments() -> io::Result<Self> {
        let mut manners = Self::default();
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--no-pass" => manners.no_pass = true,
                "--from-bottom" => manners.from_bottom = true,
                "--banner" => manners.banner = true,
                "--pid" => {
                    let path = arguments.next().unwrap_or_default();
                    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
                    writeln!(file, "{}", std::process::id())?;
                }
                _ => manners.fault = read_fault(&argument),
            }
        }
        Ok(manners)
    }

    fn is_faulty_at(&self, genmove: u32) -> Option<&str> {
        let (fault, at) = self.fault.as_ref()?;
        (*at == genmove).then_some(fault)
    }
}

fn read_fault(text: &str) -> Option<(String, u32)> {
    let (fault, at) = text.split_once('@')?;
    Some((fault.to_owned(), at.parse().ok()?))
}

/// The program with its board.
struct Engine {
    manners: Manners,
    game: Game,
    genmoves: u32,
}

impl Engine {
    /// The answer to a command: the text, or why it is refused.
    fn answer(&mut self, command: &str) -> Result<String, &'static str> {
        let words: Vec<&str> = command.split_whitespace().collect();
        match words[..] {
            ["protocol_version"] => Ok("2".to_owned()),
            ["name"] => Ok("First Move".to_owned()),
            ["list_commands"] => Ok("protocol_version\nname\nlist_commands\nboardsize\n\
                clear_board\nplay\ngenmove\ntime_settings\ntime_left\nquit"
                .to_owned()),
            ["boardsize", side] => {
                let side = side.parse().map_err(|_| "syntax error")?;
                let shape = Shape::new(side, side).map_err(|_| "unacceptable size")?;
                self.game = Game::new(shape);
                Ok(String::new())
            }
            ["clear_board"] => {
                self.game = Game::new(self.game.shape());
                Ok(String::new())
            }
            ["play", color, "pass"] => self.pass(read_color(color)?),
            ["play", color, square] => self.play(read_color(color)?, square),
            ["genmove", color] => self.genmove(read_color(color)?),
            ["time_settings", a, b, c] => {
                let whole = [a, b, c].iter().all(|text| text.parse::<u32>().is_ok());
                whole.then(String::new).ok_or("syntax error")
            }
            ["time_left", color, a, b] => {
                read_color(color)?;
                let whole = [a, b].iter().all(|text| text.parse::<u32>().is_ok());
                whole.then(String::new).ok_or("syntax error")
            }
            ["quit"] => Ok(String::new()),
            _ => Err("unknown command"),
        }
    }

    /// The square of ours that is the program's, and the other way round.
    fn turned(&self, square: Square) -> Option<Square> {
        let rows = self.game.shape().height();
        let row = match self.manners.from_bottom {
            true => rows.checked_sub(square.row() + 1)?,
            false => square.row(),
        };
        Square::new(square.column(), row)
    }

    fn play(&mut self, side: Color, square: &str) -> Result<String, &'static str> {
        if self.game.is_over() || side != self.game.position().mover() {
            return Err("not the mover");
        }
        let square = square.parse().map_err(|_| "syntax error")?;
        let square = self.turned(square).ok_or("illegal move")?;
        self.game.play(square).map_err(|_| "illegal move")?;
        Ok(String::new())
    }

    /// The board here passes of itself; what is told must be what happened.
    fn pass(&self, side: Color) -> Result<String, &'static str> {
        let last = self.game.plies().last();
        match last {
            _ if self.manners.no_pass => Err("syntax error"),
            Some((position, Move::Pass)) if position.mover() == side => Ok(String::new()),
            _ => Err("illegal move"),
        }
    }

    fn genmove(&mut self, side: Color) -> Result<String, &'static str> {
        self.genmoves += 1;
        let position = self.game.position();
        if side != position.mover() {
            return Ok("pass".to_owned());
        }
        let best = position.legal_moves().first();
        let fault = self.manners.is_faulty_at(self.genmoves).map(str::to_owned);
        if let Some(fault) = fault {
            return misbehave(&fault);
        }
        let Some(square) = best else {
            return Ok("pass".to_owned());
        };
        self.game.play(square).map_err(|_| "illegal move")?;
        let named = self.turned(square).ok_or("illegal move")?;
        Ok(named.to_string().to_uppercase())
    }
}

fn read_color(text: &str) -> Result<Color, &'static str> {
    match text {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err("syntax error"),
    }
}

/// Anything but a good answer.
fn misbehave(fault: &str) -> Result<String, &'static str> {
    let mut output = io::stdout().lock();
    // Whoever reads may have had enough.
    let mut say = |text: &str| {
        if output.write_all(text.as_bytes()).is_err() {
            exit(1);
        }
    };
    match fault {
        "crash" => {
            eprintln!("everything is on fire");
            exit(3);
        }
        "hang" => loop {
            std::thread::sleep(Duration::from_secs(3600));
        },
        "sleep" => {
            std::thread::sleep(Duration::from_millis(100));
            Ok("d3".to_owned())
        }
        "flood" => loop {
            say("all work and no play\n");
            eprintln!("makes a dull program");
        },
        "endless" => loop {
            say("all work and no play ");
        },
        "drip" => loop {
            say(".");
            let _ = io::stdout().flush();
            std::thread::sleep(Duration::from_millis(20));
        },
        "binary" => {
            let _ = output.write_all(&[b'=', b' ', 0, 0xFF, 0xC3, 0x1B, b'[', b'H', b'\n', b'\n']);
            Ok("d3".to_owned())
        }
        "nonsense" => {
            say("= fish\n= and\n? chips\n\n\n= F5\n\n");
            Ok("tea".to_owned())
        }
        "twice" => {
            say("= a1\n\n");
            Ok("h8".to_owned())
        }
        "illegal" => Ok("d4".to_owned()),
        "refuse" => Err("I do not feel like it"),
        other => Ok(other.to_owned()),
    }
}

fn main() -> io::Result<()> {
    let mut engine = Engine {
        manners: Manners::from_arguments()?,
        game: Game::new(Shape::STANDARD),
        genmoves: 0,
    };
    for command in io::stdin().lock().lines() {
        let command = command?;
        if engine.manners.banner {
            println!("# {command}, is it?\n");
        }
        let answer = match engine.manners.is_faulty_at(0) {
            Some(fault) => misbehave(fault),
            None => engine.answer(&command),
        };
        match answer {
            Ok(text) => print!("= {text}\n\n"),
            Err(message) => print!("? {message}\n\n"),
        }
        io::stdout().flush()?;
        if command.trim() == "quit" {
            break;
        }
    }
    Ok(())
}
