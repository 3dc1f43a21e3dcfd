"""C. Where writing goes wrong: the old file or the new one, whole, and a reason; never a temporary file."""
import os
import resource
import shutil
import subprocess
import time

import pictures
from program import PROGRAM, contents, digest, files, finish, read, run, start, temporary, workplace, write
from samples import sample_paths

NOBODY = 65534


def test(card, corpus, options):
    disk_full(card)
    limits_of_the_system(card)
    rights(card)
    odd_targets(card)
    under_way(card)


def photo():
    return read(next(path for path in sample_paths() if path.endswith("astronaut.jpg")))


def check_refused(row, what, result, place, before, *codes):
    """Told with a reason; everything that was there is there, and nothing else."""
    row.check(result.is_orderly(*(codes or (1, 2))), f"{what}: {result}")
    row.check(contents(place) == before, f"{what}: {changed(before, contents(place))}")
    row.check(not temporary(place), f"{what}: {temporary(place)}")


def changed(before, after):
    return {name: "gone" if name not in after else "new" if name not in before else "changed"
            for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


# ---- no room ----

def disk_full(card):
    with card.row("C", "a full disk: compress, in place, settings, watch") as row:
        if os.geteuid() != 0:
            return row.skip("only root can mount a small file system")
        with workplace() as place:
            disk = os.path.join(place, "disk")
            os.makedirs(disk)
            if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k,mode=0755", "imgtune-test", disk], capture_output=True).returncode:
                return row.skip("mount is not allowed here")
            try:
                full(row, place, disk)
            finally:
                subprocess.run(["umount", "-l", disk], check=False)


def full(row, place, disk):
    # Large enough that no room is left for it, and kept as it is by the result being larger still.
    write(f"{place}/noise.png", pictures.png(500, 400, pictures.noise(500, 400)))
    write(f"{disk}/photo.jpg", photo())
    write(f"{disk}/out/noise.png", b"the old file")
    settings = write(f"{disk}/config/imgtune/settings.json", '{"version":1,"values":{"quality":0.5}}')
    project = write(f"{disk}/imgtune.json", "{ quality: 0.5 }\n")
    filler = os.open(f"{disk}/filler", os.O_WRONLY | os.O_CREAT)
    try:
        while True:
            os.write(filler, b"x" * 4096)
    except OSError:
        os.close(filler)
    before = contents(disk)
    env = {"PATH": "/usr/bin:/bin", "HOME": place, "XDG_CONFIG_HOME": f"{disk}/config", "LC_ALL": "C.UTF-8"}
    for what, words in [
        ("a new output", ["compress", "noise.png", "-o", f"{disk}/new/"]),
        ("an old output", ["compress", "noise.png", "-o", f"{disk}/out/"]),
        ("to a file", ["compress", "noise.png", "-o", f"{disk}/out/noise.png"]),
        ("in place", ["compress", f"{disk}/photo.jpg", "--in-place", "--max-dimension", "500", "-q", "1"]),
        ("the original's bytes", ["compress", "noise.png", "-o", f"{disk}/out/", "--png.level", "0"]),
        ("settings set", ["settings", "set", "quality=0.7"]),
        ("settings reset", ["settings", "set", "output.template=" + "x" * 3000]),
        ("the project's settings", ["settings", "set", "output.template=" + "x" * 3000, "--scope", "project", "--config", project]),
        ("a preset", ["settings", "save", "mine", "--set", "output.template=" + "x" * 3000]),
    ]:
        # Trying again may help.
        check_refused(row, what, run(words, place, env=env), disk, before, 75)
    row.check(read(settings).startswith(b'{"version"'), "the store")
    result = run(["compress", "noise.png", "-o", "-"], place, env=env, before=onto("/dev/full"))
    row.check(result.is_orderly(75), f"standard output: {result}")
    # What can be done is done: with room again, everything goes.
    os.unlink(f"{disk}/filler")
    row.check(run(["compress", f"{disk}/photo.jpg", "-o", f"{disk}/out/", "--max-dimension", "100"], place, env=env).code == 0,
              "with room again")


def onto(path):
    def before():
        descriptor = os.open(path, os.O_WRONLY)
        os.dup2(descriptor, 1)
    return before


def limits_of_the_system(card):
    for name, what, limit, values in [
        ("ulimit -f: no file may become larger than that", "blocks", resource.RLIMIT_FSIZE, (0, 512, 4096, 16384)),
        ("EMFILE: hardly a descriptor is left", "descriptors", resource.RLIMIT_NOFILE, tuple(range(4, 14))),  # with three the loader does not even find the libraries
    ]:
        with card.row("C", name) as row, workplace() as place:
            write(f"{place}/in/a.jpg", photo())
            write(f"{place}/in/b.jpg", photo())
            write(f"{place}/out/a.jpg", b"the old file")
            write(f"{place}/.config/imgtune/settings.json", '{"version":1,"values":{"quality":0.5}}')
            before = contents(place)
            for value in values:
                def lower(value=value):
                    resource.setrlimit(limit, (value, value))
                for words in (["compress", "in", "-o", "out/"], ["compress", "in", "--in-place", "--max-dimension", "400"],
                              ["settings", "set", "quality=0.7"], ["settings", "list"]):
                    result = run(words, place, before=lower)
                    told = f"{value} {what}, {' '.join(words)}"
                    if result.code == 0:
                        # Enough for this one: it is done as ever.
                        row.check(not temporary(place) and result.signal == 0, f"{told}: {temporary(place)}")
                        shutil.rmtree(f"{place}/in")
                        shutil.rmtree(f"{place}/out")
                        write(f"{place}/in/a.jpg", photo())
                        write(f"{place}/in/b.jpg", photo())
                        write(f"{place}/out/a.jpg", b"the old file")
                        write(f"{place}/.config/imgtune/settings.json", '{"version":1,"values":{"quality":0.5}}')
                    else:
                        now = contents(place)
                        lost = {name: how for name, how in changed(before, now).items() if not whole(place, name)}
                        row.check(result.is_orderly(1, 2), f"{told}: {result}")
                        row.check(not lost and not temporary(place), f"{told}: {lost} {temporary(place)}")
                        for name in changed(before, now):
                            if name not in before:
                                os.unlink(os.path.join(place, name))
                            else:
                                write(os.path.join(place, name), b"the old file" if name.startswith("out") else photo())
            row.check(contents(place) == before, "the place was not put in order again")


def whole(place, name):
    """Whether a file that a part of a run made is a picture to its end, or an empty lock."""
    path = os.path.join(place, name)
    if name.endswith(".lock"):
        return True
    return os.path.exists(path) and run(["compress", name, "-o", "-", "-q"], place).code in (0, 2) and run(
        ["compress", "--dry-run", name, "-o", "x/"], place).code == 0


# ---- rights ----

def as_nobody():
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


def rights(card):
    with card.row("C", "no permission: read-only folders and files, sources that may not be read") as row, workplace() as place:
        before_run = as_nobody if os.geteuid() == 0 else None
        program = shutil.copy(PROGRAM, f"{place}/imgtune-copy")
        os.chmod(program, 0o755)
        home = os.path.join(place, "home")
        for folder in ("in", "locked", "open", "home", "config"):
            os.makedirs(f"{place}/{folder}")
        write(f"{place}/in/a.jpg", photo())
        write(f"{place}/in/secret.jpg", photo())
        write(f"{place}/locked/a.jpg", b"the old file")
        write(f"{place}/config/imgtune/settings.json", '{"version":1,"values":{}}')
        if os.geteuid() == 0:
            os.chown(f"{place}/open", NOBODY, NOBODY)
        os.chmod(f"{place}/in/secret.jpg", 0)
        for folder in ("locked", "in", "config/imgtune"):
            os.chmod(f"{place}/{folder}", 0o555)
        env = {"PATH": "/usr/bin:/bin", "HOME": home, "LC_ALL": "C.UTF-8"}

        def attempt(words, env=env):
            began = time.monotonic()
            child = subprocess.Popen([program, *words], cwd=place, env=env, preexec_fn=before_run, stdin=subprocess.DEVNULL,
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            return finish(child, began)

        before = contents_as_root(place)
        for what, words, env_of in [
            ("a read-only folder", ["compress", "in/a.jpg", "-o", "locked/"], env),
            ("a read-only folder, a new name", ["compress", "in/a.jpg", "-o", "locked/b.jpg"], env),
            ("a folder to be made in it", ["compress", "in/a.jpg", "-o", "locked/new/"], env),
            ("in place in it", ["compress", "in/a.jpg", "--in-place", "--max-dimension", "60"], env),
            ("a source without rights", ["compress", "in/secret.jpg", "-o", "open/"], env),
            ("a read-only store", ["settings", "set", "quality=0.7"], dict(env, XDG_CONFIG_HOME=f"{place}/config")),
        ]:
            result = attempt(words, env_of)
            row.check(result.is_orderly(1, 2) and any(w in result.words.lower() for w in ("permission", "denied", "rights", "allowed")),
                      f"{what}: {result}")
            row.check(contents_as_root(place) == before and not temporary(place), f"{what}: {changed(before, contents_as_root(place))}")
        result = attempt(["compress", "in", "-o", "open/"])
        row.check(result.code == 1 and files(f"{place}/open") == ["a.jpg"], f"one of two may be read: {result}")


def contents_as_root(place):
    return {name: digest(os.path.join(place, name)) for name in files(place) if os.access(os.path.join(place, name), os.R_OK)}


# ---- odd targets ----

def odd_targets(card):
    with card.row("C", "odd targets: folders, links that dangle or loop, pipes, the input itself") as row, workplace() as place:
        write(f"{place}/photo.jpg", photo())
        write(f"{place}/other/real.jpg", b"the old file")
        os.makedirs(f"{place}/taken/photo.jpg")
        os.makedirs(f"{place}/links")
        before = contents(place)
        refusals = [("the target is a folder", ["photo.jpg", "-o", "taken/"]),
                    ("a folder is a file", ["photo.jpg", "-o", "photo.jpg/x/"]),
                    ("a folder is a file, twice", ["photo.jpg", "photo.jpg", "-o", "other/real.jpg"]),
                    ("the output is the input", ["photo.jpg", "-o", "photo.jpg"]),
                    ("the output is the input, by another name", ["photo.jpg", "-o", "./other/../photo.jpg"]),
                    ("the output's folder is the input's", ["photo.jpg", "-o", "./"]),
                    ("a name that is too long", ["photo.jpg", "-o", "x" * 300 + ".jpg"]),
                    ("a path that is too long", ["photo.jpg", "-o", "y" * 200 + ("/" + "y" * 200) * 25 + "/"])]
        for what, words in refusals:
            check_refused(row, what, run(["compress", *words], place), place, before)
        os.symlink(f"{place}/photo.jpg", f"{place}/links/same.jpg")
        result = run(["compress", "photo.jpg", "-o", "links/same.jpg"], place)
        row.check(result.is_orderly(0, 1, 2) and digest(f"{place}/photo.jpg") == before["photo.jpg"], f"a link to the input: {result}")
        os.link(f"{place}/photo.jpg", f"{place}/links/hard.jpg")
        result = run(["compress", "photo.jpg", "-o", "links/hard.jpg"], place)
        row.check(digest(f"{place}/photo.jpg") == before["photo.jpg"], f"a hard link of the input: {result}")
        for what, name, target in [("a dangling link", "dangling.jpg", "nowhere/at-all.jpg"), ("a loop", "loop.jpg", "loop.jpg"),
                                   ("a link to a file", "link.jpg", "../other/real.jpg")]:
            os.symlink(target, f"{place}/links/{name}")
            result = run(["compress", "photo.jpg", "-o", f"links/{name}"], place)
            row.check(result.code == 0 and not os.path.islink(f"{place}/links/{name}") and whole(place, f"links/{name}"),
                      f"{what} is replaced: {result}")
            row.check(read(f"{place}/other/real.jpg") == b"the old file", f"{what}: written through")
        for what, target in [("a dangling link", "nowhere.jpg"), ("a loop", "in-loop.jpg")]:
            os.symlink(target, f"{place}/in-loop.jpg") if what == "a loop" else os.symlink(target, f"{place}/in-dangling.jpg")
            name = "in-loop.jpg" if what == "a loop" else "in-dangling.jpg"
            for words in (["-o", "from/"], ["--in-place"]):
                result = run(["compress", name, *words], place)
                row.check(result.is_orderly(1, 2) and os.path.islink(f"{place}/{name}"), f"{what} as input: {result}")
        os.makedirs(f"{place}/loops/a")
        os.symlink("..", f"{place}/loops/a/up")
        write(f"{place}/loops/a/p.jpg", photo())
        result = run(["compress", "-R", "loops", "-o", "unlooped/"], place, 20)
        row.check(result.code == 0 and files(f"{place}/unlooped") == ["a/p.jpg"], f"a loop of folders: {result}")
        os.mkfifo(f"{place}/links/pipe.jpg")
        result = run(["compress", "photo.jpg", "-o", "links/pipe.jpg"], place, 5)
        row.check(not result.timed_out and result.signal == 0, f"a pipe of that name: {result}")
        result = run(["compress", "photo.jpg", "-o", "/dev/null"], place, 5)
        row.check(result.is_orderly(0, 1, 2) and not os.path.isfile("/dev/null"), f"/dev/null: {result}")
        row.check(not temporary(place), temporary(place))


# ---- what changes under way ----

def under_way(card):
    with card.row("C", "the output folder is removed while a run writes into it") as row, workplace() as place:
        for index in range(24):
            write(f"{place}/in/{index}.jpg", photo())
        before = contents(f"{place}/in")
        for delay in [index * 0.015 for index in range(20)]:
            began = time.monotonic()
            child = start(["compress", "in", "-o", "out/", "--jobs", "2", "--max-dimension", "300"], place)
            time.sleep(delay)
            shutil.rmtree(f"{place}/out", ignore_errors=True)
            result = finish(child, began)
            row.check(result.is_orderly(0, 1), f"after {delay:.3f} s: {result}")
            row.check(contents(f"{place}/in") == before and not temporary(place), f"after {delay:.3f} s: {temporary(place)}")
            row.check(all(whole(place, f"out/{name}") for name in files(f"{place}/out")), "a file is not whole")
            shutil.rmtree(f"{place}/out", ignore_errors=True)
    with card.row("C", "a source is replaced, cut off or written over while it is read") as row, workplace() as place:
        first, second = photo(), read(next(path for path in sample_paths() if path.endswith("rocket.jpg")))
        write(f"{place}/other.jpg", second)
        wanted = set()
        for name in ("first.jpg", "second.jpg"):
            write(f"{place}/{name}", first if name == "first.jpg" else second)
            run(["compress", name, "-o", f"wanted-{name}", "--format", "png", "--output.when-larger", "result"], place)
            run(["compress", name, "-o", f"wanted-{name}.png", "--format", "png"], place)
            wanted.add(digest(f"{place}/wanted-{name}.png"))
        for index in range(60):
            write(f"{place}/a.jpg", first)
            began = time.monotonic()
            child = start(["compress", "a.jpg", "-o", "a.png"], place)
            time.sleep(index % 20 * 0.004)
            how = ("replaced", "cut off", "written over")[index % 3]
            if how == "replaced":
                write(f"{place}/new", second)
                os.rename(f"{place}/new", f"{place}/a.jpg")
            elif how == "cut off":
                os.truncate(f"{place}/a.jpg", len(first) // 3)
            else:
                with open(f"{place}/a.jpg", "r+b") as file:
                    file.write(second)
                    file.truncate()
            result = finish(child, began)
            row.check(result.is_orderly(0, 1), f"{how}: {result}")
            if os.path.exists(f"{place}/a.png"):
                # Written over in place, a picture can be of both: whole all the same.
                row.check(how == "written over" or digest(f"{place}/a.png") in wanted, f"{how}: the output is of neither")
                row.check(whole(place, "a.png"), f"{how}: not whole")
                os.unlink(f"{place}/a.png")
            row.check(not temporary(place), temporary(place))
