"""Compressed plans and lists of seats (decision 0043): negotiation, ETags, tenants, changes and memory."""

import asyncio
import gzip
import itertools
from typing import Any

import brotli
import httpx
import pytest

from cast import Actor, Cast, bearer
from operations.halls import layout
from seatpreview.limits.shares import Share
from seatpreview.seats.plan_cache import SEAT_PAGES
from seatpreview.server.worker_metrics import memory_uses
from servers.polling import until

pytestmark = [pytest.mark.anyio, pytest.mark.any_engine]

CODINGS = ("br", "gzip", None)
VARIANTS = 2000

NEGOTIATED: list[tuple[str, str | None]] = [
    ("br", "br"),
    ("gzip", "gzip"),
    ("GZIP", "gzip"),
    ("Br", "br"),
    ("gzip, br", "br"),
    ("gzip;q=1.0, br;q=0.999", "gzip"),
    ("gzip;q=0.5,br;q=0.4,identity;q=0.6", None),
    ("br;q=0.001", "br"),
    ("br;q=0", None),
    ("br;q=0.000, gzip;q=0.0", None),
    ("br;q=0, *", "gzip"),
    ("*", "br"),
    ("*;q=0", None),
    ("*;q=0, gzip", "gzip"),
    ("*;q=0, identity", None),
    ("identity;q=0", None),
    ("identity;q=0, gzip", "gzip"),
    ("identity;q=0, *;q=0", None),
    ("identity;q=0, *", "br"),
    ("identity", None),
    ("identity, br;q=0.9", None),
    ("identity;q=0.2, *;q=0.1", None),
    ("deflate, compress, zstd, dcb", None),
    ("zstd;q=1, deflate;q=0.9, gzip;q=0.1", "gzip"),
    ("", None),
    (",", None),
    (", ,gzip,, ,", "gzip"),
    ("gzip ; q=0.7 , br ; q=0.8", "br"),
    ("br;Q=0.5, gzip;Q=0.6", "gzip"),
    ("x-gzip", "gzip"),
    ("gzipped, brotli", None),
    (", ".join(f"name-{number}" for number in range(100)), None),
    (", ".join([*(f"name-{number};q=0.5" for number in range(50)), "gzip;q=0.1"]), "gzip"),
    ("gzip, gzip, gzip", "gzip"),
    ("br, br, gzip;q=0.5, gzip;q=0.5", "br"),
]

Query = tuple[str, dict[str, Any]]


def queries(venue: str) -> list[Query]:
    """Returns requests whose responses are compressed: a plan, and pages of a list of seats."""
    return [
        ("/seats/plan", {"venue": venue}),
        ("/seats", {"venue": venue}),
        ("/seats", {"venue": venue, "section": "2", "limit": 50}),
    ]


async def get_in(actor: Actor, query: Query, coding: str | None, *headers: tuple[str, str]) -> httpx.Response:
    path, params = query
    return await actor.ask("GET", path, ("accept-encoding", coding or "identity"), *headers, params=params)


async def raw_bytes(actor: Actor, query: Query, coding: str) -> bytes:
    """Returns the body as it was sent, before the client decompresses it."""
    path, params = query
    headers = [bearer(actor.plaintext), ("accept-encoding", coding)]
    async with (
        httpx.AsyncClient(base_url=actor.service.base_url) as client,
        client.stream("GET", path, params=params, headers=headers) as response,
    ):
        assert response.headers["content-encoding"] == coding
        return b"".join([chunk async for chunk in response.aiter_raw()])


@pytest.fixture
async def large_hall(cast: Cast) -> str:
    """A venue of the owner's whose plan and list are long enough to be compressed."""
    return await cast.venue(cast.owner.tenant_id, rules={"layout": layout(8)})


