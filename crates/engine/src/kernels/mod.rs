//! The rules and the evaluation, written for the instruction set of each tier.
//!
//! Each kernel has a portable form, which is the reference, and, where it pays, an AVX2 and an
//! AVX-512 form. On AArch64, three kernels use NEON, which all its processors have. On WebAssembly,
//! some use SIMD128 if the build enables it, because a module cannot detect instructions at run
//! time. `baseline` is the form of the portable tier. All forms of a kernel have the same name and
//! arguments and return the same result.

pub(crate) mod features;
pub(crate) mod flip;
pub(crate) mod last_board;
pub(crate) mod last_flip;
pub(crate) mod mobility;
pub(crate) mod network;
mod rays;
pub(crate) mod replies;
pub(crate) mod stability;

#[cfg(test)]
mod tests;
