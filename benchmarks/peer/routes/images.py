"""Images at signed addresses: whoever has one may fetch the image until it expires."""

import time

from fastapi import APIRouter
from fastapi.responses import FileResponse

from benchmarks.peer.dependencies import UsedParts
from benchmarks.peer.problems import Problem

router = APIRouter(prefix="/images")

_FILES = {"full.jpg", "preview.jpg"}


@router.get("/{venue_id}/{image_id}/{file}")
async def get_image(
    parts: UsedParts, venue_id: str, image_id: str, file: str, expires: int, signature: str
) -> FileResponse:
    """Answers a file of an image. The signature is checked before the path is used."""
    if expires <= time.time() or not parts.signer.is_valid(f"{venue_id}/{image_id}:{expires}", signature):
        raise Problem(403, "The address has expired, or was changed.")
    if file not in _FILES:
        raise Problem(404, "There is no such file.")
    headers = {
        "Cache-Control": f"public, max-age={expires - int(time.time())}, immutable",
        "Access-Control-Allow-Origin": "*",
        "X-Content-Type-Options": "nosniff",
    }
    return FileResponse(
        parts.settings.images / venue_id / image_id / file, media_type="image/jpeg", headers=headers
    )
