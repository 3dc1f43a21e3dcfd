"""D. A long session with an edit a second: descriptors stay, memory stays, and in between nothing is done."""
import json
import os
import time

from program import Watch, read, workplace, write
from samples import sample_paths


def test(card, corpus, options):
    seconds = options.soak
    if seconds <= 0:
        return
    with card.row("D", f"a soak of {seconds:.0f} s with an edit a second: each edit is live") as row, \
            card.row("D", "  as many descriptors at the end as after the first tenth") as descriptors, \
            card.row("D", "  at most 5 MB more memory at the end than after the first tenth") as memory, \
            card.row("D", "  less than 0.5 % of a processor while nothing happens") as idle, workplace() as place:
        os.makedirs(f"{place}/.git")
        for path in sample_paths():
            write(f"{place}/in/{os.path.basename(path)}", read(path))
        config = f"{place}/imgtune.json"
        write(config, '{ "quality": 0.99, "maxDimension": 200 }')
        photo = f"{place}/in/astronaut.jpg"
        versions = [read(photo), read(f"{place}/in/rocket.jpg")]
        with Watch(place, "in", "-o", "out/", "--isolated") as watch:
            row.check(watch.round_end(), "the first round")
            began, number, base = time.monotonic(), 0, None
            while time.monotonic() - began < seconds:
                number += 1
                next_edit = began + number
                if number % 10 == 5:
                    write(photo + ".new", versions[number // 10 % 2])
                    os.rename(photo + ".new", photo)
                    wanted = None
                else:
                    wanted = round(0.3 + number % 600 / 1000, 3)
                    write(config, json.dumps({"quality": wanted, "maxDimension": 200 - number % 3}))
                # Only what is told from now on; a record of hours would be the test's memory, not the program's.
                watch.events, watch._seen = [], 0
                event = watch.until(lambda event: event["event"] == "roundEnded", 10)
                row.check(event and (wanted is None or any(e["settings"]["quality"] == wanted for e in watch.pictures())),
                          f"edit {number}: never live")
                if base is None and time.monotonic() - began >= seconds / 10:
                    base = state(watch.pid)
                while (left := next_edit - time.monotonic()) > 0:
                    watch.take(left)
            end = state(watch.pid)
            base = base or end
            descriptors.check(end["descriptors"] == base["descriptors"], f"{base['descriptors']}, then {end['descriptors']}")
            grown = (end["memory"] - base["memory"]) / 1e6
            memory.check(grown <= 5, f"{grown:.1f} MB")
            memory.note = f"{base['memory'] / 1e6:.1f} MB, then {end['memory'] / 1e6:.1f} MB"
            watch.quiet(1, 5)
            before = state(watch.pid)["processor"]
            time.sleep(10)
            share = (state(watch.pid)["processor"] - before) / 10
            idle.check(share < 0.005, f"{share:.2%}")
            idle.note = f"{share:.2%}"
            row.note = f"{number} edits"


def state(pid):
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:
        pages = int(file.read().split()[1])
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return {"descriptors": len(os.listdir(f"/proc/{pid}/fd")), "memory": pages * os.sysconf("SC_PAGE_SIZE"),
            "processor": (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")}
