//! Progress of long work, and the wish to stop it.

use std::ops::ControlFlow;

use crate::error::Fault;

/// Reports how much of long work is done, and stops it if the receiver asks for it.
pub struct Progress<'a> {
    report: &'a mut dyn FnMut(u64, u64) -> ControlFlow<()>,
}

impl<'a> Progress<'a> {
    /// Calls `report` with the work done and the whole work, some times each second.
    pub fn new(report: &'a mut dyn FnMut(u64, u64) -> ControlFlow<()>) -> Self {
        Self { report }
    }

    /// Reports, and fails with [`Fault::Stopped`] if the work is to stop.
    pub(crate) fn report(&mut self, done: u64, whole: u64) -> Result<(), Fault> {
        match (self.report)(done, whole) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Fault::Stopped),
        }
    }
}
