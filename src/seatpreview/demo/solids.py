"""Draws solid objects: boxes, their faces, and people on a stage."""

from collections.abc import Callable

from seatpreview.demo.lighting import Mood, shade
from seatpreview.demo.sphere import Colour, Sphere, Spot

Stroke = tuple[float, Callable[[], None]]
"""What is drawn, and how far away it is: the far is drawn first."""

Extent = tuple[float, ...]
"""From the lesser to the greater, in metres."""

STEEL: Colour = (92, 98, 116)
BLACK: Colour = (34, 36, 46)


def draw_box(
    sphere: Sphere,
    mood: Mood,
    x: Extent,
    y: Extent,
    z: Extent,
    colour: Colour,
) -> None:
    draw_sides(sphere, mood, x, y, z, colour)
    for level, is_seen in ((z[1], sphere.eye.z > z[1]), (z[0], sphere.eye.z < z[0])):
        if is_seen:
            corners = [(x[0], y[0], level), (x[1], y[0], level), (x[1], y[1], level), (x[0], y[1], level)]
            sphere.polygon(corners, mood.lit(colour, (x[0], y[0], level), 0.8))


def draw_sides(
    sphere: Sphere,
    mood: Mood,
    x: Extent,
    y: Extent,
    z: Extent,
    colour: Colour,
) -> None:
    (x0, x1), (y0, y1), (z0, z1) = x, y, z
    eye = sphere.eye
    for is_seen, corners in (
        (eye.y < y0, face(x0, y0, x1, y0, z0, z1)),
        (eye.y > y1, face(x0, y1, x1, y1, z0, z1)),
        (eye.x < x0, face(x0, y0, x0, y1, z0, z1)),
        (eye.x > x1, face(x1, y0, x1, y1, z0, z1)),
    ):
        if is_seen:
            middle = ((corners[0][0] + corners[1][0]) / 2, (corners[0][1] + corners[1][1]) / 2, (z0 + z1) / 2)
            gain = 0.9 * mood.seen_from(eye, middle)
            sphere.polygon(corners, mood.hazy(mood.lit(colour, middle, gain), sphere.distance_m(middle)))


def face(x0: float, y0: float, x1: float, y1: float, low: float, high: float) -> list[Spot]:
    return [(x0, y0, low), (x1, y1, low), (x1, y1, high), (x0, y0, high)]


def draw_player(sphere: Sphere, mood: Mood, spot: Spot, height_m: float, tint: Colour) -> None:
    head = sphere.seen((spot[0], spot[1], spot[2] + height_m - 0.13))
    scale = head.pixels_per_m
    light = mood.lit((255, 255, 255), spot, 1.0)
    glow = (light[0] / 255, light[1] / 255, light[2] / 255)
    sphere.oval(
        head, (height_m * 0.68) * scale, 0.15 * scale, height_m * 0.3 * scale, shade((48, 50, 70), *glow)
    )
    sphere.oval(head, 0.46 * scale, 0.23 * scale, 0.34 * scale, shade(tint, *glow))
    sphere.oval(head, 0.0, 0.1 * scale, 0.13 * scale, shade((226, 182, 152), *glow))
