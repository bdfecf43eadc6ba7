"""Attacks by callers who leave: they send something costly, and close the connection before its answer.

Nobody counts as in progress then, and no limit of requests at once is met. What the service goes on computing
for nobody, everybody else waits for: first those of the same tenant.
"""

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import cycle
from urllib.parse import quote

import msgspec

from siege.attack import attack
from siege.attacker import Attacker, request_bytes
from siege.attacks.rules import COSTLY_PATTERN, long_labels
from siege.many_events import insert_events
from siege.shop import ask_as_shop, beside_the_shop
from siege.venue_records import (
    Json,
    crowded_layout,
    labels_of_similar_sections,
    layout,
    seat_key,
    venue_of_similar_sections,
    venue_with_examples,
)

PAGE = "https://shop.example"
READER: Json = {"groups": ["management_read_only"]}
"""What a key may do that a tenant gives away for dashboards and exports: read, and try out."""
SEARCHED_SEATS = 95_000
LARGE_SEATS = 200_000


@attack(
    "4 requests a second of 200 bytes with buyers' tokens, left after a tenth of a second",
    watches_owner=True,
)
async def best_seats_for_odd_weights(attacker: Attacker) -> None:
    """Looks for the best seats by weights that nobody has sent before, and leaves.

    No kept answer helps, since each search has its own weights. A buyer at another address, who looks in one
    section, waits behind searches that nobody waits for.
    """
    hall = crowded_layout(SEARCHED_SEATS)
    venue_id = await attacker.create_venue({"name": "Hall", "rules": {"layout": hall}})
    tokens = [await attacker.create_token(venue_id) for _ in range(8)]
    another_buyer = await attacker.create_token(venue_id)
    await attacker.begin()

    async def search(number: int) -> None:
        weights = {"distance": 1 + number / 997, "angle": number / 991, "obstruction": 99.0}
        body = {"count": 1 + number % 20, "limit": 20, "weights": weights}
        await attacker.leave("POST", "/v1/seats/best", body, key=tokens[number % len(tokens)])

    async def look_in_one_section() -> None:
        body = {"count": 2, "sections": ["101"]}
        path = "/v1/seats/best"
        await ask_as_shop(attacker, "POST", path, body, key=another_buyer, from_another_address=True)

    await beside_the_shop(attacker, attacker.at_rate(4, search), look_in_one_section, per_second=0.5)


@attack(
    "24 requests of 200 bytes with the Origin of a page, once, left after a tenth of a second",
    watches_owner=True,
)
async def searches_of_a_page_by_what_is_in_the_way(attacker: Attacker) -> None:
    """Looks for groups of seven by nothing but what is in the way, 24 times at once, and leaves.

    Each search looks at every group of the hall, and took six seconds of a processor. Fifteen of them were
    still in the queue two minutes after the page was closed, and buyers at other addresses got 429.
    """
    venue_id = await attacker.create_venue({"name": "Hall", "rules": {"layout": crowded_layout(20_000)}})
    page_key = await attacker.create_key(allowedOrigins=[PAGE], allowOriginOnly=True)
    another_buyer = await attacker.create_token(venue_id)
    weights = {"distance": 0, "angle": 0, "cValue": 0, "obstruction": 1}
    await attacker.begin()

    async def search(number: int) -> None:
        body = {"venue": venue_id, "count": 7, "limit": 20 - number % 20, "weights": weights}
        page = {"origin": PAGE, "x-key-id": page_key.key_id}
        await attacker.leave("POST", "/v1/seats/best", body, key="", headers=page)

    async def search_all() -> None:
        await asyncio.gather(*map(search, range(24)))
        await attacker.wait()

    async def look_in_one_section() -> None:
        body = {"count": 2, "sections": ["101"]}
        path = "/v1/seats/best"
        await ask_as_shop(attacker, "POST", path, body, key=another_buyer, from_another_address=True)

    await beside_the_shop(attacker, search_all(), look_in_one_section, per_second=0.5)


