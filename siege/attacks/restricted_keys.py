"""Attacks by a key that may do little, on the owner of its tenant: what the tenant may have at once, it
takes.

The key reads, or serves one venue, and its secret is in a script that somebody else runs. Some are revoked as
soon as that is noticed; then the owner's own requests show whether their work has ended with them.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Any

import msgspec

from siege.attack import attack
from siege.attacker import Attacker, CreatedKey, request_bytes
from siege.attacks.pictures import many_scans_jpeg, noise_png
from siege.attacks.rules import long_labels
from siege.shop import ask_as_shop, beside_the_shop
from siege.slow_bodies import SlowBody, hold_body
from siege.sockets import Sockets
from siege.venue_records import crowded_layout, small_venue

_MIB = 1 << 20
_KIB = 1 << 10
RECORD = SlowBody(15 * _MIB, 14 * _MIB, 64 * _KIB, "application/json")
"""Nearly as large as a record may be. Its last part comes fast enough for a slow line."""
PICTURE = SlowBody(49 * _MIB, _MIB, 64 * _KIB)
REFUSED_SECONDS = 1.0
"""Who is refused comes back after this time."""
OWNER_SECONDS = 2.0
"""The owner's own server asks for something each time that so many seconds have passed."""


@attack(
    "24 searches of 200 bytes and 24 files of 2 MB, again as soon as they are answered", watches_owner=True
)
async def searches_and_files_of_keys_that_may_do_little(attacker: Attacker) -> None:
    """Searches with a key for seats, and imports with a key that only reads, 24 times each at once.

    A publish of the tenant's owner got 429, or no answer within 45 seconds, for minutes, and also after both
    keys had been revoked.
    """
    venue_id = await attacker.create_venue({"name": "Hall", "rules": {"layout": crowded_layout(20_000)}})
    searcher = await attacker.create_key(groups=["seats"])
    reader = await attacker.create_key(groups=["management_read_only"])
    weights = {"distance": 0, "angle": 0, "cValue": 0, "obstruction": 1}
    lines = "".join(f"{number * 7919 % 9973},{number * 104729 % 9967}\n" for number in range(200_000))
    table = f"x,y\n{lines}".encode()
    await attacker.begin()

    async def search(number: int) -> None:
        body = {"venue": venue_id, "count": 1 + number % 20, "limit": 20, "weights": weights}
        await attacker.send("POST", "/v1/seats/best", body, key=searcher.plaintext)

    async def read(_: int) -> None:
        path, media_type = "/v1/manage/venues/import?format=table", "application/octet-stream"
        await attacker.send("POST", path, table, key=reader.plaintext, media_type=media_type)

    await asyncio.gather(
        attacker.in_parallel(24, search, REFUSED_SECONDS), attacker.in_parallel(24, read, REFUSED_SECONDS)
    )


@attack("34 bodies of 15 MB, whose last megabyte comes with 64 kB a second", watches_owner=True)
async def records_held_by_a_key_for_one_venue(attacker: Attacker) -> None:
    """Replaces the record of the only venue that the key may use, 34 times at once, and never finishes.

    Sixteen of these bodies are as much as a worker has room for. The owner replaces another record meanwhile,
    of 200 kB, which needs a little of that room.
    """
    key, venue_id = await _key_for_one_venue(attacker)
    await attacker.begin()

    async def replace(_: int) -> None:
        await hold_body(attacker, "PUT", f"/v1/manage/venues/{venue_id}", RECORD, key=key.plaintext)

    await beside_the_shop(
        attacker,
        attacker.in_parallel(34, replace, REFUSED_SECONDS),
        lambda: _replace_as_owner(attacker),
        per_second=1 / OWNER_SECONDS,
    )


@attack("66 uploads of 49 MB with 64 kB a second each", watches_owner=True)
async def uploads_held_by_a_key_for_one_venue(attacker: Attacker) -> None:
    """Uploads pictures to the only venue that the key may use, slowly, in twice as many places as there are.

    Each is a file on the disk, and takes ten minutes. The owner uploads a picture of 12 kB to another venue.
    """
    key, venue_id = await _key_for_one_venue(attacker)
    await attacker.begin()

    async def upload(number: int) -> None:
        path = f"/v1/manage/venues/{venue_id}/imagery/{number % 66}.png"
        await hold_body(attacker, "PUT", path, PICTURE, key=key.plaintext)

    await beside_the_shop(
        attacker,
        attacker.in_parallel(66, upload, REFUSED_SECONDS),
        _uploads_as_owner(attacker),
        per_second=1 / OWNER_SECONDS,
    )


