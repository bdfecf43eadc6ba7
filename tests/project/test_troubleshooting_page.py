"""docs/troubleshooting.md has every problem code, and quotes the sentences that the service says at start."""

import re

from docs.generated_pages import ROOT
from seatpreview.reference.problem_explanations import EXPLANATIONS

PAGE = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
SOURCES = "".join(
    path.read_text(encoding="utf-8") for path in sorted((ROOT / "src" / "seatpreview").rglob("*.py"))
)


def test_every_problem_code_is_on_the_page_with_its_status() -> None:
    told = re.findall(r"^\| (\d{3}) \| `([a-z_]+)` \|", PAGE, re.MULTILINE)
    wanted = {(str(problem.status), problem.code) for problem in EXPLANATIONS}
    assert wanted - set(told) == set()


def test_the_sentences_of_a_failed_start_are_those_of_the_code() -> None:
    """Parts of a sentence that depend on the settings are left out of the comparison."""
    table = PAGE.split("| it says | do this |")[1].split("\n\n")[0]
    quoted = re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)
    assert len(quoted) >= 10
    said = " ".join(re.sub(r'"\s+f?"', "", SOURCES).split())
    for sentence in quoted:
        parts = re.split(r"'?\.\.\.'?|[A-Z_]{6,}|[0-9][0-9.]*|`", sentence)
        longest = max((part.strip(" ,:") for part in parts), key=len)
        assert longest in said.replace("`", ""), sentence


def test_the_first_screen_leads_to_every_section() -> None:
    """A person who has never seen the code, in the night: from what is seen to its section in one step."""
    first_screen, _, _ = PAGE.partition("\n## ")
    linked = set(re.findall(r"\]\(#([^)]+)\)", first_screen))
    headings = [line.lstrip("# ") for line in re.findall(r"^#{2,3} .+$", PAGE, re.MULTILINE)]
    assert headings.count("Bad days of the service") == 1
    assert {anchor(heading) for heading in headings if heading != "Bad days of the service"} == linked


def test_every_section_has_the_same_parts_in_the_same_order() -> None:
    """A table may have several parts as its columns: what they are called then stands together above it."""
    parts = ["What you see", "Look at", "What it means", "Do"]
    _, *sections = re.split(r"^#{2,3} (?!Bad days of the service)", PAGE, flags=re.MULTILINE)
    for section in sections:
        labels = [
            label
            for bold in re.findall(r"^\*\*([^*]+)\*\*", section, re.MULTILINE)
            for label in bold.split(".")
        ]
        assert [label.strip() for label in labels if label.strip()] == parts, section.partition("\n")[0]


def test_every_alert_names_a_section_that_exists() -> None:
    alerts = (ROOT / "deploy" / "prometheus-alerts.yaml").read_text(encoding="utf-8")
    named = re.findall(r"^ +runbook: (\S+)#(\S+)$", alerts, re.MULTILINE)
    assert len(named) == len(re.findall(r"^ +- alert: ", alerts, re.MULTILINE)) > 0
    for page, section in named:
        text = (ROOT / page).read_text(encoding="utf-8")
        assert section in {anchor(line.lstrip("# ")) for line in re.findall(r"^#+ .+$", text, re.MULTILINE)}


def test_every_bad_day_of_the_page_is_made_by_a_test() -> None:
    tests = "".join(path.read_text() for path in sorted((ROOT / "tests" / "bad_days").glob("test_*.py")))
    _, _, bad_days = PAGE.partition("\n## Bad days of the service\n")
    for heading in re.findall(r"^### (.+)$", bad_days, re.MULTILINE):
        assert f'"{heading}"' in tests, heading


def anchor(heading: str) -> str:
    """The name by which a heading is linked to."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
