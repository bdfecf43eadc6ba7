"""Generates the Python client from the OpenAPI document. script/clients runs it; it is no part of the
package."""
