"""B. The right pictures: upright, of the right colours, of the exact size, without fringes, without what was to go."""
import os
import re
import shutil
import struct
import subprocess
import sys
import zlib

import pictures
from program import HERE, PROGRAM, read, run, workplace, write
from samples import sample_paths

sys.path.insert(0, os.path.dirname(HERE))


def test(card, corpus, options):
    with workplace() as place:
        made_orientations(card, place)
        corpus_orientations(card, place, corpus)
        wide_gamut(card, place)
        corpus_colors(card, corpus)
        sizes(card, place)
        fringes(card, place)
        stripped(card, place, corpus)


# ---- orientation ----

def made_orientations(card, place):
    """The same upright picture, stored in eight ways in three formats, large and small endian."""
    width, height = 96, 64
    upright = pictures.corners(width, height)
    with card.row("B", "made here: 3 formats x 8 orientations x 3 outputs come out upright") as row, \
            card.row("B", "  no stale orientation is kept beside the pixels") as tags:
        for orientation in range(1, 9):
            rows = pictures.stored(upright, 3, orientation)
            flat = pictures.png(len(rows[0]) // 3, len(rows), rows)
            write(f"{place}/flat.png", flat)
            for source in ("jpg", "png", "webp"):
                if source != "png":
                    run(["compress", "flat.png", "-o", f"flat.{source}", "-q", "0.95"], place)
                name = f"o{orientation}.{source}"
                block = pictures.exif(orientation, big=orientation % 2 == 0)
                write(f"{place}/{name}", pictures.with_exif(read(f"{place}/flat.{source}"), block))
                for target in ("jpg", "png", "webp"):
                    output = f"o{orientation}-{source}.{target}"
                    result = run(["compress", name, "-o", output, "--metadata.keep", "exif", "-q", "0.95"], place)
                    if not row.check(result.code == 0, f"{output}: {result}"):
                        continue
                    run(["compress", output, "-o", "seen.png"], place)
                    found = pictures.read_png(read(f"{place}/seen.png"))
                    distance = pictures.difference(found, (width, height, 3, upright))
                    row.check(distance < 6, f"{output}: {distance:.1f} levels from upright, {found[:2]}")
                    tags.check(orientations(read(f"{place}/{output}")) <= {1}, f"{output}: {orientations(read(f'{place}/{output}'))}")


def orientations(data):
    """Every EXIF orientation that stands anywhere in a file, found by its entry's bytes."""
    found = set()
    for order, pattern in (("<", rb"\x12\x01\x03\x00\x01\x00\x00\x00(..)"), (">", rb"\x01\x12\x00\x03\x00\x00\x00\x01(..)")):
        found |= {struct.unpack(order + "H", match.group(1))[0] for match in re.finditer(pattern, data, re.DOTALL)}
    return found


def corpus_orientations(card, place, corpus):
    with card.row("B", "the corpus's orientation files are upright: all eight like the first") as row:
        if corpus is None:
            return row.skip("no corpus: IMGTUNE_CORPUS or --corpus")
        groups = {}
        for path in corpus.paths("b-orientation/"):
            match = re.fullmatch(r"(.*?)_?([0-9])(\.\w+)", path)
            if match and "bad_value" not in path:
                groups.setdefault((match.group(1), match.group(3)), {})[match.group(2)] = path
        for (name, _), members in sorted(groups.items()):
            if len(members) < 2:
                continue
            # Not every set has a file for 1; any other of its files serves, as all show the same.
            reference = members.get("1") or members[min(members)]
            seen = {}
            for digit, path in members.items():
                result = run(["compress", corpus.path(path), "-o", "seen.png", "--max-dimension", "40"], place)
                if result.code == 0:
                    seen[path] = pictures.read_png(read(f"{place}/seen.png"))
            for path, found in seen.items():
                distance = pictures.difference(found, seen[reference])
                row.check(distance < 8, f"{path}: {distance:.1f} levels from {reference}")


# ---- colour ----

def matrix_profile(white_to_xyz, gamma):
    """A display profile of three primaries (D50, as the columns red, green, blue) and one power curve. Source: ICC.1:2001-04."""
    def fixed(value):
        return struct.pack(">i", round(value * 65536))

    def text(kind, words):
        return kind + b"\0\0\0\0" + words

    entries = [(b"wtpt", text(b"XYZ ", fixed(0.9642) + fixed(1.0) + fixed(0.8249)))]
    for name, column in zip((b"rXYZ", b"gXYZ", b"bXYZ"), zip(*white_to_xyz)):
        entries.append((name, text(b"XYZ ", b"".join(fixed(value) for value in column))))
    curve = text(b"curv", struct.pack(">IH", 1, round(gamma * 256))) + b"\0\0"
    entries += [(name, curve) for name in (b"rTRC", b"gTRC", b"bTRC")]
    words = b"made for a test\0"
    entries.append((b"desc", text(b"desc", struct.pack(">I", len(words)) + words + bytes(79))))
    entries.append((b"cprt", text(b"text", b"CC0\0")))
    table, body, offset = b"", b"", 128 + 4 + 12 * len(entries)
    for name, data in entries:
        data += b"\0" * (-len(data) % 4)
        table += name + struct.pack(">II", offset + len(body), len(data))
        body += data
    size = offset + len(body)
    head = struct.pack(">I4sI4s4s4s12x4s", size, b"lcms", 0x02100000, b"mntr", b"RGB ", b"XYZ ", b"acsp")
    head = head.ljust(68, b"\0") + fixed(0.9642) + fixed(1.0) + fixed(0.8249)
    return head.ljust(128, b"\0") + struct.pack(">I", len(entries)) + table + body


# Columns of red, green and blue in XYZ, adapted to D50 by Bradford.
SRGB = ((0.4360747, 0.3850649, 0.1430804), (0.2225045, 0.7168786, 0.0606169), (0.0139322, 0.0971045, 0.7141733))
WIDE = {
    "Display P3 primaries": (((0.5151, 0.2920, 0.1571), (0.2412, 0.6922, 0.0666), (-0.0011, 0.0419, 0.7841)), 2.2),
    "Adobe RGB primaries": (((0.6097559, 0.2052401, 0.1492240), (0.3111242, 0.6256560, 0.0632197),
                             (0.0194811, 0.0608902, 0.7448387)), 2.19921875),
    "ProPhoto primaries": (((0.7976749, 0.1351917, 0.0313534), (0.2880402, 0.7118741, 0.0000857),
                            (0.0, 0.0, 0.8252100)), 1.8),
}


def inverse(m):
    (a, b, c), (d, e, f), (g, h, i) = m
    det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    return [[(e * i - f * h) / det, (c * h - b * i) / det, (b * f - c * e) / det],
            [(f * g - d * i) / det, (a * i - c * g) / det, (c * d - a * f) / det],
            [(d * h - e * g) / det, (b * g - a * h) / det, (a * e - b * d) / det]]


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector)) for row in matrix]


