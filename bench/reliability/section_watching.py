"""D. Watching: rapid saves, broken settings, pictures in pieces, a queue that runs over, outputs inside the watched folder."""
import json
import os
import random
import shutil
import signal
import time

import pictures
from program import Watch, contents, digest, files, read, run, temporary, workplace, write
from samples import sample_paths


def test(card, corpus, options):
    random.seed(11)
    rapid_edits(card)
    broken_settings(card)
    in_pieces(card)
    overflow(card)
    output_inside(card)


def small_picture():
    return pictures.png(64, 48, pictures.corners(64, 48))


def quality_of(event):
    return event["settings"]["quality"] if event["event"] == "picture" else None


# ---- the ways to save a file ----

def over(path, data):
    """In place: cut to nothing and written."""
    with open(path, "wb") as file:
        file.write(data)


def by_rename(path, data):
    write(path + ".new", data)
    os.rename(path + ".new", path)


def by_backup(path, data):
    """As vim does: the old file becomes a backup, a new one takes the name, the backup goes."""
    if os.path.exists(path):
        os.rename(path, path + "~")
    write(path, data)
    if os.path.exists(path + "~"):
        os.unlink(path + "~")


def by_removal(path, data):
    if os.path.lexists(path):
        os.unlink(path)
    write(path, data)


def by_link(path, data):
    """As mounted settings are swapped: the name is a link that is led to another file."""
    folder, name = os.path.split(path)
    by_link.count += 1
    target = f".version-{by_link.count % 2}/{name}"
    write(os.path.join(folder, target), data)
    os.symlink(target, path + ".link")
    os.rename(path + ".link", path)


by_link.count = 0
WAYS = [over, by_rename, by_backup, by_removal, by_link]


def rapid_edits(card):
    for way in WAYS:
        with card.row("D", f"200 rapid edits of the project file, {way.__name__}: the last is live within 500 ms") as row, \
                workplace() as place:
            os.makedirs(f"{place}/.git")
            write(f"{place}/in/a.png", small_picture())
            config = f"{place}/imgtune.json"
            way(config, b'{ "quality": 0.99 }')
            slowest = 0
            with Watch(place, "in", "-o", "out/", "--isolated", "--set", "format=jpeg") as watch:
                row.check(watch.round_end(), "the first round")
                value = 0
                for burst in range(10):
                    for _ in range(20):
                        value += 1
                        quality = round(0.1 + value % 800 / 1000, 3)
                        way(config, json.dumps({"quality": quality}).encode())
                        time.sleep(random.uniform(0, 0.02))
                        watch.take()
                    began = time.monotonic()
                    event = watch.until(lambda event, wanted=quality: quality_of(event) == wanted, 5)
                    took = time.monotonic() - began if event is None else event["at"] - began
                    slowest = max(slowest, took)
                    # The twenty edits of a burst count together by their last one.
                    for _ in range(20):
                        row.check(event and took <= 0.5, f"burst {burst}: {'never live' if event is None else f'{took:.2f} s'}")
                    wanted = run(["compress", "in/a.png", "-o", "wanted.jpg", "--isolated", "-q", str(quality)], place)
                    watch.quiet(0.1, 2)
                    row.check(wanted.code == 0 and digest(f"{place}/out/a.jpg") == digest(f"{place}/wanted.jpg"), f"burst {burst}: other bytes")
                broken = [event for event in watch.events if event["event"] == "settingsBroken"]
            row.note = f"slowest {slowest * 1000:.0f} ms, {len(broken)} half-written states told"


BROKEN = [b"", b"{", b'{ "quality": }', b'{ "quality": 7 }', b'{ "qualty": 0.5 }', b"\xff\xfe", b'{ "quality": "high" }', b"[]",
          b'{ "variants": [ {} ', b'{ "maxDimension": -1 }']


def broken_settings(card):
    with card.row("D", "100 broken project files between good ones: the good one comes back each time") as row, \
            card.row("D", "  what is broken is told, and the last good settings stay in force") as told, workplace() as place:
        os.makedirs(f"{place}/.git")
        write(f"{place}/in/a.png", small_picture())
        config = f"{place}/imgtune.json"
        write(config, '{ "quality": 0.95 }')
        with Watch(place, "in", "-o", "out/", "--isolated", "--set", "format=jpeg") as watch:
            row.check(watch.round_end(), "the first round")
            before = digest(f"{place}/out/a.jpg")
            for index in range(100):
                WAYS[index % 4](config, BROKEN[index % len(BROKEN)])
                event = watch.until(lambda event: event["event"] == "settingsBroken", 5)
                told.check(event and digest(f"{place}/out/a.jpg") == before,
                           f"{index}: {BROKEN[index % len(BROKEN)]!r} was not told" if event is None else f"{index}: the output changed")
                quality = round(0.2 + index / 200, 3)
                WAYS[(index + 1) % 4](config, json.dumps({"quality": quality}).encode())
                row.check(watch.until(lambda event, wanted=quality: quality_of(event) == wanted, 5), f"{index}: {quality} never came")
                watch.quiet(0.02, 1)
                before = digest(f"{place}/out/a.jpg")


