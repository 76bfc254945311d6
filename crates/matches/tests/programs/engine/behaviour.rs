//! The arguments of the program.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::process::exit;
use std::time::Duration;

#[derive(Default)]
pub(crate) struct Behaviour {
    pub(crate) nboard: bool,
    pub(crate) no_pass: bool,
    pub(crate) from_bottom: bool,
    pub(crate) spelling: String,
    pub(crate) banner: bool,
    pub(crate) log: Option<String>,
    /// A file that the first fault creates, and that prevents further ones.
    once: Option<String>,
    fault: Option<(String, u32)>,
}

impl Behaviour {
    pub(crate) fn from_arguments() -> io::Result<Self> {
        let mut behaviour = Self::default();
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().unwrap_or_default();
            match argument.as_str() {
                "--nboard" => behaviour.nboard = true,
                "--no-pass" => behaviour.no_pass = true,
                "--from-bottom" => behaviour.from_bottom = true,
                "--spelling" => behaviour.spelling = value(),
                "--banner" => behaviour.banner = true,
                "--once" => behaviour.once = Some(value()),
                "--log" => behaviour.log = Some(value()),
                "--pid" => {
                    let mut file = OpenOptions::new().create(true).append(true).open(value())?;
                    writeln!(file, "{}", std::process::id())?;
                }
                _ => behaviour.fault = read_fault(&argument),
            }
        }
        Ok(behaviour)
    }

    /// Returns the fault that replaces the next answer: its `turn`th move, or another
    /// answer.
    pub(crate) fn is_faulty_at(&self, turn: u32) -> Option<&str> {
        let (fault, at) = self.fault.as_ref()?;
        let is_due = [0, turn].contains(at);
        let is_first = || match &self.once {
            Some(path) => OpenOptions::new()
                .write(true)
                .create_new(true)
                .open(path)
                .is_ok(),
            None => true,
        };
        (is_due && is_first()).then_some(fault)
    }
}

fn read_fault(text: &str) -> Option<(String, u32)> {
    let (fault, at) = text.split_once('@')?;
    Some((fault.to_owned(), at.parse().ok()?))
}

/// Misbehaves in the ways common to both protocols. Returns if the fault is not one of
/// them.
pub(crate) fn misbehave(fault: &str) {
    let mut output = io::stdout().lock();
    // The reader may have closed the pipe.
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
        "sleep" => std::thread::sleep(Duration::from_millis(100)),
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
        _ => {}
    }
}
