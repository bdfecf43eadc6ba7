"""The command of an operation: what the command line cannot derive from the operation itself."""

from dataclasses import dataclass
from typing import NamedTuple

UPDATE_HELP = "Change {}. Flags that are not given change nothing; a list that is given replaces the old one."


class Switch(NamedTuple):
    """A flag without a value, which sets a member of the body to a fixed one."""

    flag: str
    member: str
    value: object
    help: str


@dataclass(frozen=True, kw_only=True)
class Command:
    """A command. Its arguments, flags, their help and an example follow from the operation's types."""

    name: str
    """The words after `seatpreview`: `keys create`."""
    help: str = ""
    """What it does, in the words of the command line. By default the operation's summary."""
    examples: tuple[str, ...] = ()
    """What follows the name in each example. By default, it follows from the operation's examples."""
    arguments: tuple[str, ...] = ()
    """Members that are arguments, and not flags."""
    required: tuple[str, ...] = ()
    """Members that the command needs, although the operation does not: an operator has no tenant."""
    switches: tuple[Switch, ...] = ()
    """Flags for values that a person cannot write otherwise: nothing, everything, the default."""
    file: str = ""
    """What the argument FILE holds, from which the body is read."""
    takes_object_store: bool = False
    """Whether images are read or written, which may be stored elsewhere."""
    columns: tuple[str, ...] = ()
    """The members that a list shows to people."""
    members: tuple[str, ...] = ()
    """The members that a record shows to people. By default all of them."""
    listed_max: int = 1000
    """The default of --limit."""
    done: str = ""
    """What is said if the operation has no result, with parameters of the path in braces."""
