#!/usr/bin/env python3
"""Checks a certificate of an Othello score: check_certificate.py FILE

It follows docs/reference/certificates.md alone. Python 3.8 or newer, without packages. Exit
status 0: proven; 1: not proven; 2: wrong usage.
"""

import sys

SCORING = "disc difference, empties to the winner"
MASK = 0xFFFFFFFF
IV = [0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19]
ORDER = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8]
MIXES = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
         (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]


class Fault(Exception):
    """What is wrong with a certificate."""


def compress(chain, words, counter, length, flags):
    """The compression function of BLAKE3: eight words."""
    v = chain + IV[:4] + [counter & MASK, counter >> 32, length, flags]
    for _ in range(7):
        for at, (a, b, c, d) in enumerate(MIXES):
            for word, first, second in ((words[2 * at], 16, 12), (words[2 * at + 1], 8, 7)):
                v[a] = (v[a] + v[b] + word) & MASK
                x = v[d] ^ v[a]
                v[d] = (x >> first | x << 32 - first) & MASK
                v[c] = (v[c] + v[d]) & MASK
                x = v[b] ^ v[c]
                v[b] = (x >> second | x << 32 - second) & MASK
        words = [words[place] for place in ORDER]
    return [v[place] ^ v[place + 8] for place in range(8)]


def words_of(block):
    block = block.ljust(64, b"\0")
    return [int.from_bytes(block[place:place + 4], "little") for place in range(0, 64, 4)]


def blake3(data, counter=0, root=8):
    """The words of the BLAKE3 hash of bytes (`root` 8), or of a subtree of them (0)."""
    if len(data) > 1024:
        left = 1024
        while 2 * left < len(data):
            left *= 2
        words = blake3(data[:left], counter, 0) + blake3(data[left:], counter + left // 1024, 0)
        return compress(IV, words, 0, 64, 4 | root)
    chain, blocks = IV, [data[at:at + 64] for at in range(0, len(data), 64)] or [b""]
    for number, block in enumerate(blocks):
        flags = (number == 0) | (2 | root if number + 1 == len(blocks) else 0)
        chain = compress(chain, words_of(block), counter, len(block), flags)
    return chain


def hash_of(data):
    return b"".join(word.to_bytes(4, "little") for word in blake3(data))


class Board:
    """The rules. A position is the mover's discs, the other side's, and whether the winner moves."""

    def __init__(self, columns, signs):
        squares = [divmod(at, columns) for at, sign in enumerate(signs) if sign != "#"]
        self.bits = {square: 1 << number for number, square in enumerate(squares)}
        steps = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column]
        rays = {bit: [self.ray(*square, *step) for step in steps] for square, bit in self.bits.items()}
        self.rays = {bit: [ray for ray in rays[bit] if len(ray) > 1] for bit in rays}

    def ray(self, row, column, down, right):
        row, column = row + down, column + right
        bit = self.bits.get((row, column))
        return [bit] + self.ray(row, column, down, right) if bit else []

    def flips(self, mine, yours, bit):
        """The discs that a disc on an empty square flips; none if the move is not legal."""
        flips = 0
        for ray in self.rays[bit]:
            line = 0
            for place in ray:
                if yours & place:
                    line |= place
                else:
                    if mine & place:
                        flips |= line
                    break
        return flips

    def empty(self, mine, yours):
        return [bit for bit in self.rays if not (mine | yours) & bit]

    def moves(self, mine, yours, wins):
        """The positions after the legal moves."""
        found = ((bit, self.flips(mine, yours, bit)) for bit in self.empty(mine, yours))
        return [(yours & ~flips, mine | bit | flips, not wins) for bit, flips in found if flips]

    def score(self, mine, yours, wins):
        """The winner's score of a game that is over."""
        score, free = bin(mine).count("1") - bin(yours).count("1"), len(self.empty(mine, yours))
        score += free if score > 0 else -free if score < 0 else 0
        return score if wins else -score


