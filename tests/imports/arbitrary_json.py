"""Hypothesis strategies for JSON that is nearly a plan: known members with values of any kind."""

from collections.abc import Collection

from hypothesis import strategies as st

ODD_NUMBERS = (0, -1, 1.5, 1e7, 1e308, -1e308, float("inf"), 10**400, 5e-324)
ODD_TEXTS = ("", "NaN", "?", "%s%s%s%s%s%s", "S T A G E", "x" * 1000, "\u202e", "7")

LEAVES = (
    st.none()
    | st.booleans()
    | st.sampled_from(ODD_NUMBERS)
    | st.sampled_from(ODD_TEXTS)
    | st.integers(-50, 50)
    | st.text(max_size=3)
)


def values(members: Collection[str]) -> st.SearchStrategy[object]:
    """Generates JSON values whose objects have members of these names."""
    names = st.sampled_from(sorted(members))
    return st.recursive(
        LEAVES,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=8),
        max_leaves=15,
    )
