#!/usr/bin/env python3
"""Does a sweep cost hardly more than its encodes, and much less than a run of another program for each point?

Usage: sweep.py [PHOTO] [--turns N] [--pictures N]        (standard library only; vipsthumbnail)

24 points, 12 qualities x JPEG and WebP, at a longest side of 1600 px, one run each and no scores, over PHOTO, a
12-megapixel JPEG that bench/photos.py derives.

- The decode, the resize and the encodes themselves are what `bench` times, one by one; everything else of the process,
  from start to end, is what the sweep costs on top. Bound: 1.1 times their sum.
- vipsthumbnail is run once for each of the same points, as a loop. Bound: 0.4 of its time.
- With `--harness` nothing is encoded: what is left of the time, divided by the points, is what measuring itself costs.
  Bound: 0.2 ms.
- A folder of many small pictures, 1,000 by default, times 40 points: the peak of memory against that of a tenth of the
  pictures. Bound: 300 bytes more for each measurement.

Exit code 1 when a bound is not kept.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

import measure

QUALITIES = [round(0.40 + 0.05 * index, 2) for index in range(12)]
# Like with like, as in README.md: vipsthumbnail's [Q=80] does not optimise the coding either.
SWEEP = ["--sweep", "quality=0.4..0.95:0.05", "--sweep", "format=jpeg,webp", "--jpeg.optimize-coding=false"]


def bench(*words):
    """Runs `bench` with `--json` and returns its summary."""
    command = [measure.PROGRAM, "bench", *words, "--json", "--no-history"]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    return json.loads(output.splitlines()[-1])


def sweep(photo, verdicts, turns):
    with tempfile.TemporaryDirectory() as folder:
        ours = [measure.PROGRAM, "bench", photo, "--max-dimension", "1600", "--measure", "none", "--no-history",
                "--records", f"{folder}/records.ndjson", *SWEEP]
        theirs = " && ".join(
            f"vipsthumbnail '{photo}' --size 1600x1600 -o '{folder}/out.{extension}[Q={round(quality * 100)}]'"
            for quality in QUALITIES for extension in ("jpg", "webp"))
        pairs = measure.in_turns(ours, theirs, turns)
        ratio = measure.ratio(*pairs)
        mine, other = measure.median(pairs[0]), measure.median(pairs[1])
        parts = []
        for _ in range(turns):
            usage = measure.run(ours)
            with open(f"{folder}/records.ndjson", encoding="utf-8") as file:
                records = [line for line in map(json.loads, file) if line["event"] == "record"]
            assert len(records) == 24, records
            first = records[0]
            timed = sum(first[f"{stage}Milliseconds"] for stage in ("decode", "resize", "convert"))
            timed += sum(record["encode"]["allMilliseconds"][0] for record in records)
            parts.append((usage.wall * 1e3 / timed, timed))
    print(f"sweep of 24 points: {mine.wall:.2f} s wall, {mine.cpu:.2f} s CPU, {mine.peak:.0f} MiB; "
          f"vipsthumbnail 24 times: {other.wall:.2f} s wall, {other.cpu:.2f} s CPU")
    verdicts.line("whole process / one decode, one resize and 24 encodes",
                  statistics.median(part[0] for part in parts), 1.1, digits=3)
    verdicts.line("wall / looping vipsthumbnail", ratio.wall, 0.4)
    verdicts.line("CPU / looping vipsthumbnail", ratio.cpu, 0.4)


def harness(photo, verdicts, turns):
    with tempfile.TemporaryDirectory() as folder:
        each = []
        for _ in range(turns):
            summary = bench(photo, "--max-dimension", "1600", "--harness", "--records", f"{folder}/records.ndjson",
                            "--format", "jpeg", "--sweep", "jpeg.quality=1..100", "--sweep", "jpeg.progressive=true,false")
            each.append(summary["harnessMilliseconds"] / summary["measurements"])
    verdicts.line("the harness, a point", statistics.median(each), 0.2, " ms", digits=3)


def many(count, verdicts):
    """Samples of the project, cut small by imgtune itself and copied, each with one byte of its own behind its end."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([measure.PROGRAM, "compress", "Samples/Pictures", "-o", f"{folder}/small/", "--max-dimension", "96",
                        "--format", "jpeg", "--quiet"], check=True)
        sources = sorted(os.listdir(f"{folder}/small"))
        peaks = {}
        for size in (count // 10, count):
            target = f"{folder}/{size}"
            os.mkdir(target)
            for index in range(size):
                name = sources[index % len(sources)]
                shutil.copy(f"{folder}/small/{name}", f"{target}/{index:05}-{name}")
            summary = bench(target, "--measure", "psnr", "--sweep", "quality=0.05..0.95/20", "--sweep", "format=jpeg,webp",
                            "--records", f"{folder}/{size}.ndjson")
            assert summary["measurements"] == size * 40 and summary["failed"] == 0, summary
            peaks[size] = summary["peakMemoryBytes"]
            print(f"{size} pictures x 40 points: {summary['elapsedMilliseconds'] / 1e3:.1f} s, "
                  f"peak {peaks[size] / 2**20:.1f} MiB, records {os.path.getsize(f'{folder}/{size}.ndjson') / 2**20:.1f} MiB")
        grown = (peaks[count] - peaks[count // 10]) / ((count - count // 10) * 40)
        verdicts.line("memory gained by a measurement", grown, 300, " B", digits=0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photo", nargs="?", default=os.path.join(measure.HERE, ".cache/sources/12mp.jpg"))
    parser.add_argument("--turns", type=int, default=5, help="runs of each (default 5)")
    parser.add_argument("--pictures", type=int, default=1000, help="small pictures of the last part (default 1000)")
    options = parser.parse_args()
    measure.need(measure.PROGRAM, options.photo)
    verdicts = measure.Verdicts()
    print(measure.machine())
    sweep(options.photo, verdicts, options.turns)
    harness(options.photo, verdicts, options.turns)
    many(options.pictures, verdicts)
    return verdicts.finish()


if __name__ == "__main__":
    sys.exit(main())