def encoded(value):
    value = min(1, max(0, value))
    return 255 * (12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055)


def wide_gamut(card, place):
    with card.row("B", "three wide gamuts become sRGB within 2 levels of the formula") as row:
        levels = (0, 40, 90, 128, 190, 255)
        colors = [(r, g, b) for r in levels for g in levels for b in levels]
        for name, (primaries, gamma) in WIDE.items():
            profile = b"made\0\0" + zlib.compress(matrix_profile(primaries, gamma))
            write(f"{place}/wide.png",
                  pictures.png(len(colors), 1, [bytes(sum(colors, ()))], extra=[(b"iCCP", profile)]))
            result = run(["compress", "wide.png", "-o", "srgb.png", "--output.when-larger", "result"], place)
            _, _, channels, rows = pictures.read_png(read(f"{place}/srgb.png"))
            row.check(result.code == 0 and not result.errors, f"{name}: {result}")
            to_srgb = inverse(SRGB)
            for index, color in enumerate(colors):
                linear = [(value / 255) ** (round(gamma * 256) / 256) for value in color]
                wanted = [encoded(value) for value in times(to_srgb, times(primaries, linear))]
                found = rows[0][index * channels:index * channels + 3]
                # Where a colour lies outside of sRGB, how it is brought in is the engine's choice.
                inside = all(-0.002 <= value <= 1.002 for value in times(to_srgb, times(primaries, linear)))
                worst = max(abs(a - b) for a, b in zip(found, wanted))
                row.check(worst <= 2.5 or not inside, f"{name} {color}: {tuple(found)}, not {[round(v, 1) for v in wanted]}")


