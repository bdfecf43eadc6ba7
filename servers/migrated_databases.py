"""New PostgreSQL databases with all tables, copied from one on which the migrations ran.

The migrations take a second of processor time, more than most tests. tests/database and tests/cli test them.
For SQLite, `new_data_folder.py` does the same.
"""

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor

from seatpreview.database import schema
from seatpreview.database.engines import open_database
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock
from servers.postgres import RunningPostgres

_NOW = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"

# A service identifies its database by the stamp, which must be unique, and checks how old the times are.
_MAKE_NEW = (
    f"UPDATE changes SET stamp = left(md5(random()::text), 16), at = {_NOW}",
    f"UPDATE clock_mark SET seen_at = {_NOW}, trusted_at = {_NOW}",
)


def create_template(server: RunningPostgres) -> str:
    """Creates a database with all tables, and returns its name."""
    name = f"migrated_{secrets.token_hex(4)}"
    url = server.create_database(name)
    with ThreadPoolExecutor(1) as thread:
        # In another thread, since the event loop of a test may run in this one.
        thread.submit(asyncio.run, _migrate(url)).result()
    return name


def copy_template(server: RunningPostgres, template: str, name: str) -> str:
    """Creates a database as the migrations leave one, and returns its address."""
    statements = (f'CREATE DATABASE "{name}" TEMPLATE "{template}"', f"\\connect {name}", *_MAKE_NEW)
    commands = [part for statement in statements for part in ("--command", statement)]
    server.run_program("psql", "--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", *commands)
    return server.url_of(name)


async def _migrate(url: str) -> None:
    database = open_database(Settings(database_url=url), Clock())
    try:
        await schema.upgrade(database)
    finally:
        await database.close()
