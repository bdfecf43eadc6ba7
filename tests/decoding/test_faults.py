"""The faults of a value: every one is found, with a sentence and a pointer."""

import enum
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Self

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, Meta, Struct, UnsetType

from examples import examples
from seatpreview.decoding.faults import (
    FAULTS_MAX,
    STEPS_MAX,
    InvalidValue,
    convert,
    find_faults,
    inspect_type,
)
from seatpreview.problems import MemberFault
from seatpreview.values.ids import KeyId, VenueId
from seatpreview.values.validated_text import ValidatedText

Time = Annotated[datetime, Meta(tz=True)]
Count = Annotated[int, Meta(ge=1, le=100)]


class Word(ValidatedText):
    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        if not text.isalpha():
            raise ValueError("must be letters alone")
        return cls(text)


class Grade(enum.Enum):
    FINE = "fine"
    COARSE = "coarse"


class Body(Struct, rename="camel", forbid_unknown_fields=True, kw_only=True):
    """The base of the bodies in these tests, with the options of the service's own."""


class Limit(Body):
    requests: Annotated[int, Meta(ge=1, le=1_000_000)]
    window_seconds: Annotated[int, Meta(gt=0, lt=86401, description="The window.")]
    burst: Count | None = None

    def __post_init__(self) -> None:
        if self.burst is not None and self.burst > self.requests:
            raise MemberFault("burst", "must be at most requests")


class Sphere(Body, tag_field="shape", tag="sphere"):
    radius_m: Annotated[float, Meta(gt=0, le=100)]


class Box(Body, tag_field="shape", tag="box"):
    size_m: tuple[float, float, float]

    def __post_init__(self) -> None:
        if min(self.size_m) <= 0:
            raise ValueError("must have a size in every direction")


class NewThing(Body):
    kind: Literal["secret", "keyless"]
    label: Word
    key_id: KeyId | None = None
    origins: Annotated[list[Annotated[str, Meta(min_length=3, max_length=9)]], Meta(max_length=3)] = []
    venues: tuple[VenueId, ...] | None = ()
    limit: Limit | None = None
    public: bool = False
    grade: Grade = Grade.FINE
    starts_at: Time | None = None
    place: Sphere | Box | None = None
    seats: Annotated[dict[Annotated[str, Meta(max_length=4)], Count], Meta(min_length=1)] | None = None
    notes: Any = None


class ThingPatch(Body):
    label: Word | UnsetType = UNSET
    limit: Limit | UnsetType | None = UNSET
    status: Literal["active"] | UnsetType = UNSET
    count: Count | UnsetType = UNSET
    sphere: Sphere | UnsetType = UNSET


class Tree(Body):
    name: Word
    children: "list[Tree]" = []


def found(value: object, type_: type[Any] = NewThing) -> dict[str | None, str]:
    return {fault.pointer: fault.detail for fault in find_faults(value, type_).faults}


def thing(**members: object) -> dict[str, object]:
    return {"kind": "secret", "label": "Office", **members}


def test_a_fitting_value_has_no_faults() -> None:
    full = thing(
        keyId="key_ABCDEFabcdef",
        origins=["abc"],
        venues=["ven_ABCDEFabcdef"],
        limit={"requests": 5, "windowSeconds": 86400, "burst": 5},
        public=True,
        grade="coarse",
        startsAt="2026-01-31T18:00:00+01:00",
        place={"shape": "box", "sizeM": [1, 2.5, 3]},
        seats={"A-1": 100},
        notes={"anything": [None]},
    )
    assert find_faults(full, NewThing) == ((), True)


def test_every_fault_is_found_at_once() -> None:
    value = {
        "kind": "open",
        "allowedOrigin": [],
        "origins": ["abc", "x", 5],
        "venues": ["ven_short"],
        "limit": {"requests": 0, "windowSeconds": "60"},
        "public": 1,
    }
    assert list(found(value)) == [
        "/kind",
        "/label",
        "/origins/1",
        "/origins/2",
        "/venues/0",
        "/limit/requests",
        "/limit/windowSeconds",
        "/public",
        "/allowedOrigin",
    ]


