"""Attacks of a tenant on what all tenants share: caches, the database's writer, threads, the audit log."""

import asyncio
from collections.abc import Iterator

from servers.http_connection import Connection, bearer
from siege.attack import attack
from siege.attacker import Attacker
from siege.attacks.pictures import noise_png
from siege.sockets import Sockets
from siege.venue_records import (
    Json,
    labels_of_similar_sections,
    layout,
    seat_key,
    small_venue,
    venue_of_similar_sections,
    venue_with_examples,
)

SEATS = 100_000


@attack("10 previews a second of 16 venues in turn")
async def venues_in_turn(attacker: Attacker) -> None:
    """Asks for its largest venues in turn, so that each evicts another and has to be loaded again."""
    record = _venue_with_images("Large", layout(SEATS), 15_000)
    venue_ids = [await attacker.create_venue(record) for _ in range(16)]
    await attacker.begin()

    async def ask(number: int) -> None:
        venue_id = venue_ids[number % len(venue_ids)]
        await attacker.send("GET", f"/v1/seats/preview?venue={venue_id}&seat={seat_key(number, SEATS)}")

    await attacker.at_rate(10, ask)


@attack("16 requests at once")
async def searches_of_the_audit_log(attacker: Attacker) -> None:
    """Searches its audit log, which 3,000 changes have made long, for an actor that is not there."""
    key_id = (await attacker.create_key()).key_id
    for number in range(3000):
        await attacker.send("PATCH", f"/v1/manage/keys/{key_id}", {"label": f"{number}"})
    await attacker.begin()
    await attacker.in_parallel(
        16, lambda number: attacker.send("GET", f"/v1/manage/audit?actor=nobody{number}&limit=100")
    )


@attack("300 connections that wait for changes, and 20 changes a second")
async def waits_for_changes(attacker: Attacker) -> None:
    """Lets very many requests wait for changes, and makes some, so that all are woken again and again.

    Those above the tenant's number are refused, and asked for again.
    """
    key_id = (await attacker.create_key()).key_id
    # Nothing of this type happens, so that a request that was woken waits on.
    path = "/v1/manage/changes?after=now&waitSeconds=30&types=image.deleted"
    await attacker.begin()
    request = f"GET {path} HTTP/1.1\r\nhost: service\r\nauthorization: Bearer {attacker.task.key}\r\n\r\n"
    with Sockets(attacker) as sockets:
        await sockets.open(300, request.encode())
        change = f"/v1/manage/keys/{key_id}"
        await attacker.at_rate(20, lambda number: attacker.send("PATCH", change, {"label": f"{number}"}))


