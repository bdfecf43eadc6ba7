"""script/web: what a build of the pages replaces, and what it leaves alone."""

import shutil
import subprocess
import sys
from pathlib import Path

from release.notices import ROOT
from release.trial import clean_environment

NPM = """#!/bin/sh
case "$*" in
  ci*) mkdir -p node_modules ;;
  *build) echo page >../src/seatpreview/http/static/landing.html ;;
esac
"""
PYTHON = f"""#!/bin/sh
case "$*" in
  "- "*) exec {sys.executable} "$@" ;;
esac
"""
PROGRAMS = {
    "programs/npm": NPM,
    "programs/node": "#!/bin/sh\necho v24.0.0\n",
    ".venv/bin/python": PYTHON,
}
BUILT = ("guide/build.stamp", "guide/index.html", "assets/old.js", ".hidden")


def test_a_build_of_the_pages_replaces_all_but_the_guide(tmp_path: Path) -> None:
    """Runs the script itself, with stand-ins for npm and Python, since a build takes half a minute."""
    static = tmp_path / "src" / "seatpreview" / "http" / "static"
    for path in [static / name for name in BUILT]:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("built before")
    for name, program in PROGRAMS.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(program)
        (tmp_path / name).chmod(0o755)
    (tmp_path / "script").mkdir()
    (tmp_path / "web" / "source").mkdir(parents=True)
    (tmp_path / "web" / "package-lock.json").write_text("{}")
    shutil.copy(ROOT / "script" / "web", tmp_path / "script")
    path_variable = f"{tmp_path / 'programs'}:{clean_environment()['PATH']}"
    subprocess.run(
        [tmp_path / "script" / "web"], env={"PATH": path_variable}, check=True, capture_output=True
    )
    left = {str(path.relative_to(static)) for path in static.rglob("*") if path.is_file()}
    assert left == {"guide/build.stamp", "guide/index.html", "landing.html", "build.stamp"}


def test_the_bundler_does_not_empty_the_folder_of_the_pages() -> None:
    """It would take the guide along; script/web removes what an earlier build has left."""
    configs = [path.read_text() for path in (ROOT / "web").glob("vite.*config.ts")]
    of_pages = [config for config in configs if "seatpreview/http/static" in config]
    assert len(of_pages) == 2
    assert all("emptyOutDir: false" in config for config in of_pages)
