"""Rows of what was tried, held and lost, counted while the tests run."""
import json
import sys
import time


class Row:
    """One promise. `tried` and `held` are counts of `check`; nothing else makes them."""

    def __init__(self, section, name):
        self.section = section
        self.name = name
        self.tried = 0
        self.lost = []
        self.skipped = None
        self.note = ""
        self.began = time.monotonic()

    def check(self, holds, what):
        """Counts one try; `what` tells what was lost where it does not hold. Returns whether it does."""
        self.tried += 1
        if not holds:
            self.lost.append(str(what))
        return bool(holds)

    def skip(self, reason):
        """Says why this was not tried here."""
        self.skipped = reason

    @property
    def held(self):
        return self.tried - len(self.lost)

    @property
    def verdict(self):
        """A row without a single try has proved nothing, unless it says why."""
        if self.lost or self.tried == 0 and not self.skipped:
            return "LOST"
        return "ok" if self.tried else "skipped"


class Scorecard:
    def __init__(self):
        self.rows = []

    def row(self, section, name):
        """A context that ends the row: a mistake of the test itself is a loss too, and the others go on."""
        return _RowContext(self, Row(section, name))

    @property
    def is_whole(self):
        return all(row.verdict != "LOST" for row in self.rows)

    def table(self):
        lines = [f"{'':2} {'what':66} {'tried':>7} {'held':>7} {'lost':>5}"]
        for row in self.rows:
            word = row.skipped if row.verdict == "skipped" else row.verdict
            note = "  " + row.note if row.note else ""
            lines.append(
                f"{row.section:2} {row.name:66} {row.tried:7} {row.held:7} {len(row.lost):5}  {word}{note}")
        count = sum(row.verdict == "LOST" for row in self.rows)
        tried = sum(row.tried for row in self.rows)
        lines.append(f"{len(self.rows)} rows, {tried} tries: " + (f"{count} rows LOST" if count else "nothing lost"))
        return "\n".join(lines)

    def losses(self, most=6):
        for row in self.rows:
            for what in row.lost[:most]:
                yield f"{row.section} {row.name}: {what}"
            if len(row.lost) > most:
                yield f"{row.section} {row.name}: and {len(row.lost) - most} more"

    def document(self):
        return json.dumps([
            {"section": row.section, "name": row.name, "tried": row.tried, "held": row.held, "lost": len(row.lost),
             "losses": row.lost[:50], "skipped": row.skipped, "note": row.note, "seconds": round(row.seconds, 1)}
            for row in self.rows], indent=1)


class _RowContext:
    def __init__(self, card, row):
        self.card = card
        self.row = row

    def __enter__(self):
        self.card.rows.append(self.row)
        print(f"… {self.row.section} {self.row.name}", file=sys.stderr, flush=True)
        return self.row

    def __exit__(self, kind, error, trace):
        if error is not None and not isinstance(error, (KeyboardInterrupt, SystemExit)):
            self.row.check(False, f"the test itself broke off: {kind.__name__}: {error} "
                                  f"(line {trace.tb_next.tb_lineno if trace.tb_next else trace.tb_lineno})")
        self.row.seconds = time.monotonic() - self.row.began
        return error is None or isinstance(error, Exception)
