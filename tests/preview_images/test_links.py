"""Signed links to preview images: only what was signed is accepted, in its one spelling, while it lasts."""

import base64
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple, replace

from seatpreview.preview_images.links import (
    BASE_PATH,
    ImageLinkClaims,
    digest_of_keys,
    link_path,
    verify_link,
)
from seatpreview.problems import SignatureInvalid
from seatpreview.signing import SIGNATURE_BYTES, Signing, rotate, signing_of
from seatpreview.values.clock import MICROSECONDS, Clock, Moment
from seatpreview.values.ids import TenantId, VenueId

SIGNING = Signing(b"a secret of the tests")
END = 2_000_000_000
NOW = Moment((END - 60) * MICROSECONDS)

CLAIMS = ImageLinkClaims(
    venue_id=VenueId.new(),
    tenant_id=TenantId.new(),
    generation=3,
    expires_seconds=END,
    seat="101/B/2",
    keys_digest=b"",
    configuration="end-stage",
    locale=None,
    size="og",
    created_at=Moment(1_900_000_000 * MICROSECONDS),
)

CHANGES: dict[str, Any] = {
    "venue_id": st.builds(VenueId.new),
    "tenant_id": st.builds(TenantId.new),
    "generation": st.integers(0, 1000),
    "expires_seconds": st.integers(END - 1000, END + 1000),
    "seat": st.text(min_size=1, max_size=20),
    "keys_digest": st.binary(max_size=16),
    "configuration": st.none() | st.text(min_size=1, max_size=8),
    "locale": st.none() | st.sampled_from(["de", "en"]),
    "size": st.sampled_from(["og", "square", "wide"]),
    "created_at": st.none() | st.integers(0, END * MICROSECONDS),
}


def accepted(path: str, query: bytes = b"", at: Moment = NOW, signing: Signing = SIGNING) -> bool:
    try:
        verify_link(signing, path, query, at)
    except SignatureInvalid:
        return False
    return True


def test_every_parameter_has_a_strategy() -> None:
    assert CHANGES.keys() == set(ImageLinkClaims.__struct_fields__)


@given(st.fixed_dictionaries(CHANGES))
def test_what_is_signed_is_read_back(members: dict[str, Any]) -> None:
    claims = ImageLinkClaims(**members | {"expires_seconds": END})
    path = link_path(SIGNING, claims)
    assert path.startswith(BASE_PATH)
    assert path.endswith(".jpg")
    assert verify_link(SIGNING, path, b"", NOW) == claims


def test_a_link_of_an_earlier_version_is_still_read() -> None:
    """It does not say when it was made."""
    earlier = msgspec.msgpack.encode(astuple(CLAIMS)[:-1], enc_hook=str)
    message = b"\0" * (-len(earlier) % 3) + earlier
    signed = SIGNING.sign("preview image link", message) + message
    path = f"{BASE_PATH}{base64.urlsafe_b64encode(signed).decode()}.jpg"
    assert verify_link(SIGNING, path, b"", NOW) == replace(CLAIMS, created_at=None)


@given(st.data())
def test_a_changed_parameter_invalidates_the_link(data: st.DataObject) -> None:
    """Attack: another seat, a later end or another venue with an issued signature."""
    name = data.draw(st.sampled_from(sorted(CHANGES)))
    changed = replace(CLAIMS, **{name: data.draw(CHANGES[name])})
    signed, other = (
        base64.urlsafe_b64decode(link_path(SIGNING, each)[len(BASE_PATH) : -4]) for each in (CLAIMS, changed)
    )
    mixed = signed[:SIGNATURE_BYTES] + other[SIGNATURE_BYTES:]
    path = f"{BASE_PATH}{base64.urlsafe_b64encode(mixed).decode()}.jpg"
    assert accepted(path) == (changed == CLAIMS)


@given(st.integers(0, 1000), st.sampled_from("ABab01_-=.%/ "))
def test_any_other_spelling_is_refused(position: int, character: str) -> None:
    path = link_path(SIGNING, CLAIMS)
    position %= len(path)
    changed = path[:position] + character + path[position + 1 :]
    assert accepted(changed) == (changed == path)
    assert not accepted(path[:position] + character + path[position:])
    assert not accepted(path[:position] + path[position + 1 :])


@pytest.mark.parametrize("query", [b"a=b", b"size=wide"])
def test_a_link_takes_no_parameters(query: bytes) -> None:
    assert accepted(link_path(SIGNING, CLAIMS))
    assert not accepted(link_path(SIGNING, CLAIMS), query)


def test_a_link_ends_to_the_second() -> None:
    path = link_path(SIGNING, CLAIMS)
    assert accepted(path, at=Moment(END * MICROSECONDS - 1))
    assert not accepted(path, at=Moment(END * MICROSECONDS))


def test_a_signature_for_another_purpose_is_no_link() -> None:
    """Attack: a signed text of another kind, presented as a link."""
    message = base64.urlsafe_b64decode(link_path(SIGNING, CLAIMS)[len(BASE_PATH) : -4])[SIGNATURE_BYTES:]
    for purpose in ("session", "image url"):
        signed = base64.urlsafe_b64encode(SIGNING.sign(purpose, message) + message).decode()
        assert not accepted(f"{BASE_PATH}{signed}.jpg")


def test_links_outlive_the_secret_that_signed_them(tmp_path: Path) -> None:
    signing = signing_of(tmp_path, "")
    path = link_path(signing, CLAIMS)
    rotate(tmp_path, Moment(Clock().now() - 399 * 86_400 * MICROSECONDS))
    assert accepted(path, signing=signing_of(tmp_path, ""))
    rotate(tmp_path, Clock().now(), forget=True)
    assert not accepted(path, signing=signing_of(tmp_path, ""))


@given(st.lists(st.text(max_size=8), min_size=2, max_size=5).map(tuple))
def test_the_keys_of_several_seats_are_told_apart(keys: tuple[str, ...]) -> None:
    joined = (keys[0] + keys[1], *keys[2:], "")
    others = [(*keys, "x"), keys[::-1], joined, keys[:1]]
    assert all((digest_of_keys(other) == digest_of_keys(keys)) == (other == keys) for other in others)
