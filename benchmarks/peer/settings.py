"""Settings of the peer, from environment variables."""

import os
from dataclasses import asdict, dataclass, fields
from pathlib import Path

PREFIX = "PEER_"

URL_TTL_SECONDS = 900


@dataclass(frozen=True)
class Settings:
    """Where the data is, and the secrets."""

    data_dir: str
    address: str
    """The address that links begin with."""
    admin_key: str
    """The plaintext of an admin key, which is created at the start where it is missing."""
    signing_secret: str
    database_url: str = ""
    """A PostgreSQL database. Empty: a SQLite file in the data folder."""
    valkey_url: str = ""
    """Where limits are counted. Empty: in this process."""

    @property
    def images(self) -> Path:
        """The folder of the pictures."""
        return Path(self.data_dir) / "images"


def from_environment() -> Settings:
    """Reads the settings."""
    variables = {field.name: PREFIX + field.name.upper() for field in fields(Settings)}
    return Settings(
        **{name: os.environ[variable] for name, variable in variables.items() if variable in os.environ}
    )


def as_environment(settings: Settings) -> dict[str, str]:
    """Returns the variables that `from_environment` reads these settings from."""
    return {PREFIX + name.upper(): value for name, value in asdict(settings).items()}
