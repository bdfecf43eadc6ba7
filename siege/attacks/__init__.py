"""All attacks by name, in the order in which the siege takes them."""

from siege.attack import Attack
from siege.attacks import (
    abandoned,
    bodies,
    connections,
    designer,
    herds,
    http2,
    imports,
    memory,
    pictures,
    reading,
    requests,
    restricted_keys,
    rules,
    second_look,
    sharing,
    stills,
    visitors,
    webhooks,
)

ATTACKS: dict[str, Attack] = {
    each.name: each
    for module in (
        connections,
        http2,
        requests,
        bodies,
        rules,
        reading,
        memory,
        pictures,
        imports,
        designer,
        herds,
        sharing,
        visitors,
        abandoned,
        restricted_keys,
        stills,
        webhooks,
        second_look,
    )
    for each in vars(module).values()
    if isinstance(each, Attack)
}

CHEAP_ATTACKS = ("http1-headers", "malformed-chunks", "beacons-without-a-token")
"""The attacks of the short form: they need no preparation, and none of them takes the whole machine."""