@attack(
    "5 requests a second of 250 kB with the Origin of a page, left after a tenth of a second",
    watches_owner=True,
)
async def labels_of_a_page_that_is_closed(attacker: Attacker) -> None:
    """Resolves labels that read like hundreds of sections, as a page that is closed again at once.

    The page brings no session, which would have a rate of its own, only its Origin. The shop's server
    resolves twenty labels meanwhile.
    """
    venue_id = await attacker.create_venue(venue_of_similar_sections())
    page_key = await attacker.create_key(allowedOrigins=[PAGE], allowOriginOnly=True)
    page = {"origin": PAGE, "x-key-id": page_key.key_id}
    await attacker.begin()

    async def resolve(number: int) -> None:
        body = {"venue": venue_id, "labels": labels_of_similar_sections(number, 500)}
        await attacker.leave("POST", "/v1/seats/resolve", body, key="", headers=page)

    labels = {"venue": venue_id, "labels": [f"Box {each} row 1 seat 2" for each in range(20)]}
    await beside_the_shop(
        attacker,
        attacker.at_rate(5, resolve),
        lambda: ask_as_shop(attacker, "POST", "/v1/seats/resolve", labels),
        per_second=1,
    )


@attack("5 requests a second for links of a mailing, left after a tenth of a second", watches_owner=True)
async def links_of_a_mailing_opened_and_left(attacker: Attacker) -> None:
    """Opens links to preview images, which need no key, and leaves before the image is made.

    Each link is for another seat, so that each image is made anew, one after the other for its tenant. The
    shop's own image waits behind images that nobody will see.
    """
    venue_id = await attacker.create_venue({"name": "Hall", "rules": {"layout": crowded_layout(5_000)}})
    links = [await _image_link(attacker, venue_id, number) for number in range(60)]
    own_seats = cycle(range(1, 21))
    await attacker.begin()

    async def open_link(number: int) -> None:
        await attacker.leave("GET", links[number % len(links)], key="")

    async def ask_for_an_image() -> None:
        path = f"/v1/seats/preview/image?venue={venue_id}&seat=101/25/{next(own_seats)}&size=og"
        # It may wait for a still, for four seconds, before it is made.
        await ask_as_shop(attacker, "GET", path, late_seconds=9)

    await beside_the_shop(attacker, attacker.at_rate(5, open_link), ask_for_an_image, per_second=0.5)


@attack("8 requests a second with a key that only reads, left after a tenth of a second", watches_owner=True)
async def views_left_by_a_reader(attacker: Attacker) -> None:
    """Asks for the views of section after section in six configurations, with 200 bodies of 25 corners each.

    Every page is one that nobody has asked for, and takes as long as a page may.
    """
    record: Json = {"name": "Hall", "rules": {"layout": crowded_layout(50_000, configurations=6)}}
    venue_id = await attacker.create_venue(record)
    reader = await attacker.create_key(**READER)
    await attacker.begin()

    async def look(number: int) -> None:
        kind = ("seat-views", "restricted-views")[number % 2]
        where = f"configuration=c{number % 6}" + (f"&section={101 + number % 100}" if number % 2 == 0 else "")
        path = f"/v1/manage/venues/{venue_id}/{kind}?limit={100 - number % 50}&{where}"
        await attacker.leave("GET", path, key=reader.plaintext)

    await attacker.at_rate(8, look)


@attack("2 requests a second of no body with a key that only reads, left after 0.2 s", watches_owner=True)
async def comparisons_left_by_a_reader(attacker: Attacker) -> None:
    """Compares two versions of a hall whose 100,000 seats have all moved, with 10,000 examples in each.

    A request is one line, and stands for ten seconds of resolving labels.
    """
    record = venue_with_examples("Hall", 100_000)
    venue_id = await attacker.create_venue(record)
    record["rules"]["layout"]["sections"][0]["geometry"]["distanceM"] = 25
    await attacker.send("PUT", f"/v1/manage/venues/{venue_id}", record)
    reader = await attacker.create_key(**READER)
    await attacker.begin()

    async def compare(number: int) -> None:
        version = 1 + number % 2
        path = f"/v1/manage/venues/{venue_id}/versions/{version}/changes?since={3 - version}"
        await attacker.leave("GET", path, key=reader.plaintext, stay_seconds=0.2)

    await attacker.at_rate(2, compare)


