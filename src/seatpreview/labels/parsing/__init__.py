"""What each word of a label is: part of a row, a seat or a section, or nothing about the place."""
