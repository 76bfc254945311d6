"""A server under test."""

import http.client
import json
import pathlib
import signal

from support import PATIENCE, Failed, finish


class Server:
    """`outflank serve` in a folder, on any free port of 127.0.0.1, until the end of the context."""

    def __init__(self, program, folder, words=""):
        self.is_killed = False
        self.process = program.start(f"serve --port 0 --threads 1 --hash 1 --json {words}", folder)
        line = self.process.stdout.readline()
        if not line:
            raise Failed(f"the server did not start: {finish(self.process)}")
        self.port = json.loads(line)["port"]

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if self.is_killed:
            return
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        code, _, stderr = finish(self.process)
        if kind is None and (code not in (0, 130) or "panicked" in stderr):
            raise Failed(f"the server ended with {code}: {stderr[:300]}")

    def kill(self):
        """Kills the server; the context then ends without an error."""
        self.is_killed = True
        self.process.kill()
        self.process.communicate()

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