@attack("2 requests a second of no body with a key that only reads, left after 0.2 s", watches_owner=True)
async def exports_left_by_a_reader(attacker: Attacker) -> None:
    """Has 200,000 seats written as a workbook, a drawing, a plan and a table in turn, and takes none of them.

    Each is a line to ask for, tens of megabytes to make, and a process of its own that keeps all of them.
    """
    venue_id = await attacker.create_venue({"name": "Hall", "rules": {"layout": layout(LARGE_SEATS)}})
    reader = await attacker.create_key(**READER)
    formats = ("xlsx", "svg", "pretix", "geojson", "csv")
    await attacker.begin()

    async def export(number: int) -> None:
        path = f"/v1/manage/venues/{venue_id}/export?format={formats[number % len(formats)]}"
        await attacker.leave("GET", path, key=reader.plaintext, stay_seconds=0.2)

    await attacker.at_rate(2, export)


@attack("1 request a second of 0.5 MB with a key that only reads, left after 0.2 s", watches_owner=True)
async def searches_for_rules_left_by_a_reader(attacker: Attacker) -> None:
    """Asks for label rules for 1,000 long labels, with 50 costly rules to judge, and leaves.

    A search goes on until its time is over. A key that can change nothing keeps the processes busy in which
    the owner's records are checked.
    """
    reader = await attacker.create_key(**READER)
    judged: list[Json] = [{"type": "reject", "pattern": f"{COSTLY_PATTERN}{number}"} for number in range(3)]
    judged += [{"type": "drop", "words": [f"word{number}"]} for number in range(47)]
    labels = long_labels(1000)
    path = f"/v1/manage/venues/{attacker.task.venue_id}/seat-keys/suggest"
    await attacker.begin()

    async def suggest(number: int) -> None:
        # The half has an expectation, and the others have to be guessed.
        cases = [
            {"label": f"{number} {label}"[:512], **({"expect": "1/1/1"} if each % 2 else {})}
            for each, label in enumerate(labels)
        ]
        body = {"labels": cases, "judge": judged if number % 2 else []}
        await attacker.leave("POST", path, body, key=reader.plaintext, stay_seconds=0.2)

    await attacker.at_rate(1, suggest)


@attack(
    "10 requests a second of no body with a key that only reads, left after a tenth of a second",
    watches_owner=True,
)
async def templates_left_by_a_reader(attacker: Attacker) -> None:
    """Has stadiums of 80,000 seats computed, each with one seat fewer than the last, and leaves.

    The whole cost of a request is in a number, and no two have the same.
    """
    reader = await attacker.create_key(**READER)
    await attacker.begin()

    async def generate(number: int) -> None:
        path = f"/v1/manage/templates/stadium?seats={90_000 - number}"
        await attacker.leave("GET", path, key=reader.plaintext)

    await attacker.at_rate(10, generate)


@attack("1 request a second of 0.5 MB with a key for one venue, left after 0.2 s", watches_owner=True)
async def rehearsed_publishing_that_is_left(attacker: Attacker) -> None:
    """Asks what the publishing of a draft would change for 1,000 labels, and leaves.

    The dry run resolves them, and 20,000 examples, in both records, for as long as it may. The key may do
    that at one venue, and the owner publishes another.
    """
    record = venue_with_examples("Hall", 100_000)
    venue_id = await attacker.create_venue(record)
    key = await attacker.create_key(groups=["management"], venues=[venue_id])
    record["rules"]["seatKeys"]["rules"] = [{"type": "drop", "words": ["vip"]}]
    await attacker.send("PUT", f"/v1/manage/venues/{venue_id}/draft", record, key=key.plaintext)
    path = f"/v1/manage/venues/{venue_id}/draft/publish?dryRun=true"
    labels = long_labels(1000)
    await attacker.begin()

    async def rehearse(number: int) -> None:
        body = {"labels": [f"{number} {label}"[:512] for label in labels]}
        await attacker.leave("POST", path, body, key=key.plaintext, stay_seconds=0.2)

    await attacker.at_rate(1, rehearse)


@attack(
    "1 request a second of 5 MB with a key that only reads, left half a second after its last byte",
    watches_owner=True,
)
async def imports_left_by_a_reader(attacker: Attacker) -> None:
    """Imports tables of 240,000 seats that stand in no order, and leaves when the last byte is sent.

    The body has been received, so that no deadline of bodies ends it. The reading goes on for half a minute.
    """
    reader = await attacker.create_key(**READER)
    lines = "".join(f"{number * 7919 % 99991},{number * 104729 % 99989}\n" for number in range(240_000))
    await attacker.begin()

    async def read(number: int) -> None:
        table = f"x,y\n{number},{number}\n{lines}".encode()
        await attacker.leave(
            *("POST", "/v1/manage/venues/import?format=table", table),
            key=reader.plaintext,
            media_type="application/octet-stream",
            stay_seconds=0.5,
        )

    await attacker.at_rate(1, read)


