"""The HTTP server: the ASGI application, requests, responses, and pages outside the API."""
