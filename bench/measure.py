"""Processes measured from outside, and the words for what was found. Standard library only.

The measuring process has to stay small: Linux counts what a child holds between fork and exec, which is its parent's
memory, towards the child's peak. Without numpy that is about 10 MiB, less than any program measured here takes.
"""
import os
import statistics
import sys
import time
from typing import NamedTuple

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.environ.get("IMGTUNE", ".build/release/imgtune")


class Usage(NamedTuple):
    wall: float  # seconds
    cpu: float  # seconds, user and system, children that were waited for included
    peak: float  # MiB of the largest process


def run(command):
    """Runs a command, or what a shell makes of a string, and returns its `Usage`.

    Its standard output is dropped, and so is its standard error unless it fails.
    """
    words = ["/bin/sh", "-c", command] if isinstance(command, str) else command
    null = os.open(os.devnull, os.O_RDWR)
    errors = os.memfd_create("errors")
    began = time.monotonic()
    child = os.fork()
    if child == 0:
        try:
            os.dup2(null, 0)
            os.dup2(null, 1)
            os.dup2(errors, 2)
            os.execvp(words[0], words)
        finally:
            os._exit(127)
    _, status, usage = os.wait4(child, 0)
    wall = time.monotonic() - began
    told = os.pread(errors, 4096, 0).decode(errors="replace")
    os.close(null)
    os.close(errors)
    if status:
        sys.exit(f"failed with {os.waitstatus_to_exitcode(status)}: {command}\n{told}")
    return Usage(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def in_turns(ours, theirs, turns):
    """Runs both `turns` times, A B A B, after one run of each that does not count; returns both lists of `Usage`."""
    run(ours)
    run(theirs)
    pairs = [(run(ours), run(theirs)) for _ in range(turns)]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def median(usages):
    return Usage(*(statistics.median(values) for values in zip(*usages)))


def ratio(ours, theirs):
    """The median of the ratios of neighbouring runs: what slows the machine down for a while slows both down."""
    return Usage(*(statistics.median(a / b for a, b in zip(*values)) for values in zip(zip(*ours), zip(*theirs))))


class Verdicts:
    """What has been judged: prints each line, and gives the exit code."""

    def __init__(self):
        self.failed = []
        self.passed = 0

    def word(self, name, value, bound, at_least=False):
        """`ok` or `FAIL` for a value against its bound."""
        good = value >= bound if at_least else value <= bound
        if good:
            self.passed += 1
        else:
            self.failed.append(name)
        return "ok" if good else "FAIL"

    def line(self, name, value, bound, unit="", at_least=False, digits=2):
        sign = ">=" if at_least else "<="
        word = self.word(name, value, bound, at_least)
        print(f"{name:72} {value:8.{digits}f}{unit}  {sign} {bound:g}{unit}  {word}")

    def finish(self):
        print(f"{self.passed} within their bounds, {len(self.failed)} not" + "".join(f"\n  {name}" for name in self.failed))
        return 1 if self.failed else 0


def need(*paths):
    """Ends with a word on what to do where a file is missing."""
    for path in paths:
        if not os.path.exists(path):
            sys.exit(f"{path} is missing: make build, and bench/photos.py for the pictures")


def machine():
    """One line about where and when, to stand above results."""
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), os.uname().machine)
    load = os.getloadavg()[0]
    return f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} x {model}, load {load:.1f}"