def corpus_colors(card, corpus):
    with card.row("B", "the corpus's ICC and CMYK files are within CIEDE2000 2 of LittleCMS") as row:
        if corpus is None:
            return row.skip("no corpus: IMGTUNE_CORPUS or --corpus")
        python = os.environ.get("PYTHON", sys.executable)
        if subprocess.run([python, "-c", "import numpy, PIL.ImageCms"], capture_output=True).returncode:
            return row.skip("numpy and pillow are not there (PYTHON names one that has them)")
        paths = [corpus.path(path) for path in corpus.paths("c-icc/")]
        result = subprocess.run([python, os.path.join(os.path.dirname(HERE), "color.py"), *paths], capture_output=True, text=True,
                                env=dict(os.environ, IMGTUNE=PROGRAM))
        unjudged = 0
        for line in result.stdout.splitlines():
            found = re.search(r"CIEDE2000 max +([0-9.]+)", line)
            unjudged += "no judge" in line or "refused" in line
            if found:
                row.check(float(found.group(1)) <= 2, line)
        row.note = f"{unjudged} refused or without a judge"


# ---- sizes ----

SHAPES = [(1, 1), (1, 2), (2, 1), (3, 7), (7, 3), (1, 2000), (2000, 1), (4000, 3), (900, 1), (500, 399), (399, 500),
          (165, 220), (3279, 6016), (1600, 1601), (1601, 1600), (1600, 1600), (17, 1600), (1599, 1200), (1801, 1201),
          (333, 1000), (1000, 333), (101, 100), (100, 101), (4032, 3024), (16383, 2), (2, 16384), (65535, 1)]
# Settings, and what they allow each way.
LIMITS = [
    ({"maxDimension": 100}, (100, 100), False), ({"maxDimension": 1600}, (1600, 1600), False),
    ({"resize.maxWidth": 300, "resize.enlarge": "true"}, (300, None), True),
    ({"resize.maxHeight": 77}, (None, 77), False),
    ({"resize.maxWidth": 1800, "resize.maxHeight": 1200}, (1800, 1200), False)]


