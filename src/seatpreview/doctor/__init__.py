"""The checks of `seatpreview doctor`, a file for each thing that can be wrong."""
