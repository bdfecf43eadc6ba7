"""What a release gives out and others keep: cursors, tokens, links, addresses, ETags; and what it answers.

It is asked of one release and presented to another one."""

from typing import Any

import httpx
import msgspec

from cast import bearer
from imagery.sample_pictures import photo

HALL: dict[str, Any] = {
    "name": "Hall",
    "timezone": "Europe/Berlin",
    "aliases": [{"name": "Great Hall"}, {"name": "Kop", "section": "S"}],
    "imagerySets": [
        {
            "id": "photos",
            "kind": "photo",
            "attribution": "A. Photographer",
            "images": [{"object": "a.jpg", "covers": {"section": "S", "rows": ["A"]}}],
        }
    ],
    "rules": {
        "layout": {
            "sections": [{"id": "S", "name": "Stalls", "rows": ["A", "B", "C"], "seats": {"count": 9}}]
        },
        "seatKeys": {"rules": [{"type": "drop", "words": ["vip"]}]},
    },
    "viewerDefaults": {"theme": "dark"},
    "translations": {"de": {"sections": {"S": "Parkett"}}},
}
LISTS = (
    "/manage/keys",
    "/manage/venues",
    "/manage/audit",
    "/manage/tenants",
    "/manage/venues/{hall}/imagery",
    "/manage/venues/{hall}/grants",
    "/events",
    "/seats?venue={hall}",
)
ANSWERS = (
    "/manage/tenants",
    "/manage/tenants/{tenant}",
    "/manage/keys",
    "/manage/keys/{key}",
    "/manage/keys/{rotated}",
    "/manage/keys/{revoked}",
    "/manage/venues",
    "/manage/venues/{hall}",
    "/manage/venues/{hall}/grants",
    "/manage/venues/{hall}/imagery",
    "/events",
    "/events/report?groupBy=seat&venue={hall}",
    "/seats?venue={hall}",
    "/seats/plan?venue={hall}",
    *(f"/seats/preview?venue={{hall}}&seat=S/{row}/{seat}" for row in "ABC" for seat in (1, 5, 9)),
    "/seats/preview?venue=Great%20Hall&seat=Kop%20row%20B%20seat%203&locale=de",
    "/seats/preview?venue={hall}&seat=S/A/99",
    "/manage/venues/ven_00000000000000000000",
)
"""Paths that every release answers."""

_OF_THE_MOMENT = {
    "expiresAt",
    "nextCursor",
    "lastUsedAt",
    "remaining",
    "resetSeconds",
    "rateLimits",
    "requestId",
    "instance",
}
_NEWLY_KNOWN = {"hall"}
"""Members that were null where a release could not say it yet."""
_WORDS = {"title", "detail", "description"}
"""Members whose wording may change in any release (docs/versions.md)."""


class GivenOut(msgspec.Struct, frozen=True):
    """What a service gave out: to whom, and what it answered to that."""

    ids: dict[str, str]
    second_pages: dict[str, tuple[str, list[Any]]]
    """By the path of a list, the cursor of its second page, and the entries of that page."""
    session_token: str
    image_link: str
    addresses: list[str]
    """Signed addresses of images, as paths with their queries."""
    etags: dict[str, str]
    """By the path of a record."""
    shop_key: str
    answers: dict[str, Any]
    """By the path, the status and the body."""


def fill(client: httpx.Client) -> dict[str, str]:
    """Creates records of every kind, and returns the ids by which the rest names them."""
    tenants = [created(client, "/manage/tenants", {"name": f"Tenant {n}"})["tenantId"] for n in range(3)]
    keys = [
        created(client, "/manage/keys", {"tenantId": tenants[0], "label": f"Key {number}"})
        for number in range(4)
    ]
    rotated, revoked = keys[1]["keyId"], keys[2]["keyId"]
    succeeds(client.post(f"/manage/keys/{rotated}/rotate", json={}))
    succeeds(client.delete(f"/manage/keys/{revoked}"))
    limited = {"allowedOrigins": ["https://shop.example"], "rateLimit": {"requests": 90, "perSeconds": 60}}
    client.patch(f"/manage/keys/{keys[0]['keyId']}", json=limited)
    hall = created(client, "/manage/venues", {"tenantId": tenants[0], **HALL})["venueId"]
    for number in range(2):
        created(
            client,
            "/manage/venues",
            {"tenantId": tenants[0], **HALL, "aliases": [], "name": f"Hall {number}"},
        )
    jpeg = {"content-type": "image/jpeg"}
    for name in ("a.jpg", "b.jpg", "c.jpg"):
        succeeds(client.put(f"/manage/venues/{hall}/imagery/{name}", content=photo(640, 320), headers=jpeg))
    for grantee in tenants[1:]:
        succeeds(client.put(f"/manage/venues/{hall}/grants/{grantee}", json={}))
    events = [
        {
            "eventId": f"01a1e061-7208-7c3a-9d41-5f0e8a6b2c1{n}",
            "kind": "seat_viewed",
            "venue": hall,
            "seat": "S/B/2",
        }
        for n in range(4)
    ]
    succeeds(client.post("/events", json={"events": events}))
    ids = {
        "hall": hall,
        "tenant": tenants[0],
        "key": keys[3]["keyId"],
        "rotated": rotated,
        "revoked": revoked,
    }
    return {**ids, "shop": keys[3]["plaintext"]}


