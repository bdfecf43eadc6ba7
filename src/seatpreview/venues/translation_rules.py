"""Rules about translations: what they name exists, and no two names become the same. Pure."""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping

from seatpreview.decoding.faults import pointer_to
from seatpreview.labels.text.spelling import folded
from seatpreview.layouts.compiled import CompiledLayout, Section
from seatpreview.problems import Fault
from seatpreview.values.locales import Locale
from seatpreview.venues.translations import TRANSLATED_NAMES_MAX, Translation


def translation_faults(
    translations: Mapping[str, Translation], layout: CompiledLayout, imagery_set_ids: Collection[str]
) -> Iterator[Fault]:
    """Yields the faults of the translations of a record with this layout and these imagery sets."""
    count = sum(translation.name_count for translation in translations.values())
    if count > TRANSLATED_NAMES_MAX:
        yield Fault(
            pointer="/translations",
            detail=f"hold {count:,} names, and may hold {TRANSLATED_NAMES_MAX:,} in all languages together",
        )
        return
    levels = {section.level for section in layout.sections if section.level}
    for language, translation in translations.items():
        pointer = pointer_to("/translations", language)
        yield from _language_faults(language, pointer)
        for member, names, known, noun in (
            ("sections", translation.sections, _ids(layout.sections), "a section of the layout"),
            ("levels", translation.levels, levels, "a level of a section"),
            ("configurations", translation.configurations, layout.configurations, "a configuration"),
            ("attributions", translation.attributions, imagery_set_ids, "an imagery set"),
        ):
            for name in names:
                if name not in known:
                    yield Fault(pointer=pointer_to(f"{pointer}/{member}", name), detail=f"is not {noun}")
        yield from _same_name_faults(translation, layout, levels, pointer)


def _language_faults(language: str, pointer: str) -> Iterator[Fault]:
    try:
        usual = Locale.parse(language)
    except ValueError as refusal:
        yield Fault(pointer=pointer, detail=f"has a name that {refusal}")
        return
    if usual != language:
        yield Fault(pointer=pointer, detail=f"has a name that must be written '{usual}'")


def _same_name_faults(
    translation: Translation, layout: CompiledLayout, levels: Iterable[str], pointer: str
) -> Iterator[Fault]:
    own_levels = {level: level for level in levels}
    yield from _repeated(own_levels, translation.levels, {}, f"{pointer}/levels", "the level")
    # As in the layout itself, sections of different levels may have the same name.
    level_of = {
        section.id: folded(translation.levels.get(section.level, section.level))
        for section in layout.sections
    }
    sections = {section.id: section.name for section in layout.sections}
    yield from _repeated(sections, translation.sections, level_of, f"{pointer}/sections", "section")
    configurations = {each.id: each.name or each.id for each in layout.configurations.values()}
    names = translation.configurations
    yield from _repeated(configurations, names, {}, f"{pointer}/configurations", "configuration")


def _repeated(
    own: Mapping[str, str],
    translated: Mapping[str, str],
    groups: Mapping[str, Hashable],
    pointer: str,
    noun: str,
) -> Iterator[Fault]:
    """Yields a fault for each translated name that something else of the same group has in this language."""
    owners: dict[tuple[Hashable, str], str] = {}
    for id_, name in own.items():
        if id_ not in translated:
            owners.setdefault((groups.get(id_), folded(name)), id_)
    for id_, name in translated.items():
        if id_ not in own:
            continue
        owner = owners.setdefault((groups.get(id_), folded(name)), id_)
        if owner != id_:
            yield Fault(
                pointer=pointer_to(pointer, id_),
                detail=(
                    f"is {name!r}, as {noun} '{owner}' is called in this language: nobody could tell them "
                    "apart"
                ),
            )


def _ids(sections: Iterable[Section]) -> frozenset[str]:
    return frozenset(section.id for section in sections)
