#!/usr/bin/env python3
"""How near a reduced picture comes to the best one: a full decode and a Lanczos-3 in float64.

Usage: reference.py SOURCE OUTPUT...        (needs numpy and pillow)

Prints one line for each output: its PSNR in dB against SOURCE reduced to the same size. The reference is not rounded, so that
8 bits reach 58.9 dB at most. With transparency, colours count multiplied by their alpha, and alpha counts as a fourth
channel; where the output has none, the reference is laid on white.
"""
import math
import sys

import numpy
from PIL import Image

Image.MAX_IMAGE_PIXELS = None


def pixels(path):
    """Float64, 0…255, height x width x (3 or 4), decoded in full."""
    picture = Image.open(path)
    picture.load()
    has_alpha = "A" in picture.mode or "transparency" in picture.info
    return numpy.asarray(picture.convert("RGBA" if has_alpha else "RGB")).astype(numpy.float64)


def premultiplied(values):
    if values.shape[2] == 4:
        values = values.copy()
        values[..., :3] *= values[..., 3:] / 255
    return values


def lanczos3(x):
    return numpy.where(abs(x) < 3, numpy.sinc(x) * numpy.sinc(x / 3), 0)


def reduce_rows(values, count):
    """Brings the first axis to `count`: the filter is widened by the scale, centred on pixel centres, and what would
    reach over an edge is left out and the rest weighs the more."""
    length = values.shape[0]
    scale = length / count
    widening = max(1.0, scale)
    result = numpy.empty((count, *values.shape[1:]))
    for index in range(count):
        centre = (index + 0.5) * scale
        first = max(0, math.floor(centre - 3 * widening))
        last = min(length, math.ceil(centre + 3 * widening))
        weights = lanczos3((numpy.arange(first, last) + 0.5 - centre) / widening)
        result[index] = numpy.tensordot(weights / weights.sum(), values[first:last], axes=1)
    return result


def reduced(values, width, height):
    """Colours premultiplied, height x width."""
    values = reduce_rows(premultiplied(values), height)
    return reduce_rows(values.transpose(1, 0, 2), width).transpose(1, 0, 2)


def psnr(reference, output):
    """Both premultiplied; the reference may have transparency that the output does not."""
    if reference.shape[2] == 4 and output.shape[2] == 3:
        reference = reference[..., :3] + 255 - reference[..., 3:]
    if reference.shape[2] == 3 and output.shape[2] == 4:
        reference = numpy.concatenate([reference, numpy.full_like(reference[..., :1], 255)], axis=2)
    error = numpy.mean((numpy.clip(reference, 0, 255) - output) ** 2)
    return math.inf if error == 0 else 10 * math.log10(255**2 / error)


def main(source, outputs):
    stored = pixels(source)
    references = {}
    for path in outputs:
        output = premultiplied(pixels(path))
        height, width = output.shape[:2]
        if (width, height) not in references:
            references[width, height] = reduced(stored, width, height)
        print(f"{psnr(references[width, height], output):.2f}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
