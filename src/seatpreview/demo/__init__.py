"""The demo: Harbour Arena, a fictional venue, with its seats, pictures and keys."""
