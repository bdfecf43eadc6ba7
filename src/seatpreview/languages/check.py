"""Compares the language files with English, entry by entry. Each fault names the file and the entry."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

from seatpreview.languages.language_files import FOLDER, read_about_languages

Entry: TypeAlias = "str | bool | list[str] | dict[str, Entry]"

PLURAL_FORMS = ("1", "one", "two", "few", "many", "other")
"""The forms of a text with a number, by the names of CLDR. "1" is the number 1 alone."""

PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+))?\}")
"""What is filled in: `{row}`, `{row:ordinal}` as the language writes it before a word, `{count:number}`
with the language's separators."""

_COMPARED = ("messages", "phrases")
_NAMES_BY_ENGLISH = ("attributions", "bodies", "categories", "configurations", "levels", "sections")


def faults(folder: Path = FOLDER) -> list[str]:
    """Returns what is wrong with the files of a folder."""
    about = read_about_languages(folder)
    files = {code: _whole(folder / f"{code}.toml") for code in about}
    usual = _usual_names([file["names"] for file in files.values() if "names" in file])
    found: list[str] = []
    for code, file in files.items():
        check = _Check(about[code].plural_forms)
        check.order(file, "")
        if "labels" not in file:
            check.report("labels", "is missing, and every language needs it")
        if "messages" in file and "phrases" not in file:
            check.report("phrases", "is missing, and the messages need it")
        for part in _COMPARED:
            if part in file:
                check.compare(files["en"][part], file[part], part)
        if "names" in file:
            check.names(usual, file["names"])
        found += [f"{code}.toml: {fault}" for fault in check.found]
    return found


def is_plural(entry: Entry) -> bool:
    """Whether an entry has a text for each form of a number."""
    return isinstance(entry, dict) and "other" in entry and not entry.keys() - {*PLURAL_FORMS}


def texts_of(entry: Entry) -> Iterator[str]:
    """Returns the texts in an entry, the general one first."""
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict):
        for key in sorted(entry, key=lambda key: key != "other"):
            yield from texts_of(entry[key])


class _Check:
    """Collects the faults of one file."""

    def __init__(self, plural_forms: tuple[str, ...]) -> None:
        self.found: list[str] = []
        self._plural_forms = plural_forms
        if unknown := {*plural_forms} - {*PLURAL_FORMS}:
            self.report("plural_forms", f"has {_list(unknown)}, which is none of {', '.join(PLURAL_FORMS)}")

    def report(self, path: str, fault: str) -> None:
        self.found.append(f"{path} {fault}")

    def order(self, table: Mapping[str, Entry], path: str) -> None:
        """Keys are sorted, and so are the tables behind them: an entry has one place."""
        tables = [key for key, value in table.items() if isinstance(value, dict)]
        keys = [key for key in table if key not in tables]
        for names in (keys, tables):
            misplaced = next((b for a, b in pairwise(names) if b < a), None)
            # Short tables stand on one line, among the keys.
            if misplaced is not None and not isinstance(table[misplaced], dict):
                self.report(_joined(path, misplaced), "is not in the order of the alphabet")
        for key in tables:
            value = table[key]
            if isinstance(value, dict) and not is_plural(value):
                self.order(value, _joined(path, key))

    def compare(self, english: Entry, own: Entry, path: str) -> None:
        """An entry has what the English one has, and fills in the same."""
        if isinstance(english, dict) and not is_plural(english):
            if not isinstance(own, dict):
                self.report(path, "must be a table")
                return
            for key in english.keys() - own.keys():
                self.report(_joined(path, key), "is missing")
            for key in own.keys() - english.keys():
                self.report(_joined(path, key), "is superfluous: en.toml has no such entry")
            for key in english.keys() & own.keys():
                self.compare(english[key], own[key], _joined(path, key))
        elif isinstance(own, dict):
            self._compare_forms(english, own, path)
        elif type(own) is not type(english) and not is_plural(english):
            self.report(path, f"must be a {type(english).__name__}")
        elif isinstance(own, str):
            self._compare_placeholders(english, own, path)

    def _compare_forms(self, english: Entry, own: dict[str, Entry], path: str) -> None:
        if "count" not in _placeholders(english):
            self.report(path, "must be one text, without forms")
            return
        if "other" not in own:
            self.report(path, "has no form 'other'")
        for form, text in own.items():
            if form not in self._plural_forms:
                self.report(
                    _joined(path, form), f"is none of the plural forms {', '.join(self._plural_forms)}"
                )
            if not isinstance(text, str):
                self.report(_joined(path, form), "must be a text")
            elif form == "other":
                self._compare_placeholders(english, text, path)
            elif unknown := _placeholders(text) - _placeholders(english):
                self.report(_joined(path, form), f"fills in {_list(unknown)}, which is not known there")

    def _compare_placeholders(self, english: Entry, own: str, path: str) -> None:
        expected, found = _placeholders(english), _placeholders(own)
        if expected != found:
            self.report(path, f"must fill in {_list(expected)}, and fills in {_list(found)}")
        filters = {name for _, name in PLACEHOLDER.findall(own) if name}
        allowed = {"number", "ordinal"} if path.startswith("messages.") else set()
        if unknown := filters - allowed:
            self.report(path, f"has the unknown mark {_list(unknown)} in braces")
        if re.search(r"[{}]", PLACEHOLDER.sub("", own)):
            self.report(path, "has a brace that is not closed")

    def names(self, usual: Mapping[str, set[str]], own: Mapping[str, Mapping[str, str]]) -> None:
        """Usual names of bodies are the same in all languages, and those of templates in all that have any.
        Each keeps the `{n}` of the English."""
        for table, expected in usual.items():
            if table not in own and table != "bodies":
                continue  # Names of templates: only a language that has some has all.
            found = own.get(table, {})
            for name in expected - found.keys():
                self.report(f"names.{table}.{name!r}", "is missing")
            for name in found.keys() - expected:
                self.report(f"names.{table}.{name!r}", "is superfluous: other languages have no such name")
            for name, text in found.items():
                self._compare_placeholders(name, text, f"names.{table}.{name!r}")
        for text, name in own.get("other_bodies", {}).items():
            if name not in own.get("bodies", {}):
                self.report(
                    f"names.other_bodies.{text!r}", f"stands for {name!r}, which [names.bodies] has not"
                )


def _whole(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise ValueError(f"{path.name}: {error}") from error


def _usual_names(languages: Sequence[Mapping[str, Mapping[str, str]]]) -> dict[str, set[str]]:
    """Returns the English names, by their tables, that most languages have whose files have the table."""
    counts = {
        table: Counter(name for own in languages for name in own.get(table, {}))
        for table in _NAMES_BY_ENGLISH
    }
    having = {table: sum(table in own for own in languages) for table in counts}
    return {
        table: {name for name, count in names.items() if count * 2 > having[table]}
        for table, names in counts.items()
    }


def _placeholders(entry: Entry) -> set[str]:
    return {name for text in texts_of(entry) for name, _ in PLACEHOLDER.findall(text)}


def _joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _list(names: set[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names)) or "nothing"
