"""Writes the messages of the language files as TypeScript, for the build of the front end.

script/web runs it: python -m seatpreview.languages.typescript FOLDER
"""

import json
import re
import shutil
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from seatpreview.languages.check import PLACEHOLDER, Entry, faults, is_plural, texts_of
from seatpreview.languages.language_files import FOLDER, AboutLanguage, read_about_languages, read_part

NUMBERS = frozenset({"capacity", "count", "degrees", "sections"})
"""What is filled in as a number. Everything else is a text."""

EMBED_TEXTS = ("title", "sorry", "offline", "busy", "again")
"""The order of the texts of the embedded element, whose script is small without their names."""

Table = Mapping[str, Entry]


def main() -> None:
    """Writes the modules into the folder that is named, unless the language files have faults."""
    if found := faults():
        sys.exit("\n".join(found))
    target = Path(sys.argv[1])
    shutil.rmtree(target, ignore_errors=True)
    for name, text in modules().items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            f"// Generated from src/seatpreview/languages/, by script/web.\n{text}", encoding="utf-8"
        )


def modules(folder: Path = FOLDER) -> dict[str, str]:
    """Returns the texts of all modules by their paths. Languages without messages have none."""
    messages: dict[str, dict[str, Table]] = read_part("messages", dict[str, Any], folder)
    phrases: dict[str, Table] = read_part("phrases", dict[str, Any], folder)
    about = read_about_languages(folder)
    languages = {code: about[code] for code in messages}
    english = messages["en"]
    found = {
        "list.ts": _list_module(languages),
        "load.ts": _load_module(languages, "viewer", "Messages"),
        "load-offers.ts": _load_module(languages, "offers", "OfferMessages"),
        "embed.ts": _embed_module({code: each["embed"] for code, each in messages.items()}),
    }
    for code, own in messages.items():
        # Descriptions and the map say the same of seats, and join lists alike.
        shared = {
            "comma": phrases[code]["comma"],
            "properties": phrases[code]["properties"],
        }
        of_map = _members(code, {**english["map"], **shared}, {**own["map"], **shared})
        direction = f"  isRightToLeft: {json.dumps(about[code].direction == 'rtl')},\n"
        found[f"map/{code}.ts"] = _module(code, "MapMessages", "map", direction + of_map)
        of_viewer = _members(
            code,
            {**english["viewer"], **_said_in_descriptions(phrases["en"])},
            {**own["viewer"], **_said_in_descriptions(phrases[code])},
        )
        of_viewer += "  venueMap: map,\n"
        text = _module(code, "Messages", "messages", of_viewer)
        found[f"viewer/{code}.ts"] = f'import {{ map }} from "../map/{code}";\n{text}'
        of_offers = _members(code, english["offers"], own["offers"])
        found[f"offers/{code}.ts"] = _module(code, "OfferMessages", "messages", of_offers)
    return found


def _said_in_descriptions(phrases: Table) -> Table:
    """Returns what the viewer says in the words of descriptions: the signs of lists, how far the nearest edge
    is, what is seen from an area, and what is in the way. There it stands in a sentence, and in the viewer by
    itself."""
    names: Mapping[str, str] = cast(Any, phrases["obstructions"])
    return {
        "beside": phrases["beside"],
        "byPlace": phrases["by_place"],
        "comma": phrases["comma"],
        "frame": phrases["frame"],
        "nearest": phrases["nearest"],
        "obstructions": {kind: name[0].upper() + name[1:] for kind, name in names.items()},
    }


def _list_module(languages: Mapping[str, AboutLanguage]) -> str:
    forms = {code: each.plural_forms for code, each in languages.items()}
    others = {other: code for code, each in languages.items() for other in each.other_codes}
    leftward = [code for code, each in languages.items() if each.direction == "rtl"]
    return (
        f"export const LANGUAGES = {_json([*languages])} as const;\n"
        "export type Language = (typeof LANGUAGES)[number];\n"
        "/** Codes that share the texts of another. */\n"
        f"export const OTHER_CODES: Readonly<Record<string, Language>> = {_json(others)};\n"
        f"export const RIGHT_TO_LEFT: readonly Language[] = {_json(leftward)};\n"
        f"export const PLURAL_FORMS: Readonly<Record<Language, readonly string[]>> = {_json(forms)};\n"
    )


def _load_module(codes: Iterable[str], folder: str, type_: str) -> str:
    loaders = "".join(f'  {code}: () => import("./{folder}/{code}"),\n' for code in codes)
    return (
        f'import type {{ Language }} from "./list";\nimport type {{ {type_} }} from "./{folder}/en";\n\n'
        "/** Each language is a script of its own, so that a buyer downloads only one. */\n"
        f"export const MODULES: Record<Language, () => Promise<{{ messages: {type_} }}>> = {{\n"
        f"{loaders}}};\n"
    )


def _embed_module(texts: Mapping[str, Table]) -> str:
    rows = "".join(
        f"  {code}: {_json([each[key] for key in EMBED_TEXTS])},\n" for code, each in texts.items()
    )
    return (
        "/** The texts of the embedded element: title, sorry, offline, busy, again. */\n"
        "export const TEXTS: Record<string, readonly [string, string, string, string, string]> = {\n"
        f"{rows}}};\n"
    )


def _module(code: str, type_: str, name: str, members: str) -> str:
    """Returns a module with one object. Its type is that of the English one."""
    helpers = [each for each in ("ordinal", "plural") if f"{each}(" in members]
    imported = f'import {{ {", ".join(helpers)} }} from "../../filled-texts";\n' if helpers else ""
    if code == "en":
        return f"{imported}\nexport const {name} = {{\n{members}}};\nexport type {type_} = typeof {name};\n"
    imported += f'import type {{ {type_} }} from "./en";\n'
    return f"{imported}\nexport const {name}: {type_} = {{\n{members}}};\n"


def _members(code: str, english: Table, own: Table, indent: str = "  ") -> str:
    return "".join(
        f"{indent}{_key(key)}: {_value(code, english[key], entry, indent)},\n"
        for key, entry in sorted(own.items())
    )


def _value(code: str, english: Entry, own: Entry, indent: str) -> str:
    if isinstance(english, dict) and isinstance(own, dict) and not is_plural(english):
        return f"{{\n{_members(code, english, own, indent + '  ')}{indent}}}"
    # The English text says in which order the arguments are.
    names = dict.fromkeys(name for text in texts_of(english) for name, _ in PLACEHOLDER.findall(text))
    if not names:
        return _json(own)
    arguments = ", ".join(f"{name}: {'number' if name in NUMBERS else 'string'}" for name in names)
    if isinstance(own, dict):
        forms = ", ".join(f"{_key(form)}: {_filled_in(code, str(text))}" for form, text in own.items())
        return f'({arguments}) => plural("{code}", count, {{ {forms} }})'
    return f"({arguments}) => {_filled_in(code, str(own))}"


def _filled_in(code: str, text: str) -> str:
    """Returns a text with its placeholders as a template literal."""
    escaped = re.sub(r"[\\`]|\$(?=\{)", r"\\\g<0>", text)
    return f"`{PLACEHOLDER.sub(lambda found: _argument(code, *found.groups()), escaped)}`"


def _argument(code: str, name: str, mark: str | None) -> str:
    if mark == "ordinal":
        return f"${{ordinal({name})}}"
    return f'${{{name}.toLocaleString("{code}")}}' if mark == "number" else f"${{{name}}}"


def _key(key: str) -> str:
    return key if key.isidentifier() or key == "1" else _json(key)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    main()
