//! `outflank db players` and `outflank db alias`: the players and the spellings of their names.

use anyhow::Result;
use clap::Args;
use outflank_archive::{Archive, Person, Spelling};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::output::{counted, grouped, new_table};

#[derive(Args)]
#[command(after_help = "\
Spellings belong to one player if they have the same words in any order, ignoring case and accents, \
or if one is the other truncated to the 19 characters of WTHOR and no other name fits. Correct the \
list with `outflank db alias`.")]
pub(super) struct Arguments {
    /// List only players whose name contains this text, ignoring case and accents.
    #[arg(default_value = "")]
    name: String,

    /// List only players with several spellings of their name.
    #[arg(long)]
    several: bool,

    /// List the first N players; 0 lists all.
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
}

#[derive(Args)]
pub(super) struct AliasArguments {
    /// A spelling of a name, as listed by `db players`.
    name: String,

    /// Assign NAME and its other spellings to this player.
    #[arg(required_unless_present_any = ["separate", "remove"], conflicts_with_all = ["separate", "remove"])]
    player: Option<String>,

    /// Make NAME a separate player.
    #[arg(long, conflicts_with = "remove")]
    separate: bool,

    /// Remove the correction made for NAME.
    #[arg(long)]
    remove: bool,
}

/// Totals of the list.
#[derive(JsonSchema, Serialize)]
pub(super) struct PlayersTotal {
    total: bool,
    /// Matching players.
    players: usize,
    /// Spellings of their names.
    spellings: usize,
    shown: usize,
}

pub(super) fn run(arguments: &Arguments, archive: &Archive, context: &Context) -> Result<Verdict> {
    let mut persons = archive.persons(&arguments.name)?;
    persons.retain(|person| !arguments.several || person.spellings.len() > 1);
    let limit = match arguments.limit {
        0 => persons.len(),
        limit => limit,
    };
    print(&persons, limit, context)
}

pub(super) fn alias(
    arguments: &AliasArguments,
    archive: &mut Archive,
    context: &Context,
) -> Result<Verdict> {
    let name = &arguments.name;
    match &arguments.player {
        Some(player) => archive.add_alias(name, player)?,
        None if arguments.separate => archive.separate_name(name)?,
        None => {
            let removed = archive.remove_alias(name)?;
            anyhow::ensure!(removed, "there is no correction for {name:?}");
        }
    }
    let mut persons = archive.persons(arguments.player.as_ref().unwrap_or(name))?;
    let has_name = |person: &Person| person.spellings.iter().any(|known| known.name == *name);
    if persons.iter().any(has_name) {
        persons.retain(has_name);
    }
    print(&persons, persons.len(), context)
}

fn print(persons: &[Person], limit: usize, context: &Context) -> Result<Verdict> {
    let mut text = new_table("player|games|spellings", [0, 2]);
    let shown = &persons[..limit.min(persons.len())];
    for person in shown {
        context.object(person)?;
        let spelling = |spelling: &Spelling| {
            let mark = if spelling.alias { ", set" } else { "" };
            format!(
                "{} ({}{mark})",
                spelling.name,
                grouped(spelling.games.into())
            )
        };
        let others: Vec<String> = match &person.spellings[..] {
            [only] if !only.alias => Vec::new(),
            all => all.iter().map(spelling).collect(),
        };
        text.add_row([
            person.name.clone(),
            grouped(person.games.into()),
            others.join("; "),
        ]);
    }
    let spellings = persons.iter().map(|person| person.spellings.len()).sum();
    context.object(&PlayersTotal {
        total: true,
        players: persons.len(),
        spellings,
        shown: shown.len(),
    })?;
    context.text(text)?;
    let players = counted(persons.len(), "player");
    let names = counted(spellings, "spelling");
    let count = grouped(shown.len() as u64);
    context.text(match shown.len() == persons.len() {
        true => format!("{players}, {names}"),
        false => format!("{players}, {names}; first {count} shown"),
    })?;
    Ok(Verdict::Done)
}
