"""Shares: what a visitor uses counts for its networks and its tenant's visitors, and for nobody else."""

from seatpreview.limits.shares import Lane, Share, ShareCounts, parts, visitor_path


def test_a_count_is_bounded_at_every_level() -> None:
    counts = ShareCounts((3, 2))
    counts.add(("a", "x"))
    counts.add(("a", "x"))
    assert not counts.has_room(("a", "x")), "x has its two"
    assert counts.has_room(("a", "y"))
    counts.add(("a", "y"))
    assert not counts.has_room(("a", "z")), "a has its three"
    assert counts.has_room(("b", "x")), "the same name of another owner counts apart"


def test_what_was_removed_leaves_nothing_behind() -> None:
    counts = ShareCounts((3, 2))
    for path in (("a", "x"), ("a",)):
        counts.add(path, 2)
        counts.remove(path, 2)
    assert counts.by_owner() == {}
    assert counts.used(("a", "x")) == 0


def test_a_path_may_have_fewer_levels_than_there_are_maxima() -> None:
    counts = ShareCounts((4, 2, 1))
    assert [counts.largest(path) for path in (("a",), ("a", "x"), ("a", "x", "s"))] == [4, 2, 1]
    assert not counts.has_room(("a", "x"), 3)


def test_a_visitor_counts_for_both_networks_of_its_address_and_for_its_session() -> None:
    assert visitor_path("2001:db8:0:12::1", "ses_a") == ("2001:db8::/56", "2001:db8:0:12::/64", "ses_a")
    assert visitor_path("192.0.2.1", "ses_a") == ("192.0.2.1", "192.0.2.1", "ses_a")
    assert visitor_path("192.0.2.1") == ("192.0.2.1", "192.0.2.1")


def test_visitors_together_are_one_share_and_a_secret_keeps_its_own() -> None:
    one, two = (Share("a", visitor_path(address)) for address in ("192.0.2.1", "192.0.2.2"))
    assert one.together == two.together == Share("a", (), lane=Lane.READS)
    assert Share("a", key="key_1", lane=Lane.SEARCHES).together == Share("a", lane=Lane.READS) != one.together


def test_a_path_leads_from_the_tenant_by_the_key_to_the_visitor() -> None:
    assert Share("a", key="key_1").path == ("a", "key_1", "key_1")
    assert Share("a", key="key_1", is_limited=True).path == ("a", "limited keys", "key_1")
    visitor = visitor_path("192.0.2.1", "ses_a")
    assert Share("a", visitor, "key_1").path == ("a", "key_1", "192.0.2.1", "192.0.2.1", "ses_a")
    assert Share("a", visitor, "key_1").together.path == ("a",)


def test_a_part_is_never_less_than_one() -> None:
    assert parts(200, 2, 4, 10) == (100, 50, 20)
    assert parts(3, 2, 4, 10) == (1, 1, 1)
