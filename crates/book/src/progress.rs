//! Progress reports of long operations, and their cancellation.

use std::ops::ControlFlow;

use crate::error::Fault;

/// Reports the progress of a long operation, and stops the operation if the callback returns
/// `Break`.
pub struct Progress<'a> {
    report: &'a mut dyn FnMut(u64, u64) -> ControlFlow<()>,
}

impl<'a> Progress<'a> {
    /// Calls `report` several times a second with the work done and the total.
    pub fn new(report: &'a mut dyn FnMut(u64, u64) -> ControlFlow<()>) -> Self {
        Self { report }
    }

    /// Reports progress. Fails with [`Fault::Stopped`] if the callback returns `Break`.
    pub(crate) fn report(&mut self, done: u64, whole: u64) -> Result<(), Fault> {
        match (self.report)(done, whole) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Fault::Stopped),
        }
    }
}
