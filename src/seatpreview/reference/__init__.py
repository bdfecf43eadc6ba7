"""The API reference: the OpenAPI document, the page at /docs, and the generated pages of docs/."""
