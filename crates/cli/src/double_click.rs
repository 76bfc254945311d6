//! Starting by a double click on Windows, which opens the board in the browser.

use std::os::windows::process::CommandExt;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System, get_current_pid};

/// Starts a process without a console window. See "Process Creation Flags" in Microsoft's
/// documentation.
const CREATE_NO_WINDOW: u32 = 0x0800_0000;

/// Whether Windows Explorer started this process.
pub(crate) fn is_started_by_explorer() -> bool {
    let mut system = System::new();
    system.refresh_processes_specifics(
        ProcessesToUpdate::All,
        false,
        ProcessRefreshKind::nothing(),
    );
    let own = get_current_pid().ok().and_then(|own| system.process(own));
    let parent = own.and_then(|own| system.process(own.parent()?));
    parent.is_some_and(|parent| parent.name().eq_ignore_ascii_case("explorer.exe"))
}

/// Serves the board and opens it in the browser, in a process without a console window, so that
/// this process can end and its window closes.
pub(crate) fn serve() -> Result<()> {
    let program = std::env::current_exe().context("cannot find the program")?;
    let mut serve = Command::new(program);
    serve.args(["serve", "--open"]);
    serve.creation_flags(CREATE_NO_WINDOW);
    let [input, output, errors] = [(); 3].map(|()| Stdio::null());
    serve.stdin(input).stdout(output).stderr(errors).spawn()?;
    Ok(())
}
