"""Mutants of a module: copies in which one expression or statement of one function is wrong."""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef

_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}


@dataclass(frozen=True)
class Mutant:
    """One wrong copy of a function."""

    path: Path
    function: str
    """The qualified name of the function, as its code object has it."""
    change: str
    """The code before and after, which names the mutant within its function even when lines move."""
    lines: range
    """The lines of the original that run only if a test reaches the change."""
    function_line: int
    """The first line of the function's code object, where functions of one name are told apart."""
    tree: ast.Module
    """A module that has nothing but the function, in its classes: to copy and compile the rest takes long."""


def mutants_of(path: Path) -> Iterator[Mutant]:
    """All mutants of the functions and methods of a module. What runs on import stays as it is."""
    source = ast.parse(path.read_text())
    for classes, function in _functions(source, ()):
        alone, names = _alone(classes, function), Counter[str]()
        name = ".".join([*(parent.name for parent in classes), function.name])
        for node, wrong in _changes(function):
            change = f"{_text(node)} -> {_text(wrong)}"
            names[change] += 1
            if names[change] > 1:
                change += f" (#{names[change]})"
            first = function.decorator_list[0].lineno if function.decorator_list else function.lineno
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            yield Mutant(path, name, change, lines, first, _replaced(alone, node, wrong))


def _functions(
    node: ast.Module | ast.ClassDef, classes: tuple[ast.ClassDef, ...]
) -> Iterator[tuple[tuple[ast.ClassDef, ...], Function]]:
    """Functions, each with the classes that it stands in."""
    for child in node.body:
        if isinstance(child, ast.ClassDef):
            yield from _functions(child, (*classes, child))
        elif isinstance(child, Function):
            yield classes, child


def _alone(classes: tuple[ast.ClassDef, ...], function: Function) -> ast.Module:
    content: ast.stmt = function
    for parent in reversed(classes):
        empty = ast.ClassDef(parent.name, bases=[], keywords=[], body=[content], decorator_list=[])
        content = ast.copy_location(empty, parent)
    return ast.Module([content], type_ignores=[])


def _changes(function: Function) -> Iterator[tuple[ast.expr | ast.stmt, ast.expr | ast.stmt]]:
    """Pairs of a node of the function's body and what stands there in the mutant."""
    for statement in function.body:
        if not _is_docstring(statement):
            for node in _nodes(statement):
                yield from ((node, wrong) for wrong in _wrong(node))


def _nodes(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """The node and everything within it but annotations and the parts of f-strings, which are texts."""
    if isinstance(node, ast.expr | ast.stmt):
        yield node
    if isinstance(node, ast.JoinedStr):
        return
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _nodes(child)


def _wrong(  # noqa: C901 - a case for each kind of mistake.
    node: ast.expr | ast.stmt,
) -> Iterator[ast.expr | ast.stmt]:
    match node:
        case ast.Compare(left, [operator], comparators):
            for other in _COMPARISONS[type(operator)]:
                yield ast.Compare(left, [other()], comparators)
        case ast.BoolOp(operator, values):
            for position in range(len(values)):
                rest = [*values[:position], *values[position + 1 :]]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(operator, rest)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.BinOp(left, operator, right) if type(operator) in _ARITHMETIC:
            yield ast.BinOp(left, _ARITHMETIC[type(operator)](), right)
        case ast.IfExp(_, body, orelse):
            yield body
            yield orelse
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield ast.Constant(value + 1)
        case ast.Return(ast.expr() as value) if not _is_none(value):
            yield ast.Return(ast.Constant(None))
        case ast.If(test, body, orelse) if isinstance(test, ast.Name | ast.Attribute | ast.Call | ast.Await):
            yield ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Expr() | ast.Raise() | ast.AugAssign() | ast.Delete() | ast.Continue() | ast.Break():
            yield ast.Pass()
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()


def _replaced(source: ast.Module, node: ast.AST, wrong: ast.AST) -> ast.Module:
    """The module with `wrong` in the place of `node`; everything else is copied."""
    copied = copy.deepcopy(source, {id(node): ast.copy_location(copy.deepcopy(wrong), node)})
    return ast.fix_missing_locations(copied)


def _text(node: ast.AST) -> str:
    """The code of a node on one line; of a compound statement the first line."""
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}"
    return " ".join(ast.unparse(node).split())


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
