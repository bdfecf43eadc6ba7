"""A plan imported over a venue: seats are the plan's, and the work of people is kept."""

import math
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st
from msgspec import to_builtins
from msgspec.structs import replace

from examples import examples
from seatpreview.decoding.inputs import decode
from seatpreview.imports.file_import import import_file
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.venues import rules
from seatpreview.venues.import_over.merged_record import MergedRecord, import_over
from seatpreview.venues.import_over.plan_alignment import Alignment, alignment_of
from seatpreview.venues.model import VenueRecord


class Line(NamedTuple):
    """A seat of a table."""

    section: str
    row: str
    seat: int
    x: float
    y: float
    ref: str
    category: str = ""


Checked = tuple[VenueRecord, CompiledLayout]


def imported(lines: list[Line], *, has_places: bool = True) -> Checked:
    columns = "section,row,seat,x,y,ref,category" if has_places else "section,row,seat,ref,category"
    texts = [columns]
    for line in lines:
        fields = [line.section, line.row, line.seat, line.x, line.y, line.ref, line.category]
        texts.append(",".join(map(str, fields if has_places else [*fields[:3], *fields[5:]])))
    record = decode(import_file("\n".join(texts).encode(), None, "Hall").record, VenueRecord)
    return record, rules.check_and_compile(record)


def hall(sections: int = 2, rows: int = 4, seats: int = 6, *, has_refs: bool = True) -> list[Line]:
    return [
        Line(
            f"Block {section}",
            "ABCDEFGH"[row],
            seat,
            300 * section + 25 * seat,
            45 * row,
            f"r{section}-{row}-{seat}" if has_refs else "",
        )
        for section in range(1, sections + 1)
        for row in range(rows)
        for seat in range(1, seats + 1)
    ]


def over(before: Checked, plan: Checked, **more: Any) -> MergedRecord:
    return import_over(*before, *plan, **more)


def corrected(checked: Checked, elevation_m: float = 2.0, riser_m: float = 0.35) -> Checked:
    """Returns the hall as somebody has corrected and furnished it."""
    record, _ = checked
    layout = record.rules.layout
    sections = tuple(
        replace(
            section,
            geometry=None
            if section.geometry is None
            else replace(
                section.geometry,
                elevation_m=elevation_m + number,
                c_value_mm=None,
                risers_m=(),
                riser_m=riser_m,
            ),
        )
        for number, section in enumerate(layout.sections)
    )
    changed = decode(
        {
            "name": "Hall",
            "aliases": [
                {"name": "The hall"},
                {"name": "Left", "section": "Block 1"},
                {"name": "Front", "section": "Block 1", "row": "A"},
            ],
            "imagerySets": [
                {
                    "id": "photos",
                    "kind": "panorama",
                    "images": [
                        {"object": "all.jpg"},
                        {"object": "left.jpg", "covers": {"section": "Block 1"}},
                        {"object": "rows.jpg", "covers": {"section": "Block 1", "rows": ["A", "B"]}},
                        {
                            "object": "seats.jpg",
                            "covers": {"section": "Block 1", "rows": ["B"], "seats": ["1", "2"]},
                            "pose": {"x": 1, "y": -8, "z": 3},
                        },
                    ],
                }
            ],
            "rules": {
                "seatKeys": {
                    "rules": [{"type": "map", "name": "Parkett", "section": "Block 1"}],
                    "examples": [{"label": "Parkett row A seat 1", "expect": "Block 1/A/1"}],
                },
                "layout": {
                    "categories": [{"id": "gold", "name": "Gold", "colour": "#ffcc00"}],
                    "configurations": [
                        {
                            "id": "concert",
                            "obstructions": [
                                {
                                    "id": "pillar",
                                    "kind": "pillar",
                                    "box": {"x": [0, 1], "y": [-3, -2], "z": [0, 4]},
                                }
                            ],
                        }
                    ],
                },
            },
            "translations": {"de": {"sections": {"Block 1": "Block eins"}}},
        },
        VenueRecord,
    )
    own = changed.rules.layout
    whole = replace(
        layout,
        assumed=(),
        sections=sections,
        categories=own.categories,
        configurations=own.configurations,
    )
    record = replace(changed, rules=replace(changed.rules, layout=whole))
    return record, rules.check_and_compile(record)


