"""Attacks of a tenant that reads: reports, plans of large venues, records that explode, venues of others."""

from siege.attack import attack
from siege.attacker import Attacker
from siege.many_events import insert_events
from siege.venue_records import Json, layout, seat_key, small_venue

EVENTS = 300_000
LARGE_VENUE_SEATS = 200_000
BEST_VENUE_SEATS = 95_000
"""Nearly as many as one search for the best seats may look at."""


@attack("16 requests at once")
async def reports(attacker: Attacker) -> None:
    """Counts 300,000 events by seat, sixteen times at once. That kept every reader from the database."""
    task = attacker.task
    await insert_events(task.data_dir, task.database_url, task.tenant_id, task.venue_id, EVENTS)
    await attacker.begin()
    await attacker.in_parallel(
        16, lambda number: attacker.send("GET", f"/v1/events/report?groupBy=seat&limit={1000 - number % 100}")
    )


@attack("4 requests at once")
async def large_plans(attacker: Attacker) -> None:
    """Reads the plan of a venue with 200,000 seats."""
    venue_id = await attacker.create_venue({"name": "Large", "rules": {"layout": layout(LARGE_VENUE_SEATS)}})
    await attacker.begin()
    await attacker.in_parallel(4, lambda _: attacker.send("GET", f"/v1/seats/plan?venue={venue_id}"))


@attack("8 requests at once, each with 20,000 free seats of 95,000")
async def best_seats(attacker: Attacker) -> None:
    """Looks for the best of as many free seats as are taken, in a hall with 200 bodies in the way."""
    corners = [[x, y] for x in (-1, 1) for y in (2, 3)]
    body: Json = {"polygon": {"points": [corners[0], corners[1], corners[3], corners[2]], "z": [0, 9]}}
    obstructions = [{"id": f"body {number}", **body} for number in range(200)]
    hall = layout(BEST_VENUE_SEATS) | {"configurations": [{"id": "end", "obstructions": obstructions}]}
    venue_id = await attacker.create_venue({"name": "Large", "rules": {"layout": hall}})
    free = [seat_key(number * 4, BEST_VENUE_SEATS) for number in range(20_000)]
    labels = [f"nowhere {number} {'x' * 400}" for number in range(500)]
    bodies: list[Json] = [{"count": 20}, {"count": 1, "among": free}, {"count": 2, "among": labels}]
    await attacker.begin()

    async def ask(number: int) -> None:
        await attacker.send("POST", "/v1/seats/best", {"venue": venue_id, **bodies[number % 3]})

    await attacker.in_parallel(8, ask)


@attack("8 requests at once")
async def filtered_seats(attacker: Attacker) -> None:
    """Looks through 200,000 seats for a property that only the last one has, a new page each time."""
    hall = layout(LARGE_VENUE_SEATS)
    last = {"id": "Z", "seats": {"count": 1}, "properties": [{"has": ["wheelchair"]}]}
    hall["sections"].append(last)
    venue_id = await attacker.create_venue({"name": "Large", "rules": {"layout": hall}})
    await attacker.begin()

    async def ask(number: int) -> None:
        limit = number % 1000 + 1
        await attacker.send("GET", f"/v1/seats?venue={venue_id}&property=wheelchair&limit={limit}")

    await attacker.in_parallel(8, ask)


@attack("2 requests at once")
async def large_records(attacker: Attacker) -> None:
    """Reads back a record of 8 MB."""
    images = [
        {"url": f"https://pictures.example/{'p' * 300}/{number}.jpg", "covers": {"section": "101"}}
        for number in range(20_000)
    ]
    record: Json = {
        "name": "Large",
        "rules": {"layout": layout(1000)},
        "imagerySets": [{"id": "all", "kind": "photo", "images": images}],
    }
    venue_id = await attacker.create_venue(record)
    await attacker.begin()
    await attacker.in_parallel(2, lambda _: attacker.send("GET", f"/v1/manage/venues/{venue_id}"))


@attack("1 preview a second")
async def record_that_explodes(attacker: Attacker) -> None:
    """Asks for a seat of a section whose 1,500 pictures cover 1,000 rows each: 1.5 million candidates."""
    rows = [str(number) for number in range(1, 1000)]
    pose = {"x": 1.0, "y": 2.0, "z": 3.0}
    images = [
        {
            "url": f"https://pictures.example/{number}.jpg",
            "covers": {"section": "1", "rows": rows},
            "pose": pose,
        }
        for number in range(1500)
    ]
    section = {
        "id": "1",
        "rows": {"first": 1, "last": 1000},
        "seats": {"count": 20},
        "geometry": {"distanceM": 20},
    }
    venue_id = await attacker.create_venue(
        {
            "name": "Hall",
            "rules": {"layout": {"sections": [section]}},
            "imagerySets": [{"id": "all", "kind": "photo", "images": images}],
        }
    )
    await attacker.begin()

    async def ask(number: int) -> None:
        await attacker.send("GET", f"/v1/seats/preview?venue={venue_id}&seat=1/1000/{number % 20 + 1}")

    await attacker.at_rate(1, ask)


@attack("40 requests a second of no body with a key that only reads, half of them left", watches_owner=True)
async def a_tenant_that_has_much(attacker: Attacker) -> None:
    """Reads what a tenant uses, and lists its keys by a label that the last one has.

    The tenant has 800 keys, 300 venues and a long audit log, all within its quotas. Each request is short,
    and looks at all of it. The owner publishes one venue more.
    """
    for number in range(800):
        await attacker.create_key(label=f"till {number}")
    for number in range(300):
        await attacker.create_venue(small_venue(f"Hall {number}"))
    reader = await attacker.create_key(groups=["management_read_only"])
    paths = (
        f"/v1/manage/tenants/{attacker.task.tenant_id}",
        "/v1/manage/keys?limit=100&label=till%200",
        "/v1/manage/venues?limit=100&archived=true",
        "/v1/manage/audit?limit=100&kind=tenant",
        "/v1/manage/changes?limit=1000&types=image.deleted",
    )
    await attacker.begin()

    async def read(number: int) -> None:
        path = paths[number % len(paths)]
        if number // len(paths) % 2:
            await attacker.leave("GET", path, key=reader.plaintext, stay_seconds=0.01)
        else:
            await attacker.send("GET", path, key=reader.plaintext)

    await attacker.at_rate(40, read)


@attack("20 requests a second for 12 venues of another tenant")
async def venues_of_others(attacker: Attacker) -> None:
    """Asks for large venues of another tenant. Each was loaded, only to be refused."""
    record: Json = {"name": "Large", "rules": {"layout": layout(100_000)}}
    other = attacker.task.second_key
    venue_ids = [await attacker.create_venue(record, key=other) for _ in range(12)]
    await attacker.begin()

    async def ask(number: int) -> None:
        venue_id = venue_ids[number % len(venue_ids)]
        paths = (
            f"/v1/seats/preview?venue={venue_id}&seat={seat_key(number, 100_000)}",
            f"/v1/manage/venues/{venue_id}",
        )
        await attacker.send("GET", paths[number % 2])

    await attacker.at_rate(20, ask)
