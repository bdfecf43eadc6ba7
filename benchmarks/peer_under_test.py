"""The peer to measure, on the same databases as the service."""

import secrets
from contextlib import AbstractContextManager
from pathlib import Path

from benchmarks.peer.storage import Settings
from benchmarks.pinned_server import PinnedServer, start_server

APPLICATION = "benchmarks.peer.application:application"


def peer_settings(data_dir: Path, port: int, database_url: str = "", valkey_url: str = "") -> Settings:
    """Returns settings of a new peer, with secrets of its own."""
    return Settings(
        data_dir=str(data_dir),
        address=f"http://127.0.0.1:{port}",
        admin_key=f"sk_live_{secrets.token_urlsafe(32)}",
        signing_secret=secrets.token_urlsafe(32),
        database_url=database_url,
        valkey_url=valkey_url,
    )


def start_peer(settings: Settings, port: int, core: int) -> AbstractContextManager[PinnedServer]:
    """Starts the peer on the data that is in its folder and database."""
    Path(settings.data_dir).mkdir(parents=True, exist_ok=True)
    log = Path(settings.data_dir) / "peer.log"
    return start_server(APPLICATION, port, core, log, settings.as_environment())
