"""`seatpreview signing`: a rotation that keeps signatures valid, and one that ends them all."""

import stat
from pathlib import Path

import pytest

from cli.program import invoke
from seatpreview.signing import rotate, signing_of
from seatpreview.values.clock import MICROSECONDS, Clock, Moment


def test_after_a_rotation_old_signatures_stay_valid(data_dir: Path) -> None:
    before = signing_of(data_dir, "").sign("p", b"m")
    shown = invoke("signing", "rotate", "--data-dir", str(data_dir))
    assert shown.exit_code == 0
    assert shown.stdout.splitlines() == [
        "A new secret signs from now on.",
        "Everything signed with the previous secret is still accepted.",
    ]
    after = signing_of(data_dir, "")
    assert after.verify("p", b"m", before)
    assert after.sign("p", b"m") != before
    assert stat.S_IMODE((data_dir / "signing-secret").stat().st_mode) == 0o600


def test_secrets_that_are_kept_for_links_are_counted_apart(data_dir: Path) -> None:
    signing_of(data_dir, "")
    rotate(data_dir, Moment(Clock().now() - 9 * 86_400 * MICROSECONDS))
    shown = invoke("signing", "rotate", "--data-dir", str(data_dir))
    assert shown.stdout.splitlines()[1:] == [
        "Everything signed with the previous secret is still accepted.",
        "1 older secret verifies links to preview images, and nothing else.",
    ]


def test_after_a_leak_old_signatures_are_refused(data_dir: Path) -> None:
    before = signing_of(data_dir, "").sign("p", b"m")
    shown = invoke("signing", "rotate", "--forget", "--data-dir", str(data_dir))
    assert shown.stdout.splitlines()[-1] == "Everything signed before is refused."
    assert not signing_of(data_dir, "").verify("p", b"m", before)


def test_no_secret_is_shown(data_dir: Path) -> None:
    shown = invoke("signing", "rotate", "--data-dir", str(data_dir))
    secrets = [line.split()[0] for line in (data_dir / "signing-secret").read_text().splitlines()]
    assert len(secrets) == 2
    assert not any(secret in shown.stdout + shown.stderr for secret in secrets)


def test_a_secret_that_is_a_setting_is_not_rotated(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEATPREVIEW_SIGNING_SECRET", "s" * 32)
    shown = invoke("signing", "rotate", "--data-dir", str(data_dir))
    assert shown.exit_code == 1
    assert "SEATPREVIEW_SIGNING_SECRET" in shown.stderr
    assert "s" * 32 not in shown.stderr
    assert not (data_dir / "signing-secret").exists()
