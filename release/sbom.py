"""Makes the list of all parts of a release (a software bill of materials) in the form of CycloneDX.

It has the Python packages that the service runs with, in the locked versions, and the packages that the built
pages and the guide contain. The same commit gives the same list, to the byte."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from packageurl import PackageURL

from release.licences import Package

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements" / "run.txt"
FILE_NAME = "sbom.json"

_PINNED = re.compile(r"^([a-z0-9._-]+)(?:\[[^]]*\])?==([^\s;\\]+)(?: ; ([^\\\n]+))?", re.MULTILINE)
_IN_PAGES = Property(name="seatpreview:part-of", value="built pages")
_BESIDE = Property(name="seatpreview:part-of", value="Python environment")


class Pin(NamedTuple):
    """A package of a lock. One may have several versions, each for other versions of Python."""

    name: str
    version: str
    marker: str
    """Where this version is installed, such as `python_full_version < '3.12'`. Empty: everywhere."""


def locked(lock: str) -> list[Pin]:
    """Returns the packages of a lock."""
    return [Pin(name, version, marker.strip()) for name, version, marker in _PINNED.findall(lock)]


def sbom(version: str, lock: str, bundled: Iterable[Package], epoch: int) -> str:
    """Returns the list of parts as JSON. `epoch` is the time that it bears, in seconds since 1970."""
    parts = [*_python_components(lock), *_bundled_components(bundled)]
    bom = Bom(components=parts)
    bom.metadata.component = _service(version)
    bom.metadata.timestamp = datetime.fromtimestamp(epoch, UTC)
    bom.metadata.tools.components.clear()
    names = "\n".join(sorted(str(part.purl) for part in parts))
    bom.serial_number = uuid5(NAMESPACE_URL, f"seatpreview {version} {epoch}\n{names}")
    bom.register_dependency(bom.metadata.component, parts)
    text: str = JsonV1Dot6(bom).output_as_string(indent=2)
    check(text)
    return text + "\n"


def check(text: str) -> None:
    """Raises an error if the text does not keep to the schema of CycloneDX."""
    # Imported here, since it builds parsers for all kinds of addresses, which takes seconds.
    from cyclonedx.validation.json import JsonStrictValidator

    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if fault is not None:
        raise ValueError(f"The list of parts does not keep to its schema: {fault}")


def _service(version: str) -> Component:
    return Component(
        name="seatpreview",
        version=version,
        type=ComponentType.APPLICATION,
        bom_ref=f"seatpreview@{version}",
        purl=PackageURL("pypi", name="seatpreview", version=version),
        licenses=[LicenseFactory().make_from_string("Apache-2.0")],
    )


def _python_components(lock: str) -> Iterator[Component]:
    for name, version, _ in locked(lock):
        licence = _licence_of(name)
        yield Component(
            name=name,
            version=version,
            type=ComponentType.LIBRARY,
            bom_ref=f"pypi/{name}@{version}",
            purl=PackageURL("pypi", name=name, version=version),
            licenses=[LicenseFactory().make_from_string(licence)] if licence else [],
            scope=ComponentScope.REQUIRED,
            properties=[_BESIDE],
        )


def _bundled_components(bundled: Iterable[Package]) -> Iterator[Component]:
    for package in bundled:
        kind = "npm" if package.is_from_npm else "pypi"
        namespace, _, name = package.name.rpartition("/")
        yield Component(
            name=name,
            group=namespace or None,
            version=package.version,
            type=ComponentType.LIBRARY,
            bom_ref=f"pages/{kind}/{package.name}@{package.version}",
            purl=PackageURL(kind, namespace or None, name, package.version),
            licenses=[LicenseFactory().make_from_string(package.licence)],
            scope=ComponentScope.REQUIRED,
            properties=[_IN_PAGES],
        )


def _licence_of(name: str) -> str | None:
    """Returns what an installed package calls its licence; none for one of other platforms."""
    try:
        found: Distribution = distribution(name)
    except PackageNotFoundError:
        return None
    for field in ("License-Expression", "License"):
        if field in found.metadata and "\n" not in found.metadata[field]:
            return str(found.metadata[field])
    classifiers = found.metadata.get_all("Classifier") or []
    names = [line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License :: ")]
    return names[0] if names else None
