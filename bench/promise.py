#!/usr/bin/env python3
"""Does one property in one file really reach every interface?

Usage: promise.py        (standard library only; builds a copy of the project, about half a minute)

A scratch copy of what Git tracks gets one more setting, `resize.sharpen`, as one property of ResizeSettings; it is
built, and each interface of the program is asked for it. Then the lines are counted: those of the property, and those
that the same setting would take in the same interfaces by hand, which stand in promise_by_hand.txt to be read.

Each question is put to the program without the property too (IMGTUNE or .build/release/imgtune, where it is built):
it must answer no, or the question would prove nothing. Exit code 1 when an interface does not know the setting.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import measure

ROOT = pathlib.Path(measure.HERE).parent
FILE = "Sources/Pipeline/PipelineSettings.swift"
KEY, FLAG, VARIABLE = "resize.sharpen", "--resize.sharpen", "IMGTUNE_RESIZE__SHARPEN"
EXPLANATION = "How much of the sharpness that a reduced picture loses is put back."
PROPERTY = f"""\
  @Setting(
    "Sharpen", "{EXPLANATION}", in: 0...1, enabledWhen: hasLimit)
  public var sharpen = 0.0

"""
# The property stands before this line, as the last one of its section.
BEHIND = "  private static var hasLimit: Condition {\n"


class World:
    """The program, and a machine of its own to run it on."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = pathlib.Path(folder)
        (self.folder / ".git").mkdir(exist_ok=True)
        self.picture = ROOT / "Samples/Pictures/coffee.jpg"

    def run(self, *words, environment=None):
        home = {"HOME": str(self.folder), "PATH": os.environ["PATH"], **(environment or {})}
        return subprocess.run(
            [self.program, *words], capture_output=True, text=True, cwd=self.folder, env=home, stdin=subprocess.DEVNULL)

    def text(self, *words, **more):
        result = self.run(*words, **more)
        return result.stdout if result.returncode == 0 else ""

    def compress(self, *words, **more):
        """The program's report, None where it refuses."""
        result = self.run("compress", str(self.picture), "-o", "out/", "-n", "--json", *words, **more)
        report = json.loads(result.stdout.splitlines()[0]) if result.returncode == 0 else None
        return report, result.stderr

    def value(self, *words, **more):
        report, _ = self.compress("--max-dimension=64", *words, **more)
        return report and (report["settings"].get(KEY), report["settingLayers"].get(KEY))

    def project(self, text):
        (self.folder / "imgtune.json").write_text(text)

    def schema(self, *words):
        return json.loads(self.text("settings", "schema", *words))


def by_set(world):
    refused = world.compress("--set", f"{KEY}=7")[1]
    return world.value("--set", f"{KEY}=0.25") == (0.25, "commandLine") and (
        f"{KEY} = 7 is outside 0…1 (from --set)" in refused)


def by_flag(world):
    return world.value(f"{FLAG}=0.25") == (0.25, "commandLine") == world.value(FLAG, "0.25")


def in_help(world):
    words = " ".join(world.text("compress", "--help").split())
    return f"{FLAG} X" in words and EXPLANATION in words


def in_project_file(world):
    world.project('{\n  resize: { sharpen: 0.5 },\n}')
    nested = world.value()
    world.project(f'{{\n  "{KEY}": 7,\n}}')
    refused = world.compress()[1]
    world.project("{}")
    return nested == (0.5, "project") and f"{KEY} = 7 is outside 0…1 (from imgtune.json:2:21)" in refused


def in_environment(world):
    return world.value(environment={VARIABLE: "0.75"}) == (0.75, "environment")


def in_store(world):
    told = world.text("settings", "set", f"{KEY}=0.4")
    store = world.folder / ".config/imgtune/settings.json"
    stored = json.loads(store.read_text())["values"].get(KEY) if told else None
    read, used = world.text("settings", "get", KEY), world.value()
    world.run("settings", "reset", KEY)
    return (stored, read, used) == (0.4, "0.4\n", (0.4, "user")) and world.text("settings", "get", KEY) == "0\n"


def in_listing(world):
    words = " ".join(world.text("settings", "list").split())
    return f"{KEY} decimal 0…1; default 0 Sharpen. {EXPLANATION} Has an effect with" in words


def in_schema(world):
    settings = {setting["key"]: setting for setting in world.schema()["settings"]}
    setting = settings.get(KEY, {})
    return setting.get("maximum") == 1 and setting["explanation"] == EXPLANATION and setting["environment"] == VARIABLE


def in_json_schema(world):
    schema = world.schema("--json-schema")
    definition = schema["$defs"].get(KEY)
    return definition and definition["maximum"] == 1 and "sharpen" in schema["properties"]["resize"]["properties"]


def in_explanation(world):
    return f"{KEY} = 0.25 (--set)\n" in world.text("settings", "explain", KEY, "--set", f"{KEY}=0.25")


def in_note(world):
    """Without a size the picture is not resized, and the setting has no effect."""
    return f"{KEY} = 0.5 has no effect (from {FLAG}); it needs maxDimension" in world.run(
        "compress", str(world.picture), "-o", "out/", "-n", FLAG, "0.5").stderr


