"""Where the pictures come from: a corpus where there is one, the project's samples and what is made here otherwise."""
import os

from program import ROOT


class Corpus:
    """A folder with MANIFEST.tsv: path, class and what is right, a line each."""

    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "MANIFEST.tsv"), encoding="utf-8") as file:
            head, *lines = (line.rstrip("\n").split("\t") for line in file)
        self.entries = [dict(zip(head, line)) for line in lines]

    def paths(self, *beginnings):
        return [entry["path"] for entry in self.entries if not beginnings or entry["path"].startswith(beginnings)]

    def path(self, name):
        return os.path.join(self.folder, name)


def find_corpus(named):
    """The folder that was named, that IMGTUNE_CORPUS names, or that lies beside the checkout; None where there is none."""
    for folder in (named, os.environ.get("IMGTUNE_CORPUS"), os.path.join(ROOT, "..", "shared", "corpus")):
        if folder and os.path.exists(os.path.join(folder, "MANIFEST.tsv")):
            return Corpus(os.path.abspath(folder))
    return None


def sample_paths():
    folder = os.path.join(ROOT, "Samples/Pictures")
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if not name.startswith(".")]
