"""C. kill -9 at random moments: every file is the old one or the new one, whole, and the next run goes on."""
import os
import random
import shutil
import signal
import time

from program import contents, read, run, start, temporary, workplace, write
from samples import sample_paths

PICTURES = 8


def test(card, corpus, options):
    random.seed(20260101)
    with workplace() as place:
        for index, path in enumerate(sample_paths()[:PICTURES]):
            write(f"{place}/in/{index}{os.path.splitext(path)[1]}", read(path))
        versions = {}
        for name, side in (("old", 300), ("new", 200)):
            result = run(["compress", "in", "-o", f"{name}/", "--max-dimension", str(side)], place)
            assert result.code == 0, result
            versions[name] = contents(f"{place}/{name}")
        compress(card, place, versions, options.moments)
        in_place(card, place, versions, options.moments)
        watch(card, place, versions, options.moments)
    settings(card, options.moments)


def duration(words, place, prepare):
    """How long a run takes that nobody kills: the middle of three."""
    times = []
    for _ in range(3):
        prepare()
        times.append(run(words, place).seconds)
    return sorted(times)[1]


def killed(words, place, longest):
    """A run that is killed at a random moment of its time. Returns whether it was over before."""
    child = start(words, place)
    time.sleep(random.uniform(0, longest))
    child.send_signal(signal.SIGKILL)
    child.communicate()
    return child.returncode == 0


def neither(found, versions):
    """Files that are neither the old nor the new one; temporary files are hidden, and no output."""
    return [name for name, value in found.items()
            if not os.path.basename(name).startswith(".imgtune-") and value not in [version.get(name) for version in versions]]


def compress(card, place, versions, moments):
    with card.row("C", f"kill -9 at {moments} moments of compress: each output old or new, whole") as row:
        words = ["compress", "in", "-o", "out/", "--max-dimension", "200", "--jobs", "2"]

        def prepare():
            shutil.rmtree(f"{place}/out", ignore_errors=True)
            shutil.copytree(f"{place}/old", f"{place}/out")

        longest = duration(words, place, prepare)
        sources = contents(f"{place}/in")
        finished = left = 0
        for moment in range(moments):
            prepare()
            finished += killed(words, place, longest)
            found = contents(f"{place}/out")
            bad = neither(found, versions.values())
            missing = versions["old"].keys() - found.keys()
            row.check(not bad and not missing and contents(f"{place}/in") == sources, f"moment {moment}: {bad} {missing}")
            left += len(temporary(f"{place}/out"))
        row.check(run(words, place).code == 0 and not neither(contents(f"{place}/out"), [versions["new"]]), "a run afterwards")
        row.note = f"{finished} were over before, {left} temporary files of killed runs"


def in_place(card, place, versions, moments):
    with card.row("C", f"kill -9 at {moments} moments of compress --in-place: each source old or new, whole") as row:
        words = ["compress", "work", "--in-place", "--max-dimension", "200", "--jobs", "2"]

        def prepare():
            shutil.rmtree(f"{place}/work", ignore_errors=True)
            shutil.copytree(f"{place}/in", f"{place}/work")

        longest = duration(words, place, prepare)
        sources = contents(f"{place}/in")
        finished = 0
        for moment in range(moments):
            prepare()
            finished += killed(words, place, longest)
            found = contents(f"{place}/work")
            bad = neither(found, [sources, versions["new"]])
            missing = sources.keys() - found.keys()
            row.check(not bad and not missing, f"moment {moment}: {bad} {missing}")
        row.note = f"{finished} were over before"


def watch(card, place, versions, moments):
    with card.row("C", f"kill -9 at {moments} moments of watch's rounds: each output old or new, whole") as row:
        caught = 0
        for moment in range(moments):
            shutil.rmtree(f"{place}/out", ignore_errors=True)
            shutil.copytree(f"{place}/old", f"{place}/out")
            write(f"{place}/imgtune.json", '{"maxDimension": 300}')
            child = start(["watch", "in", "-o", "out/", "--json", "--isolated", "--config", "imgtune.json"], place)
            # Half of them in the round that it begins with, half in the one that a save sets off.
            if moment % 2:
                while b"roundEnded" not in child.stdout.readline():
                    pass
                write(f"{place}/imgtune.json.new", '{"maxDimension": 200}')
                os.rename(f"{place}/imgtune.json.new", f"{place}/imgtune.json")
            time.sleep(random.uniform(0, 0.15))
            child.send_signal(signal.SIGKILL)
            child.communicate()
            found = contents(f"{place}/out")
            bad = neither(found, versions.values())
            missing = versions["old"].keys() - found.keys()
            row.check(not bad and not missing, f"moment {moment}: {bad} {missing}")
            caught += any(found.get(name) == value for name, value in versions["new"].items())
        row.note = f"{caught} with a new output already"


def settings(card, moments):
    for scope in ("user", "project"):
        with card.row("C", f"kill -9 at {moments} moments of settings set --scope {scope}: old or new value") as row, \
                workplace() as place:
            if scope == "project":
                write(f"{place}/imgtune.json", "// kept\n{ quality: 0.2 }\n")
            words = ["settings", "set", "--scope", scope]
            run([*words, "quality=0.2"], place)
            longest = duration([*words, "quality=0.3"], place, lambda: None)
            old = "0.3"
            for moment in range(moments):
                new = f"0.{40 + moment % 50}"
                killed([*words, f"quality={new}"], place, longest * 1.2)
                result = run(["settings", "get", "quality"], place)
                value = result.output.decode().split("\n")[0].strip()
                value = value.split("=")[-1].split("(")[0].strip()
                row.check(result.code == 0 and not result.errors and float(value) in (float(old), float(new)),
                          f"moment {moment}: {value!r}, neither {old} nor {new}; {result}")
                old = value or old
            result = run([*words, "quality=0.9"], place)
            row.check(result.is_orderly(0), f"a set afterwards: {result}")
            if scope == "project":
                row.check(read(f"{place}/imgtune.json").startswith(b"// kept"), "the comment")
