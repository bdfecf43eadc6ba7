"""The commands of `seatpreview`, a module for each group of them."""
