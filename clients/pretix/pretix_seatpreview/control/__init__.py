"""The control pages: settings of organizer and event, plan sync, unlinking."""
