"""Names as people see them: those of the record, or their translations."""

from seatpreview.layouts.compiled import CompiledConfiguration, Section
from seatpreview.seats.model import PreviewConfiguration
from seatpreview.venues.model import ImagerySet
from seatpreview.venues.translations import Translation


class DisplayNames:
    """The names of a venue in one language. What is not translated keeps its own name."""

    def __init__(self, translation: Translation) -> None:
        self._translation = translation

    def section(self, section: Section) -> str:
        """Returns the name of a section."""
        return self._translation.sections.get(section.id) or section.name

    def level(self, section: Section) -> str:
        """Returns the level of a section; empty if it has none."""
        return self._translation.levels.get(section.level) or section.level

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
        return PreviewConfiguration(
            id=configuration.id, name=self.configuration(configuration) or None, mood=configuration.mood
        )
