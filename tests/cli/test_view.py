"""`seatpreview view`: links to the view from a seat, and what a label may mean that leads to none."""

import json
import os
import re
import socket
import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from cli.program import invoke, result_of
from seatpreview import data_folder
from seatpreview.cli.view_links import FAR_M, running_address
from seatpreview.data_folder import ServiceNote
from seatpreview.settings.settings import Settings
from servers.polling import wait_until
from servers.service_process import RunningService

ROOT = Path(__file__).parents[2]

RECORD: dict[str, Any] = {
    "name": "Blue Hall",
    "aliases": [{"name": "blue-hall"}],
    "rules": {
        "layout": {
            "sections": [
                {"id": "101", "name": "Left Box", "rows": ["A"], "seats": {"count": 4}},
                {"id": "102", "name": "Right Box", "rows": ["A", "B"], "seats": {"count": 4}},
            ],
            "configurations": [{"id": "half", "name": "Half hall", "closed": ["102"]}, {"id": "full"}],
        },
        "seatKeys": {"rules": [], "examples": []},
    },
}


@pytest.fixture
def tenant_id(database_flags: list[str], tmp_path: Path) -> str:
    """The owner of a hall with the alias blue-hall."""
    tenant: str = result_of("tenants", "create", "--name", "Halls", *database_flags)["tenantId"]
    file = tmp_path / "hall.json"
    file.write_text(json.dumps(RECORD))
    assert invoke("venues", "import", str(file), "--tenant", tenant, *database_flags).exit_code == 0
    return tenant


@pytest.fixture
def key(tenant_id: str, database_flags: list[str]) -> Any:
    return result_of(
        "keys", "create", "--tenant", tenant_id, "--label", "Shop", "--groups", "sessions", *database_flags
    )


def test_the_link_has_the_seat_and_says_how_long_it_works(key: Any, database_flags: list[str]) -> None:
    """The service is not running, and that is said."""
    flags = [*database_flags, "--public-url", "https://seats.example:1"]
    made = invoke("view", "Blue-Hall", "left box row A seat 3", "--configuration", "full", *flags)
    assert made.exit_code == 0, made.stderr
    [link] = made.stdout.splitlines()
    url = urlsplit(link)
    assert (url.netloc, url.path) == ("seats.example:1", f"/viewer/{key['keyId']}")
    assert url.fragment.startswith("st_")
    assert parse_qs(url.fragment)["seat"] == ["101/A/3"]
    description, lifetime, remark = made.stderr.splitlines()
    assert "Left Box, row A, seat 3" in description
    until = rf"The link works until \d{{4}}-\d\d-\d\d \d\d:\d\d UTC, or until {key['keyId']} is revoked\."
    assert re.fullmatch(until, lifetime)
    assert remark.startswith("Nothing answers at https://seats.example:1 now:")


def test_json_is_for_scripts(key: Any, database_flags: list[str]) -> None:
    made = invoke("view", "blue-hall", "102/B/1", "--locale", "de", "--json", *database_flags, "--port", "1")
    link = json.loads(made.stdout)
    assert (link["seat"], link["keyId"], link["configuration"]) == ("102/B/1", key["keyId"], None)
    assert link["expiresAt"].endswith("Z")
    assert "Reihe B" in link["description"]


def test_several_seats_of_a_row_are_all_shown(key: Any, database_flags: list[str]) -> None:
    made = invoke("view", "blue-hall", "Right Box Row B Seats 1-2", *database_flags)
    assert made.exit_code == 0, made.stderr
    assert parse_qs(urlsplit(made.stdout.strip()).fragment)["seat"] == ["Right Box Row B Seats 1-2"]


@pytest.mark.usefixtures("key")
def test_a_label_without_a_view_is_told_what_there_is(database_flags: list[str]) -> None:
    def refusal(*arguments: str) -> str:
        refused = invoke("view", "blue-hall", *arguments, *database_flags)
        assert (refused.exit_code, refused.stdout) == (1, "")
        return refused.stderr

    unknown = refusal("Balcony Z 99")
    assert unknown.startswith(
        "'Balcony Z 99' does not match any place of Blue Hall. Its sections are 101, 102. "
    )
    assert "a key such as 101/A/1" in unknown
    ambiguous = refusal("Box row A seat 1")
    assert "may mean several places of Blue Hall. Name one of these:" in ambiguous
    assert re.search(r"^  101/A  \(Left Box, row A\)", ambiguous, re.MULTILINE)
    assert re.search(r"^  102/A  ", ambiguous, re.MULTILINE)
    closed = refusal("Right Box A 1", "--configuration", "half")
    assert closed.startswith("Section 102 is closed in the configuration 'half'.")
    wrong = refusal("101", "--configuration", "quarter")
    assert wrong == "--configuration is not a configuration of the venue; it has 'half', 'full'.\n"


