"""imgtune as processes: in a folder of their own, with an environment that holds nothing of the caller's."""
import contextlib
import hashlib
import json
import os
import resource
import selectors
import shutil
import signal
import subprocess
import tempfile
import time
from typing import NamedTuple

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PROGRAM = os.path.abspath(os.environ.get("IMGTUNE", os.path.join(ROOT, ".build/release/imgtune")))


class Result(NamedTuple):
    code: int  # the exit code; 128 + signal as a shell tells it where a signal ended the process
    signal: int  # 0 where none did
    timed_out: bool
    output: bytes
    errors: bytes
    seconds: float

    @property
    def words(self):
        return self.errors.decode(errors="replace").strip()

    @property
    def documents(self):
        return [json.loads(line) for line in self.output.splitlines() if line.startswith(b"{")]

    def is_orderly(self, *codes):
        """Ended by itself, in time, with one of those codes, and with words where something failed."""
        return not self.timed_out and self.signal == 0 and self.code in codes and (
            self.code == 0 or self.words.startswith("imgtune: ") or self.output.startswith(b"{"))

    def __str__(self):
        end = "past its time" if self.timed_out else f"signal {self.signal}" if self.signal else f"exit {self.code}"
        return f"{end}, {self.words[:300] or 'no words'}"


def environment(folder, **others):
    """Of others, None takes a variable away."""
    base = {"PATH": "/usr/bin:/bin", "HOME": folder, "LC_ALL": "C.UTF-8"}
    base.update(others)
    return {key: value for key, value in base.items() if value is not None}


def start(words, folder, env=None, before=None, **streams):
    """`before` runs in the child, before the program does."""
    options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    options.update(streams)
    return subprocess.Popen([PROGRAM, *words], cwd=folder, env=env or environment(folder), preexec_fn=before, **options)


def finish(child, began, seconds=60, given=None):
    timed_out = False
    try:
        output, errors = child.communicate(given, timeout=seconds)
    except subprocess.TimeoutExpired:
        timed_out = True
        child.kill()
        output, errors = child.communicate()
    code = child.returncode
    return Result(code if code >= 0 else 128 - code, max(0, -code), timed_out, output or b"", errors or b"",
                  time.monotonic() - began)


def run(words, folder, seconds=60, env=None, before=None, given=None):
    began = time.monotonic()
    streams = {"stdin": subprocess.PIPE} if given is not None else {}
    return finish(start(words, folder, env, before, **streams), began, seconds, given)


@contextlib.contextmanager
def workplace(parent=None):
    """A folder that is gone afterwards, whatever rights were taken away inside."""
    folder = tempfile.mkdtemp(prefix="imgtune-reliability-", dir=parent)
    os.chmod(folder, 0o755)
    try:
        yield folder
    finally:
        for path, folders, _ in os.walk(folder):
            for name in folders:
                if not os.path.islink(os.path.join(path, name)):
                    os.chmod(os.path.join(path, name), 0o755)
        shutil.rmtree(folder, ignore_errors=True)


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data.encode() if isinstance(data, str) else data)
    return path


def read(path):
    with open(path, "rb") as file:
        return file.read()


def digest(path):
    return hashlib.sha256(read(path)).hexdigest()


def files(folder):
    """Every file below a folder, as paths relative to it."""
    return sorted(os.path.relpath(os.path.join(path, name), folder)
                  for path, _, names in os.walk(folder) for name in names)


def contents(folder):
    return {name: digest(os.path.join(folder, name)) for name in files(folder)
            if os.path.isfile(os.path.join(folder, name))}


def temporary(folder):
    """Names that writing leaves only where it was broken off."""
    return [name for name in files(folder) if ".imgtune-" in os.path.basename(name) or name.endswith(".tmp")]


def has_escapes(data):
    """Whether a terminal would be told to do something: a control character other than a line feed."""
    text = data.decode(errors="replace")
    return any(ord(letter) < 32 and letter != "\n" or 127 <= ord(letter) < 160 for letter in text)


def limited(megabytes):
    """For `before`: bounds a process's address space, so that a hostile file cannot take the machine."""
    def before():
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    return before


class Watch:
    """A watching session with --json, whose events are taken in as they come."""

    def __init__(self, folder, *words, env=None):
        self.child = start(["watch", *words, "--json"], folder, env, stderr=subprocess.PIPE)
        self.events = []
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.child.stdout, selectors.EVENT_READ)
        os.set_blocking(self.child.stdout.fileno(), False)
        self.rest = b""

    @property
    def pid(self):
        return self.child.pid

    def take(self, seconds=0.0):
        """Reads what is there, waiting for the first of it; returns the new events."""
        if not self.selector.select(seconds):
            return []
        try:
            data = os.read(self.child.stdout.fileno(), 1 << 20)
        except BlockingIOError:
            return []
        if not data:
            self.selector.unregister(self.child.stdout) if self.selector.get_map() else None
            return []
        *lines, self.rest = (self.rest + data).split(b"\n")
        new = [dict(json.loads(line), at=time.monotonic()) for line in lines if line]
        self.events += new
        return new

    def until(self, holds, seconds=20.0):
        """The first event from now on, or among those not yet seen by `until`, for which `holds`; None if none comes."""
        deadline = time.monotonic() + seconds
        seen = getattr(self, "_seen", 0)
        while True:
            while seen < len(self.events):
                event = self.events[seen]
                seen += 1
                self._seen = seen
                if holds(event):
                    return event
            left = deadline - time.monotonic()
            if left <= 0 or self.child.poll() is not None and not self.take(0):
                return None
            self.take(min(left, 0.5))

    def round_end(self, seconds=20.0):
        return self.until(lambda event: event["event"] == "roundEnded", seconds)

    def quiet(self, seconds, most=60.0):
        """Reads until nothing comes for so long."""
        deadline = time.monotonic() + most
        while time.monotonic() < deadline and self.take(seconds):
            pass

    def pictures(self, status=None):
        return [event for event in self.events
                if event["event"] == "picture" and (status is None or event["status"] == status)]

    def stop(self):
        if self.child.poll() is None:
            self.child.send_signal(signal.SIGCONT)
            self.child.terminate()
        try:
            _, errors = self.child.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            self.child.kill()
            _, errors = self.child.communicate()
        return errors.decode(errors="replace")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
