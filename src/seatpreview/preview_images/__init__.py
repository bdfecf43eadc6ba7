"""The view from a seat as one picture, for places without script: e-mails, tickets and link previews."""
