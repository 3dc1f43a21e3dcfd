"""A. Every file of a corpus, a process each, and then all of them in one process."""
import os
import shutil
import struct

import pictures
from program import contents, digest, files, has_escapes, limited, read, run, temporary, workplace, write
from samples import sample_paths

SECONDS = 10
MEMORY = 4096  # MiB of address space, of which little is used


def hostile():
    """Files for a place without a corpus: what is cut off, changed, mislabelled or declared too large."""
    good = {os.path.basename(path): read(path) for path in sample_paths()}
    for name, data in good.items():
        yield name, data
        stem, extension = os.path.splitext(name)
        for share in (2, 10, 50, 90, 99):
            yield f"{stem}-cut{share}{extension}", data[:len(data) * share // 100]
        for index in range(12):
            changed = bytearray(data)
            for step in range(1 + index):
                place = (index * 7919 + step * 104729) % len(changed)
                changed[place] = changed[place] ^ (1 << (index + step) % 8)
            yield f"{stem}-changed{index}{extension}", bytes(changed)
    yield "empty.jpg", b""
    yield "words.png", b"this is no picture\n"
    yield "page.jpg", b"<!DOCTYPE html><html><body>404</body></html>"
    yield "escape.png", b"\x1b]0;title\x07\x1b[31mred\x1b[0m"
    yield "bomb.png", pictures.SIGNATURE + pictures.chunk(
        b"IHDR", struct.pack(">IIBBBBB", 60000, 60000, 8, 6, 0, 0, 0)) + pictures.chunk(b"IEND", b"")


def gather(corpus, folder):
    """Copies under names that no two of which would land on one output; returns them with their sources."""
    os.makedirs(folder)
    if corpus is None:
        return [(os.path.basename(write(os.path.join(folder, f"{index:04}-{name}"), data)), name)
                for index, (name, data) in enumerate(hostile())]
    gathered = []
    for index, path in enumerate(corpus.paths()):
        name = f"{index:04}-{os.path.basename(path)}"
        shutil.copyfile(corpus.path(path), os.path.join(folder, name))
        gathered.append((name, path))
    return gathered


def test(card, corpus, options):
    with workplace() as place:
        inputs = os.path.join(place, "in")
        gathered = gather(corpus, inputs)
        if options.most:
            for name, _ in gathered[options.most:]:
                os.unlink(os.path.join(inputs, name))
            gathered = gathered[:options.most]
        before = contents(inputs)
        single = one_by_one(card, place, inputs, gathered, before)
        together(card, place, inputs, before, single)


def one_by_one(card, place, inputs, gathered, before):
    with card.row("A", "a process a file: an exit code, no signal, within 10 s") as row, \
            card.row("A", "  no raw escape bytes are printed") as escapes, \
            card.row("A", "  the source is untouched") as sources, \
            card.row("A", "  no temporary file, no output of a file that failed") as leftovers:
        slowest = 0, ""
        for name, source in gathered:
            output = os.path.join(place, "single", name)
            result = run(["compress", os.path.join("in", name), "-o", output + "/"], place, SECONDS + 20,
                         before=limited(MEMORY))
            row.check(result.is_orderly(0, 1) and result.seconds <= SECONDS, f"{source}: {result} in {result.seconds:.1f} s")
            slowest = max(slowest, (result.seconds, source))
            escapes.check(not has_escapes(result.output + result.errors), source)
            sources.check(digest(os.path.join(inputs, name)) == before[name], source)
            found = files(output)
            leftovers.check(not temporary(output) and len(found) == (1 if result.code == 0 else 0), f"{source}: {found}")
        row.note = f"slowest {slowest[0]:.2f} s, {slowest[1]}"
    return {name: digest(os.path.join(place, "single", name)) for name in files(os.path.join(place, "single"))}


def together(card, place, inputs, before, single):
    # The folder of each single output, "0001-a.jpg/", holds the one file that the batch puts into its own folder.
    expected = {os.path.basename(path): value for path, value in single.items()}

    def compare(row, folder, wanted, code=(0, 1)):
        found = contents(os.path.join(place, folder))
        for name in sorted(wanted.keys() | found.keys()):
            row.check(wanted.get(name) == found.get(name),
                      f"{name}: " + ("missing" if name not in found else "not expected" if name not in wanted else "other bytes"))

    with card.row("A", "all files in one process: the same bytes as one by one") as row:
        result = run(["compress", "in", "-o", "jobs1/", "--jobs", "1"], place, 900)
        row.check(result.is_orderly(0, 1), result)
        compare(row, "jobs1", expected)
    with card.row("A", "many jobs give the bytes of one") as row:
        result = run(["compress", "in", "-o", "jobs4/", "--jobs", "4"], place, 900)
        row.check(result.is_orderly(0, 1), result)
        compare(row, "jobs4", expected)
    with card.row("A", "a second run changes nothing") as row:
        run(["compress", "in", "-o", "jobs4/", "--jobs", "4"], place, 900)
        compare(row, "jobs4", expected)
        for name, value in before.items():
            row.check(digest(os.path.join(inputs, name)) == value, f"the source {name}")
        row.check(not temporary(place), temporary(place))
