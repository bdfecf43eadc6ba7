"""Filters for the templates of the control pages."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from pretix_seatpreview.control.service_texts import translated

register = template.Library()


@register.filter
def service_text(sentence: str) -> SafeString:
    """Writes a sentence of the service in the language of the page, or marks it as English."""
    found = translated(sentence)
    return format_html('<span lang="en">{}</span>', sentence) if found is None else format_html("{}", found)
