"""`seatpreview venues`: venues from files and back, and the faults of a file."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.program import invoke, result_of

ARENA = Path(__file__).parents[1] / "layouts" / "arena.json"

MANIFEST = """section_id,section_name,row_id,row_name
1,Field Box 110,0,A
1,Field Box 110,1,B
1,Field Box 110,2,C
2,Suite 4,,
"""

PLAN = {
    "name": "Opera",
    "categories": [{"name": "Gold"}],
    "zones": [
        {
            "name": "Parkett",
            "rows": [{"row_number": "1", "seats": [{"seat_number": "1"}, {"seat_number": "2"}]}],
        }
    ],
}

RECORD: dict[str, Any] = {
    "name": "Harbour Arena",
    "timezone": "Europe/Berlin",
    "aliases": [{"name": "The Harbour"}, {"name": "Pit", "section": "GA"}],
    "imagerySets": [
        {
            "id": "day",
            "kind": "photo",
            "images": [{"object": "north/a.jpg", "covers": {"section": "101", "rows": ["A"]}}],
        }
    ],
    "rules": {
        "layout": {
            "sections": [
                {
                    "ids": {"first": 101, "last": 104},
                    "level": "Lower",
                    "rows": {"first": "A", "last": "C"},
                    "seats": {"count": 10, "exceptions": [{"rows": ["A"], "skip": [3]}]},
                },
                {"id": "GA", "kind": "standing", "capacity": 500},
            ],
        },
        "seatKeys": {
            "rules": [{"type": "drop", "words": ["vip"]}],
            "examples": [{"label": "VIP 101 Row A Seat 2", "expect": "101/A/2"}],
        },
    },
    "viewerDefaults": {"theme": "dark"},
    "imageLinks": {"generation": 1},
}


def write_file(folder: Path, name: str, content: object) -> str:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return str(path)


def create_tenant(database_flags: list[str]) -> str:
    return str(result_of("tenants", "create", "--name", "Owner", *database_flags)["tenantId"])


def test_a_manifest_is_imported_listed_and_shown(database_flags: list[str], tmp_path: Path) -> None:
    tenant = create_tenant(database_flags)
    file = write_file(tmp_path, "manifest.csv", "\ufeff" + MANIFEST)
    made = invoke("venues", "import", file, "--tenant", tenant, "--name", "Park", *database_flags)
    assert (made.exit_code, made.stderr) == (0, "")
    _, report, members = made.stdout.split("\n\n")
    assert report.splitlines()[0].split() == ["PART", "COUNT", "EXAMPLE", "WHAT"]
    shown = dict(line.split(maxsplit=1) for line in members.splitlines())
    assert shown | {"venueId": ""} == {
        "venueId": "",
        "tenantId": tenant,
        "name": "Park",
        "sections": "2",
        "rows": "3",
        "seats": "0",
        "capacity": "0",
    }
    venue = result_of("venues", "show", shown["venueId"], *database_flags)
    assert venue["rules"]["layout"]["sections"] == [
        {"id": "1", "name": "Field Box 110", "rows": {"first": "A", "last": "C"}},
        {"id": "2", "name": "Suite 4", "kind": "suite"},
    ]
    [listed] = result_of("venues", "list", "--tenant", tenant, *database_flags)["data"]
    assert listed["venueId"] == shown["venueId"]
    lines = invoke("venues", "list", *database_flags).stdout.splitlines()
    assert lines[0].split() == ["VENUE", "TENANT", "CREATED", "NAME"]
    assert lines[1].split()[0] == shown["venueId"]


def test_an_exported_record_is_imported_unchanged(data_dir: Path, tmp_path: Path) -> None:
    database_flags = ["--data-dir", str(data_dir)]
    first = result_of(
        "venues",
        "import",
        write_file(tmp_path, "a.json", RECORD),
        "--tenant",
        create_tenant(database_flags),
        *database_flags,
    )
    copy = tmp_path / "copy.json"
    assert (
        invoke("venues", "export", first["venueId"], str(copy), *database_flags).stdout == f"Wrote {copy}.\n"
    )
    assert json.loads(copy.read_text()) == RECORD
    assert invoke("venues", "export", first["venueId"], *database_flags).stdout == copy.read_text()
    second = result_of(
        "venues", "import", str(copy), "--tenant", create_tenant(database_flags), *database_flags
    )
    own = {"venueId", "tenantId", "createdAt", "updatedAt"}
    assert second["venueId"] != first["venueId"]
    assert {name: second[name] for name in second.keys() - own} == {
        name: first[name] for name in first.keys() - own
    }


def test_an_export_overwrites_nothing(data_dir: Path, tmp_path: Path) -> None:
    database_flags = ["--data-dir", str(data_dir)]
    file = write_file(tmp_path, "a.json", RECORD)
    made = result_of("venues", "import", file, "--tenant", create_tenant(database_flags), *database_flags)
    refused = invoke("venues", "export", made["venueId"], file, *database_flags)
    assert (refused.exit_code, refused.stderr) == (1, f"{file} already exists: choose another file name.\n")
    assert json.loads(Path(file).read_text()) == RECORD


def test_a_seating_plan_keeps_its_name_and_what_is_inferred_is_reported(
    data_dir: Path, tmp_path: Path
) -> None:
    database_flags = ["--data-dir", str(data_dir)]
    file = write_file(tmp_path, "plan.json", PLAN)
    made = invoke(
        "venues", "import", file, "--tenant", create_tenant(database_flags), "--json", *database_flags
    )
    assert made.exit_code == 0
    assert "Inferred (2): Seats do not have a seat_guid. Example: 1" in made.stderr.splitlines()
    venue = json.loads(made.stdout)
    assert (venue["name"], venue["seatCount"]) == ("Opera", 2)


def test_an_import_writes_nothing_unless_it_is_asked_to(data_dir: Path, tmp_path: Path) -> None:
    database_flags = ["--data-dir", str(data_dir)]
    create_tenant(database_flags)
    file = write_file(tmp_path, "plan.json", PLAN)
    looked = invoke("venues", "import", file, *database_flags)
    assert (looked.exit_code, looked.stderr) == (
        0,
        "Nothing was stored: add --create, --replace or --out.\n",
    )
    assert looked.stdout.startswith("2 places that look like seats; 2 seats taken, none left out.\n\nPART")
    assert result_of("venues", "list", *database_flags)["data"] == []
    read = json.loads(invoke("venues", "import", file, "--json", *database_flags).stdout)
    assert (read["record"]["name"], read["report"]["format"], read["report"]["seats"]) == (
        "Opera",
        "pretix",
        2,
    )
    out = tmp_path / "record.json"
    assert invoke("venues", "import", file, "--out", str(out), *database_flags).exit_code == 0
    assert json.loads(out.read_text()) == read["record"]
    again = invoke("venues", "import", file, "--out", str(out), *database_flags)
    assert (again.exit_code, again.stderr) == (1, f"{out} already exists: choose another file name.\n")


def test_an_import_replaces_the_layout_of_a_venue_and_keeps_the_rest(data_dir: Path, tmp_path: Path) -> None:
    database_flags = ["--data-dir", str(data_dir)]
    tenant = create_tenant(database_flags)
    record = RECORD | {"imagerySets": [], "aliases": [{"name": "The Harbour"}]}
    record["rules"] = {"layout": RECORD["rules"]["layout"], "seatKeys": {"rules": [], "examples": []}}
    file = write_file(tmp_path, "a.json", record)
    made = result_of("venues", "import", file, "--tenant", tenant, *database_flags)
    plan = write_file(tmp_path, "plan.json", PLAN)
    flags = ["--replace", "The Harbour", "--json", *database_flags]
    changed = json.loads(invoke("venues", "import", plan, *flags).stdout)
    assert (changed["venueId"], changed["name"], changed["seatCount"]) == (
        made["venueId"],
        "Harbour Arena",
        2,
    )
    assert (changed["aliases"], changed["viewerDefaults"]) == (made["aliases"], made["viewerDefaults"])


def test_a_venue_is_exported_in_every_format_and_imported_again(data_dir: Path, tmp_path: Path) -> None:
    database_flags = ["--data-dir", str(data_dir)]
    tenant = create_tenant(database_flags)
    made = result_of("venues", "import", "--example", "club", "--tenant", tenant, *database_flags)
    for file_format in ("csv", "xlsx", "pretix", "geojson", "svg", "json"):
        file = tmp_path / f"club.{file_format}"
        flags = ["--format", file_format, "--out", str(file), *database_flags]
        assert invoke("venues", "export", made["venueId"], *flags).stdout == f"Wrote {file}.\n"
        checked = invoke("venues", "check", str(file))
        assert checked.exit_code == 0, checked.stderr
        assert checked.stdout.splitlines()[-1].split()[3] == "54"


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (["--create"], "--create needs --tenant, the owner of the new venue."),
        (["--tenant", "t", "--out", "x"], "Give only one of --create, --replace and --out."),
        (["--format", "dwg"], "--format dwg is not a format; there are: pretix, seatsio, svg,"),
    ],
)
def test_flags_of_an_import_that_do_not_fit_are_refused(
    flags: list[str], sentence: str, data_dir: Path, tmp_path: Path
) -> None:
    create_tenant(["--data-dir", str(data_dir)])
    file = write_file(tmp_path, "plan.json", PLAN)
    refused = invoke("venues", "import", file, *flags, "--data-dir", str(data_dir))
    assert refused.exit_code == 2
    assert sentence in refused.stderr


def test_the_text_counts_seats_by_level(data_dir: Path, tmp_path: Path) -> None:
    database_flags = ["--data-dir", str(data_dir)]
    file = write_file(tmp_path, "a.json", RECORD)
    made = result_of(
        "venues",
        "import",
        file,
        "--tenant",
        create_tenant(database_flags),
        "--name",
        "Other",
        *database_flags,
    )
    shown = invoke("venues", "show", made["venueId"], *database_flags).stdout
    assert "Other" in shown
    assert "1 rules, 1 examples" in shown
    assert [line.split() for line in shown.splitlines()[-4:]] == [
        ["LEVEL", "SECTIONS", "ROWS", "SEATS", "CAPACITY"],
        ["Lower", "4", "12", "116", "116"],
        ["(none)", "1", "0", "0", "500"],
        ["(all)", "5", "12", "116", "616"],
    ]


def test_a_file_without_a_name_gives_the_venue_its_own(data_dir: Path, tmp_path: Path) -> None:
    database_flags = ["--data-dir", str(data_dir)]
    file = write_file(tmp_path, "Park_Theatre.csv", MANIFEST)
    tenant = create_tenant(database_flags)
    made = invoke("venues", "import", file, "--tenant", tenant, "--json", *database_flags)
    assert json.loads(made.stdout)["name"] == "Park Theatre"
    remark = "Inferred (1): The file does not name the venue. Example: Park Theatre"
    assert remark in made.stderr.splitlines()


def test_an_invalid_name_is_refused_by_its_flag(data_dir: Path, tmp_path: Path) -> None:
    file = write_file(tmp_path, "a.json", RECORD)
    flags = ["--tenant", "ten_000000000000", "--name", "", "--data-dir", str(data_dir)]
    refused = invoke("venues", "import", file, *flags)
    assert (refused.exit_code, refused.stderr) == (1, "--name must be 1 to 200 characters long (got 0).\n")


def test_an_unknown_tenant_is_refused_by_its_flag(data_dir: Path, tmp_path: Path) -> None:
    file = write_file(tmp_path, "a.json", RECORD)
    refused = invoke("venues", "import", file, "--tenant", "ten_000000000000", "--data-dir", str(data_dir))
    assert (refused.exit_code, refused.stderr) == (1, "--tenant is not the id of a tenant.\n")


def test_an_arena_is_checked_without_a_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    checked = invoke("venues", "check", str(ARENA))
    assert (checked.exit_code, checked.stderr) == (0, "")
    assert list(tmp_path.iterdir()) == []
    assert [line.rsplit(maxsplit=4) for line in checked.stdout.splitlines()[1:]] == [
        ["Lower Bowl", "24", "576", "9984", "9984"],
        ["Club", "24", "144", "3072", "3072"],
        ["Suites", "39", "0", "0", "624"],
        ["Upper Bowl", "32", "384", "6144", "6144"],
        ["Floor", "7", "90", "1260", "3760"],
        ["(all)", "126", "1194", "20460", "23584"],
    ]


def test_every_fault_of_a_layout_is_reported_with_its_pointer_and_text(tmp_path: Path) -> None:
    layout = json.loads(ARENA.read_text())
    layout["sections"][0]["rows"] = {"first": "A", "last": "Q7"}
    layout["sections"][3]["ids"] = {"first": 124, "last": 132}
    layout["sections"][4] |= {"rows": [], "seats": None}
    file = write_file(tmp_path, "broken.json", layout)
    refused = invoke("venues", "check", file)
    assert (refused.exit_code, refused.stdout) == (1, "")
    lines = refused.stderr.splitlines()
    assert lines[0].startswith(f"{file} has ")
    reported = dict(zip(lines[1::2], lines[2::2], strict=True))
    assert [(sentence.split()[0], text.strip()) for sentence, text in reported.items()] == [
        ("/sections/0/rows/last", '"Q7"'),
        ("/sections/4/rows", "[]"),
        ("/sections/3/ids", '{"first":124,"last":132}'),
    ]
    assert "does not count on from 'A'" in lines[1]
    assert "gives section '124' a second time" in refused.stderr


def test_faults_of_a_record_are_reported_with_pointers_into_the_file(data_dir: Path, tmp_path: Path) -> None:
    broken = RECORD | {"timezone": "Berlin", "colour": "red"}
    file = write_file(tmp_path, "a.json", broken)
    database_flags = ["--data-dir", str(data_dir)]
    for refused in (
        invoke("venues", "check", file),
        invoke("venues", "import", file, "--tenant", "ten_000000000000", *database_flags),
    ):
        assert refused.exit_code == 1
        assert refused.stderr.startswith(f"{file} has 2 faults:\n")
        assert "\n  /timezone is not the name of a time zone; write for example" in refused.stderr
        assert '\n      "Berlin"\n' in refused.stderr
        assert "\n  /colour " in refused.stderr


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xd0\xcf\x11\xe0", "The file is an old Excel file (XLS)"),
        (b'{"sections": [}', "The file is not JSON: expecting value at line 1, column 15"),
        (MANIFEST.encode() + b"1,Field Box 110,2,C\n", "Line 6 repeats row 'C' of section '1' of line 4."),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_in_a_sentence(
    content: bytes, sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    refused = invoke("venues", "check", str(file))
    assert refused.exit_code == 1
    assert refused.stderr.startswith(str(file))
    assert sentence in refused.stderr


def test_a_file_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    refused = invoke("venues", "check", str(tmp_path / "none"))
    assert (refused.exit_code, refused.stderr) == (
        1,
        f"{tmp_path / 'none'} cannot be read: No such file or directory.\n",
    )


def test_a_venue_that_does_not_exist_is_refused_in_the_apis_words(data_dir: Path) -> None:
    for command in ("show", "export"):
        refused = invoke("venues", command, "ven_000000000000", "--data-dir", str(data_dir))
        assert (refused.exit_code, refused.stdout) == (1, "")
        assert refused.stderr == "There is no venue with this venueId among those that you may use.\n"


def test_an_example_is_a_template_and_is_imported(data_dir: Path) -> None:
    database_flags = ["--data-dir", str(data_dir)]
    assert invoke("venues", "examples").stdout == invoke("venues", "templates").stdout
    assert result_of("venues", "examples") == result_of("venues", "templates")
    tenant = create_tenant(database_flags)
    made = result_of(
        "venues", "import", "--example", "club", "--tenant", tenant, "--name", "My club", *database_flags
    )
    assert (made["name"], made["seatCount"]) == ("My club", 54)


def test_templates_are_listed_with_their_bounds_in_the_help_too() -> None:
    listed = result_of("venues", "templates")
    text = " ".join(invoke("venues", "new", "--help").stdout.split())
    for each in listed:
        bounds = f"{each['templateId']} {each['seatsMin']:,} to {each['seatsMax']:,}"
        assert bounds in text
        assert bounds.split()[0] in invoke("venues", "templates").stdout


def test_a_template_becomes_a_file_or_a_venue(data_dir: Path, tmp_path: Path) -> None:
    database_flags = ["--data-dir", str(data_dir)]
    tenant = create_tenant(database_flags)
    file = tmp_path / "hall.json"
    written = invoke("venues", "new", "--template", "cinema", "--seats", "120", "--out", str(file))
    assert written.stdout == f"Wrote {file}: 120 seats.\n"
    assert invoke("venues", "check", str(file)).exit_code == 0
    made = invoke(
        "venues", "new", "--template", "cinema", "--name", "Rex", "--tenant", tenant, *database_flags
    )
    assert "Rex" in made.stdout


def test_a_template_is_a_known_one_with_seats_that_it_can_have(tmp_path: Path) -> None:
    unknown = invoke("venues", "new", "--template", "circus")
    assert (unknown.exit_code, unknown.stderr[:41]) == (2, "--template circus is not a template; ther")
    small = invoke("venues", "new", "--template", "theatre", "--seats", "20")
    assert (small.exit_code, small.stderr) == (
        2,
        "--seats must be 200 to 3,000 for the template 'theatre' (got 20).\n",
    )
    both = invoke("venues", "new", "--template", "cinema", "--tenant", "ten_x", "--out", str(tmp_path / "a"))
    assert (both.exit_code, both.stderr) == (2, "Give either --tenant or --out.\n")


def test_an_import_takes_a_file_or_a_known_example(data_dir: Path, tmp_path: Path) -> None:
    flags = ["--tenant", "ten_8FzQ2mL0vTn4XcRy6KsW", "--data-dir", str(data_dir)]
    neither = invoke("venues", "import", *flags)
    assert (neither.exit_code, neither.stderr) == (2, "Give either a FILE or --example.\n")
    both = invoke("venues", "import", write_file(tmp_path, "a.json", RECORD), "--example", "club", *flags)
    assert (both.exit_code, both.stderr) == (2, "Give either a FILE or --example.\n")
    unknown = invoke("venues", "import", "--example", "circus", *flags)
    assert unknown.exit_code == 2
    assert "--example circus is not a template; there are: theatre, " in unknown.stderr


def test_a_plan_over_a_venue_lists_what_it_does_not_keep_and_is_stored_with_yes(
    data_dir: Path, tmp_path: Path
) -> None:
    database_flags = ["--data-dir", str(data_dir)]
    file = tmp_path / "plan.csv"
    file.write_text("section,row,seat,x,y\nHall,A,1,0,0\nHall,A,2,30,0\nHall,B,1,0,50\nHall,B,2,30,50\n")
    flags = ["--tenant", create_tenant(database_flags), *database_flags]
    made = json.loads(invoke("venues", "import", str(file), "--name", "Hall", "--json", *flags).stdout)
    aliases = [
        {"name": "Front", "section": "Hall", "row": "A"},
        {"name": "Back", "section": "Hall", "row": "B"},
    ]
    own = {key: made[key] for key in ("name", "rules")} | {"aliases": aliases}
    record = write_file(tmp_path, "own.json", own)
    result_of("venues", "import", record, "--replace", made["venueId"], *database_flags)
    file.write_text("section,row,seat,x,y\nHall,B,1,0,50\nHall,B,2,30,50\nHall,C,1,0,100\nHall,C,2,30,100\n")
    over = ["venues", "import", str(file), "--over", made["venueId"], *database_flags]
    looked = invoke(*over)
    assert looked.exit_code == 0, looked.output
    lines = [line.split(maxsplit=2) for line in looked.stdout.splitlines()]
    assert ["not", "kept", "1"] in [line[:2] + line[2].split()[:1] for line in lines if len(line) == 3]
    assert "Front" in looked.stdout
    assert looked.stderr == "Nothing was stored: add --yes or --out.\n"
    assert result_of("venues", "show", made["venueId"], *database_flags)["aliases"] == aliases
    stored = json.loads(invoke(*over, "--yes", "--json").stdout)
    assert (stored["aliases"], stored["seatCount"]) == (aliases[1:], 4)
    out = tmp_path / "merged.json"
    assert invoke(*over, "--out", str(out)).exit_code == 0
    assert json.loads(out.read_text())["aliases"] == aliases[1:]
    refused = invoke("venues", "import", record, "--over", made["venueId"], *database_flags)
    assert (refused.exit_code, "says everything itself" in refused.stderr) == (1, True)
