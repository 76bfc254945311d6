//! Numbers of a [`Network`](outflank_engine::evaluation::Network), learned from scored
//! positions.
//!
//! All positions stay in memory, 18 bytes each ([`NetworkSamples`]); 38 million are
//! 0.7 GB. Floating-point numbers are trained by Adam (Kingma and Ba 2015) in batches,
//! with a learning rate that rises, then falls along a cosine (Loshchilov and Hutter
//! 2017), and are rounded to the network's whole numbers at the end; what the whole
//! numbers could not hold is cut off after each step, so that little is lost then.
//!
//! Of the rows only those are touched of which the positions of a batch have an entry,
//! as "lazy" variants of Adam do. All rows of a pattern are brought up to date by one
//! task, sums are formed in a fixed order, and a batch is divided into the same pieces
//! always: the same positions, settings and seed give the same bytes, however many
//! threads work and whatever vectors the processor has.

mod adam;
mod batch;
mod errors;
mod forward;
mod gradient;
mod heads;
mod kept;
mod model;
mod order;
mod prepared;
mod quantise;
mod rows;
mod samples;
mod settings;
mod state;
mod trainer;
mod vectors;

#[cfg(test)]
mod tests;

pub use errors::{ErrorByDiscs, network_error, tables_error};
pub use samples::NetworkSamples;
pub use settings::{NetworkSettings, NetworkWidth, NetworkWidthError};
pub use state::NetworkEpoch;
pub use trainer::{NetworkCourse, NetworkTrainer, TrainedNetwork};
