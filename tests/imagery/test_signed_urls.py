"""Signed addresses: an issued address is valid until it expires, and no other address is."""

import base64
from urllib.parse import urlsplit

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from seatpreview.imagery.model import prefix_of
from seatpreview.imagery.signed_urls import (
    BASE_PATH,
    VerifiedUrl,
    expiry,
    next_rotation_at,
    signed_query,
    verify_url,
)
from seatpreview.problems import SignatureInvalid
from seatpreview.signing import Signing
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import ImageId, VenueId

SIGNING = Signing(b"0" * 32)
VENUE, OTHER_VENUE = VenueId("ven_000000000001"), VenueId("ven_000000000002")
IMAGE, OTHER_IMAGE = ImageId("img_000000000001"), ImageId("img_000000000002")
PREFIX = prefix_of(VENUE, IMAGE)
EXPIRES = 1_800_000_000
AT = Moment((EXPIRES - 900) * MICROSECONDS)
FILES = (
    "full.jpg",
    "full.png",
    "full.webp",
    "full.avif",
    "preview.jpg",
    "tiles/0_0.jpg",
    "tiles/15_7.jpg",
    "tiles/2048/3_1.webp",
    "tiles/8192/7_3.jpg",
)

files = st.sampled_from(FILES)


def address(file: str, prefix: str = PREFIX, expires: int = EXPIRES, signing: Signing = SIGNING) -> str:
    return f"{BASE_PATH}{prefix}{file}?{signed_query(signing, prefix, expires)}"


def verified_or_none(url: str, at: int = AT, signing: Signing = SIGNING) -> VerifiedUrl | None:
    """Returns the file of an address; None if it is refused."""
    path, _, query = url.partition("?")
    try:
        return verify_url(signing, path, query.encode("latin-1"), Moment(at))
    except SignatureInvalid:
        return None


@pytest.mark.parametrize("file", FILES)
def test_one_signature_is_good_for_every_file_of_an_image(file: str) -> None:
    assert urlsplit(address(file)).query == urlsplit(address("full.jpg")).query
    assert verified_or_none(address(file)) == VerifiedUrl(f"{PREFIX}{file}", f"{IMAGE}/{file}", EXPIRES)


def test_an_address_works_until_it_ends_to_the_microsecond() -> None:
    end = EXPIRES * MICROSECONDS
    assert verified_or_none(address("full.jpg"), end - 1) is not None
    assert verified_or_none(address("full.jpg"), end) is None
    assert verified_or_none(address("full.jpg"), end + MICROSECONDS) is None


@given(files, st.integers(0, 200), st.characters(max_codepoint=255))
def test_no_character_can_be_changed(file: str, place: int, character: str) -> None:
    """Attack: changing an issued address, even if only in its spelling."""
    url = address(file)
    place %= len(url)
    changed = url[:place] + character + url[place + 1 :]
    assume(changed != url)
    assert_refused_or_same_image(changed)


@given(files, st.integers(0, 200), st.integers(1, 20))
def test_no_part_can_be_left_out(file: str, place: int, length: int) -> None:
    url = address(file)
    place %= len(url)
    assert_refused_or_same_image(url[:place] + url[place + length :])


@given(files, st.integers(0, 200), st.text(st.characters(max_codepoint=255), min_size=1, max_size=20))
@example("full.jpg", 200, "&a=b")
@example("full.jpg", 200, "&expires=1800000001")
@example("full.jpg", 200, "=")
@example("full.jpg", 8, "../")
@example("full.jpg", 7, "/")
@example("full.jpg", 7, "./")
@example("full.jpg", 42, "tiles/../")
def test_nothing_can_be_added(file: str, place: int, text: str) -> None:
    url = address(file)
    place = min(place, len(url))
    assert_refused_or_same_image(url[:place] + text + url[place:])


