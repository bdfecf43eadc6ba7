"""Plans that a drawing program has saved as PDF: paths and texts of a page are read as those of an SVG."""
