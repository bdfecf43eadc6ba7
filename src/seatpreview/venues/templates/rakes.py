"""Rakes: how much each row must be higher than the one in front, so that people see over each other."""

import math
from collections.abc import Sequence
from itertools import pairwise

EYE_M = 1.2


def risers_m(
    distances_m: Sequence[float],
    elevation_m: float,
    target_m: float,
    *,
    c_value_m: float = 0.06,
    least_m: float = 0.0,
    most_m: float = 0.55,
) -> list[float]:
    """Returns the riser of each row from the second on, in whole centimetres.

    People in rows at these distances from the target, of which the first is at `elevation_m`, see the height
    `target_m` at least `c_value_m` above the eyes in front of them, unless that needs more than `most_m`.
    """
    risers: list[float] = []
    eye_m = elevation_m + EYE_M - target_m
    for nearer_m, farther_m in pairwise(distances_m):
        needed_m = (eye_m + c_value_m) * farther_m / nearer_m - eye_m
        riser_m = min(most_m, max(least_m, math.ceil(needed_m * 100 - 1e-6) / 100))
        risers.append(round(riser_m, 2))
        eye_m += riser_m
    return risers


def written_risers(risers: Sequence[float]) -> dict[str, object]:
    """Returns the member of a geometry that states these risers."""
    if len(set(risers)) <= 1:
        return {"riserM": risers[0]} if risers and risers[0] else {}
    last = len(risers)
    while last > 1 and risers[last - 2] == risers[-1]:
        last -= 1
    return {"risersM": list(risers[:last])}
