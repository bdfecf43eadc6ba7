"""The type of an attack, and the decorator by which a function becomes one."""

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from siege.attacker import Attacker

Run = Callable[[Attacker], Awaitable[None]]


@dataclass(frozen=True)
class Attack:
    """One attack: its name, what it does, and how much effort it takes."""

    name: str
    run: Run
    effort: str
    """What the attacker sends, and how often: little enough for one person with one machine."""
    uses_tls: bool = False
    watches_owner: bool = False
    """Whether the owner of the attacker's tenant is a victim, too: of visitors, or of a restricted key."""

    @property
    def description(self) -> str:
        """The first sentence of the function's docstring."""
        return inspect.cleandoc(self.run.__doc__ or "").partition("\n")[0]


def attack(effort: str, uses_tls: bool = False, watches_owner: bool = False) -> Callable[[Run], Attack]:
    """Makes an attack of a function, under the function's name with hyphens."""

    def register(run: Run) -> Attack:
        name = getattr(run, "__name__", "").replace("_", "-")
        return Attack(name, run, effort, uses_tls, watches_owner)

    return register
