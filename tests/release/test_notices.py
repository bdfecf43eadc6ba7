"""The notices name every third-party package that the built pages contain, with the text of its licence."""

import json
from importlib.metadata import distributions
from pathlib import Path

import pytest

from cast import Cast
from release.licences import LicenceUnknown, npm_package
from release.notices import (
    NOTICES,
    ROOT,
    STATIC,
    bundled_packages,
    guide_packages,
    modules_of_bundles,
    third_parties,
)

RENDERER = "WebGLRenderer"


def test_every_module_of_the_bundles_has_a_notice() -> None:
    """Written without the code that makes the notices: it takes the bundler's list, and reads the file."""
    text = (STATIC / NOTICES).read_text(encoding="utf-8")
    paths = [
        module.rpartition("node_modules/")[2].split("/")
        for module in modules_of_bundles()
        if "node_modules/" in module
    ]
    packages = {"/".join(path[: 2 if path[0].startswith("@") else 1]) for path in paths}
    assert {"preact", "three", "@codemirror/view"} <= packages
    for name in packages:
        about = json.loads(
            (ROOT / "web" / "node_modules" / name / "package.json").read_text(encoding="utf-8")
        )
        assert f"\n{name} {about['version']}\nLicence: {about['license']}\n" in text


def test_the_list_of_modules_is_that_of_the_files_that_are_served() -> None:
    """A list that was empty, or of another build, would make the test above say nothing."""
    scripts = "".join(path.read_text(encoding="utf-8") for path in (STATIC / "assets").glob("*.js"))
    assert RENDERER in scripts
    assert any("/three/" in module for module in modules_of_bundles())
    assert (
        "web/source/viewer/main.ts" in modules_of_bundles()
        or "web/source/viewer.html" in modules_of_bundles()
    )


def test_each_notice_has_the_text_of_the_licence() -> None:
    for package in third_parties():
        assert "Copyright" in package.text, package.name
        assert len(package.text) > 500, package.name


def test_notices_are_of_the_build_that_is_there() -> None:
    text = (STATIC / NOTICES).read_text(encoding="utf-8")
    assert [
        package.name for package in third_parties() if f"\n{package.name} {package.version}\n" not in text
    ] == []


def test_the_packages_are_found_in_paths_of_modules() -> None:
    modules = [
        "web/node_modules/three/build/three.core.js",
        "web/node_modules/@scope/name/index.js",
        "web/node_modules/outer/node_modules/inner/index.js",
        "web/source/viewer.html",
        "\0vite/preload-helper.js",
    ]
    folders = {path.relative_to(ROOT / "web").as_posix() for path in bundled_packages(modules)}
    assert folders == {
        "node_modules/three",
        "node_modules/@scope/name",
        "node_modules/outer/node_modules/inner",
        "node_modules/vite",
    }


@pytest.mark.parametrize("module", ["\0other-bundler/runtime.js", "somewhere/else.js"])
def test_a_module_of_nobody_is_an_error(module: str) -> None:
    with pytest.raises(LicenceUnknown, match="Nobody knows"):
        bundled_packages([module])


@pytest.mark.parametrize(
    ("about", "text", "reason"),
    [
        ({"license": "Custom"}, "Copyright", "does not know"),
        ({}, "Copyright", "does not know"),
        ({"license": "MIT"}, None, "brings no text"),
    ],
)
def test_an_unknown_licence_is_an_error(
    tmp_path: Path, about: dict[str, str], text: str | None, reason: str
) -> None:
    (tmp_path / "package.json").write_text(json.dumps({"name": "thing", "version": "1.0"} | about))
    if text is not None:
        (tmp_path / "LICENSE").write_text(text)
    with pytest.raises(LicenceUnknown, match=reason):
        npm_package(tmp_path)


def test_a_file_of_the_guide_that_is_nobodys_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "_static").mkdir()
    (tmp_path / "_static" / "pygments.css").write_text("")
    assert guide_packages(tmp_path, distributions()) == {"pygments", "accessible-pygments"}
    (tmp_path / "_static" / "unheard-of.js").write_text("")
    with pytest.raises(LicenceUnknown, match="unheard-of"):
        guide_packages(tmp_path, distributions())


@pytest.mark.anyio
async def test_the_service_serves_the_notices(shared_cast: Cast) -> None:
    service = shared_cast.service
    answer = await service.ask("GET", f"{service.address}/third-party-notices")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text == (STATIC / NOTICES).read_text(encoding="utf-8")
