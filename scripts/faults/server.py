"""A server under test."""

import http.client
import json
import pathlib
import signal

from support import PATIENCE, Failed, finish


class NotStarted(Failed):
    """The server ended before it printed its address."""

    def __init__(self, code, stderr):
        super().__init__(f"the server did not start: exit status {code}: {stderr.strip()[:300]}")
        self.code, self.stderr = code, stderr


class Server:
    """`outflank serve` in a folder, on any free port of 127.0.0.1, until the end of the context."""

    def __init__(self, program, folder, words="", **changes):
        self.has_ended = False
        self.process = program.start(f"serve --port 0 --threads 1 --hash 1 --json {words}", folder, **changes)
        line = self.process.stdout.readline()
        if not line:
            code, _, stderr = finish(self.process)
            raise NotStarted(code, stderr)
        self.port = json.loads(line)["port"]

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if self.has_ended:
            return
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        code, _, stderr = finish(self.process)
        if kind is None and (code not in (0, 130) or "panicked" in stderr):
            raise Failed(f"the server ended with {code}: {stderr[:300]}")

    def kill(self):
        """Kills the server; the context then ends without an error."""
        self.process.kill()
        self.end()

    def end(self):
        """Waits for the server to end, which no longer counts as an error. Returns its exit status and its log."""
        self.has_ended = True
        code, _, stderr = finish(self.process)
        return code, stderr

    def ask(self, method, path, body=None, timeout=PATIENCE):
        """Sends a request; returns the status and the response."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        headers = {"Content-Type": "application/json"} if body is not None else {}
        try:
            connection.request(method, f"/api/{path}", body and json.dumps(body), headers)
            response = connection.getresponse()
            return response.status, json.loads(response.read())
        finally:
            connection.close()

    def memory(self):
        """Returns the resident memory in MiB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def handles(self):
        """Returns the number of open files and connections."""
        return len(list(pathlib.Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def threads(self):
        return len(list(pathlib.Path(f"/proc/{self.process.pid}/task").iterdir()))
