"""`seatpreview keys`: the API's operations on keys, as commands."""

import re
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from cli.program import invoke, result_of


def test_an_admin_key_can_be_created_on_an_empty_database(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An operator with access to the database can never be locked out."""
    monkeypatch.chdir(data_dir.parent)
    key = result_of("keys", "create", "--scope", "admin")
    assert key["scope"] == "admin"
    assert key["plaintext"].startswith("sk_live_")
    assert data_dir.stat().st_mode & 0o077 == 0


def test_a_keys_life(database_flags: list[str]) -> None:
    tenant_id = result_of("tenants", "create", "--name", "Harbour Arena", *database_flags)["tenantId"]
    key = result_of("keys", "create", "--tenant", tenant_id, "--label", "Box office", *database_flags)
    plaintext = key.pop("plaintext")
    assert key["hint"] == plaintext[-4:]
    assert result_of("keys", "show", key["keyId"], *database_flags) == key

    updated = result_of("keys", "update", key["keyId"], "--label", "Web shop", *database_flags)
    assert (updated["label"], updated["version"]) == ("Web shop", 2)

    rotated = result_of("keys", "rotate", key["keyId"], "--grace-period-seconds", "60", *database_flags)
    assert rotated["previous"]["keyId"] == key["keyId"]
    assert rotated["plaintext"] != plaintext
    cancelled = result_of("keys", "update", key["keyId"], "--status", "active", *database_flags)
    assert (cancelled["revokeAt"], cancelled["rotatedTo"]) == (None, None)

    assert (
        invoke("keys", "revoke", key["keyId"], "--yes", *database_flags).stdout
        == f"Revoked {key['keyId']}.\n"
    )
    assert [
        each["keyId"] for each in result_of("keys", "list", "--status", "revoked", *database_flags)["data"]
    ] == [key["keyId"]]
    assert [
        each["keyId"] for each in result_of("keys", "list", "--status", "active", *database_flags)["data"]
    ] == [rotated["keyId"]]


class TestEveryMember:
    """Each flag sets a member of the API, and another one resets it."""

    def test_every_member_of_a_new_key_has_a_flag(self, database: "TenantDatabase") -> None:
        key = database.create_key(
            *("--kind", "secret", "--scope", "tenant", "--label", "Shop", "--allow-origin-only"),
            *("--allowed-origin", "https://Shop.example/", "--allowed-origin", "https://*.shop.example"),
            *("--embed-frame-ancestor", "'self'", "--no-venues", "--rate-limit", "100/60"),
            *("--groups", "sessions, seats", "--groups", "events"),
        )
        assert key["label"] == "Shop"
        assert key["allowedOrigins"] == ["https://shop.example", "https://*.shop.example"]
        assert key["allowOriginOnly"] is True
        assert key["embedFrameAncestors"] == ["'self'"]
        assert key["venues"] == []
        assert key["groups"] == ["sessions", "seats", "events"]
        assert key["rateLimit"] == {"requests": 100, "windowSeconds": 60, "burst": 100}

    def test_a_keyless_key_is_created_without_a_secret(self, database: "TenantDatabase") -> None:
        key = database.create_key("--kind", "keyless", "--allowed-origin", "https://shop.example")
        assert (key["kind"], key["plaintext"]) == ("keyless", None)

    def test_every_member_of_a_key_is_set_and_reset_by_flags(self, database: "TenantDatabase") -> None:
        key_id = database.create_key("--allowed-origin", "https://shop.example", "--rate-limit", "9/9")[
            "keyId"
        ]
        opened = database.update(
            key_id, "--allow-origin-only", "--embed-frame-ancestor", "https://shop.example"
        )
        assert (opened["allowOriginOnly"], opened["embedFrameAncestors"]) == (True, ["https://shop.example"])
        assert opened["allowedOrigins"] == ["https://shop.example"]
        assert database.update(key_id, "--no-venues")["venues"] == []
        assert database.update(key_id, "--groups", "management_read_only")["groups"] == [
            "management_read_only"
        ]
        reset = database.update(
            key_id,
            *("--no-allow-origin-only", "--clear-allowed-origins", "--clear-embed-frame-ancestors"),
            *("--all-venues", "--all-groups", "--clear-rate-limit"),
        )
        assert reset["allowOriginOnly"] is False
        assert (reset["allowedOrigins"], reset["embedFrameAncestors"]) == ([], [])
        assert (reset["venues"], reset["groups"], reset["rateLimit"]) == (None, None, None)

    def test_every_filter_of_a_list_has_a_flag(self, database: "TenantDatabase") -> None:
        wanted = database.create_key(
            "--kind", "keyless", "--allowed-origin", "https://shop.example", "--label", "Mine"
        )
        database.create_key()
        for filter_ in (
            ["--kind", "keyless"],
            ["--origin", "https://shop.example"],
            ["--label", "mine"],
            ["--limit", "1", "--kind", "keyless", "--tenant", database.tenant_id, "--status", "active"],
        ):
            listed = result_of("keys", "list", *filter_, *database.flags)["data"]
            assert [key["keyId"] for key in listed] == [wanted["keyId"]], filter_


class TestText:
    def test_a_plaintext_is_shown_once_with_a_warning(self, database: "TenantDatabase") -> None:
        made = invoke("keys", "create", "--tenant", database.tenant_id, *database.flags)
        [plaintext] = [line for line in made.stdout.splitlines() if line.startswith("sk_live_")]
        assert "never shown again" in made.stderr
        assert made.stdout.count(plaintext) == 1
        key_id = made.stdout.split()[1]
        for command in (["show", key_id], ["list"], ["update", key_id, "--label", "A"]):
            shown = invoke("keys", *command, *database.flags)
            assert key_id in shown.stdout
            assert plaintext not in shown.output

    def test_a_table_cuts_no_id(self, database: "TenantDatabase") -> None:
        key = database.create_key(
            "--label", "A label that is a good deal longer than any terminal would have it " * 2
        )
        listed = invoke("keys", "list", *database.flags).stdout
        assert f"{key['keyId']}  {database.tenant_id}  secret  active  all     A label" in listed

    def test_the_groups_of_a_key_are_shown_and_listed(self, database: "TenantDatabase") -> None:
        limited = database.create_key("--groups", "sessions,events", "--label", "Shop")
        free = database.create_key()
        for key, groups in ((limited, "sessions, events"), (free, "all")):
            shown = invoke("keys", "show", key["keyId"], *database.flags)
            assert re.search(rf"^  groups +{groups}$", shown.stdout, re.MULTILINE)
        listed = invoke("keys", "list", *database.flags).stdout
        assert "secret  active  sessions,events  Shop" in listed

    def test_the_rotation_of_a_key_that_pages_name_says_what_to_write_in_them(
        self, database: "TenantDatabase", monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page_key = ("--allowed-origin", "https://shop.example", "--allow-origin-only")
        key_id = database.create_key(*page_key)["keyId"]
        rotated = invoke("keys", "rotate", key_id, *database.flags)
        new_id = result_of("keys", "show", key_id, *database.flags)["rotatedTo"]
        assert f'key-id="{new_id}" seat="..."></seat-preview>' in rotated.stderr
        assert f"Replace {key_id} in them" in rotated.stderr
        assert "rotate with a longer --grace-period-seconds, at most 604800 (seven days)." in rotated.stderr

        monkeypatch.setattr("seatpreview.cli.confirmation.has_terminal", lambda: True)
        for answer, days in (("\n", 7), ("n\n", 1)):
            key_id = database.create_key(*page_key)["keyId"]
            asked = invoke("keys", "rotate", key_id, *database.flags, answer=answer)
            assert "Let the old key work for seven days, instead of one? [Y/n]" in asked.output
            old = result_of("keys", "show", key_id, *database.flags)
            lasts = datetime.fromisoformat(old["revokeAt"]) - datetime.fromisoformat(old["updatedAt"])
            assert lasts.days == days

    def test_the_rotation_of_a_servers_key_asks_and_warns_of_nothing(
        self, database: "TenantDatabase", monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("seatpreview.cli.confirmation.has_terminal", lambda: True)
        rotated = invoke("keys", "rotate", database.create_key()["keyId"], *database.flags)
        assert rotated.exit_code == 0
        assert "Pages" not in rotated.output
        assert "warnings" not in rotated.output

    def test_a_second_rotation_is_refused_in_the_words_of_the_command_line(
        self, database: "TenantDatabase"
    ) -> None:
        key_id = database.create_key()["keyId"]
        new_id = result_of("keys", "rotate", key_id, *database.flags)["keyId"]
        refused = invoke("keys", "rotate", key_id, *database.flags)
        assert (refused.exit_code, refused.stderr) == (
            1,
            f"The key was rotated already, to {new_id}. Cancel that with `seatpreview keys update KEY_ID "
            "--status active`, or rotate the replacement.\n",
        )

    def test_a_cancelled_revoke_offers_to_revoke_the_replacement(self, database: "TenantDatabase") -> None:
        key_id = database.create_key()["keyId"]
        new_id = result_of("keys", "rotate", key_id, *database.flags)["keyId"]
        cancelled = invoke("keys", "update", key_id, "--status", "active", *database.flags)
        assert f"seatpreview keys revoke {new_id}" in cancelled.stderr
        again = invoke("keys", "update", key_id, "--status", "active", *database.flags)
        assert "replacement" not in again.stderr

    def test_a_revoke_of_a_key_that_pages_use_says_so(
        self, database: "TenantDatabase", monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("seatpreview.cli.confirmation.has_terminal", lambda: True)
        key = database.create_key("--kind", "keyless", "--allowed-origin", "https://shop.example")
        kept = invoke("keys", "revoke", key["keyId"], *database.flags, answer="n\n")
        assert "none has done so in the last 14 days. They show no views" in kept.stderr

    def test_a_revoke_names_the_key_and_asks_first(
        self, database: "TenantDatabase", monkeypatch: pytest.MonkeyPatch
    ) -> None:
        key = database.create_key("--label", "Box office")
        monkeypatch.setattr("seatpreview.cli.confirmation.has_terminal", lambda: True)
        kept = invoke("keys", "revoke", key["keyId"], *database.flags, answer="n\n")
        assert kept.exit_code == 1
        assert f"Revoke {key['keyId']} 'Box office' (ends in {key['hint']}) forever?" in kept.stdout
        assert result_of("keys", "show", key["keyId"], *database.flags)["status"] == "active"
        revoked = invoke("keys", "revoke", key["keyId"], *database.flags, answer="y\n")
        assert revoked.exit_code == 0
        assert result_of("keys", "show", key["keyId"], *database.flags)["status"] == "revoked"

    def test_a_revoke_without_a_terminal_needs_a_flag(self, database: "TenantDatabase") -> None:
        assert not sys.stdin.isatty()
        key_id = database.create_key()["keyId"]
        refused = invoke("keys", "revoke", key_id, *database.flags)
        assert refused.exit_code == 2
        assert "--yes" in refused.stderr
        assert result_of("keys", "show", key_id, *database.flags)["status"] == "active"


class TestRefusals:
    @pytest.mark.parametrize(
        ("arguments", "sentences"),
        [
            ([], ["--tenant is needed: admin scope names the tenant that the key is for."]),
            (["--tenant", "ten_000000000000"], ["--tenant is not the id of a tenant."]),
            (["--scope", "all"], ["--scope must be one of 'admin', 'tenant'."]),
            (
                ["--groups", "sessions,shop"],
                [
                    "--groups (number 2) must be one of 'events', 'management', 'management_read_only', "
                    "'seats', 'sessions'."
                ],
            ),
            (
                ["--allowed-origin", "https://a.example", "--allowed-origin", "null", "--venue", "ven_hall"],
                [
                    "--allowed-origin (number 2) is 'null', which any sandboxed page or local file sends, "
                    "and so names nobody.",
                    "--venue (number 1) must be 'ven_' followed by at least 12 letters or digits.",
                ],
            ),
            (
                ["--scope", "admin", "--allowed-origin", "https://a.example", "--allow-origin-only"],
                ["--allow-origin-only cannot be true: an admin key always needs its secret."],
            ),
        ],
    )
    def test_every_fault_is_named_by_its_flag(
        self, arguments: list[str], sentences: list[str], database: "TenantDatabase"
    ) -> None:
        refused = invoke("keys", "create", *arguments, *database.flags)
        assert (refused.exit_code, refused.stdout) == (1, "")
        assert refused.stderr.splitlines() == sentences

    def test_a_conflict_is_a_sentence(self, database: "TenantDatabase") -> None:
        key_id = database.create_key()["keyId"]
        assert invoke("keys", "revoke", key_id, "--yes", *database.flags).exit_code == 0
        refused = invoke("keys", "rotate", key_id, *database.flags)
        assert refused.exit_code == 1
        assert refused.stderr == "The key is revoked and cannot be rotated. Create a new key.\n"

    def test_flags_that_contradict_each_other_are_a_usage_error(self, database: "TenantDatabase") -> None:
        refused = invoke(
            "keys",
            "update",
            database.create_key()["keyId"],
            "--no-venues",
            "--all-venues",
            *database.flags,
        )
        assert refused.exit_code == 2
        assert "--all-venues" in refused.stderr

    def test_an_update_of_nothing_is_refused(self, database: "TenantDatabase") -> None:
        refused = invoke("keys", "update", database.create_key()["keyId"], *database.flags)
        assert (refused.exit_code, refused.stderr) == (
            1,
            "The request must have at least one member to change.\n",
        )

    def test_missing_tables_on_postgresql_are_left_to_db_upgrade(self, postgres: Any, tmp_path: Path) -> None:
        flags = ["--database-url", postgres.create_database("without_tables"), "--data-dir", str(tmp_path)]
        refused = invoke("keys", "create", "--scope", "admin", *flags)
        assert refused.exit_code == 1
        assert "is empty, and this release needs revision" in refused.stderr
        assert "run `seatpreview db upgrade`" in refused.stderr


class TenantDatabase:
    """A tenant in a new SQLite database, and the two commands that most tests begin with."""

    def __init__(self, data_dir: Path) -> None:
        self.flags = ["--data-dir", str(data_dir)]
        tenant = result_of("tenants", "create", "--name", "Harbour Arena", *self.flags)
        self.tenant_id: str = tenant["tenantId"]

    def create_key(self, *flags: str) -> Any:
        return result_of("keys", "create", "--tenant", self.tenant_id, *flags, *self.flags)

    def update(self, key_id: str, *flags: str) -> Any:
        return result_of("keys", "update", key_id, *flags, *self.flags)


@pytest.fixture
def database(data_dir: Path) -> TenantDatabase:
    return TenantDatabase(data_dir)
