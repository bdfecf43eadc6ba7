"""The machine's Chromium without a window: found, run on one page of this program, bounded and ended."""
