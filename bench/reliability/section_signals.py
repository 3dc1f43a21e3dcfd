"""C. Signals: whatever runs ends within a second, says so by its exit code, and leaves no temporary file."""
import os
import random
import signal
import subprocess
import tempfile
import time

import pictures
from program import environment, files, read, run, start, temporary, workplace, write
from samples import sample_paths

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE]


def test(card, corpus, options):
    random.seed(7)
    with workplace() as place:
        photo = read(next(path for path in sample_paths() if path.endswith("astronaut.jpg")))
        for index in range(30):
            write(f"{place}/in/{index}.jpg", photo)
        for index in range(3):
            write(f"{place}/large/{index}.png", pictures.png(1600, 1200, pictures.noise(1600, 4, index + 1) * 300, level=1))
        write(f"{place}/imgtune.json", "{}")
        heavy = ["--format", "webp", "--webp.lossless", "--webp.method", "6"]
        commands = {
            "compress": ["compress", "in", "-o", "out/", "--jobs", "2"],
            "compress at its heaviest": ["compress", "large", "-o", "out/", "--jobs", "2", *heavy],
            "compress --in-place": ["compress", "in", "--in-place", "--jobs", "2"],
            "watch": ["watch", "in", "-o", "out/", "--json"],
            "watch at its heaviest": ["watch", "large", "-o", "out/", "--json", *heavy],
            "settings edit": ["settings", "edit"],
            "settings set": ["settings", "set", "quality=0.5"],
        }
        for number in SIGNALS:
            with card.row("C", f"{number.name} ends each command within 1 s, no temporary file") as row:
                slowest = 0, ""
                for name, words in commands.items():
                    for _ in range(8):
                        env = environment(place, EDITOR="sh -c 'exec sleep 20' --")
                        # A file, as the editor holds a pipe open.
                        errors = tempfile.TemporaryFile()
                        child = start(words, place, env, stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True)
                        time.sleep(random.uniform(0.02, 0.25))
                        began = time.monotonic()
                        child.send_signal(number)
                        try:
                            child.wait(5)
                        except subprocess.TimeoutExpired:
                            pass
                        took = time.monotonic() - began
                        # Nothing of ours, such as an editor, is left behind by the test.
                        try:
                            os.killpg(child.pid, signal.SIGKILL)
                        except ProcessLookupError:
                            pass
                        child.wait()
                        slowest = max(slowest, (took, name))
                        # Before the first instruction of ours, the signal ends the process as it ends any other.
                        row.check(took <= 1 and child.returncode in (0, 1, 2, 128 + number, -number),
                                  f"{name}: {took:.2f} s, {child.returncode}, {told(errors)}")
                        row.check(not temporary(place), f"{name}: {temporary(place)}")
                row.note = f"slowest {slowest[0]:.2f} s, {slowest[1]}"
        readers(card, place)


def readers(card, place):
    with card.row("C", "a reader that goes away ends what still has something to tell, within 1 s") as row:
        for name, words in [("compress", ["compress", "in", "-o", "out/", "--jobs", "1", "--json"]),
                            ("watch", ["watch", "in", "-o", "out/", "--json"])]:
            for _ in range(10):
                child = start(words, place)
                child.stdout.readline()
                child.stdout.close()
                began = time.monotonic()
                try:
                    child.wait(5)
                except subprocess.TimeoutExpired:
                    child.kill()
                    child.wait()
                took = time.monotonic() - began
                row.check(took <= 1 and child.returncode in (0, 141), f"{name}: {took:.2f} s, {child.returncode}")
                row.check(not temporary(place), f"{name}: {temporary(place)}")
                child.stderr.close()
        result = run(["compress", "in/0.jpg", "-o", "-"], place, given=None, before=closed_output)
        row.check(result.is_orderly(1, 141), f"a picture into a closed pipe: {result}")
        row.check(files(f"{place}/in") == sorted(f"{index}.jpg" for index in range(30)), "the sources")


def told(file):
    file.seek(0)
    return file.read(200)


def closed_output():
    reading, writing = os.pipe()
    os.close(reading)
    os.dup2(writing, 1)
