"""seatpreview sessions: ends the session of a buyer's browser."""

from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.operation_commands import add_operations

commands = CommandGroup()
add_operations(commands, "sessions")
