#!/usr/bin/env python3
"""Folders: real photographs against vipsthumbnail, many small files, huge ones, and the memory that all of it takes.

Usage: batch.py [--turns N] [--only PART] [FOLDER]        PART is photos, jobs, small, huge or limit
       (FOLDER is what bench/photos.py made, default bench/.cache; needs vipsthumbnail)

Exit code 1 when a bound is not kept.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time

import measure

SETTINGS = ["--set", "maxDimension=1600", "--set", "quality=0.8", "--set", "jpeg.optimizeCoding=false"]
SMALL_FILES = 10_000
WARM_UP = 1_000


def compress(source, target, *more):
    return [os.path.abspath(measure.PROGRAM), "compress", "--quiet", source, "-o", f"{target}/ours/", *SETTINGS, *more]


def compare(name, ours, theirs, turns, verdicts, wall, peak=None):
    left, right = measure.in_turns(ours, theirs, turns)
    a, b, ratio = measure.median(left), measure.median(right), measure.ratio(left, right)
    print(f"{name}: {a.wall:.2f} s wall, {a.cpu:.2f} s CPU, {a.peak:.0f} MiB; "
          f"the other {b.wall:.2f} s, {b.cpu:.2f} s, {b.peak:.0f} MiB; CPU ratio {ratio.cpu:.2f}")
    verdicts.line(f"{name}: wall ratio", ratio.wall, wall)
    if peak:
        verdicts.line(f"{name}: peak", a.peak, peak, " MiB", digits=1)
    return a


def photos(folder, scratch, turns, verdicts):
    source = os.path.abspath(f"{folder}/photos")
    os.mkdir(f"{scratch}/theirs")
    output = f"{os.path.abspath(scratch)}/theirs/%s.jpg[Q=80]"
    thumbnail = f"vipsthumbnail --size 1600x1600 -o '{output}'"
    ours = compress(source, scratch)
    one = f"cd '{source}' && {thumbnail} *.jpg"
    # Eight files for each process: enough to pay for its start, few enough to keep both busy to the end.
    two = f"cd '{source}' && ls *.jpg | VIPS_CONCURRENCY=1 xargs -P2 -n8 {thumbnail}"
    count = len(os.listdir(source))
    compare(f"{count} photographs, against vipsthumbnail *.jpg", ours, one, turns, verdicts, 0.55, peak=150)
    compare(f"{count} photographs, against two single-threaded ones", ours, two, turns, verdicts, 0.7)


def jobs(folder, scratch, turns, verdicts):
    source = f"{folder}/photos"
    pair = [compress(source, scratch, "--jobs", str(width)) for width in (2, 1)]
    two, one = measure.in_turns(*pair, turns)
    ratio = measure.ratio(one, two)
    print(f"--jobs 1 {measure.median(one).wall:.2f} s, --jobs 2 {measure.median(two).wall:.2f} s; "
          f"CPU of --jobs 2 to --jobs 1 {1 / ratio.cpu:.2f}")
    verdicts.line("--jobs 2 is faster than --jobs 1 by", ratio.wall, 1.85, at_least=True)


def status(process, key):
    with open(f"/proc/{process}/status", encoding="ascii", errors="replace") as file:
        return next((int(line.split()[1]) / 1024 for line in file if line.startswith(key)), 0)


def small(folder, scratch, verdicts):
    """Samples memory and descriptors while 10,000 files pass; files in the output folder say how many have."""
    output = f"{scratch}/small"
    command = [measure.PROGRAM, "compress", "--quiet", f"{folder}/small", "-o", output, "--set", "maxDimension=80"]
    shell = ["/bin/sh", "-c", 'ulimit -n 256; exec "$@"', "sh", *command]
    samples = []
    began = time.monotonic()
    with subprocess.Popen(shell) as process:
        while process.poll() is None:
            try:
                sample = status(process.pid, "VmRSS"), len(os.listdir(f"/proc/{process.pid}/fd"))
            except (FileNotFoundError, ProcessLookupError):  # it has just ended
                break
            done = len(os.listdir(output)) if os.path.isdir(output) else 0
            if sample[0]:
                samples.append((done, *sample))
            time.sleep(0.1)
    elapsed = time.monotonic() - began
    done = len(os.listdir(output))
    print(f"{SMALL_FILES} small files: exit code {process.returncode}, {done} outputs, {elapsed:.1f} s")
    for step in range(0, len(samples), max(1, len(samples) // 10)):
        print("  after {:5} files {:6.1f} MiB, {:3} descriptors".format(*samples[step]))
    verdicts.line("small files: outputs under ulimit -n 256", done, SMALL_FILES, at_least=True, digits=0)
    warm = [sample for sample in samples if sample[0] >= WARM_UP]
    if len(warm) < 3:
        print("too few samples to judge memory over time")
        return
    growth = max(sample[1] for sample in warm) - warm[0][1]
    verdicts.line(f"small files: memory gained after the {WARM_UP}th", growth, 2, " MiB", digits=1)
    more = max(sample[2] for sample in warm) - max(sample[2] for sample in samples if sample[0] < WARM_UP)
    verdicts.line(f"small files: descriptors gained after the {WARM_UP}th", more, 2, digits=0)


def huge(folder, scratch, verdicts):
    for name in ("100mp.jpg", "100mp.png"):
        usage = measure.run(compress(f"{folder}/sources/{name}", scratch))
        print(f"{name}: {usage.wall:.2f} s wall, {usage.cpu:.2f} s CPU")
        verdicts.line(f"{name} to 1600 px: peak", usage.peak, 64, " MiB", digits=1)


def limit(folder, scratch, verdicts):
    """Eight pictures that must be decoded whole, all wanted at once, under a limit that lets two or three in."""
    listing = subprocess.run([measure.PROGRAM, "settings"], capture_output=True, text=True, check=True).stdout
    if "limits.memory" not in listing:
        print("limits.memory: this build has no such setting")
        return
    many = f"{scratch}/many"
    os.mkdir(many)
    for index in range(8):
        shutil.copyfile(f"{folder}/sources/12mp-progressive.jpg", f"{many}/{index}.jpg")
    free = measure.run(compress(many, scratch, "--jobs", "8"))
    held = measure.run(compress(many, scratch, "--jobs", "8", "--set", "limits.memory=128MiB"))
    print(f"8 progressive JPEGs of 12 MP at --jobs 8: {free.peak:.0f} MiB at the default limit")
    verdicts.line("the same under limits.memory=128MiB: peak", held.peak, 128, " MiB", digits=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=7, help="runs of each program, at least 7 (default 7)")
    parser.add_argument("--only", choices=["photos", "jobs", "small", "huge", "limit"])
    parser.add_argument("folder", nargs="?", default=os.path.join(measure.HERE, ".cache"))
    arguments = parser.parse_args()
    folder, turns = arguments.folder, max(7, arguments.turns)
    measure.need(measure.PROGRAM, f"{folder}/photos", f"{folder}/small", f"{folder}/sources/100mp.png")
    verdicts = measure.Verdicts()
    print(measure.machine())
    parts = {
        "photos": lambda scratch: photos(folder, scratch, turns, verdicts),
        "jobs": lambda scratch: jobs(folder, scratch, turns, verdicts),
        "small": lambda scratch: small(folder, scratch, verdicts),
        "huge": lambda scratch: huge(folder, scratch, verdicts),
        "limit": lambda scratch: limit(folder, scratch, verdicts),
    }
    for name, part in parts.items():
        if arguments.only in (None, name):
            with tempfile.TemporaryDirectory(dir=folder) as scratch:
                part(scratch)
                sys.stdout.flush()
    return verdicts.finish()


if __name__ == "__main__":
    sys.exit(main())
