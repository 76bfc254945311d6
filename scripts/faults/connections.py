"""Floods the server with connections.

Opens 1,000 connections at once to `outflank serve` on 127.0.0.1 for each line of FLOODS. While they are open, and
after they have been reset, the server must answer an ordinary request. Then it must have as many open files and
threads as before, and about as much memory.
"""

import random
import resource
import socket
import struct
import time

from server import Server
from support import Failed, lines

# Each line: what a connection sends => what it does then.
FLOODS = r"""
serve: => wait
serve: GET / HTTP/1.1\r\nHost: local => wait
serve: GET /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n => wait
serve: POST /api/game HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{ => wait
serve: POST /api/game HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n => wait
serve: => write GET / HTTP/1.1\r\nHost: localhost\r\nX: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy
serve: POST /api/game HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n => write {"moves":"f5d6c3d3c4f4c5b3c2e3d2c6b4b5f2e6f6d1c1e2f1e7d7c7b6a6a5a4a3a7b7a8
serve: GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n => never read
serve: GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n => read
serve: GET /api/analysis?client=patient-NUMBER&moves=f5d6 HTTP/1.1\r\nHost: localhost\r\n\r\n => read
serve: GET /api/analysis?client=patient-NUMBER&wanted=all HTTP/1.1\r\nHost: localhost\r\n\r\n => reset
serve: GET /api/openings HTTP/1.1\r\nHost: localhost\r\n\r\n => reset
serve: POST /api/choose HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 42\r\n\r\n{"board":"8x8","level":30,"moves":"f5d6c3"} => reset
serve: GARBAGE => wait
"""

CONNECTIONS = 1000
# How long the connections stay open, and how often each reads or writes one byte.
SECONDS, TICK = 3, 0.05
# An ordinary request must not wait for the time limits of other connections, which are longer. A client that does not
# read its response keeps its place for up to 30 seconds.
PATIENCE, PATIENCE_WITH_UNREAD = 5, 60
# Memory that the server may keep for later use, in MiB.
KEPT = 64


def garbage(choice):
    """Returns an odd request: a good one with random changes, or random bytes."""
    good = bytearray(b"POST /api/game?a=%41 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                     b"Content-Length: 16\r\n\r\n{\"moves\":\"f5d6\"}")
    if choice.random() < 0.2:
        return choice.randbytes(choice.randrange(2000))
    for _ in range(choice.randrange(1, 6)):
        at = choice.randrange(len(good))
        piece = choice.choice([b"", b"\0", b"\r\n", b"\xff", b" ", b":", b"%", b"[" * 5000, good[at:at + 20]])
        good[at:at + choice.randrange(3)] = piece
    return bytes(good)


class Flood:
    def __init__(self, port, line, choice):
        sent, then = (part.strip() for part in line.removeprefix("serve:").split("=>"))
        self.then, _, self.rest = then.partition(" ")
        self.rest, self.sockets = unescaped(self.rest), []
        for number in range(CONNECTIONS):
            connection = socket.socket()
            # A small buffer, so that the server waits for a client that does not read.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            # Closing then resets the connection.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.settimeout(10)
            connection.connect(("127.0.0.1", port))
            self.sockets.append(connection)
            connection.setblocking(False)
            text = garbage(choice) if sent == "GARBAGE" else unescaped(sent.replace("NUMBER", str(number)))
            self.attempt(lambda: connection.send(text))

    @staticmethod
    def attempt(act):
        """The server may have closed the connection, or not answered yet."""
        try:
            act()
        except OSError:
            pass

    def hold(self, seconds):
        """Reads or writes a byte now and then, or resets the connections at random moments."""
        choice = random.Random(1)
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            time.sleep(TICK)
            for connection in list(self.sockets):
                if self.then == "read":
                    self.attempt(lambda: connection.recv(1))
                elif self.then == "write" and self.rest:
                    self.attempt(lambda: connection.send(self.rest[:1]))
                elif self.then == "reset" and choice.random() < 0.05:
                    self.attempt(lambda: connection.recv(1))
                    self.sockets.remove(connection)
                    connection.close()
            self.rest = self.rest[1:]

    def reset(self):
        for connection in self.sockets:
            connection.close()


def unescaped(text):
    return text.replace("\\r\\n", "\r\n").encode()


def ask(server, when, patience=PATIENCE):
    """Sends an ordinary request; returns the seconds until its answer."""
    began = time.monotonic()
    try:
        status, _ = server.ask("GET", "status", timeout=patience)
    except OSError as error:
        raise Failed(f"{when}, an ordinary request is not answered: {error}") from None
    if status != 200:
        raise Failed(f"{when}, an ordinary request gets {status}")
    return time.monotonic() - began


def trial(program, line, choice):
    """Floods a server; returns how long an ordinary request took during and after the flood, and the memory."""
    with program.place() as outside, Server(program, outside / "folder", "--no-library") as server:
        # The first search loads the evaluation, which stays.
        server.ask("POST", "choose", {"level": 1, "moves": "f5", "book": False})
        ask(server, "before the flood")
        before = server.handles(), server.threads(), server.memory()
        flood = Flood(server.port, line, choice)
        try:
            flood.hold(SECONDS)
            is_unread = flood.then == "never"
            during = ask(server, "during the flood", PATIENCE_WITH_UNREAD if is_unread else PATIENCE)
            most = server.memory()
        finally:
            flood.reset()
        after = ask(server, "after the flood")
        ends = time.monotonic() + PATIENCE
        # The pool of threads keeps idle ones for a while.
        while (now := server.handles()) > before[0] and time.monotonic() < ends:
            time.sleep(TICK)
        if now > before[0]:
            raise Failed(f"{now} open files, {before[0]} before")
        if server.memory() > before[2] + KEPT:
            raise Failed(f"{server.memory():.0f} MiB, {before[2]:.0f} MiB before")
        return during, after, before[2], most, server.memory()


def run(program, options, tally, outside):
    """Tries the chosen floods."""
    chosen = options.choose(lines(FLOODS))
    if not chosen:
        return
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4 * CONNECTIONS, most), most))
    print(f"{'during':>10}{'after':>10}{'MiB':>16}  {CONNECTIONS} connections")
    for line in chosen:
        failures = []
        try:
            during, after, *memory = trial(program, line, random.Random(f"{options.seed} {line}"))
            memory = "/".join(f"{size:.0f}" for size in memory)
            print(f"{during:>8.3f} s{after:>8.3f} s{memory:>16}  {line[:100]}", flush=True)
        except Failed as failed:
            failures.append(f"{line[:100]}: {failed}")
        tally.add("1,000 connections at once", 1, failures)