@pytest.mark.parametrize(
    ("members", "pointer", "detail"),
    [
        ({"kind": "open"}, "/kind", "must be one of 'keyless', 'secret'"),
        ({"kind": 1}, "/kind", "must be one of 'keyless', 'secret' (got a whole number)"),
        ({"kind": None}, "/kind", "must not be null"),
        ({"label": None}, "/label", "must not be null"),
        ({"label": 5}, "/label", "must be text (got a whole number)"),
        ({"label": "a\nb"}, "/label", "must be letters alone"),
        ({"keyId": "key_1"}, "/keyId", "must be 'key_' followed by at least 12 letters or digits"),
        ({"keyId": {}}, "/keyId", "must be text or null (got an object)"),
        ({"origins": {}}, "/origins", "must be a list (got an object)"),
        ({"origins": ["abc"] * 4}, "/origins", "must have at most 3 items (got 4)"),
        ({"origins": ["a"]}, "/origins/0", "must have at least 3 characters (got 1)"),
        ({"origins": ["a" * 10]}, "/origins/0", "must have at most 9 characters (got 10)"),
        ({"limit": []}, "/limit", "must be an object or null (got a list)"),
        ({"public": "true"}, "/public", "must be true or false (got text)"),
        ({"public": 0}, "/public", "must be true or false (got a whole number)"),
        ({"grade": "fin"}, "/grade", "must be one of 'fine', 'coarse'"),
        (
            {"startsAt": 5.5},
            "/startsAt",
            "must be a time such as '2026-01-31T18:00:00Z' (RFC 3339) or null (got a decimal number)",
        ),
        ({"startsAt": "today"}, "/startsAt", "must be a time such as '2026-01-31T18:00:00Z' (RFC 3339)"),
        (
            {"startsAt": "2026-01-31T18:00:00"},
            "/startsAt",
            "must say its offset from UTC: end it with 'Z' or '+01:00'",
        ),
        ({"place": {}}, "/place/shape", "is missing; it must be one of 'sphere', 'box'"),
        ({"place": {"shape": ["box"]}}, "/place/shape", "must be one of 'sphere', 'box'"),
        ({"place": {"shape": "sphere"}}, "/place/radiusM", "is missing"),
        ({"place": {"shape": "sphere", "radiusM": 0}}, "/place/radiusM", "must be more than 0"),
        (
            {"place": {"shape": "sphere", "radiusM": True}},
            "/place/radiusM",
            "must be a number (got a boolean)",
        ),
        ({"place": {"shape": "sphere", "radiusM": 10**400}}, "/place/radiusM", "is too large for a number"),
        (
            {"place": {"shape": "box", "sizeM": [1, 2]}},
            "/place/sizeM",
            "must have exactly 3 items (got 2)",
        ),
        (
            {"place": {"shape": "box", "sizeM": [1, 2, "3"]}},
            "/place/sizeM/2",
            "must be a number (got text)",
        ),
        ({"seats": {}}, "/seats", "must have at least 1 member (got 0)"),
        ({"seats": {"A/~1": 0}}, "/seats/A~1~01", "must be at least 1"),
        (
            {"seats": {"A-100": 1}},
            "/seats/A-100",
            "has a name that must have at most 4 characters (got 5)",
        ),
    ],
)
def test_a_fault_is_said_in_plain_words(members: dict[str, object], pointer: str, detail: str) -> None:
    assert found(thing(**members)) == {pointer: detail}


@pytest.mark.parametrize(
    ("count", "detail"),
    [
        (0, "must be at least 1"),
        (101, "must be at most 100"),
        (10**30, "must be at most 100"),
        (1.0, "must be a whole number (got a decimal number)"),
        (1e300, "must be a whole number (got a decimal number)"),
        (True, "must be a whole number (got a boolean)"),
        ("1", "must be a whole number (got text)"),
        (None, "must not be null"),
    ],
)
def test_a_whole_number_is_no_boolean_no_text_no_decimal_and_in_bounds(count: object, detail: str) -> None:
    assert found({"count": count}, ThingPatch) == {"/count": detail}
    with pytest.raises(msgspec.ValidationError):
        convert({"count": count}, ThingPatch)


def test_bounds_that_exclude_their_edge_say_so() -> None:
    assert found({"requests": 1, "windowSeconds": 0}, Limit) == {"/windowSeconds": "must be more than 0"}
    assert found({"requests": 1, "windowSeconds": 86401}, Limit) == {
        "/windowSeconds": "must be less than 86401"
    }


