"""A pretix to try the plugin in, and for its tests: settings, data of a shop, and a server."""
