"""What doctor says of an object store that fails, and of folders that may be open."""

from pathlib import Path

import pytest

from doctor.findings import Found, finding, findings
from seatpreview.doctor import stores
from servers import seaweed
from servers.free_ports import free_port


@pytest.mark.parametrize("name", ["uploads", "last-backup"])
def test_folders_without_secrets_may_be_open(data_dir: Path, name: str) -> None:
    """A backup notes itself there as another user, and earlier releases made the other one so."""
    data_dir.chmod(0o700)
    (data_dir / name).mkdir(exist_ok=True)
    (data_dir / name).chmod(0o755)
    assert finding(data_dir, "data folder").state == "ok"


def test_an_object_store_that_refuses_is_told_from_one_that_is_away(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", seaweed.ACCESS_KEY_ID)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "a-wrong-secret")
    found = store_finding(data_dir, seaweed.shared().url("doctor-refused"))
    assert found.detail == "The object store answers, and refuses access."
    assert "AWS_SECRET_ACCESS_KEY" in str(found.remedy)


def test_an_object_store_that_is_away_is_told_as_such(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "TIMEOUT_SECONDS", 0.2)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", seaweed.ACCESS_KEY_ID)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", seaweed.SECRET_ACCESS_KEY)
    found = store_finding(data_dir, f"s3://images?endpoint=http://127.0.0.1:{free_port()}&region=local")
    assert found.detail == "The object store cannot be reached, or does not answer."
    assert "endpoint" in str(found.remedy)


def store_finding(data_dir: Path, url: str) -> Found:
    [found] = [
        each for each in findings(data_dir, "images", "--object-store-url", url) if each.state == "fail"
    ]
    return found
