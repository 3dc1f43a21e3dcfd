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


def expect(condition, sentence):
    if not condition:
        FAILURES.append(sentence)


class Imgtune:
    """The program's own verdict, to be compared with the schema's."""

    def __init__(self, path, folder):
        self.path = path
        self.folder = pathlib.Path(folder)
        document = json.loads(self.output("settings", "schema"))
        self.settings = {setting["key"]: setting for setting in document["settings"]}
        self.schema = json.loads(self.output("settings", "schema", "--json-schema"))
        self.presets = list(json.loads(self.output("settings", "presets", "--json", "--isolated")))

    def output(self, *words):
        return subprocess.run([self.path, *words], capture_output=True, check=True).stdout

    def accepts(self, document):
        """Whether imgtune takes a project file."""
        file = self.folder / "imgtune.json"
        file.write_text(json.dumps(document))
        words = [self.path, "settings", "check", "--config", file, "--isolated"]
        code = subprocess.run(words, capture_output=True, stdin=subprocess.DEVNULL).returncode
        expect(code in (0, 2), f"{json.dumps(document)}: exit code {code}")
        return code == 0


def probes(setting):
    """Values around every border of a setting, good ones and bad ones alike."""
    kind = setting["kind"]
    values = [setting["default"], None, True, 0, -1, 0.5, 1e300, "", "no such choice", [], {}]
    values += [choice["value"] for choice in kind.get("choices", []) if kind["jsonType"] == "string"]
    for end in ("minimum", "maximum"):
        if end in setting:
            values += [setting[end], setting[end] - 1, setting[end] + 1]
    if "element" in kind:
        values += [[choice["value"]] for choice in kind["element"].get("choices", [])] + [["no such choice"], [{}], [3]]
    return values


def main():
    with tempfile.TemporaryDirectory() as folder:
        return check(Imgtune(sys.argv[1], folder))


def check(imgtune):
    Draft202012Validator.check_schema(imgtune.schema)
    validator = Draft202012Validator(imgtune.schema)
    compared = 0

    def compare(name, document):
        nonlocal compared
        accepted = imgtune.accepts(document)
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
            # Which presets a person has, the schema cannot know.
            if key != "preset" or not isinstance(value, str):
                compare(f"{key} = {json.dumps(value)}", {key: value})
    for name in imgtune.presets:
        compare(f"preset {name}", {"preset": name})
    expect(not imgtune.accepts({"preset": "no such preset"}), "an unknown preset is taken")

    for failure in FAILURES:
        print(f"check.py: {failure}", file=sys.stderr)
    print(f"{len(good)} good and {len(rows)} bad files; imgtune and its JSON Schema compared on {compared} documents")
    return 1 if FAILURES else 0


sys.exit(main())