async def test_the_coding_is_the_one_that_the_client_prefers(cast: Cast, large_hall: str) -> None:
    for query in queries(large_hall):
        plain = await get_in(cast.owner, query, None)
        assert "content-encoding" not in plain.headers
        for accepted, coding in NEGOTIATED:
            response = await cast.owner.ask("GET", query[0], ("accept-encoding", accepted), params=query[1])
            assert response.status_code == 200, accepted
            assert response.headers.get("content-encoding") == coding, accepted
            assert response.content == plain.content, accepted
        lines = (("accept-encoding", "zstd"), ("accept-encoding", "gzip;q=0.2"), ("accept-encoding", "br"))
        several = await cast.owner.ask("GET", query[0], *lines, params=query[1])
        assert several.headers.get("content-encoding") == "br"
        assert several.content == plain.content


async def test_each_coding_is_the_same_text_under_an_etag_of_its_own(cast: Cast, large_hall: str) -> None:
    for query in queries(large_hall):
        responses = {coding: await get_in(cast.owner, query, coding) for coding in CODINGS}
        plain = responses[None].content
        assert brotli.decompress(await raw_bytes(cast.owner, query, "br")) == plain
        assert gzip.decompress(await raw_bytes(cast.owner, query, "gzip")) == plain
        etags = {coding: response.headers["etag"] for coding, response in responses.items()}
        assert len(set(etags.values())) == 3
        for response in responses.values():
            varied = {name.strip().lower() for name in response.headers["vary"].split(",")}
            assert {"accept-encoding", "authorization", "origin", "x-key-id"} <= varied
        for coding, known in itertools.product(CODINGS, CODINGS):
            for etag in (etags[known], f"W/{etags[known]}", f'"x", {etags[known]}'):
                response = await get_in(cast.owner, query, coding, ("if-none-match", etag))
                assert response.status_code == (304 if coding == known else 200), (coding, known)
                assert response.headers["etag"] == etags[coding]
                assert "accept-encoding" in response.headers["vary"].lower()
                if response.status_code == 304:
                    assert response.content == b""
        any_coding = ", ".join(etags.values())
        for coding in CODINGS:
            for value in (any_coding, "*"):
                assert (await get_in(cast.owner, query, coding, ("if-none-match", value))).status_code == 304


async def test_head_says_what_get_sends_in_each_coding(cast: Cast, large_hall: str) -> None:
    for query, coding in itertools.product(queries(large_hall), CODINGS):
        path, params = query
        headers = (bearer(cast.owner.plaintext), ("accept-encoding", coding or "identity"))
        head = await cast.service.ask("HEAD", path, headers, params=params)
        get = await cast.service.ask("GET", path, headers, params=params)
        assert head.content == b""
        for name in ("etag", "vary", "content-encoding", "content-length", "content-type", "link"):
            assert head.headers.get(name) == get.headers.get(name), name


async def test_documents_and_files_are_the_same_text_under_an_etag_for_each_coding(cast: Cast) -> None:
    address = cast.service.address
    for path in ("/v1/openapi.json", "/docs", "/console", "/guide/", "/embed.js", "/"):
        found = {}
        for coding in CODINGS:
            found[coding] = await cast.service.ask(
                "GET", address + path, [("accept-encoding", coding or "identity")]
            )
            assert found[coding].status_code == 200, path
            assert found[coding].content == found["br"].content, path
            assert "accept-encoding" in found[coding].headers["vary"].lower(), path
        sent = {coding: response.headers.get("content-encoding") for coding, response in found.items()}
        assert (sent["gzip"], sent[None]) == ("gzip", None), path
        for coding, known in itertools.product(CODINGS, CODINGS):
            # The OpenAPI document has no ETag, and is never said to be there already.
            etag = found[known].headers.get("etag", '"none"')
            headers = [("accept-encoding", coding or "identity"), ("if-none-match", etag)]
            again = await cast.service.ask("GET", address + path, headers)
            is_known = etag != '"none"' and sent[coding] == sent[known]
            assert again.status_code == (304 if is_known else 200), (path, coding, known)


