#!/usr/bin/env python3
"""Measures what it costs imgtune watch to watch many pictures.

Usage: watch_scale.py [-n PICTURES] [--folders FOLDERS] [--poll]
(Linux; IMGTUNE names the program, default .build/release/imgtune)

PICTURES (default 10,000) small JPEG files in FOLDERS (default 100) folders are watched with -R. Told are: the time from
the start to the first document, when every watch is set; the first round, in which every picture is compressed; the
time from saving one more picture by a rename to its output in place; from saving a setting that affects no picture to
its round; the greatest memory; and the processor time of ten idle seconds, which must be 0 (with --poll less than a
second). Exit code 1 when that is not so, or when a picture failed.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

from watch_latency import PROGRAM, Renames, processor_seconds, save


def memory_mebibytes(pid, field):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith(field + ":"))


def document(stream, event):
    """Reads on to the next document of a kind."""
    for line in stream:
        found = json.loads(line)
        if found["event"] == event:
            return found
    sys.exit(f"imgtune ended before {event}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-n", type=int, default=10_000)
    parser.add_argument("--folders", type=int, default=100)
    parser.add_argument("--poll", action="store_true")
    options = parser.parse_args()
    program = os.path.abspath(PROGRAM)

    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Samples", "Pictures", "coffee.jpg")
        sample = f"{folder}/sample.jpg"
        subprocess.run([program, "compress", source, "-o", sample, "--max-dimension", "64", "--isolated"], check=True,
                       stdout=subprocess.DEVNULL)
        for index in range(options.n):
            place = f"{folder}/photos/{index % options.folders}"
            os.makedirs(place, exist_ok=True)
            shutil.copy(sample, f"{place}/{index}.jpg")
        config = f"{folder}/imgtune.json"
        save(config, json.dumps({"maxDimension": 32}))
        start = time.perf_counter()
        watch = subprocess.Popen([program, "watch", "-R", "photos", "-o", "out/", "--config", "imgtune.json", "--isolated",
                                  "--json"] + (["--poll"] if options.poll else []), cwd=folder, stdout=subprocess.PIPE,
                                 text=True)
        try:
            started = document(watch.stdout, "started")
            print(f"start to the first document  {(time.perf_counter() - start) * 1000:8.0f} ms"
                  f"   {started['pictures']} pictures, {started['method']}")
            ended = document(watch.stdout, "roundEnded")
            print(f"first round                  {ended['elapsedMilliseconds']:8.0f} ms   {ended['failed']} failed")
            renames = Renames(f"{folder}/out/0")
            shutil.copy(sample, f"{folder}/new.jpg")
            start = time.perf_counter()
            os.rename(f"{folder}/new.jpg", f"{folder}/photos/0/new.jpg")
            print(f"one more picture             {(renames.wait('new.jpg') - start) * 1000:8.0f} ms")
            document(watch.stdout, "roundEnded")
            start = save(config, json.dumps({"maxDimension": 32, "webp.method": 5}))
            document(watch.stdout, "roundEnded")
            print(f"a setting of no effect       {(time.perf_counter() - start) * 1000:8.0f} ms")
            print(f"memory, greatest             {memory_mebibytes(watch.pid, 'VmHWM'):8.1f} MiB")
            print(f"memory at rest               {memory_mebibytes(watch.pid, 'VmRSS'):8.1f} MiB")
            time.sleep(1)
            before = processor_seconds(watch.pid)
            time.sleep(10)
            idle = processor_seconds(watch.pid) - before
            print(f"idle for 10 s, processor     {idle * 1000:8.0f} ms")
        finally:
            watch.terminate()
            watch.wait()
    return 0 if ended["failed"] == 0 and idle <= (1 if options.poll else 0) else 1


if __name__ == "__main__":
    sys.exit(main())
