"""`seatpreview tenants`: the API's operations on tenants, as commands."""

from pathlib import Path

import pytest

from cli.program import invoke, result_of


def test_a_tenant_is_created_listed_and_shown(database_flags: list[str]) -> None:
    made = result_of(
        "tenants", "create", "--name", "Harbour Arena", "--rate-limit", "600/60/100", *database_flags
    )
    assert made["name"] == "Harbour Arena"
    assert made["rateLimit"] == {"requests": 600, "windowSeconds": 60, "burst": 100}
    shown = result_of("tenants", "show", made["tenantId"], *database_flags)
    assert shown.pop("usage")["venues"] == {"used": 0, "max": 1000}
    assert shown == made
    assert result_of("tenants", "list", *database_flags) == {"data": [made], "nextCursor": None}


def test_quotas_are_set_raised_and_given_back(data_dir: Path) -> None:
    flags = ["--data-dir", str(data_dir)]
    quotas = ["--image-quota-mb", "10", "--record-quota-mb", "3"]
    made = result_of("tenants", "create", "--name", "Small", *quotas, *flags)
    kept = {"keys": None, "recordBytes": 3_000_000}
    assert made["quotas"] == kept | {"imageBytes": 10_000_000, "venues": None}
    changes = ["--image-quota-mb", "default", "--venue-quota", "5", "--name", "Larger"]
    changed = result_of("tenants", "update", made["tenantId"], *changes, *flags)
    assert changed["quotas"] == kept | {"imageBytes": None, "venues": 5}
    assert changed["name"] == "Larger"


@pytest.mark.parametrize("given", [["--key-quota", "0"], ["--key-quota", "many"], []])
def test_a_quota_that_cannot_be_parsed_is_a_usage_error(given: list[str], data_dir: Path) -> None:
    flags = ["--data-dir", str(data_dir)]
    assert invoke("tenants", "update", "ten_000000000000", *given, *flags).exit_code == 2


def test_the_text_has_every_member(database_flags: list[str]) -> None:
    made = invoke("tenants", "create", "--name", "Harbour Arena", *database_flags)
    assert made.exit_code == 0
    names = [line.split()[0] for line in made.stdout.splitlines()]
    times = ["createdAt", "updatedAt", "version", "archivedAt"]
    assert names == ["tenantId", "name", "rateLimit", "quotas", *times]
    listed = invoke("tenants", "list", *database_flags).stdout.splitlines()
    assert listed[0].split() == ["TENANT", "CREATED", "NAME"]
    assert listed[1].rstrip().endswith("Harbour Arena")


def test_a_list_follows_pages_up_to_its_limit_and_says_where_it_stopped(data_dir: Path) -> None:
    database_flags = ["--data-dir", str(data_dir)]
    for number in range(3):
        result_of("tenants", "create", "--name", f"Number {number}", *database_flags)
    listed = invoke("tenants", "list", "--limit", "2", *database_flags)
    assert [line.split()[-1] for line in listed.stdout.splitlines()[1:]] == ["2", "1"]
    assert listed.stderr.startswith("There are more than the 2 listed: use a larger --limit, or --cursor ")
    cursor = listed.stderr.split()[-1]
    rest = result_of("tenants", "list", "--cursor", cursor, *database_flags)
    assert [tenant["name"] for tenant in rest["data"]] == ["Number 0"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["show", "harbour"], "TENANT_ID must be 'ten_' followed by at least 12 letters or digits.\n"),
        (["show", "ten_000000000000"], "There is no tenant with this tenantId.\n"),
        (["create", "--name", ""], "--name must be 1 to 200 characters long (got 0).\n"),
        (
            ["create", "--name", "A", "--rate-limit", "5/6/7"],
            "--rate-limit (burst) must be at most requests.\n",
        ),
        (["list", "--cursor", "abc"], "--cursor is not a cursor of this list.\n"),
    ],
)
def test_refusals_are_in_the_apis_words(arguments: list[str], sentence: str, data_dir: Path) -> None:
    refused = invoke("tenants", *arguments, "--data-dir", str(data_dir))
    assert (refused.exit_code, refused.stdout, refused.stderr) == (1, "", sentence)


def test_a_rate_limit_that_cannot_be_parsed_is_a_usage_error(data_dir: Path) -> None:
    refused = invoke("tenants", "create", "--name", "A", "--rate-limit", "many", "--data-dir", str(data_dir))
    assert refused.exit_code == 2
    assert "--rate-limit" in refused.stderr
