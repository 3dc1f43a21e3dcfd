#!/usr/bin/env python3
"""Proves that nothing is lost, and prints the scorecard.

Usage: bench/reliability/run.py [SECTION…] [--corpus FOLDER] [--moments N] [--soak SECONDS] [--most N] [--json FILE]

Sections: corpus (A), pictures (B), writing, killing, signals, surroundings (C), watching, soak (D), limits (G), lab (H); all of
them where none is named. Each row counts what was tried and what held; exit code 1 when anything was lost.

IMGTUNE names another program than .build/release/imgtune. A corpus is a folder of pictures with MANIFEST.tsv; without one
(--corpus, IMGTUNE_CORPUS, ../shared/corpus) the project's samples and pictures made here are used, and rows that need it say
so. Some rows need root (a small file system, another user), exiftool, or Python with numpy and pillow; they too say so.
--moments is how often each command is killed, 200; --soak how long the soak runs, 60 s here and 600 for the full proof;
--most bounds the files of the corpus that are tried.
"""
import argparse
import importlib
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from program import PROGRAM, write  # noqa: E402  (the path comes first)
from samples import find_corpus  # noqa: E402
from scorecard import Scorecard  # noqa: E402

SECTIONS = ["corpus", "pictures", "writing", "killing", "signals", "surroundings", "watching", "soak", "limits", "lab"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("sections", nargs="*", metavar="SECTION")
    parser.add_argument("--corpus")
    parser.add_argument("--moments", type=int, default=200)
    parser.add_argument("--soak", type=float, default=60)
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--json")
    options = parser.parse_args()
    unknown = set(options.sections) - set(SECTIONS)
    if unknown:
        parser.error(f"there is no section {', '.join(unknown)}; there are {', '.join(SECTIONS)}")
    if not os.access(PROGRAM, os.X_OK):
        sys.exit(f"{PROGRAM} is not there: make build, or IMGTUNE=…")
    corpus = find_corpus(options.corpus)
    if options.corpus and corpus is None:
        sys.exit(f"{options.corpus} has no MANIFEST.tsv")
    print(f"program {PROGRAM}; " + (f"corpus {corpus.folder}, {len(corpus.entries)} files" if corpus else
                                    "no corpus (--corpus, IMGTUNE_CORPUS): samples and pictures made here"))
    card, began = Scorecard(), time.monotonic()
    try:
        for name in options.sections or SECTIONS:
            importlib.import_module("section_" + name).test(card, corpus, options)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    print(card.table())
    for line in card.losses():
        print("lost:", line)
    print(f"{time.monotonic() - began:.0f} s")
    if options.json:
        write(os.path.abspath(options.json), card.document())
    return 0 if card.is_whole else 1


if __name__ == "__main__":
    sys.exit(main())
