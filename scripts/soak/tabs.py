"""Fifty tabs connected to one server, each with a user who pauses between actions."""

import asyncio
import json
import statistics
import subprocess
import time
import urllib.parse

from othello import Position, follow, name
from process import Failed, Session, cpu_seconds, baseline

TABS = 50
# Seconds; fifty tabs share one engine.
REQUEST_TIMEOUT = 120
WTHOR = "testdata/wthor/WTH_1980.wtb"


class Serve(Session):
    unit = "requests"
    words = ("--json serve --port 0 --hash 16 --threads 2 --archive {folder}/archive.db --library {folder}/library.db")
    # Requests that were answered with 429, as there were too many searches.
    refused = 0

    def start(self):
        def run(*words):
            return subprocess.run([self.options.program, *words], check=True, capture_output=True, text=True).stdout
        database = str(self.folder / "archive.db")
        wthor = self.options.root / WTHOR
        run("db", "--db", database, "import", str(wthor))
        self.games = run("convert", str(wthor), "-", "--to", "txt").split()
        super().start()
        self.port = json.loads(self.process.stdout.readline())["port"]
        asyncio.run(self.prepare())

    async def prepare(self):
        tab = Tab(self)
        await tab.post("practice/opening", moves="f5d6", side="black", plies=8, level=2)
        self.expect((await tab.post("practice/puzzles", count=10))["added"] > 0, "practice/puzzles", 0)
        tab.close()

    def round(self):
        asyncio.run(self.load())
        # Idle connections and threads end after ten seconds.
        time.sleep(15)

    async def load(self):
        end = time.monotonic() + self.options.seconds / self.options.parts
        async with asyncio.TaskGroup() as group:
            for place in range(TABS):
                group.create_task(self.visit(place, end))

    async def visit(self, place, end):
        """Opens one tab after another."""
        choice = self.options.random
        await asyncio.sleep(choice.uniform(0, 3))
        while time.monotonic() < end:
            tab = Tab(self, place)
            try:
                await tab.live(min(end, time.monotonic() + choice.expovariate(1 / 60)))
            except (Failed, TimeoutError, OSError, EOFError) as failed:
                self.failures.append(f"{type(failed).__name__}: {failed}")
            finally:
                tab.close()

    def cost(self, _):
        """Returns the milliseconds of CPU time of a fixed set of requests, and of the baseline meanwhile."""
        times = [(asyncio.run(self.fixed_requests()), baseline(self.options.program)) for _ in range(5)]
        return tuple(map(statistics.mean, zip(*times)))

    async def fixed_requests(self):
        tab, before = Tab(self), cpu_seconds(self.process.pid)
        moves = self.games[0]
        for _ in range(20):
            for path, query in [("status", {}), ("opponents", {}), ("book", {"moves": "f5d6"}), ("practice", {}),
                                ("archive/position", {"moves": moves[:8]}), ("library", {})]:
                await tab.get(path, **query)
            await tab.post("game", moves=moves)
        await tab.stream("review", moves=moves, level=6)
        tab.close()
        return 1000 * (cpu_seconds(self.process.pid) - before)

    def stop(self):
        asyncio.run(self.stop_program())
        self.expect(self.process.wait(30) == 0, "exit status", self.process.returncode)
        self.expect(not self.error_text(), "standard error", self.error_text())

        self.expect(100 * self.refused < self.work, "requests refused with 429", self.refused)

    async def stop_program(self):
        tab = Tab(self)
        await tab.post("stop")
        tab.close()


