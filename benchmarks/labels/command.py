"""The command `script/bench labels`: reads its arguments, measures, and prints tables."""

import argparse
import sys
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from msgspec.structs import replace
from rich.console import Console

from benchmarks.labels import tables
from benchmarks.labels.against import compare
from benchmarks.labels.confidence import bins_of, calibration, is_held_back
from benchmarks.labels.cost import cost_of
from benchmarks.labels.history import ScoresOfCommit, drops, record, recorded
from benchmarks.labels.scores import POINTS, Answer, answers_of, own_name_cases, scores_by
from benchmarks.labels.suggested_rules import suggested_rules
from benchmarks.labels.venues import LabelCase, LabelledVenue, Unreadable, default_folders, read_folders
from benchmarks.labels.worst import ROUNDS, large_venues, worst_label
from benchmarks.results import current_commit

PARTS = ("score", "own-names", "confidence", "cost", "rules", "worst")

DESCRIPTION = """\
Measures the resolver on labels whose right answers are known.

  score       points per 1000 labels, by venue, language and category: +1 for a right answer or a right
              refusal, 0 for a label that is declined or answered less deep than it says, -5 for a wrong one;
              and each venue that lost more than two points against the commit that was recorded last
  own-names   the same for labels that are exactly the name or the id of a section
  confidence  how many of the answers given with a confidence are right. A hash of venue and label divides
              the labels into a half for tuning and a half that is held back; the calibration is measured on
              the latter
  cost        microseconds per label: warm (asked before), new (to a resolver in use), cold (new resolver,
              empty caches)
  rules       rules that are suggested from every second label, and what they gain on the others
  worst       a search for the label of 512 characters that takes longest, also in made-up venues of 10,000
              names; it takes some minutes
"""

EPILOG = """\
Folders hold NAME.labels.csv and beside it NAME.json (a layout) or NAME.manifest.csv (sections and rows);
benchmarks/labels/venues.py says which columns they have. By default these folders are read, as far as they
exist: shared/data/section-labels, shared/data/labels and shared/data/labels-faults beside the main checkout,
and all below tests/labels/venues.

examples:
  script/bench labels --only score --list wrong
  script/bench labels --only score --record
  script/bench labels --only score --venue arena --category range --list all
  script/bench labels --only cost --against ../other-checkout
  script/bench labels --folder /data/labels --folder /data/more-labels
"""


def main(arguments: list[str]) -> None:
    """Runs the parts of the benchmark that were asked for."""
    options = _parser().parse_args(arguments, Options())
    console = Console(width=None if sys.stdout.isatty() else 160)
    if options.record and (options.folder or options.venue or options.language or options.category):
        sys.exit(
            "--record saves the scores of all sets: leave --folder, --venue, --language and --category out."
        )
    folders = options.folder or default_folders()
    try:
        for folder in folders:
            if not folder.is_dir():
                raise Unreadable(f"There is no folder {folder}.")
        venues = chosen_venues(read_folders(folders), options)
        for part in options.only or PARTS:
            _RUN[part](console, options, venues, folders)
    except Unreadable as fault:
        sys.exit(str(fault))


class Options(argparse.Namespace):
    """The arguments of the command."""

    only: Sequence[str] | None
    folder: Sequence[Path] | None
    list: Literal["declined", "wrong", "all"] | None
    venue: Sequence[str]
    language: Sequence[str]
    category: Sequence[str]
    against: Path | None
    rounds: int
    record: bool


def chosen_venues(venues: Sequence[LabelledVenue], options: Options) -> list[LabelledVenue]:
    """Returns the venues and labels that the filters leave. Raises `Unreadable` if nothing is left, with the
    names that there are."""
    cases = [case for venue in venues for case in venue.cases]
    _check("venue", options.venue, {venue.name for venue in venues})
    _check("language", options.language, {case.language for case in cases})
    _check("category", options.category, {case.category for case in cases})
    chosen = [
        replace(venue, cases=[case for case in venue.cases if _is_chosen(case, options)])
        for venue in venues
        if not options.venue or venue.name in options.venue
    ]
    if not any(venue.cases for venue in chosen):
        raise Unreadable("There are no such labels. --folder names a folder that has some; see --help.")
    return [venue for venue in chosen if venue.cases]


