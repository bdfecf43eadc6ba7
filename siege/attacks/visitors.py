"""Attacks of a visitor on the shop whose key it uses: what the shop's own server gets meanwhile is counted.

The attacker's tenant is the shop. Its visitors have session tokens; its server has the secret, asks five
times a second, and its answers are counted as `shop 200`, `shop 429` and so on. Anything but 2xx is a fault.
"""

import asyncio

from servers.http_connection import Connection
from siege.attack import attack
from siege.attacker import Attacker
from siege.results import SHOP
from siege.shop import ask_as_shop, beside_the_shop
from siege.venue_records import layout, seat_key

SEATS = 1000


@attack("300 connections, each with a token and a body that never comes", watches_owner=True)
async def unfinished_bodies_of_one_token(attacker: Attacker) -> None:
    """Announces bodies with one session's token and sends none. 200 locked the shop's server out (503)."""
    token = await attacker.create_token(attacker.task.venue_id)
    head = f"POST /v1/events HTTP/1.1\r\nhost: service\r\nauthorization: Bearer {token}\r\n"
    request = (head + "content-type: application/json\r\ncontent-length: 100\r\n\r\n").encode()
    await attacker.begin()

    async def hold(_: int) -> None:
        async with Connection(attacker.address) as connection:
            try:
                async with asyncio.timeout(attacker.seconds_left + 1):
                    reader, writer = await connection.streams()
                    writer.write(request)
                    attacker.count((await reader.readline()).decode().split()[1])
            except (OSError, EOFError, IndexError):
                attacker.count("closed")

    await beside_the_shop(
        attacker,
        attacker.in_parallel(300, hold),
        lambda: ask_as_shop(attacker, "POST", "/v1/sessions", {"venue": attacker.task.venue_id}),
    )


@attack("40 requests at once of 500 labels each", watches_owner=True)
async def costly_labels_of_one_token(attacker: Attacker) -> None:
    """Resolves labels that nobody has asked for. They used up the shop's threads and its queue (429)."""
    venue_id = await attacker.create_venue({"name": "Hall", "rules": {"layout": layout(SEATS)}})
    token = await attacker.create_token(venue_id)
    await attacker.begin()

    def labels(number: int) -> dict[str, object]:
        return {"venue": venue_id, "labels": [f"nowhere {number} {each}" for each in range(500)]}

    await beside_the_shop(
        attacker,
        attacker.in_parallel(
            40, lambda number: attacker.send("POST", "/v1/seats/resolve", labels(number), key=token)
        ),
        lambda: ask_as_shop(attacker, "POST", "/v1/seats/resolve", labels(-1)),
    )


@attack("400 previews a second with 20 tokens", watches_owner=True)
async def rate_of_many_tokens(attacker: Attacker) -> None:
    """Asks for previews with sessions of its own making. They used up the rate of the shop's key (429)."""
    venue_id = await attacker.create_venue({"name": "Hall", "rules": {"layout": layout(SEATS)}})
    tokens = [await attacker.create_token(venue_id) for _ in range(20)]
    await attacker.begin()

    async def ask(number: int) -> None:
        path = f"/v1/seats/preview?seat={seat_key(number, SEATS)}"
        await attacker.send("GET", path, key=tokens[number % len(tokens)])

    await beside_the_shop(
        attacker, attacker.at_rate(400, ask), lambda: ask_as_shop(attacker, "GET", "/v1/manage/keys?limit=1")
    )


@attack("50 sessions a second, each made and ended", watches_owner=True)
async def sessions_made_and_ended(attacker: Attacker) -> None:
    """Ends sessions with their own tokens. Each was an entry of the shop's audit log."""
    await attacker.begin()

    async def make_and_end(_: int) -> None:
        made = await attacker.send("POST", "/v1/sessions", {"venue": attacker.task.venue_id})
        if made is not None and made.status == 201:
            session = made.json()
            await attacker.send("DELETE", f"/v1/sessions/{session['sessionId']}", key=session["token"])

    await attacker.at_rate(50, make_and_end)
    audit = await attacker.send("GET", "/v1/manage/audit?kind=session&limit=100")
    is_clean = audit is not None and audit.status == 200 and not audit.json()["data"]
    attacker.count(f"{SHOP}200" if is_clean else f"{SHOP}has them in its audit log")


@attack("600 requests a second for a script of pages")
async def pages_without_end(attacker: Attacker) -> None:
    """Asks for the embedding script, which is charged to the address alone."""
    await attacker.begin()
    await attacker.at_rate(600, lambda _: attacker.send("GET", "/embed.js", key=""))