@attack("8 uploads at once of 0.2 MB", watches_owner=True)
async def slow_pictures_of_a_key_for_one_venue(attacker: Attacker) -> None:
    """Uploads pictures of 0.2 MB that are sent in a thousand scans, each of which goes over all pixels.

    A decoder takes seconds for each, and as many as the tenant may have decoded are always decoded. The owner
    uploads a picture of 12 kB to another venue.
    """
    key, venue_id = await _key_for_one_venue(attacker)
    picture = many_scans_jpeg(6000, 4000, scans=1000)
    await attacker.begin()

    async def upload(number: int) -> None:
        path = f"/v1/manage/venues/{venue_id}/imagery/{number % 8}.jpg"
        await attacker.send("PUT", path, picture, key=key.plaintext, media_type="image/jpeg")

    await beside_the_shop(
        attacker,
        attacker.in_parallel(8, upload, REFUSED_SECONDS),
        _uploads_as_owner(attacker),
        per_second=1 / OWNER_SECONDS,
    )


@attack("44 connections that wait for changes with a key that only reads", watches_owner=True)
async def waits_held_by_a_reader(attacker: Attacker) -> None:
    """Waits for changes that never come, on as many connections as a tenant may wait with, in both workers.

    Nothing is computed, and nobody has too many requests in progress: they do not count. The owner's own
    server follows the changes as well, and is refused.
    """
    reader = await attacker.create_key(groups=["management_read_only"])
    path = "/v1/manage/changes?after=now&waitSeconds=30&types=image.deleted"
    request = request_bytes("GET", path, attacker.headers(b"", reader.plaintext, ""))
    await attacker.begin()

    async def wait() -> None:
        with Sockets(attacker) as sockets:
            await sockets.open(44, request)
            await attacker.wait()

    follow = "/v1/manage/changes?after=now&waitSeconds=1"
    await beside_the_shop(attacker, wait(), lambda: ask_as_shop(attacker, "GET", follow), per_second=1)


@attack(
    "12 requests of 2.5 MB every 2 seconds, with a key that is revoked half a second later",
    watches_owner=True,
)
async def a_reader_that_is_revoked_at_work(attacker: Attacker) -> None:
    """Tries rules on 5,000 long labels twelve times at once, and is revoked while they are being tried.

    The connections stay open, so that nobody has left. The owner tries five labels after each revoke.
    """
    labels = long_labels(5000)
    body = msgspec.json.encode({"labels": labels})
    path = f"/v1/manage/venues/{attacker.task.venue_id}/seat-keys/test"
    await attacker.begin()

    async def attack_and_revoke(_: int) -> None:
        reader = await attacker.create_key(groups=["management_read_only"])
        trying = [
            asyncio.create_task(attacker.send("POST", path, body, key=reader.plaintext)) for _ in range(12)
        ]
        await asyncio.sleep(0.5)
        await ask_as_shop(attacker, "DELETE", f"/v1/manage/keys/{reader.key_id}")
        await ask_as_shop(attacker, "POST", path, {"labels": labels[:5]})
        await _end_with_the_attack(attacker, trying)

    await attacker.at_rate(1 / OWNER_SECONDS, attack_and_revoke)


@attack("12 uploads every 2 seconds, with a key that is revoked half a second later", watches_owner=True)
async def uploads_of_keys_that_are_revoked(attacker: Attacker) -> None:
    """Begins uploads with 64 kB a second, which go on when the key is revoked: a body knows of no revoke.

    After a few rounds, all places of a worker belong to keys that do not exist any more. The owner uploads a
    picture after each revoke.
    """
    upload_as_owner = _uploads_as_owner(attacker)
    await attacker.begin()

    async def attack_and_revoke(number: int) -> None:
        key = await attacker.create_key(groups=["management"], venues=[attacker.task.venue_id])
        paths = (
            f"/v1/manage/venues/{attacker.task.venue_id}/imagery/{number}-{each}.png" for each in range(12)
        )
        uploads = [
            asyncio.create_task(hold_body(attacker, "PUT", path, PICTURE, key=key.plaintext))
            for path in paths
        ]
        await asyncio.sleep(0.5)
        await ask_as_shop(attacker, "DELETE", f"/v1/manage/keys/{key.key_id}")
        await upload_as_owner()
        await _end_with_the_attack(attacker, uploads)

    await attacker.at_rate(1 / OWNER_SECONDS, attack_and_revoke)