class Proof:
    """The proof of a lemma; `later` are the positions that the later lemmas state."""

    def __init__(self, board, target, cut, later, data):
        self.board, self.target, self.cut, self.later, self.data = board, target, cut, later, data
        self.bits, self.met = 0, []

    def read(self, values):
        number = 0
        for _ in range(max(values - 1, 0).bit_length()):
            number = 2 * number + (self.data[self.bits // 8] >> 7 - self.bits % 8 & 1)
            self.bits += 1
        if number >= values:
            raise Fault(f"found {number} where {values} numbers are possible")
        return number

    def check(self, position):
        mine, yours, wins = position
        bits, moves = self.board.empty(mine, yours), self.board.moves(*position)
        if len(bits) <= self.cut:
            if not self.solve(mine, yours, wins, bits, False):
                raise Fault(f"a leaf scores less than {self.target}")
        elif not moves:
            if self.board.moves(yours, mine, not wins):
                self.check((yours, mine, not wins))
            elif self.board.score(*position) < self.target:
                raise Fault(f"a game ends with less than {self.target}")
        elif not wins:
            for move in moves:
                self.check(move)
        else:
            choice = self.read(len(moves) + 2)
            if choice < len(moves):
                self.met.append(position)
                self.check(moves[choice])
            else:
                referred = self.met if choice == len(moves) else self.later
                if referred[self.read(len(referred))] != position:
                    raise Fault("refers to another position")

    def solve(self, mine, yours, wins, bits, passed):
        """Whether the winner gets the target: tries all moves, which are among `bits`."""
        moved = False
        for bit in bits:
            if not (mine | yours) & bit:
                flips = self.board.flips(mine, yours, bit)
                if flips:
                    moved = True
                    if self.solve(yours & ~flips, mine | bit | flips, not wins, bits, False) == wins:
                        return wins
        if moved:
            return not wins
        if passed:
            return self.board.score(mine, yours, wins) >= self.target
        return self.solve(yours, mine, not wins, bits, True)


class Later:
    """The positions that lemmas state, from one to the last of its claim."""

    def __init__(self, data, squares, winner):
        self.data, self.squares, self.winner = data, squares, winner
        self.length = (squares + 5) // 5

    def __len__(self):
        return len(self.data) // self.length

    def __getitem__(self, lemma):
        data = self.data[lemma * self.length:][:self.length]
        digits = [byte // 3 ** power % 3 for byte in data for power in range(5)]
        mover = digits[self.squares]
        if mover == 0 or any(digits[self.squares + 1:]) or max(data) > 242:
            raise Fault("the statement of a lemma is not a position")
        discs = [sum(1 << at for at in range(self.squares) if digits[at] == side) for side in (mover, 3 - mover)]
        return discs[0], discs[1], mover == self.winner


def check(data):
    """Checks a certificate; returns what it proves."""
    text, rest = data.split(b"\n\n", 1)
    lines = [line.split(" ", 1) for line in text.decode().split("\n")]
    header, names = dict(lines), "othello board position scoring claims cut lemmas choices chunks hash"
    if [line[0] for line in lines] != names.split() or lines[0][1] != "certificate 1" or lines[3][1] != SCORING:
        raise Fault("the header has other lines than expected")
    (columns, rows), (signs, mover) = map(int, header["board"].split("x")), header["position"].split(" ")
    if len(signs) != columns * rows or set(signs) - set("-XO#") or mover not in "XO":
        raise Fault("the position does not fit the board")
    board, mover = Board(columns, signs), " XO".index(mover)
    discs = [[1 << at for at, disc in enumerate(signs.replace("#", "")) if disc == side] for side in "XO"]
    root = sum(discs[mover - 1]), sum(discs[2 - mover])
    claims, lemmas = header["claims"].split(", "), list(map(int, header["lemmas"].split()))
    length, count = (len(board.bits) + 5) // 5, int(header["chunks"])
    end, rows = sum(lemmas) * length, range(sum(lemmas) * length, sum(lemmas) * length + 40 * count, 40)
    table, statements = [rest[at:at + 40] for at in rows], rest[:end]
    tree = [hash_of(b"\0" + text[:text.rindex(b"hash ")] + statements)] + [line[8:] for line in table]
    while len(tree) > 1:
        pairs = [tree[at:at + 2] for at in range(0, len(tree), 2)]
        tree = [hash_of(b"\1" + b"".join(pair)) if len(pair) == 2 else pair[0] for pair in pairs]
    if tree[0].hex() != header["hash"] or len(claims) != len(lemmas) or len(claims) > 2 or min(lemmas) < 1:
        raise Fault(f"the hash of the file is {tree[0].hex()}, or its claims have no lemmas")
    lemma, choices, place = 0, 0, end + 40 * count
    for number, line in enumerate(table):
        last, size = (int.from_bytes(line[at:at + 4], "little") for at in (0, 4))
        chunk, place, last = rest[place:place + size], place + size, lemma + last
        if hash_of(b"\0" + line[:4] + chunk) != line[8:] or last > sum(lemmas):
            raise Fault(f"chunk {number} has another hash, or too many lemmas")
        for lemma in range(lemma, last):
            claim = int(lemma >= lemmas[0])
            side, score = claims[claim].rsplit(" ", 1)
            sign = {"at least": 1, "at most": -1}[side]
            winner, end = mover if sign > 0 else 3 - mover, sum(lemmas[:claim + 1])
            stated = Later(statements[lemma * length:end * length], len(board.bits), winner)
            if len(stated) == lemmas[claim] and stated[0] != (*root, mover == winner):
                raise Fault(f"lemma {lemma} does not state the position of the header")
            later = Later(stated.data[length:], len(board.bits), winner)
            proof = Proof(board, sign * int(score), int(header["cut"]), later, chunk)
            try:
                proof.check(stated[0])
                if proof.read(1 << -proof.bits % 8):
                    raise Fault("expected zeros after the proof")
            except (Fault, IndexError) as fault:
                raise Fault(f"chunk {number}, lemma {lemma}, bit {proof.bits}: {fault}") from None
            chunk, choices = chunk[proof.bits // 8:], choices + len(proof.met)
        lemma = last
        if chunk:
            raise Fault(f"chunk {number}: {len(chunk)} bytes after its lemmas")
    if (lemma, place, choices) != (sum(lemmas), len(rest), int(header["choices"])):
        raise Fault("the header counts other lemmas, bytes or choices than there are")
    return [f"proven: the score of {header['position']} is {claim}" for claim in claims]


if __name__ == "__main__":
    sys.setrecursionlimit(10000)
    if len(sys.argv) != 2:
        sys.exit(print(__doc__, file=sys.stderr) or 2)
    try:
        with open(sys.argv[1], "rb") as certificate:
            print("\n".join(check(certificate.read())))
    except (Fault, ValueError, IndexError, KeyError) as wrong:
        sys.exit(print(f"{sys.argv[1]}: not proven: {wrong}", file=sys.stderr) or 1)
