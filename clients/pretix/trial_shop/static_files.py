"""Names of static files: those that pretix's package was built with, and plain ones for files of plugins."""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class BuiltOrPlain(ManifestStaticFilesStorage):
    """Saves the minutes of `pretix rebuild`, which collects files of plugins and names them by content."""

    manifest_strict = False

    def stored_name(self, name: str) -> str:
        """Returns the name of a built file, or the name itself where it was not built."""
        built = self.hashed_files.get(self.hash_key(self.clean_name(name)))
        return str(built or name)
