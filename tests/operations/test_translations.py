"""Translations of a record's names: in previews, descriptions, plans and labels."""

from copy import deepcopy
from typing import Any

import pytest

from cast import Cast
from seatpreview.seats import operations
from seatpreview.seats.plan_cache import PLANS
from seatpreview.seats.seat_view import SEAT_VIEWS
from seats.halls import HALL, create_session_token, get_with_token, put_hall_record

pytestmark = pytest.mark.anyio

GERMAN: dict[str, Any] = {
    "sections": {"101": "Terrasse 101", "E9": "Kronenloge"},
    "levels": {"Lower": "Unterrang"},
    "configurations": {"end": "Konzert", "round": "Rundbühne"},
    "attributions": {"panoramas": "Foto: A. Photographer"},
}
TRANSLATIONS: dict[str, Any] = {
    "de": GERMAN,
    "pt-BR": {"sections": {"101": "Arquibancada 101"}},
    "ko": {"sections": {"101": "테라스 101"}},
}


def translated(**languages: Any) -> dict[str, Any]:
    return deepcopy(HALL) | {"translations": languages or TRANSLATIONS}


async def preview(cast: Cast, seat: str = "101/B/2", **more: Any) -> dict[str, Any]:
    response = await cast.owner.get("/seats/preview", venue=cast.hall, seat=seat, **more)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


async def test_a_record_keeps_its_translations(cast: Cast) -> None:
    put = await cast.owner.put(f"/manage/venues/{cast.hall}", translated())
    assert (put.status_code, put.json()["translations"]) == (200, TRANSLATIONS)
    stored = (await cast.owner.get(f"/manage/venues/{cast.hall}")).json()
    assert stored["translations"] == TRANSLATIONS
    assert (await put_and_read(cast, HALL))["translations"] == {}, "PUT replaces the whole record"


async def put_and_read(cast: Cast, record: dict[str, Any]) -> dict[str, Any]:
    await put_hall_record(cast, record)
    answer: dict[str, Any] = (await cast.owner.get(f"/manage/venues/{cast.hall}")).json()
    return answer


async def test_previews_have_the_names_of_the_locale(cast: Cast) -> None:
    await put_hall_record(cast, translated())
    german = await preview(cast, locale="de-AT", configuration="end")
    assert (german["seat"]["sectionName"], german["seat"]["levelName"]) == ("Terrasse 101", "Unterrang")
    assert german["configuration"]["name"] == "Konzert"
    assert german["description"].startswith("Terrasse 101, Unterrang, Reihe B, Platz 2. Aufbau: Konzert.")
    assert german["drawing"]["description"].endswith("Die Ansicht ist nach dem Sitzplan gezeichnet.")
    attributions = [
        (await preview(cast, **more))["imagery"]["attribution"] for more in ({}, {"locale": "de"})
    ]
    assert attributions == ["A. Photographer", "Foto: A. Photographer"]
    brazilian = await preview(cast, locale="pt-BR")
    assert brazilian["seat"]["sectionName"] == "Arquibancada 101"
    assert "Arquibancada 101, Lower, fila B, lugar 2. Centre: a 11,1 metros" in brazilian["description"]
    assert (await preview(cast, locale="pt"))["seat"]["sectionName"] == "Terrace 101"
    korean = await preview(cast, locale="ko-KR")
    assert korean["description"].startswith("테라스 101, Lower, B열, 2번. ")
    untranslated = await preview(cast, "102/A/1", locale="de")
    assert untranslated["seat"]["sectionName"] == "Terrace 102"


async def test_names_that_are_not_translated_say_their_language(cast: Cast) -> None:
    german = {"sections": {"101": "Terrasse 101"}, "configurations": {"round": "Rundbühne"}}
    await put_hall_record(cast, translated(de=german) | {"viewerDefaults": {"locale": "he-IL"}})
    own = await preview(cast, "102/A/1", locale="de", configuration="end")
    assert own["seat"]["sectionNameLocale"] == own["seat"]["levelNameLocale"] == "he-IL"
    assert own["configuration"]["nameLocale"] == "he-IL"
    other = await preview(cast, locale="de", configuration="round")
    assert "sectionNameLocale" not in other["seat"], "it is translated"
    assert "nameLocale" not in other["configuration"]
    assert other["seat"]["levelNameLocale"] == "he-IL"
    plan = (await cast.owner.get("/seats/plan", venue=cast.hall, locale="de")).json()
    assert {each["id"]: each.get("nameLocale") for each in plan["configurations"]} == {
        "end": "he-IL",
        "round": None,
    }
    await put_hall_record(cast, translated(de=german))
    assert "sectionNameLocale" not in (await preview(cast, "102/A/1", locale="de"))["seat"], "not known"


