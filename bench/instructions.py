#!/usr/bin/env python3
"""Counts the instructions of three fixed jobs and compares them with bench/instructions.json.

Usage: instructions.py [--update]        (needs valgrind; standard library only)

Noise cannot touch such a count, so a slower loop shows even on a busy machine. Counted is what imgtune itself and each
picture library execute; the C library and the loader are told but not judged, because their routines are chosen by the processor.
The picture libraries choose too, so a record holds for one kind of processor and one set of libraries: on any other
nothing is judged, and --update makes a record for it. Exit code 1 when a count has grown by more than 2 %.
"""
import glob
import json
import os
import platform
import re
import subprocess
import sys
import tempfile

import measure

TOLERANCE = 0.02
RECORD = os.path.join(measure.HERE, "instructions.json")
PICTURES = "Samples/Pictures"
JOBS = {
    "photo: JPEG to JPEG of 300 px": [
        f"{PICTURES}/coffee.jpg", "-o", "out.jpg", "--set", "maxDimension=300", "--set", "quality=0.8"],
    "transparency: PNG to PNG of 200 px": [
        f"{PICTURES}/transparent-badge.png", "-o", "out.png", "--set", "maxDimension=200"],
    "WebP to WebP of 300 px": [
        f"{PICTURES}/espresso.webp", "-o", "out.webp", "--set", "maxDimension=300", "--set", "webp.quality=80"],
}
# Without them Swift's hashing, and with it the order and number of comparisons, differs from run to run.
ENVIRONMENT = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1", "LC_ALL": "C"}
LIBRARY = re.compile(r"/(lib(?:jpeg|png\d*|webp\w*|lcms2|z|deflate))[.-]")
CALL, COST, NAME = re.compile(r"calls="), re.compile(r"[+\-*\d]"), re.compile(r"(\w+)=\((\d+)\)(?: (.*))?$")


def objects(path):
    """Instructions by the object file that executed them, read from callgrind's output.

    A line `ob=(id) name` begins an object's part; the name is given once for each id. Lines of position and cost
    follow. The one after a `calls=` line is what the called function took, which is counted where it stands itself.
    """
    names, counts, current, skip = {}, {}, None, False
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            named = NAME.match(line.rstrip("\n"))
            if named:
                kind, number, name = named.groups()
                if kind in ("ob", "cob"):
                    if name:
                        names[number] = name
                    if kind == "ob":
                        current = number
            elif CALL.match(line):
                skip = True
            elif COST.match(line):
                if not skip:
                    counts[current] = counts.get(current, 0) + int(line.split()[1])
                skip = False
    return {names.get(number, "?"): count for number, count in counts.items()}


def grouped(counts):
    result = {}
    for name, count in counts.items():
        library = LIBRARY.search(name)
        part = library.group(1) if library else "imgtune" if name.endswith("/imgtune") else "system"
        result[part] = result.get(part, 0) + count
    # A library that was loaded and not used has run its constructors only.
    return {part: count for part, count in sorted(result.items()) if count > 10_000}


def count(arguments):
    with tempfile.TemporaryDirectory() as folder:
        output, program = os.path.join(folder, "callgrind"), os.path.join(folder, "imgtune")
        # valgrind 3.19 cannot read the debugging information that Swift writes.
        subprocess.run(["strip", "--strip-debug", "-o", program, measure.PROGRAM], check=True)
        words = [os.path.join(folder, word) if word.startswith("out.") else word for word in arguments]
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}", "--compress-pos=no",
                   program, "compress", "--quiet", "--jobs", "1", *words]
        done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"failed: {' '.join(command)}\n{done.stderr}")
        total = {}
        for part in glob.glob(f"{output}*"):
            for name, value in grouped(objects(part)).items():
                total[name] = total.get(name, 0) + value
        return total


def circumstances():
    """What the counts depend on beside the source."""
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        flags = set(next((line for line in file if line.startswith("flags")), "").split())
    libraries = {}
    for module in ("libjpeg", "libpng", "libwebp", "lcms2", "zlib", "libdeflate"):
        told = subprocess.run(["pkg-config", "--modversion", module], capture_output=True, text=True, check=False)
        libraries[module] = told.stdout.strip()
    swift = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=False).stdout
    version = re.search(r"Swift version (\S+)", swift)
    return {
        "processor": platform.machine() + (" with avx2" if "avx2" in flags else ""),
        "libraries": libraries, "swift": version.group(1) if version else "",
    }


def judge(record, counts):
    broken = 0
    for job, parts in counts.items():
        print(job)
        known = record.get(job, {})
        for part in sorted(set(parts) | set(known)):
            now, before = parts.get(part, 0), known.get(part, 0)
            change = now / before - 1 if before else float(now > 0)
            word = ""
            if part != "system":
                word = "FAIL" if change > TOLERANCE else "less: --update keeps it so" if change < -TOLERANCE else "ok"
            broken += word == "FAIL"
            print(f"  {part:10} {now:13,}  recorded {before:13,}  {change:+7.1%}  {word}")
    if broken:
        print("More instructions than recorded: a loop got slower, or more is done. `valgrind --tool=callgrind` with the "
              "job's command,\nthen callgrind_annotate, names the function. Where it is wanted, --update records it.")
    return 1 if broken else 0


def main(words):
    measure.need(measure.PROGRAM, PICTURES)
    here = circumstances()
    counts = {job: count(arguments) for job, arguments in JOBS.items()}
    if words == ["--update"]:
        with open(RECORD, "w", encoding="utf-8") as file:
            json.dump({"circumstances": here, "instructions": counts}, file, indent=2)
            file.write("\n")
        print(f"recorded in {os.path.relpath(RECORD)}")
        return 0
    with open(RECORD, encoding="utf-8") as file:
        record = json.load(file)
    if record["circumstances"] != here:
        print(f"recorded with {record['circumstances']},\nthis is       {here}: nothing is judged")
        for job, parts in counts.items():
            print(job, *(f"  {part:10} {value:13,}" for part, value in parts.items()), sep="\n")
        return 0
    return judge(record["instructions"], counts)


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--update"]):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
