"""The form for the address of the service and the two keys."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pretix_seatpreview.connection_settings import Keys
from pretix_seatpreview.keys import (
    check_buyers_key,
    check_sync_key,
    groups_missing_for_buyers,
    may_make_buyers_key,
)
from pretix_seatpreview.service_addresses import origin_of, permitted_services, refusal, service_address
from pretix_seatpreview.service_problems import ServiceProblem

WIDGET_PAGES_MAX = 50


class KeyField(forms.CharField):
    """A key. What was stored or typed is never sent back to the page, not even when the form has a fault."""

    def __init__(self, **options: Any) -> None:
        """Takes the options of a text field."""
        widget = forms.PasswordInput(render_value=False, attrs={"autocomplete": "new-password"})
        super().__init__(widget=widget, max_length=400, required=False, **options)


class ConnectionForm(forms.Form):
    """Takes the address and the keys, and asks the service whether the keys can do what is needed."""

    service_url = forms.CharField(
        label=_("Address of the service"),
        help_text=_("The address at which its console opens, without /console: https://seats.example"),
        max_length=300,
    )
    sync_key = KeyField(
        label=_("Key for plan sync"),
        help_text=_(
            "A secret key with the groups “management”, “sessions” and “seats”, which begins with sk_live_. "
            "Make it in the console, under Keys. With “management” alone, make the key for buyers yourself, "
            "too."
        ),
    )
    buyers_key = KeyField(
        label=_("Key for buyers"),
        help_text=_(
            "Leave it empty: it is then made together with the first venue. Otherwise a secret key with the "
            "groups “sessions” and “seats” only."
        ),
    )
    widget_pages = forms.CharField(
        label=_("Pages with the pretix widget"),
        help_text=_("If you embed the shop in pages of your own: their addresses, one on each line."),
        widget=forms.Textarea(attrs={"rows": 3}),
        required=False,
        max_length=10_000,
    )

    def __init__(self, *arguments: Any, stored: Keys | None, widget_origins: str, **options: Any) -> None:
        """Takes what is stored already. Of the keys it shows the ids alone."""
        initial = {"service_url": stored.service_url if stored else "", "widget_pages": widget_origins}
        super().__init__(*arguments, initial=initial, **options)
        self.stored = stored
        self.keys: Keys | None = None
        permitted = permitted_services()
        if permitted is not None:
            address = self.fields["service_url"]
            address.widget = forms.Select(choices=[(service, service) for service in permitted])
            address.help_text = _("The operator of this pretix has chosen these services.")
        self.fields["sync_key"].required = stored is None
        for name, key_id in (
            ("sync_key", stored and stored.sync_key_id),
            ("buyers_key", stored and stored.buyers_key_id),
        ):
            if key_id:
                self.fields[name].widget.attrs["placeholder"] = gettext(
                    "{key_id} is stored. Leave this empty to keep it."
                ).format(key_id=key_id)

    def clean_service_url(self) -> str:
        """Refuses what is no address of a service, or of none that the operator permits."""
        entered = str(self.cleaned_data["service_url"])
        refused = refusal(entered)
        if refused is not None:
            raise forms.ValidationError(refused)
        return service_address(entered) or ""

    def clean_widget_pages(self) -> str:
        """Returns the origins of the pages, separated by spaces."""
        lines = [line for line in self.cleaned_data["widget_pages"].split() if line]
        if len(lines) > WIDGET_PAGES_MAX:
            raise forms.ValidationError(_("Enter at most {count} pages.").format(count=WIDGET_PAGES_MAX))
        origins = [origin_of(line) for line in lines]
        for line, origin in zip(lines, origins, strict=True):
            if origin is None:
                raise forms.ValidationError(
                    _(
                        "“{line}” is no address of a page. Enter one such as https://www.example.org/tickets."
                    ).format(line=line)
                )
        return " ".join(dict.fromkeys(origin for origin in origins if origin))

    def clean(self) -> dict[str, Any]:
        """Checks the keys at the service, if there are new ones."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors:
            self.keys = self._checked(cleaned)
        return cleaned

    def _checked(self, cleaned: dict[str, Any]) -> Keys | None:
        address = cleaned["service_url"]
        # A key is for one service. Sent to another one, it would be in the hands of whoever runs that.
        kept = self.stored if self.stored and self.stored.service_url == address else Keys(address)
        sync_key, buyers_key = cleaned["sync_key"].strip(), cleaned["buyers_key"].strip()
        if not sync_key and not kept.sync_key:
            self.add_error("sync_key", _("Enter the key for plan sync of this service."))
            return None
        sync = self._check("sync_key", check_sync_key, address, sync_key) if sync_key else None
        buyers = self._check("buyers_key", check_buyers_key, address, buyers_key) if buyers_key else None
        if self.errors:
            return None
        if sync is not None and not buyers_key and not kept.buyers_key and not may_make_buyers_key(sync):
            lacks = _(
                "This key lacks {groups}, and so cannot make the key for buyers. Enter one that has the "
                "groups “management”, “sessions” and “seats”, or enter a key for buyers as well."
            )
            missing = ", ".join(f"“{group}”" for group in groups_missing_for_buyers(sync))
            self.add_error("sync_key", lacks.format(groups=missing))
            return None
        return Keys(
            service_url=address,
            sync_key=sync_key or kept.sync_key,
            sync_key_id=str(sync.key_id) if sync else kept.sync_key_id,
            buyers_key=buyers_key or kept.buyers_key,
            buyers_key_id=str(buyers.key_id) if buyers else kept.buyers_key_id,
        )

    def _check(self, field: str, check: Any, address: str, key: str) -> Any:
        try:
            return check(address, key)
        except ServiceProblem as problem:
            at_address = problem.code in ("unreachable", "unexpected")
            if not (at_address and self.has_error("service_url")):
                self.add_error("service_url" if at_address else field, problem.message)
            return None


class UnlinkForm(forms.Form):
    """Asks what becomes of the venues at the service."""

    venues = forms.ChoiceField(
        label=_("The venue at the service"),
        choices=[
            ("keep", _("stays as it is")),
            ("archive", _("is archived: nobody sees its views any more, and the console can bring it back")),
        ],
        widget=forms.RadioSelect,
        initial="keep",
    )
