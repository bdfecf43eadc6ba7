"""Prints changes page by page, to the end or until Ctrl-C, for commands that follow the change feed."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import typer

from seatpreview.settings.settings import Settings
from seatpreview.values.caller import OPERATOR, Caller
from seatpreview.values.command_error import CommandError

if TYPE_CHECKING:
    from seatpreview.api.local_client import LocalClient
    from seatpreview.change_feed.model import FeedEntry, FeedPage

START = "start"
"""The position that stands for everything that is kept."""

AWAY_SECONDS = 2
"""The pause before the database is opened again after its connection was lost."""


class FollowedChanges:
    """Reads the changes page by page, and keeps the position behind what was printed."""

    def __init__(
        self,
        settings: Settings,
        filters: dict[str, object],
        position: str,
        show: "Callable[[FeedEntry], None]",
        caller: Caller = OPERATOR,
    ) -> None:
        self.position = position
        self._settings = settings
        self._filters = filters
        self._show = show
        self._caller = caller
        self._is_away = False

    def run_to_end(self) -> None:
        """Prints the changes up to now."""
        from seatpreview.api import local_operations

        local_operations.run_with_client(self._settings, self._print_to_end)

    def run_until_interrupted(self) -> None:
        """Prints changes without end. The database is opened again after its connection was lost."""
        from seatpreview.api import local_operations
        from seatpreview.cli import display
        from seatpreview.cli.interruptible_sleep import sleep_until_signal
        from seatpreview.problems import Unavailable

        self.run_to_end()
        display.note("Following. Ctrl-C ends it.")
        while True:
            try:
                local_operations.run_with_client(self._settings, self._print_for_ever)
            except (Unavailable, CommandError) as error:
                if not self._is_away:
                    display.note(f"{error} Trying again until it works.")
                self._is_away = True
                sleep_until_signal(AWAY_SECONDS)

    async def _print_to_end(self, client: "LocalClient") -> None:
        while (await self._print_page(client, wait_seconds=0)).data:
            pass

    async def _print_for_ever(self, client: "LocalClient") -> None:
        from seatpreview.change_feed.model import WAIT_SECONDS_MAX

        while True:
            await self._print_page(client, WAIT_SECONDS_MAX)

    async def _print_page(self, client: "LocalClient", wait_seconds: int) -> "FeedPage":
        from seatpreview.change_feed.model import PAGE_MAX
        from seatpreview.cli import display

        begin: dict[str, object] = {} if self.position == START else {"after": self.position}
        query = self._filters | begin | {"limit": PAGE_MAX, "waitSeconds": wait_seconds}
        page: FeedPage = await client.call("listChanges", query=query, caller=self._caller)
        self._is_away = False
        if page.restarted is True:
            display.note(
                f"The log does not go on at {self.position}: a backup was restored, or that is too old. "
                "Everything that is kept follows."
            )
        for entry in page.data:
            self._show(entry)
        self.position = page.next
        return page


def print_json(entry: "FeedEntry") -> None:
    """Prints a change as JSON on its own line."""
    from seatpreview.cli import display

    display.print_json(entry)


def print_line(entry: "FeedEntry") -> None:
    """Prints a change on a line for people."""
    typer.echo("  ".join(_parts(entry)))


def _parts(entry: "FeedEntry") -> list[str]:
    parts = [f"{entry.at:%Y-%m-%d %H:%M:%S} UTC", f"{entry.type:<20}", entry.id]
    if entry.kind == "grant":
        parts.append(f"to {entry.tenant_id}")
    if entry.version is not None:
        parts.append(f"version {entry.version}")
    if entry.members:
        parts.append(", ".join(entry.members))
    return [*parts, f"by {entry.actor}"]
