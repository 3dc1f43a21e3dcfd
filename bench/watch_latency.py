#!/usr/bin/env python3
"""Measures how long it takes from saving a setting to the new picture in place, with imgtune watch.

Usage: watch_latency.py [PHOTO] [-n SAVES]      (Linux; IMGTUNE names the program, default .build/release/imgtune)

PHOTO is a 12-megapixel JPEG, by default the one that bench/photos.py derives. A session at 1600 px watches it; the
project file is saved SAVES times (default 40) with another quality, then with another maxDimension, each time by a
rename as editors do. The time runs from the rename to the moment when the output's name shows the new file, seen by an
inotify watch of this script's own. Bounds: quality p50 80 ms and p95 150 ms, maxDimension 300 ms. Then the processor
time of ten idle seconds, which must be 0. Exit code 1 when a bound is not kept.
"""
import argparse
import ctypes
import ctypes.util
import json
import os
import select
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time

PROGRAM = os.environ.get("IMGTUNE", ".build/release/imgtune")
IN_MOVED_TO = 0x80
LIBC = ctypes.CDLL(ctypes.util.find_library("c"), use_errno=True)


class Renames:
    """Waits until a name appears in a folder by a rename."""

    def __init__(self, folder):
        self.descriptor = LIBC.inotify_init1(os.O_NONBLOCK)
        LIBC.inotify_add_watch(self.descriptor, folder.encode(), IN_MOVED_TO)

    def wait(self, name, seconds=10):
        deadline = time.perf_counter() + seconds
        while (left := deadline - time.perf_counter()) > 0:
            if not select.select([self.descriptor], [], [], left)[0]:
                continue
            now = time.perf_counter()
            data, offset = os.read(self.descriptor, 65536), 0
            while offset < len(data):
                _, _, _, length = struct.unpack_from("iIII", data, offset)
                found = data[offset + 16:offset + 16 + length].rstrip(b"\0").decode()
                offset += 16 + length
                if found == name:
                    return now
        sys.exit(f"no new {name} within {seconds} s")


def save(path, text):
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    start = time.perf_counter()
    os.rename(path + ".new", path)
    return start


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(renames, config, saves, setting):
    times = []
    for index in range(saves):
        start = save(config, json.dumps(setting(index)))
        times.append((renames.wait("photo.jpg") - start) * 1000)
    times.sort()
    return statistics.median(times), times[min(len(times) - 1, round(0.95 * (len(times) - 1)))]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("photo", nargs="?", default="bench/.cache/sources/12mp.jpg")
    parser.add_argument("-n", type=int, default=40)
    options = parser.parse_args()
    good = True

    def tell(what, value, bound, unit="ms"):
        nonlocal good
        good &= value <= bound
        print(f"{what:28} {value:8.1f} {unit}   at most {bound} {unit}   {'ok' if value <= bound else 'MISSED'}")

    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(f"{folder}/photos")
        os.makedirs(f"{folder}/out")
        shutil.copy(options.photo, f"{folder}/photos/photo.jpg")
        config = f"{folder}/imgtune.json"
        save(config, json.dumps({"maxDimension": 1600}))
        renames = Renames(f"{folder}/out")
        program = os.path.abspath(PROGRAM)
        watch = subprocess.Popen([program, "watch", "photos", "-o", "out/", "--config", "imgtune.json", "--isolated",
                                  "--json"], cwd=folder, stdout=subprocess.PIPE, text=True)
        try:
            renames.wait("photo.jpg")
            while json.loads(watch.stdout.readline())["event"] != "roundEnded":
                pass
            # Nobody reads on: a pipe that is full would stop the program.
            threading.Thread(target=watch.stdout.read, daemon=True).start()
            half, most = measure(renames, config, options.n,
                                 lambda index: {"maxDimension": 1600, "quality": 0.5 + index % 40 / 100})
            tell("quality, p50", half, 80)
            tell("quality, p95", most, 150)
            half, most = measure(renames, config, options.n, lambda index: {"maxDimension": 1590 - index})
            tell("maxDimension, p50", half, 300)
            tell("maxDimension, p95", most, 300)
            time.sleep(1)
            before = processor_seconds(watch.pid)
            time.sleep(10)
            tell("idle for 10 s, processor", (processor_seconds(watch.pid) - before) * 1000, 0)
        finally:
            watch.terminate()
            watch.wait()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
