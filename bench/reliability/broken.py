#!/usr/bin/env python3
"""Breaks the program on purpose, three times, and shows that rows of the scorecard turn red each time.

Usage: bench/reliability/broken.py [FOLDER]      (needs swift; FOLDER is where the copy is built, .build/broken)

Each breach is a few words changed in a copy of the sources. Exit code 1 when a breach changes no row.
"""
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# Name, file, what stands there, what stands there instead, sections that should notice.
BREACHES = [
    ("outputs get their names before their bytes", "Sources/Files/AtomicWrite.swift",
     "      try write(temporary.descriptor)\n"
     "      try attributes.apply(to: temporary.descriptor)\n"
     "      try temporary.descriptor.flush()\n",
     "      try rename(temporary.name, to: name, replacing: replacing)\n"
     "      try write(temporary.descriptor)\n"
     "      try attributes.apply(to: temporary.descriptor)\n"
     "      try rename(name, to: temporary.name, replacing: replacing)\n", ["writing", "killing"]),
    ("the orientation is not applied", "Sources/Codecs/JPEG/JPEGCodec.swift",
     "info.orientation = structure.exif.map { ExifBlock($0).orientation } ?? .up", "info.orientation = .up", ["pictures"]),
    ("limits are not looked at", "Sources/Codecs/DecodeParameters.swift",
     "    guard size.pixels > maximumPixels else { return }", "    guard size.pixels < 0 else { return }", ["limits"]),
]


def main():
    folder = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, ".build/broken"))
    os.makedirs(folder, exist_ok=True)
    names = subprocess.run(["git", "ls-files", "Package.swift", "Sources", "Modules", "Samples", "Tests"], cwd=ROOT,
                           capture_output=True, text=True, check=True).stdout
    for name in names.splitlines():
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        shutil.copy2(os.path.join(ROOT, name), os.path.join(folder, name))
    unseen = 0
    for name, path, old, new, sections in BREACHES:
        target = os.path.join(folder, path)
        with open(target, encoding="utf-8") as file:
            text = file.read()
        if old not in text:
            sys.exit(f"{path} does not hold any more: {old.strip()}")
        with open(target, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))
        try:
            subprocess.run([os.environ.get("SWIFT", "swift"), "build", "-c", "release", "--product", "imgtune"], cwd=folder,
                           stdout=subprocess.DEVNULL, check=True)
            report = os.path.join(folder, "report.json")
            subprocess.run([sys.executable, os.path.join(HERE, "run.py"), *sections, "--moments", "60", "--json", report],
                           env=dict(os.environ, IMGTUNE=os.path.join(folder, ".build/release/imgtune")),
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        finally:
            with open(target, "w", encoding="utf-8") as file:
                file.write(text)
        with open(report, encoding="utf-8") as file:
            red = [row for row in json.load(file) if row["lost"]]
        print(f"{name}: {len(red)} rows turned red", flush=True)
        for row in red:
            print(f"  {row['section']} {row['name'].strip()}: {row['lost']} of {row['tried']} lost; {row['losses'][0][:110]}", flush=True)
        unseen += not red
    return 1 if unseen else 0


if __name__ == "__main__":
    sys.exit(main())