class Tab:
    """A tab with a game. Like a browser, it keeps one connection for requests and opens one for each stream."""

    def __init__(self, serve, place=0):
        self.serve, self.place, self.choice = serve, place, serve.options.random
        self.client = self.choice.randbytes(12).hex()
        self.writer = None
        self.line, self.positions = "", [Position()]

    def close(self):
        if self.writer:
            self.writer.close()
        self.writer = None

    async def connect(self):
        return await asyncio.open_connection("127.0.0.1", self.serve.port)

    async def send(self, writer, method, path, query, body=None):
        query = urllib.parse.urlencode(query)
        body = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        kind = "octet-stream" if path in ("import", "archive/import") else "json"
        page = path if path.startswith("/") else f"/api/{path}"
        writer.write(f"{method} {page}{'?' if query else ''}{query} HTTP/1.1\r\nHost: 127.0.0.1:{self.serve.port}\r\n"
                     f"Outflank-Client: {self.client}\r\nContent-Type: application/{kind}\r\n"
                     f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        await writer.drain()

    async def ask(self, method, path, query=None, body=None, expected=(200,)):
        """Returns the status and the body of an answer."""
        began = time.monotonic()
        async with asyncio.timeout(REQUEST_TIMEOUT):
            while True:
                is_new = self.writer is None
                if is_new:
                    self.reader, self.writer = await self.connect()
                try:
                    await self.send(self.writer, method, path, query or {}, body)
                    status, fields = await head(self.reader)
                    break
                except (ConnectionError, asyncio.IncompleteReadError):
                    # The server closes idle connections.
                    self.close()
                    if is_new:
                        raise
            answer = b"".join([part async for part in parts(self.reader, fields)])
        if path in ("status", "game", "library", "openings"):
            self.serve.latencies.append(time.monotonic() - began)
        self.serve.work += 1
        if status == 429:
            self.serve.refused += 1
        elif status not in expected:
            raise Failed(f"{method} {path} {str(query or body)[:300]}: {status} {answer[:300]}")
        return status, answer

    async def get(self, path, **query):
        return json.loads((await self.ask("GET", path, query))[1])

    async def post(self, path, **body):
        return json.loads((await self.ask("POST", path, body=body))[1])

    async def stream(self, path, seconds=None, **query):
        """Returns the events of a stream, or closes its connection after some seconds."""
        reader, writer = await self.connect()
        events = []
        try:
            async with asyncio.timeout(seconds or REQUEST_TIMEOUT):
                await self.send(writer, "GET", path, query | {"client": self.client})
                status, fields = await head(reader)
                text = b""
                async for part in parts(reader, fields):
                    *blocks, text = (text + part).split(b"\n\n")
                    for block in blocks:
                        lines = dict(line.split(b": ", 1) for line in block.split(b"\n") if b": " in line)
                        if b"event" in lines:
                            events.append((lines[b"event"].decode(), json.loads(lines[b"data"])))
        except TimeoutError:
            if not seconds:
                raise Failed(f"{path}: no end after {REQUEST_TIMEOUT} s, {len(events)} events") from None
            return events
        finally:
            writer.close()
        self.serve.work += 1
        if status == 429:
            self.serve.refused += 1
        elif status != 200 or not events or events[-1][0] != "done":
            raise Failed(f"{path} {query}: {status} {events[-1:] or text[:300]}")
        return events

    def expect(self, condition, what, answer):
        self.serve.expect(condition, f"{what} after {self.line}", answer)

    async def live(self, end):
        """Opens the page and does one thing after another; the last one may be left half-way."""
        await self.load_page()
        actions = [(self.move, 8), (self.hint, 5), (self.hint_to_level, 1), (self.review, 1), (self.book, 2),
                   (self.draw_tree, 1), (self.search_archive, 2), (self.save, 2), (self.delete, 1), (self.practise, 2),
                   (self.explain, 1), (self.answer_move, 2), (self.guess, 1), (self.files, 1), (self.open_game, 2)]
        names, weights = zip(*actions)
        while time.monotonic() < end:
            await self.choice.choices(names, weights)[0]()
            await asyncio.sleep(self.choice.uniform(0.5, 4))
        if self.choice.random() < 0.5:
            await self.stream("review", self.choice.uniform(0.1, 2), moves=self.serve.games[0], level=20)

    async def load_page(self):
        for path in ("/", "/js/main.js", "/js/store.js"):
            await self.ask("GET", path)
        status = await self.get("status")
        self.expect(status["archive"] and status["library"], "status", status)
        await self.get("openings")
        await self.get("library", limit=20)
        await self.set_line("")

    async def set_line(self, line):
        """Requests the plies that a line adds, and compares them with the rules."""
        is_longer = line.startswith(self.line)
        first = len(follow_all(self.line)) - 1 if is_longer else 0
        answer = await self.post("game", moves=line, **{"from": first})
        self.line, self.positions = line, follow_all(line)
        shown = [(one["position"][:64], [move["move"] for move in one["legal"]]) for one in answer["positions"]]
        expected = [(one.board(), [name(square) for square in one.legal()]) for one in self.positions[first:]]
        self.expect([(board, sorted(legal)) for board, legal in shown]
                    == [(board, sorted(legal)) for board, legal in expected], "game", answer)

    async def open_game(self):
        await self.set_line(self.choice.choice(self.serve.games)[:2 * self.choice.randrange(10, 50)])

    def legal(self):
        return [name(square) for square in self.positions[-1].legal()]

    async def move(self):
        if not self.legal():
            return await self.set_line("")
        await self.set_line(self.line + self.choice.choice(self.legal()))

    async def hint(self):
        """Watches an endless analysis for a while."""
        if self.legal():
            events = await self.stream("analysis", self.choice.uniform(0.05, 4), moves=self.line, wanted="all")
            self.expect({event for event, _ in events} <= {"queued", "update", "done"}, "analysis", events[-1:])

    async def hint_to_level(self):
        if self.legal():
            events = await self.stream("analysis", moves=self.line, wanted="1", level=6)
            if events:
                self.expect(events[-1][1]["moves"][0]["move"] in self.legal(), "analysis", events[-1])

    async def review(self):
        game = self.choice.choice(self.serve.games)[:2 * self.choice.randrange(5, 40)]
        seconds = self.choice.choice([None, None, 1])
        events = await self.stream("review", seconds, moves=game, level=4)
        if events and events[-1][0] == "done":
            self.expect(len(events) == len(follow_all(game)), f"review of {game}", len(events))

    async def book(self):
        await self.get("book", moves=self.line)
        await self.get("archive/position", moves=self.line)

    async def draw_tree(self):
        if self.legal():
            query = {"moves": self.line, "depth": 3, "searches": "minimax,alpha-beta", "evaluation": "phased"}
            self.expect(b"</html>" in (await self.ask("GET", "tree", query))[1], "tree", "no HTML")

    async def search_archive(self):
        count = (await self.get("archive"))["games"]
        await self.get(f"archive/game/{self.choice.randrange(count) + 1}")
        await self.get("archive/position", moves=self.choice.choice(self.serve.games)[:8], years="1980")

    @property
    def key(self):
        # A few games for each place, so that the library does not grow.
        return f"game-{self.place}-{self.choice.randrange(3)}"

    async def save(self):
        key = self.key
        status, answer = await self.ask("GET", f"library/game/{key}", expected=(200, 404))
        revision = json.loads(answer)["revision"] if status == 200 else 0
        content = {"root": self.line, "note": self.client}
        saved = await self.post("library/save", id=key, writer=self.client, revision=revision,
                                saved=int(1000 * time.time()), content=content,
                                entry={"line": self.line, "moves": len(self.line) // 2, "black": "Ann"})
        self.expect(saved["revision"] > revision, "library/save", saved)
        kept = await self.get(f"library/game/{key}")
        self.expect(kept["content"] == content, "library/game", kept)
        await self.get("library", search="Ann")

    async def delete(self):
        key = self.key
        if (await self.ask("POST", "library/delete", body={"id": key}, expected=(200, 404)))[0] == 200:
            await self.post("library/restore", id=key)

    async def practise(self):
        await self.get("practice")
        wanted = self.choice.random() < 0.5
        question = (await (self.post("practice/puzzle") if wanted else self.get("practice/next")))["question"]
        if question:
            legal = [name(square) for square in follow_all(question["moves"])[-1].legal()]
            answer = {"card": question["card"], "answer": self.choice.choice(legal)}
            await self.post("practice/answer", **answer)
            await self.post("practice/judge", **answer)
            await self.get("practice/line", card=question["card"])

    async def explain(self):
        if self.legal():
            await self.post("explain", moves=self.line, move=self.choice.choice(self.legal()), level=4)

    async def answer_move(self):
        """Lets an opponent play."""
        if self.legal():
            strength = self.choice.choice([{"level": 4, "book": True}, {"human": 1200}, {"level": 2, "give_away": 8}])
            chosen = await self.post("choose", moves=self.line, **strength)
            if "move" in chosen:
                await self.set_line(self.line + chosen["move"])

    async def guess(self):
        if self.legal():
            guess, played = self.choice.choices(self.legal(), k=2)
            await self.post("guess", moves=self.line, guess=guess, played=played, level=4)
            await self.post("choices", moves=self.line, level=4)

    async def files(self):
        kind = self.choice.choice(["sgf", "ggf", "pgn", "wthor", "transcript"])
        written = await self.post("export", format=kind, games=[{"moves": game} for game in self.serve.games[:20]])
        if not written["base64"]:
            _, answer = await self.ask("POST", "import", {"name": written["file"]}, written["content"].encode())
            self.expect(len(json.loads(answer)["games"]) == 20, "import", answer[:300])
        known = (self.serve.options.root / WTHOR).read_bytes()
        await self.ask("POST", "archive/import", {"name": "again.wtb"}, known)


def follow_all(line):
    """Returns the positions of a game with those before each pass, as the server does."""
    positions = []
    for position in follow(line):
        if positions and position.is_black != positions[-1].after(None).is_black:
            positions.append(positions[-1].after(None))
        positions.append(position)
    if positions[-1].must_pass():
        positions.append(positions[-1].after(None))
    return positions


async def head(reader):
    """Returns the status and the header fields of an answer."""
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    fields = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
    return int(lines[0].split()[1]), fields


async def parts(reader, fields):
    """Yields the parts of a body."""
    if fields.get("transfer-encoding") != "chunked":
        yield await reader.readexactly(int(fields.get("content-length", 0)))
        return
    while size := int(await reader.readline(), 16):
        yield (await reader.readexactly(size + 2))[:-2]
    await reader.readline()
