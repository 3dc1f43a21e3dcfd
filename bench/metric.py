#!/usr/bin/env python3
"""What a comparison of two 12-megapixel pictures costs, and how near the scores are to those of other programs.

Usage: metric.py [--turns N] [--pair REFERENCE CANDIDATE] [--theirs PROGRAM | --reference-seconds S] [--vectors FOLDER]

Without --pair, a PNG of 4032 x 3024 and the same through JPEG at quality 0.8 are made of bench/.cache/sources/12mp.jpg.
--theirs names the published ssimulacra2 program, which then runs in turns with ours; without it, ours is held against
--reference-seconds, what that program took on such a pair and machine. FOLDER has vectors.tsv with the columns
reference, distorted, score_exact64, psnr_rgb, ssim_luma, and the pictures that it names. Exit code 1 when a bound is not kept.
"""
import argparse
import csv
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile

import measure

JOBS = {1: 0.35, 2: 0.2}  # of the published program's wall time
MEMORY = 0.25  # of its peak
REFERENCE_MIB = 1.78e9 / 2**20


def make_pair(folder):
    """A photograph without loss, and what its JPEG shows."""
    source = os.path.join(measure.HERE, ".cache/sources/12mp.jpg")
    measure.need(source)
    names = [os.path.join(folder, name) for name in ("reference.png", "candidate.jpg", "candidate.png")]
    for source, target in ((source, names[0]), (names[0], names[1]), (names[1], names[2])):
        measure.run([measure.PROGRAM, "compress", source, "--isolated", "-o", target])
    return names[0], names[2]


def speed(pair, arguments, verdicts):
    theirs = arguments.theirs and [arguments.theirs, *pair]
    for jobs, bound in JOBS.items():
        ours = [measure.PROGRAM, "compare", *pair, "--jobs", str(jobs)]
        if theirs:
            mine, other = measure.in_turns(ours, theirs, arguments.turns)
            found, ratio = measure.median(mine), measure.ratio(mine, other)
            wall, peak = ratio.wall, ratio.peak
        else:
            found = measure.median([measure.run(ours) for _ in range(arguments.turns + 1)][1:])
            wall, peak = found.wall / arguments.reference_seconds, found.peak / REFERENCE_MIB
        print(f"--jobs {jobs}: {found.wall:.2f} s, CPU {found.cpu:.2f} s, peak {found.peak:.0f} MiB")
        verdicts.line(f"wall, --jobs {jobs}, to the published program", wall, bound)
        verdicts.line(f"peak memory, --jobs {jobs}, to the published program", peak, MEMORY)


def scores(reference, candidate):
    command = [measure.PROGRAM, "compare", reference, candidate, "--json"]
    document = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    found = {}
    for score in document["scores"]:
        found.update((key, math.inf if score[key] is None else score[key]) for key in score if key.startswith(score["metric"]))
    return found


def agreement(folder, verdicts):
    differences = {"ssimulacra2": [], "ssimulacra2 below 95": [], "psnrDecibels": [], "ssim": []}
    with open(os.path.join(folder, "vectors.tsv"), encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for row in rows:
        found = scores(*(os.path.join(folder, row[side]) for side in ("reference", "distorted")))
        exact = float(row["score_exact64"])
        difference = abs(found["ssimulacra2"] - exact)
        differences["ssimulacra2"].append(difference)
        if exact < 95:
            differences["ssimulacra2 below 95"].append(difference)
        for key, column in (("psnrDecibels", "psnr_rgb"), ("ssim", "ssim_luma")):
            wanted = float(row[column])
            if key in found and not math.isnan(wanted):
                differences[key].append(0 if found[key] == wanted else abs(found[key] - wanted))
    bounds = {"ssimulacra2": 0.1, "ssimulacra2 below 95": 0.02, "psnrDecibels": 1e-4, "ssim": 1e-4}
    print(f"{len(rows)} pairs")
    for key, values in differences.items():
        verdicts.line(f"{key}: largest of {len(values)} differences", max(values), bounds[key], digits=7)
        print(f"  mean {statistics.mean(values):.2g}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=7, help="runs of each program (default 7)")
    parser.add_argument("--pair", nargs=2, metavar=("REFERENCE", "CANDIDATE"))
    parser.add_argument("--theirs", metavar="PROGRAM", help="the published ssimulacra2")
    parser.add_argument("--reference-seconds", type=float, default=3.9, metavar="S", help="its wall time (default 3.9)")
    parser.add_argument("--vectors", metavar="FOLDER")
    arguments = parser.parse_args()
    measure.need(measure.PROGRAM)
    verdicts = measure.Verdicts()
    print(measure.machine())
    with tempfile.TemporaryDirectory() as folder:
        speed(arguments.pair or make_pair(folder), arguments, verdicts)
    if arguments.vectors:
        agreement(arguments.vectors, verdicts)
    return verdicts.finish()


if __name__ == "__main__":
    sys.exit(main())
