"""The runbook, docs/troubleshooting.md: each bad day that a test makes must read there as it was seen."""

from docs.generated_pages import ROOT

PAGE = ROOT / "docs" / "troubleshooting.md"


def assert_told(heading: str, *seen: str) -> None:
    """Checks that the section with this heading quotes the words that a log line, a metric or doctor had."""
    section = _section(heading)
    missing = [words for words in seen if words not in section]
    assert not missing, f"'{heading}' in {PAGE.name} does not quote {missing}"


def _section(heading: str) -> str:
    _, found, rest = PAGE.read_text(encoding="utf-8").partition(f"### {heading}\n")
    assert found, f"{PAGE.name} has no section '### {heading}'"
    return rest.partition("\n## ")[0].partition("\n### ")[0]