def test_an_unknown_member_is_told_what_is_known_and_what_is_near() -> None:
    known = "known here: 'label', 'limit', 'status', 'count', 'sphere'"
    assert found({"lable": "x", "zzz": 1}, ThingPatch) == {
        "/lable": f"is unknown; did you mean 'label'? {known}",
        "/zzz": f"is unknown; {known}",
    }
    assert found({"a": 1}, Body) == {"/a": "is unknown; nothing can be given here"}


def test_a_tag_is_a_known_member_that_may_be_left_out_where_nothing_hangs_on_it() -> None:
    assert found({"sphere": {"radiusM": 1}}, ThingPatch) == {}
    assert found({"sphere": {"radiusM": 1, "shape": "sphere"}}, ThingPatch) == {}
    assert found({"sphere": {"radiusM": 1, "shape": "box"}}, ThingPatch) == {
        "/sphere/shape": "must be 'sphere'"
    }


class First(Body, tag_field="version", tag=1):
    pass


class Second(Body, tag_field="version", tag=2):
    pass


@pytest.mark.parametrize("version", [True, 1.0, "1", None])
def test_a_tag_that_is_a_number_is_that_number_alone(version: object) -> None:
    assert found({"version": version}, First) == {"/version": "must be 1"}
    assert found([{"version": version}], list[First | Second]) == {"/0/version": "must be one of 1, 2"}


def test_a_rule_across_members_points_at_the_member_that_it_names() -> None:
    limit = {"requests": 5, "windowSeconds": 60, "burst": 6}
    assert found(thing(limit=limit)) == {"/limit/burst": "must be at most requests"}


def test_a_rule_that_names_no_member_points_at_the_object() -> None:
    place = {"shape": "box", "sizeM": [1, 0, 1]}
    assert found(thing(place=place)) == {"/place": "must have a size in every direction"}


def test_a_rule_across_members_waits_until_its_own_object_holds_and_no_longer() -> None:
    broken = {"requests": 5, "windowSeconds": 0, "burst": 6}
    assert "/limit/burst" not in found(thing(limit=broken))
    whole = {"requests": 5, "windowSeconds": 1, "burst": 6}
    assert set(found({"limit": whole})) == {"/kind", "/label", "/limit/burst"}


def test_what_could_not_be_read_is_a_fault_at_its_place() -> None:
    assert found({"count": InvalidValue("must be finite")}, ThingPatch) == {"/count": "must be finite"}


def test_a_type_may_hold_itself() -> None:
    tree = {"name": "a", "children": [{"name": "b", "children": [{"name": ""}]}]}
    assert list(found(tree, Tree)) == ["/children/0/children/0/name"]


def test_an_answer_lists_no_more_than_a_thousand_faults() -> None:
    assert len(find_faults([0] * 5000, list[Word]).faults) == FAULTS_MAX == 1000


class Lenient(Struct):
    pass


class Row(Struct, array_like=True, forbid_unknown_fields=True):
    pass


@pytest.mark.parametrize(
    ("type_", "objection"),
    [
        (Lenient, "forbid_unknown_fields"),
        (list[Row], "must be an object"),
        (int, "a bound on both sides"),
        (Annotated[int, Meta(ge=0)], "a bound on both sides"),
        (Annotated[int, Meta(ge=0, le=9, multiple_of=3)], "multiple_of"),
        (Annotated[str, Meta(pattern="^a$")] | None, "trailing newline"),
        (datetime, "tz=True"),
        (dict[KeyId, str], "the names in a dict must be str"),
        (complex, "complex must be a ValidatedText"),
        (set[str], "SetType has no fault text"),
    ],
)
def test_a_type_for_which_msgspec_is_too_lenient_is_refused_at_first_use(type_: Any, objection: str) -> None:
    with pytest.raises(TypeError, match=objection):
        inspect_type(type_)


def test_msgspec_parses_no_names_of_a_dict_which_is_why_they_must_be_plain() -> None:
    """Should this fail one day, msgspec supports it, and `inspect_type` may allow a ValidatedText there."""
    assert convert({"not a key": "x"}, dict[KeyId, str]) == {"not a key": "x"}


# Values that are almost valid: any part of them may be replaced by anything.

