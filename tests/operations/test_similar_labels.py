"""Labels that read alike: each means the same, whichever labels the venue has read before."""

from typing import Any

import pytest

from cast import Cast

pytestmark = [pytest.mark.anyio, pytest.mark.any_engine, pytest.mark.long]

Json = dict[str, Any]

LAYOUT: Json = {
    "sections": [
        {"ids": ["Parkett", "Hoch Parkett"], "rows": {"first": 1, "last": 9}, "seats": {"count": 20}},
        {
            "ids": ["R1", "R2"],
            "name": "{number}. Rang",
            "level": "Rang",
            "rows": {"first": 1, "last": 5},
            "seats": {"count": 20},
        },
        {"id": "Loge I", "rows": ["1"], "seats": {"count": 6}},
    ]
}

ALIKE = {
    "dashes and dots": [
        "Hoch Parkett Reihe 3 Platz 4",
        "Hoch - - Parkett Reihe 3 Platz 4",
        "Hoch-Parkett Reihe 3 Platz 4",
        "Hoch. Parkett. Reihe 3 Platz 4",
        "Hoch, Parkett, Reihe 3, Platz 4",
        "HOCH  PARKETT  REIHE 3  PLATZ 4",
        "Hoch / Parkett / Reihe 3 / Platz 4",
        "(Hoch) Parkett Reihe 3 Platz 4",
    ],
    "numerals": [
        "I. Rang Reihe 2 Platz 5",
        "I, Rang Reihe 2 Platz 5",
        "I Rang Reihe 2 Platz 5",
        "1. Rang Reihe 2 Platz 5",
        "1, Rang, Reihe 2, Platz 5",
        "Rang I Reihe 2 Platz 5",
        "l. Rang Reihe 2 Platz 5",
        "Loge I Reihe 1 Platz 5",
        "Loge, I, Reihe 1 Platz 5",
        "Loge 1 Reihe 1 Platz 5",
    ],
}


async def new_venue(cast: Cast) -> str:
    """Creates a venue that has read no label yet."""
    return await cast.venue(cast.owner.tenant_id, rules={"layout": LAYOUT})


async def resolved(cast: Cast, venue: str, labels: list[str]) -> list[Json]:
    response = await cast.owner.post("/seats/resolve", {"venue": venue, "labels": labels})
    assert response.status_code == 200, response.text
    results: list[Json] = response.json()["results"]
    return results


async def explained(cast: Cast, venue: str, labels: list[str]) -> list[Json]:
    """Returns what a dry run says about each label, with the meaning of each word."""
    response = await cast.owner.post(f"/manage/venues/{venue}/seat-keys/test", {"labels": labels})
    assert response.status_code == 200, response.text
    results: list[Json] = response.json()["results"]
    assert all("words" in each for each in results)
    return results


@pytest.mark.parametrize("group", ALIKE)
@pytest.mark.parametrize("backwards", [False, True])
async def test_a_label_is_resolved_the_same_whatever_was_resolved_before(
    cast: Cast, group: str, *, backwards: bool
) -> None:
    """The danger: a cache takes a label for another one that reads alike."""
    labels = ALIKE[group][::-1] if backwards else ALIKE[group]
    alone = [(await resolved(cast, await new_venue(cast), [label]))[0] for label in labels]
    venue = await new_venue(cast)
    assert [(await resolved(cast, venue, [label]))[0] for label in labels] == alone
    assert await resolved(cast, await new_venue(cast), labels) == alone
    assert await resolved(cast, venue, labels) == alone


@pytest.mark.parametrize("group", ALIKE)
async def test_a_label_is_explained_the_same_whatever_was_explained_before(cast: Cast, group: str) -> None:
    labels = ALIKE[group]
    alone = [(await explained(cast, await new_venue(cast), [label]))[0] for label in labels]
    venue = await new_venue(cast)
    assert [(await explained(cast, venue, [label]))[0] for label in labels] == alone
    assert await explained(cast, venue, labels[::-1]) == alone[::-1]
