"""Databases for a measurement: none for an embedded side, else PostgreSQL and Valkey beside the load."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from benchmarks.pinned_server import Cores
from servers.postgres import RunningPostgres, running_postgres
from servers.valkey import RunningValkey, running_valkey

Mode = Literal["embedded", "cluster"]
MODES: tuple[Mode, ...] = ("embedded", "cluster")

Urls = dict[str, Any]
"""Settings of a side that name its databases: database_url and valkey_url, or nothing."""


class EmbeddedDatabases:
    """A side keeps its data in its own folder."""

    def create(self, _name: str) -> Urls:
        """Returns no settings: the side creates its files itself."""
        return {}

    def copy(self, _name: str, _template: str) -> Urls:
        """Returns no settings: the data is copied with the folder."""
        return {}

    def drop(self, _name: str) -> None:
        """Does nothing: the files go with the folder."""


class ClusterDatabases:
    """A database of PostgreSQL for each side and round. All share one Valkey."""

    def __init__(self, database: RunningPostgres, rate_limits: RunningValkey) -> None:
        self._database = database
        self._valkey_url = rate_limits.url

    def create(self, name: str) -> Urls:
        """Creates an empty database."""
        return self._urls(self._database.create_database(name))

    def copy(self, name: str, template: str) -> Urls:
        """Creates a copy of a database that nobody uses."""
        return self._urls(self._database.create_database(name, template))

    def drop(self, name: str) -> None:
        """Drops a database."""
        self._database.drop_database(name)

    def _urls(self, database_url: str) -> Urls:
        return {"database_url": database_url, "valkey_url": self._valkey_url}


Databases = EmbeddedDatabases | ClusterDatabases


@contextmanager
def start_databases(mode: Mode, cores: Cores) -> Iterator[Databases]:
    """Starts what the mode needs, on the core of the load generator, until the end of the block."""
    if mode == "embedded":
        yield EmbeddedDatabases()
        return
    all_cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {cores.load})
    with running_postgres() as postgres, running_valkey() as valkey:
        os.sched_setaffinity(0, all_cores)
        yield ClusterDatabases(postgres, valkey)
