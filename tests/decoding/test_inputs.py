"""Bodies, queries and paths are decoded strictly: whatever is sent, the result is a value or a problem."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any, Literal
from urllib.parse import quote, urlencode

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from examples import examples
from seatpreview import results
from seatpreview.decoding import inputs, json_object
from seatpreview.decoding.faults import Findings
from seatpreview.problems import Fault, MemberFault, ValidationFailed
from seatpreview.values.ids import KeyId, VenueId


class KeyList(Struct, rename="camel", forbid_unknown_fields=True, kw_only=True):
    limit: Annotated[int, Meta(ge=1, le=100)] = 50
    revoked: bool | None = None
    key_id: KeyId | None = None
    kind: Literal["secret", "keyless"] | None = None
    label: str | None = None
    before: Annotated[datetime, Meta(tz=True)] | None = None

    def __post_init__(self) -> None:
        if self.label == "" and self.kind is None:
            raise MemberFault("label", "must not be empty without a kind")
        if self.revoked and self.limit > 99:
            raise ValueError("revoked keys are listed by 99")


class Nothing(Struct, forbid_unknown_fields=True):
    pass


class Venue(Struct, forbid_unknown_fields=True):
    venue: VenueId


class Renamed(Struct, rename="camel", forbid_unknown_fields=True):
    key_id: KeyId
    other_keys: list[KeyId] = []
    by_venue: dict[str, KeyId] = {}


def refused(raw: bytes) -> ValidationFailed:
    with pytest.raises(ValidationFailed) as caught:
        json_object.read_object(raw)
    return caught.value


def problem_of(request: Callable[[], object]) -> ValidationFailed | None:
    try:
        request()
    except ValidationFailed as problem:
        return problem
    return None


def details_by_location(problem: ValidationFailed) -> dict[str | None, str]:
    return {fault.pointer: fault.detail for fault in problem.errors}


def query_faults(raw_query: bytes, type_: type[Any] = KeyList) -> dict[str | None, str]:
    with pytest.raises(ValidationFailed) as caught:
        inputs.decode_query(raw_query, type_)
    assert all(fault.pointer is None for fault in caught.value.errors)
    return {fault.parameter: fault.detail for fault in caught.value.errors}


# Reading


def test_a_body_is_read() -> None:
    raw = ' {"a": [1, -0.5, null, true, "\\ud83d\\ude00 é"], "": {}} \n'.encode()
    assert json_object.read_object(raw) == {"a": [1, -0.5, None, True, "😀 é"], "": {}}


@pytest.mark.parametrize(
    ("raw", "detail"),
    [
        (b"", "The body is empty; send a JSON object."),
        (b" \r\n\t", "The body is empty; send a JSON object."),
        (b"\xef\xbb\xbf{}", "The body starts with a byte order mark; send UTF-8 without one."),
        (b'{"a": "\xff"}', "The body is not UTF-8: no character starts at byte 7, counted from 0."),
        (b'"\xed\xa0\x80"', "The body is not UTF-8: no character starts at byte 1, counted from 0."),
        (
            b"{\n  'a': 1}",
            "The body is not JSON: expecting property name enclosed in double quotes at line 2, column 3.",
        ),
        (b'{"a" 1}', "The body is not JSON: expecting ':' delimiter at line 1, column 6."),
        (b'{"a": 1} x', "The body is not JSON: extra data at line 1, column 10."),
        (b'{"a": "b\n"}', "The body is not JSON: invalid control character at line 1, column 9."),
        (b'{"a": "b', "The body is not JSON: unterminated string at line 1, column 7."),
        (b'{"a": "\\x"}', "The body is not JSON: invalid \\escape at line 1, column 8."),
        (b'{"a": 01}', "The body is not JSON: expecting ',' delimiter at line 1, column 8."),
        (
            '{"a": 1}'.encode("utf-16"),
            "The body is not UTF-8: no character starts at byte 0, counted from 0.",
        ),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(raw: bytes, detail: str) -> None:
    assert refused(raw).detail == detail


@pytest.mark.parametrize("raw", [b"[]", b"null", b'"a"', b"5", b"true", b"NaN"])
def test_a_body_is_an_object(raw: bytes) -> None:
    problem = refused(raw)
    assert problem.detail == "The body must be a JSON object."
    assert problem.errors == (Fault(pointer="", detail="must be an object"),)


def test_every_repeated_member_is_found_at_any_depth() -> None:
    """Two readers that pick different ones of a repeated member can be played against each other."""
    problem = refused(b'{"a": 1, "b": [{"c/d": 1, "c/d": 2, "\\u0063/d": 3}], "a": {}, "e": 0}')
    assert problem.detail == "The body has 2 faults; each is listed in errors."
    assert details_by_location(problem) == {
        "/a": "appears 2 times; send it once",
        "/b/0/c~1d": "appears 3 times; send it once",
    }


def test_numbers_without_a_finite_value_are_refused() -> None:
    problem = refused(b'{"a": NaN, "b": [Infinity, -Infinity], "c": 1e999, "d": -1e999, "e": 1e308}')
    assert details_by_location(problem) == {
        "/a": "must not be NaN, which JSON does not have",
        "/b/0": "must not be Infinity, which JSON does not have",
        "/b/1": "must not be -Infinity, which JSON does not have",
        "/c": "is too large for a number",
        "/d": "is too large for a number",
    }


@pytest.mark.parametrize("number", ["9" * 101, "-" + "9" * 10_000, "0." + "1" * 5_000, "1e" + "0" * 200])
def test_a_number_of_absurd_length_is_refused(number: str) -> None:
    """Python raises ValueError for an int of more than 4,300 digits."""
    assert details_by_location(refused(f'{{"a": {number}}}'.encode())) == {
        "/a": "must be a number of at most 100 characters"
    }


def test_a_number_of_a_hundred_digits_is_read() -> None:
    assert json_object.read_object(b'{"a": ' + b"9" * 100 + b"}") == {"a": 10**100 - 1}


@pytest.mark.parametrize(("opening", "closing"), [(b"[", b"]"), (b'{"a":', b"}")])
def test_a_body_is_nested_at_most_64_levels_deep(opening: bytes, closing: bytes) -> None:
    def nested(levels: int) -> bytes:
        return b'{"a":' + opening * (levels - 1) + b"1" + closing * (levels - 1) + b"}"

    assert json_object.read_object(nested(64))
    (fault,) = refused(nested(65)).errors
    assert fault.detail == "is nested more than 64 levels deep"
    assert fault.pointer is not None
    assert fault.pointer.count("/") == 64


@pytest.mark.parametrize("opening", [b"[", b'{"a":', b'[{"a":'])
def test_a_body_of_brackets_does_not_exhaust_the_stack(opening: bytes) -> None:
    problem = refused(opening * 100_000)
    assert problem.detail == "The body is nested more than 64 levels deep."
    assert problem.errors == (Fault(pointer="", detail="is nested more than 64 levels deep"),)


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b'{"a": ' + b"[" * 64, "nested more than 64 levels deep"),
        (b'{"a": ' + b"[" * 63, "not JSON: expecting value at line 1, column 70"),
        (b'{"a": "' + b"[" * 100 + b'\\"[", }', "not JSON"),
        (b'{"a": [' + b"[]," * 100, "not JSON"),
        (b'{"a": "\\\\", "b": ' + b"[" * 64 + b"x", "nested more than 64 levels deep"),
        (b'{"a": "\\\\\\"' + b"[" * 100 + b"\\x", "not JSON: invalid \\escape"),
    ],
)
def test_an_unfinished_body_is_too_deep_on_every_python_alike(raw: bytes, says: str) -> None:
    """Python 3.14 parses thousands of levels where older ones give up, and then finds the end missing."""
    assert says in refused(raw).detail


@pytest.mark.parametrize(
    ("query", "detail"),
    [
        (
            b"&".join([b"limit=1"] * (inputs.PARAMETERS_MAX + 1)),
            "The query must have at most 100 parameters.",
        ),
        (b"limit=" + b"1" * inputs.RAW_QUERY_BYTES_MAX, "The query must be at most 16384 bytes long."),
    ],
)
def test_a_query_that_no_operation_can_have_is_refused_as_a_whole(query: bytes, detail: str) -> None:
    """The attack: 32,000 parameters, which took a tenth of a second to find fault with."""
    with pytest.raises(ValidationFailed) as refusal:
        inputs.decode_query(query, KeyList)
    assert refusal.value.detail == detail


def test_nul_and_lone_surrogates_are_found_in_texts_and_names() -> None:
    """PostgreSQL stores neither, and a lone surrogate cannot be written as UTF-8."""
    problem = refused(
        rb'{"a": "x\u0000", "b": ["\ud800", "\udc00\ud800"], "c": {"\u0000": 1, "ok": "\ud83d\ude00"}}'
    )
    unstorable = "a NUL character (\\u0000) or half of a surrogate pair"
    assert details_by_location(problem) == {
        "/a": f"must not hold {unstorable}",
        "/b/0": f"must not hold {unstorable}",
        "/b/1": f"must not hold {unstorable}",
        "/c": f"has a member whose name holds {unstorable}",
    }


def test_a_long_name_does_not_multiply_the_answer() -> None:
    """A name of megabytes with a thousand faults below it would be repeated in a thousand pointers."""
    raw = b'{"' + b"n" * 100_000 + b'": [' + b",".join([b"NaN"] * 2_000) + b"]}"
    assert details_by_location(refused(raw)) == {"": "has a member whose name has more than 200 characters"}


def test_a_thousand_faults_are_enough() -> None:
    problem = refused(b'{"a": [' + b",".join([b"NaN"] * 5_000) + b"]}")
    assert problem.detail == "The body has 1000 faults or more; the first 1000 are listed in errors."
    assert len(problem.errors) == 1000


_texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=10)
_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**90), 10**90)
    | st.floats(allow_nan=False, allow_infinity=False)
    | _texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_texts, inner, max_size=3),
    max_leaves=8,
)


@examples(100)
@given(st.dictionaries(_texts, _json, max_size=4), st.booleans())
def test_any_sound_object_is_read_as_it_was_written(value: dict[str, object], ascii_only: bool) -> None:
    assert json_object.read_object(json.dumps(value, ensure_ascii=ascii_only).encode()) == value


_pieces = st.sampled_from(
    [
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        '"a"',
        '"a":',
        '"\\u0000"',
        '"\\ud800"',
        "1",
        "-",
        "1e999",
        "NaN",
        "null",
        " ",
        "\\",
        '"',
        "\xff",
    ]
)


@examples(300)
@given(
    st.binary(max_size=20)
    | st.lists(_pieces, max_size=14).map(lambda pieces: "".join(pieces).encode("latin-1"))
)
@example(b'{"\\ud800": 1}')
@example(b'{"a\\ud800": 1, "a\\ud800": 2}')
def test_whatever_is_sent_is_read_or_refused_in_words_that_can_be_sent_back(raw: bytes) -> None:
    if problem := problem_of(lambda: json_object.read_object(raw)):
        assert json.loads(results.encode({"detail": problem.detail, "errors": problem.errors}))


# Decoding


def test_a_fitting_value_becomes_its_type_with_parsed_texts_inside() -> None:
    decoded = inputs.decode(
        {
            "keyId": "key_ABCDEFabcdef",
            "otherKeys": ["key_ABCDEFabcdeg"],
            "byVenue": {"x": "key_ABCDEFabcdeh"},
        },
        Renamed,
    )
    assert decoded.key_id == "key_ABCDEFabcdef"
    assert {type(decoded.key_id), type(decoded.other_keys[0]), type(decoded.by_venue["x"])} == {KeyId}


def test_a_value_that_does_not_fit_is_refused_with_every_fault() -> None:
    with pytest.raises(ValidationFailed) as caught:
        inputs.decode({"keyID": "", "otherKeys": ["key_", 5], "byVenue": None}, Renamed)
    assert caught.value.detail == "The body has 5 faults; each is listed in errors."
    assert list(details_by_location(caught.value)) == [
        "/keyId",
        "/otherKeys/0",
        "/otherKeys/1",
        "/byVenue",
        "/keyID",
    ]


def test_a_single_fault_is_told_in_the_detail() -> None:
    with pytest.raises(ValidationFailed) as in_body:
        inputs.decode({"keyId": None}, Renamed)
    assert in_body.value.detail == "The body has 1 fault: /keyId must not be null."
    with pytest.raises(ValidationFailed) as in_query:
        inputs.decode_query(b"limit=0", KeyList)
    assert in_query.value.detail == "The query has 1 fault: limit must be at least 1."
    with pytest.raises(ValidationFailed) as of_the_whole:
        inputs.decode([], Renamed)
    assert of_the_whole.value.detail == "The body has 1 fault: it must be an object (got a list)."


@pytest.mark.parametrize("tail", ["\n", " ", "\x00", "é", "-"])
def test_nothing_slips_in_behind_an_id(tail: str) -> None:
    """`$` in a pattern also matches before a trailing newline, which then reaches logs and headers."""
    with pytest.raises(ValidationFailed):
        inputs.decode({"keyId": "key_ABCDEFabcdef" + tail}, Renamed)
    with pytest.raises(ValidationFailed):
        inputs.decode_path("keyId", "key_ABCDEFabcdef" + tail, KeyId)
    assert query_faults(b"keyId=key_ABCDEFabcdef" + quote(tail).encode())


def test_a_type_that_is_read_too_kindly_is_refused_before_any_value() -> None:
    with pytest.raises(TypeError, match="trailing newline"):
        inputs.decode("a", Annotated[str, Meta(pattern="^a$")])  # type: ignore[arg-type]  # a form is no type


def test_should_find_faults_miss_a_fault_the_value_is_still_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "find_faults", lambda value, type_: Findings((), True))
    with pytest.raises(ValidationFailed) as caught:
        inputs.decode({"venue": 5}, Venue)
    assert caught.value.errors == (Fault(detail="must be text - at `$.venue`"),)


# Queries and paths


def test_a_query_becomes_a_struct() -> None:
    raw = b"limit=7&revoked=false&keyId=key_ABCDEFabcdef&kind=keyless&label=Front+row%20%C3%A9%26"
    raw += b"&&before=2026-01-31T18:00:00Z&"
    assert inputs.decode_query(raw, KeyList) == KeyList(
        limit=7,
        revoked=False,
        key_id=KeyId("key_ABCDEFabcdef"),
        kind="keyless",
        label="Front row é&",
        before=datetime(2026, 1, 31, 18, tzinfo=UTC),
    )


def test_an_empty_query_has_the_defaults() -> None:
    assert inputs.decode_query(b"", KeyList) == KeyList()


def test_where_no_parameters_are_taken_none_is_let_pass() -> None:
    assert inputs.decode_query(b"", Nothing) == Nothing()
    assert query_faults(b"limit=5", Nothing) == {"limit": "is unknown; nothing can be given here"}


def test_every_fault_of_a_query_is_named_by_its_parameter() -> None:
    raw = b"limit=0&revoked=1&keyId=key_&kind=open&label=a&label=b&before=today&lmit=5"
    assert query_faults(raw) == {
        "limit": "must be at least 1",
        "revoked": "must be true or false",
        "keyId": "must be 'key_' followed by at least 12 letters or digits",
        "kind": "must be one of 'keyless', 'secret'",
        "label": "is given more than once; send it once",
        "before": "must be a time such as '2026-01-31T18:00:00Z' (RFC 3339)",
        "lmit": "is unknown; did you mean 'limit'? known here: "
        "'limit', 'revoked', 'keyId', 'kind', 'label', 'before'",
    }


@pytest.mark.parametrize(
    "text",
    ["", "+5", "%2B5", " 5", "5 ", "5.0", "1e1", "0x5", "1_0", "%D9%A5", "five", "--5", "1" * 19, "5%0A"],
)
def test_a_number_in_a_query_is_written_in_digits(text: str) -> None:
    assert list(query_faults(f"limit={text}".replace(" ", "%20").encode())) == ["limit"]


class Confidence(Struct, forbid_unknown_fields=True):
    least: float = 0.0


@pytest.mark.parametrize("text", ["0.5", "5e-1", "-2", "2.225073858507e-311", "1E2"])
def test_a_decimal_number_in_a_query_is_written_as_in_json(text: str) -> None:
    assert inputs.decode_query(f"least={text}".encode(), Confidence).least == float(text)


@pytest.mark.parametrize("text", ["", "nan", "inf", "1e999", "-1e999", ".5", "5.", "1e", "0x1p2", "1" * 19])
def test_what_is_not_a_finite_number_is_refused(text: str) -> None:
    with pytest.raises(ValidationFailed):
        inputs.decode_query(f"least={text}".encode(), Confidence)


@pytest.mark.parametrize("text", ["", "True", "TRUE", "1", "yes", "null"])
def test_a_boolean_in_a_query_is_true_or_false(text: str) -> None:
    assert query_faults(f"revoked={text}".encode()) == {"revoked": "must be true or false"}


@pytest.mark.parametrize("name", ["limit", "revoked", "keyId", "kind", "before"])
def test_only_text_may_be_empty(name: str) -> None:
    assert list(query_faults(f"{name}=".encode())) == [name]
    assert list(query_faults(name.encode())) == [name]
    assert inputs.decode_query(b"kind=secret&label=", KeyList).label == ""


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        (b"%FF", "must be UTF-8, percent-encoded"),
        (b"\xff", "must be UTF-8, percent-encoded"),
        (b"%ED%A0%80", "must be UTF-8, percent-encoded"),
        (b"a%00", "must not hold control characters"),
        (b"a%0D%0Ab", "must not hold control characters"),
        (b"%C2%85", "must not hold control characters"),
        (b"100%", "has a '%' without two hexadecimal digits after it; write a percent sign as '%25'"),
        (b"%u0041", "has a '%' without two hexadecimal digits after it; write a percent sign as '%25'"),
    ],
)
def test_a_query_is_percent_encoded_utf_8_without_control_characters(text: bytes, detail: str) -> None:
    assert query_faults(b"label=" + text) == {"label": detail}


@given(st.text(alphabet=st.characters(blacklist_categories=("Cs", "Cc")), max_size=40))
@example("\\x41 \\u0041 \\N{DIGIT ONE} \\")
@example("Zürich 100 % \\%")
def test_any_text_comes_back_as_it_was_before_it_was_percent_encoded(text: str) -> None:
    for encoded in (quote(text), quote(text, safe=""), "".join(f"%{byte:02x}" for byte in text.encode())):
        assert inputs.decode_query(b"label=" + encoded.encode() + b"&kind=secret", KeyList).label == text


@pytest.mark.parametrize(
    ("raw", "name"), [(b"%FF=1", "%FF"), (b"limit%00=1", "limit%00"), (b"=1", ""), (b"a/~b", "a/~b")]
)
def test_a_parameter_of_no_known_name_is_named_as_it_can_be(raw: bytes, name: str) -> None:
    assert list(query_faults(raw)) == [name]


def test_a_missing_parameter_is_named() -> None:
    assert query_faults(b"", Venue) == {"venue": "is missing"}


def test_rules_across_parameters_run_once_each_parameter_holds() -> None:
    assert query_faults(b"label=") == {"label": "must not be empty without a kind"}
    assert query_faults(b"revoked=true&limit=100") == {None: "revoked keys are listed by 99"}
    assert list(query_faults(b"label=&limit=0")) == ["limit"]


def test_a_query_is_decoded_into_a_struct_alone() -> None:
    with pytest.raises(TypeError, match="into a Struct"):
        inputs.decode_query(b"", list[str])


@examples(200)
@given(
    st.binary(max_size=20)
    | st.lists(
        st.tuples(
            st.sampled_from(["limit", "label", "revoked", "x"]), st.text(max_size=5) | st.integers().map(str)
        ),
        max_size=3,
    ).map(lambda pairs: urlencode(pairs, errors="replace").encode())
)
def test_whatever_query_is_sent_is_decoded_or_refused_in_words_that_can_be_sent_back(raw: bytes) -> None:
    if problem := problem_of(lambda: inputs.decode_query(raw, KeyList)):
        assert json.loads(results.encode(problem.errors))


def test_a_piece_of_the_path_becomes_its_type() -> None:
    key_id = inputs.decode_path("keyId", "key_ABCDEFabcdef", KeyId)
    assert (type(key_id), key_id) == (KeyId, "key_ABCDEFabcdef")


def test_a_piece_of_the_path_that_does_not_fit_is_refused_by_name() -> None:
    with pytest.raises(ValidationFailed) as caught:
        inputs.decode_path("keyId", "ven_ABCDEFabcdef", KeyId)
    assert (
        caught.value.detail == "In the path, keyId must be 'key_' followed by at least 12 letters or digits."
    )
    (fault,) = caught.value.errors
    assert (fault.parameter, fault.pointer) == ("keyId", None)


# Encoding


def test_a_result_is_encoded_with_its_texts_as_plain_text() -> None:
    key_id = KeyId("key_ABCDEFabcdef")
    result = Renamed(key_id, other_keys=[key_id], by_venue={VenueId("ven_ABCDEFabcdef"): key_id})
    assert json.loads(results.encode(result)) == {
        "keyId": "key_ABCDEFabcdef",
        "otherKeys": ["key_ABCDEFabcdef"],
        "byVenue": {"ven_ABCDEFabcdef": "key_ABCDEFabcdef"},
    }


def test_what_has_no_form_in_json_is_not_encoded() -> None:
    with pytest.raises(NotImplementedError, match="object has no form in JSON"):
        results.encode(object())


def test_what_is_encoded_can_be_read_again() -> None:
    venue = Venue(VenueId("ven_ABCDEFabcdef"))
    assert inputs.decode(json_object.read_object(results.encode(venue)), Venue) == venue
    assert msgspec.json.decode(results.encode(venue)) == {"venue": "ven_ABCDEFabcdef"}