def floors(layout: CompiledLayout) -> dict[str, float]:
    points = {str(key): layout.floor_point(key.section, key.row or None, key.seat) for key in layout.seats()}
    return {key: point.z for key, point in points.items() if point is not None}


halls = st.builds(
    hall,
    st.integers(1, 3),
    st.integers(2, 5),
    st.integers(2, 8),
    has_refs=st.booleans(),
)


@examples(20)
@given(halls, st.floats(0, 9).map(lambda m: round(m, 2)), st.floats(0, 0.5).map(lambda m: round(m, 2)))
def test_the_same_plan_over_what_people_made_of_it_changes_nothing(
    lines: list[Line], elevation_m: float, riser_m: float
) -> None:
    plan = imported(lines)
    before = corrected(plan, elevation_m, riser_m)
    merged = over(before, plan)
    assert merged.record == before[0]
    assert merged.changed == merged.not_kept == ()


@examples(25)
@given(halls, st.data())
def test_any_other_plan_keeps_the_heights_of_every_row_that_is_still_there(
    lines: list[Line], data: st.DataObject
) -> None:
    """Rows and seats are dropped and added, and the whole drawing is turned, scaled, mirrored and moved."""
    before = corrected(imported(lines))
    gone = data.draw(
        st.sets(st.sampled_from(sorted({(line.section, line.row) for line in lines})), max_size=2)
    )
    kept = [line for line in lines if (line.section, line.row) not in gone]
    if not kept:
        gone, kept = set(), lines
    shift, scale = data.draw(st.floats(-500, 500)), data.draw(st.sampled_from([1, 3, 0.4]))
    mirror = data.draw(st.sampled_from([1, -1]))
    quarters = data.draw(st.integers(0, 3))
    moved = []
    for line in kept:
        place = complex(line.x * mirror, line.y) * scale * 1j**quarters + shift
        moved.append(line._replace(x=round(place.real, 3), y=round(place.imag, 3)))
    plan = imported(moved)
    merged = over(before, plan)
    assert set(map(str, merged.layout.seats())) == set(map(str, plan[1].seats()))
    known, found = floors(before[1]), floors(merged.layout)
    assert all(math.isclose(found[key], z, abs_tol=0.011) for key, z in known.items() if key in found)
    rules.check_and_compile(merged.record)
    again = over((merged.record, merged.layout), plan)
    assert again.record == merged.record
    assert not gone or merged.not_kept


def test_a_section_that_was_renamed_in_the_file_is_known_by_its_refs() -> None:
    before = corrected(imported(hall()))
    renamed = [line._replace(section="Stalls") if line.section == "Block 1" else line for line in hall()]
    merged = over(before, imported(renamed))
    record = merged.record
    assert [alias.section for alias in record.aliases[1:]] == ["Stalls", "Stalls"]
    assert [image.covers.section for image in record.imagery_sets[0].images[1:]] == ["Stalls"] * 3
    assert to_builtins(record.rules.seat_keys.rules[0])["section"] == "Stalls"
    assert record.rules.seat_keys.examples[0].expect == "Stalls/A/1"
    assert record.translations["de"].sections == {"Stalls": "Block eins"}
    assert floors(merged.layout)["Stalls/B/2"] == floors(before[1])["Block 1/B/2"]
    assert [item.text for item in merged.changed] == ["Sections that have another name in the file."]
    assert merged.not_kept == ()


def test_everything_that_was_about_a_gone_section_is_listed() -> None:
    before = corrected(imported(hall()))
    merged = over(before, imported([line for line in hall() if line.section == "Block 2"]))
    assert {(item.text, item.count) for item in merged.not_kept} == {
        ("Sections that the file does not have, with their heights.", 1),
        ("Aliases of sections and rows that the file does not have.", 2),
        ("Images of seats that the file does not have.", 3),
        ("Label rules for sections that the file does not have.", 1),
        ("Examples of labels whose seats the file does not have.", 1),
        ("Translated names of places that the file does not have.", 1),
    }
    assert [image.covers.section for image in merged.record.imagery_sets[0].images if image.covers.rows] == []


