"""Holds the JSON Schema of imgtune.json against files that are good and bad for known reasons, and against imgtune.

Usage: check.py PATH-OF-IMGTUNE
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from jsonschema import Draft202012Validator

HERE = pathlib.Path(__file__).parent
FAILURES = []

# By the JSON type of a setting: the Python types whose values mean the same in a file and behind --set KEY=.
NOTHING = type(None)
WRITTEN_ALIKE = {
    "string": str,
    "array": list,
    "boolean": (bool, int, float, NOTHING),
    "integer": (int, NOTHING),
    "number": (int, float, NOTHING),
    "object": dict,
}


def expect(condition, sentence):
    if not condition:
        FAILURES.append(sentence)


class Imgtune:
    """The program's own verdict, to be compared with the schema's."""

    def __init__(self, path):
        self.path = path
        document = json.loads(self.output("settings", "schema"))
        self.settings = {setting["key"]: setting for setting in document["settings"]}
        self.schema = json.loads(self.output("settings", "schema", "--json-schema"))
        help_lines = self.output("settings", "--help").decode().splitlines()
        self.checks_files = any(line.split()[:1] == ["check"] for line in help_lines)

    def output(self, *words):
        return subprocess.run([self.path, *words], capture_output=True, check=True).stdout

    def code(self, *words):
        return subprocess.run([self.path, *words], capture_output=True, stdin=subprocess.DEVNULL).returncode

    def accepts(self, document):
        """Whether imgtune takes a project file; None where it cannot be asked."""
        if self.checks_files:
            with tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder, "imgtune.json")
                file.write_text(json.dumps(document))
                return self.code("settings", "check", "--config", str(file)) == 0
        return self.accepts_assignments(document)

    def accepts_assignments(self, document):
        """The same by --set, for values that are written alike in a file and on the command line."""
        words = []
        if not isinstance(document, dict):
            return None
        for key, value in flattened(document, self.settings):
            setting = self.settings.get(key)
            # On the command line everything is a text: null is a string's value, a,b a list, 1600.0 no whole number.
            if setting and not isinstance(value, WRITTEN_ALIKE[setting["kind"]["jsonType"]]):
                return None
            words += ["--set", f"{key}={value if isinstance(value, str) else json.dumps(value)}"]
        # Settings are judged before any input is looked for, here one that does not exist.
        command = [self.path, "compress", "/does/not/exist.jpg", "-o", "/does/not/exist/", *words]
        result = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL)
        return b"(from --set)" not in result.stderr


def flattened(document, settings, prefix=""):
    for name, value in document.items() if isinstance(document, dict) else []:
        key = prefix + name
        if key == "$schema":
            continue
        if isinstance(value, dict) and key not in settings:
            yield from flattened(value, settings, key + ".")
        else:
            yield key, value


def probes(setting):
    """Values around every border of a setting, good ones and bad ones alike."""
    kind = setting["kind"]
    values = [setting["default"], None, True, 0, -1, 0.5, 1e300, "", "no such choice", [], {}]
    values += [choice["value"] for choice in kind.get("choices", []) if kind["jsonType"] == "string"]
    for end in ("minimum", "maximum"):
        if end in setting:
            values += [setting[end], setting[end] - 1, setting[end] + 1]
    if "element" in kind:
        values += [[choice["value"]] for choice in kind["element"].get("choices", [])] + [["no such choice"]]
    return values


def main():
    imgtune = Imgtune(sys.argv[1])
    Draft202012Validator.check_schema(imgtune.schema)
    validator = Draft202012Validator(imgtune.schema)
    compared = 0

    def compare(name, document):
        nonlocal compared
        accepted = imgtune.accepts(document)
        if accepted is not None:
            compared += 1
            expect(accepted == validator.is_valid(document), f"{name}: imgtune {'takes' if accepted else 'refuses'} it")

    good = sorted((HERE / "good").glob("*.json"))
    for file in good:
        document = json.loads(file.read_text())
        for error in validator.iter_errors(document):
            FAILURES.append(f"{file.name}: {error.message}")
        compare(file.name, document)

    rows = [line.split("\t") for line in (HERE / "bad/expected.tsv").read_text().splitlines()]
    expect({f"{row[0]}.json" for row in rows} == {file.name for file in (HERE / "bad").glob("*.json")}, "bad/: files")
    for name, place, keywords in rows:
        document = json.loads((HERE / f"bad/{name}.json").read_text())
        found = [("/".join(map(str, error.path)), error.validator) for error in validator.iter_errors(document)]
        expected = [(place, keyword) for keyword in keywords.split(",")]
        expect(found == expected, f"bad/{name}.json: found {found}, expected {expected}")
        compare(f"bad/{name}.json", document)

    for key, setting in imgtune.settings.items():
        expect(validator.is_valid({key: setting["default"]}), f"{key}: its default is refused")
        for value in probes(setting):
            compare(f"{key} = {json.dumps(value)}", {key: value})

    for failure in FAILURES:
        print(f"check.py: {failure}", file=sys.stderr)
    print(
        f"{len(good)} good and {len(rows)} bad files; imgtune and its JSON Schema compared on {compared} documents"
        + ("" if imgtune.checks_files else ", by --set")
    )
    return 1 if FAILURES else 0


sys.exit(main())
