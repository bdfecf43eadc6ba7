"""The demo: Harbour Arena, an invented venue with its seats, its pictures and its keys."""
