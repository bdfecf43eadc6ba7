"""The API over HTTP: what is asked, what is answered, and in which words."""
