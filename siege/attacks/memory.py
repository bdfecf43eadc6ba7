"""Attacks on memory: previews with very many ads, and uploads that stop half-way."""

import asyncio

from siege.attack import attack
from siege.attacker import Attacker
from siege.attacks.pictures import noise_png
from siege.slow_bodies import SlowBody, hold_body
from siege.venue_records import Json, layout, seat_key

UPLOADS = 30
UPLOAD_BYTES = 49 << 20


@attack("50 previews a second of 400 seats")
async def previews_with_many_ads(attacker: Attacker) -> None:
    """Asks for previews with 1,000 ads whose addresses are as long as can be. 400 of them took 929 MiB."""
    venue_id = await attacker.create_venue({"name": "Hall", "rules": {"layout": layout(1000)}})
    path = f"/v1/manage/venues/{venue_id}"
    await attacker.send("PUT", f"{path}/imagery/ad.png", noise_png(8, 8), media_type="image/png")
    ads = [
        {
            "id": f"ad{number}",
            "slot": "below",
            "image": "ad.png",
            "alt": "x" * 100,
            "clickUrl": _address(number),
        }
        for number in range(1000)
    ]
    record: Json = {"name": "Hall", "rules": {"layout": layout(1000)}, "ads": ads}
    await attacker.send("PUT", path, record)
    await attacker.begin()

    async def ask(number: int) -> None:
        seat = seat_key(number % 400, 1000)
        await attacker.send("GET", f"/v1/seats/preview?venue={venue_id}&seat={seat}")

    await attacker.at_rate(50, ask)


def _address(number: int) -> str:
    return f"https://ads.example/{number}/".ljust(1990, "a")


@attack("30 uploads of 49 MB, each without its last byte")
async def uploads_that_stop_half_way(attacker: Attacker) -> None:
    """Uploads pictures and stops before the end. 30 of them held 2.2 GB for as long as they liked."""
    await attacker.begin()
    body = SlowBody(UPLOAD_BYTES, UPLOAD_BYTES - (1 << 20))

    async def upload(number: int) -> None:
        path = f"/v1/manage/venues/{attacker.task.venue_id}/imagery/{number}.png"
        await hold_body(attacker, "PUT", path, body)

    await asyncio.gather(*(upload(number) for number in range(UPLOADS)))
