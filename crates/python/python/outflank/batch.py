"""Functions on many boards at once.

``boards`` is an array of shape ``(n, 2)``, preferably ``uint64``: the discs of the mover, then
those of the opponent. The square in column ``c`` and row ``r``, both from 0 at the top left, is bit
``8 * r + c``, on every shape that fits into 8x8. A square as a number is its bit index; 64 is a
pass.

Arrays may have any strides, byte order and integer type; those that are not ``uint64`` in C order
are copied first. Other types, masked arrays and lists raise ``TypeError``. Other shapes, negative
numbers, overlapping discs and discs off the board raise ``ValueError``, which names the number or
the board. ``out`` is an array of the result's shape and type to write to, with any strides and byte
order; it may be ``boards`` itself. After an exception its content is undefined.

Every function releases the GIL and uses ``threads`` threads, at most 1024, but no more
than there are boards. ``None`` and 0 mean one per processor. Ctrl-C raises ``KeyboardInterrupt``.
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
