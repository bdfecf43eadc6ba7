"""One HTTP request: the ASGI application, router, request, responses, and pages outside the API."""
