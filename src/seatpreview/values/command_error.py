"""How a command fails: sentences for the person at the terminal, and an exit code for scripts."""

EXIT_FAILURE = 1
"""The command could not do what was asked."""
EXIT_USAGE = 2
"""The command was called with flags or settings that cannot be used."""
EXIT_WARNINGS = 3
"""`doctor --strict` found warnings, and no failure."""
EXIT_INTERRUPTED = 130
"""Ctrl-C ended the command. Shells use the same number."""


class CommandError(Exception):
    """An expected failure: cli/main.py prints its sentences without a traceback, and exits with its code."""

    def __init__(self, *sentences: str, exit_code: int = EXIT_FAILURE) -> None:
        super().__init__(*sentences)
        self.sentences = sentences
        self.exit_code = exit_code

    def __str__(self) -> str:
        return "\n".join(self.sentences)
