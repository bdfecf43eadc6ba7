"""The view from a seat as one image, for places without script: e-mails, tickets and link previews."""
