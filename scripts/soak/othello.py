"""The rules of 8x8 Othello, written independently of the program: bit 0 is a1, bit 63 is h8."""

import typing

ALL = (1 << 64) - 1
# Steps to a neighbour, and the squares whose neighbour is on the board.
NOT_A, NOT_H = ALL & ~0x0101010101010101, ALL & ~0x8080808080808080
STEPS = [(1, NOT_H), (-1, NOT_A), (8, ALL), (-8, ALL), (9, NOT_H), (-9, NOT_A), (7, NOT_A), (-7, NOT_H)]


def step(squares, by, mask):
    squares &= mask
    return squares << by & ALL if by > 0 else squares >> -by


def name(square):
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def number(name):
    """Returns the square with a name in either case, or None for a pass."""
    if name.lower() in ("pass", "pa"):
        return None
    return "abcdefgh".index(name[0].lower()) + 8 * "12345678".index(name[1:])


class Position(typing.NamedTuple):
    own: int = 1 << 28 | 1 << 35
    other: int = 1 << 27 | 1 << 36
    is_black: bool = True

    def legal(self):
        """Returns the legal squares."""
        moves = 0
        for by, mask in STEPS:
            line = step(self.own, by, mask) & self.other
            while line:
                line = step(line, by, mask)
                moves |= line & ~self.own & ~self.other
                line &= self.other
        return [square for square in range(64) if moves >> square & 1]

    def flips(self, square):
        flipped = 0
        for by, mask in STEPS:
            line, at = 0, step(1 << square, by, mask)
            while at & self.other:
                line |= at
                at = step(at, by, mask)
            if at & self.own:
                flipped |= line
        return flipped

    def after(self, square):
        """Returns the position after a legal move, or after a pass if the square is None."""
        flipped = 0 if square is None else self.flips(square) | 1 << square
        return Position(self.other & ~flipped, self.own | flipped, not self.is_black)

    def must_pass(self):
        return not self.legal() and bool(self.after(None).legal())

    def is_over(self):
        return not self.legal() and not self.after(None).legal()

    def black_score(self):
        """Returns the final score for Black; empty squares count for the winner."""
        own, other = self.own.bit_count(), self.other.bit_count()
        empty = 64 - own - other
        score = own - other + (empty if own > other else -empty if own < other else 0)
        return score if self.is_black else -score

    def board(self, black="X", white="O", empty="-"):
        own, other = (black, white) if self.is_black else (white, black)
        return "".join(own if self.own >> square & 1 else other if self.other >> square & 1 else empty
                       for square in range(64))


def follow(transcript):
    """Returns the positions of a game; passes are left out. Raises ValueError if a move is illegal."""
    positions = [Position()]
    for at in range(0, len(transcript), 2):
        position, square = positions[-1], number(transcript[at:at + 2])
        if position.must_pass():
            position = position.after(None)
        if square not in position.legal():
            raise ValueError(f"{transcript}: {name(square)} is illegal")
        positions.append(position.after(square))
    return positions
