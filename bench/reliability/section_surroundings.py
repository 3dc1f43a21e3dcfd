"""C. Odd surroundings: no home, no temporary folder, another locale, a clock that was set back, closed streams."""
import os
import shutil
import subprocess
import time

from program import PROGRAM, Watch, digest, environment, files, finish, read, run, temporary, workplace, write
from samples import sample_paths


def test(card, corpus, options):
    photo = read(next(path for path in sample_paths() if path.endswith("astronaut.jpg")))
    with card.row("C", "HOME unset, TMPDIR missing, C locale, no environment at all: the same bytes") as row, \
            workplace() as place:
        name = "Größe — 写真\u0301.jpg"
        write(f"{place}/{name}", photo)
        run(["compress", name, "-o", "wanted/"], place)
        wanted = digest(f"{place}/wanted/{name}")
        for what, env in [
            ("HOME unset", environment(place, HOME=None)), ("HOME empty", environment(place, HOME="")),
            ("HOME nowhere", environment(place, HOME="/nowhere/at/all")), ("HOME a file", environment(place, HOME=f"{place}/{name}")),
            ("TMPDIR missing", environment(place, TMPDIR="/nowhere/at/all")), ("C locale", environment(place, LC_ALL="C")),
            ("an unknown locale", environment(place, LC_ALL="xx_YY.none")), ("a Turkish locale", environment(place, LC_ALL="tr_TR.UTF-8")),
            ("PATH unset", environment(place, PATH=None)), ("nothing", {}),
            ("XDG_CONFIG_HOME relative", environment(place, XDG_CONFIG_HOME="relative")),
            ("a variable that is no UTF-8", environment(place, OTHER=b"\xff\xfe".decode(errors="surrogateescape"))),
            ("a locale of commas", environment(place, LC_ALL="de_DE.UTF-8", LC_NUMERIC="de_DE.UTF-8")),
        ]:
            env = env or {"EMPTY": ""}
            result = run(["compress", name, "-o", "out/"], place, env=env)
            row.check(result.code == 0 and digest(f"{place}/out/{name}") == wanted, f"{what}: {result}")
            shutil.rmtree(f"{place}/out", ignore_errors=True)
            for words in (["settings"], ["settings", "get", "quality"], ["settings", "explain", "quality"]):
                result = run(words, place, env=env)
                row.check(result.is_orderly(0, 1, 2), f"{what}, {words}: {result}")
            result = run(["settings", "set", "quality=0.5"], place, env=env)
            row.check(result.is_orderly(0, 1, 2), f"{what}, settings set: {result}")
            for left in (".config", "relative"):
                shutil.rmtree(f"{place}/{left}", ignore_errors=True)
        row.check(not temporary(place), temporary(place))

    with card.row("C", "standard streams that are closed from the beginning") as row, workplace() as place:
        write(f"{place}/a.jpg", photo)
        for closed in ((0,), (1,), (2,), (0, 1), (1, 2), (0, 1, 2)):
            began = time.monotonic()
            child = subprocess.Popen(
                ["/bin/sh", "-c", 'exec "$0" "$@" ' + " ".join(f"{number}{'<' if number == 0 else '>'}&-" for number in closed), PROGRAM,
                 "compress", "a.jpg", "-o", "out/"], cwd=place, env=environment(place), stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            result = finish(child, began)
            row.check(result.signal == 0 and result.code in (0, 1, 2, 141), f"{closed}: {result}")
            found = files(f"{place}/out")
            row.check(all(whole(place, name) for name in found) and digest(f"{place}/a.jpg") and not temporary(place), f"{closed}: {found}")
            row.check(read(f"{place}/a.jpg") == photo, f"{closed}: the source")
            shutil.rmtree(f"{place}/out", ignore_errors=True)

    clock(card, photo)


def whole(place, name):
    return run(["compress", f"out/{name}", "-o", "x/", "--dry-run"], place).code == 0


def clock(card, photo):
    other = read(next(path for path in sample_paths() if path.endswith("rocket.jpg")))
    with card.row("C", "a clock that was set back: newer content with older dates is noticed") as row, workplace() as place:
        write(f"{place}/in/a.jpg", photo)
        os.utime(f"{place}/in/a.jpg", (4e9, 4e9))  # a date in 2096
        result = run(["compress", "in", "-o", "out/", "--output.keep-dates"], place)
        row.check(result.code == 0 and os.stat(f"{place}/out/a.jpg").st_mtime == 4e9, f"dates in the future: {result}")
        write(f"{place}/imgtune.json", "{ quality: 0.5 }")
        os.utime(f"{place}/imgtune.json", (4e9, 4e9))
        for polling in ([], ["--poll"]):
            with Watch(place, "in", "-o", "watched/", "--isolated", "--config", "imgtune.json", *polling) as watch:
                row.check(watch.round_end(), "the first round")
                for index, content in enumerate((other, photo, other)):
                    write(f"{place}/in/new", content)
                    os.utime(f"{place}/in/new", (1e9 - index, 1e9 - index))
                    os.rename(f"{place}/in/new", f"{place}/in/a.jpg")
                    row.check(watch.round_end(), f"{polling} an older picture was not noticed")
                for quality in (0.3, 0.4):
                    write(f"{place}/new.json", f"{{ quality: {quality} }}")
                    os.utime(f"{place}/new.json", (5e8, 5e8))
                    os.rename(f"{place}/new.json", f"{place}/imgtune.json")
                    row.check(watch.until(lambda event, quality=quality: event["event"] == "picture"
                                          and event["settings"]["quality"] == quality), f"{polling} an older project file was not noticed")
        if shutil.which("faketime") is None:
            row.note = "without faketime: by the files' dates alone"
            return
        for when in ("1970-01-02 00:00:00", "2038-01-20 00:00:00", "2100-01-01 00:00:00"):
            began = time.monotonic()
            child = subprocess.Popen(["faketime", when, PROGRAM, "compress", "in", "-o", "faked/"], cwd=place, env=environment(place),
                                     stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            result = finish(child, began)
            row.check(result.code == 0, f"{when}: {result}")