def assert_refused_or_same_image(changed: str) -> None:
    """The address is refused, or it is another file of the same image, for which the signature is valid."""
    leads_to = verified_or_none(changed)
    if leads_to is None:
        return
    path, _, query = changed.partition("?")
    assert query == urlsplit(address("full.jpg")).query
    assert path.startswith(BASE_PATH + PREFIX + "tiles/")
    assert leads_to.key == path.removeprefix(BASE_PATH)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (VENUE, OTHER_VENUE),
        (IMAGE, OTHER_IMAGE),
        ("/images/", "/images//"),
        ("/images/", "//images/"),
        ("/full", "/%66ull"),
        ("ven_", "%76en_"),
        ("full.jpg", "full.jpg/"),
        ("full.jpg", "tiles/../full.jpg"),
        ("full.jpg", "tiles/00_0.jpg"),
        ("full.jpg", "tiles/-1_0.jpg"),
        ("full.jpg", "tiles/0_0.png"),
        ("full.jpg", "tiles/0/0_0.webp"),
        ("full.jpg", "tiles/16384/0_0.webp"),
        ("full.jpg", "tiles/2048/../full.jpg"),
        ("full.jpg", "secret.txt"),
        ("full.jpg", ""),
        ("expires=", "expires=0"),
        ("expires=", "expires=+"),
        ("expires=", "Expires="),
        (f"expires={EXPIRES}&", ""),
        (f"expires={EXPIRES}", f"expires={EXPIRES}.0"),
        ("?", "?&"),
        ("?", "??"),
        ("&", "&amp;"),
        ("&", ";"),
        ("&", f"&expires={EXPIRES}&"),
    ],
)
def test_no_other_spelling_works(old: str, new: str) -> None:
    url = address("full.jpg")
    assert old in url
    assert verified_or_none(url.replace(old, new, 1)) is None


def test_the_parameters_stand_in_their_order() -> None:
    path, _, query = address("full.jpg").partition("?")
    assert verified_or_none(f"{path}?{'&'.join(reversed(query.split('&')))}") is None
    assert verified_or_none(path) is None


@given(st.integers(1, 10**12))
def test_an_address_cannot_be_made_to_last(expires: int) -> None:
    assume(expires != EXPIRES)
    assert verified_or_none(address("full.jpg").replace(str(EXPIRES), str(expires))) is None


@given(st.binary(min_size=21, max_size=21))
def test_a_made_up_signature_does_not_work(signature: bytes) -> None:
    text = base64.urlsafe_b64encode(signature).decode()
    url = address("full.jpg")
    assume(not url.endswith(text))
    assert verified_or_none(url[:-28] + text) is None


def test_another_installation_s_signature_does_not_work() -> None:
    assert verified_or_none(address("full.jpg", signing=Signing(b"1" * 32))) is None


def test_what_was_signed_for_something_else_does_not_work() -> None:
    """Attack: getting a cursor or a token signed whose text is an image's path."""
    message = f"GET {BASE_PATH}{PREFIX} {EXPIRES}".encode()
    signature = base64.urlsafe_b64encode(SIGNING.sign("cursor", message)).decode()
    assert verified_or_none(f"{BASE_PATH}{PREFIX}full.jpg?expires={EXPIRES}&signature={signature}") is None


def test_an_address_outlives_the_rotation_of_the_secret() -> None:
    rotated = Signing(b"1" * 32, b"0" * 32)
    assert verified_or_none(address("full.jpg"), signing=rotated) is not None
    assert verified_or_none(address("full.jpg", signing=rotated), signing=rotated) is not None
    assert verified_or_none(address("full.jpg", signing=rotated)) is None, (
        "the old secret alone does not know it"
    )


@given(st.integers(0, 2 * 10**15), st.integers(60, 604_800), st.integers(0, 10**9))
def test_the_end_is_never_beyond_the_ttl_and_never_far_before_it(
    at: int, ttl_seconds: int, later: int
) -> None:
    end = expiry(Moment(at), ttl_seconds)
    step = ttl_seconds // 5
    assert (
        at + (ttl_seconds - step - 1) * MICROSECONDS < end * MICROSECONDS <= at + ttl_seconds * MICROSECONDS
    )
    assert expiry(Moment(at + later), ttl_seconds) >= end
    start_of_step = Moment((end - ttl_seconds) * MICROSECONDS)
    last_of_step = Moment(start_of_step + step * MICROSECONDS - 1)
    if start_of_step >= 0:
        assert expiry(start_of_step, ttl_seconds) == expiry(last_of_step, ttl_seconds) == end
    assert next_rotation_at(Moment(at), ttl_seconds) == last_of_step + 1
    assert expiry(Moment(last_of_step + 1), ttl_seconds) > end
