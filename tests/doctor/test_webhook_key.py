"""Doctor on webhooks, and backups of their key: what lacks is told, and a restore brings it back."""

import json
from pathlib import Path
from typing import Any

from cli.program import invoke, result_of
from seatpreview.encryption import FILE_NAME


def findings(*flags: str) -> list[dict[str, Any]]:
    checks = json.loads(invoke("doctor", *flags, "--json").stdout)["checks"]
    return [finding for finding in checks if finding["check"] == "webhook secrets"]


def make_webhook(data_dir: Path) -> None:
    at = ("--data-dir", str(data_dir))
    tenant_id = result_of("tenants", "create", "--name", "Halls", *at)["tenantId"]
    result_of("webhooks", "create", "https://shop.example/", "--tenant", tenant_id, *at)


def test_a_key_that_lacks_is_told(data_dir: Path) -> None:
    at = ("--data-dir", str(data_dir))
    assert findings(*at) == []
    [warning] = findings(*at, "--signing-secret", "s" * 32)
    assert warning["state"] == "warn"
    assert "Webhooks cannot be created" in warning["detail"]
    make_webhook(data_dir)
    [fine] = findings(*at)
    assert (fine["state"], fine["detail"]) == ("ok", "The secrets of 1 webhooks can be read.")
    [other] = findings(*at, "--webhook-key", "k" * 32)
    assert other["state"] == "fail"
    key = (data_dir / FILE_NAME).read_text().strip()
    assert findings(*at, "--signing-secret", "s" * 32, "--webhook-key", key)[0]["state"] == "ok"
    (data_dir / FILE_NAME).write_text("short")
    [damaged] = findings(*at)
    assert (damaged["state"], "is damaged" in damaged["detail"]) == ("fail", True)


def test_a_backup_with_secrets_holds_the_key_and_one_without_says_so(data_dir: Path, tmp_path: Path) -> None:
    at = ("--data-dir", str(data_dir))
    make_webhook(data_dir)
    key = (data_dir / FILE_NAME).read_bytes()
    invoke("signing", "rotate", *at)
    for name, options in (("with.tar", ["--with-signing-secret"]), ("without.tar", [])):
        assert invoke("db", "backup", str(tmp_path / name), *options, *at).exit_code == 0
    without = invoke("db", "verify", str(tmp_path / "without.tar"), *at)
    assert f"The key of webhooks is not in it: keep a copy of {data_dir / FILE_NAME}." in without.stderr
    assert "The key of webhooks" not in invoke("db", "verify", str(tmp_path / "with.tar"), *at).stderr

    elsewhere = tmp_path / "elsewhere"
    restored = invoke("db", "restore", str(tmp_path / "with.tar"), "--data-dir", str(elsewhere))
    assert "The key of webhooks was restored." in restored.stdout
    assert (elsewhere / FILE_NAME).read_bytes() == key
    assert findings("--data-dir", str(elsewhere))[0]["state"] == "ok"

    other = tmp_path / "other"
    assert invoke("db", "restore", str(tmp_path / "without.tar"), "--data-dir", str(other)).exit_code == 0
    assert findings("--data-dir", str(other))[0]["state"] == "fail"
    make_webhook(other)
    assert findings("--data-dir", str(other))[0]["state"] == "fail"
    assert invoke("db", "restore", str(tmp_path / "with.tar"), "--data-dir", str(other)).exit_code == 0
    assert findings("--data-dir", str(other))[0]["state"] == "ok"
