"""Reads venues and their labels with known answers, in the two formats that there are.

- NAME.json is a layout in the product's format, NAME.labels.csv its labels: form (`text` or `parts`), label,
  in_section, in_row, in_seat, status (`matched` or `declined`), section, row, seat (`9|10` for several),
  language, category.
- NAME.manifest.csv lists section_id, section_name, row_id, row_name, and NAME.labels.csv has the columns
  section, row, n_section_id, n_row_id, valid.
"""

import csv
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from seatpreview.decoding.faults import convert
from seatpreview.labels.model import Parts, RowNames, SectionNames
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.faults import LayoutRefused
from seatpreview.layouts.model import Layout
from seatpreview.venues.resolver_names import section_names

PROJECT = Path(__file__).parents[2]
OWN_VENUES = PROJECT / "tests" / "labels" / "venues"


class Unreadable(Exception):
    """A file of labels, or its venue, is not as this module expects it."""


class LabelCase(msgspec.Struct, frozen=True, kw_only=True):
    """A label and its right answer: ids as deep as the label goes, or no section if it must be declined."""

    venue: str
    label: str | Parts
    section: str | None = None
    row: str | None = None
    seats: tuple[str, ...] = ()
    language: str = "en"
    category: str = "listing"

    @property
    def expected(self) -> str:
        """The right answer as text, for people."""
        if self.section is None:
            return "declined"
        return "/".join(part for part in (self.section, self.row, "|".join(self.seats)) if part)


class LabelledVenue(msgspec.Struct, frozen=True, kw_only=True):
    """The names of a venue's sections, and labels with their right answers."""

    name: str
    folder: str
    sections: list[SectionNames]
    cases: list[LabelCase]


def default_folders() -> list[Path]:
    """Returns those folders of labelled venues that exist: the shared ones beside the main checkout of this
    project, and all below tests/labels/venues."""
    shared = _main_checkout().parent / "shared" / "data"
    own = [OWN_VENUES, *sorted(OWN_VENUES.rglob("*/"))]
    names = ("section-labels", "labels", "labels-faults")
    return [path for path in (*(shared / name for name in names), *own) if path.is_dir()]


def read_folders(folders: Iterable[Path]) -> list[LabelledVenue]:
    """Returns the venues of all folders. Of two with one name, the second is called by its folder too."""
    venues: dict[str, LabelledVenue] = {}
    for folder in folders:
        for labels in sorted(folder.glob("*.labels.csv")):
            name = labels.name.removesuffix(".labels.csv")
            unique = name if name not in venues else f"{folder.name}/{name}"
            venues[unique] = _read_venue(unique, labels.with_name(name))
    return list(venues.values())


def _main_checkout() -> Path:
    """Returns the checkout that a worktree belongs to: shared data lies beside that one."""
    command = ["git", "rev-parse", "--path-format=absolute", "--git-common-dir"]
    try:
        shown = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return PROJECT
    return Path(shown.stdout.strip()).parent


def _read_venue(venue: str, path: Path) -> LabelledVenue:
    layout, manifest, labels = (Path(f"{path}.{kind}") for kind in ("json", "manifest.csv", "labels.csv"))
    if layout.exists():
        sections, case_of = _sections_of_layout(layout), _layout_case
    elif manifest.exists():
        sections, case_of = _sections_of_manifest(manifest), _manifest_case
    else:
        raise Unreadable(f"{labels} has neither {layout.name} nor {manifest.name} beside it.")
    try:
        cases = [case_of(row, venue) for row in _rows(labels)]
    except (KeyError, ValueError) as fault:
        raise Unreadable(f"{labels} has a line that cannot be read: {fault!r}") from fault
    return LabelledVenue(name=venue, folder=path.parent.name, sections=sections, cases=cases)


def _sections_of_layout(path: Path) -> list[SectionNames]:
    try:
        compiled = compile_layout(convert(msgspec.json.decode(path.read_bytes()), Layout))
    except (msgspec.DecodeError, LayoutRefused) as fault:
        raise Unreadable(f"{path} is not a layout: {fault}") from fault
    return section_names(compiled)


def _sections_of_manifest(path: Path) -> list[SectionNames]:
    sections: dict[tuple[str, str], dict[str, RowNames]] = {}
    for row in _rows(path):
        rows = sections.setdefault((row["section_id"], row["section_name"]), {})
        if row["row_name"]:
            rows[row["row_name"]] = RowNames(row["row_id"])
    return [
        SectionNames(id=id, name=name, rows=rows, rows_by_id={row.id: row for row in rows.values()})
        for (id, name), rows in sections.items()
    ]


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        for line, row in enumerate(csv.DictReader(file), start=2):
            if None in row or None in row.values():
                raise Unreadable(f"{path}, line {line}: it has more or fewer columns than the header.")
            yield row


def _layout_case(row: dict[str, str], venue: str) -> LabelCase:
    if row["form"] not in ("text", "parts"):
        raise ValueError(f"form is {row['form']!r}, not 'text' or 'parts'")
    if row["status"] not in ("matched", "declined"):
        raise ValueError(f"status is {row['status']!r}, not 'matched' or 'declined'")
    label: str | Parts = row["label"]
    if row["form"] == "parts":
        label = Parts(section=row["in_section"], row=row["in_row"], seat=row["in_seat"])
    is_matched = row["status"] == "matched"
    return LabelCase(
        venue=venue,
        label=label,
        section=row["section"] if is_matched else None,
        row=(row["row"] or None) if is_matched else None,
        seats=tuple(row["seat"].split("|")) if is_matched and row["seat"] else (),
        language=row["language"],
        category=row["category"],
    )


def _manifest_case(row: dict[str, str], venue: str) -> LabelCase:
    label = Parts(section=row["section"], row=row["row"])
    if row["valid"] != "True":
        return LabelCase(venue=venue, label=label)
    return LabelCase(venue=venue, label=label, section=row["n_section_id"], row=row["n_row_id"] or None)
