"""Operations on templates of venues."""

from seatpreview.api import examples
from seatpreview.api.operation import MANAGEMENT, Operation
from seatpreview.problems import NotFound
from seatpreview.values.caller import Needs
from seatpreview.venues import template_operations as templates
from seatpreview.venues.template_operations import GetTemplate, TemplateId, TemplateList, TemplateRecord

TEMPLATE_ROWS: tuple[Operation, ...] = (
    Operation(
        method="GET",
        path="/manage/templates",
        operation_id="listTemplates",
        group=MANAGEMENT,
        summary="List templates of venues",
        description="Returns the kinds of venue that can be computed, and how many seats each may have.",
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=templates.list_templates,
        result=TemplateList,
        result_example={"data": [examples.TEMPLATE]},
    ),
    Operation(
        method="GET",
        path="/manage/templates/{templateId}",
        operation_id="getTemplate",
        group=MANAGEMENT,
        summary="Read a template at a size",
        description=(
            "Returns the record of a venue with `seats` seats, give or take 3 %: sections with places, "
            "heights, aisles, categories and wheelchair spaces, configurations, and examples of labels. "
            "Nothing is written. Change the record as you like, and send it to createVenue."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=templates.get_template,
        path_types={"templateId": TemplateId},
        query=GetTemplate,
        query_example={"seats": 800},
        result=TemplateRecord,
        problems=(NotFound,),
        result_example={
            "templateId": "theatre",
            "name": "Theatre",
            "seats": 800,
            "record": {name: examples.VENUE_RECORD[name] for name in ("name", "timezone", "rules")},
        },
    ),
)
