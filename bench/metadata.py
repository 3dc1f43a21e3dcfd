#!/usr/bin/env python3
"""Looks with exiftool at what outputs still hold beside the pixels.

Usage: metadata.py FILE...     (needs exiftool; IMGTUNE names the program, default .build/release/imgtune)

Each picture goes to each format twice. Without settings nothing of EXIF, XMP, IPTC, comments and thumbnails may be
left; with metadata.keep=exif,xmp what is kept must say that the picture is upright and how large it is.
Exit code 1 when one does not.
"""
import json
import os
import subprocess
import sys
import tempfile

PROGRAM = os.environ.get("IMGTUNE", ".build/release/imgtune")
# Groups that describe the file and its coding, not what somebody wrote into it.
HARMLESS = {"ExifTool", "System", "File", "JFIF", "PNG", "RIFF", "Composite", "Adobe", "SourceFile"}
TEXTS = {"Comment", "Warning", "Title", "Author", "Description", "Software", "DateTimeOriginal", "ModifyDate"}


def tags(path):
    run = subprocess.run(["exiftool", "-j", "-G1", "-a", "-n", path], capture_output=True, text=True, check=False)
    return json.loads(run.stdout)[0]


def left_over(found):
    for key in found:
        group, _, name = key.partition(":")
        if group not in HARMLESS and group != "SourceFile" or name in TEXTS:
            yield key


def contradictions(found, size):
    for key, value in found.items():
        group, _, name = key.partition(":")
        if group in HARMLESS or group.startswith("IFD1"):
            continue
        if isinstance(value, str) and value.split()[:1] and value.split()[0].isdigit():
            value = int(value.split()[0])
        if name == "Orientation" and value not in (1, "Top-left"):
            yield f"{key}={value}"
        if name in ("ImageWidth", "ExifImageWidth", "PixelXDimension") and value != size[0]:
            yield f"{key}={value}, not {size[0]}"
        if name in ("ImageHeight", "ImageLength", "ExifImageHeight", "PixelYDimension") and value != size[1]:
            yield f"{key}={value}, not {size[1]}"


def compress(path, output, *options):
    run = subprocess.run([PROGRAM, "compress", "--json", path, "-o", output, "--max-dimension", "200",
                          "--input.animation", "firstFrame", *options], capture_output=True, text=True, check=False)
    return json.loads(run.stdout.splitlines()[0]) if run.stdout else {"status": "failed", "reason": run.stderr}


def main(paths):
    checked = refused = 0
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            for extension in ("jpg", "png", "webp"):
                output = os.path.join(folder, "out." + extension)
                if compress(path, output)["status"] == "failed":
                    refused += 1
                    break
                problems += [f"{path} -> {extension}: still holds {key}" for key in left_over(tags(output))]
                kept = compress(path, output, "--metadata.keep", "exif,xmp")
                if kept["status"] == "failed":
                    problems.append(f"{path} -> {extension}: {kept['reason']}")
                    continue
                problems += [f"{path} -> {extension}: contradicts the pixels: {what}"
                             for what in contradictions(tags(output), (kept["width"], kept["height"]))]
                checked += 1
    print("\n".join(problems))
    print(f"{checked} outputs looked at, {refused} pictures refused, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