_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def spoiled(valid: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.integers(0, 39).flatmap(lambda n: _json if n == 39 else valid)


def obj(**members: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    every = st.fixed_dictionaries({name: spoiled(member) for name, member in members.items()})
    some = st.fixed_dictionaries({}, optional={name: spoiled(member) for name, member in members.items()})
    more = st.dictionaries(st.text(max_size=5) | st.just("shape"), _json, max_size=1)
    return spoiled(every | every | every | some | st.builds(lambda a, b: {**b, **a}, every, more))


_counts = st.integers(2, 99) | st.integers(0, 101)
_limits = obj(requests=_counts, windowSeconds=_counts, burst=_counts | st.none())
_numbers = st.floats(1, 100) | st.integers(0, 101)
_spheres = obj(shape=st.sampled_from(["sphere", "box"]), radiusM=_numbers)
_boxes = obj(shape=st.just("box"), sizeM=st.lists(spoiled(_numbers), min_size=3, max_size=3))
_labels = st.sampled_from(["Office", "Stage", "Balcony", "two words"])
_times = st.datetimes(timezones=st.none() | st.just(UTC)).map(datetime.isoformat) | st.none()
_things = obj(
    kind=st.sampled_from(["secret", "keyless"]),
    label=_labels,
    keyId=st.sampled_from(["key_ABCDEFabcdef", None, "key_ABCDEFabcdef\n"]),
    origins=st.lists(spoiled(st.text(min_size=3, max_size=10)), max_size=3),
    venues=st.none() | st.lists(spoiled(st.just("ven_ABCDEFabcdef")), max_size=3),
    limit=_limits | st.none(),
    public=st.booleans(),
    grade=st.sampled_from(["fine", "coarse"]),
    startsAt=_times,
    place=_spheres | _boxes,
    seats=st.none() | st.dictionaries(st.text(max_size=5), spoiled(_counts), max_size=2),
    notes=_json,
)
_patches = obj(
    label=_labels, limit=_limits | st.none(), status=st.just("active"), count=_counts, sphere=_spheres
)
_cases = st.one_of(
    st.tuples(st.just(Limit), _limits),
    st.tuples(st.just(NewThing), _things),
    st.tuples(st.just(ThingPatch), _patches),
    st.tuples(st.just(list[Limit]), st.lists(_limits, max_size=3)),
)


@examples(400)
@given(_cases)
def test_find_faults_and_msgspec_agree_on_what_is_faulty(case: tuple[type[Any], object]) -> None:
    type_, value = case
    assert bool(find_faults(value, type_).faults) is not _taken(value, type_)


@examples(200)
@given(_things)
def test_every_pointer_leads_to_a_place_in_the_value_or_to_a_missing_member(value: object) -> None:
    for fault in find_faults(value, NewThing).faults:
        assert fault.pointer is not None
        _parent_of(value, fault.pointer)


def _taken(value: object, type_: type[Any]) -> bool:
    try:
        convert(value, type_)
    except msgspec.ValidationError:
        return False
    return True


def _parent_of(value: Any, pointer: str) -> None:
    tokens = [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]
    for token in tokens[:-1]:
        value = value[int(token)] if isinstance(value, list) else value[token]
    assert not tokens or isinstance(value, dict) or int(tokens[-1]) < len(value)


@examples(200)
@given(_cases, st.integers(0, 40))
def test_with_few_steps_the_first_faults_are_found_and_it_is_said_that_there_may_be_more(
    case: tuple[type[Any], object], steps_max: int
) -> None:
    """A search that ends early finds the beginning of what the whole search finds."""
    type_, value = case
    whole, partial = find_faults(value, type_), find_faults(value, type_, steps_max)
    assert whole.is_complete
    assert partial.faults == whole.faults[: len(partial.faults)]
    assert not partial.is_complete or partial == whole


def test_the_search_for_faults_has_a_bounded_number_of_steps() -> None:
    """The attack: names that resemble none, each of which is compared with all that are known."""
    value = [{f"x{number}": 1 for number in range(700)}]
    found = find_faults(value, list[Tree])
    assert not found.is_complete
    assert 400 < len(found.faults) < 700
    valid: list[object] = [{"name": "abc"}] * (STEPS_MAX // 2)
    assert not find_faults([*valid, {"name": 5}], list[Tree]).is_complete
