"""The commands of `seatpreview`, one module for each group of them."""