def in_pieces(card):
    with card.row("D", "500 pictures written in pieces: 500 right outputs") as row, \
            card.row("D", "  no error from a picture that was only half there") as errors, workplace() as place:
        samples = [read(path) for path in sample_paths()]
        names = [os.path.splitext(path)[1] for path in sample_paths()]
        os.makedirs(f"{place}/in")
        wanted = {}
        for index, (data, extension) in enumerate(zip(samples, names)):
            write(f"{place}/once/{index}{extension}", data)
        result = run(["compress", "once", "-o", "wanted/", "--max-dimension", "50", "--isolated"], place)
        assert result.code == 0, result
        for index, extension in enumerate(names):
            wanted[index] = digest(f"{place}/wanted/{index}{extension}")
        with Watch(place, "in", "-o", "out/", "--isolated", "--max-dimension", "50") as watch:
            watch.until(lambda event: event["event"] == "started")
            left = list(range(500))
            writing = []
            while left or writing:
                while left and len(writing) < 12:
                    number = left.pop()
                    data = samples[number % len(samples)]
                    pieces = random.randint(3, 6)
                    step = len(data) // pieces + 1
                    writing.append((open(f"{place}/in/{number}{names[number % len(names)]}", "wb", buffering=0),
                                    [data[start:start + step] for start in range(0, len(data), step)]))
                for entry in list(writing):
                    entry[0].write(entry[1].pop(0))
                    if not entry[1]:
                        entry[0].close()
                        writing.remove(entry)
                time.sleep(random.uniform(0, 0.012))
                watch.take()
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline and len(os.listdir(f"{place}/out") if os.path.isdir(f"{place}/out") else ()) < 500:
                watch.take(0.2)
            watch.quiet(1.5, 20)
            failures = [event for event in watch.pictures() if event["status"] == "failed"]
        found = contents(f"{place}/out")
        for number in range(500):
            name = f"{number}{names[number % len(names)]}"
            row.check(found.get(name) == wanted[number % len(samples)], f"{name}: {'missing' if name not in found else 'other bytes'}")
            errors.check(not any(event["input"].endswith(f"/{name}") for event in failures), f"{name} was told to have failed")
        errors.check(not temporary(place), temporary(place))
        row.note = f"{len(watch.pictures())} pictures made"


def overflow(card):
    with card.row("D", "20,000 events while the reader is paused: all outputs right in the end") as row, \
            card.row("D", "  the queue that ran over is noticed") as noticed, workplace() as place:
        data = small_picture()
        other = pictures.png(64, 48, pictures.corners(64, 48)[::-1])
        for index in range(100):
            write(f"{place}/in/{index}.png", data)
        os.makedirs(f"{place}/.git")
        write(f"{place}/imgtune.json", '{ "maxDimension": 30 }')
        with open("/proc/sys/fs/inotify/max_queued_events", encoding="ascii") as file:
            queue = int(file.read())
        with Watch(place, "in", "-o", "out/", "--isolated") as watch:
            row.check(watch.round_end(), "the first round")
            os.kill(watch.pid, signal.SIGSTOP)
            events = 0
            while events < max(20_000, queue + 4_000):
                # Different files in turn, as the kernel merges what repeats: made, written, closed, renamed twice.
                name = f"{place}/in/noise-{events}"
                with open(name, "wb") as file:
                    file.write(b"no picture")
                os.rename(name, name + ".b")
                os.unlink(name + ".b")
                events += 6
            # What comes last is lost to a queue that is full.
            for index in range(0, 100, 2):
                by_rename(f"{place}/in/{index}.png", other)
            for index in range(100, 150):
                write(f"{place}/in/{index}.png", other)
            for index in range(1, 20, 2):
                os.unlink(f"{place}/in/{index}.png")
            by_rename(f"{place}/imgtune.json", b'{ "maxDimension": 20 }')
            os.kill(watch.pid, signal.SIGCONT)
            event = watch.until(lambda event: event["event"] == "picture" and event["input"].endswith("/149.png"), 20)
            watch.quiet(1.5, 20)
            noticed.check(event is not None, "files whose events were lost were not found")
            removed = [event for event in watch.events if event["event"] == "sourceRemoved"]
            noticed.check(len(removed) == 10, f"{len(removed)} of 10 removals were noticed")
        run(["compress", "in", "-o", "wanted/", "--isolated", "--set", "maxDimension=20"], place)
        wanted = contents(f"{place}/wanted")
        found = contents(f"{place}/out")
        for name, value in wanted.items():
            row.check(found.get(name) == value, f"{name}: {'missing' if name not in found else 'other bytes'}")
        row.note = f"{events + 200} events, a queue of {queue}"


def output_inside(card):
    with card.row("D", "the output folder inside the watched one: no work but what saves ask for") as row, workplace() as place:
        for output in ("in/out/", "in/deep/er/out/"):
            shutil.rmtree(f"{place}/in", ignore_errors=True)
            for index in range(10):
                write(f"{place}/in/{index}.png", small_picture())
            os.makedirs(f"{place}/.git", exist_ok=True)
            write(f"{place}/imgtune.json", '{ "maxDimension": 30 }')
            with Watch(place, "-R", "in", "-o", output, "--isolated") as watch:
                row.check(watch.round_end(), "the first round")
                watch.quiet(2, 4)
                row.check(len(watch.pictures()) == 10, f"{output}: {len(watch.pictures())} pictures made of 10")
                by_rename(f"{place}/imgtune.json", b'{ "maxDimension": 20 }')
                row.check(watch.round_end(), "the second round")
                watch.quiet(2, 4)
                row.check(len(watch.pictures()) == 20, f"{output}: {len(watch.pictures())} pictures made of 20")
                write(f"{place}/in/new.png", small_picture())
                row.check(watch.round_end(), "the third round")
                watch.quiet(2, 4)
                row.check(len(watch.pictures()) == 21, f"{output}: {len(watch.pictures())} pictures made of 21")
            row.check(len(files(f"{place}/{output}")) == 11, files(f"{place}/{output}"))