@attack(
    "6 searches of 200 bytes every 2 seconds, with sessions that are ended half a second later",
    watches_owner=True,
)
async def searches_of_sessions_that_are_ended(attacker: Attacker) -> None:
    """Looks for the best seats in a crowded hall, by six new sessions at a time, which the shop ends.

    The tokens are worth nothing then, and their searches are still in front of everybody else's. After each
    round the shop's server looks for seats in one section.
    """
    venue_id = await attacker.create_venue({"name": "Hall", "rules": {"layout": crowded_layout(95_000)}})
    await attacker.begin()

    async def attack_and_end(number: int) -> None:
        sessions = [await attacker.send("POST", "/v1/sessions", {"venue": venue_id}) for _ in range(6)]
        made = [each.json() for each in sessions if each is not None and each.status == 201]
        body = {"count": 2 + number % 19, "weights": {"angle": number / 991}}
        searches = [
            asyncio.create_task(attacker.send("POST", "/v1/seats/best", body, key=each["token"]))
            for each in made
        ]
        await asyncio.sleep(0.5)
        for each in made:
            await ask_as_shop(attacker, "DELETE", f"/v1/sessions/{each['sessionId']}")
        one_section = {"venue": venue_id, "count": 2, "sections": ["101"]}
        await ask_as_shop(attacker, "POST", "/v1/seats/best", one_section)
        await _end_with_the_attack(attacker, searches)

    await attacker.at_rate(1 / OWNER_SECONDS, attack_and_end)


@attack(
    "300 bodies of 1 MB with buyers' tokens, whose last 100 kB come with 4 kB a second", watches_owner=True
)
async def seats_that_buyers_never_finish_to_list(attacker: Attacker) -> None:
    """Lists as many free seats as a search for the best seats may have, and never finishes.

    It is the largest body that somebody without a secret may send. The visitors of one key may send 150 at
    once, and those of two keys more than a worker has room for. The owner replaces a record of 200 kB.
    """
    venue_id = attacker.task.venue_id
    keys = [(await attacker.create_key(groups=["sessions", "seats"])).plaintext for _ in range(2)]
    tokens = [await attacker.create_token(venue_id, keys[number % 2]) for number in range(30)]
    listed = SlowBody(1_000_000, 900_000, 4 * _KIB, "application/json")
    await attacker.begin()

    async def look(number: int) -> None:
        await hold_body(attacker, "POST", "/v1/seats/best", listed, key=tokens[number % len(tokens)])

    await beside_the_shop(
        attacker,
        attacker.in_parallel(300, look, REFUSED_SECONDS),
        lambda: _replace_as_owner(attacker),
        per_second=1 / OWNER_SECONDS,
    )


async def _key_for_one_venue(attacker: Attacker) -> tuple[CreatedKey, str]:
    """Creates a venue, and a key that may do everything there and nothing elsewhere."""
    venue_id = await attacker.create_venue(small_venue("The only one"))
    return await attacker.create_key(groups=["management"], venues=[venue_id]), venue_id


async def _replace_as_owner(attacker: Attacker) -> None:
    """Replaces the owner's venue by a record that is larger than bodies which need no room."""
    record = msgspec.json.encode(small_venue("Hall")) + b" " * 200_000
    await ask_as_shop(attacker, "PUT", f"/v1/manage/venues/{attacker.task.venue_id}", record)


def _uploads_as_owner(attacker: Attacker) -> Callable[[], Awaitable[None]]:
    """Returns what uploads a small picture to the owner's venue."""
    picture = noise_png(64, 64)
    path = f"/v1/manage/venues/{attacker.task.venue_id}/imagery/owner.png"
    return lambda: ask_as_shop(attacker, "PUT", path, picture, media_type="image/png")


async def _end_with_the_attack(attacker: Attacker, tasks: "Collection[asyncio.Task[Any]]") -> None:
    """Waits for these until the attack is over, and gives up those that are not done."""
    if tasks:
        await asyncio.wait(tasks, timeout=attacker.seconds_left)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
