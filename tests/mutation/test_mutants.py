"""Mutants: each is one mistake in one function, and everything else stays as it is."""

import ast
from pathlib import Path

import pytest

from mutation.mutants import mutants_of

CODE = '''"""A module."""

LIMIT = 3


class Rule:
    def check(self, a: int, b: int = 4) -> bool:
        """A docstring."""
        {body}
'''


@pytest.mark.parametrize(
    ("body", "changes"),
    [
        ("return a == b", ["return a == b -> return None", "a == b -> a != b"]),
        ("return a < b", ["return a < b -> return None", "a < b -> a <= b", "a < b -> a >= b"]),
        ("return a and b", ["return a and b -> return None", "a and b -> b", "a and b -> a"]),
        ("return not a", ["return not a -> return None", "not a -> a"]),
        ("self.a = True", ["self.a = True -> pass", "True -> False"]),
        ("a += 1", ["a += 1 -> pass", "1 -> 2"]),
        ("raise ValueError(f'{a + b}')", ["raise ValueError(f'{a + b}') -> pass"]),
        ("return None", []),
        ("x = 1 if a else 1", ["1 if a else 1 -> 1", "1 if a else 1 -> 1 (#2)", "1 -> 2", "1 -> 2 (#2)"]),
    ],
)
def test_every_mistake_is_made_once(tmp_path: Path, body: str, changes: list[str]) -> None:
    path = tmp_path / "module.py"
    path.write_text(CODE.format(body=body))
    mutants = list(mutants_of(path))
    assert [mutant.change for mutant in mutants] == changes
    assert {mutant.function for mutant in mutants} <= {"Rule.check"}
    original = ast.unparse(ast.parse(path.read_text())).splitlines()
    for mutant in mutants:
        differing = [line for line in ast.unparse(mutant.tree).splitlines() if line not in original]
        assert len(differing) <= 1
        compile(mutant.tree, str(path), "exec")
