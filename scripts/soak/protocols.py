"""Games over GTP and NBoard in one process. Each answer is compared with its command and with the rules."""

import re
import time

from othello import Position, name, number
from process import Failed, Session

# Commands that GTP rejects in every position.
WRONG = ["play b z9", "play green f5", "play b", "genmove", "genmove red", "level 0", "boardsize 99", "komi x",
         "time_settings 1", "set_game Go", "frobnicate 1", "2147483648 name"]


class Protocol(Session):
    def __init__(self, options, folder):
        super().__init__(options, folder)
        self.random = options.random
        self.per_round = max(1, options.games // options.parts)

    def round(self):
        for _ in range(self.per_round):
            self.game()
            self.work += 1

    def read_line(self):
        line = self.process.stdout.readline()
        if not line:
            raise Failed("the program ended")
        return line.rstrip("\n")

    def stop(self):
        self.send("quit")
        self.expect(self.process.wait(30) == 0, "exit status", self.process.returncode)
        self.expect(not self.error_text(), "standard error", self.error_text())

    def send(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()


class Gtp(Protocol):
    words = "gtp --level 3 --threads 1 --hash 1 --book-random 2"
    numbers = 0

    def ask(self, command, succeeds=True):
        """Sends a command, sometimes with a number. Returns the text of its answer."""
        return self.ask_all([(command, succeeds)])[0]

    def ask_all(self, commands):
        """Sends commands at once. Returns the texts of their answers."""
        signs = []
        for command, succeeds in commands:
            digits = ""
            if self.random.random() < 0.3 and command[0].isalpha():
                self.numbers += 1
                digits = str(self.numbers)
            signs.append((command, ("=" if succeeds else "?") + digits))
            self.process.stdin.write(f"{digits} {command}\n".lstrip())
        began = time.monotonic()
        self.process.stdin.flush()
        texts = []
        for command, sign in signs:
            lines = []
            while line := self.read_line():
                lines.append(line)
            if command.startswith("genmove"):
                self.latencies.append(time.monotonic() - began)
            first, *rest = lines or [""]
            self.expect(first.split(" ")[0] == sign, command, lines)
            texts.append("\n".join([first[len(sign):].strip(), *rest]))
        return texts

    def game(self):
        choice = self.random
        setup = [("clear_board" if choice.random() < 0.9 else "boardsize 8", True)]
        setup += [(command, True) for command in choice.sample(
            ["komi 0.5", "time_settings 0 0 0", "time_settings 60 5 1", "name", "list_commands", "known_command undo",
             "level 3", "set_game Othello", "time_left b 20 0", "protocol_version", "# a comment\n\nversion"],
            choice.randrange(4))]
        for command, answer in zip(setup, self.ask_all(setup)):
            self.expect(command[0] != "known_command undo" or answer == "true", command, answer)
        history = [Position()]
        to_play = choice.randrange(4, 12)
        while not history[-1].is_over():
            position = history[-1]
            if position.must_pass() and choice.random() < 0.3:
                # A pass may be left out.
                position = position.after(None)
            color = choice.choice(["b", "black"] if position.is_black else ["w", "white"])
            legal = position.legal()
            if len(history) <= to_play or choice.random() < 0.1:
                square = choice.choice(legal) if legal else None
                self.ask(f"play {color} {name(square) if legal else 'pass'}")
            else:
                square = number(self.ask(f"genmove {color}"))
                self.expect(square in legal if legal else square is None, f"genmove {color}", square)
            history.append(position.after(square))
            self.disturb(history)
        self.check_board(history[-1])
        score = history[-1].black_score()
        expected = "0" if score == 0 else f"B+{score}" if score > 0 else f"W+{-score}"
        answer = self.ask("final_score")
        self.expect(answer == expected, "final_score", answer)
        if choice.random() < 0.02:
            while len(history) > 1:
                self.ask("undo")
                history.pop()
            self.ask("undo", succeeds=False)
            self.check_board(history[-1])

    def disturb(self, history):
        """Now and then does something other than play a move."""
        choice, position = self.random, history[-1]
        event = choice.random()
        if event < 0.02:
            self.ask(choice.choice(WRONG), succeeds=False)
        elif event < 0.03:
            taken = position.own | position.other
            square = choice.choice([square for square in range(64) if taken >> square & 1])
            self.ask(f"play b {name(square)}", succeeds=False)
        elif event < 0.04 and not position.is_over():
            self.ask("final_score", succeeds=False)
        elif event < 0.06:
            self.check_board(position)
        elif event < 0.07:
            for _ in range(min(choice.randrange(1, 5), len(history) - 1)):
                self.ask("undo")
                history.pop()
        elif event < 0.08 and position.legal():
            color = "b" if position.is_black else "w"
            square = number(self.ask(f"reg_genmove {color}"))
            self.expect(square in position.legal(), "reg_genmove", square)
        elif event < 0.082 and position.legal():
            self.send("outflank-analyze 2\n")
            lines = []
            while line := self.read_line():
                lines.append(line)
            self.expect(lines[0] == "=" and all(line.startswith("info move ") for line in lines[1:]),
                        "outflank-analyze 2", lines)

    def check_board(self, position):
        lines = self.ask("showboard").split("\n")[1:]
        legal = position.legal()
        board = "".join("." if square in legal else sign for square, sign in enumerate(position.board()))
        shown = "".join(line[3:].replace(" ", "") for line in lines[1:9])
        side = "Black" if position.is_black else "White"
        turn = ("the game is over" if position.is_over() else f"{side} must pass" if not legal else f"{side} to move")
        self.expect(shown == board and lines[9].endswith(turn), "showboard", lines)


class NBoard(Protocol):
    words = "nboard --level 3 --threads 1 --hash 1"
    pings = 0

    def ask(self, command, last):
        """Sends a command. Returns the lines of its answer up to one that begins with `last`."""
        began = time.monotonic()
        self.send(command)
        lines = [self.read_line()]
        while not lines[-1].startswith(last):
            lines.append(self.read_line())
        if command == "go":
            self.latencies.append(time.monotonic() - began)
        return lines

    def do(self, *commands, says=""):
        """Sends commands that are not answered, or only by a status. A ping shows that they are done."""
        self.pings += 1
        lines = self.ask("\n".join([*commands, f"ping {self.pings}"]), "pong")
        self.expect(lines.pop() == f"pong {self.pings}", commands, lines)
        self.expect(len(lines) == 1 and lines[0].startswith(says) if says else not lines, commands, lines)

    def game(self):
        choice = self.random
        history, moves = [Position()], []
        for _ in range(choice.randrange(4, 12)):
            position = history[-1]
            legal = position.legal()
            if not legal:
                break
            moves.append((position, choice.choice(legal)))
            history.append(position.after(moves[-1][1]))
        ggf = "".join(f"{'B' if position.is_black else 'W'}[{name(square).upper()}]" for position, square in moves)
        board = Position().board("*", "O")
        self.ask("nboard 2", "set myname")
        self.do(f"set game (;GM[Othello]PC[test]PB[a]PW[b]RE[?]TI[0]TY[8]BO[8 {board} *]{ggf};)")
        self.ask("set depth 3", "set myname")
        while not history[-1].is_over():
            position = history[-1]
            legal = position.legal()
            lines = self.ask("go", "===")
            square = number(re.match("=== ([A-H][1-8]|PA)", lines[-1])[1])
            self.expect(square in legal if legal else square is None, "go", lines)
            if choice.random() < 0.1 and legal:
                square = choice.choice(legal)
            self.do(f"move {name(square).upper() if legal else 'PA'}{choice.choice(['', '/1.5/0.2', '//0.1'])}")
            history.append(position.after(square))
            self.disturb(history)
        if choice.random() < 0.05:
            lines = self.ask("analyze", "status Outflank") + self.ask("", "status")
            counts = [int(line.split()[1]) for line in lines if line.startswith("analysis")]
            self.expect(counts == list(range(len(history)))[::-1], "analyze", lines)

    def disturb(self, history):
        choice, position = self.random, history[-1]
        event = choice.random()
        if event < 0.01:
            self.do(f"move {name((position.own | position.other).bit_length() - 1).upper()}", says="status illegal move")
        elif event < 0.02:
            self.do(choice.choice(["move z9x", "set depth x"]), says="status expected")
        elif event < 0.03:
            self.do("set contempt 5", "frobnicate", "", "ping x", "set timing 3")
        elif event < 0.04:
            self.ask("learn", "learned")
        elif event < 0.05:
            self.do("set game (;", says="status the game cannot be read")
        elif event < 0.07 and not position.is_over():
            lines = self.ask("hint 3", "status Outflank") + self.ask("", "status")
            hints = {re.match("search (PA)?([A-H][1-8])", line)[2] for line in lines if line.startswith("search")}
            turn = position if position.legal() else position.after(None)
            legal = {name(square).upper() for square in turn.legal()}
            self.expect(hints and hints <= legal and len(hints) >= min(3, len(legal)), "hint 3", lines)
        elif event < 0.08 and not position.is_over():
            # Stops the search; how much it prints first varies.
            self.pings += 1
            self.ask(f"hint 60\nping {self.pings}", f"pong {self.pings}")
