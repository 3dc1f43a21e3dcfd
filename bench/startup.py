#!/usr/bin/env python3
"""What a command costs before it does anything: start-up, and a picture of one pixel.

Usage: startup.py [--turns N]        (standard library only)

Wall milliseconds, median of many runs in turns; /bin/true shows what the measuring itself takes, and is not
subtracted. Exit code 1 when a bound is not kept.
"""
import argparse
import base64
import os
import statistics
import sys
import tempfile

import measure

# 1 x 1, gray.
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=101, help="runs of each command (default 101)")
    turns = parser.parse_args().turns
    measure.need(measure.PROGRAM)
    verdicts = measure.Verdicts()
    print(measure.machine())
    with tempfile.TemporaryDirectory() as folder:
        pixel = os.path.join(folder, "pixel.png")
        with open(pixel, "wb") as file:
            file.write(PIXEL)
        compress = [measure.PROGRAM, "compress", pixel, "-o"]
        commands = [
            ("/bin/true", ["/bin/true"], None),
            ("imgtune --version", [measure.PROGRAM, "--version"], 5),
            ("compress, a PNG of 1 x 1", [*compress, f"{folder}/out.png"], 10),
            ("compress, a PNG of 1 x 1 to JPEG", [*compress, f"{folder}/out.jpg"], 10),
            ("compress, a PNG of 1 x 1 to WebP", [*compress, f"{folder}/out.webp"], 10),
        ]
        runs = [[measure.run(command) for _, command, _ in commands] for _ in range(turns)]
    for (name, _, bound), usages in zip(commands, zip(*runs)):
        wall = statistics.median(usage.wall for usage in usages) * 1e3
        if bound is None:
            print(f"{name:72} {wall:8.2f} ms")
        else:
            verdicts.line(name, wall, bound, " ms")
    return verdicts.finish()


if __name__ == "__main__":
    sys.exit(main())
