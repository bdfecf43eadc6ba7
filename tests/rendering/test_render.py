"""`seatpreview imagery render`: panoramas of seats, drawn by Chromium with the viewer's drawing."""

import http.client
import io
import json
import math
import tempfile
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image, ImageChops

from cli.program import invoke, result_of
from layouts.written import compiled, section
from seatpreview.imagery.record_entries import TargetSet, put_images
from seatpreview.labels.model import place_of
from seatpreview.rendering import panorama_jobs, venue_panoramas
from seatpreview.stills import headless_chromium
from seatpreview.values.command_error import CommandError
from seatpreview.venues.model import ObjectName
from stills.painting_program import painting_program

SCREEN = (8.0, 21.0, 4.0)
LAYOUT: dict[str, Any] = {
    "focus": {"name": "Stage", "x": 0, "y": 20, "z": 1.5},
    "sections": [
        {
            "id": "A",
            "rows": {"first": 1, "last": 4},
            "seats": {"count": 10},
            "geometry": {"bearingDeg": 180, "distanceM": 12},
        },
        {"id": "B", "rows": {"first": 1, "last": 2}, "seats": {"count": 4}},
        {
            "id": "Side Box",
            "rows": {"first": 1, "last": 2},
            "seats": {"count": 4},
            "geometry": {"bearingDeg": 100, "distanceM": 14},
        },
    ],
    "configurations": [
        {
            "id": "concert",
            "mood": "house_lights",
            "closed": ["Side Box"],
            "obstructions": [
                {
                    "id": "screen",
                    "kind": "screen",
                    "box": {"x": [6, 10], "y": [20.9, 21.1], "z": [2.5, 5.5]},
                }
            ],
        }
    ],
}


class Venue:
    """A venue in a database of its own."""

    def __init__(self, folder: Path) -> None:
        self.flags = ["--data-dir", str(folder / "data")]
        tenant = result_of("tenants", "create", "--name", "Owner", *self.flags)["tenantId"]
        layout = folder / "layout.json"
        layout.write_text(json.dumps(LAYOUT))
        into = ["--tenant", tenant, "--name", "Hall", "--json", *self.flags]
        made = invoke("venues", "import", str(layout), *into)
        assert "14% of the seats have no place" in made.stderr
        self.venue_id = str(json.loads(made.stdout)["venueId"])

    def render(self, *arguments: str) -> Any:
        return invoke("imagery", "render", self.venue_id, *arguments, *self.flags)

    def record(self) -> dict[str, Any]:
        record: dict[str, Any] = result_of("venues", "show", self.venue_id, *self.flags)
        return record


@pytest.fixture
def venue(data_dir: Path) -> Venue:
    return Venue(data_dir.parent)


def screen_direction(panorama: bytes) -> tuple[float, float]:
    """Returns the middle of what has the colours of the screen's picture, purple, in degrees right and up."""
    picture = Image.open(io.BytesIO(panorama)).convert("RGB").resize((360, 180), Image.Resampling.BOX)
    red, green, blue = picture.split()
    purple = ImageChops.darker(ImageChops.subtract(red, green), ImageChops.subtract(blue, green)).tobytes()
    least = 0.5 * max(purple)
    found = [divmod(number, 360) for number, value in enumerate(purple) if value > least]
    y, x = (sum(axis) / len(found) for axis in zip(*found, strict=True))
    return x + 0.5 - 180, 90 - (y + 0.5)


def direction_to(point: tuple[float, float, float], pose: dict[str, float]) -> tuple[float, float]:
    east, north, up = (there - pose[axis] for there, axis in zip(point, "xyz", strict=True))
    right = math.degrees(math.atan2(east, north)) - pose["yawDeg"]
    return (right + 180) % 360 - 180, math.degrees(math.atan2(up, math.hypot(east, north)))


