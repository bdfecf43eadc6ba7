"""Attacks by amplification: small requests that cause large responses, many files or failures."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from cast import Cast, bearer, create_cast
from operations.halls import put_hall
from seatpreview.settings.settings import Settings
from serving import running

pytestmark = [pytest.mark.anyio, pytest.mark.long]

Json = dict[str, Any]

LARGEST_ANSWER_BYTES = 8 << 20
"""More than any page needs: 500 labels with 100 seats each, and room."""


async def test_labels_of_whole_rows_do_not_make_a_response_without_bound(cast: Cast) -> None:
    """Attack: a visitor with one token sends 500 short labels, each of all 1,000 seats of a row: 15 kB that
    are answered with half a million seats.

    Must hold: the cost of an input is bounded before it is spent. The answer is a refusal, or has at most
    8 MiB; a session for such a label is refused (at most 50 seats), and so is nobody's next request.
    """
    section = {"id": "L", "rows": ["A"], "seats": {"count": 1000}}
    record = {"name": "Long", "rules": {"layout": {"sections": [section]}}}
    assert (await cast.owner.put(f"/manage/venues/{cast.hall}", record)).status_code == 200
    token = (await cast.session())["token"]
    labels = [f"L Row A Seats {number % 7 + 1}-1000" for number in range(500)]
    answer = await cast.service.ask("POST", "/seats/resolve", (bearer(token),), json={"labels": labels})
    assert answer.status_code in (200, 400, 413, 429), answer.text[:300]
    assert len(answer.content) <= LARGEST_ANSWER_BYTES
    refused = await cast.owner.post("/sessions", {"venue": cast.hall, "seats": labels[:1]})
    assert (refused.status_code, refused.json()["code"]) == (400, "validation_failed")
    one = await cast.service.ask("POST", "/seats/resolve", (bearer(token),), json={"labels": ["L/A/1"]})
    assert one.json()["results"][0]["seat"]["key"] == "L/A/1"


async def test_letters_that_normalize_to_many_do_not_make_a_response_without_bound(cast: Cast) -> None:
    """Attack: a visitor sends labels of letters that are eighteen when they are brought into one form, of
    marks that are sorted, and of digits of other scripts.

    Must hold: the answer to 500 such labels is a refusal, or has at most eight times the bytes that were
    sent. Each label is answered as it was sent, and none is a failure of the service.
    """
    await put_hall(cast)
    token = (await cast.session())["token"]
    letters = ("\ufdfa", "\u0345\u0301\u0316", "\u0661", "\u1e9e\u0130", "\U0001d7ce", "\u2474", "\u3300")
    for letter in letters:
        labels = [(letter * 512)[:500] + str(number) for number in range(500)]
        body = json.dumps({"labels": labels}, ensure_ascii=False).encode()
        headers = (bearer(token), ("content-type", "application/json"))
        answer = await cast.service.ask("POST", "/seats/resolve", headers, content=body)
        assert answer.status_code in (200, 400, 413, 429), (letter, answer.text[:300])
        assert len(answer.content) <= 8 * len(body), letter
        if answer.status_code == 200:
            assert [each["label"] for each in answer.json()["results"]] == labels


async def test_malformed_numbers_and_texts_are_400_and_never_500(cast: Cast) -> None:
    """Attack: strangers and visitors send numbers of a hundred thousand digits, numbers beyond all bounds,
    halves of characters, bytes that are no text and nests of brackets, in bodies and queries.

    Must hold: what the operation does not take is 4xx with the code of a problem, never 500, and the same
    caller's next request is answered.
    """
    await put_hall(cast)
    session = await cast.session()
    origin = (await cast.keyless())["allowedOrigins"][0]
    numbers = (
        b"9" * 90_000,
        b"-" + b"9" * 5_000,
        b"1e400",
        b"1e99999999",
        b"NaN",
        b"Infinity",
        b"0x3c",
        b"060",
    )
    texts = (b'"\\ud800"', b'"\\udfff\\ud800"', b'"\xff\xfe"', b'"\xed\xa0\x80"', b'"\\u0000"', b"[" * 3_000)
    renew = f"/sessions/{session['sessionId']}/renew"
    bodies = [(renew, b'{"ttlSeconds": %s}' % value) for value in numbers]
    bodies += [("/sessions", b'{"venue": "%s", "ttlSeconds": %s}' % (cast.hall.encode(), n)) for n in numbers]
    bodies += [("/seats/resolve", b'{"labels": ["1/A/1"], "minConfidence": %s}' % n) for n in numbers[:6]]
    bodies += [("/sessions", b'{"venue": %s}' % value) for value in texts]
    bodies += [("/events", b'{"events": [{"eventId": %s, "kind": "error"}]}' % value) for value in texts[:4]]
    for path, body in bodies:
        for credential in (bearer(session["token"]), ("origin", origin), bearer(cast.owner.plaintext)):
            headers = (credential, ("content-type", "application/json"))
            answer = await cast.service.ask("POST", path, headers, content=body)
            assert 400 <= answer.status_code < 500 or path == "/events", (path, body[:60], answer.text[:300])
            assert answer.status_code < 500, (path, body[:60])
            answer.json()
    queries = (
        "limit=%D9%A1",
        "limit=1e1",
        "limit=" + "9" * 9_000,
        "limit=1_0",
        "cursor=%FF",
        "cursor=" + "A" * 1_000,
    )
    for query in queries:
        answer = await cast.service.ask("GET", f"/seats?{query}", (bearer(session["token"]),))
        assert 400 <= answer.status_code < 500, (query[:40], answer.status_code)
        assert answer.json()["code"]
    fine = await cast.service.ask("GET", "/seats?limit=1", (bearer(session["token"]),))
    assert fine.status_code == 200


async def test_spellings_of_one_seat_do_not_store_an_image_each(
    new_settings: Callable[..., Settings],
) -> None:
    """Attack: a visitor asks for the picture of one seat by ever new spellings of its label, and with ever
    new values of minConfidence, so that each is made, stored and counted anew.

    Must hold: a venue stores a bounded number of images, and visitors do not use up what the shop may store:
    after the first one, further spellings of the same seat add no files, and nothing to the shop's use.
    """
    settings = new_settings()
    async with running(settings) as service:
        cast = await create_cast(service)
        await put_hall(cast)
        token = (await cast.session())["token"]
        spellings = ["1/A/1", "Section 1 Row A Seat 1", "section 1, row a, seat 1", "SECTION 1 ROW A SEAT 1"]
        spellings += [f"Section 1{' ' * blanks}Row A Seat 1" for blanks in range(2, 8)]
        asked = [{"seat": spelling} for spelling in spellings]
        asked += [{"seat": "1/A/1", "minConfidence": f"0.{number}"} for number in range(10, 30)]

        async def picture(params: Json) -> httpx.Response:
            return await service.ask("GET", "/seats/preview/image", (bearer(token),), params=params)

        async def used() -> int:
            tenant = await cast.owner.get(f"/manage/tenants/{cast.owner.tenant_id}")
            total: int = tenant.json()["usage"]["imageBytes"]["used"]
            return total

        first = await picture(asked[0])
        assert first.status_code == 200, first.text
        files, bytes_used = _count_files(settings.data_dir), await used()
        answers = [await picture(params) for params in asked]
        assert {answer.status_code for answer in answers} <= {200, 404}
        assert {answer.content for answer in answers if answer.is_success} == {first.content}
        assert _count_files(settings.data_dir) <= files + 3, "a few of the database's own may come and go"
        assert await used() == bytes_used


def _count_files(folder: Path) -> int:
    return sum(path.is_file() for path in folder.rglob("*"))
