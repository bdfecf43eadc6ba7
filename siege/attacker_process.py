"""The process of an attacker: runs one attack, and reports the answers that it got."""

import asyncio

from siege.attacker import Attacker, AttackTask
from siege.attacks import ATTACKS
from siege.child_process import Parent


async def main() -> None:
    parent, task = await Parent.connect(AttackTask)
    attacker = Attacker(task, parent)
    await ATTACKS[task.attack].run(attacker)
    parent.tell(attacker.answers)


if __name__ == "__main__":
    asyncio.run(main())
