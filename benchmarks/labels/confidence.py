"""What a confidence means: the share of right answers among those that were given with it."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

import msgspec

from benchmarks.labels.scores import Answer
from benchmarks.labels.venues import LabelCase

BIN_EDGES = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)
"""The lower ends of the bins; the last holds only 1.0."""


class Bin(msgspec.Struct, frozen=True):
    """The answers whose confidence is at least `low`, and less than the next bin's."""

    low: float
    right: int
    wrong: int

    @property
    def share_right(self) -> float:
        """The share of right answers."""
        return self.right / (self.right + self.wrong)


class Step(msgspec.Struct, frozen=True):
    """From this raw confidence on, up to the next step, this share of the answers is right."""

    raw: float
    share_right: float
    answers: int


def is_held_back(case: LabelCase) -> bool:
    """Returns whether a label belongs to the half that nothing is tuned with.

    Only the venue and the label decide it, so that new labels do not move old ones to the other half.
    """
    text = msgspec.json.encode((case.venue, case.label))
    return hashlib.blake2b(text, digest_size=1).digest()[0] % 2 == 1


def given_answers(answers: Iterable[Answer]) -> list[Answer]:
    """Returns those answers that name a place."""
    return [answer for answer in answers if answer.resolution.status == "matched"]


def bins_of(answers: Iterable[Answer]) -> list[Bin]:
    """Counts right and wrong answers by confidence; empty bins are left out. One that is less deep than its
    label counts as right, since it shows nothing false."""
    right: Counter[float] = Counter()
    wrong: Counter[float] = Counter()
    for answer in given_answers(answers):
        low = max(edge for edge in BIN_EDGES if edge <= max(answer.resolution.confidence, 0.0))
        (wrong if answer.outcome == "wrong" else right)[low] += 1
    return [Bin(low, right[low], wrong[low]) for low in BIN_EDGES if right[low] + wrong[low]]


def calibration(answers: Sequence[Answer]) -> list[Step]:
    """Returns what each raw confidence was worth on the labels that were held back, never falling.

    Every venue counts alike, however many labels it has: what is asked is how a new venue would fare.
    """
    held_back = [answer for answer in given_answers(answers) if is_held_back(answer.case)]
    of_venue = Counter(answer.case.venue for answer in held_back)
    points = [
        (answer.resolution.confidence, float(answer.outcome != "wrong"), 1 / of_venue[answer.case.venue])
        for answer in held_back
    ]
    return isotonic(points)


def isotonic(points: Iterable[tuple[float, float, float]]) -> list[Step]:
    """Isotonic regression by pooling adjacent violators: the steps that never fall and are nearest to the
    points, each of which is (x, y, weight)."""
    pools: list[tuple[float, float, float, int]] = []  # lowest x, mean y, weight, number of points
    for x, group in groupby(sorted(points), key=lambda point: point[0]):
        same_x = list(group)
        weight = sum(point[2] for point in same_x)
        mean = sum(point[1] * point[2] for point in same_x) / weight
        pools.append((x, mean, weight, len(same_x)))
        while len(pools) > 1 and pools[-2][1] >= pools[-1][1]:
            high, low = pools.pop(), pools.pop()
            both = low[2] + high[2]
            pools.append((low[0], (low[1] * low[2] + high[1] * high[2]) / both, both, low[3] + high[3]))
    return [Step(x, mean, number) for x, mean, _, number in pools]
