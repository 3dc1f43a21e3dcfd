#!/usr/bin/env python3
"""Whether outputs are the same bytes for any --jobs and in any run.

Usage: determinism.py [FOLDER_OF_PICTURES]        (default Samples/Pictures; standard library only)

Each target format is made with --jobs 1, 2 and 8, then with --jobs 2 once more; every output must have one digest. That
the kernels' copies for other processors give the same bits is held by the tests of Resampling, which can force them.
Exit code 1 when something differs.
"""
import hashlib
import os
import sys
import tempfile

import measure

TARGETS = {
    "keep": [],
    "jpeg": ["--set", "format=jpeg", "--set", "jpeg.progressive=true"],
    "png": ["--set", "format=png"],
    "webp": ["--set", "format=webp"],
    "linear light": ["--set", "resize.linearLight=true"],
}
JOBS = (1, 2, 8, 2)


def digests(folder):
    result = {}
    for parent, _, files in os.walk(folder):
        for name in files:
            path = os.path.join(parent, name)
            with open(path, "rb") as file:
                result[os.path.relpath(path, folder)] = hashlib.sha256(file.read()).hexdigest()
    return result


def main(pictures):
    measure.need(measure.PROGRAM, pictures)
    differing = 0
    for target, settings in TARGETS.items():
        found = []
        for jobs in JOBS:
            with tempfile.TemporaryDirectory() as folder:
                # The whole name stays, so that two pictures that differ in their extension do not meet.
                measure.run([measure.PROGRAM, "compress", "--quiet", pictures, "-o", f"{folder}/", "--jobs", str(jobs),
                             "--set", "maxDimension=301", "--set", "output.template={stem}-{sourceExtension}.{extension}",
                             *settings])
                found.append(digests(folder))
        names = set().union(*found)
        bad = sorted(name for name in names if len({outputs.get(name) for outputs in found}) > 1)
        differing += len(bad)
        print(f"{target:14} {len(names):4} outputs, --jobs {', '.join(map(str, JOBS))}: "
              + (f"DIFFERING: {', '.join(bad)}" if bad else "the same bytes"))
        if not names:
            sys.exit(f"no output was made of {pictures}")
    return 1 if differing else 0


if __name__ == "__main__":
    if len(sys.argv) > 2 or sys.argv[1:] in (["-h"], ["--help"]):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1] if len(sys.argv) == 2 else "Samples/Pictures"))
