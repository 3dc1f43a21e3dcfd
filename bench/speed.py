#!/usr/bin/env python3
"""One picture at a time, to 1600 px at quality 80, against vipsthumbnail: time, memory, bytes and fidelity.

Usage: speed.py [--turns N] [--only TEXT] [FOLDER]
       (FOLDER is what bench/photos.py made, default bench/.cache; needs vipsthumbnail, and numpy and pillow for PSNR)

Both programs run in turns with options that mean the same on both sides. README.md says how to read the output.
Exit code 1 when a bound is not kept.
"""
import argparse
import os
import subprocess
import sys
import tempfile

import measure

# Ratios to the peer: wall, CPU, peak memory, output bytes (None: told, not judged).
FIRST = (0.6, 0.5, 0.6, 1.0)
OTHERS = (0.95, 0.9, 0.8, 1.0)
DEFAULTS = (0.7, None, None, None)
FIDELITY = 45.0  # dB

JPEG = ["--set", "quality=0.8", "--set", "jpeg.optimizeCoding=false"]
WEBP = ["--set", "webp.quality=80"]
PNG = ["--set", "png.level=6", "--set", "png.filter=none"]
# name, source, extension of the output, our options, the peer's, bounds
ROWS = [
    ("12 MP baseline JPEG -> JPEG", "12mp.jpg", "jpg", JPEG, "[Q=80]", FIRST),
    ("the same at the tool's defaults", "12mp.jpg", "jpg", [], "[Q=80,optimize_coding]", DEFAULTS),
    ("12 MP baseline JPEG -> WebP", "12mp.jpg", "webp", WEBP, "[Q=80]", OTHERS),
    ("12 MP baseline JPEG -> PNG", "12mp.jpg", "png", PNG, "", OTHERS),
    ("12 MP progressive JPEG -> JPEG", "12mp-progressive.jpg", "jpg", JPEG, "[Q=80]", OTHERS),
    ("4.3 MP PNG -> JPEG", "4mp.png", "jpg", JPEG, "[Q=80]", OTHERS),
    ("4.3 MP PNG -> WebP", "4mp.png", "webp", WEBP, "[Q=80]", OTHERS),
    ("4.3 MP PNG -> PNG", "4mp.png", "png", PNG, "", OTHERS),
    ("4.3 MP PNG with alpha -> PNG", "4mp-alpha.png", "png", PNG, "", OTHERS),
    ("4.3 MP PNG with alpha -> WebP", "4mp-alpha.png", "webp", WEBP, "[Q=80]", OTHERS),
    ("4.3 MP translucent PNG -> PNG", "4mp-translucent.png", "png", PNG, "", OTHERS),
    ("4.3 MP translucent PNG -> WebP", "4mp-translucent.png", "webp", WEBP, "[Q=80]", OTHERS),
    ("12 MP WebP -> JPEG", "12mp.webp", "jpg", JPEG, "[Q=80]", OTHERS),
    ("12 MP WebP -> WebP", "12mp.webp", "webp", WEBP, "[Q=80]", OTHERS),
]
SIZE = ["--set", "maxDimension=1600"]


def fidelity(source, outputs):
    """The PSNR of each output; `None` where numpy or pillow is missing."""
    command = [sys.executable, os.path.join(measure.HERE, "reference.py"), source, *outputs]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    if told.returncode != 0:
        return None
    return [float(line) for line in told.stdout.split()]


def ours(source, output, options):
    return [measure.PROGRAM, "compress", source, "-o", output, *SIZE, *options]


def theirs(source, output, options=""):
    return ["vipsthumbnail", source, "--size", "1600x1600", "-o", os.path.abspath(output) + options]


def row(name, source, extension, our_options, their_options, bounds, turns, folder, verdicts):
    mine, other = f"{folder}/ours.{extension}", f"{folder}/theirs.{extension}"
    commands = ours(source, mine, our_options), theirs(source, other, their_options)
    our_usages, their_usages = measure.in_turns(*commands, turns)
    a, b = measure.median(our_usages), measure.median(their_usages)
    ratio = measure.ratio(our_usages, their_usages)
    sizes = os.path.getsize(mine), os.path.getsize(other)
    print(f"{name}\n  {' ':9} {'imgtune':>9} {'vips':>9} {'ratio':>7}  bound")
    values = [
        ("wall", a.wall * 1e3, b.wall * 1e3, ratio.wall, "ms"), ("CPU", a.cpu * 1e3, b.cpu * 1e3, ratio.cpu, "ms"),
        ("peak", a.peak, b.peak, ratio.peak, "MiB"), ("bytes", sizes[0] / 1e3, sizes[1] / 1e3, sizes[0] / sizes[1], "kB"),
    ]
    for (what, left, right, value, unit), bound in zip(values, bounds):
        judged = "" if bound is None else f"<= {bound:g}  {verdicts.word(f'{name}: {what} {value:.3f}', value, bound)}"
        print(f"  {what:5} {unit:3} {left:9.1f} {right:9.1f} {value:7.3f}  {judged}")
    judge_fidelity(name, source, mine, other, folder, verdicts)
    if extension != "png" and sizes[0] > sizes[1]:
        tell_bytes_at_their_fidelity(source, mine, other, our_options, extension)
    sys.stdout.flush()


def judge_fidelity(name, source, mine, other, folder, verdicts):
    """The pixels before a lossy encoder touched them come from the same commands with PNG as the target."""
    plain = f"{folder}/ours-plain.png", f"{folder}/theirs-plain.png"
    measure.run(ours(source, plain[0], []))
    measure.run(theirs(source, plain[1]))
    told = fidelity(source, [*plain, mine, other])
    if told is None:
        print("  PSNR      not judged: numpy and pillow are needed")
        return
    word = verdicts.word(f"{name}: resized {told[0]:.1f} dB", told[0], FIDELITY, at_least=True)
    print(f"  resized dB {told[0]:8.2f} {told[1]:9.2f} {' ':7}  >= {FIDELITY:g}  {word}")
    print(f"  output  dB {told[2]:8.2f} {told[3]:9.2f}")


def tell_bytes_at_their_fidelity(source, mine, other, options, extension):
    """Where our file is larger: its size at the lowest quality that is still no further from the reference."""
    told = fidelity(source, [other])
    if told is None:
        return
    quality, best = 80, None
    while quality > 60:
        measure.run(ours(source, mine, [*options, "--set", f"{extension.replace('jpg', 'jpeg')}.quality={quality}"]))
        if fidelity(source, [mine])[0] < told[0]:
            break
        best = quality, os.path.getsize(mine)
        quality -= 1
    if best:
        print(f"  told only: at quality {best[0]} imgtune is still no worse, with {best[1] / os.path.getsize(other):.3f} "
              "of the bytes")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=9, help="runs of each program, at least 7 (default 9)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only rows whose name contains this")
    parser.add_argument("folder", nargs="?", default=os.path.join(measure.HERE, ".cache"))
    arguments = parser.parse_args()
    sources = f"{arguments.folder}/sources"
    measure.need(measure.PROGRAM, *(f"{sources}/{row[1]}" for row in ROWS))
    verdicts = measure.Verdicts()
    print(measure.machine())
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        for name, source, *rest in ROWS:
            if arguments.only in name:
                row(name, f"{sources}/{source}", *rest, max(7, arguments.turns), folder, verdicts)
    return verdicts.finish()


if __name__ == "__main__":
    sys.exit(main())