def _check(filter: str, wanted: Sequence[str], known: Collection[str]) -> None:
    for name in wanted:
        if name not in known:
            raise Unreadable(
                f"There is no {filter} {name!r}; there are: {', '.join(sorted(known)) or 'none'}."
            )


def _is_chosen(case: LabelCase, options: Options) -> bool:
    is_language = not options.language or case.language in options.language
    return is_language and (not options.category or case.category in options.category)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="script/bench labels",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--only", action="append", choices=PARTS, help="only this part; can be given several times")
    add(
        "--folder",
        action="append",
        type=Path,
        help="read this folder instead of the default ones; repeatable",
    )
    add(
        "--list",
        choices=("declined", "wrong", "all"),
        help="list these labels with what was expected and given",
    )
    add("--venue", action="append", default=[], help="only this venue; repeatable")
    add("--language", action="append", default=[], help="only labels in this language; repeatable")
    add("--category", action="append", default=[], help="only labels of this category; repeatable")
    add("--against", type=Path, metavar="PATH", help="compare the cost with another checkout that is set up")
    add(
        "--rounds",
        type=int,
        default=ROUNDS,
        help=f"rounds of the search for the worst label (default {ROUNDS})",
    )
    add(
        "--record",
        action="store_true",
        help="save the scores of all sets for this commit, which later ones are compared with",
    )
    return parser


def _score(console: Console, options: Options, venues: Sequence[LabelledVenue], _: Sequence[Path]) -> None:
    answers = _answers(venues)
    _list(console, options, answers)
    tables.print_scores(console, "category", scores_by(answers, lambda case: case.category))
    tables.print_scores(console, "language", scores_by(answers, lambda case: case.language))
    by_venue = scores_by(answers, lambda case: case.venue)
    tables.print_scores(console, "venue", by_venue)
    folder_of = {venue.name: venue.folder for venue in venues}
    tables.print_scores(console, "folder", scores_by(answers, lambda case: folder_of[case.venue]))
    if before := recorded():
        tables.print_drops(console, before[-1].commit, drops(before[-1].scores, by_venue))
    if options.record:
        record(ScoresOfCommit(current_commit(), datetime.now(UTC).date(), by_venue))


def _own_names(
    console: Console, options: Options, venues: Sequence[LabelledVenue], _: Sequence[Path]
) -> None:
    answers = _answers([replace(venue, cases=own_name_cases(venue)) for venue in venues])
    _list(console, options, answers)
    tables.print_scores(console, "venue", scores_by(answers, lambda case: case.venue), "own names and ids")


def _confidence(console: Console, _: Options, venues: Sequence[LabelledVenue], __: Sequence[Path]) -> None:
    answers = _answers(venues)
    held_back = [answer for answer in answers if is_held_back(answer.case)]
    tuning = [answer for answer in answers if not is_held_back(answer.case)]
    tables.print_bins(console, bins_of(tuning), bins_of(held_back))
    tables.print_calibration(console, calibration(answers))


def _cost(
    console: Console, options: Options, venues: Sequence[LabelledVenue], folders: Sequence[Path]
) -> None:
    if options.against is None:
        tables.print_costs(console, [cost_of(venue) for venue in venues])
    else:
        tables.print_comparisons(console, compare(options.against, folders, options.venue))


def _rules(console: Console, _: Options, venues: Sequence[LabelledVenue], __: Sequence[Path]) -> None:
    tables.print_suggested(console, {venue.name: suggested_rules(venue) for venue in venues})


def _worst(console: Console, options: Options, venues: Sequence[LabelledVenue], _: Sequence[Path]) -> None:
    large = [] if options.venue else large_venues()
    tables.print_worst(
        console,
        (
            worst_label(venue, has_expanding=has_expanding, rounds=options.rounds)
            for venue in (*venues, *large)
            for has_expanding in (False, True)
        ),
    )


def _answers(venues: Sequence[LabelledVenue]) -> list[Answer]:
    return [answer for venue in venues for answer in answers_of(venue.sections, venue.cases)]


def _list(console: Console, options: Options, answers: Sequence[Answer]) -> None:
    wanted = {"declined": ("declined", "shallow"), "wrong": ("wrong",), "all": tuple(POINTS)}
    if options.list is not None:
        tables.print_answers(console, (it for it in answers if it.outcome in wanted[options.list]))


_RUN = {
    "score": _score,
    "own-names": _own_names,
    "confidence": _confidence,
    "cost": _cost,
    "rules": _rules,
    "worst": _worst,
}
