"""Forms for seating plans, for which pretix's community edition has no pages of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from pretix.base.models import Event, SeatingPlan, SubEvent
from pretix.base.models.seating import SeatingPlanLayoutValidator
from pretix.base.services.seating import SeatProtected, validate_plan_change

from pretix_seatpreview.connection_settings import StandingArea, area_products

PLAN_BYTES_MAX = 10 * 1024 * 1024


class UploadForm(forms.Form):
    """Takes a seating plan as a file."""

    file = forms.FileField(
        label=_("Seating plan"),
        help_text=_(
            "A seating plan of pretix, as a JSON file of at most 10 MB. The console of Seat Preview writes "
            "one of any venue: on its page, under Export, Seating plan of pretix."
        ),
    )
    name = forms.CharField(
        label=_("Name"),
        help_text=_("Leave it empty to use the name in the file."),
        max_length=190,
        required=False,
    )

    def clean_file(self) -> str:
        """Returns the plan as text, if pretix accepts it as one."""
        file = self.cleaned_data["file"]
        if file.size > PLAN_BYTES_MAX:
            raise ValidationError(_("The file has more than 10 MB."))
        try:
            layout = file.read().decode("utf-8-sig")
            SeatingPlanLayoutValidator()(layout)
        except (UnicodeDecodeError, RecursionError, KeyError):
            raise ValidationError(_("Your layout file is not a valid JSON file.")) from None
        return str(layout)


def plain_category(name: str) -> str:
    """Returns what a category is called without the id that earlier exports of Seat Preview wrote behind it
    and without the kind of place that is sold on its own only if the organizer wants that."""
    plain = name.split(", wheelchair place")[0].split(", companion place")[0]
    head, bracket, tail = plain.rpartition(" (")
    return head if bracket and tail.endswith(")") else plain


class SeatsForm(forms.Form):
    """Chooses the plan of an event or of dates of a series, the product of each category of the plan and each
    standing area, and whether buyers choose their seats."""

    def __init__(
        self,
        *arguments: Any,
        event: Event,
        subevent: SubEvent | None,
        plan: SeatingPlan | None,
        standing: Sequence[StandingArea] = (),
        **options: Any,
    ) -> None:
        """Takes the event, its date if it is a series, the plan that is chosen, and the standing areas of its
        venue."""
        super().__init__(*arguments, **options)
        self.event, self.subevent, self.standing = event, subevent, tuple(standing)
        self.fields["plan"] = forms.ModelChoiceField(
            queryset=event.organizer.seating_plans.order_by("name", "pk"),
            label=_("Seating plan"),
            empty_label=_("no seating plan"),
            required=False,
            initial=plan,
        )
        self.categories = [category.name for category in plan.get_categories()] if plan else []
        products = {mapping.layout_category: mapping.product for mapping in self.mappings()}
        named = {str(product.name): product for product in event.items.all()}
        for index, category in enumerate(self.categories):
            self.fields[f"product{index}"] = forms.ModelChoiceField(
                queryset=event.items.all(),
                label=category,
                empty_label=_("not on sale"),
                required=False,
                initial=products.get(category) or named.get(category) or named.get(plain_category(category)),
            )
        areas = area_products(event)
        for index, area in enumerate(self.standing if plan else ()):
            self.fields[f"area{index}"] = forms.ModelChoiceField(
                queryset=event.items.all(),
                label=_("Standing area: {name}").format(name=area.name),
                help_text=_("A product without seats. The map then shows that it is on sale."),
                empty_label=_("not shown as on sale"),
                required=False,
                initial=areas.get(area.key) or named.get(area.name),
            )
        self.fields["seating_choice"] = forms.BooleanField(
            label=_("Buyers choose their seats"),
            help_text=_(
                "If this is off, the same products are sold without seats, and you assign seats to orders. "
                "Seats that are sold stay with their orders. It counts for the whole event."
            ),
            required=False,
            initial=event.settings.seating_choice,
        )

    def mappings(self) -> Any:
        """Returns which product each category has now."""
        return self.event.seat_category_mappings.filter(subevent=self.subevent).select_related("product")

    def products(self) -> dict[str, Any]:
        """Returns the product that was chosen for each category, without those that are not on sale."""
        chosen = {
            category: self.cleaned_data[f"product{index}"] for index, category in enumerate(self.categories)
        }
        return {category: product for category, product in chosen.items() if product is not None}

    def area_products(self) -> dict[str, int]:
        """Returns the product that was chosen for each standing area."""
        chosen = {area.key: self.cleaned_data.get(f"area{index}") for index, area in enumerate(self.standing)}
        return {key: product.pk for key, product in chosen.items() if product is not None}

    def clean(self) -> dict[str, Any]:
        """Refuses a standing area whose product is sold with seats."""
        cleaned: dict[str, Any] = super().clean() or {}
        seated = {cleaned.get(f"product{index}") for index in range(len(self.categories))} - {None}
        for index in range(len(self.standing)):
            if cleaned.get(f"area{index}") in seated:
                self.add_error(f"area{index}", _("This product is sold with seats. Choose another one."))
        return cleaned

    def clean_plan(self) -> SeatingPlan | None:
        """Refuses a plan without a seat that is sold already."""
        plan: SeatingPlan | None = self.cleaned_data["plan"]
        try:
            validate_plan_change(self.event, self.subevent, plan)
        except SeatProtected as problem:
            if plan is None:
                raise ValidationError(
                    _(
                        "Seats are sold or reserved by vouchers, so that pretix keeps the plan. "
                        "To sell the rest without seats, keep the plan and switch off "
                        "“Buyers choose their seats”."
                    )
                ) from None
            raise ValidationError(str(problem)) from None
        return plan


class DatesForm(forms.Form):
    """Chooses dates of a series, and the plan that all of them get."""

    def __init__(self, *arguments: Any, event: Event, **options: Any) -> None:
        """Takes the series."""
        super().__init__(*arguments, **options)
        self.fields["dates"] = forms.ModelMultipleChoiceField(
            queryset=event.subevents.all(), error_messages={"required": _("Choose at least one date.")}
        )


class BlockForm(forms.Form):
    """Blocks seats or gives them free again, and says why."""

    action = forms.ChoiceField(choices=[("block", _("Block")), ("free", _("Give free"))])
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("For your team, such as “camera” or “house seats”. Buyers do not see it."),
        max_length=200,
        # A blocked seat without a reason is a riddle for whoever comes after.
        error_messages={"required": _("Say why these seats are blocked.")},
    )

    def __init__(self, *arguments: Any, seats: Any, **options: Any) -> None:
        """Takes the seats that may be chosen. To give them free takes no reason."""
        super().__init__(*arguments, **options)
        self.fields["reason"].required = self.data.get("action") != "free"
        self.fields["seats"] = forms.ModelMultipleChoiceField(
            queryset=seats,
            to_field_name="seat_guid",
            error_messages={"required": _("Choose at least one seat.")},
        )