def expected_size(width, height, limits, enlarges):
    """The tightest limit decides; both sides from it in whole numbers, to the nearest, halves upwards, never 0."""
    ratios = [(limit, side) for limit, side in zip(limits, (width, height)) if limit]
    limit, side = min(ratios, key=lambda ratio: ratio[0] / ratio[1])
    if limit >= side and not enlarges:
        return width, height
    return tuple(max(1, (2 * value * limit + side) // (2 * side)) for value in (width, height))


def sizes(card, place):
    with card.row("B", f"sizes are exact: {len(SHAPES)} shapes x {len(LIMITS)} limits") as row:
        folder = os.path.join(place, "shapes")
        for width, height in SHAPES:
            line = bytes((x * 7) & 255 for x in range(width))
            write(f"{folder}/{width}x{height}.png", pictures.png(width, height, [line] * height, color=0, level=1))
        for index, (settings, limits, enlarges) in enumerate(LIMITS):
            # Enlarging what is 1 pixel wide and thousands high makes more pixels than there need to be.
            shapes = [shape for shape in SHAPES
                      if not enlarges or expected_size(*shape, limits, True)[1] < 20000]
            words = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
            inputs = [f"shapes/{width}x{height}.png" for width, height in shapes]
            result = run(["compress", *inputs, "-o", f"sized{index}/", "--png.level", "1", *words], place, 300)
            for width, height in SHAPES:
                wanted = expected_size(width, height, limits, enlarges)
                if (width, height) not in shapes:
                    one = run(["compress", f"shapes/{width}x{height}.png", "-o", f"sized{index}/", *words, "--dry-run", "--json"],
                              place, 300)
                    found = next(((d.get("width"), d.get("height")) for d in one.documents if d["event"] == "picture"), None)
                    # A side that no file of the format can have is refused by name.
                    row.check(found == wanted or one.code == 1 and "pixels a side" in str(one.documents),
                              f"{width}x{height} with {settings}: {found}, not {wanted}; {one}")
                    continue
                path = f"{place}/sized{index}/{width}x{height}.png"
                found = pictures.png_size(read(path)) if os.path.exists(path) else None
                row.check(found == wanted, f"{width}x{height} with {settings}: {found}, not {wanted}; {result.words[:200]}")


# ---- opacity ----

def fringes(card, place):
    with card.row("B", "no fringes: what transparent pixels hide shows at most 2 levels") as row:
        width, height = 240, 180
        rows = []
        for y in range(height):
            line = bytearray()
            for x in range(width):
                distance = ((x - 120) ** 2 + (y - 90) ** 2) ** 0.5
                alpha = max(0, min(255, round((70 - distance) * 60)))
                line += bytes((200, 40, 30, alpha)) if alpha else b"\x00\xff\xff\x00"
            rows.append(bytes(line))
        write(f"{place}/disc.png", pictures.png(width, height, rows, color=6))
        for filtered in ("lanczos3", "mitchell", "catmullRom", "linear", "nearest"):
            for side in (37, 120, 239):
                for linear in ("true", "false"):
                    for target in ("png", "webp"):
                        words = ["--max-dimension", str(side), "--resize.filter", filtered, f"--resize.linear-light={linear}",
                                 "--webp.lossless"]
                        result = run(["compress", "disc.png", "-o", f"disc.{target}.{target}", *words], place)
                        run(["compress", f"disc.{target}.{target}", "-o", "seen.png"], place)
                        _, _, channels, found = pictures.read_png(read(f"{place}/seen.png"))
                        if not row.check(result.code == 0 and channels == 4, f"{filtered} {side} {target}: {channels} channels, {result}"):
                            continue
                        worst = max(fringe(line[x:x + 4]) for line in found for x in range(0, len(line), 4))
                        row.check(worst <= 2, f"{filtered} {side} linear={linear} {target}: {worst:.1f}")


def fringe(pixel):
    """How far a pixel's colour, as much as shows of it, is from the disc's."""
    return max(abs(value - wanted) for value, wanted in zip(pixel, (200, 40, 30))) * pixel[3] / 255


# ---- metadata ----

def stripped(card, place, corpus):
    with card.row("B", "outputs hold nothing that was not kept, by exiftool") as row, \
            card.row("B", "  what is kept says what is true of the pixels, by exiftool") as kept:
        if shutil.which("exiftool") is None:
            row.skip("exiftool is not there")
            return kept.skip("exiftool is not there")
        import metadata
        paths = sample_paths()
        if corpus is not None:
            paths += [corpus.path(path) for path in corpus.paths("a-photos/camera-exif/", "l-metadata/", "b-orientation/lab/",
                                                                 "b-orientation/png-exif-xmp/")]
        metadata.PROGRAM = PROGRAM
        for index, path in enumerate(paths):
            extension = ("jpg", "png", "webp")[index % 3]
            output = f"{place}/stripped.{extension}"
            if metadata.compress(path, output)["status"] == "failed":
                continue
            left = list(metadata.left_over(metadata.tags(output)))
            row.check(not left, f"{path} -> {extension}: {left}")
            result = metadata.compress(path, output, "--metadata.keep", "exif,xmp")
            if not kept.check(result["status"] != "failed", f"{path} -> {extension}: {result.get('reason')}"):
                continue
            wrong = list(metadata.contradictions(metadata.tags(output), (result["width"], result["height"])))
            kept.check(not wrong, f"{path} -> {extension}: {wrong}")
