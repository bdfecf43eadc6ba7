"""The scores of all sets of labels by commit, so that a later commit is compared with the one before."""

from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

import msgspec

from benchmarks.labels.scores import Score

FILE = Path(__file__).parents[1] / "results" / "label-scores.jsonl"
DROP_MAX = 2
"""By how many points of 1000 a set may fall before it is told."""


class ScoresOfCommit(msgspec.Struct, frozen=True):
    """The scores of all sets at a commit. One line of the file."""

    commit: str
    day: date
    scores: dict[str, Score]


def recorded(file: Path = FILE) -> list[ScoresOfCommit]:
    """Returns what was recorded, oldest first."""
    lines = file.read_bytes().splitlines() if file.exists() else []
    return [msgspec.json.decode(line, type=ScoresOfCommit) for line in lines]


def record(found: ScoresOfCommit, file: Path = FILE) -> None:
    """Adds the scores of a commit, in place of those that were recorded for it before."""
    kept = [*(each for each in recorded(file) if each.commit != found.commit), found]
    file.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in kept))


def drops(before: Mapping[str, Score], now: Mapping[str, Score]) -> Iterator[tuple[str, int, int]]:
    """Yields each set that lost more than two points of 1000 or has more wrong answers than before, with its
    points before and now. A set that was measured in part, or has other labels, cannot be compared."""
    for name, score in now.items():
        old = before.get(name)
        if old is None or old.labels != score.labels:
            continue
        if score.wrong > old.wrong or score.per_1000 < old.per_1000 - DROP_MAX:
            yield name, old.per_1000, score.per_1000
