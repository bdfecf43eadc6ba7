"""A sleep that every signal ends."""

import select
import signal
import socket


def sleep_until_signal(seconds: float) -> None:
    """Sleeps until the time is over or a signal comes.

    `time.sleep` would not notice a signal that comes just before it begins: its handler in Python would run
    afterwards, and Ctrl-C would wait for the end of the sleep.
    """
    waiting, woken = socket.socketpair()
    with waiting, woken:
        woken.setblocking(False)
        before = signal.set_wakeup_fd(woken.fileno(), warn_on_full_buffer=False)
        try:
            select.select([waiting], [], [], seconds)
        finally:
            signal.set_wakeup_fd(before)