def give_out(client: httpx.Client, ids: dict[str, str]) -> GivenOut:
    """Asks a service for everything that it gives out."""
    second_pages = {}
    for path in (each.format(**ids) for each in LISTS):
        first = page(client, path)
        cursor = first["nextCursor"]
        if cursor is not None:
            second_pages[path] = cursor, page(client, path, cursor=cursor)["data"]
    seat = {"venue": ids["hall"], "seat": "S/A/1"}
    preview = client.get("/seats/preview", params=seat).json()
    venue = f"/manage/venues/{ids['hall']}"
    return GivenOut(
        ids={name: value for name, value in ids.items() if name != "shop"},
        second_pages=second_pages,
        session_token=created(client, "/sessions", {"venue": ids["hall"]})["token"],
        image_link=path_of(created(client, "/seats/preview/image-links", seat)["url"]),
        addresses=sorted({path_of(each) for each in addresses_in(preview)}),
        etags={venue: client.get(venue).headers["etag"]},
        shop_key=ids["shop"],
        answers=answers(client, ids),
    )


def answers(client: httpx.Client, ids: dict[str, str]) -> dict[str, Any]:
    """Returns what a service answers, by the path."""
    found = {}
    for path in (each.format(**ids) for each in ANSWERS):
        answer = client.get(path)
        found[path] = [answer.status_code, answer.json()]
    return found


def check_is_valid(client: httpx.Client, given: GivenOut) -> None:
    """Presents what another release gave out. Changes no record."""
    assert len(given.second_pages) >= 5
    for path, (cursor, entries) in given.second_pages.items():
        found = page(client, path, cursor=cursor)["data"]
        # The log has grown since, at its newest end: a cursor goes on towards the oldest.
        assert [known(each) for each in found] == [known(each) for each in entries], path
    token = dict([bearer(given.session_token)])
    preview = client.get("/seats/preview", params={"seat": "S/A/1"}, headers=token)
    assert preview.status_code == 200, preview.text
    assert client.get("/caller", headers=dict([bearer(given.shop_key)])).status_code == 200
    assert given.addresses
    for path in (given.image_link, *given.addresses):
        # Addresses name the service that made them.
        answer = httpx.get(str(client.base_url.copy_with(raw_path=path.encode())), timeout=client.timeout)
        assert answer.status_code == 200, f"{path}: {answer.text}"
        assert answer.headers["content-type"].startswith("image/")


def check_etags(client: httpx.Client, given: GivenOut) -> None:
    """Changes each record by the ETag that another release gave out, and by none else."""
    for path, etag in given.etags.items():
        assert client.put(path, json=HALL, headers={"If-Match": '"another"'}).status_code == 412
        assert client.put(path, json=HALL, headers={"If-Match": etag}).status_code == 200


def differences(before: Any, after: Any, where: str = "") -> list[str]:
    """Returns where an answer lost or changed something. Members may come in addition."""
    if isinstance(before, dict) and isinstance(after, dict):
        return [
            found
            for name, value in before.items()
            if name not in _OF_THE_MOMENT | _WORDS and not (name in _NEWLY_KNOWN and value is None)
            for found in differences(value, after.get(name, "(missing)"), f"{where}/{name}")
        ]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = zip(before, after, strict=True)
        return [
            found for n, (one, other) in enumerate(pairs) for found in differences(one, other, f"{where}/{n}")
        ]
    if isinstance(before, str) and before.startswith("http://127.0.0.1") and isinstance(after, str):
        # Signed at another time, for another port.
        before, after = (path_of(each).partition("?")[0].rpartition("/")[2] for each in (before, after))
    return [] if before == after else [f"{where}: {before} is now {after}"]


def known(entry: dict[str, Any]) -> object:
    """Returns what tells an entry of a list from the others."""
    names = ("eventId", "keyId", "changeId", "imageId", "name", "venueId", "tenantId", "id", "key")
    return next(entry[name] for name in names if name in entry)


def page(client: httpx.Client, path: str, **query: str) -> dict[str, Any]:
    answer = client.get(path, params={**httpx.URL(path).params, "limit": "1", **query})
    assert answer.status_code == 200, f"{path}: {answer.text}"
    return dict(answer.json())


def created(client: httpx.Client, path: str, body: object) -> Any:
    return succeeds(client.post(path, json=body)).json()


def succeeds(answer: httpx.Response) -> httpx.Response:
    assert answer.is_success, answer.text
    return answer


def addresses_in(value: Any) -> list[str]:
    """Returns all addresses of this service in an answer."""
    if isinstance(value, dict):
        return [found for each in value.values() for found in addresses_in(each)]
    if isinstance(value, list):
        return [found for each in value for found in addresses_in(each)]
    return [value] if isinstance(value, str) and value.startswith("http://127.0.0.1") else []


def path_of(url: str) -> str:
    return httpx.URL(url).raw_path.decode()
