"""The checks of `seatpreview doctor`, a file for each part of the service that can be wrong."""
