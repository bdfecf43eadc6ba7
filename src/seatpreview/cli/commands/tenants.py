"""seatpreview tenants: its commands follow from the table of operations."""

import typer

from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.operation_commands import Call, add_operations

commands = CommandGroup()


def update(call: Call) -> None:
    if not call.body:
        raise typer.BadParameter("give at least one option to change something", param_hint="update")
    call.show(call.run())


add_operations(commands, "tenants", {"updateTenant": update})