async def test_two_tenants_with_one_alias_never_get_each_others_answers(cast: Cast) -> None:
    """The attack: a tenant names its alias as another tenant does, and hopes for that one's venue."""
    venues = {}
    for actor, sections in ((cast.owner, 4), (cast.stranger, 6), (cast.grantee, 8)):
        venues[actor.key_id] = await cast.venue(
            actor.tenant_id,
            name=f"Hall of {sections}",
            aliases=[{"name": "Main Hall"}],
            rules={"layout": layout(sections)},
        )
    actors = (cast.owner, cast.stranger, cast.grantee)
    for _, coding, (path, params) in itertools.product(range(2), CODINGS, queries("Main Hall")):
        answers = await asyncio.gather(*(get_in(actor, (path, params), coding) for actor in actors))
        for actor, answer in zip(actors, answers, strict=True):
            own = await get_in(actor, (path, params | {"venue": venues[actor.key_id]}), coding)
            assert answer.status_code == 200
            if path == "/seats/plan":
                assert answer.json()["venueId"] == venues[actor.key_id]
                assert answer.content == own.content
            else:
                assert answer.json()["data"] == own.json()["data"]
        etags = [answer.headers["etag"] for answer in answers]
        if path == "/seats/plan":
            assert len(set(etags)) == 3
    for actor, other in itertools.permutations(actors, 2):
        for (path, params), coding in itertools.product(queries(venues[other.key_id]), CODINGS):
            refused = await get_in(actor, (path, params), coding, ("if-none-match", "*"))
            assert refused.status_code in (403, 404)
    # A page's cursor is its tenant's, also where both may use the venue.
    await cast.grant(venues[cast.owner.key_id], str(cast.grantee.tenant_id))
    query = {"venue": venues[cast.owner.key_id], "limit": 100}
    first = {
        actor.key_id: (await actor.get("/seats", **query)).json() for actor in (cast.owner, cast.grantee)
    }
    assert first[cast.owner.key_id]["data"] == first[cast.grantee.key_id]["data"]
    foreign = await cast.grantee.get("/seats", **query, cursor=first[cast.owner.key_id]["nextCursor"])
    assert foreign.status_code == 400


async def test_a_change_of_venue_grant_or_alias_shows_at_once_in_every_coding(cast: Cast) -> None:
    record: dict[str, Any] = {
        "name": "Before",
        "rules": {"layout": layout(5)},
        "aliases": [{"name": "Our Hall"}],
    }
    venue = await cast.venue(cast.owner.tenant_id, **record)
    other = await cast.venue(cast.owner.tenant_id, name="Other", rules={"layout": layout(7)})

    async def answers(actor: Actor, name: str, known: dict[Any, str]) -> dict[Any, httpx.Response]:
        found = {}
        for index, coding in itertools.product(range(3), CODINGS):
            header = ("if-none-match", known.get((index, coding), '"none"'))
            found[index, coding] = await get_in(actor, queries(name)[index], coding, header)
        return found

    before = await answers(cast.owner, "Our Hall", {})
    known = {key: response.headers["etag"] for key, response in before.items()}
    assert {each.status_code for each in (await answers(cast.owner, "Our Hall", known)).values()} == {304}

    # The venue's record.
    changed = record | {"name": "After", "rules": {"layout": layout(6, seats=21)}}
    assert (await cast.owner.put(f"/manage/venues/{venue}", changed)).status_code == 200
    after = await answers(cast.owner, "Our Hall", known)
    assert {each.status_code for each in after.values()} == {200}
    assert {after[0, coding].json()["name"] for coding in CODINGS} == {"After"}
    assert {after[2, coding].json()["data"][-1]["key"] for coding in CODINGS} != {
        before[2, None].json()["data"][-1]["key"]
    }

    # A grant, and its end.
    assert {each.status_code for each in (await answers(cast.grantee, venue, {})).values()} <= {403, 404}
    await cast.grant(venue, str(cast.grantee.tenant_id))
    granted = await answers(cast.grantee, venue, {})
    assert {each.status_code for each in granted.values()} == {200}
    path = f"/manage/venues/{venue}/grants/{cast.grantee.tenant_id}"
    assert (await cast.owner.delete(path)).status_code == 204
    kept = {key: response.headers["etag"] for key, response in granted.items()}
    assert {each.status_code for each in (await answers(cast.grantee, venue, kept)).values()} <= {403, 404}

    # The alias moves to another venue.
    latest = {key: response.headers["etag"] for key, response in after.items()}
    response = await cast.owner.put(f"/manage/venues/{venue}", changed | {"aliases": []})
    assert response.status_code == 200
    gone = await answers(cast.owner, "Our Hall", latest)
    assert {each.status_code for each in gone.values()} == {404}
    moved = {"name": "Other", "rules": {"layout": layout(7)}, "aliases": [{"name": "Our Hall"}]}
    assert (await cast.owner.put(f"/manage/venues/{other}", moved)).status_code == 200
    found = await answers(cast.owner, "Our Hall", latest)
    assert {each.status_code for each in found.values()} == {200}
    assert {found[0, coding].json()["venueId"] for coding in CODINGS} == {other}


