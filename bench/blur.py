#!/usr/bin/env python3
"""How far a picture has to be blurred until its file is as small as the other program's.

Usage: blur.py SOURCE        (needs vipsthumbnail, vips, pillow, numpy; IMGTUNE names the program)

Both reduce SOURCE to 1600 px. Ours is then blurred a little more each time, encoded by the same encoder as the other's
(vips, quality 80), and held against the unblurred one: at which PSNR do the bytes become equal? Says why "no larger"
and "at least 45 dB" cannot both be kept where the other program lets the decoder reduce the picture.
"""
import os
import subprocess
import sys
import tempfile

import numpy
from PIL import Image, ImageFilter

import measure


def main(source):
    with tempfile.TemporaryDirectory() as folder:
        def run(*words):
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL)

        def sizes(picture):
            picture.save(f"{folder}/picture.png")
            found = []
            for extension in ("jpg", "webp"):
                run("vips", "copy", f"{folder}/picture.png", f"{folder}/picture.{extension}[Q=80]")
                found.append(os.path.getsize(f"{folder}/picture.{extension}"))
            return found

        run("vipsthumbnail", source, "--size", "1600x1600", "-o", f"{folder}/theirs.png")
        run(measure.PROGRAM, "compress", source, "-o", f"{folder}/ours.png", "--set", "maxDimension=1600")
        theirs = Image.open(f"{folder}/theirs.png").convert("RGB")
        ours = Image.open(f"{folder}/ours.png").convert("RGB")
        sharp = numpy.asarray(ours, dtype=float)

        def decibels(picture):
            error = numpy.mean((numpy.asarray(picture, dtype=float) - sharp) ** 2)
            return 10 * numpy.log10(255 ** 2 / error) if error else float("inf")

        jpeg, webp = sizes(theirs)
        print(f"{'':24}{'dB':>8}{'JPEG':>8}{'WebP':>8}")
        print(f"{'the other program':24}{decibels(theirs):8.1f}{1:8.3f}{1:8.3f}")
        for radius in (0, 0.2, 0.25, 0.3, 0.35, 0.4):
            blurred = ours.filter(ImageFilter.GaussianBlur(radius)) if radius else ours
            own = sizes(blurred)
            name = f"ours, blurred by {radius} px" if radius else "ours"
            print(f"{name:24}{decibels(blurred):8.1f}{own[0] / jpeg:8.3f}{own[1] / webp:8.3f}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
