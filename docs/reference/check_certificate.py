#!/usr/bin/env python3
"""Checks a certificate of an Othello score: check_certificate.py FILE [CHUNKS]

With CHUNKS, only that number of chunks drawn at random, which proves nothing but finds faults. It
follows docs/reference/certificates.md alone. Python 3.8 or newer, without packages. Exit status 0:
proven, or no fault in these chunks; 1: not proven; 2: wrong usage.
"""

import random
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
        padded = block + bytes(64 - len(block))
        words = [int.from_bytes(padded[at:at + 4], "little") for at in range(0, 64, 4)]
        chain = compress(chain, words, counter, len(block), flags)
    return chain


def hash_of(data):
    return b"".join(word.to_bytes(4, "little") for word in blake3(data))


class Board:
    """The rules. A position is the mover's discs, the other side's, and whether the winner moves.

    A set of squares is a number with a bit for each. Each row has one bit more, at which lines end.
    """

    def __init__(self, columns, signs):
        bits = [1 << at + at // columns + columns + 2 for at in range(len(signs))]
        self.bits = [bit for bit, sign in zip(bits, signs) if sign != "#"]
        self.all, self.length = sum(self.bits), (len(self.bits) + 5) // 5
        steps = [(step, 0) for step in (1, columns, columns + 1, columns + 2)]
        self.steps = steps + [(right, left) for left, right in steps]

    def discs(self, signs, sign):
        return sum(bit for bit, other in zip(self.bits, signs) if other == sign)

    def moves(self, mine, yours, wins, bits):
        """The positions after the legal moves on some squares, in their order."""
        for bit in bits:
            if not (mine | yours) & bit:
                flips = 0
                for left, right in self.steps:
                    line, end = 0, bit << left >> right
                    while end & yours:
                        line, end = line | end, end << left >> right
                    if end & mine:
                        flips |= line
                if flips:
                    yield yours & ~flips, mine | bit | flips, not wins

    def count_moves(self, position):
        """The number of empty squares at the end of lines of yours that begin at one of mine."""
        mine, yours, _ = position
        found = 0
        for left, right in self.steps:
            line = mine << left >> right & yours
            while line:
                line = line << left >> right
                found |= line
                line &= yours
        return bin(found & self.all & ~(mine | yours)).count("1")

    def score(self, mine, yours, wins):
        """The winner's score of a game that is over."""
        score = bin(mine).count("1") - bin(yours).count("1")
        score += ((score > 0) - (score < 0)) * bin(self.all & ~(mine | yours)).count("1")
        return score if wins else -score


class Proof:
    """The proof of a lemma; `later` are the positions that the later lemmas state."""

    def __init__(self, board, target, cut, later, data):
        self.board, self.target, self.cut, self.later, self.data = board, target, cut, later, data
        self.bits, self.met, self.solved = 0, [], {}

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
        bits = [bit for bit in self.board.bits if not (mine | yours) & bit]
        moves = list(self.board.moves(*position, bits))
        if len(bits) <= self.cut:
            if not self.solve(*position, bits, len(bits)):
                raise Fault(f"a leaf scores less than {self.target}")
        elif not moves:
            if any(self.board.moves(yours, mine, not wins, bits)):
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

    def solve(self, mine, yours, wins, bits, empty, passed=False):
        """Whether the winner gets the target: tries all moves, which are among `bits`, to the end."""
        moves, found, position = self.board.moves(mine, yours, wins, bits), None, (mine, yours, wins)
        if empty > 5:
            if position in self.solved:
                return self.solved[position]
            moves = sorted(moves, key=self.board.count_moves)
        for after in moves:
            found = self.solve(*after, bits, empty - 1)
            if found == wins:
                break
        if found is None and passed:
            found = self.board.score(*position) >= self.target
        elif found is None:
            found = self.solve(yours, mine, not wins, bits, empty, True)
        if empty > 5:
            self.solved[position] = found
        return found


class Later:
    """The positions that lemmas state, from one to the last of its claim."""

    def __init__(self, data, board, winner):
        self.data, self.board, self.winner = data, board, winner

    def __len__(self):
        return len(self.data) // self.board.length

    def __getitem__(self, lemma):
        data = self.data[lemma * self.board.length:][:self.board.length]
        digits = [byte // 3 ** power % 3 for byte in data for power in range(5)]
        mover, *rest = digits[len(self.board.bits):]
        if mover == 0 or any(rest) or max(data) > 242:
            raise Fault("the statement of a lemma is not a position")
        return self.board.discs(digits, mover), self.board.discs(digits, 3 - mover), mover == self.winner


def check(data, most=None):
    """Checks a certificate, or `most` chunks of it; returns what it proves."""
    text, rest = data.split(b"\n\n", 1)
    lines = [line.split(" ", 1) for line in text.decode().split("\n")]
    header, names = dict(lines), "othello board position scoring claims cut lemmas choices chunks hash"
    if [line[0] for line in lines] != names.split() or lines[0][1] != "certificate 1" or lines[3][1] != SCORING:
        raise Fault("the header has other lines than expected")
    (columns, rows), (signs, mover) = map(int, header["board"].split("x")), header["position"].split(" ")
    if len(signs) != columns * rows or set(signs) - set("-XO#") or mover not in "XO":
        raise Fault("the position does not fit the board")
    board, discs = Board(columns, signs), signs.replace("#", "")
    root, mover = (board.discs(discs, mover), board.discs(discs, "OX"["XO".index(mover)])), " XO".index(mover)
    claims, lemmas = header["claims"].split(", "), list(map(int, header["lemmas"].split()))
    length, count = board.length, int(header["chunks"])
    end, rows = sum(lemmas) * length, range(sum(lemmas) * length, sum(lemmas) * length + 40 * count, 40)
    table, statements = [rest[at:at + 40] for at in rows], rest[:end]
    tree = [hash_of(b"\0" + text[:text.rindex(b"hash ")] + statements)] + [line[8:] for line in table]
    while len(tree) > 1:
        pairs = [tree[at:at + 2] for at in range(0, len(tree), 2)]
        tree = [hash_of(b"\1" + b"".join(pair)) if len(pair) == 2 else pair[0] for pair in pairs]
    if tree[0].hex() != header["hash"] or len(claims) != len(lemmas) or len(claims) > 2 or min(lemmas) < 1:
        raise Fault(f"the hash of the file is {tree[0].hex()}, or its claims have no lemmas")
    lemma, choices, place = 0, 0, end + 40 * count
    drawn = range(count) if most is None else random.sample(range(count), min(most, count))
    for number, line in enumerate(table):
        last, size = (int.from_bytes(line[at:at + 4], "little") for at in (0, 4))
        chunk, place, last = rest[place:place + size], place + size, lemma + last
        if hash_of(b"\0" + line[:4] + chunk) != line[8:] or last > sum(lemmas):
            raise Fault(f"chunk {number} has another hash, or too many lemmas")
        for lemma in range(lemma, last) if number in drawn else ():
            claim = int(lemma >= lemmas[0])
            side, score = claims[claim].rsplit(" ", 1)
            sign = {"at least": 1, "at most": -1}[side]
            winner, end = mover if sign > 0 else 3 - mover, sum(lemmas[:claim + 1])
            stated = Later(statements[lemma * length:end * length], board, winner)
            if len(stated) == lemmas[claim] and stated[0] != (*root, mover == winner):
                raise Fault(f"lemma {lemma} does not state the position of the header")
            later = Later(stated.data[length:], board, winner)
            proof = Proof(board, sign * int(score), int(header["cut"]), later, chunk)
            try:
                proof.check(stated[0])
                if proof.read(1 << -proof.bits % 8):
                    raise Fault("expected zeros after the proof")
            except (Fault, IndexError) as fault:
                raise Fault(f"chunk {number}, lemma {lemma}, bit {proof.bits}: {fault}") from None
            chunk, choices = chunk[proof.bits // 8:], choices + len(proof.met)
        lemma = last
        if chunk and number in drawn:
            raise Fault(f"chunk {number}: {len(chunk)} bytes after its lemmas")
    if (lemma, place) != (sum(lemmas), len(rest)) or len(drawn) == count and choices != int(header["choices"]):
        raise Fault("the header counts other lemmas, bytes or choices than there are")
    word = "proven" if len(drawn) == count else f"{len(drawn)} of {count} chunks have no fault"
    return [f"{word}: the score of {header['position']} is {claim}" for claim in claims]


if __name__ == "__main__":
    sys.setrecursionlimit(10000)
    if len(sys.argv) not in (2, 3) or not all(part.isdigit() for part in sys.argv[2:]):
        sys.exit(print(__doc__, file=sys.stderr) or 2)
    try:
        with open(sys.argv[1], "rb") as certificate:
            print("\n".join(check(certificate.read(), *map(int, sys.argv[2:]))))
    except (Fault, ValueError, IndexError, KeyError) as wrong:
        sys.exit(print(f"{sys.argv[1]}: not proven: {wrong}", file=sys.stderr) or 1)
