//! Comparison of searches of the same tree: the savings of alpha-beta and of move orders.
//!
//! ```
//! use outflank_gametree::{SearchLimits, MoveOrder};
//! use outflank_gametree::games::NamedGame;
//! use outflank_lab::searches::{Savings, best_case_leaves};
//!
//! let tree: NamedGame = "random:3,4,1".parse()?;
//! let savings = Savings { depth: 4, orders: vec![MoveOrder::Perfect], ..Savings::default() };
//! let rows = tree.run(&savings);
//! let last = &rows[rows.len() - 1];
//! assert_eq!((last.minimax.leaves, last.branching), (81, Some(3.0)));
//! // Perfect order on a uniform tree gives the best case.
//! assert_eq!(last.orders[0].leaves as f64, best_case_leaves(3.0, 4));
//! # Ok::<(), outflank_gametree::games::NamedGameError>(())
//! ```

mod savings;

pub use savings::{Savings, SavingsRow, SearchCost, best_case_leaves};
