"""The version of this package, which the User-Agent tells."""

__version__ = "0.4.0.dev0"
