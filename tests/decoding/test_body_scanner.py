"""What is read from a body before it is parsed: the token of a beacon, and the number of values."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.decoding.body_scanner import TOKEN_CHARACTERS_MAX, check_number_of_values, read_token
from seatpreview.problems import KeyInvalid, ValidationFailed

_TOKENS = st.text(
    st.characters(min_codepoint=0x21, max_codepoint=0x7E, exclude_characters='"\\'), min_size=1
).map("st_".__add__)
_TEXTS = st.lists(st.sampled_from([*'"\\,:{}[] \n', "token", "st_x", '"token":"st_x"', "é"]), max_size=8).map(
    "".join
)
_JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | _TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXTS, inner, max_size=4),
    max_leaves=20,
)
_INDENTS = st.sampled_from([None, 0, 2, "\t"])


@given(_TOKENS, _JSON, _INDENTS)
def test_a_token_is_found_as_the_first_or_the_last_member(token: str, events: object, indent: Any) -> None:
    for members in ({"token": token, "events": events}, {"events": events, "token": token}, {"token": token}):
        assert read_token(json.dumps(members, indent=indent).encode()) == token


@given(st.dictionaries(_TEXTS, _JSON, max_size=4), _INDENTS)
def test_what_is_found_is_the_token_of_the_outermost_object(members: dict[str, Any], indent: Any) -> None:
    """The attack: a token inside a text or an inner object, so that two readers disagree about who asks."""
    try:
        found = read_token(json.dumps(members, indent=indent).encode())
    except KeyInvalid:
        assert not members["token"].startswith("st_")
    else:
        assert found is None or found == members["token"]


@pytest.mark.parametrize("token", ["sk_live_x", "x", "ST_x", "st", "Bearer"])
def test_what_is_no_session_s_token_is_refused(token: str) -> None:
    """Attack: a key's secret in a page's beacon, or half a token, in place of which the Origin counts."""
    for members in ({"token": token, "events": []}, {"events": [], "token": token}):
        with pytest.raises(KeyInvalid, match="starts with st_"):
            read_token(json.dumps(members).encode())


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{}",
        b'["token", "st_x"]',
        b'{"events": [{"token": "st_x"}]}',
        b'{"events": "\\",\\"token\\":\\"st_x\\"}"}',
        b'{"a": 1, "token": "st_x", "b": 2}',
        b'{"token": 5}',
        b'{"token": ""}',
        b'{"token": "st_\\u0041"}',
        b'{"\\u0074oken": "st_x"}',
        b'{"token": "st_' + b"x" * TOKEN_CHARACTERS_MAX + b'"}',
        b'{"token": "st x"}',
        b'{"token" :' + b" " * 65 + b'"st_x"}',
    ],
)
def test_any_other_token_is_not_found(raw: bytes) -> None:
    assert read_token(raw) is None


@given(_JSON, _INDENTS)
def test_as_many_values_as_there_are_may_be_sent(value: object, indent: Any) -> None:
    raw = json.dumps({"a": value}, indent=indent).encode()
    check_number_of_values(raw, _count(value) + _count_containers(value) + 2)


@given(st.lists(_TEXTS, min_size=3))
def test_one_value_too_many_is_refused_whatever_texts_say(texts: list[str]) -> None:
    """Each item but the first follows a comma; the object and the list are the other two."""
    raw = json.dumps({"a": texts}).encode()
    check_number_of_values(raw, len(texts) + 1)
    with pytest.raises(ValidationFailed) as caught:
        check_number_of_values(raw, len(texts))
    assert caught.value.errors[0].pointer == ""
    assert caught.value.detail == f"The body has more than {len(texts)} members and items. Send less at once."


def _count(value: object) -> int:
    inner: list[Any] = []
    if isinstance(value, dict):
        inner = list(value.values())
    elif isinstance(value, list):
        inner = value
    return 1 + sum(map(_count, inner))


def _count_containers(value: object) -> int:
    if isinstance(value, dict):
        return 1 + sum(map(_count_containers, value.values()))
    return 1 + sum(map(_count_containers, value)) if isinstance(value, list) else 0
