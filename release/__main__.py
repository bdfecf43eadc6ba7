"""Makes a release in dist/, tries it, and says what it did. See script/release."""

import argparse
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from filecmp import cmp
from pathlib import Path

from release import trial
from release.checksums import FILE_NAME as CHECKSUMS
from release.checksums import wrong_files
from release.licences import LicenceUnknown
from release.packages import Source, StepFailed, build_everything
from release.trial import Environment

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"


def main() -> None:
    """Runs all steps. The exit status is 1 if one of them fails."""
    arguments = _arguments()
    try:
        source = find_source(ROOT, dirty=arguments.dirty)
        print(f"Seat Preview {source.version}, commit {source.commit}")
        _release(source, is_checked=arguments.check, is_tried=not arguments.only_build)
    except (StepFailed, LicenceUnknown) as failure:
        sys.exit(f"\nThe release failed. {failure}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="script/release", description="Makes a release in dist/ and tries it."
    )
    parser.add_argument("--dirty", action="store_true", help="also from a tree with uncommitted changes")
    parser.add_argument("--check", action="store_true", help="build twice, and fail if a byte differs")
    parser.add_argument("--only-build", action="store_true", help="do not install and try the packages")
    return parser.parse_args()


def _release(source: Source, *, is_checked: bool, is_tried: bool) -> None:
    with _step("build the packages"):
        build_everything(source, DIST)
    if is_checked:
        with _step("build them again, and compare"), tempfile.TemporaryDirectory() as folder:
            again = Path(folder) / "dist"
            build_everything(source, again)
            different = different_files(DIST, again)
            if different:
                raise StepFailed(f"The second build differs in {', '.join(different)}.")
    if is_tried:
        try_packages(source.version, DIST)
    if wrong_files(DIST):
        raise StepFailed(f"{CHECKSUMS} does not fit {', '.join(wrong_files(DIST))}.")
    print("\nIn dist/:")
    for path in sorted(DIST.iterdir()):
        print(f"  {path.stat().st_size:>10,}  {path.name}")


def find_source(root: Path, *, dirty: bool) -> Source:
    """Returns what the release is made from. Uncommitted changes are refused unless they are wanted."""
    changes = _git(root, "status", "--porcelain")
    if changes and not dirty:
        raise StepFailed(f"The tree has uncommitted changes (--dirty takes them along):\n{changes}")
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if ".dev" in project["version"] and not dirty:
        raise StepFailed(
            f"{project['version']} is a version between releases: set that of the release in pyproject.toml "
            "and the clients, and its date in CHANGELOG.md. (--dirty tries the script all the same.)"
        )
    commit, epoch = _git(root, "log", "-1", "--format=%h %ct").split()
    return Source(project["version"], commit + ("-dirty" if changes else ""), int(epoch))


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise StepFailed(f"'git {arguments[0]}' failed: {done.stderr.strip()}")
    return done.stdout.rstrip()


def different_files(first: Path, second: Path) -> list[str]:
    """Returns the names of files that only one of two folders has, or that differ in them."""
    names = {path.name for folder in (first, second) for path in folder.iterdir()}
    return sorted(
        name
        for name in names
        if not ((first / name).is_file() and (second / name).is_file())
        or not cmp(first / name, second / name, shallow=False)
    )


def try_packages(version: str, dist: Path) -> None:
    """Installs each package into an environment of its own, and uses it."""
    with tempfile.TemporaryDirectory(prefix="seatpreview-release-") as folder:
        place = Path(folder)
        for package in sorted([*dist.glob("seatpreview-*.whl"), *dist.glob("seatpreview-[0-9]*.tar.gz")]):
            with _step(f"install {package.name}, and run its demo"):
                environment = Environment(place / package.name)
                opened = trial.try_service(environment, package, version)
                print(f"   opened {' '.join(opened)}")
        for package in sorted(dist.glob("pretix_seatpreview-*")):
            with _step(f"install {package.name}, and look for the script that shops serve"):
                trial.try_pretix_plugin(Environment(place / package.name), package)
        [wheel] = dist.glob("seatpreview-*.whl")
        with trial.running_demo(Environment(place / wheel.name)) as demo:
            for package in sorted(dist.glob("seatpreview_client-*")):
                with _step(f"install {package.name}, and ask the demo for a preview"):
                    trial.try_python_client(Environment(place / package.name), package, demo)
            for package in sorted(dist.glob("*.tgz")):
                with _step(f"install {package.name}, and use it"):
                    trial.try_npm_package(Environment(place / package.name), package, demo)


@contextmanager
def _step(name: str) -> Iterator[None]:
    print(f"== {name}", flush=True)
    yield


if __name__ == "__main__":
    main()
