"""Pictures of seating plans, as a drawing program prints them and as a scanner sees them."""

import numpy as np
from PIL import Image, ImageDraw

PITCH_PX, ROW_PX = 30, 38


def printed(
    rows: int = 6,
    seats: int = 10,
    *,
    radius: int = 11,
    is_square: bool = False,
    fill: str = "white",
    outline: str | None = "black",
    has_numbers: bool = True,
    bend: float = 0.0,
) -> Image.Image:
    """Returns a plan as a drawing program prints it: a stage, letters of rows, numbers in seats."""
    scale = 2
    size = (PITCH_PX * seats + 160) * scale, (ROW_PX * rows + 200) * scale
    image = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((120, 20, size[0] - 120, 90), outline="black", width=3)
    draw.text((size[0] / 2 - 30, 40), "STAGE", fill="black", font_size=26)
    for row in range(rows):
        for seat in range(seats):
            x = 180 + seat * PITCH_PX * scale
            y = 200 + row * ROW_PX * scale + bend * (seat - (seats - 1) / 2) ** 2
            box = (x - scale * radius, y - scale * radius, x + scale * radius, y + scale * radius)
            (draw.rectangle if is_square else draw.ellipse)(box, outline=outline, width=3, fill=fill)
            if has_numbers:
                draw.text((x - 8, y - 11), str(seat + 1), fill="black", font_size=22)
        draw.text((60, 190 + row * ROW_PX * scale), "ABCDEFGH"[row], fill="black", font_size=26)
    return image.resize((size[0] // scale, size[1] // scale), Image.Resampling.LANCZOS)


def scanned(image: Image.Image, turn_deg: float, noise: float) -> Image.Image:
    """Returns the plan as a scanner sees it: grey paper, noise, specks, and not quite straight."""
    turned = image.rotate(turn_deg, resample=Image.Resampling.BICUBIC, fillcolor="white", expand=True)
    chance = np.random.default_rng(7)
    pixels = np.asarray(turned, dtype=np.float64) * 0.9 + 12
    pixels += chance.normal(0, noise, pixels.shape)
    pixels[chance.random(pixels.shape[:2]) < 0.002] = 0
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
