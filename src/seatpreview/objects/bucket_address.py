"""The address of a bucket, s3://bucket/prefix?endpoint=...&region=..., and its credentials."""

import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from seatpreview.settings.settings import SettingsFault, variable

_NAME = variable("object_store_url")
_CREDENTIALS = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")
_REGION = "us-east-1"


class S3Address(NamedTuple):
    """A bucket, a prefix in it, and what is needed to connect to it."""

    bucket: str
    prefix: str
    endpoint: str
    """The server's address; empty for Amazon's own."""
    region: str
    access_key_id: str
    secret_access_key: str

    def __repr__(self) -> str:
        """Returns the address without the secret, because a log or a traceback might show it."""
        return f"S3Address({self.bucket}/{self.prefix} at {self.endpoint or 'Amazon'}, {self.region})"


def read_address(url: str, environ: Mapping[str, str], name: str = _NAME) -> S3Address:
    """Reads the address and the credentials. Raises SettingsFault with every fault at once, each a sentence
    whose subject is `name`."""
    parts = urlsplit(url)
    options = parse_qsl(parts.query, keep_blank_values=True)
    faults = [*_faults(name, url, options), *_missing(name, environ)]
    if faults:
        raise SettingsFault(faults)
    given = dict(options)
    return S3Address(
        bucket=parts.netloc,
        prefix=parts.path.strip("/"),
        endpoint=given.get("endpoint", ""),
        region=given.get("region", _REGION),
        access_key_id=environ[_CREDENTIALS[0]],
        secret_access_key=environ[_CREDENTIALS[1]],
    )


def _faults(name: str, url: str, options: list[tuple[str, str]]) -> list[str]:
    parts = urlsplit(url)
    faults = []
    if parts.scheme != "s3" or not _BUCKET.fullmatch(parts.netloc):
        faults.append(f"{name} must be s3://bucket or s3://bucket/prefix.")
    if not _PREFIX.fullmatch(parts.path.strip("/")):
        faults.append(f"{name} has a prefix that is not letters, digits, '.', '_', '-' and single slashes.")
    names = [option for option, _ in options]
    if not {*names} <= {"endpoint", "region"} or len({*names}) < len(names):
        faults.append(f"{name} may have endpoint and region after the question mark, each once.")
    endpoint = urlsplit(dict(options).get("endpoint", "https://amazon"))
    if endpoint.scheme not in ("http", "https") or not endpoint.netloc or "@" in endpoint.netloc:
        faults.append(f"{name} has an endpoint that is not an http or https address.")
    return faults


def _missing(name: str, environ: Mapping[str, str]) -> list[str]:
    missing = [wanted for wanted in _CREDENTIALS if not environ.get(wanted)]
    return [f"{name} needs {' and '.join(missing)} in the environment."] if missing else []


_BUCKET = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_PREFIX = re.compile(r"([A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)?")