@attack("1 connection a second with 60 requests of 20 kB in a row, left after 0.2 s", watches_owner=True)
async def a_row_of_requests_that_is_left(attacker: Attacker) -> None:
    """Sends sixty requests for labels on one connection without waiting for an answer, and leaves.

    One connection, and one request at a time in progress: whoever notices only that the client of the request
    in progress has gone goes on with the next.
    """
    venue_id = await attacker.create_venue(venue_of_similar_sections())
    tokens = [await attacker.create_token(venue_id) for _ in range(8)]
    await attacker.begin()

    async def send_all(number: int) -> None:
        token = tokens[number % len(tokens)]
        bodies = (labels_of_similar_sections(number * 60 + each, 40) for each in range(60))
        requests = (_resolve_request(attacker, token, labels) for labels in bodies)
        await attacker.send_and_leave(b"".join(requests), stay_seconds=0.2)

    labels = {"venue": venue_id, "labels": [f"Box {each} row 1 seat 2" for each in range(20)]}
    await beside_the_shop(
        attacker,
        attacker.at_rate(1, send_all),
        lambda: ask_as_shop(attacker, "POST", "/v1/seats/resolve", labels),
        per_second=1,
    )


@attack(
    "8 requests a second of no body with a key for events, left after a tenth of a second",
    watches_owner=True,
)
async def reports_of_odd_times(attacker: Attacker) -> None:
    """Counts 300,000 events between two times that are no midnights, others in each request, and leaves.

    Only whole days are counted beforehand. The owner asks for its report by day meanwhile.
    """
    task = attacker.task
    await insert_events(task.data_dir, task.database_url, task.tenant_id, task.venue_id, 300_000)
    key = await attacker.create_key(groups=["events"])
    now = datetime.now(UTC)
    await attacker.begin()

    async def report(number: int) -> None:
        start = now - timedelta(days=250, microseconds=number + 1)
        end = now - timedelta(days=1, microseconds=number + 1)
        times = f"from={quote(_time(start))}&until={quote(_time(end))}"
        path = f"/v1/events/report?groupBy=seat&limit=1000&{times}"
        await attacker.leave("GET", path, key=key.plaintext)

    await beside_the_shop(
        attacker,
        attacker.at_rate(8, report),
        lambda: ask_as_shop(attacker, "GET", "/v1/events/report?groupBy=day"),
        per_second=0.5,
    )


@attack(
    "3 requests a second of 300 bytes with a key that only reads, left after a tenth of a second",
    watches_owner=True,
)
async def dry_runs_of_other_halls(attacker: Attacker) -> None:
    """Tries a label on a layout of 250,000 seats that is in the request, and not the venue's, and leaves.

    The venue is small. What the service has to make is not stored anywhere, and another one each time.
    """
    reader = await attacker.create_key(**READER)
    path = f"/v1/manage/venues/{attacker.task.venue_id}/seat-keys/test"
    await attacker.begin()

    async def try_rules(number: int) -> None:
        hall = layout(250_000)
        hall["sections"][0]["geometry"]["distanceM"] = 20 + number / 100
        rules: Json = {"layout": hall, "seatKeys": {"rules": [], "examples": []}}
        body = {"labels": [f"row {number} seat 1"], "rules": rules}
        await attacker.leave("POST", path, body, key=reader.plaintext)

    await attacker.at_rate(3, try_rules)


async def _image_link(attacker: Attacker, venue_id: str, number: int) -> str:
    """Returns the path of a link to a preview image of one of the seats."""
    body = {"venue": venue_id, "seat": seat_key(number * 61, 5_000), "size": "wide"}
    answer = await attacker.send("POST", "/v1/seats/preview/image-links", body)
    if answer is None or answer.status not in (200, 201):
        return "/preview-images/none.jpg"
    return "/" + str(answer.json()["url"]).partition("://")[2].partition("/")[2]


def _resolve_request(attacker: Attacker, token: str, labels: list[str]) -> bytes:
    data = msgspec.json.encode({"labels": labels})
    return request_bytes("POST", "/v1/seats/resolve", attacker.headers(data, token, "application/json"), data)


def _time(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")
