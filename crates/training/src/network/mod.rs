//! Training of a [`Network`](outflank_engine::evaluation::Network) from scored positions.
//!
//! Samples stay in memory, 18 bytes each ([`NetworkSamples`]). Floating-point parameters are
//! trained by Adam (Kingma and Ba 2015) in batches, with a learning rate that warms up and
//! then decays along a cosine (Loshchilov and Hutter 2017). They are clamped to the range of
//! the quantized network after each step and quantized at the end.
//!
//! Only the rows used by a batch are updated ("lazy" Adam). One task updates all rows of a pattern,
//! sums have a fixed order, and batches are always divided into the same pieces. The same samples,
//! settings and seed therefore give the same bytes on any number of threads and with any SIMD
//! width.

mod adam;
mod encoded;
mod gradient;
mod hold_out_error;
mod model;
mod quantise;
mod row_optimizer;
mod samples;
mod settings;
mod simd;
mod state;
mod trainer;

#[cfg(test)]
mod tests;

pub use hold_out_error::hold_out_error;
pub use samples::NetworkSamples;
pub use settings::{NetworkSettings, NetworkWidth};
pub use state::NetworkEpoch;
pub use trainer::{NetworkProgress, NetworkTrainer, TrainedNetwork};
