//! Helpers for all programs of the workspace: files that are never left half-written, files with a
//! single writer, random seeds, digests, reading of deeply nested JSON, and panics as errors. They do not depend on the game.
//!
//! [`AtomicFile`] and [`write_atomically`] write every file that a user names:
//!
//! | the path leads to | what happens |
//! |---|---|
//! | nothing yet | the content is written beside it as `NAME.PID.part` and renamed once it is complete |
//! | a regular file | the same; the new file has the permissions and, where the system allows it, the owner and group of the old one |
//! | a symbolic link | the link stays and its target is replaced; a dangling link creates its target |
//! | a device, a FIFO, standard output (`/dev/stdout`, `/dev/fd/N`) | the content is written directly; nothing is renamed or removed |
//! | a folder, a socket | an error |
//!
//! Only the permissions of owner, group and others are copied. The setuid and setgid bits are
//! dropped, as the kernel drops them when another user writes a file. A read-only file is not
//! replaced, even in a writable folder. The folder must be writable too. Other hard links of a
//! replaced file keep the old content. Access control lists and extended attributes are not copied.
//!
//! [`create_log`] opens a log. [`open_locked`] and [`LockedFile`] open a file that is also read and
//! has one writer at a time. [`open_shared`] and [`lock_exclusive`] let a writer wait for readers.
//!
//! ```
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("games.txt");
//! outflank_support::write_atomically(&path, b"f5d6c3\n")?;
//! assert_eq!(std::fs::read(&path)?, b"f5d6c3\n");
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

mod abandoned;
mod atomic_file;
mod caught;
mod destination;
pub mod digest;
pub mod json;
mod lock;
pub mod seeds;

pub use abandoned::remove_abandoned;
pub use atomic_file::{AtomicFile, check_writable, write_atomically};
pub use caught::{catching, is_catching};
pub use destination::{create_like, create_log, is_stdout, regular_path};
pub use lock::{Locked, LockedFile, identity, lock_exclusive, open_locked, open_shared};
