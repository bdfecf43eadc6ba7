"""The API reference: the OpenAPI document, which the page at /docs shows, and generated pages of docs/."""