@pytest.mark.parametrize("is_large", [False, True])
async def test_usual_names_are_translated_and_those_of_the_owner_stay(
    is_large: bool, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_large:
        monkeypatch.setattr(operations, "PLAN_PARTS_ON_THE_LOOP_MAX", 0)
    hall = deepcopy(HALL)
    layout = hall["rules"]["layout"]
    layout["categories"] = [{"id": "a", "name": "Standing"}, {"id": "b", "name": "Kop"}]
    layout["sections"][0]["category"] = "a"
    wall = {"x": [-9, 9], "y": [4, 5], "z": [0, 9]}
    layout["configurations"][0] |= {
        "focus": {"name": "Stage", "z": 1},
        "obstructions": [
            {"id": "desk", "name": "Mixing desk", "box": wall},
            {"id": "own", "name": "The old crane", "box": wall},
        ],
    }
    await put_hall_record(cast, hall)
    ask = {"venue": cast.hall, "configuration": layout["configurations"][0]["id"], "locale": "fr-CA"}
    plan = (await cast.owner.get("/seats/plan", **ask)).json()
    assert plan["focus"]["name"] == "Scène"
    assert [body["name"] for body in plan["obstructions"]] == ["Table de mixage", "The old crane"]
    assert [category["name"] for category in plan["categories"]] == ["Debout", "Kop"]
    seen = (await cast.owner.get("/seats/preview", seat="101/B/2", **ask)).json()
    assert seen["seat"]["category"]["name"] == "Debout"
    in_the_way = [body["name"] for body in seen["sightline"]["obstructions"]]
    assert in_the_way == ["Table de mixage", "The old crane"]
    assert "Scène" in seen["description"]
    assert "table de mixage et The old crane" in seen["description"]
    english = (await cast.owner.get("/seats/plan", **ask | {"locale": "en"})).json()
    assert english["focus"]["name"] == "Stage"


async def test_feet_are_for_locales_that_use_them(cast: Cast) -> None:
    await put_hall_record(cast)
    answer = await preview(cast, locale="en-us")
    assert "Centre: 36 feet away, 2.3 feet below your eyes." in answer["description"]
    assert "Centre: 36 feet away" in answer["drawing"]["description"]
    assert answer["sightline"]["distanceM"] == 11.1
    token = await create_session_token(cast, locale="en-US")
    seen = (await get_with_token(cast, token, "/seats/preview", seat="101/B/2")).json()
    assert seen["description"] == answer["description"]


@pytest.mark.parametrize("is_large", [False, True])
async def test_plans_have_the_names_of_the_locale(
    is_large: bool, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_large:
        monkeypatch.setattr(operations, "PLAN_PARTS_ON_THE_LOOP_MAX", 0)
    await put_hall_record(cast, translated() | {"viewerDefaults": {"mood": "daylight"}})
    known = len(cast.service.internals.resources.caches.of(PLANS))

    async def plan(**more: Any) -> dict[str, Any]:
        response = await cast.owner.get("/seats/plan", venue=cast.hall, **more)
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer

    german, own = await plan(locale="de-CH", configuration="end"), await plan(configuration="end")
    assert [section["name"] for section in german["sections"]] == [
        "Terrasse 101",
        "Terrace 102",
        "Kronenloge",
        "West 9",
    ]
    assert [section["level"] for section in german["sections"]] == ["Unterrang", "Unterrang", None, None]
    assert [each["name"] for each in german["configurations"]] == ["Konzert", "Rundbühne"]
    assert german["configuration"] == {"id": "end", "name": "Konzert", "mood": None}
    assert [section["name"] for section in own["sections"]][:2] == ["Terrace 101", "Terrace 102"]
    assert (own["mood"], german["mood"]) == ("daylight", "daylight")
    for locale in ("fr", "es-MX", "fi", "de-LI", "ja"):
        await plan(locale=locale, configuration="end")
    assert len(cast.service.internals.resources.caches.of(PLANS)) - known == 5, (
        "only what is translated is another plan: the name of the stage is"
    )


async def test_the_venues_locale_is_spoken_where_none_is_asked_for(cast: Cast) -> None:
    await put_hall_record(cast, translated() | {"viewerDefaults": {"locale": "de"}})
    assert (await preview(cast))["seat"]["sectionName"] == "Terrasse 101"
    assert (await preview(cast, locale="en"))["seat"]["sectionName"] == "Terrace 101"
    plan = (await cast.owner.get("/seats/plan", venue=cast.hall)).json()
    assert plan["sections"][0]["name"] == "Terrasse 101"


async def test_many_locales_are_few_views(cast: Cast) -> None:
    """Attack: a client fills the cache of views with one seat in every language tag there is."""
    await put_hall_record(cast, translated())
    views = cast.service.internals.resources.caches.of(SEAT_VIEWS)
    known = len(views)
    for language in ("de", "ko", "fi", "lt", "vi", "en"):
        for region in ("AT", "CH", "DE", "JP", "150", "LI"):
            await preview(cast, locale=f"{language}-{region}")
    assert len(views) - known == 3, "in German, in Korean, and in English for all others"


async def test_labels_may_use_translated_names(cast: Cast) -> None:
    await put_hall_record(cast, translated())
    labels = ["Kronenloge, Reihe 1, Platz 2", "Arquibancada 101 fila B lugar 2", "Terrace 101 Row B Seat 2"]
    for actor in (cast.owner, cast.grantee):
        response = await actor.post("/seats/resolve", {"venue": cast.hall, "labels": labels})
        keys = [result["seat"] and result["seat"]["key"] for result in response.json()["results"]]
        assert keys == ["E9/1/2", "101/B/2", "101/B/2"]
    dry_run = await cast.owner.post(f"/manage/venues/{cast.hall}/seat-keys/test", {"labels": labels[:1]})
    assert dry_run.json()["results"][0]["seat"]["key"] == "E9/1/2"
    await put_hall_record(cast)
    response = await cast.owner.post("/seats/resolve", {"venue": cast.hall, "labels": labels[:1]})
    assert response.json()["results"][0]["status"] == "unmatched"


async def test_a_name_that_means_two_sections_in_two_languages_is_declined(cast: Cast) -> None:
    """A wrong answer is worse than none: a label does not say in which language it is."""
    await put_hall_record(
        cast,
        translated(
            de={"sections": {"E9": "Galerie 7"}}, fr={"sections": {"W9": "Galerie 7", "102": "East 9"}}
        ),
    )
    labels = ["Galerie 7 Row 1 Seat 2", "East 9 Row 1 Seat 1"]
    response = await cast.owner.post("/seats/resolve", {"venue": cast.hall, "labels": labels})
    first, second = response.json()["results"]
    assert (first["status"], first["seat"]) == ("ambiguous", None)
    assert {place["section"] for place in first["alternatives"]} == {"E9", "W9"}
    assert second["seat"] is None or second["seat"]["section"] == "E9", "102 has no row 1"


@pytest.mark.parametrize(
    ("translations", "pointers"),
    [
        ({"de": {"sections": {"gone": "X"}}}, ["/translations/de/sections/gone"]),
        ({"de": {"levels": {"Upper/Left": "X"}}}, ["/translations/de/levels/Upper~1Left"]),
        ({"de": {"configurations": {"gone": "X"}}}, ["/translations/de/configurations/gone"]),
        ({"de": {"attributions": {"gone": "X"}}}, ["/translations/de/attributions/gone"]),
        ({"de": {"sections": {"101": ""}}}, ["/translations/de/sections/101"]),
        ({"de": {"rows": {}}}, ["/translations/de/rows"]),
        ({"german": {}}, ["/translations/german"]),
        ({"pt-br": {}}, ["/translations/pt-br"]),
        ({"de": {"sections": {"E9": "Rang", "W9": "rang"}}}, ["/translations/de/sections/W9"]),
        ({"de": {"sections": {"E9": "west 9"}}}, ["/translations/de/sections/E9"]),
        ({"de": {"sections": {"101": "Block", "102": "Block"}}}, ["/translations/de/sections/102"]),
        ({"de": {"configurations": {"end": "Round"}}}, ["/translations/de/configurations/end"]),
        ({"de": {"configurations": {"end": "A", "round": "A"}}}, ["/translations/de/configurations/round"]),
        ({f"a{chr(97 + n // 26)}{chr(97 + n % 26)}": {} for n in range(31)}, ["/translations"]),
    ],
)
async def test_translations_name_what_exists_and_no_two_names_become_the_same(
    translations: dict[str, Any], pointers: list[str], cast: Cast
) -> None:
    response = await cast.owner.put(
        f"/manage/venues/{cast.hall}", deepcopy(HALL) | {"translations": translations}
    )
    assert response.status_code == 400
    assert [fault["pointer"] for fault in response.json()["errors"]] == pointers


async def test_names_may_be_exchanged_and_be_alike_on_different_levels(cast: Cast) -> None:
    exchanged = {
        "sections": {"E9": "West 9", "W9": "East 9", "101": "Block 1"},
        "configurations": {"end": "round!"},
    }
    assert (await put_and_read(cast, translated(de=exchanged)))["translations"] == {"de": exchanged}
    await put_hall_record(cast, translated(de={"sections": {"101": "Block", "E9": "Block"}}))


async def test_the_number_of_names_is_bounded(cast: Cast) -> None:
    layout = {"sections": [{"ids": {"first": 1, "last": 1000}, "rows": ["A"], "seats": {"count": 1}}]}
    names = {str(n): f"Block {n}" for n in range(1, 1001)}
    languages = {f"a{chr(97 + n)}": {"sections": names} for n in range(21)}
    record = {"name": "Hall", "rules": {"layout": layout}, "translations": languages}
    response = await cast.owner.put(f"/manage/venues/{cast.hall}", record)
    assert (response.status_code, response.json()["errors"][0]["pointer"]) == (400, "/translations")