def test_an_image_of_two_rows_of_which_one_is_gone_covers_the_other_and_never_the_whole_section() -> None:
    before = corrected(imported(hall()))
    lines = [line for line in hall() if (line.section, line.row) != ("Block 1", "A")]
    merged = over(before, imported(lines))
    assert merged.record.imagery_sets[0].images[2].covers.rows == ("B",)
    fewer = [line for line in lines if (line.section, line.row) != ("Block 1", "B")]
    objects = [image.object for image in over(before, imported(fewer)).record.imagery_sets[0].images]
    assert objects == ["all.jpg", "left.jpg"]


def test_bodies_of_a_plan_that_was_drawn_anew_are_not_kept_and_heights_are() -> None:
    before = corrected(imported(hall()))
    redrawn = [
        line._replace(
            x=line.x * (1 + line.seat % 3), y=line.y * (2 if line.section == "Block 1" else 5) + line.x
        )
        for line in hall()
    ]
    merged = over(before, imported(redrawn))
    assert merged.record.rules.layout.configurations[0].obstructions == ()
    assert any(item.text.startswith("Bodies") and item.count == 1 for item in merged.not_kept)
    assert any(item.text.startswith("Positions of cameras") for item in merged.not_kept)
    assert floors(merged.layout) == floors(before[1])


def test_a_plan_that_was_turned_by_hand_is_not_turned_back() -> None:
    before = corrected(imported(hall()))
    mirrored = imported([line._replace(x=-line.x) for line in hall()])
    place = before[1].floor_point("Block 1", "A", "1")
    back = over(before, mirrored).layout.floor_point("Block 1", "A", "1")
    kept = over(before, mirrored, is_turned_by_hand=True).layout.floor_point("Block 1", "A", "1")
    assert place is not None
    assert back == place
    assert kept is not None
    assert math.dist(kept[:2], place[:2]) > 1


def test_a_list_without_places_adds_seats_to_a_drawn_hall() -> None:
    before = corrected(imported(hall()))
    lines = [*hall(), Line("Block 1", "A", 7, 0, 0, "new")]
    merged = over(before, imported(lines, has_places=False))
    old, new = (merged.layout.floor_point("Block 1", "A", seat) for seat in ("6", "7"))
    assert old is not None
    assert new is not None
    assert 0.3 < math.dist(old, new) < 1
    assert merged.layout.floor_point("Block 2", "C", "3") == before[1].floor_point("Block 2", "C", "3")


def test_categories_of_the_file_win_and_the_venue_keeps_their_names_and_colours() -> None:
    lines = [line._replace(category="Gold" if line.row == "A" else "Silver") for line in hall()]
    before = corrected(imported(hall()))
    merged = over(before, imported(lines))
    categories = {str(each.id): str(each.colour or "") for each in merged.record.rules.layout.categories}
    assert categories == {"gold": "#ffcc00", "Silver": ""}
    assert merged.layout.seat_kind("Block 1", "A", "1").category == "gold"
    again = over((merged.record, merged.layout), imported(hall()))
    assert again.record == merged.record


def test_a_new_row_makes_heights_assumed_again() -> None:
    before = corrected(imported(hall()))
    merged = over(before, imported(hall(rows=5)))
    assert merged.record.rules.layout.assumed == ("heights",)
    assert any(item.text.startswith("Rows that are new.") for item in merged.changed)


@examples(50)
@given(
    st.lists(st.tuples(st.integers(-40, 40), st.integers(-40, 40)), min_size=8, max_size=40, unique=True),
    st.floats(-3, 3),
    st.floats(0.2, 5),
    st.booleans(),
)
def test_the_alignment_is_found_although_a_quarter_of_the_seats_moved(
    places: list[tuple[int, int]], turn: float, scale: float, is_mirrored: bool
) -> None:
    factor = complex(math.cos(turn), math.sin(turn)) * scale
    change = Alignment(factor, 3 - 2j, is_mirrored)
    pairs = [(complex(*place), change.of(complex(*place))) for place in places]
    for index in range(len(pairs) // 4):
        pairs[index] = (pairs[index][0], pairs[index][1] + 7)
    found = alignment_of(pairs)
    assert found is not None
    unmoved = sum(abs(found.of(before) - after) < 0.1 for before, after in pairs)
    assert unmoved >= len(pairs) - len(pairs) // 4
