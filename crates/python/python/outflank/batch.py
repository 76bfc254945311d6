"""Functions of many boards at once.

``boards`` is a C-contiguous ``uint64`` array of shape ``(n, 2)``: the discs of the mover, then
those of the opponent. The square in column ``c`` and row ``r``, both from 0 at the top left,
is bit ``8 * r + c``, on every shape that fits into 8x8. A square as a number is its bit index;
64 is a pass.

Every function releases the interpreter and uses ``threads`` threads, all cores by default.
``out`` is an array of the result's shape and type to write to. Overlapping discs and discs
off the board raise ``ValueError``, which names the board; ``legal_moves`` and ``play`` do not
check for them.
"""

from ._native import batch_best_moves as best_moves
from ._native import batch_canonical as canonical
from ._native import batch_evaluate as evaluate
from ._native import batch_exact_scores as exact_scores
from ._native import batch_features as features
from ._native import batch_legal_moves as legal_moves
from ._native import batch_play as play

__all__ = [
    "best_moves",
    "canonical",
    "evaluate",
    "exact_scores",
    "features",
    "legal_moves",
    "play",
]
