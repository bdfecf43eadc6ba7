"""Unseen cases: labels that read alike, explained one after the other by the same venue."""

from collections.abc import Iterator
from typing import Any

import pytest

from unseen.served import Served, served

pytestmark = pytest.mark.long

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


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("labels")) as running:
        yield running


def new_venue(service: Served) -> str:
    """A venue that has read no label yet."""
    return service.create_venue(rules={"layout": LAYOUT})


def resolved(service: Served, venue: str, labels: list[str]) -> list[Json]:
    response = service.http.post("/seats/resolve", json={"venue": venue, "labels": labels})
    assert response.status_code == 200, response.text
    results: list[Json] = response.json()["results"]
    return results


def explained(service: Served, venue: str, labels: list[str]) -> list[Json]:
    """What a dry run says of each label, with what each word was taken for."""
    response = service.http.post(f"/manage/venues/{venue}/seat-keys/test", json={"labels": labels})
    assert response.status_code == 200, response.text
    results: list[Json] = response.json()["results"]
    assert all("words" in each for each in results)
    return results


@pytest.mark.parametrize("group", ALIKE)
@pytest.mark.parametrize("backwards", [False, True])
def test_each_is_resolved_as_if_it_were_the_first(service: Served, group: str, *, backwards: bool) -> None:
    """One request for each label, and one for all, give what a venue gives that has read no other."""
    labels = ALIKE[group][::-1] if backwards else ALIKE[group]
    alone = [resolved(service, new_venue(service), [label])[0] for label in labels]
    venue = new_venue(service)
    assert [resolved(service, venue, [label])[0] for label in labels] == alone
    assert resolved(service, new_venue(service), labels) == alone
    assert resolved(service, venue, labels) == alone


@pytest.mark.parametrize("group", ALIKE)
def test_each_is_explained_as_if_it_were_the_first(service: Served, group: str) -> None:
    """Dry runs explain word by word, and later ones do not repeat what an earlier label was told."""
    labels = ALIKE[group]
    alone = [explained(service, new_venue(service), [label])[0] for label in labels]
    venue = new_venue(service)
    assert [explained(service, venue, [label])[0] for label in labels] == alone
    assert explained(service, venue, labels[::-1]) == alone[::-1]