async def test_a_tenant_that_waits_for_its_turn_holds_up_nobody_elses_plan(
    cast: Cast, large_hall: str
) -> None:
    """The attack: a grantee fills its own queue with labels, and asks for the owner's new plan as well."""
    await cast.grant(large_hall, str(cast.grantee.tenant_id))
    threads = cast.service.internals.resources.threads
    plan = ("/seats/plan", {"venue": large_hall})
    async with threads.turn(Share(str(cast.grantee.tenant_id)), threads.capacity):
        waiting = asyncio.create_task(get_in(cast.grantee, plan, "br"))
        await until(lambda: threads.waiting > 0)
        async with asyncio.timeout(60):
            assert (await get_in(cast.owner, plan, "br")).status_code == 200
    assert (await waiting).status_code == 200


@pytest.mark.parametrize(
    ("variants_max", "bytes_max"),
    [(200, 200_000), pytest.param(VARIANTS, 16_000_000, marks=pytest.mark.long)],
)
async def test_2000_variants_of_a_query_do_not_grow_the_memory(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, variants_max: int, bytes_max: int
) -> None:
    """The attack: a client asks for every limit of every section in every coding. In the fast lane, a tenth
    of the requests meets a bound that is as much lower."""
    venue = await cast.venue(cast.owner.tenant_id, rules={"layout": layout(4, rows=25)})
    resources = cast.service.internals.resources
    variants = [
        {"venue": venue, "section": section, "limit": limit}
        for section, limit in itertools.product(("1", "2", "3", "4"), range(1, variants_max // 4 + 1))
    ]
    assert len(variants) == variants_max
    monkeypatch.setattr(resources.caches.of(SEAT_PAGES), "_bytes_max", bytes_max)
    codings = itertools.cycle(CODINGS)
    plans_before = memory_uses(resources)["plans"]
    for start in range(0, variants_max, 20):
        batch = variants[start : start + 20]
        responses = await asyncio.gather(
            *(get_in(cast.owner, ("/seats", query), next(codings)) for query in batch)
        )
        assert [len(response.json()["data"]) for response in responses] == [each["limit"] for each in batch]
        used = memory_uses(resources)["seat pages"]
        assert used.size_bytes <= bytes_max
        assert used.entries <= 2000
    # Variants of spelling that make no other answer: names of a plan's languages, and unknown ones.
    for number in range(60):
        await get_in(cast.owner, ("/seats/plan", {"venue": venue, "locale": f"de-{number + 10:03}"}), "br")
    assert memory_uses(resources)["plans"].entries <= plans_before.entries + 1
    assert memory_uses(resources)["queries"].size_bytes <= 16_000_000
