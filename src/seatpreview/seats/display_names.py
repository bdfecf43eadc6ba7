"""Names as people see them: those of the record, or their translations."""

from msgspec import UNSET, UnsetType

from seatpreview.layouts.compiled import CompiledConfiguration, Section
from seatpreview.seats.model import PreviewConfiguration
from seatpreview.venues.model import ImagerySet
from seatpreview.venues.translations import Translation


class DisplayNames:
    """The names of a venue in one language. What is not translated keeps its own name."""

    def __init__(self, translation: Translation, own_locale: str | UnsetType = UNSET) -> None:
        self._translation = translation
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