def in_manual(world):
    page = world.text("man").replace("\\-", "-")
    return f"\\fB{KEY}\\fR" in page and f"\\fB{VARIABLE}\\fR" in page and FLAG in page


def in_bash(world):
    """Asks bash itself: the function that it calls, with the line that was typed."""
    def complete(*words):
        script = (
            "source /dev/stdin <<< \"$SCRIPT\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMP_LINE=\"$*\"; "
            "COMP_POINT=${#COMP_LINE}; _imgtune imgtune; printf '%s\\n' \"${COMPREPLY[@]}\"")
        return subprocess.run(
            ["bash", "-c", script, "bash", *words], capture_output=True, text=True,
            env={"SCRIPT": world.text("completions", "bash"), "PATH": os.environ["PATH"]}).stdout.split()
    return complete("imgtune", "compress", "--resize.sha") == [FLAG] and complete(
        "imgtune", "settings", "get", "resize.sha") == [KEY]


def in_zsh(world):
    """Reads the script; Tests/ImgtuneCLITests asks the shell itself whether such lines work."""
    script = world.text("completions", "zsh")
    return f"'{KEY}:{EXPLANATION[:20]}" in script and f"'{FLAG}=[{EXPLANATION[:20]}" in script


def in_fish(world):
    """Asks fish itself where it is installed, else reads the script."""
    script = world.text("completions", "fish")
    if not shutil.which("fish"):
        return "-l resize.sharpen -d" in script and f"'{KEY}'" in script
    told = subprocess.run(
        ["fish", "--no-config", "-c", f"{script}\ncomplete -C 'imgtune compress --resize.sha'; "
         "complete -C 'imgtune compress --set resize.sha'"], capture_output=True, text=True, cwd=world.folder).stdout
    return [line.split("\t")[0] for line in told.splitlines()] == [FLAG, f"{KEY}="]


QUESTIONS = [
    ("--set, a bad value refused", by_set), ("its own flag", by_flag), ("compress --help", in_help),
    ("project file, a bad value refused with line and column", in_project_file),
    ("environment variable", in_environment), ("settings set, get, reset; the user store", in_store),
    ("settings list", in_listing), ("settings schema", in_schema), ("settings schema --json-schema", in_json_schema),
    ("settings explain", in_explanation), ("the note that it has no effect", in_note), ("manual page", in_manual),
    ("completion in bash", in_bash), ("completion in zsh", in_zsh), ("completion in fish", in_fish),
]


def tracked():
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    return [name for name in names.decode().split("\0") if name and (ROOT / name).is_file()]


def make_copy(folder):
    """Copies what Git tracks and adds the property."""
    for name in tracked():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    text = (folder / FILE).read_text()
    if text.count(BEHIND) != 1:
        sys.exit(f"promise.py: {FILE} has no place for the property any more")
    (folder / FILE).write_text(text.replace(BEHIND, PROPERTY + BEHIND))


def build(folder):
    began = time.monotonic()
    result = subprocess.run(
        [os.environ.get("SWIFT", "swift"), "build", "--product", "imgtune"], cwd=folder, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"promise.py: the copy does not build\n{result.stdout}{result.stderr}")
    return time.monotonic() - began


def code_lines(text):
    return sum(1 for line in text.splitlines() if line.strip())


def by_hand():
    """The interfaces of promise_by_hand.txt, each with its lines of code."""
    parts = (pathlib.Path(measure.HERE) / "promise_by_hand.txt").read_text().split("\n== ")[1:]
    return [(part.split("\n", 1)[0], code_lines(part.split("\n", 1)[1])) for part in parts]


def ask(program):
    answers = []
    for _, question in QUESTIONS:
        with tempfile.TemporaryDirectory() as folder:
            answers.append(bool(question(World(program, os.path.realpath(folder)))))
    return answers


def main():
    if len(sys.argv) > 1:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_copy(folder)
        touched = [name for name in tracked() if (ROOT / name).read_bytes() != (folder / name).read_bytes()]
        seconds = build(folder)
        with_property = ask(folder / ".build/debug/imgtune")
    control = os.path.abspath(measure.PROGRAM)
    without = ask(control) if os.path.exists(control) else None
    print(f"one property in a copy of the project, built in {seconds:.0f} s")
    for index, (name, _) in enumerate(QUESTIONS):
        verdict = "knows it" if with_property[index] else "DOES NOT KNOW IT"
        print(f"  {name:56} {verdict}" + (", AND WITHOUT THE PROPERTY TOO" if without and without[index] else ""))
    if without is None:
        print("  not tried without the property: there is no .build/release/imgtune")

    lines, parts = code_lines(PROPERTY), by_hand()
    total = sum(count for _, count in parts)
    print(f"files touched: {len(touched)} ({', '.join(touched)}), lines: {lines}")
    print(f"by hand: {total} lines in {len(parts)} places (promise_by_hand.txt): "
          + ", ".join(f"{name} {count}" for name, count in parts))
    print(f"{total} / {lines} = {total / lines:.0f} times the lines; {1 - lines / total:.0%} less to write")
    return 0 if all(with_property) and not any(without or []) and len(touched) == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
