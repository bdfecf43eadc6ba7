"""Attacks of a tenant by its own rules: patterns that cost much, large records, dry runs and suggestions."""

import random
from urllib.parse import quote

from siege.attack import attack
from siege.attacker import Attacker
from siege.venue_records import Json, small_venue, venue_with_examples

COSTLY_PATTERN = "((a|b| ){0,100}){0,10}xy"
"""RE2 takes time in proportion to the size of the program, which is about 5,000 instructions here."""
LONG_LABEL = "a b " * 128


def _with_rules(patterns: list[str]) -> Json:
    record = small_venue("Hall")
    record["rules"]["seatKeys"] = {"rules": [{"type": "reject", "pattern": each} for each in patterns]}
    return record


@attack("1 PUT, then 2 previews a second and 1 resolve a second of 50 labels")
async def costly_rules(attacker: Attacker) -> None:
    """Puts 200 rules with a costly pattern, and resolves labels. One preview stalled everybody 9 s."""
    record = _with_rules([COSTLY_PATTERN + str(number) for number in range(200)])
    await attacker.begin()
    venue_id = attacker.task.venue_id
    await attacker.send("PUT", f"/v1/manage/venues/{venue_id}", record)

    async def ask(number: int) -> None:
        label = f"{LONG_LABEL[:500]}{number}"
        if number % 3 == 2:
            labels = [f"{label} {each}" for each in range(50)]
            await attacker.send("POST", "/v1/seats/resolve", {"venue": venue_id, "labels": labels})
        else:
            await attacker.send("GET", f"/v1/seats/preview?venue={venue_id}&seat={quote(label)}")

    await attacker.at_rate(3, ask)


@attack("1 PUT every 2 seconds, each with 500 new patterns")
async def many_patterns(attacker: Attacker) -> None:
    """Puts records with 500 patterns, which have to be compiled. That took 3 s on the loop."""
    await attacker.begin()
    path = f"/v1/manage/venues/{attacker.task.venue_id}"

    async def put(number: int) -> None:
        record = _with_rules([f"((a|b| ){{0,100}}){{0,9}}x{number}y{each}" for each in range(500)])
        await attacker.send("PUT", path, record)

    await attacker.at_rate(0.5, put)


@attack("10 PUTs at once, of ten venues, again and again")
async def large_puts(attacker: Attacker) -> None:
    """Publishes a venue of 100,000 seats with 10,000 examples. Ten at once made others wait for 29 s."""
    record = venue_with_examples("Hall", 100_000)
    venue_ids = [await attacker.create_venue(small_venue("Hall")) for _ in range(10)]
    await attacker.begin()

    async def put(number: int) -> None:
        await attacker.send("PUT", f"/v1/manage/venues/{venue_ids[number % 10]}", record)

    await attacker.in_parallel(10, put)


@attack("2 requests at once, each with 5,000 labels of 512 characters")
async def dry_runs(attacker: Attacker) -> None:
    """Tries rules on as many and as long labels as are taken."""
    body = {"labels": long_labels(5000)}
    await attacker.begin()
    path = f"/v1/manage/venues/{attacker.task.venue_id}/seat-keys/test"
    await attacker.in_parallel(2, lambda _: attacker.send("POST", path, body))


@attack("2 requests at once, each with 1,000 labels of 512 characters")
async def suggestions(attacker: Attacker) -> None:
    """Asks for rules for as many and as long labels as are taken. A search took 84 s of its 10."""
    cases = [{"label": label, "expect": "1/1/1"} for label in long_labels(1000)]
    await attacker.begin()
    path = f"/v1/manage/venues/{attacker.task.venue_id}/seat-keys/suggest"
    await attacker.in_parallel(2, lambda _: attacker.send("POST", path, {"labels": cases}))


@attack("2 PUTs at once, each with 5,000 aliases")
async def large_alias_lists(attacker: Attacker) -> None:
    """Replaces the aliases of two venues by as many as are taken, all of them new."""
    venue_ids = [attacker.task.venue_id, await attacker.create_venue(small_venue("Hall"))]
    await attacker.begin()

    async def put(number: int) -> None:
        aliases = [{"name": f"Hall {number} {each} {'x' * 60}"} for each in range(5000)]
        path = f"/v1/manage/venues/{venue_ids[number % 2]}"
        await attacker.send("PUT", path, {**small_venue("Hall"), "aliases": aliases})

    await attacker.in_parallel(2, put)


def long_labels(count: int) -> list[str]:
    """Returns labels of different words, the same ones in every run."""
    rng = random.Random(1)
    words = ["".join(rng.choices("abcdefghijklmnop", k=6)) for _ in range(2000)]
    return [" ".join(rng.choices(words, k=73))[:505] + f" {number}" for number in range(count)]
