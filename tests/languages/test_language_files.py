"""The language files: complete, alike, and each fault is named with its file and its entry."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from docs.generated_pages import ROOT, languages_table
from seatpreview.languages.check import faults
from seatpreview.languages.language_files import FOLDER, Part, read_about_languages, read_part
from seatpreview.languages.typescript import modules
from seatpreview.seats.phrases import Phrases

PARTS: tuple[Part, ...] = ("headers", "labels", "messages", "names", "phrases")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a few languages, which a test may change."""
    for code in ("de", "en", "es", "fr"):
        shutil.copy(FOLDER / f"{code}.toml", tmp_path)
    return tmp_path


def replaced(folder: Path, old: str, new: str) -> list[str]:
    """Returns the faults after a change of the German file."""
    file = folder / "de.toml"
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")
    return faults(folder)


def test_the_language_files_have_no_faults() -> None:
    assert faults() == []


def test_a_part_that_is_read_alone_is_the_part_of_the_whole_file() -> None:
    for part in PARTS:
        whole = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in FOLDER.glob("*.toml")}
        assert read_part(part, dict) == {code: file[part] for code, file in whole.items() if part in file}


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('share = "Diese Ansicht teilen"\n', "", "messages.viewer.share is missing"),
        ('share = "', 'share = "…"\nshared = "', "messages.viewer.shared is superfluous"),
        ("„{asked}“ wurde nicht", "„{ask}“ wurde nicht", "messages.viewer.unknownSeat must fill in {asked}"),
        (
            'row = "Reihe {row}"\nschematic',
            'row = "Reihe {row:big}"\nschematic',
            "messages.map.row has the unknown",
        ),
        ('{ one = "{count:number} Platz gefunden",', '{ few = "",', "messages.map.seatsFound.few is none of"),
        ('tooMany = "', 'tooMany = "{', "messages.map.tooMany has a brace"),
        ('[messages.embed]\nagain = "', '[messages.embed]\nbusy = "', "de.toml"),
        ('Altar = "Altar"', 'Altars = "Altar"', "names.bodies.'Altar' is missing"),
        ('"Box {n}" = "Loge {n}"', '"Box {n}" = "Loge"', "names.sections.'Box {n}' must fill in {n}"),
        ('status = "read"', 'status = "checked"', "de.toml"),
        ("[messages.map]\n", '[messages.map]\nzoom = ""\n', "messages.map.allLevels is not in the order"),
    ],
)
def test_a_fault_is_named_with_its_file_and_its_entry(folder: Path, old: str, new: str, fault: str) -> None:
    try:
        found = replaced(folder, old, new)
    except ValueError as error:  # Not even the form is right.
        found = [str(error)]
    assert any(fault in each for each in found), found


def test_messages_need_phrases_and_every_language_needs_the_words_of_labels(folder: Path) -> None:
    file = folder / "de.toml"
    text = file.read_text("utf-8")
    file.write_text(text[: text.index("\n[phrases]")], "utf-8")
    assert faults(folder) == ["de.toml: phrases is missing, and the messages need it"]
    file.write_text('name = "German"\nplural_forms = ["other"]\nstatus = "draft"\n', "utf-8")
    assert faults(folder) == ["de.toml: labels is missing, and every language needs it"]


def test_only_languages_with_messages_are_built_into_the_viewer(folder: Path) -> None:
    file = folder / "de.toml"
    text = file.read_text("utf-8")
    assert 'LANGUAGES = ["de", "en", "es", "fr"]' in modules(folder)["list.ts"]
    messages, phrases = text.index("\n[messages."), text.index("\n[names.")
    file.write_text(text[:messages] + text[phrases:], "utf-8")
    assert faults(folder) == []
    assert 'LANGUAGES = ["en", "es", "fr"]' in modules(folder)["list.ts"]
    assert "viewer/de.ts" not in modules(folder)


def test_texts_are_escaped_and_filled_in_where_the_language_says(folder: Path) -> None:
    replaced(folder, 'row = "Reihe {row}"\nschematic', 'row = "`${row:ordinal}`\\\\"\nschematic')
    assert "row: (row: string) => `\\`\\$${ordinal(row)}\\`\\\\`," in modules(folder)["map/de.ts"]


def test_the_page_about_languages_lists_each_one() -> None:
    page = (ROOT / "docs" / "languages.md").read_text("utf-8")
    assert languages_table() in page
    assert [code for code in read_about_languages() if f"\n| `{code}` |" not in page] == []


NEW_LANGUAGE = """
from seatpreview.imports.words.field_words import field_of
from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.model import RowNames, SectionNames
from seatpreview.languages.check import faults
from seatpreview.languages.typescript import modules
from seatpreview.seats.phrases import Phrases
from seatpreview.seats.phrases import PHRASES
from seatpreview.seats.spoken_language import spoken_language
from seatpreview.venues.templates.translated_names import usual_body_name

assert faults() == []
row = RowNames("5", frozenset({"12"}))
matcher = NameMatcher([SectionNames(id="A", name="A", rows={"5": row}, rows_by_id={"5": row})])
found = matcher.resolve("Sektorix A, Vicox 5, Placox 12")
assert found.status == "matched" and found.seat.key == "A/5/12", found
assert spoken_language("eo-XX", None, frozenset()).texts == "eo"
assert spoken_language("qeo", None, frozenset()).texts == "eo"
assert PHRASES["eo"].row == "vicox {name}"
assert usual_body_name("Stage", "eo") == "Scenejox"
assert '"eo"' in modules()["list.ts"] and "Vicox ${row}" in modules()["map/eo.ts"]
assert [field_of(word) for word in ("Vicox", "Placox", "Sektorix")] == ["row", "seat", "section"]
assert field_of("Koordinatox") == "x"
"""


def test_a_new_language_is_one_file_and_nothing_else(tmp_path: Path) -> None:
    """Labels, headers, descriptions, usual names, viewer and guide know a language that only has a file."""
    package = tmp_path / "seatpreview"
    shutil.copytree(
        FOLDER.parent, package, ignore=shutil.ignore_patterns("static", "__pycache__", "*.webp", "*.jpg")
    )
    text = (FOLDER / "de.toml").read_text("utf-8")
    for old, new in (
        ('name = "German"\n', 'name = "Esperanto"\nother_codes = ["qeo"]\n'),
        ('\nrow = "reihe rh rhe r"\n', '\nrow = "vicox"\n'),
        ('\nseat = "sitz ', '\nseat = "placox sitz '),
        ('\nsection = "block ', '\nsection = "sektorix block '),
        ('\nx = "koordinate x', '\nx = "koordinatox|koordinate x'),
        ('\nrow = "Reihe {name}"\n', '\nrow = "vicox {name}"\n'),
        ('\nStage = "Bühne"\n', '\nStage = "Scenejox"\n'),
        ('\nrow = "Reihe {row}"\nschematic', '\nrow = "Vicox {row}"\nschematic'),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (package / "languages" / "eo.toml").write_text(text, "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run(
        [sys.executable, "-c", NEW_LANGUAGE],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "| `eo` | Esperanto |" in languages_table(package / "languages")


@pytest.mark.parametrize("language", ["en", "de", "ar"])
def test_the_viewer_names_what_is_in_the_way_as_descriptions_do(language: str) -> None:
    viewer = modules()[f"viewer/{language}.ts"]
    for name in read_part("phrases", Phrases)[language].obstructions.values():
        assert f'"{name[0].upper()}{name[1:]}"' in viewer
