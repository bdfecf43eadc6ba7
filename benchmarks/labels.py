"""The accuracy of the resolver on labels that sellers really typed, and its time for one label.

Reads pairs of files: NAME.manifest.csv (section_id, section_name, row_id, row_name) and NAME.labels.csv
(section, row, n_section_id, n_row_id, valid). A right result, or declining an invalid label, scores 1.
Declining a valid label scores 0, and a wrong result -5.
"""

import csv
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from seatpreview.labels.dry_run import matched_key
from seatpreview.labels.model import Parts, RowNames, SectionNames
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.seat_keys import Rule
from seatpreview.labels.suggest import Case, suggestions

DATA = Path(__file__).parents[2] / "shared" / "data" / "section-labels"


def main(arguments: list[str]) -> None:
    folder = Path(arguments[0]) if arguments else DATA
    manifests = sorted(folder.glob("*.manifest.csv"))
    if not manifests:
        Console().print(f"There are no labels in {folder}. Give another folder as the argument.")
        return
    table = Table(
        "venue", "rules", "labels", "right", "declined", "wrong", "score of 1000", "median µs per label"
    )
    for manifest in manifests:
        name = manifest.name.removesuffix(".manifest.csv")
        sections = read_manifest(manifest)
        cases = read_labels(folder / f"{name}.labels.csv")
        training, held_back = cases[::2], cases[1::2]
        rules = tuple(suggestion.rule for suggestion in suggestions(sections, (), training))
        table.add_row(name, "none", *score(sections, (), cases))
        table.add_row(name, "none, half of them", *score(sections, (), held_back))
        table.add_row(name, f"{len(rules)} suggested from the other half", *score(sections, rules, held_back))
    Console(width=120).print(table)


def score(sections: list[SectionNames], rules: tuple[Rule, ...], cases: Sequence[Case]) -> list[str]:
    resolver = Resolver(sections, rules)
    right = declined = 0
    microseconds = []
    for case in cases:
        started = time.perf_counter_ns()
        resolution = resolver.resolve(case.label)
        microseconds.append((time.perf_counter_ns() - started) / 1000)
        key = matched_key(resolution)
        right += key == case.answer
        declined += key is None and case.answer is not None
    wrong = len(cases) - right - declined
    points = round(1000 * (right - 5 * wrong) / len(cases))
    return [*map(str, (len(cases), right, declined, wrong, points)), f"{statistics.median(microseconds):.1f}"]


def read_manifest(path: Path) -> list[SectionNames]:
    sections: dict[tuple[str, str], dict[str, RowNames]] = {}
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            rows = sections.setdefault((row["section_id"], row["section_name"]), {})
            if row["row_name"]:
                rows[row["row_name"]] = RowNames(row["row_id"])
    return [
        SectionNames(id=id, name=name, rows=rows, rows_by_id={row.id: row for row in rows.values()})
        for (id, name), rows in sections.items()
    ]


def read_labels(path: Path) -> list[Case]:
    with path.open(newline="") as file:
        return [
            Case(Parts(section=row["section"], row=row["row"]), has_answer=True, answer=_answer(row))
            for row in csv.DictReader(file)
        ]


def _answer(row: dict[str, str]) -> str | None:
    if row["valid"] != "True":
        return None
    return "/".join(part for part in (row["n_section_id"], row["n_row_id"]) if part)
