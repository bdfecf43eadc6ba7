"""The rules of the clock as properties: what is trusted, what is doubted, and how a doubt ends."""

from hypothesis import given
from hypothesis import strategies as st

from seatpreview.background_jobs.clock_rules import (
    JUMP_MAX,
    OFF_MAX,
    STANDS_FOR,
    UNCONFIRMED_MAX,
    ClockMark,
    ClockState,
    clocks_agree,
    confirm,
    look,
    state_of,
)
from seatpreview.values.clock import MICROSECONDS, Moment

HOUR = 3600 * MICROSECONDS
DAY = 24 * HOUR
BEGAN = Moment(1_800_000_000 * MICROSECONDS)


class Clocks:
    """A true clock, a clock that may be wrong, and workers that look at it."""

    def __init__(self) -> None:
        self.true = int(BEGAN)
        self.ahead = 0
        self.mark = look(None, BEGAN, None)
        self.previous: int | None = int(BEGAN)

    @property
    def now(self) -> Moment:
        return Moment(self.true + self.ahead)

    def run(self, microseconds: int) -> ClockState:
        """Lets time pass, and looks at the clock."""
        self.true += microseconds
        expected = None if self.previous is None else Moment(self.previous + microseconds)
        self.mark = look(self.mark, self.now, expected)
        self.previous = int(self.now)
        return self.state

    def restart(self) -> None:
        """Forgets what a process knows. Time that passes afterwards is time in which the service is off."""
        self.previous = None

    def be_off(self, microseconds: int) -> ClockState:
        self.restart()
        self.true += microseconds
        return self.run(0)

    @property
    def state(self) -> ClockState:
        return state_of(self.mark, self.now)


small = st.integers(0, JUMP_MAX)
off = st.integers(0, OFF_MAX)
far_jump = st.integers(UNCONFIRMED_MAX + DAY, 4000 * DAY)
near_jump = st.integers(OFF_MAX + HOUR, UNCONFIRMED_MAX - HOUR)


@given(st.lists(st.tuples(st.integers(0, 400 * DAY), small) | st.tuples(off, st.none()), max_size=30))
def test_a_clock_that_goes_right_is_always_trusted(steps: list[tuple[int, int | None]]) -> None:
    """However long a process runs, and with restarts overnight. Drift below an hour does not matter."""
    clocks = Clocks()
    for microseconds, drift in steps:
        if drift is None:
            assert clocks.be_off(microseconds) is ClockState.TRUSTED
        else:
            clocks.ahead = max(clocks.ahead, drift)
            assert clocks.run(microseconds) is ClockState.TRUSTED
        assert clocks.mark.trusted_at == clocks.now


@given(far_jump, st.lists(st.tuples(st.integers(0, 20 * HOUR), st.booleans()), max_size=60))
def test_a_clock_that_is_far_ahead_never_prunes_without_a_word(
    jump: int, steps: list[tuple[int, bool]]
) -> None:
    """Whether it jumped while the service ran or while it was off, and however often it is restarted."""
    clocks = Clocks()
    clocks.ahead = jump
    for microseconds, is_restart in steps:
        if is_restart:
            clocks.restart()
        assert clocks.run(microseconds) is ClockState.UNCONFIRMED
        assert clocks.mark.trusted_at == BEGAN
    clocks.mark = confirm(clocks.mark, clocks.now)
    assert clocks.run(HOUR) is ClockState.TRUSTED


@given(near_jump, st.booleans(), st.lists(st.integers(1, 19 * HOUR), min_size=1, max_size=20))
def test_a_clock_that_is_some_days_ahead_prunes_nothing_for_a_day(
    jump: int, is_restart: bool, steps: list[int]
) -> None:
    clocks = Clocks()
    clocks.ahead = jump
    if is_restart:
        clocks.restart()
    assert clocks.run(0) is ClockState.DOUBTED
    since = clocks.true
    for microseconds in steps:
        state = clocks.run(microseconds)
        assert state.allows_pruning == (clocks.true >= since + STANDS_FOR)