@attack("2 requests at once")
async def aliases_back_and_forth(attacker: Attacker) -> None:
    """Replaces 5,000 names of its venue by others and back: 10,000 rows in one transaction of the writer."""
    bodies: list[Json] = [
        {"aliases": [{"name": f"Hall {letter} {number}"} for number in range(5000)]} for letter in "ab"
    ]
    venue_id = await attacker.create_venue({"name": "Hall", "rules": {"layout": layout(1000)}})
    await attacker.begin()
    await attacker.in_parallel(
        2,
        lambda number: attacker.send("PUT", f"/v1/manage/venues/{venue_id}/aliases", bodies[number // 2 % 2]),
    )


@attack("2 requests a second of 40 bytes")
async def copies_of_a_large_venue(attacker: Attacker) -> None:
    """Copies a venue whose record has 8 MB, under one name after the other.

    A request names the copy and nothing else. The service reads, checks and writes eight megabytes for it,
    with the writer that everybody shares.
    """
    venue_id = await attacker.create_venue(_venue_with_images("Large", layout(SEATS), 20_000))
    await attacker.begin()

    async def copy(number: int) -> None:
        body = {"name": f"Copy {number}", "images": False}
        await attacker.send("POST", f"/v1/manage/venues/{venue_id}/copy", body)

    await attacker.at_rate(2, copy)


@attack("1 request a second of no body, half of them left")
async def restores_back_and_forth(attacker: Attacker) -> None:
    """Restores one of two versions after the other, of a hall with 100,000 seats and 10,000 examples.

    What was checked when it was published is checked again, and published again, for a line of a request.
    """
    record = venue_with_examples("Hall", SEATS)
    venue_id = await attacker.create_venue(record)
    await attacker.send("PUT", f"/v1/manage/venues/{venue_id}", {**record, "name": "Another hall"})
    await attacker.begin()

    async def restore(number: int) -> None:
        path = f"/v1/manage/venues/{venue_id}/versions/{1 + number % 2}/restore"
        if number % 2:
            await attacker.leave("POST", path)
        else:
            await attacker.send("POST", path)

    await attacker.at_rate(1, restore)


@attack("10 previews a second of 12 drafts in turn, half of them left")
async def drafts_in_turn(attacker: Attacker) -> None:
    """Looks at the drafts of its large venues in turn, each with other images than what is published.

    Drafts are kept apart from venues, and in less room: each evicts another, and has to be made from its
    text.
    """
    venue_ids = [await attacker.create_venue(small_venue(f"Hall {number}")) for number in range(12)]
    for venue_id in venue_ids:
        draft = _venue_with_images("Draft", layout(SEATS), 15_000)
        await attacker.send("PUT", f"/v1/manage/venues/{venue_id}/draft", draft)
    await attacker.begin()

    async def ask(number: int) -> None:
        venue_id = venue_ids[number % len(venue_ids)]
        path = f"/v1/seats/preview?venue={venue_id}&seat={seat_key(number, SEATS)}&draft=true"
        if number // len(venue_ids) % 2:
            await attacker.leave("GET", path)
        else:
            await attacker.send("GET", path)

    await attacker.at_rate(10, ask)


@attack("20 requests a second of 60 kB")
async def queries_of_unknown_parameters(attacker: Attacker) -> None:
    """Asks for a preview with 6,000 parameters that do not exist, each close to one that does."""
    query = "&".join(f"seat{number}=1" for number in range(5500))
    await attacker.begin()
    venue = attacker.task.venue_id
    await attacker.at_rate(
        20, lambda _: attacker.send("GET", f"/v1/seats/preview?venue={venue}&seat=1/1/1&{query}")
    )


@attack("4 requests at once")
async def labels_of_many_words(attacker: Attacker) -> None:
    """Resolves 500 labels of 500 characters at a venue with 5,000 sections of similar names."""
    venue_id = await attacker.create_venue(venue_of_similar_sections())
    await attacker.begin()

    async def ask(number: int) -> None:
        body = {"venue": venue_id, "labels": labels_of_similar_sections(number, 500)}
        await attacker.send("POST", "/v1/seats/resolve", body)

    await attacker.in_parallel(4, ask)


@attack("10 sessions a second")
async def sessions_for_costly_labels(attacker: Attacker) -> None:
    """Makes sessions for 50 labels each, at a venue with 400 rules that look at every character."""
    rules = [
        {"type": "rewrite", "pattern": f"(a|b|c{number})+x", "replacement": "\\1"} for number in range(400)
    ]
    venue_id = await attacker.create_venue(
        {"name": "Hall", "rules": {"layout": layout(1000), "seatKeys": {"rules": rules}}}
    )
    await attacker.begin()

    async def make(number: int) -> None:
        seats = [f"{'abc' * 50} {number} {each}" for each in range(50)]
        await attacker.send("POST", "/v1/sessions", {"venue": venue_id, "seats": seats})

    await attacker.at_rate(10, make)


@attack("12 uploads at once")
async def panoramas_one_after_the_other(attacker: Attacker) -> None:
    """Uploads panoramas that are cut into 32 tiles each, so that files are synced all the time."""
    picture = noise_png(4096, 2048)
    await attacker.begin()

    async def upload(number: int) -> None:
        path = f"/v1/manage/venues/{attacker.task.venue_id}/imagery/{number % 12}.png"
        await attacker.send("PUT", path, picture, media_type="image/png")

    await attacker.in_parallel(12, upload)


@attack("50 requests a second of 60 kB")
async def long_lists_of_etags(attacker: Attacker) -> None:
    """Asks for a preview that it has in 1,500 versions, none of which is the right one."""
    etags = ", ".join(f'"{number:036}"' for number in range(1500))
    await attacker.begin()

    async def ask(_: int) -> None:
        async with Connection(attacker.address) as connection:
            headers = {**bearer(attacker.task.key), "if-none-match": etags}
            path = f"/v1/seats/preview?venue={attacker.task.venue_id}&seat=1/1/1"
            try:
                answer = await connection.request("GET", path, headers)
            except (OSError, EOFError, ValueError, asyncio.IncompleteReadError):
                attacker.count("closed")
            else:
                attacker.count(str(answer.status))

    await attacker.at_rate(50, ask)


@attack("4 requests at once")
async def keys_for_many_origins(attacker: Attacker) -> None:
    """Makes keys with as many long origins as a body has room for."""
    origins = [f"https://{'a' * 60}.{'b' * 60}.{number}.example" for number in range(5000)]
    await attacker.begin()
    await attacker.in_parallel(
        4, lambda _: attacker.send("POST", "/v1/manage/keys", {"label": "x", "allowedOrigins": origins})
    )


@attack("20 requests a second of 1 MB")
async def bodies_of_deep_and_wide_json(attacker: Attacker) -> None:
    """Sends a megabyte of nested lists as the body of small operations."""
    bodies = [*_bodies()]
    await attacker.begin()
    await attacker.at_rate(
        20, lambda number: attacker.send("POST", "/v1/sessions", bodies[number % len(bodies)])
    )


def _venue_with_images(name: str, hall: Json, count: int) -> Json:
    images = [
        {"url": f"https://pictures.example/{'p' * 200}/{number}.jpg", "covers": {"section": "101"}}
        for number in range(count)
    ]
    imagery = [{"id": "all", "kind": "photo", "images": images}]
    return {"name": name, "rules": {"layout": hall}, "imagerySets": imagery}


def _bodies() -> Iterator[bytes]:
    size = 1_000_000
    yield b'{"venue":' + b"[" * (size // 2) + b"]" * (size // 2) + b"}"
    yield b'{"venue":[' + b"[]," * (size // 3) + b"[]]}"
    yield b"{" + b",".join(b'"%d":0' % number for number in range(size // 10)) + b"}"
    yield b'{"venue":"' + b"\\u0041" * (size // 6) + b'"}'