def test_without_a_key_that_makes_sessions_the_command_that_makes_one_is_told(
    tenant_id: str, database_flags: list[str]
) -> None:
    def asked() -> str:
        return invoke("view", "blue-hall", "101/A/1", *database_flags).stderr

    create = f"seatpreview keys create --tenant {tenant_id} --label Views --groups sessions"
    assert asked() == f"There is no key that may make a link for Blue Hall. Create one: {create}\n"
    flags = ["--tenant", tenant_id, "--groups", "management_read_only"]
    assert invoke("keys", "create", *flags, *database_flags).exit_code == 0
    assert create in asked(), "a key for something else does not help"
    admin = result_of("keys", "create", "--scope", "admin", *database_flags)
    assert admin["keyId"] in asked()
    own = result_of("keys", "create", *create.split()[3:], *database_flags)
    assert own["keyId"] in asked(), "the venue's own key comes first"
    result_of("keys", "create", *create.split()[3:], *database_flags)
    assert own["keyId"] in asked(), "a later key, perhaps made to try something, changes nothing"


def test_a_keyless_key_is_enough_where_there_is_no_other(tenant_id: str, database_flags: list[str]) -> None:
    """Only a secret makes sessions of staff, and whoever has the database needs none."""
    flags = ["--tenant", tenant_id, "--kind", "keyless", "--allowed-origin", "https://shop.example"]
    page_key = result_of("keys", "create", *flags, *database_flags)
    made = invoke("view", "blue-hall", "101/A/1", *database_flags)
    assert f"/viewer/{page_key['keyId']}#" in made.stdout, made.stderr


def test_a_picture_is_far_away_at_the_distance_that_the_viewer_knows() -> None:
    viewer = (ROOT / "web/source/viewer/drawn-first.ts").read_text(encoding="utf-8")
    assert f"const FAR_M = {FAR_M};" in viewer


def test_a_link_of_a_running_service_opens(demo: RunningService) -> None:
    flags = ["--data-dir", str(demo.folder / "data")]
    made = invoke("view", "harbour", "Sec 107 Row K Seat 9", *flags)
    assert urlsplit(made.stdout).port == demo.address[1], "the port of the service, which no flag names"
    assert "Nothing answers" not in made.stderr
    assert opens(made.stdout.strip())
    assert session_of(made.stdout.strip())["purpose"] == "staff"
    wait_until(lambda: preview_of(made.stdout.strip(), "112/C/4")["imagery"] is not None)
    borrowed = preview_of(made.stdout.strip(), "112/C/4")
    assert borrowed["provenance"]["distanceM"] > FAR_M
    assert "The picture is a drawing from" in borrowed["description"]
    elsewhere = invoke("view", "harbour", "112/C/4", *flags)
    assert "The view is drawn from the seating plan" in elsewhere.stderr, "as the viewer shows it"


def test_an_address_that_is_given_comes_before_that_of_the_running_service(demo: RunningService) -> None:
    flags = ["--data-dir", str(demo.folder / "data"), "--public-url", "https://seats.example:1"]
    made = invoke("view", "harbour", "107/K/9", *flags)
    assert made.stdout.startswith("https://seats.example:1/viewer/")


@pytest.mark.usefixtures("key")
def test_a_service_that_was_killed_misleads_nobody(database_flags: list[str]) -> None:
    """Its note stays behind."""
    with data_folder.service_noted(Path(database_flags[1]), note_of(2)):
        made = invoke("view", "blue-hall", "101/A/1", "--port", "1", *database_flags)
    assert urlsplit(made.stdout).port == 1
    assert "Nothing answers at http://127.0.0.1:1 now" in made.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell who holds the lock")
def test_another_program_on_the_port_of_a_killed_service_is_not_taken_for_it(tmp_path: Path) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as other,
        data_folder.service_noted(tmp_path, note_of(other.getsockname()[1])),
    ):
        assert running_address(Settings(data_dir=tmp_path)) is None


def test_where_no_lock_tells_the_service_has_to_answer(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, database_url="postgresql://localhost/seats")
    assert running_address(settings) is None
    with socket.create_server(("127.0.0.1", 0)) as service:
        port = service.getsockname()[1]
        with data_folder.service_noted(tmp_path, note_of(port)):
            assert running_address(settings) == f"http://seats.example:{port}"
    with data_folder.service_noted(tmp_path, note_of(1)):
        assert running_address(settings) is None


def note_of(port: int) -> ServiceNote:
    address = f"http://seats.example:{port}"
    return ServiceNote(address=address, host="127.0.0.1", port=port, pid=os.getpid())


def token_of(link: str) -> str:
    return urlsplit(link).fragment.partition("&")[0]


def opens(link: str) -> bool:
    """Whether the viewer's page is there, and its first request is answered with the seat's preview."""
    seat = parse_qs(urlsplit(link).fragment)["seat"][0]
    return httpx.get(link).status_code == 200 and preview_of(link, seat)["seat"]["key"] == "107/K/9"


def session_of(link: str) -> Any:
    url = urlsplit(link)
    headers = {"authorization": f"Bearer {token_of(link)}"}
    return httpx.get(f"{url.scheme}://{url.netloc}/v1/caller", headers=headers).json()["session"]


def preview_of(link: str, seat: str) -> Any:
    """The preview of a seat, asked for with the session of a link."""
    url = urlsplit(link)
    return httpx.get(
        f"{url.scheme}://{url.netloc}/v1/seats/preview",
        params={"seat": seat},
        headers={"authorization": f"Bearer {token_of(link)}"},
    ).json()
