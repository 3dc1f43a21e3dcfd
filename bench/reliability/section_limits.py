"""G. Every default limit is in `imgtune settings` and in SECURITY.md, and each is kept."""
import os
import re
import struct
import zlib

import pictures
from program import ROOT, read, run, workplace, write
from samples import sample_paths


def test(card, corpus, options):
    with workplace() as place:
        with card.row("G", "each limit is in `imgtune settings` and in SECURITY.md, with the same default") as row:
            listing = run(["settings"], place).output.decode()
            limits = dict(re.findall(r"^ *(limits\.\w+) .*; default (.+)$", listing, re.MULTILINE))
            with open(os.path.join(ROOT, "SECURITY.md"), encoding="utf-8") as file:
                table = dict(re.findall(r"^\| `(limits\.\w+)` \| ([^|]+?) \|", file.read(), re.MULTILINE))
            for key in sorted(limits.keys() | table.keys()):
                default, told = limits.get(key), table.get(key)
                # Only this one's default is no value: it follows the machine.
                same = default == told or key == "limits.memory" and default == "not set" and "the process may use" in (told or "")
                row.check(same, f"{key}: {default!r} in the program, {told!r} in SECURITY.md")
        enforced(card, place)


def enforced(card, place):
    """Each limit, lowered below what a picture needs, is kept and named; at what it needs, the picture passes."""
    with card.row("G", "each limit is kept, named when it refuses, and lets through what is within") as row:
        photo = next(path for path in sample_paths() if path.endswith("astronaut.jpg"))
        run(["compress", photo, "-o", "scans.jpg", "--jpeg.progressive"], place)
        tiff = pictures.exif(1)
        text = b"XML:com.adobe.xmp\0\1\0\0\0" + zlib.compress(b"<x:xmpmeta xmlns:x='adobe:ns:meta/'>" + b" " * 5000 + b"</x:xmpmeta>")
        rows = pictures.corners(64, 48)
        write(f"{place}/exif.png", pictures.with_exif(pictures.png(64, 48, rows), tiff + bytes(3000)))
        write(f"{place}/xmp.png", pictures.png(64, 48, rows, extra=[(b"iTXt", text)]))
        keep = ["--metadata.keep", "exif,xmp"]
        for setting, path, below, enough, refuses in [
            ("limits.pixels", photo, 512 * 512 - 1, 512 * 512, True), ("limits.scans", "scans.jpg", 2, 50, True),
            ("limits.fileSize", photo, os.path.getsize(photo) - 1, os.path.getsize(photo), True),
            ("limits.profileSize", "exif.png", "1KB", "5KB", False), ("limits.textSize", "xmp.png", "1KB", "20KB", False)]:
            low = run(["compress", path, "-o", "out/", "--set", f"{setting}={below}", *keep], place)
            row.check(low.is_orderly(1 if refuses else 0) and setting in low.words, f"{setting}={below}: {low}")
            high = run(["compress", path, "-o", "out/", "--set", f"{setting}={enough}", *keep], place)
            row.check(high.code == 0 and not high.words, f"{setting}={enough}: {high}")
        slow = hostile_scans(read(f"{place}/scans.jpg"))
        if slow:
            write(f"{place}/slow.jpg", slow)
            result = run(["compress", "slow.jpg", "-o", "out/", "--set", "limits.seconds=0.01", "--set", "limits.scans=100000",
                          "--set", "limits.warnings=1000000"], place)
            row.check(result.is_orderly(1) and "limits.seconds" in result.words and result.seconds < 5, f"limits.seconds: {result}")
        bomb = pictures.SIGNATURE + pictures.chunk(b"IHDR", struct.pack(">IIBBBBB", 50000, 50000, 8, 6, 0, 0, 0)) + pictures.chunk(
            b"IDAT", zlib.compress(b"")) + pictures.chunk(b"IEND", b"")
        write(f"{place}/bomb.png", bomb)
        result = run(["compress", "bomb.png", "-o", "out/", "--json"], place)
        summary = result.documents[-1] if result.documents else {}
        row.check(result.code == 1 and summary.get("peakMemoryBytes", 1 << 40) < 64 << 20, f"a bomb of pixels: {result} {summary}")


def hostile_scans(data):
    """A progressive JPEG whose last scan comes 400 times: each costs the time of a whole picture."""
    start = data.rfind(b"\xff\xda")
    end = data.rfind(b"\xff\xd9")
    return data[:start] + data[start:end] * 400 + data[end:] if 0 < start < end else None
