//! The `outflank` program. It is a package of its own because link-time optimization inlines at
//! the level of this package: the engine needs level 3, the commands are built for size.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    outflank_commands::main()
}