@pytest.mark.parametrize("places", [["A/2/3"], pytest.param(["A/2/3", "A"], marks=pytest.mark.long)], ids=len)
def test_a_seat_is_rendered_uploaded_and_shown_with_the_pose_that_is_true(
    places: list[str], venue: Venue, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = venue.record()
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    asked = ["--seats", *places, "--configuration", "concert", "--size", "1024"]
    done = venue.render(*asked, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    names = ["rendered/concert/A-2-3.jpg", "rendered/concert/A.jpg"][: len(places)]
    assert json.loads(done.stdout) == {
        "setId": "rendered-concert",
        "configuration": "concert",
        "rendered": names,
    }
    assert [*scratch.iterdir()] == [], "the browser's profile is removed"
    after = venue.record()
    [imagery_set] = after["imagerySets"]
    images = imagery_set.pop("images")
    assert imagery_set == {
        "id": "rendered-concert",
        "kind": "rendered",
        "configuration": "concert",
        "attribution": "Drawn from the seating plan",
    }
    assert [image["covers"] for image in images] == [
        {"section": "A", "rows": ["2"], "seats": ["3"]},
        {"section": "A"},
    ][: len(places)]
    changing = ("imagerySets", "version", "updatedAt")
    assert {k: v for k, v in after.items() if k not in changing} == {
        k: v for k, v in before.items() if k not in changing
    }
    stored = [path.read_bytes() for path in (tmp_path / "data").rglob("full.jpg")]
    measured = sorted(map(screen_direction, stored))
    expected = sorted(direction_to(SCREEN, image["pose"]) for image in images)
    assert len(measured) == len(expected)
    for seen, told in zip(measured, expected, strict=True):
        assert [*seen] == pytest.approx([*told], abs=2.5)


def test_renderings_go_to_a_folder_with_the_set_that_a_record_would_have(
    venue: Venue, fake_chromium: str, tmp_path: Path
) -> None:
    folder = tmp_path / "panoramas"
    done = venue.render("--seats", "A/1/1", "--output", str(folder), "--chromium", fake_chromium)
    assert (done.exit_code, done.stderr) == (0, "")
    assert (folder / "rendered/concert/A-1-1.jpg").read_bytes() == b"picture 0", "the only configuration"
    written = json.loads((folder / "imagery-set.json").read_text())
    assert (written["id"], written["kind"]) == ("rendered-concert", "rendered")
    assert [image["object"] for image in written["images"]] == ["rendered/concert/A-1-1.jpg"]
    assert "imagerySets" not in venue.record() or venue.record()["imagerySets"] == []


@pytest.fixture
def fake_chromium(tmp_path: Path) -> str:
    """A program that does what the page in Chromium does, without drawing."""
    program = tmp_path / "fake-chromium"
    program.write_text(
        """#!/usr/bin/env python3
import json, sys, time, urllib.request
page = sys.argv[-1]
def ask(name, body=None):
    return urllib.request.urlopen(page.replace("render.html", name), body).read()
assert b"<script" in ask("render.html")
for number, job in enumerate(json.loads(ask("work.json"))["jobs"]):
    ask(f"pictures/{number}", b"picture %d" % number)
time.sleep(60)
"""
    )
    program.chmod(0o755)
    return str(program)


def program(tmp_path: Path, script: str) -> str:
    path = tmp_path / "chromium"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def test_a_second_run_replaces_the_same_entries_and_keeps_what_else_the_set_has() -> None:
    target = TargetSet("set", "rendered", "concert")
    entry = {"object": "rendered/concert/A.jpg", "covers": {"section": "A"}, "pose": {"yawDeg": 1}}
    other = {"object": "own.jpg", "covers": {"section": "B"}}
    sets = [
        {"id": "set", "kind": "rendered", "configuration": "concert", "images": [entry, other]},
        {"id": "photos", "kind": "photo"},
    ]
    again = entry | {"pose": {"yawDeg": 2}}
    new = entry | {"object": "rendered/concert/B.jpg"}
    record = put_images({"name": "Hall", "imagerySets": sets}, target, [again, new], "Nobody")
    assert record["imagerySets"][0]["images"] == [again, other, new]
    assert "attribution" not in record["imagerySets"][0], "the owner's own choice stays"
    assert record["imagerySets"][1] == {"id": "photos", "kind": "photo"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "--seats must name 1 to 200 seats."),
        (["--seats", "A/1/1"] * 201, "--seats must name 1 to 200 seats."),
        (["--seats", "A/1/1", "--size", "512"], "--size must be an even number from 1024 to 8192."),
        (["--seats", "A/1/1", "--size", "9000"], "--size must be an even number from 1024 to 8192."),
        (["--seats", "Z/1/1"], "--seats 'Z/1/1' does not resolve to one place of the venue."),
        (["--seats", "B/1/1"], "B/1/1 cannot be rendered: the layout has no geometry for section B."),
        (
            ["--seats", "Side Box/1/1", "--configuration", "concert"],
            "Side Box/1/1 cannot be rendered: section Side Box is closed in the configuration 'concert'.",
        ),
        (
            ["--seats", "A/1/1", "--chromium", "no-such-program"],
            "--chromium: no-such-program is not a program",
        ),
    ],
)
def test_what_cannot_be_rendered_is_refused_before_a_browser_starts(
    venue: Venue, arguments: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(headless_chromium, "running", lambda *_: pytest.fail("a browser was started"))
    done = venue.render(*arguments)
    assert done.exit_code in (1, 2)
    assert done.stderr.startswith(sentence)


def test_without_chromium_a_sentence_says_what_to_install(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    done = venue.render("--seats", "A/1/1")
    assert done.exit_code == 1
    assert "Install it (Debian: apt-get install chromium)" in done.stderr


def test_a_browser_that_ends_early_is_told_with_its_last_words(venue: Venue, tmp_path: Path) -> None:
    broken = program(tmp_path, "echo 'no library libfoo' >&2; exit 1")
    done = venue.render("--seats", "A/1/1", "--chromium", broken)
    assert done.exit_code == 1
    assert done.stderr == "Chromium ended before the panorama was drawn.\nno library libfoo\n"


def test_a_set_of_another_kind_is_not_filled_with_renderings(venue: Venue, fake_chromium: str) -> None:
    target = TargetSet("photos", "rendered", None)
    with pytest.raises(CommandError, match="has the kind 'photo'"):
        put_images({"imagerySets": [{"id": "photos", "kind": "photo"}]}, target, [], "Nobody")


def test_names_are_safe_and_no_two_places_have_the_same() -> None:
    places = [
        place_of("A", "1", "2"),
        place_of("A", "1-2"),
        place_of("A-1", "2"),
        place_of("Ä 1", "2"),
        place_of("Ö 1", "2"),
        place_of("x" * 40, "y" * 40, "z" * 40),
    ]
    names = [venue_panoramas.object_name("end stage", place) for place in places]
    names += [venue_panoramas.object_name("end-stage", place) for place in places]
    assert len(set(names)) == len(names)
    assert all(ObjectName.parse(name) == name for name in names)
    assert venue_panoramas.object_name("concert", place_of("A", "1", "2")) == "rendered/concert/A-1-2.jpg"
    assert venue_panoramas.object_name("concert", place_of("A", None, "2")) == "rendered/concert/A--2.jpg"


def test_a_section_is_rendered_from_a_seat_that_sees_the_focus() -> None:
    wall = {"id": "desk", "kind": "other", "box": {"x": [-2, 2], "y": [5, 6], "z": [0, 3]}}
    layout = compiled(
        section(geometry={"distanceM": 10, "spacingM": 3}),
        configurations=[{"id": "end", "obstructions": [wall]}],
    )
    [panorama] = venue_panoramas.plan_panoramas(layout, layout.configurations["end"], [place_of("101")])
    assert panorama.entry["covers"] == {"section": "101"}
    assert abs(panorama.eye.x) > 2, "beside the desk, and not behind it"


def declared(host: str, url: str, length: int) -> int:
    """Returns the status of a request that declares a body of this length, and sends none."""
    connection = http.client.HTTPConnection(host, timeout=30)
    try:
        connection.putrequest("POST", url.partition(host)[2])
        connection.putheader("content-length", str(length))
        connection.endheaders()
        return connection.getresponse().status
    finally:
        connection.close()


def test_only_who_knows_the_path_gets_the_plan_or_sends_a_picture() -> None:
    """Another program of the machine, or a page of another site whose name resolves to loopback."""
    with panorama_jobs.serving(b'{"plan": 1}', 2) as server:
        base, page = server.url.rsplit("/", 1)
        host = httpx.URL(base).netloc.decode()
        with httpx.Client(base_url=f"http://{host}") as client:
            assert client.get(f"{base}/{page}").status_code == 200
            assert client.get(f"{base}/work.json").json() == {"plan": 1}
            for path in ("/work.json", "/wrong/work.json", "/render.html", "/assets/../render.html", "/"):
                assert client.get(path).status_code == 404, path
            assert client.get(f"{base}/work.json", headers={"host": "evil.example"}).status_code == 403
            assert client.post("/pictures/0").status_code == 403
            assert client.post(f"{base}/pictures/2", content=b"x").status_code == 404
            assert declared(host, f"{base}/pictures/0", 51 * 1024 * 1024) == 413
            assert server.take(0) is None
            assert client.post(f"{base}/pictures/1", content=b"x").status_code == 204
        assert server.take(1) == panorama_jobs.DrawnPanorama(1, b"x")


def test_stills_of_all_rows_are_drawn_once_and_kept(venue: Venue, tmp_path: Path) -> None:
    program = str(painting_program(tmp_path / "chromium"))
    asked = ["--stills", "--configuration", "concert", "--chromium", program, "--json"]
    done = venue.render(*asked)
    assert (done.exit_code, json.loads(done.stdout)) == (
        0,
        {"configuration": "concert", "drawn": 4, "kept": 0},
    ), "the rows of section A: B has no geometry, and the box is closed"
    assert len([*tmp_path.glob("data/objects/*/stills/*/*/full.webp")]) == 4
    assert json.loads(venue.render(*asked).stdout) == {"configuration": "concert", "drawn": 0, "kept": 4}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--seats", "A/1/1"], "--stills draws the rows of the whole venue: leave out --seats"),
        (["--configuration", "opera"], "--configuration: the venue has no configuration 'opera'."),
    ],
)
def test_stills_that_cannot_be_drawn_are_refused(venue: Venue, arguments: list[str], sentence: str) -> None:
    done = venue.render("--stills", *arguments)
    assert done.exit_code == 2
    assert done.stderr.startswith(sentence)
