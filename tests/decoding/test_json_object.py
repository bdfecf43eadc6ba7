"""Bodies that are looked at level by level get the same answers as if each value was looked at for itself."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.decoding import json_object
from seatpreview.problems import ValidationFailed

NAMES = ["a", "b", "n" * 200, "n" * 201, "\x00", "\ud800", "é"]
LEAVES = [
    None,
    True,
    1,
    -0.5,
    "",
    "x" * 300,
    "\x00",
    "\udfff",
    "\\u0000",
    "😀",
    10**99,
    10**100,
    float("nan"),
]


def bodies() -> st.SearchStrategy[Any]:
    leaves = st.sampled_from(LEAVES)
    values = st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(NAMES), inner, max_size=4)
        ),
        max_leaves=12,
    )
    return st.dictionaries(st.sampled_from(NAMES), values, max_size=4)


def answer(raw: bytes) -> object:
    """What the body is read as, or why it is refused."""
    try:
        return repr(json_object.read_object(raw))
    except ValidationFailed as refusal:
        return refusal.detail, refusal.errors


def answer_value_by_value(raw: bytes) -> object:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(json_object, "_is_plain", lambda *_, **__: False)
        return answer(raw)


@given(bodies(), st.booleans())
def test_a_body_gets_the_same_answer_as_value_by_value(body: Any, repeats_member: bool) -> None:
    text = json.dumps(body)
    if repeats_member:
        text = text.replace('"a":', '"a": 1, "a":', 1)
    assert answer(text.encode()) == answer_value_by_value(text.encode())


@pytest.mark.parametrize("depth", [1, 2, 63, 64, 65, 66])
@pytest.mark.parametrize(("opening", "closing"), [('{"a":', "}"), ("[", "]")])
def test_the_depth_is_counted_alike(depth: int, opening: str, closing: str) -> None:
    raw = f'{{"a": {opening * (depth - 1)}1{closing * (depth - 1)}}}'.encode()
    assert answer(raw) == answer_value_by_value(raw)
    assert isinstance(answer(raw), str) is (depth <= json_object.DEPTH_MAX)


def test_a_body_without_faults_is_not_looked_at_value_by_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_object, "_value_faults", lambda *_: pytest.fail("each value was looked at"))
    raw = json.dumps({"events": [{"kind": "error", "n": number} for number in range(100)]}).encode()
    assert len(json_object.read_object(raw)["events"]) == 100  # type: ignore[arg-type]  # it is a list
