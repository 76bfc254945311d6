//! Comparison of evaluations: in games at equal depth and at equal time, and against the exact
//! scores of moves near the end.
//!
//! ```
//! use std::sync::{Arc, atomic::AtomicBool};
//! use outflank_lab::comparison::{Agreement, Contender, EqualLimit, Sample};
//! use outflank_matches::{CrossTable, RandomOpenings};
//! use outflank_othello::Shape;
//!
//! let contenders: Vec<Contender> = vec!["discs".parse()?, "phased".parse()?];
//! let stop = Arc::new(AtomicBool::new(false));
//!
//! // Games at depth 1, each opening with both colours.
//! let openings = RandomOpenings::new(Shape::STANDARD, 6, 1).generate(5);
//! let tournament = EqualLimit::Depth(1).tournament(&contenders, openings, 1, 1);
//! let table = CrossTable::new(2, &tournament.run(&stop, |_| ())?);
//! assert!(table.cell(1, 0).score() > Some(0.5));
//!
//! // How often the move of a 1-ply search is a best one with 8 empties.
//! let mut sample = Sample::new(Shape::STANDARD, &[8], 20, 1);
//! sample.take_from_selfplay(&stop)?;
//! let agreement = Agreement { contenders, depths: vec![1] };
//! let judged = agreement.run(&sample.positions(), 1, &stop, |_| ())?;
//! let rows = agreement.rows(&judged, Some(8));
//! assert_eq!(rows.len(), 2);
//! assert!(rows.iter().all(|row| row.agreement.unwrap().mean <= 1.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agreement;
mod contender;
mod estimate;
mod round_robin;
mod sample;

pub use agreement::{Agreement, AgreementError, AgreementRow, Chance, Choice, Judged};
pub use contender::{Contender, ContenderError};
pub use estimate::Estimate;
pub use round_robin::EqualLimit;
pub use sample::{Sample, SampleError, SampledPosition};
