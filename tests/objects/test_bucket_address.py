"""The address of a bucket: what it may contain, and that its secret is never shown."""

import pytest

from seatpreview.objects.bucket_address import read_address
from seatpreview.settings.settings import SettingsFault

KEYS = {"AWS_ACCESS_KEY_ID": "an-id", "AWS_SECRET_ACCESS_KEY": "hush"}


def test_all_that_an_address_can_say() -> None:
    address = read_address("s3://images/a/b?endpoint=http://127.0.0.1:8333&region=eu-central-1", KEYS)
    assert address == ("images", "a/b", "http://127.0.0.1:8333", "eu-central-1", "an-id", "hush")
    assert "hush" not in repr(address)


def test_a_bucket_is_enough() -> None:
    for url in ("s3://images", "s3://images/"):
        assert read_address(url, KEYS)[:4] == ("images", "", "", "us-east-1")


@pytest.mark.parametrize(
    "url",
    [
        "https://images",
        "s3://",
        "s3:///prefix",
        "s3://user:password@images",
        "s3://images/a//b",
        "s3://images/../b",
        "s3://images?colour=red",
        "s3://images?region=a&region=b",
        "s3://images?endpoint=ftp://a",
        "s3://images?endpoint=nothing",
        "s3://images?endpoint=http://user:hush@host",
    ],
)
def test_anything_else_is_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(SettingsFault) as refusal:
        read_address(url, KEYS)
    [sentence] = refusal.value.sentences
    assert sentence.startswith("SEATPREVIEW_OBJECT_STORE_URL ")
    assert "hush" not in sentence
    assert "password" not in sentence


def test_credentials_that_are_missing_are_named_beside_what_else_is_wrong() -> None:
    with pytest.raises(SettingsFault) as refusal:
        read_address("s3://images?colour=red", {"AWS_ACCESS_KEY_ID": "an-id"})
    assert len(refusal.value.sentences) == 2
    assert refusal.value.sentences[1] == (
        "SEATPREVIEW_OBJECT_STORE_URL needs AWS_SECRET_ACCESS_KEY in the environment."
    )