@given(st.integers(JUMP_MAX + 1, OFF_MAX), st.integers(0, DAY))
def test_a_jump_of_hours_is_seen_while_a_process_runs(jump: int, later: int) -> None:
    clocks = Clocks()
    clocks.run(DAY)
    clocks.ahead = jump
    assert clocks.run(0) is ClockState.DOUBTED
    clocks.ahead = 0
    assert clocks.run(0).allows_pruning, "it was set back"


@given(st.integers(OFF_MAX + HOUR, 4000 * DAY), st.lists(st.integers(0, 2 * HOUR), max_size=9), st.booleans())
def test_a_clock_that_is_set_back_soon_is_trusted_at_once(
    jump: int, steps: list[int], is_restart: bool
) -> None:
    clocks = Clocks()
    clocks.ahead = jump
    for microseconds in steps or [0]:
        assert not clocks.run(microseconds).allows_pruning
    clocks.ahead = 0
    if is_restart:
        clocks.restart()
    assert clocks.run(0) is ClockState.TRUSTED
    assert clocks.mark.trusted_at == max(clocks.now, BEGAN)


@given(far_jump, st.integers(1, 50))
def test_a_clock_that_is_set_back_halfway_is_still_doubted(jump: int, parts: int) -> None:
    clocks = Clocks()
    clocks.ahead = jump
    clocks.run(0)
    clocks.ahead = jump - (jump - OFF_MAX - HOUR) // parts
    assert not clocks.run(0).allows_pruning


@given(st.integers(JUMP_MAX + 1, 4000 * DAY), st.lists(small, max_size=5))
def test_a_clock_that_is_behind_prunes_by_its_own_time_and_loses_no_mark(
    behind: int, steps: list[int]
) -> None:
    clocks = Clocks()
    clocks.run(DAY)
    trusted = clocks.mark.trusted_at
    clocks.ahead = -behind - 2 * DAY
    clocks.restart()
    for microseconds in steps or [0]:
        assert clocks.run(microseconds) is ClockState.BEHIND
        assert clocks.mark.trusted_at == trusted
    clocks.ahead = 0
    assert clocks.run(0) is ClockState.TRUSTED, "NTP has set it, some time after the start"


@given(near_jump, near_jump)
def test_two_jumps_add_up(first: int, second: int) -> None:
    """The danger: a clock goes from 20 days ahead to 40, and each step is small enough."""
    clocks = Clocks()
    clocks.ahead = first
    clocks.run(0)
    clocks.run(20 * HOUR)
    clocks.ahead += second
    state = clocks.run(0)
    needs_word = first + second + 20 * HOUR > UNCONFIRMED_MAX
    assert state is (ClockState.UNCONFIRMED if needs_word else ClockState.DOUBTED)
    assert not clocks.run(STANDS_FOR - 1).allows_pruning


@given(st.integers(0, 4000 * DAY))
def test_a_service_that_was_off(microseconds: int) -> None:
    """A night needs nothing, a weekend or a month a day of patience, and more than that a word."""
    clocks = Clocks()
    state = clocks.be_off(microseconds)
    if microseconds <= OFF_MAX:
        assert state is ClockState.TRUSTED
    else:
        assert state is (ClockState.DOUBTED if microseconds <= UNCONFIRMED_MAX else ClockState.UNCONFIRMED)


def test_a_new_database_trusts_the_clock() -> None:
    mark = look(None, BEGAN, None)
    assert mark == ClockMark(BEGAN, BEGAN)
    assert state_of(mark, BEGAN) is ClockState.TRUSTED


@given(st.integers(-5 * DAY, 5 * DAY))
def test_two_clocks_agree_within_an_hour(difference: int) -> None:
    assert clocks_agree(BEGAN, Moment(BEGAN + difference)) == (abs(difference) <= HOUR)
