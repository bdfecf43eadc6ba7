"""Forms for seating plans, for which pretix's community edition has no pages of its own."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from pretix.base.models import Event, SeatingPlan, SubEvent
from pretix.base.models.seating import SeatingPlanLayoutValidator
from pretix.base.services.seating import SeatProtected, validate_plan_change

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


class SeatsForm(forms.Form):
    """Chooses the plan of an event or of one date, and the product of each category of the plan."""

    def __init__(
        self,
        *arguments: Any,
        event: Event,
        subevent: SubEvent | None,
        plan: SeatingPlan | None,
        **options: Any,
    ) -> None:
        """Takes the event, its date if it is a series, and the plan that is chosen."""
        super().__init__(*arguments, **options)
        self.event, self.subevent = event, subevent
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
                initial=products.get(category) or named.get(category),
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

    def clean_plan(self) -> SeatingPlan | None:
        """Refuses a plan without a seat that is sold already."""
        plan: SeatingPlan | None = self.cleaned_data["plan"]
        try:
            validate_plan_change(self.event, self.subevent, plan)
        except SeatProtected as problem:
            raise ValidationError(str(problem)) from None
        return plan
