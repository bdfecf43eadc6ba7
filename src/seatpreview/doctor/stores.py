"""Checks of the stores that workers share: the objects of images, and the Valkey of rate limits."""

import asyncio
import os

from redis.asyncio import Redis
from redis.exceptions import RedisError

from seatpreview.database.engines import Database
from seatpreview.doctor import options as bounds
from seatpreview.doctor.finding import Finding, counted, fail, ok, size_text, warn
from seatpreview.doctor.options import Options
from seatpreview.imagery import store
from seatpreview.imagery.storage_check import (
    DamagedObjects,
    StorageDifferences,
    find_damaged,
    find_differences,
)
from seatpreview.objects.store import Objects, not_a_folder, objects_of
from seatpreview.problems import Cause, Unavailable
from seatpreview.settings.settings import Settings, SettingsFault, variable
from seatpreview.values.clock import Clock

TIMEOUT_SECONDS = 2
ASKED_MAX = 200
"""Images that are looked up one by one where the store has too many objects to list them all."""
LOST_REMEDY = (
    "Copy the objects back from a backup, or upload these images again: `seatpreview imagery sweep` lists "
    "them. Until then, the pages show no picture where one of these belongs."
)
_LOST_REMEDY_OF_A_DISK = "Look at the disk (`dmesg`, `smartctl`): it may lose more."
UNNAMED_REMEDY = (
    "They are left from uploads after the backup that was restored. They take up space, and do no harm: "
    "`seatpreview imagery sweep --delete` deletes them."
)


async def check_object_store(settings: Settings) -> list[Finding]:
    """Asks the object store for an object that does not exist: a store that says so can be read. A folder is
    not asked."""
    if not settings.object_store_url:
        return []
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await objects_of(settings.data_dir, settings.object_store_url).size_bytes("doctor")
    except SettingsFault as fault:
        return [fail("images", " ".join(fault.sentences), f"Set {variable('object_store_url')} as it says.")]
    except (Unavailable, TimeoutError) as fault:
        return [_store_fails(getattr(fault, "cause", None))]
    return []


def _store_fails(cause: Cause | None) -> Finding:
    if cause is Cause.REFUSED:
        remedy = (
            "Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, what that user may do with the bucket, and "
            "this machine's clock: signatures of another time are refused."
        )
        return fail("images", "The object store answers, and refuses access.", remedy)
    remedy = f"Check the endpoint in {variable('object_store_url')}, that it runs, and the way to it."
    return fail("images", "The object store cannot be reached, or does not answer.", remedy)


async def check_images(database: Database, settings: Settings, options: Options) -> list[Finding]:
    """Compares the images of all records with the objects of the store."""
    place = "the object store" if settings.object_store_url else str(settings.data_dir / "objects")
    images = await database.read(store.count)
    if not settings.object_store_url and not await asyncio.to_thread(os.path.isdir, place):
        if await asyncio.to_thread(os.path.lexists, place):
            return [
                fail(
                    "images",
                    not_a_folder(settings.data_dir / "objects"),
                    "Mount the disk, or put the folder back.",
                )
            ]
        return [_folder_is_missing(place, images)]
    objects = objects_of(settings.data_dir, settings.object_store_url)
    try:
        with options.working_on(f"Comparing {images:,} images with {place}"):
            async with asyncio.timeout(None if options.thorough else bounds.SECONDS_MAX):
                found = await find_differences(database, objects, Clock().now())
    except Unavailable:
        remedy = "Look at its own log, and at its rights: the service must be allowed to list objects."
        return [fail("images", f"The objects in {place} could not be listed.", remedy)]
    except TimeoutError:
        return await _check_some(database, objects, place)
    if not options.thorough:
        return _findings(found, place)
    with options.working_on(f"Reading {found.objects:,} objects of {place}"):
        damaged = await find_damaged(database, objects)
    return _findings(found, place, damaged)


