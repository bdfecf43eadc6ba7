"""The restore drill: a backup of one machine is restored on another one, which takes over."""

import json
from pathlib import Path

import pytest

from cast import bearer
from upgrades.given_out import answers, check_etags, check_is_valid, created, fill, give_out
from upgrades.machine import Machine, assert_equal

pytestmark = pytest.mark.long


def machine_with(folder: Path) -> Machine:
    (folder / "data").mkdir(parents=True)
    return Machine(folder, "service", {"SEATPREVIEW_DATA_DIR": str(folder / "data")})


def test_another_machine_takes_over_with_all_that_was_given_out(tmp_path: Path) -> None:
    """The danger: a key that was revoked after the backup is accepted again, and nobody says so."""
    first, second = (machine_with(tmp_path / name) for name in ("first", "second"))
    backups = tmp_path / "backups"
    backups.mkdir()
    key = first.new_admin_key()
    with first.serving(key) as client:
        ids = fill(client)
        leaked = created(client, "/manage/keys", {"tenantId": ids["tenant"], "label": "Leaked"})
        given = give_out(client, ids)
        first.service.run("db", "backup", str(backups), "--with-pictures", "--with-signing-secret")
        assert client.delete(f"/manage/keys/{leaked['keyId']}").is_success

    # The first machine is gone. What changed since the backup is known to its operator alone.
    (tmp_path / "first").rename(tmp_path / "lost")
    assert "The backup is whole." in second.service.run("db", "verify", str(backups), "--thorough")
    second.service.run("db", "restore", str(backups), "--thorough")
    findings = json.loads(second.service.run("doctor", "--thorough", "--json"))["checks"]
    assert [each for each in findings if each["state"] == "fail"] == []
    second.service.run("keys", "revoke", leaked["keyId"], "--yes")
    with second.serving(key) as client:
        assert client.get("/caller", headers=[bearer(leaked["plaintext"])]).status_code == 401
        check_is_valid(client, given)
        found = answers(client, ids)
        for path in [path for path in found if "keys" in path or ids["tenant"] in path]:
            # The leaked key has ended since, and its tenant has one key less.
            del found[path], given.answers[path]
        assert_equal(given.answers, found)
        check_etags(client, given)
