"""Content codings: which one a client prefers, and that what it decodes is the text."""

import gzip

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.http.responses import (
    CODINGS,
    Coding,
    compress,
    compress_quickly,
    etag_of_coding,
    preferred_coding,
)


@pytest.mark.parametrize(
    ("accept_encoding", "preferred"),
    [
        (None, None),
        ("", None),
        ("identity", None),
        ("gzip", "gzip"),
        ("x-gzip", "gzip"),
        ("br", "br"),
        ("gzip, br", "br"),
        ("GZIP;Q=0.5", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip;q=1.0, br;q=0.9", "gzip"),
        ("gzip; q=0.001", "gzip"),
        ("gzip;q=0", None),
        ("gzip;q=0, br;q=0.000", None),
        ("br;q=0, gzip", "gzip"),
        ("*", "br"),
        ("*;q=0", None),
        ("*;q=0, gzip;q=0.1", "gzip"),
        ("br;q=0, *", "gzip"),
        ("identity, gzip;q=0.5", None),
        ("identity;q=0.5, gzip;q=0.5", "gzip"),
        ("identity;q=0", None),
        ("identity;q=0, *;q=0", None),
        ("deflate", None),
        ("gzip;q=2", None),
        ("gzip;q=0.1234", None),
        ("gzipped", None),
        ("not gzip", None),
        ("gzip;level=9", None),
    ],
)
def test_the_coding_is_the_one_that_the_client_likes_best(
    accept_encoding: str | None, preferred: Coding | None
) -> None:
    assert preferred_coding(accept_encoding) == preferred


def test_only_what_is_offered_is_chosen() -> None:
    assert preferred_coding("br, gzip;q=0.1", ("gzip",)) == "gzip"
    assert preferred_coding("br", ("gzip",)) is None


@given(st.text("brgzip;q=*, 0.1identy", max_size=60))
def test_whatever_is_sent_has_an_answer(accept_encoding: str) -> None:
    assert preferred_coding(accept_encoding) in (None, *CODINGS)


@given(st.binary(max_size=5000))
def test_what_is_decoded_is_the_text(text: bytes) -> None:
    assert gzip.decompress(compress(text, "gzip")) == text
    assert brotli.decompress(compress(text, "br")) == text
    assert gzip.decompress(compress_quickly(text, "gzip")) == text
    assert brotli.decompress(compress_quickly(text, "br")) == text
    for coding in CODINGS:
        assert compress(text, coding) == compress(text, coding), "an ETag stands for these bytes"
        assert compress_quickly(text, coding) == compress_quickly(text, coding)


def test_every_coding_has_an_etag_of_its_own() -> None:
    etags = {etag_of_coding('"abc"', coding) for coding in (None, *CODINGS)}
    assert etags == {'"abc"', '"abc-br"', '"abc-gzip"'}
