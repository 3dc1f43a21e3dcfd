#!/usr/bin/env python3
"""Holds the colours of PNG outputs against LittleCMS as Pillow's ImageCms drives it.

Usage: color.py FILE...        (needs pillow and numpy; IMGTUNE names the program, default .build/release/imgtune)

For each picture: the largest CIEDE2000 difference between `imgtune compress --format png` and the same file
decoded by Pillow and converted to sRGB (perceptual intent). Exit code 1 when one exceeds 2.
"""
import io
import os
import subprocess
import sys
import tempfile

import numpy
from PIL import Image, ImageCms, ImageOps

LIMIT = 2.0
SRGB = ImageCms.createProfile("sRGB")


def to_lab(rgb):
    """CIE L*a*b* (D65) of 8-bit sRGB."""
    value = rgb.astype(float) / 255
    linear = numpy.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    matrix = numpy.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                          [0.0193339, 0.1191920, 0.9503041]])
    xyz = linear @ matrix.T / numpy.array([0.95047, 1.0, 1.08883])
    f = numpy.where(xyz > 216 / 24389, numpy.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return numpy.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)


def ciede2000(lab1, lab2):
    """Sharma, Wu and Dalal 2005."""
    L1, a1, b1 = numpy.moveaxis(lab1, -1, 0)
    L2, a2, b2 = numpy.moveaxis(lab2, -1, 0)
    mean_chroma = (numpy.hypot(a1, b1) + numpy.hypot(a2, b2)) / 2
    g = 0.5 * (1 - numpy.sqrt(mean_chroma**7 / (mean_chroma**7 + 25.0**7)))
    a1, a2 = (1 + g) * a1, (1 + g) * a2
    c1, c2 = numpy.hypot(a1, b1), numpy.hypot(a2, b2)
    h1, h2 = numpy.degrees(numpy.arctan2(b1, a1)) % 360, numpy.degrees(numpy.arctan2(b2, a2)) % 360
    colourless = c1 * c2 == 0
    dh = numpy.where(colourless, 0, (h2 - h1 + 180) % 360 - 180)
    dL, dC = L2 - L1, c2 - c1
    dH = 2 * numpy.sqrt(c1 * c2) * numpy.sin(numpy.radians(dh / 2))
    L, c = (L1 + L2) / 2, (c1 + c2) / 2
    h = numpy.where(colourless, h1 + h2, numpy.where(abs(h1 - h2) > 180, h1 + h2 + numpy.where(h1 + h2 < 360, 360, -360),
                                                     h1 + h2) / 2)
    t = (1 - 0.17 * numpy.cos(numpy.radians(h - 30)) + 0.24 * numpy.cos(numpy.radians(2 * h))
         + 0.32 * numpy.cos(numpy.radians(3 * h + 6)) - 0.20 * numpy.cos(numpy.radians(4 * h - 63)))
    rc = 2 * numpy.sqrt(c**7 / (c**7 + 25.0**7))
    sl = 1 + 0.015 * (L - 50) ** 2 / numpy.sqrt(20 + (L - 50) ** 2)
    sc, sh = 1 + 0.045 * c, 1 + 0.015 * c * t
    rt = -numpy.sin(numpy.radians(60 * numpy.exp(-(((h - 275) / 25) ** 2)))) * rc
    return numpy.sqrt((dL / sl) ** 2 + (dC / sc) ** 2 + (dH / sh) ** 2 + rt * dC / sc * dH / sh)


def expected(path, with_profile):
    """The picture in sRGB as ImageCms gives it, upright; a profile that was refused is not applied here either."""
    picture = Image.open(path)
    icc = picture.info.get("icc_profile") if with_profile else None
    picture = ImageOps.exif_transpose(picture)
    if picture.mode in ("P", "RGBA", "LA"):
        picture = picture.convert("RGB" if picture.mode != "LA" else "L")
    if icc:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(icc))
        return ImageCms.profileToProfile(picture, profile, SRGB, outputMode="RGB")
    gamma = picture.info.get("gamma") if path.endswith(".png") and "srgb" not in picture.info else None
    picture = picture.convert("RGB")
    if gamma is None or abs(gamma - 1 / 2.2) < 0.01:
        return picture
    linear = (numpy.asarray(picture).astype(float) / 255) ** (1 / gamma)
    encoded = numpy.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return Image.fromarray((encoded * 255).round().astype("uint8"))


def main(paths):
    program = os.environ.get("IMGTUNE", ".build/release/imgtune")
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            output = os.path.join(folder, "out.png")
            run = subprocess.run([program, "compress", path, "-o", output], capture_output=True, text=True)
            name = os.path.basename(path)
            if run.returncode != 0:
                print(f"{name:48} refused: {run.stderr.strip()[:100]}")
                continue
            try:
                theirs = expected(path, "profile is left out" not in run.stderr and "is ignored" not in run.stderr)
            except (ImageCms.PyCMSError, OSError, ValueError) as error:
                print(f"{name:48} no judge: {error}")
                continue
            ours = Image.open(output).convert("RGB")
            difference = ciede2000(to_lab(numpy.asarray(ours)), to_lab(numpy.asarray(theirs)))
            worst = max(worst, difference.max())
            notes = "; ".join(line.split("note: ")[-1] for line in run.stderr.splitlines())
            print(f"{name:48} CIEDE2000 max {difference.max():5.2f}  mean {difference.mean():5.3f}  {notes}")
    print(f"largest {worst:.2f}, allowed {LIMIT}")
    return 0 if worst <= LIMIT else 1


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