def _findings(found: StorageDifferences, place: str, damaged: DamagedObjects | None = None) -> list[Finding]:
    findings = []
    if damaged is not None and damaged.keys:
        detail = (
            f"{counted(len(damaged.keys), 'object')} in {place} not what was stored: bytes were changed or "
            f"lost. For example {damaged.keys[0]}."
        )
        findings.append(fail("images", detail, f"{_LOST_REMEDY_OF_A_DISK} {LOST_REMEDY}"))
    if found.incomplete:
        example = f"{found.incomplete[0].venue_id}/{found.incomplete[0].name}"
        findings.append(_lost(f"{len(found.incomplete):,} of", found.images, example, place))
    if found.unnamed:
        count = sum(unnamed.objects for unnamed in found.unnamed)
        example = found.unnamed[0].prefix
        detail = f"{counted(count, 'object')} in {place} without a record: for example {example}."
        findings.append(warn("images", detail, UNNAMED_REMEDY))
    return findings or [ok("images", _all_is_there(found, place, damaged))]


def _all_is_there(found: StorageDifferences, place: str, damaged: DamagedObjects | None) -> str:
    number = f"{counted(found.images, 'image')}, {counted(found.objects, 'object')}"
    detail = f"Every image with a record is in {place}: {number}."
    if damaged is None:
        return f"{detail} Their bytes are read with --thorough."
    if damaged.without_digests:
        return (
            f"{detail} {damaged.read:,} were read and are what was stored; "
            f"{counted(damaged.without_digests, 'image')} of earlier releases have no digests to compare."
        )
    return f"{detail} {damaged.read:,} were read and are what was stored."


async def _check_some(database: Database, objects: Objects, place: str) -> list[Finding]:
    """Looks up some images where there is no time to list all objects."""
    asked = await database.read(store.list_of_all_venues, ASKED_MAX, ("", ""))
    lost = [image for image in asked if await objects.size_bytes(image.full_key) is None]
    detail = f"The objects in {place} are too many to be listed within {bounds.SECONDS_MAX} seconds."
    unfinished = warn("images", detail, "Run `seatpreview doctor --thorough`, which compares them all.")
    if not lost:
        return [unfinished]
    example = f"{lost[0].venue_id}/{lost[0].name}"
    return [_lost("At least", len(lost), example, place), unfinished]


def _lost(of: str, images: int, example: str, place: str) -> Finding:
    number = f"{of} {counted(images, 'image')} with a record"
    detail = f"{number}: not in {place}, or not whole there. For example {example}."
    return fail("images", detail, LOST_REMEDY)


def _folder_is_missing(place: str, images: int) -> Finding:
    if not images:
        return ok("images", "There are none yet.")
    detail = f"The folder {place} is missing, with {counted(images, 'image')} that records name."
    return fail("images", detail, LOST_REMEDY)


async def check_valkey(url: str) -> Finding:
    """Checks that the server answers, and that it accepts writes."""
    try:
        client = Redis.from_url(url, socket_connect_timeout=TIMEOUT_SECONDS, socket_timeout=TIMEOUT_SECONDS)
        async with client:
            info = await client.info()
    except (RedisError, OSError, ValueError) as fault:
        detail = f"It does not answer: {str(fault).rstrip('.')}."
        remedy = f"Check that it runs, and that {variable('valkey_url')} is its address."
        return fail("valkey", detail, remedy)
    if info["role"] != "master":
        return fail("valkey", "It is a replica.", f"Set {variable('valkey_url')} to its primary.")
    limit, used = int(info.get("maxmemory", 0)), int(info.get("used_memory", 0))
    if limit and used >= limit and info.get("maxmemory_policy") == "noeviction":
        detail = f"It has no memory left: {size_text(used)} are used, and maxmemory is {size_text(limit)}."
        remedy = "Raise maxmemory, or see what else is stored there. Until then each worker counts alone."
        return fail("valkey", detail, remedy)
    name = "Valkey" if "valkey_version" in info else "Redis"
    return ok("valkey", f"{name} {info.get('valkey_version') or info['redis_version']}.")
