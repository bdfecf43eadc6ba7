"""Names as people see them: those of the record, or their translations."""

from msgspec import UNSET, UnsetType

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout, Section
from seatpreview.layouts.model import Category, with_names
from seatpreview.seats.model import PreviewCategory, PreviewConfiguration
from seatpreview.sightlines.stage_surroundings import SURROUNDINGS
from seatpreview.venues.model import ImagerySet
from seatpreview.venues.templates.translated_names import usual_body_name, usual_category_name
from seatpreview.venues.translations import Translation


class DisplayNames:
    """The names of a venue in one language. What is not translated keeps its own name."""

    def __init__(
        self, translation: Translation, own_locale: str | UnsetType = UNSET, language: str = ""
    ) -> None:
        self._translation = translation
        self._language = language
        """The language of texts. Usual names of bodies and categories are translated to it, since records
        have no translations for these."""
        self._own_locale = own_locale
        """The language of the record's names, if the venue says it."""

    def section(self, section: Section) -> str:
        """Returns the name of a section."""
        return self._translation.sections.get(section.id) or section.name

    def level(self, section: Section) -> str:
        """Returns the level of a section; empty if it has none."""
        return self._translation.levels.get(section.level) or section.level

    def section_locale(self, section: Section) -> str | UnsetType:
        """Returns the language of a section's name if it is not translated, as far as it is known."""
        return UNSET if section.id in self._translation.sections else self._own_locale

    def level_locale(self, section: Section) -> str | UnsetType:
        """Returns the language of the level's name if it has one that is not translated."""
        is_own = section.level and section.level not in self._translation.levels
        return self._own_locale if is_own else UNSET

    def configuration(self, configuration: CompiledConfiguration) -> str:
        """Returns the name of a configuration; empty if it has none."""
        return self._translation.configurations.get(configuration.id) or configuration.name

    def body(self, name: str | None) -> str:
        """Returns the name of a focus or an obstruction; empty if it has none."""
        return usual_body_name(name or "", self._language)

    def bodies(self, configuration: CompiledConfiguration | None) -> dict[str, str]:
        """Returns the names of the configuration's bodies by their ids, and of the walls around its stage."""
        bodies = () if configuration is None else configuration.obstructions
        named = {str(body.id): self.body(body.name) for body in bodies if body.name}
        return {id_: self.body(name) for id_, name in SURROUNDINGS.items()} | named

    def category(self, category: Category) -> PreviewCategory:
        """Returns what clients are told of a category."""
        name = usual_category_name(category.name or "", self._language)
        return PreviewCategory(id=category.id, name=name or None, colour=category.colour)

    def categories(self, layout: CompiledLayout) -> list[PreviewCategory]:
        """Returns what clients are told of all categories of a layout."""
        return [self.category(each) for each in with_names(layout.facts.categories)]

    def attribution(self, imagery_set: ImagerySet) -> str:
        """Returns whom the pictures of a set are by; empty if nobody is named."""
        return self._translation.attributions.get(imagery_set.id, imagery_set.attribution)

    def described(self, configuration: CompiledConfiguration | None) -> PreviewConfiguration | None:
        """Returns what clients are told of a configuration."""
        if configuration is None:
            return None
        is_own = configuration.name and configuration.id not in self._translation.configurations
        return PreviewConfiguration(
            id=configuration.id,
            name=self.configuration(configuration) or None,
            mood=configuration.mood,
            name_locale=self._own_locale if is_own else UNSET,
        )


def has_usual_names(
    layout: CompiledLayout, configuration: CompiledConfiguration | None, language: str
) -> bool:
    """Returns whether a focus, an obstruction or a category has a name that is translated to the language."""
    if any(usual_category_name(name, language) != name for name in _category_names(layout)):
        return True
    return any(usual_body_name(name, language) != name for name in _body_names(layout, configuration))


def _category_names(layout: CompiledLayout) -> list[str]:
    return [each.name for each in with_names(layout.facts.categories) if each.name]


def _body_names(layout: CompiledLayout, configuration: CompiledConfiguration | None) -> list[str]:
    focus = layout.focus if configuration is None else configuration.focus
    bodies = () if configuration is None else configuration.obstructions
    return [name for name in (focus.name, *[body.name for body in bodies]) if name]
